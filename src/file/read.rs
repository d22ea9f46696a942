//! From text to a checked scenario.

use super::FileError;
use super::market::market_of;
use super::number::{Pair, Value};
use super::servers::servers_of;
use super::wire::{self, Object, VersionOnly};
use crate::engine::bounds::{self, Bound};
use crate::engine::error::{Place, ScenarioError};
use crate::engine::scenario::{Machine, PlannerKind, Policy, Scenario, ShiftRule};
use crate::engine::workload::{Edits, Generator, Preset, Range, RequestId, Source, Workload};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Greatest text that is read, in bytes: the largest legal workload, written out in full, still is.
pub const MAX_BYTES: usize = 320 << 20;

/// The version that is read and written.
pub const VERSION: u64 = 1;

/// Reads a scenario from JSON and checks it.
///
/// # Errors
/// Text that is too long, is not JSON (line and column), has another version or an unknown field (both named), or holds something out of
/// range (the place, what stands there, what is allowed).
pub fn read(text: &str) -> Result<Scenario, FileError> {
    if text.len() > MAX_BYTES {
        return Err(FileError::TooLong);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let Object(VersionOnly { version }) = serde_json::from_str(text)?;
    if version.whole() != Some(VERSION) {
        return Err(FileError::Version { found: version.to_string() });
    }
    let Object(file) = serde_json::from_str::<Object<wire::File>>(text)?;
    let scenario = scenario(file)?;
    scenario.check()?;
    Ok(scenario)
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

fn scenario(file: wire::File) -> Result<Scenario, ScenarioError> {
    let root = Place::new("");
    let title = match file.title {
        Value::Absent => String::new(),
        Value::Text(title) => title.into_string(),
        other => return Err(ScenarioError::new(root.field("title"), other, "a text in quotes")),
    };
    let missing = |name: &str, allowed: &str| ScenarioError::new(root.field(name), Value::Absent, allowed);
    let machine = file.machine.ok_or_else(|| missing("machine", "an object with nodes"))?;
    let machine = machine_of(&machine, &root.field("machine"))?;
    let workload = file.workload.ok_or_else(|| missing("workload", "an object with requests or a generator"))?;
    let workload = workload_of(workload, machine.nodes, &root.field("workload"))?;
    let policy = file.policy.map_or(Ok(Policy::default()), |policy| policy_of(&policy, &root.field("policy")))?;
    let market = file.market.map(|market| market_of(&market, machine.nodes, &root.field("market"))).transpose()?;
    let servers = file.servers.map(|servers| servers_of(servers, &root.field("servers"))).transpose()?.map(Arc::new);
    Ok(Scenario { title, machine, workload, policy, market, servers })
}

fn machine_of(machine: &wire::Machine, place: &Place) -> Result<Machine, ScenarioError> {
    let nodes = machine.nodes.within(place, "nodes", bounds::NODES)?;
    let slot_seconds =
        machine.slot_seconds.within_or(Machine::default().slot_seconds, place, "slot_seconds", bounds::SLOT_SECONDS)?;
    Ok(Machine { nodes, slot_seconds })
}

fn policy_of(policy: &wire::Policy, place: &Place) -> Result<Policy, ScenarioError> {
    let planner = named(&policy.planner, PlannerKind::from_name).ok_or_else(|| {
        ScenarioError::new(place.field("planner"), &policy.planner, one_of(PlannerKind::ALL.map(PlannerKind::name)))
    })?;
    let shift = named(&policy.shift, ShiftRule::from_name)
        .ok_or_else(|| ScenarioError::new(place.field("shift"), &policy.shift, one_of(ShiftRule::ALL.map(ShiftRule::name))))?;
    Ok(Policy { planner, shift })
}

fn named<T: Default>(value: &Value, from_name: fn(&str) -> Option<T>) -> Option<T> {
    match value {
        Value::Absent => Some(T::default()),
        Value::Text(name) => from_name(name),
        _ => None,
    }
}

fn one_of<const N: usize>(names: [&str; N]) -> String {
    format!("one of {}", names.join(", "))
}

fn workload_of(wire: wire::Workload, machine_nodes: u32, place: &Place) -> Result<Workload, ScenarioError> {
    let source = match (wire.requests, wire.generator) {
        (Some(requests), None) => requests_of(requests, machine_nodes, &place.field("requests"))?,
        (None, Some(generator)) => Source::Generator(generator_of(&generator, machine_nodes, &place.field("generator"))?),
        (Some(_), Some(_)) => return Err(ScenarioError::new(place.clone(), "both requests and a generator", "one of the two")),
        (None, None) => return Err(ScenarioError::new(place.clone(), "neither requests nor a generator", "one of the two")),
    };
    let edits = edits_of(&wire.edits, source.len(), machine_nodes, &place.field("edits"))?;
    Ok(Workload { source, edits })
}

fn requests_of(list: wire::Requests, machine_nodes: u32, place: &Place) -> Result<Source, ScenarioError> {
    if list.count > bounds::REQUESTS.max as usize {
        return Err(ScenarioError::out_of_range(place.clone(), format!("a list of {}", list.count), bounds::REQUESTS));
    }
    for (i, request) in list.good.iter().enumerate() {
        request.check(machine_nodes, &place.index(i))?;
    }
    if let Some(bad) = list.bad {
        let i = list.good.len();
        bad.check(i as u32, machine_nodes, &place.index(i))?;
    }
    Ok(Source::Requests(Arc::new(list.good)))
}

fn generator_of(wire: &wire::Generator, machine_nodes: u32, place: &Place) -> Result<Generator, ScenarioError> {
    let default = default_generator();
    let seed = match wire.seed {
        Value::Absent => default.seed,
        ref value => value
            .whole()
            .ok_or_else(|| ScenarioError::new(place.field("seed"), value, format!("a whole number from 0 to {}", u64::MAX)))?,
    };
    let arrivals_per_slot = match wire.arrivals_per_slot {
        Value::Absent => default.arrivals_per_slot,
        Value::Whole(value) => value as f64,
        Value::Real(value) => value,
        // Not a number at all: let the engine's own check find the words for it.
        ref other => {
            let allowed = format!("a number above 0, at most {}", bounds::ARRIVALS_PER_SLOT_MAX);
            return Err(ScenarioError::new(place.field("arrivals_per_slot"), other, allowed));
        }
    };
    let node_bound = bounds::JOB_NODES.up_to(machine_nodes);
    let generator = Generator {
        seed,
        requests: wire.requests.within_or(default.requests, place, "requests", bounds::REQUESTS)?,
        arrivals_per_slot,
        duration: range_of(&wire.duration, default.duration, place, "duration", bounds::DURATION)?,
        book_ahead: range_of(&wire.book_ahead, default.book_ahead, place, "book_ahead", bounds::RANGE_SLOTS)?,
        relax: range_of(&wire.relax, default.relax, place, "relax", bounds::RANGE_SLOTS)?,
        flexible_percent: wire.flexible_percent.within_or(default.flexible_percent, place, "flexible_percent", bounds::PERCENT)?,
        nodes: range_of(&wire.nodes, default.nodes, place, "nodes", node_bound)?,
        jobs: range_of(&wire.jobs, default.jobs, place, "jobs", bounds::JOBS)?,
    };
    generator.check(machine_nodes, place)?;
    Ok(generator)
}

/// What a generator's fields are where the file leaves them out: Umar's parametric workload with two arrivals per slot and half of the
/// requests flexible (Tables 6.1, 6.2).
pub fn default_generator() -> Generator {
    Preset { mpi: false, rate: 2, flexible_percent: 50 }.generator(1, 1_000)
}

fn range_of(pair: &Pair, default: Range, place: &Place, name: &str, bound: Bound) -> Result<Range, ScenarioError> {
    match pair {
        Pair::Absent => Ok(default),
        Pair::Two(min, max) => {
            let min = min.within(place, &format!("{name}[0]"), bound)?;
            let max = max.within(place, &format!("{name}[1]"), bound.from(min))?;
            Ok(Range { min, max })
        }
        Pair::Other(_) => Err(ScenarioError::new(place.field(name), pair, format!("[least, greatest], each {bound}"))),
    }
}

fn edits_of(list: &wire::EditList, source_len: u32, machine_nodes: u32, place: &Place) -> Result<Edits, ScenarioError> {
    if list.count > bounds::REQUESTS.max as usize {
        return Err(ScenarioError::out_of_range(place.clone(), format!("a list of {}", list.count), bounds::REQUESTS));
    }
    let ids = Bound { name: "request number", min: 0, max: 2 * bounds::REQUESTS.max };
    let mut edits: BTreeMap<RequestId, _> = BTreeMap::new();
    for (i, edit) in list.edits.iter().enumerate() {
        let place = place.index(i);
        let id = edit.id.within(&place, "id", ids)?;
        let change = match (&edit.request, &edit.remove) {
            (Some(request), Value::Absent) => Some(request.check(id, machine_nodes, &place.field("request"))?),
            (None, Value::Other("true")) if id < source_len => None,
            (None, Value::Other("true")) => {
                let allowed = format!("the number of a request of the source, below {source_len}, where it is to be removed");
                return Err(ScenarioError::new(place.field("id"), id, allowed));
            }
            (Some(_), _) => return Err(ScenarioError::new(place, "both request and remove", "one of the two")),
            (None, Value::Absent) => return Err(ScenarioError::new(place, "an edit without request or remove", "one of the two")),
            (None, other) => return Err(ScenarioError::new(place.field("remove"), other, "true")),
        };
        if edits.insert(id, change).is_some() {
            return Err(ScenarioError::new(place.field("id"), format!("a second edit of request {id}"), "one edit per request"));
        }
    }
    Ok(Edits(Arc::new(edits)))
}
