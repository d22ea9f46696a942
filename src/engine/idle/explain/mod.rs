//! Decisions on named servers in words.

mod adapted;
mod verdict;

pub use adapted::adapted_sentence;
pub use verdict::{amount, idle_reason, idle_verdict, ticks};
