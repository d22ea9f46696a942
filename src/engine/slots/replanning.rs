//! Planners that plan every reservation that has not started anew for each newcomer: in which order, and until when a start may change (Umar 2.1.5).

use super::bounds;
use super::request::Slot;
use serde::{Deserialize, Serialize};

/// Who planned anew, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Replan {
    /// FIRST (Hu et al.): a start may change until the job begins.
    First(FirstOrder),
    /// Netto et al.: a start is fixed once a share of the wait for it has passed.
    Netto(NettoOrder, WaitShare),
    /// GELSAR (Barzegar et al.): local search by gravitational emulation for the order; a start may change until the job begins.
    Gelsar,
    /// The genetic algorithm that GELSAR is compared with: the same search by another method.
    Genetic,
}

/// The orders of FIRST: which reservation is placed next, each at its earliest start with room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FirstOrder {
    /// The one that came first.
    Fifo,
    /// The one with the fewest starts in its window.
    MinSlack,
    /// The one that could end first, as the plan stands so far.
    MinMin,
    /// The one with the earliest deadline (the least latest finish).
    MinMax,
    /// The one that another would delay most if it were placed before it, as the plan stands so far.
    Sufferage,
}

/// The orders of Netto et al.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NettoOrder {
    /// Any, drawn anew for each newcomer.
    Shuffle,
    /// The one that came first.
    Fifo,
    /// The one with most nodes × slots (biggest job first).
    BiggestFirst,
    /// The one with the fewest starts left, as time passes (least flexible first).
    LeastFlexible,
    /// The one with the earliest deadline.
    EarliestDeadline,
}

/// The share of the wait from submission to the planned start after which that start is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WaitShare {
    /// 25 %.
    Quarter,
    /// 50 %.
    Half,
    /// 75 %.
    ThreeQuarters,
    /// 100 %: until the job begins.
    Whole,
}

impl WaitShare {
    /// All of them, shortest first.
    pub const ALL: [Self; 4] = [Self::Quarter, Self::Half, Self::ThreeQuarters, Self::Whole];

    /// In per cent.
    pub fn percent(self) -> u32 {
        match self {
            Self::Quarter => 25,
            Self::Half => 50,
            Self::ThreeQuarters => 75,
            Self::Whole => 100,
        }
    }
}

impl NettoOrder {
    /// All of them, in the order of the paper.
    pub const ALL: [Self; 5] = [Self::Shuffle, Self::Fifo, Self::BiggestFirst, Self::LeastFlexible, Self::EarliestDeadline];
}

impl FirstOrder {
    /// All of them, in the order of the paper.
    pub const ALL: [Self; 5] = [Self::Fifo, Self::MinSlack, Self::MinMin, Self::MinMax, Self::Sufferage];
}

impl Replan {
    /// Those whose starts may change until the job begins, in the order of the papers.
    pub const USUAL: [Self; 12] = [
        Self::First(FirstOrder::Fifo),
        Self::First(FirstOrder::MinSlack),
        Self::First(FirstOrder::MinMin),
        Self::First(FirstOrder::MinMax),
        Self::First(FirstOrder::Sufferage),
        Self::Netto(NettoOrder::Shuffle, WaitShare::Whole),
        Self::Netto(NettoOrder::Fifo, WaitShare::Whole),
        Self::Netto(NettoOrder::BiggestFirst, WaitShare::Whole),
        Self::Netto(NettoOrder::LeastFlexible, WaitShare::Whole),
        Self::Netto(NettoOrder::EarliestDeadline, WaitShare::Whole),
        Self::Gelsar,
        Self::Genetic,
    ];

    /// Every one of them, with every share of the wait.
    pub const ALL: [Self; 27] = {
        // The last one stays where nothing else is put.
        let mut all = [Self::Genetic; 27];
        all[25] = Self::Gelsar;
        let mut at = 0;
        while at < 25 {
            all[at] = match at.checked_sub(FirstOrder::ALL.len()) {
                None => Self::First(FirstOrder::ALL[at]),
                Some(at) => Self::Netto(NettoOrder::ALL[at / 4], WaitShare::ALL[at % 4]),
            };
            at += 1;
        }
        all
    };

