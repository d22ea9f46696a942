//! FF-HA+'s two-level tree for the servers of one rate: the outer tree by start, in every inner node a tree of the same periods by their
//! height in the dual plane, whose inner nodes point at the period of largest capacity (Castillo 4.4).

use super::super::Tick;
use super::super::period::{Period, Want};
use super::tree::{Extra, Node, Order, PeriodTree, capacity_rank, capacity_rank_last, nodes_of};
use super::walk::Walk;

/// The inner tree of a node of the outer one. Height −μ·e falls as e grows, so ascending ends are descending heights.
#[derive(Clone, Debug)]
pub struct DualTree(pub PeriodTree);

impl Extra for DualTree {
    fn of(periods: &[Period]) -> Self {
        let mut periods = periods.to_vec();
        periods.sort_unstable_by_key(|period| (period.end, period.server, period.start));
        Self(PeriodTree::of(Order::End, &periods))
    }

    fn add(&mut self, period: Period) -> u64 {
        self.0.counted(|tree| tree.insert(period))
    }

    fn remove(&mut self, period: Period) -> u64 {
        self.0.counted(|tree| tree.remove(period))
    }

    fn nodes_of(leaves: usize) -> u64 {
        nodes_of(leaves)
    }
}

/// The idle periods of all servers of one rate.
#[derive(Clone, Debug, Default)]
pub struct TwoLevel {
    /// The outer tree, by start.
    pub primal: PeriodTree<DualTree>,
}

/// What a search in the two levels looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TwoLevelWalk {
    /// In the outer tree: nodes whose values were read, and nodes below which every period passes the start test.
    pub primal: Walk,
    /// Nodes of inner trees whose values were read.
    pub dual_visited: u32,
}

impl TwoLevel {
    /// Adds a period.
    pub fn insert(&mut self, period: Period) {
        self.primal.insert(period);
    }

    /// Takes a period out; tells whether it was there.
    pub fn remove(&mut self, period: Period) -> bool {
        self.primal.remove(period)
    }

    /// The feasible period that a variant of FF-HA+ takes; O(log² V).
    pub fn find(&self, want: &Want, taken: Largest, walk: &mut TwoLevelWalk) -> Option<Period> {
        walk.primal = mark(&self.primal, want.latest_start());
        let mut best = Best { want, taken, period: None };
        for &id in &walk.primal.marked {
            match &self.primal.node(id).extra {
                Some(dual) => capable(&dual.0, &mut walk.dual_visited, &mut best),
                None => best.offer(self.primal.node(id).last),
            }
            if best.is_enough() {
                break;
            }
        }
        best.period
    }
}

/// Which period of largest capacity is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Largest {
    /// The largest of all marked subtrees; of open-ended ones the earliest start.
    OfAll,
    /// The first one that is feasible, as the paper does.
    First,
    /// The largest of all marked subtrees; of open-ended ones the latest start.
    LastOpen,
}

/// The same search where there is only the outer tree: inner trees are made of the marked nodes. Gives the walk through the outer tree, the
/// number of nodes read in inner ones, and the period.
pub(super) fn search_marked(outer: &PeriodTree, want: &Want, taken: Largest) -> (Walk, u32, Option<Period>) {
    let walk = mark(outer, want.latest_start());
    let (mut best, mut dual_visited) = (Best { want, taken, period: None }, 0);
    for &id in &walk.marked {
        let mut periods = Vec::new();
        outer.gather(id, &mut periods);
        match periods[..] {
            [only] => best.offer(only),
            _ => capable(&DualTree::of(&periods).0, &mut dual_visited, &mut best),
        }
        if best.is_enough() {
            break;
        }
    }
    (walk, dual_visited, best.period)
}

/// What is taken so far.
struct Best<'a> {
    want: &'a Want,
    taken: Largest,
    period: Option<Period>,
}

impl Best<'_> {
    fn offer(&mut self, period: Period) {
        let rank = if self.taken == Largest::LastOpen { capacity_rank_last } else { capacity_rank };
        if self.want.fits(&period) && self.period.is_none_or(|known| rank(&period) < rank(&known)) {
            self.period = Some(period);
        }
    }

    /// The pointer of a node.
    fn offer_largest(&mut self, node: &Node) {
        self.offer(if self.taken == Largest::LastOpen { node.largest_last } else { node.largest });
    }

    /// Whether the search ends here.
    fn is_enough(&self) -> bool {
        self.taken == Largest::First && self.period.is_some()
    }
}

/// Step 1: the nodes whose periods all start by `latest_start`, earliest first.
fn mark<E: Extra>(outer: &PeriodTree<E>, latest_start: Tick) -> Walk {
    let mut walk = Walk::default();
    let Some(mut at) = outer.root() else { return walk };
    loop {
        walk.visit(at);
        let Some((left, right)) = outer.node(at).children else {
            if outer.node(at).last.start <= latest_start {
                walk.marked.push(at);
            }
            return walk;
        };
        if outer.median(at) <= latest_start {
            walk.marked.push(left);
            at = right;
        } else {
            at = left;
        }
    }
}

/// Step 2: offers, of the periods that pass the capacity test e ≥ r + ⌈l/μ⌉, the largest of every subtree that passes whole.
///
/// The pointer's period may start after r and be too short. Then nothing in its subtree is feasible: what starts after r is no longer than
/// the largest, and what starts by r and passes the capacity test is long enough, hence so would the largest be.
fn capable(dual: &PeriodTree, visited: &mut u32, best: &mut Best) {
    let Some(mut at) = dual.root() else { return };
    while !best.is_enough() {
        *visited += 1;
        let Some((left, right)) = dual.node(at).children else {
            best.offer(dual.node(at).last);
            return;
        };
        if dual.median(at) < best.want.earliest_end() {
            at = right;
        } else {
            best.offer_largest(dual.node(right));
            at = left;
        }
    }
}
