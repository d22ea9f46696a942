//! A run on named servers: jobs are decided immediately and finally, in arrival order, each by one search of the idle periods.

use super::Tick;
use super::decisions::{IdleDecisions, IdleObstacle, IdleRefusal, NO_SERVER, NO_START};
use super::period::sort_periods;
use super::period::{Period, Want};
use super::request::IdleArrivals;
use super::servers::{Rate, Servers};
use super::strategy::Strategy;
use crate::idle::index::{FoundPeriod, RateIndex};
use std::sync::Arc;

/// A run in progress.
///
/// ```
/// use bookahead_engine::idle::{IdleArrivals, IdleRequest, IdleSession, OPEN, Period, Servers, Strategy};
/// use std::sync::Arc;
///
/// let servers = Servers::identical(2, 100, 1);
/// let request = |submitted, earliest_start, size, deadline| IdleRequest { submitted, earliest_start, size, deadline };
/// let arrivals = IdleArrivals::new(&[request(0, 5, 5, 10), request(1, 12, 4, 40)], &servers)?;
/// let mut session = IdleSession::new(Arc::new(servers), Strategy::MinLip, Arc::new(arrivals));
/// session.advance(1);
/// let idle = [(0, 0, 5), (0, 1, OPEN), (10, 0, OPEN)].map(|(start, server, end)| Period { start, server, end });
/// assert_eq!(session.periods(0), idle);
///
/// // Min-LIP wants the server that is idle for the shortest time before tick 12: server 0.
/// session.finish();
/// assert_eq!((&session.decisions().server[..], &session.decisions().start[..]), (&[0, 0][..], &[5, 12][..]));
/// # Ok::<(), bookahead_engine::ScenarioError>(())
/// ```
#[derive(Clone, Debug)]
pub struct IdleSession {
    servers: Arc<Servers>,
    strategy: Strategy,
    arrivals: Arc<IdleArrivals>,
    /// The rate of every server.
    rates: Arc<Vec<Rate>>,
    decisions: IdleDecisions,
    plan: Plan,
    checkpoints: Vec<(usize, Plan)>,
    /// Jobs between two checkpoints.
    spacing: usize,
    /// Whether refusals have reasons.
    has_reasons: bool,
    /// The place that was gone back to last: a request that is dragged is decided anew with every move.
    pin: Option<(usize, Plan)>,
}

/// The idle periods, by rate from the slowest on.
#[derive(Clone, Debug)]
struct Plan {
    indexes: Vec<(Rate, RateIndex)>,
}

impl IdleSession {
    /// First distance between two checkpoints, in jobs.
    const SPACING: usize = 4_096;
    /// When there are this many, every other one is dropped.
    const MOST_CHECKPOINTS: usize = 32;
    /// From so many decisions on behind a checkpoint, going there a second time is worth a copy of the plan.
    const PIN_FROM: usize = 32;

    /// Nothing is decided yet. `servers` and `arrivals` must have passed their checks, the latter against the former.
    pub fn new(servers: Arc<Servers>, strategy: Strategy, arrivals: Arc<IdleArrivals>) -> Self {
        let rates = servers.rates();
        let index = |rate: Rate| {
            let least = rate.duration(servers.least_size).min(u64::from(Tick::MAX - 1)) as Tick;
            let own = (0..rates.len() as u32).filter(|&server| rates[server as usize].compare(rate).is_eq());
            (rate, RateIndex::new(strategy, own, least))
        };
        let plan = Plan { indexes: servers.distinct_rates().into_iter().map(index).collect() };
        let jobs = arrivals.jobs();
        let mut decisions = IdleDecisions::default();
        decisions.server.reserve(jobs);
        decisions.start.reserve(jobs);
        let checkpoints = vec![(0, plan.clone())];
        Self {
            servers,
            strategy,
            arrivals,
            rates: Arc::new(rates),
            decisions,
            plan,
            checkpoints,
            spacing: Self::SPACING,
            has_reasons: true,
            pin: None,
        }
    }

    /// The same for a run that is only counted: refusals get no reason, which takes a search of its own for each, and no checkpoints are kept. Decisions are
    /// the same; going back starts from the beginning.
    pub fn only_decided(self) -> Self {
        Self { spacing: usize::MAX, has_reasons: false, ..self }
    }

    /// The machine.
    pub fn servers(&self) -> &Servers {
        &self.servers
    }

    /// The strategy.
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// The requests.
    pub fn arrivals(&self) -> &IdleArrivals {
        &self.arrivals
    }

    /// The requests, to keep.
    pub fn shared_arrivals(&self) -> Arc<IdleArrivals> {
        Arc::clone(&self.arrivals)
    }

    /// What was decided so far: one row for each of the first [`IdleSession::decided`] jobs.
    pub fn decisions(&self) -> &IdleDecisions {
        &self.decisions
    }

    /// Number of jobs decided so far.
    pub fn decided(&self) -> usize {
        self.decisions.server.len()
    }

    /// Whether every job is decided.
    pub fn is_done(&self) -> bool {
        self.decided() == self.arrivals.jobs()
    }

    /// The rate of every server, by server.
    pub fn rates(&self) -> &[Rate] {
        &self.rates
    }

    /// Ticks that job `job` takes on server `server`.
    pub fn duration(&self, job: usize, server: u32) -> Tick {
        self.rates[server as usize].duration(self.arrivals.size[job]) as Tick
    }

    /// When an accepted job ends.
    pub fn end(&self, job: usize) -> Option<Tick> {
        let server = self.decisions.server[job];
        (server != NO_SERVER).then(|| self.decisions.start[job] + self.duration(job, server))
    }

