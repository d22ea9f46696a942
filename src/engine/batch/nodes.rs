//! Which nodes a job runs on: stretches of numbers.
//!
//! Queues count nodes and do not name them. The rule here: at each moment the jobs that end give back their nodes, then the jobs that start, in the order
//! of their rows, take the free nodes with the lowest numbers. A plan that never needs more nodes than there are can always be carried out so, and every
//! job stays where it started.

use super::job::{Jobs, NEVER, Time};
use crate::core::columns::{Column, Columns};
use serde::{Deserialize, Serialize};

/// Numbers from the first to the last.
pub type Stretch = (u32, u32);

/// A set of nodes as stretches that do not touch, lowest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeSet {
    stretches: Vec<Stretch>,
    len: u32,
}

impl NodeSet {
    /// Nodes 0 to `nodes` − 1.
    pub fn all(nodes: u32) -> Self {
        let mut all = Self::default();
        if nodes > 0 {
            all.add((0, nodes - 1));
        }
        all
    }

    /// The nodes of stretches that have none in common, in any order.
    pub fn of(stretches: impl Iterator<Item = Stretch>) -> Self {
        let mut all: Vec<Stretch> = stretches.collect();
        all.sort_unstable();
        let len = all.iter().map(|(first, last)| last - first + 1).sum();
        all.dedup_by(|next, one| {
            let joins = one.1 + 1 == next.0;
            if joins {
                one.1 = next.1;
            }
            joins
        });
        Self { stretches: all, len }
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The stretches, lowest first.
    pub fn stretches(&self) -> impl Iterator<Item = Stretch> {
        self.stretches.iter().copied()
    }

    /// Adds nodes that are not in the set.
    pub fn add(&mut self, (first, last): Stretch) {
        self.len += last - first + 1;
        let at = self.stretches.partition_point(|&(begin, _)| begin < first);
        let joins_before = at > 0 && self.stretches[at - 1].1 + 1 == first;
        let joins_behind = self.stretches.get(at).is_some_and(|&(begin, _)| begin - 1 == last);
        match (joins_before, joins_behind) {
            (true, true) => {
                self.stretches[at - 1].1 = self.stretches[at].1;
                self.stretches.remove(at);
            }
            (true, false) => self.stretches[at - 1].1 = last,
            (false, true) => self.stretches[at].0 = first,
            (false, false) => self.stretches.insert(at, (first, last)),
        }
    }

    /// How many nodes of a stretch are in the set.
    pub fn len_within(&self, (first, last): Stretch) -> u32 {
        let from = self.stretches.partition_point(|&(_, end)| end < first);
        let here = self.stretches[from..].iter().take_while(|&&(begin, _)| begin <= last);
        here.map(|&(begin, end)| end.min(last) - begin.max(first) + 1).sum()
    }

    /// Takes out up to so many of the lowest nodes.
    pub fn take_lowest(&mut self, mut nodes: u32, mut taken: impl FnMut(Stretch)) {
        let mut whole = 0;
        while nodes > 0
            && let Some((first, last)) = self.stretches.get_mut(whole)
        {
            let here = (*last - *first + 1).min(nodes);
            taken((*first, *first + here - 1));
            self.len -= here;
            nodes -= here;
            if *first + here > *last {
                whole += 1;
            } else {
                *first += here;
            }
        }
        self.stretches.drain(..whole);
    }

    /// Takes out the nodes of a stretch that are in the set.
    pub fn take_within(&mut self, (first, last): Stretch, mut taken: impl FnMut(Stretch)) {
        let from = self.stretches.partition_point(|&(_, end)| end < first);
        let to = self.stretches.partition_point(|&(begin, _)| begin <= last);
        if from >= to {
            return;
        }
        let (begin, end) = (self.stretches[from].0, self.stretches[to - 1].1);
        for &(low, high) in &self.stretches[from..to] {
            let (low, high) = (low.max(first), high.min(last));
            self.len -= high - low + 1;
            taken((low, high));
        }
        // What of the first and of the last of them lies outside stays.
        let below = (begin < first).then(|| (begin, first - 1));
        let above = (end > last).then(|| (last + 1, end));
        self.stretches.splice(from..to, below.into_iter().chain(above));
    }
}

/// The nodes of every job.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeTable {
    /// Where the stretches of each row begin in the columns below; one more than there are rows.
    pub from: Vec<u32>,
    /// First node of each stretch.
    pub first: Vec<u32>,
    /// Last node of each stretch.
    pub last: Vec<u32>,
}

impl NodeTable {
    /// Rows of stretches as they came: row, stretch. Those of a row keep their order.
    pub fn of(rows: usize, held: &[(u32, Stretch)]) -> Self {
        let mut from = vec![0; rows + 1];
        for (row, _) in held {
            from[*row as usize + 1] += 1;
        }
        for row in 0..rows {
            from[row + 1] += from[row];
        }
        let mut next: Vec<u32> = from[..rows].to_vec();
        let (mut first, mut last) = (vec![0; held.len()], vec![0; held.len()]);
        for &(row, stretch) in held {
            let at = next[row as usize] as usize;
            next[row as usize] += 1;
            (first[at], last[at]) = stretch;
        }
        Self { from, first, last }
    }

    /// Where every job of a plan runs, by the rule above. Jobs of a plan that needs more nodes than there are get fewer than they want.
    pub fn assign(nodes: u32, jobs: &Jobs, start: &[Time], end: &[Time]) -> Self {
        let by_time = |times: &[Time]| {
            let rows = (0..jobs.len() as u32).filter(|&row| start[row as usize] != NEVER);
            let mut rows: Vec<(Time, u32)> = rows.map(|row| (times[row as usize], row)).collect();
            rows.sort_unstable();
            rows
        };
        let (starting, ending) = (by_time(start), by_time(end));
        let mut free = NodeSet::all(nodes);
        let mut held: Vec<(u32, Stretch)> = Vec::with_capacity(starting.len());
        let mut of_row: Vec<(u32, u32)> = vec![(0, 0); jobs.len()];
        let mut ended = 0;
        for (begun, row) in starting {
            while let Some(&(end, gone)) = ending.get(ended)
                && end <= begun
            {
                ended += 1;
                let (from, to) = of_row[gone as usize];
                held[from as usize..to as usize].iter().for_each(|&(_, stretch)| free.add(stretch));
            }
            let from = held.len() as u32;
            free.take_lowest(jobs.nodes[row as usize], |stretch| held.push((row, stretch)));
            of_row[row as usize] = (from, held.len() as u32);
        }
        Self::of(jobs.len(), &held)
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.from.len().saturating_sub(1)
    }

    /// The stretches of a job.
    pub fn of_row(&self, row: usize) -> impl Iterator<Item = Stretch> {
        let range = self.from[row] as usize..self.from[row + 1] as usize;
        self.first[range.clone()].iter().copied().zip(self.last[range].iter().copied())
    }
}

impl Columns for NodeTable {
    fn columns(&mut self) -> Vec<Column<'_>> {
        let Self { from, first, last } = self;
        [from, first, last].map(Column::U32).into()
    }
}
