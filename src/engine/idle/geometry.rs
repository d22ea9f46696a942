//! Idle periods as points and the job as a segment: the tests each period passes, the choice of each strategy, and the dual plane (Castillo 3.2,
//! 4.3). Runs in which reservations adapt use it for decisions; other runs use it only for display and explanations.

use super::clock::{amount, ticks};
use super::decisions::NO_SERVER;
use super::first_marked::first_marked;
use super::period::sort_periods;
use super::period::{Period, Rank, Want};
use super::request::IdleRequest;
use super::servers::{Rate, Servers};
use super::session::IdleSession;
use super::strategy::Strategy;
use super::{OPEN, Tick};
use crate::core::time_names::TimeNames;
use serde::{Deserialize, Serialize};

/// Every idle period that a job submitted from `now` on could use, by start, then server, read off the decisions: for every strategy, the
/// one that ignores gaps included. O(jobs decided).
pub fn idle_periods(session: &IdleSession, now: Tick) -> Vec<Period> {
    let mut periods = unsorted_idle_periods(session, now);
    sort_periods(&mut periods);
    periods
}

/// The same in no order, where only lengths count.
pub(super) fn unsorted_idle_periods(session: &IdleSession, now: Tick) -> Vec<Period> {
    let rates = session.rates();
    let mut free_from = vec![0; rates.len()];
    let mut ahead: Vec<(u32, Tick, Tick)> = Vec::new();
    let decisions = session.decisions();
    for (job, (&server, &start)) in decisions.server.iter().zip(&decisions.start).enumerate() {
        if server == NO_SERVER {
            continue;
        }
        let end = start + session.duration(job, server);
        if end <= now {
            let free: &mut Tick = &mut free_from[server as usize];
            *free = end.max(*free);
        } else {
            ahead.push((server, start, end));
        }
    }
    unsorted_between(ahead, free_from, rates, session.servers().least_size, now)
}

/// The idle periods between jobs that end after `now` (server, start, end) and behind the last ones that ended before, by start, then server.
pub(super) fn between(
    ahead: Vec<(u32, Tick, Tick)>,
    free_from: Vec<Tick>,
    rates: &[Rate],
    least_size: Tick,
    now: Tick,
) -> Vec<Period> {
    let mut periods = unsorted_between(ahead, free_from, rates, least_size, now);
    sort_periods(&mut periods);
    periods
}

fn unsorted_between(
    mut ahead: Vec<(u32, Tick, Tick)>,
    mut free_from: Vec<Tick>,
    rates: &[Rate],
    least_size: Tick,
    now: Tick,
) -> Vec<Period> {
    ahead.sort_unstable();
    let mut periods = Vec::with_capacity(ahead.len() + rates.len());
    let mut add = |server: u32, start: Tick, end: Tick| {
        let least = rates[server as usize].duration(least_size);
        let period = Period { start, server, end };
        if u64::from(period.length()) >= least && u64::from(end) >= u64::from(now) + least {
            periods.push(period);
        }
    };
    for (server, start, end) in ahead {
        add(server, free_from[server as usize], start);
        free_from[server as usize] = end;
    }
    for (server, &start) in free_from.iter().enumerate() {
        add(server as u32, start, OPEN);
    }
    periods
}

/// Where a period lies relative to the job's segment P–P′.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// Feasible, starts by r: the job starts at r and leaves a leading period.
    AtOnce,
    /// Feasible, starts after r: the job waits for it and leaves no leading period.
    Delayed,
    /// Not feasible.
    Outside,
}

/// The tests of section 4.3 on one period. Start and capacity test are both necessary; together they are exact only for periods that start
/// by r.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tested {
    /// The period.
    pub period: Period,
    /// Rate of its server.
    pub rate: Rate,
    /// ⌈l/μ⌉: ticks the job takes there.
    pub duration: u64,
    /// st ≤ d − ⌈l/μ⌉ (4.3).
    pub start_test: bool,
    /// et ≥ r + ⌈l/μ⌉: in the dual plane the period's point lies on or below the job's line.
    pub capacity_test: bool,
    /// et − st ≥ ⌈l/μ⌉: the period as a whole is long enough.
    pub long_enough: bool,
    /// Exactly feasible, and how.
    pub region: Region,
}

impl Tested {
    /// Tests a period.
    pub fn new(period: Period, rate: Rate, request: &IdleRequest) -> Self {
        let duration = rate.duration(request.size);
        let want = Want::new(request.earliest_start, duration, request.deadline);
        let feasible = want.is_some_and(|want| want.fits(&period));
        Self {
            period,
            rate,
            duration,
            start_test: u64::from(period.start) + duration <= u64::from(request.deadline),
            capacity_test: u64::from(period.end) >= u64::from(request.earliest_start) + duration,
            long_enough: u64::from(period.length()) >= duration,
            region: match feasible {
                false => Region::Outside,
                true if period.start <= request.earliest_start => Region::AtOnce,
                true => Region::Delayed,
            },
        }
    }

