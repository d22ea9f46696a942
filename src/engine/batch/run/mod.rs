//! A cluster at work: follows the edits of its scenario and tells what changed in the plan.
//!
//! After an edit the run goes on from the last checkpoint before it, and takes over the rest of the former run once its state is the same again.

mod ahead;
mod questions;
pub mod checkpoint;
pub mod compare;
pub mod update;

use self::ahead::Ahead;
use self::checkpoint::Checkpoints;
use self::update::{BatchQuery, BatchSnapshot, BatchUpdate, ShownTree, rows_from};
use super::check::verify_cluster;
use super::explain::batch_verdict;
use super::explain::named::who_had_them;
use super::job::{Job, Jobs, NONE, Time};
use super::limits::UserLimits;
use super::metrics::BatchMetrics;
use super::nodes::{NodeSet, Stretch};
use super::outcome::{BatchOutcome, Simulation};
use super::scenario::BatchScenario;
use super::scheduler::Scheduler;
use super::workload::BatchSource;
use crate::core::edits::RequestId;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::run::{Answer, Progress, StudyRun};
use crate::core::verdict::Verdict;
use crate::core::verification::Verification;
use std::borrow::Cow;
use std::sync::Arc;

/// Most servers of which the paper's structure is shown at work: each of its trees holds all of them.
pub const SHOWN_NODES: u32 = 4_096;

/// A cluster at work.
#[derive(Debug)]
pub struct BatchRun {
    scenario: BatchScenario,
    /// The jobs of the source, without the edits.
    source: Arc<Vec<Job>>,
    jobs: Arc<Jobs>,
    simulation: Simulation,
    checkpoints: Checkpoints,
    query: BatchQuery,
    /// The plan that was told last.
    told: Option<BatchOutcome>,
    is_due: bool,
    snapshot_is_due: bool,
    /// What is asked about the future.
    ahead: Ahead,
    /// What was told last beside that, while the work on it goes on.
    seen: Option<BatchSnapshot>,
}

impl BatchRun {
    /// The jobs in the order of arrival.
    pub fn jobs(&self) -> &Arc<Jobs> {
        &self.jobs
    }

    /// The same with what is booked for those whose users took less than they asked for.
    pub fn booked(&self) -> &Arc<Jobs> {
        self.simulation.jobs().unwrap_or(&self.jobs)
    }

    /// The scheduler at work.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// The scenario.
    pub fn scenario(&self) -> &BatchScenario {
        &self.scenario
    }

    /// The plan as it stands.
    pub fn outcome(&self) -> BatchOutcome {
        BatchOutcome::of(self.scenario.nodes, &self.jobs, &self.simulation)
    }

    fn restart(&mut self) {
        self.simulation = Simulation::new(self.scenario.nodes, self.scenario.policy, &self.jobs);
        self.checkpoints.clear();
        self.forget_questions();
        self.is_due = true;
    }

    /// The plan changes: answers are computed anew. What earlier jobs say stays.
    fn forget_questions(&mut self) {
        self.ahead = Ahead { calibration: self.ahead.calibration.take(), ..Ahead::default() };
    }

    /// What was asked for.
    fn answer(&self) -> BatchSnapshot {
        let free = self.query.range.map(|(from, to)| self.free_throughout(from, to)).unwrap_or_default();
        let empty = BatchSnapshot { query: self.query, free, ..BatchSnapshot::default() };
        let Some(row) = self.query.selected.and_then(|id| self.jobs.row_of(id)) else { return empty };
        let (nodes, policy) = (self.scenario.nodes, self.scenario.policy);
        let submitted = self.jobs.submitted[row].into();
        if policy.scheduler == Scheduler::CoAllocation && nodes > SHOWN_NODES {
            return empty;
        }
        match self.checkpoints.before(submitted, policy, &self.simulation, &self.jobs, nodes) {
            Some(Simulation::Queue(mut queue)) => {
                let profile = queue.profile().all_from(submitted);
                let is_offered = self.simulation.decisions().offered(row).is_some();
                BatchSnapshot { profile, offers: is_offered.then(|| queue.offers_to(row)).flatten(), ..empty }
            }
            Some(Simulation::Coallocation(mut run)) => {
                let (attempts, tree) = run.watch(nodes, row as u32, self.query.attempt);
                let tree = tree.map(|(attempt, periods)| ShownTree { attempt, periods });
                BatchSnapshot { attempts, tree, ..empty }
            }
            Some(Simulation::Logged(_)) | None => empty,
        }
    }

