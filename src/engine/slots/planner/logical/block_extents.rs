//! The least and the greatest number in each block of a column, for searches through millions of slots: whole blocks that cannot hold what is looked for
//! are passed over, and whole groups of blocks.
//!
//! A block is looked through when it is first asked about, so that columns in which nothing is looked for so far away pay for no more than a mark.

use super::short_slots;
use crate::slots::request::Slot;
use std::cell::Cell;
use std::ops::Range;

/// Slots of a block.
pub(in crate::slots::planner) const BLOCK: Slot = 1_024;
/// Shorter stretches are looked through slot by slot.
pub(in crate::slots::planner) const LONG: Slot = 4 * BLOCK;
/// Slots of a group of blocks.
const GROUP: Slot = 64 * BLOCK;

/// The least and the greatest of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extent {
    least: i16,
    greatest: i16,
}

impl Extent {
    /// Of no numbers at all.
    const NONE: Self = Self { least: i16::MAX, greatest: i16::MIN };

    fn with(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), greatest: self.greatest.max(other.greatest) }
    }

    fn of(numbers: &[i16]) -> Self {
        numbers.iter().fold(Self::NONE, |extent, &number| extent.with(Self { least: number, greatest: number }))
    }
}

/// The extents of equal parts of a column; `None` where one is not known.
#[derive(Clone, Debug, Default)]
struct Parts<const SLOTS: Slot> {
    extents: Vec<Cell<Option<Extent>>>,
}

impl<const SLOTS: Slot> Parts<SLOTS> {
    fn reserve(&mut self, slots: usize) {
        self.extents.resize(slots.div_ceil(SLOTS as usize), Cell::new(None));
    }

    fn forget(&mut self, from: Slot, to: Slot) {
        for part in from / SLOTS..to.div_ceil(SLOTS) {
            self.extents[part as usize].set(None);
        }
    }

    fn added(&mut self, from: Slot, to: Slot, by: i16) {
        for part in from / SLOTS..to.div_ceil(SLOTS) {
            let extent = &self.extents[part as usize];
            let is_whole = from <= part * SLOTS && (part + 1) * SLOTS <= to;
            let added = |Extent { least, greatest }| Extent { least: least.wrapping_add(by), greatest: greatest.wrapping_add(by) };
            extent.set(extent.get().filter(|_| is_whole).map(added));
        }
    }

    /// The extent of a part, which is found out if it is not known.
    fn of(&self, part: Slot, find_out: impl FnOnce() -> Extent) -> Extent {
        let known = &self.extents[part as usize];
        known.get().unwrap_or_else(|| {
            let extent = find_out();
            known.set(Some(extent));
            extent
        })
    }
}

/// The extents of all blocks and groups of a column.
#[derive(Clone, Debug, Default)]
pub(in crate::slots::planner) struct Blocks {
    blocks: Parts<BLOCK>,
    groups: Parts<GROUP>,
    /// Whether any was ever asked about: most plans have no search that long, and should not pay for it with each booking.
    is_asked: Cell<bool>,
}

/// The slots of a block.
fn slots_of(block: Slot) -> Range<Slot> {
    block * BLOCK..(block + 1) * BLOCK
}

impl Blocks {
    /// The column has so many slots.
    pub fn reserve(&mut self, slots: usize) {
        self.blocks.reserve(slots);
        self.groups.reserve(slots);
    }