    /// Whether the job fits.
    pub fn feasible(&self) -> bool {
        self.region != Region::Outside
    }

    /// Whether start and capacity test both say yes and are wrong: the period starts after r and is too short.
    pub fn deceives(&self) -> bool {
        self.start_test && self.capacity_test && !self.feasible()
    }
}

/// How many periods passed what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tests {
    /// Periods in all.
    pub periods: u32,
    /// Long enough as a whole.
    pub long_enough: u32,
    /// Passed the start test.
    pub start_test: u32,
    /// Passed the capacity test.
    pub capacity_test: u32,
    /// Passed both and are not feasible all the same.
    pub deceiving: u32,
    /// Feasible.
    pub feasible: u32,
}

impl Tests {
    /// Counts.
    pub fn of(tested: &[Tested]) -> Self {
        let count = |passes: fn(&Tested) -> bool| tested.iter().filter(|tested| passes(tested)).count() as u32;
        Self {
            periods: tested.len() as u32,
            long_enough: count(|tested| tested.long_enough),
            start_test: count(|tested| tested.start_test),
            capacity_test: count(|tested| tested.capacity_test),
            deceiving: count(Tested::deceives),
            feasible: count(Tested::feasible),
        }
    }
}

/// Tests every period.
pub fn tests(periods: &[Period], servers: &Servers, request: &IdleRequest) -> Vec<Tested> {
    let rates = servers.rates();
    periods.iter().map(|&period| Tested::new(period, rates[period.server as usize], request)).collect()
}

/// What a strategy would take, and what that would leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// The strategy.
    pub strategy: Strategy,
    /// The period.
    pub period: Period,
    /// Start of the job.
    pub start: Tick,
    /// End of the job.
    pub end: Tick,
    /// What stays idle before it; `None` if nothing or too short for any job.
    pub leading: Option<Period>,
    /// What stays idle after it.
    pub trailing: Option<Period>,
}

/// What a job leaves of an idle period on one side of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leftover {
    /// Nothing.
    Nothing,
    /// So many ticks, less than the smallest job takes there: the period is dropped, nobody gets them.
    Dropped(Tick),
    /// An idle period of so many ticks.
    Kept(Tick),
    /// An idle period without end.
    Open,
}

impl Leftover {
    /// "0", "2, dropped", "12", "no end": what tables say.
    pub fn in_brief(self, time: TimeNames) -> String {
        match self {
            Self::Nothing => "0".to_string(),
            Self::Dropped(ticks) => format!("{}, dropped", amount(ticks.into(), time)),
            Self::Kept(ticks) => amount(ticks.into(), time),
            Self::Open => "no end".to_string(),
        }
    }

    /// "nothing", "2 ticks, dropped as the smallest job takes 3", "12 ticks": what sentences say. `least` is the time that the smallest job takes.
    pub fn in_words(self, least: u64, time: TimeNames) -> String {
        let ticks = |n: Tick| ticks(n.into(), time);
        match self {
            Self::Nothing => "nothing".to_string(),
            Self::Dropped(n) => format!("{}, dropped as the smallest job takes {}", ticks(n), amount(least, time)),
            Self::Kept(n) => ticks(n),
            Self::Open => "the server free".to_string(),
        }
    }
}

impl Taken {
    /// What stays before the job.
    pub fn left_before(&self) -> Leftover {
        match (self.start - self.period.start, self.leading) {
            (0, _) => Leftover::Nothing,
            (gap, Some(_)) => Leftover::Kept(gap),
            (gap, None) => Leftover::Dropped(gap),
        }
    }

    /// What stays after the job.
    pub fn left_after(&self) -> Leftover {
        match (self.period.end - self.end, self.trailing) {
            _ if self.period.is_open() => Leftover::Open,
            (0, _) => Leftover::Nothing,
            (gap, Some(_)) => Leftover::Kept(gap),
            (gap, None) => Leftover::Dropped(gap),
        }
    }
}

