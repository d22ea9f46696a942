//! Keyboard shortcuts that work everywhere except in fields and dialogs.

use super::study::has_selected;
use super::table::press;
use crate::app::kit::controls::keys::chord;
use crate::app::shell::context::Lab;
use crate::app::shell::embed::embed;
use crate::app::shell::embed::protocol::tell::pass_on;
use crate::app::workbench::workbench;
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
                if event.default_prevented() || !is_heard || lab.dialog.is_some() {
                    return;
                }
                if is_ours(&lab, &chord(event)) && press(&lab, event) {
                    event.prevent_default();
                } else {
                    pass_on(event);
                }
            })
        });
        move || drop(listener)
    });
}

/// Whether a key is the page's. An embedded page leaves letters and signs to its host, and arrows while nothing is selected.
fn is_ours(lab: &Lab, chord: &str) -> bool {
    let Some(embed) = embed() else { return true };
    let is_selected = workbench(lab).study.is_some_and(|study| has_selected(lab, study));
    match chord {
        "Escape" => true,
        "ArrowUp" | "ArrowDown" | "Shift+ArrowUp" | "Shift+ArrowDown" => is_selected,
        _ => !embed.is_read_only && chord.chars().count() > 1 && chord != "Mod+k",
    }
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
