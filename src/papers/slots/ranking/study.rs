//! The comparison as an experiment.

use super::figures::{FIGURES, Figure, figures_of};
use super::others;
use super::source::{Case, Requests};
use crate::batch::ClusterInput;
use crate::experiment::{Best, Claim, Experiment, Measure, Options, PanelForm, PaperValue, Sample, Trial};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::core::statistics::{Interval, ranks};
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead_engine::slots::workload::{Preset, Workload};
use std::ops::Range;

/// The workload behind the experiment: the busiest one of parametric jobs, all of them flexible.
const SCENARIO: Preset = Preset { mpi: false, rate: 3, flexible_percent: 100 };

/// All planners on the same requests.
#[derive(Clone, Debug)]
pub struct RankingStudy {
    requests: Requests,
}

impl RankingStudy {
    /// The name on the command line.
    pub const KEY: &'static str = "who-wins";

    /// On Umar's sixteen workloads.
    pub fn drawn() -> Self {
        Self { requests: Requests::Drawn }
    }

    /// On a log, of which each run takes the next stretch.
    ///
    /// # Errors
    /// There are not as many stretches (`runs`).
    pub fn of_log(log: ClusterInput, options: Options) -> Result<Self, ScenarioError> {
        let requests = Requests::Log(log);
        requests.check(options)?;
        Ok(Self { requests })
    }

    /// Every policy: every planner, those that move single jobs under both shift rules.
    pub fn policies() -> Vec<Policy> {
        let rules = |planner: PlannerKind| if planner.has_shift_rule() { &ShiftRule::ALL[..] } else { &ShiftRule::ALL[..1] };
        let policies =
            |planner: PlannerKind| rules(planner).iter().map(move |&shift| Policy { planner, shift, ..Policy::default() });
        PlannerKind::EVERY.into_iter().flat_map(policies).collect()
    }

    /// Times the requests of a run are planned, where they are drawn.
    pub fn plans() -> u32 {
        (Self::policies().len() * Preset::all().len()) as u32
    }

    /// The busiest workload of parametric jobs, to be opened or shared.
    pub fn scenario(options: Options) -> SlotsScenario {
        SlotsScenario {
            machine: Machine { nodes: Preset::NODES, ..Machine::default() },
            workload: Workload::of_generator(SCENARIO.generator(options.seed, options.requests)),
            policy: Policy::default(),
            market: None,
            tariff: Tariff::default(),
        }
    }

    /// One of the pictures: the ranks by each figure, then the figures themselves.
    fn pictures() -> impl Iterator<Item = (Measure, Best)> {
        let rank = |figure: Figure| {
            let words = format!("rank by {}: 1 is best; {}", figure.name(), figure.words());
            (Measure { key: format!("rank_{}", figure.key()), words }, Best::Least)
        };
        let value = |figure: Figure| {
            let words = format!("{}: {}", figure.name(), figure.words());
            (Measure { key: figure.key().to_string(), words }, figure.best())
        };
        Figure::ALL.into_iter().map(rank).chain(Figure::ALL.into_iter().map(value))
    }
}

/// A run at work: every workload planned by every planner.
#[derive(Clone, Debug)]
pub struct RankingTrial {
    cases: Vec<Case>,
    policies: Vec<Policy>,
    session: Option<Session>,
    /// Plan by plan, workload after workload.
    found: Vec<[f64; FIGURES]>,
    /// Jobs of the plans that are done.
    done: usize,
}

impl RankingTrial {
    fn begin(&self) -> Option<Session> {
        let Case { machine, arrivals } = self.cases.get(self.found.len() / self.policies.len())?;
        Some(Session::new(*machine, self.policies[self.found.len() % self.policies.len()], arrivals.clone()))
    }
}

