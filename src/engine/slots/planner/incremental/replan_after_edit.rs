//! Planning on after an edit, and stopping as soon as the run is again what it was before.
//!
//! The old run stays whole while the new one is planned: its rows stand behind those that are decided anew, rows that are written over
//! are kept aside, and so are its checkpoints. Where the new run meets an old checkpoint with the same state, everything after it is as
//! it was: the new rows are fitted into the old plan. A newer edit that comes before puts the old run back and begins again.

use super::checkpoint::{Changes, Checkpoint};
use super::old_run::OldRun;
use super::pending_patch::PendingPatch;
use crate::core::error::ScenarioError;
use crate::slots::decisions::{Decisions, REFUSED};
use crate::slots::nodes::NodeTable;
use crate::slots::patch::replace_sorted;
use crate::slots::planner::session::Session;
use crate::slots::request::{Request, Slot};
use crate::slots::workload::{Edited, RequestId};

impl Session {
    /// Gives the request of number `id` another content, adds it, or removes it (`None`); see
    /// [`Arrivals::edit`](crate::slots::workload::Arrivals::edit). Decisions on earlier requests stay. [`Session::advance`] plans the others
    /// anew until the plan's state is what it was before the edit, and takes the rest from the old plan. Edits may follow one another
    /// before that is done.
    ///
    /// # Errors
    /// The totals would pass [`bounds`](crate::slots::bounds); nothing is changed then. The request itself is taken as checked.
    pub fn edit(&mut self, id: RequestId, change: Option<Request>) -> Result<(), ScenarioError> {
        if self.policy.planner.is_elastic() {
            return self.edit_before_offers(id, change);
        }
        let complete = self.decisions.start.len() == self.arrivals.jobs();
        let so_far = self.put_back();
        let edited = match self.arrivals.edit(id, change) {
            Ok(edited) => edited,
            Err(error) => {
                if let Some((changes, tail)) = so_far {
                    self.begin(changes, tail);
                }
                return Err(error);
            }
        };
        self.planned = 0;
        let reach = change.map_or(0, |request| request.deadline());
        self.state.logical.reserve(reach);
        self.reserve_revenue(reach);
        let first = edited.jobs.removed.start.min(edited.jobs.inserted.start);
        if !complete {
            if first < self.state.at {
                self.cut(first);
            }
            return Ok(());
        }
        self.pending_patch.edit(id, change, &edited);
        let (so_far, tail) = so_far.unzip();
        self.note_removed(&edited, so_far.as_ref());
        if !edited.jobs.in_place() {
            if self.nodes.first.len() == self.decisions.start.len() + 1 {
                self.nodes.splice(&edited.jobs);
            }
            self.decisions.splice(&edited.jobs);
        }
        let tail = self.split_checkpoints(&edited, first, tail);
        let changes = Changes::with(so_far, &edited);
        self.begin(changes, tail);
        Ok(())
    }

    /// Gives a request of one job that is not decided yet another place and size. It keeps its place in the order, and its nodes become no more.
    pub(in crate::slots) fn change_undecided(&mut self, id: RequestId, request: Request) {
        self.state.logical.reserve(request.deadline());
        self.reserve_revenue(request.deadline());
        let edited = self.arrivals.edit(id, Some(request));
        assert!(
            edited.is_ok_and(|edited| edited.jobs.in_place() && edited.jobs.inserted.start >= self.state.at),
            "only a request that is not decided is changed, in its place"
        );
    }

    /// Slots that edited jobs leave.
    fn note_removed(&mut self, edited: &Edited, so_far: Option<&Changes>) {
        for job in edited.jobs.removed.clone() {
            let start = self.decisions.start[job as usize];
            let in_run = so_far.and_then(|changes| changes.before(job)).or(edited.before.as_ref());
            if let (true, Some(request)) = (start != REFUSED, in_run) {
                self.pending_patch.note(start, start + request.duration, 0);
            }
        }
    }

    /// Leaves the checkpoints before the edited jobs, and gives those after everything that was edited, renumbered; `tail` are those after
    /// earlier edits, if the run has not caught up with them yet.
    fn split_checkpoints(&mut self, edited: &Edited, first: u32, tail: Option<Vec<Checkpoint>>) -> Vec<Checkpoint> {
        let kept = self.checkpoints.partition_point(|checkpoint| checkpoint.at <= first);
        let rest = self.checkpoints.split_off(kept);
        if self.state.revenue.is_some() || self.policy.asks_for_trust() {
            // What revenue management has seen by then, or what is known of users, is not part of a checkpoint, so no later one is the same state.
            return Vec::new();
        }
        let after = tail.unwrap_or_else(|| {
            // Where something is only put in, the state before it is also the old run's state after it.
            let both = self.checkpoints.last().filter(|last| last.at == first && edited.jobs.removed.is_empty());
            both.cloned().into_iter().chain(rest).collect()
        });
        after.into_iter().filter_map(|checkpoint| checkpoint.renumbered(edited)).collect()
    }

