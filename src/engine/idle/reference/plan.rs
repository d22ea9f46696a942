//! The idle periods of all servers in the paper's data structure for one strategy: kept up to date from request to request, or built for one.

use super::super::period::{Period, Want, sort_periods};
use super::super::request::IdleRequest;
use super::super::servers::{Rate, ServerGroup, Servers};
use super::super::strategy::Strategy;
use super::super::{OPEN, Tick, bounds};
use super::dual::{Largest, TwoLevel};
use super::search::{Trace, search_completions, search_list, search_marked_nodes, search_rates, search_strips, search_two_level};
use super::strips::Strips;
use super::tree::{Order, PeriodTree};
use crate::core::error::{FieldPath, ScenarioError};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A structure of the paper.
#[derive(Clone, Debug)]
pub enum Kept {
    /// A ring of strips (chapter 3).
    Strips(Strips),
    /// A list by start, then server (FF-HU, FF-HA).
    List(Vec<Period>),
    /// The last period of every server by completion time (LACT).
    Completions(PeriodTree),
    /// A two-level tree (FF-HA+).
    TwoLevel(TwoLevel),
    /// The outer tree of FF-HA+ where a plan was built for one request, or where the paper's walk is taken, which wants a balanced tree: a search
    /// makes the inner trees of the nodes it marks, as building all of them would take longer than the search.
    Outer(PeriodTree),
}

/// Idle periods in the paper's structure: one for each rate, slowest first; FF-HU has one list for all.
#[derive(Clone, Debug)]
pub struct ReferencePlan {
    strategy: Strategy,
    least_size: Tick,
    /// The distinct rates.
    rates: Vec<Rate>,
    /// Which of them each server has.
    rate_of: Vec<u32>,
    kept: Vec<Kept>,
    /// Of the periods in lists and two-level trees: the last moment at which a job could use them, soonest first. Some are gone by then.
    deaths: BinaryHeap<Reverse<(Tick, Period)>>,
    /// Entries of lists that changes have walked over.
    walked: u64,
}

impl ReferencePlan {
    /// Servers that are idle for ever; strips are `factor`·2·l_min wide (M).
    ///
    /// # Errors
    /// A factor of 0 or so great, or a look-ahead so far, that the number of strips is out of range.
    pub fn new(servers: &Servers, strategy: Strategy, factor: u32) -> Result<Self, ScenarioError> {
        let place = FieldPath::new("strips.factor");
        if !bounds::STRIP_FACTOR.holds(factor) {
            return Err(ScenarioError::out_of_range(place, factor, bounds::STRIP_FACTOR));
        }
        let width = u64::from(factor) * 2 * u64::from(servers.least_size);
        let strips = u64::from(servers.look_ahead) / width + 1;
        if strips > u64::from(bounds::STRIPS.max) || width > u64::from(bounds::LOOK_AHEAD.max) {
            let least = u64::from(servers.look_ahead) / (u64::from(bounds::STRIPS.max) * 2 * u64::from(servers.least_size)) + 1;
            let most = u64::from(bounds::LOOK_AHEAD.max) / (2 * u64::from(servers.least_size));
            return Err(ScenarioError::new(place, factor, format!("from {least} to {most}, so that strips stay countable")));
        }
        let mut plan = Self::empty(servers, strategy);
        let kept = |rate: &Rate| match strategy {
            Strategy::FfHu | Strategy::FfHa => Kept::List(Vec::new()),
            Strategy::FfHaPlus | Strategy::FfHaPlusLast => Kept::TwoLevel(TwoLevel::default()),
            Strategy::FfHaPlusFirst => Kept::Outer(PeriodTree::default()),
            Strategy::Lact => Kept::Completions(PeriodTree::default()),
            _ => Kept::Strips(Strips::new(strip_order(strategy), width as Tick, plan.least_of(rate))),
        };
        plan.kept = plan.rates.iter().take(plan.structures()).map(kept).collect();
        for server in 0..plan.rate_of.len() as u32 {
            plan.insert(Period { start: 0, server, end: OPEN });
        }
        Ok(plan)
    }

