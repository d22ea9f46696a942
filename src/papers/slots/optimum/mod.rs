//! How far from the best: the optimum of small cases whose requests are all known, and what no rule that decides on-line can pass.
//!
//! Ours. Node counts suffice: whatever fits slot by slot can be put on nodes (the lemma, Umar 3.3.3), and plans on physical nodes fit slot by slot.

pub mod experiment;
mod goal;
mod online;
mod search;

pub use goal::{Goal, JOBS_MAX, SLOTS_MAX, STATES_MAX};
pub use online::{Ratio, online_bound, worst_prefix};
pub use search::{Optimum, optimum};
