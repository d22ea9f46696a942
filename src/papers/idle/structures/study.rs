//! The curves as an experiment.

use super::cases::Axis;
use super::claims;
use super::plan::{Structure, StructurePlan};
use crate::experiment::{Claim, Experiment, Measure, Options, PaperValue, Sample, Trial};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::idle::IdleArrivals;
use std::ops::Range;

/// Nodes and entries read, against one axis.
#[derive(Clone, Copy, Debug)]
pub struct StructureStudy {
    axis: Axis,
}

/// What is counted of a structure at a place, with its name in files and in words.
pub(super) const FIGURES: [(&str, &str); 3] = [
    ("search", "nodes and entries read by a search"),
    ("update", "nodes and entries read or written by the update for an accepted job"),
    ("periods", "idle periods at the end: K"),
];

impl StructureStudy {
    /// Against this axis.
    pub fn new(axis: Axis) -> Self {
        Self { axis }
    }

    /// Times the requests of a run are planned.
    pub fn plans(self) -> u32 {
        (self.axis.places().len() * self.axis.structures().len()) as u32
    }
}

/// A structure at a place, before its first request.
#[derive(Clone, Debug)]
struct Case {
    plan: StructurePlan,
    arrivals: IdleArrivals,
}

/// A run at work: place by place, structure by structure.
#[derive(Clone, Debug)]
pub struct StructureTrial {
    structures: usize,
    /// Every place with every structure.
    cases: Vec<Case>,
    found: Vec<[f64; FIGURES.len()]>,
    /// Of the present case.
    counts: Counts,
}

/// What the second half of the requests came to; the first half fills the plan.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    job: usize,
    read: u64,
    searches: u32,
    updated_before: u64,
    accepted: u32,
}

impl Trial for StructureTrial {
    fn advance(&mut self, jobs: usize) -> bool {
        let mut left = jobs;
        while let Some(Case { plan, arrivals }) = self.cases.get_mut(self.found.len()) {
            let counts = &mut self.counts;
            while counts.job < arrivals.jobs() {
                if left == 0 {
                    return false;
                }
                left -= 1;
                let is_counted = counts.job >= arrivals.jobs() / 2;
                if counts.job == arrivals.jobs() / 2 {
                    counts.updated_before = plan.updated();
                }
                let request = arrivals.row(counts.job);
                plan.expire(request.submitted);
                let (placed, read) = plan.search(&request);
                if let Some((period, start, end)) = placed {
                    plan.take(period, start, end);
                }
                if is_counted {
                    counts.read += read;
                    counts.searches += 1;
                    counts.accepted += u32::from(placed.is_some());
                }
                counts.job += 1;
            }
            let now = arrivals.submitted.last().copied().unwrap_or(0);
            let each = |sum: u64, times: u32| sum as f64 / f64::from(times.max(1));
            let update = each(plan.updated() - counts.updated_before, counts.accepted);
            self.found.push([each(counts.read, counts.searches), update, plan.periods(now).len() as f64]);
            self.counts = Counts::default();
        }
        true
    }

    fn progress(&self) -> (usize, usize) {
        let jobs = |cases: &[Case]| cases.iter().map(|case| case.arrivals.jobs()).sum::<usize>();
        (jobs(&self.cases[..self.found.len()]) + self.counts.job, jobs(&self.cases))
    }

    fn sample(&self) -> Sample {
        let curve = |figure: usize, structure: usize| {
            self.found.iter().skip(structure).step_by(self.structures).map(|found| found[figure]).collect()
        };
        let series: Vec<Vec<f64>> = (0..FIGURES.len())
            .flat_map(|figure| (0..self.structures).map(move |at| (figure, at)))
            .map(|(f, s)| curve(f, s))
            .collect();
        // The claims look at single places of the curves.
        Sample { measures: series.iter().flatten().copied().collect(), series }
    }
}

impl Experiment for StructureStudy {
    type Trial = StructureTrial;

    fn key(&self) -> String {
        self.axis.key().to_string()
    }

    fn title(&self) -> String {
        let place = if self.axis.structures() == Structure::CHAPTER_4 { "4.4" } else { "3.3" };
        format!("Structures for idle periods: nodes read against {} (Castillo {place}; ours)", self.axis.words())
    }

    fn measures(&self) -> Vec<Measure> {
        let point = |curve: &Measure, place: u32| Measure {
            key: format!("{}_{place}", curve.key),
            words: format!("{}, {} {place}", curve.words, self.axis.words()),
        };
        self.curves().iter().flat_map(|curve| self.axis.places().iter().map(move |&place| point(curve, place))).collect()
    }

    fn panel(&self) -> Measure {
        Measure { key: "read".to_string(), words: "nodes and entries read".to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        let curve = |figure: &str, structure: &Structure| Measure {
            key: format!("{figure}_{}", structure.key()),
            words: structure.words().to_string(),
        };
        FIGURES.iter().flat_map(|(figure, _)| self.axis.structures().iter().map(|structure| curve(figure, structure))).collect()
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let each = self.axis.structures().len();
        let panel = |(i, (key, words)): (usize, &(&str, &str))| {
            (Measure { key: (*key).to_string(), words: (*words).to_string() }, i * each..(i + 1) * each)
        };
        FIGURES.iter().enumerate().map(panel).collect()
    }

    /// The points of the curves are not told again.
    fn told(&self) -> Range<usize> {
        0..0
    }

    fn axis(&self) -> Measure {
        self.axis.measure()
    }

    fn place(&self, index: u32) -> f64 {
        self.axis.places().get(index as usize).map_or(f64::from(index), |&place| f64::from(place))
    }

    fn trial(&self, options: Options, run: u32) -> Result<StructureTrial, ScenarioError> {
        let mut cases = Vec::new();
        for &place in self.axis.places() {
            let servers = self.axis.machine(place)?;
            let arrivals = self.axis.arrivals(&servers, place, options.requests, options.seed_of(run))?;
            for &structure in self.axis.structures() {
                let plan = StructurePlan::new(structure, &servers, self.axis.factor(place))?;
                cases.push(Case { plan, arrivals: arrivals.clone() });
            }
        }
        Ok(StructureTrial { structures: self.axis.structures().len(), cases, found: Vec::new(), counts: Counts::default() })
    }

    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        claims::of(self.axis, samples)
    }

    fn beside(&self, _samples: &[Vec<f64>]) -> Vec<PaperValue> {
        Vec::new()
    }
}
