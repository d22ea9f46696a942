//! Commands on workflows, used by every component that changes them.

use super::names::{applications_of, method_title};
use crate::app::shell::commands::command::Entry;
use crate::app::shell::commands::study::StudyCommands;
use crate::app::shell::context::Lab;
use crate::app::shell::notices::Cause;
use crate::app::shell::panel::compare::{OtherPolicy, Others};
use crate::chart::planes::plane::zoomed;
use crate::chart::workflow::picture::{stretch, stretch_with_steps};
use crate::engine::Study;
use crate::engine::core::edits::RequestId;
use crate::engine::core::error::FieldPath;
use crate::engine::study::StudyKind;
use crate::engine::workflow::WorkflowScenario;
use crate::engine::workflow::graph::{TaskGraph, Time};
use crate::engine::workflow::policy::{Method, WorkflowPolicy};
use crate::engine::workflow::scenario::{Application, WorkflowSource};
use crate::formats::link::{TimeWindow, WorkflowPart, WorkflowView};
use crate::state::{Action, CompareAction, Edit, ScenarioEdit, Shown, ViewAction, WorkflowEdit, WorkflowShown, workflow_change};
use std::rc::Rc;
use std::sync::Arc;

/// Duration of a task that is like no other.
const NEW_TASK: u32 = 5;
/// Room beside the first and the last tick of a plan, as a share of it.
const MARGIN: f64 = 0.03;
/// Least and greatest tick that can be looked at, and the shortest stretch.
const WITHIN: ((f64, f64), f64) = ((-1e9, 1e13), 2.0);

impl Lab {
    /// The workflows as recorded.
    pub fn workflow(&self) -> Option<&WorkflowScenario> {
        self.model().workflow()
    }

    /// The plan of workflows on screen.
    pub fn workflow_shown(&self) -> Option<Rc<WorkflowShown>> {
        self.engine_state.plans.workflow.clone()
    }

    /// Changes one thing; `merge` joins it with the step before. Says why not if it is not allowed.
    pub fn edit_workflow(&self, edit: WorkflowEdit, merge: bool) {
        let Some(change) = self.workflow().and_then(|workflow| workflow_change(workflow, edit)) else { return };
        let Study::Workflow(next) = &change.study else { return };
        match next.check(&FieldPath::new("workflow")) {
            Ok(()) => {
                self.notices.settle(Cause::Changing);
                let is_removal = matches!(edit, WorkflowEdit::RemoveTask(_));
                self.act(Action::Edit(if is_removal { Edit::Remove(change) } else { Edit::Set { change, merge } }));
            }
            Err(error) => self.refuse_workflow(&error.to_string()),
        }
    }

    /// Other providers, applications or another search; says why not if that is not allowed.
    pub fn change_workflow(&self, change: impl FnOnce(&mut WorkflowScenario)) {
        let Some(workflow) = self.workflow() else { return };
        let mut next = workflow.clone();
        change(&mut next);
        match next.check(&FieldPath::new("workflow")) {
            Ok(()) => {
                self.notices.settle(Cause::Changing);
                self.act(Action::Scenario(ScenarioEdit::Study(Box::new(Study::Workflow(next)), None)));
            }
            Err(error) => self.refuse_workflow(&error.to_string()),
        }
    }

    fn refuse_workflow(&self, why: &str) {
        self.notices.refuse(&why);
    }

    /// Looks at something else of the workflows.
    pub fn view_workflow(&self, change: impl FnOnce(&mut WorkflowView)) {
        let mut view = self.model().view.workflow;
        change(&mut view);
        self.act(Action::View(ViewAction::Workflow(view)));
    }

    /// Selects a task.
    pub fn select_task(&self, selected: Option<RequestId>) {
        self.act(Action::View(ViewAction::Select(StudyKind::Workflow, selected)));
    }

    /// Moves a task by so many ticks and nodes: it is pinned there. A key held down is one step.
    pub fn nudge_task(&self, task: u32, (by, nodes): (i64, i64), is_repeat: bool) {
        let (Some(shown), Some(workflow)) = (self.workflow_shown(), self.workflow()) else { return };
        let row = task as usize;
        if row >= shown.plan.tasks.len() {
            return;
        }
        let pin = workflow.pins.iter().find(|pin| pin.task == task);
        let (node, start) =
            pin.map_or((shown.plan.tasks.node[row], shown.plan.tasks.start[row]), |pin| (pin.node, pin.start.into()));
        let last = i64::from(workflow.nodes()) - 1;
        let node = i64::from(node).saturating_add(nodes).clamp(0, last) as u32;
        let start = (start as i64).saturating_add(by).clamp(0, i64::from(crate::engine::workflow::bounds::TIME.max)) as u32;
        self.edit_workflow(WorkflowEdit::Pin(task, Some((node, start))), is_repeat);
    }

