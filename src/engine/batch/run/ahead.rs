//! What is asked of a run about the future: when a job will start, and what a reservation costs. Computed in parts, once the plan is complete.

use super::BatchRun;
use super::update::BatchQuery;
use crate::batch::cost::pricing::Pricing;
use crate::batch::cost::session::Costing;
use crate::batch::cost::{CostAnswer, announced_by};
use crate::batch::forecast::known::Known;
use crate::batch::forecast::session::{Forecasting, moment_of};
use crate::batch::forecast::{StartForecast, WhenAsked};
use crate::batch::job::Time;
use crate::batch::outcome::Simulation;

/// Draws and cells after which the answer is told again.
const TOLD_EVERY: usize = 16;

/// The work on both questions.
#[derive(Debug, Default)]
pub struct Ahead {
    when: Option<Forecasting>,
    cost: Option<Costing>,
    /// Draws and cells that were told.
    told: usize,
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
    fn computed(&self) -> usize {
        let draws = self.when.as_ref().map_or(0, |when| when.answer().draws.len());
        let cells = self.cost.as_ref().map_or(0, |cost| {
            let CostAnswer { cost, cheapest, map, .. } = cost.answer();
            usize::from(cost.is_some()) + usize::from(cheapest.is_some()) + map.as_ref().map_or(0, |map| map.computed as usize)
        });
        draws + cells
    }

    /// Goes on for about as long as so many decisions take; whether there is something new to tell.
    pub fn advance(&mut self, decisions: usize) -> bool {
        let had_cost = self.cost.as_ref().is_some_and(|cost| cost.answer().cost.is_some());
        // The reservation first, then the draws, then the map.
        match (&mut self.when, &mut self.cost) {
            (Some(when), Some(cost)) if !when.is_done() && had_cost => when.advance(decisions),
            (_, Some(cost)) if !cost.is_done() => cost.advance(decisions),
            (Some(when), _) => when.advance(decisions),
            (None, _) => {}
        }
        let has_cost = self.cost.as_ref().is_some_and(|cost| cost.answer().cost.is_some());
        let computed = self.computed();
        let is_new = had_cost != has_cost || computed >= self.told + TOLD_EVERY || self.is_done();
        if is_new {
            self.told = computed;
        }
        is_new
    }
}

impl BatchRun {
    /// The machine once everything has happened up to a moment. `None` where the starts are those of a log.
    fn machine_at(&self, moment: Time) -> Option<Simulation> {
        self.checkpoints.before(moment.saturating_add(1), self.scenario.policy, &self.simulation, &self.jobs, self.scenario.nodes)
    }

    /// The forecast of a job, begun: point, reason and what fits are known. `None` if there is no such job, or its start is that of a log.
    pub fn forecast(&self, asked: WhenAsked) -> Option<Forecasting> {
        let row = self.jobs.row_of(asked.job)?;
        let at = moment_of(self.scenario.now, self.jobs.submitted[row]);
        let (nodes, policy) = (self.scenario.nodes, self.scenario.policy);
        let known = Known::of(&self.machine_at(at)?, policy, &self.jobs, at)?;
        Some(Forecasting::new(known, nodes, policy, row, asked))
    }

    /// What prices reservations that are announced at a moment, or when they are if nothing is said. `None` where the starts are those of a log.
    pub fn pricing(&self, announced: Option<u32>) -> Option<Pricing> {
        let first = self.jobs.submitted.first().copied();
        let announced = announced.map_or_else(|| announced_by(self.scenario.now, first), Time::from);
        let (nodes, policy) = (self.scenario.nodes, self.scenario.policy);
        Pricing::new(nodes, policy, &self.jobs, &self.simulation, &self.machine_at(announced)?, announced)
    }

    /// Takes up what the query asks about the future; what is asked as before, of the same plan, goes on.
    pub(super) fn look_ahead(&mut self) {
        let BatchQuery { when, cost, .. } = self.query;
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.when = match ahead.when {
            Some(forecast) if when == Some(forecast.answer().asked) => Some(forecast),
            _ => when.and_then(|when| self.forecast(when)),
        };
        ahead.cost = match (ahead.cost, cost) {
            (Some(mut costing), Some(asked)) if costing.answer().asked.announced == asked.announced => {
                if costing.answer().asked != asked {
                    costing.ask(asked);
                }
                Some(costing)
            }
            (_, Some(asked)) => self.pricing(asked.announced).map(|pricing| Costing::new(pricing, asked)),
            (_, None) => None,
        };
        ahead.told = ahead.computed();
        self.ahead = ahead;
    }
}
