//! The address bar: the fragment holds the link of the current scenario and view.

use super::embed::{awaits_lesson, is_embedded};
use super::inside;
use wasm_bindgen::JsValue;
use web_sys::History;

/// Longest fragment put into the address bar; longer links are offered for copying and kept by autosave.
pub const FRAGMENT_CHARS: usize = 30_000;

/// The query of an address that opens on the start page.
pub const START_QUERY: &str = "?start";

/// The fragment without `#`; empty if there is none.
pub fn fragment() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_string()
}

/// The link that the page is opened for: that of its address, else what was put inside the page.
pub fn wanted() -> String {
    let fragment = fragment();
    if fragment.is_empty() && query() != START_QUERY && !awaits_lesson() { inside::link() } else { fragment }
}

/// Puts a fragment into the address bar without a new entry in the browser's history and without reporting a change.
pub fn set_fragment(fragment: &str) {
    let fragment = if fragment.len() <= FRAGMENT_CHARS { format!("#{fragment}") } else { String::new() };
    replace(&query(), &fragment);
}

/// The query with its `?`; empty if there is none.
pub fn query() -> String {
    web_sys::window().and_then(|window| window.location().search().ok()).unwrap_or_default()
}

/// The path of the page: its address without query and fragment.
pub fn path() -> String {
    web_sys::window().and_then(|window| window.location().pathname().ok()).unwrap_or_default()
}

/// The way out of what the page is opened for. By its path alone, a page with something inside would open that again.
pub fn way_out() -> String {
    path() + if inside::link().is_empty() { "" } else { START_QUERY }
}

/// Puts a query with its `?`, or none, in front of the fragment, which stays.
pub fn set_query(query: &str) {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok());
    replace(query, &hash.unwrap_or_default());
}

/// Replaces what follows the page's path. What a reload is to remember stays.
fn replace(query: &str, fragment: &str) {
    let Some(window) = web_sys::window() else { return };
    let url = window.location().pathname().unwrap_or_default() + query + fragment;
    let replace = |history: History| history.replace_state_with_url(&history.state().unwrap_or(JsValue::NULL), "", Some(&url));
    let replaced = window.history().and_then(replace);
    if let Err(error) = replaced {
        // Browsers limit how often this may happen; the next change tries again.
        web_sys::console::warn_1(&error);
    }
}

/// Has a reload show the gallery, or the experiment that the link names: no link tells which of the two was on the screen.
pub fn remember_gallery(is_shown: bool) {
    let state = if is_shown { JsValue::TRUE } else { JsValue::NULL };
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        // Where it is refused, a reload shows the experiment.
        let _ = history.replace_state(&state, "");
    }
}

/// Whether a reload is to show the gallery.
pub fn remembers_gallery() -> bool {
    web_sys::window().and_then(|window| window.history().ok()?.state().ok()).is_some_and(|state| state.is_truthy())
}

/// A whole link to paste elsewhere. That of an embedded page opens a page by itself.
pub fn link(fragment: &str) -> String {
    let location = web_sys::window().map(|window| window.location());
    let href = location.and_then(|location| location.href().ok()).unwrap_or_default();
    let end: &[char] = if is_embedded() { &['#', '?'] } else { &['#'] };
    format!("{}#{fragment}", href.split(end).next().unwrap_or_default())
}
