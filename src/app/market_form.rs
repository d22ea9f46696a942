//! The market as numbers: its classes, and how their booking limits are found.

use super::markup::{all, markup};
use super::words::method_name;
use crate::chart::Palette;
use crate::chart::palette::css;
use crate::engine::error::Place;
use crate::engine::revenue::{DemandSource, Market, Method, Nesting};
use crate::state::{ClassField, MarketField, class_name, with_class, without_class};
use std::rc::Rc;
use yew::prelude::*;

/// What is being typed, and why it cannot stand if that was asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typed {
    /// The field's element.
    pub id: String,
    /// What is in it.
    pub text: String,
    /// What is allowed instead.
    pub problem: Option<String>,
}

/// A field, with the reason below it if what was typed is refused.
pub fn field(typed: &Typed, field: MarketField, label: String, in_force: String) -> Html {
    let id = field.id();
    let here = (typed.id == id).then_some(typed);
    let value = here.map_or(in_force, |typed| typed.text.clone());
    let problem = here.and_then(|typed| typed.problem.as_ref());
    let is_name = matches!(field, MarketField::Class(_, ClassField::Name));
    markup!(
        "<div class='field'><label for=$>$</label><input id=$ data-field='' inputmode=$ autocomplete='off' value=$ aria-invalid=$ aria-describedby=$/>$</div>",
        id.clone(),
        label,
        id.clone(),
        if is_name { "text" } else { "decimal" },
        value,
        problem.is_some(),
        problem.map(|_| format!("{id}-note")),
        problem.map(|allowed| markup!(
            "<p class='problem' id=$ role='alert'>“$” is not allowed here: $.</p>",
            format!("{id}-note"),
            typed.text.chars().take(60).collect::<String>(),
            allowed.clone()
        ))
    )
}

/// One of several buttons, as a choice among names; what does not fit is disabled.
pub fn choice(what: &'static str, name: &str, words: &'static str, is_chosen: bool, fits: bool) -> Html {
    markup!(
        "<button type='button' id=$ data-do=$ aria-pressed=$ disabled=$>$</button>",
        format!("{what}-{name}"),
        format!("{what} {name}"),
        is_chosen,
        (!fits).then_some(""),
        words
    )
}

/// The market and everything about it that can be typed or picked.
pub fn market_form(
    market: &Rc<Market>,
    nodes: u32,
    limits: &[u32],
    palette: &'static Palette,
    typed: &Typed,
    before_fixed: Method,
) -> Html {
    let place = Place::new("market.method");
    let methods = Method::ALL.map(|method| {
        let fits = method.check(market.count(), nodes, &place).is_ok();
        choice("method", method.name(), method_name(method), method == market.method, fits)
    });
    let nestings = Nesting::ALL.map(|nesting| {
        let words = if nesting == Nesting::Nested { "Nested limits" } else { "Partitioned" };
        choice("nesting", nesting.name(), words, nesting == market.nesting, true)
    });
    let sources = DemandSource::ALL.map(|source| {
        let words = if source == DemandSource::Given { "Demand as typed" } else { "Forecast" };
        choice("demand", source.name(), words, source == market.demand, true)
    });
    // Whichever class goes, what is left is as good a market.
    let can_go = without_class(market, nodes, 0).is_some();
    let rows = (0..market.count()).map(|class| {
        let prefix = format!("class-{}-", class + 1);
        let typed = if typed.id.starts_with(&prefix) { typed.clone() } else { Typed::default() };
        html! { <ClassRow market={Rc::clone(market)} {nodes} {class} {palette} {typed} {can_go} /> }
    });
    let forecasts = market.demand == DemandSource::Forecast && market.method.looks_at_demand();
    markup!(
        "<section class='market' aria-label='Market'>
            <h2>Market<span>: price of a node for a slot in minor units, demand in nodes per slot; dearest class first</span></h2>
            <div class='classes'>
                <div class='class-row head' aria-hidden='true'><span/><span>Class</span><span>Price</span><span>Book-ahead to</span><span>Initial limit</span><span>Mean demand</span><span>Deviation</span></div>
                $
            </div>
            <div class='options'>
                <div class='segmented' role='group' aria-label='Method'>$</div>
                <div class='segmented' role='group' aria-label='Nesting'>$</div>
                <div class='segmented' role='group' aria-label='Demand'>$</div>
                $
                <div class='group'>
                    <button type='button' id='add-class' data-do='add' disabled=$>Add class</button>
                    <button type='button' id='remove-market' class='quiet' data-do='drop'>Remove market</button>
                </div>
            </div>
            $
        </section>",
        all(rows),
        all(methods),
        all(nestings),
        all(sources),
        forecasts.then(|| field(typed, MarketField::UpdateEvery, "updated every, slots".to_string(), market.update_every.to_string())),
        with_class(market, nodes).is_none().then_some(""),
        in_force(market, limits, before_fixed)
    )
}

