//! The messages between page and engine: commands one way, replies the other.
//!
//! Page and worker are of the same build, so the engine's types travel as they are; links and files, which outlive a build, have their own.
//! Every message is encoded by serde and postcard, except for its long columns of numbers, which it lists by [`Message::columns`].

use super::columns::{Column, Message};
use super::look_message::LookMessage;
use super::plan_pieces::PlanOutline;
use super::servers_plan::ServersUpdate;
use crate::engine::experiment::{Found, Options};
use crate::engine::idle::{IdleScenario, IdleSource};
use crate::engine::slots::metrics::Metrics;
use crate::engine::slots::patch::{NodeChange, PlanPatch};
use crate::engine::slots::request::Request;
use crate::engine::slots::revenue::Market;
use crate::engine::slots::scenario::{Machine, Policy};
use crate::engine::slots::workload::{Edits, Generator, RequestId, Source};
use crate::state::MoneyPart;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Page to engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Plan a scenario; a newer one replaces an older one.
    Plan {
        /// Number of the command; counts up.
        rev: u32,
        /// Whether the page holds no plan that could be patched.
        is_whole: bool,
        /// First slot after what is on screen.
        visible: u32,
        /// The scenario.
        plan: Box<PlanMessage>,
    },
    /// Look at something else of the servers planned last.
    Look {
        /// Number of the command, counted with those that plan.
        rev: u32,
        /// What is to be seen.
        look: LookMessage,
    },
    /// Read a workload log.
    ReadLog {
        /// The file, as it is.
        file: Vec<u8>,
    },
    /// Turn the log read last into requests.
    ShapeLog(ShapeMessage),
    /// Forget the log, or stop reading it.
    DropLog,
    /// Do a unit of an experiment.
    Unit {
        /// The experiment's name.
        experiment: String,
        /// Its size.
        options: Options,
        /// Which unit.
        index: u32,
    },
}

impl Message for Command {
    fn columns(&mut self) -> Vec<Column<'_>> {
        match self {
            Self::Plan { plan, .. } => match &mut plan.source {
                Some(SourceMessage::Requests(requests)) => vec![Column::Requests(requests)],
                _ => Vec::new(),
            },
            Self::ReadLog { file } => vec![Column::Bytes(file)],
            Self::Look { .. } | Self::ShapeLog(_) | Self::DropLog | Self::Unit { .. } => Vec::new(),
        }
    }
}

/// Engine to page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The worker listens.
    Ready,
    /// Planning goes on.
    Progress {
        /// Which command.
        rev: u32,
        /// Jobs decided.
        decided: u32,
        /// Jobs in all.
        jobs: u32,
    },
    /// A whole plan follows, in pieces.
    PlanOutline {
        /// Which command.
        rev: u32,
        /// How long its columns are, and what is no column.
        outline: PlanOutline,
    },
    /// The next numbers of that plan. Pieces are small, so that the page can do other things between them.
    PlanPiece {
        /// Which command.
        rev: u32,
        /// The numbers.
        numbers: Vec<u32>,
    },
    /// A plan is ready: the one whose pieces came, or a change of the plan before.
    Planned {
        /// Which command.
        rev: u32,
        /// Number of this plan; counts up.
        plan_number: u32,
        /// What changed; `None` if the plan is a new one, whose pieces have come.
        change: Option<Box<PlanChange>>,
        /// Its figures, or `None` while only what is visible is planned anew.
        figures: Option<PlanFigures>,
    },
    /// A part of a plan's money.
    Money {
        /// Which command.
        rev: u32,
        /// The part.
        part: Box<MoneyPart>,
    },
    /// What changed in the plan of the servers.
    Servers {
        /// Which command.
        rev: u32,
        /// The change.
        update: Box<ServersUpdate>,
    },
    /// The scenario is out of bounds.
    Invalid {
        /// Which command.
        rev: u32,
        /// Place, what was found, what is allowed.
        message: String,
    },
    /// Reading a log goes on.
    LogProgress {
        /// Bytes read.
        read: u64,
        /// Bytes in all.
        total: u64,
        /// Jobs found.
        jobs: u32,
    },
    /// The log is read, or cannot be.
    LogRead(Result<LogMessage, String>),
    /// The log as requests, or why it cannot be.
    LogShaped(Result<ShapedMessage, String>),
    /// Share of the unit that is done.
    UnitShare(f64),
    /// What the unit found, or why it cannot be done.
    UnitDone(u32, Result<Found, String>),
}

