//! The price of planning anew: searches for a start for each arrival, against the load and against how many reservations wait.
//!
//! Ours; the papers tell what planning anew gains (Umar 2.1.5) and not what it costs. Work is counted and not timed ([`Session::searches`]), so that every
//! machine finds the same.
//!
//! [`Session::searches`]: bookahead_engine::slots::planner::Session::searches

mod axis;
mod study;
mod trial;

pub use axis::PriceAxis;
pub use study::{FULL_SIZE, LECTURE_SIZE, PriceStudy};
pub use trial::PriceTrial;
