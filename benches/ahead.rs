//! Questions about the future of a machine that is running: how long until the first answer, all draws, the coarse map and the whole map.
//!
//! Then what requests in slots cost under every usual planner: the first answer, the coarse map and the whole map, for a request that comes last and for one that comes
//! when half of the others have come (not under those that plan everything anew: that takes minutes).
//!
//! `cargo bench --bench ahead`; after `--` the number of waiting jobs, or of requests in slots (2,000 if nothing is said), and `slots` for those alone.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::engine::batch::cost::map::{COARSEST, MapAsked, MapAxis};
use bookahead::engine::batch::cost::{CostAsked, Measure};
use bookahead::engine::batch::forecast::WhenAsked;
use bookahead::engine::batch::forecast::run_times::RunTimes;
use bookahead::engine::batch::job::Job;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::batch::{BatchQuery, BatchRun, BatchScenario, BatchSnapshot};
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::engine::slots::cost as slots_cost;
use bookahead::engine::slots::revenue::Market;
use bookahead::engine::slots::run::SlotsRun;
use bookahead::engine::slots::scenario::{PlannerKind, Policy, SlotsScenario, scenario_of};
use bookahead::engine::slots::workload::{Preset, Workload};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use std::time::Instant;

const NODES: u32 = 10_000;
const NOW: u32 = 86_400;
/// Decisions in one piece of work, as on the page.
const PIECE: usize = 1_000;

/// A machine that is full, and so many jobs that wait.
fn machine(waiting: u32, scheduler: Scheduler) -> BatchScenario {
    let mut rng = ChaCha12Rng::seed_from_u64(1);
    let mut job = |user: u32, running: bool| {
        let limit = 3_600 * rng.random_range(1..=24_u32);
        let start = if running { NOW - rng.random_range(0..limit) } else { NOW };
        let nodes = 1 << rng.random_range(0..=8_u32);
        Job {
            user,
            submitted: start,
            estimate: limit,
            runtime: limit,
            nodes,
            logged_start: running.then_some(start),
            ..Job::SMALLEST
        }
    };
    let (mut jobs, mut free) = (Vec::new(), NODES);
    while free > 256 {
        let job = job(jobs.len() as u32 + 1, true);
        free -= job.nodes;
        jobs.push(job);
    }
    let running = jobs.len() as u32;
    jobs.extend((1..=waiting).map(|user| job(running + user, false)));
    BatchScenario { now: Some(NOW), ..BatchScenario::of_jobs(NODES, jobs, scheduler) }
}

/// Works on a question until something holds of the answer; milliseconds.
fn until(run: &mut BatchRun, is_enough: impl Fn(&BatchSnapshot) -> bool) -> f64 {
    let began = Instant::now();
    loop {
        match run.snapshot(PIECE) {
            Answer::Ready(snapshot) if is_enough(&snapshot) => return began.elapsed().as_secs_f64() * 1e3,
            Answer::Nothing => return f64::NAN,
            _ => {}
        }
    }
}

