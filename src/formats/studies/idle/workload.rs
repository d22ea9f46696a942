//! The workload of named servers in a scenario file: given requests or a generator, and edits.

use super::ranges;
use crate::json_parts::{Named, RequestForm, Requests, Whole, WireEdit, edits_of, given, given_object, list, named};
use crate::same_fields::{Written, same_fields};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload};
use bookahead_engine::idle::{IdleRequest, IdleSource, IdleWorkload, RequestName, RequestNames, bounds};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a workload must have.
const ONE_SOURCE: &str = "an object with one of requests, pareto, fortnight, slots";

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireWorkload {
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    requests: Option<Requests<WireNamed>>,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    pareto: Option<WirePareto>,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    fortnight: Option<WireFortnight>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    slots: Option<bool>,
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    edits: Vec<WireEdit<WireRequest>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WirePareto {
    seed: Whole<u64>,
    requests: ranges::Requests,
    load: f64,
    mean_size: f64,
    tightness: f64,
    #[serde(skip_serializing_if = "is_whole")]
    book_ahead: f64,
}

/// A share that is not written: all of it.
fn is_whole(share: &f64) -> bool {
    *share == 1.0
}

impl Default for WirePareto {
    fn default() -> Self {
        let mean_size = ParetoWorkload::MEAN_SIZE;
        Self { seed: Whole(1), requests: Whole(1_000), load: 0.8, mean_size, tightness: 0.1, book_ahead: 1.0 }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WireFortnight {
    seed: Whole<u64>,
    requests: ranges::Requests,
    load: f64,
    slack_minutes: Whole<u32>,
    #[serde(with = "named")]
    due: Due,
}

impl Default for WireFortnight {
    fn default() -> Self {
        Self {
            seed: Whole(1),
            requests: Whole(1_000),
            load: 0.8,
            slack_minutes: Whole(FortnightWorkload::SLACK_MINUTES),
            due: Due::default(),
        }
    }
}

same_fields! {
    WirePareto = ParetoWorkload { seed, requests, load, mean_size, tightness, book_ahead }
    WireFortnight = FortnightWorkload { seed, requests, load, slack_minutes, due }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WireRequest {
    #[serde(default)]
    submitted: ranges::Tick,
    earliest_start: ranges::Tick,
    size: ranges::Size,
    #[serde(default, deserialize_with = "given")]
    deadline: Option<ranges::Tick>,
}

/// A request of the list, with what people call it. Without a number its place in the list is its number, from 1.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireNamed {
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    number: Option<ranges::Number>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    job: Option<ranges::Part>,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    node: Option<ranges::Part>,
    #[serde(default)]
    submitted: ranges::Tick,
    earliest_start: ranges::Tick,
    size: ranges::Size,
    #[serde(default, deserialize_with = "given")]
    deadline: Option<ranges::Tick>,
}

/// A request of the list as it is read and written: named, unless its place tells its name.
#[derive(Clone, Copy)]
struct Listed {
    name: Option<RequestName>,
    request: IdleRequest,
}

impl RequestForm for WireNamed {
    type Request = Listed;

    fn into_request(self, position: u32) -> Listed {
        let Self { number, job, node, submitted, earliest_start, size, deadline } = self;
        let number = number.map_or(position.saturating_add(1), |number| number.0);
        let part = |part: Option<ranges::Part>| part.map_or(0, |part| part.0);
        let name = RequestName { number, job: part(job), node: part(node) };
        let request = WireRequest { submitted, earliest_start, size, deadline }.into_request(position);
        Listed { name: Some(name), request }
    }

    fn of(Listed { name, request }: &Listed) -> Self {
        let WireRequest { submitted, earliest_start, size, deadline } = WireRequest::of(request);
        let part = |part: fn(&RequestName) -> u32| name.as_ref().map(part).filter(|part| *part > 0).map(Whole);
        let number = name.map(|name| Whole(name.number));
        Self { number, job: part(|name| name.job), node: part(|name| name.node), submitted, earliest_start, size, deadline }
    }
}

impl RequestForm for WireRequest {
    type Request = IdleRequest;

    /// Without a deadline, the job must run at its earliest start on a server of rate 1.
    fn into_request(self, _position: u32) -> IdleRequest {
        let end = self.earliest_start.0.saturating_add(self.size.0).min(bounds::TICK.max);
        IdleRequest {
            submitted: self.submitted.0,
            earliest_start: self.earliest_start.0,
            size: self.size.0,
            deadline: self.deadline.map_or(end, |deadline| deadline.0),
        }
    }

    fn of(request: &IdleRequest) -> Self {
        let IdleRequest { submitted, earliest_start, size, deadline } = *request;
        Self {
            submitted: Whole(submitted),
            earliest_start: Whole(earliest_start),
            size: Whole(size),
            deadline: Some(Whole(deadline)),
        }
    }
}

impl Named for Due {
    const CHOICES: &'static [Self] = &[Self::FullRate, Self::MeanRate];
    fn name_in_file(self) -> &'static str {
        match self {
            Self::FullRate => "full-rate",
            Self::MeanRate => "mean-rate",
        }
    }
}

impl WireWorkload {
    /// Whether the requests are those of the plan in slots beside it: no longer written.
    pub(super) fn is_of_slots(&self) -> bool {
        self.slots == Some(true)
    }

    /// The workload; its ranges are not checked. Without requests where they are those of the plan in slots.
    pub(super) fn workload(self, place: &FieldPath) -> Result<IdleWorkload, ScenarioError> {
        if self.slots == Some(false) {
            return Err(ScenarioError::new(place.field("slots"), false, "true, or left out"));
        }
        let mut names = Arc::default();
        let sources = [
            self.requests.map(|Requests(listed)| {
                names = Arc::new(RequestNames::new(listed.iter().filter_map(|listed| listed.name)));
                IdleSource::Requests(Arc::new(listed.iter().map(|listed| listed.request).collect()))
            }),
            self.pareto.map(|pareto| IdleSource::Pareto(pareto.value())),
            self.fortnight.map(|fortnight| IdleSource::Fortnight(fortnight.value())),
            self.slots.map(|_| IdleSource::Requests(Arc::default())),
        ];
        let mut sources = sources.into_iter().flatten();
        let source = match (sources.next(), sources.next()) {
            (Some(source), None) => source,
            (None, _) => return Err(ScenarioError::new(place.clone(), "a workload without a source", ONE_SOURCE)),
            (Some(_), Some(_)) => return Err(ScenarioError::new(place.clone(), "more than one source", ONE_SOURCE)),
        };
        let edits = edits_of(self.edits, &place.field("edits"), |_, _, _| Ok(()))?;
        Ok(IdleWorkload { source, names, edits })
    }
}

impl From<&IdleWorkload> for WireWorkload {
    fn from(workload: &IdleWorkload) -> Self {
        let none = Self { requests: None, pareto: None, fortnight: None, slots: None, edits: WireEdit::all(&workload.edits) };
        match &workload.source {
            IdleSource::Requests(requests) => {
                let name = |id: u32| (!workload.names.is_plain()).then(|| workload.name_of(id));
                let listed = requests.iter().zip(0..).map(|(&request, id)| Listed { name: name(id), request });
                Self { requests: Some(Requests(Arc::new(listed.collect()))), ..none }
            }
            IdleSource::Pareto(pareto) => Self { pareto: Some(Written::of(*pareto)), ..none },
            IdleSource::Fortnight(fortnight) => Self { fortnight: Some(Written::of(*fortnight)), ..none },
        }
    }
}
