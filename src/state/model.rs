//! The model and its reducer.

use super::action::{Action, Change, Edit, HistoryAction, Item, Recalled, ScenarioEdit, Subject, ViewAction, WorkId};
use super::compare::Comparing;
use super::examples::example_of;
use super::listing::Search;
use super::marked::Marked;
use super::study;
use super::workspace::Workspace;
use crate::engine::core::edits::RequestId;
use crate::engine::study::StudyKind;
use crate::formats::link::{Opened, Panel, Shared, View};
use crate::formats::saved::{Reopened, SavedStep};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Steps that can be undone.
const HISTORY_STEPS: usize = 200;

/// What the page knows by itself: choices, not results.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What is worked on, as last recorded.
    pub workspace: Rc<Workspace>,
    /// Which piece of work it is.
    pub work: WorkId,
    /// How often the workspace was changed so far. Examples that panels get by themselves do not count.
    pub changes: u32,
    /// What is on screen.
    pub view: View,
    /// A drag in progress.
    pub draft: Option<Draft>,
    /// Requests of the study that is shown, picked together.
    pub marked: Marked,
    /// What is searched for in the lists, by system.
    pub searches: BTreeMap<StudyKind, Search>,
    /// What is chosen about comparisons, except for what is in the view.
    pub comparing: Comparing,
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
pub struct UndoStep {
    /// What was worked on.
    pub workspace: Rc<Workspace>,
    /// Which piece of work it was.
    pub work: WorkId,
    /// What was on screen.
    pub view: View,
    /// Its text, if it was made or read before.
    pub saved: Option<Rc<SavedStep>>,
}

impl UndoStep {
    fn recalled((reopened, saved): (Reopened, SavedStep), work: WorkId) -> Self {
        let view = reopened.opened.view;
        Self { workspace: Rc::new(workspace_of(reopened)), work, view, saved: Some(Rc::new(saved)) }
    }
}

/// The workspace that was saved.
fn workspace_of(Reopened { opened, others }: Reopened) -> Workspace {
    let is_of_revenue = opened.view.panel == Panel::Revenue && others.iter().any(|(panel, _)| *panel == Panel::default());
    let workspace = others.into_iter().fold(Workspace::default(), |all, (panel, scenario)| all.placed(panel, scenario));
    if is_of_revenue { workspace.placed(Panel::Revenue, opened.scenario) } else { workspace.with_opened(opened) }
}

impl Model {
    /// A model that starts with what a link held and nothing to undo.
    pub fn new(opened: Opened) -> Self {
        Self::restored(Reopened { opened, others: Vec::new() })
    }

