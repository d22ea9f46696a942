//! The page's model, actions and reducer: pure data in, data out.
//!
//! The model holds choices only: the scenario, what is on screen, what can be undone. Plans are derived from it by an engine.

mod action;
mod beside;
mod compare;
mod comparing;
mod embed;
mod examples;
mod fuzzy;
mod gesture;
pub mod library;
mod listing;
mod marked;
mod model;
mod plan_shown;
mod study;
mod workspace;
mod cluster;
mod workflow;
mod idle;
mod slots;

pub use action::{Action, Change, Edit, HistoryAction, Item, Recalled, ScenarioEdit, Subject, ViewAction, WorkId};
pub use beside::BesideShown;
pub use cluster::*;
pub use compare::{Before, CompareAction, Comparing};
pub use embed::{Embed, EmbedView, is_dark};
pub use examples::{EXAMPLES, Example, open_named};
pub use fuzzy::fit;
pub use gesture::{Drag, Gesture, Reach};
pub use idle::*;
pub use listing::{Listing, ListingTab, Search};
pub use marked::Marked;
pub use model::{Draft, Model, UndoStep};
pub use slots::*;
pub use study::{PlanCopy, Plans, Shown, charts, selected as selected_in, step as step_in, time_in};
pub use workflow::*;
pub use workspace::Workspace;
