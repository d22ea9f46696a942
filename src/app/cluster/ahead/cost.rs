//! What the reservation of the range on screen costs the others, in words.

use crate::app::cluster::gantt::axes::shown_start;
use crate::app::kit::text::format::counted;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::verdict_card::verdict_card;
use crate::engine::batch::cost::{Cost, CostAnswer};
use crate::engine::batch::explain::ahead::{cost_verdict, node_hours};
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
