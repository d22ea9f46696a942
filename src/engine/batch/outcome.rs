//! The result of a run on a cluster, and a run from start to end under any scheduler.

use super::decisions::{Decisions, How};
use super::job::{Jobs, NONE, Time};
use super::metrics::BatchMetrics;
use super::nodes::NodeTable;
use super::overbooked::nodes_found;
use super::queue::Queue;
use super::queue::saved::SavedQueue;
use super::scenario::BatchScenario;
use super::scheduler::{BatchPolicy, Scheduler};
use crate::batch::coalloc::given::Given;
use crate::batch::coalloc::saved::SavedCoallocation;
use crate::batch::coalloc::session::Coallocation;
use crate::core::error::{FieldPath, ScenarioError};
use std::sync::Arc;

/// Everything a run found out; one row for each job in the order of arrival.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchOutcome {
    /// The jobs.
    pub jobs: Arc<Jobs>,
    /// When each starts, and why.
    pub decisions: Decisions,
    /// Where each runs.
    pub nodes: NodeTable,
    /// The figures.
    pub metrics: BatchMetrics,
}

/// A scheduler at work.
#[derive(Clone, Debug)]
pub enum Simulation {
    /// A queue.
    Queue(Box<Queue>),
    /// Co-allocation.
    Coallocation(Box<Coallocation>),
    /// The starts of the log.
    Logged(Box<Decisions>),
}

impl Simulation {
    /// An empty machine before the first job.
    pub fn new(nodes: u32, policy: BatchPolicy, jobs: &Arc<Jobs>) -> Self {
        match (Queue::new(policy, nodes, Arc::clone(jobs)), policy.scheduler) {
            (Some(queue), _) => Self::Queue(Box::new(queue)),
            (None, Scheduler::AsLogged) => Self::Logged(Box::new(as_logged(nodes, jobs))),
            (None, _) => Self::Coallocation(Box::new(Coallocation::new(nodes, policy, Arc::clone(jobs)))),
        }
    }

    /// Decides about so many more jobs.
    pub fn advance(&mut self, jobs: usize) {
        match self {
            Self::Queue(queue) => queue.advance(jobs),
            Self::Coallocation(run) => run.advance(jobs),
            Self::Logged(_) => {}
        }
    }

    /// Has the next thing happen; false at the end.
    pub(super) fn step(&mut self) -> bool {
        match self {
            Self::Queue(queue) => queue.step(),
            Self::Coallocation(run) => run.step(),
            Self::Logged(_) => false,
        }
    }

    /// When something happens next; `None` at the end.
    pub(super) fn next_moment(&self) -> Option<Time> {
        match self {
            Self::Queue(queue) => queue.next_moment(),
            Self::Coallocation(run) => run.next_moment(),
            Self::Logged(_) => None,
        }
    }

    /// The same state with other jobs: those that were submitted are the same but for how long they run. `None` of the starts of a log.
    pub(super) fn with_jobs(&self, policy: BatchPolicy, jobs: &Arc<Jobs>) -> Option<Self> {
        let jobs = Arc::clone(jobs);
        match self {
            Self::Queue(queue) => {
                let mut with = SavedQueue::of(queue).restore(policy, jobs, queue.decisions())?;
                with.plan_on(queue);
                Some(Self::Queue(Box::new(with)))
            }
            Self::Coallocation(run) => {
                let run = SavedCoallocation::of(run).restore(policy, jobs, run.decisions(), &run.given());
                Some(Self::Coallocation(Box::new(run)))
            }
            Self::Logged(_) => None,
        }
    }

    /// The same jobs with other run times, of those that have not ended; and with other wants, of those that are not submitted yet.
    pub(super) fn set_run_times(&mut self, jobs: &Arc<Jobs>) {
        match self {
            Self::Queue(queue) => queue.set_run_times(jobs),
            Self::Coallocation(run) => run.set_run_times(jobs),
            Self::Logged(_) => {}
        }
    }

    /// A job is withdrawn that is submitted and has not begun.
    pub(super) fn withdraw(&mut self, row: usize) {
        match self {
            Self::Queue(queue) => queue.withdraw(row),
            Self::Coallocation(run) => run.withdraw(row),
            Self::Logged(_) => {}
        }
    }

    /// How many jobs were submitted.
    pub(super) fn submitted(&self) -> usize {
        match self {
            Self::Queue(queue) => queue.submitted(),
            Self::Coallocation(run) => run.next_row(),
            Self::Logged(decisions) => decisions.start.len(),
        }
    }

    /// The jobs; `None` of the starts of a log.
    pub(super) fn jobs(&self) -> Option<&Arc<Jobs>> {
        match self {
            Self::Queue(queue) => Some(&queue.cluster.jobs),
            Self::Coallocation(run) => Some(run.jobs()),
            Self::Logged(_) => None,
        }
    }

    /// Whether all that happens at the present moment has happened.
    pub(super) fn is_between_moments(&self) -> bool {
        match self {
            Self::Queue(queue) => !queue.is_within_moment(),
            Self::Logged(_) => true,
            Self::Coallocation(run) => run.next_moment().is_none_or(|moment| moment > run.now()),
        }
    }

