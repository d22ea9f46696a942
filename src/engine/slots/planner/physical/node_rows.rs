//! Node occupancy as a bit matrix: one bit per node and slot.

use crate::slots::decisions::Obstacle;
use crate::slots::planner::newcomer::Newcomer;
use crate::slots::planner::shape::Shape;
use crate::slots::request::Slot;

/// Nodes of one column: the bits of a word.
const NODES: u32 = u64::BITS;

/// For every 64 nodes a column with one word per slot, a bit set where the node is taken.
///
/// A node is free throughout a window if its bit is clear in the OR of the window's words: 64 nodes are asked at once, and a column
/// whose nodes are all taken somewhere is done with early. A search costs O(nodes ÷ 64 · (relax + duration)) at worst.
#[derive(Clone, Debug)]
pub(in crate::slots::planner) struct NodeRows {
    columns: Vec<Column>,
    /// Scratch: for each start of a chunk, the nodes taken from it on to the chunk's last start.
    until_last: Vec<u64>,
    /// Scratch: for each start of a chunk, how many nodes are free throughout.
    free: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Column {
    /// The word in which all of the column's nodes are taken; the last column may have fewer than 64.
    full: u64,
    taken: Vec<u64>,
}

/// The nodes taken somewhere in a window, given up once it is all of them.
fn taken_in(window: &[u64], full: u64) -> u64 {
    let mut taken = 0;
    for words in window.chunks(8) {
        taken = words.iter().fold(taken, |taken, word| taken | word);
        if taken == full {
            break;
        }
    }
    taken
}

impl NodeRows {
    /// An empty plan for a machine of `nodes` nodes.
    pub fn new(nodes: u32) -> Self {
        let columns = nodes.div_ceil(NODES);
        let full = |column: u32| u64::MAX >> (NODES - NODES.min(nodes - column * NODES));
        let columns = (0..columns).map(|column| Column { full: full(column), taken: Vec::new() }).collect();
        Self { columns, until_last: Vec::new(), free: Vec::new() }
    }

    /// Bytes that a plan of so many slots takes.
    pub fn bytes(&self, slots: Slot) -> usize {
        self.columns.len() * slots as usize * size_of::<u64>()
    }

    /// Slots there is room for.
    pub fn slots(&self) -> Slot {
        self.columns[0].taken.len() as Slot
    }

    /// Makes room for slots below `slots`.
    pub fn reserve(&mut self, slots: Slot) {
        for column in &mut self.columns {
            column.taken.resize(column.taken.len().max(slots as usize), 0);
        }
    }

    /// Drops the first slots: slot `slots` becomes slot 0.
    pub fn drop_first(&mut self, slots: Slot) {
        for column in &mut self.columns {
            column.taken.drain(..slots as usize);
        }
    }

    /// See [`NodePlan::find`](crate::slots::planner::physical::NodePlan::find).
    pub fn find(&mut self, newcomer: Newcomer, chosen: &mut Vec<u32>) -> Result<Slot, Obstacle> {
        let Newcomer { earliest_start, latest_start, shape, .. } = newcomer;
        self.free_throughout(earliest_start, shape, chosen);
        if chosen.len() == shape.nodes as usize {
            return Ok(earliest_start);
        }
        let (mut best_start, mut best) = (earliest_start, chosen.len() as u32);
        let mut first = earliest_start + 1;
        while first <= latest_start {
            // As many starts as have a slot in common.
            let starts = shape.duration.min(latest_start - first + 1);
            self.count_free(first, starts, shape.duration);
            for (start, &free) in (first..).zip(&self.free) {
                if free > best {
                    (best_start, best) = (start, free);
                }
                if free >= shape.nodes {
                    self.free_throughout(start, shape, chosen);
                    return Ok(start);
                }
            }
            first += starts;
        }
        Err(Obstacle::NoNodeThroughout { best_start, free: best, scattered: false })
    }

