//! Checkpoints: what must be stored to continue a run from a job, namely the jobs that still occupy slots later jobs may use.
//!
//! A job submitted in slot *now* only considers slots from now on. Of all accepted jobs, only those that end after now affect it: free nodes, jobs
//! that may be moved, occupied physical nodes.

use crate::slots::request::{Request, Slot};
use crate::slots::workload::{Arrivals, Edited};
use std::ops::Range;

/// Jobs between two checkpoints, at least: going back costs as many decisions, half of them on average, beside O(live jobs).
/// A checkpoint is taken no sooner than as many jobs were decided as it lists, so that all of them together hold at most one entry of
/// 8 bytes for each job.
pub(in crate::slots::planner) const SPACING: u32 = 256;

/// The state of a run before job `at` is decided.
#[derive(Clone, Debug)]
pub(in crate::slots::planner) struct Checkpoint {
    /// The next job.
    pub at: u32,
    /// When the last job before it was submitted; no later job asks for an earlier slot.
    pub now: Slot,
    /// Accepted jobs that end after `now` and where they stand, by job.
    pub live: Box<[(u32, Slot)]>,
}

impl Checkpoint {
    /// Before the first job.
    pub fn first() -> Self {
        Self { at: 0, now: 0, live: Box::default() }
    }

    /// Renumbers after an edit. `None` if the checkpoint lies among the edited jobs or has one that was edited away: no later plan can
    /// be the same there.
    pub fn renumbered(mut self, edited: &Edited) -> Option<Self> {
        let jobs = &edited.jobs;
        let at = jobs.gap_after(self.at);
        if self.at < jobs.removed.end || at < jobs.inserted.end {
            return None;
        }
        if !jobs.in_place() {
            self.at = at;
            for (job, _) in &mut self.live {
                *job = jobs.after(*job)?;
            }
        }
        Some(self)
    }
}

/// Requests that are no longer what they were in a run.
#[derive(Clone, Debug)]
pub(in crate::slots::planner) struct Changes {
    /// Jobs outside of these are those of the run, in the same order.
    pub jobs: Range<u32>,
    /// Requests that were changed in their places: their jobs, and the request as it was in the run.
    pub requests: Vec<(Range<u32>, Request)>,
}

impl Changes {
    /// Changes so far and one more edit.
    pub fn with(so_far: Option<Self>, edited: &Edited) -> Self {
        let Edited { before, jobs, .. } = edited;
        let own = jobs.removed.start.min(jobs.inserted.start)..jobs.inserted.end.max(jobs.gap_after(jobs.removed.end));
        let Some(Self { jobs: range, mut requests }) = so_far else {
            let requests = before.iter().filter(|_| jobs.in_place()).map(|before| (jobs.inserted.clone(), *before)).collect();
            return Self { jobs: own, requests };
        };
        let range = range.start.min(own.start)..jobs.gap_after(range.end).max(own.end);
        if !jobs.in_place() {
            requests.retain_mut(|(of, _)| match jobs.after(of.start) {
                Some(start) => {
                    *of = start..start + of.len() as u32;
                    true
                }
                None => false,
            });
        } else if let Some(before) = before
            && requests.iter().all(|(of, _)| *of != jobs.inserted)
        {
            requests.push((jobs.inserted.clone(), *before));
        }
        Self { jobs: range, requests }
    }

    /// The request of a job as it was, if it was edited in its place.
    pub fn before(&self, job: u32) -> Option<&Request> {
        self.requests.iter().find(|(of, _)| of.contains(&job)).map(|(_, before)| before)
    }

    /// Whether an accepted job that stands at `start` can make a difference to jobs submitted from `now` on, by what was edited in it.
    pub fn matter(&self, arrivals: &Arrivals, job: u32, start: Slot, now: Slot, moves_jobs: bool) -> bool {
        let Some(before) = self.before(job) else { return false };
        let request = arrivals.row(arrivals.request[job as usize] as usize);
        let place = |r: &Request| (r.duration, r.nodes);
        let window = |r: &Request| (r.user, r.submitted, r.earliest_start, r.latest_start);
        place(before) != place(&request) || (moves_jobs && start > now && window(before) != window(&request))
    }
}
