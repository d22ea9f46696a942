//! The plane in strips of width M·2·l_min, a tree for each, in a ring (Castillo 3.2.1, 3.3.1).
//!
//! A strip of M = 1 holds at most one idle period of each server. When all periods of a strip have passed, the strip is thrown away
//! whole. The paper's periods all end within the horizon; ours may be open-ended, and an open-ended period outlives its strip. Such
//! periods move to a tree of the past, which is searched as the topmost strip.

use super::super::period::Period;
use super::super::period::sort_periods;
use super::super::{OPEN, Tick};
use super::tree::{Extra, Order, PeriodTree};
use crate::core::sorting::sort_shared;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Which tree a period is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum StripName {
    /// What outlived its strip.
    Past,
    /// The strip of keys from `i`·width on.
    Strip(u32),
    /// Open-ended periods, where strips go by end.
    Open,
}

/// Strips by start (horizontal) or by end (vertical).
#[derive(Clone, Debug)]
pub struct Strips<E = ()> {
    order: Order,
    width: Tick,
    least: Tick,
    /// Number of the first strip of the ring.
    base: u32,
    ring: VecDeque<PeriodTree<E>>,
    past: PeriodTree<E>,
    open: PeriodTree<E>,
    /// What trees that were thrown away had read and written.
    gone_updated: u64,
}

impl<E: Extra> Strips<E> {
    /// No periods; strips are `width` wide, periods shorter than `least` never come.
    pub fn new(order: Order, width: Tick, least: Tick) -> Self {
        let tree = PeriodTree::new;
        let (past, open) = (tree(order), tree(Order::Start));
        Self { order, width: width.max(1), least, base: 0, ring: VecDeque::new(), past, open, gone_updated: 0 }
    }

    /// Of the idle periods at `now`, built at once.
    pub fn of(order: Order, width: Tick, least: Tick, now: Tick, periods: &[Period]) -> Self {
        let mut strips = Self::new(order, width, least);
        strips.base = now / strips.width;
        let within = |name: StripName| if name == StripName::Open { Order::Start } else { order };
        // What a strip comes after is its rank.
        let rank = |name: StripName| match name {
            StripName::Past => 0,
            StripName::Strip(number) => number.saturating_add(1),
            StripName::Open => u32::MAX,
        };
        let mut rows: Vec<[u32; 4]> = periods
            .iter()
            .zip(0..)
            .map(|(period, place)| {
                let name = strips.name_of(period);
                let (key, _, server) = within(name).key(period);
                [rank(name), key, server, place]
            })
            .collect();
        sort_shared(&mut rows, Ord::cmp);
        let mut held: Vec<Period> = Vec::new();
        for trees in rows.chunk_by(|a, b| a[0] == b[0]) {
            held.clear();
            held.extend(trees.iter().map(|row| periods[row[3] as usize]));
            if let Some(first) = held.first() {
                let name = strips.name_of(first);
                *strips.tree_mut(name) = PeriodTree::of(within(name), &held);
            }
        }
        strips
    }

    /// What strips go by.
    pub fn order(&self) -> Order {
        self.order
    }

    /// The strip of a key.
    pub fn strip_of(&self, key: Tick) -> u32 {
        key / self.width
    }

    /// Numbers of the first strip of the ring and of the one after the last.
    pub fn range(&self) -> (u32, u32) {
        (self.base, self.base + self.ring.len() as u32)
    }

    /// Where a period belongs.
    pub fn name_of(&self, period: &Period) -> StripName {
        if self.order == Order::End && period.end == OPEN {
            return StripName::Open;
        }
        let strip = self.strip_of(self.order.key(period).0);
        if strip < self.base { StripName::Past } else { StripName::Strip(strip) }
    }

    /// The tree of a strip; `None` if it holds nothing and never has.
    pub fn tree(&self, name: StripName) -> Option<&PeriodTree<E>> {
        match name {
            StripName::Past => Some(&self.past),
            StripName::Open => Some(&self.open),
            StripName::Strip(strip) => self.ring.get(strip.checked_sub(self.base)? as usize),
        }
    }

    fn tree_mut(&mut self, name: StripName) -> &mut PeriodTree<E> {
        match name {
            StripName::Past => &mut self.past,
            StripName::Open => &mut self.open,
            StripName::Strip(strip) => {
                let at = (strip - self.base) as usize;
                let order = self.order;
                while self.ring.len() <= at {
                    self.ring.push_back(PeriodTree::new(order));
                }
                &mut self.ring[at]
            }
        }
    }

    /// Adds a period. The ring grows up to its strip: bring the time up to date with [`Strips::expire`] first.
    pub fn insert(&mut self, period: Period) {
        let name = self.name_of(&period);
        self.tree_mut(name).insert(period);
    }

    /// Takes a period out; tells whether it was there.
    pub fn remove(&mut self, period: Period) -> bool {
        let name = self.name_of(&period);
        self.tree_mut(name).remove(period)
    }

    /// Time has come to `now`: strips that lie wholly before it are thrown away whole, except for what outlives them; returns how many.
    pub fn expire(&mut self, now: Tick) -> u32 {
        let least_end = now.saturating_add(self.least);
        let mut gone = 0;
        while !self.ring.is_empty() && u64::from(self.base + 1) * u64::from(self.width) <= u64::from(now) {
            let strip = self.ring.pop_front().unwrap_or_default();
            self.base += 1;
            self.gone_updated += strip.updated();
            gone += 1;
            if strip.root().is_some_and(|root| strip.node(root).latest.end >= least_end) {
                let alive = strip.periods().into_iter().filter(|period| period.end >= least_end);
                alive.for_each(|period| self.past.insert(period));
            }
        }
        if self.ring.is_empty() {
            // Nothing lies between: the ring goes on from now.
            self.base = self.base.max(now / self.width);
        }
        if gone > 0 {
            self.past.expire(least_end);
        }
        gone
    }

    /// Nodes that insertions and removals have read or written ([`PeriodTree::updated`]); throwing a strip away reads none.
    pub fn updated(&self) -> u64 {
        self.gone_updated + self.trees().map(|(_, tree)| tree.updated()).sum::<u64>()
    }

    /// Every tree in order: past, strips, open-ended ones.
    pub fn trees(&self) -> impl Iterator<Item = (StripName, &PeriodTree<E>)> {
        let names = (self.base..).map(StripName::Strip);
        let past = [(StripName::Past, &self.past)].into_iter();
        past.chain(names.zip(&self.ring)).chain([(StripName::Open, &self.open)])
    }

    /// Every period that a job submitted from `now` on could use, by start, then server.
    pub fn periods(&self, now: Tick) -> Vec<Period> {
        let least_end = now.saturating_add(self.least);
        let mut periods: Vec<Period> = self.trees().flat_map(|(_, tree)| tree.periods()).collect();
        periods.retain(|period| period.end >= least_end);
        sort_periods(&mut periods);
        periods
    }
}
