//! The market as numbers: its classes, and how their booking limits are found.

use super::session::{Lab, use_lab};
use super::words::method_name;
use crate::chart::Palette;
use crate::chart::palette::css;
use crate::engine::bounds;
use crate::engine::revenue::{DemandSource, Market, Method, Nesting};
use crate::state::{Action, ClassField, MarketEdit, MarketField, class_name, with_class, without_class};
use web_sys::{HtmlInputElement, HtmlSelectElement, KeyboardEvent};
use yew::prelude::*;

/// A finished change of the market.
pub fn set_market(lab: &Lab, market: Market, merge: bool) {
    lab.act(Action::Market(MarketEdit::Set { market: Some(market), merge }));
}

/// Something that a press on a button does to the market; `None` disables the button.
fn change(lab: &Lab, to: Option<Market>) -> (bool, Callback<MouseEvent>) {
    let (lab, is_disabled) = (lab.clone(), to.is_none());
    (is_disabled, Callback::from(move |_| to.iter().for_each(|market| set_market(&lab, market.clone(), false))))
}

/// The market and everything about it that can be typed or picked.
pub fn market_form(lab: &Lab, market: &Market, nodes: u32, palette: &Palette) -> Html {
    let rows = (0..market.count()).map(|class| class_row(lab, market, nodes, palette, class));
    let heads = ["", "Class", "Price", "Book-ahead to", "Initial limit", "Mean demand", "Deviation", ""];
    let (no_more, add) = change(lab, with_class(market, nodes));
    let remove = {
        let lab = lab.clone();
        Callback::from(move |_: MouseEvent| lab.act(Action::Market(MarketEdit::Set { market: None, merge: false })))
    };
    html! {
        <section class="market" aria-label="Market">
            <h2>{ "Market" }<span>{ ": prices of a node for a slot in minor units, demand in nodes per slot; dearest class first" }</span></h2>
            <div class="classes">
                <div class="class-row head" aria-hidden="true">{ for heads.map(|head| html! { <span>{ head }</span> }) }</div>
                { for rows }
            </div>
            <div class="options">
                <button type="button" id="add-class" disabled={no_more} onclick={add} title={format!("{} to {} classes", bounds::CLASSES.min, bounds::CLASSES.max)}>{ "Add class" }</button>
                { options(lab, market, nodes) }
                <button type="button" id="remove-market" class="quiet" onclick={remove}>{ "Remove market" }</button>
            </div>
            { in_force(lab, market, nodes) }
        </section>
    }
}

fn class_row(lab: &Lab, market: &Market, nodes: u32, palette: &Palette, class: usize) -> Html {
    let name = class_name(market, class);
    let number = class + 1;
    let fields = ClassField::ALL.map(|field| {
        // The last class takes every longer book-ahead.
        if field == ClassField::BookAhead && number == market.count() {
            return html! { <span class="rest">{ "longer" }</span> };
        }
        html! { <MarketInput key={field.key()} field={MarketField::Class(class, field)} id={format!("class-{number}-{}", field.key())} label={field.words()} /> }
    });
    let (too_few, remove) = change(lab, without_class(market, nodes, class));
    html! {
        <div class="class-row" key={class} role="group" aria-label={format!("Class {number}: {name}")}>
            <svg class="swatch" width="26" height="16" aria-hidden="true"><rect width="6" height="16" rx="2" fill={css(palette.class(class))} /><text x="12" y="13">{ number }</text></svg>
            { for fields }
            <button type="button" class="quiet" id={format!("remove-class-{number}")} disabled={too_few} onclick={remove} aria-label={format!("Remove {name}")} title="Remove this class">{ "×" }</button>
        </div>
    }
}

/// Method, nesting, source of demand, update period.
fn options(lab: &Lab, market: &Market, nodes: u32) -> Html {
    let place = crate::engine::error::Place::new("market.method");
    let methods = Method::ALL.map(|m| (m.name(), method_name(m), m.check(market.count(), nodes, &place).is_err()));
    let nestings = Nesting::ALL.map(|n| (n.name(), if n == Nesting::Nested { "nested" } else { "partitioned" }, false));
    let sources = DemandSource::ALL.map(|s| (s.name(), if s == DemandSource::Given { "as typed" } else { "forecast" }, false));
    html! {
        <>
            { picker(lab, "market-method", "Method", &methods, market.method.name(), |market, name| market.method = Method::from_name(name).unwrap_or_default()) }
            { picker(lab, "market-nesting", "Limits", &nestings, market.nesting.name(), |market, name| market.nesting = Nesting::from_name(name).unwrap_or_default()) }
            { picker(lab, "market-demand", "Demand", &sources, market.demand.name(), |market, name| {
                market.demand = DemandSource::from_name(name).unwrap_or_default();
                if market.demand == DemandSource::Given {
                    // What was left out counts as none asked for, until something is typed.
                    market.classes.iter_mut().for_each(|class| { class.demand.get_or_insert(crate::engine::revenue::Demand::new(0.0, 1.0)); });
                }
            }) }
            <span class="option"><MarketInput field={MarketField::UpdateEvery} id="market-update-every" label="Updated every, slots" /></span>
        </>
    }
}

