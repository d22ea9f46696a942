//! The numbers that stand for strategies and experiments in links. A number is given once and never changes its meaning, whatever is added to
//! the program: a new strategy or experiment gets the next free number, at the end of its table.

use bookahead_engine::experiment::catalogue;
use bookahead_engine::idle::Strategy;

/// Strategies by number.
const STRATEGIES: [Strategy; 10] = [
    Strategy::MinLip,
    Strategy::MinTip,
    Strategy::BestFit,
    Strategy::FirstFitIdle,
    Strategy::MaxLip,
    Strategy::MaxTip,
    Strategy::Lact,
    Strategy::FfHu,
    Strategy::FfHa,
    Strategy::FfHaPlus,
];

/// Experiments by number, with their names in the catalogue.
const EXPERIMENTS: [&str; 21] = [
    "revenue-parametric-1",
    "revenue-parametric-2",
    "revenue-parametric-3",
    "revenue-parametric-4",
    "revenue-mpi-1",
    "revenue-mpi-2",
    "revenue-mpi-3",
    "revenue-mpi-4",
    "castillo-3.4",
    "castillo-3.5",
    "castillo-3.6",
    "castillo-3.7",
    "castillo-3.8",
    "castillo-3.9",
    "castillo-3.10",
    "castillo-4.2",
    "castillo-4.4",
    "castillo-4.5",
    "castillo-4.6",
    "castillo-4.7",
    "castillo-4.8",
];

/// The number of a strategy.
pub(super) fn strategy_number(strategy: Strategy) -> u32 {
    STRATEGIES.iter().position(|&other| other == strategy).unwrap_or(0) as u32
}

/// The strategy with this number, if it was ever given.
pub(super) fn strategy_of(number: u32) -> Option<Strategy> {
    STRATEGIES.get(number as usize).copied()
}

/// The number of an experiment, from its place in the catalogue.
pub(super) fn experiment_number(place: u32) -> u32 {
    let key = catalogue().into_iter().nth(place as usize).map(|experiment| experiment.key);
    key.and_then(|key| EXPERIMENTS.iter().position(|other| *other == key)).unwrap_or(EXPERIMENTS.len()) as u32
}

/// The place in the catalogue of the experiment with this number; a place behind it for one that is not there.
pub(super) fn experiment_of(number: u32) -> u32 {
    let known = catalogue();
    let key = EXPERIMENTS.get(number as usize);
    key.and_then(|key| known.iter().position(|experiment| experiment.key == *key)).unwrap_or(known.len()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_and_every_experiment_has_a_number() {
        for strategy in Strategy::ALL {
            assert_eq!(strategy_of(strategy_number(strategy)), Some(strategy));
        }
        for place in 0..catalogue().len() as u32 {
            assert_eq!(experiment_of(experiment_number(place)), place, "add the new experiment at the end of EXPERIMENTS");
        }
        assert_eq!((strategy_of(10), experiment_of(999)), (None, catalogue().len() as u32));
    }
}
