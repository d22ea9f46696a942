//! Decisions in words: why a request was placed where it is, which jobs moved for it, why it was refused.
//!
//! Pure functions of what the planners recorded. Why a job was refused is found out by running the planner's own search once more on the plan as it
//! was then ([`Blockade`]); the words are made of what it gives.

mod at_work;
mod blockade;
mod blocked_words;
mod listings;
mod names;
mod overlap_verdict;
mod overlapping;
mod price;
mod reason;
mod trace_words;
mod verdict;
mod window_terms;

pub use at_work::planner_at_work;
pub use blockade::{Blockade, BlockedSlot, SLOTS_TOLD};
pub use listings::planner_listing;
pub use overlap_verdict::OVERLAPS_TOLD;
pub use price::price_sentence;
pub use reason::{refusal_explained, refusal_reason};
pub use trace_words::{LineKind, TraceLine, trace_lines};
pub use verdict::verdict;
pub use window_terms::window_terms;

#[cfg(test)]
mod tests;