    /// Of the idle periods at `now`, by start, then server; strips are `width` ticks wide. It is what a plan kept up to date would be then,
    /// up to the shape of its trees, and takes O(V log V) to build.
    pub fn of_periods(servers: &Servers, strategy: Strategy, width: Tick, now: Tick, periods: &[Period]) -> Self {
        let mut plan = Self::empty(servers, strategy);
        let mut parts = vec![Vec::new(); plan.structures()];
        for &period in periods.iter().filter(|period| strategy.uses_gaps() || period.is_open()) {
            parts[plan.structure_of(period.server)].push(period);
        }
        let kept = |(periods, rate): (Vec<Period>, &Rate)| match strategy {
            Strategy::FfHu | Strategy::FfHa => Kept::List(periods),
            Strategy::FfHaPlus | Strategy::FfHaPlusFirst | Strategy::FfHaPlusLast => {
                Kept::Outer(PeriodTree::of(Order::Start, &periods))
            }
            Strategy::Lact => Kept::Completions(PeriodTree::of(Order::Start, &periods)),
            _ => Kept::Strips(Strips::of(strip_order(strategy), width, plan.least_of(rate), now, &periods)),
        };
        plan.kept = parts.into_iter().zip(&plan.rates).map(kept).collect();
        plan
    }

    /// Without any structure yet.
    fn empty(servers: &Servers, strategy: Strategy) -> Self {
        let rates = servers.distinct_rates();
        let index = |rate: Rate| rates.iter().position(|other| other.compare(rate).is_eq()).unwrap_or(0) as u32;
        let of_group = |group: &ServerGroup| std::iter::repeat_n(index(group.rate), group.servers as usize);
        let rate_of = servers.groups.iter().flat_map(of_group).collect();
        Self { strategy, least_size: servers.least_size, rates, rate_of, kept: Vec::new(), deaths: BinaryHeap::new(), walked: 0 }
    }

    /// The structures: one for each rate, slowest first, or one list for all.
    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// How many structures there are.
    fn structures(&self) -> usize {
        if self.strategy == Strategy::FfHu { 1 } else { self.rates.len() }
    }

    /// Which of them the periods of a server are in.
    fn structure_of(&self, server: u32) -> usize {
        if self.strategy == Strategy::FfHu { 0 } else { self.rate_index(server) }
    }

    fn rate_index(&self, server: u32) -> usize {
        self.rate_of[server as usize] as usize
    }

    /// Idle periods of this server shorter than this are forgotten.
    fn least(&self, server: u32) -> u64 {
        self.rates[self.rate_index(server)].duration(self.least_size)
    }

    /// The same for the servers of a rate.
    fn least_of(&self, rate: &Rate) -> Tick {
        rate.duration(self.least_size).min(u64::from(Tick::MAX)) as Tick
    }

    /// Adds an idle period.
    pub fn insert(&mut self, period: Period) {
        // Open-ended ones outlive every tick.
        if !period.is_open() && matches!(self.kept[self.structure_of(period.server)], Kept::List(_) | Kept::TwoLevel(_)) {
            let last = u64::from(period.end).saturating_sub(self.least(period.server)) as Tick;
            self.deaths.push(Reverse((last, period)));
        }
        let at = self.structure_of(period.server);
        match &mut self.kept[at] {
            Kept::Strips(strips) => strips.insert(period),
            Kept::List(list) => {
                let at = list.partition_point(|other| *other < period);
                list.insert(at, period);
                self.walked += at as u64 + 1;
            }
            Kept::Completions(tree) => {
                if period.is_open() {
                    tree.insert(period);
                }
            }
            Kept::TwoLevel(tree) => tree.insert(period),
            Kept::Outer(tree) => tree.insert(period),
        }
    }

    /// Takes an idle period out; tells whether it was there.
    pub fn remove(&mut self, period: Period) -> bool {
        let at = self.structure_of(period.server);
        match &mut self.kept[at] {
            Kept::Strips(strips) => strips.remove(period),
            Kept::List(list) => match list.binary_search(&period) {
                Ok(at) => {
                    list.remove(at);
                    self.walked += at as u64 + 1;
                    true
                }
                Err(_) => false,
            },
            Kept::Completions(tree) | Kept::Outer(tree) => tree.remove(period),
            Kept::TwoLevel(tree) => tree.remove(period),
        }
    }

