//! The page's model, actions and reducer: pure data in, data out.
//!
//! The model holds choices only: the scenario, what is on screen, what can be undone. Plans are derived from it by the worker.

mod action;
mod drag;
mod examples;
mod idle_drag;
mod idle_examples;
mod market_drag;
mod market_edit;
mod market_figures;
mod model;
mod money;
mod part;
mod pipeline;
mod workspace;

pub use action::{Action, Edit, HistoryAction, IdleEdit, MarketEdit, RequestEdit, ScenarioEdit, ViewAction};
pub use drag::{Handle, drawn_request, moved};
pub use examples::{EXAMPLES, Example};
pub use idle_drag::{IdleHandle, drawn_idle, moved_idle, placed_at};
pub use market_drag::{MarketHandle, higher_side, levels_of, moved_market};
pub use market_edit::{ClassField, MarketField, class_name, with_class, without_class};
pub use market_figures::{MethodFigures, compare_methods, limits_in_force, loss};
pub use model::Model;
pub use money::{Money, MoneyPart, RegimeMoney, RunSeries, gain};
pub use part::Draft;
pub use pipeline::{Stage, pipeline};
pub use workspace::Workspace;
