//! FF-HA+'s two-level tree for the servers of one rate: the outer tree by start, in every inner node a tree of the same periods by their
//! height in the dual plane, whose inner nodes point at the period of largest capacity (Castillo 4.4).

use super::super::Tick;
use super::super::period::{Period, Want};
use super::tree::{Extra, NodeId, Order, PeriodTree, capacity_rank};

/// The inner tree of a node of the outer one. Height −μ·e falls as e grows, so ascending ends are descending heights.
#[derive(Clone, Debug)]
pub struct DualTree(pub PeriodTree);

impl Extra for DualTree {
    fn of(periods: &[Period]) -> Self {
        let mut periods = periods.to_vec();
        periods.sort_by_key(|period| Order::End.key(period));
        Self(PeriodTree::of(Order::End, &periods))
    }

    fn add(&mut self, period: Period) {
        self.0.insert(period);
    }

    fn remove(&mut self, period: Period) {
        self.0.remove(period);
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
    /// Nodes of the outer tree whose values were read.
    pub primal_visited: u32,
    /// Nodes of the outer tree below which every period passes the start test.
    pub marked: Vec<NodeId>,
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

    /// Forgets periods that end before `least_end`.
    pub fn expire(&mut self, least_end: Tick) {
        for period in self.primal.periods() {
            if period.end < least_end {
                self.primal.remove(period);
            }
        }
    }

    /// The feasible period of largest capacity; O(log² V).
    pub fn largest(&self, want: &Want, walk: &mut TwoLevelWalk) -> Option<Period> {
        self.mark(want.latest_start(), walk);
        let mut best: Option<Period> = None;
        let mut offer = |period: Period| {
            if want.fits(&period) && best.is_none_or(|known| capacity_rank(&period) < capacity_rank(&known)) {
                best = Some(period);
            }
        };
        for &id in &walk.marked {
            match &self.primal.node(id).extra {
                Some(dual) => capable(&dual.0, want, &mut walk.dual_visited, &mut offer),
                None => offer(self.primal.node(id).last),
            }
        }
        best
    }

    /// Step 1: the nodes whose periods all start by `latest_start`, earliest first.
    fn mark(&self, latest_start: Tick, walk: &mut TwoLevelWalk) {
        let Some(mut at) = self.primal.root() else { return };
        loop {
            walk.primal_visited += 1;
            let Some((left, right)) = self.primal.node(at).children else {
                if self.primal.node(at).last.start <= latest_start {
                    walk.marked.push(at);
                }
                return;
            };
            if self.primal.median(at) <= latest_start {
                walk.marked.push(left);
                at = right;
            } else {
                at = left;
            }
        }
    }
}

/// Step 2: offers, of the periods that pass the capacity test e ≥ r + ⌈l/μ⌉, the largest of every subtree that passes whole.
///
/// The pointer's period may start after r and be too short. Then nothing in its subtree is feasible: what starts after r is no longer than
/// the largest, and what starts by r and passes the capacity test is long enough, hence so would the largest be.
fn capable(dual: &PeriodTree, want: &Want, visited: &mut u32, offer: &mut impl FnMut(Period)) {
    let Some(mut at) = dual.root() else { return };
    loop {
        *visited += 1;
        let Some((left, right)) = dual.node(at).children else {
            offer(dual.node(at).last);
            return;
        };
        if dual.median(at) < want.earliest_end() {
            at = right;
        } else {
            offer(dual.node(right).largest);
            at = left;
        }
    }
}
