//! The curves as an experiment.

use super::setting::{AGAIN, PLANNERS};
use super::trial::ResubmissionTrial;
use crate::experiment::{Claim, Experiment, Measure, Options, PaperValue};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::slots::bounds::REQUESTS;
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario};
use bookahead_engine::slots::workload::{Preset, Workload};
use std::ops::Range;

/// A size for a lecture: seconds.
pub const LECTURE_SIZE: Options = Options { runs: 5, requests: 500, seed: 1 };
/// A size with clear answers; Umar names none.
pub const FULL_SIZE: Options = Options { runs: 30, requests: 1_000, seed: 1 };

/// The workload: Umar's parametric jobs (Table 6.1), all of them flexible.
const PRESET: Preset = Preset { mpi: false, rate: 2, flexible_percent: 100 };

/// Most requests of a run.
const REQUESTS_MAX: u32 = 10_000;
/// A request's attempts are one of a single job on a single node each: all of them are a legal workload.
const _: () = assert!(REQUESTS_MAX * (1 + AGAIN[AGAIN.len() - 1]) <= REQUESTS.max);

/// Requests that come again as long as they are refused.
#[derive(Clone, Copy, Debug)]
pub struct ResubmissionStudy;

impl ResubmissionStudy {
    /// The name on the command line.
    pub const KEY: &'static str = "resubmission";

    /// Checks how many requests a run has. All attempts of a run are one workload, nine of a request at most, and each round of attempts plans all of them again:
    /// so many stay far within what a workload may have, and take minutes.
    ///
    /// # Errors
    /// More requests than that (`jobs`).
    pub fn check(self, options: Options) -> Result<(), ScenarioError> {
        if options.requests > REQUESTS_MAX {
            let allowed = format!("1 to {REQUESTS_MAX} for {}, whose refused requests come again", Self::KEY);
            return Err(ScenarioError::new(FieldPath::new("jobs"), options.requests, allowed));
        }
        Ok(())
    }

    /// Times the requests of a run are planned, without the attempts that follow.
    pub fn plans() -> u32 {
        (PLANNERS.len() * AGAIN.len()) as u32
    }

    /// The workload, to be opened or shared.
    pub fn scenario(options: Options) -> SlotsScenario {
        SlotsScenario {
            machine: Machine { nodes: Preset::NODES, ..Machine::default() },
            workload: Workload::of_generator(PRESET.generator(options.seed, options.requests)),
            policy: Policy { planner: PlannerKind::Rigid, ..Policy::default() },
            market: None,
            tariff: Tariff::default(),
        }
    }
}

/// A point of a curve among the measures.
fn point(figure: usize, planner: usize, place: usize) -> usize {
    (figure * PLANNERS.len() + planner) * AGAIN.len() + place
}

impl Experiment for ResubmissionStudy {
    type Trial = ResubmissionTrial;

    fn key(&self) -> String {
        Self::KEY.to_string()
    }

    fn title(&self) -> String {
        "Refused requests that are submitted again, beside requests that can wait (Umar 2.1.1)".to_string()
    }

    fn measures(&self) -> Vec<Measure> {
        let point = |curve: &Measure, again: u32| Measure {
            key: format!("{}_{again}", curve.key),
            words: format!("{}, submitted again at most {again} times", curve.words),
        };
        self.curves().iter().flat_map(|curve| AGAIN.iter().map(move |&again| point(curve, again))).collect()
    }

    fn panel(&self) -> Measure {
        Measure { key: "accepted".to_string(), words: "requests accepted at any attempt, in per cent".to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        let curve = |kind: &str, planner: PlannerKind| {
            let policy = Policy { planner, ..Policy::default() };
            Measure { key: format!("{kind}_{}", policy.name()), words: policy.title() }
        };
        let kinds = ["accepted", "attempts", "delay", "fragmentation"];
        kinds.iter().flat_map(|kind| PLANNERS.iter().map(move |&planner| curve(kind, planner))).collect()
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let words = [
            ("accepted", "acceptance: requests accepted at any attempt, in per cent"),
            ("attempts", "attempts: submissions for each request"),
            ("delay", "delay: slots from the first earliest start to the start, mean of the accepted requests"),
            ("fragmentation", "fragmentation: free node-time in holes shorter than the median request, in per cent"),
        ];
        let panel = |(at, (key, words)): (usize, (&str, &str))| {
            (Measure { key: key.to_string(), words: words.to_string() }, at * PLANNERS.len()..(at + 1) * PLANNERS.len())
        };
        words.into_iter().enumerate().map(panel).collect()
    }

    /// The points of the curves are not told again.
    fn told(&self) -> Range<usize> {
        0..0
    }

    fn axis(&self) -> Measure {
        Measure { key: "again".to_string(), words: "most submissions of a refused request after its first one".to_string() }
    }

    fn place(&self, index: u32) -> f64 {
        AGAIN.get(index as usize).map_or(f64::from(index), |&again| f64::from(again))
    }

    fn trial(&self, options: Options, run: u32) -> Result<ResubmissionTrial, ScenarioError> {
        self.check(options)?;
        let arrivals = Workload::of_generator(PRESET.generator(options.seed_of(run), options.requests)).arrivals()?;
        Ok(ResubmissionTrial::new((0..arrivals.requests()).map(|row| arrivals.row(row)).collect()))
    }

    /// Umar 2.1.1 tells what resubmission costs, without numbers.
    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        let difference = |more: usize, less: usize| Interval::of(samples.iter().map(move |sample| sample[more] - sample[less]));
        let steps: Vec<Interval> = (1..AGAIN.len()).map(|place| difference(point(1, 0, place), point(1, 0, place - 1))).collect();
        let places = 0..AGAIN.len();
        let waits: Vec<Interval> = places.clone().map(|place| difference(point(0, 2, 0), point(0, 0, place))).collect();
        let holes: Vec<Interval> = places.map(|place| difference(point(3, 0, place), point(3, 2, 0))).collect();
        let reading = "a refused request comes again an hour later, with its window an hour later; the paper names no rule";
        vec![
            Claim::of_all("the more often rigid requests come again, the more the scheduler has to decide: submissions for each request (Umar 2.1.1)", &steps),
            Claim::of_all("FCFS-EDS accepts more of the requests that come once than rigid reservation of those that come again, in percentage points (Umar 2.1.1, 2.1.2)", &waits),
            Claim::of_all("rigid requests that come again leave more fragmentation than FCFS-EDS leaves, in percentage points (Umar 2.1.1)", &holes),
        ]
        .into_iter()
        .map(|claim| claim.under(reading))
        .collect()
    }

    fn beside(&self, _: &[Vec<f64>]) -> Vec<PaperValue> {
        Vec::new()
    }
}
