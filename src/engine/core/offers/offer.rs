//! An offer, and why it ends where it ends.

use serde::{Deserialize, Serialize};

/// `offer(t_s, t_e, numCN)`: so many nodes are free in each of these slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// t_s: first slot.
    pub start: u32,
    /// t_e: first slot after it.
    pub end: u32,
    /// numCN: the fewest free nodes of its slots, which may be more than are wanted.
    pub nodes: u32,
    /// Whether it is the solution: as long and as wide as wanted, the first of this kind that was found.
    pub is_solution: bool,
    /// The run it grew from, by its number in time.
    pub run: u32,
    /// Why it begins where it begins.
    pub left: Stop,
    /// Why it ends where it ends.
    pub right: Stop,
}

impl Offer {
    /// Slots of the offer.
    pub fn slots(&self) -> u32 {
        self.end - self.start
    }
}

/// Why an offer does not grow further on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stop {
    /// The interval of the query ends there.
    Edge,
    /// The next slot has too few free nodes.
    Short {
        /// The slot.
        slot: u32,
        /// Its free nodes.
        free: u32,
    },
    /// It is long enough.
    Enough,
}

/// Where an offer grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// To earlier slots.
    Left,
    /// To later slots.
    Right,
}
