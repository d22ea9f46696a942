//! Pictures of workflows: the graph in layers, the nodes over time, the curves of a search.

pub mod compared;
pub mod figures;
pub mod layers;
pub mod picture;
