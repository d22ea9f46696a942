//! The tasks that are at different places in two plans, as a list.

use super::marks::place;
use crate::app::kit::by_address::ByAddress;
use crate::app::kit::tables::pager::use_pages;
use crate::app::kit::tables::table::{Column, Table};
use crate::app::shell::context::use_lab;
use crate::app::workflow::names::{in_units, ticks_of};
use crate::engine::core::compare::{Difference, PlanComparison};
use crate::state::WorkflowShown;
use yew::prelude::*;

/// Rows of a page.
const PAGE_ROWS: usize = 50;

/// Properties of [`TaskDifferences`].
#[derive(Properties, PartialEq)]
pub struct TaskDifferencesProps {
    /// The comparison.
    pub comparison: ByAddress<PlanComparison>,
    /// Plan A.
    pub a: ByAddress<WorkflowShown>,
    /// Plan B.
    pub b: ByAddress<WorkflowShown>,
    /// The selected task.
    pub selected: Option<u32>,
}

/// The list, page by page.
#[component]
pub fn TaskDifferences(props: &TaskDifferencesProps) -> Html {
    let lab = use_lab();
    let TaskDifferencesProps { comparison, a, b, selected } = props;
    let pages = use_pages(comparison.differences.len(), PAGE_ROWS);
    if pages.shown().is_empty() {
        return Html::default();
    }
    let rows = pages.shown().filter_map(|at| {
        let difference = comparison.differences.get(at)?;
        let (of, row) = difference.b.map(|row| (b, row)).or_else(|| difference.a.map(|row| (a, row)))?;
        let name = of.task_name(row);
        let several = of.plan.served.len() > 1;
        let application = of.plan.tasks.application.get(row as usize).filter(|_| several);
        let name = application.map_or_else(|| name.clone(), |at| format!("{name} of application {}", at + 1));
        let (lab, id) = (lab.clone(), difference.request);
        // What only the former plan has cannot be selected in the present one.
        let name = match difference.b {
            Some(_) => {
                let onclick = Callback::from(move |_: MouseEvent| lab.select_task(Some(id)));
                html! { <button type="button" class="link" {onclick}>{ name }</button> }
            }
            None => html! { { name } },
        };
        Some(html! {
            <tr key={at} aria-current={(*selected == Some(id) && difference.b.is_some()).then_some("true")}>
                <th scope="row">{ name }</th>
                <td class="words">{ place(a, difference.a) }</td>
                <td class="words">{ place(b, difference.b) }</td>
                <td class="words">{ change(a, b, &difference) }</td>
            </tr>
        })
    });
    let words = |name| Column::new(name).with_class("words");
    let columns = vec![Column::new("Task"), words("In A"), words("In B"), words("B against A")];
    html! {
        <section class="chart" aria-label="List of tasks that differ" id="compare-list">
            <h2>{ "Tasks at other places" }<span>{ ": in the order of their numbers" }</span></h2>
            if pages.are_several() {
                { pages.bar("") }
            }
            <Table label="Tasks at other places" id="differences" {columns}>{ for rows }</Table>
        </section>
    }
}

/// What becomes of a task from A to B.
fn change(a: &WorkflowShown, b: &WorkflowShown, difference: &Difference) -> String {
    let at = |shown: &WorkflowShown, row: Option<u32>| {
        let row = row.map(|row| row as usize).filter(|&row| row < shown.plan.tasks.len() && shown.plan.is_reserved(row))?;
        Some((shown.plan.tasks.start[row], shown.plan.tasks.node[row]))
    };
    let (Some(of_a), Some(of_b)) = (at(a, difference.a), at(b, difference.b)) else {
        return if at(a, difference.a).is_some() { "only in A" } else { "only in B" }.to_string();
    };
    let node = if of_a.1 == of_b.1 { "" } else { ", on another node" };
    let ticks = ticks_of(b);
    if of_b.0 < of_a.0 {
        format!("{} earlier{node}", in_units(of_a.0 - of_b.0, ticks))
    } else if of_b.0 > of_a.0 {
        format!("{} later{node}", in_units(of_b.0 - of_a.0, ticks))
    } else {
        "at the same time on another node".to_string()
    }
}
