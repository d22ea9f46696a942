//! The studies that files, links and results know: the only file of this layer with a `match` over them. Each system has a folder of its own with an
//! implementation of `System`; a new one is declared here and gets an arm in each `match`.

pub mod cluster;
pub mod idle;
pub mod slots;
mod system;
pub mod workflow;

use crate::json_parts::{Fields, FileContent, Object, Source, write_lines};
use crate::link_parts::{AxisUnit, Packer, Panel, Seen, TimeWindow, Unpacker, View};
use crate::plan_rows::{Machine, TakenJob};
use crate::provenance::Provenance;
use bookahead_engine::batch::{BatchOutcome, BatchScenario};
use bookahead_engine::core::edits::RequestId;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::verification::Verification;
use bookahead_engine::idle::{IdleOutcome, IdleScenario};
use bookahead_engine::slots::scenario::SlotsScenario;
use bookahead_engine::study::{AnyRun, StudyKind, StudyOutcome};
use bookahead_engine::workflow::{WorkflowOutcome, WorkflowScenario};
use bookahead_engine::{Outcome, Scenario, Study};
use cluster::Cluster;
use idle::Idle;
use serde::Serialize;
use slots::Slots;
use std::io;
use system::{Linked, StudyFile, System, checked};
use workflow::Workflow;

/// An expression in which `$system` stands for a system.
macro_rules! in_system {
    ($system:ident, $is:ident, $does:expr) => {{
        type $system = $is;
        $does
    }};
}

/// A match over the studies, or over values of theirs, whose arms are all the same but for `$system`: what implements [`System`].
macro_rules! each {
    ($kind:expr, $system:ident => $does:expr) => {
        match $kind {
            StudyKind::Slots => in_system!($system, Slots, $does),
            StudyKind::Idle => in_system!($system, Idle, $does),
            StudyKind::Cluster => in_system!($system, Cluster, $does),
            StudyKind::Workflow => in_system!($system, Workflow, $does),
        }
    };
    ($of:ident, $value:expr, $system:ident, $it:ident => $does:expr) => {
        match $value {
            $of::Slots($it) => in_system!($system, Slots, $does),
            $of::Idle($it) => in_system!($system, Idle, $does),
            $of::Cluster($it) => in_system!($system, Cluster, $does),
            $of::Workflow($it) => in_system!($system, Workflow, $does),
        }
    };
}

/// The study of files of version 1, which do not name it.
pub(crate) const OF_VERSION_1: StudyKind = StudyKind::Slots;
/// What is said to somebody who names it in a file of version 2.
pub(crate) const VERSION_1_HINT: &str = "a plan in slots is a file of version 1";

/// Reads the file of a study.
pub(crate) fn read_file<S: Source>(kind: StudyKind, source: &S) -> Result<FileContent, S::Error> {
    fn read<T: System, S: Source>(source: &S) -> Result<FileContent, S::Error> {
        let Object(file) = source.value::<Object<T::File>>()?;
        Ok(file.content()?)
    }
    each!(kind, T => read::<T, S>(source))
}

/// The text of a scenario file.
pub(crate) fn file_text(Scenario { title, study }: &Scenario) -> String {
    each!(Study, study, T, recipe => <T as System>::File::text(title, recipe))
}

/// The form of the bytes of a study and of what is seen of it in a link: the oldest that can hold both. Above 1 for what versions 1 and 2 cannot hold
/// either: a step, a comparison of policies, the size of an experiment, names of requests, the date of the first slot.
pub(crate) fn link_form(study: &Study, view: &View) -> u32 {
    each!(Study, study, T, recipe => T::form_of(recipe, view))
}

/// The newest form of the bytes of a study in a link.
pub(crate) fn newest_link_form(kind: StudyKind) -> u32 {
    each!(kind, T => T::LINK_FORM)
}

/// The bytes of a study whose edits are already folded, for a link.
pub(crate) fn pack(study: &Study, form: u32) -> postcard::Result<Vec<u8>> {
    let mut pieces = Packer::new(form);
    each!(Study, study, T, recipe => T::pack(recipe, &mut pieces));
    pieces.bytes()
}

/// What bytes of a link stand for, unchecked; `None` if they cannot be the work of an encoder.
pub(crate) fn unpack(kind: StudyKind, form: u32, bytes: &[u8]) -> Option<Study> {
    Unpacker::whole(form, bytes, |pieces| each!(kind, T => T::unpack(pieces).map(Study::from)))
}

/// The bytes of what is seen of a study, for a link.
pub(crate) fn pack_view(kind: StudyKind, view: &View, form: u32) -> postcard::Result<Vec<u8>> {
    let mut pieces = Packer::new(form);
    each!(kind, T => T::pack_view(view, &mut pieces));
    pieces.bytes()
}

/// Puts what bytes of a link stand for into a view, unchecked; `None` if they cannot be the work of an encoder.
pub(crate) fn unpack_view(kind: StudyKind, form: u32, bytes: &[u8], view: &mut View) -> Option<()> {
    Unpacker::whole(form, bytes, |pieces| each!(kind, T => T::unpack_view(pieces, view)))
}

