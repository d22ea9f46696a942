//! A run in which reservations adapt (4.5): processes requests and events in time order with an [`AdaptiveSession`].

use crate::core::error::{FieldPath, ScenarioError};
use crate::idle::Tick;
use crate::idle::adaptive::{Adapted, AdaptiveSession, Change, Event, EventOutcome, NotExtended, Piece};
use crate::idle::decisions::{IdleDecisions, IdleObstacle, IdleRefusal, NO_SERVER, NO_START};
use crate::idle::geometry;
use crate::idle::geometry::Tested;
use crate::idle::metrics::{IdleMetrics, Lengths, Placed};
use crate::idle::outcome::{IdleFigures, IdleOutcome};
use crate::idle::period::Period;
use crate::idle::request::{IdleArrivals, IdleRequest};
use crate::idle::scenario::{IdleEvent, IdleScenario};
use crate::idle::servers::Servers;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A run in progress.
#[derive(Clone, Debug)]
pub struct Adapting {
    servers: Servers,
    uses_gaps: bool,
    arrivals: Arc<IdleArrivals>,
    events: Arc<Vec<IdleEvent>>,
    session: AdaptiveSession,
    /// What the session's jobs are called outside.
    names: Vec<u32>,
    /// The session's job of a request, by number.
    job_of: BTreeMap<u32, u32>,
    row: usize,
    event: usize,
    refusals: Vec<IdleRefusal>,
    happened: Vec<(u32, EventOutcome)>,
}

impl Adapting {
    /// Nothing is decided yet.
    ///
    /// # Errors
    /// More requests and events than such a run takes.
    pub fn new(scenario: &IdleScenario, arrivals: Arc<IdleArrivals>) -> Result<Self, ScenarioError> {
        scenario.check_adaptive((arrivals.jobs() + scenario.events.len()) as u64, &FieldPath::new("servers"))?;
        Ok(Self {
            session: AdaptiveSession::new(scenario.servers.clone(), scenario.strategy, scenario.adaptability),
            servers: scenario.servers.clone(),
            uses_gaps: scenario.strategy.uses_gaps(),
            events: Arc::clone(&scenario.events),
            arrivals,
            names: Vec::new(),
            job_of: BTreeMap::new(),
            row: 0,
            event: 0,
            refusals: Vec::new(),
            happened: Vec::new(),
        })
    }

    /// Deals with everything before a row is decided: requests above it, and events before its submission.
    ///
    /// # Errors
    /// As [`Adapting::advance`].
    pub fn advance_to(&mut self, row: usize) -> Result<(), ScenarioError> {
        while self.row < row.min(self.arrivals.jobs()) || self.next_is_event() {
            self.step()?;
        }
        Ok(())
    }

    fn next_is_event(&self) -> bool {
        let Some(event) = self.events.get(self.event) else { return false };
        // Of what happens in the same tick requests come first.
        self.arrivals.submitted.get(self.row).is_none_or(|&submitted| event.submitted() < submitted)
    }

    /// Deals with everything that is left.
    ///
    /// # Errors
    /// As [`Adapting::advance`].
    pub fn finish(&mut self) -> Result<(), ScenarioError> {
        while !self.is_done() {
            self.step()?;
        }
        Ok(())
    }

    /// Deals with at most so many requests and events.
    ///
    /// # Errors
    /// None on a recipe that has passed its checks; the session's own check stands behind them.
    pub fn advance(&mut self, steps: usize) -> Result<(), ScenarioError> {
        for _ in 0..steps {
            if self.is_done() {
                break;
            }
            self.step()?;
        }
        Ok(())
    }

    /// Whether nothing is left.
    pub fn is_done(&self) -> bool {
        self.row >= self.arrivals.jobs() && self.event >= self.events.len()
    }

    /// Requests and events dealt with, and all there are.
    pub fn progress(&self) -> (u32, u32) {
        ((self.row + self.event) as u32, (self.arrivals.jobs() + self.events.len()) as u32)
    }

    fn step(&mut self) -> Result<(), ScenarioError> {
        if self.next_is_event() {
            let at = self.event;
            self.event += 1;
            return self.deal_with(self.events[at], (self.arrivals.jobs() + at) as u32);
        }
        let row = self.row;
        self.row += 1;
        let request = self.arrivals.row(row);
        self.job_of.insert(self.arrivals.id[row], self.names.len() as u32);
        self.names.push(row as u32);
        match self.session.handle(Event::Request(request))? {
            EventOutcome::Refused { .. } => {
                let obstacle = self.obstacle(&request);
                self.refusals.push(IdleRefusal { job: row as u32, obstacle });
            }
            EventOutcome::Reserved { changes, .. } if changes.is_empty() => {}
            outcome => self.note(row as u32, outcome),
        }
        Ok(())
    }

