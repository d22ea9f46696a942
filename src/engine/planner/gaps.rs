//! Where nodes came free since somebody last looked, and the gaps that are there now.

use super::slots::SlotPlan;
use crate::request::Slot;
use crate::scenario::ShiftRule;

/// What is known about jobs that have nowhere to go holds until nodes come free: this remembers where that was.
#[derive(Clone, Debug)]
pub(super) struct Freed {
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

    /// Nodes came free in `[from, to)`.
    pub fn note(&mut self, from: Slot, to: Slot) {
        self.slots.push((from, to));
    }

    /// Forgets what was noted.
    pub fn clear(&mut self) {
        self.slots.clear();
    }

    /// Hands out the gaps `[from, to)` that what was freed is part of now, as far as a job can make use of it: whoever finds a place
    /// there that was none before finds it inside one of these. What was taken again meanwhile is in none.
    pub fn drain_gaps(&mut self, plan: &SlotPlan, rule: ShiftRule, mut gap: impl FnMut(Slot, Slot)) {
        while let Some((from, to)) = self.slots.pop() {
            let (first, end) = (from.saturating_sub(self.longest), (to + self.longest).min(plan.slots()));
            if rule == ShiftRule::Release {
                // A job's own slots join the gaps beside it.
                gap(first, end);
                continue;
            }
            let mut gap_start = plan.last_full(first, from).map_or(first, |full| full + 1);
            while gap_start < to {
                let gap_end = plan.first_full(gap_start.max(from), end).unwrap_or(end);
                if gap_end - gap_start >= self.shortest {
                    gap(gap_start, gap_end);
                }
                gap_start = gap_end + 1;
            }
        }
    }
}