/// Checks what a view says of all studies: links of version 2 hold what is seen of two.
///
/// # Errors
/// The first thing out of range.
pub(crate) fn check_views(view: &View, place: &FieldPath) -> Result<(), ScenarioError> {
    StudyKind::ALL.into_iter().try_for_each(|kind| each!(kind, T => T::check_view(view, place)))
}

/// Has the selection follow its request when the edits are written into a given list.
pub(crate) fn fold_view(study: &Study, view: &mut View) {
    each!(Study, study, T, recipe => T::fold_view(recipe, view));
}

impl View {
    /// How a scenario that comes without a view is first shown.
    pub fn first(scenario: &Scenario) -> Self {
        Self { panel: Panel::Study(scenario.study.kind()), axis: AxisUnit::first(&scenario.study), ..Self::default() }
    }

    /// What is seen of a study. Steps of workflows are those of one mapping.
    pub fn seen(&mut self, kind: StudyKind) -> Seen<'_> {
        let Self { selected, time, step, geometry, cluster, workflow, .. } = self;
        match kind {
            StudyKind::Slots => Seen { selected, time: Some(time), step: Some(step) },
            StudyKind::Idle => {
                Seen { selected: &mut geometry.selected, time: Some(&mut geometry.time), step: Some(&mut geometry.step) }
            }
            StudyKind::Cluster => {
                Seen { selected: &mut cluster.selected, time: Some(&mut cluster.time), step: Some(&mut cluster.step) }
            }
            StudyKind::Workflow => Seen { selected: &mut workflow.selected, time: Some(&mut workflow.time), step: None },
        }
    }

    /// The request of a study that is selected.
    pub fn selected_in(mut self, kind: StudyKind) -> Option<RequestId> {
        *self.seen(kind).selected
    }

    /// Time on screen of a study; `None` for all of it.
    pub fn time_in(mut self, kind: StudyKind) -> Option<TimeWindow> {
        *self.seen(kind).time?
    }

    /// How many requests are decided in what is seen of a study; `None` for the whole plan.
    pub fn step_in(mut self, kind: StudyKind) -> Option<u32> {
        *self.seen(kind).step?
    }
}

impl AxisUnit {
    /// The unit in which a study is first seen: clock time if it knows the date of its first slot.
    pub fn first(study: &Study) -> Self {
        if study.start().is_some() { Self::Clock } else { Self::Slots }
    }
}

impl Provenance {
    /// That of a study.
    pub fn of(study: &Study) -> Self {
        // The edits are written into the file, so that a request changed by hand and the same request read from a file are one.
        Self::of_file(&file_text(&Scenario { title: String::new(), study: study.clone() }), study.seed())
    }
}

/// A study with a request changed: some of its fields, or all of it gone for `None`.
///
/// # Errors
/// There is no such request, or a field is unknown or out of range; the places are below `place`.
pub fn edited(study: &Study, id: RequestId, fields: Option<&Fields>, place: &FieldPath) -> Result<Study, ScenarioError> {
    let none = || ScenarioError::new(place.field("request"), "the number of no request", "the number of a request");
    macro_rules! with_edit {
        ($scenario:expr, $edit:path) => {{
            let change = fields.map(|fields| $edit($scenario, id, fields, place)?.ok_or_else(none)).transpose()?;
            let mut next = $scenario.clone();
            next.workload = next.workload.with_edit(id, change);
            next.into()
        }};
    }
    let next = match study {
        Study::Slots(slots) => with_edit!(slots, slots::edit::edited),
        Study::Idle(idle) => with_edit!(idle, idle::edit::edited),
        Study::Cluster(cluster) => with_edit!(cluster, cluster::edit::edited),
        Study::Workflow(_) => {
            return Err(ScenarioError::new(place.clone(), "an edit of a task", "an edit of a request or a job"));
        }
    };
    checked(next, place)
}

/// A study with some fields of its policy changed; of named servers that is the strategy.
///
/// # Errors
/// A field is unknown or out of range; the places are below `place`.
pub fn with_policy(study: &Study, fields: &Fields, place: &FieldPath) -> Result<Study, ScenarioError> {
    let next = match study {
        Study::Slots(slots) => slots::edit::with_policy(slots, fields, place)?.into(),
        Study::Idle(idle) => idle::edit::with_policy(idle, fields, place)?.into(),
        Study::Cluster(cluster) => cluster::edit::with_policy(cluster, fields, place)?.into(),
        Study::Workflow(workflow) => workflow::edit::with_policy(workflow, fields, place)?.into(),
    };
    checked(next, place)
}

/// A study and its plan.
pub enum Planned {
    /// In slots.
    Slots(Box<(SlotsScenario, Outcome)>),
    /// On named servers.
    Idle(Box<(IdleScenario, IdleOutcome)>),
    /// On a cluster.
    Cluster(Box<(BatchScenario, BatchOutcome)>),
    /// Of workflows.
    Workflow(Box<(WorkflowScenario, WorkflowOutcome)>),
}