    /// Decides up to `jobs` further jobs.
    pub fn advance(&mut self, jobs: usize) {
        let to = self.arrivals.jobs().min(self.decided().saturating_add(jobs));
        let arrivals = Arc::clone(&self.arrivals);
        while self.decided() < to {
            let next = self.checkpoints.last().map_or(0, |(at, _)| at.saturating_add(self.spacing));
            for job in self.decided()..to.min(next) {
                self.decide(&arrivals, job);
            }
            if self.decided() == next {
                self.keep_checkpoint();
            }
        }
    }

    /// Decides every job that is left.
    pub fn finish(&mut self) {
        self.advance(usize::MAX);
    }

    /// Goes back to where only the first `jobs` jobs were decided: to the checkpoint before and on again from there, so the plan is bit
    /// for bit what it was.
    pub fn rewind(&mut self, jobs: usize) {
        if jobs >= self.decided() {
            return;
        }
        self.checkpoints.retain(|(at, _)| *at <= jobs);
        self.pin = self.pin.take().filter(|(at, _)| *at <= jobs);
        let (at, plan) = match self.checkpoints.iter().chain(&self.pin).max_by_key(|(at, _)| *at) {
            Some((at, plan)) => (*at, plan.clone()),
            None => unreachable!("the checkpoint of the empty plan is never dropped"),
        };
        self.plan = plan;
        self.decisions.server.truncate(at);
        self.decisions.start.truncate(at);
        let kept = self.decisions.refusals.partition_point(|refusal| (refusal.job as usize) < at);
        self.decisions.refusals.truncate(kept);
        self.advance(jobs - at);
        if jobs - at >= Self::PIN_FROM {
            self.pin = Some((jobs, self.plan.clone()));
        }
    }

    /// Goes on with other requests: decisions on those before the first difference are kept, the rest is taken back. Tells whether there
    /// was a difference.
    pub fn replace_arrivals(&mut self, arrivals: Arc<IdleArrivals>) -> bool {
        let Some(row) = self.arrivals.first_difference(&arrivals) else { return false };
        self.rewind(row);
        self.arrivals = arrivals;
        true
    }

    /// Idle periods that a job submitted from `now` on could use, by start, then server. `now` must not lie before the submission of the
    /// last job decided. [`Strategy::Lact`] keeps the open-ended ones only; [`super::geometry::idle_periods`] finds all for every strategy.
    pub fn periods(&self, now: Tick) -> Vec<Period> {
        let mut periods: Vec<Period> = self.plan.indexes.iter().flat_map(|(_, index)| index.periods(now)).collect();
        sort_periods(&mut periods);
        periods
    }

    fn keep_checkpoint(&mut self) {
        if self.checkpoints.len() == Self::MOST_CHECKPOINTS {
            self.spacing *= 2;
            let spacing = self.spacing;
            self.checkpoints.retain(|(at, _)| at % spacing == 0);
        }
        let last = self.checkpoints.last().map_or(0, |(at, _)| *at);
        if self.decided() - last >= self.spacing {
            self.checkpoints.push((self.decided(), self.plan.clone()));
        }
    }

    fn decide(&mut self, arrivals: &IdleArrivals, job: usize) {
        let (earliest_start, size, deadline) = (arrivals.earliest_start[job], arrivals.size[job], arrivals.deadline[job]);
        let mut best: Option<(usize, Want, FoundPeriod)> = None;
        for (i, (rate, index)) in self.plan.indexes.iter_mut().enumerate() {
            index.sweep(arrivals.submitted[job]);
            let Some(want) = Want::new(earliest_start, rate.duration(size), deadline) else { continue };
            let known = best.as_ref().map(|(_, _, known)| &known.period);
            let Some(found) = index.find(&want, known) else { continue };
            let better = best
                .as_ref()
                .is_none_or(|(_, other, known)| want.rank(&found.period, self.strategy) < other.rank(&known.period, self.strategy));
            if better {
                best = Some((i, want, found));
            }
            if self.strategy.slowest_first() {
                break;
            }
        }
        let Some((i, want, found)) = best else {
            if self.has_reasons {
                let obstacle = self.plan.obstacle(earliest_start, size, deadline);
                self.decisions.refusals.push(IdleRefusal { job: job as u32, obstacle });
            }
            self.decisions.server.push(NO_SERVER);
            self.decisions.start.push(NO_START);
            return;
        };
        let start = want.place(&found.period, self.strategy);
        self.plan.indexes[i].1.take(found, start, start + want.duration);
        self.decisions.server.push(found.period.server);
        self.decisions.start.push(start);
    }
}

impl Plan {
    /// What came nearest: the stretch that is short of the fewest ticks; then the earliest begin, then the lowest server.
    fn obstacle(&self, earliest_start: Tick, size: Tick, deadline: Tick) -> IdleObstacle {
        let fastest = self.indexes.iter().map(|(rate, _)| rate.duration(size)).min().unwrap_or(0);
        if u64::from(earliest_start) + fastest > u64::from(deadline) {
            return IdleObstacle::TooSlow { fastest: fastest.min(u64::from(Tick::MAX)) as Tick };
        }
        let stretches = self.indexes.iter().filter_map(|(rate, index)| {
            let needed = Want::new(earliest_start, rate.duration(size), deadline)?.duration;
            let stretch = index.longest_stretch(earliest_start, deadline)?;
            Some((needed - stretch.length(), stretch, needed))
        });
        match stretches.min() {
            Some((_, Period { start, server, end }, needed)) => IdleObstacle::TooShort { server, from: start, to: end, needed },
            None => IdleObstacle::NothingIdle,
        }
    }
}
