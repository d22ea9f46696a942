//! What the examples of plans in slots are made of: the papers' tables, generated workloads, and the changes to try.

use crate::engine::Study;
use crate::engine::core::edits::RequestId;
use crate::engine::slots::elastic::Tariff;
use crate::engine::slots::request::Request;
use crate::engine::slots::revenue::{DemandSource, Market, Method};
use crate::engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario};
use crate::engine::slots::workload::{Generator, Preset, Range, Source, Workload};

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
