//! What figures are drawn against, and what they show.

use serde::{Deserialize, Serialize};

/// What a figure is drawn against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// ρ.
    Load,
    /// x̄ in units.
    MeanSize,
    /// q.
    Tightness,
    /// n.
    Servers,
}

impl Axis {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Load => "system load ρ",
            Self::MeanSize => "mean job size x̄",
            Self::Tightness => "deadline tightness q",
            Self::Servers => "number of servers n",
        }
    }

    /// The name used in CSV.
    pub fn key(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::MeanSize => "mean_size",
            Self::Tightness => "tightness",
            Self::Servers => "servers",
        }
    }
}

/// A number of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Measure {
    /// Refused ÷ all jobs.
    LossRate,
    /// Refused ÷ all work.
    WorkLossRate,
    /// Share of the time servers are busy.
    Utilisation,
    /// Mean start − r of the accepted jobs, in units of 3.4 or in hours of 4.6.
    Delay,
    /// F.
    Fairness,
    /// Nodes and list entries that the paper's structure reads per request: stands for the running time, which depends on the machine.
    Effort,
}

impl Measure {
    /// The name used in CSV and JSON.
    pub fn key(self) -> &'static str {
        match self {
            Self::LossRate => "loss_rate",
            Self::WorkLossRate => "work_loss_rate",
            Self::Utilisation => "utilisation",
            Self::Delay => "delay",
            Self::Fairness => "fairness",
            Self::Effort => "effort",
        }
    }

    /// In words, with its unit: hours where servers have rates (4.6).
    pub fn words(self, has_rates: bool) -> &'static str {
        match self {
            Self::LossRate => "loss rate",
            Self::WorkLossRate => "work loss rate",
            Self::Utilisation => "utilisation",
            Self::Delay if has_rates => "mean wait beyond r, in hours",
            Self::Delay => "mean delay beyond r, in units",
            Self::Fairness => "fairness F",
            Self::Effort => "nodes and entries read per request",
        }
    }
}
