//! The definition of each figure: axis, points, curves and measures.

use super::measure::{Axis, Measure};
use crate::experiment::Options;
use bookahead_engine::core::bounds::Bound;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload};
use bookahead_engine::idle::servers::Servers;
use bookahead_engine::idle::strategy::Strategy;
use serde::{Deserialize, Serialize};

/// A figure of chapter 3 or 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Figure {
    /// 3.4: loss rate against load.
    LossByLoad,
    /// 3.5: fairness against load.
    FairnessByLoad,
    /// 3.6: utilisation against load.
    UtilisationByLoad,
    /// 3.7: mean delay against load.
    DelayByLoad,
    /// 3.8: loss rate against mean job size.
    LossBySize,
    /// 3.9: loss rate against deadline tightness.
    LossByTightness,
    /// 3.10: loss rate against number of servers.
    LossByServers,
    /// 4.2: FF-HA and FF-HU at four levels of heterogeneity.
    Awareness,
    /// 4.4: work loss rate of FF-HU, FF-HA and FF-HA+, in both readings of FF-HA+.
    WorkLoss,
    /// 4.5: what FF-HA+ and FF-HU look at.
    Effort,
    /// 4.6: utilisation of FF-HA+ and FF-HU.
    UtilisationOfRates,
    /// 4.7: waiting time of FF-HA+ and FF-HU.
    Waiting,
    /// 4.8: FF-HA+ at four levels of heterogeneity.
    Levels,
    /// 4.2 with deadlines counted from the earliest end at the machine's mean rate.
    AwarenessByMean,
    /// 4.4 with these deadlines.
    WorkLossByMean,
    /// 4.6 with these deadlines.
    UtilisationOfRatesByMean,
    /// 4.7 with these deadlines.
    WaitingByMean,
    /// 4.8 with these deadlines.
    LevelsByMean,
    /// 3.4 to 3.7 where starts lie near.
    Soon,
}

/// A curve of a figure: a strategy on a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The strategy.
    pub strategy: Strategy,
    /// Level of heterogeneity of the (3, 120) machine; `None` for the identical servers of chapter 3.
    pub level: Option<u32>,
}

/// The paper's size: 30 runs of a million jobs.
pub const PAPER_SIZE: Options = Options { runs: 30, requests: 1_000_000, seed: 1 };
/// Runs.
const RUNS: Bound = Bound { name: "runs", min: 1, max: 1_000 };
/// Requests of a run.
const REQUESTS: Bound = Bound { name: "jobs", min: 1_000, max: 2_000_000 };
/// Requests over all points and runs of a sweep.
const TOTAL_MAX: u64 = 1_000_000_000;

/// Those that chapter 3 compares, and the two of which it says that they behave alike (3.2.2, 3.4).
const CHAPTER_3: [Strategy; 7] = [
    Strategy::MinLip,
    Strategy::MinTip,
    Strategy::BestFit,
    Strategy::FirstFitIdle,
    Strategy::Lact,
    Strategy::MaxLip,
    Strategy::MaxTip,
];
/// Share of the look-ahead in which starts lie where they lie near (ours): 20 of 200 units, six mean sizes.
const NEAR: f64 = 0.1;
const LOADS: [f64; 11] = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1];
/// Servers of chapter 4.
const SERVERS_4: u32 = 120;
/// Level at which FF-HA+ and FF-HU are compared (4.4–4.7); the paper does not say.
const LEVEL: u32 = 2;

impl Figure {
    /// Checks runs and requests, and the work they make over all points.
    ///
    /// # Errors
    /// What is out of range (`runs`, `jobs`, `sweep`).
    pub fn check(self, options: Options) -> Result<(), ScenarioError> {
        for (field, value, bound) in [("runs", options.runs, RUNS), ("jobs", options.requests, REQUESTS)] {
            if !bound.holds(value) {
                return Err(ScenarioError::out_of_range(FieldPath::new(field), value, bound));
            }
        }
        let points = self.points().len();
        let total = u64::from(options.runs) * u64::from(options.requests) * points as u64;
        if total > TOTAL_MAX {
            let found = format!("a sweep of {total} jobs ({points} points × {} runs × {} jobs)", options.runs, options.requests);
            return Err(ScenarioError::new(FieldPath::new("sweep"), found, format!("at most {TOTAL_MAX} jobs in all")));
        }
        Ok(())
    }

    /// Every figure, in the order of the paper; then those of chapter 4 under the other reading of its deadlines, and that of near starts.
    pub const ALL: [Self; 19] = [
        Self::LossByLoad,
        Self::FairnessByLoad,
        Self::UtilisationByLoad,
        Self::DelayByLoad,
        Self::LossBySize,
        Self::LossByTightness,
        Self::LossByServers,
        Self::Awareness,
        Self::WorkLoss,
        Self::Effort,
        Self::UtilisationOfRates,
        Self::Waiting,
        Self::Levels,
        Self::AwarenessByMean,
        Self::WorkLossByMean,
        Self::UtilisationOfRatesByMean,
        Self::WaitingByMean,
        Self::LevelsByMean,
        Self::Soon,
    ];

