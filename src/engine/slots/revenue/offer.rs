//! What an optimiser knows of a class: its price and its demand, alone or several classes taken as one.

use super::demand::Demand;

/// A class as the optimisers see it: what a node costs for a slot, and how many are asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// Price of one node for one slot in minor units (p_k).
    pub price: u32,
    /// Demand in a slot.
    pub demand: Demand,
}

impl Offer {
    /// `price` and N(mean, deviation²).
    pub const fn new(price: u32, mean: f64, deviation: f64) -> Self {
        Self { price, demand: Demand::new(mean, deviation) }
    }
}

/// Several higher classes taken as one: EMSR-b's virtual class (Umar (10)–(12)).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VirtualClass {
    /// Mean price, weighted by demand: Σ p_j·μ_j ÷ Σ μ_j; 0 without any demand.
    pub price: f64,
    /// Demand of all of them together.
    pub demand: Demand,
}

impl VirtualClass {
    /// The classes `higher` as one.
    pub fn of(higher: &[Offer]) -> Self {
        let demand = Demand::sum(higher.iter().map(|offer| offer.demand));
        let value: f64 = higher.iter().filter(|offer| offer.demand.mean > 0.0).map(|o| f64::from(o.price) * o.demand.mean).sum();
        Self { price: if demand.mean > 0.0 { value / demand.mean } else { 0.0 }, demand }
    }
}