    /// Every node that is free throughout a stretch of time in the plan as it is, lowest first (range search).
    pub fn free_throughout(&self, from: Time, to: Time) -> Vec<Stretch> {
        if from >= to {
            return Vec::new();
        }
        let decisions = self.simulation.decisions();
        let nodes = match &self.told {
            Some(told) if !self.is_due => Cow::Borrowed(&told.nodes),
            _ => Cow::Owned(self.simulation.nodes(self.scenario.nodes, self.booked())),
        };
        let meets = |&row: &usize| decisions.is_decided(row) && decisions.start[row] < to && decisions.end[row] > from;
        let mut free = NodeSet::all(self.scenario.nodes);
        for stretch in (0..self.jobs.len()).filter(meets).flat_map(|row| nodes.of_row(row)) {
            free.take_within(stretch, |_| {});
        }
        free.stretches().collect()
    }
}

impl StudyRun for BatchRun {
    type Scenario = BatchScenario;
    type Query = BatchQuery;
    type Update = BatchUpdate;
    type Snapshot = BatchSnapshot;
    type Metrics = BatchMetrics;

    fn open(scenario: BatchScenario) -> Result<Self, ScenarioError> {
        scenario.check(&FieldPath::new(""))?;
        let source = scenario.workload.source_jobs(scenario.nodes)?;
        let jobs = Arc::new(scenario.arrivals(&source));
        scenario.check_jobs(&jobs)?;
        let simulation = Simulation::new(scenario.nodes, scenario.policy, &jobs);
        Ok(Self {
            scenario,
            source,
            jobs,
            simulation,
            checkpoints: Checkpoints::default(),
            query: BatchQuery::default(),
            told: None,
            is_due: true,
            snapshot_is_due: false,
            ahead: Ahead::default(),
            seen: None,
        })
    }

    fn edit(&mut self, mut scenario: BatchScenario) -> Result<(), ScenarioError> {
        if let (BatchSource::Jobs(list), BatchSource::Jobs(held)) = (&mut scenario.workload.source, &self.scenario.workload.source)
        {
            *list = Arc::clone(held);
        }
        scenario.check(&FieldPath::new(""))?;
        if scenario.nodes != self.scenario.nodes {
            // Generators look at the machine too.
            self.source = scenario.workload.source_jobs(scenario.nodes)?;
        }
        let jobs = Arc::new(scenario.arrivals(&self.source));
        scenario.check_jobs(&jobs)?;
        // Which jobs ran already counts for limits.
        let is_same_present = scenario.now == self.scenario.now || scenario.policy.limits == UserLimits::default();
        let is_same_machine = scenario.nodes == self.scenario.nodes && scenario.policy == self.scenario.policy && is_same_present;
        let before = std::mem::replace(&mut self.jobs, Arc::clone(&jobs));
        self.scenario = scenario;
        self.is_due = true;
        self.forget_questions();
        let rewound = if is_same_machine {
            self.checkpoints.rewind(self.scenario.policy, &self.simulation, &before, &jobs)
        } else {
            self.checkpoints.clear();
            None
        };
        self.simulation = rewound.unwrap_or_else(|| Simulation::new(self.scenario.nodes, self.scenario.policy, &self.jobs));
        Ok(())
    }

    fn query(&mut self, query: BatchQuery) {
        self.query = query;
        (self.snapshot_is_due, self.seen) = (true, None);
    }

