//! The model and its reducer.

use super::action::{Action, Change, Edit, HistoryAction, Item, ScenarioEdit, Subject, ViewAction};
use super::marked::Marked;
use super::study;
use super::workspace::Workspace;
use crate::engine::Scenario;
use crate::engine::core::edits::RequestId;
use crate::engine::study::StudyKind;
use crate::formats::link::{Opened, Panel, Shared, View};
use std::collections::BTreeMap;
use std::rc::Rc;

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
    /// Requests of the study that is shown, picked together.
    pub marked: Marked,
    /// What was seen of scenarios whose panels are not open.
    set_aside: BTreeMap<Panel, View>,
    past: Vec<UndoStep>,
    future: Vec<UndoStep>,
    last_set: Option<Subject>,
}

/// What the drag in progress would make.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// What is dragged.
    pub subject: Subject,
    /// The workspace with the drag applied.
    pub workspace: Rc<Workspace>,
}

/// A scenario to go back to, with what was selected then.
#[derive(Clone, Debug, PartialEq)]
struct UndoStep {
    workspace: Rc<Workspace>,
    view: View,
}

impl Model {
    /// A model that starts with what a link held and nothing to undo.
    pub fn new(opened: Opened) -> Self {
        Self::with_others(opened, Vec::new())
    }

    /// As [`Model::new`], with scenarios beside it that belong to other panels.
    pub fn with_others(opened: Opened, others: Vec<(Panel, Scenario)>) -> Self {
        let view = opened.view;
        let is_of_revenue = view.panel == Panel::Revenue && others.iter().any(|(panel, _)| *panel == Panel::default());
        let workspace = others.into_iter().fold(Workspace::default(), |all, (panel, scenario)| all.placed(panel, scenario));
        let workspace =
            if is_of_revenue { workspace.placed(Panel::Revenue, opened.scenario) } else { workspace.with_opened(opened) };
        let (set_aside, past, future) = (BTreeMap::new(), Vec::new(), Vec::new());
        let mut model = Self {
            workspace: Rc::new(workspace),
            view,
            draft: None,
            marked: Marked::default(),
            set_aside,
            past,
            future,
            last_set: None,
        };
        model.furnish();
        model
    }

    /// The recorded workspace with the drag in progress applied.
    pub fn effective(&self) -> &Rc<Workspace> {
        self.draft.as_ref().map_or(&self.workspace, |draft| &draft.workspace)
    }

