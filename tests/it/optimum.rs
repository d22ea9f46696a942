//! The optimum of small cases: that of exhaustive search, never below a planner; what no on-line rule passes; the experiment of both.

use crate::cli::{fails, ok};
use crate::support::random::cases;
use crate::support::{scenario, table};
use bookahead::engine::slots::decisions::REFUSED;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{Machine, Policy};
use bookahead::engine::slots::workload::{Arrivals, Workload};
use bookahead::papers::experiment::{ClaimVerdict, ExperimentRun, Options, PanelForm};
use bookahead::papers::slots::optimum::experiment::{DistanceStudy, LOADS};
use bookahead::papers::slots::optimum::{Goal, JOBS_MAX, Ratio, SLOTS_MAX, online_bound, optimum, worst_prefix};
use proptest::prelude::*;

fn arrivals(requests: &[Request]) -> Arrivals {
    Workload::of_requests(requests.to_vec()).arrivals().expect("within bounds")
}

fn value(goal: Goal, request: &Request) -> u64 {
    if goal == Goal::Accepted { 1 } else { u64::from(request.nodes * request.duration) }
}

/// Every choice for every job, without any thought. `all` leaves nobody out.
fn exhaustive(free: &mut Vec<u32>, jobs: &[Request], goal: Goal, all: bool) -> Option<u64> {
    let Some((job, rest)) = jobs.split_first() else { return Some(0) };
    let mut best = if all { None } else { exhaustive(free, rest, goal, all) };
    for start in job.earliest_start..=job.latest_start {
        let span = start as usize..(start + job.duration) as usize;
        if free[span.clone()].iter().all(|&free| free >= job.nodes) {
            free[span.clone()].iter_mut().for_each(|free| *free -= job.nodes);
            best = best.max(exhaustive(free, rest, goal, all).map(|rest| rest + value(goal, job)));
            free[span].iter_mut().for_each(|free| *free += job.nodes);
        }
    }
    best
}

fn slow(nodes: u32, jobs: &[Request], goal: Goal) -> u64 {
    exhaustive(&mut vec![nodes; 64], jobs, goal, false).expect("nobody has to be placed")
}

/// The best share after the worst prefix, over all sets of jobs that fit together.
fn slow_bound(nodes: u32, jobs: &[Request], goal: Goal) -> (u64, u64) {
    let optima: Vec<u64> = (1..=jobs.len()).map(|first| slow(nodes, &jobs[..first], goal)).collect();
    let mut best = (0, 1);
    for set in 0..1_u32 << jobs.len() {
        let is_in = |at: &usize| set >> at & 1 == 1;
        let taken: Vec<Request> = (0..jobs.len()).filter(is_in).map(|at| jobs[at]).collect();
        if exhaustive(&mut vec![nodes; 64], &taken, goal, true).is_none() {
            continue;
        }
        let mut worst = (1, 1);
        let mut got = 0;
        for at in 0..jobs.len() {
            got += if is_in(&at) { value(goal, &jobs[at]) } else { 0 };
            if got * worst.1 < worst.0 * optima[at] {
                worst = (got, optima[at]);
            }
        }
        if worst.0 * best.1 > best.0 * worst.1 {
            best = worst;
        }
    }
    best
}

