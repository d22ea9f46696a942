//! The workload of named servers: a source of requests and the edits to it.

use super::bounds;
use super::generator::{FortnightWorkload, ParetoWorkload, UNIT};
use super::request::{IdleArrivals, IdleRequest};
use super::servers::Servers;
use crate::core::error::{Place, ScenarioError};
use crate::slots::bounds as slot_bounds;
use crate::slots::workload::Arrivals;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of a request for as long as the scenario lives: its position in the source, or a later number for an added one. Under
/// [`IdleSource::Slots`] the number of the slot plan's request, which all of its parts share.
pub type IdleRequestId = u32;

/// A source of requests and the changes made to it by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IdleWorkload {
    /// Where the requests come from.
    pub source: IdleSource,
    /// What was changed, removed or added, by request.
    pub edits: IdleEdits,
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
    /// The requests of the scenario's slot plan: a job of n nodes as n requests for one server, which start when they can, each on its
    /// own; a slot is a tick.
    Slots,
}

impl IdleSource {
    /// Number of requests, without making them; `None` where the slot plan has them.
    pub fn count(&self) -> Option<u32> {
        match self {
            Self::Requests(requests) => Some(requests.len() as u32),
            Self::Pareto(pareto) => Some(pareto.requests),
            Self::Fortnight(fortnight) => Some(fortnight.requests),
            Self::Slots => None,
        }
    }
}

/// Changes by request number: `Some` replaces (or, beyond the source, adds) a request, `None` removes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdleEdits(pub Arc<BTreeMap<IdleRequestId, Option<IdleRequest>>>);

impl IdleWorkload {
    /// A workload of given requests.
    pub fn of_requests(requests: Vec<IdleRequest>) -> Self {
        Self::of(IdleSource::Requests(Arc::new(requests)))
    }

    /// A workload without edits.
    pub fn of(source: IdleSource) -> Self {
        Self { source, edits: IdleEdits::default() }
    }

    /// The number the next added request gets.
    pub fn next_id(&self) -> IdleRequestId {
        let len = self.source.count().unwrap_or(0);
        self.edits.0.last_key_value().map_or(0, |(id, _)| id + 1).max(len)
    }

    /// The same workload with one request replaced, added or removed; a removed request that is not in the source is forgotten altogether.
    pub fn with_edit(&self, id: IdleRequestId, change: Option<IdleRequest>) -> Self {
        let mut map = (*self.edits.0).clone();
        match change {
            None if id >= self.source.count().unwrap_or(0) => map.remove(&id),
            change => map.insert(id, change),
        };
        Self { source: self.source.clone(), edits: IdleEdits(Arc::new(map)) }
    }

    /// The same requests with the edits written into a given list; a generated workload keeps its recipe and its edits. Request numbers
    /// may change: meant for files and links, not for work in progress.
    pub fn folded(&self) -> Self {
        let IdleSource::Requests(given) = &self.source else { return self.clone() };
        if self.edits.0.is_empty() {
            return self.clone();
        }
        let kept = given.iter().zip(0..).filter_map(|(request, id)| self.edits.0.get(&id).copied().unwrap_or(Some(*request)));
        let added = self.edits.0.range(given.len() as u32..).filter_map(|(_, change)| *change);
        Self::of_requests(kept.chain(added).collect())
    }

    /// The number a request has once the edits are folded into a given list; `None` if it was removed.
    pub fn folded_id(&self, id: IdleRequestId) -> Option<IdleRequestId> {
        let IdleSource::Requests(given) = &self.source else { return Some(id) };
        let (edits, len) = (&self.edits.0, given.len() as u32);
        let removed_below = |end: u32| edits.range(..end.min(len)).filter(|(_, change)| change.is_none()).count() as u32;
        if id < len {
            return (edits.get(&id) != Some(&None)).then(|| id - removed_below(id));
        }
        let added_below = edits.range(len..id).filter(|(_, change)| change.is_some()).count() as u32;
        matches!(edits.get(&id), Some(Some(_))).then(|| len - removed_below(len) + added_below)
    }

    /// Checks source and edits against the machine. Requests of the slot plan are checked when they are listed.
    ///
    /// # Errors
    /// The first thing out of range.
    pub fn check(&self, servers: &Servers, place: &Place) -> Result<(), ScenarioError> {
        match &self.source {
            IdleSource::Requests(requests) => check_list(requests, servers, &place.field("requests"))?,
            IdleSource::Pareto(pareto) => pareto.check(servers, &place.field("pareto")).map_err(of_machine)?,
            IdleSource::Fortnight(fortnight) => fortnight.check(servers, &place.field("fortnight")).map_err(of_machine)?,
            IdleSource::Slots => {}
        }
        self.check_edits(servers, &place.field("edits"))
    }

