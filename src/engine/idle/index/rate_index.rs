//! The idle periods of all servers of one rate, laid out for one strategy.

use super::block::Need;
use super::classes::{ClassSpot, Classes};
use super::sorted::Sorted;
use super::tree::Spot;
use crate::idle::first_marked::first_marked;
use crate::idle::period::{Period, Want};
use crate::idle::strategy::Strategy;
use crate::idle::{OPEN, Tick};

/// The same tree turned round: time runs backwards, so that it is ordered by end.
const fn mirrored(period: Period) -> Period {
    Period { start: Tick::MAX - period.end, server: period.server, end: Tick::MAX - period.start }
}

/// How periods are laid out.
#[derive(Clone, Debug)]
enum IndexLayout {
    /// All of them by start.
    Start(Sorted),
    /// Those that end, by start; the open-ended ones apart.
    StartAndOpen(Sorted),
    /// Those that end, by end; the open-ended ones apart.
    EndAndOpen(Sorted),
    /// Those that end, by length and start; the open-ended ones apart.
    LengthAndOpen(Classes),
    /// The open-ended ones only.
    Open,
}

/// Idle periods of the servers of one rate.
#[derive(Clone, Debug)]
pub(in crate::idle) struct RateIndex {
    strategy: Strategy,
    /// Periods shorter than this are forgotten.
    least: Tick,
    layout: IndexLayout,
    /// Open-ended periods by start, where they are kept apart.
    open: Sorted,
    scratch: Vec<Period>,
    /// The last moment that was told.
    now: Tick,
    /// Changes since the last sweep, and how many call for the next.
    changes: usize,
    sweep_at: usize,
}

#[derive(Clone, Copy, Debug)]
enum PeriodPlace {
    Tree(Spot),
    Class(ClassSpot),
    Open(Spot),
}

/// A period that was found, and where it stands.
#[derive(Clone, Copy, Debug)]
pub(in crate::idle) struct FoundPeriod {
    /// The period.
    pub period: Period,
    place: PeriodPlace,
}

impl RateIndex {
    /// Least number of changes between two sweeps.
    const SWEEP: usize = 64;

    /// Servers that are idle for ever.
    pub fn new(strategy: Strategy, servers: impl Iterator<Item = u32>, least: Tick) -> Self {
        let servers: Vec<u32> = servers.collect();
        let layout = match strategy {
            Strategy::MinTip | Strategy::MaxTip => IndexLayout::EndAndOpen(Sorted::default()),
            // With few servers one look through all is faster than one class after another.
            Strategy::BestFit if servers.len() > Classes::FEW_SERVERS => {
                IndexLayout::LengthAndOpen(Classes::new(servers.len() as u32, least))
            }
            Strategy::Lact => IndexLayout::Open,
            Strategy::BestFit | Strategy::FfHaPlus | Strategy::FfHaPlusLast => IndexLayout::StartAndOpen(Sorted::default()),
            _ => IndexLayout::Start(Sorted::default()),
        };
        let mut index = Self {
            strategy,
            least,
            layout,
            open: Sorted::default(),
            scratch: Vec::new(),
            now: 0,
            changes: 0,
            sweep_at: Self::SWEEP,
        };
        for server in servers {
            index.insert(Period { start: 0, server, end: OPEN });
        }
        index
    }

