//! The Gantt chart of the nodes: the tasks over time, with handles.

pub(crate) mod chart;
pub(crate) mod crowd;
pub(crate) mod knobs;
pub(crate) mod parts;
