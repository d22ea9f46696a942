//! The left column for named servers: the requests in order of arrival, or those that are searched for.

use crate::app::idle::commands::IDLE;
use crate::app::idle::forms::fields::on_click;
use crate::app::kit::text::format::grouped;
use crate::app::shell::commands::study::{Study, step_of};
use crate::app::shell::context::{Lab, use_lab, use_newest};
use crate::app::shell::list::{ListParts, ListedPlan, RowActions, RowLook, request_list};
use crate::engine::core::edits::RequestId;
use crate::engine::core::time_names::TimeNames;
use crate::engine::idle::clock::amount;
use crate::engine::idle::{IdleRequest, NO_SERVER};
use crate::engine::study::StudyKind;
use crate::state::{IdleShown, ListingTab as Tab, idle_count, idle_listing};
use std::rc::Rc;
use yew::prelude::*;

/// Height of a row, in CSS px; the style sheet says the same.
const ROW_PX: f64 = 40.0;
/// Words that can be chosen for the search.
const WORDS: [&str; 4] = ["accepted", "refused", "rigid", "flexible"];
/// What can be typed beside what can be chosen.
const HINT: &str = "A request must match all words that are chosen. You can also type: user:3-8 for numbers, duration:10- for sizes, relax:0 for requests \
                    that may not wait at rate 1; -refused for requests that were not refused. Enter goes to the first request found.";

/// The plan whose requests are listed.
#[derive(Clone, PartialEq)]
struct Listed {
    shown: Rc<IdleShown>,
    /// How points in time are written.
    time: TimeNames,
    /// How many requests are decided, if the plan is stepped through.
    step: Option<u32>,
    /// The request on which two plans first differ, if two are compared.
    first: Option<RequestId>,
}

impl ListedPlan for Listed {
    fn study(&self) -> Study {
        &IDLE
    }

    fn id_at(&self, row: usize) -> Option<RequestId> {
        self.shown.plan.arrivals.id.get(row).copied()
    }

    fn row_of(&self, id: RequestId) -> Option<usize> {
        self.shown.plan.arrivals.row_of(id)
    }

    fn row_named(&self, name: &str) -> Option<usize> {
        self.shown.plan.arrivals.row_of(self.shown.named(name)?)
    }

    fn row_of_job(&self, job: u32) -> Option<usize> {
        Some(job as usize).filter(|row| *row < self.shown.plan.arrivals.jobs())
    }

    fn row_px(&self, _: Tab) -> f64 {
        ROW_PX
    }

    fn draw(&self, rows: Vec<RowLook>, actions: &RowActions) -> Html {
        rows.into_iter().map(|look| list_row(self, look, actions)).collect()
    }
}

/// A request and what became of it.
fn list_row(Listed { shown, time, step, first }: &Listed, look: RowLook, actions: &RowActions) -> Html {
    let time = *time;
    let RowLook { row, place, len, is_selected, is_main, is_pointed_at, .. } = look;
    let plan = &shown.plan;
    let (id, request) = (plan.arrivals.id[row], plan.arrivals.row(row));
    let server = plan.decisions.server[row];
    let is_decided = step.is_none_or(|step| row < step as usize);
    let is_refused = is_decided && server == NO_SERVER;
    let fate = match (is_decided, is_refused) {
        (false, _) => "later".to_string(),
        (true, true) => "refused".to_string(),
        (true, false) => format!("server {server} at {}", time.brief(plan.decisions.start[row])),
    };
    let IdleRequest { earliest_start: r, size, deadline: d, .. } = request;
    let asked = match time.is_clock() {
        true => format!("{} · l {}", time.brief_span(r, d), amount(size.into(), time)),
        false => format!("r {r} · l {size} · d {d}"),
    };
    // The compared plans differ from here on.
    let is_first = *first == Some(id);
    let choose = actions.choose.reform(move |event: MouseEvent| (event, place));
    let enter = actions.point.reform(move |_: PointerEvent| Some(row as u32));
    let leave = actions.point.reform(|_: PointerEvent| None);
    let undecided = (!is_decided).then_some("undecided");
    let class = classes!(
        "row",
        "two-lines",
        "idle-row",
        undecided,
        is_refused.then_some("refused"),
        is_main.then_some("main"),
        is_pointed_at.then_some("pointed")
    );
    // Several requests of one job may carry the same number: only the row is unique.
    let element = (plan.arrivals.row_of(id) == Some(row)).then(|| format!("request-{id}"));
    html! {
        <div key={row} id={element} {class} data-request={id.to_string()} role="option" aria-selected={is_selected.to_string()}
            aria-posinset={(place + 1).to_string()} aria-setsize={len.to_string()} onclick={choose} onpointerenter={enter} onpointerleave={leave}>
            <span class="name">{ shown.name_of(id).to_string() }</span>
            <span class="fate">{ fate }if is_first { <span class="parts">{ " · first difference" }</span> }</span>
            <span class="asked">{ asked }</span>
        </div>
    }
}

/// The list.
#[component]
pub fn IdleList() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let shown = lab.engine_state.plans.idle.clone();
    let plan_key = shown.as_ref().map(|shown| Rc::as_ptr(&shown.plan));
    let tabs = use_memo(plan_key, |_| {
        [Tab::All, Tab::Refused].map(|tab| (tab, shown.as_ref().map_or(0, |shown| idle_count(&shown.plan, tab))))
    });
    let listing = use_memo((plan_key, lab.model().search(StudyKind::Idle)), |(_, search)| {
        shown.as_ref().map(|shown| idle_listing(shown, search)).unwrap_or_default()
    });
    let jobs = shown.as_ref().map(|shown| shown.plan.arrivals.jobs());
    let count = match jobs {
        Some(jobs) => format!(": {}, in order of arrival", grouped(jobs as u64)),
        None => ": planning …".to_string(),
    };
    let words = WORDS.map(str::to_string).to_vec();
    let time = lab.idle_time();
    let first = lab.model().is_comparing(StudyKind::Idle).then(|| {
        let comparison = lab.engine_state.beside.get(&StudyKind::Idle)?.comparison.as_ref()?;
        Some(comparison.first.as_ref()?.request)
    });
    let plan = shown.map(|shown| Listed { shown, time, step: step_of(&lab, &IDLE), first: first.flatten() });
    let parts = ListParts { study: &IDLE, plan, listing, tabs: tabs.to_vec(), words, names: &[], placeholder: None, hint: HINT };
    html! {
        <aside class="requests idle-requests" aria-label="Requests">
            <h2>{ "Requests" }<span>{ count }</span></h2>
            { request_list(&lab, &newest, parts) }
            <div class="below">
                <button type="button" id="new-idle" title="New request (N)" onclick={on_click(&lab, Lab::add_idle)}>{ "New request" }</button>
            </div>
        </aside>
    }
}
