//! Forms of a task and of an application.

use crate::app::kit::fields::number::NumberField;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::{none_selected, on_click};
use crate::app::workflow::controls::communication;
use crate::app::workflow::graph::plot::rows_of;
use crate::app::workflow::names::{applications_of, task_name};
use crate::engine::core::bounds::Bound;
use crate::engine::workflow::{WorkflowScenario, bounds};
use crate::state::WorkflowEdit;
use std::rc::Rc;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Most nodes whose durations have fields of their own.
const FIELDS_MAX: usize = 12;

fn number(
    lab: &Lab,
    id: &'static str,
    label: &'static str,
    value: u32,
    bound: Bound,
    edit: impl Fn(u32) -> WorkflowEdit + 'static,
) -> Html {
    let lab = lab.clone();
    let onchange = Callback::from(move |value: u32| lab.edit_workflow(edit(value), false));
    html! { <NumberField<u32> {id} {label} {value} {bound} {onchange} /> }
}

/// The selected task: its duration, where it must run, its parents and children.
pub fn task_form(lab: &Lab) -> Html {
    let nothing = none_selected("No task selected", "Pick one in the list, in the graph or on the nodes.");
    let (Some(task), Some(shown), Some(workflow)) = (lab.model().selected_task(), lab.workflow_shown(), lab.model().workflow_now())
    else {
        return nothing;
    };
    let tasks = &shown.plan.tasks;
    let row = task as usize;
    // The plan may still be that of before the last edit.
    if row >= tasks.len() {
        return nothing;
    }
    let pin = workflow.pins.iter().find(|pin| pin.task == task).copied();
    let (node, start) =
        pin.map_or((tasks.node[row], tasks.start[row].min(bounds::TIME.max.into()) as u32), |pin| (pin.node, pin.start));
    let nodes = Bound::new("node", 0, workflow.nodes().max(1) - 1);
    let hint = match pin {
        Some(pin) if shown.plan.is_reserved(row) && tasks.node[row] != pin.node => {
            "It is pinned, but the provider of this node refused the application."
        }
        Some(_) => "It is pinned: it runs on this node, no earlier than that.",
        None => "The search puts it there; a change pins it.",
    };
    html! {
        <section class="request-form">
            <h2>{ task_name(lab, task) }<span>{ if workflow.ticks > 1 { format!(": in ticks, {} to a second", workflow.ticks) } else { String::new() } }</span></h2>
            { duration_fields(lab, task) }
            { number(lab, "task-node", "Node", node, nodes, move |value| WorkflowEdit::Pin(task, Some((value, start)))) }
            { number(lab, "task-start", "No earlier than", start, bounds::TIME, move |value| WorkflowEdit::Pin(task, Some((node, value)))) }
            <p class="hint">{ hint }</p>
            { relatives(lab, task) }
            <div class="group">
                if pin.is_some() {
                    <button type="button" id="unpin-task" class="quiet" onclick={on_click(lab, move |lab| lab.edit_workflow(WorkflowEdit::Pin(task, None), false))}>{ "Unpin" }</button>
                }
                <button type="button" id="remove-task" class="quiet" title="Remove this task (Delete)" onclick={on_click(lab, move |lab| lab.edit_workflow(WorkflowEdit::RemoveTask(task), false))}>{ "Remove task" }</button>
            </div>
        </section>
    }
}

/// How long a task takes; where nodes differ, on each of them.
fn duration_fields(lab: &Lab, task: u32) -> Html {
    let Some(shown) = lab.workflow_shown() else { return Html::default() };
    let row = task as usize;
    let (application, own) = (shown.plan.tasks.application[row], shown.plan.tasks.node[row]);
    let (first, _) = rows_of(&shown, application);
    let Some(applications) = lab.model().workflow_now().map(applications_of) else { return Html::default() };
    let Some(graph) = applications.get(application as usize).map(|application| &application.graph) else { return Html::default() };
    let Some(&least) = graph.durations.get((task - first) as usize) else { return Html::default() };
    let on_nodes = graph.durations_of((task - first) as usize);
    let field = |id: String, label: String, node: u32, value: u32| {
        let lab = lab.clone();
        let onchange =
            Callback::from(move |duration: u32| lab.edit_workflow(WorkflowEdit::Duration { task, node, duration }, false));
        html! { <NumberField<u32> {id} {label} {value} bound={bounds::DURATION} {onchange} /> }
    };
    if on_nodes.is_empty() {
        return field("task-duration".to_string(), "Duration".to_string(), own, least);
    }
    let is_shown = |node: u32| node == own || (node as usize) < FIELDS_MAX;
    let fields = (0..).zip(on_nodes).filter(|(node, _)| is_shown(*node));
    let fields =
        fields.map(|(node, &value)| field(format!("task-duration-{node}"), format!("Duration on node {node}"), node, value));
    html! {
        <>
            { for fields }
            if on_nodes.len() > FIELDS_MAX {
                <p class="hint">{ format!("The first {FIELDS_MAX} of {} nodes, and the one it runs on.", on_nodes.len()) }</p>
            }
        </>
    }
}

