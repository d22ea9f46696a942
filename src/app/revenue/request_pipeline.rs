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
            <section class="chart" aria-label="The way of a request">
                <h2>{ "The way of a request" }</h2>
                <p class="hint">{ "Select a request to follow it: planning, revenue management, decision, forecaster." }</p>
            </section>
        };
    };
    let plan = shown.plan();
    let (stages, _) = pipeline(market, &lab.engine_state.plans.slots.money.run, plan.arrivals(), plan.decisions(), row);
    html! {
        <section class="chart" aria-label="The way of the selected request">
            <h2>{ format!("The way of request {}", plan.arrivals().user[row]) }</h2>
            <ol class="way" id="way">{ for stages.into_iter().map(stage_item) }</ol>
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
