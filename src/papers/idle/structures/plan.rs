//! A plan that is kept in one of the structures, with counts of what its searches and updates read.

use super::best_fit::{BestFitTrees, find_best};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::idle::reference::{Filter, Order, PeriodTree, ReferencePlan, StripName, Strips, Walk};
use bookahead_engine::idle::{IdleRequest, Period, Servers, Strategy, Tick, Want};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A structure, and the strategy that it is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Strips with a tree each (3.3.1), for Min-LIP.
    Strips,
    /// One tree over all idle periods (3.2.1), for Min-LIP: each node knows the latest end below it, as in a priority search tree (Xu), and the longest
    /// period, so that one search answers for all starts of the job.
    OneTree,
    /// A list by start, for Min-LIP: a search reads it up to the latest start.
    List,
    /// Strips with a two-dimensional tree each (3.3.3), for Best-Fit.
    BestFitTree,
    /// Strips with a tree each, of which Best-Fit reads every suitable leaf.
    BestFitLeaves,
    /// A two-level tree for each rate (4.4), for FF-HA+.
    TwoLevel,
    /// A list for each rate (4.2), for FF-HA.
    RateLists,
}

impl Structure {
    /// Those of chapter 3.
    pub const CHAPTER_3: [Self; 5] = [Self::Strips, Self::OneTree, Self::List, Self::BestFitTree, Self::BestFitLeaves];
    /// Those of chapter 4.
    pub const CHAPTER_4: [Self; 2] = [Self::TwoLevel, Self::RateLists];

    /// The name in files and curves.
    pub fn key(self) -> &'static str {
        match self {
            Self::Strips => "strips",
            Self::OneTree => "one-tree",
            Self::List => "list",
            Self::BestFitTree => "best-fit-tree",
            Self::BestFitLeaves => "best-fit-leaves",
            Self::TwoLevel => "two-level-trees",
            Self::RateLists => "rate-lists",
        }
    }

    /// The name in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Strips => "Min-LIP: strips",
            Self::OneTree => "Min-LIP: one tree",
            Self::List => "Min-LIP: list",
            Self::BestFitTree => "Best-Fit: two-dimensional trees",
            Self::BestFitLeaves => "Best-Fit: every suitable leaf",
            Self::TwoLevel => "FF-HA+: two-level trees",
            Self::RateLists => "FF-HA: lists",
        }
    }

    /// The strategy that its searches follow.
    pub fn strategy(self) -> Strategy {
        match self {
            Self::Strips | Self::OneTree | Self::List => Strategy::MinLip,
            Self::BestFitTree | Self::BestFitLeaves => Strategy::BestFit,
            Self::TwoLevel => Strategy::FfHaPlus,
            Self::RateLists => Strategy::FfHa,
        }
    }
}

/// The idle periods of all servers in a structure.
#[derive(Clone, Debug)]
pub struct StructurePlan {
    held: Held,
    /// l_min: shorter periods are forgotten. Where the plan is a [`ReferencePlan`], that knows it itself.
    least: Tick,
    /// Of the periods of a tree or list without strips: the last moment at which a job could use them, soonest first. Some are gone by then.
    deaths: BinaryHeap<Reverse<(Tick, Period)>>,
    /// Entries of a list that changes have walked over.
    walked: u64,
}

#[derive(Clone, Debug)]
enum Held {
    Reference(ReferencePlan),
    Tree(PeriodTree),
    List(Vec<Period>),
    BestFit(Strips<BestFitTrees>),
}

impl StructurePlan {
    /// Servers that are idle for ever; strips are `factor`·2·l_min wide (M). The structures of chapter 3 are for servers of rate 1.
    ///
    /// # Errors
    /// As [`ReferencePlan::new`].
    pub fn new(structure: Structure, servers: &Servers, factor: u32) -> Result<Self, ScenarioError> {
        let least = servers.least_size;
        let held = match structure {
            Structure::OneTree => Held::Tree(PeriodTree::new(Order::Start)),
            Structure::List => Held::List(Vec::new()),
            Structure::BestFitTree => Held::BestFit(Strips::new(Order::Start, factor * 2 * least, least)),
            _ => Held::Reference(ReferencePlan::new(servers, structure.strategy(), factor)?),
        };
        let mut plan = Self { held, least, deaths: BinaryHeap::new(), walked: 0 };
        if !matches!(plan.held, Held::Reference(_)) {
            (0..servers.count()).for_each(|server| plan.insert(Period { start: 0, server, end: bookahead_engine::idle::OPEN }));
        }
        Ok(plan)
    }

    fn insert(&mut self, period: Period) {
        if !period.is_open() && matches!(self.held, Held::Tree(_) | Held::List(_)) {
            self.deaths.push(Reverse((period.end - self.least, period)));
        }
        match &mut self.held {
            Held::Reference(plan) => plan.insert(period),
            Held::Tree(tree) => tree.insert(period),
            Held::List(list) => {
                let at = list.partition_point(|other| *other < period);
                list.insert(at, period);
                self.walked += at as u64 + 1;
            }
            Held::BestFit(strips) => strips.insert(period),
        }
    }

