//! Where else in its window an accepted job could stand.

use super::gaps::Gap;
use super::placement::Placement;
use super::slots::SlotPlan;
use crate::slots::request::Slot;
use crate::slots::scenario::ShiftRule;

impl Placement {
    /// The first place after a slot.
    pub fn right_of(&self, plan: &SlotPlan, slot: Slot) -> Option<Slot> {
        plan.first_fit(slot + 1, self.latest_start, self.shape)
    }

    /// The last place from `now` on that ends before a slot.
    pub fn left_of(&self, plan: &SlotPlan, slot: Slot, now: Slot) -> Option<Slot> {
        let earliest = self.earliest_start.max(now);
        let last = slot.checked_sub(self.shape.duration).filter(|&last| last >= earliest)?;
        plan.last_fit(earliest, last, self.shape)
    }

    /// Whether there is a place from `now` on besides its own.
    pub fn has_another(&self, plan: &SlotPlan, now: Slot) -> bool {
        let earliest = self.earliest_start.max(now);
        let last = self.start.checked_sub(1).filter(|&last| last >= earliest);
        last.is_some_and(|last| plan.first_fit(earliest, last, self.shape).is_some()) || self.right_of(plan, self.start).is_some()
    }

    /// Whether there is a place from `from` on in a gap, on some slot that was freed; perhaps so, if its own slots would be given back
    /// first.
    pub fn fits(&self, plan: &SlotPlan, rule: ShiftRule, gap: Gap, from: Slot) -> bool {
        let Some(last_in_gap) = gap.to.checked_sub(self.shape.duration) else { return false };
        let first = gap.from.max((gap.freed_from + 1).saturating_sub(self.shape.duration)).max(self.earliest_start).max(from);
        let last = last_in_gap.min(gap.freed_to - 1).min(self.latest_start);
        first <= last && (rule == ShiftRule::Release || plan.first_fit(first, last, self.shape).is_some())
    }
}
