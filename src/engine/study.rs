//! A scenario holds one study: the only place that knows every system. Page, worker, command line, files, links and experiments go through it.

use crate::batch::{BatchOutcome, BatchRun, BatchScenario};
use crate::core::bounds::TITLE_CHARS;
use crate::core::calendar::ClockStart;
use crate::core::columns::{Column, Columns};
use crate::core::edits::RequestId;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::run::{Answer, Progress, Recipe, StudyRun};
use crate::core::verdict::Verdict;
use crate::core::verification::Verification;
use crate::idle::run::IdleRun;
use crate::idle::{IdleOutcome, IdleScenario};
use crate::slots::outcome::{self, Outcome};
use crate::slots::run::SlotsRun;
use crate::slots::scenario::SlotsScenario;
use crate::study_kind::{both, each, recipes, with_kind};
use crate::workflow::{WorkflowOutcome, WorkflowRun, WorkflowScenario};
use serde::{Deserialize, Serialize};

pub use crate::study_kind::StudyKind;
pub use crate::study_messages::{StudyMetrics, StudyQuery, StudySnapshot, StudyUpdate};

/// Everything a run depends on: the only thing that is saved, shared and undone. The same scenario gives the same bytes on every platform.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// A name for people; no effect on the run.
    pub title: String,
    /// What is studied.
    pub study: Study,
}

with_kind!(Study);

/// The recipe of a study, by system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Study {
    /// Advance reservation of identical nodes in slots, with a market or without.
    Slots(SlotsScenario),
    /// Advance reservation of named servers: idle periods.
    Idle(IdleScenario),
    /// Parallel jobs on a cluster: queues and co-allocation.
    Cluster(BatchScenario),
    /// Task graphs: a broker maps them to the nodes of providers.
    Workflow(WorkflowScenario),
}

recipes! {
    /// The plan in slots, if it is one.
    slots: Slots(SlotsScenario)
    /// The named servers, if it is those.
    idle: Idle(IdleScenario)
    /// The cluster, if it is one.
    cluster: Cluster(BatchScenario)
    /// The workflows, if it is those.
    workflow: Workflow(WorkflowScenario)
}

/// The result of a run, by system.
#[derive(Clone, Debug, PartialEq)]
pub enum StudyOutcome {
    /// Of [`Study::Slots`].
    Slots(Box<Outcome>),
    /// Of [`Study::Idle`].
    Idle(Box<IdleOutcome>),
    /// Of [`Study::Cluster`].
    Cluster(Box<BatchOutcome>),
    /// Of [`Study::Workflow`].
    Workflow(Box<WorkflowOutcome>),
}

impl Scenario {
    /// A scenario with a title.
    pub fn new(title: impl Into<String>, study: impl Into<Study>) -> Self {
        Self { title: title.into(), study: study.into() }
    }

    /// Checks everything that does not need the requests to be generated.
    ///
    /// # Errors
    /// The first thing out of range: where, what was found, what is allowed.
    pub fn check(&self) -> Result<(), ScenarioError> {
        let root = FieldPath::new("");
        let chars = self.title.chars().count();
        if chars > TITLE_CHARS {
            let allowed = format!("at most {TITLE_CHARS} characters");
            return Err(ScenarioError::new(root.field("title"), format!("a title of {chars} characters"), allowed));
        }
        match &self.study {
            Study::Slots(slots) => slots.check(&root),
            Study::Idle(idle) => idle.check(&root.field("servers")),
            Study::Cluster(cluster) => cluster.check(&root),
            Study::Workflow(workflow) => workflow.check(&root),
        }
    }

