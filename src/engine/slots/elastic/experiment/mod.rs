//! Figures 4 to 9 of Sulistio, computed again: Rigid and first fit with FCFS and EASY, strip packing with EASY.
//!
//! The paper plays the first two weeks of the log of SDSC Blue Horizon, about 3,200 jobs. Experiments hold no logs; theirs are jobs of the model of Lublin
//! and Feitelson for a machine of 64 nodes, of which 30 % reserve. A reservation holds its slots to the end. The users of the other jobs know how long
//! these run.

mod simulation;

pub use simulation::{Finder, Found, Interval as AskedInterval, Line, NODES, play};

use crate::batch::generator::LublinWorkload;
use crate::batch::job::Job;
use crate::batch::scheduler::Scheduler;
use crate::core::error::{FieldPath, ScenarioError};
use crate::core::statistics::Interval;
use crate::experiment::{Claim, ClaimVerdict, Experiment, Measure, Options, PaperValue, Sample, Trial};
use std::ops::Range;

/// b_t in hours.
const AHEAD: [u32; 3] = [1, 5, 10];
/// sl_t in hours.
const SEARCH: [u32; 8] = [0, 1, 2, 4, 6, 8, 10, 12];
/// Load of the machine by all jobs together.
const LOAD: f64 = 0.75;
/// Share of the jobs that reserve, in per cent.
const RESERVE_PERCENT: u32 = 30;
/// The lines of the figures.
const LINES: [Line; 5] = [
    Line { finder: Finder::Rigid, queue: Scheduler::Fcfs },
    Line { finder: Finder::Rigid, queue: Scheduler::Easy },
    Line { finder: Finder::FirstFit, queue: Scheduler::Fcfs },
    Line { finder: Finder::FirstFit, queue: Scheduler::Easy },
    Line { finder: Finder::Packing, queue: Scheduler::Easy },
];
/// Places of lines in [`LINES`].
const RIGID_EASY: usize = 1;
const FIRST_FIT_EASY: usize = 3;
const PACKING: usize = 4;
/// What is measured at each place, with its name and words.
const MEASURES: [(&str, &str); 5] = [
    ("utilisation", "busy share of the nodes up to the last submission (Figure 4)"),
    ("rejections", "reservations that got nothing (Figure 6)"),
    ("self_selected", "share of the rejections that users avoid by taking a smaller offer (Figure 7)"),
    ("revenue", "revenue of the reservations, at 1 for a node and a slot (Figure 8)"),
    ("waiting", "mean wait of the other jobs, in minutes (Figure 9)"),
];
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

    /// Checks that the jobs can be drawn.
    ///
    /// # Errors
    /// More jobs than the time holds.
    pub fn check(self, options: Options) -> Result<(), ScenarioError> {
        model(options, 0).check(&FieldPath::new(""))
    }

    /// Every line and interval that is played; a rigid request does not look at sl_t.
    fn cases(self) -> Vec<(Line, AskedInterval)> {
        match self {
            Self::OverTime => [0, FIRST_FIT_EASY, PACKING].map(|line| (LINES[line], OVER_TIME)).to_vec(),
            Self::Flexibility => {
                let of = |line: Line, ahead: u32| {
                    let searches = if line.finder == Finder::Rigid { &SEARCH[..1] } else { &SEARCH[..] };
                    searches.iter().map(move |&search| (line, AskedInterval { ahead, search }))
                };
                AHEAD.into_iter().flat_map(|ahead| LINES.into_iter().flat_map(move |line| of(line, ahead))).collect()
            }
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::Flexibility => "sulistio-4-9",
            Self::OverTime => "sulistio-5",
        }
    }
}

fn model(options: Options, run: u32) -> LublinWorkload {
    LublinWorkload {
        seed: options.seed_of(run),
        jobs: options.requests,
        load: LOAD,
        overestimate: 0.0,
        advance_percent: RESERVE_PERCENT,
    }
}

fn name_of(line: Line) -> String {
    let finder = match line.finder {
        Finder::Rigid => "rigid",
        Finder::FirstFit => "first-fit",
        Finder::Packing => "osp",
    };
    format!("{finder}-{}", line.queue.name())
}

/// The column of a measure, for a b_t, a line and an sl_t, in the order of a sample's curves.
fn column(measure: usize, ahead: usize, line: usize) -> usize {
    (measure * AHEAD.len() + ahead) * LINES.len() + line
}

/// A run at work.
#[derive(Clone, Debug)]
pub struct ElasticTrial {
    experiment: ElasticExperiment,
    jobs: Vec<Job>,
    cases: Vec<(Line, AskedInterval)>,
    found: Vec<Found>,
}