    /// Adds a task like the selected one, as its child.
    pub fn add_task(&self) {
        let (Some(workflow), Some(shown)) = (self.workflow(), self.workflow_shown()) else { return };
        let parent = self.model().selected_task().filter(|&task| (task as usize) < shown.plan.tasks.len());
        let application = parent.map_or(0, |task| shown.plan.tasks.application[task as usize]);
        let applications = applications_of(workflow);
        let graph = applications.get(application as usize).map(|application| &application.graph);
        let first: u32 = applications.iter().take(application as usize).map(|application| application.graph.len() as u32).sum();
        let duration = parent.and_then(|task| graph?.durations.get((task - first) as usize).copied()).unwrap_or(NEW_TASK).max(1);
        let next = first + graph.map_or(0, |graph| graph.len() as u32);
        self.edit_workflow(WorkflowEdit::AddTask(application, duration, parent), false);
        self.select_task(Some(next));
    }
}

impl Lab {
    /// A graph drawn by hand from nothing: one task, to which others are added.
    pub fn new_graph(&self) {
        self.change_workflow(|next| {
            let graph = TaskGraph::of_parents(&[NEW_TASK], &[&[]]);
            next.source = WorkflowSource::Given(Arc::new(vec![Application::new(1, 0, graph)]));
            (next.pins, next.orders) = (Arc::default(), Arc::default());
        });
        self.view_workflow(|view| (view.application, view.mapping, view.step, view.time) = (0, None, None, None));
        self.select_task(Some(0));
    }

    /// Adds a task that waits for none, to the application that is looked at.
    pub fn add_free_task(&self) {
        let (Some(workflow), application) = (self.workflow(), self.model().view.workflow.application) else { return };
        let next =
            applications_of(workflow).iter().take(application as usize + 1).map(|application| application.graph.len() as u32).sum();
        self.edit_workflow(WorkflowEdit::AddTask(application, NEW_TASK, None), false);
        self.select_task(Some(next));
    }
}

/// All of a plan with a little around it.
pub fn whole_window(shown: &WorkflowShown) -> (f64, f64) {
    around(stretch(&shown.plan))
}

fn around((first, last): (Time, Time)) -> (f64, f64) {
    let margin = MARGIN * (last - first) as f64;
    (first as f64 - margin, last as f64 + margin.max(0.5))
}

/// The stretch on screen; all of the plan if nothing else was asked for.
pub fn workflow_window(lab: &Lab) -> Option<(f64, f64)> {
    match lab.model().view.workflow.time {
        Some(TimeWindow { first, slots }) => Some((first, first + slots)),
        None => {
            let shown = lab.workflow_shown()?;
            // The mapping that is stepped through may end later than the best one.
            let recorded = shown.snapshot.recorded.as_ref().filter(|_| lab.model().view.workflow.part == WorkflowPart::Search);
            let own = around(stretch_with_steps(&shown.plan, recorded.map_or(&[], |recorded| &recorded.steps)));
            // Two plans have room in one window.
            let beside =
                lab.engine_state.beside.get(&StudyKind::Workflow).filter(|_| lab.model().is_comparing(StudyKind::Workflow));
            match beside.and_then(|beside| beside.other.as_ref()) {
                Some(Shown::Workflow(other)) => {
                    let (from, to) = whole_window(other);
                    Some((own.0.min(from), own.1.max(to)))
                }
                _ => Some(own),
            }
        }
    }
}

/// Shows a stretch; all of the plan for `None`.
pub fn show_window(lab: &Lab, window: Option<(f64, f64)>) {
    let within = |(from, to): (f64, f64)| zoomed((from, to), from, 1.0, 0.0, WITHIN.0, WITHIN.1);
    let time = window.map(within).map(|(from, to)| TimeWindow { first: from, slots: to - from });
    lab.view_workflow(|view| view.time = time);
}

/// Zooms about a moment, or about the middle, and moves by so many ticks.
pub fn zoom_window(lab: &Lab, about: Option<f64>, factor: f64, by: f64) {
    if let Some((from, to)) = workflow_window(lab) {
        show_window(lab, Some(zoomed((from, to), about.unwrap_or((from + to) / 2.0), factor, by, WITHIN.0, WITHIN.1)));
    }
}

