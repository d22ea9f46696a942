//! The difference between two plans after an edit, for copies of the plan. It is much smaller than the plan.

use super::nodes::NodeTable;
use super::request::{Request, Slot};
use super::workload::{Arrivals, Edited, RequestId, Splice};
use crate::core::sorting::sort_shared_by_key;
use crate::slots::decisions::{Decisions, Move, Obstacle, REFUSED, Refusal};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The difference between two plans of the same machine and policy, both with every job decided.
///
/// Job numbers are those after the edits. Outside `jobs` the requests, moves and refusals of the plan before stay, renumbered as
/// [`Edited::jobs`] says; `moved` names the jobs outside that stand elsewhere in the end.
///
/// A *provisional* patch (`final_before` below [`Slot::MAX`]) shows how far re-planning has come: new decisions where there are some,
/// the old plan where there are none yet. Slots before `final_before` are as they will be; later ones mix two plans and may even hold
/// more jobs than nodes. Each patch is relative to the plan as the patch before it, provisional or not, left it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanPatch {
    /// Changes to requests, to be applied in this order with [`Arrivals::edit`].
    pub edits: Vec<(RequestId, Option<Request>)>,
    /// Jobs whose rows follow; some of them may be what they were.
    pub jobs: Range<u32>,
    /// [`Decisions::start`] of `jobs`.
    pub start: Vec<Slot>,
    /// [`Decisions::first_start`] of `jobs`.
    pub first_start: Vec<Slot>,
    /// Moves made for `jobs`.
    pub moves: Vec<Move>,
    /// Refusals among `jobs`.
    pub refusals: Vec<Refusal>,
    /// Jobs outside `jobs` that stand elsewhere in the end, with the new start; ascending.
    pub moved: Vec<(u32, Slot)>,
    /// Jobs on other nodes.
    pub nodes: NodeChange,
    /// Every slot before this one is as it will be; [`Slot::MAX`] for a patch that leads to a complete plan.
    pub final_before: Slot,
}

/// New nodes of jobs. How many a job has follows from the plan: as many as it asks for, none if it was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeChange {
    /// Of every job: [`NodeTable::ids`].
    All(Vec<u32>),
    /// Of these jobs, ascending; the others keep theirs. Every job that was or is refused and is or was accepted is among them.
    Some {
        /// The jobs.
        jobs: Vec<u32>,
        /// Their nodes, one job after another.
        ids: Vec<u32>,
    },
}

/// What applying a patch did, for whoever derives more from a plan than its columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// What happened to rows and numbers, edit by edit.
    pub edited: Vec<Edited>,
    /// Where jobs stood and stand no more, in no order; numbered as before the patch. An edited request's jobs are always here.
    pub left: Vec<Placed>,
    /// Where jobs stand now and did not, in no order; numbered as after the patch. An edited request's jobs are always here.
    pub came: Vec<Placed>,
    /// What was known before of the jobs that were there and were touched: moved, or named in [`PlanPatch::nodes`]; by job, numbered as after the
    /// patch.
    pub former: Vec<Former>,
}

/// Where a job stood before a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Former {
    /// The job (row).
    pub job: u32,
    /// Its first slot; [`REFUSED`] if it had none.
    pub start: Slot,
    /// Its nodes.
    pub nodes: Box<[u32]>,
}

/// A job in a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The job (row).
    pub job: u32,
    /// Its first slot.
    pub start: Slot,
    /// Slots it occupies.
    pub duration: Slot,
    /// Nodes it occupies.
    pub nodes: u32,
}

impl Applied {
    /// What a job that was there before is numbered now; `None` if it was edited away. Jobs of an edited request that kept its place
    /// keep their numbers.
    pub fn after(&self, job: u32) -> Option<u32> {
        self.edited.iter().try_fold(job, |job, edited| renumbered(&edited.jobs, job))
    }

    /// Whether every job has the number it had.
    pub fn keeps_numbers(&self) -> bool {
        self.edited.iter().all(|edited| edited.jobs.in_place())
    }
}

