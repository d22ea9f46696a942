//! How much a search may move for one job. It is counted in moves and slots and not in time, so that every machine decides alike; and it is counted of
//! the plan alone, not of what a run has learned about it, so that a run that was taken back decides as it did before.

use crate::slots::bounds;
use crate::slots::planner::placement::Placement;
use crate::slots::request::Slot;

/// What is left for the present job.
#[derive(Clone, Copy, Debug)]
pub(in crate::slots::planner) struct Budget {
    moves: usize,
    slots: u64,
}

impl Budget {
    /// Nothing was moved yet.
    pub fn whole() -> Self {
        Self { moves: bounds::MOVES_TRIED, slots: bounds::SLOTS_MOVED }
    }

    /// Takes what a move costs; false if not enough is left.
    pub fn take(&mut self, placement: &Placement, to: Slot) -> bool {
        let (from, end) = placement.given_up(to);
        let left = (self.moves.checked_sub(1), self.slots.checked_sub(u64::from(end - from)));
        let (Some(moves), Some(slots)) = left else { return false };
        *self = Self { moves, slots };
        true
    }
}