/// Lets another method search.
pub fn set_method(lab: &Lab, method: Method) {
    lab.change_workflow(|next| next.policy.method = method);
}

/// What can be chosen where workflows are looked at: the method.
pub fn workflow_choices(lab: &Lab) -> Vec<Entry> {
    let Some(workflow) = lab.workflow() else { return Vec::new() };
    let others = Method::ALL.into_iter().filter(|method| *method != workflow.policy.method);
    let methods = others.map(|method| Entry::new(format!("Method: {}", method_title(method)), move |lab| set_method(lab, method)));
    let compared = others_of(lab).map(|others| others.choices()).unwrap_or_default();
    methods.chain(compared).collect()
}

/// Compares the plan with that of another method on the same applications.
pub fn compare_with_method(lab: &Lab, method: Method) {
    let Some(workflow) = lab.workflow() else { return };
    let other = WorkflowScenario { policy: WorkflowPolicy { method, ..workflow.policy }, ..workflow.clone() };
    lab.compare(CompareAction::Policy(Arc::new(Study::Workflow(other))));
}

/// What the plan can be compared with, while it is looked at: other methods, and plans from before an edit.
pub fn others_of(lab: &Lab) -> Option<Others> {
    let (model, workflow) = (lab.model(), lab.workflow()?);
    if model.view.workflow.part != WorkflowPart::Plan {
        return None;
    }
    let compared = model.view.workflow.other.filter(|_| model.comparing.before.is_none());
    let others = Method::ALL.into_iter().filter(|method| *method != workflow.policy.method || compared == Some(*method));
    let policy = |method: Method| OtherPolicy { key: method.name().to_string(), words: method_title(method).to_string() };
    let pick = |lab: &Lab, key: &str| {
        Method::from_name(key).into_iter().for_each(|method| compare_with_method(lab, method));
    };
    let compared = compared.map(|method| method.name().to_string());
    Some(Others::new(lab, StudyKind::Workflow, others.map(policy).collect(), compared, pick))
}

/// Workflows, for the common commands.
pub static WORKFLOW: WorkflowCommands = WorkflowCommands;

/// The part of the common commands that workflows do.
pub struct WorkflowCommands;

impl StudyCommands for WorkflowCommands {
    fn kind(&self) -> StudyKind {
        StudyKind::Workflow
    }

    fn requests(&self, lab: &Lab) -> usize {
        lab.workflow_shown().map_or(0, |shown| shown.plan.tasks.len())
    }

    fn id_at(&self, lab: &Lab, row: usize) -> Option<RequestId> {
        (row < self.requests(lab)).then_some(row as RequestId)
    }

    fn row_of(&self, lab: &Lab, id: RequestId) -> Option<usize> {
        Some(id as usize).filter(|row| *row < self.requests(lab))
    }

    fn name_at(&self, lab: &Lab, row: usize) -> Option<String> {
        (row < self.requests(lab)).then(|| row.to_string())
    }

    fn row_named(&self, lab: &Lab, name: &str) -> Option<usize> {
        self.row_of(lab, name.trim().trim_start_matches(['T', 't']).parse().ok()?)
    }

    /// Steps of workflows are those of one mapping.
    fn has_steps(&self) -> bool {
        false
    }

    fn add(&self, lab: &Lab) {
        lab.add_task();
    }

    fn remove(&self, lab: &Lab) {
        if let Some(task) = lab.model().selected_task() {
            lab.edit_workflow(WorkflowEdit::RemoveTask(task), false);
        }
    }

    fn nudge(&self, lab: &Lab, by: i64, is_repeat: bool) {
        if let Some(task) = lab.model().selected_task() {
            lab.nudge_task(task, (by, 0), is_repeat);
        }
    }

    fn zoom(&self, lab: &Lab, factor: f64) {
        zoom_window(lab, None, factor, 0.0);
    }

    fn pan(&self, lab: &Lab, share: f64) {
        if let Some((from, to)) = workflow_window(lab) {
            zoom_window(lab, None, 1.0, share * (to - from));
        }
    }

    fn show_all(&self, lab: &Lab) {
        show_window(lab, None);
    }

    fn focus(&self, lab: &Lab) {
        let (Some(task), Some(shown)) = (lab.model().selected_task(), lab.workflow_shown()) else { return };
        let row = task as usize;
        if row < shown.plan.tasks.len() {
            let (from, to) = (shown.plan.tasks.start[row] as f64, shown.plan.tasks.end(row) as f64);
            let half = ((to - from) * 2.0).max(4.0);
            show_window(lab, Some((from - half, to + half)));
        }
    }
}
