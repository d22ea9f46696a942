//! The workbench of a cluster: parallel jobs in a queue, or reserved ahead.

pub(crate) mod axes;
pub(crate) mod cluster_view;
pub(crate) mod commands;
pub(crate) mod compare_charts;
pub(crate) mod compare_list;
pub(crate) mod compared_nodes;
pub(crate) mod curves;
pub(crate) mod drawn;
pub(crate) mod figures;
pub(crate) mod gantt;
pub(crate) mod gantt_over;
pub(crate) mod handles;
pub(crate) mod inspector;
pub(crate) mod job_list;
pub(crate) mod jobs_form;
pub(crate) mod levels_plot;
pub(crate) mod log_form;
pub(crate) mod nodes_chart;
pub(crate) mod range;
pub(crate) mod scheduler_form;
pub(crate) mod small_picture;
pub(crate) mod step_bar;
pub(crate) mod tables;
pub(crate) mod tree_view;
pub(crate) mod window;
