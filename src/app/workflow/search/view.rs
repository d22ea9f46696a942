//! The search as pictures: the tasks that are mapped so far on their nodes, and below them the ready tasks, the nodes that were tried and the curves of all
//! methods.

use super::curves::curves_plot;
use super::steps::SearchedStep;
use crate::app::kit::plot::area::{ONE_COLUMN_PX, use_size};
use crate::app::kit::tables::table::{Column, Table, text_rows};
use crate::app::shell::context::{Lab, use_lab, use_newest};
use crate::app::shell::frame::dock::Dock;
use crate::app::workflow::controls::applications;
use crate::app::workflow::gantt::chart::WorkflowGantt;
use crate::app::workflow::gantt::parts::TaskBar;
use crate::app::workflow::names::{in_units, task_name, ticks_of};
use crate::engine::workflow::graph::Time;
use crate::engine::workflow::policy::Method;
use crate::engine::workflow::search::recorder::SearchStep;
use crate::engine::workflow::search::status::status_after;
use crate::state::WorkflowShown;
use std::rc::Rc;
use yew::prelude::*;

/// Rows of the table of ready tasks.
const ROWS_MAX: usize = 40;

/// The search.
#[component]
pub fn SearchView() -> Html {
    let lab = use_lab();
    let newest_lab = use_newest(&lab);
    let node = use_node_ref();
    let (width, height) = use_size(node.clone());
    let room = if width < ONE_COLUMN_PX { 0.0 } else { height };
    let Some(shown) = lab.workflow_shown() else {
        return html! { <div class="charts"><p class="hint">{ "Planning …" }</p></div> };
    };
    let Some(searched) = SearchedStep::of(&shown, &lab) else {
        return html! {
            <>
            <div key="pictures" class="charts" ref={node}>
                { applications(&lab) }
                <p class="hint">{ "The steps of the search are shown only for applications of up to 1,000 tasks that have a mapping." }</p>
            </div>
            </>
        };
    };
    let first = searched.first;
    let bar = |step: &SearchStep| TaskBar { row: first + step.task, node: step.node, start: step.start, end: step.end };
    let mut bars: Vec<TaskBar> = searched.done().iter().map(bar).collect();
    bars.extend(earlier(&shown, searched.recorded.application));
    let newest = searched.done().last();
    let tried = newest.map(|step| step.tried.clone()).unwrap_or_default();
    html! {
        <>
        <div key="pictures" class="charts" ref={node}>
            { applications(&lab) }
            <WorkflowGantt bars={Rc::new(bars)} newest={newest.map(|step| first + step.task)} tried={Rc::new(tried)} {room} />
        </div>
        <Dock key="dock" names={vec![("ready", "Ready tasks"), ("search-curves", "All methods")]}>
            <div id="ready">
                { newest.map(|step| ready_table(&lab, &shown, step, first)).unwrap_or_default() }
                { status_table(&lab, &shown, &searched) }
            </div>
            <div id="search-curves">{ curves_plot(&newest_lab, &shown) }</div>
        </Dock>
        </>
    }
}

/// The tasks as the thesis lists them after each step (Mondol 3.6), where the method keeps such a list.
fn status_table(lab: &Lab, shown: &WorkflowShown, searched: &SearchedStep<'_>) -> Html {
    if shown.study.workflow().is_none_or(|workflow| workflow.policy.method != Method::Slack) {
        return Html::default();
    }
    let ticks = ticks_of(shown);
    let all = status_after(&shown.plan, searched.recorded.application as usize, searched.done());
    let rows = all.iter().take(ROWS_MAX).map(|task| {
        let parents: Vec<String> = shown.plan.tasks.parents_of(task.row).iter().map(|&parent| task_name(lab, parent)).collect();
        let of = |time: Option<Time>| time.map_or("–".to_string(), |time| in_units(time, ticks));
        let node = task.scheduled.map_or(String::new(), |(node, _)| format!(" on node {node}"));
        vec![
            task_name(lab, task.row as u32),
            in_units(task.expected, ticks),
            in_units(task.adjusted, ticks),
            of(task.scheduled.map(|(_, start)| start)),
            in_units(shown.plan.tasks.duration[task.row], ticks),
            task.slack.to_string(),
            parents.join(", "),
            format!("{}{node}", task.state.words()),
        ]
    });
    let heads = ["Task", "Expected start", "Adjusted start", "Scheduled start", "Duration", "Slack", "Parents", "Status"];
    html! {
        <Table label="Tasks after this step" id="task-status" caption="Tasks after this step: fresh, ready or mapped" columns={Column::all(heads)}>{ text_rows(rows) }</Table>
    }
}

/// Tasks of applications that were reserved before.
fn earlier(shown: &WorkflowShown, application: u32) -> Vec<TaskBar> {
    let tasks = &shown.plan.tasks;
    let rows = (0..tasks.len()).filter(|&row| tasks.application[row] < application && shown.plan.is_reserved(row));
    rows.map(|row| TaskBar { row: row as u32, node: tasks.node[row], start: tasks.start[row], end: tasks.end(row) }).collect()
}

/// The tasks that could have been drawn.
fn ready_table(lab: &Lab, shown: &WorkflowShown, step: &SearchStep, first: u32) -> Html {
    let is_slack = shown.study.workflow().is_some_and(|workflow| workflow.policy.method == Method::Slack);
    let sum: f64 = step.ready.iter().map(|ready| ready.weight).sum();
    let rows = step.ready.iter().take(ROWS_MAX).map(|ready| {
        let share = if is_slack && sum > 0.0 { format!("{:.1} %", 100.0 * ready.weight / sum) } else { String::new() };
        let drawn = if ready.task == step.task { "drawn" } else { "" };
        vec![task_name(lab, first + ready.task), ready.slack.to_string(), format!("{:.2}", ready.weight), share, drawn.to_string()]
    });
    let ticks = ticks_of(shown);
    let tried = step.tried.iter().take(ROWS_MAX).map(|&(node, start, end)| {
        let taken = if node == step.node { "taken" } else { "" };
        vec![node.to_string(), in_units(start, ticks), in_units(end, ticks), taken.to_string()]
    });
    let weight = if is_slack { "Weight" } else { "What the method compares" };
    let formula = if is_slack { "; weight (Σ(slack + 1)) ÷ (slack + 1)" } else { "" };
    let caption = format!("Tasks that were ready: {}{formula}", step.ready.len());
    html! {
        <div class="search-tables">
            <Table label={caption.clone()} id="ready-tasks" {caption} columns={Column::all(["Task", "Slack", weight, "Probability", ""])}>{ text_rows(rows) }</Table>
            <Table label="Nodes that were tried" id="tried-nodes" caption="Nodes in the order in which they were tried" columns={Column::all(["Node", "Earliest start", "Earliest end", ""])}>{ text_rows(tried) }</Table>
        </div>
    }
}
