//! The order of a queue by age and size, as Slurm's multifactor plugin weighs them (PriorityWeightAge, PriorityWeightJobSize, PriorityMaxAge, PriorityFavorSmall).
//!
//! A job's priority is its age ÷ the age that counts in full × one weight, plus its size × another. Its size is the share of the machine's nodes that it wants, or,
//! where small jobs are favoured, the share that it leaves. Both are multiplied by the age that counts in full and by the nodes of the machine, so that only whole
//! numbers are compared. The order is taken anew at each moment. Of jobs with the same priority the one that was submitted first comes first.

use super::bounds;
use super::job::{Jobs, Time};
use crate::core::bounds::Bound;
use crate::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};

/// What a priority consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PriorityWeights {
    /// The weight of the age.
    pub age: u32,
    /// The weight of the size.
    pub size: u32,
    /// The age in seconds from which on the age counts in full.
    pub max_age: u32,
    /// Whether small jobs are favoured; else large ones.
    pub favours_small: bool,
}

impl Default for PriorityWeights {
    /// Both weigh the same; an age of a week counts in full, as Slurm has it; large jobs are favoured.
    fn default() -> Self {
        Self { age: 1_000, size: 1_000, max_age: 7 * 86_400, favours_small: false }
    }
}

impl PriorityWeights {
    /// The priority of a job that has waited so long, on a machine of so many nodes: a multiple of what the weights say, the same for all jobs.
    pub fn priority(&self, waited: Time, nodes: u32, machine: u32) -> u128 {
        let age = u128::from(waited.min(self.max_age.into()));
        let size = if self.favours_small { machine.saturating_sub(nodes) } else { nodes };
        let of_age = u128::from(self.age) * age * u128::from(machine);
        of_age + u128::from(self.size) * u128::from(size) * u128::from(self.max_age)
    }

    /// The priority of a row at a moment.
    pub fn of_row(&self, jobs: &Jobs, row: usize, now: Time, machine: u32) -> u128 {
        self.priority(now.saturating_sub(jobs.submitted[row].into()) + Time::from(jobs.age[row]), jobs.nodes[row], machine)
    }

    /// The numbers by the names that files and the command line have for them.
    pub fn named(&self) -> [(&'static str, u32, Bound); 3] {
        [("age", self.age, bounds::WEIGHT), ("size", self.size, bounds::WEIGHT), ("max_age", self.max_age, bounds::LENGTH)]
    }

    /// Checks every number.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        match self.named().into_iter().find(|(_, value, bound)| !bound.holds(*value)) {
            Some((name, value, bound)) => Err(ScenarioError::out_of_range(place.field(name), value, bound)),
            None => Ok(()),
        }
    }
}