impl Trial for ElasticTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs;
        while let Some(&(line, interval)) = self.cases.get(self.found.len()) {
            self.found.push(play(&self.jobs, line, interval));
            left = left.saturating_sub(self.jobs.len().max(1));
            if left == 0 {
                break;
            }
        }
        self.found.len() == self.cases.len()
    }

    fn progress(&self) -> (usize, usize) {
        (self.found.len() * self.jobs.len(), self.cases.len() * self.jobs.len())
    }

    fn sample(&self) -> Sample {
        match self.experiment {
            ElasticExperiment::OverTime => Sample {
                measures: self.found.iter().map(|found| found.utilisation).collect(),
                series: self.found.iter().map(|found| found.busy.clone()).collect(),
            },
            ElasticExperiment::Flexibility => {
                let of = |line: Line, interval: AskedInterval| {
                    let is_it = |case: &(Line, AskedInterval)| {
                        case.0 == line && case.1.ahead == interval.ahead && (line.finder == Finder::Rigid || case.1 == interval)
                    };
                    self.cases.iter().position(is_it).and_then(|case| self.found.get(case))
                };
                let mut series = vec![Vec::new(); MEASURES.len() * AHEAD.len() * LINES.len()];
                for (a, ahead) in AHEAD.into_iter().enumerate() {
                    for (l, line) in LINES.into_iter().enumerate() {
                        for search in SEARCH {
                            let Some(found) = of(line, AskedInterval { ahead, search }) else { continue };
                            let avoided = f64::from(found.self_selected) / f64::from((found.self_selected + found.rejected).max(1));
                            let numbers = [found.utilisation, f64::from(found.rejected), avoided, found.revenue, found.waiting];
                            for (measure, number) in numbers.into_iter().enumerate() {
                                series[column(measure, a, l)].push(number);
                            }
                        }
                    }
                }
                // The claims look at single places of the curves.
                let measures = series.iter().flatten().copied().collect();
                Sample { measures, series }
            }
        }
    }
}

/// A number of a run: of a measure, for a b_t, a line and an sl_t, each by its place.
fn at(sample: &[f64], measure: usize, ahead: usize, line: usize, search: usize) -> f64 {
    sample[column(measure, ahead, line) * SEARCH.len() + search]
}

/// The mean over all sl_t.
fn mean(sample: &[f64], measure: usize, ahead: usize, line: usize) -> f64 {
    (0..SEARCH.len()).map(|search| at(sample, measure, ahead, line, search)).sum::<f64>() / SEARCH.len() as f64
}

