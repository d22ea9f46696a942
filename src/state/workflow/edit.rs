//! How changes by hand become another study of workflows.

use crate::engine::Study;
use crate::engine::core::edits::RequestId;
use crate::engine::core::sorting::sort_shared_by_key;
use crate::engine::study::StudyKind;
use crate::engine::workflow::graph::{Edge, TaskGraph};
use crate::engine::workflow::scenario::{Application, BusyPeriod, Pin, WorkflowSource};
use crate::engine::workflow::{WorkflowQuery, WorkflowScenario};
use crate::formats::link::{Panel, View, WorkflowPart, WorkflowView};
use crate::state::{Change, Item, Model, Subject, Workspace};
use std::sync::Arc;

/// A change by hand. Tasks are numbered through all applications, busy periods by their place in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkflowEdit {
    /// A task takes so long; where nodes differ, on this node.
    Duration {
        /// The task.
        task: u32,
        /// The node; does not matter where all are alike.
        node: u32,
        /// Its duration.
        duration: u32,
    },
    /// The tasks of an application take another time on each node from now on, at first the same; or the least again on all.
    NodesDiffer(u32, bool),
    /// A new task of so long in an application, which waits for another one or for none.
    AddTask(u32, u32, Option<u32>),
    /// A task goes away, with its edges.
    RemoveTask(u32),
    /// A child waits for a parent.
    AddEdge(u32, u32),
    /// It does not wait for it any more.
    RemoveEdge(u32, u32),
    /// A task runs on a node, no earlier than a moment; or where the search puts it.
    Pin(u32, Option<(u32, u32)>),
    /// A busy period becomes another one; a number behind the last adds it.
    Busy(u32, BusyPeriod),
    /// A busy period goes away.
    RemoveBusy(u32),
    /// An application must have ended by then, or whenever it likes.
    Deadline(u32, Option<u32>),
    /// An application starts then.
    Start(u32, u32),
}

/// The applications, the application of a task, and the task's number in it.
fn owner(applications: &[Application], task: u32) -> Option<(usize, u32)> {
    let mut first = 0;
    for (at, application) in applications.iter().enumerate() {
        let tasks = application.graph.len() as u32;
        if task < first + tasks {
            return Some((at, task - first));
        }
        first += tasks;
    }
    None
}

/// The first task of an application.
fn first_of(applications: &[Application], at: usize) -> u32 {
    applications.iter().take(at).map(|application| application.graph.len() as u32).sum()
}

fn sort(graph: &mut TaskGraph) {
    sort_shared_by_key(&mut graph.edges, |edge| (edge.child, edge.parent));
}

/// The scenario with a change; `None` if there is nothing to be changed. Whether it is allowed is checked later.
pub fn workflow_with(workflow: &WorkflowScenario, edit: WorkflowEdit) -> Option<WorkflowScenario> {
    let mut next = workflow.clone();
    match edit {
        WorkflowEdit::Pin(task, pin) => {
            let pins = Arc::make_mut(&mut next.pins);
            pins.retain(|other| other.task != task);
            pins.extend(pin.map(|(node, start)| Pin { task, node, start }));
            sort_shared_by_key(pins, |pin| pin.task);
        }
        WorkflowEdit::Busy(at, period) => {
            let busy = Arc::make_mut(&mut next.busy);
            match busy.get_mut(at as usize) {
                Some(old) => *old = period,
                None => busy.push(period),
            }
        }
        WorkflowEdit::RemoveBusy(at) if (at as usize) < next.busy.len() => {
            Arc::make_mut(&mut next.busy).remove(at as usize);
        }
        WorkflowEdit::RemoveBusy(_) => return None,
        _ => {
            next.source = with_applications(workflow, &mut next.pins, edit)?;
            // Given orders have every task of an application, parents first: another graph has others.
            let is_same_graph = matches!(
                edit,
                WorkflowEdit::Duration { .. }
                    | WorkflowEdit::NodesDiffer(..)
                    | WorkflowEdit::Deadline(..)
                    | WorkflowEdit::Start(..)
            );
            if !is_same_graph {
                next.orders = Arc::default();
            }
        }
    }
    Some(next)
}

