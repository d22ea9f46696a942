//! Candidates of ejecting (Umar 3.3.2): the jobs that start in the short slot, and a cache of slots without a movable job.

use super::gaps::Freed;
use super::placement::Placement;
use super::relocation::{Relocation, ShortSlot};
use super::slot_set::SlotSet;
use super::slots::SlotPlan;
use super::starts::Starts;
use crate::slots::request::Slot;
use crate::slots::scenario::ShiftRule;
use crate::slots::workload::Arrivals;

/// Jobs by start, and a memory of the slots none of whose jobs has anywhere to go.
///
/// A full plan is asked about the same slots again and again. What was found holds until nodes come free within reach of a job that
/// starts there, or another job comes to start there; that nodes are taken, or time goes on, only makes it truer.
#[derive(Clone, Debug, Default)]
pub(super) struct Eject {
    starts: Starts,
    stuck: SlotSet,
    /// The longest relax time of all jobs so far.
    relax: Slot,
    freed: Freed,
}

impl Eject {
    /// Makes room for slots below `slots` and jobs below `jobs`.
    pub fn reserve(&mut self, slots: Slot, jobs: usize) {
        self.starts.reserve(slots, jobs);
        self.stuck.reserve(slots);
    }

    /// A job stands in the plan.
    pub fn add(&mut self, stand: Placement, rank: &[u32]) {
        self.starts.add(stand.job, stand.start, rank);
        self.stuck.remove(stand.start);
        self.relax = self.relax.max(stand.relax());
        self.freed.saw(stand.shape.duration);
    }

    /// A job stands elsewhere in the plan.
    pub fn shift(&mut self, stand: Placement, to: Slot, rank: &[u32]) {
        self.starts.remove(stand.job, stand.start);
        self.starts.add(stand.job, to, rank);
        self.stuck.remove(to);
        let (from, end) = stand.given_up(to);
        self.freed.note(from, end);
    }

    /// The search ends; the moves tried were put back, and what was known before them holds again.
    pub fn put_back(&mut self) {
        self.freed.clear();
    }

    /// Begins a search: brings the memory up to what happened since the last one.
    pub fn begin(&mut self, plan: &SlotPlan, arrivals: &Arrivals, rule: ShiftRule, now: Slot) {
        let Self { freed, stuck, starts, relax, .. } = self;
        freed.drain_gaps(plan, rule, |gap| {
            let mut at = gap.from.saturating_sub(*relax).max(now);
            while let Some(slot) = stuck.first_in(at, gap.freed_to) {
                if starts.of(slot).any(|job| Placement::of(arrivals, job, slot).fits(plan, rule, gap, slot + 1)) {
                    stuck.remove(slot);
                }
                at = slot + 1;
            }
        });
    }

    /// The first slot of `[from, to)` that is not full, or that a job might leave.
    pub fn first_open(&self, plan: &SlotPlan, from: Slot, to: Slot) -> Slot {
        (from..to).find(|&slot| plan.free(slot) > 0 || !self.is_stuck(slot)).unwrap_or(to)
    }

    /// Whether it is known that no job starting in a slot can start later.
    pub fn is_stuck(&self, slot: Slot) -> bool {
        self.stuck.contains(slot) || self.starts.none_in(slot)
    }

    /// Which job starting in a short slot can start later, and where: first one that frees enough by itself, else any; within each by rank.
    pub fn find(&mut self, short: &mut ShortSlot) -> Option<Relocation> {
        let slot = short.slot;
        // A job that starts now has begun.
        if slot <= short.now {
            return None;
        }
        let mut any_small = false;
        for small in [false, true] {
            for job in self.starts.of(slot) {
                let stand = Placement::of(short.arrivals, job, slot);
                let is_small = stand.shape.nodes < short.by;
                any_small |= is_small;
                if is_small == small
                    && let Some(to) = short.right_of_it(&stand)
                {
                    return Some(Relocation { stand, to });
                }
            }
            if !any_small {
                break;
            }
        }
        // Once a job has moved, the plan may soon be what it was before: nothing is learned then.
        if short.moves.is_empty() {
            self.stuck.insert(slot);
        }
        None
    }

    /// Jobs that start in a slot, and how many of them have begun.
    pub fn count(&self, slot: Slot, now: Slot) -> (u32, u32) {
        let jobs = self.starts.of(slot).count() as u32;
        (jobs, if slot <= now { jobs } else { 0 })
    }

    /// Forgets every job that starts in the slots `from .. to`, and what was found out about it, as before a checkpoint is restored.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        self.starts.forget(from, to);
        let mut at = from;
        while let Some(slot) = self.stuck.first_in(at, to) {
            self.stuck.remove(slot);
            at = slot + 1;
        }
        self.freed.clear();
    }

    /// Whether the same jobs start in every slot from `from` on; what is remembered about them is none of it.
    pub fn same_from(&self, other: &Self, from: Slot) -> bool {
        self.starts.same_from(&other.starts, from)
    }
}
