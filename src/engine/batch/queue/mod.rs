//! Jobs on a cluster event by event: what every queue has in common. The disciplines are in `fcfs.rs`, `backfill.rs` (EASY, too) and `conservative.rs`.
//!
//! The moments at which something happens are submissions, starts of reservations and ends. At each moment, jobs that end give back their nodes first,
//! then reservations start, then the queue looks what it can start, then the jobs submitted at that moment come one by one. Schedulers see how long a
//! job has nodes reserved ([`super::job::Job::reserved`]), never how long it really runs; where it ends earlier, the queue looks at once.
//!
//! The queue looks again whenever what is free or promised changes in a way that can help somebody: a job ends, reservations move, or, under `easy` and
//! `backfill`, a new reservation puts off the head, so that what was kept free for it is free. A reservation that begins changes nothing: its nodes were taken when it was made.
//! Under `fcfs` and `conservative` a new reservation only takes nodes away, so nobody can start or move forward because of it.
//!
//! A job that asks for a start (an advance reservation) gets the first one from there on at which its nodes are free for its whole estimate, as far as is
//! known on its submission: running jobs end with their estimates, reservations made before stand. The queue is not seen, but under `conservative`, where
//! the queue consists of reservations. What was told it does not change: for the queue it is a hard block. If that start lies behind the last one that the job
//! may get ([`super::reservations`]), it is refused, which changes nothing for anybody. Strip packing has its own way to find a place (`offers.rs`).

mod ahead;
mod backfill;
mod cluster;
mod conservative;
mod fcfs;
mod least_seconds;
pub mod offers;
mod order;
mod owners;
mod passed_starts;
pub mod profile;
mod profile_chunk;
mod reserved;
pub(super) mod saved;
mod waiting;

use self::backfill::Backfill;
use self::cluster::{Cluster, Freed};
use self::conservative::Conservative;
use self::fcfs::Fcfs;
use self::profile::Profile;
use super::decisions::Decisions;
use super::job::{Jobs, NEVER, Time};
use super::scheduler::{BatchPolicy, Scheduler};
use std::sync::Arc;

/// The queues.
#[derive(Clone, Debug)]
pub(super) enum Discipline {
    Fcfs(Fcfs),
    Backfill(Box<Backfill>),
    Conservative(Box<Conservative>),
}

impl Discipline {
    /// Nobody of so many jobs waits. `None` for schedulers that are no queue.
    fn new(policy: &BatchPolicy, nodes: u32, jobs: usize) -> Option<Self> {
        let is_plain = !policy.limits.is_any() && policy.order().is_none();
        Some(match policy.scheduler {
            Scheduler::Fcfs if is_plain => Self::Fcfs(Fcfs::default()),
            Scheduler::Fcfs | Scheduler::Easy | Scheduler::Backfill => Self::Backfill(Box::new(Backfill::new(policy, nodes, jobs))),
            Scheduler::Conservative => Self::Conservative(Box::new(Conservative::new(jobs))),
            Scheduler::CoAllocation | Scheduler::AsLogged => return None,
        })
    }

    /// Jobs leave the queue or come back to it because of the limits of their users: what is given back in all.
    fn settle(&mut self, cluster: &mut Cluster, freed: Freed) -> Freed {
        let changes = cluster.settle();
        match self {
            Self::Backfill(queue) => Freed { some: queue.settle(cluster, &changes) || freed.some, ..freed },
            Self::Conservative(queue) => Freed { until: queue.settle(cluster, &changes).max(freed.until), ..freed },
            // It has no limits.
            Self::Fcfs(_) => freed,
        }
    }
}

/// A queue at work.
#[derive(Clone, Debug)]
pub struct Queue {
    pub(super) cluster: Cluster,
    pub(super) discipline: Discipline,
    /// The next job that is submitted.
    pub(super) next: usize,
    /// What is left of the present moment.
    stage: Stage,
}