/// What requests in slots cost: the papers' busiest workload of one-node jobs.
fn in_slots(requests: u32) {
    println!("\n{requests} requests in slots, {} nodes, a map of 40 × 24 cells; milliseconds\n", Preset::NODES);
    let head = ["planner", "comes", "request", "coarse map", "40 × 24 map"];
    println!("{:<28}{:>8}{:>11}{:>13}{:>13}", head[0], head[1], head[2], head[3], head[4]);
    let policies = PlannerKind::usual().into_iter().map(|planner| (Policy { planner, ..Policy::default() }, false));
    for (policy, with_market) in policies.chain([(Policy::default(), true)]) {
        let generator = Preset { mpi: false, rate: 3, flexible_percent: 100 }.generator(1, requests);
        let market = with_market.then(|| Market::umar(Preset::NODES));
        let base = scenario_of(Preset::NODES, Vec::new());
        let mut run = SlotsRun::open(SlotsScenario { policy, market, workload: Workload::of_generator(generator), ..base })
            .expect("in bounds");
        while !run.advance(usize::MAX).is_done {}
        let submitted = &run.session().arrivals().submitted;
        let moments = [("last", submitted[submitted.len() - 1]), ("half", submitted[submitted.len() / 2])];
        // Planning a thousand requests anew for each cell takes planners that plan everything anew minutes.
        let told = if matches!(policy.planner, PlannerKind::Replan(_)) { 1 } else { 2 };
        for (comes, slot) in moments.into_iter().take(told) {
            let map = MapAsked {
                from: slot,
                to: slot + 80,
                columns: 40,
                rows: 24,
                axis: MapAxis::Nodes,
                most: Preset::NODES,
                near: None,
            };
            let asked = slots_cost::CostAsked {
                wanted: slots_cost::Wanted { start: slot + 10, slots: 12, nodes: 4 },
                relax: 0,
                submitted: Some(slot),
                latest: None,
                measure: slots_cost::Measure::Slots,
                map: Some(map),
            };
            let began = Instant::now();
            let pricing = run.pricing(asked.submitted, asked.relax).expect("there is room for one more");
            let mut costing = slots_cost::session::Costing::new(pricing, asked);
            let mut until = |is_enough: &dyn Fn(&slots_cost::CostAnswer) -> bool| {
                while !is_enough(costing.answer()) {
                    costing.advance(PIECE);
                }
                began.elapsed().as_secs_f64() * 1e3
            };
            let request = until(&|answer| answer.cost.is_some());
            let blocks = map.columns.div_ceil(COARSEST) * map.rows.div_ceil(COARSEST).min(Preset::NODES);
            let coarse = until(&|answer| answer.map.as_ref().is_some_and(|map| map.computed >= blocks));
            let whole = until(&|answer| answer.map.as_ref().is_some_and(slots_cost::map::CostMap::is_done));
            let name = if with_market { format!("{}, market", policy.name()) } else { policy.name() };
            println!("{name:<28}{comes:>8}{request:>11.1}{coarse:>13.1}{whole:>13.0}");
        }
    }
}

fn main() {
    let number = std::env::args().skip(1).find_map(|arg| arg.parse().ok());
    let waiting = number.unwrap_or(2_000);
    if std::env::args().any(|arg| arg == "slots") {
        in_slots(waiting);
        return;
    }
    println!("{waiting} waiting jobs, {NODES} nodes; milliseconds\n");
    println!(
        "{:<14}{:>13}{:>11}{:>13}{:>13}{:>13}",
        "scheduler", "first answer", "300 draws", "reservation", "coarse map", "60 × 40 map"
    );
    for scheduler in [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Backfill, Scheduler::Conservative] {
        let mut run = BatchRun::open(machine(waiting, scheduler)).expect("in bounds");
        while !run.advance(usize::MAX).is_done {}
        drop(run.update());
        let last = run.jobs().len() as u32 - 1;
        let when = WhenAsked { job: last, draws: 300, seed: 1, run_times: RunTimes::Uniform, within: 0 };
        run.query(BatchQuery { selected: Some(last), when: Some(when), ..BatchQuery::default() });
        let first = until(&mut run, |snapshot| snapshot.when.is_some());
        let draws = first + until(&mut run, |snapshot| snapshot.when.as_ref().is_some_and(|when| when.is_done()));
        let map =
            MapAsked { from: NOW, to: NOW + 4 * 86_400, columns: 60, rows: 40, axis: MapAxis::Nodes, most: NODES, near: None };
        let cost = CostAsked {
            start: NOW + 86_400,
            latest: None,
            seconds: 14_400,
            nodes: 2_000,
            announced: None,
            measure: Measure::Wait,
            map: Some(map),
        };
        run.query(BatchQuery { cost: Some(cost), ..BatchQuery::default() });
        let reservation = until(&mut run, |snapshot| snapshot.cost.as_ref().is_some_and(|cost| cost.cost.is_some()));
        let blocks = map.columns.div_ceil(COARSEST) * map.rows.div_ceil(COARSEST);
        let computed =
            |snapshot: &BatchSnapshot| snapshot.cost.as_ref().and_then(|cost| cost.map.as_ref()).map_or(0, |map| map.computed);
        let coarse = reservation + until(&mut run, |snapshot| computed(snapshot) >= blocks);
        let whole = coarse + until(&mut run, |snapshot| computed(snapshot) >= map.columns * map.rows);
        println!("{:<14}{first:>13.1}{draws:>11.0}{reservation:>13.1}{coarse:>13.0}{whole:>13.0}", scheduler.title());
    }
    in_slots(waiting);
}
