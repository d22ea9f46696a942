//! What this tab remembers: the text that is written, and the scenario of the open workbench. It goes when the tab does; in a frame nothing is kept.

use crate::app::shell::embed::is_embedded;
use crate::app::shell::storage::start::Start;
use crate::formats::link::Opened;
use web_sys::Storage;

/// The name under which the text is kept.
const KEY: &str = "bookahead.write";

fn storage() -> Option<Storage> {
    if is_embedded() { None } else { web_sys::window()?.session_storage().ok()? }
}

/// The text that was written in this tab.
pub fn text() -> Option<String> {
    storage()?.get_item(KEY).ok()?
}

/// Keeps the text. Tells whether there was room for it.
pub fn keep(text: &str) -> bool {
    storage().is_some_and(|storage| storage.set_item(KEY, text).is_ok())
}

/// What the workbench of this tab shows.
pub fn present() -> Opened {
    Start::of_this_tab().opened
}