    /// As [`Model::new`], with work that was saved.
    pub fn restored(reopened: Reopened) -> Self {
        let view = reopened.opened.view;
        let workspace = workspace_of(reopened);
        let (set_aside, past, future) = (BTreeMap::new(), Vec::new(), Vec::new());
        let (work, changes) = (0, 0);
        let (workspace, comparing, marked) = (Rc::new(workspace), Comparing::default(), Marked::default());
        let searches = BTreeMap::new();
        let mut model = Self {
            workspace,
            work,
            changes,
            view,
            draft: None,
            marked,
            searches,
            comparing,
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

    /// The steps of the present piece of work alone, back and forth, the nearest first.
    pub fn own_steps(&self) -> [Vec<&UndoStep>; 2] {
        [&self.past, &self.future].map(|steps| steps.iter().rev().take_while(|step| step.work == self.work).collect())
    }

    /// How many steps lie between here and the last state of another piece of work, if it can be gone back to.
    pub fn steps_back_to(&self, work: WorkId) -> Option<usize> {
        Some(self.past.iter().rev().position(|step| step.work == work)? + 1)
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// What is searched for in the list of a system.
    pub fn search(&self, kind: StudyKind) -> Search {
        self.searches.get(&kind).cloned().unwrap_or_default()
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
        if !action.goes_on_with_a_series() {
            next.last_set = None;
        }
        match action {
            Action::Scenario(edit) => next.edit_scenario(edit),
            Action::Edit(edit) => next.edit(edit),
            Action::View(action) => next.change_view(action),
            Action::History(action) => next.travel(action),
            Action::Recall(recalled) => next.recall(*recalled),
        }
        next.furnish();
        next
    }

    fn edit_scenario(&mut self, edit: ScenarioEdit) {
        self.draft = None;
        let mut view = self.view;
        let (work, edit) = if let ScenarioEdit::Begin(work, edit) = edit { (work, *edit) } else { (self.work, edit) };
        let workspace = match edit {
            // Work does not begin twice.
            ScenarioEdit::Begin(..) => return,
            ScenarioEdit::Open(opened) => {
                view = opened.view;
                self.marked = Marked::default();
                self.workspace.with_opened(*opened)
            }
            ScenarioEdit::Restore(reopened) => {
                view = reopened.opened.view;
                self.marked = Marked::default();
                self.set_aside.clear();
                workspace_of(*reopened)
            }
            ScenarioEdit::Study(new, title) => {
                let kind = new.kind();
                let has_source = self.workspace.get(view.panel).is_some_and(|study| study.has_source_of(&new));
                if !has_source {
                    study::look_anew(&mut view, kind);
                    self.marked = Marked::default();
                }
                let before = self.workspace.get(view.panel).cloned();
                study::take_axis(&mut view, before.as_deref(), &new);
                let workspace = self.workspace.with(view.panel, *new);
                match title {
                    Some(title) => workspace.titled(view.panel, title),
                    None => workspace,
                }
            }
            ScenarioEdit::Title(title) => self.workspace.titled(view.panel, title),
        };
        self.record_as(work, workspace);
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
                    self.changes += 1;
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
        self.record_as(self.work, workspace);
    }

    fn record_as(&mut self, work: WorkId, workspace: Workspace) {
        if work == self.work && workspace == *self.workspace {
            return;
        }
        if self.past.len() == HISTORY_STEPS {
            self.past.remove(0);
        }
        self.past.push(self.present());
        self.future.clear();
        (self.workspace, self.work) = (Rc::new(workspace), work);
        self.changes += 1;
    }

    fn present(&self) -> UndoStep {
        UndoStep { workspace: Rc::clone(&self.workspace), work: self.work, view: self.view, saved: None }
    }

    /// Steps that were saved go before those made since; what could be redone is gone once something was done.
    fn recall(&mut self, Recalled { work, past, future }: Recalled) {
        if work != self.work {
            return;
        }
        let own = self.own_steps()[0].len();
        let place = self.past.len() - own;
        let room = HISTORY_STEPS.saturating_sub(self.past.len());
        let step = |step| UndoStep::recalled(step, work);
        let recalled: Vec<_> = past.into_iter().take(room).map(step).collect();
        self.past.splice(place..place, recalled.into_iter().rev());
        if own == 0 && self.future.is_empty() {
            self.future = future.into_iter().take(HISTORY_STEPS).map(step).rev().collect();
        }
    }

    fn change_view(&mut self, action: ViewAction) {
        match action {
            ViewAction::Time(time) => study::set_time(&mut self.view, time),
            ViewAction::Select(kind, selected) => {
                study::select(&mut self.view, kind, selected);
                self.marked = Marked::default();
            }
            ViewAction::Step { kind, step, selected } => {
                study::set_step(&mut self.view, kind, step);
                study::select(&mut self.view, kind, selected);
                self.marked = Marked::default();
            }
            ViewAction::Mark(kind, selected, marked) => {
                study::select(&mut self.view, kind, selected);
                self.marked = marked;
            }
            ViewAction::Offers(offers) => (self.view.offers, self.view.cost) = (offers, None),
            ViewAction::Cost(cost) => (self.view.offers, self.view.cost) = (None, cost),
            ViewAction::Layout(layout) => self.view.layout = layout,
            ViewAction::Axis(axis) => self.view.axis = axis,
            ViewAction::Colours(colours) => self.view.colours = colours,
            ViewAction::Panel(panel) => self.go_to(panel),
            ViewAction::Border(border) => self.view.border = border,
            ViewAction::Experiment(experiment) => (self.view.experiment, self.view.options) = (experiment, None),
            ViewAction::Options(options) => self.view.options = options,
            ViewAction::Geometry(geometry) => self.view.geometry = geometry,
            ViewAction::Cluster(cluster) => self.view.cluster = cluster,
            ViewAction::Workflow(workflow) => self.view.workflow = workflow,
            ViewAction::Search(kind, search) => drop(self.searches.insert(kind, search)),
            ViewAction::Compare(action) => self.comparing.change(&mut self.view, action),
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
            let Opened { scenario, view, .. } = example_of(missing).open();
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
            let view = View { panel, ..self.view };
            to.push(UndoStep { workspace: Rc::clone(&self.workspace), work: self.work, view, saved: None });
            self.workspace = step.workspace;
            self.changes += 1;
            self.go_to(panel);
            // Other work is seen as it was left.
            if std::mem::replace(&mut self.work, step.work) != step.work {
                self.view = step.view;
            }
            // The zoom stays unless another workload comes back; the selection goes to what the step was about.
            for kind in StudyKind::ALL {
                study::select(&mut self.view, kind, study::selected(&step.view, kind));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::EXAMPLES;

    fn titled(title: &str) -> Action {
        Action::Scenario(ScenarioEdit::Title(title.to_string()))
    }

    fn begin(work: WorkId, example: usize) -> Action {
        Action::Scenario(ScenarioEdit::Begin(work, Box::new(ScenarioEdit::Open(Box::new(EXAMPLES[example].open())))))
    }

    fn titles(steps: &[&UndoStep]) -> Vec<String> {
        steps.iter().map(|step| step.workspace.title(step.view.panel).to_string()).collect()
    }

    #[test]
    fn undo_goes_back_into_the_work_that_was_open_before() {
        let start = Model::new(EXAMPLES[0].open()).reduce(titled("mine"));
        let opened = start.reduce(begin(7, 1)).reduce(titled("theirs"));
        assert_eq!((opened.work, opened.steps_back_to(0), opened.steps_back_to(9)), (7, Some(2), None));
        assert_eq!(titles(&opened.own_steps()[0]), [EXAMPLES[1].title], "the steps of other work are not its own");
        let undo = Action::History(HistoryAction::Undo);
        let back = opened.reduce(undo.clone()).reduce(undo);
        assert_eq!((back.work, back.title(), back.view), (0, "mine", start.view));
        assert_eq!(titles(&back.own_steps()[1]), Vec::<String>::new());
        let forth = back.reduce(Action::History(HistoryAction::Redo));
        assert_eq!((forth.work, forth.title()), (7, EXAMPLES[1].title));
        // The same scenario opened again is other work all the same.
        let again = start.reduce(begin(1, 0)).reduce(begin(2, 0));
        assert_eq!((again.work, again.steps_back_to(1)), (2, Some(1)));
    }

    #[test]
    fn recalled_steps_go_before_those_made_since() {
        let saved = |names: &[&str]| {
            let opened = |name: &&str| {
                let mut opened = EXAMPLES[0].open();
                opened.scenario.title = name.to_string();
                let step = SavedStep::new(name.to_string(), Vec::new());
                (Reopened { opened, others: Vec::new() }, step)
            };
            names.iter().map(opened).collect::<Vec<_>>()
        };
        let recall = |work| {
            let (past, future) = (saved(&["2", "1"]), saved(&["4", "5"]));
            Action::Recall(Box::new(Recalled { work, past, future }))
        };
        let start = Model::new(EXAMPLES[0].open()).reduce(titled("3"));
        let fresh = Model { past: Vec::new(), ..start.clone() }.reduce(recall(0));
        let [past, future] = fresh.own_steps();
        assert_eq!((titles(&past), titles(&future)), (vec!["2".into(), "1".into()], vec!["4".into(), "5".into()]));
        // After an edit nothing can be redone, and its step is the nearest.
        let edited = start.reduce(recall(0));
        let [past, future] = edited.own_steps();
        assert_eq!((titles(&past), future.len()), (vec![EXAMPLES[0].title.into(), "2".into(), "1".into()], 0));
        // Between other work and its own steps.
        let opened = start.reduce(begin(5, 1)).reduce(recall(5));
        assert_eq!(titles(&opened.own_steps()[0]), ["2", "1"]);
        assert_eq!(opened.steps_back_to(0), Some(3));
        assert_eq!(start.reduce(recall(8)), start, "steps of other work change nothing");
    }
}
