//! What every system uses: bounds, errors with their place, statistics.

pub mod bounds;
pub mod error;
pub mod edits;
pub mod statistics;
pub mod verdict;
pub(crate) mod words;
