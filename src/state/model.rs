//! The model and its reducer.

use super::action::{Action, HistoryAction, IdleEdit, MarketEdit, RequestEdit, ScenarioEdit, ViewAction};
use super::market_edit::fitted;
use crate::engine::Scenario;
use crate::engine::idle::{IdleRequest, IdleRequestId, IdleScenario, IdleSource};
use crate::engine::slots::request::Request;
use crate::engine::slots::revenue::{Market, Method};
use crate::engine::slots::workload::RequestId;
use crate::formats::link::{Geometry, Shared, View};
use std::rc::Rc;
use std::sync::Arc;

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
    last_set: Option<Subject>,
}

/// What the drag in progress would make.
#[derive(Clone, Debug, PartialEq)]
pub enum Draft {
    /// Of a request.
    Request {
        /// Which one; a number beyond the existing ones is a new one.
        id: RequestId,
        /// What it would become.
        request: Request,
    },
    /// Of the market.
    Market(Rc<Market>),
    /// Of a request to the servers.
    Idle {
        /// Which one; a number beyond the existing ones is a new one.
        id: IdleRequestId,
        /// What it would become.
        request: IdleRequest,
    },
}

/// What a change was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Request(RequestId),
    Market,
    Idle(IdleRequestId),
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
        match &self.draft {
            None => Rc::clone(&self.scenario),
            Some(Draft::Request { id, request }) => {
                let workload = self.scenario.workload.with_edit(*id, Some(*request));
                Rc::new(Scenario { workload, ..(*self.scenario).clone() })
            }
            Some(Draft::Market(market)) => Rc::new(Scenario { market: Some((**market).clone()), ..(*self.scenario).clone() }),
            Some(Draft::Idle { id, request }) => Rc::new(self.with_idle_edit(*id, Some(*request))),
        }
    }

    /// A request as the drag in progress would make it; `None` if it is not being dragged.
    pub fn drafted(&self, id: RequestId) -> Option<Request> {
        match self.draft {
            Some(Draft::Request { id: dragged, request }) if dragged == id => Some(request),
            _ => None,
        }
    }

    /// The market as it is now, a drag in progress included.
    pub fn market(&self) -> Option<&Market> {
        match &self.draft {
            Some(Draft::Market(market)) => Some(market),
            _ => self.scenario.market.as_ref(),
        }
    }

    /// The method that found the limits before they were set by hand; the paper's if that was longer ago than can be undone.
    pub fn method_before_fixed(&self) -> Method {
        let methods = self.past.iter().rev().filter_map(|step| Some(step.scenario.market.as_ref()?.method));
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

    /// What a link to the present state holds.
    pub fn shared(&self) -> Shared {
        Shared { scenario: (*self.scenario).clone(), view: self.view }
    }

    /// The model after an action.
    pub fn reduce(&self, action: Action) -> Self {
        let mut next = self.clone();
        if !matches!(
            action,
            Action::Request(RequestEdit::Set { .. })
                | Action::Market(MarketEdit::Set { .. })
                | Action::Idle(IdleEdit::Set { .. })
                | Action::View(ViewAction::Time(_) | ViewAction::Geometry(_))
        ) {
            next.last_set = None;
        }
        match action {
            Action::Scenario(edit) => next.edit_scenario(edit),
            Action::Request(edit) => next.edit_request(edit),
            Action::Market(edit) => next.edit_market(edit),
            Action::Idle(edit) => next.edit_idle(edit),
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
                scenario.market = scenario.market.map(|market| fitted(market, scenario.machine.nodes, machine.nodes));
                scenario.machine = machine;
                scenario.workload = workload;
                (view.selected, view.time) = (None, None);
            }
            ScenarioEdit::Machine(machine) => {
                scenario.market = scenario.market.map(|market| fitted(market, scenario.machine.nodes, machine.nodes));
                scenario.machine = machine;
            }
            ScenarioEdit::Policy(policy) => scenario.policy = policy,
            ScenarioEdit::Title(title) => scenario.title = title,
            ScenarioEdit::Servers(servers) => {
                let source = |servers: &Option<Arc<IdleScenario>>| servers.as_ref().map(|servers| servers.workload.source.clone());
                if source(&servers) != source(&scenario.servers) {
                    view.geometry = Geometry { plane: view.geometry.plane, other: view.geometry.other, ..Geometry::default() };
                }
                scenario.servers = servers;
            }
        }
        self.record(scenario);
        self.view = view;
    }

    fn edit_request(&mut self, edit: RequestEdit) {
        match edit {
            RequestEdit::Draft(id, request) => {
                self.draft = Some(Draft::Request { id, request });
                self.view.selected = Some(id);
            }
            RequestEdit::Cancel => {
                if let Some(Draft::Request { id, .. }) = self.draft.take()
                    && id >= self.scenario.workload.next_id()
                {
                    self.view.selected = None;
                }
            }
            RequestEdit::Commit => {
                if let Some(Draft::Request { id, request }) = self.draft.take() {
                    self.record_request(id, Some(request), false);
                }
            }
            RequestEdit::Set { id, request, merge } => {
                self.draft = None;
                let merge = merge && self.last_set == Some(Subject::Request(id));
                self.record_request(id, Some(request), merge);
                self.last_set = Some(Subject::Request(id));
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
        self.record_or_merge(Scenario { workload, ..(*self.scenario).clone() }, merge);
    }

    fn with_idle_edit(&self, id: IdleRequestId, change: Option<IdleRequest>) -> Scenario {
        let edited = |servers: &Arc<IdleScenario>| {
            Arc::new(IdleScenario { workload: servers.workload.with_edit(id, change), ..(**servers).clone() })
        };
        Scenario { servers: self.scenario.servers.as_ref().map(edited), ..(*self.scenario).clone() }
    }

    fn edit_idle(&mut self, edit: IdleEdit) {
        let source = self.scenario.servers.as_ref().map(|servers| &servers.workload.source);
        if matches!(source, None | Some(IdleSource::Slots)) {
            return;
        }
        let selected = &mut self.view.geometry.selected;
        match edit {
            IdleEdit::Draft(id, request) => {
                // Dragging another job does not take the eye off the selected one.
                let is_new = self.scenario.servers.as_ref().is_some_and(|servers| id >= servers.workload.next_id());
                if is_new || selected.is_none() {
                    *selected = Some(id);
                }
                self.draft = Some(Draft::Idle { id, request });
            }
            IdleEdit::Cancel => {
                if let Some(Draft::Idle { id, .. }) = self.draft.take()
                    && self.scenario.servers.as_ref().is_none_or(|servers| id >= servers.workload.next_id())
                {
                    *selected = None;
                }
            }
            IdleEdit::Commit => {
                if let Some(Draft::Idle { id, request }) = self.draft.take() {
                    self.record(self.with_idle_edit(id, Some(request)));
                }
            }
            IdleEdit::Set { id, request, merge } => {
                *selected = Some(id);
                self.draft = None;
                let merge = merge && self.last_set == Some(Subject::Idle(id));
                self.record_or_merge(self.with_idle_edit(id, Some(request)), merge);
                self.last_set = Some(Subject::Idle(id));
            }
            IdleEdit::Remove(id) => {
                *selected = selected.filter(|selected| *selected != id);
                self.draft = None;
                self.record(self.with_idle_edit(id, None));
            }
        }
    }

    fn edit_market(&mut self, edit: MarketEdit) {
        match edit {
            MarketEdit::Draft(market) => self.draft = Some(Draft::Market(Rc::new(market))),
            MarketEdit::Cancel => self.draft = None,
            MarketEdit::Commit => {
                if let Some(Draft::Market(market)) = self.draft.take() {
                    self.record(Scenario { market: Some((*market).clone()), ..(*self.scenario).clone() });
                }
            }
            MarketEdit::Set { market, merge } => {
                self.draft = None;
                let merge = merge && self.last_set == Some(Subject::Market);
                self.record_or_merge(Scenario { market, ..(*self.scenario).clone() }, merge);
                self.last_set = Some(Subject::Market);
            }
        }
    }

    fn record_or_merge(&mut self, scenario: Scenario, merge: bool) {
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
            to.push(Step { scenario: Rc::clone(&self.scenario), view: self.view });
            self.scenario = step.scenario;
            // The zoom stays unless another workload comes back; the selection goes to what the step was about.
            let geometry = Geometry { selected: step.view.geometry.selected, ..self.view.geometry };
            self.view = View { selected: step.view.selected, geometry, ..self.view };
        }
    }
}
