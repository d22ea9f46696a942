//! Workflows at work: follow the edits of their scenario and tell the plan.
//!
//! An edit of one task can change every draw behind it, so that an edit plans everything again.

use super::broker::{Broker, problem, stream};
use super::check::verify_workflow;
use super::explain::task_verdict;
use super::metrics::WorkflowMetrics;
use super::outcome::WorkflowOutcome;
use super::parties::Fate;
use super::policy::{Method, WorkflowPolicy};
use super::scenario::WorkflowScenario;
use super::search::best::BestSearch;
use super::search::recorder::SearchStep;
use super::search::work::Work;
use super::timeline::Timeline;
use super::update::{Curve, RecordedMapping, TaskGap, WorkflowQuery, WorkflowSnapshot, WorkflowUpdate};
use crate::core::edits::RequestId;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::run::{Answer, Progress, StudyRun};
use crate::core::verdict::Verdict;
use crate::core::verification::Verification;

/// Most tasks of an application whose steps are recorded: a step lists all ready tasks.
pub const RECORDED_TASKS: usize = 1_000;
/// Most tasks of an application whose curves of all methods are made.
pub const CURVE_TASKS: usize = 400;

/// What an update may do at once for the steps that are asked for, in tasks: less than a frame. Longer recordings follow.
const RECORDED_AT_ONCE: usize = 2_000;

/// A mapping that is recorded.
#[derive(Debug)]
struct Recording {
    application: u32,
    iteration: u32,
    nodes: Timeline,
    usable: Vec<u32>,
    search: BestSearch,
    steps: Vec<SearchStep>,
    recorded: Option<RecordedMapping>,
}

/// Curves at work.
#[derive(Debug)]
struct CurveWork {
    application: usize,
    nodes: Timeline,
    usable: Vec<u32>,
    search: BestSearch,
    is_begun: bool,
    done: Vec<Curve>,
}

/// Workflows at work.
#[derive(Debug)]
pub struct WorkflowRun {
    broker: Broker,
    query: WorkflowQuery,
    is_due: bool,
    snapshot_is_due: bool,
    recording: Option<Recording>,
    curves: Option<CurveWork>,
}

impl WorkflowRun {
    /// The steps of a mapping of the first application of a scenario, by its place from 0; `None` if it is out of bounds, too large or given up.
    pub fn recorded_mapping(scenario: &WorkflowScenario, mapping: u32) -> Option<RecordedMapping> {
        let mut run = Self::open(scenario.clone()).ok()?;
        run.broker.advance(usize::MAX);
        run.recorded(0, Some(mapping))
    }

    /// The steps of a mapping of an application of a whole plan, the best one for `None`; `None` if it has no mapping or is too large.
    pub fn recorded(&self, application: u32, mapping: Option<u32>) -> Option<RecordedMapping> {
        let mut recording = Recording::of(&self.broker, application, mapping)?;
        recording.advance(&self.broker, &mut Work::endless());
        recording.recorded
    }

    /// The broker at work.
    pub fn broker(&self) -> &Broker {
        &self.broker
    }

    /// The scenario.
    pub fn scenario(&self) -> &WorkflowScenario {
        self.broker.scenario()
    }

    /// The plan as it stands.
    pub fn outcome(&self) -> WorkflowOutcome {
        WorkflowOutcome::of(&self.broker)
    }

    fn answer(&self) -> WorkflowSnapshot {
        let curves = self.curves.as_ref().map(|work| work.done.clone()).unwrap_or_default();
        let recorded = self.recording.as_ref().and_then(|work| work.recorded.clone());
        WorkflowSnapshot { query: self.query, gaps: self.gaps(), recorded, curves }
    }

