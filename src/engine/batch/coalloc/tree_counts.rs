//! Operations in the paper's two-level trees, counted beside a run in the fast structure: how deep a leaf lies depends on its place alone, so that no tree
//! has to be built.

use super::groups::Groups;
use super::period::Window;
use super::tree::halves;
use crate::batch::job::Time;
use crate::batch::scheduler::BatchPolicy;
use std::ops::Range;

/// What the paper's trees would have cost so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeCounts {
    /// Nodes of both levels that searches visit, and periods that they retrieve, as [`super::tree::TreeSearch::operations`] counts them.
    pub searches: u64,
    /// What updates cost, n_r × quanta × log² v (5.4.1): for each period that is taken the kept quanta that it spans, times the square of the levels of
    /// the tree in which it was found.
    pub updates: u64,
    /// Nodes of both levels that are written if, instead, the tree of every quantum in which a taken period is, is made anew; each tree is taken to be as large
    /// as that in which the periods were found.
    pub rebuilds: u64,
    periods: Vec<(Time, Time)>,
}

impl TreeCounts {
    /// Counts what a search for a window costs, and, if it finds enough, what the updates of the trees cost then; `now` is the present.
    pub(super) fn count(&mut self, groups: &Groups, policy: &BatchPolicy, now: Time, window: Window) {
        let length = Time::from(policy.quantum);
        let begin = window.from / length * length;
        let later = groups.reaching((begin, begin + length), window.from, &mut self.periods);
        self.searches += u64::from(operations(later, &self.periods, window));
        let leaves = (later + self.periods.len()) as u64;
        // What is taken of them if there is enough.
        if window.first_server.is_some() {
            self.periods.clear();
            self.periods.extend(groups.holding(window));
        } else {
            self.periods.retain(|(_, end)| *end >= window.to);
            self.periods.truncate(window.servers as usize);
        }
        let taken = &self.periods;
        if taken.len() == window.servers as usize {
            let levels = u64::from(leaves.next_power_of_two().ilog2());
            let first = now / length;
            let behind = first + Time::from(policy.quanta());
            let spanned = |(start, end): &(Time, Time)| end.div_ceil(length).min(behind) - (start / length).max(first);
            self.updates += levels * levels * taken.iter().map(spanned).sum::<Time>();
            // All of them hold the window, so that they have quanta in common and together span them without a gap.
            let together = taken.iter().copied().reduce(|(start, end), (from, to)| (start.min(from), end.max(to)));
            // The outer tree, and on each of its levels trees of all leaves together.
            self.rebuilds += together.as_ref().map_or(0, spanned) * 2 * leaves * (levels + 1);
        }
    }
}

/// What [`super::tree::QuantumTree::search`] counts as operations in the tree of `later` periods that begin too late and of these others, which must be
/// in the order of the tree by start; what begins and ends with another may stand in any order.
fn operations(later: usize, periods: &[(Time, Time)], window: Window) -> u32 {
    let mut operations = 0;
    let mut marked: Vec<Range<usize>> = Vec::new();
    let mut part = 0..later + periods.len();
    while !part.is_empty() {
        operations += 1;
        if part.len() == 1 {
            if part.start >= later {
                marked.push(part);
            }
            break;
        }
        let (left, right) = halves(&part);
        if right.start >= later {
            marked.push(right);
            part = left;
        } else {
            part = right;
        }
    }
    if periods.len() < window.servers as usize {
        return operations;
    }
    let mut feasible = 0;
    for part in marked.iter().rev() {
        let periods = &periods[part.start - later..part.end - later];
        let late = periods.iter().filter(|(_, end)| *end >= window.to).count();
        // The way down the tree by ends to the first of them.
        let first = periods.len() - late;
        let mut inner = 0..periods.len();
        operations += 1;
        while inner.len() > 1 {
            operations += 1;
            let (left, right) = halves(&inner);
            inner = if first < right.start { left } else { right };
        }
        feasible += late as u32;
        if window.first_server.is_none() && feasible >= window.servers {
            return operations + window.servers;
        }
    }
    if window.first_server.is_some() { operations + feasible } else { operations }
}
