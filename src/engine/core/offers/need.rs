//! What a query asks of the packing, and what is booked of an offer.

use super::offer::Offer;
use super::query::ElasticQuery;
use serde::{Deserialize, Serialize};

/// What Algorithm 1 looks for, with what is put where the query leaves something open (lines 1 to 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// ts: slots that are wanted, one if the duration is open.
    pub slots: u32,
    /// numCN: nodes that are wanted, one if that is open.
    pub nodes: u32,
    /// needSol: both are given, so that an offer that meets them is a solution and ends the search.
    pub wants_solution: bool,
}

impl Need {
    /// Of a query.
    pub fn of(query: &ElasticQuery) -> Self {
        Self {
            slots: query.duration.unwrap_or(1).max(1),
            nodes: query.nodes.unwrap_or(1).max(1),
            wants_solution: query.duration.is_some() && query.nodes.is_some(),
        }
    }
}

/// What is booked of an offer: its first slots, and no more nodes than are wanted. What the query leaves open is taken whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fit {
    /// First slot.
    pub start: u32,
    /// Slots.
    pub slots: u32,
    /// Nodes.
    pub nodes: u32,
}

impl Fit {
    /// Of an offer to a query.
    pub fn of(query: &ElasticQuery, offer: &Offer) -> Self {
        Self {
            start: offer.start,
            slots: query.duration.map_or(offer.slots(), |duration| duration.min(offer.slots())),
            nodes: query.nodes.map_or(offer.nodes, |nodes| nodes.min(offer.nodes)),
        }
    }

    /// First slot after it.
    pub fn end(&self) -> u32 {
        self.start + self.slots
    }

    /// Slots times nodes.
    pub fn node_slots(&self) -> u64 {
        u64::from(self.slots) * u64::from(self.nodes)
    }
}
