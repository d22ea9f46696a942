//! The model and its reducer.

use super::action::{Action, Edit, HistoryAction, ScenarioEdit, ViewAction};
use super::market_edit::fitted;
use super::part::{Draft, Part, Subject};
use super::workspace::Workspace;
use crate::engine::core::edits::RequestId;
use crate::engine::idle::{IdleRequest, IdleScenario};
use crate::engine::slots::request::Request;
use crate::engine::slots::revenue::{Market, Method};
use crate::engine::slots::scenario::SlotsScenario;
use crate::formats::link::{Geometry, Opened, Shared, View};
use std::rc::Rc;
use std::sync::Arc;

/// Steps that can be undone.
const HISTORY_STEPS: usize = 200;

/// What the page knows by itself: choices, not results.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What is worked on, as last recorded.
    pub workspace: Rc<Workspace>,
    /// What is on screen.
    pub view: View,
    /// A drag in progress.
    pub draft: Option<Draft>,
    past: Vec<Step>,
    future: Vec<Step>,
    last_set: Option<Subject>,
}

/// A scenario to go back to, with what was selected then.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    workspace: Rc<Workspace>,
    view: View,
}

impl Model {
    /// A model that starts with what a link held and nothing to undo.
    pub fn new(opened: Opened) -> Self {
        let view = opened.view;
        let workspace = Rc::new(Workspace::of_opened(opened));
        Self { workspace, view, draft: None, past: Vec::new(), future: Vec::new(), last_set: None }
    }

    /// The plan in slots as last recorded.
    pub fn slots(&self) -> &SlotsScenario {
        &self.workspace.slots
    }

    /// The named servers as last recorded.
    pub fn idle(&self) -> Option<&Arc<IdleScenario>> {
        self.workspace.idle.as_ref()
    }

    /// What is to be planned: the recorded workspace with the drag in progress applied.
    pub fn effective(&self) -> Rc<Workspace> {
        match &self.draft {
            None => Rc::clone(&self.workspace),
            Some(draft) => Rc::new(draft.applied(&self.workspace)),
        }
    }

    /// A request as the drag in progress would make it; `None` if it is not being dragged.
    pub fn drafted(&self, id: RequestId) -> Option<Request> {
        match self.draft {
            Some(Draft::Request(dragged, request)) if dragged == id => Some(request),
            _ => None,
        }
    }

    /// The market as it is now, a drag in progress included.
    pub fn market(&self) -> Option<&Market> {
        match &self.draft {
            Some(Draft::Market(market)) => Some(market),
            _ => self.slots().market.as_ref(),
        }
    }

