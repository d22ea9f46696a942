//! Asking a plan what one request more costs the others: a map above the plan, the request and its cost in words at the right, and who moves, drawn over the plan.

mod asking;
mod form;
mod map;
mod over_plan;

pub use asking::{cost_button, start_or_stop};
pub use form::cost_part;
pub use map::{COST_PANEL_PX, CostPanel};
pub use over_plan::cost_over;
