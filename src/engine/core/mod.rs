//! What every system uses: bounds, errors with their place, statistics, and the interface of a study at work.

pub mod bounds;
pub mod error;
pub mod edits;
pub mod run;
pub mod cost_map;
pub mod compare;
pub mod compared;
pub mod columns;
pub mod offers;
pub mod sorting;
pub mod statistics;
pub mod steps;
pub mod formula;
pub mod fragmentation;
pub mod verdict;
pub mod verification;
pub mod algorithm;
pub mod calendar;
pub mod time_names;
pub(crate) mod words;
