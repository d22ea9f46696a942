//! A run of a figure: every workload planned by every planner.

use super::setting::{PER_PLAN, UtilisationExperiment};
use crate::experiment::{Sample, Trial};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::slots::metrics::{busy_per_slot, sliding_utilisation, utilisation_until};
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::scenario::{Machine, Policy};
use bookahead_engine::slots::workload::{Preset, Workload};

/// The planner the others are compared with.
const BASE: usize = 1;

/// A run at work.
#[derive(Clone, Debug)]
pub struct UtilisationTrial {
    experiment: UtilisationExperiment,
    seed: u64,
    requests: u32,
    /// Plan by plan, workload after workload.
    plans: Vec<Plan>,
    session: Option<Session>,
    /// Every request of these workloads has one job.
    jobs_each: usize,
}

/// What came of a plan.
#[derive(Clone, Debug)]
struct Plan {
    /// Busy share of the node-slots up to the last submission.
    utilisation: f64,
    /// Accepted ÷ all jobs.
    accepted: f64,
    /// The sliding window of every slot up to the last submission.
    windows: Vec<f64>,
}

impl Plan {
    fn of(session: &Session) -> Self {
        let (arrivals, decisions, machine) = (session.arrivals(), session.decisions(), session.machine());
        let last = arrivals.submitted.last().copied().unwrap_or(0);
        let busy = busy_per_slot(arrivals, decisions);
        let accepted = (0..decisions.start.len()).filter(|&job| decisions.accepted(job)).count();
        Self {
            utilisation: utilisation_until(&busy, last, machine),
            accepted: accepted as f64 / decisions.start.len().max(1) as f64,
            windows: (0..=last).map(|slot: Slot| sliding_utilisation(&busy, slot, machine)).collect(),
        }
    }

    /// Share of the slots in which the window is at least as busy as that of another plan.
    fn at_least(&self, other: &Self) -> f64 {
        let pairs = self.windows.iter().zip(&other.windows);
        let reached = pairs.clone().filter(|(own, other)| own >= other).count();
        reached as f64 / pairs.count().max(1) as f64
    }
}

impl UtilisationTrial {
    /// Nothing is planned yet.
    ///
    /// # Errors
    /// The requests cannot be drawn.
    pub(super) fn new(experiment: UtilisationExperiment, seed: u64, requests: u32) -> Result<Self, ScenarioError> {
        let mut trial = Self { experiment, seed, requests, plans: Vec::new(), session: None, jobs_each: requests as usize };
        // The other workloads differ in who is flexible and in the rate: whether they can be drawn is known now.
        for at in (0..experiment.plans() as usize).step_by(experiment.planners().len()).skip(1) {
            trial.begin(at)?;
        }
        trial.session = trial.begin(0)?;
        Ok(trial)
    }

    /// Begins plan `at`; `None` behind the last.
    fn begin(&self, at: usize) -> Result<Option<Session>, ScenarioError> {
        let planners = self.experiment.planners();
        let Some(preset) = self.experiment.workloads().get(at / planners.len()).copied() else { return Ok(None) };
        let arrivals = Workload::of_generator(preset.generator(self.seed, self.requests)).arrivals()?;
        let machine = Machine { nodes: Preset::NODES, ..Machine::default() };
        let policy = Policy { planner: planners[at % planners.len()], ..Policy::default() };
        Ok(Some(Session::new(machine, policy, arrivals)))
    }
}

impl Trial for UtilisationTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs.max(1);
        while let Some(session) = &mut self.session {
            let before = session.decided();
            session.advance(left);
            left = left.saturating_sub(session.decided() - before);
            if session.is_done() {
                self.plans.push(Plan::of(session));
                // That it can be drawn is known since the trial began.
                self.session = self.begin(self.plans.len()).ok().flatten();
            }
            if left == 0 {
                break;
            }
        }
        self.session.is_none()
    }

    fn progress(&self) -> (usize, usize) {
        let decided = self.session.as_ref().map_or(0, Session::decided);
        (self.plans.len() * self.jobs_each + decided, self.experiment.plans() as usize * self.jobs_each)
    }

    fn sample(&self) -> Sample {
        let planners = self.experiment.planners().len();
        let mut measures = Vec::with_capacity(self.plans.len() * PER_PLAN);
        for (at, plan) in self.plans.iter().enumerate() {
            let base = self.plans.get(at / planners * planners + BASE);
            let windows = base.map_or(0.0, |base| plan.at_least(base));
            measures.extend([plan.utilisation, plan.accepted, windows].map(|share| 100.0 * share));
        }
        let series = if self.experiment.is_over_time() {
            self.plans.iter().map(|plan| plan.windows.iter().map(|share| 100.0 * share).collect()).collect()
        } else {
            self.experiment.series(&measures)
        };
        Sample { measures, series }
    }
}
