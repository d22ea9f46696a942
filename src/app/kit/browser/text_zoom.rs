//! How much larger charts are drawn than on a usual screen: as much as the page's text, so that axes, legends and margins grow with it up to a projector.
//!
//! The style sheet enlarges the charts (`zoom` in `www/charts.css`). Within them, and in all code about them, a px is therefore so many CSS px of the window;
//! what comes from the browser is divided by it, and a chart's device px per px are multiplied. Steps of an eighth keep the edges of the parts on whole px.

use gloo_events::EventListener;
use std::cell::Cell;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, MouseEvent};
use yew::prelude::*;

/// Size of the page's text on a usual screen, in CSS px; the style sheet says the same.
const USUAL_PX: f64 = 14.0;
/// Steps between one and two.
const STEPS: f64 = 8.0;
/// The most.
const MOST: f64 = 2.0;

thread_local! {
    static NOW: Cell<f64> = const { Cell::new(1.0) };
}

/// CSS px of the window for a px of a chart.
pub fn text_zoom() -> f64 {
    NOW.get()
}

/// The place of a pointer in the window, in px of a chart.
pub fn window_place(event: &MouseEvent) -> (f64, f64) {
    (f64::from(event.client_x()) / text_zoom(), f64::from(event.client_y()) / text_zoom())
}

/// Follows the size of the page's text, and tells the style sheet. The text is larger while the page presents.
#[hook]
pub fn use_text_zoom(is_presenting: bool) {
    // Before anything is drawn.
    use_memo(is_presenting, |_| read());
    let zoom = use_state_eq(text_zoom);
    {
        let zoom = zoom.clone();
        use_effect_with((), move |()| {
            // Comes before anything is told to have another size.
            let listener = web_sys::window().map(|window| EventListener::new(&window, "resize", move |_| zoom.set(read())));
            move || drop(listener)
        });
    }
}

/// Asks the browser for the size of the text, remembers the zoom that follows and tells it to the style sheet. (Nothing is told while it stays: whatever is
/// told makes the browser style the whole page anew.)
fn read() -> f64 {
    let Some(root) = web_sys::window().and_then(|window| window.document()).and_then(|document| document.document_element()) else {
        return NOW.get();
    };
    let zoom = zoom_of(&root).unwrap_or(1.0);
    if NOW.replace(zoom) != zoom {
        // Fails for no number.
        let _ = root.unchecked_into::<HtmlElement>().style().set_property("--text-zoom", &zoom.to_string());
    }
    zoom
}

fn zoom_of(root: &Element) -> Option<f64> {
    let font = web_sys::window()?.get_computed_style(root).ok()??.get_property_value("font-size").ok()?;
    let px: f64 = font.trim_end_matches("px").parse().ok()?;
    Some(((px / USUAL_PX * STEPS).round() / STEPS).clamp(1.0, MOST))
}
