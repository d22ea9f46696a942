//! How many requests a second each planner decides, whole engine, decisions and reasons recorded, beside a plain slot array.
//!
//! `cargo bench --bench planners` prints a table. Figures depend on the machine; the last column, the ratio to the plain slot array in the
//! same run, depends on it much less and is what to compare before and after a change.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::engine::planner::Session;
use bookahead::engine::scenario::{Machine, PlannerKind, Policy, ShiftRule};
use bookahead::engine::workload::{Arrivals, Generator, Preset, Range, Workload};
use std::hint::black_box;
use std::time::Instant;

/// Runs of each measurement; the fastest counts.
const RUNS: usize = 5;

fn main() {
    println!("{:<34} {:>20} {:>12} {:>10} {:>8}", "workload", "planner", "M requests/s", "accepted", "ratio");
    for (name, nodes, generator) in workloads() {
        let workload = Workload::of_generator(generator);
        let arrivals = workload.arrivals().expect("the bench's workloads are in bounds");
        let machine = Machine { nodes, ..Machine::default() };
        let (plain, accepted) = fastest(|| plain_slot_array(&arrivals, nodes));
        row(&name, "plain slot array", &arrivals, plain, accepted, plain);
        for planner in PlannerKind::ALL {
            let policy = Policy { planner, shift: ShiftRule::Hold };
            let (seconds, accepted) = fastest(|| {
                let mut session = Session::new(machine, policy, arrivals.clone());
                session.finish();
                arrivals.jobs() - black_box(&session).decisions().refusals.len()
            });
            row(&name, planner.name(), &arrivals, seconds, accepted, plain);
        }
    }
}

/// Light and heavy load at several sizes of the machine, and the busiest workloads of the papers.
fn workloads() -> Vec<(String, u32, Generator)> {
    let mut workloads = Vec::new();
    for nodes in [20, 200, 2_000] {
        // Load 0.9: arrivals × mean duration = 0.9 × nodes.
        let arrivals_per_slot = 0.9 * f64::from(nodes) / 26.5;
        let generator =
            Generator { arrivals_per_slot, ..Preset { mpi: false, rate: 2, flexible_percent: 100 }.generator(1, 200_000) };
        let generator = Generator { duration: Range::new(5, 48), ..generator };
        workloads.push((format!("one-node jobs, load 0.9, {nodes} nodes"), nodes, generator));
    }
    for (name, mpi) in [("parametric, rate 3, all flexible", false), ("MPI, rate 3, all flexible", true)] {
        let generator = Preset { mpi, rate: 3, flexible_percent: 100 }.generator(1, 200_000);
        workloads.push((name.to_string(), Preset::NODES, generator));
    }
    workloads
}

/// Seconds of the fastest of [`RUNS`] runs, and the number of accepted jobs.
fn fastest(mut run: impl FnMut() -> usize) -> (f64, usize) {
    let mut best = f64::INFINITY;
    let mut accepted = 0;
    for _ in 0..RUNS {
        let began = Instant::now();
        accepted = run();
        best = best.min(began.elapsed().as_secs_f64());
    }
    (best, accepted)
}

fn row(workload: &str, planner: &str, arrivals: &Arrivals, seconds: f64, accepted: usize, plain: f64) {
    let millions = arrivals.requests() as f64 / seconds / 1e6;
    println!("{workload:<34} {planner:>20} {millions:>12.2} {accepted:>10} {:>8.2}", plain / seconds);
}

/// First fit the plain way: a count per slot, every start tried in turn, nothing recorded but the number of accepted jobs.
fn plain_slot_array(arrivals: &Arrivals, nodes: u32) -> usize {
    let mut busy = vec![0_u32; arrivals.horizon() as usize];
    let mut accepted = 0;
    for job in 0..arrivals.jobs() {
        let row = arrivals.request[job] as usize;
        let (duration, wanted) = (arrivals.duration[row] as usize, arrivals.nodes[row]);
        let starts = arrivals.earliest_start[row] as usize..=arrivals.latest_start[row] as usize;
        for start in starts {
            let slots = &mut busy[start..start + duration];
            if slots.iter().all(|&busy| busy + wanted <= nodes) {
                slots.iter_mut().for_each(|busy| *busy += wanted);
                accepted += 1;
                break;
            }
        }
    }
    accepted
}