fn renumbered(jobs: &Splice, job: u32) -> Option<u32> {
    if jobs.in_place() { Some(job) } else { jobs.after(job) }
}

impl PlanPatch {
    /// Turns the plan the patch was made for into the new one.
    ///
    /// `None` if it was made for another plan: the columns then hold nothing of use, and a whole plan must be asked for. (Another plan
    /// of the same shape cannot be told from the right one; whoever sends patches numbers them.)
    #[must_use]
    pub fn apply(&self, arrivals: &mut Arrivals, decisions: &mut Decisions, nodes: &mut NodeTable) -> Option<Applied> {
        let mut applied = Applied::default();
        let jobs = arrivals.jobs();
        if decisions.start.len() != jobs || decisions.first_start.len() != jobs || nodes.first.len() != jobs + 1 {
            return None;
        }
        for (id, change) in &self.edits {
            self.edit(*id, *change, arrivals, decisions, nodes, &mut applied)?;
        }
        self.decide(arrivals, decisions, &mut applied)?;
        applied.former = self.former(decisions, nodes, std::mem::take(&mut applied.former));
        let count = |job: usize| if decisions.accepted(job) { arrivals.nodes[arrivals.request[job] as usize] } else { 0 };
        match &self.nodes {
            NodeChange::All(ids) => *nodes = NodeTable::of_counts((0..arrivals.jobs()).map(count), ids.clone())?,
            NodeChange::Some { jobs, ids } => nodes.replace(jobs, ids, count)?,
        }
        Some(applied)
    }

    /// What was known of the jobs that are touched: of those with another start that is known already, the nodes are as before still.
    fn former(&self, decisions: &Decisions, nodes: &NodeTable, mut moved: Vec<Former>) -> Vec<Former> {
        sort_shared_by_key(&mut moved, |former| former.job);
        let at = moved.len();
        let stays = |job: &u32| moved.binary_search_by_key(job, |former| former.job).is_err();
        let named: Vec<u32> = match &self.nodes {
            NodeChange::All(_) => (0..decisions.start.len() as u32).filter(stays).collect(),
            NodeChange::Some { jobs, .. } => jobs.iter().copied().filter(stays).collect(),
        };
        let start = |job: &u32| decisions.start.get(*job as usize).copied().unwrap_or(REFUSED);
        moved.extend(named.into_iter().map(|job| Former { start: start(&job), job, nodes: Box::default() }));
        let is_there = |former: &Former| (former.job as usize + 1) < nodes.first.len();
        moved.retain(is_there);
        moved.iter_mut().for_each(|former| former.nodes = nodes.of(former.job as usize).into());
        if at > 0 {
            sort_shared_by_key(&mut moved, |former| former.job);
        }
        moved
    }

    /// One edit of the requests: their rows, and the numbers of everyone else.
    fn edit(
        &self,
        id: RequestId,
        change: Option<Request>,
        arrivals: &mut Arrivals,
        decisions: &mut Decisions,
        nodes: &mut NodeTable,
        applied: &mut Applied,
    ) -> Option<()> {
        let edited = arrivals.edit(id, change).ok()?;
        if let Some(before) = edited.before {
            for job in edited.jobs.removed.clone() {
                let start = decisions.start[job as usize];
                let number = applied.edited.iter().rev().try_fold(job, |job, edited| original(&edited.jobs, job));
                // A job that an earlier edit of this patch put in stands nowhere yet.
                if let (Some(job), true) = (number, start != REFUSED) {
                    applied.left.push(Placed { job, start, duration: before.duration, nodes: before.nodes });
                }
            }
        }
        decisions.splice(&edited.jobs);
        nodes.splice(&edited.jobs);
        applied.edited.push(edited);
        Some(())
    }

