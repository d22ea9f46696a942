//! What the page's head tells the program: where its other files lie. `scripts/seal` writes it.

/// The value that the head has under a name; `None` where it has none.
pub fn head_value(name: &str) -> Option<String> {
    let meta = web_sys::window()?.document()?.query_selector(&format!("meta[name=bookahead-{name}]")).ok()??;
    meta.get_attribute("content")
}
