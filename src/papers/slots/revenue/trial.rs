//! A run of one of the eight: the same requests under every regime.

use super::compared::PER_REGIME;
use super::limits_after::Forecast;
use super::sessions::Sessions;
use super::setting::RevenueExperiment;
use crate::experiment::{Options, Sample, Trial};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::slots::decisions::Obstacle;
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::revenue::regimes::Regime;
use bookahead_engine::slots::revenue::{LossesPerSlot, Report, RunSeries};

/// A run of one of the eight under all regimes.
#[derive(Clone, Debug)]
pub struct RevenueTrial {
    sessions: Sessions,
    /// First slot that is measured: that of the first update, before which updated and fixed limits are the same.
    first: Slot,
    /// Last slot that is measured: the last submission.
    last: Slot,
}

impl RevenueTrial {
    pub(super) fn new(experiment: RevenueExperiment, options: Options, run: u32) -> Result<Self, ScenarioError> {
        let arrivals = experiment.scenario(options.seed_of(run), options.requests).workload.arrivals()?;
        let last = arrivals.submitted.last().copied().unwrap_or(0);
        Ok(Self { sessions: Sessions::new(experiment, &arrivals), first: experiment.market().update_every, last })
    }

    fn of_session(&self, session: &Session, sample: &mut Sample) {
        let (first, last) = (self.first as usize, self.last as usize);
        let (slots, nodes) = ((last - first + 1) as f64, session.machine().nodes);
        let Some(revenue) = session.revenue() else { return };
        let before = sample.measures.len();
        let report = Report::without_losses(revenue.market(), session.arrivals(), session.decisions());
        let earned: u64 = report.per_slot.get(first..).map_or(0, |slots| slots.iter().sum());
        sample.measures.push(earned as f64 / slots);
        let used = |slot: usize| (0..3).map(|class| revenue.usage().of_class(class, slot as Slot)).sum::<u32>();
        let busy: u64 = (first..=last).map(|slot| u64::from(used(slot))).sum();
        let share = |node_slots: u64| node_slots as f64 / (slots * f64::from(nodes));
        sample.measures.push(share(busy));
        let closed = |obstacle: &Obstacle| matches!(obstacle, Obstacle::ClassClosed { .. });
        let closed = session.decisions().refusals.iter().filter(|refusal| closed(&refusal.obstacle)).count();
        sample.measures.push(closed as f64 / session.decided().max(1) as f64);
        let losses = LossesPerSlot::of(revenue.market(), session.arrivals(), session.decisions(), nodes);
        for column in [losses.spoilage, losses.dilution] {
            sample.measures.push(share(column.iter().skip(first).map(|&nodes| u64::from(nodes)).sum()));
        }
        debug_assert_eq!(sample.measures.len() - before, PER_REGIME, "a number for each column");
        sample.series.push(report.sliding().into_iter().map(|revenue| revenue as f64).collect());
    }

    /// Booking limits of classes 2 and 3 that a request meets in each slot, under updated limits.
    fn limits_over_time(&self) -> [Vec<f64>; 2] {
        let series = self.sessions.of(Regime::Updated).and_then(Session::revenue).map(RunSeries::of).unwrap_or_default();
        [1, 2].map(|class| {
            let at = |slot: Slot| series.limits_at(slot).get(class).map_or(0.0, |&limit| f64::from(limit));
            (0..=self.last).map(at).collect()
        })
    }
}

impl Trial for RevenueTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        self.sessions.advance(jobs)
    }

    fn progress(&self) -> (usize, usize) {
        self.sessions.progress()
    }

    fn sample(&self) -> Sample {
        let mut sample = Sample::default();
        for session in self.sessions.all() {
            self.of_session(session, &mut sample);
        }
        for forecast in Forecast::ALL {
            sample.measures.extend(forecast.limits(&self.sessions).map(f64::from));
        }
        sample.series.extend(self.limits_over_time());
        sample
    }
}
