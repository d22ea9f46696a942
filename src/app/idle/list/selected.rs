//! Several requests to named servers picked together.

use crate::app::kit::text::format::grouped;
use crate::app::shell::context::Lab;
use crate::app::shell::list::SelectedRequests;
use crate::engine::idle::clock::mean_amount;
use crate::engine::study::StudyKind;
use crate::state::{BatchEdit, IdleSums};
use std::rc::Rc;
use yew::prelude::*;

/// Properties of [`SelectedOnServers`].
#[derive(Properties, PartialEq)]
pub struct SelectedOnServersProps {
    /// The page's state, as it was when something of it changed.
    pub lab: Lab,
}

/// The card in the inspector.
#[component]
pub fn SelectedOnServers(SelectedOnServersProps { lab }: &SelectedOnServersProps) -> Html {
    let shown = lab.engine_state.plans.idle.as_ref();
    let sums = use_memo((shown.map(|shown| Rc::as_ptr(&shown.plan)), lab.model().marked.clone()), |(_, marked)| {
        shown.map_or_else(IdleSums::default, |shown| IdleSums::of(&shown.plan, marked))
    });
    let time = lab.idle_time();
    let wait = sums.mean_wait().map_or_else(|| "–".to_string(), |wait| mean_amount(wait, time));
    let figures = vec![
        ("size", grouped(sums.size), "ticks of work asked for, at rate 1"),
        ("accepted", format!("{} of {}", grouped(sums.accepted), grouped(sums.requests)), "accepted"),
        ("delay", wait, if time.is_clock() { "mean waiting time" } else { "mean waiting time, ticks" }),
    ];
    let on_change = {
        let lab = lab.clone();
        Callback::from(move |edit: BatchEdit| lab.change_marked_idle(edit, false))
    };
    html! { <SelectedRequests lab={lab.clone()} kind={StudyKind::Idle} count={sums.requests} {figures} unit="ticks" {on_change} /> }
}
