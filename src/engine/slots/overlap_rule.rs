//! How much reservations may overlap, and by how much users overestimate.

use crate::core::bounds::{Bound, SEED};
use crate::core::error::{FieldPath, ScenarioError};
use crate::slots::{bounds, planner_options};
use serde::{Deserialize, Serialize};

/// How much reservations may overlap; only the planner `overlapping` looks at it. The papers' example is p* = 80 %; v* has no number there (docs/papers.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverlapRule {
    /// p*, in per cent: the probability of a violation stays below 100 % less this.
    pub confidence: u32,
    /// v*, in per cent: the share of a reservation's slots in which enough nodes are free by the estimates.
    pub free_share: u32,
    /// By how much users overestimate durations on average, in per cent of the real ones.
    pub overestimate: u32,
    /// Least trust factor, in per cent, of users whose jobs are expected to end before their booked end; the jobs of others count until that end. 0: nobody is asked
    /// for it. RARP has a trust factor per user in place of p* and v*; how it is made is ours ([`Trust`](crate::slots::overlap::Trust)).
    pub trust: u32,
    /// Users who estimate exactly, in per cent of all: their jobs take all that they booked. Nobody knows who they are.
    pub exact_users: u32,
    /// What the real durations are drawn from, together with the number of the user and of the job; and who estimates exactly.
    pub seed: u64,
}

impl Default for OverlapRule {
    fn default() -> Self {
        Self { confidence: 80, free_share: 50, overestimate: 35, trust: 0, exact_users: 0, seed: 0 }
    }
}

impl OverlapRule {
    /// Relaxed advance reservation (RARP; Sabitha et al., as Umar 2.1.3 tells of it): overlap without regard to violations but one that is certain, where enough
    /// users are trusted. The trust factor is ours.
    pub fn rarp(trust: u32) -> Self {
        Self { confidence: 0, free_share: 0, trust, ..Self::default() }
    }

    /// The numbers with their names and legal ranges; the seed may be anything.
    pub fn numbers(&self) -> [(&'static str, u32, Bound); 5] {
        [
            ("confidence", self.confidence, bounds::CONFIDENCE),
            ("free_share", self.free_share, bounds::FREE_SHARE),
            ("overestimate", self.overestimate, bounds::OVERESTIMATE),
            ("trust", self.trust, bounds::TRUST),
            ("exact_users", self.exact_users, bounds::EXACT_USERS),
        ]
    }

    /// Checks the numbers.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        match self.numbers().into_iter().find(|(_, number, bound)| !bound.holds(*number)) {
            Some((name, number, bound)) => Err(ScenarioError::out_of_range(place.field(name), number, bound)),
            None => Ok(()),
        }
    }

    /// What the probability of a violation stays below.
    pub fn chance_below(&self) -> f64 {
        f64::from(100 - self.confidence) / 100.0
    }

    /// Fewest slots of a reservation that must have enough nodes free by the estimates.
    pub fn free_slots(&self, duration: u32) -> u32 {
        (u64::from(duration) * u64::from(self.free_share)).div_ceil(100) as u32
    }

    /// What differs from the usual rule, behind the name of the planner: ":confidence=90:seed=7".
    pub fn name(&self) -> String {
        let usual = Self::default();
        let numbers = self.numbers().into_iter().zip(usual.numbers());
        let numbers = numbers.map(|((key, number, _), (_, usual, _))| (key, number.into(), usual.into()));
        planner_options::written(numbers.chain([("seed", self.seed, usual.seed)]))
    }

    /// The rule with these names behind the first colon, in any order; `None` if a part is not one of them, comes twice, or is out of range.
    pub fn from_name(parts: &str) -> Option<Self> {
        let mut rule = Self::default();
        for (key, number) in planner_options::read(parts)? {
            match key {
                "confidence" => rule.confidence = number.parse().ok()?,
                "free_share" => rule.free_share = number.parse().ok()?,
                "overestimate" => rule.overestimate = number.parse().ok()?,
                "trust" => rule.trust = number.parse().ok()?,
                "exact_users" => rule.exact_users = number.parse().ok()?,
                "seed" => rule.seed = number.parse().ok().filter(|seed| SEED.holds(*seed))?,
                _ => return None,
            }
        }
        rule.check(&FieldPath::new("")).is_ok().then_some(rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        let usual = OverlapRule::default();
        assert_eq!(usual.name(), "");
        for rule in [
            OverlapRule { confidence: 0, ..usual },
            OverlapRule { exact_users: 5, ..OverlapRule::rarp(60) },
            OverlapRule { free_share: 100, overestimate: 0, seed: u64::MAX, ..usual },
        ] {
            let name = rule.name();
            assert_eq!(OverlapRule::from_name(name.strip_prefix(':').expect("it differs")), Some(rule), "{name}");
        }
        for wrong in [
            "",
            "confidence",
            "confidence=101",
            "free_share=-1",
            "overestimate=1001",
            "trust=101",
            "exact_users=101",
            "seed=1:seed=2",
            "risk=4",
        ] {
            assert_eq!(OverlapRule::from_name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn shares_of_slots_are_rounded_up() {
        let of = |free_share, duration| OverlapRule { free_share, ..OverlapRule::default() }.free_slots(duration);
        assert_eq!([of(50, 5), of(0, 5), of(100, 5), of(1, 1), of(34, 3)], [3, 0, 5, 1, 2]);
    }
}
