//! The choice of the planner: the row above the plan, its numbers, names, and the figures of all planners.

pub(crate) mod form;
pub(crate) mod menu;
pub(crate) mod names;
pub(crate) mod picker;
pub(crate) mod policies;
pub(crate) mod replan_names;
pub(crate) mod replan_picker;
