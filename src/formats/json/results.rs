//! Results of experiments and reports of revenue, as JSON and CSV: one writer each, so that the command line and the page give the same bytes.

use bookahead_engine::core::statistics::Interval;
use bookahead_engine::experiment::{Curve, Panel, Point, Results};
use bookahead_engine::slots::revenue::{ClassFigures, Market, WindowReport};
use serde_json::{Value, json};
use std::io;

/// Longer curves are for CSV.
const CURVE_POINTS_MAX: usize = 100;

fn interval(interval: &Interval) -> Value {
    json!({"mean": interval.mean, "low": interval.low(), "high": interval.high(), "runs": interval.runs})
}

/// The results of an experiment as one JSON object; of long curves only what the measures say of them.
///
/// # Errors
/// Those of `out`.
pub fn write_results(out: &mut impl io::Write, results: &Results) -> io::Result<()> {
    let measures: serde_json::Map<String, Value> =
        results.measures.iter().map(|(measure, value)| (measure.key.clone(), interval(value))).collect();
    let claims: Vec<Value> = results
        .claims
        .iter()
        .map(|claim| json!({"claim": claim.words, "difference": interval(&claim.measured), "verdict": claim.verdict.words()}))
        .collect();
    let beside: Vec<Value> = results
        .beside
        .iter()
        .map(|beside| json!({"what": beside.words, "paper": beside.paper, "ours": interval(&beside.ours)}))
        .collect();
    let long = |panel: &&Panel| panel.curves.iter().any(|curve| curve.points.len() > CURVE_POINTS_MAX);
    let panels = results.panels.iter().filter(|panel| !long(panel)).flat_map(|panel| &panel.curves);
    let curves: serde_json::Map<String, Value> = panels
        .map(|curve| {
            let points = curve.points.iter().map(|point| {
                let mut value = interval(&point.y);
                value[&results.axis.key] = json!(point.x);
                value
            });
            (curve.key.clone(), points.collect())
        })
        .collect();
    let object = json!({
        "experiment": results.key,
        "title": results.title,
        "runs": results.options.runs,
        "units_done": results.progress.done,
        "units": results.progress.units,
        "jobs": results.options.requests,
        "seed": results.options.seed,
        "measures": measures,
        "curves": curves,
        "claims": claims,
        "paper": beside,
    });
    serde_json::to_writer(&mut *out, &object)?;
    out.write_all(b"\n")
}

/// The curves of an experiment as CSV: a line for each place on the axis, for each curve its mean and the ends of its 95 % interval.
///
/// # Errors
/// Those of `out`.
pub fn write_curves_csv(out: &mut impl io::Write, results: &Results) -> io::Result<()> {
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

/// The report that step 6 of Umar 6.1 asks for, as CSV: a line for each window and class, and one for all classes.
///
/// # Errors
/// Those of `out`.
pub fn write_revenue_csv(out: &mut impl io::Write, market: &Market, windows: &[WindowReport]) -> io::Result<()> {
    writeln!(out, "first_slot,last_slot,class,name,price,jobs,confirmed,closed,unplaced,node_slots,revenue,forgone,missed")?;
    for WindowReport { first, last, classes } in windows {
        let mut total = ClassFigures::default();
        for (k, (figures, class)) in classes.iter().zip(&market.classes).enumerate() {
            total += *figures;
            write!(out, "{first},{last},{},{},{},", k + 1, quoted(&class.name), class.price)?;
            write_figures(out, figures)?;
        }
        write!(out, "{first},{last},all,,,")?;
        write_figures(out, &total)?;
    }
    Ok(())
}

fn write_figures(out: &mut impl io::Write, figures: &ClassFigures) -> io::Result<()> {
    let ClassFigures { jobs, confirmed, closed, unplaced, node_slots, revenue, forgone, missed } = figures;
    writeln!(out, "{jobs},{confirmed},{closed},{unplaced},{node_slots},{revenue},{forgone},{missed}")
}

/// A text as a CSV field. Names come from people and links: one that a spreadsheet would take for a formula is kept a text.
fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = text.replace('"', "\"\"");
    if formula {
        format!("\"'{text}\"")
    } else if text.contains([',', '"', '\n', '\r']) {
        format!("\"{text}\"")
    } else {
        text
    }
}