/// A choice among names; the ones marked do not fit.
fn picker(
    lab: &Lab,
    id: &'static str,
    label: &'static str,
    names: &[(&'static str, &'static str, bool)],
    chosen: &str,
    set: fn(&mut Market, &str),
) -> Html {
    let onchange = {
        let lab = lab.clone();
        Callback::from(move |event: Event| {
            let Some(mut market) = lab.model().market().cloned() else { return };
            set(&mut market, &event.target_unchecked_into::<HtmlSelectElement>().value());
            set_market(&lab, market, false);
        })
    };
    html! {
        <span class="option">
            <label for={id}>{ label }</label>
            <select {id} {onchange}>
                { for names.iter().map(|&(name, words, disabled)| html! { <option value={name} selected={name == chosen} {disabled}>{ words }</option> }) }
            </select>
        </span>
    }
}

/// Which limits hold, since when, and why.
fn in_force(lab: &Lab, market: &Market, nodes: u32) -> Html {
    let limits = market.initial_limits(nodes).iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let method = method_name(market.method);
    let words = match (market.method, market.demand) {
        (Method::None, _) => "No limits: whoever comes first gets the nodes. Prices are charged all the same.".to_string(),
        (Method::Fixed, _) => format!("The limits {limits} were set by hand and stay."),
        (_, DemandSource::Given) => {
            format!("{method} finds the limits {limits} from the demand as typed. They hold from the first slot on.")
        }
        (_, DemandSource::Forecast) => format!(
            "The initial limits {limits} hold until slot {0}. Then {method} finds new ones every {0} slots, from what was confirmed and refused; what is below shows the demand as typed.",
            market.update_every
        ),
    };
    html! {
        <p class="hint" id="limits-in-force">{ words }
            if market.method == Method::Fixed {
                { " " }{ back_to_method(lab, market) }
            }
        </p>
    }
}

/// The way from limits set by hand back to the method they came from.
pub fn back_to_method(lab: &Lab, market: &Market) -> Html {
    let method = lab.model().method_before_fixed();
    let (_, back) = change(lab, Some(Market { method, ..market.clone() }));
    html! { <button type="button" class="link" id="back-to-method" onclick={back}>{ format!("Back to {}", method_name(method)) }</button> }
}

/// Properties of [`MarketInput`].
#[derive(Properties, PartialEq)]
struct MarketInputProps {
    field: MarketField,
    id: AttrValue,
    label: AttrValue,
}

/// A name or number of the market. Arrow keys change a number by one, with Shift by five; what the engine's check refuses stays in the field
/// with the reason below it, and changes nothing.
#[component]
fn MarketInput(MarketInputProps { field, id, label }: &MarketInputProps) -> Html {
    let lab = use_lab();
    let field = *field;
    let nodes = lab.model().scenario.machine.nodes;
    let Some(market) = lab.model().market().cloned() else { return Html::default() };
    let value = field.text(&market);
    let problem = use_state_eq(|| None::<(String, String)>);
    {
        let problem = problem.clone();
        use_effect_with(value.clone(), move |_| problem.set(None));
    }
    let take = {
        let (lab, market, problem, value) = (lab.clone(), market.clone(), problem.clone(), value.clone());
        move |text: String| {
            let text = text.trim();
            match field.typed(&market, nodes, text) {
                Ok(next) => {
                    problem.set(None);
                    if next != market {
                        set_market(&lab, next, false);
                    }
                }
                Err(allowed) if text != value => problem.set(Some((text.chars().take(60).collect(), allowed))),
                Err(_) => problem.set(None),
            }
        }
    };
    let onchange = {
        let take = take.clone();
        Callback::from(move |event: Event| take(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let onkeydown = {
        let (problem, value) = (problem.clone(), value.clone());
        Callback::from(move |event: KeyboardEvent| {
            let step = if event.shift_key() { 5 } else { 1 };
            let input = event.target_unchecked_into::<HtmlInputElement>();
            let by = match event.key().as_str() {
                "ArrowUp" => step,
                "ArrowDown" => -step,
                "Enter" => return take(input.value()),
                "Escape" if input.value() != value => {
                    event.prevent_default();
                    input.set_value(&value);
                    return problem.set(None);
                }
                _ => return,
            };
            event.prevent_default();
            if let Some(next) = field.stepped(&market, nodes, by) {
                set_market(&lab, next, event.repeat());
            }
        })
    };
    let shown = problem.as_ref().map_or(value, |(text, _)| text.clone());
    let note = format!("{id}-note");
    let is_name = matches!(field, MarketField::Class(_, ClassField::Name));
    html! {
        <div class="field">
            <label for={id.clone()}>{ label.clone() }</label>
            <input id={id.clone()} inputmode={if is_name { "text" } else { "decimal" }} autocomplete="off" value={shown} {onchange} {onkeydown}
                aria-invalid={problem.is_some().to_string()} aria-describedby={problem.is_some().then(|| note.clone())} />
            if let Some((text, allowed)) = &*problem {
                <p class="problem" id={note} role="alert">{ format!("“{text}” is not allowed here: {allowed}.") }</p>
            }
        </div>
    }
}
