//! Results of experiments and reports of revenue, as JSON and CSV: one writer each, so that the command line and the page give the same bytes.

use crate::engine::experiment::{Interval, Results};
use crate::engine::revenue::{ClassFigures, Market, WindowReport};
use serde_json::{Value, json};
use std::io;

fn interval(interval: &Interval) -> Value {
    json!({"mean": interval.mean, "low": interval.low(), "high": interval.high(), "runs": interval.runs})
}

/// The results of an experiment as one JSON object, curves left out.
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
    let object = json!({
        "experiment": results.key,
        "title": results.title,
        "runs": results.runs_done,
        "jobs": results.options.requests,
        "seed": results.options.seed,
        "measures": measures,
        "claims": claims,
        "paper": beside,
    });
    serde_json::to_writer(&mut *out, &object)?;
    out.write_all(b"\n")
}

/// The curves of an experiment as CSV: a line for each slot, for each curve its mean and the ends of its 95 % interval.
///
/// # Errors
/// Those of `out`.
pub fn write_series_csv(out: &mut impl io::Write, results: &Results) -> io::Result<()> {
    write!(out, "slot")?;
    for series in &results.series {
        let key = &series.measure.key;
        write!(out, ",{key},{key}_low,{key}_high")?;
    }
    writeln!(out)?;
    let slots = results.series.iter().map(|series| series.points.len()).max().unwrap_or(0);
    for slot in 0..slots {
        write!(out, "{slot}")?;
        for series in &results.series {
            match series.points.get(slot) {
                Some(point) => write!(out, ",{},{},{}", point.mean, point.low(), point.high())?,
                None => write!(out, ",,,")?,
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
