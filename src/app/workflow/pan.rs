//! A picture that is moved by a press on its ground. Fingers scroll it as the browser does.

use crate::app::kit::browser::text_zoom::window_place;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// Way in CSS px that makes a press a move.
const LIVE_PX: f64 = 3.0;

/// A press that goes on.
#[derive(Clone, Copy)]
struct Held {
    pointer: i32,
    from: (f64, f64),
    /// What was in view when it began.
    origin: (f64, f64),
    is_live: bool,
}

/// Moves a picture.
#[derive(Clone, Default)]
pub struct Pan(Rc<RefCell<Option<Held>>>);

/// The events of a picture that is moved.
pub struct PanEvents {
    /// A pointer is pressed on the picture.
    pub down: Callback<PointerEvent>,
    /// It moves.
    pub moved: Callback<PointerEvent>,
    /// It is lifted, or taken away by the browser.
    pub up: Callback<PointerEvent>,
}

/// Whether an event is on the ground of a picture: on nothing that answers itself.
pub fn is_on_ground(event: &web_sys::Event, others: &str) -> bool {
    let element = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| element.closest(others).is_ok_and(|other| other.is_none()))
}

impl Pan {
    /// The events of a `picture`: `others` are the parts that answer a press themselves, `origin` tells what is in view, `to` moves it: from the origin by a
    /// way in CSS px.
    pub fn events(
        &self,
        picture: NodeRef,
        others: &'static str,
        origin: impl Fn() -> Option<(f64, f64)> + 'static,
        to: impl Fn((f64, f64), (f64, f64)) + 'static,
    ) -> PanEvents {
        let held = Rc::clone(&self.0);
        let down = Callback::from(move |event: PointerEvent| {
            let is_mine = event.button() == 0 && event.pointer_type() != "touch" && is_on_ground(&event, others);
            let Some(origin) = origin().filter(|_| is_mine) else { return };
            // The event itself names the element at which all events of the page are listened for: captured by that, the moves would not come here.
            if let Some(element) = picture.cast::<Element>() {
                // Fails only for a pointer that is gone already.
                let _ = element.set_pointer_capture(event.pointer_id());
            }
            *held.borrow_mut() = Some(Held { pointer: event.pointer_id(), from: window_place(&event), origin, is_live: false });
        });
        let held = Rc::clone(&self.0);
        let moved = Callback::from(move |event: PointerEvent| {
            let now = {
                let mut held = held.borrow_mut();
                let Some(held) = held.as_mut().filter(|held| held.pointer == event.pointer_id()) else { return };
                let place = window_place(&event);
                let way = (place.0 - held.from.0, place.1 - held.from.1);
                held.is_live |= way.0.hypot(way.1) >= LIVE_PX;
                held.is_live.then_some((held.origin, way))
            };
            if let Some((origin, way)) = now {
                to(origin, way);
            }
        });
        let held = Rc::clone(&self.0);
        let up = Callback::from(move |event: PointerEvent| {
            held.borrow_mut().take_if(|held| held.pointer == event.pointer_id());
        });
        PanEvents { down, moved, up }
    }
}
