//! Verdicts in words: why a request was placed where it was, who moved for it, why it was refused.
//!
//! Pure functions over what the planners recorded; nothing is planned again and nothing is guessed.

mod adapted;
mod price;
mod reason;
mod servers;
mod verdict;
mod words;

pub use adapted::adapted_sentence;
pub use price::price_sentence;
pub use reason::refusal_reason;
pub use servers::{idle_reason, idle_verdict};
pub use verdict::{Tone, Verdict, verdict};

#[cfg(test)]
mod tests;
