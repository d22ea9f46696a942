//! Whom hole filling may move (Pujiyanta II.C): the jobs that occupy the short slot, and which of them were found to be stuck.

use super::gaps::Freed;
use super::leave::{Leaving, ShortSlot, Window};
use super::occupants::{ByStart, Occupants, Roll, Stand};
use super::slots::SlotPlan;
use crate::request::Slot;
use crate::scenario::ShiftRule;
use crate::workload::Arrivals;

/// Jobs by the slots they occupy, and a memory of which of them have nowhere to go at all.
///
/// A job is loose until it is found to have no start but its own, now or later. That holds until nodes come free within its window:
/// that they are taken, or that time goes on, only makes it truer. A full plan has few loose jobs, and most slots have none.
#[derive(Clone, Debug, Default)]
pub(super) struct Holes {
    all: Roll,
    loose: Occupants,
    /// Those that are not, and have not begun.
    stuck: ByStart,
    is_loose: Vec<bool>,
    /// How many loose jobs occupy each slot.
    loose_at: Vec<u16>,
    freed: Freed,
    /// The longest relax time of all jobs so far.
    relax: Slot,
    scratch: Vec<Stand>,
    candidates: Vec<Candidate>,
}

/// A job that may be asked to leave a short slot, in the order in which it is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    is_small: bool,
    rank: u32,
    stand: Stand,
}

impl Holes {
    /// Makes room for slots below `slots` and jobs below `jobs`.
    pub fn reserve(&mut self, slots: Slot, jobs: usize) {
        if self.loose_at.len() < slots as usize {
            self.loose_at.resize(slots as usize, 0);
        }
        if self.is_loose.len() < jobs {
            self.is_loose.resize(jobs, false);
        }
    }

    /// A job stands in the plan; `relax` is its relax time.
    pub fn add(&mut self, stand: Stand, relax: Slot) {
        self.all.add(stand);
        self.loosen(stand);
        self.relax = self.relax.max(relax);
        self.freed.saw(stand.end - stand.start);
    }

    /// A job no longer stands in the plan, and its nodes are free.
    pub fn remove(&mut self, stand: Stand) {
        self.all.remove(stand);
        if !self.no_longer_loose(stand) {
            self.stuck.remove(stand);
        }
        self.freed.note(stand.start, stand.end);
    }

    fn loosen(&mut self, stand: Stand) {
        if !std::mem::replace(&mut self.is_loose[stand.job as usize], true) {
            self.loose.add(stand);
            self.loose_at[stand.start as usize..stand.end as usize].iter_mut().for_each(|loose| *loose += 1);
        }
    }

    fn no_longer_loose(&mut self, stand: Stand) -> bool {
        let was_loose = std::mem::replace(&mut self.is_loose[stand.job as usize], false);
        if was_loose {
            self.loose.remove(stand);
            self.loose_at[stand.start as usize..stand.end as usize].iter_mut().for_each(|loose| *loose -= 1);
        }
        was_loose
    }

    /// Brings the memory up to what happened since the last search: where nodes came free.
    pub fn catch_up(&mut self, plan: &SlotPlan, arrivals: &Arrivals, rule: ShiftRule, now: Slot) {
        let Self { freed, stuck, scratch, relax, .. } = self;
        scratch.clear();
        freed.drain_gaps(plan, rule, |from, to| {
            let near = stuck.between(from.saturating_sub(*relax).max(now + 1), to + *relax);
            let short_enough = near.filter(|stand| stand.duration() <= to - from);
            scratch.extend(short_enough.filter(|stand| Window::of(arrivals, stand.job, now).fits(plan, rule, from, to)));
        });
        for i in 0..self.scratch.len() {
            let stand = self.scratch[i];
            self.stuck.remove(stand);
            self.loosen(stand);
        }
    }

    /// Whether it is known that no job occupying a slot has anywhere to go.
    pub fn is_stuck(&self, slot: Slot) -> bool {
        self.loose_at[slot as usize] == 0
    }

    /// Which job occupying a short slot can stand beside it, and where: first one that frees enough by itself, else any; within each by
    /// rank. A job moves once for each newcomer.
    pub fn find(&mut self, short: &mut ShortSlot) -> Option<Leaving> {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        candidates.extend(self.loose.of(short.slot).map(|&stand| Candidate {
            is_small: short.nodes(stand.job) < short.by,
            rank: short.arrivals.rank[stand.job as usize],
            stand,
        }));
        candidates.sort_unstable();
        let found = candidates.iter().find_map(|&Candidate { stand, .. }| self.leave(short, stand));
        self.candidates = candidates;
        found
    }

    fn leave(&mut self, short: &mut ShortSlot, stand: Stand) -> Option<Leaving> {
        let Stand { job, start: from, .. } = stand;
        if from <= short.now {
            self.no_longer_loose(stand);
            return None;
        }
        if short.moves.iter().any(|done| done.job == job) {
            return None;
        }
        let to = short.beside_it(job, from);
        if to.is_none() && !short.has_another_place(job, from) {
            self.no_longer_loose(stand);
            self.stuck.add(stand);
        }
        Some(Leaving { job, from, to: to? })
    }

    /// Jobs that occupy a slot, and how many of them have begun.
    pub fn count(&self, slot: Slot, now: Slot) -> (u32, u32) {
        self.all.count(slot, now)
    }

    /// Forgets every job of the slots `from .. to`, and what was found out about it, as before a checkpoint is restored.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        self.all.forget(from, to);
        self.loose.forget(from, to);
        self.stuck.forget(from, to);
        // Jobs may have other numbers from now on.
        self.is_loose.fill(false);
        let to = (to as usize).min(self.loose_at.len());
        self.loose_at[(from as usize).min(to)..to].fill(0);
        self.freed.clear();
    }

    /// Whether the same jobs occupy every slot from `from` on; what is remembered about them is none of it.
    pub fn same_from(&self, other: &Self, from: Slot) -> bool {
        self.all.same_from(&other.all, from)
    }
}
