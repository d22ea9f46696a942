//! All actions on the model, by area.

use crate::engine::core::edits::RequestId;
use crate::engine::idle::{IdleRequest, IdleScenario};
use crate::engine::slots::request::Request;
use crate::engine::slots::revenue::Market;
use crate::engine::slots::scenario::{Machine, Policy};
use crate::engine::slots::workload::Workload;
use crate::formats::link::{AxisUnit, BarColours, Geometry, Layout, Opened, Panel, TimeWindow};
use std::sync::Arc;

/// Something that happens to the model.
#[derive(Clone, Debug)]
pub enum Action {
    /// A change of the scenario; one undo step.
    Scenario(ScenarioEdit),
    /// A change of one request, by dragging, nudging or typing.
    Request(RequestEdit),
    /// A change of the market, by dragging, nudging or typing.
    Market(MarketEdit),
    /// A change of one request to the servers, by dragging, nudging or typing.
    Idle(IdleEdit),
    /// A change of what is on screen; not undone.
    View(ViewAction),
    /// Undo and redo.
    History(HistoryAction),
}

/// A change of the scenario as a whole.
#[derive(Clone, Debug)]
pub enum ScenarioEdit {
    /// Another scenario takes this one's place, with its own view (an example, a file, a link).
    Open(Box<Opened>),
    /// Another workload on a machine that fits it, under a name of its own.
    Workload(String, Machine, Workload),
    /// Another machine.
    Machine(Machine),
    /// Another planner or shift rule.
    Policy(Policy),
    /// Another name.
    Title(String),
    /// Other named servers, another strategy, workload or switch; `None` does away with them.
    Idle(Option<Arc<IdleScenario>>),
}

/// A change of one thing of type `T`, by dragging, nudging or typing; `Id` says which of several.
#[derive(Clone, Copy, Debug)]
pub enum Edit<Id, T> {
    /// A drag goes on: plans and curves follow, nothing is recorded yet.
    Draft(Id, T),
    /// The drag ends: what it led to becomes one undo step.
    Commit,
    /// The drag is taken back.
    Cancel,
    /// A finished change in one go. `merge` joins it with the previous step if that was a change of the same thing (a key held down is
    /// one step).
    Set {
        /// Which; a number beyond the existing ones adds it.
        id: Id,
        /// What it becomes.
        value: T,
        /// Whether to join the previous step.
        merge: bool,
    },
    /// It goes away.
    Remove(Id),
}

/// A change of one request of the plan in slots.
pub type RequestEdit = Edit<RequestId, Request>;
/// A change of one request to the named servers.
pub type IdleEdit = Edit<RequestId, IdleRequest>;
/// A change of the market.
pub type MarketEdit = Edit<(), Market>;

/// A change of what is on screen.
#[derive(Clone, Debug)]
pub enum ViewAction {
    /// Another stretch of time; `None` shows the whole plan.
    Time(Option<TimeWindow>),
    /// Another selection.
    Select(Option<RequestId>),
    /// Other charts.
    Layout(Layout),
    /// Another unit on the time axis.
    Axis(AxisUnit),
    /// Bars coloured by something else.
    Colours(BarColours),
    /// Another part of the page.
    Panel(Panel),
    /// Something else to be seen of the servers.
    Geometry(Geometry),
    /// Two other neighbouring classes in the laboratory of booking limits; 0 for classes 1 and 2.
    Border(u32),
    /// Another experiment, by its place in the catalogue.
    Experiment(u32),
}

/// Going back and forth in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HistoryAction {
    /// One step back.
    Undo,
    /// One step forth.
    Redo,
}
