//! Dragging parts of workflows with the pointer: a task to another node or time, its duration, an edge, a busy period, a deadline.

use super::edit::{WorkflowEdit, workflow_change};
use crate::chart::workflow::layers::Layers;
use crate::engine::core::error::FieldPath;
use crate::engine::study::{Study, StudyKind};
use crate::engine::workflow::bounds;
use crate::engine::workflow::scenario::BusyPeriod;
use crate::state::{Action, Change, Drag, Item, Model, Reach, Subject, ViewAction};
use std::rc::Rc;

/// What of workflows is dragged.
#[derive(Clone, Debug)]
pub enum WorkflowHandle {
    /// A task as a whole: its node and start.
    Task {
        /// The task.
        task: u32,
        /// Its node and start when it was taken hold of.
        at: (u32, u64),
    },
    /// The end of a task: its duration, folded costs left out.
    Duration {
        /// The task.
        task: u32,
        /// The node it runs on.
        node: u32,
        /// Its duration when it was taken hold of.
        duration: u32,
    },
    /// A busy period as a whole.
    Busy {
        /// Its place in the list.
        at: u32,
        /// The period when it was taken hold of.
        period: BusyPeriod,
    },
    /// The deadline of an application.
    Deadline {
        /// The application.
        application: u32,
        /// Its deadline when it was taken hold of.
        deadline: u32,
    },
    /// An edge is drawn from a task to the one under the pointer.
    Edge {
        /// The parent.
        task: u32,
        /// Where tasks stand; tasks of other applications stand elsewhere.
        layers: Rc<Layers>,
        /// The first task of the application.
        first: u32,
        /// Where the pointer took hold of it.
        from: (f64, f64),
        /// How near to a task's middle the pointer must come, in CSS px.
        reach: (f64, f64),
    },
}

/// A drag of a part of workflows.
#[derive(Clone, Debug)]
pub struct WorkflowDrag {
    /// What is dragged.
    pub handle: WorkflowHandle,
    /// Ticks that a CSS px to the right is worth.
    pub per_px: f64,
    /// Height of a node, in CSS px.
    pub row_px: f64,
    /// Number of nodes.
    pub nodes: u32,
}

/// A moment moved by so many ticks, inside what is allowed.
fn moved(at: u64, by: i64) -> u32 {
    (at as i64).saturating_add(by).clamp(0, i64::from(bounds::TIME.max)) as u32
}

impl WorkflowDrag {
    fn edit(&self, (x, y): (f64, f64)) -> Option<WorkflowEdit> {
        let by = (x * self.per_px).round() as i64;
        let node = |node: u32| {
            let rows = (y / self.row_px.max(1.0)).round() as i64;
            i64::from(node).saturating_add(rows).clamp(0, i64::from(self.nodes.max(1) - 1)) as u32
        };
        Some(match &self.handle {
            WorkflowHandle::Task { task, at } => WorkflowEdit::Pin(*task, Some((node(at.0), moved(at.1, by)))),
            WorkflowHandle::Duration { task, node, duration } => {
                let duration = moved((*duration).into(), by).clamp(1, bounds::DURATION.max);
                WorkflowEdit::Duration { task: *task, node: *node, duration }
            }
            WorkflowHandle::Busy { at, period } => {
                let length = period.end - period.start;
                let start = moved(period.start.into(), by).min(bounds::TIME.max - length);
                WorkflowEdit::Busy(*at, BusyPeriod { node: node(period.node), start, end: start + length })
            }
            WorkflowHandle::Deadline { application, deadline } => {
                WorkflowEdit::Deadline(*application, Some(moved((*deadline).into(), by)))
            }
            WorkflowHandle::Edge { task, layers, first, from, reach } => {
                let child = layers.pick((from.0 + x, from.1 + y), *reach)? + first;
                (child != *task).then_some(WorkflowEdit::AddEdge(*task, child))?
            }
        })
    }
}

impl Drag for WorkflowDrag {
    /// Only what is allowed is drafted: an edge that closes a cycle leaves the graph as it was.
    fn change(&self, model: &Model, reach: Reach) -> Option<Change> {
        let workflow = model.workflow()?;
        let change = self.edit(reach.way).and_then(|edit| workflow_change(workflow, edit));
        let is_allowed = |change: &Change| change.study.workflow().is_some_and(|next| next.check(&FieldPath::new("")).is_ok());
        match change.filter(is_allowed) {
            Some(change) => Some(change),
            // Back to where it began.
            None if model.draft.is_some() => {
                let subject = Subject { kind: StudyKind::Workflow, item: Item::Part("edges") };
                Some(Change { subject, study: Study::Workflow(workflow.clone()) })
            }
            None => None,
        }
    }

    fn click(&self) -> Option<Action> {
        match &self.handle {
            WorkflowHandle::Task { task, .. } | WorkflowHandle::Duration { task, .. } | WorkflowHandle::Edge { task, .. } => {
                Some(Action::View(ViewAction::Select(StudyKind::Workflow, Some(*task))))
            }
            WorkflowHandle::Busy { .. } | WorkflowHandle::Deadline { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::TimeScale;
    use crate::chart::workflow::layers::LayerSteps;
    use crate::state::Example;

    fn reach(x: f64, y: f64) -> Reach {
        Reach { way: (x, y), x: 0.0, scale: TimeScale::new(0.0, 1.0, 100.0) }
    }

    #[test]
    fn tasks_periods_and_edges_follow_the_pointer() {
        let model = Model::new(Example::find("six-tasks").unwrap().open());
        let drag = |handle: WorkflowHandle| WorkflowDrag { handle, per_px: 0.5, row_px: 20.0, nodes: 2 };
        let next = |handle: WorkflowHandle, x: f64, y: f64| {
            drag(handle).change(&model, reach(x, y)).map(|change| change.study.workflow().unwrap().clone())
        };
        let pinned = next(WorkflowHandle::Task { task: 4, at: (1, 21) }, 8.0, -25.0).unwrap();
        assert_eq!((pinned.pins[0].node, pinned.pins[0].start), (0, 25));
        let longer = next(WorkflowHandle::Duration { task: 4, node: 1, duration: 2 }, 6.0, 0.0).unwrap();
        assert_eq!(longer.applications()[0].graph.durations[4], 5);
        let shortest = next(WorkflowHandle::Duration { task: 4, node: 1, duration: 2 }, -1e9, 0.0).unwrap();
        assert_eq!(shortest.applications()[0].graph.durations[4], 1);
        let period = model.workflow().unwrap().busy[0];
        let busy = next(WorkflowHandle::Busy { at: 0, period }, -100.0, 99.0).unwrap();
        assert_eq!((busy.busy[0].node, busy.busy[0].start, busy.busy[0].end), (1, 0, 5));
        let parents: [&[u32]; 6] = [&[], &[0], &[0], &[1], &[2], &[3, 4]];
        let layers = Rc::new(Layers::of(6, |task| parents[task], LayerSteps { x: 100.0, y: 40.0 }));
        let (from, to) = (layers.middle[1], layers.middle[4]);
        let edge = |task| WorkflowHandle::Edge { task, layers: Rc::clone(&layers), first: 0, from, reach: (30.0, 15.0) };
        let drawn = next(edge(1), to.0 - from.0, to.1 - from.1).unwrap();
        assert!(drawn.applications()[0].graph.edges.iter().any(|edge| (edge.parent, edge.child) == (1, 4)));
        assert_eq!(next(edge(5), to.0 - from.0, to.1 - from.1), None, "it would close a cycle");
        assert_eq!(next(edge(1), 1.0, 1.0), None, "no edge to itself");
    }
}
