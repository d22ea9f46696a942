//! The scenario file, version 1: from text to a checked scenario and back. The types that describe the file belong to the format and to
//! nothing else: the engine may change without changing what old files mean.

use super::error::parse;
use super::format::to_text;
use super::market::WireMarket;
use super::object;
use super::servers::WireServers;
use super::value::{Object, Scalar, Whole, given_object, named, object};
use super::workload::WireWorkload;
use super::{FileError, MAX_BYTES, VERSION};
use bookahead_engine::core::error::{Place, ScenarioError};
use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, Scenario, ShiftRule};
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// The version alone, read first so that a file of another version is refused by that name and not by its first unknown field.
#[derive(Deserialize)]
struct VersionOnly {
    version: Scalar,
}

impl VersionOnly {
    /// What stands in the place of this program's version, if it is another.
    fn other(self) -> Option<String> {
        let Scalar(version) = self.version;
        (version.as_f64() != Some(VERSION as f64)).then(|| version.to_string())
    }
}

/// The whole file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireScenario {
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
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    servers: Option<WireServers>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireMachine {
    nodes: Whole<u32>,
    #[serde(default = "default_slot_seconds")]
    slot_seconds: Whole<u32>,
}

fn default_slot_seconds() -> Whole<u32> {
    Whole(Machine::default().slot_seconds)
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePolicy {
    #[serde(default, with = "named")]
    planner: PlannerKind,
    #[serde(default, with = "named")]
    shift: ShiftRule,
}

/// Reads a scenario from JSON and checks it.
///
/// # Errors
/// Text that is too long, is not JSON or has an unknown field (line and column), has another version, lacks a field that is needed, or
/// holds something of a wrong type or out of range (the place, what stands there, what is allowed).
pub fn read(text: &str) -> Result<Scenario, FileError> {
    if text.len() > MAX_BYTES {
        return Err(FileError::TooLong);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Object(version) = parse::<Object<VersionOnly>>(text)?;
    if let Some(found) = version.other() {
        return Err(FileError::Version { found });
    }
    let Object(file) = parse::<Object<WireScenario>>(text)?;
    Ok(file.checked()?)
}

/// Reads a scenario that comes as an object of another language, and checks it. `object` gives a reader of it, each time from its start.
///
/// # Errors
/// As [`read`]; every error has a place.
pub fn read_object<'de, D: Deserializer<'de>>(object: impl Fn() -> D) -> Result<Scenario, ScenarioError> {
    let Object(version) = object::read::<Object<VersionOnly>, _>(object())?;
    if let Some(found) = version.other() {
        return Err(object::other_version(found));
    }
    let Object(file) = object::read::<Object<WireScenario>, _>(object())?;
    file.checked()
}

/// Reads a scenario from the bytes of a file.
///
/// # Errors
/// As [`read`], and bytes that are not UTF-8.
pub fn read_bytes(bytes: &[u8]) -> Result<Scenario, FileError> {
    if bytes.len() > MAX_BYTES {
        return Err(FileError::TooLong);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| FileError::NotText { byte: error.valid_up_to() })?;
    read(text)
}

/// Writes a scenario as JSON that [`read`] takes back: every field, one request to a line, so that two files differ where the scenarios
/// do. Edits of a given list are written into the list; those of a generated workload stay edits.
pub fn write(scenario: &Scenario) -> String {
    to_text(&WireScenario::from(scenario))
}

impl WireScenario {
    fn checked(self) -> Result<Scenario, ScenarioError> {
        let scenario = self.scenario()?;
        scenario.check()?;
        Ok(scenario)
    }

    fn scenario(self) -> Result<Scenario, ScenarioError> {
        let root = Place::new("");
        let machine = Machine { nodes: self.machine.nodes.0, slot_seconds: self.machine.slot_seconds.0 };
        // Everything else is compared with the machine.
        machine.check(&root.field("machine"))?;
        Ok(Scenario {
            title: self.title,
            machine,
            workload: self.workload.workload(machine.nodes, &root.field("workload"))?,
            policy: Policy { planner: self.policy.planner, shift: self.policy.shift },
            market: self.market.map(|market| market.market(machine.nodes, &root.field("market"))).transpose()?,
            servers: self.servers.map(|servers| servers.scenario(&root.field("servers"))).transpose()?.map(Arc::new),
        })
    }
}

impl From<&Scenario> for WireScenario {
    fn from(scenario: &Scenario) -> Self {
        let Machine { nodes, slot_seconds } = scenario.machine;
        Self {
            version: Whole(VERSION),
            title: scenario.title.clone(),
            machine: WireMachine { nodes: Whole(nodes), slot_seconds: Whole(slot_seconds) },
            workload: WireWorkload::from(&scenario.workload.folded()),
            policy: WirePolicy { planner: scenario.policy.planner, shift: scenario.policy.shift },
            market: scenario.market.as_ref().map(WireMarket::from),
            servers: scenario.servers.as_ref().map(|servers| WireServers::from(&servers.folded())),
        }
    }
}