    /// Where the selected task could run.
    fn gaps(&self) -> Vec<TaskGap> {
        let broker = &self.broker;
        let Some(task) = self.query.selected else { return Vec::new() };
        let Some(at) = broker.application_of(task).filter(|&at| at < broker.served().len()) else { return Vec::new() };
        let own = &broker.prepared()[at];
        // Nothing starts before the user is answered.
        let first = own.start.max(broker.served()[at].broker.answered);
        let places = broker.places();
        // Everything but the task itself; applications that are not reserved take no room, except its own.
        let mut nodes = broker.nodes_before(0);
        for (other, served) in broker.served().iter().enumerate() {
            if served.fate != Fate::Reserved && other != at {
                continue;
            }
            for row in served.first..served.first + served.tasks {
                if row != task {
                    let (node, start) = (places.node[row as usize], places.start[row as usize]);
                    let duration = broker.prepared()[other].dag.duration_on((row - served.first) as usize, node);
                    nodes.block(node as usize, start, start + duration);
                }
            }
        }
        let local = (task - own.first) as usize;
        let ready_on = |node: u32| {
            let ends = own.dag.parents_of(local).iter().zip(own.dag.costs_of(local)).map(|(&parent, &cost)| {
                let row = (own.first + parent) as usize;
                let sent = if places.node[row] == node { 0 } else { cost };
                places.start[row] + own.dag.duration_on(parent as usize, places.node[row]) + sent
            });
            ends.max().unwrap_or(0).max(first)
        };
        let gap = |node: u32| {
            let duration = own.dag.duration_on(local, node);
            let start = nodes.earliest(node as usize, ready_on(node), duration);
            let (from, to) = nodes.gap(node as usize, start);
            TaskGap { node, start, duration, from, to }
        };
        (0..nodes.nodes() as u32).map(gap).collect()
    }

    /// Begins to record the mapping whose steps are asked for.
    fn begin_recording(&mut self) {
        self.recording = self.query.search.and_then(|(application, iteration)| Recording::of(&self.broker, application, iteration));
    }

    /// Goes on to record it; whether there is nothing more to record.
    fn record(&mut self, work: &mut Work) -> bool {
        self.recording.as_mut().is_none_or(|recording| recording.advance(&self.broker, work))
    }

    /// Begins the curves that are asked for, if they are not those that are there.
    fn begin_curves(&mut self) {
        self.curves = None;
        let Some(at) = self.query.curves.map(|at| at as usize) else { return };
        let has_mapping = self.broker.served().get(at).is_some_and(|served| !matches!(served.fate, Fate::NoRoom | Fate::GivenUp));
        if self.broker.prepared().get(at).is_some_and(|own| own.dag.len() <= CURVE_TASKS) && self.broker.is_done() && has_mapping {
            let (nodes, usable) = (self.broker.nodes_before(at), self.broker.usable_for(at));
            let (search, done) = (BestSearch::default(), Vec::new());
            self.curves = Some(CurveWork { application: at, nodes, usable, search, is_begun: false, done });
        }
    }
}

impl Recording {
    /// Nothing is recorded yet; `None` if the application is too large, not served, or was given up.
    fn of(broker: &Broker, application: u32, iteration: Option<u32>) -> Option<Self> {
        let at = application as usize;
        let served = broker.served().get(at)?;
        let own = &broker.prepared()[at];
        let has_mapping = !matches!(served.fate, Fate::NoRoom | Fate::GivenUp);
        if own.dag.len() > RECORDED_TASKS || !broker.is_done() || !has_mapping {
            return None;
        }
        let (nodes, usable) = (broker.nodes_before(at), broker.usable_for(at));
        let iteration = iteration.unwrap_or(served.best).min(served.iterations.saturating_sub(1));
        let mut search = BestSearch::default();
        search.begin(&problem(own, &nodes, &usable), stream(at, served.rounds - 1));
        Some(Self { application, iteration, nodes, usable, search, steps: Vec::new(), recorded: None })
    }

    /// Goes on as long as there is work left; whether the mapping is recorded.
    fn advance(&mut self, broker: &Broker, work: &mut Work) -> bool {
        if self.recorded.is_none() {
            let Self { application, iteration, .. } = *self;
            let problem = problem(&broker.prepared()[application as usize], &self.nodes, &self.usable);
            if self.search.record_on(&problem, &broker.scenario().policy, iteration, &mut self.steps, work) {
                let (steps, delay) = (std::mem::take(&mut self.steps), self.search.recorded().delay);
                self.recorded = Some(RecordedMapping { application, iteration, delay, steps });
            }
        }
        self.recorded.is_some()
    }
}

