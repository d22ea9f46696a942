//! A slot that is short of nodes, and the search for a new place of a job that occupies it.

use crate::slots::decisions::Move;
use crate::slots::planner::logical::slot_plan::SlotPlan;
use crate::slots::planner::placement::Placement;
use crate::slots::request::Slot;
use crate::slots::scenario::ShiftRule;
use crate::slots::workload::Arrivals;

/// A slot that is short of nodes, and for whom.
pub(in crate::slots::planner) struct ShortSlot<'a> {
    pub plan: &'a SlotPlan,
    pub arrivals: &'a Arrivals,
    pub rule: ShiftRule,
    /// Moves made for the newcomer so far.
    pub moves: &'a [Move],
    pub now: Slot,
    pub slot: Slot,
    /// How many nodes are missing.
    pub by: u32,
}

/// What a job that can leave does.
#[derive(Clone, Copy, Debug)]
pub(in crate::slots::planner) struct Relocation {
    pub placement: Placement,
    pub to: Slot,
}

impl ShortSlot<'_> {
    /// The first place of a job after the slot.
    pub fn right_of_it(&self, placement: &Placement) -> Option<Slot> {
        placement.right_of(self.plan, self.rule, self.slot)
    }

    /// The last place of a job that ends before the slot, else the first after it.
    pub fn beside_it(&self, placement: &Placement) -> Option<Slot> {
        placement.left_of(self.plan, self.rule, self.slot, self.now).or_else(|| self.right_of_it(placement))
    }

    /// Whether a job, which has no place beside the slot, has one at all besides its own.
    pub fn has_another_place(&self, placement: &Placement) -> bool {
        let may_have = self.rule == ShiftRule::Release || self.plan.free(self.slot) >= placement.shape.nodes;
        may_have && placement.has_another(self.plan, self.rule, self.now)
    }
}
