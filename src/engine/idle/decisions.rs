//! The decisions of a run on named servers, as flat columns.

use super::Tick;
use serde::{Deserialize, Serialize};

/// The server of a job that was refused.
pub const NO_SERVER: u32 = u32::MAX;
/// The start of a job that was refused.
pub const NO_START: Tick = Tick::MAX;

/// One row per job in arrival order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdleDecisions {
    /// The server each job got, [`NO_SERVER`] if none.
    pub server: Vec<u32>,
    /// When it starts, [`NO_START`] if never.
    pub start: Vec<Tick>,
    /// One row for each refused job, by job.
    pub refusals: Vec<IdleRefusal>,
}

/// Why a job was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdleRefusal {
    /// The refused job (row).
    pub job: u32,
    /// What stood in the way.
    pub obstacle: IdleObstacle,
}

/// What stood in the way of a refused job. How many periods passed which test at that moment is counted on demand:
/// [`super::geometry::Tests`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum IdleObstacle {
    /// Even the fastest server takes longer than the job may wait: r + ⌈l/μ⌉ > d.
    TooSlow {
        /// Ticks the job takes on the fastest server.
        fastest: Tick,
    },
    /// No idle stretch inside [r, d) is long enough for the rate of its server; this one came nearest. (For the strategy that ignores
    /// gaps: no open-ended stretch.)
    TooShort {
        /// Its server.
        server: u32,
        /// Begin of the stretch, not before r.
        from: Tick,
        /// End of the stretch, not after d.
        to: Tick,
        /// Ticks the job takes on that server.
        needed: Tick,
    },
    /// No server that is fast enough is idle at all inside [r, d).
    NothingIdle,
}

impl IdleDecisions {
    /// Whether a job is in the plan.
    pub fn accepted(&self, job: usize) -> bool {
        self.server[job] != NO_SERVER
    }

    /// The refusal of a job, if it was refused.
    pub fn refusal(&self, job: usize) -> Option<&IdleRefusal> {
        let i = self.refusals.binary_search_by_key(&(job as u32), |refusal| refusal.job).ok()?;
        Some(&self.refusals[i])
    }
}
