//! The question as an experiment: methods, measures, claims; and the jobs of a run.

use super::method::Method;
use super::trial::{Reading, WhenTrial, with_logged_starts};
use crate::batch::{ClusterInput, LOG_NODES};
use crate::experiment::{Best, Claim, Experiment, Measure, Options, PanelForm, PaperValue};
use bookahead_engine::batch::BatchScenario;
use bookahead_engine::batch::job::{Job, Jobs};
use bookahead_engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead_engine::batch::workload::generator::LublinWorkload;
use bookahead_engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::core::statistics::Interval;
use std::ops::Range;
use std::sync::Arc;

/// A size for a lecture: seconds.
pub const LECTURE_SIZE: Options = Options { runs: 5, requests: 1_500, seed: 1 };
/// A size with clear answers.
pub const FULL_SIZE: Options = Options { runs: 10, requests: 5_000, seed: 1 };

/// Load of drawn jobs, and by how much they overestimate: jobs wait.
const LOAD: f64 = 0.8;
const OVERESTIMATE: f64 = 4.0;
/// Stands for no user in a log.
const NO_USER: u32 = u32::MAX;

/// The question, on drawn jobs or on those of a log.
#[derive(Clone, Debug)]
pub struct WhenStudy {
    log: Option<ClusterInput>,
}

impl WhenStudy {
    /// The name on the command line.
    pub const KEY: &'static str = "when-start";

    /// On drawn jobs, which have no users.
    pub fn drawn() -> Self {
        Self { log: None }
    }

    /// On a log, of which each run takes the next stretch.
    ///
    /// # Errors
    /// There are not as many stretches (`runs`).
    pub fn of_log(log: ClusterInput, options: Options) -> Result<Self, ScenarioError> {
        let most = log.jobs.len().div_ceil(options.requests.max(1) as usize);
        if options.runs as usize > most {
            let allowed = format!("at most {most}: {} jobs in stretches of {}", log.jobs.len(), options.requests);
            return Err(ScenarioError::new(FieldPath::new("runs"), options.runs, allowed));
        }
        Ok(Self { log: Some(log) })
    }

    /// Times the jobs of a run are planned, about: once, and from then on for the questions.
    pub fn plans() -> u32 {
        8
    }

    /// The jobs of the first run, to be opened.
    pub fn scenario(options: Options) -> BatchScenario {
        let workload = BatchWorkload::of(BatchSource::Lublin(drawn(options.seed, options.requests)));
        BatchScenario::new(LOG_NODES, workload, BatchPolicy::of(Scheduler::Easy))
    }

    /// The readings: what is added to the keys of measures, and to their words.
    fn readings(&self) -> Vec<(&'static str, &'static str)> {
        let is_logged = |log: &ClusterInput| log.jobs.iter().any(|job| job.logged_start.is_some());
        let recorded = self.log.as_ref().filter(|log| is_logged(log)).map(|_| ("_recorded", ", against the recorded starts"));
        let simulated = if recorded.is_some() { ", against EASY" } else { "" };
        std::iter::once(("", simulated)).chain(recorded).collect()
    }

    /// The measures of one reading.
    fn of_reading(key: &str, words: &str) -> Vec<Measure> {
        let measure = |name: String, what: String| Measure { key: format!("{name}{key}"), words: format!("{what}{words}") };
        let told = |name: &str, what: &str| measure(name.to_string(), what.to_string());
        let each = |name: &'static str, what: &'static str| {
            Method::ALL.map(|method| measure(format!("{name}_{}", method.key()), format!("{what}: {}", method.words())))
        };
        let head = [told("asked", "jobs that had to wait and were asked about"), told("wait", "their mean wait, hours")];
        let tail = [
            told("range_holds", "starts inside of the range of 10 to 90 % of the draws, per cent"),
            told("range_width", "mean width of that range, hours"),
            told("told_holds", "starts inside of that range, calibrated by what earlier ones missed, per cent"),
            told("told_width", "mean width of the calibrated range, hours"),
            told("told_holds_later", "starts inside of the calibrated range in the second half of the questions, per cent"),
            told("drawn_bound_holds", "starts no later than 95 % of the draws, per cent"),
            told("drawn_bound", "mean wait that 95 % of the draws do not pass, hours"),
            told("qbets_holds", "starts no later than the bound of QBETS, per cent"),
            told("qbets_bound", "mean bound of QBETS, hours"),
            told("qbets_holds_all", "the same for all jobs, those that start at once included, per cent"),
        ];
        let each = each("mean_error", "mean absolute error, hours")
            .into_iter()
            .chain(each("median_error", "median absolute error, minutes"))
            .chain(each("late", "mean error, hours (below 0: too early)"));
        head.into_iter().chain(each).chain(tail).collect()
    }

    /// The pictures, each with a row for every method.
    fn pictures(&self) -> Vec<Measure> {
        let of = |(key, words): (&str, &str)| {
            [
                Measure { key: format!("mean_error{key}"), words: format!("mean error: absolute, in hours{words}") },
                Measure { key: format!("median_error{key}"), words: format!("median error: absolute, in minutes{words}") },
            ]
        };
        self.readings().into_iter().flat_map(of).collect()
    }
}

fn drawn(seed: u64, jobs: u32) -> LublinWorkload {
    LublinWorkload { seed, jobs, load: LOAD, overestimate: OVERESTIMATE, ..LublinWorkload::default() }
}

