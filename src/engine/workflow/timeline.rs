//! What is reserved on the nodes already (Mondol 3.3.1): for each node its busy periods in order of time.

use super::graph::Time;
use super::open::{NEVER, Open};
use std::sync::Arc;

/// A busy period [start, end).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Period {
    /// Its start.
    pub start: Time,
    /// Its end, exclusive.
    pub end: Time,
}

/// The busy periods of all nodes; periods that touch are one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeline {
    busy: Vec<Vec<Period>>,
    /// When each node may be used; empty where all always may.
    open: Arc<Vec<Open>>,
}

impl Timeline {
    /// Nodes that are free.
    pub fn free(nodes: usize) -> Self {
        Self { busy: vec![Vec::new(); nodes], open: Arc::default() }
    }

    /// Nodes that are free when they are open.
    pub fn free_when_open(open: Vec<Open>) -> Self {
        let nodes = Self::free(open.len());
        if open.iter().all(Open::is_always) { nodes } else { Self { open: Arc::new(open), ..nodes } }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.busy.len()
    }

    /// Nodes and busy periods together: how much there is to copy.
    pub fn size(&self) -> usize {
        self.busy.iter().map(|periods| 1 + periods.len()).sum()
    }

    /// The busy periods of a node, ascending and apart.
    pub fn periods(&self, node: usize) -> &[Period] {
        &self.busy[node]
    }

    /// Becomes equal to another one; takes no new memory if it was as long before.
    pub fn copy_from(&mut self, other: &Self) {
        self.busy.resize_with(other.busy.len(), Vec::new);
        self.busy.iter_mut().zip(&other.busy).for_each(|(to, from)| to.clone_from(from));
        self.open = Arc::clone(&other.open);
    }

    /// The earliest start at `from` or later of a gap that holds `duration`; [`NEVER`] or later if there is none. What takes no time fits anywhere.
    #[inline]
    pub fn earliest(&self, node: usize, from: Time, duration: Time) -> Time {
        self.first_gap(node, from, duration).0
    }

    /// The same, and how many periods were passed on the way.
    #[inline]
    pub fn first_gap(&self, node: usize, from: Time, duration: Time) -> (Time, usize) {
        match self.open.get(node) {
            Some(open) if duration > 0 => self.first_open_gap(node, open, from, duration),
            _ => self.first_free_gap(node, from, duration),
        }
    }

    /// The gap that is free and open: each of both moves the start on until it satisfies the other.
    fn first_open_gap(&self, node: usize, open: &Open, from: Time, duration: Time) -> (Time, usize) {
        let (mut at, mut passed) = (from, 0);
        while at < NEVER {
            let opens = open.next(at, duration);
            let (free, steps) = self.first_free_gap(node, opens, duration);
            passed += 1 + steps;
            if free == opens {
                return (opens, passed);
            }
            at = free;
        }
        (at, passed)
    }

    fn first_free_gap(&self, node: usize, from: Time, duration: Time) -> (Time, usize) {
        let busy = &self.busy[node];
        match busy.last() {
            Some(last) if last.end > from && duration > 0 => {
                let (mut at, mut passed) = (from, 0);
                for period in &busy[busy.partition_point(|period| period.end <= from)..] {
                    if period.start >= at + duration {
                        break;
                    }
                    at = at.max(period.end);
                    passed += 1;
                }
                (at, passed)
            }
            _ => (from, 0),
        }
    }

    /// The free time around a start on a node: from the end of the period before it to the start of the one behind it, if there is one.
    pub fn gap(&self, node: usize, at: Time) -> (Time, Option<Time>) {
        let busy = &self.busy[node];
        let behind = busy.partition_point(|period| period.end <= at);
        let (from, to) = (behind.checked_sub(1).map_or(0, |before| busy[before].end), busy.get(behind).map(|period| period.start));
        let Some((opens, closes)) = self.open.get(node).map(|open| open.around(at)) else { return (from, to) };
        (from.max(opens), Some(to.unwrap_or(NEVER).min(closes)).filter(|to| *to < NEVER))
    }

    /// Makes a period busy. It may overlap with others.
    pub fn block(&mut self, node: usize, start: Time, end: Time) {
        if start >= end {
            return;
        }
        let busy = &mut self.busy[node];
        let first = busy.partition_point(|period| period.end < start);
        let last = first + busy[first..].partition_point(|period| period.start <= end);
        match busy.get(first) {
            Some(_) if first < last => {
                let joined = Period { start: start.min(busy[first].start), end: end.max(busy[last - 1].end) };
                busy[first] = joined;
                busy.drain(first + 1..last);
            }
            _ => busy.insert(first, Period { start, end }),
        }
    }

    /// Busy time of a node in [from, to).
    pub fn busy_within(&self, node: usize, from: Time, to: Time) -> Time {
        self.busy[node].iter().map(|period| period.end.min(to).saturating_sub(period.start.max(from))).sum()
    }

    /// The earliest end at which the given nodes have been free for `work` in all since `from`, as if they were always open.
    pub fn area_end(&self, nodes: &[u32], from: Time, work: Time) -> Time {
        let mut changes: Vec<(Time, i64)> = Vec::new();
        for &node in nodes {
            for period in self.busy[node as usize].iter().filter(|period| period.end > from) {
                changes.push((period.start.max(from), -1));
                changes.push((period.end, 1));
            }
        }
        changes.sort_unstable();
        let (mut at, mut left, mut free) = (from, work, nodes.len() as i64);
        for (moment, change) in changes {
            let gained = (moment - at) * free.max(0) as Time;
            if gained >= left && free > 0 {
                break;
            }
            (left, at, free) = (left - gained.min(left), moment, free + change);
        }
        if free > 0 { at + left.div_ceil(free as Time) } else { at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_found_and_periods_join() {
        let mut nodes = Timeline::free(2);
        nodes.block(0, 9, 14);
        nodes.block(0, 20, 22);
        assert_eq!(nodes.earliest(0, 5, 4), 5);
        assert_eq!(nodes.earliest(0, 5, 5), 14);
        assert_eq!(nodes.earliest(0, 10, 7), 22);
        assert_eq!(nodes.earliest(0, 10, 0), 10, "what takes no time fits anywhere");
        assert_eq!(nodes.gap(0, 15), (14, Some(20)));
        assert_eq!(nodes.gap(1, 15), (0, None));
        nodes.block(0, 14, 20);
        assert_eq!(nodes.periods(0), [Period { start: 9, end: 22 }]);
        assert_eq!(nodes.busy_within(0, 10, 12), 2);
    }

    #[test]
    fn the_area_bound_counts_free_time() {
        let mut nodes = Timeline::free(2);
        assert_eq!(nodes.area_end(&[0, 1], 3, 9), 8);
        nodes.block(0, 3, 6);
        assert_eq!(nodes.area_end(&[0, 1], 3, 9), 9);
        nodes.block(1, 4, 7);
        assert_eq!(nodes.area_end(&[0, 1], 3, 9), 11);
        assert_eq!(nodes.area_end(&[0], 3, 1), 7);
    }
}