    /// How many of [`Figure::ALL`] are under the usual reading.
    pub const USUAL: usize = 13;
    /// How many there are under both.
    pub const BOTH: usize = 18;

    /// In which share of the look-ahead starts lie.
    pub(super) fn book_ahead(self) -> f64 {
        if self == Self::Soon { NEAR } else { 1.0 }
    }

    /// Where the deadlines of chapter 4 are counted from.
    pub fn due(self) -> Due {
        if self.usual() == self { Due::FullRate } else { Due::MeanRate }
    }

    /// The same figure under the usual reading.
    pub fn usual(self) -> Self {
        match self {
            Self::AwarenessByMean => Self::Awareness,
            Self::WorkLossByMean => Self::WorkLoss,
            Self::UtilisationOfRatesByMean => Self::UtilisationOfRates,
            Self::WaitingByMean => Self::Waiting,
            Self::LevelsByMean => Self::Levels,
            figure => figure,
        }
    }

    /// The first figure with the same units: a unit of one can be taken in by the other.
    pub fn same_units(self) -> Self {
        match self {
            Self::FairnessByLoad | Self::UtilisationByLoad | Self::DelayByLoad => Self::LossByLoad,
            Self::UtilisationOfRates | Self::Waiting => Self::WorkLoss,
            Self::UtilisationOfRatesByMean | Self::WaitingByMean => Self::WorkLossByMean,
            figure => figure,
        }
    }

