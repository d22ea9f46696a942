//! The nodes of a finished plan, and the patch that tells what changed since the plan was last handed out.

use super::checkpoint::Checkpoint;
use super::old_run::OldRun;
use crate::slots::decisions::REFUSED;
use crate::slots::nodes::{Limit, NodeTable, Placed, Sweep, Task};
use crate::slots::overlap::bookable;
use crate::slots::patch::{NodeChange, PlanPatch};
use crate::slots::planner::session::Session;
use crate::slots::request::Slot;
use std::ops::Range;

impl Session {
    /// The nodes of the accepted jobs: given by the planner on physical nodes, else mapped by [`Session::map_nodes`].
    pub fn nodes(&self) -> &NodeTable {
        &self.nodes
    }

    /// Whether [`Session::nodes`] is the whole table of what is decided.
    pub fn nodes_are_mapped(&self) -> bool {
        self.state.physical.is_some() || (self.is_done() && self.pending_patch.unmapped.is_none())
    }

    /// Maps the plan to nodes where it changed, looking at up to `jobs` jobs. Whether the table is complete. To be called again and
    /// again when every job is decided; an edit in between is no harm.
    pub fn map_nodes(&mut self, jobs: usize) -> bool {
        self.is_done() && self.map_until(Limit { until: Slot::MAX, jobs })
    }

    /// Gives every accepted job as many places in the table as it has nodes.
    fn count_nodes(&mut self) {
        let Self { arrivals, decisions, nodes, pending_patch, .. } = self;
        let start = &decisions.start;
        if nodes.first.len() != start.len() + 1 {
            *nodes = NodeTable { first: vec![0; start.len() + 1], ids: Vec::new() };
            pending_patch.recount = 0..start.len() as u32;
        }
        let jobs = std::mem::take(&mut pending_patch.recount);
        if jobs.is_empty() {
            return;
        }
        nodes.recount(jobs, arrivals, start, &mut |job| pending_patch.on_other_nodes(job));
    }

    fn map_until(&mut self, limit: Limit) -> bool {
        if self.state.physical.is_some() {
            return true;
        }
        self.count_nodes();
        let Self { arrivals, decisions, nodes, pending_patch, checkpoints, machine, policy, .. } = self;
        let placed = Placed { arrivals, start: &decisions.start };
        let Some(slots) = pending_patch.unmapped.take() else { return true };
        let mut sweep = pending_patch.sweep.take().unwrap_or_else(|| {
            let known = checkpoints.partition_point(|checkpoint| checkpoint.now <= slots.start);
            let Checkpoint { live, at, .. } = &checkpoints[known - 1];
            Box::new(Sweep::new(nodes, placed, Task { slots, live, next: *at }, bookable(*machine, *policy)))
        });
        let is_mapped = sweep.advance(nodes, placed, limit, &mut |job| pending_patch.on_other_nodes(job));
        if !is_mapped {
            pending_patch.unmapped = Some(sweep.rest());
            // A plan that is not decided to its end changes before the mapping goes on.
            pending_patch.sweep = (limit.until == Slot::MAX).then_some(sweep);
        }
        is_mapped
    }

    /// The plan as it stands, complete and mapped, is in other hands now: [`Session::patch`] tells what changes from here on.
    pub fn hand_out(&mut self) {
        let complete = self.is_done() && self.nodes_are_mapped();
        self.pending_patch.clear(None);
        self.pending_patch.handed_out = complete;
    }