    /// The numbers of the slots `[from, to)` have changed.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        self.blocks.forget(from, to);
        self.groups.forget(from, to);
    }

    /// So much was added to the numbers of the slots `[from, to)`.
    #[inline]
    pub fn added(&mut self, from: Slot, to: Slot, by: i16) {
        if self.is_asked.get() {
            self.blocks.added(from, to, by);
            self.groups.added(from, to, by);
        }
    }

    /// The least number of a whole block.
    pub fn least(&self, column: &[i16], block: Slot) -> i16 {
        self.block(column, block).least
    }

    fn block(&self, column: &[i16], block: Slot) -> Extent {
        self.is_asked.set(true);
        let Range { start, end } = slots_of(block);
        self.blocks.of(block, || Extent::of(&column[start as usize..end as usize]))
    }

    fn group(&self, column: &[i16], group: Slot) -> Extent {
        let blocks = group * (GROUP / BLOCK)..(group + 1) * (GROUP / BLOCK);
        self.groups.of(group, || blocks.map(|block| self.block(column, block)).fold(Extent::NONE, Extent::with))
    }

    /// The first of the slots `[from, to)` that `look` finds in part of a block, where only blocks are looked at whose extent may hold it.
    fn first(
        &self,
        column: &[i16],
        from: Slot,
        to: Slot,
        may_hold: impl Fn(Extent) -> bool,
        look: impl Fn(Slot, Slot) -> Option<Slot>,
    ) -> Option<Slot> {
        let mut start = from;
        while start < to {
            let is_group = start.is_multiple_of(GROUP) && to - start >= GROUP;
            if is_group && !may_hold(self.group(column, start / GROUP)) {
                start += GROUP;
                continue;
            }
            let block = start / BLOCK;
            let slots = slots_of(block);
            let end = to.min(slots.end);
            let is_whole = start == slots.start && end == slots.end;
            if !is_whole || may_hold(self.block(column, block)) {
                let found = look(start, end);
                if found.is_some() {
                    return found;
                }
            }
            start = end;
        }
        None
    }

    /// The same for the last one.
    fn last(
        &self,
        column: &[i16],
        from: Slot,
        to: Slot,
        may_hold: impl Fn(Extent) -> bool,
        look: impl Fn(Slot, Slot) -> Option<Slot>,
    ) -> Option<Slot> {
        let mut end = to;
        while from < end {
            let is_group = end.is_multiple_of(GROUP) && end - from >= GROUP;
            if is_group && !may_hold(self.group(column, end / GROUP - 1)) {
                end -= GROUP;
                continue;
            }
            let block = (end - 1) / BLOCK;
            let slots = slots_of(block);
            let start = from.max(slots.start);
            let is_whole = start == slots.start && end == slots.end;
            if !is_whole || may_hold(self.block(column, block)) {
                let found = look(start, end);
                if found.is_some() {
                    return found;
                }
            }
            end = start;
        }
        None
    }

    /// The last slot of `[from, to)` with a number below this one.
    pub fn last_below(&self, column: &[i16], from: Slot, to: Slot, number: i16) -> Option<Slot> {
        self.last(column, from, to, |extent| extent.least < number, |from, to| short_slots::last_short(column, from, to, number))
    }

    /// The first slot of `[from, to)` with a number below this one.
    pub fn first_below(&self, column: &[i16], from: Slot, to: Slot, number: i16) -> Option<Slot> {
        self.first(column, from, to, |extent| extent.least < number, |from, to| short_slots::first_short(column, from, to, number))
    }

    /// The last slot of `[from, to)` with a number no less than this one.
    pub fn last_at_least(&self, column: &[i16], from: Slot, to: Slot, number: i16) -> Option<Slot> {
        self.last(
            column,
            from,
            to,
            |extent| extent.greatest >= number,
            |from, to| short_slots::last_not_short(column, from, to, number),
        )
    }

    /// The first slot of `[from, to)` with a number no less than this one.
    pub fn first_at_least(&self, column: &[i16], from: Slot, to: Slot, number: i16) -> Option<Slot> {
        let look = |from, to| Some(short_slots::first_not_short(column, from, to, number)).filter(|slot| *slot < to);
        self.first(column, from, to, |extent| extent.greatest >= number, look)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::planner::logical::count_vectors;
    use crate::slots::planner::logical::short_slots::STEP;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn blocks_find_what_is_found_slot_by_slot() {
        let chance = &mut ChaCha8Rng::seed_from_u64(1);
        let slots = 3 * GROUP + 20 * BLOCK + 77;
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
            count_vectors::add(&mut column, from, to, by);
            blocks.added(from, to, by);
            if round % 50 == 0 {
                column[first as usize] = -20;
                blocks.forget(first, first + 1);
            }
            let number = [40, 45, 50, 0, -19][round % 5];
            let below = |slot: &Slot| column[*slot as usize] < number;
            assert_eq!(blocks.first_below(&column, first, last, number), (first..last).find(below), "{round}");
            assert_eq!(blocks.last_below(&column, first, last, number), (first..last).rfind(below), "{round}");
            let high = [60, 51, 50, 49, -19][round % 5];
            let enough = |slot: &Slot| column[*slot as usize] >= high;
            assert_eq!(blocks.first_at_least(&column, first, last, high), (first..last).find(enough), "{round}");
            assert_eq!(blocks.last_at_least(&column, first, last, high), (first..last).rfind(enough), "{round}");
            let block = first / BLOCK;
            if block < slots / BLOCK {
                let least = slots_of(block).map(|slot| column[slot as usize]).min();
                assert_eq!(Some(blocks.least(&column, block)), least);
            }
        }
    }
}
