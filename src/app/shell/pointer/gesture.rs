//! Pointer gestures: follows the pointer over the whole window and turns its places into edits.

use crate::app::kit::browser::text_zoom::window_place;
use crate::app::shell::context::Lab;
use crate::chart::TimeScale;
use crate::formats::link::TimeWindow;
use crate::state::{Action, Edit, Gesture, Reach, ViewAction};
use gloo_events::{EventListener, EventListenerOptions};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, PointerEvent};
use yew::prelude::*;

/// Way in CSS px that makes a press a drag.
pub const DRAG_PX: f64 = 4.0;

/// The pointer moved: the gesture's effect on the model.
fn follow(lab: &Lab, scale: TimeScale, pointer: i32, (x, y): (f64, f64)) {
    let mut slot = lab.gesture.borrow_mut();
    let Some(gesture) = slot.as_mut().filter(|gesture| gesture.has(pointer)) else { return };
    let horizon = lab.horizon();
    let action = match gesture {
        Gesture::Drag { from, is_live, what, .. } => {
            let way = (x - from.0, y - from.1);
            *is_live |= way.0.hypot(way.1) >= DRAG_PX;
            let change = if *is_live { what.change(lab.model(), Reach { way, x, scale }) } else { None };
            match change {
                Some(change) => Action::Edit(Edit::Draft(change)),
                None => return,
            }
        }
        Gesture::Pan { from, origin, is_live, .. } => {
            *is_live |= (x - *from).abs() >= DRAG_PX;
            if !*is_live {
                return;
            }
            time_action(&origin.pan(x - *from, horizon))
        }
        Gesture::Pinch { pointers, from, plot_left, origin } => {
            for place in pointers.iter_mut().filter(|(id, _)| *id == pointer) {
                place.1 = x;
            }
            let spread = |a: f64, b: f64| (a - b).abs().max(20.0);
            let factor = spread(pointers[0].1, pointers[1].1) / spread(from[0], from[1]);
            let (middle, began) = ((pointers[0].1 + pointers[1].1) / 2.0, (from[0] + from[1]) / 2.0);
            time_action(&origin.pan(middle - began, horizon).zoom_about(middle - *plot_left, factor, horizon))
        }
    };
    drop(slot);
    lab.act(action);
}

/// A pointer is pressed: starts a gesture unless one is under way, and keeps the pointer's events coming from outside the window.
pub fn press(lab: &Lab, event: &PointerEvent, gesture: Gesture) {
    if event.button() != 0 || lab.gesture.borrow().is_some() {
        return;
    }
    if let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
        // Fails only for a pointer that is gone already.
        let _ = element.set_pointer_capture(event.pointer_id());
    }
    *lab.gesture.borrow_mut() = Some(gesture);
}

/// The pointer was released: a drag becomes an undo step, a press that never became one does what it stands for.
fn finish(lab: &Lab, pointer: i32) {
    let ended = lab.gesture.borrow_mut().take_if(|gesture| gesture.has(pointer));
    let action = match ended {
        Some(Gesture::Drag { is_live: true, .. }) => Some(Action::Edit(Edit::Commit)),
        Some(Gesture::Drag { what, .. }) => what.click(),
        Some(Gesture::Pan { is_live: false, tap, .. }) => tap.map(|tap| *tap),
        _ => None,
    };
    action.into_iter().for_each(|action| lab.act(action));
}

/// Follows pointers over the whole window for as long as the page is open, so that no gesture is lost with the element it began on.
#[hook]
pub fn use_gestures(lab: &Lab) {
    let newest = use_mut_ref(|| lab.clone());
    *newest.borrow_mut() = lab.clone();
    use_effect_with((), move |()| {
        let listen = |kind: &'static str, react: fn(&Lab, &PointerEvent)| {
            let newest = Rc::clone(&newest);
            web_sys::window().map(|window| {
                EventListener::new(&window, kind, move |event| {
                    let lab = newest.borrow().clone();
                    if let Some(event) = event.dyn_ref::<PointerEvent>() {
                        react(&lab, event);
                    }
                })
            })
        };
        let listeners = [
            listen("pointermove", |lab, event| {
                let place = window_place(event);
                follow(lab, lab.time_scale(lab.plot_width.get().max(1.0)), event.pointer_id(), place);
            }),
            listen("pointerup", |lab, event| finish(lab, event.pointer_id())),
            listen("pointercancel", |lab, event| {
                let is_ours = lab.gesture.borrow().as_ref().is_some_and(|gesture| gesture.has(event.pointer_id()));
                if is_ours {
                    cancel(lab);
                }
            }),
        ];
        // The browser looks at the style of a whole SVG, not of shapes in it, when it decides whether a finger scrolls the page.
        let options = EventListenerOptions::enable_prevent_default();
        let keep_handles = web_sys::window().map(|window| {
            EventListener::new_with_options(&window, "touchstart", options, |event| {
                let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                if element.is_some_and(|element| element.closest(".handle, .whole-handle").is_ok_and(|handle| handle.is_some())) {
                    event.prevent_default();
                }
            })
        });
        move || drop((listeners, keep_handles))
    });
}

/// The gesture is taken back, by Escape or by the browser. Tells whether there was one.
pub fn cancel(lab: &Lab) -> bool {
    let ended = lab.gesture.borrow_mut().take();
    if lab.model().draft.is_some() {
        lab.act(Action::Edit(Edit::Cancel));
    }
    ended.is_some()
}

/// The action that shows what a scale shows.
pub fn time_action(scale: &TimeScale) -> Action {
    let slots = scale.width() / scale.px_per_slot();
    Action::View(ViewAction::Time(Some(TimeWindow { first: scale.first(), slots })))
}
