//! Several requests of a plan in slots picked together.

use crate::app::kit::text::format::grouped;
use crate::app::shell::context::Lab;
use crate::app::shell::list::SelectedRequests;
use crate::engine::study::StudyKind;
use crate::state::{BatchEdit, RequestSums, marked_rows};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`SelectedInSlots`].
#[derive(Properties, PartialEq)]
pub struct SelectedInSlotsProps {
    /// The page's state, as it was when something of it changed.
    pub lab: Lab,
}

/// The card in the inspector.
#[component]
pub fn SelectedInSlots(SelectedInSlotsProps { lab }: &SelectedInSlotsProps) -> Html {
    let shown = lab.engine_state.plans.slots.shown.as_ref();
    let sums = use_memo((shown.map(Rc::as_ptr), lab.model().marked.clone()), |(_, marked)| {
        shown.map_or_else(RequestSums::default, |shown| {
            let plan = shown.plan();
            RequestSums::of(&plan, &marked_rows(&plan, marked))
        })
    });
    let figures = vec![
        ("jobs", grouped(sums.jobs), "jobs"),
        ("node-slots", grouped(sums.node_slots), "node-slots asked for"),
        ("accepted", format!("{} of {}", grouped(sums.accepted), grouped(sums.jobs)), "jobs accepted"),
        ("delay", sums.mean_delay().map_or_else(|| "–".to_string(), |delay| format!("{delay:.2}")), "mean delay, slots"),
    ];
    let on_change = {
        let lab = lab.clone();
        Callback::from(move |edit: BatchEdit| lab.change_marked(edit, false))
    };
    html! { <SelectedRequests lab={lab.clone()} kind={StudyKind::Slots} count={sums.requests} {figures} unit="slots" {on_change} /> }
}
