//! The run before an edit, while the new one is planned.

use super::checkpoint::{Changes, Checkpoint};
use crate::slots::decisions::{Move, Refusal};
use crate::slots::nodes::NodeTable;
use crate::slots::request::Slot;

/// The run before an edit, complete; its jobs are numbered as they are now.
#[derive(Clone, Debug)]
pub(in crate::slots::planner) struct OldRun {
    /// Where the new run left it.
    pub base: u32,
    /// What differs in the requests.
    pub changes: Changes,
    /// Start and first start of the jobs from `base` on that the new run has decided.
    pub rows: Vec<[Slot; 2]>,
    /// Final starts of the jobs before `base` that still mattered there, by job.
    pub displaced: Vec<(u32, Slot)>,
    /// Checkpoints of the session that are also the old run's.
    pub checkpoints_kept: usize,
    /// Checkpoints after everything that was edited, and the first of them that the new run has not reached.
    pub tail: Vec<Checkpoint>,
    pub next: usize,
    pub moves: Vec<Move>,
    pub refusals: Vec<Refusal>,
    /// Nodes given by the planner on physical nodes.
    pub nodes: NodeTable,
    /// Slots before this one are mapped to nodes as the new run has them.
    pub mapped_to: Slot,
}

impl OldRun {
    /// Where a job before the new run's next one stands in the old plan.
    pub fn final_start(&self, job: u32, now: Slot) -> Slot {
        match job.checked_sub(self.base) {
            Some(row) => self.rows[row as usize][0],
            None => self.displaced.binary_search_by_key(&job, |&(job, _)| job).map_or(now, |at| self.displaced[at].1),
        }
    }

    /// Nodes given to a job, while those of jobs from `base` on that were decided anew are in a table of their own.
    pub fn given<'a>(&'a self, job: u32, new: &'a NodeTable) -> &'a [u32] {
        match job.checked_sub(self.base) {
            Some(row) if (row as usize) < self.rows.len() => new.of(row as usize),
            _ => self.nodes.of(job as usize),
        }
    }

    /// Jobs that may stand elsewhere than in the old plan, with their old start.
    pub fn starts(&self) -> impl Iterator<Item = (u32, Slot)> + '_ {
        self.displaced.iter().copied().chain((self.base..).zip(self.rows.iter().map(|row| row[0])))
    }
}
