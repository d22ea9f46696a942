//! Node occupancy as lists of intervals, for plans too large and sparse for one bit per node and slot.

use crate::slots::decisions::Obstacle;
use crate::slots::planner::newcomer::Newcomer;
use crate::slots::planner::shape::Shape;
use crate::slots::request::Slot;

/// A stretch of time a node is taken for, `[start, end)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Taken {
    start: Slot,
    end: Slot,
}

/// For each node the stretches it is taken for, by start.
///
/// A search looks at the gaps that meet the request's window, found by bisection: O(nodes · (log jobs + gaps in the window)).
#[derive(Clone, Debug)]
pub(in crate::slots::planner) struct NodeLists {
    taken: Vec<Vec<Taken>>,
    /// Scratch: where the number of nodes that could start a job changes: twice the slot, and 1 where it grows.
    changes: Vec<u32>,
}

impl NodeLists {
    /// An empty plan for a machine of `nodes` nodes.
    pub fn new(nodes: u32) -> Self {
        Self { taken: vec![Vec::new(); nodes as usize], changes: Vec::new() }
    }

    /// See [`NodePlan::find`](crate::slots::planner::physical::NodePlan::find).
    pub fn find(&mut self, newcomer: Newcomer, chosen: &mut Vec<u32>) -> Result<Slot, Obstacle> {
        let Newcomer { earliest_start, latest_start, shape, .. } = newcomer;
        self.free_throughout(earliest_start, shape, chosen);
        if chosen.len() == shape.nodes as usize {
            return Ok(earliest_start);
        }
        self.changes.clear();
        for taken in &self.taken {
            for (from, to) in feasible_starts(taken, earliest_start, latest_start, shape.duration) {
                self.changes.push(from << 1 | 1);
                self.changes.push((to + 1) << 1);
            }
        }
        self.changes.sort_unstable();
        let (mut count, mut best_start, mut best) = (0, earliest_start, 0);
        let mut i = 0;
        while i < self.changes.len() {
            let at = self.changes[i] >> 1;
            while i < self.changes.len() && self.changes[i] >> 1 == at {
                count += if self.changes[i] & 1 == 1 { 1 } else { -1 };
                i += 1;
            }
            if count > best {
                (best_start, best) = (at, count);
            }
            if best as u32 >= shape.nodes {
                self.free_throughout(best_start, shape, chosen);
                return Ok(best_start);
            }
        }
        Err(Obstacle::NoNodeThroughout { best_start, free: best as u32, scattered: false })
    }

    /// The lowest nodes free in all of the shape's slots from `start` on, no more than it wants.
    fn free_throughout(&self, start: Slot, shape: Shape, chosen: &mut Vec<u32>) {
        chosen.clear();
        let end = start + shape.duration;
        let free = (0u32..).zip(&self.taken).filter(|(_, taken)| {
            let next = taken.partition_point(|t| t.end <= start);
            taken.get(next).is_none_or(|t| t.start >= end)
        });
        chosen.extend(free.map(|(node, _)| node).take(shape.nodes as usize));
    }

    /// Books the nodes in `[start, end)`.
    pub fn add(&mut self, start: Slot, end: Slot, nodes: &[u32]) {
        for &node in nodes {
            let taken = &mut self.taken[node as usize];
            let at = taken.partition_point(|t| t.start < start);
            taken.insert(at, Taken { start, end });
        }
    }

    /// Gives back every node from slot `from` on.
    pub fn forget(&mut self, from: Slot) {
        for taken in &mut self.taken {
            taken.truncate(taken.partition_point(|t| t.start < from));
            if let Some(last) = taken.last_mut() {
                last.end = last.end.min(from);
            }
        }
    }

    /// The stretches in which a node is taken, joined where they touch.
    pub fn taken(&self, node: u32) -> Vec<(Slot, Slot)> {
        let mut joined: Vec<(Slot, Slot)> = Vec::new();
        for &Taken { start, end } in &self.taken[node as usize] {
            match joined.last_mut() {
                Some(last) if last.1 == start => last.1 = end,
                _ => joined.push((start, end)),
            }
        }
        joined
    }
}

/// Ranges of starts in `from ..= to` at which one node is free for `duration` slots.
fn feasible_starts(taken: &[Taken], from: Slot, to: Slot, duration: Slot) -> impl Iterator<Item = (Slot, Slot)> + '_ {
    let first = taken.partition_point(|t| t.end <= from);
    // A gap lies before each stretch that may matter, and one after the last of all.
    (first..=taken.len()).take_while(move |&i| i == 0 || taken[i - 1].end <= to).filter_map(move |i| {
        let gap_start = if i == 0 { 0 } else { taken[i - 1].end };
        let last = match taken.get(i) {
            None => to,
            Some(next) => to.min(next.start.checked_sub(duration)?),
        };
        let first = gap_start.max(from);
        (first <= last).then_some((first, last))
    })
}
