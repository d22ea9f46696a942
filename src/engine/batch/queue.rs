//! Jobs on a cluster event by event: what every queue has in common. The disciplines are in `fcfs.rs`, `easy.rs` and `conservative.rs`.
//!
//! The moments at which something happens are submissions, starts of reservations and ends. At each moment, jobs that end give back their nodes first,
//! then reservations start, then the queue looks what it can start, then the jobs submitted at that moment come one by one. Schedulers see how long a
//! job has nodes reserved ([`super::job::Job::reserved`]), never how long it really runs; where it ends earlier, the queue looks at once.
//!
//! A job that asks for a start (an advance reservation) gets the first one from there on at which its nodes are free for its whole estimate, as far as is
//! known on its submission: running jobs end with their estimates, reservations made before stand. The queue is not seen, but under `conservative`, where
//! the queue consists of reservations. What was told it does not change: for the queue it is a hard block.

use super::cluster::Cluster;
use super::conservative::Conservative;
use super::decisions::Decisions;
use super::easy::Easy;
use super::fcfs::Fcfs;
use super::job::{Jobs, NEVER, Time};
use super::profile::Profile;
use super::scheduler::Scheduler;
use std::sync::Arc;

/// The queues.
#[derive(Clone, Debug)]
pub(super) enum Discipline {
    Fcfs(Fcfs),
    Easy(Easy),
    Conservative(Conservative),
}

/// A queue at work.
#[derive(Clone, Debug)]
pub struct Queue {
    pub(super) cluster: Cluster,
    pub(super) discipline: Discipline,
    /// The next job that is submitted.
    pub(super) next: usize,
}

impl Queue {
    /// An empty machine. `None` for schedulers that are no queue.
    pub fn new(scheduler: Scheduler, nodes: u32, jobs: Arc<Jobs>) -> Option<Self> {
        let discipline = match scheduler {
            Scheduler::Fcfs => Discipline::Fcfs(Fcfs::default()),
            Scheduler::Easy => Discipline::Easy(Easy::new(jobs.len())),
            Scheduler::Conservative => Discipline::Conservative(Conservative::new(jobs.len())),
            Scheduler::CoAllocation | Scheduler::AsLogged => return None,
        };
        Some(Self { cluster: Cluster::new(nodes, jobs), discipline, next: 0 })
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
    }

    /// How many jobs have started.
    pub fn started(&self) -> usize {
        self.cluster.started
    }

    /// Free nodes over time as the scheduler sees them: running jobs end with their estimates.
    pub fn profile(&self) -> &Profile {
        &self.cluster.profile
    }

    /// When something happens next; `None` at the end.
    pub fn next_moment(&self) -> Option<Time> {
        let jobs = &self.cluster.jobs;
        let submitted = jobs.submitted.get(self.next).map_or(NEVER, |&submitted| submitted.into());
        let reserved = match &self.discipline {
            Discipline::Conservative(queue) => queue.first_start(),
            _ => NEVER,
        };
        let moment = submitted.min(self.cluster.next_moment()).min(reserved);
        (moment != NEVER).then_some(moment)
    }

    /// Has one moment happen; false at the end.
    pub fn step(&mut self) -> bool {
        let Some(now) = self.next_moment() else { return false };
        self.begin(now);
        while let Some(row) = self.submit(now) {
            self.cluster.reserve(row);
        }
        true
    }

    /// Goes on until a job asks for a start, which it is not given: the job. `None` at the end. Whoever calls may book something for it; else it does not
    /// run at all.
    pub fn until_asked(&mut self) -> Option<usize> {
        loop {
            let now = self.next_moment()?;
            self.begin(now);
            if let Some(row) = self.submit(now) {
                return Some(row);
            }
        }
    }

    /// Books so many nodes for so many seconds for a job that asked for a start. They must be free, and it holds them to the end.
    pub fn book(&mut self, row: usize, start: Time, seconds: u32, nodes: u32) {
        let jobs = Arc::make_mut(&mut self.cluster.jobs);
        (jobs.estimate[row], jobs.runtime[row], jobs.nodes[row]) = (seconds, seconds, nodes);
        self.cluster.reserve_at(row, start);
    }

    /// Moves what is booked for jobs that have not begun to other starts, all at once. With their own nodes given back, those of the new places are free.
    pub fn rebook(&mut self, moved: &[(usize, Time)]) {
        for &(row, _) in moved {
            self.cluster.give_back(row);
        }
        for &(row, start) in moved {
            self.cluster.reserve_at(row, start);
        }
    }

    /// Has the queue look what it can start now, after nodes were given back that are not those of a job that ended.
    pub fn look_again(&mut self) {
        let cluster = &mut self.cluster;
        match &mut self.discipline {
            Discipline::Fcfs(queue) => queue.start(cluster),
            Discipline::Easy(queue) => queue.start(cluster),
            Discipline::Conservative(queue) => queue.start(cluster, NEVER),
        }
    }

    /// What ends and starts by itself at a moment.
    fn begin(&mut self, now: Time) {
        let freed = self.cluster.go_to(now);
        let cluster = &mut self.cluster;
        match &mut self.discipline {
            Discipline::Fcfs(queue) if freed.some => queue.start(cluster),
            Discipline::Easy(queue) if freed.some => queue.start(cluster),
            Discipline::Conservative(queue) => queue.start(cluster, freed.until),
            _ => {}
        }
    }

    /// Submits the jobs of a moment, up to one that asks for a start: that one.
    fn submit(&mut self, now: Time) -> Option<usize> {
        let cluster = &mut self.cluster;
        while cluster.jobs.submitted.get(self.next).is_some_and(|&submitted| Time::from(submitted) == now) {
            let row = self.next;
            self.next += 1;
            if cluster.jobs.is_advance(row) {
                return Some(row);
            }
            match &mut self.discipline {
                Discipline::Fcfs(queue) => queue.submit(cluster, row),
                Discipline::Easy(queue) => queue.submit(cluster, row),
                Discipline::Conservative(queue) => queue.submit(cluster, row),
            }
        }
        None
    }

    /// Whether every job has started.
    pub fn is_done(&self) -> bool {
        self.started() == self.cluster.jobs.len()
    }

    /// Goes on until at least so many more jobs have started.
    pub fn advance(&mut self, jobs: usize) {
        let to = self.started().saturating_add(jobs);
        while !self.is_done() && self.started() < to && self.step() {}
    }
}
