//! Pictures whose curves are single numbers: their rows, best first, and the tables of several of them.

use super::{Best, Curve, Panel, PanelForm, Results};
use bookahead_engine::core::sorting::sort_shared;
use bookahead_engine::core::statistics::Interval;

impl Results {
    /// Pictures of rows that belong in one table, by their places: neighbours, at most five of them.
    pub fn tables(&self) -> Vec<Vec<usize>> {
        let is_rows = |place: usize| matches!(self.panels[place].form, PanelForm::Rows(_));
        let places: Vec<usize> = (0..self.panels.len()).filter(|&place| is_rows(place)).collect();
        let neighbours = places.chunk_by(|a, b| a + 1 == *b);
        neighbours.flat_map(|places| places.chunks(COLUMNS_MAX)).map(<[usize]>::to_vec).collect()
    }

    /// The rows of such a table: the curves' names, best first by the picture at `by`, each with its number in every picture. A name that a picture
    /// does not have, or that has no number yet, has an empty interval there.
    pub fn table(&self, places: &[usize], by: usize) -> Vec<(&str, Vec<Interval>)> {
        let panels: Vec<&Panel> = places.iter().filter_map(|&place| self.panels.get(place)).collect();
        let mut names: Vec<&str> = Vec::new();
        let sorted = panels.get(by).into_iter().flat_map(|panel| panel.rows()).map(|(curve, _)| curve);
        for curve in sorted.chain(panels.iter().flat_map(|panel| &panel.curves)) {
            if !names.contains(&curve.label.as_str()) {
                names.push(&curve.label);
            }
        }
        let number = |panel: &Panel, name: &str| {
            let curve = panel.curves.iter().find(|curve| curve.label == name);
            curve.and_then(|curve| curve.points.first()).map_or_else(Interval::default, |point| point.y)
        };
        names.into_iter().map(|name| (name, panels.iter().map(|panel| number(panel, name)).collect())).collect()
    }
}

/// Most columns of a table of rows.
const COLUMNS_MAX: usize = 6;

impl Panel {
    /// The number of each curve that has one, best first; equal ones stay in the order of the curves. Of curves against an axis: their first point.
    pub fn rows(&self) -> Vec<(&Curve, Interval)> {
        let known = |curve: &&Curve| curve.points.first().is_some_and(|point| point.y.runs > 0);
        let mut rows: Vec<(&Curve, Interval)> = self
            .curves
            .iter()
            .filter(known)
            .map(|curve| (curve, curve.points.first().map_or_else(Interval::default, |p| p.y)))
            .collect();
        sort_shared(&mut rows, |(_, a), (_, b)| match self.form {
            PanelForm::Rows(Best::Greatest) => b.mean.total_cmp(&a.mean),
            _ => a.mean.total_cmp(&b.mean),
        });
        rows
    }
}
