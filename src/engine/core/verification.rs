//! What an independent checker looked at, and what it found.

use serde::{Deserialize, Serialize};

/// Things of one kind that were looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookedAt {
    /// How many.
    pub count: u64,
    /// What was held against what, in words that follow the number of one.
    pub one: String,
    /// The same of several.
    pub many: String,
}

impl LookedAt {
    /// What was held against what, in words that follow the number.
    pub fn what(&self) -> &str {
        if self.count == 1 { &self.one } else { &self.many }
    }
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
    /// Counts some more things of a kind, which has words for one and for several.
    pub(crate) fn looked(&mut self, count: usize, [one, many]: [&str; 2]) {
        let count = count as u64;
        match self.looked_at.iter_mut().find(|looked| looked.many == many) {
            Some(looked) => looked.count += count,
            None => self.looked_at.push(LookedAt { count, one: one.to_string(), many: many.to_string() }),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_has_words_of_its_own() {
        let mut verification = Verification::default();
        verification.looked(1, ["refusal", "refusals"]);
        assert_eq!(verification.looked_at[0].what(), "refusal");
        verification.looked(1, ["refusal", "refusals"]);
        assert_eq!((verification.looked_at.len(), verification.looked_at[0].what()), (1, "refusals"));
    }
}
