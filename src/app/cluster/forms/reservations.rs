//! Reservations with a latest start: how they are decided, and the window of those that are drawn.

use crate::app::kit::fields::number::NumberField;
use crate::app::kit::text::format::counted;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::{Choice, select};
use crate::engine::batch::explain::lasting;
use crate::engine::batch::job::{NONE, Time};
use crate::engine::batch::reservations::{OfferRules, ReservationRule};
use crate::engine::batch::scheduler::{BatchPolicy, Scheduler};
use crate::engine::batch::{BatchScenario, bounds};
use crate::engine::slots::elastic::{Choice as OfferChoice, OfferOrder};
use yew::prelude::*;

/// Offers that are told one by one.
const OFFERS_TOLD: usize = 12;

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
            if rule == ReservationRule::Osp { { offer_fields(lab, cluster.policy) } }
        </section>
    }
}

/// What is taken of the offers of strip packing.
fn offer_fields(lab: &Lab, policy: BatchPolicy) -> Html {
    if !policy.packs() {
        return html! { <p class="hint">{ "Co-allocation tries start after start: a reservation gets the first one that fits." }</p> };
    }
    let OfferRules { choice, order, half_nodes } = policy.offers;
    let change = |set: fn(&mut OfferRules, OfferRules)| {
        let lab = lab.clone();
        move |rules: OfferRules| lab.change_cluster(|next| set(&mut next.policy.offers, rules))
    };
    let choices = OfferChoice::PLAIN.map(|choice| Choice { key: choice.name(), words: choice.title(), value: choice });
    let on_choice = change(|offers, rules| offers.choice = rules.choice);
    let on_choice = Callback::from(move |choice| on_choice(OfferRules { choice, ..OfferRules::default() }));
    let orders = OfferOrder::ALL.map(|order| Choice { key: order.name(), words: order.title(), value: order });
    let on_order = change(|offers, rules| offers.order = rules.order);
    let on_order = Callback::from(move |order| on_order(OfferRules { order, ..OfferRules::default() }));
    let on_again = change(|offers, rules| offers.half_nodes = rules.half_nodes);
    let on_again = Callback::from(move |_: Event| on_again(OfferRules { half_nodes: !half_nodes, ..OfferRules::default() }));
    html! {
        <div role="group" aria-label="Offers of less than was asked for">
            <div class="field"><label for="offer-choice">{ "Else they take the" }</label>{ select("offer-choice", choices.to_vec(), choice, on_choice) }</div>
            <div class="field"><label for="offer-order">{ "List of offers" }</label>{ select("offer-order", orders.to_vec(), order, on_order) }</div>
            <p><label class="check"><input type="checkbox" id="offer-again" checked={half_nodes} onchange={on_again} />{ " Without a place, ask again for half of the nodes" }</label></p>
            <p class="hint">{ "A slot is a second here, and every node costs the same. Nobody takes less than half of the time or of the nodes." }</p>
        </div>
    }
}

/// What the user of the selected reservation was offered instead of what it asks for.
pub fn offers_part(lab: &Lab) -> Html {
    let Some(shown) = lab.engine_state.plans.cluster.as_ref() else { return Html::default() };
    let snapshot = &shown.snapshot;
    let (Some(list), true) = (&snapshot.offers, snapshot.query.selected == lab.model().selected_cluster()) else {
        return Html::default();
    };
    let more = list.offers.len().saturating_sub(OFFERS_TOLD);
    let rows = list.offers.iter().enumerate().take(OFFERS_TOLD).map(|(place, offer)| {
        let taken = list.taken.filter(|(taken, _)| *taken == place);
        html! {
            <tr key={place} class={classes!(taken.map(|_| "chosen"))}>
                <td>{ place + 1 }</td>
                <td>{ list.from + Time::from(offer.start) }</td>
                <td>{ list.from + Time::from(offer.end) }</td>
                <td>{ offer.nodes }</td>
                <td>{ taken.map(|(_, fit)| format!("{} on {}", lasting(fit.slots.into()), counted(fit.nodes.into(), "node", "nodes"))) }</td>
            </tr>
        }
    });
    html! {
        <section id="cluster-offers">
            <h2>{ "Offers" }<span>{ ": in seconds" }</span></h2>
            if list.offers.is_empty() {
                <p class="hint">{ "None: at no time are so many nodes free." }</p>
            } else {
                <table>
                    <thead><tr><th scope="col">{ "Offer" }</th><th scope="col">{ "From" }</th><th scope="col">{ "To" }</th><th scope="col">{ "Nodes" }</th><th scope="col">{ "Taken" }</th></tr></thead>
                    <tbody>{ for rows }</tbody>
                </table>
            }
            if more > 0 { <p class="hint">{ format!("and {more} more") }</p> }
        </section>
    }
}

/// How long after the start that they ask for the latest start of drawn reservations lies.
pub fn window_field(id: &'static str, window: Option<u32>, on_change: Callback<Option<u32>>) -> Html {
    let onchange = Callback::from(move |value: u32| on_change.emit(Some(value).filter(|value| *value != NONE)));
    let (value, none) = (window.unwrap_or(NONE), Some((NONE, "none")));
    html! { <NumberField<u32> {id} label="Window of starts, s" {value} bound={bounds::START_WINDOW} {onchange} coarse={600} {none} /> }
}
