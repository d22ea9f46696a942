//! How many requests a second each planner decides, with decisions and reasons recorded, beside the plain slot array and the kernel.

use super::cases::{Case, cases};
use super::clock::timed;
use bookahead::engine::Outcome;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy};
use bookahead_reference::{kernel, naive};
use serde::{Deserialize, Serialize};

/// Rounds of the kernel in one measurement: some milliseconds.
const KERNEL_ROUNDS: u32 = 200_000;

/// One planner on one workload. All rates in millions a second, from the fastest run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rate {
    /// Short name of the workload.
    pub case: String,
    /// The workload for people.
    pub name: String,
    /// The planner.
    pub planner: String,
    /// Requests decided.
    pub planned: f64,
    /// The same, with the mapping to nodes and all figures of the plan.
    pub whole: f64,
    /// The plain slot array on the same workload.
    pub naive: f64,
    /// Rounds of the kernel, measured between the runs of all workloads.
    pub kernel: f64,
    /// Share of the jobs accepted: a planner that refuses everything is fast.
    pub accepted: f64,
}

/// Short runs are repeated for so long within a turn: a browser's clock has steps of 0.1 ms. In milliseconds, and at most so often.
const TURN: (f64, u32) = (40.0, 4);

/// Milliseconds of the fastest run within a turn.
fn fastest(mut run: impl FnMut() -> f64) -> f64 {
    let (least_ms, most) = TURN;
    let (mut best, mut spent) = (f64::INFINITY, 0.0);
    for _ in 0..most {
        let ms = run();
        (best, spent) = (best.min(ms), spent + ms);
        if spent > least_ms {
            break;
        }
    }
    best
}

/// Measures every planner on every workload in `runs` turns, so that a slow moment of the machine meets all of them.
pub fn rates(requests: u32, runs: u32) -> Vec<Rate> {
    assert_eq!(kernel::rounds(1_000_000), kernel::FINGERPRINT, "the reference kernel must never change");
    let mut rates: Vec<Rate> = cases(requests).iter().flat_map(|case| rates_of(case, runs)).collect();
    // The kernel is the same beside every workload.
    let kernel = rates.iter().map(|rate| rate.kernel).fold(0.0, f64::max);
    rates.iter_mut().for_each(|rate| rate.kernel = kernel);
    rates
}

fn rates_of(case: &Case, runs: u32) -> Vec<Rate> {
    let arrivals = case.arrivals();
    let machine = Machine { nodes: case.nodes, ..Machine::default() };
    let (mut kernel_ms, mut naive_ms) = (f64::INFINITY, f64::INFINITY);
    let mut planners = PlannerKind::ALL.map(|planner| (planner, f64::INFINITY, f64::INFINITY, 0));
    for _ in 0..runs {
        kernel_ms = kernel_ms.min(fastest(|| timed(|| kernel::rounds(KERNEL_ROUNDS)).0));
        naive_ms = naive_ms.min(fastest(|| timed(|| naive::plain_slot_array(&arrivals, case.nodes)).0));
        for (planner, planned_ms, whole_ms, accepted) in &mut planners {
            let policy = Policy { planner: *planner, ..Policy::default() };
            let planned = fastest(|| {
                let arrivals = arrivals.clone();
                let (plan_ms, session) = timed(|| {
                    let mut session = Session::new(machine, policy, arrivals);
                    session.finish();
                    session
                });
                let (rest_ms, outcome) = timed(|| Outcome::of(&session));
                *whole_ms = whole_ms.min(plan_ms + rest_ms);
                *accepted = outcome.metrics.accepted;
                plan_ms
            });
            *planned_ms = planned_ms.min(planned);
        }
    }
    let millions = |count: f64, ms: f64| count / ms / 1e3;
    let requests = arrivals.requests() as f64;
    let rate = |(planner, planned_ms, whole_ms, accepted): (PlannerKind, f64, f64, u32)| Rate {
        case: case.key.clone(),
        name: case.name.clone(),
        planner: planner.name().to_string(),
        planned: millions(requests, planned_ms),
        whole: millions(requests, whole_ms),
        naive: millions(requests, naive_ms),
        kernel: millions(f64::from(KERNEL_ROUNDS), kernel_ms),
        accepted: f64::from(accepted) / arrivals.jobs() as f64,
    };
    planners.into_iter().map(rate).collect()
}