    /// Goes back to before the changes and begins the new run.
    fn begin(&mut self, changes: Changes, mut tail: Vec<Checkpoint>) {
        tail.retain(|checkpoint| checkpoint.at >= changes.jobs.end);
        let base = self.checkpoints.last().cloned().unwrap_or_else(Checkpoint::first);
        let start = &self.decisions.start;
        let displaced = base.live.iter().map(|&(job, _)| (job, start[job as usize])).collect();
        self.pending_patch.cover(changes.jobs.clone());
        self.pending_patch.recount(changes.jobs.clone());
        let given = if self.state.physical.is_some() {
            std::mem::replace(&mut self.nodes, NodeTable { first: vec![0], ids: Vec::new() })
        } else {
            NodeTable::default()
        };
        self.old = Some(OldRun {
            base: base.at,
            changes,
            rows: Vec::new(),
            displaced,
            checkpoints_kept: self.checkpoints.len(),
            tail,
            next: 0,
            moves: std::mem::take(&mut self.decisions.moves),
            refusals: std::mem::take(&mut self.decisions.refusals),
            nodes: given,
            mapped_to: 0,
        });
        self.stand_at(&base);
        self.advance(0);
    }

    /// Brings the state back to a checkpoint of this run.
    fn stand_at(&mut self, checkpoint: &Checkpoint) {
        for &(job, start) in &checkpoint.live {
            self.set_start(job, start);
        }
        if checkpoint.at == 0 {
            self.forget_revenue();
        }
        let given = self.old.as_ref().map_or(&self.nodes, |old| &old.nodes);
        self.state.restore(checkpoint, &self.arrivals, |job| given.of(job as usize));
    }

    /// Moves a job's row, with a note for whoever holds a copy of the plan.
    fn set_start(&mut self, job: u32, start: Slot) {
        let before = std::mem::replace(&mut self.decisions.start[job as usize], start);
        if before != start {
            self.pending_patch.stood(job, before);
        }
    }

    /// Writes the row of the job that was just decided.
    pub(in crate::slots::planner) fn set_row(&mut self, job: u32, start: Slot) {
        let Decisions { start: starts, first_start, .. } = &mut self.decisions;
        match &mut self.old {
            None => {
                starts.push(start);
                first_start.push(start);
            }
            Some(old) => {
                old.rows.push([starts[job as usize], first_start[job as usize]]);
                first_start[job as usize] = start;
                self.set_start(job, start);
            }
        }
    }

    /// The next job before which something is to be done: compare with the old run, or remember the state.
    pub(in crate::slots::planner) fn next_stop(&self) -> u32 {
        if self.state.revenue.is_some() {
            return u32::MAX;
        }
        let due = self.checkpoints.last().map_or(0, |last| last.at + self.spacing.max(last.live.len() as u32));
        match self.old.as_ref().and_then(|old| old.tail.get(old.next)) {
            // The old run's checkpoints are taken over; others only where they have become rare.
            Some(next) => next.at.min(due.saturating_add(self.spacing)),
            None => due,
        }
    }

    /// Remembers the state where that is due. Whether the run is again what it was; it is complete then.
    pub(in crate::slots::planner) fn rejoins(&mut self) -> bool {
        let at = self.state.at;
        let there = self.old.as_ref().and_then(|old| old.tail.get(old.next)).filter(|there| there.at == at);
        if there.is_none() && at < self.next_stop() {
            return false;
        }
        let here = self.state.checkpoint(&self.arrivals, &self.decisions.start);
        let same = there.is_some_and(|there| self.is_same(&here, there));
        if self.checkpoints.last().is_none_or(|last| last.at < at) {
            self.checkpoints.push(here);
        }
        if let Some(old) = self.old.as_mut().filter(|old| old.tail.get(old.next).is_some_and(|there| there.at == at)) {
            old.next += 1;
        }
        if same {
            self.complete(at);
        }
        same
    }

    /// Whether every job that still matters is the same, in the same place.
    fn is_same(&self, here: &Checkpoint, there: &Checkpoint) -> bool {
        let Some(old) = &self.old else { return false };
        let moves_jobs = self.policy.planner.moves_jobs();
        let physical = self.state.physical.is_some();
        let same_nodes = |job: u32| !physical || old.given(job, &self.nodes) == old.nodes.of(job as usize);
        here.live == there.live
            && here
                .live
                .iter()
                .all(|&(job, start)| same_nodes(job) && !old.changes.matter(&self.arrivals, job, start, here.now, moves_jobs))
    }

