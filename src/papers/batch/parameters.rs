//! Co-allocation against its parameters: Δt, maxRet, the length of a quantum and the horizon (Castillo 5.5, which gives Δt and maxRet and says that larger
//! values brought nothing; l_q and H are not given). Each run counts what searches and updates of the two-level trees cost (5.4.1).

use crate::experiment::{Claim, Experiment, Measure, Options, PaperValue, Sample, Trial};
use bookahead_engine::batch::coalloc::session::Coallocation;
use bookahead_engine::batch::job::{Jobs, Time};
use bookahead_engine::batch::metrics::wait;
use bookahead_engine::batch::scenario::BatchScenario;
use bookahead_engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead_engine::batch::workload::ask_ahead::AskAhead;
use bookahead_engine::batch::workload::generator::LublinWorkload;
use bookahead_engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::core::statistics::Interval;
use std::ops::Range;
use std::sync::Arc;

use super::figure::{LOAD, LOG_NODES};

/// A size with clear answers.
pub const FULL_SIZE: Options = Options { runs: 10, requests: 5_000, seed: 1 };
/// A size for a lecture.
pub const LECTURE_SIZE: Options = Options { runs: 3, requests: 1_500, seed: 1 };

/// What is varied; the rest stays at Δt and l_q of a quarter of an hour, H of 14 days and maxRet of half the quanta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterStudy {
    /// Δt in minutes.
    Step,
    /// maxRet in per cent of the quanta.
    Retries,
    /// l_q in minutes: Q is smaller where it is longer.
    Quantum,
    /// H in days.
    Horizon,
}

/// Curves: no job asks for a start, and every second one does.
const SHARES: [(f64, &str, &str); 2] = [(0.0, "0", "no advance reservations"), (0.5, "50", "half of the jobs ask for a start")];

/// What is told of a run, with its name in files and in words.
const FIGURES: [(&str, &str); 5] = [
    ("wait", "mean wait in hours, from the start they ask for"),
    ("retries", "retries per request"),
    ("search", "nodes of the two-level trees visited and periods retrieved, per request"),
    ("update", "updates of the two-level trees per request, n_r × quanta × log² v"),
    ("rebuild", "nodes written per request, if the trees of the quanta were made anew instead"),
];

impl ParameterStudy {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Step, Self::Retries, Self::Quantum, Self::Horizon];

    /// The name of the experiment.
    pub fn name(self) -> &'static str {
        match self {
            Self::Step => "coallocation-step",
            Self::Retries => "coallocation-retries",
            Self::Quantum => "coallocation-quantum",
            Self::Horizon => "coallocation-horizon",
        }
    }

    /// The experiment with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|study| study.name() == key)
    }

    fn words(self) -> &'static str {
        match self {
            Self::Step => "Δt in minutes",
            Self::Retries => "maxRet in per cent of the quanta",
            Self::Quantum => "length l_q of a quantum in minutes",
            Self::Horizon => "horizon H in days",
        }
    }

    /// Places on the axis, each twice the one before.
    pub fn places(self) -> &'static [u32] {
        match self {
            Self::Step => &[5, 15, 30, 60, 120],
            Self::Retries => &[12, 25, 50, 100],
            Self::Quantum => &[15, 30, 60, 120],
            Self::Horizon => &[7, 14, 28, 56],
        }
    }

    /// The place of the thesis, or the usual one where it gives none.
    fn usual(self) -> usize {
        match self {
            Self::Step | Self::Horizon => 1,
            Self::Retries => 2,
            Self::Quantum => 0,
        }
    }

    /// Times the requests of a run are planned.
    pub fn plans(self) -> u32 {
        (self.places().len() * SHARES.len()) as u32
    }

    /// Co-allocation at a place.
    pub fn policy(self, place: u32) -> BatchPolicy {
        let usual = BatchPolicy { horizon: 14 * 86_400, ..BatchPolicy::of(Scheduler::CoAllocation) };
        match self {
            Self::Step => BatchPolicy { step: place * 60, ..usual },
            Self::Retries => BatchPolicy { retries: Some(usual.quanta() * place / 100), ..usual },
            // As many retries everywhere: only the trees differ.
            Self::Quantum => BatchPolicy { quantum: place * 60, retries: Some(usual.quanta() / 2), ..usual },
            Self::Horizon => BatchPolicy { horizon: place * 86_400, ..usual },
        }
    }

    /// A run at the usual place, to be opened.
    pub fn scenario(self, options: Options) -> BatchScenario {
        let lublin = LublinWorkload {
            seed: options.seed,
            jobs: options.requests,
            load: LOAD,
            overestimate: 0.0,
            advance_percent: 50,
            ..LublinWorkload::default()
        };
        let policy = self.policy(self.places()[self.usual()]);
        BatchScenario::new(LOG_NODES, BatchWorkload::of(BatchSource::Lublin(lublin)), policy)
    }
}