/// Parents and children with buttons that remove the edges, and a field that adds a parent.
fn relatives(lab: &Lab, task: u32) -> Html {
    let Some(shown) = lab.workflow_shown() else { return Html::default() };
    let tasks = &shown.plan.tasks;
    let (first, count) = rows_of(&shown, tasks.application[task as usize]);
    let parents = tasks.parents_of(task as usize).to_vec();
    let children: Vec<u32> = (first..first + count).filter(|&row| tasks.parents_of(row as usize).contains(&task)).collect();
    let edge = |parent: u32, child: u32, other: u32| {
        let remove = on_click(lab, move |lab| lab.edit_workflow(WorkflowEdit::RemoveEdge(parent, child), false));
        let select = on_click(lab, move |lab| lab.select_task(Some(other)));
        html! {
            <li key={other}>
                <button type="button" class="quiet" onclick={select}>{ task_name(lab, other) }</button>
                <button type="button" class="quiet remove-edge" data-edge={format!("{parent}-{child}")} aria-label={format!("Remove the edge from {} to {}", task_name(lab, parent), task_name(lab, child))} onclick={remove}>{ "×" }</button>
            </li>
        }
    };
    let list = |name: &'static str, items: Vec<Html>| {
        let is_empty = items.is_empty();
        html! { <div class="relatives"><h3>{ name }</h3>if is_empty { <p class="hint">{ "None" }</p> } else { <ul class="plain buttons">{ for items }</ul> }</div> }
    };
    let on_add = {
        let (lab, shown) = (lab.clone(), Rc::clone(&shown));
        Callback::from(move |event: Event| {
            let field = event.target_unchecked_into::<HtmlInputElement>();
            if let Some(parent) = shown.task_called(&field.value()) {
                lab.edit_workflow(WorkflowEdit::AddEdge(parent, task), false);
                field.set_value("");
            }
        })
    };
    html! {
        <>
            { list("Waits for", parents.iter().map(|&parent| edge(parent, task, parent)).collect()) }
            <div class="field"><label for="add-parent">{ "Add a parent" }</label><input id="add-parent" placeholder="Name, e.g. T4" autocomplete="off" onchange={on_add} /></div>
            { list("Is waited for by", children.iter().map(|&child| edge(task, child, child)).collect()) }
        </>
    }
}

/// Whether tasks of an application take another time on each node.
fn nodes_differ(lab: &Lab, application: u32, differ: bool) -> Html {
    let toggle = on_click(lab, move |lab| lab.edit_workflow(WorkflowEdit::NodesDiffer(application, !differ), false));
    let title = if differ {
        "Give every task its shortest duration on all nodes"
    } else {
        "Give every task a duration of its own on each node"
    };
    html! {
        <div class="group">
            <button type="button" id="nodes-differ" class="quiet" aria-pressed={differ.to_string()} {title} onclick={toggle}>{ "Nodes differ" }</button>
        </div>
    }
}

/// The application that is looked at: its start and deadline; what edges cost.
pub fn application_form(lab: &Lab, workflow: &WorkflowScenario) -> Html {
    let at = lab.model().view.workflow.application;
    let applications = applications_of(workflow);
    let Some(application) = applications.get(at as usize) else { return Html::default() };
    let end = lab
        .workflow_shown()
        .and_then(|shown| shown.plan.served.get(at as usize).map(|served| served.start + served.makespan))
        .unwrap_or(0);
    let end = end.min(bounds::TIME.max.into()) as u32;
    let set = move |deadline: Option<u32>| on_click(lab, move |lab| lab.edit_workflow(WorkflowEdit::Deadline(at, deadline), false));
    html! {
        <section class="machine-form">
            <h2>{ "Application" }<span>{ format!(" {} of {}, user {}", at + 1, applications.len(), application.user) }</span></h2>
            { number(lab, "application-start", "Starts at", application.start, bounds::TIME, move |value| WorkflowEdit::Start(at, value)) }
            { match application.deadline {
                Some(deadline) => html! {
                    <>
                        { number(lab, "application-deadline", "Deadline", deadline, bounds::TIME.from(application.start), move |value| WorkflowEdit::Deadline(at, Some(value))) }
                        <div class="group"><button type="button" id="no-deadline" class="quiet" onclick={set(None)}>{ "No deadline" }</button></div>
                    </>
                },
                None => html! { <div class="group"><button type="button" id="set-deadline" class="quiet" onclick={set(Some(end.max(application.start)))}>{ "Set a deadline" }</button></div> },
            } }
            { nodes_differ(lab, at, !application.graph.on_nodes.is_empty()) }
            { communication(lab) }
        </section>
    }
}
