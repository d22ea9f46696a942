//! What links say of the planners that plan everything anew for each newcomer (forms 5 to 7 of version 3). Fields and variants are identified by their order: do
//! not reorder, remove or change anything.

use crate::link_parts::{ByNumber, numbered};
use crate::same_fields::{Written, same_fields};
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
    pub fn unusual(search: OrderSearch) -> Option<Self> {
        (search != OrderSearch::default()).then_some(Written::of(search))
    }
}

same_fields! { WireOrderSearch = OrderSearch { population, generations, seed } }

/// A planner that plans anew in an order that it need not search for.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum WireReplan {
    First(ByNumber<FirstOrder>),
    Netto(ByNumber<NettoOrder>, ByNumber<WaitShare>),
}

numbered! {
    FirstOrder { Fifo = 0, MinSlack = 1, MinMin = 2, MinMax = 3, Sufferage = 4 }
    NettoOrder { Shuffle = 0, Fifo = 1, BiggestFirst = 2, LeastFlexible = 3, EarliestDeadline = 4 }
    WaitShare { Quarter = 0, Half = 1, ThreeQuarters = 2, Whole = 3 }
}

impl WireReplan {
    /// The wire form of a planner that plans anew in such an order; none of the others.
    pub fn of(planner: PlannerKind) -> Option<Self> {
        match planner {
            PlannerKind::Replan(Replan::First(order)) => Some(Self::First(ByNumber(order))),
            PlannerKind::Replan(Replan::Netto(order, share)) => Some(Self::Netto(ByNumber(order), ByNumber(share))),
            _ => None,
        }
    }
}

impl From<WireReplan> for PlannerKind {
    fn from(wire: WireReplan) -> Self {
        Self::Replan(match wire {
            WireReplan::First(ByNumber(order)) => Replan::First(order),
            WireReplan::Netto(ByNumber(order), ByNumber(share)) => Replan::Netto(order, share),
        })
    }
}
