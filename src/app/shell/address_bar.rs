//! The address bar: the fragment holds the link of the current scenario and view.

use wasm_bindgen::JsValue;

/// Longest fragment put into the address bar; longer links are offered for copying and kept by autosave.
pub const FRAGMENT_CHARS: usize = 30_000;

/// The fragment without `#`; empty if there is none.
pub fn fragment() -> String {
    let hash = web_sys::window().and_then(|window| window.location().hash().ok()).unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_string()
}

/// Puts a fragment into the address bar without a new entry in the browser's history and without reporting a change.
pub fn set_fragment(fragment: &str) {
    let Some(window) = web_sys::window() else { return };
    let path = window.location().pathname().unwrap_or_default() + &window.location().search().unwrap_or_default();
    let url = if fragment.len() <= FRAGMENT_CHARS { format!("{path}#{fragment}") } else { path };
    let replaced = window.history().and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&url)));
    if let Err(error) = replaced {
        // Browsers limit how often this may happen; the next change tries again.
        web_sys::console::warn_1(&error);
    }
}

/// A whole link to paste elsewhere.
pub fn link(fragment: &str) -> String {
    let location = web_sys::window().map(|window| window.location());
    let href = location.and_then(|location| location.href().ok()).unwrap_or_default();
    format!("{}#{fragment}", href.split('#').next().unwrap_or_default())
}
