//! The part of the wire format of a cluster that tells what is taken of offers under strip packing: from form 9 of version 3 of links on. Fields are identified
//! by their order: do not reorder, remove or change anything.

use crate::link_parts::ByNumber;
use bookahead_engine::batch::BatchScenario;
use bookahead_engine::batch::reservations::{OfferRules, ReservationRule};
use bookahead_engine::slots::elastic::{Choice, OfferOrder};
use serde::{Deserialize, Serialize};

/// The choices by their numbers, which never change.
const CHOICES: [Choice; 5] = [Choice::PaperUser, Choice::Cheapest, Choice::Earliest, Choice::Largest, Choice::First];

/// What is taken of offers, from form 9 on.
#[derive(Serialize, Deserialize)]
pub(super) struct WireOffers {
    choice: u32,
    order: ByNumber<OfferOrder>,
    half_nodes: bool,
}

impl WireOffers {
    /// `None` if there is nothing of all that.
    pub(super) fn of(cluster: &BatchScenario) -> Option<Self> {
        let OfferRules { choice, order, half_nodes } = cluster.policy.offers;
        let is_usual = cluster.policy.reservations != ReservationRule::Osp && cluster.policy.offers == OfferRules::default();
        // Every scenario that is checked has one of them.
        let choice = CHOICES.iter().position(|known| *known == choice)? as u32;
        (!is_usual).then_some(Self { choice, order: ByNumber(order), half_nodes })
    }

    /// A cluster with them; `None` if they cannot be the work of the encoder.
    pub(super) fn give(self, mut cluster: BatchScenario) -> Option<BatchScenario> {
        let choice = *CHOICES.get(self.choice as usize)?;
        cluster.policy.offers = OfferRules { choice, order: self.order.0, half_nodes: self.half_nodes };
        Some(cluster)
    }
}
