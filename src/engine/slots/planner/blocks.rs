//! The least number in each block of a column, for searches through millions of slots: whole blocks that cannot hold what is looked for are passed over.
//!
//! A block is looked through when it is first asked about, so that columns in which nothing is looked for so far away pay for no more than a mark.

use super::lanes;
use super::steps;
use crate::slots::request::Slot;
use std::cell::Cell;
use std::ops::Range;

/// Slots of a block.
pub(super) const BLOCK: Slot = 1_024;
/// Shorter stretches are looked through slot by slot.
pub(super) const LONG: Slot = 4 * BLOCK;

/// The least number of each block; `None` where it is not known.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocks {
    least: Vec<Cell<Option<i16>>>,
}

fn slots_of(block: Slot) -> Range<Slot> {
    block * BLOCK..(block + 1) * BLOCK
}

impl Blocks {
    /// The column has so many slots.
    pub fn reserve(&mut self, slots: usize) {
        self.least.resize(slots.div_ceil(BLOCK as usize), Cell::new(None));
    }

    /// The numbers of the slots `[from, to)` have changed.
    #[inline]
    pub fn forget(&mut self, from: Slot, to: Slot) {
        for block in from / BLOCK..to.div_ceil(BLOCK) {
            self.least[block as usize].set(None);
        }
    }

    /// So much was added to the numbers of the slots `[from, to)`.
    #[inline]
    pub fn added(&mut self, from: Slot, to: Slot, by: i16) {
        for block in from / BLOCK..to.div_ceil(BLOCK) {
            let Range { start, end } = slots_of(block);
            let least = &self.least[block as usize];
            let is_whole = from <= start && end <= to;
            least.set(least.get().filter(|_| is_whole).map(|least| least.wrapping_add(by)));
        }
    }

    /// The least number of a whole block.
    pub fn least(&self, column: &[i16], block: Slot) -> i16 {
        let known = &self.least[block as usize];
        known.get().unwrap_or_else(|| {
            let Range { start, end } = slots_of(block);
            let least = lanes::least_below(column, start, end, i16::MAX).unwrap_or(i16::MAX);
            known.set(Some(least));
            least
        })
    }

    /// The last slot of `[from, to)` with a number below this one.
    pub fn last_below(&self, column: &[i16], from: Slot, to: Slot, number: i16) -> Option<Slot> {
        let mut end = to;
        while from < end {
            let block = (end - 1) / BLOCK;
            let slots = slots_of(block);
            let is_whole = from <= slots.start && end == slots.end;
            let start = from.max(slots.start);
            if !is_whole || self.least(column, block) < number {
                let found = steps::last_short(column, start, end, number);
                if found.is_some() {
                    return found;
                }
            }
            end = start;
        }
        None
    }

    /// The first slot of `[from, to)` with a number below this one.
    pub fn first_below(&self, column: &[i16], from: Slot, to: Slot, number: i16) -> Option<Slot> {
        let mut start = from;
        while start < to {
            let block = start / BLOCK;
            let slots = slots_of(block);
            let end = to.min(slots.end);
            let is_whole = start == slots.start && end == slots.end;
            if !is_whole || self.least(column, block) < number {
                let found = steps::first_short(column, start, end, number);
                if found.is_some() {
                    return found;
                }
            }
            start = end;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::planner::steps::STEP;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn blocks_find_what_is_found_slot_by_slot() {
        let chance = &mut ChaCha8Rng::seed_from_u64(1);
        let slots = 20 * BLOCK + 77;
        let mut column = vec![50_i16; slots as usize + STEP];
        let mut blocks = Blocks::default();
        blocks.reserve(column.len());
        for round in 0..3_000 {
            let mut within = || {
                let (a, b) = (chance.random_range(0..slots), chance.random_range(0..slots));
                (a.min(b), a.max(b) + 1)
            };
            let ((from, to), (first, last)) = (within(), within());
            let by = [-1, 1, 2, -3, 0][round % 5];
            lanes::add(&mut column, from, to, by);
            blocks.added(from, to, by);
            if round % 50 == 0 {
                column[first as usize] = -20;
                blocks.forget(first, first + 1);
            }
            let number = [40, 45, 50, 0, -19][round % 5];
            let below = |slot: &Slot| column[*slot as usize] < number;
            assert_eq!(blocks.first_below(&column, first, last, number), (first..last).find(below), "{round}");
            assert_eq!(blocks.last_below(&column, first, last, number), (first..last).rfind(below), "{round}");
            let block = first / BLOCK;
            if block < 20 {
                let least = slots_of(block).map(|slot| column[slot as usize]).min();
                assert_eq!(Some(blocks.least(&column, block)), least);
            }
        }
    }
}
