//! In which order a resource lists its offers: "the order of offers in the list can be sorted based on policies of the resource" (Sulistio 3).

use super::need::Fit;
use super::offer::Offer;
use super::query::ElasticQuery;
use crate::core::sorting::sort_shared;
use serde::{Deserialize, Serialize};

/// The order of a list of offers. The solution, if there is one, stands on top under each (Algorithm 1, line 40). The paper names no order; all but
/// [`OfferOrder::Found`] are ours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum OfferOrder {
    /// Who gives most of the slots times nodes that are wanted, then the earliest.
    #[default]
    Most,
    /// As Algorithm 1 finds them: by the free nodes of the run that they grow from.
    Found,
    /// The earliest start.
    Earliest,
    /// The lowest price of what is booked.
    Cheapest,
    /// The fewest slots times nodes that are left free beside what is booked.
    Fullest,
}

impl OfferOrder {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Most, Self::Found, Self::Earliest, Self::Cheapest, Self::Fullest];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Most => "most",
            Self::Found => "found",
            Self::Earliest => "earliest",
            Self::Cheapest => "cheapest",
            Self::Fullest => "fullest",
        }
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Most => "largest first",
            Self::Found => "as found",
            Self::Earliest => "earliest first",
            Self::Cheapest => "cheapest first",
            Self::Fullest => "fullest use first",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// Sorts the offers to a query, which come as the algorithm found them; `price` is that of what is booked of one. Equal ones stay as they are.
    pub fn sort(self, offers: &mut [Offer], query: &ElasticQuery, price: impl Fn(Fit) -> f64) {
        let booked = |offer: &Offer| Fit::of(query, offer).node_slots();
        let left = |offer: &Offer| u64::from(offer.slots()) * u64::from(offer.nodes) - booked(offer);
        let cost = |offer: &Offer| price(Fit::of(query, offer));
        sort_shared(offers, |one, other| {
            let by_order = match self {
                Self::Most => booked(other).cmp(&booked(one)).then(one.start.cmp(&other.start)),
                Self::Found => std::cmp::Ordering::Equal,
                Self::Earliest => one.start.cmp(&other.start),
                Self::Cheapest => cost(one).total_cmp(&cost(other)),
                Self::Fullest => left(one).cmp(&left(other)),
            };
            other.is_solution.cmp(&one.is_solution).then(by_order)
        });
    }
}
