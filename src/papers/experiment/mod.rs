//! Experiments: the papers' figures and tables, computed again with several seeds, confidence intervals and the papers' claims.
//!
//! An experiment consists of *units*, independent pieces of work that any number of threads or workers can share. The results do not depend on the
//! order in which units finish, and can be read at any time.

pub mod bounds;
mod cards;
mod catalogue;
mod filled_store;
mod gallery;
mod log_use;
mod rows;
mod run;
mod runner;
mod scenario;
mod see;
mod shard;
mod sharing;
mod unit;
mod worked;

pub use cards::gallery;
pub use catalogue::{COUNT, ExperimentInfo, Paper, catalogue, find};
pub use filled_store::FilledStore;
pub use gallery::{Card, ExampleChart, Shown, Source, Which, before, preview};
pub use log_use::LogUse;
pub use run::ExperimentRun;
pub use runner::{Experiment, Runner, Sample, Trial};
pub use see::See;
pub use shard::Shard;
pub use unit::{Unit, UnitResult};
pub use worked::{worked, worked_mapping};

use bookahead_engine::core::statistics::Interval;
use serde::{Deserialize, Serialize};

/// A number that every trial gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    /// The name used in CSV and JSON, such as `revenue_none`.
    pub key: String,
    /// What it is, in words, with its unit.
    pub words: String,
}

impl Measure {
    /// A short name, as the head of a column: the words up to a colon, if they have one.
    pub fn head(&self) -> &str {
        self.words.split(':').next().unwrap_or_default()
    }
}

/// What a paper claims, and what came of it here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// The claim, in words.
    pub words: String,
    /// What was measured against it: the paired difference that should not be negative, in the unit of the measures; or one number.
    pub measured: Interval,
    /// Whether it held.
    pub verdict: ClaimVerdict,
    /// The reading of ours that the verdict rests on, where the paper leaves room and another reading may give another verdict.
    pub reading: Option<String>,
}

impl Claim {
    /// A claim that a difference is not negative.
    pub fn of_difference(words: impl Into<String>, measured: Interval) -> Self {
        Self { words: words.into(), measured, verdict: ClaimVerdict::of_difference(measured), reading: None }
    }

    /// A claim that none of these differences is negative. What is shown of them is the one that speaks most against it: if a whole interval does, the one
    /// with the lowest upper end, else the one with the lowest lower end.
    ///
    /// Places at which nothing differs say nothing; where nothing differs anywhere that is the outcome.
    pub fn of_all(words: impl Into<String>, differences: &[Interval]) -> Self {
        let telling = || differences.iter().copied().filter(|difference| !nothing_differs(*difference));
        let least = |end: fn(Interval) -> f64| {
            let least = telling().min_by(|a, b| end(*a).total_cmp(&end(*b)));
            least.or_else(|| differences.first().copied())
        };
        let against = least(Interval::high).filter(|worst| worst.high() < 0.0);
        Self::of_difference(words, against.or_else(|| least(Interval::low)).unwrap_or_default())
    }

    /// A claim that a bound is not passed: what reaches it in every run holds, too.
    pub fn of_bound(words: impl Into<String>, measured: Interval) -> Self {
        let claim = Self::of_difference(words, measured);
        let verdict = if claim.verdict == ClaimVerdict::NothingDiffers { ClaimVerdict::Held } else { claim.verdict };
        Self { verdict, ..claim }
    }

    /// The same, resting on a reading of ours.
    pub fn under(self, reading: &str) -> Self {
        Self { reading: Some(reading.to_string()), ..self }
    }
}

/// Whether a claim held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClaimVerdict {
    /// The whole interval speaks for it.
    Held,
    /// The whole interval speaks against it.
    NotHeld,
    /// The interval reaches to both sides: more runs would be needed.
    Open,
    /// What is compared is the same in every run: neither for the claim nor against it.
    NothingDiffers,
}

/// Whether all runs found a difference of exactly nothing.
fn nothing_differs(difference: Interval) -> bool {
    difference.runs > 0 && difference.mean == 0.0 && difference.half == 0.0
}

impl ClaimVerdict {
    /// A claim that a difference is not negative.
    ///
    /// Without a run nothing is known.
    pub fn of_difference(difference: Interval) -> Self {
        if difference.runs == 0 {
            Self::Open
        } else if nothing_differs(difference) {
            Self::NothingDiffers
        } else if difference.low() >= 0.0 {
            Self::Held
        } else if difference.high() < 0.0 {
            Self::NotHeld
        } else {
            Self::Open
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::NotHeld => "not held",
            Self::Open => "open",
            Self::NothingDiffers => "nothing differs",
        }
    }
}

/// A figure of the paper beside ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PaperValue {
    /// What it is.
    pub words: String,
    /// The paper's number.
    pub paper: f64,
    /// Ours.
    pub ours: Interval,
}

/// The readings of ours that verdicts rest on, each once, in the order of the claims.
pub fn readings<'a>(claims: impl IntoIterator<Item = &'a Claim>) -> Vec<&'a str> {
    let mut readings: Vec<&str> = Vec::new();
    for reading in claims.into_iter().filter_map(|claim| claim.reading.as_deref()) {
        if !readings.contains(&reading) {
            readings.push(reading);
        }
    }
    readings
}

/// How large an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Runs, each with its own seed.
    pub runs: u32,
    /// Requests of each run.
    pub requests: u32,
    /// Seed of the first run; the others count up.
    pub seed: u64,
}

impl Options {
    /// Seed of run `run`, from 0.
    pub fn seed_of(self, run: u32) -> u64 {
        self.seed.wrapping_add(u64::from(run))
    }
}

/// How far an experiment is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Units that are done.
    pub done: u32,
    /// Units in all.
    pub units: u32,
}

/// What the finished units say, be they all or some.
#[derive(Clone, Debug, PartialEq)]
pub struct Results {
    /// The experiment's name.
    pub key: String,
    /// What it is.
    pub title: String,
    /// How large it was meant to be.
    pub options: Options,
    /// How far it is.
    pub progress: Progress,
    /// Numbers with their intervals.
    pub measures: Vec<(Measure, Interval)>,
    /// What the curves are drawn against: the name used in CSV, and in words.
    pub axis: Measure,
    /// Pictures, each of several curves over the same places.
    pub panels: Vec<Panel>,
    /// The paper's claims.
    pub claims: Vec<Claim>,
    /// The paper's figures.
    pub beside: Vec<PaperValue>,
}

/// Curves of one measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// What they show.
    pub measure: Measure,
    /// How they are to be seen.
    pub form: PanelForm,
    /// The curves.
    pub curves: Vec<Curve>,
}

/// How a picture is to be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PanelForm {
    /// Curves against the axis.
    #[default]
    Curves,
    /// Each curve is one number: a row, best first. The axis means nothing.
    Rows(Best),
}

/// Which number is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Best {
    /// The least.
    Least,
    /// The greatest.
    Greatest,
}

/// A curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The name used in CSV: of measure and curve.
    pub key: String,
    /// Whose it is, in words.
    pub label: String,
    /// Its points, in ascending order of x.
    pub points: Vec<Point>,
}

/// One place of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// On the axis.
    pub x: f64,
    /// Mean and 95 % interval over the finished runs.
    pub y: Interval,
}
