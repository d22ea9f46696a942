//! What is to be greatest, and how large a case may be.

use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::workload::Arrivals;

/// Most jobs of a case.
pub const JOBS_MAX: usize = 16;
/// Most slots between the earliest start and the latest end of a case.
pub const SLOTS_MAX: Slot = 1_024;
/// Most states that are looked at for one optimum; a search that needs more is given up.
pub const STATES_MAX: u32 = 1_000_000;

/// What is to be greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The number of accepted jobs.
    Accepted,
    /// The node-slots that they occupy.
    NodeSlots,
}

impl Goal {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Accepted, Self::NodeSlots];

    /// What accepting a job adds.
    pub fn of(self, wanted: &Wanted) -> u64 {
        match self {
            Self::Accepted => 1,
            Self::NodeSlots => wanted.area(),
        }
    }
}

/// A job of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Its row in the arrivals.
    pub job: u32,
    /// First start.
    pub earliest: Slot,
    /// Last start.
    pub latest: Slot,
    /// Slots it occupies.
    pub duration: Slot,
    /// Nodes it needs at once.
    pub nodes: u32,
}

impl Wanted {
    pub(super) fn end(&self) -> Slot {
        self.latest + self.duration
    }

    pub(super) fn area(&self) -> u64 {
        u64::from(self.nodes) * u64::from(self.duration)
    }
}

/// The jobs of a case in the order of their submission.
///
/// # Errors
/// More than [`JOBS_MAX`] jobs, or more than [`SLOTS_MAX`] slots (`workload`).
pub(super) fn jobs_of(arrivals: &Arrivals) -> Result<Vec<Wanted>, ScenarioError> {
    let place = FieldPath::new("workload");
    if arrivals.jobs() > JOBS_MAX {
        let found = format!("a case of {} jobs", arrivals.jobs());
        return Err(ScenarioError::new(place, found, format!("at most {JOBS_MAX} for an optimum")));
    }
    let wanted = |(job, &row): (u32, &u32)| {
        let request = arrivals.row(row as usize);
        let (earliest, latest) = (request.earliest_start, request.latest_start);
        Wanted { job, earliest, latest, duration: request.duration, nodes: request.nodes }
    };
    let jobs: Vec<Wanted> = (0..).zip(&arrivals.request).map(wanted).collect();
    let first = jobs.iter().map(|wanted| wanted.earliest).min().unwrap_or(0);
    let slots = jobs.iter().map(Wanted::end).max().unwrap_or(0) - first;
    if slots > SLOTS_MAX {
        return Err(ScenarioError::new(place, format!("a case of {slots} slots"), format!("at most {SLOTS_MAX} for an optimum")));
    }
    Ok(jobs)
}
