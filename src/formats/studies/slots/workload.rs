//! The workload of a scenario file, version 1: given requests or a generator, and edits.

use super::ranges;
use crate::json_parts::{Pair, RequestForm, Requests, Whole, WireEdit, edits_of, given, given_object, list, one};
use crate::same_fields::{Written, same_fields};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::request::Request;
use bookahead_engine::slots::workload::{Generator, Preset, Range, Source, Workload};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireWorkload {
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    requests: Option<Requests<WireRequest>>,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    generator: Option<WireGenerator>,
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    edits: Vec<WireEdit<WireRequest>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireRequest {
    #[serde(default, deserialize_with = "given")]
    user: Option<ranges::User>,
    #[serde(default)]
    submitted: ranges::Slot,
    earliest_start: ranges::Slot,
    #[serde(default, deserialize_with = "given")]
    latest_start: Option<ranges::Slot>,
    duration: ranges::Duration,
    #[serde(default = "one")]
    nodes: ranges::JobNodes,
    #[serde(default = "one")]
    jobs: ranges::Jobs,
}

impl RequestForm for WireRequest {
    type Request = Request;

    /// The position in the list gives the user where none is named.
    fn into_request(self, position: u32) -> Request {
        Request {
            user: self.user.map_or(position.saturating_add(1), |user| user.0),
            submitted: self.submitted.0,
            earliest_start: self.earliest_start.0,
            latest_start: self.latest_start.map_or(self.earliest_start.0, |start| start.0),
            duration: self.duration.0,
            nodes: self.nodes.0,
            jobs: self.jobs.0,
        }
    }

    fn of(request: &Request) -> Self {
        let Request { user, submitted, earliest_start, latest_start, duration, nodes, jobs } = *request;
        Self {
            user: Some(Whole(user)),
            submitted: Whole(submitted),
            earliest_start: Whole(earliest_start),
            latest_start: Some(Whole(latest_start)),
            duration: Whole(duration),
            nodes: Whole(nodes),
            jobs: Whole(jobs),
        }
    }
}

/// A generator; the fields are written in this order.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WireGenerator {
    seed: Whole<u64>,
    requests: ranges::Requests,
    arrivals_per_slot: f64,
    duration: Pair<ranges::Duration>,
    book_ahead: Pair<ranges::RangeSlots>,
    relax: Pair<ranges::RangeSlots>,
    nodes: Pair<ranges::JobNodes>,
    jobs: Pair<ranges::Jobs>,
    flexible_percent: ranges::Percent,
}

impl Default for WireGenerator {
    fn default() -> Self {
        Self::of(default_generator())
    }
}

impl<const MIN: u64, const MAX: u64> Written for Pair<Whole<u32, MIN, MAX>> {
    type Own = Range;
    fn of(Range { min, max }: Range) -> Self {
        Self([Whole(min), Whole(max)])
    }
    fn value(self) -> Range {
        let Self([Whole(min), Whole(max)]) = self;
        Range { min, max }
    }
}

same_fields! {
    WireGenerator =
        Generator { seed, requests, arrivals_per_slot, duration, book_ahead, relax, flexible_percent, nodes, jobs }
}

/// What a generator's fields are where the file leaves them out: Umar's parametric workload with two arrivals per slot and half of the
/// requests flexible (Tables 6.1, 6.2).
pub fn default_generator() -> Generator {
    Preset { mpi: false, rate: 2, flexible_percent: 50 }.generator(1, 1_000)
}

impl WireWorkload {
    /// The workload; of its ranges only those of the edits are checked, whose places in the file get lost.
    pub(super) fn workload(self, machine_nodes: u32, place: &FieldPath) -> Result<Workload, ScenarioError> {
        let source = match (self.requests, self.generator) {
            (Some(Requests(requests)), None) => Source::Requests(requests),
            (None, Some(generator)) => Source::Generator(generator.value()),
            (Some(_), Some(_)) => return Err(ScenarioError::new(place.clone(), "both requests and a generator", "one of the two")),
            (None, None) => return Err(ScenarioError::new(place.clone(), "neither requests nor a generator", "one of the two")),
        };
        let len = source.len();
        let edits = edits_of(self.edits, &place.field("edits"), |id, change, place| match change {
            Some(request) => request.check(machine_nodes, &place.field("request")),
            None if id >= len => {
                let allowed = format!("the number of a request of the source, below {len}, where it is to be removed");
                Err(ScenarioError::new(place.field("id"), id, allowed))
            }
            None => Ok(()),
        })?;
        Ok(Workload { source, edits })
    }
}

impl From<&Workload> for WireWorkload {
    fn from(workload: &Workload) -> Self {
        let (requests, generator) = match &workload.source {
            Source::Requests(requests) => (Some(Requests(Arc::clone(requests))), None),
            Source::Generator(generator) => (None, Some(WireGenerator::of(*generator))),
        };
        Self { requests, generator, edits: WireEdit::all(&workload.edits) }
    }
}
