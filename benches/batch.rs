//! How long each scheduler takes for a whole log of a cluster: HPC2N, where it is there, and 500,000 generated jobs on 93,312 nodes, crowded ones too.
//!
//! `cargo bench --bench batch` prints a table. `BOOKAHEAD_DATA` names the folder of the log. What co-allocation costs per request as machines grow is a part of
//! `scripts/bench` (`native/cluster.rs`).

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::engine::batch::job::Jobs;
use bookahead::engine::batch::metrics::BatchMetrics;
use bookahead::engine::batch::outcome::Simulation;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::generator::LublinWorkload;
use bookahead::formats::studies::cluster::{ClusterOptions, to_cluster};
use bookahead::formats::swf::read_log;
use std::sync::Arc;
use std::time::Instant;

/// Runs of each measurement; the fastest counts.
const RUNS: usize = 3;
/// Servers and jobs of the large generated log: those of CEA-Curie, about.
const LARGE: (u32, u32) = (93_312, 500_000);

fn generated(nodes: u32, jobs: u32, load: f64, advance_percent: u32) -> Arc<Jobs> {
    let model = LublinWorkload { jobs, load, advance_percent, ..LublinWorkload::default() };
    let list = model.generate(nodes).expect("the bench's workloads are in bounds");
    Arc::new(Jobs::numbered((0..).zip(list)))
}

/// Seconds of the fastest run, and the figures.
fn measured(nodes: u32, scheduler: Scheduler, jobs: &Arc<Jobs>, runs: usize) -> (f64, BatchMetrics) {
    let policy = BatchPolicy { horizon: 60 * 86_400, quantum: 3_600, ..BatchPolicy::of(scheduler) };
    let once = || {
        let began = Instant::now();
        let mut run = Simulation::new(nodes, policy, jobs);
        run.advance(usize::MAX);
        let seconds = began.elapsed().as_secs_f64();
        (seconds, BatchMetrics::of(nodes, jobs, run.decisions()))
    };
    (0..runs).map(|_| once()).min_by(|one, other| one.0.total_cmp(&other.0)).expect("at least one run")
}

fn main() {
    println!("{:<26}{:>10}{:>10}  {:<14}{:>10}{:>14}{:>14}", "log", "jobs", "nodes", "scheduler", "s", "jobs/s", "mean wait s");
    let folder = std::env::var_os("BOOKAHEAD_DATA").unwrap_or_default();
    let path = std::path::Path::new(&folder).join("swf/HPC2N-2002-2.2-cln.swf.gz");
    match std::fs::read(&path) {
        Ok(bytes) => {
            let began = Instant::now();
            let log = read_log(bytes).expect("a log");
            let (cluster, _) = to_cluster(&log, &ClusterOptions::default()).expect("jobs");
            let jobs = Arc::new(cluster.workload.arrivals(cluster.nodes).expect("given jobs"));
            println!(
                "{:<26}{:>10}{:>10}  {:<14}{:>10.3}",
                "HPC2N",
                jobs.len(),
                cluster.nodes,
                "(reading)",
                began.elapsed().as_secs_f64()
            );
            table("HPC2N", cluster.nodes, &jobs);
        }
        Err(_) => println!("HPC2N is left out: set BOOKAHEAD_DATA to the folder that holds swf/HPC2N-2002-2.2-cln.swf.gz"),
    }
    let (nodes, count) = LARGE;
    table("generated, load 0.8", nodes, &generated(nodes, count, 0.8, 0));
    table("generated, load 1.0, ρ 0.2", nodes, &generated(nodes, count, 1.0, 20));
}

fn table(name: &str, nodes: u32, jobs: &Arc<Jobs>) {
    for scheduler in [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Backfill, Scheduler::Conservative, Scheduler::CoAllocation] {
        let (seconds, metrics) = measured(nodes, scheduler, jobs, RUNS);
        let rate = jobs.len() as f64 / seconds;
        let scheduler = scheduler.name();
        println!("{name:<26}{:>10}{nodes:>10}  {scheduler:<14}{seconds:>10.3}{rate:>14.0}{:>14.0}", jobs.len(), metrics.mean_wait);
    }
}
