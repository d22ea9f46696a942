//! The charts as tables, for screen readers and for copying.

use crate::app::kit::tables::pager::use_pages;
use crate::app::kit::tables::table::{Column, Table, row};
use crate::app::kit::text::format::{counted, percent};
use crate::app::shell::context::{Lab, use_lab};
use crate::chart::TimeScale;
use crate::chart::gantt::profile::{Series, value_at};
use crate::engine::slots::explain::refusal_reason;
use crate::engine::slots::workload::RequestId;
use crate::engine::study::StudyKind;
use crate::state::SlotsShown;
use crate::state::{Action, ViewAction};
use std::ops::Range;
use std::rc::Rc;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Rows of a page.
const PAGE_ROWS: usize = 100;

/// Properties of [`TableTwin`].
#[derive(Properties, PartialEq)]
pub struct TableTwinProps {
    /// The plan.
    pub shown: Rc<SlotsShown>,
    /// The visible time.
    pub scale: TimeScale,
}

/// Jobs and utilisation as tables, folded away until asked for.
#[component]
pub fn TableTwin(TableTwinProps { shown, scale }: &TableTwinProps) -> Html {
    let lab = use_lab();
    let is_open = use_state_eq(|| false);
    let toggle = {
        let is_open = is_open.clone();
        Callback::from(move |event: Event| is_open.set(event.target_unchecked_into::<HtmlElement>().has_attribute("open")))
    };
    let jobs = shown.plan().arrivals().jobs();
    let pages = use_pages(jobs, PAGE_ROWS);
    html! {
        <details class="twin" id="tables" ontoggle={toggle}>
            <summary>{ "The same as tables" }</summary>
            if *is_open {
                { pages.bar("jobs ") }
                { job_table(&lab, shown, pages.shown()) }
                { utilisation_table(&lab, shown, scale) }
            }
        </details>
    }
}

fn job_table(lab: &Lab, shown: &SlotsShown, jobs: Range<usize>) -> Html {
    let (plan, time) = (&*shown.plan(), lab.time_names());
    let arrivals = plan.arrivals();
    let select = {
        let lab = lab.clone();
        Callback::from(move |id: RequestId| lab.act(Action::View(ViewAction::Select(StudyKind::Slots, Some(id)))))
    };
    let rows = jobs.map(|job| {
        let row = plan.request_row(job as u32);
        let slots = plan.slots_of(job as u32);
        let (earliest, latest) = (arrivals.earliest_start[row], arrivals.latest_start[row]);
        let fate = match (&slots, plan.moved_from(job as u32)) {
            (Some(_), Some(from)) => format!("moved from {}", time.at(from)),
            (Some(_), None) if plan.is_violated(job as u32) => "accepted, but violated: it does not run".to_string(),
            (Some(_), None) => "accepted".to_string(),
            (None, _) => match plan.decisions().refusal(job) {
                Some(refusal) => format!("refused: {}", refusal_reason(arrivals, plan.machine(), shown.scenario().policy, refusal, time.unit)),
                None => "not decided yet".to_string(),
            },
        };
        let id = arrivals.id[row];
        html! {
            <tr>
                <th scope="row"><button type="button" class="link" onclick={select.reform(move |_: MouseEvent| id)}>{ plan.name_of(job as u32) }</button></th>
                <td>{ time.at(arrivals.submitted[row]) }</td>
                <td>{ if time.is_clock() { time.between(earliest, latest) } else { format!("{earliest}–{latest}") } }</td>
                <td>{ if time.is_clock() { time.short_length(arrivals.duration[row]) } else { arrivals.duration[row].to_string() } }</td>
                <td>{ arrivals.nodes[row] }</td>
                <td>{ slots.as_ref().map(|slots| time.at(slots.start)) }</td>
                <td>{ slots.as_ref().map(|slots| time.at_after(slots.start, slots.end)) }</td>
                <td>{ ranges(plan.node_table().of(job)) }</td>
                <td class="words">{ fate }</td>
            </tr>
        }
    });
    let headings = ["Job", "Submitted", "May start", "Duration", "Nodes", "Start", "End", "On nodes"];
    let mut columns = Column::all(headings);
    columns.push(Column::new("Decision").with_class("words"));
    html! { <Table label="Jobs" caption="Jobs" {columns}>{ for rows }</Table> }
}

/// Node numbers with neighbours joined: "0–3, 7".
fn ranges(ids: &[u32]) -> String {
    let mut text = String::new();
    for run in ids.chunk_by(|a, b| a + 1 == *b) {
        let (first, last) = (run[0], run[run.len() - 1]);
        let separator = if text.is_empty() { "" } else { ", " };
        text += &if first == last { format!("{separator}{first}") } else { format!("{separator}{first}–{last}") };
    }
    text
}

fn utilisation_table(lab: &Lab, shown: &SlotsShown, scale: &TimeScale) -> Html {
    let plan = &*shown.plan();
    let visible = scale.visible_slots();
    let visible = visible.start..visible.end.min(plan.horizon()).max(visible.start);
    let total = visible.len();
    let rows = visible.clone().take(PAGE_ROWS).map(|slot| {
        let shares = [Series::PerSlot, Series::Sliding].map(|series| percent(value_at(plan, series, slot)));
        row(lab.time_names().at(slot), [plan.busy_at(slot).to_string()].into_iter().chain(shares))
    });
    let note = if total > PAGE_ROWS {
        format!(" (the first {PAGE_ROWS} of {} visible; zoom in for the others)", counted(total as u64, "slot", "slots"))
    } else {
        String::new()
    };
    let caption = format!("Utilisation of the visible slots{note}");
    let columns = Column::all(["Slot", "Busy nodes", "Share", "Over twelve slots"]);
    html! { <Table label="Utilisation as a table" {caption} {columns}>{ for rows }</Table> }
}
