//! The studies that files, links and results know: the only file of this layer with a `match` over them. Each system has a folder of its own with an
//! implementation of `System`; a new one is declared here and gets an arm in each `match`.

pub mod cluster;
pub mod idle;
pub mod slots;
mod system;
pub mod workflow;

use crate::json_parts::{Fields, FileContent, Object, Source, write_lines};
use crate::link_parts::{AxisUnit, Packer, Unpacker, View};
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
use system::{System, checked};
use workflow::Workflow;

/// The study of files of version 1, which do not name it.
pub(crate) const OF_VERSION_1: StudyKind = StudyKind::Slots;
/// What is said to somebody who names it in a file of version 2.
pub(crate) const VERSION_1_HINT: &str = "a plan in slots is a file of version 1";

/// Reads the file of a study.
pub(crate) fn read_file<S: Source>(kind: StudyKind, source: &S) -> Result<FileContent, S::Error> {
    fn read<T: System, S: Source>(source: &S) -> Result<FileContent, S::Error> {
        let Object(file) = source.value::<Object<T::File>>()?;
        Ok(T::content(file)?)
    }
    match kind {
        StudyKind::Slots => read::<Slots, S>(source),
        StudyKind::Idle => read::<Idle, S>(source),
        StudyKind::Cluster => read::<Cluster, S>(source),
        StudyKind::Workflow => read::<Workflow, S>(source),
    }
}

/// The text of a scenario file.
pub(crate) fn file_text(Scenario { title, study }: &Scenario) -> String {
    match study {
        Study::Slots(slots) => Slots::file_text(title, slots),
        Study::Idle(idle) => Idle::file_text(title, idle),
        Study::Cluster(cluster) => Cluster::file_text(title, cluster),
        Study::Workflow(workflow) => Workflow::file_text(title, workflow),
    }
}

/// The form of the bytes of a study and of what is seen of it in a link: the oldest that can hold both. Above 1 for what versions 1 and 2 cannot hold
/// either: a step, a comparison of policies, the size of an experiment, names of requests, the date of the first slot.
pub(crate) fn link_form(study: &Study, view: &View) -> u32 {
    match study {
        Study::Slots(slots) => Slots::form_of(slots, view),
        Study::Idle(idle) => Idle::form_of(idle, view),
        Study::Cluster(cluster) => Cluster::form_of(cluster, view),
        Study::Workflow(workflow) => Workflow::form_of(workflow, view),
    }
}

/// The newest form of the bytes of a study in a link.
pub(crate) fn newest_link_form(kind: StudyKind) -> u32 {
    match kind {
        StudyKind::Slots => Slots::LINK_FORM,
        StudyKind::Idle => Idle::LINK_FORM,
        StudyKind::Cluster => Cluster::LINK_FORM,
        StudyKind::Workflow => Workflow::LINK_FORM,
    }
}

/// The bytes of a study whose edits are already folded, for a link.
pub(crate) fn pack(study: &Study, form: u32) -> postcard::Result<Vec<u8>> {
    let mut pieces = Packer::new(form);
    match study {
        Study::Slots(slots) => Slots::pack(slots, &mut pieces),
        Study::Idle(idle) => Idle::pack(idle, &mut pieces),
        Study::Cluster(cluster) => Cluster::pack(cluster, &mut pieces),
        Study::Workflow(workflow) => Workflow::pack(workflow, &mut pieces),
    }
    pieces.bytes()
}

/// What bytes of a link stand for, unchecked; `None` if they cannot be the work of an encoder.
pub(crate) fn unpack(kind: StudyKind, form: u32, bytes: &[u8]) -> Option<Study> {
    Unpacker::whole(form, bytes, |pieces| match kind {
        StudyKind::Slots => Slots::unpack(pieces).map(Study::from),
        StudyKind::Idle => Idle::unpack(pieces).map(Study::from),
        StudyKind::Cluster => Cluster::unpack(pieces).map(Study::from),
        StudyKind::Workflow => Workflow::unpack(pieces).map(Study::from),
    })
}

/// The bytes of what is seen of a study, for a link.
pub(crate) fn pack_view(kind: StudyKind, view: &View, form: u32) -> postcard::Result<Vec<u8>> {
    let mut pieces = Packer::new(form);
    match kind {
        StudyKind::Slots => Slots::pack_view(view, &mut pieces),
        StudyKind::Idle => Idle::pack_view(view, &mut pieces),
        StudyKind::Cluster => Cluster::pack_view(view, &mut pieces),
        StudyKind::Workflow => Workflow::pack_view(view, &mut pieces),
    }
    pieces.bytes()
}

/// Puts what bytes of a link stand for into a view, unchecked; `None` if they cannot be the work of an encoder.
pub(crate) fn unpack_view(kind: StudyKind, form: u32, bytes: &[u8], view: &mut View) -> Option<()> {
    Unpacker::whole(form, bytes, |pieces| match kind {
        StudyKind::Slots => Slots::unpack_view(pieces, view),
        StudyKind::Idle => Idle::unpack_view(pieces, view),
        StudyKind::Cluster => Cluster::unpack_view(pieces, view),
        StudyKind::Workflow => Workflow::unpack_view(pieces, view),
    })
}

