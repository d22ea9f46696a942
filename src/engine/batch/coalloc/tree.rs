//! The two-level tree of a quantum (Castillo 5.3, Figure 5.2): periods by start, descending; each inner node has a second tree of its periods by end.
//!
//! Both trees have the periods at their leaves and are as balanced as can be. A node is a range of leaves; its left half comes first.

use super::period::{Period, Window};
use crate::batch::job::Time;
use crate::core::sorting::sort_shared_by_key;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::ops::Range;

/// A part of a tree: its first leaf and the one behind its last.
pub type Part = (u32, u32);

/// The tree T_q of a quantum.
#[derive(Clone, Debug, Default)]
pub struct QuantumTree {
    /// The leaves of the outer tree t_q^s: start descending, end, server.
    leaves: Vec<Period>,
    /// For each level of the outer tree, from the root down, the leaves of the inner trees t_q^e of its nodes: end ascending, then as in `leaves`.
    inner: Vec<Vec<Period>>,
}

/// What a search in a tree did, step by step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeSearch {
    /// Nodes of the outer tree on the way down.
    pub path: Vec<Part>,
    /// Subtrees that were marked in phase 1, in that order.
    pub marked: Vec<Part>,
    /// C_r^s: periods in them.
    pub candidates: u32,
    /// Marked subtrees whose inner trees were searched in phase 2, in that order, with the number of feasible periods found in each.
    pub searched: Vec<(Part, u32)>,
    /// C_r^e: feasible periods that were counted before it was enough.
    pub feasible: u32,
    /// Of a request that names its servers: how many of them are feasible, and the first one that is not.
    pub named: Option<(u32, Option<u32>)>,
    /// What was taken, in the order of [`Period::rank`]; empty if there is not enough.
    pub taken: Vec<Period>,
    /// Nodes that were visited, and periods that were retrieved.
    pub operations: u32,
}

impl TreeSearch {
    /// Whether phase 1 found too few candidates, so that there was no phase 2.
    pub fn stopped_early(&self, wanted: u32) -> bool {
        self.candidates < wanted
    }
}

pub(super) fn halves(part: &Range<usize>) -> (Range<usize>, Range<usize>) {
    let middle = part.start + part.len().div_ceil(2);
    (part.start..middle, middle..part.end)
}

fn named(part: &Range<usize>) -> Part {
    (part.start as u32, part.end as u32)
}

impl QuantumTree {
    /// The tree of these periods.
    pub fn new(mut periods: Vec<Period>) -> Self {
        periods.sort_by_key(Period::rank);
        let mut inner = Vec::new();
        let mut parts: Vec<Range<usize>> = std::iter::once(0..periods.len()).collect();
        while parts.iter().any(|part| part.len() > 1) {
            let mut level = periods.clone();
            for part in &parts {
                level[part.clone()].sort_by_key(|period| (period.end, period.rank()));
            }
            inner.push(level);
            parts = parts
                .iter()
                .flat_map(|part| if part.len() > 1 { vec![halves(part).0, halves(part).1] } else { vec![part.clone()] })
                .collect();
        }
        // The leaves of the outer tree are trees of one period.
        inner.push(periods.clone());
        Self { leaves: periods, inner }
    }

    /// The periods in the order of the outer tree.
    pub fn periods(&self) -> &[Period] {
        &self.leaves
    }

    /// The two halves of a part, for a view; none of a leaf.
    pub fn below(&self, (from, to): Part) -> Option<(Part, Part)> {
        let part = from as usize..to as usize;
        (part.len() > 1).then(|| (named(&halves(&part).0), named(&halves(&part).1)))
    }

    /// The inner tree of a part: its periods by end.
    pub fn inner(&self, part: Part) -> Vec<Period> {
        let mut periods = self.leaves.get(part.0 as usize..part.1 as usize).unwrap_or_default().to_vec();
        sort_shared_by_key(&mut periods, |period| (period.end, period.rank()));
        periods
    }

