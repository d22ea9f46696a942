//! The parts of a workspace that are edited by dragging, nudging and typing: what one reducer needs to know of each.

use super::workspace::Workspace;
use crate::engine::core::edits::RequestId;
use crate::engine::idle::{IdleRequest, IdleScenario};
use crate::engine::slots::request::Request;
use crate::engine::slots::revenue::Market;
use crate::engine::slots::scenario::SlotsScenario;
use crate::formats::link::View;
use std::rc::Rc;
use std::sync::Arc;

/// What the drag in progress would make.
#[derive(Clone, Debug, PartialEq)]
pub enum Draft {
    /// Of a request of the plan in slots; a number beyond the existing ones is a new one.
    Request(RequestId, Request),
    /// Of the market.
    Market(Rc<Market>),
    /// Of a request to the named servers; a number beyond the existing ones is a new one.
    Idle(RequestId, IdleRequest),
}

/// What a change was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A request of the plan in slots.
    Request(RequestId),
    /// The market.
    Market,
    /// A request to the named servers.
    Idle(RequestId),
}

impl Draft {
    /// The workspace with the drag applied.
    pub fn applied(&self, workspace: &Workspace) -> Workspace {
        match self {
            Self::Request(id, request) => request.put(workspace, *id),
            Self::Market(market) => (**market).clone().put(workspace, ()),
            Self::Idle(id, request) => request.put(workspace, *id),
        }
    }
}

/// Something of a workspace that is edited as one value.
pub trait Part: Sized {
    /// Says which of several it is.
    type Id: Copy;

    /// Whether the workspace has a place for it.
    fn is_there(workspace: &Workspace) -> bool;
    /// Whether there is none of this number yet.
    fn is_new(workspace: &Workspace, id: Self::Id) -> bool;
    /// As the drag in progress.
    fn into_draft(self, id: Self::Id) -> Draft;
    /// From the drag in progress, if it is of this kind.
    fn of_draft(draft: Draft) -> Option<(Self::Id, Self)>;
    /// For telling whether two changes are about the same thing.
    fn subject(id: Self::Id) -> Subject;
    /// The workspace with it.
    fn put(self, workspace: &Workspace, id: Self::Id) -> Workspace;
    /// The workspace without it.
    fn remove(workspace: &Workspace, id: Self::Id) -> Workspace;
    /// Selects it.
    fn select(view: &mut View, id: Self::Id);
    /// Selects it when a drag begins or goes on.
    fn select_dragged(view: &mut View, id: Self::Id, is_new: bool);
    /// Selects nothing if it was selected.
    fn deselect(view: &mut View, id: Self::Id);
}

fn with_request(workspace: &Workspace, id: RequestId, change: Option<Request>) -> Workspace {
    let workload = workspace.slots.workload.with_edit(id, change);
    Workspace { slots: SlotsScenario { workload, ..workspace.slots.clone() }, ..workspace.clone() }
}

impl Part for Request {
    type Id = RequestId;

    fn is_there(_: &Workspace) -> bool {
        true
    }

    fn is_new(workspace: &Workspace, id: RequestId) -> bool {
        id >= workspace.slots.workload.next_id()
    }

    fn into_draft(self, id: RequestId) -> Draft {
        Draft::Request(id, self)
    }

    fn of_draft(draft: Draft) -> Option<(RequestId, Self)> {
        if let Draft::Request(id, request) = draft { Some((id, request)) } else { None }
    }

    fn subject(id: RequestId) -> Subject {
        Subject::Request(id)
    }

    fn put(self, workspace: &Workspace, id: RequestId) -> Workspace {
        with_request(workspace, id, Some(self))
    }

    fn remove(workspace: &Workspace, id: RequestId) -> Workspace {
        with_request(workspace, id, None)
    }

    fn select(view: &mut View, id: RequestId) {
        view.selected = Some(id);
    }

    fn select_dragged(view: &mut View, id: RequestId, _: bool) {
        view.selected = Some(id);
    }

    fn deselect(view: &mut View, id: RequestId) {
        view.selected = view.selected.filter(|selected| *selected != id);
    }
}

fn with_idle_request(workspace: &Workspace, id: RequestId, change: Option<IdleRequest>) -> Workspace {
    let edited =
        |idle: &Arc<IdleScenario>| Arc::new(IdleScenario { workload: idle.workload.with_edit(id, change), ..(**idle).clone() });
    Workspace { idle: workspace.idle.as_ref().map(edited), ..workspace.clone() }
}

impl Part for IdleRequest {
    type Id = RequestId;

    fn is_there(workspace: &Workspace) -> bool {
        workspace.idle.is_some()
    }

    fn is_new(workspace: &Workspace, id: RequestId) -> bool {
        workspace.idle.as_ref().is_some_and(|idle| id >= idle.workload.next_id())
    }

    fn into_draft(self, id: RequestId) -> Draft {
        Draft::Idle(id, self)
    }

    fn of_draft(draft: Draft) -> Option<(RequestId, Self)> {
        if let Draft::Idle(id, request) = draft { Some((id, request)) } else { None }
    }

    fn subject(id: RequestId) -> Subject {
        Subject::Idle(id)
    }

    fn put(self, workspace: &Workspace, id: RequestId) -> Workspace {
        with_idle_request(workspace, id, Some(self))
    }

    fn remove(workspace: &Workspace, id: RequestId) -> Workspace {
        with_idle_request(workspace, id, None)
    }

    fn select(view: &mut View, id: RequestId) {
        view.geometry.selected = Some(id);
    }

    fn select_dragged(view: &mut View, id: RequestId, is_new: bool) {
        // Dragging another job does not take the eye off the selected one.
        if is_new || view.geometry.selected.is_none() {
            view.geometry.selected = Some(id);
        }
    }

    fn deselect(view: &mut View, id: RequestId) {
        view.geometry.selected = view.geometry.selected.filter(|selected| *selected != id);
    }
}

fn with_market(workspace: &Workspace, market: Option<Market>) -> Workspace {
    Workspace { slots: SlotsScenario { market, ..workspace.slots.clone() }, ..workspace.clone() }
}

impl Part for Market {
    type Id = ();

    fn is_there(_: &Workspace) -> bool {
        true
    }

    fn is_new(_: &Workspace, (): ()) -> bool {
        false
    }

    fn into_draft(self, (): ()) -> Draft {
        Draft::Market(Rc::new(self))
    }

    fn of_draft(draft: Draft) -> Option<((), Self)> {
        if let Draft::Market(market) = draft { Some(((), (*market).clone())) } else { None }
    }

    fn subject((): ()) -> Subject {
        Subject::Market
    }

    fn put(self, workspace: &Workspace, (): ()) -> Workspace {
        with_market(workspace, Some(self))
    }

    fn remove(workspace: &Workspace, (): ()) -> Workspace {
        with_market(workspace, None)
    }

    fn select(_: &mut View, (): ()) {}

    fn select_dragged(_: &mut View, (): (), _: bool) {}

    fn deselect(_: &mut View, (): ()) {}
}
