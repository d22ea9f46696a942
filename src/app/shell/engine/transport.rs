//! What both engines are to the page: something that takes commands and replies, at once or later.

use crate::worker::messages::{Command, Reply};
use js_sys::Uint8Array;
use yew::Callback;

/// An engine. Dropping it ends it.
pub trait Engine {
    /// Sends a command, and the file that it is about.
    fn send(&self, command: Command, file: Option<Uint8Array>);
}

/// Whom an engine tells.
#[derive(Clone)]
pub struct Listener {
    /// What it replies.
    pub on_reply: Callback<Reply>,
    /// That it failed: it is of no more use.
    pub on_death: Callback<Death>,
}

/// How an engine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// It never listened: the browser starts no worker, or the worker's files cannot be loaded. What it was asked has nothing to do with it.
    NeverStarted,
    /// It failed at work, or fell silent.
    Stopped,
}

/// Said when work beside the plan was begun anew by another worker.
pub const BEGUN_ANEW: &str = "The worker stopped, and another one does its work again. Your scenario is unchanged.";

/// What is said where an engine is needed beside the one in the page and cannot be loaded.
pub const NEVER_STARTED: &str = "the worker of this page cannot be loaded: the server does not answer, or has another version of the page; please check the connection and reload the page";
