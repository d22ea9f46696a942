//! What both engines are to the page: something that takes commands and replies, at once or later.

use crate::worker::messages::{Command, Reply};
use js_sys::Uint8Array;
use yew::Callback;

/// An engine. Dropping it ends it.
pub trait Engine {
    /// Sends a command, and the file that it is about.
    fn send(&self, command: Command, file: Option<Uint8Array>);

    /// Whether it has said nothing for longer than an engine at work does; `is_at_work` if something was asked of it.
    fn is_silent(&self, is_at_work: bool) -> bool;
}

/// Whom an engine tells.
#[derive(Clone)]
pub struct Listener {
    /// What it replies.
    pub on_reply: Callback<Reply>,
    /// That it failed: it is of no more use.
    pub on_death: Callback<()>,
}