/// How far a moment has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// All that happens at it has happened.
    Over,
    /// The queue looks what it can start.
    Starting,
    /// Jobs are submitted.
    Submitting,
}

/// Jobs that are submitted in one step.
const PIECE: usize = 128;

impl Queue {
    /// An empty machine. `None` for schedulers that are no queue.
    pub fn new(policy: impl Into<BatchPolicy>, nodes: u32, jobs: Arc<Jobs>) -> Option<Self> {
        let policy = policy.into();
        let discipline = Discipline::new(&policy, nodes, jobs.len())?;
        Some(Self::between_moments(Cluster::new(nodes, jobs, &policy), discipline, 0))
    }

    /// A queue after a moment, by which so many jobs were submitted.
    pub(super) fn between_moments(cluster: Cluster, discipline: Discipline, next: usize) -> Self {
        Self { cluster, discipline, next, stage: Stage::Over }
    }

    /// The decisions so far.
    pub fn decisions(&self) -> &Decisions {
        &self.cluster.decisions
    }

    /// The decisions.
    pub fn into_decisions(self) -> Decisions {
        self.cluster.decisions
    }

    /// How many jobs were submitted.
    pub fn submitted(&self) -> usize {
        self.next
    }

    /// All jobs are decided as told.
    pub(super) fn finish(&mut self, decisions: Decisions) {
        self.cluster.started = decisions.start.len();
        self.next = self.cluster.started;
        self.cluster.decisions = decisions;
        self.cluster.decisions.book_offers(&mut self.cluster.jobs);
        self.stage = Stage::Over;
    }

    /// How many jobs have started or were refused.
    pub fn started(&self) -> usize {
        self.cluster.started
    }

    /// Free nodes over time as the scheduler sees them: running jobs end with their estimates.
    pub fn profile(&self) -> &Profile {
        &self.cluster.profile
    }

    /// When something happens next; `None` at the end.
    pub fn next_moment(&self) -> Option<Time> {
        if self.is_within_moment() {
            return Some(self.cluster.now);
        }
        let jobs = &self.cluster.jobs;
        let submitted = jobs.submitted.get(self.next).map_or(NEVER, |&submitted| submitted.into());
        let reserved = match &self.discipline {
            Discipline::Conservative(queue) => queue.first_start(),
            _ => NEVER,
        };
        let moment = submitted.min(self.cluster.next_moment()).min(reserved);
        (moment != NEVER).then_some(moment)
    }

    /// Whether something is left to happen at the present moment: where there is much to do, [`Queue::step`] does a part of it.
    pub fn is_within_moment(&self) -> bool {
        self.stage != Stage::Over
    }

    /// Has one moment happen, or a part of it; false at the end.
    pub fn step(&mut self) -> bool {
        self.step_before(usize::MAX)
    }

    /// The same, without the submission of a row.
    fn step_before(&mut self, row: usize) -> bool {
        let Some(now) = self.next_moment() else { return false };
        if !self.begin(now) {
            return true;
        }
        let until = row.min(self.next + PIECE);
        while let Some(row) = self.submit(now, until) {
            // One that is refused changes nothing for the queue.
            if self.cluster.reserve(row) {
                self.look_around_reservation();
            }
        }
        true
    }

    /// Goes on until a job asks for a start, which it is not given: the job. `None` at the end. Whoever calls may book something for it; else it does not
    /// run at all.
    pub fn until_asked(&mut self) -> Option<usize> {
        loop {
            let now = self.next_moment()?;
            if self.begin(now)
                && let Some(row) = self.submit(now, usize::MAX)
            {
                return Some(row);
            }
        }
    }

