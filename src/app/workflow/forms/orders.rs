//! The form of given orders: the tasks of an application in the order in which its mappings by slack take them (Mondol 3.6.1, 3.6.2).

use crate::app::kit::fields::text::TextInput;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::on_click;
use crate::app::workflow::graph::plot::rows_of;
use crate::app::workflow::names::task_name;
use crate::engine::workflow::WorkflowScenario;
use crate::engine::workflow::policy::Method;
use crate::engine::workflow::scenario::WorkflowSource;
use crate::state::WorkflowShown;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// Orders that have fields of their own, and tasks of an application that has such fields.
const ORDERS_MAX: usize = 12;
const TASKS_MAX: u32 = 200;

/// The tasks of an order as they are written: their names, apart by commas, or by spaces where there is no comma.
fn tasks_of(shown: &WorkflowShown, rows: &Range<u32>, text: &str) -> Result<Vec<u32>, String> {
    let apart = |letter: char| if text.contains(',') { letter == ',' } else { letter.is_whitespace() };
    let names = text.split(apart).map(str::trim).filter(|name| !name.is_empty());
    let task = |name: &str| match shown.task_called(name).filter(|task| rows.contains(task)) {
        Some(task) => Ok(task),
        None => Err(format!(
            "order: “{name}” is not allowed; the name of a task of this application, {} to {}",
            shown.task_name(rows.start),
            shown.task_name(rows.end - 1)
        )),
    };
    names.map(task).collect()
}

/// The tasks of an application by their starts in the plan, parents before their children.
fn by_start(shown: &WorkflowShown, rows: Range<u32>) -> Vec<u32> {
    let tasks = &shown.plan.tasks;
    let mut order: Vec<u32> = Vec::new();
    let mut left: Vec<u32> = rows.collect();
    while !left.is_empty() {
        let is_ready = |task: &u32| !tasks.parents_of(*task as usize).iter().any(|parent| left.contains(parent));
        let next = (0..left.len()).filter(|&at| is_ready(&left[at])).min_by_key(|&at| tasks.start[left[at] as usize]);
        let Some(next) = next else { return order };
        order.push(left.remove(next));
    }
    order
}

/// The orders of the application that is looked at.
pub fn orders_form(lab: &Lab, workflow: &WorkflowScenario) -> Html {
    let Some(shown) = lab.workflow_shown() else { return Html::default() };
    let (first, count) = rows_of(&shown, lab.model().view.workflow.application);
    let rows = first..first + count;
    // The plan may still be that of before the last edit.
    if count == 0 || count > TASKS_MAX || rows.end as usize > workflow.tasks() {
        return Html::default();
    }
    let is_own = |order: &Vec<u32>| order.first().is_some_and(|task| rows.contains(task));
    let own: Vec<usize> = (0..workflow.orders.len()).filter(|&at| is_own(&workflow.orders[at])).collect();
    let one = |(number, &at): (usize, &usize)| {
        let names: Vec<String> = workflow.orders[at].iter().map(|&task| task_name(lab, task)).collect();
        let on_take = {
            let (lab, shown, rows) = (lab.clone(), Rc::clone(&shown), rows.clone());
            Callback::from(move |text: String| match tasks_of(&shown, &rows, &text) {
                Ok(order) => lab.change_workflow(|next| Arc::make_mut(&mut next.orders)[at] = order),
                Err(why) => lab.notices.refuse(&why),
            })
        };
        let remove = on_click(lab, move |lab| {
            lab.change_workflow(|next| {
                Arc::make_mut(&mut next.orders).remove(at);
            });
        });
        let id = format!("order-{}", number + 1);
        html! {
            <div key={at} class="fields order">
                <div class="field"><label for={id.clone()}>{ format!("Mapping {}", number + 1) }</label><TextInput {id} value={names.join(", ")} {on_take} /></div>
                <button type="button" class="quiet" aria-label={format!("Remove the order of mapping {}", number + 1)} onclick={remove}>{ "×" }</button>
            </div>
        }
    };
    let add = {
        let (shown, rows) = (Rc::clone(&shown), rows.clone());
        on_click(lab, move |lab| {
            let order = by_start(&shown, rows.clone());
            lab.change_workflow(|next| {
                // Orders belong to given tasks.
                next.source = WorkflowSource::Given(next.applications());
                Arc::make_mut(&mut next.orders).push(order);
            });
        })
    };
    let words = match own.len() {
        0 => "Given orders: none, tasks are drawn".to_string(),
        count => format!("Given orders: {count}"),
    };
    html! {
        <section class="machine-form">
            <details id="orders-form">
                <summary>{ words }</summary>
                <p class="hint">{ "All tasks, parents before children: the first mapping takes them in the first order, and so on." }
                    if workflow.policy.method != Method::Slack { { " Only the method by slack does." } }
                </p>
                { for own.iter().take(ORDERS_MAX).enumerate().map(one) }
                if own.len() > ORDERS_MAX { <p class="hint">{ format!("The first {ORDERS_MAX} of {}.", own.len()) }</p> }
                <div class="group"><button type="button" id="new-order" class="quiet" title="The tasks by their starts in the plan, to be changed" onclick={add}>{ "New order" }</button></div>
            </details>
        </section>
    }
}
