//! Proves that a lesson works: plans every step, tries what can be answered, and goes on with the right answers.

mod checker;
mod finding;
mod solving;
mod states;
mod task;
mod walk;

pub use checker::{Checker, check};
pub use finding::Finding;
pub use solving::{Met, Solving, solved};
