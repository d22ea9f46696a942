//! Planners of reservations on crowded machines, where nearly every request meets a full slot: small and short jobs are the most, as in real logs, windows
//! are up to a day long, and more work comes than the machine can do. Shows how time grows with the requests.
//!
//! `cargo bench --bench crowded` prints a table; words after `--` choose planners by their names.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::engine::slots::metrics::Metrics;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy};
use bookahead::engine::slots::workload::{Arrivals, Workload};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Instant;

/// Slots of a day. Jobs, windows and the time booked ahead are no longer.
const DAY: u32 = 288;
/// Nodes of the machine, nodes of the widest job, and requests of the whole log: the second has as many jobs as that of CEA-Curie, on the largest machine
/// that slots have.
const LOGS: [(u32, u32, u32); 2] = [(7_000, 64, 188_041), (65_535, 512, 312_826)];
/// Work that comes, as a multiple of what the machine can do.
const LOAD: f64 = 1.2;

/// The first requests of a crowded log.
fn arrivals(nodes: u32, widest: u32, requests: u32) -> Arrivals {
    let chance = &mut ChaCha8Rng::seed_from_u64(1);
    // Small numbers and large ones alike likely.
    let mut up_to = |most: u32| libm::pow(f64::from(most), chance.random_range(0.0..1.0)).round() as u32;
    let mut work = 0;
    let request = |user| {
        let submitted = (work as f64 / (LOAD * f64::from(nodes))) as u32;
        let earliest_start = submitted + up_to(DAY);
        let latest_start = earliest_start + up_to(DAY);
        let (duration, nodes) = (up_to(DAY), up_to(widest));
        work += u64::from(duration * nodes);
        Request { user, submitted, earliest_start, latest_start, duration, nodes, jobs: 1 }
    };
    let requests = (0..requests).map(request).collect();
    Workload::of_requests(requests).arrivals().expect("the bench's workloads are in bounds")
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let wanted = |policy: &Policy| words.is_empty() || words.iter().any(|word| policy.name().contains(word.as_str()));
    // What plans everything anew has a bench of its own.
    let policies: Vec<Policy> =
        Policy::all().into_iter().filter(|policy| !matches!(policy.planner, PlannerKind::Replan(_)) && wanted(policy)).collect();
    println!(
        "{:>8}{:>10}  {:<28}{:>10}{:>14}{:>12}{:>14}{:>12}",
        "nodes", "requests", "policy", "s", "requests/s", "accepted", "utilisation", "moves"
    );
    for (nodes, widest, most) in LOGS {
        for requests in [most / 4, most / 2, most] {
            let arrivals = arrivals(nodes, widest, requests);
            let machine = Machine { nodes, ..Machine::default() };
            for &policy in &policies {
                let mut session = Session::new(machine, policy, arrivals.clone());
                let began = Instant::now();
                session.finish();
                let seconds = began.elapsed().as_secs_f64();
                let metrics = Metrics::of(session.arrivals(), session.decisions(), machine);
                let moves = session.decisions().moves.len();
                println!(
                    "{nodes:>8}{requests:>10}  {:<28}{seconds:>10.2}{:>14.0}{:>12}{:>13.1} %{moves:>12}",
                    policy.name(),
                    f64::from(requests) / seconds,
                    metrics.accepted,
                    metrics.utilisation * 100.0,
                );
            }
        }
    }
}
