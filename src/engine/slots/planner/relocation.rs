//! A slot that is short of nodes, and the search for a new place of a job that occupies it.

use super::placement::Placement;
use super::slots::SlotPlan;
use crate::slots::decisions::Move;
use crate::slots::request::Slot;
use crate::slots::scenario::ShiftRule;
use crate::slots::workload::Arrivals;

/// A slot that is short of nodes, and for whom.
pub(super) struct ShortSlot<'a> {
    /// As it was before, once a question is answered.
    pub plan: &'a mut SlotPlan,
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
pub(super) struct Relocation {
    pub stand: Placement,
    pub to: Slot,
}

impl ShortSlot<'_> {
    /// The first place of a job after the slot.
    pub fn right_of_it(&mut self, stand: &Placement) -> Option<Slot> {
        let slot = self.slot;
        self.search(stand, |plan| stand.right_of(plan, slot))
    }

    /// The last place of a job that ends before the slot, else the first after it.
    pub fn beside_it(&mut self, stand: &Placement) -> Option<Slot> {
        let (slot, now) = (self.slot, self.now);
        self.search(stand, |plan| stand.left_of(plan, slot, now).or_else(|| stand.right_of(plan, slot)))
    }

    /// Whether a job, which has no place beside the slot, has one at all besides its own.
    pub fn has_another_place(&mut self, stand: &Placement) -> bool {
        if self.rule == ShiftRule::Hold && self.plan.free(self.slot) < stand.shape.nodes {
            return false;
        }
        let now = self.now;
        self.search(stand, |plan| stand.has_another(plan, now))
    }

    /// Searches the plan for a job, with the job's own slots given back meanwhile if that is the rule.
    fn search<T>(&mut self, stand: &Placement, search: impl FnOnce(&SlotPlan) -> T) -> T {
        if self.rule == ShiftRule::Release {
            self.plan.give(stand.start, stand.shape);
        }
        let found = search(self.plan);
        if self.rule == ShiftRule::Release {
            self.plan.take(stand.start, stand.shape);
        }
        found
    }
}
