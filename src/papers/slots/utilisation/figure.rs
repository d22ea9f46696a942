//! Each figure as an experiment: what is measured and drawn, and the papers' claims.

use super::setting::{FLEXIBLE, RATES, UtilisationExperiment, WITHOUT};
use super::trial::UtilisationTrial;
use crate::experiment::{Claim, Experiment, Measure, Options, PaperValue};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::slots::scenario::PlannerKind;
use bookahead_engine::slots::workload::Preset;

impl Experiment for UtilisationExperiment {
    type Trial = UtilisationTrial;

    fn key(&self) -> String {
        match self {
            Self::Umar(number) => format!("umar-6.{number}"),
            Self::Pujiyanta(number) => format!("pujiyanta-{number}"),
        }
    }

    fn title(&self) -> String {
        match self {
            Self::Umar(number) => {
                let of = self.workloads().first().map_or_else(String::new, words);
                format!("Utilisation with and without planning, {of} (Umar, Figure 6.{number})")
            }
            Self::Pujiyanta(number @ (7 | 8)) => {
                format!("Utilisation under FCFS-LRH, rate {}, all flexible (Pujiyanta, Figure {number})", number - 4)
            }
            Self::Pujiyanta(number @ (9 | 10)) => {
                format!(
                    "Utilisation under FCFS-LRH by share of flexible requests, rate {} (Pujiyanta, Figure {number})",
                    number - 6
                )
            }
            Self::Pujiyanta(number) => format!("What FCFS-LRH gains over no planning (Pujiyanta, Figure {number})"),
        }
    }

    fn measures(&self) -> Vec<Measure> {
        let workloads = self.workloads();
        let mut measures = Vec::new();
        for preset in &workloads {
            let (end, of) = if workloads.len() == 1 {
                (String::new(), String::new())
            } else {
                (format!("_{}_{}", preset.rate, preset.flexible_percent), format!(", {}", words(preset)))
            };
            for (planner, title) in self.planners().iter().map(|planner| (planner.name(), planner.title())) {
                for (key, what) in [
                    ("utilisation", "busy share of the node-slots up to the last submission, in per cent, under"),
                    ("accepted", "share of the jobs that are accepted, in per cent, under"),
                    ("windows", "share of the slots whose window is at least as busy as without planning, in per cent, under"),
                ] {
                    measures.push(Measure { key: format!("{key}_{planner}{end}"), words: format!("{what} {title}{of}") });
                }
            }
        }
        measures
    }

    fn panel(&self) -> Measure {
        let (key, words) = match self {
            Self::Pujiyanta(11) => ("gain", "utilisation above that without planning, in per cent of it"),
            _ if self.is_over_time() => ("window", "busy share of the last 12 slots, in per cent"),
            _ => ("utilisation", "busy share of the node-slots up to the last submission, in per cent"),
        };
        Measure { key: key.to_string(), words: words.to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        let panel = self.panel().key;
        if *self == Self::Pujiyanta(11) {
            let curve = |(planner, rate): (PlannerKind, u32)| Measure {
                key: format!("{panel}_{}_{rate}", planner.name()),
                words: format!("{}, rate {rate}", planner.title()),
            };
            let planners = [self.planners()[0], self.planners()[2]];
            return planners.into_iter().flat_map(|planner| RATES.map(|rate| (planner, rate))).map(curve).collect();
        }
        let curve = |planner: &PlannerKind| {
            let name = planner.name();
            let title = planner.title();
            let words = if *planner == WITHOUT { format!("{title} (without planning)") } else { title.to_string() };
            Measure { key: format!("{panel}_{name}"), words }
        };
        self.planners().iter().map(curve).collect()
    }

    fn axis(&self) -> Measure {
        let (key, words) =
            if self.is_over_time() { ("slot", "slot") } else { ("flexible_percent", "flexible requests in per cent") };
        Measure { key: key.to_string(), words: words.to_string() }
    }

    fn place(&self, index: u32) -> f64 {
        if self.is_over_time() {
            return f64::from(index);
        }
        FLEXIBLE.get(index as usize).map_or(f64::from(index), |&percent| f64::from(percent))
    }

    fn trial(&self, options: Options, run: u32) -> Result<UtilisationTrial, ScenarioError> {
        UtilisationTrial::new(*self, options.seed_of(run), options.requests)
    }

    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        let of = |number: usize| -> Vec<Interval> {
            (0..self.workloads().len()).map(|workload| self.gain(samples, workload, number)).collect()
        };
        match self {
            Self::Umar(_) => {
                vec![Claim::of_all("FCFS-EDS uses the machine at least as much as no planning, in per cent of it", &of(0))]
            }
            Self::Pujiyanta(7 | 8) => vec![
                Claim::of_all("FCFS-LRH uses the machine at least as much as no planning, in per cent of it", &of(0)).under(RANGES),
                Claim::of_all("FCFS-LRH accepts at least as many jobs, in per cent of all", &of(1)).under(RANGES),
            ],
            Self::Pujiyanta(9 | 10) => vec![
                Claim::of_all(
                    "FCFS-LRH uses the machine at least as much as no planning whatever the share of flexible requests, in per cent of it",
                    &of(0),
                )
                .under(RANGES),
            ],
            Self::Pujiyanta(_) => {
                let words = "On average over both rates and all shares FCFS-LRH uses the machine more than no planning, in per cent of that";
                vec![Claim::of_difference(words, self.mean_gain(samples)).under(RANGES)]
            }
        }
    }

    fn beside(&self, samples: &[Vec<f64>]) -> Vec<PaperValue> {
        if *self != Self::Pujiyanta(11) {
            return Vec::new();
        }
        let words = "mean gain of FCFS-LRH over no planning, in per cent".to_string();
        vec![PaperValue { words, paper: 2.95, ours: self.mean_gain(samples) }]
    }
}

/// The reading that Pujiyanta's figures rest on.
const RANGES: &str = "the paper names no ranges of durations, starts and relax times; Umar’s of Table 6.1 are taken";

impl UtilisationExperiment {
    /// The one with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::all().find(|experiment| experiment.key() == key)
    }

    /// Run by run, how much more the paper's planner has of a number than the one without planning.
    fn gain(self, samples: &[Vec<f64>], workload: usize, number: usize) -> Interval {
        let (ours, other) = (self.column(workload, 0, number), self.column(workload, 1, number));
        Interval::of(samples.iter().map(move |sample| sample[ours] - sample[other]))
    }

    /// The mean gain of the paper's planner over all workloads.
    fn mean_gain(self, samples: &[Vec<f64>]) -> Interval {
        let workloads = self.workloads().len();
        Interval::of(samples.iter().map(move |sample| {
            (0..workloads).map(|workload| self.relative(sample, workload, 0)).sum::<f64>() / workloads.max(1) as f64
        }))
    }
}

/// A workload in words.
fn words(preset: &Preset) -> String {
    let Preset { mpi, rate, flexible_percent } = preset;
    format!("{} jobs, rate {rate}, {flexible_percent} % flexible", if *mpi { "MPI" } else { "parametric" })
}
