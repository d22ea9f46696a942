//! The knobs of the chart of nodes: the end of the selected task, the deadline.

use super::parts::Gantt;
use crate::app::kit::plot::knob::{Knob, KnobShape, Slider};
use crate::app::shell::context::Lab;
use crate::app::workflow::graph::plot::rows_of;
use crate::app::workflow::names::applications_of;
use crate::engine::workflow::bounds;
use crate::state::{WorkflowEdit, WorkflowHandle};
use yew::prelude::*;

/// The knobs: the end of the selected task, the deadline.
pub fn knobs(gantt: &Gantt<'_>) -> Html {
    if !gantt.is_editable {
        return Html::default();
    }
    html! { <>{ duration_knob(gantt) }{ deadline_knob(gantt) }</> }
}

fn duration_knob(gantt: &Gantt<'_>) -> Html {
    let tasks = &gantt.shown.plan.tasks;
    let Some(task) = gantt.lab.model().selected_task().filter(|row| (*row as usize) < tasks.len()) else {
        return Html::default();
    };
    let Some(duration) = duration_of(gantt.lab, task) else { return Html::default() };
    let (row, x) = (task as usize, gantt.x(tasks.end(task as usize)));
    let node = tasks.node[row];
    if !(0.0..=gantt.scale.width()).contains(&x) {
        return Html::default();
    }
    let lab = gantt.lab.clone();
    let on_key = on_arrow(move |by, is_repeat| {
        let next = i64::from(duration).saturating_add(by).clamp(1, i64::from(bounds::DURATION.max)) as u32;
        lab.edit_workflow(WorkflowEdit::Duration { task, node, duration: next }, is_repeat);
    });
    let slider =
        Slider { now: duration.to_string(), min: "1".to_string(), max: bounds::DURATION.max.to_string(), words: None, on_key };
    html! {
        <Knob at={(x, gantt.y(node) + gantt.row_px / 2.0)} shape={KnobShape::Disc} name="Duration" is_upright={false} drag_key="duration" {slider}
            on_press={gantt.drag(WorkflowHandle::Duration { task, node, duration })} />
    }
}

fn deadline_knob(gantt: &Gantt<'_>) -> Html {
    let application = gantt.lab.model().view.workflow.application;
    let deadline =
        gantt.lab.model().workflow_now().and_then(|workflow| applications_of(workflow).get(application as usize)?.deadline);
    let Some(deadline) = deadline else { return Html::default() };
    let x = gantt.x(deadline.into());
    if !(0.0..=gantt.scale.width()).contains(&x) {
        return Html::default();
    }
    let lab = gantt.lab.clone();
    let on_key = on_arrow(move |by, is_repeat| {
        let next = i64::from(deadline).saturating_add(by).clamp(0, i64::from(bounds::TIME.max)) as u32;
        lab.edit_workflow(WorkflowEdit::Deadline(application, Some(next)), is_repeat);
    });
    let slider = Slider { now: deadline.to_string(), min: "0".to_string(), max: bounds::TIME.max.to_string(), words: None, on_key };
    html! {
        <g class="deadline">
            <path d={format!("M{x:.1} -8V{:.1}", gantt.scale.height())} />
            <Knob at={(x, -14.0)} shape={KnobShape::Disc} name="Deadline" is_upright={false} drag_key="deadline" {slider}
                on_press={gantt.drag(WorkflowHandle::Deadline { application, deadline })} />
        </g>
    }
}

/// The duration of a task as it is given, where nodes differ on the one it runs on, a drag in progress included.
fn duration_of(lab: &Lab, task: u32) -> Option<u32> {
    let shown = lab.workflow_shown()?;
    let application = *shown.plan.tasks.application.get(task as usize)?;
    let (first, _) = rows_of(&shown, application);
    let applications = applications_of(lab.model().workflow_now()?);
    let (graph, task) = (&applications.get(application as usize)?.graph, (task - first) as usize);
    let least = *graph.durations.get(task)?;
    let node = *shown.plan.tasks.node.get((first as usize) + task)?;
    Some(graph.durations_of(task).get(node as usize).copied().unwrap_or(least))
}

/// What the arrow keys do on a knob: a step, with Shift ten.
fn on_arrow(change: impl Fn(i64, bool) + 'static) -> Callback<KeyboardEvent> {
    Callback::from(move |event: KeyboardEvent| {
        let by = match event.key().as_str() {
            "ArrowRight" | "ArrowUp" => 1,
            "ArrowLeft" | "ArrowDown" => -1,
            _ => return,
        };
        change(if event.shift_key() { 10 * by } else { by }, event.repeat());
        event.prevent_default();
        event.stop_propagation();
    })
}
