//! From one study to another: the same requests for another system.

use crate::batch::BatchScenario;
use crate::core::edits::RequestId;
use crate::core::error::{FieldPath, ScenarioError};
use crate::idle::{IdleEvent, IdleRequest, IdleScenario, IdleWorkload, RequestName, Servers, TickClock, bounds};
use crate::slots::elastic::Tariff;
use crate::slots::request::Request;
use crate::slots::scenario::{Machine, Policy, SlotsScenario};
use crate::slots::workload::{Arrivals, Workload};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The look-ahead of servers made for a plan in slots is a multiple of so many ticks.
const LOOK_AHEAD_STEP: u32 = 100;

/// A request to named servers made of a part of a request in slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The request in slots.
    pub of: RequestId,
    /// What people call the part.
    pub name: RequestName,
    /// What it asks for.
    pub request: IdleRequest,
}

fn workload_of(parts: &[Part]) -> IdleWorkload {
    IdleWorkload::of_named(&parts.iter().map(|part| (part.name, part.request)).collect::<Vec<_>>())
}

/// The requests of a study in slots as requests for one server each, in arrival order: a job of n nodes becomes n requests, which start when
/// they can, each on its own. A slot becomes a tick. Each comes with the id of the request it is a part of, and with its name: that of the job
/// ("11.2"; "11" if user 11 has no other), and of a job of several nodes, which one ("11.2.3").
///
/// # Errors
/// More than [`bounds::REQUESTS`] requests would come of it, or one does not fit the servers (`servers`: their look-ahead or least size).
pub fn idle_requests(arrivals: &Arrivals, servers: &Servers) -> Result<Vec<Part>, ScenarioError> {
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
    let mut jobs_of_user: BTreeMap<u32, u64> = BTreeMap::new();
    for row in 0..arrivals.requests() {
        *jobs_of_user.entry(arrivals.user[row]).or_default() += u64::from(arrivals.row(row).jobs);
    }
    let of_user = |row: usize| jobs_of_user.get(&arrivals.user[row]).copied().unwrap_or(0);
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
        let is_alone = slots.jobs == 1 && slots.nodes == 1 && of_user(row) == 1;
        for job in arrivals.first_job[row]..arrivals.first_job[row + 1] {
            let job = if is_alone { 0 } else { arrivals.number[job as usize] };
            let node = |node: u32| if slots.nodes == 1 { 0 } else { node };
            let name = |at: u32| RequestName { number: slots.user, job, node: node(at) };
            requests.extend((1..=slots.nodes).map(|at| Part { of: id, name: name(at), request }));
        }
    }
    Ok(requests)
}

/// The servers of `idle` with the jobs of a plan in slots as their requests; extensions of a job hold for its last part. Also gives the id
/// of the request in slots that each request is a part of.
///
/// # Errors
/// Either is out of bounds, or as [`idle_requests`].
pub fn with_jobs_of(idle: &IdleScenario, slots: &SlotsScenario) -> Result<(IdleScenario, Vec<RequestId>), ScenarioError> {
    slots.check(&FieldPath::new(""))?;
    idle.servers.check(&FieldPath::new("servers"))?;
    let parts = idle_requests(&slots.workload.arrivals()?, &idle.servers)?;
    let origins: Vec<RequestId> = parts.iter().map(|part| part.of).collect();
    let extended = |event: &IdleEvent| match *event {
        // An extension of a job that is not there never happened.
        IdleEvent::Extend { submitted, id, by } => {
            let last = origins.iter().rposition(|origin| *origin == id)?;
            Some(IdleEvent::Extend { submitted, id: last as u32, by })
        }
        event => Some(event),
    };
    let events = Arc::new(idle.events.iter().filter_map(extended).collect());
    let workload = workload_of(&parts);
    Ok((IdleScenario { workload, events, ..idle.clone() }, origins))
}