    /// Looks for the periods of a window.
    ///
    /// Phase 1 goes down the outer tree. Where the first period of the right half begins in time, all of that half does: it is marked, and the search goes on to
    /// the left; else it goes on to the right. With fewer candidates than wanted it stops. Phase 2 counts in the inner trees of the marked parts, last
    /// marked first, those that end late enough, and stops as soon as there are enough. The parts that were marked last begin last, so that what is
    /// retrieved is what [`Period::rank`] puts first.
    ///
    /// The paper has no search for servers by their numbers. Here it is its range search: phase 2 does not stop before all feasible periods are retrieved, and
    /// those of the named servers are taken if none is missing.
    pub fn search(&self, window: Window) -> TreeSearch {
        let mut search = TreeSearch::default();
        let mut marked: Vec<(Range<usize>, usize)> = Vec::new();
        let (mut part, mut depth) = (0..self.leaves.len(), 0);
        while !part.is_empty() {
            search.path.push(named(&part));
            search.operations += 1;
            if part.len() == 1 {
                if self.leaves[part.start].start <= window.from {
                    marked.push((part.clone(), depth));
                }
                break;
            }
            let (left, right) = halves(&part);
            depth += 1;
            if self.leaves[right.start].start <= window.from {
                marked.push((right, depth));
                part = left;
            } else {
                part = right;
            }
        }
        search.marked = marked.iter().map(|(part, _)| named(part)).collect();
        search.candidates = marked.iter().map(|(part, _)| part.len() as u32).sum();
        if search.stopped_early(window.servers) {
            return search;
        }
        let mut feasible: Vec<Period> = Vec::new();
        for (part, depth) in marked.iter().rev() {
            let inner = &self.inner[(*depth).min(self.inner.len() - 1)][part.clone()];
            let from = self.first_ending(inner, window.to, &mut search.operations);
            let found = (inner.len() - from) as u32;
            search.searched.push((named(part), found));
            search.feasible += found;
            feasible.extend_from_slice(&inner[from..]);
            if window.first_server.is_none() && search.feasible >= window.servers {
                // The traversal stops as soon as it has enough.
                feasible.sort_by_key(Period::rank);
                feasible.truncate(window.servers as usize);
                search.operations += window.servers;
                search.taken = feasible;
                return search;
            }
        }
        if let Some((first, last)) = window.named() {
            search.operations += search.feasible;
            feasible.retain(|period| (first..=last).contains(&period.server));
            feasible.sort_by_key(|period| period.server);
            // They stand without a gap up to the first one that is missing.
            let missing =
                (first..=last).zip(0..).find(|(server, at)| feasible.get(*at).is_none_or(|period| period.server != *server));
            let missing = missing.map(|(server, _)| server);
            search.named = Some((feasible.len() as u32, missing));
            if missing.is_none() {
                feasible.sort_by_key(Period::rank);
                search.taken = feasible;
            }
        }
        search
    }

    /// The first leaf of an inner tree that ends at or after a moment.
    fn first_ending(&self, inner: &[Period], to: Time, operations: &mut u32) -> usize {
        let mut part = 0..inner.len();
        loop {
            *operations += 1;
            if part.len() == 1 {
                return if inner[part.start].end >= to { part.start } else { part.end };
            }
            let (left, right) = halves(&part);
            // All of the right half ends later than its first.
            part = if inner[right.start - 1].end >= to { left } else { right };
        }
    }

    /// The same by looking at every period: what is taken, if there is enough.
    pub fn scan(periods: impl Iterator<Item = Period>, window: Window) -> Option<Vec<Period>> {
        let mut feasible: Vec<Period> = periods.filter(|period| period.holds(window.from, window.to)).collect();
        feasible.sort_by_key(|period| (Reverse(period.start), period.end, period.server));
        let enough = feasible.len() >= window.servers as usize;
        feasible.truncate(window.servers as usize);
        enough.then_some(feasible)
    }
}
