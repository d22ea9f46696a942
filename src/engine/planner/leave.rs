//! Asking one accepted job to leave a short slot: where else in its window it could stand.

use super::gaps::Gap;
use super::slots::{Shape, SlotPlan};
use crate::plan::Move;
use crate::request::Slot;
use crate::scenario::ShiftRule;
use crate::workload::Arrivals;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leaving {
    pub job: u32,
    pub from: Slot,
    pub to: Slot,
}

impl ShortSlot<'_> {
    /// Nodes of a job.
    pub fn nodes(&self, job: u32) -> u32 {
        self.arrivals.nodes[self.arrivals.request[job as usize] as usize]
    }

    /// The first place of a job after the slot.
    pub fn right_of_it(&mut self, job: u32, from: Slot) -> Option<Slot> {
        let after = self.slot + 1;
        self.search(job, from, |plan, Window { shape, latest_start, .. }| plan.first_fit(after, latest_start, shape))
    }

    /// The last place of a job that ends before the slot, else the first after it.
    pub fn beside_it(&mut self, job: u32, from: Slot) -> Option<Slot> {
        let slot = self.slot;
        self.search(job, from, |plan, Window { shape, earliest_start, latest_start }| {
            let last = slot.checked_sub(shape.duration).filter(|&last| last >= earliest_start);
            let left = last.and_then(|last| plan.last_fit(earliest_start, last, shape));
            left.or_else(|| plan.first_fit(slot + 1, latest_start, shape))
        })
    }

    /// Whether a job, which has no place beside the slot, has one at all besides its own.
    pub fn has_another_place(&mut self, job: u32, from: Slot) -> bool {
        if self.rule == ShiftRule::Hold && self.plan.free(self.slot) < self.nodes(job) {
            return false;
        }
        self.search(job, from, |plan, window| window.has_another(plan, from))
    }

    /// Searches the plan for a job, with the job's own slots given back meanwhile if that is the rule.
    fn search<T>(&mut self, job: u32, from: Slot, search: impl FnOnce(&SlotPlan, Window) -> T) -> T {
        let window = Window::of(self.arrivals, job, self.now);
        if self.rule == ShiftRule::Release {
            self.plan.give(from, window.shape);
        }
        let found = search(self.plan, window);
        if self.rule == ShiftRule::Release {
            self.plan.take(from, window.shape);
        }
        found
    }
}

/// Where a job may start from some slot on, and its shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    shape: Shape,
    earliest_start: Slot,
    latest_start: Slot,
}

impl Window {
    /// The window of a job, from slot `from` on.
    pub fn of(arrivals: &Arrivals, job: u32, from: Slot) -> Self {
        let request = arrivals.request[job as usize] as usize;
        Self {
            shape: Shape { duration: arrivals.duration[request], nodes: arrivals.nodes[request] },
            earliest_start: arrivals.earliest_start[request].max(from),
            latest_start: arrivals.latest_start[request],
        }
    }

    /// Whether the job has a place that does not start at `from`.
    pub fn has_another(&self, plan: &SlotPlan, from: Slot) -> bool {
        let Self { shape, earliest_start, latest_start } = *self;
        let last = from.checked_sub(1).filter(|&last| last >= earliest_start);
        last.is_some_and(|last| plan.first_fit(earliest_start, last, shape).is_some())
            || plan.first_fit(from + 1, latest_start, shape).is_some()
    }

    /// Whether the job has a place in a gap, on some slot that was freed; perhaps so, if its own slots would be given back first.
    pub fn fits(&self, plan: &SlotPlan, rule: ShiftRule, gap: Gap) -> bool {
        let Self { shape, earliest_start, latest_start } = *self;
        let first = earliest_start.max(gap.from).max((gap.freed_from + 1).saturating_sub(shape.duration));
        let last = latest_start.min(gap.freed_to - 1);
        let Some(last) = gap.to.checked_sub(shape.duration).map(|fitting| last.min(fitting)).filter(|&last| first <= last) else {
            return false;
        };
        rule == ShiftRule::Release || plan.first_fit(first, last, shape).is_some()
    }
}
