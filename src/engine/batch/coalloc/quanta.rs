//! The structure of the paper: time in quanta of equal length, and a two-level tree for each of them that holds every idle period that reaches into it.
//!
//! Quanta of the past are discarded whole. The tree of a quantum is made when it is first searched after a change: what a search finds, and how many nodes
//! it visits, is the same as if it had been kept up to date all the time.

use super::period::{OPEN, Period, Window};
use super::tree::{QuantumTree, TreeSearch};
use crate::batch::job::Time;
use crate::batch::nodes::Stretch;
use std::collections::{BTreeMap, VecDeque};

/// The idle periods of a machine, by quanta.
#[derive(Clone, Debug)]
pub struct Quanta {
    /// l_q.
    length: Time,
    /// The first quantum that is kept.
    first: u64,
    /// The trees of Q quanta from the first one on; `None` where they are to be made again.
    trees: VecDeque<Option<QuantumTree>>,
    /// The idle periods of every server: end by start.
    servers: Vec<BTreeMap<Time, Time>>,
}

impl Quanta {
    /// All servers idle from the start of time; `quanta` quanta of `length` seconds.
    pub fn new(servers: u32, length: u32, quanta: u32) -> Self {
        Self {
            length: Time::from(length.max(1)),
            first: 0,
            trees: vec![None; quanta.max(1) as usize].into(),
            servers: vec![BTreeMap::from([(0, OPEN)]); servers as usize],
        }
    }

    /// The quantum of a moment, if it is kept.
    pub fn quantum(&self, at: Time) -> Option<u64> {
        let quantum = at / self.length;
        (quantum >= self.first && quantum - self.first < self.trees.len() as u64).then_some(quantum)
    }

    /// Replaces the idle periods by others: from when until when, the first and the last server.
    pub fn set_periods(&mut self, periods: impl Iterator<Item = (Time, Time, Stretch)>) {
        self.servers.iter_mut().for_each(BTreeMap::clear);
        self.trees.iter_mut().for_each(|tree| *tree = None);
        for (start, end, (first, last)) in periods {
            for server in first..=last {
                self.servers[server as usize].insert(start, end);
            }
        }
    }

    /// Discards the quanta before a moment, and the idle periods that end by then.
    pub fn expire(&mut self, now: Time) {
        while self.first < now / self.length {
            if now / self.length - self.first >= self.trees.len() as u64 {
                self.first = now / self.length;
                self.trees.iter_mut().for_each(|tree| *tree = None);
                break;
            }
            self.first += 1;
            self.trees.pop_front();
            self.trees.push_back(None);
        }
        for periods in &mut self.servers {
            while let Some((&start, &end)) = periods.first_key_value()
                && end <= now
            {
                periods.remove(&start);
                forget(&mut self.trees, self.first, self.length, start, end);
            }
        }
    }

    /// Every idle period that reaches into a quantum.
    pub fn periods_in(&self, quantum: u64) -> Vec<Period> {
        let (from, to) = (quantum * self.length, (quantum + 1) * self.length);
        let of_server = |(server, periods): (usize, &BTreeMap<Time, Time>)| {
            let reaching = periods.range(..to).rev().take_while(|(_, end)| **end > from);
            reaching.map(|(&start, &end)| Period { start, end, server: server as u32 }).collect::<Vec<_>>()
        };
        self.servers.iter().enumerate().flat_map(of_server).collect()
    }

    /// The tree of a quantum that is kept.
    pub fn tree(&mut self, quantum: u64) -> Option<&QuantumTree> {
        let at = usize::try_from(quantum.checked_sub(self.first)?).ok()?;
        if self.trees.get(at)?.is_none() {
            self.trees[at] = Some(QuantumTree::new(self.periods_in(quantum)));
        }
        self.trees[at].as_ref()
    }

    /// Looks for the servers of a window in the quantum of its start; `None` beyond the horizon.
    pub fn search(&mut self, window: Window) -> Option<TreeSearch> {
        let quantum = self.quantum(window.from)?;
        Some(self.tree(quantum)?.search(window))
    }

    /// Takes periods out for a window that they hold: at most two new ones are left of each.
    pub fn take(&mut self, window: Window, taken: &[Period], now: Time) {
        for period in taken {
            let periods = &mut self.servers[period.server as usize];
            periods.remove(&period.start);
            if period.start < window.from && window.from > now {
                periods.insert(period.start, window.from);
            }
            if window.to < period.end {
                periods.insert(window.to, period.end);
            }
            forget(&mut self.trees, self.first, self.length, period.start, period.end);
        }
    }

    /// Gives back the rest of a reservation on some servers, from one moment up to its end.
    pub fn give(&mut self, from: Time, to: Time, stretches: impl Iterator<Item = Stretch>) {
        for server in stretches.flat_map(|(first, last)| first..=last) {
            let periods = &mut self.servers[server as usize];
            let end = periods.remove(&to).unwrap_or(to);
            periods.insert(from, end);
            forget(&mut self.trees, self.first, self.length, from, end);
        }
    }

    /// The servers that are free throughout a window, by looking into one quantum alone (range search).
    pub fn free_throughout(&mut self, from: Time, to: Time) -> Option<Vec<u32>> {
        let tree = self.tree(self.quantum(from)?)?;
        let mut free: Vec<u32> =
            tree.periods().iter().filter(|period| period.holds(from, to)).map(|period| period.server).collect();
        free.sort_unstable();
        Some(free)
    }
}

/// Has the trees of the quanta that a period reaches into made again.
fn forget(trees: &mut VecDeque<Option<QuantumTree>>, first: u64, length: Time, start: Time, end: Time) {
    let last = first + trees.len() as u64 - 1;
    let to = if end == OPEN { last } else { (end.saturating_sub(1) / length).min(last) };
    for quantum in (start / length).max(first)..=to {
        trees[(quantum - first) as usize] = None;
    }
}
