//! Pictures of workflows: the graph in layers, the nodes over time, the curves of a search, the messages of the parties.

pub mod compared;
pub mod figures;
pub mod layers;
pub mod parties;
pub mod parties_figure;
pub mod picture;
pub mod search_curves;
pub mod task_box;
pub mod times;