impl CurveWork {
    /// Goes on as long as there is work left; whether there is more to do.
    fn advance(&mut self, broker: &Broker, work: &mut Work) -> bool {
        let own = &broker.prepared()[self.application];
        let Some(served) = broker.served().get(self.application) else { return false };
        let stream = stream(self.application, served.rounds - 1);
        while work.is_left() {
            let Some(&method) = Method::ALL.get(self.done.len()) else { return false };
            // As many as the broker allowed itself, where its method draws.
            let policy = broker.scenario().policy;
            let iterations = if policy.method.is_drawn() { served.broker.allowed } else { policy.iterations };
            let policy = WorkflowPolicy { method, iterations, ..policy };
            let problem = problem(own, &self.nodes, &self.usable);
            if !std::mem::replace(&mut self.is_begun, true) {
                self.search.begin(&problem, stream);
            }
            self.search.advance(&problem, &policy, work);
            if self.search.is_done(&policy) {
                self.done.push(Curve { method, best: self.search.curve().to_vec() });
                self.is_begun = false;
            }
        }
        self.done.len() < Method::ALL.len()
    }
}

impl StudyRun for WorkflowRun {
    type Scenario = WorkflowScenario;
    type Query = WorkflowQuery;
    type Update = WorkflowUpdate;
    type Snapshot = WorkflowSnapshot;
    type Metrics = WorkflowMetrics;

    fn open(scenario: WorkflowScenario) -> Result<Self, ScenarioError> {
        scenario.check(&FieldPath::new(""))?;
        let broker = Broker::new(scenario);
        let query = WorkflowQuery::default();
        Ok(Self { broker, query, is_due: true, snapshot_is_due: false, recording: None, curves: None })
    }

    fn edit(&mut self, scenario: WorkflowScenario) -> Result<(), ScenarioError> {
        scenario.check(&FieldPath::new(""))?;
        self.broker = Broker::new(scenario);
        (self.is_due, self.recording, self.curves) = (true, None, None);
        Ok(())
    }

    fn query(&mut self, query: WorkflowQuery) {
        let (has_other_search, has_other_curves) = (query.search != self.query.search, query.curves != self.query.curves);
        self.query = query;
        if has_other_search {
            self.begin_recording();
        }
        self.snapshot_is_due = true;
        if has_other_curves {
            self.begin_curves();
        }
    }

    fn advance(&mut self, jobs: usize) -> Progress {
        self.broker.advance(jobs);
        let tasks = self.broker.places().node.len() as u32;
        Progress { decided: self.broker.decided() as u32, jobs: tasks, is_done: self.broker.is_done() }
    }

    /// Applications are taken back as a whole: those that the first `jobs` tasks belong to are left.
    fn rewind(&mut self, jobs: usize) {
        if jobs < self.broker.decided() {
            self.broker = Broker::new(self.broker.scenario().clone());
            (self.recording, self.curves) = (None, None);
            while self.broker.decided() < jobs {
                self.broker.advance(1);
            }
        }
        self.is_due = true;
    }

    fn update(&mut self) -> Option<WorkflowUpdate> {
        if !self.is_due || !self.broker.is_done() {
            return None;
        }
        self.is_due = false;
        self.begin_recording();
        let is_recorded = self.record(&mut Work::of_tasks(RECORDED_AT_ONCE));
        self.begin_curves();
        self.snapshot_is_due = self.curves.is_some() || !is_recorded;
        Some(WorkflowUpdate { plan: self.outcome(), snapshot: self.answer() })
    }

    fn snapshot(&mut self, jobs: usize) -> Answer<WorkflowSnapshot> {
        if !self.snapshot_is_due || self.is_due || !self.broker.is_done() {
            return Answer::Nothing;
        }
        let mut work = Work::of_tasks(jobs);
        if !self.record(&mut work) {
            return Answer::Working;
        }
        self.snapshot_is_due = false;
        if let Some(curves) = &mut self.curves
            && curves.done.len() < Method::ALL.len()
        {
            let before = curves.done.len();
            let is_working = curves.advance(&self.broker, &mut work);
            let is_first = before == 0 && curves.done.is_empty();
            self.snapshot_is_due = is_working;
            if is_working && (curves.done.len() == before || is_first) {
                return Answer::Working;
            }
        }
        Answer::Ready(self.answer())
    }

    fn metrics(&self) -> WorkflowMetrics {
        self.outcome().metrics
    }

    fn explain(&mut self, id: RequestId) -> Option<Verdict> {
        let application = self.broker.application_of(id)?;
        let outcome = self.outcome();
        let served = self.broker.served().get(application).copied();
        let WorkflowScenario { pins, policy, ticks, .. } = self.scenario();
        Some(task_verdict(&outcome, self.broker.applications(), (pins, policy, *ticks), served, id as usize))
    }

    fn verify(&self) -> Verification {
        if !self.broker.is_done() {
            return Verification::default();
        }
        verify_workflow(self.scenario(), &self.outcome())
    }
}
