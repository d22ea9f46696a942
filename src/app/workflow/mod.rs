//! The workbench of workflows: task graphs, the nodes they are mapped to, the search, and the parties.

pub(crate) mod commands;
pub(crate) mod compare;
pub(crate) mod controls;
pub(crate) mod figures;
pub(crate) mod forms;
pub(crate) mod gantt;
pub(crate) mod graph;
pub(crate) mod inspector;
pub(crate) mod method_menu;
pub(crate) mod names;
pub(crate) mod pan;
pub(crate) mod parties_view;
pub(crate) mod search;
pub(crate) mod small_picture;
pub(crate) mod tables;
pub(crate) mod task_list;
pub(crate) mod view;
