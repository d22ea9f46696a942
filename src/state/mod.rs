//! The page's model, actions and reducer: pure data in, data out.
//!
//! The model holds choices only: the scenario, what is on screen, what can be undone. Plans are derived from it by the worker.

mod action;
mod drag;
mod examples;
mod model;

pub use action::{Action, HistoryAction, RequestEdit, ScenarioEdit, ViewAction};
pub use drag::{Handle, drawn_request, moved};
pub use examples::{EXAMPLES, Example};
pub use model::{Draft, Model};
