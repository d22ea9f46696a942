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

/// Umar, Figures 3.6 and 3.7: Table 3.4, before the last request.
pub fn ten_requests() -> SlotsScenario {
    rows(5, PlannerKind::FcfsEds, UMAR_PARAMETRIC)
}

/// Umar, Figures 3.9 and 3.10: Table 3.5, before the last request.
pub fn ten_requests_mpi() -> SlotsScenario {
    rows(5, PlannerKind::FcfsEds, UMAR_MPI)
}

/// Umar, Tables 3.2 and 3.3: the jobs of users 1, 4, 2, 9 and 6 in slot t, here 1; in the next slot 2, 9 and 6 go on and 3 starts.
pub fn two_slots() -> SlotsScenario {
    let first = [(1, 1, 1, 1, 1, 1), (4, 1, 1, 1, 1, 1), (2, 1, 1, 2, 1, 1), (9, 1, 1, 2, 1, 1), (6, 1, 1, 2, 1, 1)];
    rows(5, PlannerKind::FcfsEds, &with(&first, (3, 2, 2, 1, 1, 1)))
}

/// Umar, Figure 2.7: five reservations on five nodes.
pub const FIVE_RESERVATIONS: &[Row] =
    &[(1, 5, 5, 3, 1, 1), (2, 6, 6, 1, 2, 1), (3, 5, 5, 3, 2, 1), (4, 7, 7, 3, 1, 1), (5, 10, 10, 2, 2, 1)];

/// Umar, Figure 2.8: two nodes from 6 to 8, which are not free.
pub const USER_6: Row = (6, 6, 6, 2, 2, 1);

/// Umar, Figure 2.7.
pub fn five_reservations() -> SlotsScenario {
    rows(5, PlannerKind::Rigid, FIVE_RESERVATIONS)
}

/// Umar, Figure 2.8.
pub fn user_6() -> SlotsScenario {
    rows(5, PlannerKind::Rigid, &with(FIVE_RESERVATIONS, USER_6))
}

/// Umar, Figures 2.1 and 2.5: a bandwidth of 100, of which 80, 60 and 40 are reserved in the first three slots. The text names no more of them; the rest is
/// ours.
pub const BANDWIDTH: &[Row] =
    &[(1, 0, 0, 4, 40, 1), (2, 0, 0, 2, 20, 1), (3, 0, 0, 1, 20, 1), (4, 4, 4, 2, 60, 1), (5, 6, 6, 2, 30, 1)];

/// Umar, Figure 2.3: a bandwidth of 20 for the whole of one half and a part of the other.
pub const NEW_BANDWIDTH: Row = (6, 0, 0, 6, 20, 1);

/// Umar, Figures 2.1 and 2.5.
pub fn bandwidth() -> SlotsScenario {
    rows(100, PlannerKind::Rigid, BANDWIDTH)
}

/// Pujiyanta, Figure 2: Table I.
pub fn before_the_holes() -> SlotsScenario {
    rows(5, PlannerKind::FcfsLrh, PUJIYANTA)
}

/// Sulistio, Figure 1: three nodes with the reservations before the query. Only the free nodes of its interval follow from the text.
pub const BEFORE_THE_QUERY: &[Row] = &[(1, 11, 11, 2, 1, 1), (2, 11, 11, 4, 1, 1)];

/// Pujiyanta, Figures 3 to 6: Table I with request 12.
pub fn holes() -> SlotsScenario {
    rows(5, PlannerKind::FcfsLrh, &with(PUJIYANTA, (12, 5, 10, 3, 1, 3)))
}
