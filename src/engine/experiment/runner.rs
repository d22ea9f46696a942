//! Runs an experiment piece by piece.

use super::{Beside, Claim, Interval, Measure};
use crate::error::ScenarioError;
use serde::{Deserialize, Serialize};

/// What one trial found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// One number for each of [`Experiment::measures`].
    pub measures: Vec<f64>,
    /// One curve for each of [`Experiment::series`]: a value for each slot.
    pub series: Vec<Vec<f64>>,
}

/// One run of an experiment in progress.
pub trait Trial {
    /// Decides up to `jobs` further jobs; whether the trial is done.
    fn advance(&mut self, jobs: usize) -> bool;

    /// Jobs decided and jobs in all.
    fn progress(&self) -> (usize, usize);

    /// What it found; asked for once it is done.
    fn sample(&self) -> Sample;
}

/// How large an experiment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Number of runs, each with its own seed.
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

/// A figure or table of a paper, done again.
pub trait Experiment {
    /// The kind of its trials.
    type Trial: Trial;

    /// The name on the command line.
    fn key(&self) -> String;

    /// What it is, in one line, with its place in the paper.
    fn title(&self) -> String;

    /// The numbers each trial gives.
    fn measures(&self) -> Vec<Measure>;

    /// The curves each trial gives.
    fn series(&self) -> Vec<Measure>;

    /// Starts run `run`.
    ///
    /// # Errors
    /// The options lead to a workload out of bounds.
    fn trial(&self, options: Options, run: u32) -> Result<Self::Trial, ScenarioError>;

    /// What the paper claims, held against the samples: rows of runs, columns of measures.
    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim>;

    /// The paper's own figures beside ours.
    fn beside(&self, samples: &[Vec<f64>]) -> Vec<Beside>;
}

/// How far a runner is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Runs that are done.
    pub runs_done: u32,
    /// Runs in all.
    pub runs: u32,
    /// Jobs of the present run that are decided.
    pub jobs_done: u64,
    /// Jobs of the present run, over everything it compares.
    pub jobs: u64,
}

impl Progress {
    /// Share of the work that is done, 0 to 1.
    pub fn share(self) -> f64 {
        let part = if self.jobs == 0 { 0.0 } else { self.jobs_done as f64 / self.jobs as f64 };
        if self.runs == 0 { 1.0 } else { ((f64::from(self.runs_done) + part) / f64::from(self.runs)).min(1.0) }
    }
}

/// An experiment in progress. Dropping it is all that cancelling takes.
#[derive(Debug)]
pub struct Runner<E: Experiment> {
    experiment: E,
    options: Options,
    present: Option<E::Trial>,
    samples: Vec<Vec<f64>>,
    /// Per curve and slot: runs, sum and sum of squares around the first run's value, which keeps the digits.
    sums: Vec<Vec<Sum>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sum {
    runs: u32,
    first: f64,
    sum: f64,
    squares: f64,
}

impl Sum {
    fn add(&mut self, value: f64) {
        if self.runs == 0 {
            self.first = value;
        }
        let off = value - self.first;
        self.runs += 1;
        self.sum += off;
        self.squares += off * off;
    }

    fn interval(self) -> Interval {
        if self.runs == 0 {
            return Interval::default();
        }
        let n = f64::from(self.runs);
        let mean = self.first + self.sum / n;
        if self.runs == 1 {
            return Interval { mean, half: 0.0, runs: 1 };
        }
        let variance = ((self.squares - self.sum * self.sum / n) / (n - 1.0)).max(0.0);
        let half = super::student_t_975(self.runs - 1) * libm::sqrt(variance / n);
        Interval { mean, half, runs: self.runs }
    }
}

/// A curve with its intervals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeriesResult {
    /// What it is.
    pub measure: Measure,
    /// One interval for each slot, as far as at least half of the runs reach.
    pub points: Vec<Interval>,
}

/// What the finished runs say, be they all or some.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// The experiment's name.
    pub key: String,
    /// What it is.
    pub title: String,
    /// How large it was meant to be.
    pub options: Options,
    /// Runs that are done.
    pub runs_done: u32,
    /// Every measure with its interval.
    pub measures: Vec<(Measure, Interval)>,
    /// Every curve.
    pub series: Vec<SeriesResult>,
    /// The paper's claims.
    pub claims: Vec<Claim>,
    /// The paper's figures.
    pub beside: Vec<Beside>,
}

impl<E: Experiment> Runner<E> {
    /// Nothing has been run yet.
    pub fn new(experiment: E, options: Options) -> Self {
        let sums = vec![Vec::new(); experiment.series().len()];
        Self { experiment, options, present: None, samples: Vec::new(), sums }
    }

    /// The experiment.
    pub fn experiment(&self) -> &E {
        &self.experiment
    }

    /// Whether every run is done.
    pub fn is_done(&self) -> bool {
        self.samples.len() >= self.options.runs as usize
    }

    /// Does a piece of work: decides up to `jobs` jobs of the present run. A run's requests are made when it begins, in one piece.
    ///
    /// # Errors
    /// The options lead to a workload out of bounds; nothing is changed.
    pub fn advance(&mut self, jobs: usize) -> Result<Progress, ScenarioError> {
        if !self.is_done() {
            let run = self.samples.len() as u32;
            let mut trial = match self.present.take() {
                Some(trial) => trial,
                None => self.experiment.trial(self.options, run)?,
            };
            if trial.advance(jobs) {
                self.take_in(trial.sample());
            } else {
                self.present = Some(trial);
            }
        }
        Ok(self.progress())
    }

    fn take_in(&mut self, sample: Sample) {
        for (sums, values) in self.sums.iter_mut().zip(sample.series) {
            sums.resize(sums.len().max(values.len()), Sum::default());
            for (sum, value) in sums.iter_mut().zip(values) {
                sum.add(value);
            }
        }
        self.samples.push(sample.measures);
    }

    /// Does everything that is left.
    ///
    /// # Errors
    /// As [`Runner::advance`].
    pub fn finish(&mut self) -> Result<Results, ScenarioError> {
        while !self.is_done() {
            self.advance(usize::MAX)?;
        }
        Ok(self.results())
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        let (jobs_done, jobs) = self.present.as_ref().map_or((0, 0), Trial::progress);
        Progress { runs_done: self.samples.len() as u32, runs: self.options.runs, jobs_done: jobs_done as u64, jobs: jobs as u64 }
    }

    /// What the finished runs say; may be asked for at any time.
    pub fn results(&self) -> Results {
        let column = |i: usize| Interval::of(self.samples.iter().map(move |sample| sample[i]));
        let enough = (self.samples.len() as u32).div_ceil(2).max(1);
        let series = self.experiment.series().into_iter().zip(&self.sums).map(|(measure, sums)| {
            let points = sums.iter().take_while(|sum| sum.runs >= enough).map(|sum| sum.interval()).collect();
            SeriesResult { measure, points }
        });
        Results {
            key: self.experiment.key(),
            title: self.experiment.title(),
            options: self.options,
            runs_done: self.samples.len() as u32,
            measures: self.experiment.measures().into_iter().enumerate().map(|(i, measure)| (measure, column(i))).collect(),
            series: series.collect(),
            claims: self.experiment.claims(&self.samples),
            beside: self.experiment.beside(&self.samples),
        }
    }
}
