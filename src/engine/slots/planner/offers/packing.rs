//! The lists of a planner that makes offers; one for a whole run, so that nothing is allocated per job.

use crate::slots::elastic::{Choice, ElasticQuery, Fit, Negotiation, runs_of};
use crate::slots::planner::logical::slot_plan::SlotPlan;
use crate::slots::planner::newcomer::Newcomer;

/// Runs, offers, and what a user looks at.
#[derive(Clone, Debug, Default)]
pub(in crate::slots::planner) struct Packing(Negotiation);

impl Packing {
    /// Finds the offers for the newcomer: a request is a query for the interval from its earliest start to its deadline. Gives what is booked of the
    /// solution, if there is one.
    pub fn solution(&mut self, plan: &SlotPlan, newcomer: Newcomer) -> Option<Fit> {
        let query = query_of(newcomer);
        runs_of(query.from, query.to, |slot| plan.free(slot), &mut self.0.runs);
        self.0.solution(&query)
    }

    /// What the user of the newcomer takes of the offers that were found (Algorithm 2), if there is no solution.
    pub fn smaller(&mut self, newcomer: Newcomer) -> Option<Fit> {
        self.0.taken(&query_of(newcomer), Choice::PaperUser).map(|(_, fit)| fit)
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
