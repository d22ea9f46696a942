//! Curves of experiments as CSV: one writer, so that the command line and the page give the same bytes.

use crate::provenance::Provenance;
use bookahead_papers::experiment::{Curve, PanelForm, PaperValue, Point, Results};
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
    write!(out, "{}", results.axis.key)?;
    for (_, Curve { key, .. }) in curves() {
        write!(out, ",{key},{key}_low,{key}_high")?;
    }
    writeln!(out)?;
    // The values of the curves at an index, those of rows or those along the axis.
    let line = |out: &mut dyn io::Write, rows: bool, at: usize| {
        for (is_row, curve) in curves() {
            match curve.points.get(at).filter(|_| is_row == rows) {
                Some(Point { y, .. }) if y.runs > 0 => write!(out, ",{},{},{}", y.mean, y.low(), y.high())?,
                _ => write!(out, ",,,")?,
            }
        }
        writeln!(out)
    };
    if curves().any(|(is_row, _)| is_row) {
        write!(out, "all")?;
        line(out, true, 0)?;
    }
    let along = curves().filter(|(is_row, _)| !is_row).map(|(_, curve)| &curve.points);
    for (i, place) in along.max_by_key(|points| points.len()).into_iter().flatten().enumerate() {
        write!(out, "{}", place.x)?;
        line(out, false, i)?;
    }
    Ok(())
}

/// The paper's figures beside ours as CSV: what, the paper's number, our mean and the ends of its 95 % interval. Above them stands from what they were made.
///
/// # Errors
/// Those of `out`.
pub fn write_beside_csv(out: &mut impl io::Write, results: &Results) -> io::Result<()> {
    Provenance::of_experiment(results).comment(out)?;
    writeln!(out, "what,paper,mean,low,high")?;
    for PaperValue { words, paper, ours } in &results.beside {
        // The words have commas.
        write!(out, "\"{}\",{paper}", words.replace('"', "\"\""))?;
        if ours.runs > 0 { writeln!(out, ",{},{},{}", ours.mean, ours.low(), ours.high())? } else { writeln!(out, ",,,")? }
    }
    Ok(())
}
