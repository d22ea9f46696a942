//! Revenue and the share of class 1 against the arrival rate: at a very high rate class 1 takes all nodes, so that no revenue management is needed
//! (Umar 6.6 a, 6.7 a).

use super::compared::Compared;
use super::setting::RevenueExperiment;
use crate::experiment::{Claim, Experiment, Measure, Options, PaperValue, Sample, Trial};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::slots::planner::Session;
use bookahead_engine::slots::revenue::Report;
use bookahead_engine::slots::revenue::regimes::Regime;
use bookahead_engine::slots::scenario::SlotsScenario;
use bookahead_engine::slots::workload::Arrivals;
use std::ops::Range;

/// A size for a lecture: seconds.
pub const RATE_LECTURE: Options = Options { runs: 5, requests: 7_200, seed: 1 };
/// A size with clear answers; the thesis names none.
pub const RATE_RUNS: Options = Options { runs: 30, requests: 12_000, seed: 1 };

/// Mean arrivals per slot. The thesis has 3 and 4, for MPI jobs 2 and 3.
const RATES: [u32; 7] = [1, 2, 3, 4, 6, 8, 12];
/// The highest of them.
const HIGHEST: u32 = 12;
/// No, fixed and updated limits.
const COMPARED: [Compared; 3] = [Compared::Of(Regime::None), Compared::Of(Regime::Fixed), Compared::Of(Regime::Updated)];
/// Share of the node-slots sold, in per cent, that counts as all nodes.
const ALL_NODES: f64 = 90.0;

/// The market and the jobs of experiment #2 at rising rates.
#[derive(Clone, Copy, Debug)]
pub struct RateStudy {
    experiment: RevenueExperiment,
}

impl RateStudy {
    /// With parametric jobs (6.6), then with MPI jobs (6.7).
    pub fn all() -> [Self; 2] {
        [1, 5].map(|place| Self { experiment: RevenueExperiment::ALL[place] })
    }

    /// The one with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::all().into_iter().find(|study| study.key() == key)
    }

    /// Times the requests of a run are planned.
    pub fn plans() -> u32 {
        (RATES.len() * COMPARED.len()) as u32
    }

    /// The experiment at a rate.
    fn at(self, rate: u32) -> RevenueExperiment {
        RevenueExperiment { rate, ..self.experiment }
    }

    /// Requests at a rate, so that all rates have about as many slots; `requests` are those at the highest.
    fn requests_at(rate: u32, requests: u32) -> u32 {
        (u64::from(requests) * u64::from(rate) / u64::from(HIGHEST)) as u32
    }

    /// The workload at the highest rate, to be opened or shared.
    pub fn scenario(self, options: Options) -> SlotsScenario {
        self.at(HIGHEST).scenario(options.seed, options.requests)
    }

    /// Whether runs of this size have something to say.
    ///
    /// # Errors
    /// Too few requests to see limits at work after their first update (`jobs`).
    pub fn check(self, options: Options) -> Result<(), ScenarioError> {
        let every = self.experiment.market().update_every;
        let needed = HIGHEST * (every + every / 2);
        if options.requests < needed {
            let allowed = format!("at least {needed} at the highest rate, to see limits after their first update");
            return Err(ScenarioError::new(FieldPath::new("jobs"), options.requests, allowed));
        }
        self.scenario(options).check(&FieldPath::new(""))
    }

    /// Column of a number: 0 for revenue, 1 for the share of class 1.
    fn column(number: usize, regime: usize, place: usize) -> usize {
        (number * COMPARED.len() + regime) * RATES.len() + place
    }
}

impl Experiment for RateStudy {
    type Trial = RateTrial;

    fn key(&self) -> String {
        format!("revenue-{}-rate", if self.experiment.mpi { "mpi" } else { "parametric" })
    }

    fn title(&self) -> String {
        let (jobs, section) = if self.experiment.mpi { ("MPI", "6.7") } else { ("parametric", "6.6") };
        format!("Revenue and class 1 against the arrival rate, {jobs} jobs (Umar {section} a)")
    }

    fn measures(&self) -> Vec<Measure> {
        let point = |curve: &Measure, rate: u32| Measure {
            key: format!("{}_{rate}", curve.key),
            words: format!("{}, rate {rate}", curve.words),
        };
        self.curves().iter().flat_map(|curve| RATES.map(|rate| point(curve, rate))).collect()
    }

