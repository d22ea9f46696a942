//! Who wins: all planners on the same requests – Umar's sixteen workloads or a log – ranked by utilisation, acceptance, delay, moves, messages and work.
//!
//! Ours; of the papers only Umar compares on these workloads, and only FCFS-EDS with no planning. What his chapter 2 reports of other works is looked at here,
//! too. Every planner meets the same requests, so that
//! its ranks in a run are paired with those of the others.

mod figures;
mod others;
mod source;
mod study;

pub use figures::{Figure, figures_of};
pub use source::{FULL_SIZE, LECTURE_SIZE, size_with};
pub use study::{RankingStudy, RankingTrial};