/// The same jobs on as many named servers as the machine has nodes, all of one rate, which look ahead so far that every job fits. A tick is a slot,
/// with the dates of the log if it has some.
///
/// # Errors
/// The scenario is out of bounds, or as [`idle_requests`].
pub fn idle_from_slots(slots: &SlotsScenario) -> Result<IdleScenario, ScenarioError> {
    slots.check(&FieldPath::new(""))?;
    let arrivals = slots.workload.arrivals()?;
    let ahead = |row: usize| arrivals.latest_start[row] + arrivals.duration[row] - arrivals.submitted[row];
    let farthest = (0..arrivals.requests()).map(ahead).max().unwrap_or(0);
    let servers = Servers::identical(slots.machine.nodes, farthest.next_multiple_of(LOOK_AHEAD_STEP).max(LOOK_AHEAD_STEP), 1);
    let workload = workload_of(&idle_requests(&arrivals, &servers)?);
    let clock = TickClock { tick_seconds: slots.machine.slot_seconds, start: slots.machine.start };
    Ok(IdleScenario { clock: Some(clock), ..IdleScenario::new(servers, workload) })
}

/// How the jobs of a cluster become requests in slots; as those of a log, of which jobs without a run time are not in a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotsWanted {
    /// Length of a slot in seconds.
    pub slot_seconds: u32,
    /// Slots from the submission to the earliest start, of jobs that ask for none.
    pub book_ahead: u32,
    /// Relax time, fixed part in slots.
    pub relax_slots: u32,
    /// Relax time, part that grows with the duration, in per cent of it.
    pub relax_percent: u32,
}

impl Default for SlotsWanted {
    fn default() -> Self {
        Self { slot_seconds: 300, book_ahead: 0, relax_slots: 12, relax_percent: 100 }
    }
}

/// A plan in slots with the jobs of a cluster as its requests, in the order of their arrival: submission and start asked for rounded down to slots, the
/// estimate rounded up. It answers what reservations would have done with the same jobs.
///
/// # Errors
/// The scenario is out of bounds, or its machine or a job is beyond what plans in slots allow.
pub fn slots_from_cluster(cluster: &BatchScenario, wanted: &SlotsWanted) -> Result<SlotsScenario, ScenarioError> {
    cluster.check(&FieldPath::new(""))?;
    let jobs = cluster.workload.arrivals(cluster.nodes)?;
    let slot = u64::from(wanted.slot_seconds.max(1));
    let place = FieldPath::new("workload.jobs");
    let whole = |row: usize, what: &str, value: u64| {
        u32::try_from(value).map_err(|_| ScenarioError::new(place.index(row).field(what), value, "fewer slots; make slots longer"))
    };
    let mut requests = Vec::with_capacity(jobs.len());
    for row in 0..jobs.len() {
        let duration = whole(row, "estimate", u64::from(jobs.estimate[row]).div_ceil(slot).max(1))?;
        let submitted = whole(row, "submitted", u64::from(jobs.submitted[row]) / slot)?;
        let ahead = u64::from(submitted) + u64::from(wanted.book_ahead);
        let asked = if jobs.is_advance(row) { jobs.ready(row) / slot } else { ahead };
        let earliest_start = whole(row, "earliest_start", asked)?;
        let relax = u64::from(wanted.relax_slots) + (u64::from(duration) * u64::from(wanted.relax_percent)).div_ceil(100);
        let latest_start = whole(row, "latest_start", u64::from(earliest_start) + relax)?;
        let user = jobs.number(row);
        requests.push(Request { user, submitted, earliest_start, latest_start, duration, jobs: 1, nodes: jobs.nodes[row] });
    }
    let machine = Machine { nodes: cluster.nodes, slot_seconds: wanted.slot_seconds, start: cluster.start };
    let slots = SlotsScenario {
        machine,
        workload: Workload::of_requests(requests),
        policy: Policy::default(),
        market: None,
        tariff: Tariff::default(),
    };
    slots.check(&FieldPath::new(""))?;
    Ok(slots)
}
