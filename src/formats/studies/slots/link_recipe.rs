//! The wire format of a plan in slots without its market, and of what is seen of it: part of links of all versions. These types belong to the format
//! alone. Fields and variants are identified by their order: do not reorder, remove or change anything. What is new is a new form in `link.rs`.

use crate::link_parts::{AxisUnit, BarColours, ByNumber, Layout, View, WireTime, bounded, numbered};
use crate::same_fields::{Written, same_fields};
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::request::Request;
use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead_engine::slots::workload::{Edits, Generator, Range, Source, Workload};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The recipe.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireSlots {
    machine_nodes: u32,
    slot_seconds: u32,
    source: WireSource,
    #[serde(deserialize_with = "bounded")]
    edits: Vec<WireEdit>,
    planner: WirePlanner,
    shift: ByNumber<ShiftRule>,
}

#[derive(Serialize, Deserialize)]
enum WireSource {
    Requests(Columns),
    Generator(WireGenerator),
}

/// Requests as columns of small numbers: a column of like numbers deflates far better than rows of mixed ones. All arithmetic wraps, so
/// that any numbers survive and none can overflow.
#[derive(Serialize, Deserialize)]
struct Columns {
    /// Each user less the one before (0 before the first).
    #[serde(deserialize_with = "bounded")]
    user: Vec<i32>,
    /// Each submission less the one before.
    #[serde(deserialize_with = "bounded")]
    submitted: Vec<i32>,
    /// Earliest start less submission.
    #[serde(deserialize_with = "bounded")]
    book_ahead: Vec<u32>,
    /// Latest less earliest start; less the duration where `relax_less_duration` says so.
    #[serde(deserialize_with = "bounded")]
    relax: Vec<i32>,
    /// Imported logs allow a relax time that follows the duration: the column is then constant.
    relax_less_duration: bool,
    #[serde(deserialize_with = "bounded")]
    duration: Vec<u32>,
    #[serde(deserialize_with = "bounded")]
    nodes: Vec<u32>,
    #[serde(deserialize_with = "bounded")]
    jobs: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
struct WireGenerator {
    seed: u64,
    requests: u32,
    arrivals_per_slot: f64,
    duration: WireRange,
    book_ahead: WireRange,
    relax: WireRange,
    flexible_percent: u32,
    nodes: WireRange,
    jobs: WireRange,
}

#[derive(Serialize, Deserialize)]
struct WireRange {
    min: u32,
    max: u32,
}

same_fields! {
    WireGenerator = Generator {
        seed, requests, arrivals_per_slot, duration, book_ahead, relax, flexible_percent, nodes, jobs,
    }
    WireRange = Range { min, max }
}

#[derive(Serialize, Deserialize)]
struct WireEdit {
    id: u32,
    change: Option<WireRequest>,
}

#[derive(Serialize, Deserialize)]
struct WireRequest {
    user: u32,
    submitted: u32,
    book_ahead: u32,
    relax: u32,
    duration: u32,
    nodes: u32,
    jobs: u32,
}

#[derive(Serialize, Deserialize)]
pub(super) enum WirePlanner {
    Rigid,
    FirstFit,
    FirstFitPhysical,
    FcfsEds,
    FcfsLrh,
}

/// What is seen of it.
#[derive(Serialize, Deserialize)]
pub(crate) struct WireView {
    time: Option<WireTime>,
    selected: Option<u32>,
    layout: ByNumber<Layout>,
    axis: ByNumber<AxisUnit>,
}

numbered! {
    ShiftRule { Hold = 0, Release = 1 }
    // Which charts are shown.
    Layout { Stacked = 0, Logical = 1, Physical = 2 }
    // What bars are coloured by.
    BarColours { Fitting = 0, Request = 1, Class = 2 }
}

impl WireSlots {
    /// The wire form of a scenario whose edits are already folded; it does not hold the market.
    pub(crate) fn new(scenario: &SlotsScenario) -> Self {
        let source = match &scenario.workload.source {
            Source::Requests(requests) => WireSource::Requests(Columns::of(requests)),
            Source::Generator(generator) => WireSource::Generator(Written::of(*generator)),
        };
        let edits = scenario.workload.edits.0.iter();
        Self {
            machine_nodes: scenario.machine.nodes,
            slot_seconds: scenario.machine.slot_seconds,
            source,
            edits: edits.map(|(&id, change)| WireEdit { id, change: change.as_ref().map(WireRequest::of) }).collect(),
            planner: scenario.policy.planner.into(),
            shift: ByNumber(scenario.policy.shift),
        }
    }

