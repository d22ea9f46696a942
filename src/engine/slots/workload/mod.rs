//! The workload: a source of requests and the edits to it.

mod arrivals;
mod splice;
mod edit;
mod generator;

pub use crate::core::edits::{Edits, RequestId};
pub use arrivals::Arrivals;
pub use edit::Edited;
pub use generator::{Generator, Preset, Range};
pub use splice::Splice;

use super::bounds;
use super::request::{Request, Slot};
use crate::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A source of requests and the changes made to it by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Workload {
    /// Where the requests come from.
    pub source: Source,
    /// What was changed, removed or added, by request.
    pub edits: Edits<Request>,
}

/// Where requests come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Source {
    /// Given one by one (a worked example, an imported log, something drawn by hand).
    Requests(Arc<Vec<Request>>),
    /// Drawn by the seeded generator.
    Generator(Generator),
}

impl Source {
    /// Number of requests, without making them.
    pub fn len(&self) -> u32 {
        match self {
            Self::Requests(requests) => requests.len() as u32,
            Self::Generator(generator) => generator.requests,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The requests, if they are given one by one.
    pub fn list_mut(&mut self) -> Option<&mut Arc<Vec<Request>>> {
        if let Self::Requests(list) = self { Some(list) } else { None }
    }

    /// Number of requests that are given one by one; 0 where they are generated.
    pub fn given(&self) -> usize {
        if let Self::Requests(list) = self { list.len() } else { 0 }
    }
}

impl Workload {
    /// The most slots that looking at every start of a request can take: its starts times its duration, the greatest over all requests. Made of the
    /// recipe alone; more than 20,000 given requests are not looked through.
    pub fn longest_search(&self) -> u64 {
        const LOOKED_THROUGH: usize = 20_000;
        let of = |relax: Slot, duration: Slot| (u64::from(relax) + 1) * u64::from(duration);
        let of_request = |request: &Request| of(request.latest_start.saturating_sub(request.earliest_start), request.duration);
        let source = match &self.source {
            Source::Requests(requests) => requests.iter().take(LOOKED_THROUGH).map(of_request).max(),
            Source::Generator(generator) if generator.flexible_percent == 0 => Some(of(0, generator.duration.max)),
            Source::Generator(generator) => Some(of(generator.relax.max, generator.duration.max)),
        };
        let edits = self.edits.0.values().flatten().take(LOOKED_THROUGH).map(of_request).max();
        source.max(edits).unwrap_or(0)
    }

    /// A workload of given requests.
    pub fn of_requests(requests: Vec<Request>) -> Self {
        Self { source: Source::Requests(Arc::new(requests)), edits: Edits::default() }
    }

    /// A workload of generated requests.
    pub fn of_generator(generator: Generator) -> Self {
        Self { source: Source::Generator(generator), edits: Edits::default() }
    }

    /// The number the next added request gets.
    pub fn next_id(&self) -> RequestId {
        self.edits.next_id(self.source.len())
    }

    /// The same workload with one request replaced, added or removed.
    pub fn with_edit(&self, id: RequestId, change: Option<Request>) -> Self {
        Self { source: self.source.clone(), edits: self.edits.with(self.source.len(), id, change) }
    }

    /// The same workload with many requests replaced, added or removed.
    pub fn with_edits(&self, changes: impl IntoIterator<Item = (RequestId, Option<Request>)>) -> Self {
        Self { source: self.source.clone(), edits: self.edits.with_all(self.source.len(), changes) }
    }

    /// The same requests with the edits written into a given list; a generated workload keeps its recipe and its edits.
    /// Request numbers may change: meant for files and links, not for work in progress.
    pub fn folded(&self) -> Self {
        let Source::Requests(given) = &self.source else { return self.clone() };
        if self.edits.is_empty() {
            return self.clone();
        }
        Self::of_requests(self.edits.applied(given).map(|(_, request)| request).collect())
    }

    /// The number a request has once the edits are folded into a given list; `None` if it was removed.
    pub fn folded_id(&self, id: RequestId) -> Option<RequestId> {
        match &self.source {
            Source::Requests(given) => self.edits.folded_id(given.len() as u32, id),
            Source::Generator(_) => Some(id),
        }
    }

    /// Checks source, edits and the totals of a given list against the machine.
    ///
    /// # Errors
    /// The first thing out of range.
    pub fn check(&self, machine_nodes: u32, place: &FieldPath) -> Result<(), ScenarioError> {
        let most = bounds::REQUESTS.max as usize;
        match &self.source {
            Source::Requests(requests) => {
                let place = place.field("requests");
                if requests.len() > most {
                    return Err(ScenarioError::out_of_range(place, format!("a list of {}", requests.len()), bounds::REQUESTS));
                }
                let nowhere = FieldPath::new("");
                for (i, request) in requests.iter().enumerate() {
                    // The path is built only for a request that is refused, not for a million that are not.
                    request.check(machine_nodes, &nowhere).or_else(|_| request.check(machine_nodes, &place.index(i)))?;
                }
                // Edits are few and may add or remove: with them the totals are checked once more when the jobs are listed.
                arrivals::check_totals(requests.iter(), &place)?;
            }
            Source::Generator(generator) => generator.check(machine_nodes, &place.field("generator"))?,
        }
        self.edits.check(self.source.len(), &place.field("edits"), |request, place| request.check(machine_nodes, place))
    }

    /// Makes the requests and puts them in arrival order.
    ///
    /// # Errors
    /// Totals beyond [`bounds::REQUESTS`], [`bounds::TOTAL_JOBS`], [`bounds::TOTAL_NODES`], or a generated slot beyond [`bounds::SLOT`].
    pub fn arrivals(&self) -> Result<Arrivals, ScenarioError> {
        match &self.source {
            Source::Requests(given) => self.edited(given),
            Source::Generator(generator) => self.edited(&generator.generate()?),
        }
    }

    /// Puts the source's `requests` with the edits applied in arrival order. Whoever keeps generated requests calls this instead of
    /// [`Workload::arrivals`] to save making them again.
    ///
    /// # Errors
    /// As [`Workload::arrivals`].
    pub fn edited(&self, requests: &[Request]) -> Result<Arrivals, ScenarioError> {
        Arrivals::new(self.edits.applied(requests))
    }
}
