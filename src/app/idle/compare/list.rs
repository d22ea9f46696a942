//! The decisions that differ between two plans of named servers, as a list.

use crate::app::kit::by_address::ByAddress;
use crate::app::kit::tables::pager::use_pages;
use crate::app::kit::tables::table::{Column, Table};
use crate::app::shell::context::use_lab;
use crate::engine::core::compare::{DifferenceKind, PlanComparison};
use crate::engine::core::time_names::TimeNames;
use crate::engine::idle::explain::idle_reason;
use crate::state::IdleShown;
use std::rc::Rc;
use yew::prelude::*;

/// Rows of a page.
const PAGE_ROWS: usize = 50;

/// Properties of [`IdleDifferences`].
#[derive(Properties, PartialEq)]
pub struct IdleDifferencesProps {
    /// The comparison.
    pub comparison: ByAddress<PlanComparison>,
    /// Plan A.
    pub a: Rc<IdleShown>,
    /// Plan B.
    pub b: Rc<IdleShown>,
    /// The selected request.
    pub selected: Option<u32>,
    /// How points in time are written.
    pub time: TimeNames,
}

/// The list, page by page.
#[component]
pub fn IdleDifferences(props: &IdleDifferencesProps) -> Html {
    let lab = use_lab();
    let IdleDifferencesProps { comparison, a, b, selected, time } = props;
    let pages = use_pages(comparison.differences.len(), PAGE_ROWS);
    if pages.shown().is_empty() {
        return Html::default();
    }
    let rows = pages.shown().filter_map(|at| {
        let difference = comparison.differences.get(at)?;
        let (lab, id) = (lab.clone(), difference.request);
        let name = a.name_of(id).to_string();
        let onclick = Callback::from(move |_: MouseEvent| lab.select_idle(Some(id)));
        let (class, words) = kind_words(difference.kind);
        Some(html! {
            <tr key={at} aria-current={(*selected == Some(id)).then_some("true")}>
                <th scope="row"><button type="button" class="link" {onclick}>{ format!("request {name}") }</button></th>
                <td class="words"><span class={classes!("mark", class)} />{ words }</td>
                <td class="words">{ decision(a, *time, difference.a) }</td>
                <td class="words">{ decision(b, *time, difference.b) }</td>
            </tr>
        })
    });
    let columns = ["Difference", "In A", "In B"].map(|heading| Column::new(heading).with_class("words"));
    let columns = [Column::new("Request")].into_iter().chain(columns).collect::<Vec<_>>();
    html! {
        <section class="chart" aria-label="List of decisions that differ" id="compare-list">
            <h2>{ "Decisions that differ" }<span>{ ": in order of arrival" }</span></h2>
            if pages.are_several() {
                { pages.bar("") }
            }
            <Table label="Decisions that differ" id="differences" {columns}>{ for rows }</Table>
        </section>
    }
}

/// The class of a kind's mark, and the kind in words.
fn kind_words(kind: DifferenceKind) -> (&'static str, &'static str) {
    match kind {
        DifferenceKind::OnlyA => ("only-a", "only A"),
        DifferenceKind::OnlyB => ("only-b", "only B"),
        DifferenceKind::Moved => ("moved", "moved"),
    }
}

/// What became of a request in a plan.
fn decision(shown: &IdleShown, time: TimeNames, row: Option<u32>) -> String {
    let plan = &shown.plan;
    let Some(row) = row.map(|row| row as usize).filter(|&row| row < plan.decisions.server.len()) else {
        return "not asked for".to_string();
    };
    match plan.decisions.refusal(row) {
        Some(refusal) => format!("refused: {}", idle_reason(&plan.arrivals.row(row), refusal, time)),
        None if plan.decisions.accepted(row) => {
            format!("server {} at {}", plan.decisions.server[row], time.brief(plan.decisions.start[row]))
        }
        None => "refused".to_string(),
    }
}
