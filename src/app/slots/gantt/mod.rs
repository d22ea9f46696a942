//! The Gantt charts: bars and what lies over them, the bracket of the selected request, utilisation, the whole plan as a strip, rows and wheel.

pub(crate) mod bar_label;
pub(crate) mod bracket;
pub(crate) mod chart;
pub(crate) mod hovered;
pub(crate) mod over_bars;
pub(crate) mod overview_strip;
pub(crate) mod row_window;
pub(crate) mod utilisation;
pub(crate) mod wheel;
