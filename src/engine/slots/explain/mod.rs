//! Verdicts in words: why a request was placed where it was, who moved for it, why it was refused.
//!
//! Pure functions over what the planners recorded; nothing is planned again and nothing is guessed.

mod names;
mod price;
mod reason;
mod verdict;

pub use price::price_sentence;
pub use reason::refusal_reason;
pub use verdict::verdict;

#[cfg(test)]
mod tests;