    /// The workspaces that can be gone back to, newest first.
    pub fn past(&self) -> impl Iterator<Item = &Workspace> {
        self.past.iter().rev().map(|step| &*step.workspace)
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// The title of the scenario that is looked at.
    pub fn title(&self) -> &str {
        self.workspace.title(self.view.panel)
    }

    /// What a link to the present state holds: the scenario that is looked at.
    pub fn shared(&self) -> Shared {
        Shared { scenario: self.workspace.scenario(self.view.panel), view: self.view }
    }

    /// The model after an action.
    pub fn reduce(&self, action: Action) -> Self {
        let mut next = self.clone();
        let is_of_series =
            matches!(action, Action::Edit(Edit::Set { .. }) | Action::View(ViewAction::Time(_) | ViewAction::Geometry(_)));
        if !is_of_series {
            next.last_set = None;
        }
        match action {
            Action::Scenario(edit) => next.edit_scenario(edit),
            Action::Edit(edit) => next.edit(edit),
            Action::View(action) => next.change_view(action),
            Action::History(action) => next.travel(action),
        }
        next.furnish();
        next
    }

    fn edit_scenario(&mut self, edit: ScenarioEdit) {
        self.draft = None;
        let mut view = self.view;
        let workspace = match edit {
            ScenarioEdit::Open(opened) => {
                view = opened.view;
                self.marked = Marked::default();
                self.workspace.with_opened(*opened)
            }
            ScenarioEdit::Study(new, title) => {
                let kind = new.kind();
                let has_source = self.workspace.get(view.panel).is_some_and(|study| study.has_source_of(&new));
                if !has_source {
                    study::look_anew(&mut view, kind);
                    self.marked = Marked::default();
                }
                let workspace = self.workspace.with(view.panel, *new);
                match title {
                    Some(title) => workspace.titled(view.panel, title),
                    None => workspace,
                }
            }
            ScenarioEdit::Title(title) => self.workspace.titled(view.panel, title),
        };
        self.record(workspace);
        self.view = view;
    }

    fn edit(&mut self, edit: Edit) {
        match edit {
            Edit::Draft(Change { subject, study }) => {
                if study::drag_selects(&self.view, subject, self.is_new(subject)) {
                    self.select(subject);
                }
                self.draft = Some(Draft { subject, workspace: Rc::new(self.workspace.with(self.view.panel, study)) });
            }
            Edit::Cancel => {
                if let Some(Draft { subject, .. }) = self.draft.take()
                    && self.is_new(subject)
                {
                    self.deselect(subject);
                }
            }
            Edit::Commit => {
                if let Some(Draft { workspace, .. }) = self.draft.take() {
                    self.record((*workspace).clone());
                }
            }
            Edit::Set { change: Change { subject, study }, merge } => {
                self.draft = None;
                let workspace = self.workspace.with(self.view.panel, study);
                if merge && self.last_set == Some(subject) {
                    self.workspace = Rc::new(workspace);
                } else {
                    self.record(workspace);
                }
                self.last_set = Some(subject);
                self.select(subject);
            }
            Edit::Remove(Change { subject, study }) => {
                self.draft = None;
                self.record(self.workspace.with(self.view.panel, study));
                self.deselect(subject);
            }
        }
    }

    /// Whether there is no request of this number yet.
    fn is_new(&self, Subject { kind, item }: Subject) -> bool {
        let Item::Request(id) = item else { return false };
        let study = self.workspace.get(self.view.panel).filter(|study| study.kind() == kind);
        study.is_none_or(|study| id >= study.next_request())
    }

    fn select(&mut self, Subject { kind, item }: Subject) {
        if let Item::Request(id) = item {
            study::select(&mut self.view, kind, Some(id));
        }
    }

    fn deselect(&mut self, Subject { kind, item }: Subject) {
        if item == Item::Marked {
            study::select(&mut self.view, kind, None);
            self.marked = Marked::default();
        }
        if let Item::Request(id) = item {
            let selected = study::selected(&self.view, kind).filter(|selected: &RequestId| *selected != id);
            study::select(&mut self.view, kind, selected);
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
        self.past.push(UndoStep { workspace: Rc::clone(&self.workspace), view: self.view });
        self.future.clear();
        self.workspace = Rc::new(workspace);
    }

    fn change_view(&mut self, action: ViewAction) {
        match action {
            ViewAction::Time(time) => self.view.time = time,
            ViewAction::Select(kind, selected) => {
                study::select(&mut self.view, kind, selected);
                self.marked = Marked::default();
            }
            ViewAction::Mark(kind, selected, marked) => {
                study::select(&mut self.view, kind, selected);
                self.marked = marked;
            }
            ViewAction::Layout(layout) => self.view.layout = layout,
            ViewAction::Axis(axis) => self.view.axis = axis,
            ViewAction::Colours(colours) => self.view.colours = colours,
            ViewAction::Panel(panel) => self.go_to(panel),
            ViewAction::Border(border) => self.view.border = border,
            ViewAction::Experiment(experiment) => (self.view.experiment, self.view.options) = (experiment, None),
            ViewAction::Options(options) => self.view.options = options,
            ViewAction::Geometry(geometry) => self.view.geometry = geometry,
        }
    }

    /// Opens a panel. What was seen of the scenario before is put aside until its panel is opened again.
    fn go_to(&mut self, panel: Panel) {
        let (from, to) = (self.workspace.home(self.view.panel), self.workspace.home(panel));
        if from != to {
            self.marked = Marked::default();
            self.set_aside.insert(from, self.view);
            let seen = self.set_aside.remove(&to);
            // Panels of different systems see different things of a view.
            if study::of_panel(from) == study::of_panel(to) {
                study::look_again(&mut self.view, study::of_panel(to), seen.as_ref());
            }
        }
        self.view.panel = panel;
    }

    /// A panel that has nothing to show yet gets its example. That is no change to be undone.
    fn furnish(&mut self) {
        if let Some(missing) = self.workspace.missing(self.view.panel) {
            let Opened { scenario, view, .. } = study::example_of(missing).open();
            let kind = scenario.study.kind();
            study::look_again(&mut self.view, kind, Some(&view));
            self.workspace = Rc::new(self.workspace.placed(missing, scenario));
        }
    }

    fn travel(&mut self, action: HistoryAction) {
        self.draft = None;
        let (from, to) = match action {
            HistoryAction::Undo => (&mut self.past, &mut self.future),
            HistoryAction::Redo => (&mut self.future, &mut self.past),
        };
        if let Some(step) = from.pop() {
            // What is undone shall be seen.
            let panel = step.view.panel;
            to.push(UndoStep { workspace: Rc::clone(&self.workspace), view: View { panel, ..self.view } });
            self.workspace = step.workspace;
            self.go_to(panel);
            // The zoom stays unless another workload comes back; the selection goes to what the step was about.
            for kind in StudyKind::ALL {
                study::select(&mut self.view, kind, study::selected(&step.view, kind));
            }
        }
    }
}
