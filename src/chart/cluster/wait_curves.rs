//! Curves of plans of a cluster drawn together: one for each scheduler.

use crate::curves::sweep_plot::SweepPlot;
use crate::kit::figure::number;
use bookahead_engine::batch::explain::lasting;
use bookahead_engine::batch::metrics::curves::CurveName;
use bookahead_engine::core::compare::PlanCurve;
use bookahead_engine::core::statistics::Interval;
use bookahead_papers::experiment::{Curve, Point};

/// Curves of one kind with the names of those whose they are.
#[derive(Clone, Debug, PartialEq)]
pub struct WaitCurves {
    /// What they show.
    pub name: CurveName,
    /// As they are drawn: on an axis of equal factors, x is the decimal logarithm.
    pub curves: Vec<Curve>,
    /// As they are told.
    pub told: Vec<PlanCurve>,
}

impl WaitCurves {
    /// Curves of one kind.
    pub fn new(name: CurveName, curves: Vec<(String, PlanCurve)>) -> Self {
        let place = |x: f64| if name.is_log { libm::log10(x.max(1.0)) } else { x };
        let drawn = |(label, curve): &(String, PlanCurve)| Curve {
            key: label.clone(),
            label: label.clone(),
            points: curve
                .x
                .iter()
                .zip(&curve.y)
                .map(|(&x, &y)| Point { x: place(x), y: Interval { mean: y, half: 0.0, runs: 1 } })
                .collect(),
        };
        let drawn: Vec<Curve> = curves.iter().map(drawn).collect();
        Self { name, curves: drawn, told: curves.into_iter().map(|(_, curve)| curve).collect() }
    }

    /// The plot of them.
    pub fn plot(&self, width: f64, height: f64) -> SweepPlot {
        SweepPlot::new(width, height, &self.curves)
    }

    /// Marks along the axis: where, and what stands there.
    pub fn x_ticks(&self, plot: &SweepPlot) -> Vec<(f64, String)> {
        if !self.name.is_log {
            return plot.x_ticks().into_iter().map(|x| (plot.x_of(x), number(x))).collect();
        }
        let points = || self.curves.iter().flat_map(|curve| &curve.points).map(|point| point.x);
        let (least, most) = (points().fold(f64::INFINITY, f64::min), points().fold(f64::NEG_INFINITY, f64::max));
        // Lengths of time that everybody knows, in seconds.
        let known = [1_u64, 10, 60, 600, 3_600, 6 * 3_600, 86_400, 7 * 86_400, 30 * 86_400, 365 * 86_400];
        let inside = known.into_iter().map(|at| (libm::log10(at as f64), at)).filter(|(x, _)| (least..=most).contains(x));
        inside.map(|(x, at)| (plot.x_of(x), lasting(at))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bookahead_engine::batch::metrics::curves::BATCH_CURVES;

    #[test]
    fn factors_are_as_far_apart_as_they_are_great() {
        let curve = PlanCurve { x: vec![1.0, 100.0, 86_400.0], y: vec![0.2, 0.5, 1.0] };
        let curves = WaitCurves::new(BATCH_CURVES[0], vec![("EASY".to_string(), curve)]);
        let plot = curves.plot(600.0, 300.0);
        let ticks = curves.x_ticks(&plot);
        let words: Vec<&str> = ticks.iter().map(|(_, words)| words.as_str()).collect();
        assert_eq!(words, ["1 s", "10 s", "1 min", "10 min", "1 h", "6 h", "1 d"]);
        assert!((ticks[3].0 - ticks[2].0 - (ticks[1].0 - ticks[0].0)).abs() < 1e-9, "ten times as much each");
        let linear =
            WaitCurves::new(BATCH_CURVES[2], vec![("EASY".to_string(), PlanCurve { x: vec![1.0, 9.0], y: vec![0.0, 4.0] })]);
        assert!(linear.x_ticks(&linear.plot(600.0, 300.0)).len() > 2);
        let empty = WaitCurves::new(BATCH_CURVES[1], Vec::new());
        assert!(empty.x_ticks(&empty.plot(600.0, 300.0)).is_empty());
    }
}
