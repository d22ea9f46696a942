//! Which accepted jobs may occupy a slot: an index over blocks of slots.

use crate::request::Slot;

/// Slots of a block. A job is listed in every block it touches, so adding costs O(duration ÷ block), and a look-up sees the jobs of one
/// block: at most as many as the machine has nodes plus those that start in it.
const BLOCK_SLOTS: Slot = 32;

/// A job and the slots it stands in, `[start, end)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stand {
    pub job: u32,
    pub start: Slot,
    pub end: Slot,
}

impl Stand {
    /// Whether the job occupies a slot.
    pub fn occupies(&self, slot: Slot) -> bool {
        self.start <= slot && slot < self.end
    }

    /// Slots it stands in.
    pub fn duration(&self) -> Slot {
        self.end - self.start
    }
}

/// Jobs by block of slots, in no order.
#[derive(Clone, Debug, Default)]
struct Blocks {
    blocks: Vec<Vec<Stand>>,
}

impl Blocks {
    fn add(&mut self, stand: Stand, first: Slot, last: Slot) {
        let (first, last) = ((first / BLOCK_SLOTS) as usize, (last / BLOCK_SLOTS) as usize);
        if self.blocks.len() <= last {
            self.blocks.resize_with(last + 1, Vec::new);
        }
        for block in &mut self.blocks[first..=last] {
            block.push(stand);
        }
    }

    fn remove(&mut self, job: u32, first: Slot, last: Slot) {
        let (first, last) = ((first / BLOCK_SLOTS) as usize, (last / BLOCK_SLOTS) as usize);
        for block in self.blocks.iter_mut().take(last + 1).skip(first) {
            // What was added last goes first as a rule: moves are put back, decisions taken back.
            if let Some(at) = block.iter().rposition(|other| other.job == job) {
                block.swap_remove(at);
            }
        }
    }

    /// The blocks of the slots `first ..= last`.
    fn of(&self, first: Slot, last: Slot) -> &[Vec<Stand>] {
        let end = ((last / BLOCK_SLOTS) as usize + 1).min(self.blocks.len());
        &self.blocks[((first / BLOCK_SLOTS) as usize).min(end)..end]
    }
}

/// Jobs by the slots they occupy: each is listed in every block it touches.
#[derive(Clone, Debug, Default)]
pub(super) struct Occupants {
    by_block: Blocks,
}

impl PartialEq for Occupants {
    /// The same jobs in every block, in whatever order; blocks never named are empty.
    fn eq(&self, other: &Self) -> bool {
        let of = |occupants: &Self, block: usize| {
            let mut jobs = occupants.by_block.blocks.get(block).cloned().unwrap_or_default();
            jobs.sort_unstable();
            jobs
        };
        let blocks = self.by_block.blocks.len().max(other.by_block.blocks.len());
        (0..blocks).all(|block| of(self, block) == of(other, block))
    }
}

impl Occupants {
    /// Lists a job.
    pub fn add(&mut self, stand: Stand) {
        self.by_block.add(stand, stand.start, stand.end - 1);
    }

    /// Takes a job off the list.
    pub fn remove(&mut self, stand: Stand) {
        self.by_block.remove(stand.job, stand.start, stand.end - 1);
    }

    /// Jobs that occupy a slot.
    pub fn of(&self, slot: Slot) -> impl Iterator<Item = &Stand> {
        self.by_block.of(slot, slot).iter().flatten().filter(move |stand| stand.occupies(slot))
    }

    /// How many jobs occupy a slot, and how many of them started by `now`.
    pub fn count(&self, slot: Slot, now: Slot) -> (u32, u32) {
        let mut count = (0, 0);
        for stand in self.by_block.of(slot, slot).iter().flatten() {
            let here = u32::from(stand.occupies(slot));
            count = (count.0 + here, count.1 + (here & u32::from(stand.start <= now)));
        }
        count
    }

    /// Every job that occupies slot `from` or a later one, and some that end a little before; some of them several times.
    pub fn from(&self, from: Slot) -> impl Iterator<Item = &Stand> {
        self.by_block.of(from, Slot::MAX).iter().flatten()
    }
}

/// Jobs by their first slot.
#[derive(Clone, Debug, Default)]
pub(super) struct ByStart {
    by_block: Blocks,
}

impl ByStart {
    /// Lists a job.
    pub fn add(&mut self, stand: Stand) {
        self.by_block.add(stand, stand.start, stand.start);
    }

    /// Takes a job off the list, if it is on it.
    pub fn remove(&mut self, stand: Stand) {
        self.by_block.remove(stand.job, stand.start, stand.start);
    }

    /// Jobs that start in the slots `from ..= to`.
    pub fn between(&self, from: Slot, to: Slot) -> impl Iterator<Item = &Stand> {
        self.by_block.of(from, to).iter().flatten().filter(move |stand| from <= stand.start && stand.start <= to)
    }
}