    /// Whether the last step did a part of what happens at a moment, since there was much to do.
    pub(super) fn is_cut(&self) -> bool {
        matches!(self, Self::Queue(queue) if queue.is_within_moment())
    }

    /// The servers that were given, where a scheduler names them.
    pub(super) fn given(&self) -> Given {
        if let Self::Coallocation(run) = self { run.given() } else { Given::default() }
    }

    /// All jobs are decided as told; the servers of those from `next` on and of the undecided ones are those of a run that had given so many stretches
    /// when both agreed. By how much the places of servers given later are shifted.
    pub(super) fn finish(&mut self, decisions: Decisions, given: (&Given, usize), next: usize, undecided: &[u32]) -> isize {
        match self {
            Self::Queue(queue) => {
                queue.finish(decisions);
                0
            }
            Self::Coallocation(run) => run.finish(decisions, given, next, undecided),
            Self::Logged(_) => 0,
        }
    }

    /// How many jobs are decided.
    pub fn decided(&self) -> usize {
        match self {
            Self::Queue(queue) => queue.started(),
            Self::Coallocation(run) => run.decided(),
            Self::Logged(decisions) => decisions.start.len(),
        }
    }

    /// Whether all are.
    pub fn is_done(&self) -> bool {
        self.decided() == self.decisions().start.len()
    }

    /// What is decided so far.
    pub fn decisions(&self) -> &Decisions {
        match self {
            Self::Queue(queue) => queue.decisions(),
            Self::Coallocation(run) => run.decisions(),
            Self::Logged(decisions) => decisions,
        }
    }

    /// Where the jobs run that are decided.
    pub fn nodes(&self, nodes: u32, jobs: &Jobs) -> NodeTable {
        match self {
            Self::Coallocation(run) => NodeTable::of(jobs.len(), run.held()),
            _ => NodeTable::assign(nodes, jobs, &self.decisions().start, &self.decisions().end),
        }
    }
}

/// The starts of the log, and the real run times. A log may run more jobs at once than the machine has nodes: whoever finds too few is overbooked.
fn as_logged(nodes: u32, jobs: &Jobs) -> Decisions {
    let mut decisions = Decisions::of(jobs.len());
    for row in (0..jobs.len()).filter(|&row| jobs.logged_start[row] != NONE) {
        decisions.start[row] = Time::from(jobs.logged_start[row]);
        decisions.end[row] = decisions.start[row] + Time::from(jobs.runtime[row]);
        decisions.how[row] = How::Logged as u32;
    }
    let rows: Vec<usize> = (0..jobs.len()).filter(|&row| decisions.is_decided(row)).collect();
    let held: Vec<(Time, Time, u32)> =
        rows.iter().map(|&row| (decisions.start[row], decisions.end[row], jobs.nodes[row])).collect();
    for (row, found) in rows.into_iter().zip(nodes_found(nodes, &held).0) {
        if found < jobs.nodes[row] {
            (decisions.how[row], decisions.extra[row]) = (How::Overbooked as u32, found);
        }
    }
    decisions
}

impl BatchScenario {
    /// Runs from start to end.
    ///
    /// Ten nodes. The second job waits for the first, the third for the second; the fourth goes ahead under EASY, on nodes that the second leaves.
    ///
    /// ```
    /// use bookahead_engine::batch::job::Job;
    /// use bookahead_engine::batch::scenario::BatchScenario;
    /// use bookahead_engine::batch::scheduler::Scheduler;
    ///
    /// let job = |submitted, length, nodes| Job {
    ///     submitted, estimate: length, runtime: length, nodes, ..Job::SMALLEST
    /// };
    /// let jobs = vec![job(0, 10, 6), job(1, 10, 8), job(1, 10, 10), job(2, 25, 2)];
    /// let easy = BatchScenario::of_jobs(10, jobs.clone(), Scheduler::Easy).run()?;
    /// assert_eq!(easy.decisions.start, [0, 10, 27, 2]);
    /// let fcfs = BatchScenario::of_jobs(10, jobs, Scheduler::Fcfs).run()?;
    /// assert_eq!(fcfs.decisions.start, [0, 10, 20, 30]);
    /// # Ok::<(), bookahead_engine::ScenarioError>(())
    /// ```
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn run(&self) -> Result<BatchOutcome, ScenarioError> {
        self.check(&FieldPath::new(""))?;
        let jobs = Arc::new(self.arrivals(&self.workload.source_jobs(self.nodes)?));
        self.check_jobs(&jobs)?;
        let mut simulation = Simulation::new(self.nodes, self.policy, &jobs);
        simulation.advance(usize::MAX);
        Ok(BatchOutcome::of(self.nodes, &jobs, &simulation))
    }
}

impl BatchOutcome {
    /// The result of a simulation of these jobs as it stands.
    pub fn of(nodes: u32, jobs: &Arc<Jobs>, simulation: &Simulation) -> Self {
        let decisions = simulation.decisions().clone();
        // With what is booked of the offers that were taken.
        let jobs = simulation.jobs().unwrap_or(jobs);
        let metrics = BatchMetrics::of(nodes, jobs, &decisions);
        Self { nodes: simulation.nodes(nodes, jobs), jobs: Arc::clone(jobs), decisions, metrics }
    }
}
