//! From one study to another: the same requests for another system.

use crate::core::edits::RequestId;
use crate::core::error::{FieldPath, ScenarioError};
use crate::idle::{IdleEvent, IdleRequest, IdleScenario, IdleWorkload, Servers, bounds};
use crate::slots::scenario::SlotsScenario;
use crate::slots::workload::Arrivals;
use std::sync::Arc;

/// The look-ahead of servers made for a plan in slots is a multiple of so many ticks.
const LOOK_AHEAD_STEP: u32 = 100;

/// The requests of a study in slots as requests for one server each, in arrival order: a job of n nodes becomes n requests, which start when
/// they can, each on its own. A slot becomes a tick. Each comes with the number of the request it is a part of.
///
/// # Errors
/// More than [`bounds::REQUESTS`] requests would come of it, or one does not fit the servers (`servers`: their look-ahead or least size).
pub fn idle_requests(arrivals: &Arrivals, servers: &Servers) -> Result<Vec<(RequestId, IdleRequest)>, ScenarioError> {
    let parts = |row: usize| {
        let request = arrivals.row(row);
        u64::from(request.jobs) * u64::from(request.nodes)
    };
    let total: u64 = (0..arrivals.requests()).map(parts).sum();
    let place = FieldPath::new("servers.workload.slots");
    if total > u64::from(bounds::REQUESTS.max) {
        let found = format!("a slot plan of {total} nodes over all jobs");
        return Err(ScenarioError::out_of_range(place, found, bounds::REQUESTS));
    }
    let mut requests = Vec::with_capacity(total as usize);
    for row in 0..arrivals.requests() {
        let slots = arrivals.row(row);
        let request = IdleRequest {
            submitted: slots.submitted,
            earliest_start: slots.earliest_start,
            size: slots.duration,
            deadline: slots.latest_start + slots.duration,
        };
        let id = arrivals.id[row];
        request.check(servers, &FieldPath::new("")).or_else(|_| request.check(servers, &place.index(id as usize)))?;
        requests.extend(std::iter::repeat_n((id, request), parts(row) as usize));
    }
    Ok(requests)
}

/// The servers of `idle` with the jobs of a plan in slots as their requests; extensions of a job hold for its last part. Also gives the number
/// of the request in slots that each request is a part of.
///
/// # Errors
/// Either is out of bounds, or as [`idle_requests`].
pub fn with_jobs_of(idle: &IdleScenario, slots: &SlotsScenario) -> Result<(IdleScenario, Vec<RequestId>), ScenarioError> {
    slots.check(&FieldPath::new(""))?;
    idle.servers.check(&FieldPath::new("servers"))?;
    let (origins, requests): (Vec<_>, Vec<_>) = idle_requests(&slots.workload.arrivals()?, &idle.servers)?.into_iter().unzip();
    let extended = |event: &IdleEvent| match *event {
        // An extension of a job that is not there never happened.
        IdleEvent::Extend { submitted, id, by } => {
            let last = origins.iter().rposition(|origin| *origin == id)?;
            Some(IdleEvent::Extend { submitted, id: last as u32, by })
        }
        event => Some(event),
    };
    let events = Arc::new(idle.events.iter().filter_map(extended).collect());
    let workload = IdleWorkload::of_requests(requests);
    Ok((IdleScenario { workload, events, ..idle.clone() }, origins))
}

/// The same jobs on as many named servers as the machine has nodes, all of one rate, which look ahead so far that every job fits.
///
/// # Errors
/// The scenario is out of bounds, or as [`idle_requests`].
pub fn idle_from_slots(slots: &SlotsScenario) -> Result<IdleScenario, ScenarioError> {
    slots.check(&FieldPath::new(""))?;
    let arrivals = slots.workload.arrivals()?;
    let ahead = |row: usize| arrivals.latest_start[row] + arrivals.duration[row] - arrivals.submitted[row];
    let farthest = (0..arrivals.requests()).map(ahead).max().unwrap_or(0);
    let servers = Servers::identical(slots.machine.nodes, farthest.next_multiple_of(LOOK_AHEAD_STEP).max(LOOK_AHEAD_STEP), 1);
    let requests = idle_requests(&arrivals, &servers)?.into_iter().map(|(_, request)| request).collect();
    Ok(IdleScenario::new(servers, IdleWorkload::of_requests(requests)))
}
