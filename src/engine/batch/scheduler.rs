//! Who decides when a job starts.

use super::bounds;
use crate::core::bounds::Bound;
use crate::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};

/// A scheduler of parallel jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Scheduler {
    /// On-line co-allocation of reservations (Castillo chapter 5).
    CoAllocation,
    /// Jobs start in the order in which they came.
    Fcfs,
    /// Aggressive backfilling: a job may go ahead if that does not delay the one that waits longest (EASY, Lifka 1995).
    #[default]
    Easy,
    /// Every job has a reservation from its submission; a job may go ahead if that delays nobody (Mu'alem and Feitelson 2001).
    Conservative,
    /// Jobs start when they did in the log.
    AsLogged,
}

impl Scheduler {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::CoAllocation, Self::Fcfs, Self::Easy, Self::Conservative, Self::AsLogged];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::CoAllocation => "co-allocation",
            Self::Fcfs => "fcfs",
            Self::Easy => "easy",
            Self::Conservative => "conservative",
            Self::AsLogged => "as-logged",
        }
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::CoAllocation => "Co-allocation",
            Self::Fcfs => "FCFS",
            Self::Easy => "EASY",
            Self::Conservative => "Conservative",
            Self::AsLogged => "As logged",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scheduler| scheduler.name() == name)
    }
}

/// The scheduler and the options of co-allocation (Castillo 5.4; the paper gives neither H nor l_q).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchPolicy {
    /// Who decides.
    pub scheduler: Scheduler,
    /// H in seconds: how far ahead a start may lie.
    pub horizon: u32,
    /// l_q in seconds: the length of a quantum.
    pub quantum: u32,
    /// Δt in seconds: what a retry adds to the start.
    pub step: u32,
    /// maxRet: retries before a request is put on hold; `None` is half the number of quanta.
    pub retries: Option<u32>,
}

impl Default for BatchPolicy {
    fn default() -> Self {
        Self { scheduler: Scheduler::default(), horizon: 7 * 86_400, quantum: 900, step: 900, retries: None }
    }
}

impl BatchPolicy {
    /// A scheduler with the usual options.
    pub fn of(scheduler: Scheduler) -> Self {
        Self { scheduler, ..Self::default() }
    }

    /// Q = ⌈H / l_q⌉.
    pub fn quanta(&self) -> u32 {
        self.horizon.div_ceil(self.quantum.max(1))
    }

    /// maxRet.
    pub fn most_retries(&self) -> u32 {
        self.retries.unwrap_or(self.quanta() / 2)
    }

    /// Checks every number.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let within = |name: &str, value: u32, bound: Bound| {
            if bound.holds(value) { Ok(()) } else { Err(ScenarioError::out_of_range(place.field(name), value, bound)) }
        };
        within("horizon", self.horizon, bounds::HORIZON)?;
        within("quantum", self.quantum, bounds::QUANTUM.up_to(self.horizon))?;
        within("step", self.step, bounds::STEP)?;
        self.retries.map_or(Ok(()), |retries| within("retries", retries, bounds::RETRIES))?;
        if !bounds::QUANTA.holds(self.quanta()) {
            let found = format!("{} seconds, which makes {} quanta of the horizon", self.quantum, self.quanta());
            return Err(ScenarioError::new(
                place.field("quantum"),
                found,
                format!("long enough for at most {} quanta", bounds::QUANTA.max),
            ));
        }
        Ok(())
    }
}
