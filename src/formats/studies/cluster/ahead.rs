//! When a job will start and what a reservation costs as JSON and CSV, as `bookahead when` and `bookahead cost` print them. Jobs have their numbers.

use crate::csv::CsvWriter;
use bookahead_engine::batch::cost::CostAnswer;
use bookahead_engine::batch::cost::map::MapAxis;
use bookahead_engine::batch::forecast::StartForecast;
use bookahead_engine::batch::job::{Jobs, NEVER, NONE};
use bookahead_engine::core::verdict::Verdict;
use serde_json::{Value, json};
use std::io;

/// A time, or null for one that there is not.
fn time(at: u64) -> Option<u64> {
    (at != NEVER).then_some(at)
}

fn numbers(jobs: &Jobs, rows: &[u32]) -> Vec<u32> {
    rows.iter().map(|&row| jobs.number(row as usize)).collect()
}

fn words(verdict: &Verdict) -> Value {
    json!({ "headline": verdict.headline, "sentences": verdict.sentences })
}

fn write(out: &mut impl io::Write, value: &Value) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Writes a forecast as JSON.
///
/// # Errors
/// Those of `out`.
pub fn write_forecast(out: &mut impl io::Write, jobs: &Jobs, forecast: &StartForecast, verdict: &Verdict) -> io::Result<()> {
    let reason = forecast.reason.as_ref().map(|reason| {
        let ending = reason.ending.iter().zip(&reason.ends);
        let ending: Vec<Value> = ending.map(|(&row, end)| json!({ "job": jobs.number(row as usize), "end": end })).collect();
        json!({
            "free_nodes": reason.free,
            "needs_nodes": reason.needs,
            "needs_seconds": reason.seconds,
            "ending": ending,
            "ahead": numbers(jobs, &reason.ahead),
            "overtaking": numbers(jobs, &reason.overtaking),
            "reservations": numbers(jobs, &reason.reservations),
            "freed_by": reason.freed_by.map(|row| jobs.number(row as usize)),
        })
    });
    let fits: Vec<Value> =
        forecast.fits.iter().map(|&(nodes, seconds)| json!({ "nodes": nodes, "seconds": time(seconds) })).collect();
    let range = forecast.range();
    let value = json!({
        "job": jobs.number(forecast.row as usize),
        "asked_at": forecast.asked_at,
        "start": time(forecast.point),
        "range": range.map(|[early, middle, late]| json!({ "p10": early, "p50": middle, "p90": late })),
        "days_of_past": forecast.days,
        "calibrated_by": forecast.calibrated.map(|(_, earlier)| earlier),
        "seed": forecast.asked.seed,
        "draws": forecast.draws,
        "reason": reason,
        "fits_within": forecast.asked.within,
        "fits": fits,
        "words": words(verdict),
    });
    write(out, &value)
}

/// Writes the draws of a forecast as CSV, the point as draw 0.
///
/// # Errors
/// Those of `out`.
pub fn write_forecast_csv(out: &mut impl io::Write, forecast: &StartForecast) -> io::Result<()> {
    let mut csv = CsvWriter::new(out);
    csv.head("draw,start,wait")?;
    for (draw, start) in std::iter::once(forecast.point).chain(forecast.draws.iter().copied()).enumerate() {
        csv.values(&[&draw, &start, &start.saturating_sub(forecast.asked_at)])?;
        csv.end()?;
    }
    Ok(())
}

/// Writes the cost of a reservation as JSON, with its map.
///
/// # Errors
/// Those of `out`.
pub fn write_cost(out: &mut impl io::Write, jobs: &Jobs, answer: &CostAnswer, verdict: &Verdict) -> io::Result<()> {
    let of_cost = |cost: &bookahead_engine::batch::cost::Cost| {
        json!({
            "granted": time(cost.granted),
            "added_wait": cost.wait,
            "added_node_wait": cost.node_wait,
            "delayed": cost.delayed,
            "idle_node_seconds": cost.idle,
        })
    };
    let priced = answer.cost.as_ref().map(|priced| {
        let rows = |rows: &[u32], by: &[u64]| -> Vec<Value> {
            rows.iter().zip(by).map(|(&row, by)| json!({ "job": jobs.number(row as usize), "by": by })).collect()
        };
        json!({
            "start": priced.reservation.start,
            "seconds": priced.reservation.seconds,
            "nodes": priced.reservation.nodes,
            "announced": priced.announced,
            "cost": of_cost(&priced.cost),
            "delayed": rows(&priced.delayed, &priced.by),
            "earlier": rows(&priced.earlier, &priced.earlier_by),
            "not_backfilled": numbers(jobs, &priced.not_backfilled),
        })
    });
    let cheapest = answer.cheapest.map(|(_, cost)| of_cost(&cost));
    let map = answer.map.as_ref().map(|map| {
        let starts: Vec<u64> = (0..map.asked.columns).map(|column| map.asked.start(column)).collect();
        let values: Vec<u32> = (0..map.asked.rows).map(|row| map.asked.value(row)).collect();
        let cheapest: Vec<Option<u32>> = map.cheapest.iter().map(|&column| (column != NONE).then_some(column)).collect();
        let axis = if map.asked.axis == MapAxis::Nodes { "nodes" } else { "seconds" };
        let granted: Vec<Option<u64>> = map.granted.iter().map(|granted| time(*granted)).collect();
        json!({
            "starts": starts,
            axis: values,
            "granted": granted,
            "added_wait": map.wait,
            "added_node_wait": map.node_wait,
            "delayed": map.delayed,
            "idle_node_seconds": map.idle,
            "cheapest_column": cheapest,
        })
    });
    let value = json!({
        "measure": answer.asked.measure.name(),
        "reservation": priced,
        "cheapest": cheapest,
        "map": map,
        "words": words(verdict),
    });
    write(out, &value)
}

/// Writes the map of costs as CSV, one line for each cell; without a map the jobs that are delayed.
///
/// # Errors
/// Those of `out`.
pub fn write_cost_csv(out: &mut impl io::Write, jobs: &Jobs, answer: &CostAnswer) -> io::Result<()> {
    let mut csv = CsvWriter::new(out);
    let Some(map) = &answer.map else {
        csv.head("job,delayed_by")?;
        let priced = answer.cost.iter().flat_map(|priced| priced.delayed.iter().zip(&priced.by));
        for (&row, by) in priced {
            csv.values(&[&jobs.number(row as usize), by])?;
            csv.end()?;
        }
        return Ok(());
    };
    csv.head("start,seconds,nodes,granted,added_wait,added_node_wait,delayed,idle_node_seconds")?;
    for (row, column) in (0..map.asked.rows).flat_map(|row| (0..map.asked.columns).map(move |column| (row, column))) {
        let (Some(cost), of) = (map.cost(column, row), map.asked.reservation(answer.asked.reservation(), column, row)) else {
            continue;
        };
        csv.values(&[&of.start, &of.seconds, &of.nodes, &cost.granted])?;
        csv.values(&[&cost.wait, &cost.node_wait, &cost.delayed, &cost.idle])?;
        csv.end()?;
    }
    Ok(())
}
