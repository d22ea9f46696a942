//! Gantt charts of plans in slots: bars, rows, utilisation, the selected request's bracket.

pub mod bar;
pub(crate) mod blocked;
pub(crate) mod brush;
pub(crate) mod coverage;
pub(crate) mod density;
pub(crate) mod edge_sums;
pub(crate) mod emphasised_bars;
pub mod figures;
pub mod frame;
pub mod marks;
pub(crate) mod frame_cache;
pub mod hit;
pub mod lane;
pub mod gantt_kind;
pub mod logical;
#[cfg(test)]
pub(crate) mod overbooked;
pub(crate) mod overview;
pub mod painter;
pub mod physical;
pub(crate) mod plan_index;
pub(crate) mod plan_patch;
pub(crate) mod plan_read;
pub mod plan_view;
pub mod profile;
pub(crate) mod row_bars;
pub(crate) mod row_painter;
pub(crate) mod scene;
pub(crate) mod silhouette;
pub(crate) mod small_bars;
pub(crate) mod style_key;
pub mod tints;
pub mod turning;
pub mod turning_figure;
pub(crate) mod violated;
pub mod visible_window;
