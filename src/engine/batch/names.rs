//! What users and jobs are called, where the reader of a snapshot was asked to keep it.

use super::bounds;
use super::job::Jobs;
use crate::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most characters of a name.
pub const NAME_MAX: usize = 64;

/// Names of users and jobs. They are shown, and have no effect on the plan.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// By the number of the user, [`crate::batch::job::Job::owner`].
    pub users: BTreeMap<u32, String>,
    /// By the number of the job, [`crate::batch::job::Job::user`].
    pub jobs: BTreeMap<u32, String>,
}

impl Names {
    /// A name without what is not shown, cut to its greatest length; `None` if nothing is left.
    pub fn shown(name: &str) -> Option<String> {
        let name: String = name.chars().filter(|&c| is_shown(c)).take(NAME_MAX).collect();
        let name = name.trim();
        (!name.is_empty()).then(|| name.to_string())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.users.is_empty() && self.jobs.is_empty()
    }

    /// What a job is called, with whose it is: `train (alice)`, `train`, `(alice)`. `None` if neither is known.
    pub fn words(&self, jobs: &Jobs, row: usize) -> Option<String> {
        let user = self.users.get(&jobs.owner[row]);
        match (self.jobs.get(&jobs.number(row)), user) {
            (Some(job), Some(user)) => Some(format!("{job} ({user})")),
            (Some(job), None) => Some(job.clone()),
            (None, Some(user)) => Some(format!("({user})")),
            (None, None) => None,
        }
    }

    /// Checks numbers and texts.
    ///
    /// # Errors
    /// The first one that is not allowed.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        for (names, field, number) in [(&self.users, "users", bounds::OWNER), (&self.jobs, "jobs", bounds::USER)] {
            let place = place.field(field);
            if names.len() > bounds::REQUESTS.max as usize {
                return Err(ScenarioError::new(place, names.len(), format!("at most {} names", bounds::REQUESTS.max)));
            }
            for (&of, name) in names {
                let place = place.field(&of.to_string());
                if !number.holds(of) {
                    return Err(ScenarioError::out_of_range(place, of, number));
                }
                if Self::shown(name).as_ref() != Some(name) {
                    let allowed = format!("1 to {NAME_MAX} characters, without control characters and blanks around them");
                    return Err(ScenarioError::new(place, format!("{name:?}"), allowed));
                }
            }
        }
        Ok(())
    }
}

/// Whether a character may be in a name: none that controls, or that turns the direction of the text behind it.
fn is_shown(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_short_and_turn_nothing() {
        assert_eq!(Names::shown(" a\u{202e}b\nc "), Some("abc".to_string()));
        assert_eq!(Names::shown("\u{7}  "), None);
        assert_eq!(Names::shown(&"ä".repeat(100)).map(|name| name.chars().count()), Some(NAME_MAX));
        let place = FieldPath::new("names");
        let one = |of: u32, name: &str| Names { users: BTreeMap::new(), jobs: BTreeMap::from([(of, name.to_string())]) };
        assert_eq!(one(7, "<b>train</b>").check(&place), Ok(()));
        let told = one(7, "a\tb").check(&place).unwrap_err().to_string();
        assert!(told.starts_with("names.jobs.7: \"a\\tb\" is not allowed; must be 1 to 64 characters"), "{told}");
        assert!(one(u32::MAX, "a").check(&place).is_err());
    }
}