    fn decide(&self, arrivals: &Arrivals, decisions: &mut Decisions, applied: &mut Applied) -> Option<()> {
        let jobs = self.jobs.start as usize..self.jobs.end as usize;
        if jobs.start > jobs.end
            || jobs.end > arrivals.jobs()
            || self.start.len() != jobs.len()
            || self.first_start.len() != jobs.len()
        {
            return None;
        }
        if self.moved.iter().any(|&(job, _)| job as usize >= arrivals.jobs()) {
            return None;
        }
        for (job, start) in self.jobs.clone().zip(self.start.iter().copied()).chain(self.moved.iter().copied()) {
            let before = std::mem::replace(&mut decisions.start[job as usize], start);
            if before == start {
                continue;
            }
            applied.former.push(Former { job, start: before, nodes: Box::default() });
            let row = arrivals.request[job as usize] as usize;
            let placed =
                |job: u32, start: Slot| Placed { job, start, duration: arrivals.duration[row], nodes: arrivals.nodes[row] };
            if before != REFUSED {
                let number = applied.edited.iter().rev().try_fold(job, |job, edited| original(&edited.jobs, job))?;
                applied.left.push(placed(number, before));
            }
            if start != REFUSED {
                applied.came.push(placed(job, start));
            }
        }
        decisions.first_start[jobs].copy_from_slice(&self.first_start);
        replace_sorted(&mut decisions.moves, &self.jobs, |m| m.beneficiary, &self.moves);
        replace_sorted(&mut decisions.refusals, &self.jobs, |refusal| refusal.job, &self.refusals);
        Some(())
    }
}

fn original(jobs: &Splice, job: u32) -> Option<u32> {
    if jobs.in_place() { Some(job) } else { jobs.before(job) }
}

/// Replaces the rows of a list sorted by job that belong to `jobs`.
pub(crate) fn replace_sorted<T: Copy>(list: &mut Vec<T>, jobs: &Range<u32>, job_of: fn(&T) -> u32, with: &[T]) {
    let from = list.partition_point(|row| job_of(row) < jobs.start);
    let to = from + list[from..].partition_point(|row| job_of(row) < jobs.end);
    if to - from == with.len() {
        list[from..to].copy_from_slice(with);
    } else {
        list.splice(from..to, with.iter().copied());
    }
}

impl Decisions {
    /// Renumbers jobs after an edit of the requests. Jobs put in count as refused until they are decided; moves made for jobs that were
    /// taken out, moves of such jobs, and their refusals are forgotten.
    pub(crate) fn splice(&mut self, jobs: &Splice) {
        if jobs.in_place() {
            for column in [&mut self.start, &mut self.first_start] {
                column[jobs.inserted.start as usize..jobs.inserted.end as usize].fill(REFUSED);
            }
            return;
        }
        let none = || jobs.inserted.clone().map(|_| REFUSED);
        jobs.apply(&mut self.start, none());
        jobs.apply(&mut self.first_start, none());
        // The lists are sorted by beneficiary and by job, the others keep their order, and nobody moves for an earlier job.
        let first = jobs.removed.start.min(jobs.inserted.start);
        replace_sorted(&mut self.moves, &jobs.removed, |m| m.beneficiary, &[]);
        if self.moves.iter().any(|m| jobs.removed.contains(&m.job)) {
            self.moves.retain(|m| !jobs.removed.contains(&m.job));
        }
        let later = self.moves.partition_point(|m| m.beneficiary < first);
        for m in &mut self.moves[later..] {
            (m.job, m.beneficiary) = (jobs.number_after(m.job), jobs.number_after(m.beneficiary));
        }
        replace_sorted(&mut self.refusals, &jobs.removed, |refusal| refusal.job, &[]);
        let later = self.refusals.partition_point(|refusal| refusal.job < first);
        for refusal in &mut self.refusals[later..] {
            refusal.job = jobs.number_after(refusal.job);
            if let Obstacle::LeftOut { job, .. } = &mut refusal.obstacle
                && !jobs.removed.contains(job)
            {
                *job = jobs.number_after(*job);
            }
        }
    }
}