/// Changes of graphs: drawn ones become given ones.
fn with_applications(workflow: &WorkflowScenario, pins: &mut Arc<Vec<Pin>>, edit: WorkflowEdit) -> Option<WorkflowSource> {
    let mut all = workflow.applications();
    let of = |all: &[Application], task: u32| owner(all, task);
    let applications = Arc::make_mut(&mut all);
    match edit {
        WorkflowEdit::Duration { task, node, duration } => {
            let (at, local) = of(applications, task)?;
            let graph = Arc::make_mut(&mut applications[at].graph);
            match graph.nodes() {
                0 => graph.durations[local as usize] = duration,
                nodes => *graph.on_nodes.get_mut(local as usize * nodes + node as usize)? = duration,
            }
            graph.find_least();
        }
        WorkflowEdit::NodesDiffer(at, differ) => {
            let graph = Arc::make_mut(&mut applications.get_mut(at as usize)?.graph);
            let nodes = if differ { workflow.nodes() as usize } else { 0 };
            graph.on_nodes = graph.durations.iter().flat_map(|&duration| std::iter::repeat_n(duration, nodes)).collect();
        }
        WorkflowEdit::AddTask(application, duration, parent) => {
            let at = application as usize;
            let parent = parent.and_then(|task| of(applications, task)).filter(|(own, _)| *own == at);
            let behind = first_of(applications, at + 1);
            let graph = Arc::make_mut(&mut applications.get_mut(at)?.graph);
            let child = graph.len() as u32;
            graph.on_nodes.extend(std::iter::repeat_n(duration, graph.nodes()));
            graph.durations.push(duration);
            if !graph.names.is_empty() {
                graph.names.push(child.to_string());
            }
            graph.edges.extend(parent.map(|(_, parent)| Edge { parent, child, cost: 0 }));
            // Tasks of later applications move on by one.
            Arc::make_mut(pins).iter_mut().filter(|pin| pin.task >= behind).for_each(|pin| pin.task += 1);
        }
        WorkflowEdit::RemoveTask(task) => {
            let (at, local) = of(applications, task)?;
            let graph = Arc::make_mut(&mut applications[at].graph);
            let (nodes, row) = (graph.nodes(), local as usize);
            graph.on_nodes.drain(row * nodes..(row + 1) * nodes);
            graph.durations.remove(row);
            if !graph.names.is_empty() {
                graph.names.remove(local as usize);
            }
            graph.edges.retain(|edge| edge.parent != local && edge.child != local);
            let down = |number: &mut u32| *number -= u32::from(*number > local);
            for edge in &mut graph.edges {
                down(&mut edge.parent);
                down(&mut edge.child);
            }
            let pins = Arc::make_mut(pins);
            pins.retain(|pin| pin.task != task);
            pins.iter_mut().filter(|pin| pin.task > task).for_each(|pin| pin.task -= 1);
        }
        WorkflowEdit::AddEdge(parent, child) | WorkflowEdit::RemoveEdge(parent, child) => {
            let ((at, parent), (other, child)) = (of(applications, parent)?, of(applications, child)?);
            if at != other {
                return None;
            }
            let graph = Arc::make_mut(&mut applications[at].graph);
            let edges = graph.edges.len();
            match edit {
                WorkflowEdit::AddEdge(..) => graph.edges.push(Edge { parent, child, cost: 0 }),
                _ => graph.edges.retain(|edge| (edge.parent, edge.child) != (parent, child)),
            }
            if graph.edges.len() == edges {
                return None;
            }
            sort(graph);
        }
        WorkflowEdit::Deadline(at, deadline) => applications.get_mut(at as usize)?.deadline = deadline,
        WorkflowEdit::Start(at, start) => {
            let application = applications.get_mut(at as usize)?;
            application.start = start;
            application.deadline = application.deadline.map(|deadline| deadline.max(start));
        }
        WorkflowEdit::Pin(..) | WorkflowEdit::Busy(..) | WorkflowEdit::RemoveBusy(_) => return None,
    }
    Some(WorkflowSource::Given(all))
}

/// A change by hand as it is recorded; `None` if it changes nothing.
pub fn workflow_change(workflow: &WorkflowScenario, edit: WorkflowEdit) -> Option<Change> {
    let next = workflow_with(workflow, edit)?;
    let item = match edit {
        WorkflowEdit::Duration { task, .. } | WorkflowEdit::Pin(task, _) => Item::Request(task),
        WorkflowEdit::AddTask(..) | WorkflowEdit::RemoveTask(_) => Item::Part("tasks"),
        WorkflowEdit::NodesDiffer(..) => Item::Part("durations"),
        WorkflowEdit::AddEdge(..) | WorkflowEdit::RemoveEdge(..) => Item::Part("edges"),
        WorkflowEdit::Busy(..) | WorkflowEdit::RemoveBusy(_) => Item::Part("busy periods"),
        WorkflowEdit::Deadline(..) => Item::Part("deadline"),
        WorkflowEdit::Start(..) => Item::Part("start"),
    };
    let subject = Subject { kind: StudyKind::Workflow, item };
    (next != *workflow).then_some(Change { subject, study: Study::Workflow(next) })
}

