//! Two plans of named servers side by side: their charts, and the decisions that differ.

pub(crate) mod both_plans;
pub(crate) mod one_plan;
pub(crate) mod charts;
pub(crate) mod list;
