//! What links say of the planners that plan everything anew for each newcomer (forms 5 to 7 of version 3). Fields and variants are identified by their order: do
//! not reorder, remove or change anything.

use bookahead_engine::slots::order_search::OrderSearch;
use bookahead_engine::slots::replanning::{FirstOrder, NettoOrder, Replan, WaitShare};
use bookahead_engine::slots::scenario::PlannerKind;
use serde::{Deserialize, Serialize};

/// A planner that searches for the order: form 6.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum WireSearch {
    Gelsar,
    Genetic,
}

impl WireSearch {
    /// The wire form of a planner that searches for the order; none of the others.
    pub fn of(planner: PlannerKind) -> Option<Self> {
        match planner {
            PlannerKind::Replan(Replan::Gelsar) => Some(Self::Gelsar),
            PlannerKind::Replan(Replan::Genetic) => Some(Self::Genetic),
            _ => None,
        }
    }
}

impl From<WireSearch> for PlannerKind {
    fn from(wire: WireSearch) -> Self {
        Self::Replan(match wire {
            WireSearch::Gelsar => Replan::Gelsar,
            WireSearch::Genetic => Replan::Genetic,
        })
    }
}

/// How the order is searched for, where it is not as usual: form 7.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct WireOrderSearch {
    population: u32,
    generations: u32,
    seed: u64,
}

impl WireOrderSearch {
    /// The wire form of a search that is not the usual one.
    pub fn of(search: OrderSearch) -> Option<Self> {
        let OrderSearch { population, generations, seed } = search;
        (search != OrderSearch::default()).then_some(Self { population, generations, seed })
    }
}

impl From<WireOrderSearch> for OrderSearch {
    fn from(WireOrderSearch { population, generations, seed }: WireOrderSearch) -> Self {
        Self { population, generations, seed }
    }
}

/// A planner that plans anew in an order that it need not search for.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum WireReplan {
    First(WireFirst),
    Netto(WireNetto, WireShare),
}

#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum WireFirst {
    Fifo,
    MinSlack,
    MinMin,
    MinMax,
    Sufferage,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum WireNetto {
    Shuffle,
    Fifo,
    BiggestFirst,
    LeastFlexible,
    EarliestDeadline,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum WireShare {
    Quarter,
    Half,
    ThreeQuarters,
    Whole,
}

impl WireReplan {
    /// The wire form of a planner that plans anew in such an order; none of the others.
    pub fn of(planner: PlannerKind) -> Option<Self> {
        let PlannerKind::Replan(replan) = planner else { return None };
        Some(match replan {
            Replan::First(order) => Self::First(match order {
                FirstOrder::Fifo => WireFirst::Fifo,
                FirstOrder::MinSlack => WireFirst::MinSlack,
                FirstOrder::MinMin => WireFirst::MinMin,
                FirstOrder::MinMax => WireFirst::MinMax,
                FirstOrder::Sufferage => WireFirst::Sufferage,
            }),
            Replan::Netto(order, share) => {
                let order = match order {
                    NettoOrder::Shuffle => WireNetto::Shuffle,
                    NettoOrder::Fifo => WireNetto::Fifo,
                    NettoOrder::BiggestFirst => WireNetto::BiggestFirst,
                    NettoOrder::LeastFlexible => WireNetto::LeastFlexible,
                    NettoOrder::EarliestDeadline => WireNetto::EarliestDeadline,
                };
                let share = match share {
                    WaitShare::Quarter => WireShare::Quarter,
                    WaitShare::Half => WireShare::Half,
                    WaitShare::ThreeQuarters => WireShare::ThreeQuarters,
                    WaitShare::Whole => WireShare::Whole,
                };
                Self::Netto(order, share)
            }
            Replan::Gelsar | Replan::Genetic => return None,
        })
    }
}

impl From<WireReplan> for PlannerKind {
    fn from(wire: WireReplan) -> Self {
        Self::Replan(match wire {
            WireReplan::First(order) => Replan::First(match order {
                WireFirst::Fifo => FirstOrder::Fifo,
                WireFirst::MinSlack => FirstOrder::MinSlack,
                WireFirst::MinMin => FirstOrder::MinMin,
                WireFirst::MinMax => FirstOrder::MinMax,
                WireFirst::Sufferage => FirstOrder::Sufferage,
            }),
            WireReplan::Netto(order, share) => {
                let order = match order {
                    WireNetto::Shuffle => NettoOrder::Shuffle,
                    WireNetto::Fifo => NettoOrder::Fifo,
                    WireNetto::BiggestFirst => NettoOrder::BiggestFirst,
                    WireNetto::LeastFlexible => NettoOrder::LeastFlexible,
                    WireNetto::EarliestDeadline => NettoOrder::EarliestDeadline,
                };
                let share = match share {
                    WireShare::Quarter => WaitShare::Quarter,
                    WireShare::Half => WaitShare::Half,
                    WireShare::ThreeQuarters => WaitShare::ThreeQuarters,
                    WireShare::Whole => WaitShare::Whole,
                };
                Replan::Netto(order, share)
            }
        })
    }
}
