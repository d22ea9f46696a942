//! Decisions on named servers in words.

mod adapted;
mod at_work;
mod listings;
mod verdict;

pub use adapted::adapted_sentence;
pub use at_work::strategy_at_work;
pub use listings::strategy_listing;
pub use verdict::{idle_reason, idle_verdict};