    fn panel(&self) -> Measure {
        let words = "revenue for each slot, from the first update to the last submission, in minor units";
        Measure { key: "revenue".to_string(), words: words.to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        let curve = |number: &str, regime: Compared| Measure {
            key: format!("{number}_{}", regime.name()),
            words: regime.title().to_string(),
        };
        ["revenue", "class_1"].iter().flat_map(|number| COMPARED.map(|regime| curve(number, regime))).collect()
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let words = "class 1: its share of the node-slots sold, in per cent".to_string();
        let each = COMPARED.len();
        vec![(self.panel(), 0..each), (Measure { key: "class_1".to_string(), words }, each..2 * each)]
    }

    /// The points of the curves are not told again.
    fn told(&self) -> Range<usize> {
        0..0
    }

    fn axis(&self) -> Measure {
        Measure { key: "rate".to_string(), words: "requests for each slot".to_string() }
    }

    fn place(&self, index: u32) -> f64 {
        RATES.get(index as usize).map_or(f64::from(index), |&rate| f64::from(rate))
    }

    fn trial(&self, options: Options, run: u32) -> Result<RateTrial, ScenarioError> {
        let draw = |&rate: &u32| {
            let requests = Self::requests_at(rate, options.requests);
            self.at(rate).scenario(options.seed_of(run), requests).workload.arrivals()
        };
        let places = RATES.iter().map(draw).collect::<Result<_, _>>()?;
        Ok(RateTrial::new(self.experiment, places))
    }

    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        let highest = RATES.len() - 1;
        let of = |number: usize, regime: usize, place: usize| Self::column(number, regime, place);
        let difference = |more: usize, less: usize| Interval::of(samples.iter().map(move |sample| sample[more] - sample[less]));
        let unlimited = of(1, 0, highest);
        let all = Interval::of(samples.iter().map(move |sample| sample[unlimited] - ALL_NODES));
        let reading = "the highest rate is 12 requests for each slot, the thesis names none; all nodes are nine tenths of the node-slots sold. Whoever books ahead comes first at any rate, and class 1 books last";
        let claims = [
            (format!("at rate {HIGHEST} class 1 has all nodes without limits: its share of them above {ALL_NODES} per cent"), all),
            (
                format!("class 1 has a greater share of the nodes at rate {HIGHEST} than at rate {}, without limits", RATES[0]),
                difference(unlimited, of(1, 0, 0)),
            ),
            (
                format!("at rate {HIGHEST} no limits earn at least as much as fixed ones"),
                difference(of(0, 0, highest), of(0, 1, highest)),
            ),
            (
                format!("at rate {HIGHEST} no limits earn at least as much as updated ones"),
                difference(of(0, 0, highest), of(0, 2, highest)),
            ),
        ];
        claims.into_iter().map(|(words, measured)| Claim::of_difference(words, measured).under(reading)).collect()
    }

    fn beside(&self, _: &[Vec<f64>]) -> Vec<PaperValue> {
        Vec::new()
    }
}

/// A run at work: every rate under every regime, one after another.
#[derive(Clone, Debug)]
pub struct RateTrial {
    experiment: RevenueExperiment,
    places: Vec<Arrivals>,
    present: Option<Session>,
    /// Revenue for each slot and share of class 1 in per cent, regime by regime, rate after rate.
    found: Vec<[f64; 2]>,
    /// Jobs of the plans that are done.
    done: usize,
}

impl RateTrial {
    fn new(experiment: RevenueExperiment, places: Vec<Arrivals>) -> Self {
        let mut trial = Self { experiment, places, present: None, found: Vec::new(), done: 0 };
        trial.present = trial.begin();
        trial
    }

    fn begin(&self) -> Option<Session> {
        let arrivals = self.places.get(self.found.len() / COMPARED.len())?;
        COMPARED[self.found.len() % COMPARED.len()].session(self.experiment, arrivals)
    }
}

/// Revenue for each slot from the first update to the last submission, and class 1's share of all node-slots sold, in per cent.
fn numbers(session: &Session) -> [f64; 2] {
    let Some(revenue) = session.revenue() else { return [0.0; 2] };
    let report = Report::without_losses(revenue.market(), session.arrivals(), session.decisions());
    let measured = report.per_slot.get(revenue.market().update_every as usize..).unwrap_or(&[]);
    let sold = report.total().node_slots.max(1);
    [measured.iter().sum::<u64>() as f64 / measured.len().max(1) as f64, 100.0 * report.classes[0].node_slots as f64 / sold as f64]
}

impl Trial for RateTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs.max(1);
        while let Some(session) = &mut self.present {
            if session.is_done() {
                self.found.push(numbers(session));
                self.done += session.decided();
                self.present = self.begin();
            } else if left == 0 {
                break;
            } else {
                let before = session.decided();
                session.advance(left);
                left -= (session.decided() - before).min(left);
            }
        }
        self.present.is_none()
    }

    fn progress(&self) -> (usize, usize) {
        let present = self.present.as_ref().map_or(0, Session::decided);
        let each: usize = self.places.iter().map(Arrivals::jobs).sum();
        (self.done + present, each * COMPARED.len())
    }

    fn sample(&self) -> Sample {
        let curve = |number: usize, regime: usize| -> Vec<f64> {
            self.found.iter().skip(regime).step_by(COMPARED.len()).map(|found| found[number]).collect()
        };
        let series: Vec<Vec<f64>> = [0, 1]
            .into_iter()
            .flat_map(|number| (0..COMPARED.len()).map(move |regime| (number, regime)))
            .map(|(n, l)| curve(n, l))
            .collect();
        Sample { measures: series.iter().flatten().copied().collect(), series }
    }
}
