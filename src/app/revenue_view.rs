//! The middle of the page when it is about money: the market, the laboratory of booking limits, the methods beside each other.
//!
//! The parts are plain functions from market to markup. What can be done carries its name on the element (`data-do`, `data-field`,
//! `data-handle`) and is done here, in one place.

use super::gesture::{Gesture, press};
use super::market_form::{Typed, market_form};
use super::market_lab::{Border, laboratory, twin};
use super::market_methods::MethodsTable;
use super::markup::markup;
use super::money_view::MoneyView;
use super::plot::use_size;
use super::rest::use_is_due;
use super::session::Lab;
use super::shortcuts::COARSE;
use super::theme::use_theme;
use crate::engine::revenue::{Demand, DemandSource, Market, Method, Nesting, WholeClasses};
use crate::state::{
    Action, Example, MarketEdit, MarketField, MarketHandle, ViewAction, limits_in_force, moved_market, with_class, without_class,
};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// Largest machine whose exact figures follow a drag, in nodes.
const EXACT_WHILE_DRAGGING: u32 = 3_000;
/// Largest machine whose exact figures are worked out at rest.
const EXACT_AT_REST: u32 = 10_000;

/// What the view shows of the model.
#[derive(Clone, PartialEq)]
pub struct Seen {
    /// The market.
    pub market: Option<Market>,
    /// Nodes of the machine.
    pub nodes: u32,
    border: u32,
    is_dragging: bool,
    before_fixed: Method,
}

impl Seen {
    /// As it is now.
    pub fn of(lab: &Lab) -> Self {
        let model = lab.model();
        Self {
            market: model.market().cloned(),
            nodes: model.scenario.machine.nodes,
            border: model.view.border,
            is_dragging: model.draft.is_some(),
            before_fixed: model.method_before_fixed(),
        }
    }
}

/// Properties of [`RevenueView`].
#[derive(Properties)]
pub struct RevenueViewProps {
    /// The page's state, to change it.
    pub lab: Lab,
    /// What is shown of it. Nothing else counts: a new plan alone draws nothing anew.
    pub seen: Seen,
}

impl PartialEq for RevenueViewProps {
    fn eq(&self, other: &Self) -> bool {
        self.seen == other.seen
    }
}

