//! The longest single decision at the documented limits, for every policy of every study: random scenarios from a seed, some as large as they may be, are
//! worked on job by job, and the calls that take longest are told. A decision cannot be interrupted, so none should take longer than 50 ms. Workflows are not
//! decided job by job: there it is a call for as much as the page asks for at most between two looks at the clock.
//!
//! `cargo bench --bench extremes` prints a table and the worst cases. After `--`, `slots`, `market`, `idle`, `cluster` and `workflow` choose a part, `seed=N`
//! takes other scenarios, `only=TEXT` those with this in their name and policy, `seconds=N` works longer on each, and `strict` fails if something took longer.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::engine::batch::job::Job;
use bookahead::engine::batch::scenario::BatchScenario;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::generator::LublinWorkload;
use bookahead::engine::core::error::FieldPath;
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::idle::adaptive::Adaptability;
use bookahead::engine::idle::{IdleRequest, IdleScenario, IdleWorkload, Rate, ServerGroup, Servers, Strategy};
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::revenue::{Class, Market, Method as RevenueMethod};
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead::engine::slots::workload::Workload;
use bookahead::engine::study::{AnyRun, Study};
use bookahead::engine::workflow::generator::{GraphGenerator, Shape};
use bookahead::engine::workflow::graph::{Communication, Edge, TaskGraph};
use bookahead::engine::workflow::policy::Method;
use bookahead::engine::workflow::scenario::{Application, BusyPeriod, Preload, WorkflowScenario, WorkflowSource};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use std::time::Instant;

/// What a decision may take, in milliseconds.
const LIMIT_MS: f64 = 50.0;
/// Each scenario is worked on for at most so long, in seconds, unless `seconds=N` says otherwise.
const SECONDS: f64 = 2.0;
/// The system counts processor time from one tick to the next, in milliseconds.
const TICK_MS: f64 = 4.0;
/// As much as the page asks for at most between two looks at the clock.
const LOOK: usize = 256;
/// A call that took too long is made again so often, from the beginning; the fastest counts, since others may use the machine.
const AGAIN: usize = 1;

/// What can be asked for.
const PARTS: [&str; 5] = ["slots", "market", "idle", "cluster", "workflow"];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let seed = args.iter().find_map(|arg| arg.strip_prefix("seed=")).map_or(1, |seed| seed.parse().expect("a number"));
    let asked: Vec<&str> = args.iter().map(String::as_str).filter(|arg| PARTS.contains(arg)).collect();
    let seconds = args.iter().find_map(|arg| arg.strip_prefix("seconds=")).map_or(SECONDS, |text| text.parse().expect("a number"));
    let only = args.iter().find_map(|arg| arg.strip_prefix("only=")).unwrap_or_default();
    let wants = |study: &str| asked.is_empty() || asked.contains(&study);
    println!("{:<44}{:<28}{:>10}{:>12}{:>12}{:>12}", "scenario", "policy", "decided", "open ms", "longest ms", "all s");
    let mut too_long = 0;
    let mut look = |name: &str, policy: &str, study: Study| {
        if format!("{name} {policy}").contains(only) {
            let at_once = if matches!(study, Study::Workflow(_)) { LOOK } else { 1 };
            too_long += u32::from(measure(name, policy, &study, at_once, seconds) > LIMIT_MS);
        }
    };
    if wants("slots") {
        slots(seed, &mut look);
    }
    if wants("market") {
        market(seed, &mut look);
    }
    if wants("idle") {
        idle(seed, &mut look);
    }
    if wants("cluster") {
        cluster(seed, &mut look);
    }
    if wants("workflow") {
        workflow(seed, &mut look);
    }
    println!("{too_long} with a decision of more than {LIMIT_MS} ms");
    assert!(too_long == 0 || !args.iter().any(|arg| arg == "strict"), "a decision takes too long");
}

