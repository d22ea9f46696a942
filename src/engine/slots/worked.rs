//! The worked examples of Umar and Pujiyanta: tables of requests, and the scenarios they make.

use super::elastic::Tariff;
use super::request::{Request, Slot};
use super::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use super::workload::Workload;

/// A row of a worked example: user, earliest start, latest start, duration, nodes, jobs.
pub type Row = (u32, Slot, Slot, Slot, u32, u32);

/// Umar, Table 3.4, without its last request.
pub const UMAR_PARAMETRIC: &[Row] = &[
    (1, 11, 11, 1, 1, 2),
    (2, 11, 11, 3, 1, 1),
    (3, 12, 12, 3, 1, 1),
    (4, 15, 16, 1, 1, 1),
    (5, 15, 15, 1, 1, 2),
    (6, 11, 11, 2, 1, 1),
    (7, 13, 13, 1, 1, 1),
    (8, 16, 16, 2, 1, 1),
    (9, 11, 11, 2, 1, 1),
    (10, 15, 15, 3, 1, 1),
];

/// Umar, Table 3.5, without its last request.
pub const UMAR_MPI: &[Row] = &[
    (1, 11, 11, 1, 2, 1),
    (2, 11, 11, 3, 1, 1),
    (3, 12, 12, 3, 1, 1),
    (4, 15, 16, 1, 1, 1),
    (5, 15, 15, 1, 2, 1),
    (6, 11, 11, 2, 1, 1),
    (7, 13, 13, 1, 1, 1),
    (8, 16, 16, 2, 1, 1),
    (9, 11, 11, 2, 1, 1),
    (10, 15, 15, 3, 1, 1),
];

/// Pujiyanta, Table I.
pub const PUJIYANTA: &[Row] = &[
    (1, 3, 3, 2, 1, 1),
    (2, 3, 3, 3, 1, 2),
    (3, 3, 3, 4, 1, 1),
    (4, 3, 3, 2, 1, 1),
    (5, 6, 6, 1, 1, 1),
    (6, 6, 6, 5, 1, 1),
    (7, 7, 7, 2, 1, 1),
    (8, 9, 9, 1, 1, 1),
    (9, 9, 9, 2, 1, 1),
    (10, 10, 10, 2, 1, 1),
    (11, 9, 9, 3, 1, 1),
];

/// The rows, and one more.
pub fn with(rows: &[Row], last: Row) -> Vec<Row> {
    rows.iter().copied().chain([last]).collect()
}

/// A plan of these rows on so many nodes.
pub fn rows(nodes: u32, planner: PlannerKind, rows: &[Row]) -> SlotsScenario {
    let request = |&(user, earliest_start, latest_start, duration, nodes, jobs): &Row| Request {
        user,
        submitted: 0,
        earliest_start,
        latest_start,
        duration,
        nodes,
        jobs,
    };
    SlotsScenario {
        machine: Machine { nodes, ..Machine::default() },
        workload: Workload::of_requests(rows.iter().map(request).collect()),
        policy: Policy { planner, shift: ShiftRule::Hold, ..Policy::default() },
        market: None,
        tariff: Tariff::default(),
    }
}

/// Umar, Figures 3.12 and 3.13: Table 3.4 with its last request, which fits only because another moves.
pub fn eleven_requests() -> SlotsScenario {
    rows(5, PlannerKind::FcfsEds, &with(UMAR_PARAMETRIC, (11, 12, 14, 3, 1, 3)))
}

/// Umar, Figure 3.14: Table 3.5 with its last request.
pub fn eleven_requests_mpi() -> SlotsScenario {
    rows(5, PlannerKind::FcfsEds, &with(UMAR_MPI, (11, 12, 14, 3, 2, 1)))
}

/// Pujiyanta, Figure 2: Table I.
pub fn before_the_holes() -> SlotsScenario {
    rows(5, PlannerKind::FcfsLrh, PUJIYANTA)
}

/// Pujiyanta, Figures 3 to 6: Table I with request 12.
pub fn holes() -> SlotsScenario {
    rows(5, PlannerKind::FcfsLrh, &with(PUJIYANTA, (12, 5, 10, 3, 1, 3)))
}