/// What `strategy` takes of these periods, all that are idle, in order of (start, server): looks at every one. `None` if the job fits nowhere.
pub fn choice(tested: &[Tested], servers: &Servers, request: &IdleRequest, strategy: Strategy) -> Option<Taken> {
    let usable = tested.iter().filter(|tested| tested.feasible() && (strategy.uses_gaps() || tested.period.is_open()));
    let ranked = usable.filter_map(|tested| {
        let want = Want::new(request.earliest_start, tested.duration, request.deadline)?;
        Some((want.rank(&tested.period, strategy), want, tested))
    });
    let by_rank = |a: &(Rank, Want, &Tested), b: &(Rank, Want, &Tested)| {
        let slowest = if strategy.slowest_first() { a.2.rate.compare(b.2.rate) } else { std::cmp::Ordering::Equal };
        slowest.then(a.0.cmp(&b.0))
    };
    let (_, want, Tested { period, rate, .. }) = ranked.min_by(by_rank)?;
    let met = (strategy == Strategy::FfHaPlusFirst)
        .then(|| first_met(tested, *rate, &want, u64::from(request.submitted) + rate.duration(servers.least_size)));
    let period = &met.map_or(Some(*period), |met| met)?;
    let start = want.place(period, strategy);
    let end = start + want.duration;
    let least = rate.duration(servers.least_size);
    let kept = |rest: Period| (u64::from(rest.length()) >= least).then_some(rest);
    let (leading, trailing) = (kept(Period { end: start, ..*period }), kept(Period { start: end, ..*period }));
    Some(Taken { strategy, period: *period, start, end, leading, trailing })
}

/// What the paper's walk meets first among the periods of a rate; they are in order of (start, server), the feasible ones among others. Those that end
/// before `least_end` no job submitted now could use: they are not in the trees.
fn first_met(tested: &[Tested], rate: Rate, want: &Want, least_end: u64) -> Option<Period> {
    let is_there = |tested: &&Tested| tested.rate.compare(rate).is_eq() && u64::from(tested.period.end) >= least_end;
    first_marked(&mut tested.iter().filter(is_there).map(|tested| tested.period).collect::<Vec<_>>(), want)
}

/// What every strategy would take, in the order of [`Strategy::ALL`].
pub fn choices(tested: &[Tested], servers: &Servers, request: &IdleRequest) -> Vec<(Strategy, Option<Taken>)> {
    Strategy::ALL.into_iter().map(|strategy| (strategy, choice(tested, servers, request, strategy))).collect()
}

/// A point of a plane, for drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
}

/// A straight line y = slope·x + offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// m.
    pub slope: f64,
    /// b.
    pub offset: f64,
}

impl Line {
    /// The point with this abscissa.
    pub fn at(&self, x: f64) -> Point {
        Point { x, y: self.slope * x + self.offset }
    }

    /// The dual point (m, −b) (4.5).
    pub fn dual(&self) -> Point {
        Point { x: self.slope, y: -self.offset }
    }
}

impl Point {
    /// The dual line y = p_x·x − p_y (4.4).
    pub fn dual(&self) -> Line {
        Line { slope: self.x, offset: -self.y }
    }
}

/// The job as the segment P–P′ in the plane of starts and ends of identical servers: P = (r, r + l), P′ = (d − l, d).
pub fn time_segment(request: &IdleRequest) -> [(Tick, Tick); 2] {
    let IdleRequest { earliest_start, size, deadline, .. } = *request;
    [(earliest_start, earliest_start + size), (deadline - size, deadline)]
}

/// The job as the segment P–P′ in the primal plane of time and nominal capacity: P = (r, l), P′ = (d − l, l) (4.3.1).
pub fn capacity_segment(request: &IdleRequest) -> [Point; 2] {
    let y = f64::from(request.size);
    [Point { x: f64::from(request.earliest_start), y }, Point { x: f64::from(request.latest_start()), y }]
}

/// A period in the primal plane: the segment from (st, c) to (et, 0), c = μ·(et − st); its line has slope −μ. Open-ended periods end at
/// `horizon`.
pub fn capacity_line(period: &Period, rate: Rate, horizon: Tick) -> ([Point; 2], Line) {
    let end = f64::from(period.end.min(horizon.max(period.start)));
    let (start, rate) = (f64::from(period.start), rate.value());
    let line = Line { slope: -rate, offset: rate * end };
    ([Point { x: start, y: rate * (end - start) }, Point { x: end, y: 0.0 }], line)
}

/// A period in the dual plane: the point (−μ, −μ·et) (4.6). Open-ended periods end at `horizon`.
pub fn dual_point(period: &Period, rate: Rate, horizon: Tick) -> Point {
    capacity_line(period, rate, horizon).1.dual()
}

/// The job in the dual plane: the line y = r·x − l, dual to P (4.7).
pub fn dual_line(request: &IdleRequest) -> Line {
    capacity_segment(request)[0].dual()
}