/// Checks what a view says of all studies: links of version 2 hold what is seen of two.
///
/// # Errors
/// The first thing out of range.
pub(crate) fn check_views(view: &View, place: &FieldPath) -> Result<(), ScenarioError> {
    StudyKind::ALL.into_iter().try_for_each(|kind| match kind {
        StudyKind::Slots => Slots::check_view(view, place),
        StudyKind::Idle => Idle::check_view(view, place),
        StudyKind::Cluster => Cluster::check_view(view, place),
        StudyKind::Workflow => Workflow::check_view(view, place),
    })
}

/// Has the selection follow its request when the edits are written into a given list.
pub(crate) fn fold_view(study: &Study, view: &mut View) {
    match study {
        Study::Slots(slots) => Slots::fold_view(slots, view),
        Study::Idle(idle) => Idle::fold_view(idle, view),
        Study::Cluster(cluster) => Cluster::fold_view(cluster, view),
        Study::Workflow(workflow) => Workflow::fold_view(workflow, view),
    }
}

impl View {
    /// How a scenario that comes without a view is first shown.
    pub fn first(scenario: &Scenario) -> Self {
        let panel = match scenario.study {
            Study::Slots(_) => Slots::PANEL,
            Study::Idle(_) => Idle::PANEL,
            Study::Cluster(_) => Cluster::PANEL,
            Study::Workflow(_) => Workflow::PANEL,
        };
        Self { panel, axis: AxisUnit::first(&scenario.study), ..Self::default() }
    }
}

impl AxisUnit {
    /// The unit in which a study is first seen: clock time if it knows the date of its first slot.
    pub fn first(study: &Study) -> Self {
        let has_date = match study {
            Study::Slots(slots) => slots.machine.start.is_some(),
            Study::Cluster(cluster) => cluster.start.is_some(),
            Study::Idle(idle) => idle.clock.is_some_and(|clock| clock.start.is_some()),
            Study::Workflow(_) => false,
        };
        if has_date { Self::Clock } else { Self::Slots }
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
    macro_rules! with {
        ($scenario:expr, $edit:path) => {{
            let change = fields.map(|fields| $edit($scenario, id, fields, place)?.ok_or_else(none)).transpose()?;
            let mut next = $scenario.clone();
            next.workload = next.workload.with_edit(id, change);
            next.into()
        }};
    }
    let next = match study {
        Study::Slots(slots) => with!(slots, slots::edit::edited),
        Study::Idle(idle) => with!(idle, idle::edit::edited),
        Study::Cluster(cluster) => with!(cluster, cluster::edit::edited),
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
        Ok(match study {
            Study::Slots(slots) => {
                let outcome = Slots::run(&slots)?;
                Self::Slots(Box::new((slots, outcome)))
            }
            Study::Idle(idle) => {
                let outcome = Idle::run(&idle)?;
                Self::Idle(Box::new((idle, outcome)))
            }
            Study::Cluster(cluster) => {
                let outcome = Cluster::run(&cluster)?;
                Self::Cluster(Box::new((cluster, outcome)))
            }
            Study::Workflow(workflow) => {
                let outcome = Workflow::run(&workflow)?;
                Self::Workflow(Box::new((workflow, outcome)))
            }
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
        match self {
            Self::Slots(planned) => Slots::verify(&planned.0, &planned.1),
            Self::Idle(planned) => Idle::verify(&planned.0, &planned.1),
            Self::Cluster(planned) => Cluster::verify(&planned.0, &planned.1),
            Self::Workflow(planned) => Workflow::verify(&planned.0, &planned.1),
        }
    }

    /// What the independent checker finds wrong with the plan, in words.
    pub fn violations(&self) -> Vec<String> {
        self.verify().violations
    }

    /// The study.
    pub fn study(&self) -> Study {
        match self {
            Self::Slots(planned) => planned.0.clone().into(),
            Self::Idle(planned) => planned.0.clone().into(),
            Self::Cluster(planned) => planned.0.clone().into(),
            Self::Workflow(planned) => planned.0.clone().into(),
        }
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
        match self {
            Self::Slots(planned) => Slots::machine(&planned.0),
            Self::Idle(planned) => Idle::machine(&planned.0),
            Self::Cluster(planned) => Cluster::machine(&planned.0),
            Self::Workflow(planned) => Workflow::machine(&planned.0),
        }
    }

    /// Calls `found` with every job in arrival order.
    ///
    /// # Errors
    /// Those of `found`.
    pub(crate) fn for_each_job(&self, found: &mut dyn FnMut(TakenJob<'_>) -> io::Result<()>) -> io::Result<()> {
        match self {
            Self::Slots(planned) => Slots::for_each_job(&planned.0, &planned.1, found),
            Self::Idle(planned) => Idle::for_each_job(&planned.0, &planned.1, found),
            Self::Cluster(planned) => Cluster::for_each_job(&planned.0, &planned.1, found),
            Self::Workflow(planned) => Workflow::for_each_job(&planned.0, &planned.1, found),
        }
    }

    /// Writes a line for each job or request, as CSV.
    ///
    /// # Errors
    /// Those of `out`.
    pub(crate) fn write_csv(&self, out: &mut impl io::Write) -> io::Result<()> {
        match self {
            Self::Slots(planned) => Slots::write_csv(out, &planned.0, &planned.1),
            Self::Idle(planned) => Idle::write_csv(out, &planned.0, &planned.1),
            Self::Cluster(planned) => Cluster::write_csv(out, &planned.0, &planned.1),
            Self::Workflow(planned) => Workflow::write_csv(out, &planned.0, &planned.1),
        }
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
