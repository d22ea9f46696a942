//! No job is moved: the planners without shifting, which refuse a job as soon as no start is free.

use super::move_policy::MovePolicy;
use super::relocation::{Relocation, ShortSlot};
use crate::slots::decisions::Decisions;
use crate::slots::planner::logical::slot_plan::SlotPlan;
use crate::slots::planner::placement::Placement;
use crate::slots::request::Slot;
use crate::slots::scenario::ShiftRule;
use crate::slots::workload::Arrivals;

/// Accepted jobs stay where they are, so there is nothing to remember about them.
#[derive(Clone, Debug)]
pub(in crate::slots::planner) struct NoMoves;

impl MovePolicy for NoMoves {
    const MOVES: bool = false;

    fn add(&mut self, _: Placement, _: Slot, _: &Arrivals) {}

    fn add_begun(&mut self, _: Placement, _: Slot) {}

    fn shift(&mut self, _: Placement, _: Slot, _: &Arrivals) {}

    fn begin(&mut self, _: &SlotPlan, _: &Arrivals, _: ShiftRule, _: Slot) {}

    fn may_clear(&self, _: Slot, _: bool) -> bool {
        false
    }

    fn first_open(&self, plan: &SlotPlan, from: Slot, to: Slot, _: bool) -> Slot {
        plan.first_open(from, to)
    }

    fn first_clearable(&self, _: Slot, to: Slot, _: bool) -> Slot {
        to
    }

    fn find(&mut self, _: &ShortSlot) -> Option<Relocation> {
        None
    }

    fn try_move(&mut self, _: &mut SlotPlan, _: &Arrivals, _: ShiftRule, _: &mut [Slot], _: Relocation) {}

    fn keep(&mut self, _: &mut [Slot]) {}

    fn put_back(&mut self, _: &mut SlotPlan, _: &Arrivals, _: &mut Decisions, _: usize) {}

    fn count(&self, _: Slot, _: Slot) -> (u32, u32) {
        (0, 0)
    }

    fn forget(&mut self, _: Slot, _: Slot) {}

    #[cfg(test)]
    fn ask(&self, _: &ShortSlot, _: &Placement) -> Option<Slot> {
        None
    }
}
