//! The numbers that stand for strategies in links. A number is given once and never changes its meaning, whatever is added to the program: a new
//! strategy gets the next free number, at the end of the table.

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

/// The number of a strategy.
pub(super) fn strategy_number(strategy: Strategy) -> u32 {
    STRATEGIES.iter().position(|&other| other == strategy).unwrap_or(0) as u32
}

/// The strategy with this number, if it was ever given.
pub(super) fn strategy_of(number: u32) -> Option<Strategy> {
    STRATEGIES.get(number as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_strategy_has_a_number() {
        for strategy in Strategy::ALL {
            assert_eq!(strategy_of(strategy_number(strategy)), Some(strategy), "add the new strategy at the end of STRATEGIES");
        }
        assert_eq!(strategy_of(10), None);
    }
}
