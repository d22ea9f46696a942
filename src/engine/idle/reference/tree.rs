//! The paper's balanced tree, for display: idle periods in the leaves, in order; inner nodes hold summaries of their subtrees (Castillo 3.3.1, Figure
//! 3.3; 4.4.1).
//!
//! A subtree is rebuilt when one side holds more than seven tenths of its leaves: amortised O(log n) per change. The paper uses red-black trees; the
//! results do not depend on the kind of tree.

use super::super::Tick;
use super::super::period::Period;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// What the leaves are sorted by; then by server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Start (horizontal strips; the outer tree of FF-HA+).
    #[default]
    Start,
    /// End (vertical strips; the dual tree of FF-HA+, where the height −μ·e falls as the end grows).
    End,
    /// Length (the inner trees of Best-Fit), then start; of open-ended ones the latest start is the shortest.
    Length,
}

impl Order {
    /// What a period is sorted by; its first part is what medians are made of.
    pub fn key(self, period: &Period) -> (Tick, Tick, u32) {
        match self {
            Self::Start => (period.start, 0, period.server),
            Self::End => (period.end, 0, period.server),
            Self::Length if period.is_open() => (Tick::MAX, Tick::MAX - period.start, period.server),
            Self::Length => (period.length(), period.start, period.server),
        }
    }
}

/// Something more that every inner node keeps about the periods below it.
pub trait Extra: Clone {
    /// Of these periods, in order.
    fn of(periods: &[Period]) -> Self;
    /// One more. Tells how many nodes this reads or writes.
    fn add(&mut self, period: Period) -> u64;
    /// One less. Tells the same.
    fn remove(&mut self, period: Period) -> u64;
    /// Nodes that are written when it is made of so many periods.
    fn nodes_of(leaves: usize) -> u64;
}

impl Extra for () {
    fn of(_: &[Period]) -> Self {}
    fn add(&mut self, _: Period) -> u64 {
        0
    }
    fn remove(&mut self, _: Period) -> u64 {
        0
    }
    fn nodes_of(_: usize) -> u64 {
        0
    }
}

/// Nodes of a tree with so many leaves.
pub fn nodes_of(leaves: usize) -> u64 {
    (2 * leaves).saturating_sub(1) as u64
}

/// Number of a node within its tree.
pub type NodeId = u32;

/// A leaf, or an inner node with what it says about the leaves below it.
#[derive(Clone, Debug)]
pub struct Node<E = ()> {
    /// Leaves below, or 1.
    pub leaves: u32,
    /// Left and right child; `None` for a leaf.
    pub children: Option<(NodeId, NodeId)>,
    /// The last leaf in order. The *median* of an inner node is the key of its left child's last leaf.
    pub last: Period,
    /// The leaf with the latest end; then the earliest start, then the lowest server.
    pub latest: Period,
    /// The longest leaf; then the earliest start, then the lowest server.
    pub longest: Period,
    /// The first leaf by [`Order::Length`]: the shortest.
    pub shortest: Period,
    /// The leaf with the earliest start; then the lowest server.
    pub earliest: Period,
    /// The leaf with the largest nominal capacity: open-ended ones first, of these the earliest start, then by length; then the earliest
    /// start, then the lowest server.
    pub largest: Period,
    /// The same where of open-ended ones the latest start counts as the largest.
    pub largest_last: Period,
    /// What else is kept.
    pub extra: Option<E>,
}

/// How FF-HA+ ranks capacities: smaller is larger. An open-ended period has μ·(H − s) for whatever horizon H.
pub(in crate::idle) fn capacity_rank(period: &Period) -> (Reverse<bool>, Reverse<Tick>, Tick, u32) {
    let length = if period.is_open() { 0 } else { period.length() };
    (Reverse(period.is_open()), Reverse(length), period.start, period.server)
}

/// The same where of open-ended periods the latest start counts as the largest.
pub(super) fn capacity_rank_last(period: &Period) -> (Reverse<bool>, Reverse<Tick>, Tick, u32) {
    let size = if period.is_open() { period.start } else { period.length() };
    (Reverse(period.is_open()), Reverse(size), period.start, period.server)
}

