//! Gantt charts of plans in slots: bars, rows, utilisation, the selected request's bracket.

pub mod bar;
pub mod figures;
pub mod lane;
pub mod layout;
pub(crate) mod level_of_detail;
pub mod paint;
pub mod plan;
pub mod profile;
pub mod visible_window;
