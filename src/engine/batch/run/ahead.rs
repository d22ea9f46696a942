//! What is asked of a run about the future: when a job will start, and what a reservation costs. Computed in parts, once the plan is complete.

use crate::batch::cost::CostAnswer;
use crate::batch::cost::session::Costing;
use crate::batch::forecast::StartForecast;
use crate::batch::forecast::session::Forecasting;

/// Draws and cells after which the answer is told again.
const TOLD_EVERY: usize = 16;

/// The work on both questions.
#[derive(Debug, Default)]
pub struct Ahead {
    pub(super) when: Option<Forecasting>,
    pub(super) cost: Option<Costing>,
    /// Draws and cells that were told.
    pub(super) told: usize,
}

impl Ahead {
    /// When the job will start, as far as it is computed.
    pub fn when(&self) -> Option<StartForecast> {
        self.when.as_ref().map(|when| when.answer().clone())
    }

    /// What the reservation costs, as far as it is computed.
    pub fn cost(&self) -> Option<CostAnswer> {
        self.cost.as_ref().map(|cost| cost.answer().clone())
    }

    /// Whether there is nothing left to compute.
    pub fn is_done(&self) -> bool {
        self.when.as_ref().is_none_or(Forecasting::is_done) && self.cost.as_ref().is_none_or(Costing::is_done)
    }

    /// Draws and cells that are computed.
    pub(super) fn computed(&self) -> usize {
        let draws = self.when.as_ref().map_or(0, |when| when.answer().draws.len());
        let cells = self.cost.as_ref().map_or(0, |cost| {
            let CostAnswer { cost, cheapest, map, .. } = cost.answer();
            usize::from(cost.is_some()) + usize::from(cheapest.is_some()) + map.as_ref().map_or(0, |map| map.computed as usize)
        });
        draws + cells
    }

    /// Goes on for about as long as so many decisions take; whether there is something new to tell.
    pub fn advance(&mut self, decisions: usize) -> bool {
        let known = |ahead: &Self| ahead.cost.as_ref().map(|cost| (cost.answer().cost.is_some(), cost.answer().untried == 0));
        let before = known(self);
        let had_cost = before.is_some_and(|(has_cost, _)| has_cost);
        // The reservation first, then the draws, then the map.
        match (&mut self.when, &mut self.cost) {
            (Some(when), Some(cost)) if !when.is_done() && had_cost => when.advance(decisions),
            (_, Some(cost)) if !cost.is_done() => cost.advance(decisions),
            (Some(when), _) => when.advance(decisions),
            (None, _) => {}
        }
        let computed = self.computed();
        let is_new = before != known(self) || computed >= self.told + TOLD_EVERY || self.is_done();
        if is_new {
            self.told = computed;
        }
        is_new
    }
}
