//! The curves as an experiment, and what the works claim.

use super::axis::{BesideAxis, CONSERVATIVE, EASY, EXACT, FCFS};
use super::trial::{BesideTrial, SHARE};
use crate::batch::LOG_NODES;
use crate::batch::figure::LOAD;
use crate::experiment::{Claim, Experiment, Measure, Options, PaperValue};
use bookahead_engine::batch::BatchScenario;
use bookahead_engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead_engine::batch::workload::generator::LublinWorkload;
use bookahead_engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::core::statistics::Interval;
use std::ops::Range;

/// A size for a lecture: seconds.
pub const LECTURE_SIZE: Options = Options { runs: 10, requests: 2_000, seed: 1 };
/// A size with clear answers.
pub const FULL_SIZE: Options = Options { runs: 30, requests: 10_000, seed: 1 };

/// Estimates are up to (1 + f) times the run time: three times on average, or one and a half times where they are twice as exact.
const OVERESTIMATE: [f64; 2] = [4.0, 1.0];
/// "Close to zero", in per cent.
const FEW: f64 = 5.0;
/// Window of a scenario that is opened, in seconds.
const SHOWN_WINDOW: u32 = 3_600;

/// Reservations beside a queue, against one axis.
#[derive(Clone, Copy, Debug)]
pub struct BesideStudy {
    axis: BesideAxis,
}

/// What the share of reservations does to the others is compared on.
const SAME_JOBS: &str = "the others are the jobs that are no reservation, and the same jobs without any reservation; reservations ask for a start up to \
                         3 h ahead and get the first one from there on, as none is refused";
/// What refusals are counted over.
const FIFTH: &str =
    "a fifth of the jobs are reservations, up to 3 h ahead; the wait is that of the same queue without reservations";
/// How use is counted.
const WHILE_THEY_COME: &str =
    "use is counted while jobs come, from the first to the last submission: in the end all accepted work is done";

impl BesideStudy {
    /// Against this axis.
    pub fn new(axis: BesideAxis) -> Self {
        Self { axis }
    }

    /// Times the jobs of a run are planned.
    pub fn plans(self) -> u32 {
        (self.axis.lines().len() * (self.axis.places().len() + usize::from(self.axis == BesideAxis::Window))) as u32
    }

    /// A place in the middle under EASY, to be opened or shared.
    pub fn scenario(self, options: Options) -> BatchScenario {
        let window = (self.axis == BesideAxis::Window).then_some(SHOWN_WINDOW);
        let advance_percent = (SHARE * 100.0) as u32;
        let lublin = LublinWorkload { advance_percent, window, ..drawn(options.seed, options.requests, 0) };
        BatchScenario::new(LOG_NODES, BatchWorkload::of(BatchSource::Lublin(lublin)), BatchPolicy::of(Scheduler::Easy))
    }

    /// What a run found of a measure, by a line at a place.
    fn value(self, sample: &[f64], measure: usize, line: usize, place: usize) -> f64 {
        sample[(measure * self.axis.lines().len() + line) * self.axis.places().len() + place]
    }

    /// The mean of a measure over all places.
    fn mean(self, sample: &[f64], measure: usize, line: usize) -> f64 {
        let places = self.axis.places().len();
        (0..places).map(|place| self.value(sample, measure, line, place)).sum::<f64>() / places as f64
    }

    /// By how much a measure grows from each place to the next, of each line.
    fn steps(self, samples: &[Vec<f64>], measure: usize, lines: &[usize]) -> Vec<Interval> {
        let step = |line: usize, place: usize| {
            Interval::of(
                samples
                    .iter()
                    .map(move |sample| self.value(sample, measure, line, place + 1) - self.value(sample, measure, line, place)),
            )
        };
        lines.iter().flat_map(|&line| (0..self.axis.places().len() - 1).map(move |place| step(line, place))).collect()
    }
}

/// The drawn jobs; `exact` is 1 where estimates are twice as exact.
fn drawn(seed: u64, jobs: u32, exact: usize) -> LublinWorkload {
    LublinWorkload { seed, jobs, load: LOAD, overestimate: OVERESTIMATE[exact], ..LublinWorkload::default() }
}

impl Experiment for BesideStudy {
    type Trial = BesideTrial;

    fn key(&self) -> String {
        self.axis.key().to_string()
    }

    fn title(&self) -> String {
        let against = match self.axis {
            BesideAxis::Share => "their share (Smith et al., in Umar 2.1.3)",
            BesideAxis::Window => "the window of their starts (Kaushik et al., Moaddeli et al., in Umar 2.1.4)",
        };
        format!("Reservations beside a queue, against {against}")
    }

    fn measures(&self) -> Vec<Measure> {
        let point = |curve: &Measure, place: u32| Measure {
            key: format!("{}_{place}", curve.key),
            words: format!("{}, {place} % on the axis", curve.words),
        };
        self.curves().iter().flat_map(|curve| self.axis.places().iter().map(move |&place| point(curve, place))).collect()
    }