impl Planned {
    /// Plans a study.
    ///
    /// # Errors
    /// The study leads to a workload out of bounds.
    pub fn new(study: Study) -> Result<Self, ScenarioError> {
        fn planned<T: System>(recipe: T::Recipe) -> Result<(T::Recipe, T::Outcome), ScenarioError> {
            let outcome = T::run(&recipe)?;
            Ok((recipe, outcome))
        }
        Ok(match study {
            Study::Slots(slots) => Self::Slots(Box::new(planned::<Slots>(slots)?)),
            Study::Idle(idle) => Self::Idle(Box::new(planned::<Idle>(idle)?)),
            Study::Cluster(cluster) => Self::Cluster(Box::new(planned::<Cluster>(cluster)?)),
            Study::Workflow(workflow) => Self::Workflow(Box::new(planned::<Workflow>(workflow)?)),
        })
    }

    /// The plan of a study out of its run, which has decided every job.
    ///
    /// # Errors
    /// The run is of another study.
    pub fn of_run(study: Study, run: &AnyRun) -> Result<Self, ScenarioError> {
        Ok(match (study, run.outcome()) {
            (Study::Slots(slots), StudyOutcome::Slots(outcome)) => Self::Slots(Box::new((slots, *outcome))),
            (Study::Idle(idle), StudyOutcome::Idle(outcome)) => Self::Idle(Box::new((idle, *outcome))),
            (Study::Cluster(cluster), StudyOutcome::Cluster(outcome)) => Self::Cluster(Box::new((cluster, *outcome))),
            (Study::Workflow(workflow), StudyOutcome::Workflow(outcome)) => Self::Workflow(Box::new((workflow, *outcome))),
            (study, _) => {
                return Err(ScenarioError::new(FieldPath::new("study"), study.kind().key(), "the study that was planned"));
            }
        })
    }

    /// Has the independent checker look at the plan.
    pub fn verify(&self) -> Verification {
        each!(Self, self, T, planned => T::verify(&planned.0, &planned.1))
    }

    /// What the independent checker finds wrong with the plan, in words.
    pub fn violations(&self) -> Vec<String> {
        self.verify().violations
    }

    /// The study.
    pub fn study(&self) -> Study {
        each!(Self, self, T, planned => <T as Linked>::Recipe::clone(&planned.0).into())
    }

    /// From what it was made.
    pub fn provenance(&self) -> Provenance {
        Provenance::of(&self.study())
    }

    /// The plan as it is written, with what the independent checker found wrong with it.
    pub fn report<'a>(&'a self, provenance: &'a Provenance, violations: &'a [String]) -> Report<'a> {
        let plan = match self {
            Self::Slots(planned) => PlanReport::Slots(slots::PlanReport::new(&planned.0, &planned.1, violations)),
            Self::Idle(planned) => PlanReport::Idle(idle::ServersReport::new(&planned.0, &planned.1, violations)),
            Self::Cluster(planned) => PlanReport::Cluster(cluster::ClusterPlanReport::new(&planned.0, &planned.1, violations)),
            Self::Workflow(planned) => PlanReport::Workflow(workflow::WorkflowPlanReport::new(&planned.0, &planned.1, violations)),
        };
        Report { provenance, plan }
    }

    /// The figures of the plan under the names of the report.
    pub(crate) fn figures(&self) -> serde_json::Value {
        // Numbers always have a JSON form.
        match self {
            Self::Slots(planned) => slots::figures(&planned.1),
            Self::Idle(planned) => idle::figures(&planned.1),
            Self::Cluster(planned) => cluster::figures(&planned.1),
            Self::Workflow(planned) => workflow::figures(&planned.1),
        }
        .unwrap_or_default()
    }

    /// The machine as other tools see it.
    pub(crate) fn machine(&self) -> Machine {
        each!(Self, self, T, planned => T::machine(&planned.0))
    }

    /// Calls `found` with every job in arrival order.
    ///
    /// # Errors
    /// Those of `found`.
    pub(crate) fn for_each_job(&self, found: &mut dyn FnMut(TakenJob<'_>) -> io::Result<()>) -> io::Result<()> {
        each!(Self, self, T, planned => T::for_each_job(&planned.0, &planned.1, found))
    }

    /// Writes a line for each job or request, as CSV.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn write_csv(&self, out: &mut impl io::Write) -> io::Result<()> {
        each!(Self, self, T, planned => T::write_csv(out, &planned.0, &planned.1))
    }
}

/// A plan as it is written: from what it was made, its decisions, its figures, and what the independent checker found wrong with it.
#[derive(Serialize)]
pub struct Report<'a> {
    provenance: &'a Provenance,
    #[serde(flatten)]
    plan: PlanReport<'a>,
}

/// What is written of a plan, by system.
#[derive(Serialize)]
#[serde(untagged)]
enum PlanReport<'a> {
    /// In slots.
    Slots(slots::PlanReport<'a>),
    /// On named servers.
    Idle(idle::ServersReport<'a>),
    /// On a cluster.
    Cluster(cluster::ClusterPlanReport<'a>),
    /// Of workflows.
    Workflow(workflow::WorkflowPlanReport<'a>),
}

impl Report<'_> {
    /// Writes the plan as JSON. The same scenario gives the same bytes on every platform.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        write_lines(out, self)
    }
}
