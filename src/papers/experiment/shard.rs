//! Shards: the units of an experiment divided among machines.

use bookahead_engine::core::error::{FieldPath, ScenarioError};
use std::fmt;
use std::str::FromStr;

/// Most machines that an experiment is divided among.
const COUNT_MAX: u32 = 65_535;

/// One of several equal shares of an experiment's units. Units go round, so that a shard has points of all loads: some take longer than others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// Share `index`, from 1, of `count`.
    ///
    /// # Errors
    /// The count is not within 1 to 65,535, or the index not within 1 to the count (`shard`).
    pub fn new(index: u32, count: u32) -> Result<Self, ScenarioError> {
        if (1..=COUNT_MAX).contains(&count) && (1..=count).contains(&index) {
            return Ok(Self { index, count });
        }
        let allowed = format!("I/N with N from 1 to {COUNT_MAX} and I from 1 to N");
        Err(ScenarioError::new(FieldPath::new("shard"), format!("{index}/{count}"), allowed))
    }

    /// Which one it is, from 1.
    pub fn index(self) -> u32 {
        self.index
    }

    /// How many there are.
    pub fn count(self) -> u32 {
        self.count
    }

    /// Its share of so many units, ascending.
    pub fn units(self, units: u32) -> impl Iterator<Item = u32> {
        (self.index - 1..units).step_by(self.count as usize)
    }
}

/// As on the command line: `2/8`.
impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = ScenarioError;

    fn from_str(text: &str) -> Result<Self, ScenarioError> {
        let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) => Self::new(index, count),
            None => Err(ScenarioError::new(FieldPath::new("shard"), format!("{text:?}"), "I/N, such as 2/8")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn every_unit_is_in_one_shard() {
        for (units, count) in [(0, 1), (1, 3), (22, 4), (330, 7), (5, 5)] {
            let shards = (1..=count).map(|index| Shard::new(index, count).expect("a shard"));
            let mut all: Vec<u32> = shards.flat_map(|shard| shard.units(units)).collect();
            all.sort_unstable();
            assert_eq!(all, (0..units).collect::<Vec<_>>(), "{units} units, {count} shards");
        }
    }

    #[test]
    fn shards_are_read_and_refused() {
        assert_eq!("2/8".parse::<Shard>().map(|shard| shard.to_string()), Ok("2/8".to_string()));
        for text in ["0/8", "9/8", "1/0", "1/65536", "2", "a/b", "-1/3", "1/2/3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