    /// What changed since the plan was handed out, or since the last patch. `None` if there is nothing a patch could be relative to:
    /// then the whole plan has to be handed out once it is complete.
    ///
    /// A patch taken before every job is decided and mapped is provisional; see [`PlanPatch`].
    pub fn patch(&mut self) -> Option<PlanPatch> {
        if !self.pending_patch.handed_out {
            return None;
        }
        let mut final_before = Slot::MAX;
        if let Some(mut old) = self.old.take() {
            let at = self.state.at;
            let until = self.arrivals.submitted[self.arrivals.request[at as usize] as usize];
            self.note_differences(&old);
            self.pending_patch.recount(old.base..at);
            self.pending_patch.cover(old.changes.jobs.start..at.max(old.changes.jobs.end));
            old.mapped_to = until;
            self.old = Some(old);
            self.map_until(Limit { until, jobs: usize::MAX });
            final_before = until;
        }
        if let (Some(unmapped), None) = (self.pending_patch.unmapped.clone(), &self.state.physical) {
            self.count_nodes();
            final_before = final_before.min(unmapped.start);
        }
        // An edited job that is not decided yet may stand before the slot it is submitted in now: it is in nobody's plan.
        let undecided = |old: &OldRun| -> Vec<u32> {
            let jobs = old.changes.requests.iter().flat_map(|(of, _)| of.clone());
            jobs.filter(|&job| job >= self.state.at && self.decisions.start[job as usize] < final_before).collect()
        };
        let nowhere = self.old.as_ref().map(undecided).unwrap_or_default();
        let jobs = self.pending_patch.jobs.clone().unwrap_or(0..0);
        let rows = jobs.start as usize..jobs.end as usize;
        let start = &self.decisions.start;
        let mut stood = self.pending_patch.stood.clone();
        // Stable: of several entries of a job the first one counts.
        stood.sort_by_key(|(job, _)| *job);
        stood.dedup_by_key(|(job, _)| *job);
        let moved = stood.iter().filter(|&&(job, stood)| job < jobs.start && start[job as usize] != stood);
        let mut patch = PlanPatch {
            edits: self.pending_patch.edits.clone(),
            start: start[rows.clone()].to_vec(),
            first_start: self.decisions.first_start[rows].to_vec(),
            moves: self.listed(&jobs, &self.decisions.moves, |old| &old.moves, |m| m.beneficiary),
            refusals: self.listed(&jobs, &self.decisions.refusals, |old| &old.refusals, |refusal| refusal.job),
            moved: moved.map(|&(job, _)| (job, start[job as usize])).collect(),
            nodes: self.node_change(&jobs, &nowhere),
            final_before,
            jobs,
        };
        self.pending_patch.clear(self.old.is_some().then_some(self.state.at..self.state.at));
        for job in nowhere {
            let row = (job - patch.jobs.start) as usize;
            (patch.start[row], patch.first_start[row]) = (REFUSED, REFUSED);
            self.pending_patch.nodes.push(job);
        }
        Some(patch)
    }

    /// Rows of a list by job that belong to `jobs`: those of the old run outside of what the new one has decided.
    fn listed<T: Copy>(&self, jobs: &Range<u32>, new: &[T], of_old: fn(&OldRun) -> &Vec<T>, job_of: fn(&T) -> u32) -> Vec<T> {
        let part = |list: &[T], from: u32, to: u32| {
            let (from, to) = (from.max(jobs.start), to.min(jobs.end));
            let begin = list.partition_point(|row| job_of(row) < from);
            let end = list.partition_point(|row| job_of(row) < to).max(begin);
            list[begin..end].to_vec()
        };
        match &self.old {
            None => part(new, 0, u32::MAX),
            Some(run) => {
                let (old, at) = (of_old(run), self.state.at);
                [part(old, 0, run.base), part(new, run.base, at), part(old, at, u32::MAX)].concat()
            }
        }
    }

    fn node_change(&self, jobs: &Range<u32>, nowhere: &[u32]) -> NodeChange {
        let edited = self.pending_patch.edits.iter().filter_map(|(id, _)| self.arrivals.row_of(*id));
        let edited = edited.flat_map(|row| self.arrivals.first_job[row]..self.arrivals.first_job[row + 1]);
        // Given nodes change with the decision only.
        let given = self.state.physical.is_some().then(|| jobs.clone()).into_iter().flatten();
        let mut jobs: Vec<u32> = self.pending_patch.nodes.iter().copied().chain(edited).chain(given).collect();
        jobs.sort_unstable();
        jobs.dedup();
        // A job that asks for another number and is not decided yet has no nodes of that number.
        let nodes = |job: u32| match &self.old {
            Some(old) if self.state.physical.is_some() => old.given(job, &self.nodes),
            _ => self.nodes.of(job as usize),
        };
        let count: usize = jobs.iter().map(|&job| nodes(job).len()).sum();
        if self.old.is_none() && jobs.len() + count > self.nodes.ids.len() {
            return NodeChange::All(self.nodes.ids.clone());
        }
        let mut ids = Vec::with_capacity(count);
        for &job in &jobs {
            let accepted = self.decisions.accepted(job as usize) && !nowhere.contains(&job);
            let wanted = if accepted { self.arrivals.nodes[self.arrivals.request[job as usize] as usize] } else { 0 };
            let own = nodes(job);
            if own.len() == wanted as usize { ids.extend_from_slice(own) } else { ids.extend(0..wanted) }
        }
        NodeChange::Some { jobs, ids }
    }
}