/// A run at work: share by share, place by place.
#[derive(Debug)]
pub struct ParameterTrial {
    jobs: [Arc<Jobs>; SHARES.len()],
    policies: Vec<BatchPolicy>,
    at_work: Option<Coallocation>,
    found: Vec<[f64; FIGURES.len()]>,
}

impl ParameterTrial {
    fn cases(&self) -> usize {
        self.policies.len() * SHARES.len()
    }

    /// The jobs and the policy of a case.
    fn case(&self, case: usize) -> (&Arc<Jobs>, BatchPolicy) {
        let jobs = &self.jobs[case / self.policies.len()];
        // Co-allocation looks no further ahead than its horizon: the longest job has to fit.
        let policy = self.policies[case % self.policies.len()];
        let longest = (0..jobs.len()).map(|row| jobs.reserved(row)).max().unwrap_or(0);
        let least = u32::try_from(longest).unwrap_or(u32::MAX).next_multiple_of(policy.quantum);
        (jobs, BatchPolicy { horizon: policy.horizon.max(least), ..policy })
    }
}

impl Trial for ParameterTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        if self.found.len() == self.cases() {
            return true;
        }
        let (of_case, policy) = self.case(self.found.len());
        let of_case = Arc::clone(of_case);
        let run = self.at_work.get_or_insert_with(|| Coallocation::new(LOG_NODES, policy, Arc::clone(&of_case)).counting_trees());
        run.advance(jobs);
        if run.is_done() {
            let (decisions, count) = (run.decisions(), of_case.len().max(1) as f64);
            let waits: Time = (0..of_case.len()).map(|row| wait(&of_case, decisions, row)).sum();
            let retries: u64 = decisions.retries.iter().map(|&retries| u64::from(retries)).sum();
            let [search, update, rebuild] =
                run.tree_counts().map_or([0; 3], |counts| [counts.searches, counts.updates, counts.rebuilds]);
            let sums = [waits as f64 / 3_600.0, retries as f64, search as f64, update as f64, rebuild as f64];
            self.found.push(sums.map(|sum| sum / count));
            self.at_work = None;
        }
        self.found.len() == self.cases()
    }

    fn progress(&self) -> (usize, usize) {
        let each = self.jobs[0].len();
        (self.found.len() * each + self.at_work.as_ref().map_or(0, Coallocation::decided), self.cases() * each)
    }

    fn sample(&self) -> Sample {
        let curve = |figure: usize, share: usize| {
            let each = self.policies.len();
            self.found[share * each..(share + 1) * each].iter().map(|found| found[figure]).collect::<Vec<f64>>()
        };
        let series: Vec<Vec<f64>> = (0..FIGURES.len()).flat_map(|figure| [curve(figure, 0), curve(figure, 1)]).collect();
        // The claims look at single places of the curves.
        Sample { measures: series.iter().flatten().copied().collect(), series }
    }
}

impl Experiment for ParameterStudy {
    type Trial = ParameterTrial;

    fn key(&self) -> String {
        self.name().to_string()
    }

    fn title(&self) -> String {
        format!("Co-allocation against {} (Castillo 5.4.1, 5.5; ours)", self.words())
    }

    fn measures(&self) -> Vec<Measure> {
        let point = |curve: &Measure, place: u32| Measure {
            key: format!("{}_{place}", curve.key),
            words: format!("{}, {} {place}", curve.words, self.words()),
        };
        self.curves().iter().flat_map(|curve| self.places().iter().map(move |&place| point(curve, place))).collect()
    }

