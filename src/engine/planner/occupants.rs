//! Which accepted jobs may occupy a slot: an index over blocks of slots.

use super::slots::Shape;
use crate::request::Slot;

/// Slots of a block. A job is listed in every block it touches, so adding costs O(duration ÷ block), and a look-up sees the jobs of one
/// block: at most as many as the machine has nodes plus those that start in it.
const BLOCK_SLOTS: Slot = 64;

/// Accepted jobs by block of slots, in no order.
#[derive(Clone, Debug, Default)]
pub(super) struct Occupants {
    blocks: Vec<Vec<u32>>,
}

fn blocks_of(start: Slot, shape: Shape) -> std::ops::RangeInclusive<usize> {
    (start / BLOCK_SLOTS) as usize..=((start + shape.duration - 1) / BLOCK_SLOTS) as usize
}

impl PartialEq for Occupants {
    /// The same jobs in every block, in whatever order; blocks never named are empty.
    fn eq(&self, other: &Self) -> bool {
        let of = |occupants: &Self, block: usize| {
            let mut jobs = occupants.blocks.get(block).cloned().unwrap_or_default();
            jobs.sort_unstable();
            jobs
        };
        (0..self.blocks.len().max(other.blocks.len())).all(|block| of(self, block) == of(other, block))
    }
}

impl Occupants {
    /// Lists a job.
    pub fn add(&mut self, job: u32, start: Slot, shape: Shape) {
        let blocks = blocks_of(start, shape);
        if self.blocks.len() <= *blocks.end() {
            self.blocks.resize_with(*blocks.end() + 1, Vec::new);
        }
        for block in &mut self.blocks[blocks] {
            block.push(job);
        }
    }

    /// Takes a job off the list.
    pub fn remove(&mut self, job: u32, start: Slot, shape: Shape) {
        for block in &mut self.blocks[blocks_of(start, shape)] {
            // What was added last goes first as a rule: moves are put back, decisions taken back.
            if let Some(at) = block.iter().rposition(|&other| other == job) {
                block.swap_remove(at);
            }
        }
    }

    /// Jobs that touch the block of a slot; some of them may not occupy the slot itself.
    pub fn near(&self, slot: Slot) -> &[u32] {
        self.blocks.get((slot / BLOCK_SLOTS) as usize).map_or(&[], Vec::as_slice)
    }
}