    /// The feasible period that the strategy takes among those of this rate. `known` is what it takes of other rates: a period that is surely worse need not be
    /// found.
    pub fn find(&mut self, want: &Want, known: Option<&Period>) -> Option<FoundPeriod> {
        let (mut latest_start, earliest_end) = (want.latest_start(), want.earliest_end());
        if let Some(known) = known.filter(|_| matches!(self.strategy, Strategy::FirstFitIdle | Strategy::MaxLip | Strategy::FfHu)) {
            latest_start = latest_start.min(known.start);
        }
        let need = Need { end: earliest_end, length: want.duration };
        if self.strategy == Strategy::FfHaPlusFirst {
            return self.first_marked(want);
        }
        match &self.layout {
            IndexLayout::Start(tree) => {
                let found = |spot: Spot| FoundPeriod { period: tree.period(spot), place: PeriodPlace::Tree(spot) };
                let from = if self.strategy == Strategy::MinLip { want.earliest_start } else { 0 };
                tree.nearest(from, latest_start, need).map(found)
            }
            IndexLayout::StartAndOpen(tree) => {
                let found = |spot: Spot| FoundPeriod { period: tree.period(spot), place: PeriodPlace::Tree(spot) };
                if self.strategy == Strategy::BestFit {
                    return tree.shortest(0, want).map(found).or_else(|| self.latest_open(latest_start));
                }
                let open = if self.strategy == Strategy::FfHaPlus { self.earliest_open() } else { self.latest_open(latest_start) };
                open.filter(|open| open.period.start <= latest_start).or_else(|| tree.longest(want).map(found))
            }
            IndexLayout::EndAndOpen(tree) => {
                let found = |spot: Spot| FoundPeriod { period: mirrored(tree.period(spot)), place: PeriodPlace::Tree(spot) };
                let behind = Need { end: Tick::MAX - latest_start, length: want.duration };
                // Whatever ends by the deadline only has to be long enough.
                let (by_deadline, soonest) = (Tick::MAX - want.deadline, Tick::MAX - earliest_end);
                if self.strategy == Strategy::MinTip {
                    let spot = tree.last_long(soonest, by_deadline, behind);
                    return spot.map(found).or_else(|| self.latest_open(latest_start));
                }
                let furthest = || tree.first(0, by_deadline.saturating_sub(1), behind).map(found);
                let in_time = || {
                    let spot = tree.last(soonest, Need { end: 1, length: want.duration });
                    spot.map(found).filter(|found| found.period.end <= want.deadline)
                };
                self.latest_open(latest_start).or_else(furthest).or_else(in_time)
            }
            IndexLayout::LengthAndOpen(classes) => {
                let found = |spot: ClassSpot| FoundPeriod { period: classes.period(spot), place: PeriodPlace::Class(spot) };
                classes.shortest(want).map(found).or_else(|| self.latest_open(latest_start))
            }
            IndexLayout::Open => self.latest_open(want.earliest_start).or_else(|| {
                let spot = self.open.first(want.earliest_start, latest_start, Need { end: OPEN, length: 0 })?;
                Some(FoundPeriod { period: self.open.period(spot), place: PeriodPlace::Open(spot) })
            }),
        }
    }

    /// The open-ended period with the latest start up to `to`; then the lowest server.
    fn latest_open(&self, to: Tick) -> Option<FoundPeriod> {
        let spot = self.open.last(to, Need { end: OPEN, length: 0 })?;
        Some(FoundPeriod { period: self.open.period(spot), place: PeriodPlace::Open(spot) })
    }

    /// The open-ended period with the earliest start; then the lowest server.
    fn earliest_open(&self) -> Option<FoundPeriod> {
        let spot = self.open.first(0, OPEN, Need { end: OPEN, length: 0 })?;
        Some(FoundPeriod { period: self.open.period(spot), place: PeriodPlace::Open(spot) })
    }

    /// What the paper's walk meets first, of all periods that a job submitted now could use. Looks at every one.
    fn first_marked(&mut self, want: &Want) -> Option<FoundPeriod> {
        let IndexLayout::Start(tree) = &self.layout else { return None };
        let least_end = self.now.saturating_add(self.least);
        self.scratch.clear();
        self.scratch.extend(tree.iter().filter(|period| period.end >= least_end));
        let period = first_marked(&mut self.scratch, want)?;
        Some(FoundPeriod { period, place: PeriodPlace::Tree(tree.spot(period)) })
    }

    /// Books [start, end) in a period that was just found; what is left before and after stays idle if a job could use it.
    pub fn take(&mut self, found: FoundPeriod, start: Tick, end: Tick) {
        let FoundPeriod { period, place } = found;
        let leading = Period { end: start, ..period };
        let trailing = Period { start: end, ..period };
        let (keeps_leading, keeps_trailing) = (leading.length() >= self.least, trailing.length() >= self.least);
        self.changes += 1;
        match (place, &mut self.layout) {
            (PeriodPlace::Tree(spot), IndexLayout::Start(tree) | IndexLayout::StartAndOpen(tree)) => {
                return tree.divide(spot, keeps_leading.then_some(start), keeps_trailing.then_some(trailing));
            }
            (PeriodPlace::Tree(spot), IndexLayout::EndAndOpen(tree)) => {
                return tree.divide(spot, keeps_trailing.then_some(Tick::MAX - end), keeps_leading.then_some(mirrored(leading)));
            }
            (PeriodPlace::Class(spot), IndexLayout::LengthAndOpen(classes)) => classes.remove(spot),
            (PeriodPlace::Open(spot), _) => self.open.remove(spot),
            (PeriodPlace::Tree(_) | PeriodPlace::Class(_), _) => {}
        }
        if keeps_leading {
            self.insert(leading);
        }
        if keeps_trailing {
            self.insert(trailing);
        }
    }