    /// Runs the scenario from start to end.
    ///
    /// ```
    /// use bookahead_engine::{Request, Scenario, slots::scenario::scenario_of, study::StudyOutcome};
    /// let job = Request { user: 1, submitted: 0, earliest_start: 2, latest_start: 4, duration: 3, nodes: 1, jobs: 1 };
    /// let StudyOutcome::Slots(outcome) = Scenario::new("two jobs", scenario_of(1, vec![job, job])).run()? else { panic!() };
    /// assert_eq!((outcome.metrics.accepted, &outcome.decisions.start[..1]), (1, &[2][..]));
    /// # Ok::<(), bookahead_engine::ScenarioError>(())
    /// ```
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn run(&self) -> Result<StudyOutcome, ScenarioError> {
        self.check()?;
        Ok(match &self.study {
            Study::Slots(slots) => StudyOutcome::Slots(Box::new(outcome::run(slots)?)),
            Study::Idle(idle) => StudyOutcome::Idle(Box::new(idle.run()?)),
            Study::Cluster(cluster) => StudyOutcome::Cluster(Box::new(cluster.run()?)),
            Study::Workflow(workflow) => StudyOutcome::Workflow(Box::new(workflow.run()?)),
        })
    }

    /// The same scenario with the edits written into a given list of requests; numbers of requests may change.
    #[must_use]
    pub fn folded(&self) -> Self {
        let study = each!(Study, &self.study, recipe => recipe.folded().into());
        Self { title: self.title.clone(), study }
    }
}

impl Study {
    /// Number of requests that are given one by one; 0 where they are generated.
    pub fn given_requests(&self) -> usize {
        each!(Self, self, recipe => recipe.given_requests())
    }

    /// About how many decisions a run takes, revenue management included: what decides where it is planned.
    pub fn size(&self) -> usize {
        each!(Self, self, recipe => Recipe::size(recipe))
    }

    /// Whether a run of one can go on with the other by [`StudyRun::edit`]: the same system and the same source of requests.
    pub fn has_source_of(&self, other: &Self) -> bool {
        both!(Self, Self, (self, other), (one, other) => one.has_source_of(other), _ => false)
    }

    /// The same study without its list of requests, which whoever has them already need not be sent.
    #[must_use]
    pub fn without_list(mut self) -> Self {
        each!(Self, &mut self, recipe => recipe.leave_out_list());
        self
    }

    /// The number the next added request gets.
    pub fn next_request(&self) -> RequestId {
        each!(Self, self, recipe => recipe.next_request())
    }

    /// The date and time of the first slot, tick or second, if it has one.
    pub fn start(&self) -> Option<ClockStart> {
        each!(Self, self, recipe => Recipe::start(recipe))
    }

    /// The seed, where requests are drawn at random.
    pub fn seed(&self) -> Option<u64> {
        each!(Self, self, recipe => recipe.seed())
    }

    /// The seed of the policy, where it draws something at random itself.
    pub fn policy_seed(&self) -> Option<u64> {
        each!(Self, self, recipe => recipe.policy_seed())
    }

    /// The name of the policy that decides.
    pub fn policy_name(&self) -> String {
        each!(Self, self, recipe => recipe.policy_name())
    }

    /// The same study under every policy of its system, with the policy's name.
    pub fn policies(&self) -> Vec<(String, Self)> {
        each!(Self, self, recipe => recipe.policies().into_iter().map(|(name, recipe)| (name, recipe.into())).collect())
    }

    /// Whether there is nothing in it: no request and no recipe for any.
    pub fn is_empty(&self) -> bool {
        each!(Self, self, recipe => recipe.is_empty())
    }
}

impl Columns for Study {
    fn columns(&mut self) -> Vec<Column<'_>> {
        each!(Self, self, recipe => recipe.list_columns())
    }
}

/// A study at work, by system.
#[derive(Debug)]
pub enum AnyRun {
    /// Of [`Study::Slots`].
    Slots(Box<SlotsRun>),
    /// Of [`Study::Idle`].
    Idle(Box<IdleRun>),
    /// Of [`Study::Cluster`].
    Cluster(Box<BatchRun>),
    /// Of [`Study::Workflow`].
    Workflow(Box<WorkflowRun>),
}