    /// What the wire form stands for, unchecked; `None` if it cannot be the work of the encoder (columns of different length, an edit
    /// given twice).
    pub(crate) fn into_scenario(self) -> Option<SlotsScenario> {
        let source = match self.source {
            WireSource::Requests(columns) => Source::Requests(Arc::new(columns.into_requests()?)),
            WireSource::Generator(generator) => Source::Generator(generator.value()),
        };
        let count = self.edits.len();
        let edits =
            self.edits.into_iter().map(|edit| (edit.id, edit.change.map(WireRequest::into_request))).collect::<Edits<Request>>();
        if edits.0.len() != count {
            return None;
        }
        Some(SlotsScenario {
            machine: Machine { nodes: self.machine_nodes, slot_seconds: self.slot_seconds, start: None },
            workload: Workload { source, edits },
            policy: Policy { planner: self.planner.into(), shift: self.shift.0, ..Policy::default() },
            market: None,
            tariff: Tariff::default(),
        })
    }
}

impl From<PlannerKind> for WirePlanner {
    fn from(planner: PlannerKind) -> Self {
        match planner {
            PlannerKind::Rigid => Self::Rigid,
            PlannerKind::FirstFit => Self::FirstFit,
            PlannerKind::FirstFitPhysical => Self::FirstFitPhysical,
            PlannerKind::FcfsEds => Self::FcfsEds,
            PlannerKind::FcfsLrh => Self::FcfsLrh,
            // The next of kin; forms 4 to 6 of version 3 say which planner it is.
            PlannerKind::Osp | PlannerKind::Overlapping => Self::FirstFit,
            PlannerKind::OspEds | PlannerKind::Replan(_) => Self::FcfsEds,
        }
    }
}

impl From<WirePlanner> for PlannerKind {
    fn from(planner: WirePlanner) -> Self {
        match planner {
            WirePlanner::Rigid => Self::Rigid,
            WirePlanner::FirstFit => Self::FirstFit,
            WirePlanner::FirstFitPhysical => Self::FirstFitPhysical,
            WirePlanner::FcfsEds => Self::FcfsEds,
            WirePlanner::FcfsLrh => Self::FcfsLrh,
        }
    }
}

impl Columns {
    fn of(requests: &[Request]) -> Self {
        let column = |field: fn(&Request) -> u32| requests.iter().map(field).collect::<Vec<u32>>();
        let relax: Vec<i32> = requests.iter().map(|r| r.latest_start.wrapping_sub(r.earliest_start) as i32).collect();
        let less: Vec<i32> = relax.iter().zip(requests).map(|(relax, r)| relax.wrapping_sub(r.duration as i32)).collect();
        let relax_less_duration = changes(&less) < changes(&relax);
        Self {
            user: differences(requests.iter().map(|r| r.user)),
            submitted: differences(requests.iter().map(|r| r.submitted)),
            book_ahead: column(|r| r.earliest_start.wrapping_sub(r.submitted)),
            relax: if relax_less_duration { less } else { relax },
            relax_less_duration,
            duration: column(|r| r.duration),
            nodes: column(|r| r.nodes),
            jobs: column(|r| r.jobs),
        }
    }

    fn into_requests(self) -> Option<Vec<Request>> {
        let len = self.user.len();
        let lengths =
            [self.submitted.len(), self.book_ahead.len(), self.relax.len(), self.duration.len(), self.nodes.len(), self.jobs.len()];
        if lengths.iter().any(|&other| other != len) {
            return None;
        }
        let mut requests = Vec::with_capacity(len);
        let (mut user, mut submitted) = (0_u32, 0_u32);
        for i in 0..len {
            user = user.wrapping_add(self.user[i] as u32);
            submitted = submitted.wrapping_add(self.submitted[i] as u32);
            let duration = self.duration[i];
            let relax = (self.relax[i] as u32).wrapping_add(if self.relax_less_duration { duration } else { 0 });
            let earliest_start = submitted.wrapping_add(self.book_ahead[i]);
            requests.push(Request {
                user,
                submitted,
                earliest_start,
                latest_start: earliest_start.wrapping_add(relax),
                duration,
                nodes: self.nodes[i],
                jobs: self.jobs[i],
            });
        }
        Some(requests)
    }
}

/// How often a column changes from one row to the next: what it costs, roughly, once deflated.
fn changes(column: &[i32]) -> usize {
    column.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

fn differences(values: impl Iterator<Item = u32>) -> Vec<i32> {
    let mut before = 0;
    let difference = |value: u32| value.wrapping_sub(std::mem::replace(&mut before, value)) as i32;
    values.map(difference).collect()
}

impl WireRequest {
    fn of(request: &Request) -> Self {
        Self {
            user: request.user,
            submitted: request.submitted,
            book_ahead: request.earliest_start.wrapping_sub(request.submitted),
            relax: request.latest_start.wrapping_sub(request.earliest_start),
            duration: request.duration,
            nodes: request.nodes,
            jobs: request.jobs,
        }
    }

    fn into_request(self) -> Request {
        let earliest_start = self.submitted.wrapping_add(self.book_ahead);
        Request {
            user: self.user,
            submitted: self.submitted,
            earliest_start,
            latest_start: earliest_start.wrapping_add(self.relax),
            duration: self.duration,
            nodes: self.nodes,
            jobs: self.jobs,
        }
    }
}

impl From<&View> for WireView {
    fn from(view: &View) -> Self {
        Self { time: Written::of(view.time), selected: view.selected, layout: ByNumber(view.layout), axis: ByNumber(view.axis) }
    }
}

impl WireView {
    /// Puts what is seen into a view.
    pub(crate) fn put_into(self, view: &mut View) {
        view.time = self.time.value();
        (view.selected, view.layout, view.axis) = (self.selected, self.layout.0, self.axis.0);
    }
}
