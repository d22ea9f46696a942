//! The curves as experiments.

use super::setting::{FIGURES, ShareStudy};
use super::trial::ShareTrial;
use crate::experiment::{Claim, Experiment, Measure, Options, PaperValue};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::slots::elastic::Tariff;
use bookahead_engine::slots::scenario::{Machine, SlotsScenario};
use bookahead_engine::slots::workload::Preset;
use std::ops::Range;

/// A size for a lecture: seconds.
pub const LECTURE_SIZE: Options = Options { runs: 5, requests: 500, seed: 1 };
/// A size with clear answers; Umar names none.
pub const FULL_SIZE: Options = Options { runs: 30, requests: 1_000, seed: 1 };

impl ShareStudy {
    /// The last line at the last place, to be opened or shared.
    ///
    /// # Errors
    /// The options lead to a workload out of bounds.
    pub fn scenario(self, options: Options) -> Result<SlotsScenario, ScenarioError> {
        let place = self.places()[self.places().len() / 2];
        let policy = self.lines().last().map_or_else(Default::default, |(_, policy)| *policy);
        Ok(SlotsScenario {
            machine: Machine { nodes: Preset::NODES, ..Machine::default() },
            workload: self.workload(options, 0, place)?,
            policy: self.policy_at(policy, options, 0, place),
            market: None,
            tariff: Tariff::default(),
        })
    }

    /// Differences between two points, one for each place: figure and line of the greater, of the lesser one.
    fn differences(self, samples: &[Vec<f64>], more: (usize, usize), less: (usize, usize)) -> Vec<Interval> {
        let (lines, places) = (self.lines().len(), self.places().len());
        let point = move |(figure, line): (usize, usize), place: usize| (figure * lines + line) * places + place;
        let of = |place: usize| Interval::of(samples.iter().map(|sample| sample[point(more, place)] - sample[point(less, place)]));
        (0..places).map(of).collect()
    }
}

impl Experiment for ShareStudy {
    type Trial = ShareTrial;

    fn key(&self) -> String {
        self.name().to_string()
    }

    fn title(&self) -> String {
        let title = match self {
            Self::Trust => {
                "Reservations that overlap where users are trusted (RARP, Umar 2.1.3), against users who estimate exactly"
            }
            Self::Messages => {
                "Messages for each accepted job if starts, nodes or both are told at once (Umar 3.4), against requests that can wait"
            }
        };
        title.to_string()
    }

    fn measures(&self) -> Vec<Measure> {
        let point = |curve: &Measure, place: u32| Measure {
            key: format!("{}_{place}", curve.key),
            words: format!("{}, {place} %", curve.words),
        };
        self.curves().iter().flat_map(|curve| self.places().iter().map(move |&place| point(curve, place))).collect()
    }

    fn panel(&self) -> Measure {
        let (key, words) = self.figures()[0];
        Measure { key: key.to_string(), words: words.to_string() }
    }

    fn curves(&self) -> Vec<Measure> {
        let lines = self.lines();
        let curve = |figure: &str, line: &Measure| Measure { key: format!("{figure}_{}", line.key), words: line.words.clone() };
        self.figures().iter().flat_map(|(figure, _)| lines.iter().map(move |(line, _)| curve(figure, line))).collect()
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let lines = self.lines().len();
        let panel = |(at, (key, words)): (usize, (&str, &str))| {
            (Measure { key: key.to_string(), words: words.to_string() }, at * lines..(at + 1) * lines)
        };
        let figures: [(&str, &str); FIGURES] = self.figures();
        figures.into_iter().enumerate().map(panel).collect()
    }

    /// The points of the curves are not told again.
    fn told(&self) -> Range<usize> {
        0..0
    }

    fn axis(&self) -> Measure {
        let (key, words) = match self {
            Self::Trust => ("exact_users", "users who estimate exactly, in per cent"),
            Self::Messages => ("flexible", "requests that can wait, in per cent"),
        };
        Measure { key: key.to_string(), words: words.to_string() }
    }

    fn place(&self, index: u32) -> f64 {
        self.places().get(index as usize).map_or(f64::from(index), |&place| f64::from(place))
    }

    fn trial(&self, options: Options, run: u32) -> Result<ShareTrial, ScenarioError> {
        ShareTrial::new(*self, options, run)
    }

    /// Umar reports of RARP that it uses the machine more, and says that a user is told once. The rest is ours.
    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        let claim = |words: &str, reading: &'static str, intervals: &[Interval]| Claim::of_all(words, intervals).under(reading);
        match self {
            Self::Trust => {
                let (utilisation, violations) = (0, 1);
                let (first_fit, overlapping, rarp, trusting) = (0, 1, 2, 3);
                let more = |figure: usize, line: usize, other: usize| self.differences(samples, (figure, line), (figure, other));
                vec![
                    claim(
                        "RARP uses the machine more than first fit, however many users estimate exactly (Sabitha et al., in Umar 2.1.3)",
                        "the trust factor is ours",
                        &more(utilisation, trusting, first_fit),
                    ),
                    claim(
                        "without regard to violations more jobs are violated than under overlapping with p* = 80 %",
                        "ours: RARP is said to have none",
                        &more(violations, rarp, overlapping),
                    ),
                    claim(
                        "RARP that asks for trust has fewer violations than RARP that does not",
                        "ours",
                        &more(violations, rarp, trusting),
                    ),
                ]
            }
            Self::Messages => {
                let (starts, nodes) = (0, 1);
                // All but the planner on physical nodes, whose nodes never change: the second.
                let lines = (0..self.lines().len()).filter(|line| *line != 1);
                let told_nodes: Vec<Interval> =
                    lines.clone().flat_map(|line| self.differences(samples, (nodes, line), (nodes, 1))).collect();
                let more_nodes: Vec<Interval> =
                    lines.flat_map(|line| self.differences(samples, (nodes, line), (starts, line))).collect();
                let reading = "the thesis counts no messages";
                vec![
                    claim(
                        "a user who is told the nodes before the job begins is told more than once (Umar 3.4)",
                        reading,
                        &told_nodes,
                    ),
                    claim(
                        "nodes change more often than starts, under every planner that does not plan on nodes",
                        "ours",
                        &more_nodes,
                    ),
                ]
            }
        }
    }

    fn beside(&self, _: &[Vec<f64>]) -> Vec<PaperValue> {
        Vec::new()
    }
}
