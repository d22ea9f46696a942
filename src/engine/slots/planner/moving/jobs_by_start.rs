//! The accepted jobs that start in a slot, in rank order (Umar 4.1; GarQ).

use crate::slots::request::Slot;

/// No job.
const NONE: u32 = u32::MAX;

/// Per slot the jobs that start there, as a linked list in rank order.
///
/// A job that ranks behind all others of its slot is linked in O(1): as a rule the newcomer does.
#[derive(Clone, Debug, Default)]
pub(in crate::slots::planner) struct JobsByStart {
    ends: Vec<Ends>,
    next: Vec<u32>,
}

/// The two ends of a list.
#[derive(Clone, Copy, Debug)]
struct Ends {
    first: u32,
    last: u32,
}

const EMPTY: Ends = Ends { first: NONE, last: NONE };

impl JobsByStart {
    /// Makes room for slots below `slots` and jobs below `jobs`.
    pub fn reserve(&mut self, slots: Slot, jobs: usize) {
        if self.ends.len() < slots as usize {
            self.ends.resize(slots as usize, EMPTY);
        }
        if self.next.len() < jobs {
            self.next.resize(jobs, NONE);
        }
    }

    /// Jobs that start in `slot`, in rank order.
    pub fn of(&self, slot: Slot) -> impl Iterator<Item = u32> + '_ {
        let existing = |job: u32| (job != NONE).then_some(job);
        let first = self.ends.get(slot as usize).and_then(|ends| existing(ends.first));
        std::iter::successors(first, move |&job| existing(self.next[job as usize]))
    }

    /// Whether no job starts in a slot.
    pub fn none_in(&self, slot: Slot) -> bool {
        self.ends.get(slot as usize).is_none_or(|ends| ends.first == NONE)
    }

    /// Lists a job at its start.
    pub fn add(&mut self, job: u32, start: Slot, rank: &[u32]) {
        let ends = &mut self.ends[start as usize];
        if ends.last == NONE || rank[ends.last as usize] < rank[job as usize] {
            match ends.last {
                NONE => ends.first = job,
                last => self.next[last as usize] = job,
            }
            ends.last = job;
            self.next[job as usize] = NONE;
            return;
        }
        // It ranks before the last, so it has a successor.
        let mut before = NONE;
        let mut after = ends.first;
        while rank[after as usize] < rank[job as usize] {
            before = after;
            after = self.next[after as usize];
        }
        match before {
            NONE => ends.first = job,
            before => self.next[before as usize] = job,
        }
        self.next[job as usize] = after;
    }

    /// Takes a job off the list of its start: the exact inverse of [`JobsByStart::add`].
    pub fn remove(&mut self, job: u32, start: Slot) {
        let ends = &mut self.ends[start as usize];
        let mut before = NONE;
        let mut at = ends.first;
        while at != job {
            before = at;
            at = self.next[at as usize];
        }
        let after = self.next[job as usize];
        match before {
            NONE => ends.first = after,
            before => self.next[before as usize] = after,
        }
        if after == NONE {
            ends.last = before;
        }
    }

    /// Forgets every job that starts in the slots `from .. to`, as before a checkpoint is restored.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        let to = (to as usize).min(self.ends.len());
        self.ends[(from as usize).min(to)..to].fill(EMPTY);
    }

    /// Whether the same jobs start in every slot from `from` on; slots never named are empty.
    pub fn same_from(&self, other: &Self, from: Slot) -> bool {
        let slots = self.ends.len().max(other.ends.len());
        (from..slots as Slot).all(|slot| self.of(slot).eq(other.of(slot)))
    }
}
