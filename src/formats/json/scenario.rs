//! Scenario files: from text to a checked scenario and back. Version 1 holds a plan in slots, and in older files named servers beside it; version 2
//! says which study it holds.
//! The types that describe the file belong to the format and to
//! nothing else: the engine may change without changing what old files mean.

use super::error::parse;
use super::format::to_text;
use super::market::WireMarket;
use super::servers::WireServers;
use super::value::{Object, Whole, given_object, named, object};
use super::workload::WireWorkload;
use super::{FileError, MAX_BYTES, STUDY_VERSION, VERSION};
use bookahead_engine::convert::with_jobs_of;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead_engine::study::StudyKind;
use bookahead_engine::{Scenario, Study};
use serde::{Deserialize, Serialize};

/// What a file holds: older ones may hold two studies.
#[derive(Clone, Debug, PartialEq)]
pub struct FileContent {
    /// The study, or of two the plan in slots.
    pub scenario: Scenario,
    /// The named servers beside a plan in slots.
    pub second: Option<Scenario>,
}

/// Version and study alone, read first so that a file of another version is refused by that name and not by its first unknown field.
#[derive(Deserialize)]
struct Kind {
    version: serde_json::Value,
    #[serde(default)]
    study: Option<serde_json::Value>,
}

/// A file of version 1.
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

/// A file of version 2 with named servers.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireIdleScenario {
    version: Whole<u64>,
    study: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(deserialize_with = "object")]
    servers: WireServers,
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

/// Reads a file's scenario from JSON and checks it.
///
/// # Errors
/// Text that is too long, is not JSON or has an unknown field (line and column), has another version or study, lacks a field that is needed,
/// or holds something of a wrong type or out of range (the place, what stands there, what is allowed).
pub fn read(text: &str) -> Result<FileContent, FileError> {
    if text.len() > MAX_BYTES {
        return Err(FileError::TooLong);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Object(Kind { version, study }) = parse(text)?;
    let is = |known: u64| version.as_f64().is_some_and(|number| number == known as f64);
    let content = if is(VERSION) {
        let Object(file) = parse::<Object<WireScenario>>(text)?;
        file.content()?
    } else if is(STUDY_VERSION) {
        let study = study.ok_or_else(|| FileError::Missing { place: FieldPath::new(""), field: "study".to_string() })?;
        if study.as_str() != Some(StudyKind::Idle.key()) {
            let allowed = format!("{:?}; a plan in slots is a file of version {VERSION}", StudyKind::Idle.key());
            return Err(ScenarioError::new(FieldPath::new("study"), study, allowed).into());
        }
        let Object(file) = parse::<Object<WireIdleScenario>>(text)?;
        let idle = file.servers.scenario(&FieldPath::new("servers"))?;
        FileContent { scenario: Scenario::new(file.title, idle), second: None }
    } else {
        return Err(FileError::Version { found: version.to_string() });
    };
    for scenario in [Some(&content.scenario), content.second.as_ref()].into_iter().flatten() {
        scenario.check()?;
    }
    Ok(content)
}

/// Reads a file's scenario from its bytes.
///
/// # Errors
/// As [`read`], and bytes that are not UTF-8.
pub fn read_bytes(bytes: &[u8]) -> Result<FileContent, FileError> {
    if bytes.len() > MAX_BYTES {
        return Err(FileError::TooLong);
    }
    let text = std::str::from_utf8(bytes).map_err(|error| FileError::NotText { byte: error.valid_up_to() })?;
    read(text)
}

/// Writes a scenario as JSON that [`read`] takes back: every field, one request to a line, so that two files differ where the scenarios
/// do. Edits of a given list are written into the list; those of a generated workload stay edits.
pub fn write(scenario: &Scenario) -> String {
    let title = scenario.title.clone();
    match &scenario.study {
        Study::Slots(slots) => to_text(&WireScenario::of(title, slots)),
        Study::Idle(idle) => to_text(&WireIdleScenario {
            version: Whole(STUDY_VERSION),
            study: StudyKind::Idle.key().to_string(),
            title,
            servers: WireServers::from(&idle.folded()),
        }),
    }
}

impl WireScenario {
    fn content(self) -> Result<FileContent, ScenarioError> {
        let root = FieldPath::new("");
        let machine = Machine { nodes: self.machine.nodes.0, slot_seconds: self.machine.slot_seconds.0 };
        // Everything else is compared with the machine.
        machine.check(&root.field("machine"))?;
        let slots = SlotsScenario {
            machine,
            workload: self.workload.workload(machine.nodes, &root.field("workload"))?,
            policy: Policy { planner: self.policy.planner, shift: self.policy.shift },
            market: self.market.map(|market| market.market(machine.nodes, &root.field("market"))).transpose()?,
        };
        let Some(servers) = self.servers else {
            return Ok(FileContent { scenario: Scenario::new(self.title, slots), second: None });
        };
        let is_of_slots = servers.is_of_slots();
        let mut idle = servers.scenario(&root.field("servers"))?;
        if is_of_slots {
            (idle, _) = with_jobs_of(&idle, &slots)?;
        }
        let idle = Scenario::new(self.title.clone(), idle);
        if slots.workload.source.is_empty() && slots.workload.edits.is_empty() {
            slots.check(&root)?;
            return Ok(FileContent { scenario: idle, second: None });
        }
        Ok(FileContent { scenario: Scenario::new(self.title, slots), second: Some(idle) })
    }

    fn of(title: String, slots: &SlotsScenario) -> Self {
        let Machine { nodes, slot_seconds } = slots.machine;
        Self {
            version: Whole(VERSION),
            title,
            machine: WireMachine { nodes: Whole(nodes), slot_seconds: Whole(slot_seconds) },
            workload: WireWorkload::from(&slots.workload.folded()),
            policy: WirePolicy { planner: slots.policy.planner, shift: slots.policy.shift },
            market: slots.market.as_ref().map(WireMarket::from),
            servers: None,
        }
    }
}
