//! The form of the market: its classes, and how booking limits are computed.

use super::editor::{MarketEditor, Typed};
use super::input::MarketInput;
use crate::app::kit::text::format::grouped;
use crate::app::revenue::names::method_name;
use crate::chart::Palette;
use crate::chart::kit::palette::css;
use crate::engine::core::error::FieldPath;
use crate::engine::slots::bounds::OPTIMAL_NODES_MAX;
use crate::engine::slots::revenue::{DemandSource, Market, Method, Nesting};
use crate::state::{ClassField, MarketField, class_name, with_class, without_class};
use yew::prelude::*;

/// The market and everything about it that can be typed or picked.
pub fn market_form(
    market: &Market,
    nodes: u32,
    limits: &[u32],
    palette: &Palette,
    typed: Option<&Typed>,
    before_fixed: Method,
    editor: &MarketEditor,
) -> Html {
    let forecasts = market.demand == DemandSource::Forecast && market.method.looks_at_demand();
    html! {
        <section class="market" id="market" aria-label="Market">
            <h2>{ "Market" }<span>{ ": prices per node and slot in the smallest unit of money (such as cents), demand in nodes per slot; most expensive class first" }</span></h2>
            <div class="classes">
                <div class="class-row head" aria-hidden="true">
                    <span />
                    <span>{ "Class" }</span>
                    <span>{ "Price" }</span>
                    <span title="A request belongs to the class if it books at most so many slots ahead">{ "Books ahead up to" }</span>
                    <span>{ "Initial limit" }</span>
                    <span>{ "Mean demand" }</span>
                    <span title="Standard deviation of the demand, in nodes">{ "Std. deviation" }</span>
                </div>
                { class_rows(market, nodes, palette, typed, editor) }
            </div>
            <div class="line options">
                { method_choice(market, nodes, editor) }
                { nesting_choice(market, editor) }
                { demand_choice(market, editor) }
                if forecasts {
                    <MarketInput field={MarketField::UpdateEvery} label="updated every, slots" value={market.update_every.to_string()}
                        typed={typed.cloned()} editor={editor.clone()} />
                }
                <div class="group">
                    <button type="button" id="add-class" disabled={with_class(market, nodes).is_none()} onclick={editor.on_change(with_class)}>{ "Add class" }</button>
                    <button type="button" id="remove-market" class="quiet" onclick={editor.on_remove()}>{ "Remove market" }</button>
                </div>
            </div>
            { in_force(market, limits, before_fixed, editor) }
        </section>
    }
}

fn class_rows(market: &Market, nodes: u32, palette: &Palette, typed: Option<&Typed>, editor: &MarketEditor) -> Html {
    // Whichever class goes, what is left is as good a market.
    let can_go = without_class(market, nodes, 0).is_some();
    let row = |class: usize| {
        let values = ClassField::ALL.map(|key| AttrValue::from(MarketField::Class(class, key).text(market, nodes)));
        let typed = typed.filter(|typed| matches!(typed.field, MarketField::Class(here, _) if here == class)).cloned();
        html! {
            <ClassRow key={class} {class} name={class_name(market, class)} {values} is_last={class + 1 == market.count()}
                colour={css(palette.class(class))} {typed} {can_go} editor={editor.clone()} />
        }
    };
    (0..market.count()).map(row).collect()
}

/// One of several buttons of which one is pressed.
fn choice(id: String, words: &'static str, is_chosen: bool, is_disabled: bool, onclick: Callback<MouseEvent>) -> Html {
    html! {
        <button key={id.clone()} type="button" id={id} aria-pressed={is_chosen.to_string()} disabled={is_disabled} {onclick}>{ words }</button>
    }
}

fn method_choice(market: &Market, nodes: u32, editor: &MarketEditor) -> Html {
    let place = FieldPath::new("market.method");
    let methods = Method::ALL.map(|method| {
        let fits = method.check(market.count(), nodes, &place).is_ok();
        let id = format!("method-{}", method.name());
        choice(id, method_name(method), method == market.method, !fits, editor.on_method(method))
    });
    // A button that cannot be pressed says why.
    let out_of_reach = Method::ALL.into_iter().filter_map(|method| {
        method.check(market.count(), nodes, &place).err()?;
        let why = match method {
            Method::Littlewood => {
                format!("compares two classes, and this market has {}; EMSR-a, EMSR-b and Optimum take more", market.count())
            }
            _ => format!(
                "is computed for machines of up to {} nodes; EMSR-a and EMSR-b take more",
                grouped(OPTIMAL_NODES_MAX.into())
            ),
        };
        Some(format!("{} {why}. ", method_name(method)))
    });
    html! {
        <>
            <div class="segmented" role="group" aria-label="Method">{ for methods }</div>
            <p class="hint" id="methods-out-of-reach">{ for out_of_reach }</p>
        </>
    }
}

