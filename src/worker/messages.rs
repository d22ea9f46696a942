//! The messages between page and engine. One protocol for everything an engine does: open, edit, query and cancel one way; progress, update, snapshot and
//! failed the other.
//!
//! Page and worker are of the same build, so the engine's types travel as they are; links and files, which outlive a build, have their own.
//! Every message is encoded by serde and postcard, except for its long columns of numbers, which it lists ([`Columns`]).

use crate::engine::batch::scheduler::Scheduler;
use crate::engine::core::columns::{Column, Columns};
use crate::engine::core::compare::PlanComparison;
use crate::engine::core::compared::{Beside, PolicyRow};
use crate::engine::core::verification::Verification;
use crate::engine::study::{Study, StudyKind, StudyQuery, StudySnapshot, StudyUpdate};
use crate::formats::plan_files::PlanFile;
use crate::papers::batch::ClusterInput;
use crate::papers::experiment::{Options, UnitResult};
use serde::{Deserialize, Serialize};

/// Page to engine. Commands are numbered; the replies to one carry its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Begin on something, instead of anything of its kind before.
    Open(u32, Work),
    /// Go on with another scenario that has the same source of requests; a list of requests is left out.
    Edit(u32, Box<Study>, StudyQuery),
    /// What stands beside the study of a system from its next command on: a plan to compare with, a table of all policies. Lists of requests are
    /// left out.
    Beside(StudyKind, Box<Beside<Study>>),
    /// Tell something else about what is open.
    Query(u32, Query),
    /// Stop the work of a kind, and forget what came of it.
    Cancel(WorkKind),
}

/// What an engine works on. Of each kind one at a time, and of studies one of each system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Work {
    /// Plan a study; then what is to be seen of it.
    Study(Box<Study>, StudyQuery),
    /// Plan a study and write the plan as a file.
    File(Box<Study>, PlanFile),
    /// Plan a study and have the independent checker look at the plan.
    Check(Box<Study>),
    /// Read a workload log: the file, as it is.
    Log(Vec<u8>),
    /// Keep the jobs of a log for the units of experiments that follow.
    Jobs(Box<ClusterInput>),
    /// Do a unit of an experiment.
    Unit {
        /// The experiment's name.
        experiment: String,
        /// Its size.
        options: Options,
        /// Which unit.
        index: u32,
        /// Whether the jobs are those that were sent before, not drawn ones.
        on_log: bool,
    },
}

/// The kinds of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WorkKind {
    /// Planning a study.
    Study(StudyKind),
    /// Writing a plan as a file, or checking it.
    File,
    /// Reading a log.
    Log,
    /// A unit of an experiment.
    Unit,
}

/// What is to be told about something that is open.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Query {
    /// What is to be seen of a study from now on.
    Study(StudyQuery),
    /// The log as requests.
    Log(ShapeMessage),
}

/// How long an engine at work may say nothing, in milliseconds: it stops after each small piece of work.
pub const SILENCE_MS: u32 = 5_000;

/// Engine to page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The engine listens.
    Ready,
    /// Work goes on.
    Progress(u32, Progress),
    /// What became of it, or what changed in it.
    Update(u32, Update),
    /// What was asked for beside it.
    Snapshot(u32, Snapshot),
    /// It cannot be done: place, what was found, what is allowed. An engine that could not plan a study has forgotten it.
    Failed(u32, WorkKind, String),
    /// Work goes on; the next word comes within so many milliseconds.
    Busy(u32),
    /// So many messages came in, and all that they asked for is done.
    Rest(u32),
}

/// How far work has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Which work.
    pub kind: WorkKind,
    /// Share that is done, 0 to 1.
    pub share: f64,
    /// Whether everything that a command about a study asked for is done: its last reply.
    pub is_done: bool,
    /// Jobs decided, or found in the log.
    pub jobs: u32,
}

/// What became of work, or what changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Update {
    /// A part of what changed in a plan.
    Study(StudyUpdate),
    /// The file.
    File(Vec<u8>),
    /// What the checker looked at and found.
    Check(Verification),
    /// A part of what changed in the plan that a study is compared with; more follows.
    Other(StudyUpdate),
    /// The last of what changed in both plans, and their comparison.
    Compared(StudyKind, Box<Compared>),
    /// A part of the table of all policies of a study.
    Policy(StudyKind, PolicyRow),
    /// The log is read.
    Log(LogMessage),
    /// The unit is done.
    Unit(u32, UnitResult),
}

/// Two plans, complete, and their comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Compared {
    /// What changed last in the study's own plan, if anything did.
    pub own: Option<StudyUpdate>,
    /// What changed last in the other plan.
    pub other: Option<StudyUpdate>,
    /// The comparison.
    pub comparison: PlanComparison,
}

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Snapshot {
    /// About a study.
    Study(StudySnapshot),
    /// The log as a study.
    Log(ShapedMessage),
}

impl Columns for Command {
    fn columns(&mut self) -> Vec<Column<'_>> {
        match self {
            Self::Open(_, Work::Study(study, _) | Work::File(study, _) | Work::Check(study)) => study.columns(),
            Self::Open(_, Work::Log(file)) => vec![Column::Bytes(file)],
            Self::Open(_, Work::Jobs(input)) => input.columns(),
            Self::Open(_, Work::Unit { .. }) | Self::Edit(..) | Self::Beside(..) | Self::Query(..) | Self::Cancel(_) => Vec::new(),
        }
    }
}