    fn panel(&self) -> Measure {
        let (key, words) = self.axis.measures()[0];
        Measure { key: key.to_string(), words: words.to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        let lines = self.axis.lines();
        let curve = |key: &str| {
            let of = |line: &super::axis::Line| Measure { key: format!("{key}_{}", line.key()), words: line.words() };
            lines.iter().map(of).collect::<Vec<_>>()
        };
        self.axis.measures().iter().flat_map(|(key, _)| curve(key)).collect()
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let each = self.axis.lines().len();
        let panel = |(at, (key, words)): (usize, &(&str, &str))| {
            (Measure { key: (*key).to_string(), words: (*words).to_string() }, at * each..(at + 1) * each)
        };
        self.axis.measures().iter().enumerate().map(panel).collect()
    }

    /// The points of the curves are not told again.
    fn told(&self) -> Range<usize> {
        0..0
    }

    fn axis(&self) -> Measure {
        let key = self.axis.key().trim_start_matches("beside-").to_string();
        Measure { key, words: self.axis.words().to_string() }
    }

    fn place(&self, index: u32) -> f64 {
        self.axis.places().get(index as usize).map_or(f64::from(index), |&place| f64::from(place))
    }

    fn trial(&self, options: Options, run: u32) -> Result<BesideTrial, ScenarioError> {
        let seed = options.seed_of(run);
        let jobs = |exact: usize| drawn(seed, options.requests, exact).generate(LOG_NODES);
        Ok(BesideTrial::new(self.axis, seed, [jobs(0)?, jobs(1)?]))
    }

    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        let of = |test: &dyn Fn(&[f64]) -> f64| Interval::of(samples.iter().map(|sample| test(sample)));
        let at = |per_cent: u32| self.axis.place_of(per_cent);
        let queues = [FCFS, EASY, CONSERVATIVE];
        match self.axis {
            BesideAxis::Share => {
                let (ten, twenty) = (at(10), at(20));
                let longer = |line: usize| of(&|sample| self.value(sample, 0, line, ten));
                let more = |line: usize| of(&|sample| self.value(sample, 0, line, twenty) - 2.0 * self.value(sample, 0, line, ten));
                let falls: Vec<Interval> = [EASY, CONSERVATIVE]
                    .iter()
                    .map(|&line| of(&|sample| self.value(sample, 1, line, at(0)) - self.value(sample, 1, line, at(20))))
                    .collect();
                vec![
                    Claim::of_all(
                        "Reservations of a tenth of the jobs lengthen the wait of the others under EASY and conservative backfilling, in per cent (Smith)",
                        &[EASY, CONSERVATIVE].map(longer),
                    )
                    .under(SAME_JOBS),
                    Claim::of_all(
                        "A fifth lengthens it by more than twice as much as a tenth, in percentage points (Smith)",
                        &[EASY, CONSERVATIVE].map(more),
                    )
                    .under(SAME_JOBS),
                    Claim::of_all("The machine is used less with a fifth than with none, in percentage points (Smith)", &falls)
                        .under(WHILE_THEY_COME),
                ]
            }
            BesideAxis::Window => {
                let (none, mean, widest) = (at(0), at(100), self.axis.places().len() - 1);
                let few = |line: usize| of(&|sample| FEW - self.value(sample, 0, line, mean));
                let more = |line: usize| of(&|sample| self.value(sample, 1, line, mean) - self.value(sample, 1, line, none));
                let named = |what: &str, line: usize| format!("{what}, under {} (Kaushik)", self.axis.lines()[line].words());
                let of_kaushik = queues.into_iter().flat_map(|line| {
                    let refused = "With a window as long as the mean wait at most 5 % are refused, in percentage points";
                    let used = "With that window the machine is used more than with none, in percentage points";
                    [
                        Claim::of_difference(named(refused, line), few(line)).under(FIFTH),
                        Claim::of_difference(named(used, line), more(line)).under(WHILE_THEY_COME),
                    ]
                });
                let sooner =
                    queues.map(|line| of(&|sample| self.value(sample, 3, line, none) - self.value(sample, 3, line, widest)));
                let than = |one: usize, other: usize| of(&|sample| self.mean(sample, 1, one) - self.mean(sample, 1, other));
                let of_moaddeli = [
                    Claim::of_all(
                        "Every wider window uses the machine more, under EASY and conservative backfilling, in percentage points (Moaddeli)",
                        &self.steps(samples, 1, &[EASY, CONSERVATIVE]),
                    )
                    .under(WHILE_THEY_COME),
                    Claim::of_all(
                        "Reservations with the widest window respond sooner than those with none, in hours (Moaddeli)",
                        &sooner,
                    )
                    .under("the response is the time from the earliest start to the end, of the reservations that are accepted"),
                    Claim::of_difference(
                        "EASY uses the machine more than conservative backfilling, in percentage points over all windows (Moaddeli)",
                        than(EASY, CONSERVATIVE),
                    )
                    .under(WHILE_THEY_COME),
                    Claim::of_difference(
                        "Estimates twice as exact use it less under EASY, in percentage points over all windows (Moaddeli)",
                        than(EASY, EXACT),
                    )
                    .under("estimates are 1.5 times the run time on average in place of 3 times; use is counted while jobs come"),
                ];
                of_kaushik.chain(of_moaddeli).collect()
            }
        }
    }

    /// Smith's numbers beside ours.
    fn beside(&self, samples: &[Vec<f64>]) -> Vec<PaperValue> {
        if self.axis != BesideAxis::Share {
            return Vec::new();
        }
        let row = |(line, per_cent, paper): (usize, u32, f64)| PaperValue {
            words: format!("others wait longer by, in per cent: {} % reservations, {}", per_cent, self.axis.lines()[line].words()),
            paper,
            ours: Interval::of(samples.iter().map(|sample| self.value(sample, 0, line, self.axis.place_of(per_cent)))),
        };
        [(EASY, 10, 9.0), (EASY, 20, 37.0), (CONSERVATIVE, 10, 9.0), (CONSERVATIVE, 20, 37.0)].map(row).into()
    }
}
