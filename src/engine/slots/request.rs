//! A request, and the checks of a single request.

use super::bounds;
use crate::core::bounds::Bound;
use crate::core::columns::Record;
use crate::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};

/// A point in time, counted in slots of fixed length (δ) from the start of the scenario.
pub type Slot = u32;

/// A reservation request: one job or a bundle of equal jobs (*parametric*), each needing `nodes` nodes at once (*MPI* when more than
/// one) for `duration` slots, starting anywhere in `earliest_start ..= latest_start`. Umar 3.3.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Request {
    /// Who asks (userId). Jobs are ordered by user, then job number, wherever the planners need an order.
    pub user: u32,
    /// Slot in which the request arrives: the planner's "now" while it is decided.
    pub submitted: Slot,
    /// First slot a job may start in (t_es); not before `submitted`.
    pub earliest_start: Slot,
    /// Last slot a job may start in (t_ls).
    pub latest_start: Slot,
    /// Slots a job occupies (t_e): started at s it holds s … s + duration − 1.
    pub duration: Slot,
    /// Nodes a job needs at once (numCN).
    pub nodes: u32,
    /// Number of equal jobs (numJ), placed and accepted one by one.
    pub jobs: u32,
}

impl Request {
    /// First slot after the latest possible end (t_d).
    pub fn deadline(&self) -> Slot {
        self.latest_start + self.duration
    }

    /// Slots the start may move (t_r = t_ls − t_es); 0 for a rigid request.
    pub fn relax(&self) -> Slot {
        self.latest_start - self.earliest_start
    }

    /// Checks every field against [`bounds`] and against the machine; `place` names the request in the message.
    ///
    /// # Errors
    /// The first field out of range, with the range that is allowed there.
    pub fn check(&self, machine_nodes: u32, place: &FieldPath) -> Result<(), ScenarioError> {
        let field = |name: &'static str, value: u32, bound: Bound| {
            if bound.holds(value) { Ok(()) } else { Err(ScenarioError::out_of_range(place.field(name), value, bound)) }
        };
        field("user", self.user, bounds::USER)?;
        field("submitted", self.submitted, bounds::SLOT)?;
        field("earliest_start", self.earliest_start, bounds::SLOT.from(self.submitted))?;
        field("latest_start", self.latest_start, bounds::SLOT.from(self.earliest_start))?;
        field("duration", self.duration, bounds::DURATION)?;
        field("nodes", self.nodes, bounds::JOB_NODES.up_to(machine_nodes))?;
        field("jobs", self.jobs, bounds::JOBS)
    }
}

impl Record for Request {
    const FIELDS: usize = 7;

    fn write(&self, to: &mut Vec<u32>) {
        let Self { user, submitted, earliest_start, latest_start, duration, nodes, jobs } = *self;
        to.extend([user, submitted, earliest_start, latest_start, duration, nodes, jobs]);
    }

    fn read(numbers: &[u32]) -> Self {
        let field = |i: usize| numbers.get(i).copied().unwrap_or(0);
        Self {
            user: field(0),
            submitted: field(1),
            earliest_start: field(2),
            latest_start: field(3),
            duration: field(4),
            nodes: field(5),
            jobs: field(6),
        }
    }
}
