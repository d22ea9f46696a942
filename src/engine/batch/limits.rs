//! Limits per user: how many jobs of one user may run at once, and on how many nodes (Slurm's MaxJobsPU and MaxTRESPU, Maui's MAXJOB and MAXNODE).
//!
//! A job is *held back* while its start would bring its owner over a limit. It is passed over then: it is promised nothing, holds no nodes and blocks nobody. When
//! a job of its owner ends, it takes its place in the queue again. Jobs that ran already at the present moment of a snapshot count, but are never held back;
//! so do advance reservations, which have their starts from their submissions. Jobs without an owner have no limits.

use super::bounds;
use super::decisions::Decisions;
use super::job::{Jobs, NEVER, NONE, Time};
use crate::core::bounds::Bound;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::sorting::sort_shared;
use crate::core::words::counted;
use serde::{Deserialize, Serialize};

/// What the running jobs of a user may come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserLimits {
    /// At most so many jobs; `None` is no limit.
    pub jobs: Option<u32>,
    /// At most so many nodes together; `None` is no limit.
    pub nodes: Option<u32>,
}

/// What the running jobs of a user come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// How many run.
    pub jobs: u32,
    /// The nodes that they have together.
    pub nodes: u32,
}

/// A user at the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AtLimit {
    /// The user.
    pub owner: u32,
    /// What runs of that user.
    pub usage: Usage,
    /// Until when, in seconds.
    pub until: Time,
}

impl AtLimit {
    /// What runs of the user, or ran: "four jobs of user 7 run, on 12 nodes".
    pub fn words(&self, is_present: bool) -> String {
        let Self { owner, usage: Usage { jobs, nodes }, .. } = *self;
        let verb = match (is_present, jobs) {
            (true, 1) => "runs",
            (true, _) => "run",
            (false, _) => "ran",
        };
        format!("{} of user {owner} {verb}, on {}", counted(jobs as usize, "job"), counted(nodes as usize, "node"))
    }
}

/// Whether limits hold a job back: it has an owner, asks for no start and did not run already.
fn is_bound(jobs: &Jobs, row: usize) -> bool {
    jobs.owner[row] != NONE && !jobs.is_advance(row) && !jobs.ran_already(row)
}

/// The jobs that limits may hold back.
fn bound_rows(jobs: &Jobs) -> impl Iterator<Item = usize> {
    (0..jobs.len()).filter(|&row| is_bound(jobs, row))
}

/// The least number of nodes that each user must be allowed, so that every job can start.
pub fn least_nodes(jobs: &Jobs) -> u32 {
    bound_rows(jobs).map(|row| jobs.nodes[row]).max().unwrap_or(1)
}

impl UserLimits {
    /// Whether there is any.
    pub fn is_any(&self) -> bool {
        *self != Self::default()
    }

    /// Whether a user of whom so much runs may start a job of so many nodes.
    pub fn allows(&self, usage: Usage, nodes: u32) -> bool {
        self.jobs.is_none_or(|most| usage.jobs < most) && self.nodes.is_none_or(|most| usage.nodes.saturating_add(nodes) <= most)
    }

    /// Checks both numbers.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let within = |name: &str, value: Option<u32>, bound: Bound| match value.filter(|value| !bound.holds(*value)) {
            Some(value) => Err(ScenarioError::out_of_range(place.field(name), value, bound)),
            None => Ok(()),
        };
        within("jobs", self.jobs, bounds::USER_JOBS)?;
        within("nodes", self.nodes, bounds::USER_NODES)
    }

    /// The first job that is too wide for them, and so would never start.
    pub fn too_wide(&self, jobs: &Jobs) -> Option<usize> {
        let most = self.nodes?;
        bound_rows(jobs).find(|&row| jobs.nodes[row] > most)
    }

    /// The last time before its start at which a job was held back in a plan; `None` if it never was, as where no queue decides. O(jobs).
    pub fn last_held(&self, is_queue: bool, jobs: &Jobs, decisions: &Decisions, row: usize) -> Option<AtLimit> {
        let (owner, start) = (jobs.owner[row], decisions.start[row]);
        if !self.is_any() || !is_queue || !is_bound(jobs, row) || start == NEVER {
            return None;
        }
        let of_owner = |&other: &usize| jobs.owner[other] == owner && other != row && decisions.is_decided(other);
        let mut events: Vec<(Time, bool, u32)> = Vec::new();
        for other in (0..jobs.len()).filter(of_owner).filter(|other| decisions.start[*other] < start) {
            events.extend([(decisions.end[other], false, jobs.nodes[other]), (decisions.start[other], true, jobs.nodes[other])]);
        }
        // Ends sort before starts of the same moment.
        sort_shared(&mut events, Ord::cmp);
        let (mut usage, mut last, ready) = (Usage::default(), None, jobs.ready(row));
        for (at, starts, nodes) in events.into_iter().take_while(|(at, ..)| *at <= start) {
            if starts {
                usage = Usage { jobs: usage.jobs + 1, nodes: usage.nodes + nodes };
                continue;
            }
            if at > ready && !self.allows(usage, jobs.nodes[row]) {
                last = Some(AtLimit { owner, usage, until: at });
            }
            usage = Usage { jobs: usage.jobs - 1, nodes: usage.nodes - nodes };
        }
        last
    }
}
