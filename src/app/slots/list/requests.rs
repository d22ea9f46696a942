//! The left column: all requests in arrival order, or those that are searched for.

use super::row::{list_row, place_range};
use crate::app::shell::commands::study::Study;
use crate::app::shell::context::{use_lab, use_newest};
use crate::app::shell::list::{ListParts, ListedPlan, RowActions, RowLook, request_list};
use crate::app::slots::commands::{SLOTS, row_named};
use crate::engine::core::edits::RequestId;
use crate::engine::core::time_names::TimeNames;
use crate::engine::slots::revenue::Market;
use crate::engine::study::StudyKind;
use crate::state::{FILTER_WORDS, ListingTab as Tab, SlotsShown, slots_count, slots_listing};
use std::rc::Rc;
use yew::prelude::*;

/// Height of a row, and of one with a reason below it, in CSS px.
const ROW_PX: (f64, f64) = (30.0, 84.0);
/// What can be typed beside what can be chosen.
const HINT: &str = "A request must match all words that are chosen. You can also type: user:3-8, nodes:4, jobs:2-, duration:1, relax:0; -moved for \
                    requests that were not moved. Enter goes to the first request found.";

/// The plan whose requests are listed.
#[derive(Clone, PartialEq)]
struct Listed {
    shown: Rc<SlotsShown>,
    /// How points in time are written.
    time: TimeNames,
}

impl ListedPlan for Listed {
    fn study(&self) -> Study {
        &SLOTS
    }

    fn id_at(&self, row: usize) -> Option<RequestId> {
        self.shown.plan().arrivals().id.get(row).copied()
    }

    fn row_of(&self, id: RequestId) -> Option<usize> {
        self.shown.plan().arrivals().row_of(id)
    }

    fn row_named(&self, name: &str) -> Option<usize> {
        row_named(&self.shown, name)
    }

    fn row_of_job(&self, job: u32) -> Option<usize> {
        self.shown.plan().arrivals().request.get(job as usize).map(|&row| row as usize)
    }

    fn row_px(&self, tab: Tab) -> f64 {
        if tab == Tab::Refused { ROW_PX.1 } else { ROW_PX.0 }
    }

    fn draw(&self, rows: Vec<RowLook>, actions: &RowActions) -> Html {
        let range = place_range(&self.shown.plan());
        rows.into_iter().map(|look| list_row(&self.shown, look, (range, self.time), actions)).collect()
    }
}

/// The list of requests.
#[component]
pub fn RequestList() -> Html {
    let lab = use_lab();
    let newest = use_newest(&lab);
    let shown = lab.engine_state.plans.slots.shown.clone();
    let plan_key = shown.as_ref().map(Rc::as_ptr);
    let tabs = use_memo(plan_key, |_| {
        [Tab::All, Tab::Refused, Tab::Moved].map(|tab| (tab, shown.as_ref().map_or(0, |shown| slots_count(&shown.plan(), tab))))
    });
    let listing = use_memo((plan_key, lab.model().search(StudyKind::Slots)), |(_, search)| {
        let listed = |shown: &Rc<SlotsShown>| slots_listing(&shown.plan(), shown.scenario().market.as_ref(), search);
        shown.as_ref().map(listed).unwrap_or_default()
    });
    let classes = (1..=lab.model().market().map_or(0, Market::count)).map(|class| format!("class:{class}"));
    let words = FILTER_WORDS.iter().map(|(word, _)| (*word).to_string()).chain(classes).collect();
    let plan = shown.map(|shown| Listed { shown, time: lab.time_names() });
    let parts = ListParts {
        class: None,
        heading: "Requests",
        count: " in order of arrival".to_string(),
        new: ("new-request", "New request", "New request (N)"),
        or: Some("or draw one on the plan."),
        study: &SLOTS,
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