/// A claim: its words, and the difference that should not be negative.
type Test = (&'static str, fn(&[f64]) -> f64);

const CLAIMS: [Test; 6] = [
    ("Strip packing rejects least where the interval is 12 h longer than the job", |sample| {
        let fewest = |ahead: usize| {
            let of = |line: usize| at(sample, 1, ahead, line, SEARCH.len() - 1);
            (0..PACKING).map(of).fold(f64::INFINITY, f64::min) - of(PACKING)
        };
        (0..AHEAD.len()).map(fewest).fold(f64::INFINITY, f64::min)
    }),
    ("Rigid reservation earns least", |sample| {
        let least = |ahead: usize| {
            mean(sample, 3, ahead, FIRST_FIT_EASY).min(mean(sample, 3, ahead, PACKING)) - mean(sample, 3, ahead, RIGID_EASY)
        };
        (0..AHEAD.len()).map(least).fold(f64::INFINITY, f64::min)
    }),
    ("With b_t = 1 h strip packing uses the nodes a little less than first fit", |sample| {
        mean(sample, 0, 0, FIRST_FIT_EASY) - mean(sample, 0, 0, PACKING)
    }),
    ("With b_t = 5 and 10 h it uses them more on average", |sample| {
        (1..AHEAD.len()).map(|ahead| mean(sample, 0, ahead, PACKING) - mean(sample, 0, ahead, FIRST_FIT_EASY)).sum()
    }),
    ("The other jobs wait less as b_t grows from 1 to 10 h, under strip packing", |sample| {
        mean(sample, 4, 0, PACKING) - mean(sample, 4, AHEAD.len() - 1, PACKING)
    }),
    ("Taking smaller offers avoids more rejections as the interval grows", |sample| {
        let grows = |ahead: usize| at(sample, 2, ahead, PACKING, SEARCH.len() - 1) - at(sample, 2, ahead, PACKING, 0);
        (0..AHEAD.len()).map(grows).sum()
    }),
];

impl Experiment for ElasticExperiment {
    type Trial = ElasticTrial;

    fn key(&self) -> String {
        (*self).key().to_string()
    }

    fn title(&self) -> String {
        match self {
            Self::Flexibility => {
                "Elastic reservation: rigid, first fit and strip packing, jobs by the model of Lublin (Sulistio, Figures 4, 6–9)"
            }
            Self::OverTime => "Elastic reservation: busy nodes over time, jobs by the model of Lublin (Sulistio, Figure 5)",
        }
        .to_string()
    }

    fn measures(&self) -> Vec<Measure> {
        match self {
            Self::OverTime => {
                let of = |(line, _): (Line, AskedInterval)| Measure {
                    key: format!("utilisation_{}", name_of(line)),
                    words: format!("busy share of the nodes, {}", name_of(line)),
                };
                self.cases().into_iter().map(of).collect()
            }
            Self::Flexibility => {
                let words = |(curve, search): (Measure, u32)| Measure {
                    key: format!("{}_sl{search}", curve.key),
                    words: format!("{}, sl_t = {search} h", curve.words),
                };
                self.curves().into_iter().flat_map(|curve| SEARCH.map(|search| words((curve.clone(), search)))).collect()
            }
        }
    }

    fn panel(&self) -> Measure {
        Measure { key: "busy".to_string(), words: "busy nodes, mean of each hour (Figure 5)".to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        match self {
            Self::OverTime => {
                let of =
                    |(line, _): (Line, AskedInterval)| Measure { key: format!("busy_{}", name_of(line)), words: name_of(line) };
                self.cases().into_iter().map(of).collect()
            }
            Self::Flexibility => {
                let of = |measure: &str, ahead: u32, line: Line| Measure {
                    key: format!("{measure}_{}_b{ahead}", name_of(line)),
                    words: format!("{}, b_t = {ahead} h", name_of(line)),
                };
                let mut curves = Vec::new();
                for (measure, _) in MEASURES {
                    for ahead in AHEAD {
                        curves.extend(LINES.map(|line| of(measure, ahead, line)));
                    }
                }
                curves
            }
        }
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        match self {
            Self::OverTime => vec![(self.panel(), 0..self.curves().len())],
            Self::Flexibility => {
                let each = AHEAD.len() * LINES.len();
                let of = |(i, (key, words)): (usize, (&str, &str))| {
                    let first = i * each;
                    (Measure { key: key.to_string(), words: words.to_string() }, first..first + each)
                };
                MEASURES.into_iter().enumerate().map(of).collect()
            }
        }
    }

    fn tells_measures(&self) -> bool {
        *self == Self::OverTime
    }

    fn axis(&self) -> Measure {
        match self {
            Self::OverTime => Measure { key: "hour".to_string(), words: "hour".to_string() },
            Self::Flexibility => Measure { key: "search_limit".to_string(), words: "search limit sl_t in hours".to_string() },
        }
    }

    fn place(&self, index: u32) -> f64 {
        match self {
            Self::OverTime => f64::from(index),
            Self::Flexibility => SEARCH.get(index as usize).map_or(f64::from(index), |&hours| f64::from(hours)),
        }
    }

    fn trial(&self, options: Options, run: u32) -> Result<ElasticTrial, ScenarioError> {
        let jobs = model(options, run).generate(NODES)?;
        Ok(ElasticTrial { experiment: *self, jobs, cases: self.cases(), found: Vec::new() })
    }

    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        if *self == Self::OverTime {
            return Vec::new();
        }
        let claim = |&(words, test): &Test| {
            let measured = Interval::of(samples.iter().map(|sample| test(sample)));
            let verdict = if measured.runs == 0 { ClaimVerdict::Open } else { ClaimVerdict::of_difference(measured) };
            Claim { words: words.to_string(), measured, verdict }
        };
        CLAIMS.iter().map(claim).collect()
    }

    fn beside(&self, samples: &[Vec<f64>]) -> Vec<PaperValue> {
        if *self == Self::OverTime {
            return Vec::new();
        }
        let row = |(ahead, search, paper): (usize, usize, f64)| PaperValue {
            words: format!("rejections avoided by smaller offers, b_t = {} h, sl_t = {} h", AHEAD[ahead], SEARCH[search]),
            paper,
            ours: Interval::of(samples.iter().map(move |sample| at(sample, 2, ahead, PACKING, search))),
        };
        [(1, 0, 0.135), (2, SEARCH.len() - 1, 0.7722)].map(row).to_vec()
    }
}
