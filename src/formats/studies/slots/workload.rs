//! The workload of a scenario file, version 1: given requests or a generator, and edits.

use super::ranges;
use crate::json_parts::{Pair, RequestForm, Requests, Whole, WireEdit, edits_of, given, given_object, list};
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
struct WireRequest {
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

fn one<const MIN: u64, const MAX: u64>() -> Whole<u32, MIN, MAX> {
    Whole(1)
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
        Self::from(&default_generator())
    }
}

fn pair<const MIN: u64, const MAX: u64>(range: Range) -> Pair<Whole<u32, MIN, MAX>> {
    Pair([Whole(range.min), Whole(range.max)])
}

fn range<const MIN: u64, const MAX: u64>(Pair([min, max]): Pair<Whole<u32, MIN, MAX>>) -> Range {
    Range { min: min.0, max: max.0 }
}

impl From<&Generator> for WireGenerator {
    fn from(generator: &Generator) -> Self {
        let Generator { seed, requests, arrivals_per_slot, duration, book_ahead, relax, flexible_percent, nodes, jobs } =
            *generator;
        Self {
            seed: Whole(seed),
            requests: Whole(requests),
            arrivals_per_slot,
            duration: pair(duration),
            book_ahead: pair(book_ahead),
            relax: pair(relax),
            nodes: pair(nodes),
            jobs: pair(jobs),
            flexible_percent: Whole(flexible_percent),
        }
    }
}

impl From<WireGenerator> for Generator {
    fn from(wire: WireGenerator) -> Self {
        Self {
            seed: wire.seed.0,
            requests: wire.requests.0,
            arrivals_per_slot: wire.arrivals_per_slot,
            duration: range(wire.duration),
            book_ahead: range(wire.book_ahead),
            relax: range(wire.relax),
            flexible_percent: wire.flexible_percent.0,
            nodes: range(wire.nodes),
            jobs: range(wire.jobs),
        }
    }
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
            (None, Some(generator)) => Source::Generator(generator.into()),
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
            Source::Generator(generator) => (None, Some(generator.into())),
        };
        Self { requests, generator, edits: WireEdit::all(&workload.edits) }
    }
}
