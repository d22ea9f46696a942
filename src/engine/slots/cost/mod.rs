//! What a request costs the others: the difference of two whole plans, one with it and one without.
//!
//! The request comes after everything else of its slot, as a rule as the last of all: then it is decided on the plan as it stands, and nobody is refused for it. If it
//! comes earlier, others come after it and may be refused because of it. Without `relax` its start is fixed, and its deadline is its end. It is planned like any other
//! request: by the planner of the scenario, and with a market by its booking limits.

mod difference;
mod in_parts;
pub mod map;
mod price;
pub mod pricing;
pub mod session;
pub mod words;
mod worth;

use self::map::CostMap;
use super::request::Slot;
use crate::core::cost_map::MapAsked;
use serde::{Deserialize, Serialize};

pub(super) use self::in_parts::CostInParts;
pub use self::price::{Changed, Cost, Measure, RequestCost, Wanted};

/// What is asked about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostAsked {
    /// The request: its earliest start, its duration and its nodes.
    pub wanted: Wanted,
    /// By how many slots its start may be later.
    pub relax: Slot,
    /// When it comes; `None` is with the last of the others.
    pub submitted: Option<Slot>,
    /// The latest of the starts it may ask for, if it is not sure: then the cheapest of some starts up to it is told as well.
    pub latest: Option<Slot>,
    /// What the cheapest starts are measured by.
    pub measure: Measure,
    /// A map of what other requests would cost.
    pub map: Option<MapAsked>,
}

/// What was asked about a request, as far as it is computed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostAnswer {
    /// What was asked.
    pub asked: CostAsked,
    /// What the request costs; `None` before that is known.
    pub cost: Option<RequestCost>,
    /// The cheapest of the starts it may ask for, by the measure, the earliest one of several: as far as they are computed. It is refused only if all are.
    pub cheapest: Option<(Wanted, Cost)>,
    /// How many starts are still to be tried before the cheapest one is known.
    pub untried: u32,
    /// The map, as far as it is computed.
    pub map: Option<CostMap>,
}

/// The answer to a question about the cost of a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CostTold {
    /// Number of the plan that was asked.
    pub plan: u32,
    /// What was asked.
    pub asked: CostAsked,
    /// The answer, as far as it is computed; `None` if the plan is as large as one may be, so that no request can be added.
    pub answer: Option<CostAnswer>,
}
