//! Keyboard shortcuts that work everywhere except in fields and dialogs.

use super::gesture::cancel;
use crate::app::shell::context::{DialogKind, Lab};
use crate::app::workbench::{WORKBENCHES, workbench};
use crate::state::{Action, HistoryAction, ViewAction};
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// Listens to keys for as long as the page is open.
#[hook]
pub fn use_shortcuts(lab: &Lab) {
    let newest = use_mut_ref(|| lab.clone());
    *newest.borrow_mut() = lab.clone();
    use_effect_with((), move |()| {
        let listener = web_sys::window().map(|window| {
            EventListener::new_with_options(&window, "keydown", EventListenerOptions::enable_prevent_default(), move |event| {
                let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
                let lab = newest.borrow().clone();
                if !event.default_prevented() && !is_typing(event) && lab.dialog.is_none() && pressed(&lab, event) {
                    event.prevent_default();
                }
            })
        });
        move || drop(listener)
    });
}

/// Whether the key goes to a field, where letters are text and arrows move the caret.
fn is_typing(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    target.is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
}

/// Does what a key stands for; tells whether it stands for anything.
fn pressed(lab: &Lab, event: &KeyboardEvent) -> bool {
    if (workbench(lab).on_key)(lab, event) {
        return true;
    }
    let command = event.ctrl_key() || event.meta_key();
    let key = event.key();
    match (command, key.as_str()) {
        (true, "z" | "Z") if event.shift_key() => lab.act(Action::History(HistoryAction::Redo)),
        (true, "z") => lab.act(Action::History(HistoryAction::Undo)),
        (true, "y") => lab.act(Action::History(HistoryAction::Redo)),
        (true, _) => return false,
        (_, "Escape") => drop(cancel(lab)),
        (_, "?") => lab.dialog.set(Some(DialogKind::Help)),
        _ => {
            let Some(named) = WORKBENCHES.iter().find(|workbench| workbench.key == key) else { return false };
            lab.act(Action::View(ViewAction::Panel(named.panel)));
        }
    }
    true
}