    /// Its number in the thesis.
    pub fn number(self) -> &'static str {
        self.usual().key().trim_start_matches("castillo-").trim_end_matches("-soon")
    }

    /// The name on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Self::LossByLoad => "castillo-3.4",
            Self::FairnessByLoad => "castillo-3.5",
            Self::UtilisationByLoad => "castillo-3.6",
            Self::DelayByLoad => "castillo-3.7",
            Self::LossBySize => "castillo-3.8",
            Self::LossByTightness => "castillo-3.9",
            Self::LossByServers => "castillo-3.10",
            Self::Awareness => "castillo-4.2",
            Self::WorkLoss => "castillo-4.4",
            Self::Effort => "castillo-4.5",
            Self::UtilisationOfRates => "castillo-4.6",
            Self::Waiting => "castillo-4.7",
            Self::Levels => "castillo-4.8",
            Self::AwarenessByMean => "castillo-4.2-mean-rate",
            Self::WorkLossByMean => "castillo-4.4-mean-rate",
            Self::UtilisationOfRatesByMean => "castillo-4.6-mean-rate",
            Self::WaitingByMean => "castillo-4.7-mean-rate",
            Self::LevelsByMean => "castillo-4.8-mean-rate",
            Self::Soon => "castillo-3.4-soon",
        }
    }

    /// The figure with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|figure| figure.key() == key)
    }

    /// What it shows, in one line.
    pub fn title(self) -> &'static str {
        match self {
            Self::LossByLoad => "Loss rate against load (n = 20, x̄ = 3.28, q = 0.1)",
            Self::FairnessByLoad => "Fairness against load (n = 20, x̄ = 3.28, q = 0.1)",
            Self::UtilisationByLoad => "Utilisation against load (n = 20, x̄ = 3.28, q = 0.1)",
            Self::DelayByLoad => "Mean delay against load (n = 20, x̄ = 3.28, q = 0.1)",
            Self::LossBySize => "Loss rate against mean job size (n = 20, ρ = 0.6, q = 0.1)",
            Self::LossByTightness => "Loss rate against deadline tightness (n = 20, x̄ = 3.28, ρ = 0.6)",
            Self::LossByServers => "Loss rate against number of servers (x̄ = 3.28, ρ = 0.9, q = 0.1)",
            Self::Awareness => "FF-HA and FF-HU at four levels of heterogeneity (n = 120, H = 3)",
            Self::WorkLoss => "Work loss rate of FF-HU, FF-HA and FF-HA+ (n = 120, H = 3, level 2)",
            Self::Effort => "Effort of FF-HA+ and FF-HU: nodes and entries read per request (n = 120, H = 3, level 2)",
            Self::UtilisationOfRates => "Utilisation under FF-HU, FF-HA and FF-HA+ (n = 120, H = 3, level 2)",
            Self::Waiting => "Waiting time under FF-HU, FF-HA and FF-HA+ (n = 120, H = 3, level 2)",
            Self::Levels => "FF-HA+ at four levels of heterogeneity (n = 120, H = 3)",
            Self::AwarenessByMean => "FF-HA and FF-HU at four levels of heterogeneity, deadlines by the mean rate (n = 120, H = 3)",
            Self::WorkLossByMean => {
                "Work loss rate of FF-HU, FF-HA and FF-HA+, deadlines by the mean rate (n = 120, H = 3, level 2)"
            }
            Self::UtilisationOfRatesByMean => {
                "Utilisation under FF-HU, FF-HA and FF-HA+, deadlines by the mean rate (n = 120, H = 3, level 2)"
            }
            Self::WaitingByMean => {
                "Waiting time under FF-HU, FF-HA and FF-HA+, deadlines by the mean rate (n = 120, H = 3, level 2)"
            }
            Self::LevelsByMean => "FF-HA+ at four levels of heterogeneity, deadlines by the mean rate (n = 120, H = 3)",
            Self::Soon => {
                "Loss rate, fairness, utilisation and delay against load where starts lie near (n = 20, x̄ = 3.28, q = 0.1)"
            }
        }
    }

    /// Whether it belongs to chapter 4: servers of different speed.
    pub fn has_rates(self) -> bool {
        self >= Self::Awareness && self != Self::Soon
    }

    /// Whether what the paper's structures read is counted.
    pub fn counts_effort(self) -> bool {
        self == Self::Effort
    }

    /// Whether its curves differ in the level of heterogeneity.
    pub fn compares_levels(self) -> bool {
        matches!(self.usual(), Self::Awareness | Self::Levels)
    }

    /// The size for a lecture: seconds.
    pub fn lecture(self) -> Options {
        match self {
            Self::Effort => Options { runs: 2, requests: 8_000, seed: 1 },
            figure if figure.has_rates() => Options { runs: 3, requests: 20_000, seed: 1 },
            Self::LossByServers => Options { runs: 5, requests: 20_000, seed: 1 },
            _ => Options { runs: 5, requests: 8_000, seed: 1 },
        }
    }

    /// What it is drawn against.
    pub fn axis(self) -> Axis {
        match self {
            Self::LossBySize => Axis::MeanSize,
            Self::LossByTightness => Axis::Tightness,
            Self::LossByServers => Axis::Servers,
            _ => Axis::Load,
        }
    }

    /// The places on the axis. Where the paper shows no numbers the choice is ours.
    pub fn points(self) -> &'static [f64] {
        match self.axis() {
            Axis::Load => &LOADS,
            Axis::MeanSize => &[1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0],
            Axis::Tightness => &[0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5],
            Axis::Servers => &[10.0, 20.0, 40.0, 60.0, 80.0, 100.0],
        }
    }

    /// Its curves.
    pub fn lines(self) -> Vec<Line> {
        let of = |strategy: Strategy, level: u32| Line { strategy, level: Some(level) };
        match self.usual() {
            Self::Awareness => {
                let levels = |strategy: Strategy| (1..=4).map(move |level| of(strategy, level));
                levels(Strategy::FfHu).chain(levels(Strategy::FfHa)).collect()
            }
            Self::Levels => {
                let levels = |strategy: Strategy| (1..=4).map(move |level| of(strategy, level));
                levels(Strategy::FfHaPlus).chain(levels(Strategy::FfHaPlusFirst)).collect()
            }
            Self::Effort => vec![of(Strategy::FfHu, LEVEL), of(Strategy::FfHaPlus, LEVEL)],
            figure if figure.has_rates() => {
                let compared = [Strategy::FfHu, Strategy::FfHa, Strategy::FfHaPlus, Strategy::FfHaPlusFirst];
                compared.into_iter().map(|strategy| of(strategy, LEVEL)).collect()
            }
            _ => CHAPTER_3.into_iter().map(|strategy| Line { strategy, level: None }).collect(),
        }
    }

    /// What its panels show; the first is the figure's own. All measures are recorded in any case.
    pub fn measures(self) -> &'static [Measure] {
        match self.usual() {
            Self::LossByLoad | Self::LossBySize | Self::LossByTightness | Self::LossByServers => &[Measure::LossRate],
            Self::FairnessByLoad => &[Measure::Fairness],
            Self::UtilisationByLoad | Self::UtilisationOfRates => &[Measure::Utilisation],
            Self::DelayByLoad | Self::Waiting => &[Measure::Delay],
            Self::WorkLoss => &[Measure::WorkLossRate],
            Self::Effort => &[Measure::Effort],
            Self::Soon => &[Measure::LossRate, Measure::Fairness, Measure::Utilisation, Measure::Delay],
            _ => &[Measure::WorkLossRate, Measure::Utilisation],
        }
    }

    /// x̄ in units at a point, for the fairness index; `None` in chapter 4.
    pub fn mean_size(self, x: f64) -> Option<f64> {
        let mean = if self.axis() == Axis::MeanSize { x } else { ParetoWorkload::MEAN_SIZE };
        (!self.has_rates()).then_some(mean)
    }

    /// The machine of a curve at a point.
    ///
    /// # Errors
    /// None for the figure's own curves and points.
    pub fn machine(self, line: Line, x: f64) -> Result<Servers, ScenarioError> {
        match line.level {
            Some(level) => FortnightWorkload::machine(level, SERVERS_4, FortnightWorkload::SLACK_MINUTES),
            None if self.axis() == Axis::Servers => Ok(ParetoWorkload::machine(x as u32)),
            None => Ok(ParetoWorkload::machine(20)),
        }
    }
}
