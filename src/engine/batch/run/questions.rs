//! How questions about the future are put to a run: from which moment of its plan the work on them begins.

use super::BatchRun;
use super::ahead::Calibration;
use super::update::BatchQuery;
use crate::batch::cost::announced_by;
use crate::batch::cost::pricing::Pricing;
use crate::batch::cost::session::Costing;
use crate::batch::forecast::WhenAsked;
use crate::batch::forecast::earlier::EarlierForecasts;
use crate::batch::forecast::known::Known;
use crate::batch::forecast::session::{Forecasting, moment_of};
use crate::batch::job::Time;
use crate::batch::outcome::Simulation;
use std::sync::Arc;

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
        let known = Known::of(&self.machine_at(at)?, policy, self.booked(), at)?;
        Some(Forecasting::new(known, nodes, policy, row, asked, self.scenario.past.clone()))
    }

    /// What prices reservations that are announced at a moment, or when they are if nothing is said. `None` where the starts are those of a log.
    pub fn pricing(&self, announced: Option<u32>) -> Option<Pricing> {
        let first = self.jobs.submitted.first().copied();
        let announced = announced.map_or_else(|| announced_by(self.scenario.now, first), Time::from);
        let (nodes, policy) = (self.scenario.nodes, self.scenario.policy);
        Pricing::new(nodes, policy, &self.jobs, &self.simulation, &self.machine_at(announced)?, announced)
    }

    /// Forecasts for the jobs of the past, to calibrate that of a job by: those that there are, if they are of the same past, machine and policy. While
    /// no job is asked about, they stay.
    fn calibration(&self, before: Option<Calibration>, when: Option<WhenAsked>) -> Option<Calibration> {
        let Some(WhenAsked { seed, .. }) = when else { return before };
        let (nodes, policy) = (self.scenario.nodes, self.scenario.policy);
        let past = self.scenario.past.as_ref()?;
        let is_same = |before: &Calibration| {
            let has_same_past = Arc::ptr_eq(&before.past, past) || before.past == *past;
            has_same_past && (before.nodes, before.policy, before.seed) == (nodes, policy, seed)
        };
        before.filter(is_same).or_else(|| {
            let earlier = Box::new(EarlierForecasts::of_past(past, nodes, policy, seed));
            Some(Calibration { past: Arc::clone(past), nodes, policy, seed, earlier })
        })
    }

    /// Takes up what the query asks about the future; what is asked as before, of the same plan, goes on.
    pub(super) fn look_ahead(&mut self) {
        let BatchQuery { when, cost, .. } = self.query;
        let mut ahead = std::mem::take(&mut self.ahead);
        ahead.when = match ahead.when {
            Some(forecast) if when == Some(forecast.answer().asked) => Some(forecast),
            _ => when.and_then(|when| self.forecast(when)),
        };
        ahead.calibration = self.calibration(ahead.calibration, when);
        ahead.calibrate();
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