    fn deal_with(&mut self, event: IdleEvent, name: u32) -> Result<(), ScenarioError> {
        let event = match event {
            IdleEvent::Opportunity { submitted, earliest_start, size } => {
                self.names.push(name);
                Event::Opportunity { submitted, earliest_start, size }
            }
            IdleEvent::Extend { submitted, id, by } => match self.job_of.get(&id) {
                Some(&job) => Event::Extend { submitted, job, by },
                None => {
                    self.happened.push((name, EventOutcome::NotExtended { job: u32::MAX, why: NotExtended::NotRunning }));
                    return Ok(());
                }
            },
        };
        let outcome = self.session.handle(event)?;
        self.note(name, outcome);
        Ok(())
    }

    /// Keeps what happened, with the jobs called as outside.
    fn note(&mut self, name: u32, mut outcome: EventOutcome) {
        let names = &self.names;
        let rename = |job: &mut u32| *job = names.get(*job as usize).copied().unwrap_or(*job);
        match &mut outcome {
            EventOutcome::Reserved { piece, changes } => {
                rename(&mut piece.job);
                changes.iter_mut().for_each(|change| rename_change(change, &rename));
            }
            EventOutcome::Extended { piece, migrated, changes } => {
                rename(&mut piece.job);
                migrated.iter_mut().for_each(|piece| rename(&mut piece.job));
                changes.iter_mut().for_each(|change| rename_change(change, &rename));
            }
            EventOutcome::Refused { job, .. } | EventOutcome::NotExtended { job, .. } => rename(job),
        }
        self.happened.push((name, outcome));
    }

    /// The idle periods that the job of the next row could use, as it is decided: opportunistic jobs count as not there.
    pub fn periods(&self) -> Vec<Period> {
        self.periods_at(self.arrivals.submitted.get(self.row).or(self.arrivals.submitted.last()).copied().unwrap_or(0))
    }

    fn periods_at(&self, now: Tick) -> Vec<Period> {
        let table = self.session.table();
        let mut periods = table.idle(|job| self.session.is_opportunistic(job));
        periods.retain(|period| {
            let least = table.rate(period.server).duration(self.servers.least_size);
            u64::from(period.end) >= u64::from(now) + least
        });
        periods
    }

    /// What came nearest for a refused request: short of the fewest ticks, then the earliest begin, then the lowest server.
    fn obstacle(&self, request: &IdleRequest) -> IdleObstacle {
        let fastest = self.servers.groups.iter().map(|group| group.rate.duration(request.size)).min().unwrap_or(0);
        let window = u64::from(request.deadline - request.earliest_start);
        if fastest > window {
            return IdleObstacle::TooSlow { fastest: fastest.min(u64::from(u32::MAX)) as u32 };
        }
        let tested = geometry::tests(&self.periods_at(request.submitted), &self.servers, request);
        let stretch = |Tested { period, rate, duration, .. }: &Tested| {
            let (from, to) = (period.start.max(request.earliest_start), period.end.min(request.deadline));
            // What no job fits into behind r does not come near, as for the sessions.
            let is_long = u64::from(period.end) >= u64::from(request.earliest_start) + rate.duration(self.servers.least_size);
            let is_usable = from < to && is_long && *duration <= window && (self.uses_gaps || period.is_open());
            is_usable.then(|| (duration.saturating_sub(u64::from(to - from)), from, period.server, to, *duration))
        };
        match tested.iter().filter_map(stretch).min() {
            Some((_, from, server, to, needed)) => IdleObstacle::TooShort { server, from, to, needed: needed as u32 },
            None => IdleObstacle::NothingIdle,
        }
    }

    /// The result of the run as it stands: an accepted request starts where its first piece does.
    pub fn outcome(&self, scenario: &IdleScenario) -> IdleOutcome {
        let rows = self.arrivals.jobs();
        let mut decisions =
            IdleDecisions { server: vec![NO_SERVER; rows], start: vec![NO_START; rows], refusals: self.refusals.clone() };
        let name = |piece: Piece| Piece { job: self.names[piece.job as usize], ..piece };
        let pieces: Vec<Piece> = self.session.table().pieces().map(name).collect();
        for piece in &pieces {
            let row = piece.job as usize;
            if row < rows && piece.start < decisions.start[row] {
                (decisions.server[row], decisions.start[row]) = (piece.server, piece.start);
            }
        }
        let spans = || pieces.iter().map(|piece| (piece.server, piece.start, piece.end));
        let placed = Placed { arrivals: &self.arrivals, start: &decisions.start, servers: &self.servers };
        let figures = IdleFigures {
            metrics: IdleMetrics::counted(&placed, spans, scenario.workload.mean_size()),
            lengths: Lengths::of(&self.periods(), self.servers.least_size),
        };
        let adapted = Some(Adapted { pieces, happened: self.happened.clone() });
        IdleOutcome { strategy: scenario.strategy, arrivals: Arc::clone(&self.arrivals), decisions, figures, adapted }
    }
}

fn rename_change(change: &mut Change, rename: &impl Fn(&mut u32)) {
    match change {
        Change::Moved { from, to } => {
            rename(&mut from.job);
            rename(&mut to.job);
        }
        Change::Preempted { piece, resumed, .. } => {
            rename(&mut piece.job);
            resumed.iter_mut().for_each(|piece| rename(&mut piece.job));
        }
    }
}