    /// The method that found the limits before they were set by hand; the paper's if that was longer ago than can be undone.
    pub fn method_before_fixed(&self) -> Method {
        let methods = self.past.iter().rev().filter_map(|step| Some(step.workspace.slots.market.as_ref()?.method));
        let classes = self.market().map_or(0, Market::count);
        let fits = |method: &Method| *method != Method::Fixed && (*method != Method::Littlewood || classes == 2);
        methods.into_iter().find(fits).unwrap_or_default()
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// What a link to the present state holds: the scenario that is looked at.
    pub fn shared(&self) -> Shared {
        Shared { scenario: self.workspace.scenario(self.view.panel), view: self.view }
    }

    /// The model after an action.
    pub fn reduce(&self, action: Action) -> Self {
        let mut next = self.clone();
        if !matches!(
            action,
            Action::Request(Edit::Set { .. })
                | Action::Market(Edit::Set { .. })
                | Action::Idle(Edit::Set { .. })
                | Action::View(ViewAction::Time(_) | ViewAction::Geometry(_))
        ) {
            next.last_set = None;
        }
        match action {
            Action::Scenario(edit) => next.edit_scenario(edit),
            Action::Request(edit) => next.edit::<Request>(edit),
            Action::Market(edit) => next.edit::<Market>(edit),
            Action::Idle(edit) => next.edit::<IdleRequest>(edit),
            Action::View(action) => next.change_view(action),
            Action::History(action) => next.travel(action),
        }
        next
    }

    fn edit_scenario(&mut self, edit: ScenarioEdit) {
        self.draft = None;
        let mut workspace = (*self.workspace).clone();
        let mut view = self.view;
        let slots = &mut workspace.slots;
        let fit = |market: Option<Market>, from: u32, to: u32| market.map(|market| fitted(market, from, to));
        match edit {
            ScenarioEdit::Open(opened) => {
                view = opened.view;
                workspace = Workspace::of_opened(*opened);
            }
            ScenarioEdit::Workload(title, machine, workload) => {
                workspace.title = title;
                slots.market = fit(slots.market.take(), slots.machine.nodes, machine.nodes);
                slots.machine = machine;
                slots.workload = workload;
                (view.selected, view.time) = (None, None);
            }
            ScenarioEdit::Machine(machine) => {
                slots.market = fit(slots.market.take(), slots.machine.nodes, machine.nodes);
                slots.machine = machine;
            }
            ScenarioEdit::Policy(policy) => slots.policy = policy,
            ScenarioEdit::Title(title) => workspace.title = title,
            ScenarioEdit::Idle(idle) => {
                let source = |idle: &Option<Arc<IdleScenario>>| idle.as_ref().map(|idle| idle.workload.source.clone());
                if source(&idle) != source(&workspace.idle) {
                    view.geometry = Geometry { plane: view.geometry.plane, other: view.geometry.other, ..Geometry::default() };
                }
                workspace.idle = idle;
            }
        }
        self.record(workspace);
        self.view = view;
    }

    fn edit<P: Part>(&mut self, edit: Edit<P::Id, P>) {
        if !P::is_there(&self.workspace) {
            return;
        }
        match edit {
            Edit::Draft(id, value) => {
                P::select_dragged(&mut self.view, id, P::is_new(&self.workspace, id));
                self.draft = Some(value.into_draft(id));
            }
            Edit::Cancel => {
                if let Some((id, _)) = self.draft.take().and_then(P::of_draft)
                    && P::is_new(&self.workspace, id)
                {
                    P::deselect(&mut self.view, id);
                }
            }
            Edit::Commit => {
                if let Some((id, value)) = self.draft.take().and_then(P::of_draft) {
                    self.record(value.put(&self.workspace, id));
                }
            }
            Edit::Set { id, value, merge } => {
                self.draft = None;
                let workspace = value.put(&self.workspace, id);
                if merge && self.last_set == Some(P::subject(id)) {
                    self.workspace = Rc::new(workspace);
                } else {
                    self.record(workspace);
                }
                self.last_set = Some(P::subject(id));
                P::select(&mut self.view, id);
            }
            Edit::Remove(id) => {
                self.draft = None;
                self.record(P::remove(&self.workspace, id));
                P::deselect(&mut self.view, id);
            }
        }
    }

    /// Makes `workspace` the present one and the former one a step to go back to; nothing happens if they are the same.
    fn record(&mut self, workspace: Workspace) {
        if workspace == *self.workspace {
            return;
        }
        if self.past.len() == HISTORY_STEPS {
            self.past.remove(0);
        }
        self.past.push(Step { workspace: Rc::clone(&self.workspace), view: self.view });
        self.future.clear();
        self.workspace = Rc::new(workspace);
    }

    fn change_view(&mut self, action: ViewAction) {
        match action {
            ViewAction::Time(time) => self.view.time = time,
            ViewAction::Select(selected) => self.view.selected = selected,
            ViewAction::Layout(layout) => self.view.layout = layout,
            ViewAction::Axis(axis) => self.view.axis = axis,
            ViewAction::Colours(colours) => self.view.colours = colours,
            ViewAction::Panel(panel) => self.view.panel = panel,
            ViewAction::Border(border) => self.view.border = border,
            ViewAction::Experiment(experiment) => self.view.experiment = experiment,
            ViewAction::Geometry(geometry) => self.view.geometry = geometry,
        }
    }

    fn travel(&mut self, action: HistoryAction) {
        self.draft = None;
        let (from, to) = match action {
            HistoryAction::Undo => (&mut self.past, &mut self.future),
            HistoryAction::Redo => (&mut self.future, &mut self.past),
        };
        if let Some(step) = from.pop() {
            to.push(Step { workspace: Rc::clone(&self.workspace), view: self.view });
            self.workspace = step.workspace;
            // The zoom stays unless another workload comes back; the selection goes to what the step was about.
            let geometry = Geometry { selected: step.view.geometry.selected, ..self.view.geometry };
            self.view = View { selected: step.view.selected, geometry, ..self.view };
        }
    }
}