/// Prices, limits and what they bring.
#[component]
pub fn RevenueView(RevenueViewProps { lab, seen }: &RevenueViewProps) -> Html {
    let node = use_node_ref();
    let (width, _) = use_size(node.clone());
    let palette = use_theme().palette();
    let typed = use_state_eq(Typed::default);
    let held_top = match *lab.gesture.borrow() {
        Some(Gesture::Market { top, .. }) => top,
        _ => None,
    };
    // What depends on demand alone is kept from move to move.
    let known = use_mut_ref(|| None::<Rc<WholeClasses>>);
    let figures = use_memo(seen.clone(), |Seen { market, nodes, border, is_dragging, .. }| {
        let market = market.as_ref()?;
        let exact = *nodes <= if *is_dragging { EXACT_WHILE_DRAGGING } else { EXACT_AT_REST };
        let offers = market.offers(&market.given_demand());
        let mut known = known.borrow_mut();
        let renewed = || known.as_ref().map_or_else(|| WholeClasses::new(*nodes, &offers), |known| known.renewed(*nodes, &offers));
        let whole = exact.then(|| Rc::new(renewed()));
        known.clone_from(&whole);
        let limits = limits_in_force(market, *nodes, whole.as_deref());
        Some((Border::of(market, *nodes, limits, *border, whole.as_deref()), whole))
    });
    let is_due = use_is_due(lab, "methods-beside");
    let has_table = use_state_eq(|| false);
    let on_toggle = {
        let has_table = has_table.clone();
        Callback::from(move |event: Event| has_table.set(event.target_unchecked_into::<Element>().has_attribute("open")))
    };
    let on_click = listener(lab, |lab, event: MouseEvent| {
        if let Some((_, what)) = named(&event, "data-do") {
            press_button(lab, &what);
        }
    });
    let on_press = listener(lab, take_handle);
    let on_input = {
        let typed = typed.clone();
        Callback::from(move |event: InputEvent| {
            let input: HtmlInputElement = event.target_unchecked_into();
            typed.set(Typed { id: input.id(), text: input.value(), problem: None });
        })
    };
    let on_change = {
        let (lab, typed) = (lab.clone(), typed.clone());
        Callback::from(move |event: Event| typed.set(take_text(&lab, &event.target_unchecked_into())))
    };
    let on_key = {
        let (lab, typed) = (lab.clone(), typed.clone());
        Callback::from(move |event: KeyboardEvent| {
            if let Some(now) = take_key(&lab, &event) {
                event.prevent_default();
                typed.set(now);
            }
        })
    };
    let content = match &*figures {
        Some((border, whole)) => {
            markup!(
                "$$$$",
                market_form(&border.market, seen.nodes, &border.limits, palette, &typed, seen.before_fixed),
                laboratory(border, palette, width, &typed, held_top, seen.before_fixed, twin(border, *has_table, on_toggle)),
                html! { <MethodsTable seen={seen.clone()} whole={whole.clone()} {is_due} /> },
                html! { <MoneyView /> }
            )
        }
        None => markup!(
            "<section class='no-market'>
                <h2>No market yet</h2>
                <p>A market sorts requests into classes by how long ahead they book: who books late pays more. It keeps some nodes from the cheap classes for dear ones that may still come, and so decides who gets the last node.</p>
                <div class='group'>
                    <button type='button' id='set-market' class='strong' data-do='set'>Set the paper’s market</button>
                    <button type='button' id='open-market-example' data-do='open'>Open an example: three classes, forty nodes</button>
                </div>
            </section>"
        ),
    };
    html! {
        <section class="plan revenue" aria-label="Revenue">
            <div class="charts" ref={node} onclick={on_click} onpointerdown={on_press} oninput={on_input} onchange={on_change} onkeydown={on_key}>{ content }</div>
        </section>
    }
}

fn listener<E: 'static>(lab: &Lab, react: fn(&Lab, E)) -> Callback<E> {
    let lab = lab.clone();
    Callback::from(move |event: E| react(&lab, event))
}

/// The element under an event, or around it, that carries an attribute, and what it says.
pub(super) fn named(event: &web_sys::Event, attribute: &str) -> Option<(Element, String)> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let element = target.closest(&format!("[{attribute}]")).ok()??;
    let value = element.get_attribute(attribute)?;
    Some((element, value))
}

fn set_market(lab: &Lab, market: Market, merge: bool) {
    lab.act(Action::Market(MarketEdit::Set { market: Some(market), merge }));
}

/// A button was pressed: its `data-do`, a word and what it is about.
fn press_button(lab: &Lab, what: &str) {
    let nodes = lab.model().scenario.machine.nodes;
    let (what, which) = what.split_once(' ').unwrap_or((what, ""));
    match what {
        "set" => return set_market(lab, Market::umar(nodes), false),
        "open" => return Example::find("three-classes").into_iter().for_each(|example| lab.open(example.open())),
        "drop" => return lab.act(Action::Market(MarketEdit::Set { market: None, merge: false })),
        "border" => return lab.act(Action::View(ViewAction::Border(which.parse().unwrap_or(0)))),
        _ => {}
    }
    let Some(market) = lab.model().market() else { return };
    let mut next = market.clone();
    let changed = match what {
        "add" => with_class(market, nodes),
        "remove" => which.parse().ok().and_then(|class| without_class(market, nodes, class)),
        "method" => Method::from_name(which).map(|method| Market { method, ..next }),
        "nesting" => Nesting::from_name(which).map(|nesting| Market { nesting, ..next }),
        "demand" => DemandSource::from_name(which).map(|demand| {
            if demand == DemandSource::Given {
                // What was left out counts as no demand until something is typed.
                next.classes.iter_mut().for_each(|class| {
                    class.demand.get_or_insert(Demand::new(0.0, 1.0));
                });
            }
            Market { demand, ..next }
        }),
        _ => None,
    };
    if let Some(market) = changed {
        set_market(lab, market, false);
    }
}

