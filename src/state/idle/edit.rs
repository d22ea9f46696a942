//! How changes by hand become another study of named servers, and what a drag in progress makes of it.

use crate::engine::Study;
use crate::engine::core::edits::RequestId;
use crate::engine::idle::{IdleQuery, IdleRequest, IdleScenario};
use crate::engine::study::StudyKind;
use crate::formats::link::Panel;
use crate::state::{Change, Draft, Item, Model, Subject, Workspace};

/// A request becomes another one, is added, or goes away (`None`).
pub fn idle_change(idle: &IdleScenario, id: RequestId, request: Option<IdleRequest>) -> Change {
    let workload = idle.workload.with_edit(id, request);
    let subject = Subject { kind: StudyKind::Idle, item: Item::Request(id) };
    Change { subject, study: Study::Idle(IdleScenario { workload, ..idle.clone() }) }
}

impl Workspace {
    /// The named servers, if they are open.
    pub fn idle(&self) -> Option<&IdleScenario> {
        self.get(Panel::Study(StudyKind::Idle))?.idle()
    }
}

impl Model {
    /// The named servers as last recorded.
    pub fn idle(&self) -> Option<&IdleScenario> {
        self.workspace.idle()
    }

    /// What is to be seen of the named servers beside their plan.
    pub fn idle_query(&self) -> IdleQuery {
        let tree = self.view.geometry.tree;
        IdleQuery { selected: self.selected_idle(), tree }
    }

    /// The request whose moment is shown.
    pub fn selected_idle(&self) -> Option<RequestId> {
        self.idle()?;
        self.view.geometry.selected
    }

    /// A request to the servers as the drag in progress would make it; `None` if it is not being dragged.
    pub fn drafted_idle(&self, id: RequestId) -> Option<IdleRequest> {
        let of = Subject { kind: StudyKind::Idle, item: Item::Request(id) };
        let Draft { workspace, .. } = self.draft.as_ref().filter(|draft| draft.subject == of)?;
        *workspace.idle()?.workload.edits.0.get(&id)?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Scenario;
    use crate::engine::idle::{IdleWorkload, RequestName, Servers};
    use crate::engine::slots::scenario::scenario_of;
    use crate::formats::link::{Opened, View};
    use crate::state::{Action, Edit, Example, HistoryAction, ScenarioEdit, ViewAction};

    const REQUEST: IdleRequest = IdleRequest { submitted: 5, earliest_start: 12, size: 6, deadline: 30 };

    fn requests(model: &Model) -> IdleWorkload {
        model.effective().idle().unwrap().workload.clone()
    }

    #[test]
    fn a_drag_is_one_step_and_can_be_taken_back() {
        let start = Model::new(Example::find("figure-3-3").unwrap().open());
        let change = |model: &Model, id, request| idle_change(model.idle().unwrap(), id, Some(request));
        let drag = |model: &Model, id, request| model.reduce(Action::Edit(Edit::Draft(change(model, id, request))));
        let undo = |model: &Model| model.reduce(Action::History(HistoryAction::Undo));
        let dragged = IdleRequest { submitted: 0, earliest_start: 16, size: 3, deadline: 20 };
        let mut model = drag(&start, 8, IdleRequest { earliest_start: 15, ..dragged });
        model = drag(&model, 8, dragged);
        assert_eq!((model.drafted_idle(8), model.selected_idle()), (Some(dragged), Some(8)));
        assert_eq!(requests(&model).edits.0.get(&8), Some(&Some(dragged)), "what is planned follows the drag");
        assert!(!model.can_undo());
        let cancelled = model.reduce(Action::Edit(Edit::Cancel));
        assert_eq!(cancelled.effective(), start.effective());
        let done = model.reduce(Action::Edit(Edit::Commit));
        assert!(done.can_undo() && done.draft.is_none());
        assert_eq!(undo(&done).workspace, start.workspace);
        // Keys held down are one step too.
        let mut nudged = start.clone();
        for by in 1..4 {
            let change = change(&nudged, 8, IdleRequest { earliest_start: 17 - by, ..dragged });
            nudged = nudged.reduce(Action::Edit(Edit::Set { change, merge: true }));
        }
        assert_eq!(undo(&nudged).workspace, start.workspace);
        let removed = done.reduce(Action::Edit(Edit::Remove(idle_change(done.idle().unwrap(), 8, None))));
        assert_eq!((removed.selected_idle(), requests(&removed).edits.0.get(&8)), (None, Some(&None)));
        // A new one that is not put down leaves nothing.
        let drawn = drag(&start, 9, dragged).reduce(Action::Edit(Edit::Cancel));
        assert_eq!((drawn.selected_idle(), drawn.effective()), (None, start.effective()));
    }

    #[test]
    fn servers_come_and_go_with_undo_and_in_links() {
        let panel = Panel::Study(StudyKind::Idle);
        let start = Model::new(Opened { scenario: Scenario::new("", scenario_of(2, vec![])), view: View::default(), second: None });
        assert_eq!(start.idle(), None);
        let start = start.reduce(Action::View(ViewAction::Panel(panel)));
        assert_eq!(start.idle(), Example::find("figure-3-3").unwrap().idle().as_ref(), "a new panel shows its example");
        assert!(!start.can_undo());
        let servers = IdleScenario::new(Servers::identical(3, 100, 1), IdleWorkload::of_requests(vec![REQUEST]));
        let with = start.reduce(Action::Scenario(ScenarioEdit::Study(Box::new(Study::Idle(servers)), None)));
        let added = idle_change(with.idle().unwrap(), 1, Some(REQUEST));
        let with = with.reduce(Action::Edit(Edit::Set { change: added, merge: false }));
        let with = with.reduce(Action::Edit(Edit::Remove(idle_change(with.idle().unwrap(), 0, None))));
        let shared = with.shared();
        assert_eq!(shared.view.geometry.selected, Some(1));
        let back = crate::formats::link::decode(&crate::formats::link::encode(&shared)).unwrap();
        let Study::Idle(servers) = back.scenario.study else { panic!("servers") };
        let named = IdleWorkload::of_named(&[(RequestName::whole(2), REQUEST)]);
        assert_eq!(servers.workload, named, "edits are written into the list, and the request keeps its number");
        assert_eq!(back.view.geometry.selected, Some(0), "and the selection follows them");
        let elsewhere = with.reduce(Action::View(ViewAction::Panel(Panel::default())));
        assert_eq!(elsewhere.idle(), with.idle());
        let undone = elsewhere.reduce(Action::History(HistoryAction::Undo));
        assert_eq!((undone.view.panel, undone.idle().unwrap().workload.edits.0.len()), (panel, 1), "what is undone is seen");
        assert_eq!(undone.reduce(Action::History(HistoryAction::Redo)).workspace, with.workspace);
    }
}