    /// Adds an idle period that no job touches.
    fn insert(&mut self, period: Period) {
        match &mut self.layout {
            IndexLayout::Start(tree) => tree.insert(period),
            _ if period.is_open() => self.open.insert(period),
            IndexLayout::StartAndOpen(tree) => tree.insert(period),
            IndexLayout::EndAndOpen(tree) => tree.insert(mirrored(period)),
            IndexLayout::LengthAndOpen(classes) => classes.insert(period),
            IndexLayout::Open => {}
        }
    }

    /// Forgets periods that end too early for any job submitted from `now` on. Done once in a while: those that are left pass no test.
    pub fn sweep(&mut self, now: Tick) {
        self.now = now;
        if self.changes < self.sweep_at {
            return;
        }
        let end = now.saturating_add(self.least);
        match &mut self.layout {
            IndexLayout::Start(tree) | IndexLayout::StartAndOpen(tree) => tree.sweep(now, end, &mut self.scratch),
            IndexLayout::EndAndOpen(tree) => tree.sweep_tail(Tick::MAX - end + 1),
            IndexLayout::LengthAndOpen(classes) => classes.sweep(now, end, &mut self.scratch),
            IndexLayout::Open => {}
        }
        self.changes = 0;
        self.sweep_at = Self::SWEEP + self.trees().map(Sorted::len).sum::<usize>() / 4;
    }

    fn trees(&self) -> impl Iterator<Item = &Sorted> {
        let (one, many) = match &self.layout {
            IndexLayout::Start(tree) | IndexLayout::StartAndOpen(tree) | IndexLayout::EndAndOpen(tree) => (Some(tree), &[][..]),
            IndexLayout::LengthAndOpen(classes) => (None, classes.trees()),
            IndexLayout::Open => (None, &[][..]),
        };
        one.into_iter().chain(many).chain([&self.open])
    }

    /// Every period that a job submitted from `now` on could use, in no particular order. A layout for [`Strategy::Lact`] knows the
    /// open-ended ones only.
    pub fn periods(&self, now: Tick) -> impl Iterator<Item = Period> + '_ {
        let turned = matches!(self.layout, IndexLayout::EndAndOpen(_));
        let own = self.trees().enumerate().flat_map(move |(i, tree)| {
            let turned = turned && i == 0;
            tree.iter().map(move |period| if turned { mirrored(period) } else { period })
        });
        let least_end = now.saturating_add(self.least);
        own.filter(move |period| period.end >= least_end)
    }

    /// Of the idle stretches inside [r, d), in periods that a job of the least size could still use, the longest; then the earliest begin, then the lowest
    /// server. It tells a refused job what came nearest.
    pub fn longest_stretch(&self, earliest_start: Tick, deadline: Tick) -> Option<Period> {
        let first_end = earliest_start.checked_add(self.least)?;
        let mut best: Option<Period> = None;
        let turned = matches!(self.layout, IndexLayout::EndAndOpen(_));
        for (i, tree) in self.trees().enumerate() {
            let turned = turned && i == 0;
            let (to, mut need) = if turned {
                (Tick::MAX - first_end, Need { end: Tick::MAX - deadline + 1, length: self.least })
            } else {
                (deadline.saturating_sub(1), Need { end: first_end, length: self.least })
            };
            tree.visit(to, &mut need, |period, need| {
                let period = if turned { mirrored(period) } else { period };
                let inside =
                    Period { start: period.start.max(earliest_start), server: period.server, end: period.end.min(deadline) };
                let better =
                    |other: Period| (inside.length(), other.start, other.server) > (other.length(), inside.start, inside.server);
                if best.is_none_or(better) {
                    best = Some(inside);
                    // Whatever is as long inside the window reaches as far into it.
                    let reach = if turned { Tick::MAX - deadline } else { earliest_start } + inside.length();
                    need.end = need.end.max(reach);
                    need.length = need.length.max(inside.length());
                }
            });
        }
        best
    }
}