/// Up to so many requests on few nodes, in the order of their submission.
fn tiny(most: usize) -> impl Strategy<Value = (u32, Vec<Request>)> {
    let request = (0..4_u32, 0..3_u32, 0..4_u32, 1..4_u32, 1..3_u32).prop_map(|(submitted, ahead, relax, duration, nodes)| {
        let earliest_start = submitted + ahead;
        Request { user: 0, submitted, earliest_start, latest_start: earliest_start + relax, duration, nodes, jobs: 1 }
    });
    (2..=3_u32, prop::collection::vec(request, 1..=most)).prop_map(|(nodes, mut requests)| {
        requests.sort_by_key(|request| request.submitted);
        (1..).zip(&mut requests).for_each(|(user, request)| request.user = user);
        (nodes, requests)
    })
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn the_optimum_is_that_of_exhaustive_search((nodes, requests) in tiny(6)) {
        for goal in Goal::ALL {
            let best = optimum(nodes, &arrivals(&requests), goal).expect("small").expect("within the limits");
            prop_assert_eq!(best.value, slow(nodes, &requests, goal), "{:?}", goal);
            // Its plan has that value, and stands in windows and on nodes.
            let booked = (0..requests.len()).filter(|&job| best.start[job] != REFUSED);
            prop_assert_eq!(booked.map(|job| value(goal, &requests[job])).sum::<u64>(), best.value);
            for slot in 0..64 {
                let busy = requests.iter().zip(&best.start).filter(|(r, start)| **start != REFUSED && (**start..**start + r.duration).contains(&slot));
                prop_assert!(busy.map(|(request, _)| request.nodes).sum::<u32>() <= nodes);
            }
            let in_window = |(r, start): (&Request, &u32)| *start == REFUSED || (r.earliest_start..=r.latest_start).contains(start);
            prop_assert!(requests.iter().zip(&best.start).all(in_window));
        }
    }

    #[test]
    fn the_bound_is_that_of_all_sets((nodes, requests) in tiny(5)) {
        for goal in Goal::ALL {
            let (bound, optima) = online_bound(nodes, &arrivals(&requests), goal).expect("small").expect("within the limits");
            let (got, of) = slow_bound(nodes, &requests, goal);
            prop_assert_eq!(bound, Ratio { got, of });
            let slowly: Vec<u64> = (1..=requests.len()).map(|first| slow(nodes, &requests[..first], goal)).collect();
            prop_assert_eq!(optima, slowly);
        }
    }

    /// Larger cases than can be searched exhaustively.
    #[test]
    fn no_planner_is_above_the_optimum_or_the_bound((nodes, requests) in tiny(11)) {
        let arrivals = arrivals(&requests);
        for goal in Goal::ALL {
            let best = optimum(nodes, &arrivals, goal).expect("small").expect("within the limits");
            let (bound, optima) = online_bound(nodes, &arrivals, goal).expect("small").expect("within the limits");
            prop_assert_eq!(optima.last(), Some(&best.value));
            for policy in DistanceStudy::policies() {
                let mut session = Session::new(Machine { nodes, ..Machine::default() }, policy, arrivals.clone());
                session.finish();
                let got = |job: usize| if session.decisions().accepted(job) { value(goal, &requests[job]) } else { 0 };
                prop_assert!((0..requests.len()).map(got).sum::<u64>() <= best.value, "{} {:?}", policy.name(), goal);
                prop_assert!(worst_prefix((0..requests.len()).map(got), &optima) <= bound, "{} {:?}", policy.name(), goal);
            }
        }
    }
}

/// One node. A long request comes first; two short ones that come later fit in its place.
#[test]
fn a_case_by_hand() {
    let of = |user, submitted, start, duration| Request {
        user,
        submitted,
        earliest_start: start,
        latest_start: start,
        duration,
        nodes: 1,
        jobs: 1,
    };
    let requests = [of(1, 0, 5, 6), of(2, 1, 5, 3), of(3, 2, 8, 3), of(4, 3, 11, 1)];
    let arrivals = arrivals(&requests);
    let best = |goal| optimum(1, &arrivals, goal).unwrap().unwrap();
    assert_eq!((best(Goal::Accepted).value, best(Goal::Accepted).start), (3, vec![REFUSED, 5, 8, 11]));
    assert_eq!(best(Goal::NodeSlots).value, 7);
    // Whoever takes request 1 has 1 of 1, 1 of 1, 1 of 2, 2 of 3; whoever leaves it out has 0 of 1 at once.
    let (bound, optima) = online_bound(1, &arrivals, Goal::Accepted).unwrap().unwrap();
    assert_eq!((bound, optima), (Ratio { got: 1, of: 2 }, vec![1, 1, 2, 3]));
    let outcome = bookahead::engine::run(&scenario(1, &requests, Policy::default())).unwrap();
    assert_eq!(outcome.metrics.accepted, 2, "FCFS-EDS takes what comes first");
}

