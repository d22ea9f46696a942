//! Accepted jobs that have not begun, by the slot they start in.

use super::stand::Stand;
use crate::request::Slot;

/// Slots of a block. What stands in a slot started in this block or in one of those before it, as far back as the longest job reaches.
const BLOCK_SLOTS: Slot = 16;

/// Jobs that are asked together.
const PART: usize = 64;

fn block_of(slot: Slot) -> usize {
    (slot / BLOCK_SLOTS) as usize
}

/// A job that waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub stand: Stand,
    /// False if it is known that there is no start but its own. Nobody knows about a newcomer.
    pub is_loose: bool,
    /// Gaps, as numbered, that it was found not to fit into.
    pub asked: u64,
}

/// Where an entry is, until jobs are added or taken away.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    block: u32,
    at: u32,
}

/// Jobs by their first slot, in blocks of slots, in no order within a block.
#[derive(Clone, Debug, Default)]
pub(super) struct Waiting {
    blocks: Vec<Vec<Entry>>,
    /// Room of blocks that are past, for those to come.
    spare: Vec<Vec<Entry>>,
    /// Blocks before this one are past.
    past: usize,
}

impl Waiting {
    /// Lists a job, a loose one.
    pub fn add(&mut self, stand: Stand) {
        let block = block_of(stand.start);
        if self.blocks.len() <= block {
            self.blocks.resize_with(block + 1, Vec::new);
        }
        let block = &mut self.blocks[block];
        if block.capacity() == 0
            && let Some(spare) = self.spare.pop()
        {
            *block = spare;
        }
        block.push(Entry { stand, is_loose: true, asked: 0 });
    }

    /// Takes a job off the list, if it is on it, and tells whether it was loose.
    pub fn remove(&mut self, stand: Stand) -> Option<bool> {
        let Place { block, at } = self.place_of(stand)?;
        Some(self.blocks[block as usize].swap_remove(at as usize).is_loose)
    }

    /// Where a job is listed.
    pub fn place_of(&self, stand: Stand) -> Option<Place> {
        let block = block_of(stand.start);
        let entries = self.blocks.get(block)?;
        // What was added last is asked for first, as a rule.
        let at = entries.iter().rposition(|entry| entry.stand.job == stand.job)?;
        Some(Place { block: block as u32, at: at as u32 })
    }

    /// The entry at a place.
    pub fn entry(&mut self, place: Place) -> &mut Entry {
        &mut self.blocks[place.block as usize][place.at as usize]
    }

    /// Visits the jobs that occupy a slot, none of them longer than `longest`: the loose ones, and those that have not been asked
    /// about all gaps below number `gaps`.
    pub fn visit(&mut self, slot: Slot, longest: Slot, gaps: u64, mut visit: impl FnMut(&mut Entry, Place)) {
        let end = (block_of(slot) + 1).min(self.blocks.len());
        let first = block_of(slot.saturating_sub(longest)).max(self.past).min(end);
        for (block, entries) in (first as u32..).zip(&mut self.blocks[first..end]) {
            for (part, entries) in (0..).step_by(PART).zip(entries.chunks_mut(PART)) {
                // Who is wanted is not to be guessed: all are asked, and then those visited that said yes.
                let mut wanted = entries.iter().rev().fold(0_u64, |wanted, Entry { stand, is_loose, asked }| {
                    let occupies = slot.wrapping_sub(stand.start) < stand.shape.duration;
                    wanted << 1 | u64::from(occupies & (*is_loose | (*asked < gaps)))
                });
                while wanted != 0 {
                    let at = wanted.trailing_zeros();
                    wanted &= wanted - 1;
                    visit(&mut entries[at as usize], Place { block, at: part + at });
                }
            }
        }
    }

    /// The jobs of the blocks in which jobs start in the slots `from ..= to`.
    pub fn near_mut(&mut self, from: Slot, to: Slot) -> impl Iterator<Item = &mut Entry> {
        let end = (block_of(to) + 1).min(self.blocks.len());
        let first = block_of(from).min(end);
        self.blocks[first..end].iter_mut().flatten()
    }

    /// The present moves on to `now`: visits the jobs that begin, and takes them off the list.
    pub fn pass(&mut self, now: Slot, mut begins: impl FnMut(&Entry)) {
        let end = (block_of(now) + 1).min(self.blocks.len());
        let past = block_of(now + 1);
        for block in self.past..end {
            let entries = &mut self.blocks[block];
            entries.retain(|entry| {
                let waits = now < entry.stand.start;
                if !waits {
                    begins(entry);
                }
                waits
            });
            if block < past && entries.capacity() > 0 {
                self.spare.push(std::mem::take(entries));
            }
        }
        self.past = past;
    }

    /// Forgets every job that starts in the slots `from .. to` or in the block of `from`, as before a checkpoint is restored.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        let end = (to.div_ceil(BLOCK_SLOTS) as usize).min(self.blocks.len());
        self.past = block_of(from);
        self.blocks[self.past.min(end)..end].iter_mut().for_each(Vec::clear);
    }

    /// Whether the same jobs start in every slot after `now`; what is known about them is none of it.
    pub fn same_after(&self, other: &Self, now: Slot) -> bool {
        let of = |waiting: &Self, block: usize| {
            let entries = waiting.blocks.get(block).map_or(&[][..], Vec::as_slice);
            let mut jobs: Vec<_> =
                entries.iter().map(|entry| (entry.stand.start, entry.stand.job)).filter(|(start, _)| *start > now).collect();
            jobs.sort_unstable();
            jobs
        };
        (block_of(now)..self.blocks.len().max(other.blocks.len())).all(|block| of(self, block) == of(other, block))
    }
}
