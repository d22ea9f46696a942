//! Collects the runs of an experiment whose units are whole runs.

use super::{Claim, Curve, Measure, Options, Panel, PanelForm, PaperValue, Point, Progress, Results};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::core::statistics::Interval;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;

/// What one run found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// One number for each of [`Experiment::measures`].
    pub measures: Vec<f64>,
    /// One curve for each of [`Experiment::curves`]: a value for each slot.
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

    /// What the curves show.
    fn panel(&self) -> Measure;

    /// The curves each trial gives.
    fn curves(&self) -> Vec<Measure>;

    /// The pictures, and which of the curves are in each: one of all unless the experiment says otherwise.
    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        vec![(self.panel(), 0..self.curves().len())]
    }

    /// How a picture is to be seen.
    fn form(&self, _panel: usize) -> PanelForm {
        PanelForm::Curves
    }

    /// Which of the numbers are told beside the curves: all but those that are points of these.
    fn told(&self) -> Range<usize> {
        0..self.measures().len()
    }

    /// Whether the curves are those of the first run alone: what goes up and down in one run does not in the mean of several.
    fn draws_one_run(&self) -> bool {
        false
    }

    /// What the curves are drawn against.
    fn axis(&self) -> Measure {
        Measure { key: "slot".to_string(), words: "slot".to_string() }
    }

    /// Where a curve's value with this index stands on the axis.
    fn place(&self, index: u32) -> f64 {
        f64::from(index)
    }

    /// Starts run `run`.
    ///
    /// # Errors
    /// The options lead to a workload out of bounds.
    fn trial(&self, options: Options, run: u32) -> Result<Self::Trial, ScenarioError>;

    /// What the paper claims, held against the samples: rows of runs, columns of measures.
    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim>;

    /// The paper's own figures beside ours.
    fn beside(&self, samples: &[Vec<f64>]) -> Vec<PaperValue>;
}

/// An experiment in progress. Dropping it is all that cancelling takes.
#[derive(Debug)]
pub struct Runner<E: Experiment> {
    experiment: E,
    options: Options,
    samples: Vec<Vec<f64>>,
    /// Per curve and slot: runs, sum and sum of squares around the first run's value, which keeps the digits.
    sums: Vec<Vec<Sum>>,
    /// Runs that came before one with a lower number: sums depend on the order they are made in.
    early: BTreeMap<u32, Sample>,
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
        let half = bookahead_engine::core::statistics::student_t_975(self.runs - 1) * libm::sqrt(variance / n);
        Interval { mean, half, runs: self.runs }
    }
}

impl<E: Experiment> Runner<E> {
    /// Nothing has been run yet.
    pub fn new(experiment: E, options: Options) -> Self {
        let sums = vec![Vec::new(); experiment.curves().len()];
        Self { experiment, options, samples: Vec::new(), sums, early: BTreeMap::new() }
    }

    /// The experiment.
    pub fn experiment(&self) -> &E {
        &self.experiment
    }

    /// How large it is.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Takes in what a run found. Each counts once, and only if it has the experiment's shape; it shows when all before it are there.
    pub fn take_in(&mut self, run: u32, sample: Sample) {
        let fits = sample.measures.len() == self.experiment.measures().len() && sample.series.len() == self.sums.len();
        if fits && run < self.options.runs && run as usize >= self.samples.len() {
            self.early.insert(run, sample);
        }
        while let Some(sample) = self.early.remove(&(self.samples.len() as u32)) {
            self.add(sample);
        }
    }

    /// No more will come: runs that wait for others are counted without them.
    pub fn close(&mut self) {
        for sample in std::mem::take(&mut self.early).into_values() {
            self.add(sample);
        }
    }

    fn add(&mut self, sample: Sample) {
        let is_drawn = self.samples.is_empty() || !self.experiment.draws_one_run();
        for (sums, values) in self.sums.iter_mut().zip(sample.series).filter(|_| is_drawn) {
            sums.resize(sums.len().max(values.len()), Sum::default());
            for (sum, value) in sums.iter_mut().zip(values) {
                sum.add(value);
            }
        }
        self.samples.push(sample.measures);
    }

    /// Does everything, here and now.
    ///
    /// # Errors
    /// The options lead to a workload out of bounds.
    pub fn finish(&mut self) -> Result<Results, ScenarioError> {
        for run in self.samples.len() as u32..self.options.runs {
            let mut trial = self.experiment.trial(self.options, run)?;
            while !trial.advance(usize::MAX) {}
            self.take_in(run, trial.sample());
        }
        Ok(self.results())
    }

    /// How far it is.
    pub fn progress(&self) -> Progress {
        Progress { done: (self.samples.len() + self.early.len()) as u32, units: self.options.runs }
    }

    /// What the finished runs say; may be asked for at any time.
    pub fn results(&self) -> Results {
        let column = |i: usize| Interval::of(self.samples.iter().map(move |sample| sample[i]));
        // As far as at least half of the runs reach.
        let drawn = if self.experiment.draws_one_run() { 1 } else { self.samples.len() as u32 };
        let enough = drawn.div_ceil(2).max(1);
        let curves = self.experiment.curves().into_iter().zip(&self.sums).map(|(curve, sums)| {
            let reached = sums.iter().take_while(|sum| sum.runs >= enough);
            let points =
                (0_u32..).zip(reached).map(|(index, sum)| Point { x: self.experiment.place(index), y: sum.interval() }).collect();
            Curve { key: curve.key, label: curve.words, points }
        });
        let curves: Vec<Curve> = curves.collect();
        let measures = self.experiment.measures();
        let told = self.experiment.told();
        let panel = |(place, (measure, of)): (usize, (Measure, Range<usize>))| Panel {
            measure,
            form: self.experiment.form(place),
            curves: curves.get(of).unwrap_or(&[]).to_vec(),
        };
        Results {
            key: self.experiment.key(),
            title: self.experiment.title(),
            options: self.options,
            progress: self.progress(),
            measures: told.filter_map(|i| Some((measures.get(i)?.clone(), column(i)))).collect(),
            axis: self.experiment.axis(),
            panels: self.experiment.panels().into_iter().enumerate().map(panel).collect(),
            claims: self.experiment.claims(&self.samples),
            beside: self.experiment.beside(&self.samples),
        }
    }
}
