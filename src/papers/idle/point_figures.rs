//! What one strategy came to at one point of a figure, and the numbers that figures show of it.

use super::figure::Figure;
use super::measure::Measure;
use bookahead_engine::idle::generator::{MINUTE, UNIT};
use bookahead_engine::idle::metrics::IdleMetrics;
use serde::{Deserialize, Serialize};

/// What one strategy came to at one point in one run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PointFigures {
    /// The figures of the run.
    pub metrics: IdleMetrics,
    /// Mean nodes and entries read per request by the paper's structure, where that is the figure.
    pub effort: f64,
}

impl PointFigures {
    /// One number of it.
    pub fn measure(&self, measure: Measure, figure: Figure) -> f64 {
        match measure {
            Measure::LossRate => self.metrics.loss_rate,
            Measure::WorkLossRate => self.metrics.work_loss_rate,
            Measure::Utilisation => self.metrics.utilisation,
            Measure::Delay if figure.has_rates() => self.metrics.mean_delay / f64::from(60 * MINUTE),
            Measure::Delay => self.metrics.mean_delay / f64::from(UNIT),
            Measure::Fairness => self.metrics.fairness.unwrap_or(0.0),
            Measure::Effort => self.effort,
        }
    }
}