    /// Books so many nodes for so many seconds for a job that asked for a start. They must be free, and it holds them to the end. What is booked for the jobs
    /// in `moved`, which have not begun, moves to other starts before that, all at once: with their own nodes given back, those of the new places are free.
    pub fn book(&mut self, row: usize, start: Time, seconds: u32, nodes: u32, moved: &[(usize, Time)]) {
        for &(row, _) in moved {
            self.cluster.give_back(row);
        }
        for &(row, start) in moved {
            self.cluster.reserve_at(row, start);
        }
        let jobs = Arc::make_mut(&mut self.cluster.jobs);
        (jobs.estimate[row], jobs.runtime[row], jobs.nodes[row]) = (seconds, seconds, nodes);
        self.cluster.reserve_at(row, start);
        if moved.is_empty() { self.look_around_reservation() } else { self.look() }
    }

    /// Has the queue look what it can start now, after a new reservation took nodes away, and perhaps began.
    fn look_around_reservation(&mut self) {
        let cluster = &mut self.cluster;
        let Freed { until, .. } = self.discipline.settle(cluster, Freed::nothing(cluster.now));
        match &mut self.discipline {
            Discipline::Backfill(queue) => queue.happened(cluster),
            Discipline::Conservative(queue) if until > cluster.now => {
                queue.open(cluster, until);
                while !queue.go_on(cluster) {}
            }
            Discipline::Fcfs(_) | Discipline::Conservative(_) => {}
        }
    }

    /// Has the queue look what it can start now, after nodes were given back that are not those of a job that ended.
    fn look(&mut self) {
        let cluster = &mut self.cluster;
        self.discipline.settle(cluster, Freed::nothing(cluster.now));
        match &mut self.discipline {
            Discipline::Fcfs(queue) => queue.start(cluster),
            Discipline::Backfill(queue) => queue.plan(cluster),
            Discipline::Conservative(queue) => {
                queue.open(cluster, NEVER);
                while !queue.go_on(cluster) {}
            }
        }
    }

    /// What ends and starts by itself at a moment, or a part of it, if that was not yet. False if there is more.
    fn begin(&mut self, now: Time) -> bool {
        let cluster = &mut self.cluster;
        if self.stage == Stage::Over {
            let freed = cluster.go_to(now);
            let freed = self.discipline.settle(cluster, freed);
            self.stage = Stage::Starting;
            match &mut self.discipline {
                Discipline::Fcfs(queue) if freed.some => queue.start(cluster),
                Discipline::Backfill(queue) if freed.some => queue.ended(cluster, freed.until > now),
                Discipline::Conservative(queue) => queue.open(cluster, freed.until),
                _ => {}
            }
        }
        if self.stage == Stage::Starting {
            let is_begun = if let Discipline::Conservative(queue) = &mut self.discipline { queue.go_on(cluster) } else { true };
            if !is_begun {
                return false;
            }
            self.stage = Stage::Submitting;
        }
        true
    }

    /// Submits the jobs of a moment before row `until`, up to one that asks for a start: that one.
    fn submit(&mut self, now: Time, until: usize) -> Option<usize> {
        let cluster = &mut self.cluster;
        while cluster.jobs.submitted.get(self.next).is_some_and(|&submitted| Time::from(submitted) == now) {
            if self.next >= until {
                return None;
            }
            let row = self.next;
            self.next += 1;
            if cluster.jobs.is_advance(row) {
                return Some(row);
            }
            match &mut self.discipline {
                Discipline::Fcfs(queue) => queue.submit(cluster, row),
                Discipline::Backfill(queue) => queue.submit(cluster, row),
                Discipline::Conservative(queue) => queue.submit(cluster, row),
            }
        }
        if let Discipline::Backfill(queue) = &mut self.discipline {
            queue.end_moment(cluster);
        }
        self.stage = Stage::Over;
        None
    }

    /// Whether every job has started or was refused.
    pub fn is_done(&self) -> bool {
        self.started() == self.cluster.jobs.len()
    }

    /// Goes on until at least so many more jobs are decided, however much there is to do for it.
    pub fn advance(&mut self, jobs: usize) {
        let to = self.started().saturating_add(jobs);
        while !self.is_done() && self.started() < to && self.step() {}
    }
}