    /// The name used in files, links and on the command line; a share of the wait below 100 % is its last part.
    pub fn name(self) -> &'static str {
        use WaitShare::{Half, Quarter, ThreeQuarters, Whole};
        match self {
            Self::First(FirstOrder::Fifo) => "first-fifo",
            Self::First(FirstOrder::MinSlack) => "first-min-slack",
            Self::First(FirstOrder::MinMin) => "first-min-min",
            Self::First(FirstOrder::MinMax) => "first-min-max",
            Self::First(FirstOrder::Sufferage) => "first-sufferage",
            Self::Netto(NettoOrder::Shuffle, Quarter) => "netto-shuffle-25",
            Self::Netto(NettoOrder::Shuffle, Half) => "netto-shuffle-50",
            Self::Netto(NettoOrder::Shuffle, ThreeQuarters) => "netto-shuffle-75",
            Self::Netto(NettoOrder::Shuffle, Whole) => "netto-shuffle",
            Self::Netto(NettoOrder::Fifo, Quarter) => "netto-fifo-25",
            Self::Netto(NettoOrder::Fifo, Half) => "netto-fifo-50",
            Self::Netto(NettoOrder::Fifo, ThreeQuarters) => "netto-fifo-75",
            Self::Netto(NettoOrder::Fifo, Whole) => "netto-fifo",
            Self::Netto(NettoOrder::BiggestFirst, Quarter) => "netto-bjf-25",
            Self::Netto(NettoOrder::BiggestFirst, Half) => "netto-bjf-50",
            Self::Netto(NettoOrder::BiggestFirst, ThreeQuarters) => "netto-bjf-75",
            Self::Netto(NettoOrder::BiggestFirst, Whole) => "netto-bjf",
            Self::Netto(NettoOrder::LeastFlexible, Quarter) => "netto-lff-25",
            Self::Netto(NettoOrder::LeastFlexible, Half) => "netto-lff-50",
            Self::Netto(NettoOrder::LeastFlexible, ThreeQuarters) => "netto-lff-75",
            Self::Netto(NettoOrder::LeastFlexible, Whole) => "netto-lff",
            Self::Netto(NettoOrder::EarliestDeadline, Quarter) => "netto-edf-25",
            Self::Netto(NettoOrder::EarliestDeadline, Half) => "netto-edf-50",
            Self::Netto(NettoOrder::EarliestDeadline, ThreeQuarters) => "netto-edf-75",
            Self::Netto(NettoOrder::EarliestDeadline, Whole) => "netto-edf",
            Self::Gelsar => "gelsar",
            Self::Genetic => "genetic",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|replan| replan.name() == name)
    }

    /// Whether the order is searched for, by trying some and taking the best.
    pub fn searches(self) -> bool {
        matches!(self, Self::Gelsar | Self::Genetic)
    }

    /// The order in words, after "in the order of".
    pub fn order_in_words(self) -> &'static str {
        match self {
            Self::First(FirstOrder::Fifo) | Self::Netto(NettoOrder::Fifo, _) => "their arrival",
            Self::First(FirstOrder::MinSlack) => "their slack, least first",
            Self::First(FirstOrder::MinMin) => "their earliest finish, earliest first",
            Self::First(FirstOrder::MinMax) => "their latest finish, earliest first",
            Self::First(FirstOrder::Sufferage) => "what they would suffer by waiting, most first",
            Self::Netto(NettoOrder::Shuffle, _) => "a shuffle",
            Self::Netto(NettoOrder::BiggestFirst, _) => "their size, biggest first",
            Self::Netto(NettoOrder::LeastFlexible, _) => "the starts left to them, fewest first",
            Self::Netto(NettoOrder::EarliestDeadline, _) => "their deadline, earliest first",
            Self::Gelsar => "the best sequence that gravitational search found",
            Self::Genetic => "the best sequence that a genetic search found",
        }
    }

    /// Whether a job that stands in the plan keeps its start: it has begun, or enough of its wait has passed.
    pub fn is_fixed(self, submitted: Slot, start: Slot, now: Slot) -> bool {
        let share = match self {
            Self::First(_) | Self::Gelsar | Self::Genetic => WaitShare::Whole,
            Self::Netto(_, share) => share,
        };
        let (wait, passed) = (u64::from(start - submitted), u64::from(now - submitted));
        start <= now || (share != WaitShare::Whole && passed * 100 >= wait * u64::from(share.percent()))
    }

    /// Whether two reservations always stand in the same order, whatever else is in the plan and however much time has passed.
    pub fn has_lasting_order(self) -> bool {
        match self {
            Self::First(order) => !matches!(order, FirstOrder::MinMin | FirstOrder::Sufferage),
            Self::Netto(order, _) => !matches!(order, NettoOrder::Shuffle | NettoOrder::LeastFlexible),
            Self::Gelsar | Self::Genetic => false,
        }
    }

    /// Most reservations that are planned anew together, the newcomer included, and most slots that their windows have together. The order of arrival, in
    /// which the newcomer alone is placed, allows more, orders that compare all with all allow fewer.
    pub fn limits(self) -> (u32, u64) {
        match self {
            Self::First(FirstOrder::Fifo) | Self::Netto(NettoOrder::Fifo, _) => bounds::REPLAN_FIFO,
            Self::First(FirstOrder::Sufferage) => bounds::REPLAN_SUFFERAGE,
            Self::First(FirstOrder::MinMin) => bounds::REPLAN_MIN_MIN,
            Self::Gelsar | Self::Genetic => bounds::REPLAN_SEARCH,
            _ => bounds::REPLAN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_different_and_found_again() {
        for replan in Replan::ALL {
            assert_eq!(Replan::from_name(replan.name()), Some(replan));
        }
        assert!(Replan::USUAL.iter().all(|usual| Replan::ALL.contains(usual)));
    }

    #[test]
    fn a_start_is_fixed_when_its_share_of_the_wait_has_passed() {
        let fixed = |share, now| Replan::Netto(NettoOrder::Fifo, share).is_fixed(10, 20, now);
        assert_eq!([11, 12, 13].map(|now| fixed(WaitShare::Quarter, now)), [false, false, true]);
        assert_eq!([14, 15].map(|now| fixed(WaitShare::Half, now)), [false, true]);
        assert_eq!([17, 18].map(|now| fixed(WaitShare::ThreeQuarters, now)), [false, true]);
        assert_eq!([19, 20].map(|now| fixed(WaitShare::Whole, now)), [false, true]);
        assert!(!Replan::First(FirstOrder::Fifo).is_fixed(10, 20, 19));
    }
}
