//! How far the planners are from the optimum, against load, on small cases.

mod case;
mod study;

pub use case::{FULL_SIZE, LECTURE_SIZE, LOADS, NODES, REQUESTS};
pub use study::{DistanceStudy, DistanceTrial};