    /// Books [start, end) in an idle period; tells whether that was there. [`ReferencePlan::expire`] comes first, at every submission.
    pub fn take(&mut self, period: Period, start: Tick, end: Tick) -> bool {
        if !self.remove(period) {
            return false;
        }
        let least = self.least(period.server);
        for rest in [Period { end: start, ..period }, Period { start: end, ..period }] {
            if u64::from(rest.length()) >= least {
                self.insert(rest);
            }
        }
        true
    }

    /// Time has come to `now`: what no job can use any more is thrown away.
    pub fn expire(&mut self, now: Tick) {
        let mut dead = Vec::new();
        while let Some(&Reverse((last, period))) = self.deaths.peek()
            && last < now
        {
            self.deaths.pop();
            dead.push(period);
        }
        // Trees get the same shape whatever the order in which their periods die.
        dead.sort_unstable();
        for period in dead {
            self.remove(period);
        }
        for (i, kept) in self.kept.iter_mut().enumerate() {
            match kept {
                Kept::Strips(strips) => {
                    strips.expire(now);
                }
                Kept::Outer(tree) => {
                    let least = self.rates[i].duration(self.least_size);
                    tree.expire((u64::from(now) + least).min(u64::from(OPEN)) as Tick);
                }
                Kept::List(_) | Kept::Completions(_) | Kept::TwoLevel(_) => {}
            }
        }
    }

    /// Nodes and entries that insertions, removals and the passing of time have read or written: in trees the paths and what was built anew, in lists all
    /// entries before the place.
    pub fn updated(&self) -> u64 {
        let of = |kept: &Kept| match kept {
            Kept::Strips(strips) => strips.updated(),
            Kept::Completions(tree) | Kept::Outer(tree) => tree.updated(),
            Kept::TwoLevel(tree) => tree.primal.updated(),
            Kept::List(_) => 0,
        };
        self.walked + self.kept.iter().map(of).sum::<u64>()
    }

    /// Every period that a job submitted from `now` on could use, by start, then server; LACT keeps the open-ended ones only.
    pub fn periods(&self, now: Tick) -> Vec<Period> {
        let of = |kept: &Kept| match kept {
            Kept::Strips(strips) => strips.periods(now),
            Kept::List(list) => list.clone(),
            Kept::Completions(tree) | Kept::Outer(tree) => tree.periods(),
            Kept::TwoLevel(tree) => tree.primal.periods(),
        };
        let mut periods: Vec<Period> = self.kept.iter().flat_map(of).collect();
        periods.retain(|period| u64::from(period.end) >= u64::from(now) + self.least(period.server));
        sort_periods(&mut periods);
        periods
    }

    /// Looks for the period the strategy takes, step by step.
    pub fn search(&self, request: &IdleRequest) -> Trace {
        let want = |rate: &Rate| Want::new(request.earliest_start, rate.duration(request.size), request.deadline);
        let wants: Vec<Option<Want>> = self.rates.iter().map(want).collect();
        let taken = match self.strategy {
            Strategy::FfHaPlusFirst => Largest::First,
            Strategy::FfHaPlusLast => Largest::LastOpen,
            _ => Largest::OfAll,
        };
        search_rates(self.strategy, self.kept.len(), |i, trace| match (&self.kept[i], wants[i]) {
            (Kept::List(list), _) => search_list(list, |server| wants[self.rate_index(server)], i, trace),
            (_, None) => None,
            (Kept::Strips(strips), Some(want)) => search_strips(strips, &want, self.strategy, i, trace).map(|p| (want, p)),
            (Kept::Completions(tree), Some(want)) => search_completions(tree, &want, i, trace).map(|p| (want, p)),
            (Kept::TwoLevel(tree), Some(want)) => search_two_level(tree, &want, taken, i, trace).map(|p| (want, p)),
            (Kept::Outer(tree), Some(want)) if taken == Largest::First => {
                // What the walk meets first depends on the shape, and a tree that was changed has another one.
                let tree = PeriodTree::of(Order::Start, &tree.periods());
                search_marked_nodes(&tree, &want, taken, i, trace).map(|p| (want, p))
            }
            (Kept::Outer(tree), Some(want)) => search_marked_nodes(tree, &want, taken, i, trace).map(|p| (want, p)),
        })
    }
}

/// What strips go by (3.3.1, 3.3.2).
fn strip_order(strategy: Strategy) -> Order {
    if strategy.places_late() { Order::End } else { Order::Start }
}
