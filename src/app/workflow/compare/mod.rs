//! Two plans of workflows side by side: their charts with what differs, and the tasks at different places as a list.

pub(crate) mod charts;
pub(crate) mod list;
pub(crate) mod marks;
