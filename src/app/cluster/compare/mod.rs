//! Two plans of a cluster side by side: their charts with what differs, and the jobs that start at different times as a list.

pub(crate) mod charts;
pub(crate) mod list;
pub(crate) mod marks;
