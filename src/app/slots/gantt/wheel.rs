//! What the wheel does over a picture with a time axis.

use crate::app::kit::plot::area::{GUTTER_PX, place_in};
use crate::app::shell::context::Lab;
use crate::app::shell::embed::leaves_wheel;
use crate::chart::TimeScale;
use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, WheelEvent};
use yew::prelude::*;

/// Wheel with Ctrl or a pinch on a touchpad zooms about the pointer; sideways or with Shift it moves time; else the page scrolls.
#[hook]
pub fn use_wheel(overlay: &NodeRef, lab: &Lab, scale: TimeScale) {
    let newest = use_mut_ref(|| (lab.clone(), scale));
    *newest.borrow_mut() = (lab.clone(), scale);
    let overlay = overlay.clone();
    use_effect_with((), move |()| {
        let element = overlay.cast::<Element>();
        let listener = element.map(|element| {
            EventListener::new_with_options(
                &element.clone(),
                "wheel",
                EventListenerOptions::enable_prevent_default(),
                move |event| {
                    let Some(event) = event.dyn_ref::<WheelEvent>().filter(|event| !leaves_wheel(event)) else { return };
                    let (lab, scale) = newest.borrow().clone();
                    let line = if event.delta_mode() == WheelEvent::DOM_DELTA_LINE { 16.0 } else { 1.0 };
                    let (dx, dy) = (event.delta_x() * line, event.delta_y() * line);
                    // Not as it is painted, on whole px: small steps would come to nothing.
                    let scale = lab.time_scale(scale.width());
                    let horizon = lab.horizon();
                    let next = if event.ctrl_key() || event.meta_key() {
                        scale.zoom_about(place_in(&element, event).0 - GUTTER_PX, libm::exp(-dy * 0.004), horizon)
                    } else if event.shift_key() && dx == 0.0 {
                        scale.pan(-dy, horizon)
                    } else if dx.abs() > dy.abs() {
                        scale.pan(-dx, horizon)
                    } else {
                        return;
                    };
                    event.prevent_default();
                    lab.act(crate::app::shell::pointer::gesture::time_action(&next));
                },
            )
        });
        move || drop(listener)
    });
}
