//! The search for mappings: what is searched, the methods, and the best of several mappings.

pub mod work;
pub mod problem;
pub mod recorder;
pub mod status;
pub mod words;
pub mod listings;
mod slack;
mod ranks;
mod greedy;
pub mod best;