    /// Fits the rows decided anew, up to job `at`, into the old plan.
    pub(in crate::slots::planner) fn complete(&mut self, at: u32) {
        let Some(mut old) = self.old.take() else { return };
        if (at as usize) < self.arrivals.jobs() {
            let live = std::mem::take(&mut self.state.live);
            for &job in &live {
                let now = self.decisions.start[job as usize];
                self.set_start(job, old.final_start(job, now));
            }
            self.state.live = live;
        }
        self.note_differences(&old);
        self.pending_patch.cover(old.changes.jobs.start..at);
        self.pending_patch.recount(old.base..at);
        let jobs = old.base..at;
        replace_sorted(&mut old.moves, &jobs, |m| m.beneficiary, &self.decisions.moves);
        replace_sorted(&mut old.refusals, &jobs, |refusal| refusal.job, &self.decisions.refusals);
        (self.decisions.moves, self.decisions.refusals) = (old.moves, old.refusals);
        if self.state.physical.is_some() {
            old.nodes.replace_rows(jobs, &self.nodes);
            self.nodes = old.nodes;
        }
        self.checkpoints.extend(old.tail.drain(old.next..));
    }

    /// Tells the mapping in which slots the plan differs from the old one.
    pub(in crate::slots::planner) fn note_differences(&mut self, old: &OldRun) {
        for (job, before) in old.starts() {
            let start = self.decisions.start[job as usize];
            let edited = old.changes.before(job);
            if start == before && edited.is_none() {
                continue;
            }
            let duration = self.arrivals.duration[self.arrivals.request[job as usize] as usize];
            for (start, duration) in [(before, edited.map_or(duration, |edited| edited.duration)), (start, duration)] {
                if start != REFUSED {
                    self.pending_patch.note(start, start + duration, old.mapped_to);
                }
            }
        }
    }

    /// Puts the old run back in its place; the state must be restored before anything is decided. Gives what was changed in the
    /// requests and the checkpoints after that.
    fn put_back(&mut self) -> Option<(Changes, Vec<Checkpoint>)> {
        let mut old = self.old.take()?;
        if old.mapped_to > 0 {
            old.mapped_to = 0;
            self.note_differences(&old);
            self.pending_patch.recount(old.base..self.state.at);
        }
        self.pending_patch.cover(old.changes.jobs.start..self.state.at.max(old.changes.jobs.start));
        for (row, job) in old.rows.iter().zip(old.base..) {
            self.set_start(job, row[0]);
            self.decisions.first_start[job as usize] = row[1];
        }
        for &(job, start) in &old.displaced {
            self.set_start(job, start);
        }
        (self.decisions.moves, self.decisions.refusals) = (old.moves, old.refusals);
        if self.state.physical.is_some() {
            self.nodes = old.nodes;
        }
        self.checkpoints.truncate(old.checkpoints_kept);
        Some((old.changes, old.tail))
    }

    /// Takes back everything from job `jobs` on, and as much before it as lies between it and a checkpoint. No old plan is kept.
    pub(in crate::slots::planner) fn cut(&mut self, jobs: u32) {
        let physical = self.state.physical.is_some();
        if let Some(mut old) = self.old.take() {
            let (base, at) = (old.base, self.state.at);
            let from = at..u32::MAX;
            replace_sorted(&mut old.moves, &from, |m| m.beneficiary, &[]);
            replace_sorted(&mut old.refusals, &from, |refusal| refusal.job, &[]);
            replace_sorted(&mut old.moves, &(base..at), |m| m.beneficiary, &self.decisions.moves);
            replace_sorted(&mut old.refusals, &(base..at), |refusal| refusal.job, &self.decisions.refusals);
            (self.decisions.moves, self.decisions.refusals) = (old.moves, old.refusals);
            if physical {
                old.nodes.truncate(base as usize);
                old.nodes.append(&self.nodes);
                self.nodes = old.nodes;
            }
        }
        let kept = self.checkpoints.partition_point(|checkpoint| checkpoint.at <= jobs);
        self.checkpoints.truncate(kept);
        let checkpoint = self.checkpoints.last().cloned().unwrap_or_else(Checkpoint::first);
        let at = checkpoint.at as usize;
        self.decisions.start.truncate(at);
        self.decisions.first_start.truncate(at);
        replace_sorted(&mut self.decisions.moves, &(checkpoint.at..u32::MAX), |m| m.beneficiary, &[]);
        replace_sorted(&mut self.decisions.refusals, &(checkpoint.at..u32::MAX), |refusal| refusal.job, &[]);
        self.nodes.truncate(if physical { at } else { 0 });
        self.put_back_offers(checkpoint.at);
        self.pending_patch = PendingPatch::default();
        self.stand_at(&checkpoint);
    }
}