/// A handle was pressed.
fn take_handle(lab: &Lab, event: PointerEvent) {
    let Some((element, key)) = named(&event, "data-handle") else { return };
    let (Some(handle), Some(market)) = (handle_of(&key), lab.model().market()) else { return };
    let number = |name: &str| element.get_attribute(name).and_then(|number| number.parse().ok()).unwrap_or(0.0);
    let border = border_of(lab, market);
    let is_upright = handle.is_upright();
    let gesture = Gesture::Market {
        pointer: event.pointer_id(),
        border,
        handle,
        from: f64::from(if is_upright { event.client_y() } else { event.client_x() }),
        is_upright,
        value: handle.value(market, lab.model().scenario.machine.nodes, border),
        per_px: number("data-per-px"),
        top: is_upright.then(|| number("data-top")),
        is_live: false,
        origin: Rc::new(market.clone()),
    };
    press(lab, &event, gesture);
}

fn handle_of(key: &str) -> Option<MarketHandle> {
    MarketHandle::ALL.into_iter().find(|handle| handle.key() == key)
}

fn border_of(lab: &Lab, market: &Market) -> usize {
    (lab.model().view.border as usize).min(market.count().saturating_sub(2))
}

/// A field's text is to count: what stands in the field now, with the reason if it cannot count.
fn take_text(lab: &Lab, input: &HtmlInputElement) -> Typed {
    let nodes = lab.model().scenario.machine.nodes;
    let (Some(market), Some(field)) = (lab.model().market(), MarketField::from_id(&input.id())) else { return Typed::default() };
    let text = input.value();
    if text.trim() == field.text(market, nodes) {
        return Typed::default();
    }
    match field.typed(market, nodes, &text) {
        Ok(next) => {
            set_market(lab, next, false);
            Typed::default()
        }
        Err(allowed) => Typed { id: input.id(), text: text.trim().to_string(), problem: Some(allowed) },
    }
}

/// A key in a field or on a handle: what is being typed afterwards, if the key stands for anything here. Arrows change by one, with Shift by
/// five; Escape brings back the number in force.
fn take_key(lab: &Lab, event: &KeyboardEvent) -> Option<Typed> {
    let market = lab.model().market()?;
    let nodes = lab.model().scenario.machine.nodes;
    let step = if event.shift_key() { COARSE as i32 } else { 1 };
    let (by, is_upward) = match event.key().as_str() {
        "ArrowUp" => (step, true),
        "ArrowDown" => (-step, true),
        "ArrowRight" => (step, false),
        "ArrowLeft" => (-step, false),
        _ => (0, false),
    };
    if let Some((_, key)) = named(event, "data-handle") {
        let (handle, border) = (handle_of(&key)?, border_of(lab, market));
        let to = handle.value(market, nodes, border) + f64::from(by) * handle.step(nodes);
        let next = moved_market(market, nodes, border, handle, to);
        if by == 0 {
            return None;
        }
        if next != *market {
            set_market(lab, next, event.repeat());
        }
        return Some(Typed::default());
    }
    let (element, _) = named(event, "data-field")?;
    let input = element.dyn_into::<HtmlInputElement>().ok()?;
    let field = MarketField::from_id(&input.id())?;
    match event.key().as_str() {
        "Enter" => Some(take_text(lab, &input)),
        "Escape" if input.value() != field.text(market, nodes) => Some(Typed::default()),
        _ if is_upward => {
            if let Some(next) = field.stepped(market, nodes, by) {
                set_market(lab, next, event.repeat());
            }
            Some(Typed::default())
        }
        _ => None,
    }
}
