//! What is under the pointer, in words.

use crate::app::kit::text::format::counted;
use crate::engine::core::time_names::TimeNames;
use crate::state::SlotsShown;
use yew::prelude::*;

/// What is under the pointer, in the heading of the charts.
pub fn hovered_words(shown: &SlotsShown, time: TimeNames, hovered: Option<u32>) -> Html {
    let plan = &*shown.plan();
    let is_there = |job: &u32| (*job as usize) < plan.arrivals().jobs();
    let Some((job, slots)) = hovered.filter(is_there).and_then(|job| Some((job, plan.slots_of(job)?))) else {
        return Html::default();
    };
    let nodes = counted(u64::from(plan.nodes_of(job)), "node", "nodes");
    let violated = if plan.is_violated(job) { ", violated" } else { "" };
    let moved = plan.moved_from(job).map(|from| format!(", moved from {}", time.at_after(slots.start, from))).unwrap_or_default();
    let row = plan.arrivals().row(plan.request_row(job));
    let window = if row.relax() == 0 {
        "rigid".to_string()
    } else {
        format!("may start in {}", time.between(row.earliest_start, row.latest_start))
    };
    html! { <span class="hovered" aria-hidden="true">{ format!("{}: {}, {nodes}, {window}{moved}{violated}", plan.name_of(job), time.held(slots.start, slots.end)) }</span> }
}
