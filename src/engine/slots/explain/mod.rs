//! Decisions in words: why a request was placed where it is, which jobs moved for it, why it was refused.
//!
//! Pure functions of what the planners recorded; nothing is planned again.

mod names;
mod price;
mod reason;
mod verdict;

pub use price::price_sentence;
pub use reason::refusal_reason;
pub use verdict::verdict;

#[cfg(test)]
mod tests;