impl Workspace {
    /// The workflows, if they are open.
    pub fn workflow(&self) -> Option<&WorkflowScenario> {
        self.get(Panel::Study(StudyKind::Workflow))?.workflow()
    }
}

impl Model {
    /// The workflows as last recorded.
    pub fn workflow(&self) -> Option<&WorkflowScenario> {
        self.workspace.workflow()
    }

    /// The workflows as they are now, a drag in progress included.
    pub fn workflow_now(&self) -> Option<&WorkflowScenario> {
        match &self.draft {
            Some(draft) => draft.workspace.workflow(),
            None => self.workflow(),
        }
    }

    /// What is to be seen of workflows beside their plan.
    pub fn workflow_query(&self) -> WorkflowQuery {
        workflow_query_of(self.view.workflow)
    }

    /// The selected task.
    pub fn selected_task(&self) -> Option<RequestId> {
        self.view.workflow.selected
    }
}

/// Looks at a mapping of a workflow's first application, as it is after so many steps.
pub fn show_mapping(view: &mut View, mapping: u32, step: u32) {
    view.workflow = WorkflowView { part: WorkflowPart::Search, mapping: Some(mapping), step: Some(step), ..view.workflow };
}

/// What a view asks of workflows.
pub fn workflow_query_of(view: WorkflowView) -> WorkflowQuery {
    let WorkflowView { selected, part, application, mapping, .. } = view;
    let is_search = part == WorkflowPart::Search;
    let search = is_search.then_some((application, mapping));
    WorkflowQuery { selected, search, curves: is_search.then_some(application) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::core::error::FieldPath;
    use crate::state::{Action, Edit, Example, HistoryAction};

    fn start() -> Model {
        Model::new(Example::find("six-tasks").unwrap().open())
    }

    #[test]
    fn every_edit_changes_what_it_says_and_is_one_step() {
        let model = start();
        let workflow = model.workflow().unwrap();
        let with = |edit| {
            let next = workflow_with(workflow, edit).unwrap();
            next.check(&FieldPath::new("")).unwrap();
            next
        };
        let graph = |workflow: &WorkflowScenario| Arc::clone(&workflow.applications()[0].graph);
        let longer = WorkflowEdit::Duration { task: 2, node: 0, duration: 9 };
        assert_eq!(graph(&with(longer)).durations, [4, 6, 9, 7, 2, 3]);
        let added = with(WorkflowEdit::AddTask(0, 5, Some(3)));
        assert_eq!((graph(&added).len(), graph(&added).edges.last().unwrap().parent), (7, 3));
        let fewer = graph(&with(WorkflowEdit::RemoveTask(0)));
        assert_eq!(
            (fewer.len(), fewer.edges.iter().map(|edge| (edge.parent, edge.child)).collect::<Vec<_>>()),
            (5, vec![(0, 2), (1, 3), (2, 4), (3, 4)])
        );
        let more = graph(&with(WorkflowEdit::AddEdge(1, 2)));
        assert!(more.edges.iter().any(|edge| (edge.parent, edge.child) == (1, 2)));
        assert_eq!(workflow_with(workflow, WorkflowEdit::RemoveEdge(1, 2)), None);
        assert_eq!(with(WorkflowEdit::Pin(4, Some((1, 20)))).pins[0], Pin { task: 4, node: 1, start: 20 });
        assert_eq!(with(WorkflowEdit::RemoveBusy(0)).busy.len(), 1);
        assert_eq!(with(WorkflowEdit::Deadline(0, Some(40))).applications()[0].deadline, Some(40));
        let change = workflow_change(workflow, longer).unwrap();
        let done = model.reduce(Action::Edit(Edit::Draft(change))).reduce(Action::Edit(Edit::Commit));
        assert_eq!(graph(done.workflow().unwrap()).durations[2], 9);
        assert_eq!(done.reduce(Action::History(HistoryAction::Undo)).workspace, model.workspace);
    }

    #[test]
    fn pins_follow_their_tasks_when_others_come_and_go() {
        let open = Example::find("changed-mind").unwrap().open().scenario.study;
        let workflow = open.workflow().unwrap();
        let second = workflow.applications()[0].graph.len() as u32;
        let pinned = workflow_with(workflow, WorkflowEdit::Pin(second, Some((0, 3)))).unwrap();
        let added = workflow_with(&pinned, WorkflowEdit::AddTask(0, 1, None)).unwrap();
        assert_eq!(added.pins[0].task, second + 1);
        assert_eq!(workflow_with(&added, WorkflowEdit::RemoveTask(0)).unwrap().pins[0].task, second);
    }
}
