//! The lists of a planner that makes offers; one for a whole run, so that nothing is allocated per job.

use crate::slots::elastic::{Candidate, Choice, ElasticQuery, Fit, Need, Offer, OfferSearch, Run, choose, runs_of};
use crate::slots::planner::logical::slot_plan::SlotPlan;
use crate::slots::planner::newcomer::Newcomer;

/// Runs, offers, and what a user looks at.
#[derive(Clone, Debug, Default)]
pub(in crate::slots::planner) struct Packing {
    search: OfferSearch,
    runs: Vec<Run>,
    offers: Vec<Offer>,
    candidates: Vec<Candidate>,
}

impl Packing {
    /// Finds the offers for the newcomer: a request is a query for the interval from its earliest start to its deadline. Gives what is booked of the
    /// solution, if there is one.
    pub fn solution(&mut self, plan: &SlotPlan, newcomer: Newcomer) -> Option<Fit> {
        let query = query_of(newcomer);
        runs_of(query.from, query.to, |slot| plan.free(slot), &mut self.runs);
        self.search.offers(&self.runs, Need::of(&query), &mut self.offers);
        let first = self.offers.first().filter(|offer| offer.is_solution)?;
        Some(Fit::of(&query, first))
    }

    /// What the user of the newcomer takes of the offers that were found (Algorithm 2), if there is no solution.
    pub fn smaller(&mut self, newcomer: Newcomer) -> Option<Fit> {
        let query = query_of(newcomer);
        self.candidates.clear();
        self.candidates.extend(self.offers.iter().map(|offer| {
            let Fit { start, slots, nodes } = Fit::of(&query, offer);
            // The paper's user does not look at prices.
            Candidate { start, slots, whole_slots: offer.slots(), nodes, price: 0.0, is_solution: offer.is_solution }
        }));
        let chosen = choose(Need::of(&query), &self.candidates, Choice::PaperUser)?;
        Some(Fit::of(&query, &self.offers[chosen]))
    }
}

fn query_of(newcomer: Newcomer) -> ElasticQuery {
    let Newcomer { earliest_start, latest_start, shape, .. } = newcomer;
    ElasticQuery {
        from: earliest_start,
        to: latest_start + shape.duration,
        duration: Some(shape.duration),
        nodes: Some(shape.nodes),
    }
}
