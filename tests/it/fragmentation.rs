//! Fragmentation of plans in slots, clusters and named servers: by hand, and against a walk over every node and every slot, second or tick.

use crate::support::jobs::any_job;
use crate::support::random::{Case, case, cases};
use crate::support::{policies, policy, scenario, table};
use bookahead::engine::batch::BatchScenario;
use bookahead::engine::batch::job::Job;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::idle::metrics::IdleMetrics;
use bookahead::engine::idle::servers::{Rate, ServerGroup};
use bookahead::engine::idle::{IdleRequest, IdleScenario, IdleWorkload, NO_SERVER, Servers, Strategy as Search};
use bookahead::engine::slots::metrics::Metrics;
use bookahead::engine::{Outcome, Request, run};
use proptest::prelude::*;

/// The lower middle of a list.
fn middle(mut lengths: Vec<u32>) -> u32 {
    lengths.sort_unstable();
    lengths.get(lengths.len().div_ceil(2).wrapping_sub(1)).copied().unwrap_or(0)
}

/// Short and all free node-time of nodes, each given as whether it is busy at each moment: what lies between a busy and another busy moment of the same node
/// and lasts for less than `least` is short.
fn walked(nodes: &[Vec<bool>], least: u32, counted: impl Fn(usize) -> bool) -> (u64, u64) {
    let (mut short, mut all) = (0, 0);
    for busy in nodes {
        for at in (0..busy.len()).filter(|&at| !busy[at] && counted(at)) {
            all += 1;
            let before = busy[..at].iter().rposition(|busy| *busy);
            let after = busy[at..].iter().position(|busy| *busy);
            if let (Some(before), Some(after)) = (before, after) {
                short += u64::from(at + after - before - 1 < least as usize);
            }
        }
    }
    (short, all)
}

fn share((short, all): (u64, u64)) -> f64 {
    if all == 0 { 0.0 } else { short as f64 / all as f64 }
}

/// Nodes of which the lowest are busy, so many at each moment.
fn lowest(nodes: u32, busy: &[u32]) -> Vec<Vec<bool>> {
    (0..nodes).map(|node| busy.iter().map(|&busy| node < busy).collect()).collect()
}

/// How many nodes are busy from `from` on until `end`, where jobs are start, end and nodes.
fn loads(jobs: &[(u32, u32, u32)], from: u32, end: u32) -> Vec<u32> {
    let at = |now: u32| jobs.iter().filter(|(start, end, _)| (*start..*end).contains(&now)).map(|(.., nodes)| nodes).sum();
    (from..end).map(at).collect()
}

fn walked_slots(nodes: u32, requests: &[Request], Outcome { arrivals, decisions, .. }: &Outcome) -> f64 {
    let placed = |job: &usize| decisions.accepted(*job);
    let of = |job: usize| {
        let row = arrivals.row(arrivals.request[job] as usize);
        (decisions.start[job], decisions.start[job] + row.duration, row.nodes)
    };
    let jobs: Vec<_> = (0..arrivals.jobs()).filter(placed).map(of).collect();
    let from = jobs.iter().map(|job| job.0).min().unwrap_or(0);
    let end = jobs.iter().map(|job| job.1).max().unwrap_or(0);
    let durations = match decisions.taken.is_empty() {
        true => requests.iter().map(|request| request.duration).collect(),
        // As they were booked.
        false => arrivals.duration.clone(),
    };
    share(walked(&lowest(nodes, &loads(&jobs, from, end)), middle(durations), |_| true))
}

#[test]
fn a_plan_in_slots_by_hand() {
    // Two nodes. User 1 has both in slots 0 and 1, user 2 one of them from 2 to 9, user 3 the other one in 4 and 5, user 4 both from 10 to 12.
    let rows = [(1, 0, 0, 2, 2, 1), (2, 2, 2, 8, 1, 1), (3, 4, 4, 2, 1, 1), (4, 10, 10, 3, 2, 1)];
    let of = |rows: &[_]| run(&scenario(2, &table(rows), policy("rigid", "hold"))).expect("in bounds").metrics;
    // Free are slots 2 and 3 (two slots) and 6 to 9 (four) of a node; of 2, 2, 3 and 8 the lower middle is 2, which no hole is shorter than.
    assert_eq!(of(&rows).fragmentation, 0.0);
    // A request that is refused counts as well: of 2, 2, 3, 3 and 8 it is 3.
    let refused = [&rows[..], &[(5, 0, 0, 3, 2, 1)]].concat();
    assert_eq!((of(&refused).accepted, of(&refused).fragmentation), (4, 2.0 / 6.0));
    // With four more, of nine slots each, it is 8, and all holes are shorter.
    let longer = [&refused[..], &[(6, 0, 0, 9, 2, 1), (7, 0, 0, 9, 2, 1), (8, 0, 0, 9, 2, 1), (9, 0, 0, 9, 2, 1)]].concat();
    assert_eq!(of(&longer).fragmentation, 1.0);
    assert_eq!(of(&[]).fragmentation, 0.0);
}

