//! What a reservation costs the others: the difference of two whole plans, one with it and one without.
//!
//! The reservation is an advance reservation that is submitted at the moment it is announced, after everything else of that second: it is granted the first
//! start from the one asked for at which its nodes are free as far as is known then. What follows is the plan of the scheduler around it. Jobs run as long as
//! the scenario says; those submitted later come when they do.

pub mod difference;
pub mod map;
mod price;
pub mod pricing;
pub mod session;

use self::map::{CostMap, MapAsked};

pub use self::price::{Cost, Measure, Reservation, ReservationCost, announced_by};
use serde::{Deserialize, Serialize};

/// What is asked about a reservation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostAsked {
    /// The start it asks for; the earliest one, if it may start later.
    pub start: u32,
    /// The latest start, if it may start later than `start`: then the cheapest of some starts in between is told as well.
    pub latest: Option<u32>,
    /// For how long.
    pub seconds: u32,
    /// How many nodes.
    pub nodes: u32,
    /// When it is announced; `None` is as [`announced_by`] has it.
    pub announced: Option<u32>,
    /// What the cheapest starts are measured by.
    pub measure: Measure,
    /// A map of what other reservations would cost.
    pub map: Option<MapAsked>,
}

impl CostAsked {
    /// The reservation, at the start it asks for.
    pub fn reservation(&self) -> Reservation {
        Reservation { start: self.start.into(), seconds: self.seconds, nodes: self.nodes }
    }
}

/// What was asked about a reservation, as far as it is computed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CostAnswer {
    /// What was asked.
    pub asked: CostAsked,
    /// What the reservation costs; `None` before that is known.
    pub cost: Option<ReservationCost>,
    /// The cheapest of the starts it may have, by the measure, the earliest one of several: as far as they are computed. It is granted the start given unless that
    /// lies behind the latest one: then none that it may have is to be had.
    pub cheapest: Option<(Reservation, Cost)>,
    /// How many starts are still to be tried before the cheapest one is known.
    pub untried: u32,
    /// The map, as far as it is computed.
    pub map: Option<CostMap>,
}
