//! What the nodes that a request takes are expected to bring if they are kept: the bid price of each, by the booking limits' own theory.
//!
//! With u nodes of a slot in use, of b_1 that are on sale, the node that is sold next is the (b_1 − u)-th last one. Its bid price is ΔV(b_1 − u), what it is worth
//! to all classes before they book (`revenue/optimum.rs`), under the protection levels and the demand that hold when the request comes. Demand that has come
//! already is not taken off it, so that this is an upper bound.

use crate::slots::bounds;
use crate::slots::planner::Session;
use crate::slots::revenue::{Demand, DemandSource, Nesting, WholeClasses, levels_of};

/// What nodes on sale are worth for a slot.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Worth {
    /// Nodes that are on sale (b_1).
    on_sale: u32,
    /// Entry x is what the last x nodes are worth together, Σ ΔV(1 … x), in minor units.
    of_last: Vec<f64>,
}

impl Worth {
    /// The worth that holds as the session stands. `None` without a market, where classes have parts of their own (their nodes have no common worth), beyond
    /// [`bounds::OPTIMAL_NODES_MAX`] nodes, and where demand is forecast and no forecast was made yet.
    pub fn of(session: &Session) -> Option<Self> {
        let (revenue, nodes) = (session.revenue()?, session.machine().nodes);
        let market = revenue.market();
        if market.nesting == Nesting::Partitioned || nodes > bounds::OPTIMAL_NODES_MAX {
            return None;
        }
        let demand: Vec<Demand> = match market.demand {
            DemandSource::Given => market.given_demand(),
            DemandSource::Forecast => revenue.updates().last()?.forecast.iter().map(|class| class.demand).collect(),
        };
        let limits = revenue.limits();
        let on_sale = *limits.first()?;
        let whole = WholeClasses::new(on_sale, &market.offers(&demand));
        let mut sum = 0.0;
        let worth = whole.worth_of_nodes(market.count(), &levels_of(limits));
        let sums = worth.into_iter().map(|worth| {
            sum += worth;
            sum
        });
        Some(Self { on_sale, of_last: std::iter::once(0.0).chain(sums).collect() })
    }

    /// What `nodes` nodes of a slot are worth together of which `used` others are in use.
    pub fn of_taken(&self, used: u32, nodes: u32) -> f64 {
        let left = self.on_sale.saturating_sub(used);
        let of_last = |left: u32| self.of_last[left as usize];
        of_last(left) - of_last(left.saturating_sub(nodes))
    }
}
