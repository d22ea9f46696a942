//! The logical plan: how many nodes are free in each slot.

use super::block_extents::{BLOCK, Blocks, LONG};
use super::count_vectors;
use super::short_slots::{self, STEP};
use crate::slots::planner::placement::Placement;
use crate::slots::planner::shape::Shape;
use crate::slots::request::Slot;

/// Slots of a window whose minimum is taken together.
const PART: Slot = 256;
/// Slots in which a full one is looked for first.
const NEAR: Slot = 64;

/// A number of nodes, shifted into the range of numbers with a sign: those are compared in one instruction.
fn signed(nodes: u32) -> i16 {
    (nodes as u16 ^ 1 << 15).cast_signed()
}

/// The number of nodes that is kept like this.
fn nodes_of(signed: i16) -> u32 {
    u32::from(signed.cast_unsigned() ^ 1 << 15)
}

/// What is known of long windows while their start moves on: no slot up to `to` has fewer nodes free.
#[derive(Clone, Copy, Debug, Default)]
pub struct Floor {
    least: i16,
    to: Slot,
}

impl Floor {
    /// Nodes are taken in slots from this one on.
    pub fn lower_from(&mut self, slot: Slot) {
        self.to = self.to.min(slot);
    }
}

/// Free nodes per slot, one flat column; booking a job touches its own slots and nothing else.
#[derive(Clone, Debug)]
pub struct SlotPlan {
    /// Free nodes of a slot in which nothing is booked.
    capacity: i16,
    /// Free nodes as [`signed`] has them. Ends with [`STEP`] spare slots.
    free: Vec<i16>,
    /// The fewest of them in blocks of slots.
    blocks: Blocks,
}

impl SlotPlan {
    /// An empty plan for a machine of `nodes` nodes.
    pub fn new(nodes: u32) -> Self {
        Self { capacity: signed(nodes), free: Vec::new(), blocks: Blocks::default() }
    }

    /// Makes room for slots below `horizon`.
    pub fn reserve(&mut self, horizon: Slot) {
        let before = self.free.len();
        let slots = (horizon as usize + STEP).max(before);
        if slots > before {
            self.free.resize(slots, self.capacity);
            self.blocks.reserve(slots);
            self.blocks.forget(before as Slot, slots as Slot);
        }
    }

    /// Slots there is room for.
    pub fn slots(&self) -> Slot {
        (self.free.len() - STEP) as Slot
    }

    /// The last slot of `[from, to)` without a free node.
    pub fn last_full(&self, from: Slot, to: Slot) -> Option<Slot> {
        self.last_short(from, to, 1)
    }

    /// The first slot of `[from, to)` without a free node.
    pub fn first_full(&self, from: Slot, to: Slot) -> Option<Slot> {
        self.first_short(from, to, 1)
    }

    /// The last slot of `[from, to)` with fewer than `nodes` nodes free.
    pub fn last_short(&self, from: Slot, to: Slot, nodes: u32) -> Option<Slot> {
        self.last_below(from, to, signed(nodes))
    }

    /// The first slot of `[from, to)` with fewer than `nodes` nodes free.
    pub fn first_short(&self, from: Slot, to: Slot, nodes: u32) -> Option<Slot> {
        self.first_below(from, to, signed(nodes))
    }

    #[inline]
    fn last_below(&self, from: Slot, to: Slot, nodes: i16) -> Option<Slot> {
        if to.saturating_sub(from) > LONG {
            return self.blocks.last_below(&self.free, from, to, nodes);
        }
        short_slots::last_short(&self.free, from, to, nodes)
    }

    #[inline]
    fn first_below(&self, from: Slot, to: Slot, nodes: i16) -> Option<Slot> {
        if to.saturating_sub(from) > LONG {
            return self.blocks.first_below(&self.free, from, to, nodes);
        }
        short_slots::first_short(&self.free, from, to, nodes)
    }

    /// The first slot of `[from, to)` with a free node, else `to`.
    pub fn first_open(&self, from: Slot, to: Slot) -> Slot {
        short_slots::first_not_short(&self.free, from, to, signed(1))
    }

    /// Free nodes of a slot in which nothing is booked.
    pub fn capacity(&self) -> u32 {
        nodes_of(self.capacity)
    }

    /// Free nodes in a slot.
    pub fn free(&self, slot: Slot) -> u32 {
        nodes_of(self.free[slot as usize])
    }

