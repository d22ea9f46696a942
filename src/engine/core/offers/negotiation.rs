//! One query after another: the offers to each, and what its user takes of them. Planners, queues and experiments negotiate in this way.

use super::choice::{Candidate, Choice, choose};
use super::need::{Fit, Need};
use super::offer::Offer;
use super::order::OfferOrder;
use super::query::ElasticQuery;
use super::run::Run;
use super::search::OfferSearch;

/// Runs, offers, and what a user looks at; one for many queries, so that nothing is allocated for each.
#[derive(Clone, Debug, Default)]
pub struct Negotiation {
    search: OfferSearch,
    /// The runs of the interval that is asked about: whoever asks fills them in.
    pub runs: Vec<Run>,
    offers: Vec<Offer>,
    candidates: Vec<Candidate>,
}

impl Negotiation {
    /// Finds the offers to a query for the runs (Algorithm 1), and what is booked of the solution, if there is one.
    pub fn solution(&mut self, query: &ElasticQuery) -> Option<Fit> {
        self.search.offers(&self.runs, Need::of(query), &mut self.offers);
        self.offers.first().filter(|offer| offer.is_solution).map(|offer| Fit::of(query, offer))
    }

    /// Finds more offers: those to the same user's query for half of the nodes, who may take less than what was asked for.
    pub fn ask_again(&mut self, query: &ElasticQuery) {
        if let Some(half) = query.for_half_the_nodes() {
            self.search.offers(&self.runs, Need::of(&half), &mut self.offers);
        }
    }

    /// Lists the offers in an order. All nodes cost the same at every time.
    pub fn list(&mut self, query: &ElasticQuery, order: OfferOrder) {
        order.sort(&mut self.offers, query, |fit| fit.node_slots() as f64);
    }

    /// The offers that were found last.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// Which of the offers the user of a query takes, and what is booked of it. All nodes cost the same at every time.
    pub fn taken(&mut self, query: &ElasticQuery, choice: Choice) -> Option<(usize, Fit)> {
        self.candidates.clear();
        self.candidates.extend(self.offers.iter().map(|offer| {
            let fit = Fit::of(query, offer);
            let Fit { start, slots, nodes } = fit;
            let price = fit.node_slots() as f64;
            Candidate { start, slots, whole_slots: offer.slots(), nodes, price, is_solution: offer.is_solution }
        }));
        let chosen = choose(Need::of(query), &self.candidates, choice)?;
        Some((chosen, Fit::of(query, &self.offers[chosen])))
    }
}
