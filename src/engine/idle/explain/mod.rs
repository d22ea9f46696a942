//! Decisions on named servers in words.

mod adapted;
mod verdict;

pub use adapted::adapted_sentence;
pub use verdict::{idle_reason, idle_verdict};