impl Columns for Reply {
    fn columns(&mut self) -> Vec<Column<'_>> {
        match self {
            Self::Update(_, Update::Study(update) | Update::Other(update)) => update.columns(),
            Self::Update(_, Update::File(bytes)) => vec![Column::Bytes(bytes)],
            Self::Update(_, Update::Compared(_, compared)) => {
                let Compared { own, other, comparison } = &mut **compared;
                let updates = own.iter_mut().chain(other).flat_map(Columns::columns);
                updates.chain(comparison.differences.columns()).collect()
            }
            Self::Update(_, Update::Unit(_, UnitResult::Sample(sample))) => sample.series.iter_mut().map(Column::F64).collect(),
            Self::Snapshot(_, Snapshot::Study(snapshot)) => snapshot.columns(),
            Self::Snapshot(_, Snapshot::Log(shaped)) => shaped.study.columns(),
            Self::Ready | Self::Busy(_) | Self::Rest(_) | Self::Progress(..) | Self::Update(..) | Self::Failed(..) => Vec::new(),
        }
    }
}

/// What was found in a workload log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogMessage {
    /// The machine's name, as the log's header gives it.
    pub computer: Option<String>,
    /// Its processors (its nodes, if nodes are counted), as the header gives them, else those of the largest job.
    pub machine_nodes: Option<u32>,
    /// Jobs read.
    pub jobs: u32,
    /// Lines that could not be read.
    pub problems: LineList,
    /// Whether it is accounting data of a cluster (`sacct`).
    pub is_accounting: bool,
    /// Whether jobs are counted in nodes, not in processors.
    pub counts_nodes: bool,
    /// Steps of jobs that were dropped.
    pub steps: u32,
    /// What else is worth knowing, one sentence each.
    pub notes: Vec<String>,
    /// The partitions, if this is a snapshot of a running machine and no log.
    pub partitions: Option<Vec<String>>,
}

/// Lines of a log with what is wrong in them; only the first are listed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LineList {
    /// Line number and what is wrong.
    pub first: Vec<(u32, String)>,
    /// How many there are.
    pub total: u32,
}

/// What a log's jobs become.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum ShapeMessage {
    /// Requests of a plan in slots.
    Slots(SlotsShape),
    /// Jobs of a cluster.
    Cluster(ClusterShape),
    /// Jobs of an experiment.
    Experiment(ExperimentShape),
    /// A snapshot of a running machine, as a cluster.
    Snapshot(SnapshotShape),
}

/// How a log's jobs become requests in slots; see [`crate::formats::swf::SwfOptions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlotsShape {
    /// Nodes of the machine.
    pub machine_nodes: u32,
    /// Slot length.
    pub slot_seconds: u32,
    /// Slots from submission to earliest start.
    pub book_ahead: u32,
    /// Relax time, fixed part in slots.
    pub relax_slots: u32,
    /// Relax time, part that grows with the duration, in per cent of it.
    pub relax_percent: u32,
    /// Whether jobs larger than the machine are cut to its size instead of left out.
    pub clip: bool,
}

/// How a log's jobs become those of a cluster; see [`crate::formats::studies::cluster::ClusterOptions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClusterShape {
    /// Nodes of the machine.
    pub machine_nodes: u32,
    /// Processors of a node.
    pub processors_per_node: u32,
    /// Who decides.
    pub scheduler: Scheduler,
    /// Share of the jobs that ask for a start, in per cent.
    pub advance_percent: u32,
    /// Seed by which they are drawn.
    pub seed: u64,
    /// Whether jobs larger than the machine are cut to its size instead of left out.
    pub clip: bool,
}

/// How a log's jobs become those of an experiment; see [`crate::formats::studies::cluster::LogChoices`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExperimentShape {
    /// The experiment, by its place in the catalogue.
    pub experiment: u32,
    /// Nodes of the machine, if not those that the experiment or the log says.
    pub machine_nodes: Option<u32>,
    /// Processors of a node, if not those that the experiment or the log says.
    pub processors_per_node: Option<u32>,
}

/// How a snapshot of a running machine becomes a cluster; see [`crate::formats::snapshot::SnapshotOptions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnapshotShape {
    /// The partition, by its place among those of the snapshot; `None` makes all of them one pool.
    pub partition: Option<u32>,
    /// Nodes of the machine, if not those that the snapshot tells.
    pub machine_nodes: Option<u32>,
    /// Who decides.
    pub scheduler: Scheduler,
    /// Whether names of users and jobs are kept.
    pub keeps_names: bool,
}

/// A log as requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShapedMessage {
    /// What is planned: the machine and the requests.
    pub study: Box<Study>,
    /// Jobs without a usable time or number of processors.
    pub skipped: LineList,
    /// Jobs larger than the machine, left out.
    pub oversize_skipped: u32,
    /// Jobs larger than the machine, cut to its size.
    pub oversize_clipped: u32,
    /// What was done to jobs that are used: how many, and what.
    pub notes: Vec<(u32, String)>,
    /// Of a snapshot, the machine and its jobs in a sentence.
    pub summary: String,
    /// Of a snapshot, what was left out and what else is worth knowing, one sentence each.
    pub words: Vec<String>,
}
