//! The figures as an experiment: its runs, and what they come to.

use super::claims::{self, Gain, gains};
use super::figures::{
    AHEAD, ElasticExperiment, LINES, MEASURES, NODES, OVER_TIME_MEASURES, RESERVE_PERCENT, SEARCH, TWO_WEEKS, column, model,
};
use super::finder::{AskedInterval, Finder, Line, SLOT_SECONDS};
use super::simulation::{Found, play};
use crate::batch::ClusterInput;
use crate::experiment::{Claim, Experiment, Measure, Options, PaperValue, Sample, Trial};
use bookahead_engine::batch::job::Job;
use bookahead_engine::batch::workload::ask_ahead::AskAhead;
use bookahead_engine::core::error::ScenarioError;
use std::ops::Range;

/// Figures on drawn jobs, or on those of a log.
#[derive(Clone, Debug)]
pub struct ElasticStudy {
    figures: ElasticExperiment,
    log: Option<ClusterInput>,
}

impl ElasticStudy {
    /// Of a log, on its machine, the first `requests` jobs are taken that are submitted in two weeks.
    pub fn new(figures: ElasticExperiment, log: Option<ClusterInput>) -> Self {
        Self { figures, log }
    }

    /// The jobs of a run.
    fn jobs(&self, options: Options, run: u32) -> Result<Vec<Job>, ScenarioError> {
        let Some(log) = &self.log else { return model(options, run).generate(NODES) };
        let mut jobs = log.taken(options.requests, TWO_WEEKS);
        AskAhead::share(f64::from(RESERVE_PERCENT) / 100.0).draw(&mut jobs, options.seed_of(run));
        Ok(jobs)
    }

    fn nodes(&self) -> u32 {
        self.log.as_ref().map_or(NODES, |log| log.nodes)
    }
}

/// A run at work.
#[derive(Clone, Debug)]
pub struct ElasticTrial {
    experiment: ElasticExperiment,
    nodes: u32,
    jobs: Vec<Job>,
    cases: Vec<(Line, AskedInterval)>,
    found: Vec<Found>,
}

impl Trial for ElasticTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs;
        while let Some(&(line, interval)) = self.cases.get(self.found.len()) {
            self.found.push(play(&self.jobs, self.nodes, line, interval));
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
                measures: OVER_TIME_MEASURES.iter().flat_map(|(_, _, take)| self.found.iter().map(take)).collect(),
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
                let mut measures: Vec<f64> = series.iter().flatten().copied().collect();
                measures.extend(gains().map(|gain| gain.of(&measures)).collect::<Vec<f64>>());
                Sample { measures, series }
            }
        }
    }
}

impl Experiment for ElasticStudy {
    type Trial = ElasticTrial;

    fn key(&self) -> String {
        self.figures.key().to_string()
    }

    fn title(&self) -> String {
        let jobs = if self.log.is_some() { "jobs of a log" } else { "jobs by the model of Lublin" };
        let (what, where_from) = match self.figures {
            ElasticExperiment::Flexibility => ("rigid, first fit and strip packing", "Figures 4, 6–9"),
            ElasticExperiment::OverTime => ("busy nodes over time", "Figure 5"),
        };
        format!("Elastic reservation: {what}, {jobs} (Sulistio, {where_from})")
    }

    fn measures(&self) -> Vec<Measure> {
        match self.figures {
            ElasticExperiment::OverTime => {
                let of = |key: &str, words: &str, line: Line| Measure {
                    key: format!("{key}_{}", line.name()),
                    words: format!("{words}, {}", line.words()),
                };
                let cases = self.figures.cases();
                OVER_TIME_MEASURES.iter().flat_map(|(key, words, _)| cases.iter().map(move |case| of(key, words, case.0))).collect()
            }
            ElasticExperiment::Flexibility => {
                let words = |(curve, search): (Measure, u32)| Measure {
                    key: format!("{}_sl{search}", curve.key),
                    words: format!("{}, sl_t = {search} h", curve.words),
                };
                let points = self.curves().into_iter().flat_map(|curve| SEARCH.map(|search| words((curve.clone(), search))));
                points.chain(gains().map(Gain::measure)).collect()
            }
        }
    }

    fn panel(&self) -> Measure {
        Measure { key: "busy".to_string(), words: "busy nodes in each slot of five minutes, first run (Figure 5)".to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        match self.figures {
            ElasticExperiment::OverTime => {
                let of = |(line, _): (Line, AskedInterval)| Measure { key: format!("busy_{}", line.name()), words: line.words() };
                self.figures.cases().into_iter().map(of).collect()
            }
            ElasticExperiment::Flexibility => {
                let of = |measure: &str, ahead: u32, line: Line| Measure {
                    key: format!("{measure}_{}_b{ahead}", line.name()),
                    words: format!("{}, b_t = {ahead} h", line.words()),
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
        match self.figures {
            ElasticExperiment::OverTime => vec![(self.panel(), 0..self.curves().len())],
            ElasticExperiment::Flexibility => {
                let each = AHEAD.len() * LINES.len();
                let of = |(i, (key, words)): (usize, (&str, &str))| {
                    let first = i * each;
                    (Measure { key: key.to_string(), words: words.to_string() }, first..first + each)
                };
                MEASURES.into_iter().enumerate().map(of).collect()
            }
        }
    }

    /// The points of the curves are not told again, what is gained is.
    fn told(&self) -> Range<usize> {
        let all = self.measures().len();
        let points = if self.figures == ElasticExperiment::Flexibility { all - gains().count() } else { 0 };
        points..all
    }

    fn axis(&self) -> Measure {
        match self.figures {
            ElasticExperiment::OverTime => Measure { key: "hour".to_string(), words: "hour".to_string() },
            ElasticExperiment::Flexibility => {
                Measure { key: "search_limit".to_string(), words: "search limit sl_t in hours".to_string() }
            }
        }
    }

    fn draws_one_run(&self) -> bool {
        self.figures == ElasticExperiment::OverTime
    }

    fn place(&self, index: u32) -> f64 {
        match self.figures {
            ElasticExperiment::OverTime => f64::from(index) * f64::from(SLOT_SECONDS) / 3_600.0,
            ElasticExperiment::Flexibility => SEARCH.get(index as usize).map_or(f64::from(index), |&hours| f64::from(hours)),
        }
    }

    fn trial(&self, options: Options, run: u32) -> Result<ElasticTrial, ScenarioError> {
        let jobs = self.jobs(options, run)?;
        Ok(ElasticTrial { experiment: self.figures, nodes: self.nodes(), jobs, cases: self.figures.cases(), found: Vec::new() })
    }

    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        if self.figures == ElasticExperiment::OverTime { claims::over_time(samples) } else { claims::of(samples) }
    }

    fn beside(&self, samples: &[Vec<f64>]) -> Vec<PaperValue> {
        if self.figures == ElasticExperiment::OverTime { Vec::new() } else { claims::beside(samples) }
    }
}
