//! What is asked of a run about the future: when a job will start, and what a reservation costs. Computed in parts, once the plan is complete.

use crate::batch::cost::CostAnswer;
use crate::batch::cost::session::Costing;
use crate::batch::forecast::StartForecast;
use crate::batch::forecast::earlier::EarlierForecasts;
use crate::batch::forecast::past::Past;
use crate::batch::forecast::session::Forecasting;
use crate::batch::scheduler::BatchPolicy;
use std::sync::Arc;

/// Draws and cells after which the answer is told again: so many, later an eighth of what is told. Whoever draws the answer is busy with it each time.
const TOLD_EVERY: usize = 16;
const TOLD_SHARE: usize = 8;

/// Forecasts for the jobs of the past, and of what they are: they hold for every job of the queue, and stay while the plan changes.
#[derive(Debug)]
pub(super) struct Calibration {
    pub past: Arc<Past>,
    pub nodes: u32,
    pub policy: BatchPolicy,
    pub seed: u64,
    pub earlier: Box<EarlierForecasts>,
}

/// The work on both questions.
#[derive(Debug, Default)]
pub struct Ahead {
    pub(super) when: Option<Forecasting>,
    /// What the range is calibrated by, where there is a past.
    pub(super) calibration: Option<Calibration>,
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
        let draws_are_made = self.when.as_ref().is_none_or(Forecasting::is_done);
        draws_are_made && self.to_calibrate().is_none() && self.cost.as_ref().is_none_or(Costing::is_done)
    }

    /// The forecasts for earlier jobs, if the range waits for them.
    fn to_calibrate(&self) -> Option<&Calibration> {
        let is_ranged = self.when.as_ref().is_some_and(|when| when.answer().wanted > 0);
        self.calibration.as_ref().filter(|calibration| is_ranged && !calibration.earlier.is_done())
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
            (Some(when), _) if !when.is_done() => when.advance(decisions),
            _ => {
                if let Some(Calibration { earlier, .. }) = &mut self.calibration {
                    earlier.advance(decisions);
                }
            }
        }
        self.calibrate();
        let computed = self.computed();
        let is_new = before != known(self) || computed >= self.told + TOLD_EVERY.max(self.told / TOLD_SHARE) || self.is_done();
        if is_new {
            self.told = computed;
        }
        is_new
    }

    /// Corrects the range once all draws and all earlier forecasts are made.
    pub(super) fn calibrate(&mut self) {
        if let (Some(when), Some(Calibration { earlier, .. })) = (&mut self.when, &self.calibration)
            && when.is_done()
            && earlier.is_done()
        {
            when.calibrate(&earlier.answers());
        }
    }
}