#[test]
fn a_cluster_by_hand() {
    let job = |submitted, length, nodes, earliest_start| Job {
        submitted,
        estimate: length,
        runtime: length,
        nodes,
        earliest_start,
        ..Job::SMALLEST
    };
    // Three nodes; a reservation of all of them from 30 to 40. One node is free from 10 to 30 and one from 26: both end with it.
    let jobs = vec![job(0, 10, 1, None), job(0, 26, 2, None), job(0, 10, 3, Some(30))];
    let of = |jobs: &[Job]| BatchScenario::of_jobs(3, jobs.to_vec(), Scheduler::Easy).run().expect("in bounds").metrics;
    // Free: 20 + 2 × 4. Holes of 20 and of 4 seconds, the median job takes 10.
    assert_eq!(of(&jobs).fragmentation, 8.0 / 28.0);
    // Estimates are what must fit: with 21 seconds for the first job the median is 21, and the hole of 20 is too short as well.
    let estimated = Job { estimate: 21, ..jobs[0] };
    assert_eq!(of(&[estimated, jobs[1], jobs[2]]).fragmentation, 1.0);
    assert_eq!(of(&[]).fragmentation, 0.0);
}

#[test]
fn named_servers_by_hand() {
    // Two servers, the second half as fast. Look-ahead 1,000: everything is measured.
    let half = ServerGroup { servers: 1, rate: Rate::new(1, 2) };
    let servers = Servers { groups: vec![ServerGroup { servers: 1, rate: Rate::ONE }, half], ..Servers::identical(1, 1_000, 1) };
    let request = |submitted, earliest_start, size, deadline| IdleRequest { submitted, earliest_start, size, deadline };
    // On the fast server 0–10 and 14–24, on the slow one 0–20 and 30–50; the last submission, 60, ends the measuring.
    let requests =
        vec![request(0, 0, 10, 10), request(0, 14, 10, 24), request(0, 0, 10, 20), request(0, 30, 10, 50), request(60, 60, 6, 66)];
    let mut scenario = IdleScenario::new(servers, IdleWorkload::of_requests(requests));
    scenario.strategy = Search::FirstFitIdle;
    let outcome = scenario.run().expect("in bounds");
    assert_eq!((&outcome.decisions.server[..4], &outcome.decisions.start[..]), (&[0, 0, 1, 1][..], &[0, 14, 0, 30, 60][..]));
    // Idle: 120 ticks less 60. Four ticks from 10 to 14 are too short for size 10 (so are not the 36 from 24 to 60), and the ten from 20 to 30 on the
    // server on which it takes twenty.
    assert_eq!(outcome.figures.metrics.fragmentation, 14.0 / 60.0);
    assert_eq!(IdleMetrics::default().fragmentation, 0.0);
}

