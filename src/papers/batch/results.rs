//! What the finished units of a figure say: curves, longest waits, claims.

use super::claims;
use super::figure::{ClusterFigure, Simulated};
use super::sweep::{ClusterSweep, Whole};
use crate::experiment::{Curve, Measure, Panel, PanelForm, Point, Results};
use bookahead_engine::batch::scheduler::Scheduler;
use bookahead_engine::core::statistics::Interval;

/// A curve's name for people.
fn title(name: &str) -> String {
    Scheduler::from_name(name).map_or_else(|| name.to_string(), |scheduler| scheduler.title().to_string())
}

impl ClusterSweep {
    /// What the finished units say.
    pub fn results(&self) -> Results {
        let places = self.figure.places(self.nodes());
        let (axis, measure) = (self.figure.axis(), self.figure.measure());
        let named = |(key, words): (&str, &str)| Measure { key: key.to_string(), words: words.to_string() };
        let curve = |(at, (name, _)): (usize, &(String, Vec<Simulated>))| {
            let points =
                places.iter().enumerate().map(|(place, &x)| Point { x, y: Interval::of(self.cells(at, place).into_iter()) });
            Curve { key: format!("{}_{name}", measure.0), label: title(name), points: points.collect() }
        };
        let (whole, key_of, words_of) = match self.figure {
            ClusterFigure::Operations => (Whole::Updates, "updates", "updates of the trees per request, n_r × quanta × log² v"),
            _ => (Whole::LongestWait, "longest_wait", "longest wait, hours"),
        };
        let of_runs = move |curve: usize, place: usize| {
            let values: Vec<f64> = self.runs().filter_map(|run| self.whole(run, curve, place, whole)).collect();
            Interval::of(values.into_iter())
        };
        let longest = self.curves.iter().enumerate().flat_map(|(at, (name, runs))| {
            runs.iter().enumerate().map(move |(place, run)| {
                let of = |name: String| if runs.len() > 1 { format!("{name}, ρ = {}", run.share) } else { name };
                let key = format!("{key_of}_{}", of(name.clone()).replace([' ', ',', '=', 'ρ'], ""));
                let words = of(title(name));
                (Measure { key, words: format!("{words_of}: {words}") }, of_runs(at, place))
            })
        });
        let left_out = self.left_out_as_logged();
        let words = "jobs without a start in the log, left out of its recorded waits".to_string();
        let left_out = (left_out > 0)
            .then(|| (Measure { key: "without_logged_start".to_string(), words }, Interval::of(std::iter::once(left_out as f64))));
        Results {
            key: self.figure.key().to_string(),
            title: self.figure.title().to_string(),
            options: self.options,
            progress: self.progress(),
            measures: if self.figure == ClusterFigure::Lengths { Vec::new() } else { longest.chain(left_out).collect() },
            axis: named(axis),
            panels: vec![Panel {
                measure: named(measure),
                form: PanelForm::Curves,
                curves: self.curves.iter().enumerate().map(curve).collect(),
            }],
            claims: claims::of(self.figure, self, self.input.as_ref()),
            beside: claims::beside(self.figure, self, self.input.as_ref()),
        }
    }
}
