//! The charts as tables, and the figures of all methods.

use super::commands::compare_with_method;
use super::names::{in_units, method_title, task_name, ticks_of};
use crate::app::kit::tables::policies::PolicyTable;
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::{Lab, use_lab};
use crate::engine::study::StudyKind;
use crate::engine::workflow::compare::WORKFLOW_FIGURES;
use crate::engine::workflow::policy::Method;
use crate::formats::link::Panel;
use crate::state::{Action, CompareAction, ViewAction, WorkflowShown};
use std::rc::Rc;
use std::sync::Arc;
use yew::prelude::*;

/// Rows of a table.
const ROWS_MAX: usize = 120;

/// The tables.
pub fn tables(lab: &Lab, shown: &WorkflowShown) -> Html {
    let (tasks, ticks) = (&shown.plan.tasks, ticks_of(shown));
    let rows = (0..tasks.len()).take(ROWS_MAX).map(|row| {
        let parents: Vec<String> = tasks.parents_of(row).iter().map(|&parent| task_name(lab, parent)).collect();
        vec![
            task_name(lab, row as u32),
            in_units(tasks.duration[row], ticks),
            parents.join(", "),
            in_units(tasks.earliest[row], ticks),
            in_units(tasks.latest[row], ticks),
            in_units(tasks.slack(row), ticks),
            (shown.plan.provider_of[tasks.node[row] as usize] + 1).to_string(),
            tasks.node[row].to_string(),
            in_units(tasks.start[row], ticks),
            in_units(tasks.end(row), ticks),
        ]
    });
    let caption = format!("Tasks: {} of {}", tasks.len().min(ROWS_MAX), grouped(tasks.len() as u64));
    let heads = ["Task", "Duration", "Parents", "EST", "LST", "Slack", "Provider", "Node", "Start", "End"];
    let served = shown.plan.served.iter().enumerate().map(|(at, served)| {
        let fate = served.fate.why_not().unwrap_or("reserved");
        vec![
            (at + 1).to_string(),
            fate.to_string(),
            in_units(served.start, ticks),
            in_units(served.makespan, ticks),
            in_units(served.delay, ticks),
            served.rounds.to_string(),
            in_units(served.broker.taken - served.broker.asked, ticks),
            in_units(served.broker.answered, ticks),
            format!("{} of {}", served.iterations, served.broker.allowed),
        ]
    });
    html! {
        <div class="stack geometry-tables" id="workflow-tables">
            <details class="twin" id="tasks-table">
                <summary>{ "The tasks as a table" }</summary>
                <Table label={caption.clone()} id="tasks" {caption} columns={Column::all(heads)}>{ text_rows(rows) }</Table>
            </details>
            <details class="twin" id="applications-table">
                <summary>{ "The applications as a table" }</summary>
                <Table label="Applications" id="applications" caption="Applications in the order in which the broker serves them"
                    columns={Column::all(["Application", "What became of it", "Start", "Makespan", "Delay", "Searches", "Waited at the broker", "Answered", "Mappings"])}>{ text_rows(served) }</Table>
            </details>
        </div>
    }
}

/// The figures of all methods on the same applications.
#[component]
pub fn WorkflowMethods() -> Html {
    let lab = use_lab();
    let model = lab.model();
    let Some(workflow) = lab.workflow() else { return Html::default() };
    let table = lab.engine_state.beside.get(&StudyKind::Workflow).and_then(|beside| beside.table.clone());
    let now = model.effective().get(Panel::Study(StudyKind::Workflow));
    let is_stale = table.as_ref().is_some_and(|(of, _)| now.is_none_or(|now| !Arc::ptr_eq(of, now)));
    let on_switch = {
        let lab = lab.clone();
        Callback::from(move |on: bool| lab.act(Action::View(ViewAction::Compare(CompareAction::Table(StudyKind::Workflow, on)))))
    };
    let names = Method::ALL.iter().map(|method| method_title(*method).to_string()).collect::<Vec<_>>();
    let own = Method::ALL.iter().position(|method| *method == workflow.policy.method);
    let other = model.view.workflow.other.and_then(|other| Method::ALL.iter().position(|method| *method == other));
    let on_pick = {
        let lab = lab.clone();
        Callback::from(move |at: usize| {
            if let Some(&method) = Method::ALL.get(at) {
                compare_with_method(&lab, method);
            }
        })
    };
    html! {
        <PolicyTable id="methods" plural="methods" {names} figures={&WORKFLOW_FIGURES[..]} rows={table.map(|(_, rows)| Rc::clone(&rows))}
            is_on={model.comparing.tables.contains(&StudyKind::Workflow)} {is_stale} {own} {other}
            {on_switch} {on_pick} />
    }
}
