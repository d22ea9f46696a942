//! The model and its reducer.

use super::action::{Action, HistoryAction, RequestEdit, ScenarioEdit, ViewAction};
use crate::engine::Scenario;
use crate::engine::request::Request;
use crate::engine::workload::RequestId;
use crate::share::{Shared, View};
use std::rc::Rc;

/// Steps that can be undone.
const HISTORY_STEPS: usize = 200;

/// What the page knows by itself: choices, not results.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The scenario as last recorded.
    pub scenario: Rc<Scenario>,
    /// What is on screen.
    pub view: View,
    /// A drag in progress.
    pub draft: Option<Draft>,
    past: Vec<Step>,
    future: Vec<Step>,
    last_set: Option<RequestId>,
}

/// A request as the drag in progress would make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draft {
    /// Which request; a number beyond the existing ones is a new one.
    pub id: RequestId,
    /// What it would become.
    pub request: Request,
}

/// A scenario to go back to, with what was selected then.
#[derive(Clone, Debug, PartialEq)]
struct Step {
    scenario: Rc<Scenario>,
    view: View,
}

impl Model {
    /// A model that starts with a scenario and nothing to undo.
    pub fn new(shared: Shared) -> Self {
        let Shared { scenario, view } = shared;
        Self { scenario: Rc::new(scenario), view, draft: None, past: Vec::new(), future: Vec::new(), last_set: None }
    }

    /// The scenario that is to be planned: the recorded one with the drag in progress applied.
    pub fn effective(&self) -> Rc<Scenario> {
        match self.draft {
            None => Rc::clone(&self.scenario),
            Some(Draft { id, request }) => {
                let workload = self.scenario.workload.with_edit(id, Some(request));
                Rc::new(Scenario { workload, ..(*self.scenario).clone() })
            }
        }
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// What a link to the present state holds.
    pub fn shared(&self) -> Shared {
        Shared { scenario: (*self.scenario).clone(), view: self.view }
    }

    /// The model after an action.
    pub fn reduce(&self, action: Action) -> Self {
        let mut next = self.clone();
        if !matches!(action, Action::Request(RequestEdit::Set { .. }) | Action::View(ViewAction::Time(_))) {
            next.last_set = None;
        }
        match action {
            Action::Scenario(edit) => next.edit_scenario(edit),
            Action::Request(edit) => next.edit_request(edit),
            Action::View(action) => next.change_view(action),
            Action::History(action) => next.travel(action),
        }
        next
    }

    fn edit_scenario(&mut self, edit: ScenarioEdit) {
        self.draft = None;
        let mut scenario = (*self.scenario).clone();
        let mut view = self.view;
        match edit {
            ScenarioEdit::Open(shared) => Shared { scenario, view } = *shared,
            ScenarioEdit::Workload(title, machine, workload) => {
                scenario.title = title;
                scenario.machine = machine;
                scenario.workload = workload;
                (view.selected, view.time) = (None, None);
            }
            ScenarioEdit::Machine(machine) => scenario.machine = machine,
            ScenarioEdit::Policy(policy) => scenario.policy = policy,
            ScenarioEdit::Title(title) => scenario.title = title,
        }
        self.record(scenario);
        self.view = view;
    }

    fn edit_request(&mut self, edit: RequestEdit) {
        match edit {
            RequestEdit::Draft(id, request) => {
                self.draft = Some(Draft { id, request });
                self.view.selected = Some(id);
            }
            RequestEdit::Cancel => {
                if let Some(draft) = self.draft.take()
                    && draft.id >= self.scenario.workload.next_id()
                {
                    self.view.selected = None;
                }
            }
            RequestEdit::Commit => {
                if let Some(Draft { id, request }) = self.draft.take() {
                    self.record_request(id, Some(request), false);
                }
            }
            RequestEdit::Set { id, request, merge } => {
                self.draft = None;
                let merge = merge && self.last_set == Some(id);
                self.record_request(id, Some(request), merge);
                self.last_set = Some(id);
                self.view.selected = Some(id);
            }
            RequestEdit::Remove(id) => {
                self.draft = None;
                self.record_request(id, None, false);
                self.view.selected = self.view.selected.filter(|selected| *selected != id);
            }
        }
    }

    fn record_request(&mut self, id: RequestId, change: Option<Request>, merge: bool) {
        let workload = self.scenario.workload.with_edit(id, change);
        let scenario = Scenario { workload, ..(*self.scenario).clone() };
        if merge {
            self.scenario = Rc::new(scenario);
        } else {
            self.record(scenario);
        }
    }

    /// Makes `scenario` the present one and the former one a step to go back to; nothing happens if they are the same.
    fn record(&mut self, scenario: Scenario) {
        if scenario == *self.scenario {
            return;
        }
        if self.past.len() == HISTORY_STEPS {
            self.past.remove(0);
        }
        self.past.push(Step { scenario: Rc::clone(&self.scenario), view: self.view });
        self.future.clear();
        self.scenario = Rc::new(scenario);
    }

    fn change_view(&mut self, action: ViewAction) {
        match action {
            ViewAction::Time(time) => self.view.time = time,
            ViewAction::Select(selected) => self.view.selected = selected,
            ViewAction::Layout(layout) => self.view.layout = layout,
            ViewAction::Axis(axis) => self.view.axis = axis,
        }
    }

    fn travel(&mut self, action: HistoryAction) {
        self.draft = None;
        let (from, to) = match action {
            HistoryAction::Undo => (&mut self.past, &mut self.future),
            HistoryAction::Redo => (&mut self.future, &mut self.past),
        };
        if let Some(step) = from.pop() {
            to.push(Step { scenario: Rc::clone(&self.scenario), view: self.view });
            self.scenario = step.scenario;
            // The zoom stays unless another workload comes back; the selection goes to what the step was about.
            self.view = View { time: self.view.time, layout: self.view.layout, axis: self.view.axis, ..step.view };
        }
    }
}
