//! What a search for a start tells whoever wants to know how it went.

use crate::slots::decisions::Move;
use crate::slots::request::Slot;
use crate::slots::search::{Look, SearchLog, Then};

/// Is told of each look at the plan. Calls are static: planning passes `()`, and the calls vanish.
pub(in crate::slots::planner) trait Recorder {
    /// The slots `from .. open` are full and no job can leave them, so that none of the starts in them is possible; `moves` were made before.
    fn full(&mut self, from: Slot, open: Slot, moves: usize);

    /// Each of the slots `from .. to` has `free` nodes, too few, and no job can leave it, so that none of the starts in them is possible.
    fn alike(&mut self, from: Slot, to: Slot, free: u32, moves: usize);

    /// At `start`, `slot` has `free` nodes, too few, and no job can leave it. `moves` were made before.
    fn short(&mut self, start: Slot, slot: Slot, free: u32, moves: usize);

    /// At `start`, the short slot of a move had `free` nodes, and the move was made.
    fn moved(&mut self, start: Slot, free: u32, made: Move);
}

impl Recorder for () {
    fn full(&mut self, _: Slot, _: Slot, _: usize) {}

    fn alike(&mut self, _: Slot, _: Slot, _: u32, _: usize) {}

    fn short(&mut self, _: Slot, _: Slot, _: u32, _: usize) {}

    fn moved(&mut self, _: Slot, _: u32, _: Move) {}
}

impl Recorder for SearchLog {
    fn full(&mut self, from: Slot, open: Slot, moves: usize) {
        self.alike(from, open, 0, moves);
    }

    fn alike(&mut self, from: Slot, to: Slot, free: u32, moves: usize) {
        (from..to).for_each(|slot| self.short(slot, slot, free, moves));
    }

    fn short(&mut self, start: Slot, slot: Slot, free: u32, moves: usize) {
        self.looks.push(Look { start, slot, free, moves: moves as u32, then: Then::Blocked });
    }

    fn moved(&mut self, start: Slot, free: u32, made: Move) {
        self.looks.push(Look { start, slot: made.short_slot, free, moves: self.moves.len() as u32, then: Then::Moved });
        self.moves.push(made);
    }
}