    fn advance(&mut self, jobs: usize) -> Progress {
        self.checkpoints.advance(&mut self.simulation, jobs);
        Progress { decided: self.simulation.decided() as u32, jobs: self.jobs.len() as u32, is_done: self.simulation.is_done() }
    }

    fn rewind(&mut self, jobs: usize) {
        if jobs < self.simulation.decided() {
            self.restart();
            while !self.simulation.is_done() && self.simulation.decided() < jobs {
                let left = jobs - self.simulation.decided();
                self.checkpoints.advance(&mut self.simulation, left);
            }
        }
        self.is_due = true;
    }

    fn update(&mut self) -> Option<BatchUpdate> {
        if !self.is_due || !self.simulation.is_done() {
            return None;
        }
        // What is asked about the future is told behind the plan.
        (self.is_due, self.snapshot_is_due) = (false, self.query.looks_ahead());
        let outcome = self.outcome();
        let kept = self.told.as_ref().map_or(0, |told| same_rows(told, &outcome));
        let (jobs, decisions) = rows_from(&outcome.jobs, &outcome.decisions, kept);
        let (nodes, metrics) = (outcome.nodes.clone(), outcome.metrics);
        self.told = Some(outcome);
        let snapshot = self.answer();
        self.seen = Some(snapshot.clone());
        Some(BatchUpdate { kept: kept as u32, jobs, decisions, nodes, metrics, snapshot })
    }

    fn snapshot(&mut self, jobs: usize) -> Answer<BatchSnapshot> {
        if self.is_due || !self.simulation.is_done() {
            return Answer::Nothing;
        }
        if self.snapshot_is_due {
            self.snapshot_is_due = false;
            if self.query.looks_ahead() {
                self.look_ahead();
            } else {
                self.forget_questions();
            }
        } else if self.ahead.is_done() {
            return Answer::Nothing;
        } else if !self.ahead.advance(jobs) {
            return Answer::Working;
        }
        let seen = self.seen.take().unwrap_or_else(|| self.answer());
        let answer = BatchSnapshot { when: self.ahead.when(), cost: self.ahead.cost(), ..seen.clone() };
        self.seen = (!self.ahead.is_done()).then_some(seen);
        Answer::Ready(answer)
    }

    fn metrics(&self) -> BatchMetrics {
        BatchMetrics::of(self.scenario.nodes, self.booked(), self.simulation.decisions())
    }

    fn explain(&mut self, id: RequestId) -> Option<Verdict> {
        let row = self.jobs.row_of(id)?;
        let (jobs, decisions, policy) = (self.booked(), self.simulation.decisions(), self.scenario.policy);
        let mut verdict = batch_verdict(jobs, decisions, policy, row);
        if jobs.first_node[row] != NONE {
            let nodes = self.simulation.nodes(self.scenario.nodes, jobs);
            verdict.sentences.extend(who_had_them(jobs, decisions, &nodes, policy, row));
        }
        Some(verdict)
    }

    fn verify(&self) -> Verification {
        if !self.simulation.is_done() {
            return Verification::default();
        }
        verify_cluster(&self.scenario, &self.outcome())
    }
}

/// Rows at the begin of two plans that are the same, nodes aside.
fn same_rows(one: &BatchOutcome, other: &BatchOutcome) -> usize {
    let rows = one.jobs.len().min(other.jobs.len());
    let decided = |plan: &BatchOutcome, row: usize| {
        let d = &plan.decisions;
        let times = (d.start[row], d.end[row], d.promised[row], d.shadow[row]);
        (times, d.how[row], d.head[row], d.extra[row], d.retries[row], d.operations[row], d.offered(row).copied())
    };
    let differs = |row: &usize| {
        let row = *row;
        one.jobs.id[row] != other.jobs.id[row]
            || one.jobs.row(row) != other.jobs.row(row)
            || decided(one, row) != decided(other, row)
    };
    (0..rows).find(differs).unwrap_or(rows)
}
