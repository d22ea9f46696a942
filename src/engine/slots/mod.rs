//! Advance reservation of identical nodes in slots (Umar, Pujiyanta): scenario, planners, plan, figures, checks, words.

pub mod bounds;
pub mod request;
pub mod workload;
pub mod replanning;
pub mod scenario;
pub mod decisions;
pub mod search;
pub mod trace;
pub mod step;
pub mod planner;
pub mod nodes;
pub mod revenue;
pub mod elastic;
pub mod formulas;
pub mod metrics;
pub mod outcome;
pub mod patch;
pub mod pieces;
pub mod update;
mod stepping;
mod rules;
mod offering;
pub mod run;
pub mod compare;
pub use offering::{asks_from, first_asked, offers, offers_of};
pub mod check;
pub mod explain;