/// Processor time that this thread has used, in milliseconds, where the system tells: what others use of the machine does not count.
fn processor_ms() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split(' ').next()?.parse::<f64>().ok().map(|ns| ns / 1e6)
}

/// The longest call of a run of at most so many seconds, in milliseconds; one line of the table.
fn measure(name: &str, policy: &str, study: &Study, at_once: usize, seconds: f64) -> f64 {
    let (mut best, mut line) = (f64::INFINITY, String::new());
    for _ in 0..=AGAIN {
        let began = Instant::now();
        let mut run = AnyRun::open(study.clone()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let open_ms = began.elapsed().as_secs_f64() * 1_000.0;
        let (mut longest, mut decided, mut at) = (0.0_f64, 0, 0);
        while began.elapsed().as_secs_f64() < seconds {
            let (call, used) = (Instant::now(), processor_ms());
            let progress = run.advance(at_once);
            let took = call.elapsed().as_secs_f64() * 1_000.0;
            let took = took.min(used.zip(processor_ms()).map_or(took, |(before, after)| after - before + TICK_MS));
            if took > longest {
                (longest, at) = (took, progress.decided);
            }
            decided = progress.decided;
            if progress.is_done {
                break;
            }
        }
        if longest < best {
            best = longest;
            let total = began.elapsed().as_secs_f64();
            line = format!("{name:<44}{policy:<28}{decided:>10}{open_ms:>12.1}{longest:>12.2}{total:>12.2}  at {at}");
        }
        if best <= LIMIT_MS {
            break;
        }
    }
    println!("{line}{}", if best > LIMIT_MS { "  TOO LONG" } else { "" });
    best
}

/// A number by chance, small ones and large ones alike likely.
fn between(chance: &mut ChaCha8Rng, least: u32, most: u32) -> u32 {
    let spread = f64::from(most - least + 1);
    let share: f64 = chance.random_range(0.0..1.0);
    least + (libm::pow(spread, share) - 1.0) as u32
}

/// Every planner under every rule that matters to it.
fn every_policy() -> Vec<Policy> {
    let rules = |planner: PlannerKind| if planner.has_shift_rule() { &ShiftRule::ALL[..] } else { &ShiftRule::ALL[..1] };
    PlannerKind::EVERY
        .into_iter()
        .flat_map(|planner| rules(planner).iter().map(move |&shift| Policy { planner, shift, ..Policy::default() }))
        .collect()
}

fn slots(seed: u64, look: &mut impl FnMut(&str, &str, Study)) {
    let request = |user, submitted, earliest_start, latest_start, duration, nodes, jobs| Request {
        user,
        submitted,
        earliest_start,
        latest_start,
        duration,
        nodes,
        jobs,
    };
    let chance = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut cases: Vec<(String, u32, Vec<Request>)> = Vec::new();
    // Windows and jobs of millions of slots.
    for nodes in [1, 2, 3, 64] {
        let one = |chance: &mut ChaCha8Rng, user| {
            let (from, to) = (between(chance, 0, 4_000_000), between(chance, 0, 4_000_000));
            request(user, 0, from.min(to), from.max(to), between(chance, 1, 1_000_000), between(chance, 1, nodes), 1)
        };
        cases.push((format!("wide windows, {nodes} nodes"), nodes, (0..400).map(|user| one(chance, user)).collect()));
        let whole =
            |chance: &mut ChaCha8Rng, user| request(user, 0, 1, 4_000_000, between(chance, 1, 1_000_000), 1 + user % nodes, 1);
        cases.push((format!("the widest windows, {nodes} nodes"), nodes, (0..200).map(|user| whole(chance, user)).collect()));
    }
    // Everything wants the same place; jobs of one slot in a window of all.
    let short = |user| request(user, 0, 1, 4_000_000, 1, 1, 1);
    cases.push(("short jobs, one node, one window".to_string(), 1, (0..20_000).map(short).collect()));
    let alternating = |user: u32| request(user, 0, 1 + 2 * user, 1 + 2 * user, 1, 1, 1);
    let mut comb: Vec<Request> = (0..200_000).map(alternating).collect();
    comb.extend((0..50).map(|user| request(1_000_000 + user, 0, 1, 4_000_000, 2, 1, 1)));
    cases.push(("a comb of single slots, then jobs of two".to_string(), 1, comb));
    // Many small jobs on the largest machine.
    let crowd = |chance: &mut ChaCha8Rng, user: u32| {
        let submitted = user / 400;
        let from = submitted + between(chance, 0, 300);
        request(user, submitted, from, from + between(chance, 0, 1_000), 100 + between(chance, 0, 2_000), 1, 1)
    };
    cases.push(("crowded, 7,000 nodes".to_string(), 7_000, (0..60_000).map(|user| crowd(chance, user)).collect()));
    cases.push(("crowded, 65,535 nodes".to_string(), 65_535, (0..300_000).map(|user| crowd(chance, user)).collect()));
    let all_at_once = |user| request(user, 0, 1, 1_000, 500, 1, 1);
    cases.push(("120,000 jobs at once, 65,535 nodes".to_string(), 65_535, (0..120_000).map(all_at_once).collect()));
    // Jobs as wide as the machine among small ones, many jobs to a request.
    let mixed = |chance: &mut ChaCha8Rng, user: u32| {
        let submitted = user / 50;
        let from = submitted + between(chance, 0, 5_000);
        let (nodes, jobs) = if user.is_multiple_of(40) {
            (between(chance, 1, 65_535), 1)
        } else {
            (between(chance, 1, 50), between(chance, 1, 40))
        };
        request(user, submitted, from, from + between(chance, 0, 50_000), between(chance, 1, 10_000), nodes, jobs)
    };
    cases.push(("wide and narrow, 65,535 nodes".to_string(), 65_535, (0..20_000).map(|user| mixed(chance, user)).collect()));
    for (name, nodes, requests) in cases {
        for policy in every_policy() {
            let workload = Workload::of_requests(requests.clone());
            let scenario = SlotsScenario {
                machine: Machine { nodes, ..Machine::default() },
                workload,
                policy,
                market: None,
                tariff: Default::default(),
            };
            look(&name, &policy.name(), scenario.into());
        }
    }
}

fn market(seed: u64, look: &mut impl FnMut(&str, &str, Study)) {
    for nodes in [100, 10_000, 65_535] {
        for classes in [2, 8] {
            let class = |at: u32| Class {
                name: format!("Class {}", at + 1),
                price: 1_000 - at * 100,
                book_ahead_max: (at + 1 < classes).then_some(10 + at * 40),
                limit: nodes - at * nodes / 10,
                demand: None,
            };
            for method in RevenueMethod::ALL {
                // The exact optimum and Littlewood's rule are not for all.
                if method.check(classes as usize, nodes, &FieldPath::new("market")).is_err() {
                    continue;
                }
                let market = Market { classes: (0..classes).map(class).collect(), method, update_every: 12, ..Market::umar(nodes) };
                let chance = &mut ChaCha8Rng::seed_from_u64(seed);
                let request = |user: u32| {
                    let submitted = user / 20;
                    let earliest_start = submitted + between(chance, 0, 400);
                    let (duration, wanted) = (between(chance, 1, 100), between(chance, 1, nodes / 10));
                    Request {
                        user,
                        submitted,
                        earliest_start,
                        latest_start: earliest_start + between(chance, 0, 400),
                        duration,
                        nodes: wanted,
                        jobs: 1,
                    }
                };
                let scenario = SlotsScenario {
                    machine: Machine { nodes, ..Machine::default() },
                    workload: Workload::of_requests((0..20_000).map(request).collect()),
                    policy: Policy::default(),
                    market: Some(market),
                    tariff: Default::default(),
                };
                look(&format!("{classes} classes, {nodes} nodes"), method.name(), scenario.into());
            }
        }
    }
}

/// One application with these edges, whose tasks take up to 1,000 ticks.
fn application(chance: &mut ChaCha8Rng, nodes: u32, tasks: u32, edges: Vec<Edge>) -> WorkflowScenario {
    let durations = (0..tasks).map(|_| chance.random_range(1..=1_000)).collect();
    let graph = TaskGraph { durations, edges, ..TaskGraph::default() };
    let mut scenario = WorkflowScenario::of_applications(nodes, vec![Application::new(1, 0, graph)]);
    scenario.policy.communication = Communication::BetweenNodes;
    scenario
}

fn workflow(seed: u64, look: &mut impl FnMut(&str, &str, Study)) {
    let chance = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut cases: Vec<(String, WorkflowScenario)> = Vec::new();
    for shape in Shape::ALL {
        for (tasks, width, nodes) in [(20_000, 1_000, 1_000), (20_000, 1_000, 1), (2_000, 20, 50)] {
            let generator =
                GraphGenerator { seed, shape, tasks, width, edge_percent: 1, duration_max: 1_000, ..GraphGenerator::default() };
            let of = vec![Application::new(1, 0, generator.graph(0))];
            cases.push((format!("{}, {tasks} tasks, {nodes} nodes", shape.name()), WorkflowScenario::of_applications(nodes, of)));
        }
    }
    // No edges, one task for all, and as many edges as there may be.
    for nodes in [1, 1_000] {
        cases.push((format!("20,000 tasks, no edges, {nodes} nodes"), application(chance, nodes, 20_000, Vec::new())));
        let middle = |task| [Edge { parent: 0, child: task, cost: task }, Edge { parent: task, child: 19_999, cost: 1 }];
        let star = (1..19_999).flat_map(middle).collect();
        cases.push((format!("a star of 20,000 tasks, {nodes} nodes"), application(chance, nodes, 20_000, star)));
        let below = |child: u32| (0..200).map(move |parent| Edge { parent, child, cost: 1_000 + parent });
        let dense = (200..2_200).flat_map(below).collect();
        cases.push((format!("400,000 edges, {nodes} nodes"), application(chance, nodes, 2_200, dense)));
    }
    // Gaps that nothing fits in; and what comes before: as much as there may be, of far smaller applications than the others.
    let mut comb = application(chance, 1, 20_000, Vec::new());
    comb.busy = Arc::new((0..20_000).map(|at| BusyPeriod { node: 0, start: 10 + 2 * at, end: 11 + 2 * at }).collect());
    cases.push(("20,000 tasks, a comb of busy periods".to_string(), comb));
    let mut loaded = application(chance, 1_000, 300, Vec::new());
    loaded.preload = Preload { percent: 90, seed };
    cases.push(("300 tasks, pre-load 90 %, 1,000 nodes".to_string(), loaded.clone()));
    let small = loaded.applications()[0].clone();
    let large = application(chance, 1, 19_000, Vec::new()).applications()[0].clone();
    loaded.source = WorkflowSource::Given(Arc::new(vec![small, large]));
    cases.push(("19,300 tasks, pre-load 90 %, 1,000 nodes".to_string(), loaded));
    for (name, scenario) in cases {
        for method in Method::ALL {
            let mut scenario = scenario.clone();
            scenario.policy.method = method;
            look(&name, method.name(), scenario.into());
        }
    }
}

fn idle(seed: u64, look: &mut impl FnMut(&str, &str, Study)) {
    let chance = &mut ChaCha8Rng::seed_from_u64(seed);
    let identical = |servers| Servers::identical(servers, 2_000_000_000, 1_000);
    let groups = (0..64).map(|group| ServerGroup { servers: 1_023, rate: Rate::new(937 + group, 1_000) });
    let grouped = Servers { groups: groups.collect(), ..identical(1) };
    let mut request = |at: u32, ahead: u32| {
        let submitted = at * 10;
        let earliest_start = submitted + between(chance, 0, ahead);
        let size = 1_000 + between(chance, 0, 100_000);
        IdleRequest { submitted, earliest_start, size, deadline: earliest_start + size + between(chance, 0, 200_000) }
    };
    let near: Vec<IdleRequest> = (0..150_000).map(|at| request(at, 100_000)).collect();
    let far: Vec<IdleRequest> = (0..150_000).map(|at| request(at, 1_000_000_000)).collect();
    for strategy in Strategy::ALL {
        for (name, servers) in
            [("1,000 servers", identical(1_000)), ("65,535 servers", identical(65_535)), ("64 groups", grouped.clone())]
        {
            for (reach, requests) in [("near", &near), ("far", &far)] {
                let scenario =
                    IdleScenario { strategy, ..IdleScenario::new(servers.clone(), IdleWorkload::of_requests(requests.clone())) };
                look(&format!("{name}, {reach} ahead"), strategy.name(), scenario.into());
            }
        }
    }
    for (replanning, opportunistic) in [(true, false), (false, true), (true, true)] {
        let adaptability = Adaptability { replanning, opportunistic };
        for (servers, requests) in [(65_535, 2_000), (1_000, 2_000), (10, 2_000)] {
            let scenario = IdleScenario {
                adaptability,
                ..IdleScenario::new(identical(servers), IdleWorkload::of_requests(near[..requests].to_vec()))
            };
            let name = format!("adaptive, {servers} servers, {requests} requests");
            look(&name, &format!("replanning {replanning}, opp. {opportunistic}"), scenario.into());
        }
    }
}

fn cluster(seed: u64, look: &mut impl FnMut(&str, &str, Study)) {
    let chance = &mut ChaCha8Rng::seed_from_u64(seed);
    let job = |user, submitted, estimate: u32, runtime: u32, nodes| Job {
        user,
        submitted,
        estimate,
        runtime,
        nodes,
        logged_start: Some(submitted),
        ..Job::SMALLEST
    };
    let at_once = |chance: &mut ChaCha8Rng, user| {
        job(user, 0, between(chance, 1, 1_000_000), between(chance, 1, 1_000_000), between(chance, 1, 1_048_576))
    };
    let deep: Vec<Job> = (0..100_000).map(|user| at_once(chance, user)).collect();
    let small = |chance: &mut ChaCha8Rng, user: u32| {
        job(user, user / 100, 1 + between(chance, 0, 100_000), 1 + between(chance, 0, 100_000), 1)
    };
    let many: Vec<Job> = (0..300_000).map(|user| small(chance, user)).collect();
    let model = LublinWorkload { jobs: 100_000, load: 1.5, advance_percent: 30, ..LublinWorkload::default() };
    let usual = model.generate(65_536).expect("the bench's workloads are in bounds");
    for scheduler in Scheduler::ALL {
        let coarse = BatchPolicy { horizon: 1_000_000_000, quantum: 1_000, step: 1_000, ..BatchPolicy::of(scheduler) };
        let many_tries = BatchPolicy { horizon: 1_000_000_000, quantum: 10_000, step: 1, retries: Some(500_000), ..coarse };
        let plans = if scheduler == Scheduler::CoAllocation {
            vec![("", coarse), (", 500,000 retries", many_tries)]
        } else {
            vec![("", coarse)]
        };
        for (options, policy) in plans {
            for (name, nodes, jobs) in [
                ("100,000 jobs at once", 1_048_576, &deep),
                ("300,000 jobs of a node, 20,000 nodes", 20_000, &many),
                ("the model, load 1.5, 65,536 nodes", 65_536, &usual),
            ] {
                if scheduler == Scheduler::AsLogged && jobs.iter().any(|job| job.logged_start.is_none()) {
                    continue;
                }
                let scenario = BatchScenario { policy, ..BatchScenario::of_jobs(nodes, jobs.clone(), scheduler) };
                look(&format!("{name}{options}"), scheduler.name(), scenario.into());
            }
        }
    }
}
