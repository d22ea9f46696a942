//! The workbench of plans in slots.

pub(crate) mod bracket;
pub(crate) mod commands;
pub(crate) mod gantt;
pub(crate) mod generator_form;
pub(crate) mod inspector;
pub(crate) mod lemma_matrices;
pub(crate) mod lemma_picture;
pub(crate) mod lemma_view;
pub(crate) mod log_form;
pub(crate) mod overview_strip;
pub(crate) mod plan_panel;
pub(crate) mod planner_picker;
pub(crate) mod profile_plot;
pub(crate) mod request_list;
pub(crate) mod small_picture;
pub(crate) mod request_row;
pub(crate) mod request_rows;
pub(crate) mod request_search;
pub(crate) mod selected_requests;
pub(crate) mod table_twin;
pub(crate) mod words;
