//! Curves of experiments as CSV: one writer, so that the command line and the page give the same bytes.

use crate::csv::CsvWriter;
use crate::provenance::Provenance;
use bookahead_papers::experiment::{Curve, PanelForm, PaperValue, Point, Results};
use std::fmt::Display;
use std::io;

/// The curves of an experiment as CSV: a line for each place on the axis, for each curve its mean and the ends of its 95 % interval. Rows, which have no place on
/// it, stand in a line of their own, `all`. Above them stands from what they were made.
///
/// # Errors
/// Those of `out`.
pub fn write_curves_csv(out: &mut impl io::Write, results: &Results) -> io::Result<()> {
    Provenance::of_experiment(results).comment(out)?;
    let curves =
        || results.panels.iter().flat_map(|panel| panel.curves.iter().map(|curve| (panel.form != PanelForm::Curves, curve)));
    let mut out = CsvWriter::new(out);
    out.text(&results.axis.key)?;
    for (_, Curve { key, .. }) in curves() {
        ["", "_low", "_high"].iter().try_for_each(|end| out.text(&format!("{key}{end}")))?;
    }
    out.end()?;
    // The values of the curves at an index, those of rows or those along the axis.
    let mut line = |place: &dyn Display, rows: bool, at: usize| {
        out.values(&[place])?;
        for (is_row, curve) in curves() {
            match curve.points.get(at).filter(|_| is_row == rows) {
                Some(Point { y, .. }) if y.runs > 0 => out.values(&[&y.mean, &y.low(), &y.high()])?,
                _ => out.empty(3)?,
            }
        }
        out.end()
    };
    if curves().any(|(is_row, _)| is_row) {
        line(&"all", true, 0)?;
    }
    let along = curves().filter(|(is_row, _)| !is_row).map(|(_, curve)| &curve.points);
    for (i, place) in along.max_by_key(|points| points.len()).into_iter().flatten().enumerate() {
        line(&place.x, false, i)?;
    }
    Ok(())
}

/// The paper's figures beside ours as CSV: what, the paper's number, our mean and the ends of its 95 % interval. Above them stands from what they were made.
///
/// # Errors
/// Those of `out`.
pub fn write_beside_csv(out: &mut impl io::Write, results: &Results) -> io::Result<()> {
    Provenance::of_experiment(results).comment(out)?;
    let mut out = CsvWriter::new(out);
    out.head("what,paper,mean,low,high")?;
    for PaperValue { words, paper, ours } in &results.beside {
        out.text(words)?;
        out.values(&[paper])?;
        if ours.runs > 0 {
            out.values(&[&ours.mean, &ours.low(), &ours.high()])?
        } else {
            out.empty(3)?
        }
        out.end()?;
    }
    Ok(())
}
