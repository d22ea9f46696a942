//! The workload: a source of requests and the edits to it.

mod arrivals;
mod splice;
mod edit;
mod generator;

pub use arrivals::Arrivals;
pub use edit::Edited;
pub use generator::{Generator, Preset, Range};
pub use splice::Splice;

use super::bounds;
use super::request::Request;
use crate::core::error::{Place, ScenarioError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of a request for as long as the scenario lives: its position in the source, or a later number for an added one.
pub type RequestId = u32;

/// A source of requests and the changes made to it by hand.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// Where the requests come from.
    pub source: Source,
    /// What was changed, removed or added, by request.
    pub edits: Edits,
}

/// Where requests come from.
#[derive(Clone, Debug, PartialEq)]
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
}

/// Changes by request number: `Some` replaces (or, beyond the source, adds) a request, `None` removes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits(pub Arc<BTreeMap<RequestId, Option<Request>>>);

impl Edits {
    /// Edits by request number; of two for one number the later counts.
    pub fn of(edits: impl Iterator<Item = (RequestId, Option<Request>)>) -> Self {
        Self(Arc::new(edits.collect()))
    }

    /// The same edits with one more; a removed request that is not in the source is forgotten altogether.
    pub fn with(&self, source_len: u32, id: RequestId, change: Option<Request>) -> Self {
        let mut map = (*self.0).clone();
        match change {
            None if id >= source_len => map.remove(&id),
            change => map.insert(id, change),
        };
        Self(Arc::new(map))
    }

    /// Checks numbers and requests against a source of `source_len` requests and the machine.
    ///
    /// # Errors
    /// The first thing out of range.
    pub fn check(&self, source_len: u32, machine_nodes: u32, place: &Place) -> Result<(), ScenarioError> {
        for (i, (id, change)) in self.0.iter().enumerate() {
            let place = place.index(i);
            if *id > 2 * bounds::REQUESTS.max {
                let allowed = format!("at most {}", 2 * bounds::REQUESTS.max);
                return Err(ScenarioError::new(place.field("id"), id, allowed));
            }
            match change {
                Some(request) => request.check(machine_nodes, &place.field("request"))?,
                None if *id >= source_len => {
                    let allowed = format!("the number of a request of the source, below {source_len}");
                    return Err(ScenarioError::new(place.field("id"), id, allowed));
                }
                None => {}
            }
        }
        Ok(())
    }
}

impl Workload {
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
        self.edits.0.last_key_value().map_or(0, |(id, _)| id + 1).max(self.source.len())
    }

    /// The same workload with one request replaced, added or removed.
    pub fn with_edit(&self, id: RequestId, change: Option<Request>) -> Self {
        Self { source: self.source.clone(), edits: self.edits.with(self.source.len(), id, change) }
    }

    /// The same requests with the edits written into a given list; a generated workload keeps its recipe and its edits.
    /// Request numbers may change: meant for files and links, not for work in progress.
    pub fn folded(&self) -> Self {
        let Source::Requests(given) = &self.source else { return self.clone() };
        if self.edits.0.is_empty() {
            return self.clone();
        }
        let kept = given.iter().enumerate().filter_map(|(id, request)| match self.edits.0.get(&(id as u32)) {
            None => Some(*request),
            Some(change) => *change,
        });
        let added = self.edits.0.range(given.len() as u32..).filter_map(|(_, change)| *change);
        Self::of_requests(kept.chain(added).collect())
    }

    /// Checks source, edits and the totals of a given list against the machine.
    ///
    /// # Errors
    /// The first thing out of range.
    pub fn check(&self, machine_nodes: u32, place: &Place) -> Result<(), ScenarioError> {
        let most = bounds::REQUESTS.max as usize;
        match &self.source {
            Source::Requests(requests) => {
                let place = place.field("requests");
                if requests.len() > most {
                    return Err(ScenarioError::out_of_range(place, format!("a list of {}", requests.len()), bounds::REQUESTS));
                }
                let nowhere = Place::new("");
                for (i, request) in requests.iter().enumerate() {
                    // A place is made for the one that needs it, not for a million that do not.
                    request.check(machine_nodes, &nowhere).or_else(|_| request.check(machine_nodes, &place.index(i)))?;
                }
                // Edits are few and may add or remove: with them the totals are checked once more when the jobs are listed.
                arrivals::check_totals(requests.iter(), &place)?;
            }
            Source::Generator(generator) => generator.check(machine_nodes, &place.field("generator"))?,
        }
        self.edits.check(self.source.len(), machine_nodes, &place.field("edits"))
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
        let edits = &self.edits.0;
        let len = requests.len() as u32;
        let kept = requests.iter().zip(0..len).filter_map(|(request, id)| match edits.get(&id) {
            None => Some((id, *request)),
            Some(change) => change.map(|request| (id, request)),
        });
        let added = edits.range(len..).filter_map(|(id, change)| change.map(|request| (*id, request)));
        Arrivals::new(kept.chain(added))
    }
}
