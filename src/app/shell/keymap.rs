//! Keyboard shortcuts that work everywhere except in fields and dialogs.

use super::gesture::{cancel, time_action};
use super::header::PANELS;
use crate::app::idle::commands::idle_key;
use crate::app::shell::context::{DialogKind, Lab};
use crate::chart::TimeScale;
use crate::formats::link::Panel;
use crate::state::{Action, Handle, HistoryAction, RequestEdit, ViewAction, drawn_request, moved};
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};
use yew::prelude::*;

/// Slots or nodes that an arrow key with Shift moves by.
pub const COARSE: i64 = 5;

/// All keys, for the help.
pub const KEYS: &[(&str, &str)] = &[
    ("← →", "move the selected request by a slot; on a handle, move the handle"),
    ("↑ ↓", "select the request before or after; on a handle, more or less"),
    ("Shift + arrow", "five at once"),
    ("Tab", "go to the request's handles, the list, the fields"),
    ("N", "new request in the middle of the view"),
    ("Delete", "remove the selected request"),
    ("Escape", "take a drag back; else select nothing"),
    ("Ctrl Z, Ctrl Shift Z", "undo, redo"),
    ("W S or + −", "zoom in and out"),
    ("A D", "earlier and later"),
    ("0", "show the whole plan"),
    ("F", "show the selected request"),
    ("1 2 3 4", "plan, geometry, revenue, experiments"),
    ("← → Page", "on a slot of the revenue charts: the slot or update before, after"),
    ("?", "this list"),
];

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
    if lab.model().view.panel == Panel::Geometry && idle_key(lab, event) {
        return true;
    }
    let command = event.ctrl_key() || event.meta_key();
    let key = event.key();
    match (command, key.as_str()) {
        (true, "z" | "Z") if event.shift_key() => lab.act(Action::History(HistoryAction::Redo)),
        (true, "z") => lab.act(Action::History(HistoryAction::Undo)),
        (true, "y") => lab.act(Action::History(HistoryAction::Redo)),
        (true, _) => return false,
        (_, "Escape") => {
            if !cancel(lab) {
                lab.act(Action::View(ViewAction::Select(None)));
            }
        }
        (_, "Delete" | "Backspace") => match lab.model().view.selected {
            Some(id) => lab.act(RequestEdit::Remove(id).into()),
            None => return false,
        },
        (_, "ArrowLeft" | "ArrowRight") => {
            let by = if event.shift_key() { COARSE } else { 1 };
            return nudge(lab, Handle::Whole, if key == "ArrowLeft" { -by } else { by }, event.repeat());
        }
        (_, "ArrowUp") => return select_next(lab, -1),
        (_, "ArrowDown") => return select_next(lab, 1),
        (_, "n" | "N") => add_request(lab),
        (_, "w" | "W" | "+" | "=") => zoom(lab, 1.5),
        (_, "s" | "S" | "-" | "_") => zoom(lab, 1.0 / 1.5),
        (_, "a" | "A") => pan(lab, 0.2),
        (_, "d" | "D") => pan(lab, -0.2),
        (_, "0") => lab.act(Action::View(ViewAction::Time(None))),
        (_, "f" | "F") => focus(lab),
        (_, "1" | "2" | "3" | "4") => {
            let named = PANELS.iter().find(|(_, name, _)| *name == key);
            named.into_iter().for_each(|(panel, ..)| lab.act(Action::View(ViewAction::Panel(*panel))));
        }
        (_, "?") => lab.dialog.set(Some(DialogKind::Help)),
        _ => return false,
    }
    true
}

/// Moves a handle of the selected request; a key held down is one undo step.
pub fn nudge(lab: &Lab, handle: Handle, by: i64, is_repeat: bool) -> bool {
    let Some((id, request)) = lab.selected() else { return false };
    let request = moved(request, handle, by, lab.model().slots().machine.nodes);
    lab.act(RequestEdit::Set { id, value: request, merge: is_repeat }.into());
    true
}

/// Selects the request that arrived before or after the selected one.
pub fn select_next(lab: &Lab, by: i64) -> bool {
    let Some(shown) = &lab.engine_state.shown else { return false };
    let Some(row) = next_place(shown.plan().arrivals().requests(), lab.selected_row(), by) else { return false };
    let id = shown.plan().arrivals().id[row];
    lab.act(Action::View(ViewAction::Select(Some(id))));
    true
}

/// The place so many further in a list; with nothing selected, counted from before its first or behind its last. `None` if it is empty.
pub fn next_place(len: usize, selected: Option<usize>, by: i64) -> Option<usize> {
    let from = match selected {
        Some(place) => place as i64,
        None if by > 0 => -1,
        None => len as i64,
    };
    (len > 0).then(|| (from + by).clamp(0, len as i64 - 1) as usize)
}

/// Adds a small request in the middle of the view.
pub fn add_request(lab: &Lab) {
    let scale = current_scale(lab);
    let (id, user, last_submitted) = lab.newcomer();
    let middle = scale.whole_slot_at(scale.width() / 2.0).unwrap_or(0).max(last_submitted);
    let request = drawn_request(user, (middle, middle + 1), 1, last_submitted);
    lab.act(RequestEdit::Set { id, value: request, merge: false }.into());
}

fn current_scale(lab: &Lab) -> TimeScale {
    lab.time_scale(lab.plot_width.get().max(1.0))
}

/// Zooms about the middle of the view.
pub fn zoom(lab: &Lab, factor: f64) {
    let scale = current_scale(lab);
    lab.act(time_action(&scale.zoom_about(scale.width() / 2.0, factor, lab.horizon())));
}

/// Moves the view by a share of its width.
pub fn pan(lab: &Lab, share: f64) {
    let scale = current_scale(lab);
    lab.act(time_action(&scale.pan(scale.width() * share, lab.horizon())));
}

/// Shows the selected request's window and a little around it.
pub fn focus(lab: &Lab) {
    let Some((_, request)) = lab.selected() else { return };
    let scale = current_scale(lab);
    let margin = f64::from(request.deadline() - request.earliest_start).max(4.0) * 0.5;
    lab.act(time_action(&TimeScale::fit(request.earliest_start..request.deadline(), margin, scale.width())));
}
