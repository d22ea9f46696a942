//! Giving the focus to an element by its selector.

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Gives the focus to the first element that matches. Where there is none, or it cannot have it, nothing is lost.
pub fn focus_on(css: &str) {
    let document = web_sys::window().and_then(|window| window.document());
    let element = document.and_then(|document| document.query_selector(css).ok()?);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