    fn remove(&mut self, period: Period) -> bool {
        match &mut self.held {
            Held::Reference(plan) => plan.remove(period),
            Held::Tree(tree) => tree.remove(period),
            Held::List(list) => {
                let found = list.binary_search(&period);
                if let Ok(at) = found {
                    list.remove(at);
                    self.walked += at as u64 + 1;
                }
                found.is_ok()
            }
            Held::BestFit(strips) => strips.remove(period),
        }
    }

    /// Time has come to `now`: what no job can use any more is thrown away.
    pub fn expire(&mut self, now: Tick) {
        match &mut self.held {
            Held::Reference(plan) => return plan.expire(now),
            Held::BestFit(strips) => {
                strips.expire(now);
                return;
            }
            Held::Tree(_) | Held::List(_) => {}
        }
        while let Some(&Reverse((last, period))) = self.deaths.peek()
            && last < now
        {
            self.deaths.pop();
            self.remove(period);
        }
    }

    /// The period that the strategy takes, with start and end of the job, and how many nodes and entries were read. An empty strip counts as one.
    pub fn search(&self, request: &IdleRequest) -> (Option<(Period, Tick, Tick)>, u64) {
        if let Held::Reference(plan) = &self.held {
            let trace = plan.search(request);
            let empty = trace.steps.iter().filter(|step| step.visited == 0).count();
            return (trace.chosen, trace.visited() + empty as u64);
        }
        let Some(want) = Want::new(request.earliest_start, u64::from(request.size), request.deadline) else { return (None, 0) };
        let mut read = 0;
        let (period, strategy) = match &self.held {
            Held::Reference(_) => (None, Strategy::MinLip),
            Held::Tree(tree) => (min_lip_in_tree(tree, &want, &mut read), Strategy::MinLip),
            Held::List(list) => {
                let list = &list[..list.partition_point(|period| period.start <= want.latest_start())];
                read += list.len() as u64;
                let feasible = list.iter().copied().filter(|period| want.fits(period));
                (feasible.min_by_key(|period| want.rank(period, Strategy::MinLip)), Strategy::MinLip)
            }
            Held::BestFit(strips) => (best_in_strips(strips, &want, &mut read), Strategy::BestFit),
        };
        let placed = period.map(|period| {
            let start = want.place(&period, strategy);
            (period, start, start + want.duration)
        });
        (placed, read)
    }

    /// Books [start, end) in an idle period; tells whether that was there.
    pub fn take(&mut self, period: Period, start: Tick, end: Tick) -> bool {
        if let Held::Reference(plan) = &mut self.held {
            return plan.take(period, start, end);
        }
        let is_there = self.remove(period);
        for rest in [Period { end: start, ..period }, Period { start: end, ..period }] {
            if is_there && rest.length() >= self.least {
                self.insert(rest);
            }
        }
        is_there
    }

    /// Nodes and entries that updates have read or written so far: periods taken out and put in, and those that time has run out for.
    pub fn updated(&self) -> u64 {
        match &self.held {
            Held::Reference(plan) => plan.updated(),
            Held::Tree(tree) => tree.updated(),
            Held::List(_) => self.walked,
            Held::BestFit(strips) => strips.updated(),
        }
    }

    /// Every period that a job submitted from `now` on could use, by start, then server.
    pub fn periods(&self, now: Tick) -> Vec<Period> {
        let mut periods = match &self.held {
            Held::Reference(plan) => return plan.periods(now),
            Held::Tree(tree) => tree.periods(),
            Held::List(list) => list.clone(),
            Held::BestFit(strips) => strips.periods(now),
        };
        periods.retain(|period| period.end >= now.saturating_add(self.least));
        periods
    }
}

/// Min-LIP: the first long enough period of R2, else the last one of R1 that ends late enough.
fn min_lip_in_tree(tree: &PeriodTree, want: &Want, read: &mut u64) -> Option<Period> {
    let (r, latest_start) = (want.earliest_start, want.latest_start());
    let delayed =
        Filter { key_from: r, key_to: latest_start, end: want.earliest_end(), start: latest_start, length: want.duration };
    let mut walk = Walk::default();
    let found = tree.first_suitable(&delayed, &mut walk).or_else(|| {
        let at_once = Filter { key_from: 0, key_to: r.checked_sub(1)?, ..delayed };
        tree.last_suitable(&at_once, &mut walk)
    });
    *read += u64::from(walk.visited);
    found
}

/// Best-Fit: the best of all strips up to the latest start.
fn best_in_strips(strips: &Strips<BestFitTrees>, want: &Want, read: &mut u64) -> Option<Period> {
    let last = StripName::Strip(strips.strip_of(want.latest_start()));
    let trees = strips.trees().take_while(|(name, _)| *name <= last);
    let found = trees.filter_map(|(_, tree)| {
        *read += u64::from(tree.is_empty());
        find_best(tree, want, read)
    });
    found.min_by_key(|period| want.rank(period, Strategy::BestFit))
}
