//! All actions on the model, by area.

use crate::engine::idle::{IdleRequest, IdleRequestId, IdleScenario};
use crate::engine::slots::request::Request;
use crate::engine::slots::revenue::Market;
use crate::engine::slots::scenario::{Machine, Policy};
use crate::engine::slots::workload::{RequestId, Workload};
use crate::formats::link::{AxisUnit, BarColours, Geometry, Layout, Panel, Shared, TimeWindow};
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
    Open(Box<Shared>),
    /// Another workload on a machine that fits it, under a name of its own.
    Workload(String, Machine, Workload),
    /// Another machine.
    Machine(Machine),
    /// Another planner or shift rule.
    Policy(Policy),
    /// Another name.
    Title(String),
    /// Other servers, another strategy, workload or switch; `None` does away with them.
    Servers(Option<Arc<IdleScenario>>),
}

/// A change of one request.
#[derive(Clone, Debug)]
pub enum RequestEdit {
    /// A drag goes on: the plan follows, nothing is recorded yet.
    Draft(RequestId, Request),
    /// The drag ends: what it led to becomes one undo step.
    Commit,
    /// The drag is taken back.
    Cancel,
    /// A finished change in one go. `merge` joins it with the previous step if that was a change of the same request (a key held
    /// down is one step).
    Set {
        /// Which request; a number beyond the existing ones adds it.
        id: RequestId,
        /// What it becomes.
        request: Request,
        /// Whether to join the previous step.
        merge: bool,
    },
    /// The request goes away.
    Remove(RequestId),
}

/// A change of one request to the servers. Where the requests are those of the slot plan nothing happens: change those, see
/// [`timed`](super::timed).
#[derive(Clone, Copy, Debug)]
pub enum IdleEdit {
    /// A drag goes on: every plane follows, nothing is recorded yet.
    Draft(IdleRequestId, IdleRequest),
    /// The drag ends: what it led to becomes one undo step.
    Commit,
    /// The drag is taken back.
    Cancel,
    /// A finished change in one go. `merge` joins it with the previous step if that was a change of the same request.
    Set {
        /// Which request; a number beyond the existing ones adds it.
        id: IdleRequestId,
        /// What it becomes.
        request: IdleRequest,
        /// Whether to join the previous step.
        merge: bool,
    },
    /// The request goes away.
    Remove(IdleRequestId),
}

/// A change of the market.
#[derive(Clone, Debug)]
pub enum MarketEdit {
    /// A drag goes on: plan and curves follow, nothing is recorded yet.
    Draft(Market),
    /// The drag ends: what it led to becomes one undo step.
    Commit,
    /// The drag is taken back.
    Cancel,
    /// A finished change in one go. `merge` joins it with the previous step if that was a change of the market too (a key held down is
    /// one step).
    Set {
        /// What it becomes; `None` does away with it.
        market: Option<Market>,
        /// Whether to join the previous step.
        merge: bool,
    },
}

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
