//! Experiments: the same trial with several seeds, run piece by piece, summed up with intervals and held against a paper's claim.
//!
//! A chapter brings an [`Experiment`]: what it measures, how a trial is made, what is claimed. [`Runner`] does the rest in bounded pieces, so
//! that a worker can listen in between, and can be asked for what it has at any time.

mod catalogue;
mod interval;
mod revenue;
mod runner;

pub use catalogue::{Listed, Running, catalogue, start};
pub use interval::{Interval, student_t_975};
pub use revenue::{PAPER_RUNS, RevenueExperiment};
pub use runner::{Experiment, Options, Progress, Results, Runner, Sample, SeriesResult, Trial};

use serde::{Deserialize, Serialize};

/// A number that every trial gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measure {
    /// The name used in CSV and JSON, such as `revenue_none`.
    pub key: String,
    /// What it is, in words, with its unit.
    pub words: String,
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
}

impl ClaimVerdict {
    /// A claim that a difference is not negative.
    pub fn of_difference(difference: Interval) -> Self {
        if difference.low() >= 0.0 {
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
        }
    }
}

/// A figure of the paper beside ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Beside {
    /// What it is.
    pub words: String,
    /// The paper's number.
    pub paper: f64,
    /// Ours.
    pub ours: Interval,
}
