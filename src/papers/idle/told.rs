//! What a sweep found in the form that is common to all experiments.

use super::{Curve as FigureCurve, Measure as FigureMeasure, Results as FigureResults, Sweep};
use crate::experiment::{Curve, Measure, Panel, PanelForm, Results, find};

impl Sweep {
    /// The same results as those of every other experiment.
    pub fn told(&self) -> Results {
        let FigureResults { figure, options, progress, curves, claims } = self.results();
        let title = find(figure.key()).map_or_else(|_| String::new(), |listed| listed.title);
        let panel = |&measure: &FigureMeasure| Panel {
            measure: Measure { key: measure.key().to_string(), words: measure.words(figure.has_rates()).to_string() },
            form: PanelForm::Curves,
            curves: curves
                .iter()
                .filter(|curve| curve.measure == measure)
                .map(|FigureCurve { line, points, .. }| {
                    let (name, title) = (line.strategy.name(), line.strategy.title());
                    let level = line.level.filter(|_| figure.compares_levels());
                    Curve {
                        key: level.map_or(format!("{}_{name}", measure.key()), |level| format!("{}_{name}_{level}", measure.key())),
                        label: level.map_or(title.to_string(), |level| format!("{title}, level {level}")),
                        points: points.clone(),
                    }
                })
                .collect(),
        };
        let axis = figure.axis();
        Results {
            key: figure.key().to_string(),
            title,
            options,
            progress,
            measures: Vec::new(),
            axis: Measure { key: axis.key().to_string(), words: axis.words().to_string() },
            panels: figure.measures().iter().map(panel).collect(),
            claims,
            beside: Vec::new(),
        }
    }
}