    /// The lowest nodes free in all of the shape's slots from `start` on, no more than it wants.
    fn free_throughout(&self, start: Slot, shape: Shape, chosen: &mut Vec<u32>) {
        chosen.clear();
        let window = start as usize..(start + shape.duration) as usize;
        for (first_node, column) in (0..).step_by(NODES as usize).zip(&self.columns) {
            let mut free = column.full & !taken_in(&column.taken[window.clone()], column.full);
            while free != 0 {
                chosen.push(first_node + free.trailing_zeros());
                if chosen.len() == shape.nodes as usize {
                    return;
                }
                free &= free - 1;
            }
        }
    }

    /// Counts, for each of the starts from `first` on, at most `duration` of them, the nodes that are free throughout.
    ///
    /// Their windows have slots in common, which are looked at once. What a window has before these is common to all starts before its own,
    /// and what it has after them to all starts after its own, so both are built up word by word.
    fn count_free(&mut self, first: Slot, starts: Slot, duration: Slot) {
        let (first, starts, duration) = (first as usize, starts as usize, duration as usize);
        let last = first + starts - 1;
        self.free.clear();
        self.free.resize(starts, 0);
        for Column { full, taken } in &self.columns {
            let common = taken_in(&taken[last..first + duration], *full);
            if common == *full {
                continue;
            }
            self.until_last.clear();
            self.until_last.resize(starts, 0);
            let mut until_last = common;
            for (kept, word) in self.until_last.iter_mut().rev().zip(std::iter::once(&0).chain(taken[first..last].iter().rev())) {
                until_last |= word;
                *kept = until_last;
            }
            let mut after = 0;
            let words_after = std::iter::once(&0).chain(&taken[first + duration..last + duration]);
            for ((count, until_last), word) in self.free.iter_mut().zip(&self.until_last).zip(words_after) {
                after |= word;
                *count += (full & !(until_last | after)).count_ones();
            }
        }
    }

    /// Books the nodes, in ascending order, in `[start, end)`.
    pub fn add(&mut self, start: Slot, end: Slot, nodes: &[u32]) {
        for together in nodes.chunk_by(|a, b| a / NODES == b / NODES) {
            let bits = together.iter().fold(0, |bits, node| bits | 1 << (node % NODES));
            let column = &mut self.columns[(together[0] / NODES) as usize];
            column.taken[start as usize..end as usize].iter_mut().for_each(|word| *word |= bits);
        }
    }

    /// Gives back every node in the slots `from .. to`.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        let to = to.min(self.slots()) as usize;
        for column in &mut self.columns {
            column.taken[(from as usize).min(to)..to].fill(0);
        }
    }

    /// Visits all stretches in which a node is taken, with the node, its first slot and the first after it; those of a node by start. Every word is read
    /// once for all of its nodes.
    pub fn visit_taken(&self, mut visit: impl FnMut(u32, Slot, Slot)) {
        for (first_node, column) in (0..).step_by(NODES as usize).zip(&self.columns) {
            let (mut begun, mut before) = ([0; NODES as usize], 0);
            for (slot, &word) in (0..).zip(column.taken.iter().chain(std::iter::once(&0))) {
                let mut changed = word ^ before;
                while changed != 0 {
                    let bit = changed.trailing_zeros();
                    changed &= changed - 1;
                    if word >> bit & 1 == 1 {
                        begun[bit as usize] = slot;
                    } else {
                        visit(first_node + bit, begun[bit as usize], slot);
                    }
                }
                before = word;
            }
        }
    }

    /// The stretches in which a node is taken.
    pub fn taken(&self, node: u32) -> Vec<(Slot, Slot)> {
        let column = &self.columns[(node / NODES) as usize];
        let is_taken = |word: &u64| word >> (node % NODES) & 1 == 1;
        let mut stretches = Vec::new();
        let mut at = 0;
        while let Some(start) = column.taken[at..].iter().position(is_taken).map(|i| at + i) {
            let end = column.taken[start..].iter().position(|word| !is_taken(word)).map_or(column.taken.len(), |i| start + i);
            stretches.push((start as Slot, end as Slot));
            at = end;
        }
        stretches
    }
}
