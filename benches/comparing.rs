//! What a step of a drag costs the engine while two plans are compared: both plans after an edit, what changed in both, and the comparison.
//!
//! `cargo bench --bench comparing` prints a table; after `--` numbers take so many requests instead of 10,000 and 1,000,000. Each edit is made
//! several times, to another request each time: the median counts.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::engine::Study;
use bookahead::engine::core::compared::{Beside, ComparedRun};
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario};
use bookahead::engine::slots::workload::{Preset, Workload};
use bookahead::engine::study::AnyRun;
use std::hint::black_box;
use std::time::Instant;

/// Requests that are edited, one after another, for each row of the table.
const TIMES: u32 = 9;

fn main() {
    let sizes: Vec<u32> = std::env::args().skip(1).filter_map(|arg| arg.parse().ok()).collect();
    println!("{:>10} {:<12} {:>10} {:>12} {:>12}", "requests", "edit", "alone ms", "compared ms", "differences");
    for requests in if sizes.is_empty() { vec![10_000, 1_000_000] } else { sizes } {
        let workload = Workload::of_generator(Preset { mpi: false, rate: 2, flexible_percent: 50 }.generator(1, requests));
        let machine = Machine { nodes: Preset::NODES, ..Machine::default() };
        let scenario = SlotsScenario { machine, workload, policy: Policy::default(), market: None, tariff: Default::default() };
        for (when, at) in [("early", 0.001), ("middle", 0.5), ("late", 0.99)] {
            let id = (f64::from(requests) * at) as u32;
            let (alone, _) = measure(&scenario, id, false);
            let (both, differences) = measure(&scenario, id, true);
            println!("{requests:>10} {when:<12} {alone:>10.2} {both:>12.2} {differences:>12}");
        }
    }
}

/// Median time of a step in ms, and how many decisions differ at the end.
fn measure(scenario: &SlotsScenario, id: u32, is_compared: bool) -> (f64, u32) {
    let mut run = ComparedRun::new(AnyRun::open(scenario.clone().into()).expect("the bench's workloads are in bounds"));
    if is_compared {
        let other = SlotsScenario { policy: Policy { planner: PlannerKind::FirstFit, ..scenario.policy }, ..scenario.clone() };
        let beside = Beside { other: Some(other.into()), other_is_a: false, with_table: false };
        run.put_beside(beside).expect("the bench's policies are legal");
    }
    told(&mut run);
    let arrivals = scenario.workload.arrivals().expect("the bench's workloads are in bounds");
    let mut times: Vec<f64> = (0..TIMES)
        .filter_map(|i| {
            let request = arrivals.row(arrivals.row_of(id + i)?);
            // One slot later, as a drag moves it.
            let later = bookahead::engine::slots::request::Request {
                earliest_start: request.earliest_start + 1,
                latest_start: request.latest_start + 1,
                ..request
            };
            let edited = SlotsScenario { workload: scenario.workload.with_edit(id + i, Some(later)), ..scenario.clone() };
            let study = Study::from(edited);
            let began = Instant::now();
            run.edit(study).ok()?;
            told(&mut run);
            Some(began.elapsed().as_secs_f64() * 1e3)
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let differing = run.comparison().map_or(0, |comparison| comparison.counts.differing());
    (times.get(times.len() / 2).copied().unwrap_or_default(), differing)
}

/// Plans all of it and takes what is told.
fn told(run: &mut ComparedRun<AnyRun>) {
    while !run.advance(1 << 14).is_done {}
    while let Some(update) = run.update() {
        black_box(update);
    }
}