    fn free_in(&self, slot: usize) -> i16 {
        self.free.get(slot).copied().unwrap_or(self.capacity)
    }

    /// First slot with the fewest free nodes in `[start, start + duration)`, and that number (minFreeNode). No slot before `open_to` is full.
    /// `floor` is what was found out about the window before.
    // Asked for each start that is looked at: no call, as for `SlotPlan::first_fit`.
    #[inline(always)]
    pub fn leftmost_min(&self, start: Slot, duration: Slot, open_to: Slot, floor: &mut Floor) -> (Slot, u32) {
        let end = start + duration;
        // Where slots are full, as where room is looked for, the first full one is it, and mostly near, if not the very first.
        let from = start.max(open_to);
        if let Some(slot) = self.first_full(from, end.min(from + NEAR)) {
            return (slot, 0);
        }
        if duration > BLOCK {
            return self.leftmost_min_above(start, end, floor);
        }
        let (slot, free) = self.leftmost_min_of_parts(start, end);
        *floor = Floor { least: signed(free), to: end };
        (slot, free)
    }

    fn leftmost_min_of_parts(&self, start: Slot, end: Slot) -> (Slot, u32) {
        let (mut least, mut part) = (i16::MAX, start);
        for from in (start..end).step_by(PART as usize) {
            if let Some(least_here) = count_vectors::least_below(&self.free, from, end.min(from + PART), least) {
                (least, part) = (least_here, from);
                if least == signed(0) {
                    break;
                }
            }
        }
        (self.first_at_most(part, end.min(part + PART), least), nodes_of(least))
    }

    /// [`SlotPlan::leftmost_min`] of a long stretch. Where it was looked at before, but for what comes in at its end, the first slot as low as
    /// before is it, unless something lower came in.
    // Rare, and large: a function of its own.
    #[inline(never)]
    fn leftmost_min_above(&self, start: Slot, end: Slot, floor: &mut Floor) -> (Slot, u32) {
        if start < floor.to && self.first_below(floor.to.min(end), end, floor.least).is_none() {
            floor.to = floor.to.max(end);
            if let Some(slot) = self.first_below(start, end, floor.least.saturating_add(1)) {
                return (slot, nodes_of(floor.least));
            }
        }
        let (slot, free) =
            if end - start > LONG { self.leftmost_min_of_blocks(start, end) } else { self.leftmost_min_of_parts(start, end) };
        *floor = Floor { least: signed(free), to: end };
        (slot, free)
    }

    /// The end of the starts from `start` on, all before `to`, whose windows have their first slot with the fewest free nodes, `free`, at the start
    /// itself.
    pub fn alike(&self, start: Slot, to: Slot, duration: Slot, free: u32, floor: &Floor) -> Slot {
        let least = signed(free);
        if start >= to || self.free[start as usize] != least {
            return start;
        }
        let end = short_slots::first_not_short(&self.free, start, to, least.saturating_add(1));
        if free == 0 {
            return end;
        }
        let known_to = if floor.least >= least { floor.to.max(start) } else { start };
        let lower = self.first_below(known_to, end - 1 + duration, least);
        lower.map_or(end, |lower| end.min((lower + 1).saturating_sub(duration).max(start)))
    }

    /// The fewest free nodes of a long stretch, and the first slot with them.
    #[cold]
    fn leftmost_min_of_blocks(&self, start: Slot, end: Slot) -> (Slot, u32) {
        let (mut least, mut part) = (i16::MAX, start..end);
        let mut from = start;
        while from < end && least > signed(0) {
            let block = from / BLOCK;
            let to = end.min((block + 1) * BLOCK);
            let is_whole = to - from == BLOCK;
            let here = if is_whole {
                Some(self.blocks.least(&self.free, block))
            } else {
                count_vectors::least_below(&self.free, from, to, least)
            };
            if let Some(here) = here.filter(|here| *here < least) {
                (least, part) = (here, from..to);
            }
            from = to;
        }
        (self.first_at_most(part.start, part.end, least), nodes_of(least))
    }

    /// The first slot of `[from, to)` with at most so many nodes free, as [`signed`] has them; `from` if there is none.
    fn first_at_most(&self, from: Slot, to: Slot, signed: i16) -> Slot {
        short_slots::first_short(&self.free, from, to, signed.saturating_add(1)).unwrap_or(from)
    }

