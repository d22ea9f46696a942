//! Whose jobs run and wait, where there are limits per user: which jobs are held back, and which take their places in the queue again.

use crate::batch::job::{Jobs, NONE};
use crate::batch::limits::{Usage, UserLimits};
use std::collections::{BTreeMap, BTreeSet};

/// The users of the jobs that are submitted.
#[derive(Clone, Debug)]
pub struct Owners {
    limits: UserLimits,
    of: BTreeMap<u32, Owner>,
    /// Those of whom a job has started or ended since [`Owners::settle`].
    changed: BTreeSet<u32>,
}

/// A user.
#[derive(Clone, Debug, Default)]
struct Owner {
    running: Usage,
    /// Rows in the queue.
    waiting: BTreeSet<u32>,
    /// Rows that are held back.
    held: BTreeSet<u32>,
}

/// Jobs that change between the queue and those that are held back, by row.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// They are held back from now on.
    pub leaving: Vec<u32>,
    /// They take their places in the queue again.
    pub returning: Vec<u32>,
}

impl Owners {
    /// Nobody has any job. `None` without limits.
    pub fn new(limits: UserLimits) -> Option<Self> {
        limits.is_any().then(|| Self { limits, of: BTreeMap::new(), changed: BTreeSet::new() })
    }

    fn of(&mut self, jobs: &Jobs, row: usize) -> Option<&mut Owner> {
        let owner = jobs.owner[row];
        (owner != NONE).then(|| self.of.entry(owner).or_default())
    }

    /// A job is submitted: whether it joins the queue. Else it is held back.
    pub fn joins(&mut self, jobs: &Jobs, row: usize) -> bool {
        let limits = self.limits;
        let Some(owner) = self.of(jobs, row) else { return true };
        let joins = jobs.ran_already(row) || limits.allows(owner.running, jobs.nodes[row]);
        if joins {
            owner.waiting.insert(row as u32)
        } else {
            owner.held.insert(row as u32)
        };
        joins
    }

    /// A job waits in the queue as it did before.
    pub fn wait(&mut self, jobs: &Jobs, row: usize) {
        if let Some(owner) = self.of(jobs, row) {
            owner.waiting.insert(row as u32);
        }
    }

    /// A job is held back as it was before.
    pub fn hold(&mut self, jobs: &Jobs, row: usize) {
        if let Some(owner) = self.of(jobs, row) {
            owner.held.insert(row as u32);
        }
    }

    /// A job starts.
    pub fn start(&mut self, jobs: &Jobs, row: usize) {
        if let Some(owner) = self.of(jobs, row) {
            owner.waiting.remove(&(row as u32));
            owner.running.jobs += 1;
            owner.running.nodes += jobs.nodes[row];
            self.changed.insert(jobs.owner[row]);
        }
    }

    /// A job ends.
    pub fn end(&mut self, jobs: &Jobs, row: usize) {
        if let Some(owner) = self.of(jobs, row) {
            owner.running.jobs -= 1;
            owner.running.nodes -= jobs.nodes[row];
            self.changed.insert(jobs.owner[row]);
        }
    }

    /// A job that has not started is withdrawn: whether it was held back.
    pub fn withdraw(&mut self, jobs: &Jobs, row: usize) -> bool {
        self.of(jobs, row).is_some_and(|owner| {
            owner.waiting.remove(&(row as u32));
            owner.held.remove(&(row as u32))
        })
    }

    /// What the last starts and ends change, each in the order of arrival.
    pub fn settle(&mut self, jobs: &Jobs) -> Changes {
        let mut changes = Changes::default();
        while let Some(owner) = self.changed.pop_first() {
            let Some(Owner { running, waiting, held }) = self.of.get_mut(&owner) else { continue };
            let is_free = |row: &u32| self.limits.allows(*running, jobs.nodes[*row as usize]);
            let from = (changes.leaving.len(), changes.returning.len());
            changes.leaving.extend(waiting.iter().filter(|row| !is_free(row) && !jobs.ran_already(**row as usize)));
            changes.returning.extend(held.iter().filter(|row| is_free(row)));
            for row in &changes.leaving[from.0..] {
                waiting.remove(row);
                held.insert(*row);
            }
            for row in &changes.returning[from.1..] {
                held.remove(row);
                waiting.insert(*row);
            }
        }
        changes.returning.sort_unstable();
        changes.leaving.sort_unstable();
        changes
    }

    /// The rows that are held back, in the order of arrival.
    pub fn held(&self) -> Vec<u32> {
        let mut rows: Vec<u32> = self.of.values().flat_map(|owner| owner.held.iter().copied()).collect();
        rows.sort_unstable();
        rows
    }
}
