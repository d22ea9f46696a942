//! The placement of an accepted job, and the search for other placements in its window.

use super::gaps::Gap;
use super::slots::{Shape, SlotPlan};
use crate::slots::request::Slot;
use crate::slots::scenario::ShiftRule;
use crate::slots::workload::Arrivals;

/// A job, its place and its window: everything about it that a search for moves asks, in one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub job: u32,
    pub start: Slot,
    pub shape: Shape,
    pub earliest_start: Slot,
    pub latest_start: Slot,
}

impl Stand {
    /// A job at a start.
    pub fn of(arrivals: &Arrivals, job: u32, start: Slot) -> Self {
        let request = arrivals.request[job as usize] as usize;
        Self {
            job,
            start,
            shape: Shape { duration: arrivals.duration[request], nodes: arrivals.nodes[request] },
            earliest_start: arrivals.earliest_start[request],
            latest_start: arrivals.latest_start[request],
        }
    }

    /// What of it lies in slots from `from` on; the job goes on that long.
    pub fn from(self, from: Slot) -> Self {
        let start = self.start.max(from);
        Self { start, shape: Shape { duration: self.end() - start, ..self.shape }, ..self }
    }

    /// The same job at another start.
    pub fn at(self, start: Slot) -> Self {
        Self { start, ..self }
    }

    /// Its slots `[from, to)` that it no longer occupies once it starts at `to`; what lies in both places stays as it is.
    pub fn given_up(&self, to: Slot) -> (Slot, Slot) {
        if self.start < to { (self.start, self.end().min(to)) } else { (self.start.max(to + self.shape.duration), self.end()) }
    }

    /// First slot after it.
    pub fn end(&self) -> Slot {
        self.start + self.shape.duration
    }

    /// Whether the job occupies a slot.
    pub fn occupies(&self, slot: Slot) -> bool {
        self.start <= slot && slot < self.end()
    }

    /// Slots the start may move.
    pub fn relax(&self) -> Slot {
        self.latest_start - self.earliest_start
    }

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