    /// First start in `from ..= to` at which every slot has the nodes wanted.
    // Every request asks this. In WebAssembly a call would take as long as the search itself (docs/performance.md, "The planners").
    #[inline(always)]
    pub fn first_fit(&self, from: Slot, to: Slot, shape: Shape) -> Option<Slot> {
        if shape.duration > LONG || to.saturating_sub(from) > LONG {
            return self.first_fit_by_blocks(from, to, shape);
        }
        let nodes = signed(shape.nodes);
        let mut start = from;
        let mut known_good_to = from;
        while start <= to {
            let end = start + shape.duration;
            // The last short slot rules out every start up to itself, so look from the back; what lies before `known_good_to` was
            // looked at already.
            match short_slots::last_short(&self.free, known_good_to, end, nodes) {
                None => return Some(start),
                Some(short) => (start, known_good_to) = (short + 1, end),
            }
        }
        None
    }

    /// [`SlotPlan::first_fit`] of long jobs or in long windows.
    #[cold]
    fn first_fit_by_blocks(&self, from: Slot, to: Slot, shape: Shape) -> Option<Slot> {
        let nodes = signed(shape.nodes);
        let mut start = from;
        let mut known_good_to = from;
        while start <= to {
            let end = start + shape.duration;
            match self.last_below(known_good_to, end, nodes) {
                None => return Some(start),
                Some(short) => {
                    start = short + 1;
                    known_good_to = end;
                    if start == end && to.saturating_sub(start) > LONG && self.free[start as usize] < nodes {
                        // Slots that are short one after another, perhaps for most of a long window.
                        start = self.blocks.first_at_least(&self.free, start, to + 1, nodes)?;
                        known_good_to = start;
                    }
                }
            }
        }
        None
    }

    /// Last start in `from ..= to` at which every slot has the nodes wanted: [`SlotPlan::first_fit`] mirrored.
    pub fn last_fit(&self, from: Slot, to: Slot, shape: Shape) -> Option<Slot> {
        let nodes = signed(shape.nodes);
        let mut end = to + shape.duration;
        let mut known_good_from = end;
        while end >= from + shape.duration {
            let start = end - shape.duration;
            match self.first_below(start, known_good_from, nodes) {
                None => return Some(start),
                Some(short) => {
                    end = short;
                    known_good_from = start;
                    if end == start && end.saturating_sub(from) > LONG && self.free[end as usize - 1] < nodes {
                        end = self.blocks.last_at_least(&self.free, from, end, nodes)? + 1;
                        known_good_from = end;
                    }
                }
            }
        }
        None
    }

    /// Takes nodes in every slot.
    pub fn take(&mut self, start: Slot, shape: Shape) {
        debug_assert!(
            count_vectors::least_below(&self.free, start, start + shape.duration, signed(shape.nodes)).is_none(),
            "no slot gives more than it has"
        );
        self.add(start, start + shape.duration, (shape.nodes as i16).wrapping_neg());
    }

    /// Gives back in every slot what was taken.
    pub fn give_back(&mut self, start: Slot, shape: Shape) {
        self.add(start, start + shape.duration, shape.nodes as i16);
    }

    // For each booking: no call, as for `SlotPlan::first_fit`.
    #[inline(always)]
    fn add(&mut self, from: Slot, to: Slot, by: i16) {
        count_vectors::add(&mut self.free, from, to, by);
        self.blocks.added(from, to, by);
    }

    /// Moves a booked job to another start; slots that are in both places stay as they are.
    pub(in crate::slots::planner) fn shift(&mut self, placement: Placement, to: Slot) {
        let nodes = placement.shape.nodes as i16;
        let (from, end) = placement.given_up(to);
        self.add(from, end, nodes);
        let (from, end) = placement.at(to).given_up(placement.start);
        debug_assert!(
            count_vectors::least_below(&self.free, from, end, signed(placement.shape.nodes)).is_none(),
            "no slot gives more than it has"
        );
        self.add(from, end, nodes.wrapping_neg());
    }

    /// Forgets everything booked in slots `from .. to`, as before a checkpoint is restored.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        if let Some(free) = self.free.get_mut(from as usize..to as usize) {
            free.fill(self.capacity);
            self.blocks.forget(from, to);
        }
    }

    /// Whether two plans are the same from a slot on. Slots never touched are free.
    pub fn same_from(&self, other: &Self, from: Slot) -> bool {
        let slots = self.free.len().max(other.free.len());
        self.capacity == other.capacity && (from as usize..slots).all(|t| self.free_in(t) == other.free_in(t))
    }
}
