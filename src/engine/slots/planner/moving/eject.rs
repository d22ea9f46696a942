//! Candidates of ejecting (Umar 3.3.2): the jobs that start in the short slot, and a cache of slots without a movable job.

use super::freed_gaps::Freed;
use super::jobs_by_start::JobsByStart;
use super::move_policy::MovePolicy;
use super::relocation::{Relocation, ShortSlot};
use crate::slots::decisions::Decisions;
use crate::slots::planner::logical::slot_plan::SlotPlan;
use crate::slots::planner::moving::slot_set::SlotSet;
use crate::slots::planner::placement::Placement;
use crate::slots::request::Slot;
use crate::slots::scenario::ShiftRule;
use crate::slots::workload::Arrivals;

/// Jobs by start, and a memory of the slots none of whose jobs has anywhere to go.
///
/// A full plan is asked about the same slots again and again. What was found holds until nodes come free within reach of a job that
/// starts there, or another job comes to start there; that nodes are taken, or time goes on, only makes it truer.
#[derive(Clone, Debug, Default)]
pub(in crate::slots::planner) struct Eject {
    starts: JobsByStart,
    stuck: SlotSet,
    /// The longest relax time of all jobs so far.
    relax: Slot,
    freed: Freed,
}

impl Eject {
    /// Whether it is known that no job starting in a slot can start later.
    fn is_stuck(&self, slot: Slot) -> bool {
        self.stuck.contains(slot) || self.starts.none_in(slot)
    }

    /// Whether the same jobs start in every slot from `from` on; what is remembered about them is none of it.
    pub fn same_from(&self, other: &Self, from: Slot) -> bool {
        self.starts.same_from(&other.starts, from)
    }
}

impl MovePolicy for Eject {
    const MOVES: bool = true;

    fn add(&mut self, placement: Placement, slots: Slot, arrivals: &Arrivals) {
        self.starts.reserve(slots, arrivals.jobs());
        self.stuck.reserve(slots);
        self.starts.add(placement.job, placement.start, &arrivals.rank);
        self.stuck.remove(placement.start);
        self.relax = self.relax.max(placement.relax());
        self.freed.saw(placement.shape.duration);
    }

    /// A job that has begun is not moved: nobody asks where it started.
    fn add_begun(&mut self, _: Placement, _: Slot) {}

    fn shift(&mut self, placement: Placement, to: Slot, arrivals: &Arrivals) {
        self.starts.remove(placement.job, placement.start);
        self.starts.add(placement.job, to, &arrivals.rank);
        self.stuck.remove(to);
        let (from, end) = placement.given_up(to);
        self.freed.note(from, end);
    }

    /// Brings the memory up to what happened since the last search.
    fn begin(&mut self, plan: &SlotPlan, arrivals: &Arrivals, rule: ShiftRule, now: Slot) {
        // Where all jobs have begun, none was listed.
        self.stuck.reserve(plan.slots());
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

    /// What is known is about the plan before any moves.
    fn may_clear(&self, slot: Slot, has_moved: bool) -> bool {
        has_moved || !self.is_stuck(slot)
    }

    /// First a job that frees enough by itself, else any; within each by rank.
    fn find(&mut self, short: &ShortSlot) -> Option<Relocation> {
        let slot = short.slot;
        // A job that starts now has begun.
        if slot <= short.now {
            return None;
        }
        let mut any_small = false;
        for small in [false, true] {
            for job in self.starts.of(slot) {
                let placement = Placement::of(short.arrivals, job, slot);
                let is_small = placement.shape.nodes < short.by;
                any_small |= is_small;
                if is_small == small
                    && let Some(to) = short.right_of_it(&placement)
                {
                    return Some(Relocation { placement, to });
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

    fn try_move(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, _: ShiftRule, starts: &mut [Slot], relocation: Relocation) {
        self.move_job(plan, arrivals, starts, relocation.placement.job, relocation.to);
    }

    fn keep(&mut self, _: &mut [Slot]) {}

    /// What was known before the moves holds again.
    fn put_back(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, decisions: &mut Decisions, kept_moves: usize) {
        self.undo_moves(plan, arrivals, decisions, kept_moves);
        self.freed.clear();
    }

    /// Jobs that start in a slot, and how many of them have begun.
    fn count(&self, slot: Slot, now: Slot) -> (u32, u32) {
        let jobs = self.starts.of(slot).count() as u32;
        (jobs, if slot <= now { jobs } else { 0 })
    }

    fn forget(&mut self, from: Slot, to: Slot) {
        self.starts.forget(from, to);
        let mut at = from;
        while let Some(slot) = self.stuck.first_in(at, to) {
            self.stuck.remove(slot);
            at = slot + 1;
        }
        self.freed.clear();
    }

    #[cfg(test)]
    fn ask(&self, short: &ShortSlot, placement: &Placement) -> Option<Slot> {
        if placement.start == short.slot { short.right_of_it(placement) } else { None }
    }
}
