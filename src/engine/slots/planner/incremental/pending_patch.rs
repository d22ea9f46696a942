//! What changed since the plan was last handed out.

use crate::slots::nodes::Sweep;
use crate::slots::request::{Request, Slot};
use crate::slots::workload::{Edited, RequestId};
use std::ops::Range;

/// Changes not handed out yet, and slots not mapped to nodes yet.
#[derive(Clone, Debug)]
pub(in crate::slots::planner) struct PendingPatch {
    /// Whether there is a plan that patches can be relative to.
    pub handed_out: bool,
    pub edits: Vec<(RequestId, Option<Request>)>,
    /// Jobs whose rows may differ. `None`: nothing was edited since.
    pub jobs: Option<Range<u32>>,
    /// Where jobs before those stood when they were moved since the plan handed out: a job's first place is the one in that plan.
    pub stood: Vec<(u32, Slot)>,
    /// Jobs on other nodes, some perhaps twice.
    pub nodes: Vec<u32>,
    /// Jobs that may have another number of nodes than the table has for them.
    pub recount: Range<u32>,
    /// Slots to be mapped to nodes anew; see [`Task::slots`](crate::slots::nodes::Task::slots).
    pub unmapped: Option<Range<Slot>>,
    /// The mapping under way of just these slots, until the plan changes.
    pub sweep: Option<Box<Sweep>>,
}

impl Default for PendingPatch {
    /// Nothing was handed out and nothing is mapped.
    fn default() -> Self {
        Self {
            handed_out: false,
            edits: Vec::new(),
            jobs: None,
            stood: Vec::new(),
            nodes: Vec::new(),
            recount: 0..0,
            unmapped: Some(0..Slot::MAX),
            sweep: None,
        }
    }
}

fn union(a: &Range<u32>, b: &Range<u32>) -> Range<u32> {
    a.start.min(b.start)..a.end.max(b.end)
}

impl PendingPatch {
    /// Renumbers after an edit.
    pub fn edit(&mut self, id: RequestId, change: Option<Request>, edited: &Edited) {
        self.sweep = None;
        self.edits.retain(|(other, _)| *other != id);
        self.edits.push((id, change));
        let jobs = &edited.jobs;
        if jobs.in_place() {
            return;
        }
        let around = |range: &Range<u32>| {
            let start = if range.start <= jobs.removed.start { range.start } else { jobs.gap_after(range.start) };
            start..jobs.gap_after(range.end)
        };
        self.jobs = self.jobs.as_ref().map(around);
        if !self.recount.is_empty() {
            self.recount = around(&self.recount);
        }
        self.stood = std::mem::take(&mut self.stood).into_iter().filter_map(|(job, at)| Some((jobs.after(job)?, at))).collect();
        self.nodes.retain_mut(|job| match jobs.after(*job) {
            Some(after) => {
                *job = after;
                true
            }
            None => false,
        });
    }

    /// Rows of these jobs may differ.
    pub fn cover(&mut self, jobs: Range<u32>) {
        self.sweep = None;
        self.jobs = Some(self.jobs.as_ref().map_or(jobs.clone(), |covered| union(covered, &jobs)));
    }

    /// A job that stood here until now is moved.
    pub fn stood(&mut self, job: u32, start: Slot) {
        self.sweep = None;
        if self.handed_out && self.jobs.as_ref().is_some_and(|jobs| job < jobs.start) {
            self.stood.push((job, start));
        }
    }

    /// A job with other nodes.
    pub fn on_other_nodes(&mut self, job: u32) {
        if self.handed_out {
            self.nodes.push(job);
        }
    }

    /// Everything is sent, or was decided anew so far.
    pub fn clear(&mut self, jobs: Option<Range<u32>>) {
        self.edits.clear();
        self.jobs = jobs;
        self.stood.clear();
        self.nodes.clear();
    }

    /// The number of nodes of these jobs may differ from what the table has.
    pub fn recount(&mut self, jobs: Range<u32>) {
        self.sweep = None;
        self.recount = if self.recount.is_empty() { jobs } else { union(&self.recount, &jobs) };
    }

    /// The plan differs in slots `start .. end` from what was mapped; slots before `mapped_to` were done since.
    pub fn note(&mut self, start: Slot, end: Slot, mapped_to: Slot) {
        self.sweep = None;
        let slots = start.max(mapped_to)..end.max(mapped_to);
        if !slots.is_empty() {
            self.unmapped = Some(self.unmapped.as_ref().map_or(slots.clone(), |noted| union(noted, &slots)));
        }
    }
}
