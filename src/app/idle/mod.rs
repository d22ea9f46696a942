//! The workbench of named servers and their idle periods.

pub(crate) mod adaptive;
pub(crate) mod commands;
pub(crate) mod compare;
pub(crate) mod figures;
pub(crate) mod forms;
pub(crate) mod geometry;
pub(crate) mod inspector;
pub(crate) mod list;
pub(crate) mod policies;
pub(crate) mod small_picture;
pub(crate) mod step_bar;
pub(crate) mod strategy_menu;
