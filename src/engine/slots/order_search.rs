//! How planners search for the order in which everything is planned anew: how many orders they try, and from which seed (Barzegar et al., Umar 2.1.5).

use super::{bounds, planner_options};
use crate::core::bounds::SEED;
use crate::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};

/// How `gelsar` and `genetic` search; the other planners ignore it. Umar names no numbers: the usual ones are ours (docs/papers.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderSearch {
    /// Orders of a generation of the genetic algorithm, and neighbours that GELSAR looks at before each step.
    pub population: u32,
    /// Generations after the first one, and steps of GELSAR.
    pub generations: u32,
    /// What is drawn depends on it, on the newcomer's user, and on the moment.
    pub seed: u64,
}

impl Default for OrderSearch {
    fn default() -> Self {
        Self { population: 6, generations: 4, seed: 0 }
    }
}

impl OrderSearch {
    /// Checks the three numbers.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let numbers = [
            ("population", self.population, bounds::SEARCH_POPULATION),
            ("generations", self.generations, bounds::SEARCH_GENERATIONS),
        ];
        match numbers.into_iter().find(|(_, number, bound)| !bound.holds(*number)) {
            Some((name, number, bound)) => Err(ScenarioError::out_of_range(place.field(name), number, bound)),
            None => Ok(()),
        }
    }

    /// Orders that are tried at most for a newcomer where so many reservations wait, whose windows have so many slots together: placing them all takes
    /// that long, and a decision takes a bounded time.
    pub fn orders(&self, waiting: u32, slots: u64) -> u32 {
        let (most, most_slots) = bounds::SEARCH_CROWD;
        let usual = u64::from(bounds::SEARCH_ORDERS);
        let of = |all: u64, each: u64| usual * all / each.max(1);
        let affordable = of(most.into(), waiting.into()).min(of(most_slots, slots)).max(usual);
        let wanted = u64::from(self.population) * u64::from(self.generations + 1) + 1;
        wanted.min(affordable) as u32
    }

    /// What differs from the usual search, behind the name of a planner: ":population=12:seed=7".
    pub fn name(&self) -> String {
        let usual = Self::default();
        planner_options::written([
            ("population", self.population.into(), usual.population.into()),
            ("generations", self.generations.into(), usual.generations.into()),
            ("seed", self.seed, usual.seed),
        ])
    }

    /// The search with these names behind the first colon, in any order; `None` if a part is not one of them, comes twice, or is out of range.
    pub fn from_name(parts: &str) -> Option<Self> {
        let mut search = Self::default();
        for (key, number) in planner_options::read(parts)? {
            match key {
                "population" => {
                    search.population = number.parse().ok().filter(|number| bounds::SEARCH_POPULATION.holds(*number))?
                }
                "generations" => {
                    search.generations = number.parse().ok().filter(|number| bounds::SEARCH_GENERATIONS.holds(*number))?;
                }
                "seed" => search.seed = number.parse().ok().filter(|number| SEED.holds(*number))?,
                _ => return None,
            }
        }
        Some(search)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_again() {
        let usual = OrderSearch::default();
        assert_eq!(usual.name(), "");
        for search in [
            OrderSearch { population: 12, ..usual },
            OrderSearch { generations: 0, seed: u64::MAX, ..usual },
            OrderSearch { population: 2, generations: 100, seed: 7 },
        ] {
            let name = search.name();
            assert_eq!(OrderSearch::from_name(name.strip_prefix(':').expect("it differs")), Some(search), "{name}");
        }
        for wrong in ["", "population", "population=1", "population=101", "generations=101", "seed=-1", "seed=1:seed=2", "people=4"]
        {
            assert_eq!(OrderSearch::from_name(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_crowd_allows_fewer_orders_and_the_usual_ones_always() {
        let large = OrderSearch { population: 100, generations: 100, seed: 0 };
        assert_eq!(large.orders(1, 10), 31 * 256);
        assert_eq!(large.orders(16, 10), 31 * 16);
        assert_eq!(large.orders(16, 150_000), 31);
        assert_eq!(large.orders(256, 150_000), 31);
        assert_eq!(OrderSearch::default().orders(1, 1), 31);
        assert_eq!(OrderSearch { population: 2, generations: 0, seed: 0 }.orders(256, 1), 3);
    }
}
