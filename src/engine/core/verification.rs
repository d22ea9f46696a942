//! What an independent checker looked at, and what it found.

use serde::{Deserialize, Serialize};

/// Things of one kind that were looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookedAt {
    /// How many.
    pub count: u64,
    /// What was held against what, in words that follow the number.
    pub what: String,
}

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// What was looked at, in order; empty if nothing could be.
    pub looked_at: Vec<LookedAt>,
    /// Everything that is wrong, in words.
    pub violations: Vec<String>,
}

impl Verification {
    /// Counts some more things of a kind.
    pub(crate) fn looked(&mut self, count: usize, what: &str) {
        let count = count as u64;
        match self.looked_at.iter_mut().find(|looked| looked.what == what) {
            Some(looked) => looked.count += count,
            None => self.looked_at.push(LookedAt { count, what: what.to_string() }),
        }
    }

    /// The result in one sentence.
    pub fn sentence(&self) -> String {
        match (self.violations.len(), self.looked_at.is_empty()) {
            (0, true) => "There is nothing to check yet.".to_string(),
            (0, false) => "The checker found nothing wrong.".to_string(),
            (1, _) => "The plan breaks a rule.".to_string(),
            (n, _) => format!("The plan breaks its rules in {n} places."),
        }
    }
}
