//! What an offer costs (Sulistio 2.4): Cost_AR = numSlot · numCN · bcost_AR with bcost_AR = τ · bcost · δ; with a market the price of its class.

use crate::core::error::{FieldPath, ScenarioError};
use crate::slots::bounds;
use crate::slots::request::Slot;
use crate::slots::revenue::Market;
use serde::{Deserialize, Serialize};

/// The prices of a machine without a market.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tariff {
    /// bcost: price of one node for one minute.
    pub base_cost: f64,
    /// τ: how many times as much a reservation costs, at least 1.
    pub factor: f64,
}

impl Default for Tariff {
    /// Those of the paper's evaluation (Sulistio 4): 0.05 per minute, four times as much for a reservation.
    fn default() -> Self {
        Self { base_cost: 0.05, factor: 4.0 }
    }
}

impl Tariff {
    /// Checks both numbers.
    ///
    /// # Errors
    /// The first one out of range.
    pub fn check(&self, place: &FieldPath) -> Result<(), ScenarioError> {
        let within = |name: &str, value: f64, min: f64, max: f64| {
            let allowed = format!("a number from {min} to {max}");
            // What is no number lies in no range.
            if (min..=max).contains(&value) { Ok(()) } else { Err(ScenarioError::new(place.field(name), value, allowed)) }
        };
        within("base_cost", self.base_cost, 0.0, bounds::BASE_COST_MAX)?;
        within("factor", self.factor, 1.0, bounds::FACTOR_MAX)
    }

    /// Cost of a job without a reservation (Sulistio 2.4 (2)): dur · numCN · bcost, the duration in minutes.
    pub fn of_job(&self, node_seconds: f64) -> f64 {
        node_seconds / 60.0 * self.base_cost
    }

    /// bcost_AR: price of one reserved node for one slot of so many seconds.
    pub fn per_node_slot(&self, slot_seconds: u32) -> f64 {
        // δ last, as in the paper's product: the factors of the usual numbers come out exact then.
        self.factor * self.base_cost * (f64::from(slot_seconds) / 60.0)
    }
}

/// What a node costs in a slot.
#[derive(Clone, Copy, Debug)]
pub struct Prices<'a> {
    /// Without a market.
    pub tariff: Tariff,
    /// δ in seconds.
    pub slot_seconds: u32,
    /// With one its classes count instead.
    pub market: Option<&'a Market>,
    /// When the reservation is made: the class follows from how far ahead it starts.
    pub now: Slot,
}

impl Prices<'_> {
    /// The class of a reservation that starts in a slot, from 1; `None` without a market.
    pub fn class(&self, start: Slot) -> Option<u8> {
        self.market.map(|market| market.class_of(start.saturating_sub(self.now)) as u8 + 1)
    }

    /// Price of one node for one slot of a reservation that starts in a slot.
    pub fn per_node_slot(&self, start: Slot) -> f64 {
        let class = self.market.and_then(|market| market.classes.get(market.class_of(start.saturating_sub(self.now))));
        match class {
            Some(class) => f64::from(class.price),
            None => self.tariff.per_node_slot(self.slot_seconds),
        }
    }

    /// Price of so many nodes for so many slots.
    pub fn price(&self, start: Slot, slots: Slot, nodes: u32) -> f64 {
        f64::from(slots) * f64::from(nodes) * self.per_node_slot(start)
    }
}
