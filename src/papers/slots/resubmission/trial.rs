//! A run at work: every planner, at every number of attempts.

use super::attempts::{Attempts, Fates};
use super::setting::{AGAIN, PLANNERS};
use crate::experiment::{Sample, Trial};
use bookahead_engine::slots::request::Request;
use bookahead_engine::slots::scenario::{Machine, Policy};
use bookahead_engine::slots::workload::Preset;

/// A run at work: every planner, at every number of attempts.
#[derive(Clone, Debug)]
pub struct ResubmissionTrial {
    requests: Vec<Request>,
    present: Option<Attempts>,
    /// Planner by planner.
    found: Vec<Fates>,
}

impl ResubmissionTrial {
    /// Nothing is planned yet.
    pub(super) fn new(requests: Vec<Request>) -> Self {
        let mut trial = Self { requests, present: None, found: Vec::new() };
        trial.present = trial.begin();
        trial
    }

    fn begin(&self) -> Option<Attempts> {
        let planner = *PLANNERS.get(self.found.len() / AGAIN.len())?;
        let machine = Machine { nodes: Preset::NODES, ..Machine::default() };
        let policy = Policy { planner, ..Policy::default() };
        Some(Attempts::new(machine, policy, &self.requests, AGAIN[self.found.len() % AGAIN.len()]))
    }

    fn close(&mut self, fates: Fates) {
        self.found.push(fates);
        self.present = self.begin();
    }
}

impl Trial for ResubmissionTrial {
    /// All requests are planned in one go.
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs.max(1);
        while let Some(attempts) = &mut self.present {
            let fates =
                attempts.advance().expect("as many requests as a run may have are within bounds, all their attempts included");
            if let Some(fates) = fates {
                self.close(fates);
            }
            left = left.saturating_sub(self.requests.len());
            if left == 0 {
                break;
            }
        }
        self.present.is_none()
    }

    fn progress(&self) -> (usize, usize) {
        (self.found.len() * self.requests.len(), PLANNERS.len() * AGAIN.len() * self.requests.len())
    }

    /// A curve for each planner and figure. The numbers are the points of the curves.
    fn sample(&self) -> Sample {
        let figures: [fn(&Fates) -> f64; 4] =
            [|fates| fates.accepted, |fates| fates.attempts, |fates| fates.delay, |fates| fates.fragmentation];
        let curve = |of: fn(&Fates) -> f64| self.found.chunks(AGAIN.len()).map(move |places| places.iter().map(of).collect());
        let series: Vec<Vec<f64>> = figures.into_iter().flat_map(curve).collect();
        Sample { measures: series.iter().flatten().copied().collect(), series }
    }
}
