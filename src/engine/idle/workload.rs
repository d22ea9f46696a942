//! The workload of named servers: a source of requests and the edits to it.

use super::bounds;
use super::generator::{FortnightWorkload, ParetoWorkload, UNIT};
use super::names::{RequestName, RequestNames};
use super::request::{IdleArrivals, IdleRequest};
use super::servers::Servers;
use crate::core::edits::{Edits, RequestId};
use crate::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A source of requests and the changes made to it by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IdleWorkload {
    /// Where the requests come from.
    pub source: IdleSource,
    /// What people call the requests of the source.
    pub names: Arc<RequestNames>,
    /// What was changed, removed or added, by request.
    pub edits: Edits<IdleRequest>,
}

/// Where requests come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum IdleSource {
    /// Given one by one.
    Requests(Arc<Vec<IdleRequest>>),
    /// Drawn as in section 3.4.
    Pareto(ParetoWorkload),
    /// Drawn as in section 4.6.
    Fortnight(FortnightWorkload),
}

impl IdleSource {
    /// Number of requests, without making them.
    pub fn len(&self) -> u32 {
        match self {
            Self::Requests(requests) => requests.len() as u32,
            Self::Pareto(pareto) => pareto.requests,
            Self::Fortnight(fortnight) => fortnight.requests,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The requests, if they are given one by one.
    pub fn list_mut(&mut self) -> Option<&mut Arc<Vec<IdleRequest>>> {
        if let Self::Requests(list) = self { Some(list) } else { None }
    }

    /// Number of requests that are given one by one; 0 where they are generated.
    pub fn given(&self) -> usize {
        if let Self::Requests(list) = self { list.len() } else { 0 }
    }
}

impl IdleWorkload {
    /// A workload of given requests.
    pub fn of_requests(requests: Vec<IdleRequest>) -> Self {
        Self::of(IdleSource::Requests(Arc::new(requests)))
    }

    /// A workload of given requests with their names.
    pub fn of_named(named: &[(RequestName, IdleRequest)]) -> Self {
        let names = Arc::new(RequestNames::new(named.iter().map(|(name, _)| *name)));
        Self { names, ..Self::of_requests(named.iter().map(|(_, request)| *request).collect()) }
    }

    /// A workload without edits.
    pub fn of(source: IdleSource) -> Self {
        Self { source, names: Arc::default(), edits: Edits::default() }
    }

    /// What people call a request.
    pub fn name_of(&self, id: RequestId) -> RequestName {
        self.names.of(id)
    }

    /// The number the next added request gets.
    pub fn next_id(&self) -> RequestId {
        self.edits.next_id(self.source.len())
    }

    /// The same workload with one request replaced, added or removed; a removed request that is not in the source is forgotten altogether.
    pub fn with_edit(&self, id: RequestId, change: Option<IdleRequest>) -> Self {
        Self { edits: self.edits.with(self.source.len(), id, change), ..self.clone() }
    }

    /// The same workload with many requests replaced, added or removed.
    pub fn with_edits(&self, changes: impl IntoIterator<Item = (RequestId, Option<IdleRequest>)>) -> Self {
        Self { edits: self.edits.with_all(self.source.len(), changes), ..self.clone() }
    }

    /// The same requests with the edits written into a given list; a generated workload keeps its recipe and its edits. Places in the
    /// list may change, names do not: meant for files and links, not for work in progress.
    pub fn folded(&self) -> Self {
        let IdleSource::Requests(given) = &self.source else { return self.clone() };
        if self.edits.is_empty() {
            return self.clone();
        }
        let named: Vec<_> = self.edits.applied(given).map(|(id, request)| (self.name_of(id), request)).collect();
        Self::of_named(&named)
    }

    /// The place that a request has once the edits are folded into a given list; `None` if it was removed.
    pub fn folded_id(&self, id: RequestId) -> Option<RequestId> {
        match &self.source {
            IdleSource::Requests(given) => self.edits.folded_id(given.len() as u32, id),
            _ => Some(id),
        }
    }

    /// Checks source and edits against the machine.
    ///
    /// # Errors
    /// The first thing out of range.
    pub fn check(&self, servers: &Servers, place: &FieldPath) -> Result<(), ScenarioError> {
        match &self.source {
            IdleSource::Requests(requests) => {
                check_list(requests, servers, &place.field("requests"))?;
                self.check_names(requests.len(), &place.field("requests"))?;
            }
            IdleSource::Pareto(pareto) => pareto.check(servers, &place.field("pareto")).map_err(of_machine)?,
            IdleSource::Fortnight(fortnight) => fortnight.check(servers, &place.field("fortnight")).map_err(of_machine)?,
        }
        self.check_edits(servers, &place.field("edits"))
    }

    /// Every request of a list has a name, or none has.
    fn check_names(&self, requests: usize, place: &FieldPath) -> Result<(), ScenarioError> {
        if self.names.is_plain() || self.names.len() == requests {
            return Ok(());
        }
        let found = format!("a list of {} names", self.names.len());
        Err(ScenarioError::new(place.clone(), found, format!("one name for each of the {requests} requests")))
    }

    fn check_edits(&self, servers: &Servers, place: &FieldPath) -> Result<(), ScenarioError> {
        let len = self.source.len();
        self.edits.check(len, place, |request, place| request.check(servers, place))?;
        let added = self.edits.0.range(len..).count() as u64;
        let removed = self.edits.0.values().filter(|change| change.is_none()).count() as u64;
        let total = u64::from(len) + added - removed;
        if total > u64::from(bounds::REQUESTS.max) {
            return Err(ScenarioError::out_of_range(place.clone(), format!("a total of {total} requests"), bounds::REQUESTS));
        }
        Ok(())
    }

    /// The requests of the source in arrival order, without the edits.
    ///
    /// # Errors
    /// A generator passes the last tick.
    pub fn source_arrivals(&self, servers: &Servers) -> Result<IdleArrivals, ScenarioError> {
        match &self.source {
            IdleSource::Requests(requests) => {
                Ok(IdleArrivals::numbered(requests.iter().zip(0..).map(|(&request, id)| (id, request))))
            }
            IdleSource::Pareto(pareto) => pareto.generate(servers),
            IdleSource::Fortnight(fortnight) => fortnight.generate(servers),
        }
    }

    /// The requests in arrival order, edits included. Whoever keeps the source's arrivals calls [`IdleArrivals::edited`] instead.
    ///
    /// # Errors
    /// As [`IdleWorkload::source_arrivals`].
    pub fn arrivals(&self, servers: &Servers) -> Result<IdleArrivals, ScenarioError> {
        let source = self.source_arrivals(servers)?;
        Ok(if self.edits.0.is_empty() { source } else { source.edited(&self.edits) })
    }

    /// The mean size in units that fairness is weighted with; `None` where sizes are not bounded Pareto.
    pub fn mean_size(&self) -> Option<f64> {
        match &self.source {
            IdleSource::Pareto(pareto) => Some(pareto.mean_size),
            _ => None,
        }
    }

    /// Ticks in which lengths read well: the unit of section 3.4, a minute of 4.6, else one.
    pub fn unit(&self) -> u32 {
        match &self.source {
            IdleSource::Pareto(_) => UNIT,
            IdleSource::Fortnight(_) => super::generator::MINUTE,
            _ => 1,
        }
    }
}

/// The generators call the machine by that name; in a scenario it is `servers`.
fn of_machine(error: ScenarioError) -> ScenarioError {
    match error.place.as_str().strip_prefix("machine.") {
        Some(field) => ScenarioError { place: FieldPath::new("servers").field(field), ..error },
        None => error,
    }
}

fn check_list(requests: &[IdleRequest], servers: &Servers, place: &FieldPath) -> Result<(), ScenarioError> {
    if requests.len() > bounds::REQUESTS.max as usize {
        return Err(ScenarioError::out_of_range(place.clone(), format!("a list of {}", requests.len()), bounds::REQUESTS));
    }
    let nowhere = FieldPath::new("");
    for (i, request) in requests.iter().enumerate() {
        // The path is built only for a request that is refused, not for a million that are not.
        request.check(servers, &nowhere).or_else(|_| request.check(servers, &place.index(i)))?;
    }
    Ok(())
}
