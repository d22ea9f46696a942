//! Scenario files with a plan in slots: version 1. Older ones hold named servers beside it.

use super::market::WireMarket;
use super::ranges;
use super::workload::WireWorkload;
use crate::json_parts::{FileContent, Named, VERSION, Whole, WireStart, given_object, named, named_as_usual, object, to_text};
use crate::same_fields::{Written, is_usual, same_fields};
use crate::studies::idle::file::WireServers;
use crate::studies::system::StudyFile;
use bookahead_engine::Scenario;
use bookahead_engine::convert::with_jobs_of;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::order_search::OrderSearch;
use bookahead_engine::slots::overlap_rule::OverlapRule;
use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use serde::{Deserialize, Serialize};

/// Fields that are spread over lines.
const SPREAD: &[&str] = &["workload", "requests", "generator", "edits", "market", "classes"];

/// A file of version 1.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WireFile {
    version: Whole<u64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(deserialize_with = "object")]
    machine: WireMachine,
    #[serde(deserialize_with = "object")]
    workload: WireWorkload,
    #[serde(default, deserialize_with = "object")]
    policy: WirePolicy,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    market: Option<WireMarket>,
    #[serde(default, deserialize_with = "object", skip_serializing_if = "is_usual")]
    tariff: WireTariff,
    /// Only read.
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    servers: Option<WireServers>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireMachine {
    nodes: ranges::Nodes,
    #[serde(default = "default_slot_seconds")]
    slot_seconds: ranges::SlotSeconds,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    start: Option<WireStart>,
}

fn default_slot_seconds() -> ranges::SlotSeconds {
    Whole(Machine::default().slot_seconds)
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WirePolicy {
    #[serde(default, with = "named")]
    planner: PlannerKind,
    #[serde(default, with = "named")]
    shift: ShiftRule,
    #[serde(default, deserialize_with = "object", skip_serializing_if = "is_usual")]
    search: WireSearch,
    #[serde(default, deserialize_with = "object", skip_serializing_if = "is_usual")]
    overlap: WireOverlap,
}

/// How much reservations may overlap. Its ranges are checked with the policy.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WireOverlap {
    confidence: ranges::Confidence,
    free_share: ranges::FreeShare,
    overestimate: ranges::Overestimate,
    #[serde(skip_serializing_if = "is_zero")]
    trust: ranges::Trust,
    #[serde(skip_serializing_if = "is_zero")]
    exact_users: ranges::ExactUsers,
    seed: Whole<u64>,
}

impl Default for WireOverlap {
    fn default() -> Self {
        Self::of(OverlapRule::default())
    }
}

/// Per cent that are not written if there are none.
fn is_zero(percent: &ranges::Trust) -> bool {
    percent.0 == 0
}

/// How planners that search for an order do so. Its ranges are checked with the policy.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WireSearch {
    population: ranges::SearchPopulation,
    generations: ranges::SearchGenerations,
    seed: Whole<u64>,
}

impl Default for WireSearch {
    fn default() -> Self {
        Self::of(OrderSearch::default())
    }
}

/// What offers cost where there is no market.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WireTariff {
    base_cost: f64,
    factor: f64,
}

impl Default for WireTariff {
    fn default() -> Self {
        Self::of(Tariff::default())
    }
}

same_fields! {
    WirePolicy = Policy { planner, shift, search, overlap }
    WireOverlap = OverlapRule { confidence, free_share, overestimate, trust, exact_users, seed }
    WireSearch = OrderSearch { population, generations, seed }
    WireTariff = Tariff { base_cost, factor }
}

named_as_usual!(ShiftRule);

impl Named for PlannerKind {
    const CHOICES: &'static [Self] = &Self::EVERY;

    fn name_in_file(self) -> &'static str {
        self.name()
    }
}

impl StudyFile for WireFile {
    type Recipe = SlotsScenario;

    /// What the file holds. Its ranges are checked only where something is derived from them.
    fn content(self) -> Result<FileContent, ScenarioError> {
        let root = FieldPath::new("");
        let machine =
            Machine { nodes: self.machine.nodes.0, slot_seconds: self.machine.slot_seconds.0, start: self.machine.start.value() };
        // Everything else is compared with the machine.
        machine.check(&root.field("machine"))?;
        let tariff = self.tariff.value();
        let slots = SlotsScenario {
            machine,
            workload: self.workload.workload(machine.nodes, &root.field("workload"))?,
            policy: self.policy.value(),
            market: self.market.map(|market| market.market(machine.nodes, &root.field("market"))).transpose()?,
            // Every file that has a tariff can be used.
            tariff: tariff.check(&root.field("tariff")).map(|()| tariff)?,
        };
        let Some(servers) = self.servers else {
            return Ok(FileContent::one(Scenario::new(self.title, slots)));
        };
        let is_of_slots = servers.is_of_slots();
        let mut idle = servers.older_scenario(&root.field("servers"))?;
        if is_of_slots {
            (idle, _) = with_jobs_of(&idle, &slots)?;
        }
        let idle = Scenario::new(self.title.clone(), idle);
        if slots.workload.source.is_empty() && slots.workload.edits.is_empty() {
            slots.check(&root)?;
            return Ok(FileContent::one(idle));
        }
        Ok(FileContent { scenario: Scenario::new(self.title, slots), second: Some(idle) })
    }

    /// A file as text, with the edits of a given list written into the list.
    fn text(title: &str, slots: &SlotsScenario) -> String {
        let Machine { nodes, slot_seconds, start } = slots.machine;
        let file = WireFile {
            version: Whole(VERSION),
            title: title.to_string(),
            machine: WireMachine { nodes: Whole(nodes), slot_seconds: Whole(slot_seconds), start: Written::of(start) },
            workload: WireWorkload::from(&slots.workload.folded()),
            policy: Written::of(slots.policy),
            market: slots.market.as_ref().map(WireMarket::from),
            tariff: Written::of(slots.tariff),
            servers: None,
        };
        to_text(&file, SPREAD)
    }
}
