//! Keyboard shortcuts that work everywhere except in fields and dialogs.

use super::table::press;
use crate::app::kit::controls::keys::chord;
use crate::app::shell::context::Lab;
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
                // A lesson has its own ways; the picture's parts have their keys.
                if lab.going().is_some() {
                    return;
                }
                // What finds commands does so from fields too.
                let is_heard = !is_typing(event) || chord(event) == "Mod+k";
                // Escape closes an open menu, and does nothing else.
                if event.key() == "Escape" && has_open_menu() {
                    return;
                }
                if !event.default_prevented() && is_heard && lab.dialog.is_none() && press(&lab, event) {
                    event.prevent_default();
                }
            })
        });
        move || drop(listener)
    });
}

/// Whether a menu of the shell is open.
fn has_open_menu() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.is_some_and(|document| document.query_selector(":popover-open").is_ok_and(|menu| menu.is_some()))
}

/// Whether the key goes to a field, where letters are text and arrows move the caret.
fn is_typing(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    target.is_some_and(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
}
