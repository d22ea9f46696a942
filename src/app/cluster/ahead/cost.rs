//! What the reservation of the range on screen costs the others, in words, and the cheapest of the starts it may have.

use super::verdict::verdict_card;
use crate::app::cluster::gantt::axes::shown_start;
use crate::app::cluster::range_search::{move_reservation, reserve};
use crate::app::kit::text::format::counted;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::on_click;
use crate::engine::batch::cost::{Cost, CostAnswer};
use crate::engine::batch::explain::ahead::{cheapest_words, cost_verdict, node_hours};
use crate::engine::batch::explain::lasting;
use yew::prelude::*;

/// What is known of the cost of the reservation on screen.
pub fn shown_cost(lab: &Lab) -> Option<&CostAnswer> {
    let shown = lab.engine_state.plans.cluster.as_ref()?;
    shown.snapshot.cost.as_ref().filter(|_| lab.model().view.cluster.range.is_some())
}

/// The sums of a cost in a sentence.
pub fn cost_words(cost: &Cost) -> String {
    let delayed = match cost.delayed {
        0 => "delays nobody".to_string(),
        jobs => format!("delays {} by {} in all", counted(jobs.into(), "job", "jobs"), lasting(cost.wait)),
    };
    let idle = if cost.idle > 0 { format!(", {} idle before it", node_hours(cost.idle)) } else { String::new() };
    format!("{delayed}{idle}")
}

/// What the reservation on screen costs.
pub fn cost_card(lab: &Lab) -> Html {
    let Some((shown, answer)) = lab.engine_state.plans.cluster.as_ref().zip(shown_cost(lab)) else { return Html::default() };
    let Some(found) = &answer.cost else { return html! { <p class="hint">{ "Computing what it costs the others …" }</p> } };
    html! { <div role="status">{ verdict_card("cost-verdict", "What the reservation costs the others", cost_verdict(&shown.plan.jobs, shown_start(lab), found)) }</div> }
}

/// The cheapest of the starts that the reservation on screen may have, by the measure of the map, and a button that moves it there.
pub fn cheapest_part(lab: &Lab) -> Html {
    let Some(answer) = shown_cost(lab).filter(|_| reserve(lab).latest.is_some()) else { return Html::default() };
    let is_known = answer.asked.latest.is_some() && answer.cost.is_some() && answer.untried == 0;
    let cheapest = answer.cheapest.map(|(_, cost)| cost).filter(|_| is_known);
    let words = cheapest.zip(cheapest_words(shown_start(lab), answer)).map_or_else(
        || "Computing the cheapest of its starts …".to_string(),
        |(cost, words)| format!("{words} There it {}.", cost_words(&cost)),
    );
    let target = cheapest.map(|cost| cost.granted).filter(|granted| *granted != u64::from(answer.asked.start));
    let take = on_click(lab, move |lab| {
        if let (Some(start), Some((from, to))) = (target, lab.model().view.cluster.range) {
            move_reservation(lab, (start, start.saturating_add(to - from)), reserve(lab));
        }
    });
    // It stays while a start is computed or taken: the focus of the keyboard is on it.
    html! {
        <>
            <p id="cheapest-start" role="status">{ words }</p>
            <button type="button" id="take-cheapest" aria-disabled={target.is_none().to_string()} onclick={take}>{ "Take the cheapest" }</button>
        </>
    }
}
