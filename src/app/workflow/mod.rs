//! The workbench of workflows: task graphs, the nodes they are mapped to, the search, and the parties.

pub(crate) mod commands;
pub(crate) mod compare;
pub(crate) mod compare_list;
pub(crate) mod compared_gantt;
pub(crate) mod controls;
pub(crate) mod curves_plot;
pub(crate) mod figures;
pub(crate) mod forms;
pub(crate) mod gantt;
pub(crate) mod gantt_crowd;
pub(crate) mod gantt_knobs;
pub(crate) mod gantt_parts;
pub(crate) mod graph_file;
pub(crate) mod graph_overview;
pub(crate) mod graph_parts;
pub(crate) mod graph_plot;
pub(crate) mod inspector;
pub(crate) mod pan;
pub(crate) mod parties_view;
pub(crate) mod providers_form;
pub(crate) mod search_view;
pub(crate) mod small_picture;
pub(crate) mod tables;
pub(crate) mod task_list;
pub(crate) mod words;
pub(crate) mod workflow_view;
