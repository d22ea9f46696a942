//! The idle periods of all servers in the paper's data structure for one strategy.

use super::super::period::{Period, Want, sort_periods};
use super::super::request::IdleRequest;
use super::super::servers::{Rate, Servers};
use super::super::strategy::Strategy;
use super::super::{OPEN, Tick, bounds};
use super::dual::TwoLevel;
use super::search::{Trace, search_completions, search_list, search_rates, search_strips, search_two_level};
use super::strips::Strips;
use super::tree::{Order, PeriodTree};
use crate::core::error::{FieldPath, ScenarioError};

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
        let rates = servers.distinct_rates();
        let rate_of: Vec<u32> = servers
            .rates()
            .iter()
            .map(|rate| rates.iter().position(|other| other.compare(*rate).is_eq()).unwrap_or(0) as u32)
            .collect();
        let least = |rate: &Rate| rate.duration(servers.least_size).min(u64::from(Tick::MAX)) as Tick;
        let kept = match strategy {
            Strategy::FfHu => vec![Kept::List(Vec::new())],
            Strategy::FfHa => rates.iter().map(|_| Kept::List(Vec::new())).collect(),
            Strategy::FfHaPlus => rates.iter().map(|_| Kept::TwoLevel(TwoLevel::default())).collect(),
            Strategy::Lact => rates.iter().map(|_| Kept::Completions(PeriodTree::default())).collect(),
            _ => {
                let order = if strategy.places_late() { Order::End } else { Order::Start };
                rates.iter().map(|rate| Kept::Strips(Strips::new(order, width as Tick, least(rate)))).collect()
            }
        };
        let mut plan = Self { strategy, least_size: servers.least_size, rates, rate_of, kept };
        for server in 0..plan.rate_of.len() as u32 {
            plan.insert(Period { start: 0, server, end: OPEN });
        }
        Ok(plan)
    }

    /// The structures: one for each of [`ReferencePlan::rates`], or one list for all.
    pub fn kept(&self) -> &[Kept] {
        &self.kept
    }

    /// The distinct rates, slowest first.
    pub fn rates(&self) -> &[Rate] {
        &self.rates
    }

    fn rate_index(&self, server: u32) -> usize {
        self.rate_of[server as usize] as usize
    }

    /// Idle periods of this server shorter than this are forgotten.
    fn least(&self, server: u32) -> u64 {
        self.rates[self.rate_index(server)].duration(self.least_size)
    }

    fn at_mut(&mut self, server: u32) -> &mut Kept {
        let i = if self.strategy == Strategy::FfHu { 0 } else { self.rate_index(server) };
        &mut self.kept[i]
    }

    /// Adds an idle period.
    pub fn insert(&mut self, period: Period) {
        match self.at_mut(period.server) {
            Kept::Strips(strips) => strips.insert(period),
            Kept::List(list) => {
                let at = list.partition_point(|other| *other < period);
                list.insert(at, period);
            }
            Kept::Completions(tree) => {
                if period.is_open() {
                    tree.insert(period);
                }
            }
            Kept::TwoLevel(tree) => tree.insert(period),
        }
    }

    /// Takes an idle period out; tells whether it was there.
    pub fn remove(&mut self, period: Period) -> bool {
        match self.at_mut(period.server) {
            Kept::Strips(strips) => strips.remove(period),
            Kept::List(list) => match list.binary_search(&period) {
                Ok(at) => {
                    list.remove(at);
                    true
                }
                Err(_) => false,
            },
            Kept::Completions(tree) => tree.remove(period),
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
        let least: Vec<u64> = self.rates.iter().map(|rate| rate.duration(self.least_size)).collect();
        let rate_of = &self.rate_of;
        for (i, kept) in self.kept.iter_mut().enumerate() {
            let alive = |period: &Period| u64::from(period.end) >= u64::from(now) + least[rate_of[period.server as usize] as usize];
            match kept {
                Kept::Strips(strips) => {
                    strips.expire(now);
                }
                Kept::List(list) => list.retain(alive),
                Kept::Completions(_) => {}
                Kept::TwoLevel(tree) => tree.expire((u64::from(now) + least[i]).min(u64::from(OPEN)) as Tick),
            }
        }
    }

    /// Every period that a job submitted from `now` on could use, by start, then server; LACT keeps the open-ended ones only.
    pub fn periods(&self, now: Tick) -> Vec<Period> {
        let of = |kept: &Kept| match kept {
            Kept::Strips(strips) => strips.periods(now),
            Kept::List(list) => list.clone(),
            Kept::Completions(tree) => tree.periods(),
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
        search_rates(self.strategy, self.kept.len(), |i, trace| match (&self.kept[i], wants[i]) {
            (Kept::List(list), _) => search_list(list, |server| wants[self.rate_index(server)], i, trace),
            (_, None) => None,
            (Kept::Strips(strips), Some(want)) => search_strips(strips, &want, self.strategy, i, trace).map(|p| (want, p)),
            (Kept::Completions(tree), Some(want)) => search_completions(tree, &want, i, trace).map(|p| (want, p)),
            (Kept::TwoLevel(tree), Some(want)) => search_two_level(tree, &want, i, trace).map(|p| (want, p)),
        })
    }
}
