//! The shape of a scenario file, version 1. These types belong to the format and to nothing else: the engine may change without
//! changing what old files mean.

use super::flat::flat;
use super::market::{WireMarket, given_market};
use super::number::{Pair, Value};
use super::servers::{WireServers, given_servers};
use crate::engine::bounds;
use crate::engine::error::{Place, ScenarioError};
use crate::engine::request::Request;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// The version alone, read first so that a file of another version is refused by that name and not by its first unknown field.
#[derive(Deserialize)]
pub(super) struct VersionOnly {
    #[serde(default)]
    pub version: Value,
}

/// The whole file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    #[serde(rename = "version")]
    _version: IgnoredAny,
    #[serde(default)]
    pub title: Value,
    #[serde(default, deserialize_with = "given")]
    pub machine: Option<Machine>,
    #[serde(default, deserialize_with = "given")]
    pub workload: Option<Workload>,
    #[serde(default, deserialize_with = "given")]
    pub policy: Option<Policy>,
    #[serde(default, deserialize_with = "given_market")]
    pub market: Option<WireMarket>,
    #[serde(default, deserialize_with = "given_servers")]
    pub servers: Option<WireServers>,
}

flat! {
    pub(super) struct Machine {
        pub nodes: Value,
        pub slot_seconds: Value,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Workload {
    #[serde(default)]
    pub requests: Option<Requests>,
    #[serde(default, deserialize_with = "given")]
    pub generator: Option<Generator>,
    #[serde(default)]
    pub edits: EditList,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Generator {
    #[serde(default)]
    pub seed: Value,
    #[serde(default)]
    pub requests: Value,
    #[serde(default)]
    pub arrivals_per_slot: Value,
    #[serde(default)]
    pub duration: Pair,
    #[serde(default)]
    pub book_ahead: Pair,
    #[serde(default)]
    pub relax: Pair,
    #[serde(default)]
    pub flexible_percent: Value,
    #[serde(default)]
    pub nodes: Pair,
    #[serde(default)]
    pub jobs: Pair,
}

flat! {
    pub(super) struct Policy {
        pub planner: Value,
        pub shift: Value,
    }
}

flat! {
    /// One request as it stands in the file.
    pub(super) struct WireRequest {
        user: Value,
        submitted: Value,
        earliest_start: Value,
        latest_start: Value,
        duration: Value,
        nodes: Value,
        jobs: Value,
    }
}

impl WireRequest {
    /// The request, checked; `position` gives the user where none is named.
    ///
    /// # Errors
    /// The first field out of range.
    pub fn check(&self, position: u32, machine_nodes: u32, place: &Place) -> Result<Request, ScenarioError> {
        let user = self.user.within_or(position.saturating_add(1), place, "user", bounds::USER)?;
        let submitted = self.submitted.within_or(0, place, "submitted", bounds::SLOT)?;
        let earliest_start = self.earliest_start.within(place, "earliest_start", bounds::SLOT.from(submitted))?;
        let latest_start = self.latest_start.within_or(earliest_start, place, "latest_start", bounds::SLOT.from(earliest_start))?;
        let duration = self.duration.within(place, "duration", bounds::DURATION)?;
        let nodes = self.nodes.within_or(1, place, "nodes", bounds::JOB_NODES.up_to(machine_nodes))?;
        let jobs = self.jobs.within_or(1, place, "jobs", bounds::JOBS)?;
        Ok(Request { user, submitted, earliest_start, latest_start, duration, nodes, jobs })
    }
}

/// The list of requests. Each is brought into its small final form as soon as it is read, so that a long list does not take several
/// times its room; what cannot be is kept as it stands until the machine is known and a full message can be given.
#[derive(Default)]
pub(super) struct Requests {
    /// Requests before the first bad one, checked against everything but this machine.
    pub good: Vec<Request>,
    /// The first bad request; the list is not read beyond it.
    pub bad: Option<WireRequest>,
    /// Length of the list.
    pub count: usize,
}

impl<'de> Deserialize<'de> for Requests {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = Requests;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of requests")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Requests, A::Error> {
                let mut list = Requests::default();
                let nowhere = Place::new("");
                while list.bad.is_none() && list.count < bounds::REQUESTS.max as usize {
                    let Some(Object(wire)) = items.next_element::<Object<WireRequest>>()? else { break };
                    match wire.check(list.count as u32, bounds::JOB_NODES.max, &nowhere) {
                        Ok(request) => list.good.push(request),
                        Err(_) => list.bad = Some(wire),
                    }
                    list.count += 1;
                }
                while items.next_element::<IgnoredAny>()?.is_some() {
                    list.count += 1;
                }
                list.good.shrink_to_fit();
                Ok(list)
            }
        }
        deserializer.deserialize_seq(List)
    }
}

/// A change to one request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    #[serde(default)]
    pub id: Value,
    #[serde(default)]
    pub remove: Value,
    #[serde(default, deserialize_with = "given")]
    pub request: Option<Box<WireRequest>>,
}

/// The list of edits, no longer than a workload may be.
#[derive(Default)]
pub(super) struct EditList {
    pub edits: Vec<Edit>,
    /// Length of the list in the file.
    pub count: usize,
}

impl<'de> Deserialize<'de> for EditList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;
        impl<'de> Visitor<'de> for List {
            type Value = EditList;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of edits")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<EditList, A::Error> {
                let mut list = EditList::default();
                while list.count < bounds::REQUESTS.max as usize {
                    let Some(Object(edit)) = items.next_element()? else { break };
                    list.edits.push(edit);
                    list.count += 1;
                }
                while items.next_element::<IgnoredAny>()?.is_some() {
                    list.count += 1;
                }
                Ok(list)
            }
        }
        deserializer.deserialize_seq(List)
    }
}

/// A JSON object and nothing else: a derived struct alone would take a list of its fields too.
pub(super) struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
            type Value = T;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object in braces")
            }
            fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(entries))
            }
        }
        deserializer.deserialize_map(Entries(PhantomData)).map(Self)
    }
}

/// A field that is left out or holds an object; `null` is neither.
pub(super) fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    Object::deserialize(deserializer).map(|Object(value)| Some(value))
}
