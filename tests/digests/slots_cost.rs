//! What requests in slots cost: a map under every usual planner, with and without a market, to the last bit of its money.

use super::Fingerprint;
use bookahead::engine::SlotsScenario;
use bookahead::engine::core::cost_map::{MapAsked, MapAxis};
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::slots::cost::session::Costing;
use bookahead::engine::slots::cost::{CostAsked, Measure, Wanted};
use bookahead::engine::slots::revenue::{DemandSource, Market};
use bookahead::engine::slots::run::SlotsRun;
use bookahead::engine::slots::scenario::{PlannerKind, Policy, scenario_of};
use bookahead::engine::slots::workload::{Preset, Workload};

/// One line for each planner.
pub fn lines() -> Vec<String> {
    let market = Market { demand: DemandSource::Given, ..Market::umar(Preset::NODES) };
    let policies = PlannerKind::usual().into_iter().map(|planner| Policy { planner, ..Policy::default() });
    policies
        .flat_map(|policy| [(policy, None), (policy, Some(market.clone()))])
        .map(|(policy, market)| line(policy, market))
        .collect()
}

fn line(policy: Policy, market: Option<Market>) -> String {
    let generator = Preset { mpi: true, rate: 2, flexible_percent: 75 }.generator(3, 150);
    let name = format!("slots-cost {}{}", policy.planner.name(), if market.is_some() { " market" } else { "" });
    let scenario =
        SlotsScenario { policy, market, workload: Workload::of_generator(generator), ..scenario_of(Preset::NODES, Vec::new()) };
    let mut run = SlotsRun::open(scenario).expect("the scenarios of this list are in bounds");
    while !run.advance(usize::MAX).is_done {}
    let slot = run.session().arrivals().submitted[130];
    let map = MapAsked { from: slot, to: slot + 60, columns: 12, rows: 6, axis: MapAxis::Nodes, most: 24, near: Some((5, 2)) };
    let wanted = Wanted { start: slot + 9, slots: 8, nodes: 7 };
    let asked = CostAsked { wanted, relax: 0, submitted: Some(slot), latest: None, measure: Measure::Slots, map: Some(map) };
    let pricing = run.pricing(asked.submitted, asked.relax).expect("there is room for one more");
    let mut costing = Costing::new(pricing, asked);
    while !costing.is_done() {
        costing.advance(40);
    }
    let map = costing.answer().map.as_ref().expect("a map was asked for");
    let mut print = Fingerprint::new();
    print.column(&map.cheapest);
    let mut moved = 0;
    for (row, column) in (0..map.asked.rows).flat_map(|row| (0..map.asked.columns).map(move |column| (row, column))) {
        let cost = map.cost(column, row).expect("every cell is computed");
        moved += cost.moved_slots;
        print.column(&[cost.granted, cost.slots, cost.nodes, cost.moved, cost.refused, cost.accepted, cost.resized]);
        let money = [cost.moved_slots, cost.pays, cost.lost.cast_unsigned(), cost.displaced.unwrap_or(-1.0).to_bits()];
        print.numbers(money.into_iter());
    }
    format!("{name} {moved} {:016x}", print.0)
}
