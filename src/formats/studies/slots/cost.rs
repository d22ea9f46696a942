//! What a request in slots costs as JSON and CSV, as `bookahead cost` prints it.

use crate::csv::CsvWriter;
use bookahead_engine::core::cost_map::MapAxis;
use bookahead_engine::core::verdict::Verdict;
use bookahead_engine::slots::cost::map::NO_COLUMN;
use bookahead_engine::slots::cost::{Changed, Cost, CostAnswer};
use bookahead_engine::slots::decisions::REFUSED;
use serde_json::{Value, json};
use std::io;

/// A start, or null for one that there is not.
fn start(slot: u32) -> Option<u32> {
    (slot != REFUSED).then_some(slot)
}

fn of_cost(cost: &Cost) -> Value {
    json!({
        "start": start(cost.granted),
        "slots": cost.slots,
        "nodes": cost.nodes,
        "moved": cost.moved,
        "moved_slots": cost.moved_slots,
        "refused": cost.refused,
        "accepted": cost.accepted,
        "resized": cost.resized,
        "pays": cost.pays,
        "lost": cost.lost,
        "displaced": cost.displaced,
        "bid_price": cost.bid_price(),
    })
}

fn of_job(job: &Changed) -> Value {
    let size = |(slots, nodes): (u32, u32)| json!({ "slots": slots, "nodes": nodes });
    json!({
        "request": job.request,
        "job": format!("{}.{}", job.user, job.number),
        "from": start(job.from),
        "to": start(job.to),
        "before": size(job.before),
        "after": size(job.after),
    })
}

/// Writes a cost as JSON.
///
/// # Errors
/// Those of `out`.
pub fn write_cost(out: &mut impl io::Write, answer: &CostAnswer, verdict: &Verdict) -> io::Result<()> {
    let priced = answer.cost.as_ref().map(|priced| {
        let asked = &priced.request;
        json!({
            "submitted": asked.submitted,
            "earliest_start": asked.earliest_start,
            "latest_start": asked.latest_start,
            "duration": asked.duration,
            "nodes": asked.nodes,
            "cost": of_cost(&priced.cost),
            "refused_because": priced.refused_because,
            "changed": priced.changed.iter().map(of_job).collect::<Vec<_>>(),
        })
    });
    let cheapest = answer.cheapest.map(|(wanted, cost)| json!({ "earliest_start": wanted.start, "cost": of_cost(&cost) }));
    let map = answer.map.as_ref().map(|map| {
        let (columns, rows) = (0..map.asked.columns, 0..map.asked.rows);
        let axis = if map.asked.axis == MapAxis::Nodes { "nodes" } else { "slots" };
        let cells = rows.clone().flat_map(|row| columns.clone().map(move |column| (column, row)));
        json!({
            "starts": columns.clone().map(|column| map.asked.start(column)).collect::<Vec<_>>(),
            axis: rows.clone().map(|row| map.asked.value(row)).collect::<Vec<_>>(),
            "cells": cells.map(|(column, row)| map.cost(column, row).map(of_cost)).collect::<Vec<_>>(),
            "cheapest_column": map.cheapest.iter().map(|&column| (column != NO_COLUMN).then_some(column)).collect::<Vec<_>>(),
        })
    });
    let value = json!({
        "measure": answer.asked.measure.name(),
        "request": priced,
        "cheapest": cheapest,
        "map": map,
        "words": { "headline": verdict.headline, "sentences": verdict.sentences },
    });
    serde_json::to_writer_pretty(&mut *out, &value)?;
    writeln!(out)
}

/// Writes the map of costs as CSV, one line for each cell; without a map the jobs that are not as they are without the request. What there is not is left empty.
///
/// # Errors
/// Those of `out`.
pub fn write_cost_csv(out: &mut impl io::Write, answer: &CostAnswer) -> io::Result<()> {
    let mut csv = CsvWriter::new(out);
    let text = |slot: u32| start(slot).map_or(String::new(), |slot| slot.to_string());
    let Some(map) = &answer.map else {
        csv.head("request,job,from,to,slots_before,nodes_before,slots,nodes")?;
        for job in answer.cost.iter().flat_map(|priced| &priced.changed) {
            let (name, from, to) = (format!("{}.{}", job.user, job.number), text(job.from), text(job.to));
            csv.values(&[&job.request, &name, &from, &to, &job.before.0, &job.before.1, &job.after.0, &job.after.1])?;
            csv.end()?;
        }
        return Ok(());
    };
    csv.head("earliest_start,duration,nodes,start,moved,moved_slots,refused,accepted,resized,pays,lost,displaced")?;
    for (row, column) in (0..map.asked.rows).flat_map(|row| (0..map.asked.columns).map(move |column| (row, column))) {
        let (Some(cost), of) = (map.cost(column, row), map.asked.wanted(answer.asked.wanted, column, row)) else { continue };
        csv.values(&[&of.start, &of.slots, &of.nodes, &text(cost.granted), &cost.moved, &cost.moved_slots])?;
        csv.values(&[&cost.refused, &cost.accepted, &cost.resized, &cost.pays, &cost.lost])?;
        csv.values(&[&cost.displaced.map_or(String::new(), |displaced| displaced.to_string())])?;
        csv.end()?;
    }
    Ok(())
}
