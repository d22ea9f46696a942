//! The decisions that differ, as a list: what the marks in the charts say, by kind.

use super::marks::Same;
use crate::app::kit::tables::pager::use_pages;
use crate::app::kit::tables::table::{Column, Table};
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::use_lab;
use crate::chart::PlanView;
use crate::engine::core::compare::{Difference, DifferenceKind};
use crate::engine::core::time_names::TimeNames;
use crate::engine::slots::explain::refusal_reason;
use crate::engine::study::StudyKind;
use crate::state::{Action, SlotsShown, ViewAction};
use std::rc::Rc;
use yew::prelude::*;

/// Rows of a page.
const PAGE_ROWS: usize = 50;

/// Properties of [`CompareList`].
#[derive(Properties, PartialEq)]
pub struct CompareListProps {
    /// The comparison.
    pub comparison: Same,
    /// Plan A.
    pub a: Rc<SlotsShown>,
    /// Plan B.
    pub b: Rc<SlotsShown>,
    /// The selected request.
    pub selected: Option<u32>,
}

/// The list, page by page.
#[component]
pub fn CompareList(props: &CompareListProps) -> Html {
    let lab = use_lab();
    let CompareListProps { comparison: Same(comparison), a, b, selected } = props;
    let filter = use_state_eq(|| None::<DifferenceKind>);
    let listed = {
        let comparison = Rc::clone(comparison);
        use_memo((Rc::as_ptr(&comparison), *filter), move |(_, filter)| {
            let kinds = comparison.differences.kind.iter().enumerate();
            let passes = |kind: u32| filter.is_none_or(|filter| filter as u32 == kind);
            kinds.filter(|(_, kind)| passes(**kind)).map(|(at, _)| at as u32).collect::<Vec<_>>()
        })
    };
    let pages = use_pages(listed.len(), PAGE_ROWS);
    if comparison.counts.differing() == 0 {
        return Html::default();
    }
    let tabs = std::iter::once(None).chain(DifferenceKind::ALL.map(Some)).map(|kind| {
        let (filter_to, show_first) = (filter.clone(), pages.to_first());
        let onclick = Callback::from(move |_: MouseEvent| {
            filter_to.set(kind);
            show_first();
        });
        let (id, name, number) = match kind {
            None => ("all", "All", comparison.counts.differing()),
            Some(kind) => (id_of(kind), name_of(kind), comparison.counts.of(kind)),
        };
        html! {
            <button type="button" key={id} id={format!("differs-{id}")} aria-pressed={(*filter == kind).to_string()} {onclick}>
                { name }{ " " }<span class="number">{ grouped(number.into()) }</span>
            </button>
        }
    });
    let time = lab.time_names();
    let select = Callback::from(move |id: u32| lab.act(Action::View(ViewAction::Select(StudyKind::Slots, Some(id)))));
    let rows = listed[pages.shown()].iter().filter_map(|&at| {
        let difference = comparison.differences.get(at as usize)?;
        let id = difference.request;
        let name = job_name(a, b, &difference)?;
        let onclick = select.reform(move |_: MouseEvent| id);
        Some(html! {
            <tr key={at} aria-current={(*selected == Some(id)).then_some("true")}>
                <th scope="row"><button type="button" class="link" {onclick}>{ name }</button></th>
                <td class="words"><span class={classes!("mark", id_of(difference.kind))} />{ name_of(difference.kind).to_lowercase().replace("only a", "only A").replace("only b", "only B") }</td>
                <td class="words">{ decision(a, time, difference.a) }</td>
                <td class="words">{ decision(b, time, difference.b) }</td>
            </tr>
        })
    });
    let columns = ["Difference", "In A", "In B"].map(|heading| Column::new(heading).with_class("words"));
    let columns = [Column::new("Job")].into_iter().chain(columns).collect::<Vec<_>>();
    html! {
        <section class="chart" aria-label="List of decisions that differ" id="compare-list">
            <h2>{ "Decisions that differ" }<span>{ ": in order of arrival" }</span></h2>
            <div class="segmented" role="group" aria-label="Which decisions">{ for tabs }</div>
            if pages.are_several() {
                { pages.bar("") }
            }
            if listed.is_empty() {
                <p class="hint">{ "No decision differs in this way." }</p>
            } else {
                <Table label="Decisions that differ" id="differences" {columns}>{ for rows }</Table>
            }
        </section>
    }
}

fn id_of(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::OnlyA => "only-a",
        DifferenceKind::OnlyB => "only-b",
        DifferenceKind::Moved => "moved",
    }
}

fn name_of(kind: DifferenceKind) -> &'static str {
    match kind {
        DifferenceKind::OnlyA => "Only A",
        DifferenceKind::OnlyB => "Only B",
        DifferenceKind::Moved => "Moved",
    }
}

/// The row of a job in a plan, if it is there: the plan on screen may be a moment ahead.
fn held(plan: &PlanView, job: Option<u32>) -> Option<u32> {
    job.filter(|&job| (job as usize) < plan.arrivals().jobs())
}

fn job_name(a: &SlotsShown, b: &SlotsShown, difference: &Difference) -> Option<String> {
    let name = |shown: &SlotsShown, job: Option<u32>| {
        let plan = &*shown.plan();
        held(plan, job).map(|job| plan.name_of(job))
    };
    name(a, difference.a).or_else(|| name(b, difference.b))
}

/// What became of a job in a plan.
fn decision(shown: &SlotsShown, time: TimeNames, job: Option<u32>) -> String {
    let plan = &*shown.plan();
    let Some(job) = held(plan, job) else { return "not asked for".to_string() };
    match (plan.slots_of(job), plan.decisions().refusal(job as usize)) {
        (Some(slots), _) if slots.end - slots.start == 1 => time.in_slot(slots.start),
        (Some(slots), _) if time.is_clock() => time.held(slots.start, slots.end),
        (Some(slots), _) => format!("in slots {}", time.held(slots.start, slots.end)),
        (None, Some(refusal)) => {
            format!("refused: {}", refusal_reason(plan.arrivals(), plan.machine(), shown.scenario().policy, refusal, time.unit))
        }
        (None, None) => "refused".to_string(),
    }
}
