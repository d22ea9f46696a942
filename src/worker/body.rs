//! What page and worker tell each other, without the envelope.
//!
//! Both are of the same build, so the engine's types travel as they are; links and files, which outlive a build, have their own.

use crate::engine::idle::{Comparison, IdleFigures, IdleRequestId, IdleScenario, IdleSource, Strategy, TreeName};
use crate::engine::metrics::Metrics;
use crate::engine::regimes::Regime;
use crate::engine::request::Request;
use crate::engine::revenue::{ClassFigures, Market};
use crate::engine::scenario::{Machine, Policy};
use crate::engine::workload::{Edits, Generator, RequestId, Source};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A scenario that is to be planned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlanBody {
    /// Where the requests come from; left out while it is what was sent last.
    pub source: Option<SourceBody>,
    /// Changes to them.
    pub edits: Vec<(RequestId, Option<Request>)>,
    /// The machine.
    pub machine: Machine,
    /// The policy.
    pub policy: Policy,
    /// The market.
    pub market: Option<Market>,
    /// The servers.
    pub servers: Option<ServersBody>,
    /// Whether the market's money is wanted as well, once it is planned.
    pub with_money: bool,
}

/// The servers of a scenario, and what is to be seen of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ServersBody {
    /// The recipe; a given list that the worker has already is left out.
    pub scenario: IdleScenario,
    /// Whether a given list was left out.
    pub is_list_known: bool,
    /// What is to be seen.
    pub look: LookBody,
}

impl ServersBody {
    /// What is sent of a recipe to a worker that knows another, or none yet.
    pub fn new(scenario: &IdleScenario, known: Option<&IdleScenario>, look: LookBody) -> Self {
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

/// What is to be seen of the servers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookBody {
    /// The request whose moment is shown.
    pub selected: Option<IdleRequestId>,
    /// The strategy to compare with.
    pub other: Option<Strategy>,
    /// The tree that is opened.
    pub tree: Option<TreeName>,
}

/// What a finished plan of the servers says beside its columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ServersPlannedBody {
    /// Rows that stay as they were told; the columns go on from there.
    pub kept: u32,
    /// Figures of the run.
    pub figures: IdleFigures,
    /// The same arrivals under the other strategy, if one was asked for.
    pub comparison: Option<Comparison>,
    /// What the moment beside it shows.
    pub look: LookBody,
    /// What happened where reservations adapt, in order of time: at which request's row, or at which event behind the rows, and a sentence.
    pub happened: Vec<(u32, String)>,
}

/// [`Source`] in a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SourceBody {
    /// Given requests; the list travels beside the message, as numbers.
    Requests(#[serde(skip)] Arc<Vec<Request>>),
    /// A generator.
    Generator(Generator),
}

impl From<&Source> for SourceBody {
    fn from(source: &Source) -> Self {
        match source {
            Source::Requests(requests) => Self::Requests(Arc::clone(requests)),
            Source::Generator(generator) => Self::Generator(*generator),
        }
    }
}

impl From<SourceBody> for Source {
    fn from(body: SourceBody) -> Self {
        match body {
            SourceBody::Requests(requests) => Self::Requests(requests),
            SourceBody::Generator(generator) => Self::Generator(generator),
        }
    }
}

impl PlanBody {
    /// The edits as the engine wants them.
    pub fn edits(&self) -> Edits {
        Edits::of(self.edits.iter().copied())
    }
}

/// What a finished plan says beside its columns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedBody {
    /// Figures of the plan.
    pub metrics: Metrics,
    /// Jobs decided anew for it; the others were kept from the plan before.
    pub jobs_planned: u32,
}

/// What a part of the money says beside its columns ([`super::money::money_columns`]).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoneyBody {
    /// The regime; `None` for the plan itself.
    pub regime: Option<Regime>,
    /// Figures of each class.
    pub classes: Vec<ClassFigures>,
    /// Nested booking limits until the first update; only of the plan itself.
    pub initial: Option<Vec<u32>>,
}

/// What was found in a workload log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogBody {
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

/// How a log's jobs become requests; see [`crate::import::swf::SwfOptions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShapeBody {
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
pub struct ShapedBody {
    /// The machine.
    pub machine: Machine,
    /// The requests; they travel beside the message, as numbers.
    #[serde(skip)]
    pub requests: Arc<Vec<Request>>,
    /// Jobs without a usable time or number of processors.
    pub skipped: LineList,
    /// Jobs larger than the machine, left out.
    pub oversize_skipped: u32,
    /// Jobs larger than the machine, cut to its size.
    pub oversize_clipped: u32,
}
