//! A run at work: every policy at every place.

use super::setting::{FIGURES, ShareStudy};
use crate::experiment::{Options, Sample, Trial};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::scenario::Policy;
use bookahead_engine::slots::workload::Arrivals;

/// A run at work: policy by policy, place by place.
#[derive(Clone, Debug)]
pub struct ShareTrial {
    study: ShareStudy,
    /// One for each place.
    arrivals: Vec<Arrivals>,
    /// One for each line and place.
    policies: Vec<Policy>,
    present: Option<Session>,
    found: Vec<[f64; FIGURES]>,
}

impl ShareTrial {
    /// Nothing is planned yet.
    ///
    /// # Errors
    /// The options lead to a workload out of bounds.
    pub(super) fn new(study: ShareStudy, options: Options, run: u32) -> Result<Self, ScenarioError> {
        let places = study.places();
        let arrivals = places.iter().map(|&place| study.workload(options, run, place)?.arrivals());
        let at_places = |policy: Policy| places.iter().map(move |&place| study.policy_at(policy, options, run, place));
        let policies = study.lines().into_iter().flat_map(|(_, policy)| at_places(policy)).collect();
        let arrivals = arrivals.collect::<Result<Vec<Arrivals>, ScenarioError>>()?;
        let mut trial = Self { study, arrivals, policies, present: None, found: Vec::new() };
        trial.present = trial.begin();
        Ok(trial)
    }

    fn begin(&self) -> Option<Session> {
        let policy = *self.policies.get(self.found.len())?;
        Some(ShareStudy::session(policy, &self.arrivals[self.found.len() % self.arrivals.len()]))
    }
}

impl Trial for ShareTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs.max(1);
        while let Some(session) = &mut self.present {
            let from = session.decided();
            session.advance(left);
            left -= (session.decided() - from).min(left);
            if session.is_done() {
                let figures = self.study.figures_of(session);
                self.found.push(figures);
                self.present = self.begin();
            }
            if left == 0 {
                break;
            }
        }
        self.present.is_none()
    }

    fn progress(&self) -> (usize, usize) {
        let jobs = |at: usize| self.arrivals[at % self.arrivals.len()].jobs();
        let done: usize = (0..self.found.len()).map(jobs).sum();
        let present = self.present.as_ref().map_or(0, Session::decided);
        (done + present, (0..self.policies.len()).map(jobs).sum())
    }

    /// A curve for each figure and policy. The numbers are the points of the curves.
    fn sample(&self) -> Sample {
        let curve = |figure: usize| {
            let lines = self.found.chunks(self.arrivals.len());
            lines.map(move |places| places.iter().map(|figures| figures[figure]).collect::<Vec<f64>>())
        };
        let series: Vec<Vec<f64>> = (0..FIGURES).flat_map(curve).collect();
        Sample { measures: series.iter().flatten().copied().collect(), series }
    }
}
