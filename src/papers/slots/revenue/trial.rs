//! A run of one of the eight: the same requests under every regime.

use super::limits_after::Forecast;
use super::setting::RevenueExperiment;
use crate::experiment::{Options, Sample, Trial};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::slots::decisions::Obstacle;
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::revenue::regimes::{Comparison, Regime};
use bookahead_engine::slots::revenue::{Report, RunSeries};

/// What a trial measures for each regime, in this order.
pub(super) const PER_REGIME: usize = 3;

/// A run of one of the eight under all regimes.
#[derive(Clone, Debug)]
pub struct RevenueTrial {
    comparison: Comparison,
    /// First slot that is measured: that of the first update, before which updated and fixed limits are the same.
    first: Slot,
    /// Last slot that is measured: the last submission.
    last: Slot,
}

impl RevenueTrial {
    pub(super) fn new(experiment: RevenueExperiment, options: Options, run: u32) -> Result<Self, ScenarioError> {
        let scenario = experiment.scenario(options.seed_of(run), options.requests);
        let arrivals = scenario.workload.arrivals()?;
        let last = arrivals.submitted.last().copied().unwrap_or(0);
        let market = experiment.market();
        let comparison = Comparison::new(scenario.machine, scenario.policy, &market, &arrivals);
        Ok(Self { comparison, first: market.update_every, last })
    }

    fn of_regime(&self, session: &Session, report: &Report, sample: &mut Sample) {
        let (first, last) = (self.first as usize, self.last as usize);
        let slots = (last - first + 1) as f64;
        let revenue: u64 = report.per_slot.get(first..).map_or(0, |slots| slots.iter().sum());
        sample.measures.push(revenue as f64 / slots);
        let busy = session.revenue().map_or(0, |revenue| {
            let used = |slot: usize| (0..3).map(|class| revenue.usage().of_class(class, slot as Slot)).sum::<u32>();
            (first..=last).map(|slot| u64::from(used(slot))).sum::<u64>()
        });
        sample.measures.push(busy as f64 / (slots * f64::from(session.machine().nodes)));
        let closed = |obstacle: &Obstacle| matches!(obstacle, Obstacle::ClassClosed { .. });
        let closed = session.decisions().refusals.iter().filter(|refusal| closed(&refusal.obstacle)).count();
        sample.measures.push(closed as f64 / session.decided().max(1) as f64);
        sample.series.push(report.sliding().into_iter().map(|revenue| revenue as f64).collect());
    }

    /// Booking limits of classes 2 and 3 that a request meets in each slot, under updated limits.
    fn limits_over_time(&self) -> [Vec<f64>; 2] {
        let series = self.comparison.revenue(Regime::Updated).map(RunSeries::of).unwrap_or_default();
        [1, 2].map(|class| {
            let at = |slot: Slot| series.limits_at(slot).get(class).map_or(0.0, |&limit| f64::from(limit));
            (0..=self.last).map(at).collect()
        })
    }
}

impl Trial for RevenueTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        self.comparison.advance(jobs)
    }

    fn progress(&self) -> (usize, usize) {
        self.comparison.progress()
    }

    fn sample(&self) -> Sample {
        let mut sample = Sample::default();
        for regime in Regime::ALL {
            if let (Some(session), Some(report)) = (self.comparison.session(regime), self.comparison.report(regime)) {
                self.of_regime(session, &report, &mut sample);
            }
        }
        for forecast in Forecast::ALL {
            sample.measures.extend(forecast.limits(&self.comparison).map(f64::from));
        }
        sample.series.extend(self.limits_over_time());
        sample
    }
}
