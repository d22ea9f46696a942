//! The workbench of a cluster: parallel jobs in a queue, or reserved ahead.

pub(crate) mod ahead;
pub(crate) mod booking;
pub(crate) mod commands;
pub(crate) mod compare;
pub(crate) mod curves;
pub(crate) mod figures;
pub(crate) mod forms;
pub(crate) mod gantt;
pub(crate) mod inspector;
pub(crate) mod job_list;
pub(crate) mod range_search;
pub(crate) mod reserve;
pub(crate) mod small_picture;
pub(crate) mod step_bar;
pub(crate) mod tables;
pub(crate) mod tree_search;
pub(crate) mod view;
