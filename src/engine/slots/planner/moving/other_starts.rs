//! Where else in its window an accepted job could stand, its own slots being kept or given up meanwhile.

use super::freed_gaps::Gap;
use crate::slots::planner::logical::slot_plan::SlotPlan;
use crate::slots::planner::placement::Placement;
use crate::slots::request::Slot;
use crate::slots::scenario::ShiftRule;

impl Placement {
    /// The first start after a slot that the job occupies.
    pub fn right_of(&self, plan: &SlotPlan, rule: ShiftRule, slot: Slot) -> Option<Slot> {
        self.first_in(plan, rule, slot + 1, self.latest_start)
    }

    /// The last start from `now` on with which it ends before a slot that it occupies.
    pub fn left_of(&self, plan: &SlotPlan, rule: ShiftRule, slot: Slot, now: Slot) -> Option<Slot> {
        let earliest = self.earliest_start.max(now);
        let last = slot.checked_sub(self.shape.duration).filter(|&last| last >= earliest)?;
        match rule {
            ShiftRule::Hold => plan.last_fit(earliest, last, self.shape),
            ShiftRule::Release => self.last_released(plan, earliest, last),
        }
    }

    /// Whether there is a start from `now` on besides its own.
    pub fn has_another(&self, plan: &SlotPlan, rule: ShiftRule, now: Slot) -> bool {
        self.has_another_in(plan, rule, self.earliest_start.max(now), self.latest_start)
    }

    /// Whether there is a start from `from` on in a gap, besides its own, with which it occupies some slot that was freed.
    pub fn fits(&self, plan: &SlotPlan, rule: ShiftRule, gap: Gap, from: Slot) -> bool {
        let Some(last_in_gap) = gap.to.checked_sub(self.shape.duration) else { return false };
        let first = gap.from.max((gap.freed_from + 1).saturating_sub(self.shape.duration)).max(self.earliest_start).max(from);
        let last = last_in_gap.min(gap.freed_to - 1).min(self.latest_start);
        first <= last && self.has_another_in(plan, rule, first, last)
    }

    /// Whether there is a start in `from ..= to` besides its own.
    fn has_another_in(&self, plan: &SlotPlan, rule: ShiftRule, from: Slot, to: Slot) -> bool {
        let before = self.start.checked_sub(1).map(|last| last.min(to)).filter(|last| from <= *last);
        before.is_some_and(|last| self.first_in(plan, rule, from, last).is_some())
            || self.first_in(plan, rule, from.max(self.start + 1), to).is_some()
    }

    /// The first start in `from ..= to`, all of them before its own or all after it.
    fn first_in(&self, plan: &SlotPlan, rule: ShiftRule, from: Slot, to: Slot) -> Option<Slot> {
        match rule {
            ShiftRule::Hold => plan.first_fit(from, to, self.shape),
            ShiftRule::Release => self.first_released(plan, from, to),
        }
    }

    /// The first start in `from ..= to` with the job's own slots given up. In these it has all the nodes it wants, so that only the others are
    /// looked at.
    fn first_released(&self, plan: &SlotPlan, from: Slot, to: Slot) -> Option<Slot> {
        let shape = self.shape;
        if from < self.start {
            // Apart from its own slots first, then into them from the left.
            let apart = self.start.checked_sub(shape.duration).map(|last| last.min(to)).filter(|last| from <= *last);
            let found = apart.and_then(|last| plan.first_fit(from, last, shape));
            return found.or_else(|| {
                let first = from.max((self.start + 1).saturating_sub(shape.duration));
                let first = plan.last_short(first, self.start, shape.nodes).map_or(first, |short| short + 1);
                (first < self.start && first <= to).then_some(first)
            });
        }
        if from < self.end() && from <= to && plan.first_short(self.end(), from + shape.duration, shape.nodes).is_none() {
            return Some(from);
        }
        plan.first_fit(from.max(self.end()), to, shape)
    }

    /// The last start in `from ..= to`, all of them before its own, with the job's own slots given up.
    fn last_released(&self, plan: &SlotPlan, from: Slot, to: Slot) -> Option<Slot> {
        let shape = self.shape;
        if to + shape.duration > self.start && plan.first_short(to, self.start, shape.nodes).is_none() {
            return Some(to);
        }
        let last = self.start.checked_sub(shape.duration)?.min(to);
        if from <= last { plan.last_fit(from, last, shape) } else { None }
    }
}
