//! Where nodes were freed since the last query, and the resulting gaps.

use crate::slots::planner::logical::slot_plan::SlotPlan;
use crate::slots::request::Slot;
use crate::slots::scenario::ShiftRule;

/// What is known about jobs that have nowhere to go holds until nodes come free: this remembers where that was.
#[derive(Clone, Debug)]
pub(in crate::slots::planner) struct Freed {
    slots: Vec<(Slot, Slot)>,
    /// The shortest and the longest duration of all jobs so far.
    shortest: Slot,
    longest: Slot,
}

impl Default for Freed {
    fn default() -> Self {
        Self { slots: Vec::new(), shortest: Slot::MAX, longest: 0 }
    }
}

impl Freed {
    /// A job of this duration came into the plan.
    pub fn saw(&mut self, duration: Slot) {
        self.shortest = self.shortest.min(duration);
        self.longest = self.longest.max(duration);
    }

    /// The longest duration of all jobs so far.
    pub fn longest(&self) -> Slot {
        self.longest
    }

    /// Nodes came free in `[from, to)`.
    pub fn note(&mut self, from: Slot, to: Slot) {
        self.slots.push((from, to));
    }

    /// Forgets what was noted.
    pub fn clear(&mut self) {
        self.slots.clear();
    }

    /// Hands out the gaps that what was freed is part of now: whoever finds a place that was none before finds it inside one of these, on
    /// some slot that was freed. What was taken again meanwhile is in none.
    pub fn drain_gaps(&mut self, plan: &SlotPlan, rule: ShiftRule, mut visit: impl FnMut(Gap)) {
        while let Some((from, to)) = self.slots.pop() {
            let (first, end) = (from.saturating_sub(self.longest), (to + self.longest).min(plan.slots()));
            if rule == ShiftRule::Release {
                // A job's own slots join the gaps beside it: how far a gap reaches is different for each.
                let mut freed_from = plan.first_open(from, to);
                while freed_from < to {
                    let freed_to = plan.first_full(freed_from, to).unwrap_or(to);
                    visit(Gap { from: first, to: end, freed_from, freed_to });
                    freed_from = plan.first_open(freed_to, to);
                }
                continue;
            }
            let near = from.saturating_sub(LOOK).max(first);
            let mut gap_from = plan.last_full(near, from).map_or(first, |full| full + 1);
            while gap_from < to {
                let freed_from = gap_from.max(from);
                let near = (to + LOOK).min(end);
                let gap_to = plan.first_full(freed_from, near).unwrap_or(end);
                if gap_to - gap_from >= self.shortest && freed_from < gap_to {
                    visit(Gap { from: gap_from, to: gap_to, freed_from, freed_to: to.min(gap_to) });
                }
                gap_from = gap_to + 1;
            }
        }
    }
}

/// How far beside what was freed the end of a gap is looked for, in slots; beyond, it is as long as any job can make use of.
const LOOK: Slot = 64;

/// Slots `[from, to)`, with free nodes as far as anybody looked, of which `[freed_from, freed_to)` were freed.
#[derive(Clone, Copy, Debug)]
pub(in crate::slots::planner) struct Gap {
    pub from: Slot,
    pub to: Slot,
    pub freed_from: Slot,
    pub freed_to: Slot,
}
