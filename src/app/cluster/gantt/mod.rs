//! The Gantt chart of the jobs on their nodes, with waiting jobs and idle nodes on the same axis.

pub(crate) mod axes;
pub(crate) mod chart;
pub(crate) mod drawn_plan;
pub(crate) mod handles;
pub(crate) mod levels;
pub(crate) mod over_bars;
pub(crate) mod panel;
pub(crate) mod visible_window;
