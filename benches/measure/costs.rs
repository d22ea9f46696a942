//! Cost per request against what a workload can be large in: the length of the plan, how far ahead is booked, duration, relax time, nodes.

use super::cases::Shape;
use super::clock::now_ms;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy};
use bookahead::engine::slots::workload::{Range, Workload};

/// Planners whose cost is drawn.
pub const PLANNERS: [PlannerKind; 4] =
    [PlannerKind::FirstFit, PlannerKind::FirstFitPhysical, PlannerKind::FcfsEds, PlannerKind::FcfsLrh];

/// Nodes of the machine where they are not what is varied.
const NODES: u32 = 200;
/// A run is stopped after so long; the cost is that of the requests decided by then. In milliseconds.
const LONGEST_MS: f64 = 400.0;
/// Requests decided between two looks at the clock.
const PIECE: usize = 1_000;

/// What is varied.
pub struct Axis {
    /// For people.
    pub name: &'static str,
    /// The values.
    pub values: &'static [u32],
    shape: fn(u32) -> Shape,
}

/// Everything that is varied, one at a time, the load staying as it is.
pub const AXES: &[Axis] = &[
    Axis {
        name: "length of the plan (slots)",
        values: &[100, 1_000, 10_000, 100_000],
        // At 200 nodes, load 0.9 and a mean duration of 26.5, 6.8 requests arrive in a slot.
        shape: |slots| Shape::of_nodes(NODES, slots * 68 / 10),
    },
    Axis {
        name: "booked ahead up to (slots)",
        values: &[10, 100, 1_000, 10_000],
        shape: |slots| Shape { book_ahead: Range::new(0, slots), ..base() },
    },
    Axis {
        name: "duration up to (slots)",
        values: &[10, 100, 1_000, 10_000],
        shape: |slots| Shape { duration: Range::new(1, slots), ..base() },
    },
    Axis {
        name: "relax time up to (slots)",
        values: &[10, 100, 1_000, 10_000],
        shape: |slots| Shape { relax: Range::new(1, slots), ..base() },
    },
    Axis { name: "nodes", values: &[10, 100, 1_000, 10_000], shape: |nodes| Shape::of_nodes(nodes, 100_000) },
];

fn base() -> Shape {
    Shape::of_nodes(NODES, 100_000)
}

/// Cost of one planner along one axis.
pub struct Curve {
    /// The planner.
    pub planner: PlannerKind,
    /// Microseconds per request at each value of the axis.
    pub micros: Vec<f64>,
}

/// The curves along an axis, each point the fastest of `runs`.
pub fn curves(axis: &Axis, runs: u32) -> Vec<Curve> {
    let mut curves = PLANNERS.map(|planner| Curve { planner, micros: Vec::new() });
    for &value in axis.values {
        let shape = (axis.shape)(value);
        let arrivals = Workload::of_generator(shape.generator()).arrivals().expect("the bench's workloads are in bounds");
        let machine = Machine { nodes: shape.nodes, ..Machine::default() };
        for curve in &mut curves {
            let policy = Policy { planner: curve.planner, ..Policy::default() };
            let cost = (0..runs).map(|_| {
                let session = Session::new(machine, policy, arrivals.clone());
                micros_per_request(session)
            });
            curve.micros.push(cost.fold(f64::INFINITY, f64::min));
        }
    }
    curves.into()
}

fn micros_per_request(mut session: Session) -> f64 {
    let began = now_ms();
    loop {
        session.advance(PIECE);
        let elapsed = now_ms() - began;
        if session.is_done() || elapsed > LONGEST_MS {
            return elapsed * 1e3 / session.decided().max(1) as f64;
        }
    }
}
