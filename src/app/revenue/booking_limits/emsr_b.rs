//! EMSR-b step by step: the classes above each border taken as one, Littlewood's rule for them, and the limits at the end, in words and in the lines of the
//! method.

use crate::app::kit::browser::focus::focus_on;
use crate::app::kit::text::format::{counted, grouped, money};
use crate::app::shell::context::use_lab;
use crate::app::shell::embed::is_embedded;
use crate::app::shell::panel::algorithm::Algorithm;
use crate::engine::slots::revenue::{
    Demand, DemandSource, EmsrBStep, Market, Method, emsr_b_at_work, emsr_b_listing, emsr_b_steps,
};
use crate::state::class_name;
use gloo_timers::callback::Timeout;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// The steps, or the button that begins them; nothing where another method makes the limits.
#[component]
pub fn EmsrBSteps() -> Html {
    let lab = use_lab();
    let step = use_state_eq(|| None::<usize>);
    let market = lab.model().market().filter(|market| market.method == Method::EmsrB && !is_embedded());
    let Some(market) = market else { return Html::default() };
    let set = |to: Option<usize>| {
        let step = step.clone();
        Callback::from(move |_: MouseEvent| {
            let is_begun = step.is_some();
            step.set(to);
            // The button that was pressed is not there any more.
            let next = match to {
                Some(_) if is_begun => return,
                Some(_) => "#emsr-b-slider",
                None => "#emsr-b",
            };
            Timeout::new(0, move || focus_on(next)).forget();
        })
    };
    let Some(at) = *step else {
        return html! {
            <div class="stepping not-begun">
                <div class="step-controls"><button type="button" id="emsr-b" onclick={set(Some(0))}>{ "Step through EMSR-b" }</button></div>
            </div>
        };
    };
    let nodes = lab.model().slots().machine.nodes;
    let steps = emsr_b_steps(nodes, &market.offers(&market.given_demand()));
    // A market with fewer classes has fewer steps.
    let last = steps.len();
    let at = at.min(last);
    let at_work = emsr_b_at_work(nodes, &steps).into_iter().nth(at).unwrap_or_default();
    let on_slide = {
        let step = step.clone();
        Callback::from(move |event: InputEvent| {
            if let Ok(to) = event.target_unchecked_into::<HtmlInputElement>().value().parse::<usize>() {
                step.set(Some(to.saturating_sub(1)));
            }
        })
    };
    let (number, count) = ((at + 1).to_string(), (last + 1).to_string());
    let (back, on) = (at.checked_sub(1), (at < last).then_some(at + 1));
    let name = if at < last { format!("{} against class {}", classes(at), at + 2) } else { "booking limits".to_string() };
    // After a change of the market the lines are walked through from the first.
    let decision = format!("{at} {nodes} {steps:?}");
    html! {
        <section class="stepping" aria-label="EMSR-b step by step">
            <div class="step-controls">
                <div class="segmented" role="group" aria-label="Steps">
                    <button type="button" id="emsr-b-back" aria-label="One step back" title="One step back" disabled={back.is_none()} onclick={set(Some(back.unwrap_or(at)))}>{ "‹" }</button>
                    <button type="button" id="emsr-b-on" aria-label="One step on" title="One step on" disabled={on.is_none()} onclick={set(Some(on.unwrap_or(at)))}>{ "›" }</button>
                </div>
                <span class="step-number">{ format!("{number} of {count}") }</span>
                <button type="button" id="emsr-b-close" onclick={set(None)} title="Leave the steps">{ "Leave" }</button>
                <input type="range" class="step-slider" id="emsr-b-slider" min="1" max={count.clone()} step="1" value={number.clone()} oninput={on_slide}
                    aria-label="Steps of EMSR-b" aria-valuetext={format!("Step {number} of {count}: {name}")} />
            </div>
            <ol class="step-words" id="step-words" tabindex="0" aria-label="What happens in this step">
                { match steps.get(at) {
                    Some(border) => of_border(market, border),
                    None => of_limits(market, nodes, &steps),
                } }
            </ol>
            <Algorithm listing={emsr_b_listing()} {at_work} {decision} />
        </section>
    }
}

/// The classes above a border.
fn classes(border: usize) -> String {
    if border == 0 { "class 1".to_string() } else { format!("classes 1–{}", border + 1) }
}

/// A level: whose it is, by which rule, and what is kept.
fn of_border(market: &Market, step: &EmsrBStep) -> Html {
    let EmsrBStep { classes: count, higher, lower_price, unrounded, whole, level, .. } = *step;
    let lower = class_name(market, count as usize);
    let higher_side = if count == 1 { class_name(market, 0) } else { classes(count as usize - 1) };
    let [asks, pays] = if count == 1 { ["asks", "pays"] } else { ["as one ask", "pay"] };
    let Demand { mean, deviation } = higher.demand;
    let demand =
        format!("{} {asks} for {mean:.1} ± {deviation:.2} nodes and {pays} {}.", capital(&higher_side), decimal(higher.price));
    let kept = counted(u64::from(whole), "node", "nodes");
    let rule = if higher.demand.mean <= 0.0 {
        format!("None of them asks for nodes, so nothing is kept against {lower}.")
    } else if higher.price <= f64::from(lower_price) {
        format!("{} pays {}, no less: nothing is kept.", capital(&lower), money(f64::from(lower_price)))
    } else {
        format!("{} pays {}. Littlewood: {unrounded:.2} nodes are worth keeping.", capital(&lower), money(f64::from(lower_price)))
    };
    let falls = (level < whole).then(|| format!("At the end it becomes {level}: not more than is kept for one more class."));
    html! {
        <>
            <li class="asked">{ demand }</li>
            <li class="tried">{ rule }</li>
            <li class="placed">{ format!("{kept} kept for {higher_side}.") }</li>
            { for falls.map(|words| html! { <li class="besides">{ words }</li> }) }
        </>
    }
}

/// The end: the limits, and whether they are in force.
fn of_limits(market: &Market, nodes: u32, steps: &[EmsrBStep]) -> Html {
    let first = format!("{} may book all {}.", capital(&class_name(market, 0)), counted(u64::from(nodes), "node", "nodes"));
    let limits = steps.iter().map(|step| {
        let EmsrBStep { classes: count, level, limit, .. } = *step;
        let class = capital(&class_name(market, count as usize));
        html! { <li class="placed">{ format!("{class} may book {}: {} less {level}.", grouped(limit.into()), grouped(nodes.into())) }</li> }
    });
    let other = match market.demand {
        DemandSource::Given => None,
        _ => Some("These are the limits for the demand in the market’s form. The plan computes them again for each forecast."),
    };
    html! {
        <>
            <li class="asked">{ first }</li>
            { for limits }
            { for other.map(|words| html! { <li class="besides">{ words }</li> }) }
        </>
    }
}

/// A price with decimals where it has any.
fn decimal(price: f64) -> String {
    if (price - price.round()).abs() < 0.005 { grouped(price.round() as u64) } else { format!("{price:.2}") }
}

fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
