//! Each of the eight as an experiment: what is measured and drawn, and the claims of Figures 6.18 to 6.25.

use super::compared::{Compared, PER_REGIME};
use super::limits_after::{self, Forecast};
use super::setting::RevenueExperiment;
use super::trial::RevenueTrial;
use crate::experiment::{Claim, Experiment, Measure, Options, PaperValue};
use bookahead_engine::core::error::ScenarioError;
use bookahead_engine::core::statistics::Interval;
use bookahead_engine::slots::revenue::regimes::Regime;
use std::ops::Range;

impl Experiment for RevenueExperiment {
    type Trial = RevenueTrial;

    fn key(&self) -> String {
        format!("revenue-{}-{}", if self.mpi { "mpi" } else { "parametric" }, self.number)
    }

    fn title(&self) -> String {
        let jobs = if self.mpi { "MPI jobs" } else { "parametric jobs" };
        let case = if self.is_spoilage() { "spoilage" } else { "dilution" };
        let figure = 17 + self.number + if self.mpi { 4 } else { 0 };
        format!("Revenue of {jobs}, experiment #{} ({case}; Umar, Figure 6.{figure})", self.number)
    }

    fn measures(&self) -> Vec<Measure> {
        let measure = |key: String, words: String| Measure { key, words };
        let mut measures = Vec::new();
        for (regime, title) in Compared::ALL.map(|regime| (regime.name(), regime.title())) {
            let words = format!("revenue per slot under {title}, from the first update to the last submission, in minor units");
            measures.push(measure(format!("revenue_{regime}"), words));
            measures.push(measure(format!("utilisation_{regime}"), format!("share of the node-slots in use under {title}")));
            measures.push(measure(format!("closed_{regime}"), format!("share of the jobs whose class was closed under {title}")));
            let words = "share of the node-slots that stayed idle although a request for them was refused by its limit";
            measures.push(measure(format!("spoilage_{regime}"), format!("{words}, under {title}")));
            let words =
                "share of the node-slots that lower classes had when a request that would have fitted with them was refused";
            measures.push(measure(format!("dilution_{regime}"), format!("{words}, under {title}")));
        }
        measures.extend(Forecast::measures());
        measures
    }

    fn panel(&self) -> Measure {
        let words = "revenue confirmed in the last 12 slots, in minor units".to_string();
        Measure { key: "window".to_string(), words }
    }

    fn curves(&self) -> Vec<Measure> {
        let curve = |regime: Compared| Measure { key: format!("window_{}", regime.name()), words: regime.title().to_string() };
        let limit = |k: u32| Measure { key: format!("limits_{k}"), words: format!("Class {k}") };
        Compared::ALL.into_iter().map(curve).chain([2, 3].map(limit)).collect()
    }

    fn panels(&self) -> Vec<(Measure, Range<usize>)> {
        let regimes = Compared::ALL.len();
        let words = "booking limits of classes 2 and 3 under updated limits, in nodes".to_string();
        vec![(self.panel(), 0..regimes), (Measure { key: "limits".to_string(), words }, regimes..regimes + 2)]
    }

    fn trial(&self, options: Options, run: u32) -> Result<RevenueTrial, ScenarioError> {
        RevenueTrial::new(*self, options, run)
    }

    fn claims(&self, samples: &[Vec<f64>]) -> Vec<Claim> {
        let claim = |better: Regime, worse: Regime, words: &str| {
            Claim::of_difference(words, Self::difference(samples, Compared::Of(better), Compared::Of(worse), 0))
        };
        let middle = if self.number == 4 {
            claim(Regime::None, Regime::Fixed, "no revenue management earns at least as much as fixed limits (dilution)")
        } else {
            claim(Regime::Fixed, Regime::None, "fixed limits earn at least as much as no revenue management")
        };
        let revenue = [
            claim(Regime::Updated, Regime::Fixed, "updated limits earn at least as much as fixed ones"),
            claim(Regime::Updated, Regime::None, "updated limits earn at least as much as no revenue management"),
            middle,
            Claim::of_difference(
                "EMSR-b earns at least as much as EMSR-a (Umar 5.2.2.2, 5.3)",
                Self::difference(samples, Compared::Of(Regime::Updated), Compared::EmsrA, 0),
            ),
            self.claim_of_losses(samples),
        ];
        revenue.into_iter().chain(limits_after::claims(*self, samples)).collect()
    }

    fn beside(&self, samples: &[Vec<f64>]) -> Vec<PaperValue> {
        limits_after::beside(*self, samples)
    }
}

impl RevenueExperiment {
    /// Places of the claims of the figure.
    pub const FIGURE_CLAIMS: Range<usize> = 0..5;
    /// Places of those of the table of its limits.
    pub const TABLE_CLAIMS: Range<usize> = 5..10;

    /// Run by run, by how much `more` has more of a number than `less`; 0 is revenue per slot, 3 spoilage, 4 dilution.
    fn difference(samples: &[Vec<f64>], more: Compared, less: Compared, number: usize) -> Interval {
        let column = |regime: Compared| regime.place() * PER_REGIME + number;
        let (more, less) = (column(more), column(less));
        Interval::of(samples.iter().map(move |sample| sample[more] - sample[less]))
    }

    /// What the update is for: less spoilage in #1 and #3, less dilution in #2 and #4.
    fn claim_of_losses(self, samples: &[Vec<f64>]) -> Claim {
        let (number, words) = if self.is_spoilage() { (3, "spoilage") } else { (4, "dilution") };
        let fixed = Self::difference(samples, Compared::Of(Regime::Fixed), Compared::Of(Regime::Updated), number);
        let in_percent = Interval { mean: 100.0 * fixed.mean, half: 100.0 * fixed.half, ..fixed };
        Claim::of_difference(
            format!("updated limits have at most the {words} of fixed ones, in per cent of the node-slots"),
            in_percent,
        )
        .under("spoilage and dilution as docs/papers.md defines them for a run; the thesis does not measure them")
    }
}