/// The jobs of a run, and whose they are: the next so many of the log. Its first submission is the beginning.
fn stretch(log: &ClusterInput, options: Options, run: u32) -> (Vec<Job>, Vec<Option<u32>>) {
    let first = usize::try_from(u64::from(run) * u64::from(options.requests)).unwrap_or(usize::MAX);
    let taken = || log.jobs.iter().skip(first).take(options.requests as usize);
    let begin = taken().next().map_or(0, |job| job.submitted);
    let moved = |job: &Job| Job {
        submitted: job.submitted - begin,
        earliest_start: None,
        latest_start: None,
        logged_start: job.logged_start.map(|start| start.saturating_sub(begin)),
        ..*job
    };
    let user = |at: usize| log.users.get(first + at).copied().filter(|user| *user != NO_USER);
    (taken().map(moved).collect(), (0..taken().count()).map(user).collect())
}

impl Experiment for WhenStudy {
    type Trial = WhenTrial;

    fn key(&self) -> String {
        Self::KEY.to_string()
    }

    fn title(&self) -> String {
        let on = if self.log.is_some() { "the jobs of a log" } else { "drawn jobs" };
        format!("When will my job start? Forecasts at submission against what happens, on {on} under EASY (ours)")
    }

    fn measures(&self) -> Vec<Measure> {
        self.readings().into_iter().flat_map(|(key, words)| Self::of_reading(key, words)).collect()
    }

    fn panel(&self) -> Measure {
        Measure { key: "mean_error".to_string(), words: "mean error: absolute, in hours".to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        let of = |picture: Measure| {
            Method::ALL
                .map(|method| Measure { key: format!("{}_{}", picture.key, method.key()), words: method.words().to_string() })
        };
        self.pictures().into_iter().flat_map(of).collect()
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let each = Method::ALL.len();
        self.pictures().into_iter().enumerate().map(|(at, measure)| (measure, at * each..(at + 1) * each)).collect()
    }

    fn form(&self, _: usize) -> PanelForm {
        PanelForm::Rows(Best::Least)
    }

    fn axis(&self) -> Measure {
        Measure { key: "all".to_string(), words: "mean over all questions".to_string() }
    }

    fn trial(&self, options: Options, run: u32) -> Result<WhenTrial, ScenarioError> {
        let seed = options.seed_of(run);
        let Some(log) = &self.log else {
            let jobs = drawn(seed, options.requests).generate(LOG_NODES)?;
            let users = vec![None; jobs.len()];
            return Ok(WhenTrial::new(LOG_NODES, seed, Jobs::numbered((0..).zip(jobs)), users, None));
        };
        let (jobs, users) = stretch(log, options, run);
        // Jobs are sorted by their submissions; they keep their users.
        let sorted = |list: Vec<(u32, Job)>| {
            let jobs = Jobs::numbered(list.into_iter());
            let users: Vec<Option<u32>> = jobs.id.iter().map(|id| users.get(*id as usize).copied().flatten()).collect();
            (jobs, users)
        };
        let (all, all_users) = sorted((0..).zip(jobs.iter().copied()).collect());
        let recorded = (self.readings().len() > 1).then(|| {
            let kept: Vec<(u32, Job)> = with_logged_starts(&all).map(|row| (all.id[row], all.row(row))).collect();
            let (jobs, users) = sorted(kept);
            Reading::recorded(Arc::new(jobs), users)
        });
        Ok(WhenTrial::new(log.nodes, seed, all, all_users, recorded))
    }

    /// The methods have not been held against one another like this: the claims are questions of ours, but for the bound of QBETS.
    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        let measures = self.measures();
        let place = |key: String| measures.iter().position(|measure| measure.key == key).unwrap_or(0);
        let of = |(key, words): (&'static str, &'static str)| {
            let at = |name: &str| place(format!("{name}{key}"));
            let less = |first: usize, second: usize| Interval::of(samples.iter().map(move |sample| sample[first] - sample[second]));
            let above = |at: usize, least: f64| Interval::of(samples.iter().map(move |sample| sample[at] - least));
            let error = |method: Method| at(&format!("mean_error_{}", method.key()));
            let nearer = |one: Method, other: Method, what: &str| {
                Claim::of_difference(format!("{what}{words}, in hours of the mean absolute error"), less(error(other), error(one)))
            };
            [
                nearer(Method::Drawn, Method::Limits, "The median of drawn plans is nearer to the start than the limits"),
                nearer(Method::Drawn, Method::Similar, "It is nearer than the mean wait of similar jobs"),
                nearer(Method::Drawn, Method::Predicted, "It is nearer than the plan with the run times of the users’ last two jobs"),
                Claim::of_difference(
                    format!("At least 80 % of the starts lie inside of the range of 10 to 90 % of the draws{words}, in percentage points"),
                    above(at("range_holds"), 80.0),
                ),
                Claim::of_difference(
                    format!("At least 80 % lie inside of the range once it is calibrated by what earlier ranges missed, in the second half of the questions{words}, in percentage points"),
                    above(at("told_holds_later"), 80.0),
                )
                .under("the miss of an end of the last 100 ranges moves that end, by adaptive conformal inference with rate 0.02 (Gibbs and Candès 2021); the late end is no later than the start by the limits"),
                Claim::of_difference(
                    format!("The bound of QBETS holds for at least 95 % of all jobs{words}, in percentage points (Nurmi, Brevik and Wolski 2007)"),
                    above(at("qbets_holds_all"), 95.0),
                )
                .under("the bound is that of the 95 % quantile with 95 % confidence, for jobs of similar numbers of nodes, with the latest 4,000 waits at most; three misses in a row tell a change"),
            ]
        };
        self.readings().into_iter().flat_map(of).collect()
    }

    fn beside(&self, _: &[Vec<f64>]) -> Vec<PaperValue> {
        Vec::new()
    }
}
