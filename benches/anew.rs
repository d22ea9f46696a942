//! What it costs to plan everything anew for each newcomer: 2,000 requests of the busiest workloads (Umar, Tables 6.1 and 6.2, no. 8) under every planner
//! that does so, beside those that decide once.
//!
//! `cargo bench --bench anew`; after `--` a number takes so many requests, a word only those planners that have it in their name.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::engine::slots::metrics::Metrics;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::replanning::Replan;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy};
use bookahead::engine::slots::workload::{Preset, Workload};
use std::time::Instant;

/// Runs of each measurement; the fastest counts.
const RUNS: usize = 3;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let requests = words.iter().find_map(|word| word.parse().ok()).unwrap_or(2_000);
    let wanted: Vec<&String> = words.iter().filter(|word| word.parse::<u32>().is_err()).collect();
    let planners = PlannerKind::ALL.into_iter().chain(Replan::ALL.into_iter().map(PlannerKind::Replan));
    let planners: Vec<PlannerKind> =
        planners.filter(|planner| wanted.iter().all(|word| planner.name().contains(word.as_str()))).collect();
    println!("{:<14}{:<20}{:>10}{:>12}{:>14}{:>12}", "workload", "planner", "ms", "µs/request", "accepted", "moves");
    for (name, mpi) in [("parametric", false), ("MPI", true)] {
        for &planner in &planners {
            let generator = Preset { mpi, rate: 3, flexible_percent: 100 }.generator(1, requests);
            let arrivals = Workload::of_generator(generator).arrivals().expect("the bench's workloads are in bounds");
            let machine = Machine { nodes: Preset::NODES, ..Machine::default() };
            let mut fastest = f64::INFINITY;
            let mut told = (0, 0);
            for _ in 0..RUNS {
                let mut session = Session::new(machine, Policy { planner, ..Policy::default() }, arrivals.clone());
                let began = Instant::now();
                session.finish();
                fastest = fastest.min(began.elapsed().as_secs_f64() * 1e3);
                let metrics = Metrics::of(session.arrivals(), session.decisions(), machine);
                told = (metrics.accepted, session.decisions().moves.len());
            }
            let (accepted, moves) = told;
            let each = fastest * 1e3 / f64::from(requests);
            println!("{name:<14}{:<20}{fastest:>10.1}{each:>12.2}{accepted:>14}{moves:>12}", planner.name());
        }
    }
}
