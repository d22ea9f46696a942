//! The decision on the selected request as pictures: idle periods as points in planes, the Gantt chart of the servers, and both as tables.

pub(crate) mod events;
pub(crate) mod over_gantt;
pub(crate) mod over_planes;
pub(crate) mod plan_figures;
pub(crate) mod planes;
pub(crate) mod shapes;
pub(crate) mod stage;
pub(crate) mod strip_tree;
pub(crate) mod tables;
pub(crate) mod view;
