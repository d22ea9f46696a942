//! Pictures of a cluster: jobs on their nodes over time, how many jobs wait, how many nodes are idle.

pub mod gantt;
pub mod levels;
pub mod seconds;
pub mod start_times;
pub mod fits_steps;
pub mod cost_figure;
pub mod figures;
pub(crate) mod node_step;
pub mod search_tree;
pub mod tree_figure;
pub mod wait_curves;
pub mod when_figure;
