//! Which accepted jobs may occupy a slot: an index over blocks of slots.

use super::stand::Stand;
use crate::request::Slot;
use std::ops::RangeInclusive;

/// Slots of a block. Adding a job to every block it touches costs O(duration ÷ block), and a look-up sees the jobs of one block: at most
/// as many as the machine has nodes plus those that start in it.
const BLOCK_SLOTS: Slot = 32;

fn block_of(slot: Slot) -> usize {
    (slot / BLOCK_SLOTS) as usize
}

/// Jobs by the slots they occupy: each is listed in every block it touches, in no order.
#[derive(Clone, Debug, Default)]
pub(super) struct Occupants {
    blocks: Vec<Vec<Stand>>,
}

impl Occupants {
    /// Lists a job.
    pub fn add(&mut self, stand: Stand) {
        list(&mut self.blocks, block_of(stand.start)..=block_of(stand.end() - 1), stand);
    }

    /// Takes a job off the list, if it is on it.
    pub fn remove(&mut self, stand: Stand) {
        strike(&mut self.blocks, block_of(stand.start)..=block_of(stand.end() - 1), stand.job);
    }

    /// Forgets every job of the slots `from .. to`, as before a checkpoint is restored.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        blocks_between(&mut self.blocks, from, to).iter_mut().for_each(Vec::clear);
    }

    /// Jobs that occupy a slot.
    pub fn of(&self, slot: Slot) -> impl Iterator<Item = &Stand> {
        let near = self.blocks.get(block_of(slot)).map_or(&[][..], Vec::as_slice);
        near.iter().filter(move |stand| stand.occupies(slot))
    }
}

/// Jobs by their first slot, in no order.
#[derive(Clone, Debug, Default)]
pub(super) struct ByStart {
    blocks: Vec<Vec<Stand>>,
}

impl ByStart {
    /// Lists a job.
    pub fn add(&mut self, stand: Stand) {
        list(&mut self.blocks, block_of(stand.start)..=block_of(stand.start), stand);
    }

    /// Takes a job off the list, if it is on it.
    pub fn remove(&mut self, stand: Stand) {
        strike(&mut self.blocks, block_of(stand.start)..=block_of(stand.start), stand.job);
    }

    /// Forgets every job that starts in the slots `from .. to`, as before a checkpoint is restored.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        blocks_between(&mut self.blocks, from, to).iter_mut().for_each(Vec::clear);
    }

    /// Jobs that start in the slots `from ..= to`.
    pub fn between(&self, from: Slot, to: Slot) -> impl Iterator<Item = &Stand> {
        let end = (block_of(to) + 1).min(self.blocks.len());
        let near = self.blocks[block_of(from).min(end)..end].iter().flatten();
        near.filter(move |stand| from <= stand.start && stand.start <= to)
    }
}

fn blocks_between<T>(blocks: &mut [T], from: Slot, to: Slot) -> &mut [T] {
    let end = (to.div_ceil(BLOCK_SLOTS) as usize).min(blocks.len());
    &mut blocks[block_of(from).min(end)..end]
}

fn list(blocks: &mut Vec<Vec<Stand>>, of: RangeInclusive<usize>, stand: Stand) {
    if blocks.len() <= *of.end() {
        blocks.resize_with(*of.end() + 1, Vec::new);
    }
    for block in &mut blocks[of] {
        block.push(stand);
    }
}

fn strike(blocks: &mut [Vec<Stand>], of: RangeInclusive<usize>, job: u32) {
    let (first, last) = of.into_inner();
    for block in blocks.iter_mut().take(last + 1).skip(first) {
        // What was added last goes first as a rule: moves are put back, decisions taken back.
        if let Some(at) = block.iter().rposition(|other| other.job == job) {
            block.swap_remove(at);
        }
    }
}

/// Where a job is listed last. Long lists are looked through part by part, which the compiler turns into vector comparisons.
fn last_position(jobs: &[u32], job: u32) -> Option<usize> {
    let mut end = jobs.len();
    for part in jobs.rchunks(32) {
        if part.iter().fold(false, |found, &other| found | (other == job)) {
            return jobs[..end].iter().rposition(|&other| other == job);
        }
        end -= part.len();
    }
    None
}

/// All jobs by the slots they occupy, in columns: this is what is counted over, and else not looked into.
#[derive(Clone, Debug, Default)]
pub(super) struct Roll {
    blocks: Vec<Columns>,
}

/// The jobs that touch a block, in no order.
#[derive(Clone, Debug, Default)]
struct Columns {
    job: Vec<u32>,
    start: Vec<Slot>,
    end: Vec<Slot>,
}

impl Columns {
    fn rows(&self) -> impl Iterator<Item = (u32, Slot, Slot)> {
        self.job.iter().zip(&self.start).zip(&self.end).map(|((&job, &start), &end)| (job, start, end))
    }
}

impl Roll {
    /// Lists a job.
    pub fn add(&mut self, stand: Stand) {
        let last = block_of(stand.end() - 1);
        if self.blocks.len() <= last {
            self.blocks.resize_with(last + 1, Columns::default);
        }
        for block in &mut self.blocks[block_of(stand.start)..=last] {
            block.job.push(stand.job);
            block.start.push(stand.start);
            block.end.push(stand.end());
        }
    }

    /// Takes a job off the list, if it is on it.
    pub fn remove(&mut self, stand: Stand) {
        for block in self.blocks.iter_mut().take(block_of(stand.end() - 1) + 1).skip(block_of(stand.start)) {
            if let Some(at) = last_position(&block.job, stand.job) {
                block.job.swap_remove(at);
                block.start.swap_remove(at);
                block.end.swap_remove(at);
            }
        }
    }

    /// How many jobs occupy a slot, and how many of them started by `now`.
    pub fn count(&self, slot: Slot, now: Slot) -> (u32, u32) {
        let Some(block) = self.blocks.get(block_of(slot)) else { return (0, 0) };
        let (mut jobs, mut begun) = (0, 0);
        for (&start, &end) in block.start.iter().zip(&block.end) {
            jobs += u32::from(start <= slot) & u32::from(slot < end);
            begun += u32::from(start <= slot.min(now)) & u32::from(slot < end);
        }
        (jobs, begun)
    }

    /// Forgets every job of the slots `from .. to`, as before a checkpoint is restored.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        for block in blocks_between(&mut self.blocks, from, to) {
            block.job.clear();
            block.start.clear();
            block.end.clear();
        }
    }

    /// Whether the same jobs occupy every slot from `from` on.
    pub fn same_from(&self, other: &Self, from: Slot) -> bool {
        let of = |roll: &Self, block: usize| {
            let rows = roll.blocks.get(block).into_iter().flat_map(Columns::rows);
            let mut jobs: Vec<_> = rows.filter(|row| from < row.2).map(|(job, start, end)| (job, start.max(from), end)).collect();
            jobs.sort_unstable();
            jobs
        };
        (block_of(from)..self.blocks.len().max(other.blocks.len())).all(|block| of(self, block) == of(other, block))
    }
}
