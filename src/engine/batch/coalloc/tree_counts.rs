//! Operations in the paper's two-level trees, counted beside a run in the fast structure: how deep a leaf lies depends on its place alone, so that no tree
//! has to be built.

use super::period::Window;
use super::session::{Coallocation, Structure};
use super::tree::halves;
use crate::batch::job::Time;
use std::ops::Range;

/// What the paper's trees would have cost so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeCounts {
    /// Nodes of both levels that searches visit, and periods that they retrieve, as [`super::tree::TreeSearch::operations`] counts them.
    pub searches: u64,
    /// What updates cost, n_r × quanta × log² v (5.4.1): for each period that is taken the kept quanta that it spans, times the square of the levels of
    /// the tree in which it was found.
    pub updates: u64,
    periods: Vec<(Time, Time)>,
}

impl Coallocation {
    /// The same run, in which the operations in the paper's trees are counted. Its decisions are the same; it takes longer.
    pub fn counting_trees(self) -> Self {
        Self { counted: Some(TreeCounts::default()), ..self }
    }

    /// The operations in the paper's trees, if they are counted.
    pub fn tree_counts(&self) -> Option<&TreeCounts> {
        self.counted.as_ref()
    }

    /// Counts what a search for a window costs, and, if it finds enough, what the updates of the trees cost then.
    pub(super) fn count_search(&mut self, window: Window) {
        let (Some(counted), Structure::Groups(groups)) = (&mut self.counted, &self.structure) else { return };
        let length = Time::from(self.policy.quantum);
        let begin = window.from / length * length;
        let later = groups.0.reaching((begin, begin + length), window.from, &mut counted.periods);
        counted.searches += u64::from(operations(later, &counted.periods, window));
        let feasible = || counted.periods.iter().filter(|(_, end)| *end >= window.to);
        let wanted = window.servers as usize;
        if feasible().take(wanted).count() == wanted {
            let levels = u64::from((later + counted.periods.len()).next_power_of_two().ilog2());
            let first = self.now / length;
            let behind = first + Time::from(self.policy.quanta());
            let spanned = |(start, end): &(Time, Time)| end.div_ceil(length).min(behind) - (start / length).max(first);
            counted.updates += levels * levels * feasible().take(wanted).map(spanned).sum::<Time>();
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
        if feasible >= window.servers {
            return operations + window.servers;
        }
    }
    operations
}
