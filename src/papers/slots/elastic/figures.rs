//! What the figures show: the lines, where they are measured, and what is measured.

use super::finder::{AskedInterval, Finder, Line};
use super::simulation::Found;
use crate::experiment::Options;
use bookahead_engine::batch::scenario::BatchScenario;
use bookahead_engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead_engine::batch::workload::generator::LublinWorkload;
use bookahead_engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::elastic::Tariff;

/// maxCN of the paper's machine.
pub const NODES: u32 = 64;
/// Of a log the jobs of so many seconds are played.
pub const TWO_WEEKS: u32 = 14 * 86_400;
/// b_t in hours.
pub(super) const AHEAD: [u32; 3] = [1, 5, 10];
/// sl_t in hours.
pub(super) const SEARCH: [u32; 8] = [0, 1, 2, 4, 6, 8, 10, 12];
/// Load of the machine by all jobs together.
const LOAD: f64 = 0.75;
/// Share of the jobs that reserve, in per cent.
pub(super) const RESERVE_PERCENT: u32 = 30;
/// The lines of the figures: the paper's, those that move others, then strip packing under the other reading of Algorithm 2.
pub(super) const LINES: [Line; 9] = [
    Line { finder: Finder::Rigid, queue: Scheduler::Fcfs },
    Line { finder: Finder::Rigid, queue: Scheduler::Easy },
    Line { finder: Finder::FirstFit, queue: Scheduler::Fcfs },
    Line { finder: Finder::FirstFit, queue: Scheduler::Easy },
    Line { finder: Finder::Packing, queue: Scheduler::Easy },
    Line { finder: Finder::Ejecting, queue: Scheduler::Easy },
    Line { finder: Finder::Holes, queue: Scheduler::Easy },
    Line { finder: Finder::PackingEjecting, queue: Scheduler::Easy },
    Line { finder: Finder::PackingAgain, queue: Scheduler::Easy },
];
/// Places of lines in [`LINES`].
pub(super) const RIGID_FCFS: usize = 0;
pub(super) const RIGID_EASY: usize = 1;
pub(super) const FIRST_FIT_FCFS: usize = 2;
pub(super) const FIRST_FIT_EASY: usize = 3;
pub(super) const PACKING: usize = 4;
pub(super) const EJECTING: usize = 5;
pub(super) const HOLES: usize = 6;
pub(super) const PACKING_EJECTING: usize = 7;
pub(super) const PACKING_AGAIN: usize = 8;
/// What is measured at each place, with its name and words.
pub(super) const MEASURES: [(&str, &str); 5] = [
    ("utilisation", "busy share of the nodes up to the last submission (Figure 4)"),
    ("rejections", "reservations that got nothing (Figure 6)"),
    ("self_selected", "share of the rejections that users avoid by taking a smaller offer (Figure 7)"),
    ("revenue", "revenue of the reservations, at 1 for a node and a slot (Figure 8)"),
    ("waiting", "mean wait of the other jobs, in minutes (Figure 9)"),
];
/// A measure of a run: its name, its words, and how it is taken.
type OverTimeMeasure = (&'static str, &'static str, fn(&Found) -> f64);
/// What is measured of each line of Figure 5.
pub(super) const OVER_TIME_MEASURES: [OverTimeMeasure; 4] = [
    ("utilisation", "busy share of the nodes", |found| found.utilisation),
    ("fluctuation", "mean change of the busy nodes from one slot to the next", Found::fluctuation),
    ("wide_accepted", "share of the reservations for at least half of the nodes that get so many nodes", Found::wide_accepted),
    ("income", "what all jobs pay, reservations by (3), the others by (2), at bcost 0.05 and τ = 4", |found| {
        found.income(Tariff::default())
    }),
];
/// Places of measures in it.
pub(super) const FLUCTUATION: usize = 1;
pub(super) const WIDE_ACCEPTED: usize = 2;
/// The lines of Figure 5: places in [`LINES`].
const OVER_TIME_LINES: [usize; 3] = [RIGID_FCFS, FIRST_FIT_EASY, PACKING];
/// Figure 5 is drawn for this b_t and sl_t.
const OVER_TIME: AskedInterval = AskedInterval { ahead: 5, search: 8 };

/// The paper's runs of its size.
pub const PAPER_SIZE: Options = Options { runs: 10, requests: 3_200, seed: 1 };
/// A size for a lecture.
pub const LECTURE_SIZE: Options = Options { runs: 3, requests: 1_000, seed: 1 };

/// Figures that are computed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElasticExperiment {
    /// Figures 4 and 6 to 9: against sl_t.
    Flexibility,
    /// Figure 5: busy nodes over two weeks.
    OverTime,
}

impl ElasticExperiment {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Flexibility, Self::OverTime];

    /// The one with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|experiment| experiment.key() == key)
    }

    /// Times the jobs of a run are played.
    pub fn plays(self) -> u32 {
        self.cases().len() as u32
    }

    /// The jobs of the first run under EASY, to be opened: those that reserve get the start they ask for, or wait.
    pub fn scenario(self, options: Options) -> BatchScenario {
        let workload = BatchWorkload::of(BatchSource::Lublin(model(options, 0)));
        BatchScenario::new(NODES, workload, BatchPolicy::of(Scheduler::Easy))
    }

    /// Checks that the jobs can be drawn.
    ///
    /// # Errors
    /// More jobs than the time holds.
    pub fn check(self, options: Options) -> Result<(), ScenarioError> {
        model(options, 0).check(&FieldPath::new(""))
    }

    /// Every line and interval that is played; a rigid request does not look at sl_t.
    pub(super) fn cases(self) -> Vec<(Line, AskedInterval)> {
        match self {
            Self::OverTime => OVER_TIME_LINES.map(|line| (LINES[line], OVER_TIME)).to_vec(),
            Self::Flexibility => {
                let of = |line: Line, ahead: u32| {
                    let searches = if line.finder == Finder::Rigid { &SEARCH[..1] } else { &SEARCH[..] };
                    searches.iter().map(move |&search| (line, AskedInterval { ahead, search }))
                };
                AHEAD.into_iter().flat_map(|ahead| LINES.into_iter().flat_map(move |line| of(line, ahead))).collect()
            }
        }
    }

    /// The name on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Self::Flexibility => "sulistio-4-9",
            Self::OverTime => "sulistio-5",
        }
    }
}

/// The drawn jobs of a run.
pub(super) fn model(options: Options, run: u32) -> LublinWorkload {
    LublinWorkload {
        seed: options.seed_of(run),
        jobs: options.requests,
        load: LOAD,
        overestimate: 0.0,
        advance_percent: RESERVE_PERCENT,
        ..LublinWorkload::default()
    }
}

/// The column of a measure of Figure 5, for a line by its place in the figure.
pub(super) fn over_time_column(measure: usize, line: usize) -> usize {
    measure * OVER_TIME_LINES.len() + line
}

/// The column of a measure, for a b_t, a line and an sl_t, in the order of a sample's curves.
pub(super) fn column(measure: usize, ahead: usize, line: usize) -> usize {
    (measure * AHEAD.len() + ahead) * LINES.len() + line
}
