//! The workbench of plans in slots.

pub(crate) mod commands;
pub(crate) mod compare;
pub(crate) mod cost;
pub(crate) mod figures;
pub(crate) mod forms;
pub(crate) mod gantt;
pub(crate) mod inspector;
pub(crate) mod lemma;
pub(crate) mod list;
pub(crate) mod offers;
pub(crate) mod plan_figures;
pub(crate) mod planner;
pub(crate) mod shown_step;
pub(crate) mod small_picture;
pub(crate) mod step_bar;
pub(crate) mod tables;
pub(crate) mod view;
