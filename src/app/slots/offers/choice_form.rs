//! What is asked, as numbers; who chooses; what it costs.

use super::asking::{ask, first_slot};
use crate::app::kit::fields::number::{Hundredths, NumberField};
use crate::app::kit::text::format::grouped;
use crate::app::shell::context::Lab;
use crate::app::shell::panel::form_parts::{Choice as Listed, select};
use crate::engine::core::bounds::Bound;
use crate::engine::slots::bounds;
use crate::engine::slots::elastic::{Choice, ElasticQuery, OfferOrder, Tariff, WEIGHT_MAX, Weights};
use crate::formats::link::OffersView;
use crate::state::{Action, Edit, ViewAction, tariff_change};
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

/// The fields of the query.
pub fn query_form(lab: &Lab, view: OffersView) -> Html {
    let OffersView { query, .. } = view;
    let nodes = lab.model().slots().machine.nodes;
    let set = |with: fn(ElasticQuery, u32) -> ElasticQuery| {
        let lab = lab.clone();
        Callback::from(move |number: u32| ask(&lab, with(query, number)))
    };
    let first = first_slot(lab);
    let open = |number: u32| (number > 0).then_some(number);
    let orders = OfferOrder::ALL.map(|order| Listed { key: order.name(), words: order.title(), value: order });
    let on_order = {
        let lab = lab.clone();
        Callback::from(move |order| lab.act(Action::View(ViewAction::Offers(Some(OffersView { order, ..view })))))
    };
    html! {
        <div class="fields offers-form" role="group" aria-label="What is asked">
            <NumberField<u32> id="offers-from" label="From slot" value={query.from} bound={bounds::SLOT.from(first)}
                onchange={set(|query, from| ElasticQuery { from, to: query.to.max(from + 1), ..query })} />
            <NumberField<u32> id="offers-to" label="To before slot" value={query.to}
                bound={Bound::new("slot", query.from + 1, query.from + bounds::QUERY_SLOTS.max)} onchange={set(|query, to| ElasticQuery { to, ..query })} />
            <NumberField<u32> id="offers-duration" label="Slots (0: any)" value={query.duration.unwrap_or(0)} bound={Bound::new("slots", 0, query.slots())}
                onchange={{ let lab = lab.clone(); Callback::from(move |number| ask(&lab, ElasticQuery { duration: open(number), ..query })) }} />
            <NumberField<u32> id="offers-nodes" label="Nodes (0: any)" value={query.nodes.unwrap_or(0)} bound={Bound::new("nodes", 0, nodes)}
                onchange={{ let lab = lab.clone(); Callback::from(move |number| ask(&lab, ElasticQuery { nodes: open(number), ..query })) }} />
            <div class="field"><label for="offers-order">{ "Offers are listed" }</label>{ select("offers-order", orders.to_vec(), view.order, on_order) }</div>
        </div>
    }
}

/// Who chooses.
pub fn choice_form(lab: &Lab, view: OffersView) -> Html {
    let set = {
        let lab = lab.clone();
        move |choice: Choice| lab.act(Action::View(ViewAction::Offers(Some(OffersView { choice, ..view }))))
    };
    let on_rule = {
        let set = set.clone();
        Callback::from(move |event: Event| {
            let select = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
            if let Some(choice) = select.and_then(|select| Choice::from_name(&select.value())) {
                set(choice);
            }
        })
    };
    let options = Choice::ALL.map(|choice| {
        let is_chosen = choice.name() == view.choice.name();
        html! { <option key={choice.name()} value={choice.name()} selected={is_chosen}>{ choice.title() }</option> }
    });
    let sliders = match view.choice {
        Choice::Weighted(weights) => {
            let slider = |id: &'static str, label: &'static str, value: u8, with: fn(Weights, u8) -> Weights| {
                let set = set.clone();
                let on_slide = Callback::from(move |event: InputEvent| {
                    if let Ok(value) = event.target_unchecked_into::<HtmlInputElement>().value().parse::<u8>() {
                        set(Choice::Weighted(with(weights, value.min(WEIGHT_MAX))));
                    }
                });
                html! {
                    <label class="offers-weight">{ label }
                        <input type="range" {id} min="0" max={WEIGHT_MAX.to_string()} value={value.to_string()} oninput={on_slide} />
                    </label>
                }
            };
            html! {
                <div class="line" role="group" aria-label="Weights">
                    { slider("weight-early", "Early start", weights.early, |w, early| Weights { early, ..w }) }
                    { slider("weight-long", "Many slots", weights.long, |w, long| Weights { long, ..w }) }
                    { slider("weight-wide", "Many nodes", weights.wide, |w, wide| Weights { wide, ..w }) }
                    { slider("weight-cheap", "Low price", weights.cheap, |w, cheap| Weights { cheap, ..w }) }
                </div>
            }
        }
        _ => Html::default(),
    };
    html! {
        <div class="line">
            <label class="pick">{ "Taken is the " }<select id="offers-choice" onchange={on_rule}>{ for options }</select></label>
            { sliders }
        </div>
    }
}

/// The prices, where no market has them.
pub fn price_form(lab: &Lab) -> Html {
    let slots = lab.model().slots();
    if slots.market.is_some() {
        return html! { <p class="hint">{ "An offer costs what the class of its start pays: the market has the prices." }</p> };
    }
    let tariff = slots.tariff;
    let set = |with: fn(Tariff, f64) -> Tariff| {
        let lab = lab.clone();
        Callback::from(move |number: Hundredths| {
            let change = tariff_change(lab.model().slots(), with(tariff, number.value()));
            lab.act(Action::Edit(Edit::Set { change, merge: false }));
        })
    };
    let minutes = f64::from(slots.machine.slot_seconds) / 60.0;
    let product = tariff.per_node_slot(slots.machine.slot_seconds);
    html! {
        <details class="offers-prices">
            <summary>{ format!("Prices: {} for a node and a slot", number(product)) }</summary>
            <div class="fields offers-form">
                <NumberField<Hundredths> id="offers-base-cost" label="bcost, a node for a minute" value={Hundredths::of(tariff.base_cost)}
                    bound={Bound::new("price", Hundredths(0), Hundredths::of(bounds::BASE_COST_MAX))} onchange={set(|tariff, base_cost| Tariff { base_cost, ..tariff })} />
                <NumberField<Hundredths> id="offers-factor" label="τ, how much dearer a reservation is" value={Hundredths::of(tariff.factor)}
                    bound={Bound::new("factor", Hundredths::of(1.0), Hundredths::of(bounds::FACTOR_MAX))} onchange={set(|tariff, factor| Tariff { factor, ..tariff })} />
                <p class="hint">{ format!("bcost_AR = τ · bcost · δ = {} · {} · {} min = {}; δ is the slot, set with the machine.", number(tariff.factor), number(tariff.base_cost), number(minutes), number(product)) }</p>
            </div>
        </details>
    }
}

/// A number that is not negative with as many decimals as it needs, at most four, and its thousands apart.
pub fn number(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let (whole, decimals) = text.split_at(text.find('.').unwrap_or(text.len()));
    whole.parse().map_or_else(|_| text.to_string(), |whole| format!("{}{decimals}", grouped(whole)))
}
