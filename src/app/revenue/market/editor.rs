//! Changes of the market by fields, buttons and handles.

use crate::app::kit::browser::text_zoom::window_place;
use crate::app::kit::controls::keys::COARSE;
use crate::app::shell::context::{Lab, Newest, use_newest};
use crate::app::shell::pointer::gesture::press;
use crate::engine::slots::revenue::{Demand, DemandSource, Market, Method, Nesting};
use crate::state::{Action, Edit, Gesture, MarketDrag, MarketField, MarketHandle, market_change, moved_market};
use std::rc::Rc;
use yew::prelude::*;

/// What is being typed into a field of the market.
#[derive(Clone, Debug, PartialEq)]
pub struct Typed {
    /// The field.
    pub field: MarketField,
    /// What is in it.
    pub text: String,
    /// What is allowed instead, once the text was refused.
    pub problem: Option<String>,
}

/// What happens in a field.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldEdit {
    /// The text changes; the market does not yet.
    Type(String),
    /// The text is to be the field's value.
    Commit(String),
    /// The number changes by so many units.
    Step {
        /// How many units.
        by: i32,
        /// Whether it belongs to the undo step before, as while a key is held down.
        merge: bool,
    },
    /// The typed text is dropped, the value in force comes back.
    Revert,
}

/// What a drag of a handle needs to know of the picture it began in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandleScale {
    /// What a CSS px along the handle's axis is worth.
    pub per_px: f64,
    /// The money at the upper edge of the picture, if that is to stay during the drag.
    pub top: Option<f64>,
}

/// Changes the page's market. Two of them are equal if they change the same one.
#[derive(Clone, PartialEq)]
pub struct MarketEditor {
    lab: Newest,
    typed: UseStateSetter<Option<Typed>>,
}

/// The market's editor, and what is being typed.
#[hook]
pub fn use_market_editor(lab: &Lab) -> (MarketEditor, Option<Typed>) {
    let typed = use_state_eq(|| None::<Typed>);
    (MarketEditor { lab: use_newest(lab), typed: typed.setter() }, (*typed).clone())
}

impl MarketEditor {
    /// The page's state, whenever it is asked for.
    pub fn newest(&self) -> &Newest {
        &self.lab
    }

    /// Puts a market in place, or removes it.
    fn set(&self, market: Option<Market>, merge: bool) {
        let lab = self.lab.get();
        let is_removed = market.is_none();
        let change = market_change(lab.model().slots(), market);
        lab.act(Action::Edit(if is_removed { Edit::Remove(change) } else { Edit::Set { change, merge } }));
    }

    /// For a button: changes the market, unless the change is not possible.
    pub fn on_change(&self, change: impl Fn(&Market, u32) -> Option<Market> + 'static) -> Callback<MouseEvent> {
        let this = self.clone();
        Callback::from(move |_: MouseEvent| {
            let lab = this.lab.get();
            let changed = lab.model().market().and_then(|market| change(market, lab.model().slots().machine.nodes));
            if changed.is_some() {
                this.set(changed, false);
            }
        })
    }

    /// For a button: removes the market.
    pub fn on_remove(&self) -> Callback<MouseEvent> {
        let this = self.clone();
        Callback::from(move |_: MouseEvent| this.set(None, false))
    }

    /// For a button: finds the booking limits by this method.
    pub fn on_method(&self, method: Method) -> Callback<MouseEvent> {
        self.on_change(move |market, _| Some(Market { method, ..market.clone() }))
    }

    /// For a button: nests the booking limits in this way.
    pub fn on_nesting(&self, nesting: Nesting) -> Callback<MouseEvent> {
        self.on_change(move |market, _| Some(Market { nesting, ..market.clone() }))
    }

    /// For a button: takes the demand from this source.
    pub fn on_demand(&self, demand: DemandSource) -> Callback<MouseEvent> {
        self.on_change(move |market, _| {
            let mut next = Market { demand, ..market.clone() };
            if demand == DemandSource::Given {
                // What was left out counts as no demand until something is typed.
                for class in &mut next.classes {
                    class.demand.get_or_insert(Demand::new(0.0, 1.0));
                }
            }
            Some(next)
        })
    }

    /// Something happens in a field.
    pub fn edit(&self, field: MarketField, edit: FieldEdit) {
        let lab = self.lab.get();
        let typed = match edit {
            FieldEdit::Type(text) => Some(Typed { field, text, problem: None }),
            FieldEdit::Commit(text) => self.commit(&lab, field, &text),
            FieldEdit::Step { by, merge } => {
                let nodes = lab.model().slots().machine.nodes;
                if let Some(next) = lab.model().market().and_then(|market| field.stepped(market, nodes, by)) {
                    self.set(Some(next), merge);
                }
                None
            }
            FieldEdit::Revert => None,
        };
        self.typed.set(typed);
    }

    /// Makes a text the value of a field. Returns what stays in the field, with the reason, if it is refused.
    fn commit(&self, lab: &Lab, field: MarketField, text: &str) -> Option<Typed> {
        let (market, nodes) = (lab.model().market()?, lab.model().slots().machine.nodes);
        if text.trim() == field.text(market, nodes) {
            return None;
        }
        match field.typed(market, nodes, text) {
            Ok(next) => {
                self.set(Some(next), false);
                None
            }
            Err(allowed) => Some(Typed { field, text: text.trim().to_string(), problem: Some(allowed) }),
        }
    }

    /// For a handle: the pointer takes hold of it.
    pub fn on_press(&self, border: usize, handle: MarketHandle, scale: HandleScale) -> Callback<PointerEvent> {
        let this = self.clone();
        Callback::from(move |event: PointerEvent| {
            let lab = this.lab.get();
            let Some(market) = lab.model().market() else { return };
            let is_upright = handle.is_upright();
            let from = window_place(&event);
            let drag = MarketDrag {
                origin: Rc::new(market.clone()),
                border,
                handle,
                is_upright,
                value: handle.value(market, lab.model().slots().machine.nodes, border),
                per_px: scale.per_px,
                top: scale.top,
            };
            press(&lab, &event, Gesture::drag(event.pointer_id(), from, drag));
        })
    }

    /// For a handle: the arrow keys move it by one, with Shift by five.
    pub fn on_handle_key(&self, border: usize, handle: MarketHandle) -> Callback<KeyboardEvent> {
        let this = self.clone();
        Callback::from(move |event: KeyboardEvent| {
            let lab = this.lab.get();
            let (Some(by), Some(market)) = (arrow(&event), lab.model().market()) else { return };
            event.prevent_default();
            let nodes = lab.model().slots().machine.nodes;
            let to = handle.value(market, nodes, border) + f64::from(by) * handle.step(nodes);
            let next = moved_market(market, nodes, border, handle, to);
            if next != *market {
                this.set(Some(next), event.repeat());
            }
            this.typed.set(None);
        })
    }
}

/// What an arrow key adds: one, with Shift five.
fn arrow(event: &KeyboardEvent) -> Option<i32> {
    let step = if event.shift_key() { COARSE as i32 } else { 1 };
    match event.key().as_str() {
        "ArrowUp" | "ArrowRight" => Some(step),
        "ArrowDown" | "ArrowLeft" => Some(-step),
        _ => None,
    }
}
