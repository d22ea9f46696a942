//! The page's state of workflows: changes by hand, drags, examples, the copy of the plan.

mod drag;
mod edit;
mod listing;
mod parts;
mod plan;
pub(super) mod examples;

pub use drag::{WorkflowDrag, WorkflowHandle};
pub use edit::{WorkflowEdit, show_mapping, workflow_change, workflow_query_of, workflow_with};
pub use listing::{workflow_count, workflow_listing};
pub use parts::workflow_charts;
pub use plan::WorkflowShown;