/// What a run on named servers tells, and what a walk over its ticks finds.
fn walked_servers(servers: &Servers, requests: &[IdleRequest], search: Search) -> (f64, f64) {
    let mut scenario = IdleScenario::new(servers.clone(), IdleWorkload::of_requests(requests.to_vec()));
    scenario.strategy = search;
    let outcome = scenario.run().expect("in bounds");
    let (arrivals, rates) = (&outcome.arrivals, servers.rates());
    let lasts = |size: u32, rate: Rate| size.div_ceil(rate.numerator) * rate.denominator;
    let (first, last) = (arrivals.submitted[0], arrivals.submitted[arrivals.jobs() - 1]);
    let mut busy = vec![vec![false; 400]; rates.len()];
    let mut last_end = first;
    for job in (0..arrivals.jobs()).filter(|&job| outcome.decisions.server[job] != NO_SERVER) {
        let (server, start) = (outcome.decisions.server[job] as usize, outcome.decisions.start[job]);
        let end = start + lasts(arrivals.size[job], rates[server]);
        busy[server][start as usize..end as usize].fill(true);
        last_end = last_end.max(end);
    }
    let warm = first + servers.look_ahead;
    let from = if warm < last { warm } else { first };
    let to = if last > from { last } else { last_end };
    let measured = (0..arrivals.jobs()).filter(|&job| arrivals.submitted[job] >= from).map(|job| arrivals.size[job]);
    let median = middle(measured.collect());
    let (mut short, mut all) = (0, 0);
    for (server, &rate) in rates.iter().enumerate() {
        let one = walked(&busy[server..=server], lasts(median, rate), |at| (from as usize..to as usize).contains(&at));
        (short, all) = (short + one.0, all + one.1);
    }
    (outcome.figures.metrics.fragmentation, share((short, all)))
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn every_node_of_a_plan_in_slots_is_walked(Case { nodes, requests } in case()) {
        for policy in policies() {
            let outcome = run(&scenario(nodes, &requests, policy)).expect("in bounds");
            let Metrics { fragmentation, .. } = outcome.metrics;
            prop_assert!((0.0..=1.0).contains(&fragmentation));
            prop_assert_eq!(fragmentation, walked_slots(nodes, &requests, &outcome), "{}", policy.name());
        }
    }

    #[test]
    fn every_node_of_a_cluster_is_walked(
        (nodes, jobs) in (1..=6_u32).prop_flat_map(|nodes| {
            (Just(nodes), prop::collection::vec(any_job(0..120_u32, 1..40_u32, 1..=nodes, (0.2, 0..30_u32)), 0..25))
        }),
    ) {
        for scheduler in Scheduler::ALL {
            // The log: half of the jobs start at once, so that some of them have no room.
            let log = |job: &Job| Job { logged_start: Some(job.submitted + job.runtime % 2 * 9), ..*job };
            let jobs: Vec<Job> = if scheduler == Scheduler::AsLogged { jobs.iter().map(log).collect() } else { jobs.clone() };
            let outcome = BatchScenario::of_jobs(nodes, jobs, scheduler).run().expect("in bounds");
            let (rows, decisions) = (&outcome.jobs, &outcome.decisions);
            let of = |row: usize| (decisions.start[row] as u32, decisions.end[row] as u32, rows.nodes[row]);
            let held: Vec<_> = (0..rows.len()).map(of).collect();
            let from = rows.submitted.iter().copied().min().unwrap_or(0);
            let end = held.iter().map(|job| job.1).max().unwrap_or(0);
            let lengths = (0..rows.len()).map(|row| rows.estimate[row].max(rows.runtime[row])).collect();
            let expected = share(walked(&lowest(nodes, &loads(&held, from, end)), middle(lengths), |_| true));
            prop_assert_eq!(outcome.metrics.fragmentation, expected, "{}", scheduler.name());
        }
    }

    #[test]
    fn every_server_is_walked(
        groups in prop::collection::vec((1..=2_u32, 1..=3_u32), 1..=3),
        look_ahead in 20..150_u32,
        requests in prop::collection::vec((0..150_u32, 0..30_u32, 1..12_u32, 0..20_u32), 1..40),
    ) {
        let groups = groups.into_iter().map(|(servers, slow)| ServerGroup { servers, rate: Rate::new(1, slow) }).collect();
        let servers = Servers { groups, ..Servers::identical(1, look_ahead, 1) };
        let request = |(submitted, ahead, size, slack): (u32, u32, u32, u32)| {
            let earliest_start = submitted + ahead.min(look_ahead - 1);
            let size = size.min(submitted + look_ahead - earliest_start);
            IdleRequest { submitted, earliest_start, size, deadline: (earliest_start + size + slack).min(submitted + look_ahead) }
        };
        let mut requests: Vec<IdleRequest> = requests.into_iter().map(request).collect();
        requests.sort_by_key(|request| request.submitted);
        for search in Search::ALL {
            let (found, expected) = walked_servers(&servers, &requests, search);
            prop_assert_eq!(found, expected, "{}", search.name());
        }
    }
}
