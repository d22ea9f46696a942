//! Reservations with a latest start: how they are decided, and the window of those that are drawn.

use crate::app::kit::fields::number::NumberField;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::{Choice, select};
use crate::engine::batch::job::NONE;
use crate::engine::batch::reservations::ReservationRule;
use crate::engine::batch::scheduler::Scheduler;
use crate::engine::batch::{BatchScenario, bounds};
use yew::prelude::*;

/// How reservations with a latest start are decided, where there are any.
pub fn rule_form(lab: &Lab, cluster: &BatchScenario) -> Html {
    let rule = cluster.policy.reservations;
    let shown = lab.engine_state.plans.cluster.as_ref();
    let has_windows = shown.is_some_and(|shown| shown.plan.jobs.latest_start.iter().any(|latest| *latest != NONE));
    if cluster.policy.scheduler == Scheduler::AsLogged || (!has_windows && rule == ReservationRule::default()) {
        return Html::default();
    }
    let choices = ReservationRule::ALL.map(|rule| Choice { key: rule.name(), words: rule.title(), value: rule });
    let on_pick = {
        let lab = lab.clone();
        Callback::from(move |rule| lab.change_cluster(|next| next.policy.reservations = rule))
    };
    html! {
        <section class="machine-form idle-workload">
            <h2>{ "Reservations" }</h2>
            <div class="field"><label for="reservation-rule">{ "They get" }</label>{ select("reservation-rule", choices.to_vec(), rule, on_pick) }</div>
        </section>
    }
}

/// How long after the start that they ask for the latest start of drawn reservations lies.
pub fn window_field(id: &'static str, window: Option<u32>, on_change: Callback<Option<u32>>) -> Html {
    let onchange = Callback::from(move |value: u32| on_change.emit(Some(value).filter(|value| *value != NONE)));
    let (value, none) = (window.unwrap_or(NONE), Some((NONE, "none")));
    html! { <NumberField<u32> {id} label="Window of starts, s" {value} bound={bounds::START_WINDOW} {onchange} coarse={600} {none} /> }
}
