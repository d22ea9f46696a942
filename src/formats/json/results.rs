//! Curves of experiments as CSV: one writer, so that the command line and the page give the same bytes.

use crate::provenance::Provenance;
use bookahead_engine::experiment::{Curve, PaperValue, Point, Results};
use std::io;

/// The curves of an experiment as CSV: a line for each place on the axis, for each curve its mean and the ends of its 95 % interval. Above
/// them stands from what they were made.
///
/// # Errors
/// Those of `out`.
pub fn write_curves_csv(out: &mut impl io::Write, results: &Results) -> io::Result<()> {
    Provenance::of_experiment(results).comment(out)?;
    let curves = || results.panels.iter().flat_map(|panel| &panel.curves);
    write!(out, "{}", results.axis.key)?;
    for Curve { key, .. } in curves() {
        write!(out, ",{key},{key}_low,{key}_high")?;
    }
    writeln!(out)?;
    let longest = curves().map(|curve| &curve.points).max_by_key(|points| points.len()).map_or(&[][..], |points| points);
    for (i, place) in longest.iter().enumerate() {
        write!(out, "{}", place.x)?;
        for curve in curves() {
            match curve.points.get(i) {
                Some(Point { y, .. }) if y.runs > 0 => write!(out, ",{},{},{}", y.mean, y.low(), y.high())?,
                _ => write!(out, ",,,")?,
            }
        }
        writeln!(out)?;
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
