//! What the figures have in common: their workloads and planners, and where each number of a run stands.

use crate::experiment::Options;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario};
use bookahead_engine::slots::workload::{Preset, Workload};

/// Numbers that are measured of a plan: utilisation, jobs accepted, windows at least as busy as without planning; all in per cent.
pub(super) const PER_PLAN: usize = 3;
/// Umar's first figure of utilisation in chapter 6.
const UMAR_FIRST: u32 = 2;
/// Pujiyanta's.
const PUJIYANTA_FIRST: u32 = 7;
/// Shares of flexible requests, in per cent.
pub(super) const FLEXIBLE: [u32; 4] = [25, 50, 75, 100];
/// The rates of Pujiyanta's figures.
pub(super) const RATES: [u32; 2] = [3, 4];
/// "Without planning": every request is given nodes at once and for good.
pub(super) const WITHOUT: PlannerKind = PlannerKind::FirstFitPhysical;
/// Fewest requests: with fewer the machine is never full.
const REQUESTS_MIN: u32 = 200;

/// A figure of utilisation. Neither paper says how many requests it is drawn from; Pujiyanta gives no ranges of durations and starts, so that Umar's are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UtilisationExperiment {
    /// Umar's Figure 6.n: one of the sixteen workloads of Tables 6.1 and 6.2.
    Umar(u32),
    /// Pujiyanta's Figure n, 7 to 11.
    Pujiyanta(u32),
}

impl UtilisationExperiment {
    /// Number of experiments.
    pub const COUNT: usize = 21;

    /// All of them, in the order of the papers.
    pub fn all() -> impl Iterator<Item = Self> {
        (UMAR_FIRST..UMAR_FIRST + 16).map(Self::Umar).chain((PUJIYANTA_FIRST..=11).map(Self::Pujiyanta))
    }

    /// A size for a lecture: seconds.
    pub fn lecture(self) -> Options {
        Options { runs: 10, requests: 1_000, seed: 1 }
    }

    /// A size with clear answers; the papers name none.
    pub fn full(self) -> Options {
        Options { runs: 30, requests: 4_000, seed: 1 }
    }

    /// Whether it is drawn against time; else against the share of flexible requests.
    pub(super) fn is_over_time(self) -> bool {
        !matches!(self, Self::Pujiyanta(9..))
    }

    /// The planners that are compared, the paper's first, the one without planning second.
    pub(super) fn planners(self) -> &'static [PlannerKind] {
        match self {
            Self::Umar(_) => &[PlannerKind::FcfsEds, WITHOUT],
            Self::Pujiyanta(_) => &[PlannerKind::FcfsLrh, WITHOUT, PlannerKind::FcfsEds],
        }
    }

    /// The workloads; each is planned by every planner.
    pub(super) fn workloads(self) -> Vec<Preset> {
        let parametric = |rate: u32, flexible_percent: u32| Preset { mpi: false, rate, flexible_percent };
        match self {
            Self::Umar(number) => Preset::all().into_iter().skip((number - UMAR_FIRST) as usize).take(1).collect(),
            Self::Pujiyanta(7) => vec![parametric(3, 100)],
            Self::Pujiyanta(8) => vec![parametric(4, 100)],
            Self::Pujiyanta(9) => FLEXIBLE.map(|flexible| parametric(3, flexible)).to_vec(),
            Self::Pujiyanta(10) => FLEXIBLE.map(|flexible| parametric(4, flexible)).to_vec(),
            Self::Pujiyanta(_) => RATES.into_iter().flat_map(|rate| FLEXIBLE.map(|flexible| parametric(rate, flexible))).collect(),
        }
    }

    /// Times the requests of a run are planned.
    pub fn plans(self) -> u32 {
        (self.workloads().len() * self.planners().len()) as u32
    }

    /// The scenario of a run under the paper's planner, to be opened or shared; of several workloads the one with most flexible requests.
    pub fn scenario(self, seed: u64, requests: u32) -> SlotsScenario {
        let preset = self.workloads().pop().unwrap_or(Preset { mpi: false, rate: 2, flexible_percent: 100 });
        SlotsScenario {
            machine: Machine { nodes: Preset::NODES, ..Machine::default() },
            workload: Workload::of_generator(preset.generator(seed, requests)),
            policy: Policy { planner: self.planners()[0], ..Policy::default() },
            market: None,
            tariff: Tariff::default(),
        }
    }

    /// Checks that the requests can be drawn and fill the machine.
    ///
    /// # Errors
    /// Too few or too many (`jobs`).
    pub fn check(self, options: Options) -> Result<(), ScenarioError> {
        if options.requests < REQUESTS_MIN {
            let allowed = format!("at least {REQUESTS_MIN}, to fill the machine");
            return Err(ScenarioError::new(FieldPath::new("jobs"), options.requests, allowed));
        }
        self.scenario(options.seed, options.requests).check(&FieldPath::new(""))
    }

    /// Place of a number in a sample: of a workload, of a planner.
    pub(super) fn column(self, workload: usize, planner: usize, number: usize) -> usize {
        (workload * self.planners().len() + planner) * PER_PLAN + number
    }

    /// In a run, the gain of a planner in utilisation over the one without planning, in per cent of it.
    pub(super) fn relative(self, sample: &[f64], workload: usize, planner: usize) -> f64 {
        let base = sample[self.column(workload, 1, 0)];
        if base > 0.0 { 100.0 * (sample[self.column(workload, planner, 0)] / base - 1.0) } else { 0.0 }
    }

    /// What a run says beyond its plans: the mean gain over all workloads (Figure 11), or for each curve of the picture its points.
    pub(super) fn series(self, sample: &[f64]) -> Vec<Vec<f64>> {
        let planners = 0..self.planners().len();
        match self {
            Self::Pujiyanta(11) => {
                let curve = |planner: usize, rate: usize| {
                    (0..FLEXIBLE.len()).map(|at| self.relative(sample, rate * FLEXIBLE.len() + at, planner)).collect()
                };
                [0, 2].into_iter().flat_map(|planner| (0..RATES.len()).map(move |rate| curve(planner, rate))).collect()
            }
            _ => planners.map(|planner| (0..FLEXIBLE.len()).map(|at| sample[self.column(at, planner, 0)]).collect()).collect(),
        }
    }
}
