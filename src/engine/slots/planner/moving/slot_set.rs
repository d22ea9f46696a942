//! A set of slots.

use crate::slots::request::Slot;

/// One bit for each slot; slots beyond what there is room for are not in it.
#[derive(Clone, Debug, Default)]
pub(in crate::slots::planner) struct SlotSet {
    words: Vec<u64>,
}

const BITS: Slot = u64::BITS;

impl SlotSet {
    /// Makes room for slots below `slots`.
    pub fn reserve(&mut self, slots: Slot) {
        let words = slots.div_ceil(BITS) as usize;
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    /// Whether a slot is in the set.
    pub fn contains(&self, slot: Slot) -> bool {
        self.words.get((slot / BITS) as usize).is_some_and(|word| word >> (slot % BITS) & 1 == 1)
    }

    /// Puts a slot in.
    pub fn insert(&mut self, slot: Slot) {
        self.words[(slot / BITS) as usize] |= 1 << (slot % BITS);
    }

    /// Takes a slot out.
    pub fn remove(&mut self, slot: Slot) {
        self.words[(slot / BITS) as usize] &= !(1 << (slot % BITS));
    }

    /// The first slot of the set in `[from, to)`.
    pub fn first_in(&self, from: Slot, to: Slot) -> Option<Slot> {
        let mut at = (from / BITS) as usize;
        let end = (to.div_ceil(BITS) as usize).min(self.words.len());
        let mut below = (1_u64 << (from % BITS)) - 1;
        while at < end {
            let word = self.words[at] & !below;
            if word != 0 {
                let slot = at as Slot * BITS + word.trailing_zeros();
                return (slot < to).then_some(slot);
            }
            (at, below) = (at + 1, 0);
        }
        None
    }
}
