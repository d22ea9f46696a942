//! Two plans in slots side by side: what a plan can be compared with, the charts with what differs, and the same as a list and in numbers.

pub(crate) mod charts;
pub(crate) mod choices;
pub(crate) mod list;
pub(crate) mod marks;
pub(crate) mod report;
