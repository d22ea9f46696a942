//! The shape of the servers in a scenario file, version 1.

use crate::engine::error::{Place, ScenarioError};
use crate::engine::idle::{IdleRequest, bounds};
use crate::file::flat::flat;
use crate::file::number::{Pair, Value};
use crate::file::wire::{Object, given};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::file) struct WireServers {
    #[serde(default)]
    pub groups: Option<List<WireGroup>>,
    #[serde(default)]
    pub count: Value,
    #[serde(default)]
    pub level: Value,
    #[serde(default)]
    pub look_ahead: Value,
    #[serde(default)]
    pub least_size: Value,
    #[serde(default)]
    pub strategy: Value,
    #[serde(default)]
    pub strip_factor: Value,
    #[serde(default)]
    pub replanning: Value,
    #[serde(default)]
    pub opportunistic: Value,
    #[serde(default, deserialize_with = "given")]
    pub workload: Option<WireWorkload>,
    #[serde(default)]
    pub events: List<WireEvent>,
}

/// Servers that are left out or an object.
pub(in crate::file) fn given_servers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<WireServers>, D::Error> {
    given(deserializer)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::file) struct WireGroup {
    #[serde(default)]
    pub servers: Value,
    #[serde(default)]
    pub rate: Pair,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::file) struct WireWorkload {
    #[serde(default)]
    pub requests: Option<Requests>,
    #[serde(default, deserialize_with = "given")]
    pub pareto: Option<WirePareto>,
    #[serde(default, deserialize_with = "given")]
    pub fortnight: Option<WireFortnight>,
    #[serde(default)]
    pub slots: Value,
    #[serde(default)]
    pub edits: List<WireEdit>,
}

flat! {
    pub(in crate::file) struct WirePareto {
        pub seed: Value,
        pub requests: Value,
        pub load: Value,
        pub mean_size: Value,
        pub tightness: Value,
    }
}

flat! {
    pub(in crate::file) struct WireFortnight {
        pub seed: Value,
        pub requests: Value,
        pub load: Value,
        pub slack_minutes: Value,
        pub due: Value,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::file) struct WireEdit {
    #[serde(default)]
    pub id: Value,
    #[serde(default)]
    pub remove: Value,
    #[serde(default, deserialize_with = "given")]
    pub request: Option<WireRequest>,
}

flat! {
    pub(in crate::file) struct WireEvent {
        pub submitted: Value,
        pub earliest_start: Value,
        pub size: Value,
        pub id: Value,
        pub by: Value,
    }
}

flat! {
    /// One request as it stands in the file.
    pub(in crate::file) struct WireRequest {
        submitted: Value,
        earliest_start: Value,
        size: Value,
        deadline: Value,
    }
}

impl WireRequest {
    /// The request, checked against everything but the machine.
    ///
    /// # Errors
    /// The first field out of range.
    pub fn request(&self, place: &Place) -> Result<IdleRequest, ScenarioError> {
        let submitted = self.submitted.within_or(0, place, "submitted", bounds::TICK)?;
        let earliest_start = self.earliest_start.within(place, "earliest_start", bounds::TICK.from(submitted))?;
        let size = self.size.within(place, "size", bounds::SIZE)?;
        let end = earliest_start.saturating_add(size).min(bounds::TICK.max);
        let deadline = self.deadline.within_or(end, place, "deadline", bounds::TICK.from(end))?;
        Ok(IdleRequest { submitted, earliest_start, size, deadline })
    }
}

/// The list of requests, each brought into its small final form as soon as it is read; the first that cannot be is kept as it stands.
#[derive(Default)]
pub(in crate::file) struct Requests {
    /// Requests before the first bad one.
    pub good: Vec<IdleRequest>,
    /// The first bad request; the list is not read beyond it.
    pub bad: Option<WireRequest>,
    /// Length of the list.
    pub count: usize,
}

impl<'de> Deserialize<'de> for Requests {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut requests = Self::default();
        let nowhere = Place::new("");
        each(deserializer, |wire: WireRequest| {
            match wire.request(&nowhere) {
                Ok(request) => requests.good.push(request),
                Err(_) => requests.bad = Some(wire),
            }
            requests.bad.is_none()
        })
        .map(|count| {
            requests.good.shrink_to_fit();
            Self { count, ..requests }
        })
    }
}

/// A list of small things, no longer than a workload may be.
pub(in crate::file) struct List<T> {
    pub items: Vec<T>,
    /// Length of the list in the file.
    pub count: usize,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { items: Vec::new(), count: 0 }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut items = Vec::new();
        let count = each(deserializer, |item| {
            items.push(item);
            items.len() < bounds::REQUESTS.max as usize
        })?;
        Ok(Self { items, count })
    }
}

/// Hands the objects of a list to `take` for as long as it wants more; the others are counted only.
fn each<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D, take: impl FnMut(T) -> bool) -> Result<usize, D::Error> {
    struct Each<T, F>(F, PhantomData<T>);
    impl<'de, T: Deserialize<'de>, F: FnMut(T) -> bool> Visitor<'de> for Each<T, F> {
        type Value = usize;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of objects")
        }
        fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<usize, A::Error> {
            let mut count = 0;
            loop {
                let Some(Object(item)) = items.next_element()? else { return Ok(count) };
                count += 1;
                if !(self.0)(item) {
                    break;
                }
            }
            while items.next_element::<IgnoredAny>()?.is_some() {
                count += 1;
            }
            Ok(count)
        }
    }
    deserializer.deserialize_seq(Each(take, PhantomData))
}
