//! What happened to the selected request in planner, revenue management and forecaster.

use crate::app::shell::context::Lab;
use crate::engine::core::verdict::Tone;
use crate::engine::slots::revenue::Market;
use crate::state::SlotsShown;
use crate::state::{Stage, pipeline};
use yew::prelude::*;

/// The stages of the selected request's way, one after the other.
pub fn request_pipeline(lab: &Lab, shown: &SlotsShown, market: &Market) -> Html {
    let Some(row) = lab.selected_row() else {
        return html! {
            <section class="chart" aria-label="What happened to a request">
                <h2>{ "What happened to a request" }</h2>
                <p class="hint">{ "Select a request in the plan to follow it: planner, revenue management, decision, forecast." }</p>
            </section>
        };
    };
    let plan = shown.plan();
    let (stages, _) = pipeline(market, &lab.engine_state.plans.slots.money.run, plan.arrivals(), plan.decisions(), row);
    html! {
        <section class="chart" aria-label="What happened to the selected request">
            <h2>{ format!("What happened to request {}", plan.arrivals().user[row]) }</h2>
            <ol class="plain way" id="way">{ for stages.into_iter().map(stage_item) }</ol>
        </section>
    }
}

fn stage_item(stage: Stage) -> Html {
    let tone = match stage.tone {
        None => "stage skipped",
        Some(Tone::Good) => "stage good",
        Some(Tone::Partly) => "stage partly",
        Some(Tone::Refused) => "stage refused",
    };
    html! {
        <li class={tone}>
            <h3>{ stage.name }</h3>
            <p><b>{ stage.headline }</b></p>
            <p>{ stage.words }</p>
        </li>
    }
}
