//! Planning on physical nodes: a job keeps the nodes it gets when it is accepted ("without planning").

mod node_lists;
mod node_rows;

use self::node_lists::NodeLists;
use self::node_rows::NodeRows;
use crate::slots::decisions::Obstacle;
use crate::slots::planner::newcomer::Newcomer;
use crate::slots::request::Slot;

/// Bytes that rows may take before lists take over. The lists are slower and know no such limit.
const ROW_BYTES_MAX: usize = 1 << 26;

/// Which node is taken when.
#[derive(Clone, Debug)]
pub(in crate::slots::planner) struct NodePlan {
    nodes: u32,
    kept_as: KeptAs,
    row_bytes_max: usize,
    /// The slot that the rows begin with: those before the present are dropped when room is needed. Lists begin with slot 0.
    base: Slot,
}

#[derive(Clone, Debug)]
enum KeptAs {
    Rows(NodeRows),
    Lists(NodeLists),
}

impl NodePlan {
    /// An empty plan for a machine of `nodes` nodes.
    pub fn new(nodes: u32) -> Self {
        Self::with_row_bytes(nodes, ROW_BYTES_MAX)
    }

    /// An empty plan whose rows give way to lists beyond so many bytes.
    pub fn with_row_bytes(nodes: u32, row_bytes_max: usize) -> Self {
        Self { nodes, kept_as: KeptAs::Rows(NodeRows::new(nodes)), row_bytes_max, base: 0 }
    }

    /// Makes room for slots below `end`. Those before `now` may be dropped for it: nobody asks about them any more.
    fn reserve(&mut self, end: Slot, now: Slot) {
        let KeptAs::Rows(rows) = &mut self.kept_as else { return };
        if end <= self.base + rows.slots() {
            return;
        }
        let past = now.saturating_sub(self.base).min(rows.slots());
        // Dropping moves all that is kept: only what is worth it.
        if rows.bytes(end - self.base) > self.row_bytes_max && past > rows.slots() / 4 {
            rows.drop_first(past);
            self.base += past;
        }
        let slots = end - self.base;
        let doubled = slots.max(rows.slots() * 2);
        if rows.bytes(doubled) <= self.row_bytes_max {
            rows.reserve(doubled);
        } else if rows.bytes(slots) <= self.row_bytes_max {
            rows.reserve(slots);
        } else {
            let mut lists = NodeLists::new(self.nodes);
            rows.visit_taken(|node, start, end| lists.add(self.base + start, self.base + end, &[node]));
            self.base = 0;
            self.kept_as = KeptAs::Lists(lists);
        }
    }

    /// Earliest start in the window at which enough nodes are free throughout; the nodes, lowest first, go to `chosen`.
    ///
    /// # Errors
    /// There is none: the start at which most nodes are free throughout, and how many.
    pub fn find(&mut self, newcomer: Newcomer, chosen: &mut Vec<u32>) -> Result<Slot, Obstacle> {
        self.reserve(newcomer.latest_start + newcomer.shape.duration, newcomer.now);
        let base = self.base;
        match &mut self.kept_as {
            KeptAs::Rows(rows) => match rows.find(newcomer.counted_from(base), chosen) {
                Ok(start) => Ok(base + start),
                Err(Obstacle::NoNodeThroughout { best_start, free, scattered }) => {
                    Err(Obstacle::NoNodeThroughout { best_start: base + best_start, free, scattered })
                }
                Err(other) => Err(other),
            },
            KeptAs::Lists(lists) => lists.find(newcomer, chosen),
        }
    }

    /// Books the nodes, in ascending order, for a job.
    pub fn add(&mut self, start: Slot, duration: Slot, nodes: &[u32]) {
        let end = start + duration;
        self.reserve(end, 0);
        match &mut self.kept_as {
            KeptAs::Rows(rows) => rows.add(start - self.base, end - self.base, nodes),
            KeptAs::Lists(lists) => lists.add(start, end, nodes),
        }
    }

    /// Gives back every node in the slots `from .. to`, as before a checkpoint is restored.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        match &mut self.kept_as {
            // Nothing is known of the slots before `base`. What stands in later ones is booked again.
            KeptAs::Rows(rows) if from < self.base => {
                rows.forget(0, rows.slots());
                self.base = from;
            }
            KeptAs::Rows(rows) => rows.forget(from - self.base, to.saturating_sub(self.base)),
            KeptAs::Lists(lists) => lists.forget(from),
        }
    }

    /// Whether the same nodes are taken in every slot from a slot on, the present or a later one, however that is kept.
    pub fn same_from(&self, other: &Self, from: Slot) -> bool {
        let taken = |plan: &Self, node: u32| -> Vec<(Slot, Slot)> {
            let taken = match &plan.kept_as {
                KeptAs::Rows(rows) => {
                    rows.taken(node).into_iter().map(|(start, end)| (plan.base + start, plan.base + end)).collect()
                }
                KeptAs::Lists(lists) => lists.taken(node),
            };
            taken.into_iter().filter(|&(_, end)| from < end).map(|(start, end)| (start.max(from), end)).collect()
        };
        self.nodes == other.nodes && (0..self.nodes).all(|node| taken(self, node) == taken(other, node))
    }
}