    fn panel(&self) -> Measure {
        Measure { key: FIGURES[0].0.to_string(), words: FIGURES[0].1.to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        let curve =
            |figure: &str, (_, key, words): (f64, &str, &str)| Measure { key: format!("{figure}_{key}"), words: words.to_string() };
        FIGURES.iter().flat_map(|(figure, _)| SHARES.map(|share| curve(figure, share))).collect()
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let panel = |(i, (key, words)): (usize, &(&str, &str))| {
            (Measure { key: (*key).to_string(), words: (*words).to_string() }, i * SHARES.len()..(i + 1) * SHARES.len())
        };
        FIGURES.iter().enumerate().map(panel).collect()
    }

    /// The points of the curves are not told again.
    fn told(&self) -> Range<usize> {
        0..0
    }

    fn axis(&self) -> Measure {
        Measure { key: self.name().trim_start_matches("coallocation-").to_string(), words: self.words().to_string() }
    }

    fn place(&self, index: u32) -> f64 {
        self.places().get(index as usize).map_or(f64::from(index), |&place| f64::from(place))
    }

    fn trial(&self, options: Options, run: u32) -> Result<ParameterTrial, ScenarioError> {
        let seed = options.seed_of(run);
        let lublin = LublinWorkload {
            seed,
            jobs: options.requests,
            load: LOAD,
            overestimate: 0.0,
            advance_percent: 0,
            ..LublinWorkload::default()
        };
        let drawn = lublin.generate(LOG_NODES)?;
        let jobs = SHARES.map(|(share, ..)| {
            let mut jobs = drawn.clone();
            AskAhead::share(share).draw(&mut jobs, seed);
            Arc::new(Jobs::numbered((0..).zip(jobs)))
        });
        let policies = self.places().iter().map(|&place| self.policy(place)).collect();
        Ok(ParameterTrial { jobs, policies, at_work: None, found: Vec::new() })
    }

    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        let places = self.places().len();
        let curve = |values: &[f64], figure: usize, share: usize| -> Vec<f64> {
            let first = (figure * SHARES.len() + share) * places;
            values[first..first + places].to_vec()
        };
        // None of the differences of several runs may be negative.
        let claim = |words: &str, test: &dyn Fn(&[f64]) -> Vec<f64>| {
            let rows: Vec<Vec<f64>> = samples.iter().map(|values| test(values)).collect();
            let differences = 0..rows.first().map_or(0, Vec::len);
            let intervals: Vec<Interval> = differences.map(|i| Interval::of(rows.iter().map(|row| row[i]))).collect();
            Claim::of_all(words, &intervals)
        };
        // Waits are the first figure, updates the fourth, what is written anew the last.
        let (waits, updates, rebuilds) = (0, 3, 4);
        let no_better = |values: &[f64]| -> Vec<f64> {
            let of_share = |share: usize| {
                let waits = curve(values, waits, share);
                let usual = waits[self.usual()];
                waits[self.usual() + 1..].iter().map(|wait| wait - 0.95 * usual).collect::<Vec<f64>>()
            };
            [of_share(0), of_share(1)].concat()
        };
        let cheaper = claim("Updates of the trees take less than making them anew, at every place", &|values| {
            let of_share = |share: usize| {
                let anew = curve(values, rebuilds, share);
                anew.iter().zip(curve(values, updates, share)).map(|(anew, update)| anew - update).collect::<Vec<f64>>()
            };
            [of_share(0), of_share(1)].concat()
        });
        let own = match self {
            Self::Step => claim("A larger Δt than a quarter of an hour shortens the mean wait by less than 5 % (5.5)", &no_better),
            Self::Retries => claim("More retries than half the quanta shorten the mean wait by less than 5 % (5.5)", &no_better),
            Self::Quantum => claim(
                "Updates take less the longer, and so the fewer, the quanta are, at each step (5.4.1: n_r × Q × log² v)",
                &|values| {
                    let falls =
                        |share: usize| curve(values, updates, share).windows(2).map(|pair| pair[0] - pair[1]).collect::<Vec<f64>>();
                    [falls(0), falls(1)].concat()
                },
            ),
            Self::Horizon => {
                claim("Updates take more the further the horizon is, at each step (5.4.1: n_r × Q × log² v)", &|values| {
                    let grows =
                        |share: usize| curve(values, updates, share).windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<f64>>();
                    [grows(0), grows(1)].concat()
                })
            }
        };
        vec![own, cheaper]
    }

    fn beside(&self, _samples: &[Vec<f64>]) -> Vec<PaperValue> {
        Vec::new()
    }
}
