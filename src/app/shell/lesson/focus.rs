//! The focus follows a lesson from step to step, but never out of the page around a frame.

use crate::app::kit::browser::focus::focus_on;
use crate::app::shell::embed::is_embedded;

/// Gives the focus to an element, unless the host of the frame has it: a host that shows another step is being worked in.
pub fn focus_if_here(css: &str) {
    let has_it =
        || web_sys::window().and_then(|window| window.document()).is_some_and(|document| document.has_focus().unwrap_or(false));
    if !is_embedded() || has_it() {
        focus_on(css);
    }
}
