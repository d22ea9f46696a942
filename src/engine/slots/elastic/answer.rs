//! The answer to a query: the offers with their prices, in an order, and which one a rule takes.

use super::front::{Merit, dominated};
use super::packing::as_written;
use super::price::Prices;
use super::profile::FreeProfile;
use super::trail::Trail;
use crate::core::offers::{Candidate, Choice, ElasticQuery, Fit, Need, Offer, OfferOrder, OfferSearch, Run, choose};
use crate::slots::request::{Request, Slot};
use serde::{Deserialize, Serialize};

/// Most offers that the page is told, beside the one that is chosen.
pub const OFFERS_LISTED: u32 = 100;
/// Most runs of which the algorithm is shown step by step.
const STEPPED_RUNS: usize = 400;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asked {
    /// The query.
    pub query: ElasticQuery,
    /// Who chooses.
    pub choice: Choice,
    /// How the resource lists its offers.
    pub order: OfferOrder,
    /// Whether the steps of the algorithm are wanted.
    pub with_steps: bool,
    /// Most offers that are told.
    pub most: u32,
}

/// What is found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// What was asked.
    pub asked: Asked,
    /// Number of offers.
    pub count: u32,
    /// How many of them are dominated by others.
    pub dominated: u32,
    /// The offers, the solution first and the others in the order that is asked for. No more than were wanted, and the one that is chosen.
    pub offers: Vec<PricedOffer>,
    /// The one that the rule takes, by its place in [`Answer::offers`].
    pub chosen: Option<u32>,
    /// The most nodes that are free in a slot of the interval.
    pub most_free: u32,
    /// The steps, if they are wanted and not too many.
    pub trail: Option<Trail>,
}

/// An offer with its price.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PricedOffer {
    /// The offer.
    pub offer: Offer,
    /// What the whole of it costs.
    pub price: f64,
    /// Its class in a market, from 1.
    pub class: Option<u8>,
    /// What is booked if it is taken.
    pub booking: Booking,
    /// Whether another offer is no later, no shorter, no narrower, costs no more for a node and a slot, and is better in one of these.
    pub is_dominated: bool,
}

/// A rigid reservation that takes an offer: `reserv(t_s, t_e, numCN)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Booking {
    /// First slot.
    pub start: Slot,
    /// First slot after it.
    pub end: Slot,
    /// Nodes.
    pub nodes: u32,
    /// What it costs.
    pub price: f64,
    /// When it is submitted.
    pub submitted: Slot,
}

/// An offer that is no longer free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stale {
    /// A slot with too few free nodes.
    pub slot: Slot,
    /// How many it has.
    pub free: u32,
}

impl Booking {
    /// The request that books it: one job that starts in its first slot or nowhere.
    pub fn request(&self, user: u32) -> Request {
        Request {
            user,
            submitted: self.submitted,
            earliest_start: self.start,
            latest_start: self.start,
            duration: self.end - self.start,
            nodes: self.nodes,
            jobs: 1,
        }
    }

    /// Whether it is still free in a plan.
    ///
    /// # Errors
    /// The first slot in which it is not.
    pub fn check(&self, profile: &FreeProfile) -> Result<(), Stale> {
        profile.short(self.start, self.end, self.nodes).map_or(Ok(()), |(slot, free)| Err(Stale { slot, free }))
    }
}

/// Finds the offers of a query, which is taken as checked, and tells the best of them.
pub fn ask(profile: &FreeProfile, prices: Prices<'_>, asked: Asked, (search, runs): (&mut OfferSearch, &mut Vec<Run>)) -> Answer {
    let Asked { query, choice, order, with_steps, most } = asked;
    let need = Need::of(&query);
    profile.runs(query.from, query.to, runs);
    let mut offers = Vec::new();
    search.offers(runs, need, &mut offers);
    let trail = (with_steps && runs.len() <= STEPPED_RUNS).then(|| {
        let mut trail = Trail::default();
        as_written(runs, need, &mut trail);
        trail
    });
    order.sort(&mut offers, &query, |Fit { start, slots, nodes }| prices.price(start, slots, nodes));
    let merit = |offer: &Offer| Merit {
        start: offer.start,
        slots: offer.slots(),
        nodes: offer.nodes,
        unit_price: prices.per_node_slot(offer.start),
    };
    let merits: Vec<Merit> = offers.iter().map(merit).collect();
    let is_dominated = dominated(&merits);
    let candidate = |offer: &Offer| {
        let fit = Fit::of(&query, offer);
        Candidate {
            start: offer.start,
            slots: fit.slots,
            whole_slots: offer.slots(),
            nodes: fit.nodes,
            price: prices.price(fit.start, fit.slots, fit.nodes),
            is_solution: offer.is_solution,
        }
    };
    let candidates: Vec<Candidate> = offers.iter().map(candidate).collect();
    let chosen = choose(need, &candidates, choice);
    let told = |index: usize| {
        let offer = offers[index];
        let Candidate { start, slots, nodes, price, .. } = candidates[index];
        PricedOffer {
            offer,
            price: prices.price(offer.start, offer.slots(), offer.nodes),
            class: prices.class(offer.start),
            booking: Booking { start, end: start + slots, nodes, price, submitted: prices.now },
            is_dominated: is_dominated[index],
        }
    };
    let mut places: Vec<usize> = (0..offers.len().min(most as usize)).collect();
    let told_first = places.len();
    places.extend(chosen.filter(|&chosen| chosen >= told_first));
    Answer {
        asked,
        count: offers.len() as u32,
        dominated: is_dominated.iter().filter(|is| **is).count() as u32,
        chosen: chosen.and_then(|chosen| places.iter().position(|&place| place == chosen)).map(|place| place as u32),
        offers: places.into_iter().map(told).collect(),
        most_free: runs.iter().map(|run| run.free).max().unwrap_or(0),
        trail,
    }
}
