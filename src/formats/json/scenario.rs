//! Scenario files: from text to a checked scenario and back. Version 1 holds a plan in slots, and in older files named servers beside it; version 2
//! says which study it holds.
//! The types that describe the file belong to the format and to
//! nothing else: the engine may change without changing what old files mean.

use super::error::parse;
use super::format::to_text;
use super::market::WireMarket;
use super::object;
use super::servers::WireServers;
use super::value::{Object, Scalar, Whole, given_object, named, object};
use super::workload::WireWorkload;
use super::{FileError, MAX_BYTES, STUDY_VERSION, VERSION};
use bookahead_engine::convert::with_jobs_of;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead_engine::study::StudyKind;
use bookahead_engine::{Scenario, Study};
use serde::{Deserialize, Deserializer, Serialize};

/// What a file holds: older ones may hold two studies.
#[derive(Clone, Debug, PartialEq)]
pub struct FileContent {
    /// The study, or of two the plan in slots.
    pub scenario: Scenario,
    /// The named servers beside a plan in slots.
    pub second: Option<Scenario>,
}

impl FileContent {
    fn checked(self) -> Result<Self, ScenarioError> {
        for scenario in [Some(&self.scenario), self.second.as_ref()].into_iter().flatten() {
            scenario.check()?;
        }
        Ok(self)
    }
}

/// Version and study alone, read first so that a file of another version is refused by that name and not by its first unknown field.
#[derive(Deserialize)]
struct Kind {
    version: Scalar,
    #[serde(default, deserialize_with = "study_name")]
    study: Option<Scalar>,
}

fn study_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Scalar>, D::Error> {
    Scalar::read(deserializer, "the name of a study").map(Some)
}

/// How a file is to be read.
enum Layout {
    /// As [`WireScenario`].
    Slots,
    /// As [`WireIdleScenario`].
    Idle,
    /// The version needs the name of a study, and there is none.
    NoStudy,
    /// Another version of the format: what stands in its place.
    OtherVersion(String),
}

impl Kind {
    /// How the rest of the file is to be read.
    ///
    /// # Errors
    /// The study is not one that files of this version hold.
    fn layout(self) -> Result<Layout, ScenarioError> {
        let Scalar(version) = self.version;
        let is = |known: u64| version.as_f64().is_some_and(|number| number == known as f64);
        if is(VERSION) {
            return Ok(Layout::Slots);
        }
        if !is(STUDY_VERSION) {
            return Ok(Layout::OtherVersion(version.to_string()));
        }
        match self.study {
            None => Ok(Layout::NoStudy),
            Some(Scalar(study)) if study.as_str() == Some(StudyKind::Idle.key()) => Ok(Layout::Idle),
            Some(Scalar(study)) => {
                let allowed = format!("{:?}; a plan in slots is a file of version {VERSION}", StudyKind::Idle.key());
                Err(ScenarioError::new(FieldPath::new("study"), study, allowed))
            }
        }
    }
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
    let Object(kind) = parse::<Object<Kind>>(text)?;
    match kind.layout()? {
        Layout::Slots => {
            let Object(file) = parse::<Object<WireScenario>>(text)?;
            Ok(file.content()?.checked()?)
        }
        Layout::Idle => {
            let Object(file) = parse::<Object<WireIdleScenario>>(text)?;
            Ok(file.content()?.checked()?)
        }
        Layout::NoStudy => Err(FileError::Missing { place: FieldPath::new(""), field: "study".to_string() }),
        Layout::OtherVersion(found) => Err(FileError::Version { found }),
    }
}

/// Reads a file's scenario that comes as an object of another language, and checks it. `object` gives a reader of it, each time from its start.
///
/// # Errors
/// As [`read`]; every error has a place.
pub fn read_object<'de, D: Deserializer<'de>>(object: impl Fn() -> D) -> Result<FileContent, ScenarioError> {
    let Object(kind) = object::read::<Object<Kind>, _>(object())?;
    match kind.layout()? {
        Layout::Slots => {
            let Object(file) = object::read::<Object<WireScenario>, _>(object())?;
            file.content()?.checked()
        }
        Layout::Idle => {
            let Object(file) = object::read::<Object<WireIdleScenario>, _>(object())?;
            file.content()?.checked()
        }
        Layout::NoStudy => Err(object::missing(&FieldPath::new("study"))),
        Layout::OtherVersion(found) => Err(object::other_version(found)),
    }
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

impl WireIdleScenario {
    fn content(self) -> Result<FileContent, ScenarioError> {
        let idle = self.servers.scenario(&FieldPath::new("servers"))?;
        Ok(FileContent { scenario: Scenario::new(self.title, idle), second: None })
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
