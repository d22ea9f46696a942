//! Traversal of a tree with its trace: visited nodes, and nodes marked for later.

use super::super::Tick;
use super::super::period::Period;
use super::tree::{Extra, NodeId, Order, PeriodTree};

/// What a leaf must be: its key within a range, its end late, its start early, its length great enough.
#[derive(Clone, Copy, Debug)]
pub struct Filter {
    /// Least key (start or end, as the tree is sorted).
    pub key_from: Tick,
    /// Greatest key.
    pub key_to: Tick,
    /// Least end.
    pub end: Tick,
    /// Greatest start.
    pub start: Tick,
    /// Least length.
    pub length: Tick,
}

impl Filter {
    fn admits(&self, period: &Period, order: Order) -> bool {
        let key = order.key(period).0;
        (self.key_from..=self.key_to).contains(&key)
            && period.end >= self.end
            && period.start <= self.start
            && period.length() >= self.length
    }
}

/// What a walk looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// Nodes whose values were read.
    pub visited: u32,
    /// The same nodes, in order.
    pub path: Vec<NodeId>,
    /// Nodes that were put aside because a suitable leaf may lie below them.
    pub marked: Vec<NodeId>,
}

impl Walk {
    /// A node's values are read.
    pub(super) fn visit(&mut self, id: NodeId) {
        self.visited += 1;
        self.path.push(id);
    }
}

impl<E: Extra> PeriodTree<E> {
    /// Whether a suitable leaf may lie below a node, by latest end, earliest start and greatest length.
    fn promises(&self, id: NodeId, filter: &Filter, walk: &mut Walk) -> bool {
        walk.visit(id);
        let node = self.node(id);
        node.latest.end >= filter.end && node.earliest.start <= filter.start && node.longest.length() >= filter.length
    }

    /// The last suitable leaf; of several with the same key the one of the lowest server. The walk of section 3.3.2: go right where keys
    /// up to the limit may lie, mark the left child if it promises something, and come back to the last marked node.
    pub fn last_suitable(&self, filter: &Filter, walk: &mut Walk) -> Option<Period> {
        let root = self.root()?;
        walk.visit(root);
        self.last_below(root, filter, walk)
    }

    fn last_below(&self, id: NodeId, filter: &Filter, walk: &mut Walk) -> Option<Period> {
        let node = self.node(id);
        let Some((left, right)) = node.children else {
            return filter.admits(&node.last, self.order()).then_some(node.last);
        };
        let median = self.median(id);
        if median > filter.key_to {
            return self.promises(left, filter, walk).then(|| self.last_below(left, filter, walk)).flatten();
        }
        let left_promises = median >= filter.key_from && self.promises(left, filter, walk);
        if left_promises {
            walk.marked.push(left);
        }
        let found = self.promises(right, filter, walk).then(|| self.last_below(right, filter, walk)).flatten();
        match found {
            // Equal keys on the left belong to lower servers.
            Some(found) if left_promises && median == self.order().key(&found).0 => {
                let twins = Filter { key_from: median, key_to: median, ..*filter };
                self.first_below(left, &twins, walk).or(Some(found))
            }
            None if left_promises => self.last_below(left, filter, walk),
            found => found,
        }
    }

    /// The first suitable leaf in order.
    pub fn first_suitable(&self, filter: &Filter, walk: &mut Walk) -> Option<Period> {
        let root = self.root()?;
        self.promises(root, filter, walk).then(|| self.first_below(root, filter, walk)).flatten()
    }

    fn first_below(&self, id: NodeId, filter: &Filter, walk: &mut Walk) -> Option<Period> {
        let node = self.node(id);
        let Some((left, right)) = node.children else {
            return filter.admits(&node.last, self.order()).then_some(node.last);
        };
        let median = self.median(id);
        let in_left = (median >= filter.key_from && self.promises(left, filter, walk))
            .then(|| self.first_below(left, filter, walk))
            .flatten();
        if in_left.is_some() || median > filter.key_to {
            return in_left;
        }
        self.promises(right, filter, walk).then(|| self.first_below(right, filter, walk)).flatten()
    }

    /// Calls `found` with every suitable leaf in order.
    pub fn each_suitable(&self, filter: &Filter, walk: &mut Walk, found: &mut impl FnMut(Period)) {
        if let Some(root) = self.root()
            && self.promises(root, filter, walk)
        {
            self.each_below(root, filter, walk, found);
        }
    }

    fn each_below(&self, id: NodeId, filter: &Filter, walk: &mut Walk, found: &mut impl FnMut(Period)) {
        let node = self.node(id);
        let Some((left, right)) = node.children else {
            if filter.admits(&node.last, self.order()) {
                found(node.last);
            }
            return;
        };
        let median = self.median(id);
        for (child, within) in [(left, median >= filter.key_from), (right, median <= filter.key_to)] {
            if within && self.promises(child, filter, walk) {
                self.each_below(child, filter, walk, found);
            }
        }
    }
}