fn nesting_choice(market: &Market, editor: &MarketEditor) -> Html {
    let nestings = Nesting::ALL.map(|nesting| {
        let words = if nesting == Nesting::Nested { "Nested limits" } else { "Partitioned" };
        choice(format!("nesting-{}", nesting.name()), words, nesting == market.nesting, false, editor.on_nesting(nesting))
    });
    html! { <div class="segmented" role="group" aria-label="Nesting">{ for nestings }</div> }
}

fn demand_choice(market: &Market, editor: &MarketEditor) -> Html {
    let sources = DemandSource::ALL.map(|source| {
        let words = if source == DemandSource::Given { "Demand as typed" } else { "Forecast" };
        choice(format!("demand-{}", source.name()), words, source == market.demand, false, editor.on_demand(source))
    });
    html! { <div class="segmented" role="group" aria-label="Demand">{ for sources }</div> }
}

/// Properties of [`ClassRow`]: all that the row shows, so that it stays as it is while another class changes.
#[derive(Properties, PartialEq)]
struct ClassRowProps {
    /// Which class, 0 for class 1.
    class: usize,
    /// What the class is called.
    name: AttrValue,
    /// The values in force, in the order of [`ClassField::ALL`].
    values: [AttrValue; ClassField::ALL.len()],
    /// Whether it is the last class, which takes every longer book-ahead.
    is_last: bool,
    /// The class's colour.
    colour: AttrValue,
    /// What is being typed in this row.
    typed: Option<Typed>,
    /// Whether the class can be removed.
    can_go: bool,
    /// Changes the market.
    editor: MarketEditor,
}

/// A class with its fields.
#[component]
fn ClassRow(props: &ClassRowProps) -> Html {
    let ClassRowProps { class, name, values, is_last, colour, typed, can_go, editor } = props;
    let class = *class;
    let number = class + 1;
    let fields = ClassField::ALL.into_iter().zip(values).map(|(key, value)| match key {
        ClassField::BookAhead if *is_last => html! { <span class="rest">{ "longer" }</span> },
        _ => html! {
            <MarketInput field={MarketField::Class(class, key)} label={key.words()} {value} typed={typed.clone()} editor={editor.clone()} />
        },
    });
    let on_remove = editor.on_change(move |market, nodes| without_class(market, nodes, class));
    html! {
        <div class="class-row" role="group" aria-label={format!("Class {number}: {name}")}>
            <svg class="swatch" width="26" height="16" aria-hidden="true">
                <rect width="6" height="16" rx="2" fill={colour} />
                <text x="12" y="13">{ number }</text>
            </svg>
            { fields.collect::<Html>() }
            <button type="button" class="quiet" id={format!("remove-class-{number}")} disabled={!can_go} aria-label={format!("Remove {name}")}
                title="Remove this class" onclick={on_remove}>{ "×" }</button>
        </div>
    }
}

/// Which limits hold, since when, and why.
fn in_force(market: &Market, limits: &[u32], before_fixed: Method, editor: &MarketEditor) -> Html {
    let limits = limits.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let method = method_name(market.method);
    let words = match (market.method, market.demand) {
        (Method::None, _) => "No limits: the first to ask gets the nodes. The prices still apply.".to_string(),
        (Method::Fixed, _) => format!("The limits {limits} are set by hand and stay. "),
        (_, DemandSource::Given) => format!(
            "{method} finds the limits {limits} from the demand as typed. They hold from the first slot on, instead of the initial ones."
        ),
        (_, DemandSource::Forecast) => format!(
            "The initial limits {limits} hold until slot {}. Then {method} finds new ones, again and again, from what was confirmed and refused. What is below shows the demand as typed.",
            market.update_every
        ),
    };
    html! {
        <p class="hint" id="in-force">
            { words }
            if market.method == Method::Fixed {
                { back_to(before_fixed, editor) }
            }
        </p>
    }
}

/// The way from limits set by hand back to the method they came from.
pub fn back_to(method: Method, editor: &MarketEditor) -> Html {
    html! { <button type="button" class="link" onclick={editor.on_method(method)}>{ format!("Back to {}", method_name(method)) }</button> }
}
