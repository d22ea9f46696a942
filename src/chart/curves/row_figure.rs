//! Rows of numbers as a figure to take away.

use super::row_plot::{NAMES_PX, RowPlot};
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{DataTable, INK, QUIET, WIDTH_PX, number};
use bookahead_papers::experiment::Panel;

/// The drawing with its height, and its data: a row for each, best first.
pub fn row_drawing(panel: &Panel) -> (Drawing, f64, DataTable) {
    let plot = RowPlot::new(WIDTH_PX - 20.0, panel);
    let mut drawing = Drawing::default();
    let mut data = DataTable::new(["name", "mean", "half_interval", "runs"]);
    for value in plot.ticks() {
        let x = plot.x_of(value);
        drawing.line((x, 0.0), (x, plot.bottom()), Pen::new(INK.grid, 1.0));
        drawing.text((x, plot.bottom() + 16.0), Anchor::Middle, QUIET, &number(value));
    }
    let colour = INK.class(0);
    for (row, (curve, value)) in panel.rows().into_iter().enumerate() {
        let (y, [x, low, high]) = (plot.y_of(row), plot.dot(value));
        drawing.text((NAMES_PX - 8.0, y + 4.0), Anchor::End, Font::new(12.0, INK.ink), &curve.label);
        drawing.line((NAMES_PX, y), (plot.right(), y), Pen::new(INK.grid, 0.5));
        drawing.line((low, y), (high, y), Pen::new(colour, 2.0));
        drawing.path(&plot.goes_on(row, value), Pen::new(colour, 2.0));
        drawing.dot((x, y), 3.4, Some(colour), None);
        // Data has the names of files and of the command line.
        let key = curve.key.strip_prefix(&format!("{}_", panel.measure.key)).unwrap_or(&curve.key);
        data.rows.push(vec![key.to_string(), value.mean.to_string(), value.half.to_string(), value.runs.to_string()]);
    }
    (drawing, plot.height(), data)
}