impl Trial for RankingTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs.max(1);
        while let Some(session) = &mut self.session {
            let before = session.decided();
            session.advance(left);
            left = left.saturating_sub(session.decided() - before);
            if session.is_done() {
                self.found.push(figures_of(session));
                self.done += session.decided();
                self.session = self.begin();
            }
            if left == 0 {
                break;
            }
        }
        self.session.is_none()
    }

    fn progress(&self) -> (usize, usize) {
        let present = self.session.as_ref().map_or(0, Session::decided);
        let each: usize = self.cases.iter().map(|case| case.arrivals.jobs()).sum();
        (self.done + present, each * self.policies.len())
    }

    fn sample(&self) -> Sample {
        let (policies, workloads) = (self.policies.len(), self.cases.len());
        let mut ranked = vec![0.0; Figure::ALL.len() * policies];
        let mut valued = ranked.clone();
        for plans in self.found.chunks(policies) {
            for (of, figure) in Figure::ALL.into_iter().enumerate() {
                let values: Vec<f64> = plans.iter().map(|plan| plan[of]).collect();
                let best_least: Vec<f64> = values.iter().map(|&value| figure.ranked(value)).collect();
                let first = of * policies;
                for (policy, (rank, value)) in ranks(&best_least).into_iter().zip(values).enumerate() {
                    ranked[first + policy] += rank;
                    valued[first + policy] += value;
                }
            }
        }
        let series = ranked.into_iter().chain(valued).map(|sum| vec![sum / workloads.max(1) as f64]).collect();
        let gains = self.found.chunks(policies).map(|plans| gain(&self.policies, plans));
        let measures = gains.chain(others::values(&self.policies, self.found.chunks(policies))).collect();
        Sample { measures, series }
    }
}

/// What FCFS-EDS has more of the machine than no planning.
fn gain(policies: &[Policy], plans: &[[f64; FIGURES]]) -> f64 {
    let of = |planner: PlannerKind| policies.iter().position(|policy| policy.planner == planner).map_or(0.0, |at| plans[at][0]);
    of(PlannerKind::FcfsEds) - of(PlannerKind::FirstFitPhysical)
}

impl Experiment for RankingStudy {
    type Trial = RankingTrial;

    fn key(&self) -> String {
        Self::KEY.to_string()
    }

    fn title(&self) -> String {
        let on = match self.requests {
            Requests::Drawn => "Umar’s sixteen workloads",
            Requests::Log(_) => "the jobs of a log",
        };
        format!("Who wins? All planners on {on}, ranked by utilisation, acceptance, delay, moves, messages and work (ours)")
    }

    fn measures(&self) -> Vec<Measure> {
        let gain = |of: Measure| Measure {
            key: format!("gain_{}", of.key),
            words: format!("utilisation of FCFS-EDS above that of First fit, physical, in percentage points, {}", of.words),
        };
        self.requests.workloads().into_iter().map(gain).chain(others::measures()).collect()
    }

    fn panel(&self) -> Measure {
        Measure { key: "rank".to_string(), words: "rank, 1 is best".to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        let policies = Self::policies();
        let curve = |(measure, _): (Measure, Best)| {
            let of = |policy: &Policy| Measure { key: format!("{}_{}", measure.key, policy.name()), words: policy.title() };
            policies.iter().map(of).collect::<Vec<_>>()
        };
        Self::pictures().flat_map(curve).collect()
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let each = Self::policies().len();
        Self::pictures().enumerate().map(|(at, (measure, _))| (measure, at * each..(at + 1) * each)).collect()
    }

    fn form(&self, panel: usize) -> PanelForm {
        Self::pictures().nth(panel).map_or(PanelForm::Curves, |(_, best)| PanelForm::Rows(best))
    }

    fn axis(&self) -> Measure {
        Measure { key: "all".to_string(), words: "mean over all workloads".to_string() }
    }

    fn trial(&self, options: Options, run: u32) -> Result<RankingTrial, ScenarioError> {
        let cases = self.requests.cases(options, run)?;
        let mut trial = RankingTrial { cases, policies: Self::policies(), session: None, found: Vec::new(), done: 0 };
        trial.session = trial.begin();
        Ok(trial)
    }

    /// Umar 6.4 and 6.5, of his own workloads; and what he reports of other works.
    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        let workloads = self.requests.workloads().len();
        let of = |workload: usize| Interval::of(samples.iter().map(move |sample| sample[workload]));
        let words = "FCFS-EDS uses the machine at least as much as no planning in all sixteen workloads, in percentage points (Umar 6.4, 6.5)";
        let own = match self.requests {
            Requests::Drawn => Some(Claim::of_all(words, &(0..workloads).map(of).collect::<Vec<_>>())),
            Requests::Log(_) => None,
        };
        let rest: Vec<&[f64]> = samples.iter().map(|sample| &sample[workloads..]).collect();
        own.into_iter().chain(others::claims(&rest)).collect()
    }

    fn beside(&self, _: &[Vec<f64>]) -> Vec<PaperValue> {
        Vec::new()
    }
}