impl AnyRun {
    /// The plan as [`Scenario::run`] makes it, once every job is decided.
    pub fn outcome(&self) -> StudyOutcome {
        match self {
            Self::Slots(run) => StudyOutcome::Slots(Box::new(outcome::Outcome::of(run.session()))),
            Self::Idle(run) => StudyOutcome::Idle(Box::new(run.outcome())),
            Self::Cluster(run) => StudyOutcome::Cluster(Box::new(run.outcome())),
            Self::Workflow(run) => StudyOutcome::Workflow(Box::new(run.outcome())),
        }
    }
}

impl StudyRun for AnyRun {
    type Scenario = Study;
    type Query = StudyQuery;
    type Update = StudyUpdate;
    type Snapshot = StudySnapshot;
    type Metrics = StudyMetrics;

    fn open(study: Study) -> Result<Self, ScenarioError> {
        Ok(match study {
            Study::Slots(slots) => Self::Slots(Box::new(SlotsRun::open(slots)?)),
            Study::Idle(idle) => Self::Idle(Box::new(IdleRun::open(idle)?)),
            Study::Cluster(cluster) => Self::Cluster(Box::new(BatchRun::open(cluster)?)),
            Study::Workflow(workflow) => Self::Workflow(Box::new(WorkflowRun::open(workflow)?)),
        })
    }

    fn edit(&mut self, study: Study) -> Result<(), ScenarioError> {
        both!(Self, Study, (self, study), (run, recipe) => run.edit(recipe), (_, study) => Err(other_study(&study)))
    }

    fn query(&mut self, query: StudyQuery) {
        // About another study: there is nothing of it to be seen here.
        both!(Self, StudyQuery, (self, query), (run, query) => run.query(query), _ => {})
    }

    fn advance(&mut self, jobs: usize) -> Progress {
        each!(Self, self, run => run.advance(jobs))
    }

    fn rewind(&mut self, jobs: usize) {
        each!(Self, self, run => run.rewind(jobs))
    }

    fn update(&mut self) -> Option<StudyUpdate> {
        match self {
            Self::Slots(run) => run.update().map(StudyUpdate::Slots),
            Self::Idle(run) => run.update().map(Box::new).map(StudyUpdate::Idle),
            Self::Cluster(run) => run.update().map(Box::new).map(StudyUpdate::Cluster),
            Self::Workflow(run) => run.update().map(Box::new).map(StudyUpdate::Workflow),
        }
    }

    fn snapshot(&mut self, jobs: usize) -> Answer<StudySnapshot> {
        match self {
            Self::Slots(run) => run.snapshot(jobs).map(StudySnapshot::Slots),
            Self::Idle(run) => run.snapshot(jobs).map(|snapshot| StudySnapshot::Idle(Box::new(snapshot))),
            Self::Cluster(run) => run.snapshot(jobs).map(|snapshot| StudySnapshot::Cluster(Box::new(snapshot))),
            Self::Workflow(run) => run.snapshot(jobs).map(|snapshot| StudySnapshot::Workflow(Box::new(snapshot))),
        }
    }

    fn metrics(&self) -> StudyMetrics {
        match self {
            Self::Slots(run) => StudyMetrics::Slots(run.metrics()),
            Self::Idle(run) => StudyMetrics::Idle(Box::new(run.metrics())),
            Self::Cluster(run) => StudyMetrics::Cluster(run.metrics()),
            Self::Workflow(run) => StudyMetrics::Workflow(run.metrics()),
        }
    }

    fn explain(&mut self, id: RequestId) -> Option<Verdict> {
        each!(Self, self, run => run.explain(id))
    }

    fn verify(&self) -> Verification {
        each!(Self, self, run => run.verify())
    }
}

/// An error that names a study of another system.
pub(crate) fn other_study(study: &Study) -> ScenarioError {
    ScenarioError::new(FieldPath::new("study"), study.kind().key(), "the study that was opened")
}