#[test]
fn large_cases_are_refused_by_name() {
    let many = table(&[(1, 0, 0, 1, 1, JOBS_MAX as u32 + 1)]);
    let error = optimum(3, &arrivals(&many), Goal::Accepted).unwrap_err();
    assert_eq!(error.to_string(), "workload: a case of 17 jobs is not allowed; must be at most 16 for an optimum");
    let long = table(&[(1, 0, 0, 1, 1, 1), (2, 0, SLOTS_MAX, 1, 1, 1)]);
    assert!(online_bound(3, &arrivals(&long), Goal::NodeSlots).unwrap_err().to_string().contains("a case of 1025 slots"));
    let none = arrivals(&[]);
    assert_eq!(optimum(3, &none, Goal::Accepted).unwrap().unwrap().value, 0);
    assert_eq!(online_bound(3, &none, Goal::Accepted).unwrap().unwrap(), (Ratio::WHOLE, Vec::new()));
}

#[test]
fn the_experiment_has_curves_rows_and_what_must_hold() {
    let mut run = ExperimentRun::new("how-far", Options { runs: 3, requests: 36, seed: 9 }).unwrap();
    run.finish().unwrap();
    let results = run.results();
    assert!(results.claims.iter().all(|claim| claim.verdict == ClaimVerdict::Held), "{:?}", results.claims);
    assert_eq!(results.measures.len(), 1);
    assert_eq!(results.measures[0].1.mean, 0.0, "every case was solved");
    assert_eq!(results.panels.len(), 6);
    let rows = DistanceStudy::policies().len();
    for (at, panel) in results.panels.iter().enumerate() {
        assert_eq!(panel.form == PanelForm::Curves, at < 3);
        assert_eq!(panel.curves.len(), [8, 8, 9, rows, rows, rows + 1][at]);
        for curve in &panel.curves {
            assert!(curve.points.iter().all(|point| (0.0..=100.0 + 1e-9).contains(&point.y.mean)), "{}", curve.key);
            let places: Vec<u32> = curve.points.iter().map(|point| point.x as u32).collect();
            assert_eq!(places, if at < 3 { LOADS.to_vec() } else { LOADS[..1].to_vec() }, "{}", curve.key);
        }
    }
    // The bound is above every planner at every load, and it means something: somewhere it is below the optimum.
    let worst = &results.panels[2].curves;
    let (bound, planners) = worst.split_last().unwrap();
    for curve in planners {
        assert!(curve.points.iter().zip(&bound.points).all(|(own, most)| own.y.mean <= most.y.mean + 1e-9), "{}", curve.key);
    }
    assert!(bound.points.iter().any(|point| point.y.mean < 100.0), "{bound:?}");
    // So is the optimum: at high load nobody reaches it.
    assert!(results.panels[0].curves.iter().all(|curve| curve.points[LOADS.len() - 1].y.mean < 100.0));
    let text = ok(&["experiment", "how-far", "--runs", "2", "--jobs", "12"], "");
    assert!(text.contains("on-line bound") && text.contains("worst_all"), "{text}");
    // Rows have a line of their own in CSV, and no place on the axis in JSON.
    let csv = ok(&["experiment", "how-far", "--runs", "2", "--jobs", "12", "--csv"], "");
    let lines: Vec<Vec<&str>> = csv.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(',').collect()).collect();
    let column = |name: &str| lines[0].iter().position(|head| *head == name).expect("a column");
    assert!(lines[1..].iter().map(|line| line[0]).eq(["all", "50", "100", "150", "200", "300", "400"]), "{csv}");
    let (row, curve) = (column("accepted_all_rigid"), column("accepted_rigid"));
    assert!(!lines[1][row].is_empty() && lines[2..].iter().all(|line| line[row].is_empty()));
    assert!(lines[1][curve].is_empty() && lines[2..].iter().all(|line| !line[curve].is_empty()));
    let json: serde_json::Value =
        serde_json::from_str(&ok(&["experiment", "how-far", "--runs", "2", "--jobs", "12", "--json"], "")).unwrap();
    assert_eq!(json["curves"]["accepted_rigid"][5]["load"], 400.0);
    assert!(json["curves"]["accepted_all_rigid"][0].get("load").is_none());
    fails(
        &["experiment", "how-far", "--jobs", "11"],
        "",
        "--jobs: 11 is not allowed; must be 12 to 12288 for how-far, whose cases have 12 requests",
    );
}