/// Properties of [`ClassRow`].
#[derive(Properties)]
struct ClassProps {
    market: Rc<Market>,
    nodes: u32,
    class: usize,
    palette: &'static Palette,
    /// What is being typed in this row.
    typed: Typed,
    /// Whether the class can be removed.
    can_go: bool,
}

impl PartialEq for ClassProps {
    /// By what the row shows: most rows stay as they are while one price is dragged.
    fn eq(&self, other: &Self) -> bool {
        let shown = |props: &Self| (props.class, props.market.count(), props.can_go);
        shown(self) == shown(other)
            && self.market.classes.get(self.class) == other.market.classes.get(other.class)
            && self.typed == other.typed
            && std::ptr::eq(self.palette, other.palette)
    }
}

/// A class with its fields.
#[component]
fn ClassRow(ClassProps { market, nodes, class, palette, typed, can_go }: &ClassProps) -> Html {
    let (nodes, class) = (*nodes, *class);
    let number = class as u32 + 1;
    let fields = ClassField::ALL.map(|key| {
        // The last class takes every longer book-ahead.
        if key == ClassField::BookAhead && class + 1 == market.count() {
            return markup!("<span class='rest'>longer</span>");
        }
        let name = MarketField::Class(class, key);
        field(typed, name, key.words().to_string(), name.text(market, nodes))
    });
    markup!(
        "<div class='class-row' role='group' aria-label=$>
            <svg class='swatch' width='26' height='16' aria-hidden='true'><rect width='6' height='16' rx='2' fill=$/><text x='12' y='13'>$</text></svg>
            $
            <button type='button' class='quiet' id=$ data-do=$ disabled=$ aria-label=$ title='Remove this class'>×</button>
        </div>",
        format!("Class {number}: {}", class_name(market, class)),
        css(palette.class(class)),
        number,
        all(fields),
        format!("remove-class-{number}"),
        format!("remove {class}"),
        (!can_go).then_some(""),
        format!("Remove {}", class_name(market, class))
    )
}

/// Which limits hold, since when, and why.
fn in_force(market: &Market, limits: &[u32], before_fixed: Method) -> Html {
    let limits = limits.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let method = method_name(market.method);
    match (market.method, market.demand) {
        (Method::None, _) => markup!(
            "<p class='hint' id='in-force'>No limits: whoever comes first gets the nodes. Prices are charged all the same.</p>"
        ),
        (Method::Fixed, _) => {
            markup!("<p class='hint' id='in-force'>The limits $ are set by hand and stay. $</p>", limits, back_to(before_fixed))
        }
        (_, DemandSource::Given) => markup!(
            "<p class='hint' id='in-force'>$ finds the limits $ from the demand as typed. They hold from the first slot on, instead of the initial ones.</p>",
            method,
            limits
        ),
        (_, DemandSource::Forecast) => markup!(
            "<p class='hint' id='in-force'>The initial limits $ hold until slot $. Then $ finds new ones, again and again, from what was confirmed and refused. What is below shows the demand as typed.</p>",
            limits,
            market.update_every,
            method
        ),
    }
}

/// The way from limits set by hand back to the method they came from.
pub fn back_to(method: Method) -> Html {
    markup!(
        "<button type='button' class='link' data-do=$>Back to $</button>",
        format!("method {}", method.name()),
        method_name(method)
    )
}
