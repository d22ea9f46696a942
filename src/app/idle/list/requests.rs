//! The left column for named servers: the requests in order of arrival, or those that are searched for.

use crate::app::idle::commands::IDLE;
use crate::app::shell::commands::study::{Study, step_of};
use crate::app::shell::context::{use_lab, use_newest};
use crate::app::shell::list::{ListParts, ListedPlan, RowActions, RowLook, RowText, count_in_order, request_list, two_lines};
use crate::engine::core::edits::RequestId;
use crate::engine::core::time_names::TimeNames;
use crate::engine::idle::clock::amount;
use crate::engine::idle::{IdleRequest, NO_SERVER};
use crate::engine::study::StudyKind;
use crate::state::{IdleShown, ListingTab as Tab, idle_count, idle_listing};
use std::rc::Rc;
use yew::prelude::*;

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

    fn draw(&self, rows: Vec<RowLook>, actions: &RowActions) -> Html {
        rows.into_iter().map(|look| list_row(self, look, actions)).collect()
    }
}

/// A request and what became of it.
fn list_row(Listed { shown, time, step, first }: &Listed, look: RowLook, actions: &RowActions) -> Html {
    let time = *time;
    let row = look.row;
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
    let class = classes!("idle-row", (!is_decided).then_some("undecided"), is_refused.then_some("refused"));
    let fate = html! { <>{ fate }if is_first { <span class="parts">{ " · first difference" }</span> }</> };
    // Several requests of one job may carry the same number: only the row is unique.
    let is_only_row = plan.arrivals.row_of(id) == Some(row);
    two_lines(look, actions, RowText { id, is_only_row, name: shown.name_of(id).to_string(), fate, asked: asked.into(), class })
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
    let count = count_in_order(shown.as_ref().map(|shown| shown.plan.arrivals.jobs()));
    let words = WORDS.map(str::to_string).to_vec();
    let time = lab.idle_time();
    let first = lab.model().is_comparing(StudyKind::Idle).then(|| {
        let comparison = lab.engine_state.beside.get(&StudyKind::Idle)?.comparison.as_ref()?;
        Some(comparison.first.as_ref()?.request)
    });
    let plan = shown.map(|shown| Listed { shown, time, step: step_of(&lab, &IDLE), first: first.flatten() });
    let parts = ListParts {
        class: Some("idle-requests"),
        heading: "Requests",
        count,
        new: ("new-idle", "New request", "New request (N)"),
        or: None,
        study: &IDLE,
        plan,
        listing,
        tabs: tabs.to_vec(),
        words,
        names: &[],
        placeholder: None,
        hint: HINT,
    };
    request_list(&lab, &newest, parts)
}
