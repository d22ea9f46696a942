//! Shared by the plots of the plan panel: position of the axis, pointer coordinates, size of the panel.

use crate::app::kit::browser::paper::{PAPER_PX, use_is_on_paper};
use crate::app::kit::browser::text_zoom::{text_zoom, window_place};
use crate::app::shell::embed::is_embedded;
use crate::chart::TimeScale;
use crate::chart::kit::svg::px;
use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, ResizeObserver, ResizeObserverEntry};
use yew::prelude::*;

/// Width of the row names left of every plot, in CSS px.
pub const GUTTER_PX: f64 = 48.0;
/// Space right of every plot, in CSS px.
pub const RIGHT_PX: f64 = 12.0;
/// Height of a time axis, in CSS px.
pub const AXIS_PX: f64 = 24.0;
/// A narrower panel is one column, as high as what is in it, in CSS px.
pub const ONE_COLUMN_PX: f64 = 600.0;
/// Farthest that a group carries its content, in CSS px.
const CARRIED_MAX_PX: f64 = 8_192.0;

/// How far what stands on the time axis is carried to its place by its group rather than by itself, in CSS px: while the axis is moved only
/// the groups are, and the browser has no text to lay out.
pub fn carried_px(scale: &TimeScale) -> f64 {
    // Numbers in SVG have few digits, so the far end of a plan begins anew now and then.
    (scale.first() * scale.px_per_slot()).rem_euclid(CARRIED_MAX_PX)
}

/// Whether the page is laid out in one column; the style sheet says the same. An embedded one fills its frame.
pub fn is_one_column() -> bool {
    let query = web_sys::window().and_then(|window| window.match_media("(max-width: 760px)").ok().flatten());
    !is_embedded() && query.is_some_and(|query| query.matches())
}

/// The transform of a group that carries its content to the left.
pub fn carry(carried: f64) -> String {
    format!("translate({} 0)", px(-carried))
}

/// Place of a pointer event from the top left of an element of a chart, in px of the chart.
pub fn place_in(element: &Element, event: &web_sys::MouseEvent) -> (f64, f64) {
    let (rect, zoom, (x, y)) = (element.get_bounding_client_rect(), text_zoom(), window_place(event));
    (x - rect.left() / zoom, y - rect.top() / zoom)
}

/// How far an element is scrolled, right and down, in px of the chart in it.
pub fn scrolled(view: &Element) -> (f64, f64) {
    (f64::from(view.scroll_left()) / text_zoom(), f64::from(view.scroll_top()) / text_zoom())
}

/// Scrolls an element to a place, in px of the chart in it.
pub fn scroll_to(view: &Element, (x, y): (f64, f64)) {
    view.set_scroll_left((x * text_zoom()).round() as i32);
    view.set_scroll_top((y * text_zoom()).round() as i32);
}

/// The size of an element's content in px of a chart, followed while it is there; 0 before it is measured. On paper it is the paper's.
#[hook]
pub fn use_size(node: NodeRef) -> (f64, f64) {
    let size = use_state_eq(|| (0.0, 0.0));
    {
        let size = size.clone();
        use_effect_with((), move |()| {
            let element = node.cast::<Element>();
            // The observer tells the first size as well, before the next frame.
            let on_resize = Closure::<dyn Fn(Array)>::new(move |entries: Array| {
                if let Ok(entry) = entries.get(0).dyn_into::<ResizeObserverEntry>() {
                    let content = entry.content_rect();
                    size.set((content.width().floor(), content.height().floor()));
                }
            });
            let observer = element.and_then(|element| {
                let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
                observer.observe(&element);
                Some(observer)
            });
            move || {
                if let Some(observer) = observer {
                    observer.disconnect();
                }
                drop(on_resize);
            }
        });
    }
    let (zoom, (width, height)) = (text_zoom(), *size);
    if use_is_on_paper() { PAPER_PX } else { ((width / zoom).floor(), (height / zoom).floor()) }
}
