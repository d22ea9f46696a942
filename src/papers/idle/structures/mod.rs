//! What the structures of Castillo's chapters 3 and 4 cost: nodes and entries that a search and an update read, against servers, load, horizon, width of
//! the strips and rates.
//!
//! The thesis gives bounds (3.3.2, 3.3.3, 4.4.2) and names a single tree over all idle periods as what others use (3.2.1), but measures only Figure 4.5.

mod best_fit;
mod cases;
mod claims;
mod plan;
mod study;

pub use best_fit::{BestFitTrees, find_best};
pub use cases::{Axis, FULL_SIZE, LECTURE_SIZE};
pub use plan::{Structure, StructurePlan};
pub use study::{StructureStudy, StructureTrial};