impl Message for Reply {
    fn columns(&mut self) -> Vec<Column<'_>> {
        match self {
            Self::PlanPiece { numbers, .. } => vec![Column::U32(numbers)],
            Self::Planned { change: Some(change), .. } => {
                let PlanPatch { start, first_start, nodes, .. } = &mut change.patch;
                let mut columns = vec![start, first_start];
                match nodes {
                    NodeChange::All(ids) => columns.push(ids),
                    NodeChange::Some { jobs, ids } => columns.extend([jobs, ids]),
                }
                columns.into_iter().map(Column::U32).collect()
            }
            Self::Money { part, .. } => {
                let run = part.run.iter_mut().flat_map(|run| run.used.iter_mut().chain(&mut run.lost));
                std::iter::once(Column::U64(&mut part.report.per_slot)).chain(run.map(Column::U32)).collect()
            }
            Self::Servers { update, .. } => update.columns(),
            Self::UnitDone(_, Ok(Found::Sample(sample))) => sample.series.iter_mut().map(Column::F64).collect(),
            Self::LogShaped(Ok(shaped)) => vec![Column::Requests(&mut shaped.requests)],
            Self::Ready
            | Self::Progress { .. }
            | Self::PlanOutline { .. }
            | Self::Planned { change: None, .. }
            | Self::Invalid { .. }
            | Self::LogProgress { .. }
            | Self::LogRead(_)
            | Self::LogShaped(Err(_))
            | Self::UnitShare(_)
            | Self::UnitDone(..) => Vec::new(),
        }
    }
}

/// A scenario that is to be planned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanMessage {
    /// Where the requests come from; left out while it is what was sent last.
    pub source: Option<SourceMessage>,
    /// Changes to them.
    pub edits: Vec<(RequestId, Option<Request>)>,
    /// The machine.
    pub machine: Machine,
    /// The policy.
    pub policy: Policy,
    /// The market.
    pub market: Option<Market>,
    /// The servers.
    pub servers: Option<ServersMessage>,
    /// Whether the market's money is wanted as well, once it is planned.
    pub with_money: bool,
}

/// The servers of a scenario, and what is to be seen of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ServersMessage {
    /// The recipe; a given list that the worker has already is left out.
    pub scenario: IdleScenario,
    /// Whether a given list was left out.
    pub is_list_known: bool,
    /// What is to be seen.
    pub look: LookMessage,
}

impl ServersMessage {
    /// What is sent of a recipe to a worker that knows another, or none yet.
    pub fn new(scenario: &IdleScenario, known: Option<&IdleScenario>, look: LookMessage) -> Self {
        let source = |scenario: &IdleScenario| match &scenario.workload.source {
            IdleSource::Requests(list) => Some(Arc::clone(list)),
            _ => None,
        };
        let is_list_known = match (source(scenario), known.and_then(source)) {
            (Some(list), Some(known)) => Arc::ptr_eq(&list, &known) || list == known,
            _ => false,
        };
        let mut scenario = scenario.clone();
        if is_list_known {
            scenario.workload.source = IdleSource::Requests(Arc::default());
        }
        Self { scenario, is_list_known, look }
    }
}

/// [`Source`] in a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SourceMessage {
    /// Given requests.
    Requests(Arc<Vec<Request>>),
    /// A generator.
    Generator(Generator),
}

impl From<&Source> for SourceMessage {
    fn from(source: &Source) -> Self {
        match source {
            Source::Requests(requests) => Self::Requests(Arc::clone(requests)),
            Source::Generator(generator) => Self::Generator(*generator),
        }
    }
}

impl From<SourceMessage> for Source {
    fn from(message: SourceMessage) -> Self {
        match message {
            SourceMessage::Requests(requests) => Self::Requests(requests),
            SourceMessage::Generator(generator) => Self::Generator(generator),
        }
    }
}

impl PlanMessage {
    /// The edits as the engine wants them.
    pub fn edits(&self) -> Edits<Request> {
        self.edits.iter().copied().collect()
    }
}

/// Figures of a finished plan.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanFigures {
    /// Figures of the plan.
    pub metrics: Metrics,
    /// Jobs decided anew for it; the others were kept from the plan before.
    pub jobs_planned: u32,
}

/// What changed in a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanChange {
    /// Number of the plan that the patch changes.
    pub base: u32,
    /// The change.
    pub patch: PlanPatch,
}

/// What was found in a workload log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogMessage {
    /// The machine's name, as the log's header gives it.
    pub computer: Option<String>,
    /// Its nodes, as the header gives them.
    pub machine_nodes: Option<u32>,
    /// Jobs read.
    pub jobs: u32,
    /// Lines that could not be read.
    pub problems: LineList,
}

/// Lines of a log with what is wrong in them; only the first are listed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LineList {
    /// Line number and what is wrong.
    pub first: Vec<(u32, String)>,
    /// How many there are.
    pub total: u32,
}

/// How a log's jobs become requests; see [`crate::formats::swf::SwfOptions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShapeMessage {
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

/// A log as requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ShapedMessage {
    /// The machine.
    pub machine: Machine,
    /// The requests.
    pub requests: Arc<Vec<Request>>,
    /// Jobs without a usable time or number of processors.
    pub skipped: LineList,
    /// Jobs larger than the machine, left out.
    pub oversize_skipped: u32,
    /// Jobs larger than the machine, cut to its size.
    pub oversize_clipped: u32,
}
