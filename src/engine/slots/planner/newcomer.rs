//! The job that is being decided.

use super::shape::{Shape, shape_of};
use crate::slots::decisions::Decisions;
use crate::slots::request::Slot;
use crate::slots::scenario::{PlannerKind, Policy};
use crate::slots::workload::Arrivals;

/// The job that is being decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Newcomer {
    pub job: u32,
    pub now: Slot,
    pub earliest_start: Slot,
    /// Last start that is looked at: under rigid reservation the first one.
    pub latest_start: Slot,
    pub shape: Shape,
}

impl Newcomer {
    /// A job as the planner of a policy looks at it.
    pub fn of(arrivals: &Arrivals, policy: Policy, job: u32) -> Self {
        let request = arrivals.request[job as usize] as usize;
        let earliest_start = arrivals.earliest_start[request];
        let rigid = policy.planner == PlannerKind::Rigid;
        Self {
            job,
            now: arrivals.submitted[request],
            earliest_start,
            latest_start: if rigid { earliest_start } else { arrivals.latest_start[request] },
            shape: shape_of(arrivals, job),
        }
    }

    /// The same job with its window counted from a slot, one not after the present.
    pub fn counted_from(self, base: Slot) -> Self {
        Self { now: self.now - base, earliest_start: self.earliest_start - base, latest_start: self.latest_start - base, ..self }
    }

    /// A job as it was when it was decided: where a smaller offer was taken, what was asked for.
    pub fn asked(arrivals: &Arrivals, decisions: &Decisions, policy: Policy, job: u32) -> Self {
        let newcomer = Self::of(arrivals, policy, job);
        let Some(taken) = decisions.taken(job) else { return newcomer };
        let shape = Shape { duration: taken.asked.duration, nodes: taken.asked.nodes };
        Self { latest_start: taken.asked.latest_start, shape, ..newcomer }
    }
}