    fn check_edits(&self, servers: &Servers, place: &Place) -> Result<(), ScenarioError> {
        let Some(len) = self.source.count() else {
            if self.edits.0.is_empty() {
                return Ok(());
            }
            let found = format!("a list of {}", self.edits.0.len());
            return Err(ScenarioError::new(place.clone(), found, "an empty list: the requests are those of the slot plan"));
        };
        let most = 2 * bounds::REQUESTS.max;
        let (mut added, mut removed) = (0_u64, 0_u64);
        for (i, (id, change)) in self.edits.0.iter().enumerate() {
            match change {
                _ if *id > most => return Err(ScenarioError::new(place.index(i).field("id"), id, format!("at most {most}"))),
                Some(request) => {
                    request.check(servers, &place.index(i).field("request"))?;
                    added += u64::from(*id >= len);
                }
                None if *id >= len => {
                    let allowed = format!("the number of a request of the source, below {len}");
                    return Err(ScenarioError::new(place.index(i).field("id"), id, allowed));
                }
                None => removed += 1,
            }
        }
        let total = u64::from(len) + added - removed;
        if total > u64::from(bounds::REQUESTS.max) {
            return Err(ScenarioError::out_of_range(place.clone(), format!("a total of {total} requests"), bounds::REQUESTS));
        }
        Ok(())
    }

    /// The requests of the source in arrival order, without the edits; `slots` are the requests of the slot plan.
    ///
    /// # Errors
    /// A generator passes the last tick, or a request of the slot plan does not fit the machine.
    pub fn source_arrivals(&self, servers: &Servers, slots: &Arrivals) -> Result<IdleArrivals, ScenarioError> {
        match &self.source {
            IdleSource::Requests(requests) => {
                Ok(IdleArrivals::numbered(requests.iter().zip(0..).map(|(&request, id)| (id, request))))
            }
            IdleSource::Pareto(pareto) => pareto.generate(servers),
            IdleSource::Fortnight(fortnight) => fortnight.generate(servers),
            IdleSource::Slots => of_slots(servers, slots),
        }
    }

    /// The requests in arrival order, edits included. Whoever keeps the source's arrivals calls [`IdleArrivals::edited`] instead.
    ///
    /// # Errors
    /// As [`IdleWorkload::source_arrivals`].
    pub fn arrivals(&self, servers: &Servers, slots: &Arrivals) -> Result<IdleArrivals, ScenarioError> {
        let source = self.source_arrivals(servers, slots)?;
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
        Some(field) => ScenarioError { place: Place::new("servers").field(field), ..error },
        None => error,
    }
}

fn check_list(requests: &[IdleRequest], servers: &Servers, place: &Place) -> Result<(), ScenarioError> {
    if requests.len() > bounds::REQUESTS.max as usize {
        return Err(ScenarioError::out_of_range(place.clone(), format!("a list of {}", requests.len()), bounds::REQUESTS));
    }
    let nowhere = Place::new("");
    for (i, request) in requests.iter().enumerate() {
        // A place is made for the one that needs it, not for a million that do not.
        request.check(servers, &nowhere).or_else(|_| request.check(servers, &place.index(i)))?;
    }
    Ok(())
}

fn of_slots(servers: &Servers, slots: &Arrivals) -> Result<IdleArrivals, ScenarioError> {
    let parts = |row: usize| {
        let request = slots.row(row);
        u64::from(request.jobs) * u64::from(request.nodes)
    };
    let total: u64 = (0..slots.requests()).map(parts).sum();
    let place = Place::new("servers.workload.slots");
    if total > u64::from(bounds::REQUESTS.max) {
        let found = format!("a slot plan of {total} nodes over all jobs");
        return Err(ScenarioError::out_of_range(place, found, bounds::REQUESTS));
    }
    let mut rows = Vec::with_capacity(total as usize);
    for row in 0..slots.requests() {
        let slot = slots.row(row);
        let request = IdleRequest {
            submitted: slot.submitted,
            earliest_start: slot.earliest_start,
            size: slot.duration,
            deadline: slot.latest_start + slot.duration,
        };
        let id = slots.id[row];
        request.check(servers, &Place::new("")).or_else(|_| request.check(servers, &place.index(id as usize)))?;
        rows.extend(std::iter::repeat_n((id, request), parts(row) as usize));
    }
    Ok(IdleArrivals::numbered(rows.into_iter()))
}

const _: () =
    assert!(slot_bounds::SLOT.max as u64 + slot_bounds::DURATION.max as u64 <= bounds::TICK.max as u64, "a deadline is a tick");
