//! Experiments as figures to take away.

use super::row_figure::row_drawing;
use super::sweep_plot::{LEFT_PX, NAME_PX, Names, SweepPlot};
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{DataTable, Figure, INK, QUIET, WIDTH_PX, number};
use crate::kit::legend::DASHES;
use crate::kit::palette::mix;
use bookahead_papers::experiment::{Panel, PanelForm, Results};

/// A picture of an experiment: curves or rows with their 95 % intervals.
pub fn sweep_figure(results: &Results, panel: &Panel) -> Figure {
    let (drawing, height, data) = match panel.form {
        PanelForm::Curves => curves_drawing(results, panel),
        PanelForm::Rows(_) => row_drawing(panel),
    };
    let options = &results.options;
    let points = || panel.curves.iter().flat_map(|curve| &curve.points).filter(|point| point.y.runs > 0);
    // What is drawn may be of one of several runs.
    let of_runs = if points().count() > 0 && points().all(|point| point.y.runs == 1) {
        let which = if options.runs == 1 { "One run".to_string() } else { format!("The first of {} runs", options.runs) };
        format!("{which} of {} requests; where many points are drawn as one, bands are their range", options.requests)
    } else {
        format!("Means of {} runs of {} requests with their 95 % intervals", options.runs, options.requests)
    };
    Figure {
        key: "experiment",
        title: format!("{}: {}", results.title, panel.measure.words),
        explanation: format!("{of_runs}; experiment {}.", results.key),
        height,
        drawing,
        data,
    }
}

/// Curves: the drawing with its height, and its data.
fn curves_drawing(results: &Results, panel: &Panel) -> (Drawing, f64, DataTable) {
    let height = 360.0;
    let plot = SweepPlot::with_names(WIDTH_PX - 20.0, height, &panel.curves, Names::AtEnds);
    let mut drawing = Drawing::default();
    for value in plot.y_ticks() {
        let y = plot.y_of(value);
        drawing.line((LEFT_PX, y), (plot.right(), y), Pen::new(INK.grid, 1.0));
        drawing.text((LEFT_PX - 8.0, y + 4.0), Anchor::End, QUIET, &number(value));
    }
    for value in plot.x_ticks() {
        drawing.text((plot.x_of(value), plot.bottom() + 16.0), Anchor::Middle, QUIET, &number(value));
    }
    drawing.text(((LEFT_PX + plot.right()) / 2.0, height - 4.0), Anchor::Middle, QUIET, &results.axis.words);
    let mut data =
        DataTable::new(["curve".to_string(), results.axis.key.clone(), "mean".into(), "half_interval".into(), "runs".into()]);
    // Below every line.
    for (i, curve) in panel.curves.iter().enumerate() {
        drawing.area(&plot.band(curve), mix(INK.background, INK.class(i), 0.3), 1.0);
    }
    for (i, (curve, name_y)) in panel.curves.iter().zip(plot.name_heights(&panel.curves)).enumerate() {
        let colour = INK.class(i);
        let pen = Pen::new(colour, 2.0).dashed(DASHES[i % DASHES.len()]);
        drawing.path(&plot.line(curve), pen);
        for [x, y, low, high] in plot.dots(curve) {
            drawing.line((x, low), (x, high), Pen::new(colour, 1.0));
            drawing.dot((x, y), 2.6, Some(colour), None);
        }
        drawing.path(&plot.goes_on(curve), Pen::new(colour, 1.0));
        drawing.line((plot.right() + 4.0, name_y), (plot.right() + 22.0, name_y), pen);
        drawing.text((plot.right() + NAME_PX, name_y + 4.0), Anchor::Start, Font::new(12.0, INK.ink), &curve.label);
        let known = curve.points.iter().filter(|point| point.y.runs > 0);
        data.rows.extend(known.map(|point| {
            vec![
                curve.key.clone(),
                point.x.to_string(),
                point.y.mean.to_string(),
                point.y.half.to_string(),
                point.y.runs.to_string(),
            ]
        }));
    }
    (drawing, height, data)
}
