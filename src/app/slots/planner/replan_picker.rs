//! The choice among the planners that plan everything anew for each newcomer: the order and, where a start is fixed early, when.

use super::replan_names::{order_name, share_name};
use crate::app::shell::context::Lab;
use crate::engine::slots::replanning::{FirstOrder, NettoOrder, Replan, WaitShare};
use crate::engine::slots::scenario::{PlannerKind, Policy};
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// The order that is begun with: the best one of FIRST, say its authors (Umar 2.1.5).
const FIRST_CHOICE: Replan = Replan::First(FirstOrder::MinMin);

fn chosen(policy: Policy) -> Option<Replan> {
    match policy.planner {
        PlannerKind::Replan(replan) => Some(replan),
        _ => None,
    }
}

fn choose(lab: &Lab, replan: Replan) {
    let policy = lab.model().slots().policy;
    lab.set_policy(Policy { planner: PlannerKind::Replan(replan), ..policy });
}

fn value_of(event: &Event) -> Option<String> {
    event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok()).map(|select| select.value())
}

/// The order that is chosen, or the one to begin with.
pub fn replan_of(policy: Policy) -> Replan {
    chosen(policy).unwrap_or(FIRST_CHOICE)
}

/// The order, and after which share of the wait a start is fixed.
pub fn replan_order(lab: &Lab, policy: Policy) -> Html {
    let Some(replan) = chosen(policy) else { return Html::default() };
    let share = match replan {
        Replan::First(_) | Replan::Gelsar | Replan::Genetic => None,
        Replan::Netto(_, share) => Some(share),
    };
    let on_order = {
        let lab = lab.clone();
        Callback::from(move |event: Event| {
            let next = value_of(&event).and_then(|name| Replan::from_name(&name));
            let next = next.map(|next| match (next, share) {
                (Replan::Netto(order, _), Some(share)) => Replan::Netto(order, share),
                (next, _) => next,
            });
            if let Some(next) = next {
                choose(&lab, next);
            }
        })
    };
    let option = |of: Replan| {
        let is_same = match (of, replan) {
            (Replan::First(a), Replan::First(b)) => a == b,
            (Replan::Netto(a, _), Replan::Netto(b, _)) => a == b,
            (a, b) => a == b,
        };
        html! { <option value={of.name()} selected={is_same}>{ order_name(of) }</option> }
    };
    let netto = NettoOrder::ALL.map(|order| option(Replan::Netto(order, WaitShare::Whole)));
    html! {
        <div class="shift">
            <label for="replan-order">{ "Order" }</label>
            <select id="replan-order" onchange={on_order}>
                <optgroup label="FIRST (Hu et al.)">{ for FirstOrder::ALL.map(|order| option(Replan::First(order))) }</optgroup>
                <optgroup label="Netto et al.">{ for netto }</optgroup>
                <optgroup label="Barzegar et al.">{ for [Replan::Gelsar, Replan::Genetic].map(option) }</optgroup>
            </select>
            if let Replan::Netto(order, share) = replan {
                { share_choice(lab, order, share) }
            }
        </div>
    }
}

/// When a start is fixed.
fn share_choice(lab: &Lab, order: NettoOrder, share: WaitShare) -> Html {
    let on_share = {
        let lab = lab.clone();
        Callback::from(move |event: Event| {
            let percent = value_of(&event).and_then(|value| value.parse::<u32>().ok());
            if let Some(share) = WaitShare::ALL.into_iter().find(|share| Some(share.percent()) == percent) {
                choose(&lab, Replan::Netto(order, share));
            }
        })
    };
    html! {
        <select id="replan-share" aria-label="When a start is fixed" title="A start is fixed after this share of the wait from submission to it." onchange={on_share}>
            { for WaitShare::ALL.map(|one| html! {
                <option value={one.percent().to_string()} selected={one == share}>{ share_name(one) }</option>
            }) }
        </select>
    }
}
