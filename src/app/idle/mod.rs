//! The workbench of named servers and their idle periods.

pub(crate) mod adaptive;
pub(crate) mod commands;
pub(crate) mod fields;
pub(crate) mod figures;
pub(crate) mod geometry_comparison;
pub(crate) mod geometry_events;
pub(crate) mod geometry_planes;
pub(crate) mod geometry_stage;
pub(crate) mod geometry_tables;
pub(crate) mod geometry_view;
pub(crate) mod inspector;
pub(crate) mod machine;
pub(crate) mod plane_over;
pub(crate) mod plane_shapes;
pub(crate) mod plane_tree;
pub(crate) mod policies;
pub(crate) mod request_list;
pub(crate) mod servers_gantt;
pub(crate) mod small_picture;
pub(crate) mod selected_requests;
pub(crate) mod step_bar;
pub(crate) mod words;
pub(crate) mod workload;
