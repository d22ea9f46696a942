//! What the examples of plans in slots are made of: the papers' tables, generated workloads, and the changes to try.

use crate::engine::Study;
use crate::engine::core::edits::RequestId;
use crate::engine::slots::elastic::Tariff;
use crate::engine::slots::request::{Request, Slot};
use crate::engine::slots::revenue::{DemandSource, Market, Method};
use crate::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use crate::engine::slots::workload::{Generator, Preset, Range, Source, Workload};

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

/// The same plan with one request changed.
pub fn with_request(study: &Study, id: RequestId, change: fn(&mut Request)) -> Study {
    let Some(slots) = study.slots() else { return study.clone() };
    let Source::Requests(given) = &slots.workload.source else { return study.clone() };
    let edited = slots.workload.edits.0.get(&id).copied().flatten();
    let Some(mut request) = edited.or_else(|| given.get(id as usize).copied()) else { return study.clone() };
    change(&mut request);
    SlotsScenario { workload: slots.workload.with_edit(id, Some(request)), ..slots.clone() }.into()
}

/// The same requests under another planner.
pub fn planned_by(study: &Study, planner: PlannerKind) -> Study {
    let Some(slots) = study.slots() else { return study.clone() };
    SlotsScenario { policy: Policy { planner, ..slots.policy }, ..slots.clone() }.into()
}

/// The same market without booking limits.
pub fn without_limits(study: &Study) -> Study {
    let Some(slots) = study.slots() else { return study.clone() };
    let market = slots.market.clone().map(|market| Market { method: Method::None, ..market });
    SlotsScenario { market, ..slots.clone() }.into()
}

/// A workload of Umar's experiments.
pub fn generated(mpi: bool, requests: u32) -> SlotsScenario {
    let preset = Preset { mpi, rate: if mpi { 3 } else { 2 }, flexible_percent: 100 };
    let generator: Generator = preset.generator(1, requests);
    SlotsScenario {
        machine: Machine { nodes: Preset::NODES, ..Machine::default() },
        workload: Workload::of_generator(generator),
        policy: Policy::default(),
        market: None,
        tariff: Tariff::default(),
    }
}

/// Umar's worked market with its demand given, and a workload as in his experiments (6.6) that asks for more than there is.
pub fn three_classes() -> SlotsScenario {
    let generator = Generator {
        seed: 1,
        requests: 400,
        arrivals_per_slot: 3.0,
        duration: Range::new(12, 24),
        book_ahead: Range::new(0, 36),
        relax: Range::new(1, 12),
        flexible_percent: 50,
        nodes: Range::new(1, 1),
        jobs: Range::new(1, 1),
    };
    SlotsScenario {
        machine: Machine { nodes: 40, ..Machine::default() },
        workload: Workload::of_generator(generator),
        policy: Policy::default(),
        market: Some(Market { demand: DemandSource::Given, ..Market::umar(40) }),
        tariff: Tariff::default(),
    }
}