/// Room for the path to a leaf: of so many nodes it is in trees of millions of periods.
const DEPTH: usize = 48;

/// Balanced tree with the periods in its leaves.
#[derive(Clone, Debug)]
pub struct PeriodTree<E = ()> {
    order: Order,
    root: Option<NodeId>,
    nodes: Vec<Node<E>>,
    spare: Vec<NodeId>,
    updated: u64,
}

impl<E: Extra> Default for PeriodTree<E> {
    fn default() -> Self {
        Self::new(Order::Start)
    }
}

impl<E: Extra> PeriodTree<E> {
    /// No periods.
    pub fn new(order: Order) -> Self {
        Self { order, root: None, nodes: Vec::new(), spare: Vec::new(), updated: 0 }
    }

    /// Perfectly balanced over these periods, which must be in order.
    pub fn of(order: Order, periods: &[Period]) -> Self {
        let mut tree = Self::new(order);
        tree.root = (!periods.is_empty()).then(|| tree.build(periods));
        tree
    }

    /// What the leaves are sorted by.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The root, if there are periods.
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// Nodes that were read or written by all changes so far, those of inner trees among them: the paths, and what was built anew.
    pub fn updated(&self) -> u64 {
        self.updated
    }

    /// Nodes that a change reads or writes.
    pub fn counted<T>(&mut self, change: impl FnOnce(&mut Self) -> T) -> u64 {
        let before = self.updated;
        change(self);
        self.updated - before
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node<E> {
        &self.nodes[id as usize]
    }

    /// The median of an inner node: the greatest key (start or end) in its left subtree. For a leaf its own key.
    pub fn median(&self, id: NodeId) -> Tick {
        let node = self.node(id);
        let last = node.children.map_or(node.last, |(left, _)| self.node(left).last);
        self.order.key(&last).0
    }

    /// Number of periods.
    pub fn len(&self) -> usize {
        self.root.map_or(0, |root| self.node(root).leaves as usize)
    }

    /// Whether there are no periods.
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// Forgets periods that end before `least_end`.
    pub fn expire(&mut self, least_end: Tick) {
        for period in self.periods() {
            if period.end < least_end {
                self.remove(period);
            }
        }
    }

    /// Every period, in order.
    pub fn periods(&self) -> Vec<Period> {
        let mut periods = Vec::with_capacity(self.len());
        if let Some(root) = self.root {
            self.gather(root, &mut periods);
        }
        periods
    }

    pub(super) fn gather(&self, id: NodeId, periods: &mut Vec<Period>) {
        match self.node(id).children {
            None => periods.push(self.node(id).last),
            Some((left, right)) => {
                self.gather(left, periods);
                self.gather(right, periods);
            }
        }
    }

    fn put(&mut self, node: Node<E>) -> NodeId {
        let Some(id) = self.spare.pop() else {
            self.nodes.push(node);
            return self.nodes.len() as NodeId - 1;
        };
        self.nodes[id as usize] = node;
        id
    }

    fn leaf(period: Period) -> Node<E> {
        Node {
            leaves: 1,
            children: None,
            last: period,
            latest: period,
            longest: period,
            shortest: period,
            earliest: period,
            largest: period,
            largest_last: period,
            extra: None,
        }
    }

    fn inner(&self, left: NodeId, right: NodeId, extra: E) -> Node<E> {
        let (l, r) = (self.node(left), self.node(right));
        let pick = |of: fn(&Node<E>) -> Period, rank: fn(&Period) -> (u64, Tick, u32)| {
            let (a, b) = (of(l), of(r));
            if rank(&a) <= rank(&b) { a } else { b }
        };
        let largest = if capacity_rank(&l.largest) <= capacity_rank(&r.largest) { l.largest } else { r.largest };
        let rank = capacity_rank_last;
        let largest_last = if rank(&l.largest_last) <= rank(&r.largest_last) { l.largest_last } else { r.largest_last };
        Node {
            leaves: l.leaves + r.leaves,
            children: Some((left, right)),
            last: r.last,
            latest: pick(|node| node.latest, |p| (u64::MAX - u64::from(p.end), p.start, p.server)),
            longest: pick(|node| node.longest, |p| (u64::MAX - u64::from(p.length()), p.start, p.server)),
            shortest: if Order::Length.key(&l.shortest) <= Order::Length.key(&r.shortest) { l.shortest } else { r.shortest },
            earliest: pick(|node| node.earliest, |p| (0, p.start, p.server)),
            largest,
            largest_last,
            extra: Some(extra),
        }
    }

    fn build(&mut self, periods: &[Period]) -> NodeId {
        self.updated += 1;
        if let [period] = periods {
            return self.put(Self::leaf(*period));
        }
        self.updated += E::nodes_of(periods.len());
        let (lower, upper) = periods.split_at(periods.len().div_ceil(2));
        let (left, right) = (self.build(lower), self.build(upper));
        let node = self.inner(left, right, E::of(periods));
        self.put(node)
    }

    /// Adds a period.
    pub fn insert(&mut self, period: Period) {
        let Some(root) = self.root else {
            self.updated += 1;
            self.root = Some(self.put(Self::leaf(period)));
            return;
        };
        let key = self.order.key(&period);
        let mut path = Vec::with_capacity(DEPTH);
        let mut at = root;
        while let Some((left, right)) = self.node(at).children {
            path.push(at);
            at = if key <= self.order.key(&self.node(left).last) { left } else { right };
        }
        let other = self.node(at).last;
        let (first, second) = if key <= self.order.key(&other) { (period, other) } else { (other, period) };
        let (left, right) = (self.put(Self::leaf(first)), self.put(Self::leaf(second)));
        self.nodes[at as usize] = self.inner(left, right, E::of(&[first, second]));
        self.updated += nodes_of(2) + E::nodes_of(2);
        self.pull_up(&path, |extra| extra.add(period));
        self.rebalance(&path);
    }

    /// Takes a period out; tells whether it was there.
    pub fn remove(&mut self, period: Period) -> bool {
        let key = self.order.key(&period);
        let Some(mut at) = self.root else { return false };
        let mut path = Vec::with_capacity(DEPTH);
        while let Some((left, right)) = self.node(at).children {
            path.push(at);
            at = if key <= self.order.key(&self.node(left).last) { left } else { right };
        }
        if self.node(at).last != period {
            return false;
        }
        self.spare.push(at);
        self.updated += 1;
        let Some(parent) = path.pop() else {
            self.root = None;
            return true;
        };
        if let Some((left, right)) = self.node(parent).children {
            // The sibling takes the parent's place.
            let sibling = if left == at { right } else { left };
            self.nodes.swap(parent as usize, sibling as usize);
            self.spare.push(sibling);
            self.updated += 2;
        }
        self.pull_up(&path, |extra| extra.remove(period));
        self.rebalance(&path);
        true
    }

    /// Computes the nodes of a path anew from the lowest up.
    fn pull_up(&mut self, path: &[NodeId], change: impl Fn(&mut E) -> u64) {
        for &id in path.iter().rev() {
            let node = &mut self.nodes[id as usize];
            let (Some((left, right)), Some(mut extra)) = (node.children, node.extra.take()) else { continue };
            self.updated += 1 + change(&mut extra);
            self.nodes[id as usize] = self.inner(left, right, extra);
        }
    }

    /// Builds the highest lopsided subtree of a path anew.
    fn rebalance(&mut self, path: &[NodeId]) {
        let lopsided = |id: NodeId| {
            let node = self.node(id);
            node.children.is_some_and(|(left, right)| {
                let most = self.node(left).leaves.max(self.node(right).leaves);
                u64::from(most) * 10 > u64::from(node.leaves) * 7 + 10
            })
        };
        let Some(id) = path.iter().copied().find(|&id| lopsided(id)) else { return };
        let mut periods = Vec::new();
        self.gather(id, &mut periods);
        self.free_below(id);
        let fresh = self.build(&periods);
        self.nodes.swap(id as usize, fresh as usize);
        self.spare.push(fresh);
    }

    fn free_below(&mut self, id: NodeId) {
        if let Some((left, right)) = self.node(id).children {
            for child in [left, right] {
                self.free_below(child);
                self.spare.push(child);
            }
        }
    }
}
