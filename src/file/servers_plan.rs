//! The plan of the servers as JSON and CSV: one writer each, so that the command line and the page give the same bytes.

use crate::engine::explain::{adapted_sentence, idle_reason};
use crate::engine::idle::adaptive::Piece;
use crate::engine::idle::metrics::IdleMetrics;
use crate::engine::idle::{Adapted, IdleOutcome, IdleScenario, NO_SERVER};
use serde_json::{Value, json};
use std::io;

/// Writes the result of running `scenario`: one entry per request in arrival order, the figures, and what the independent checker found.
///
/// # Errors
/// Those of `out`.
pub fn write_servers_plan(
    out: &mut impl io::Write,
    scenario: &IdleScenario,
    outcome: &IdleOutcome,
    violations: &[String],
) -> io::Result<()> {
    let rates = scenario.servers.rates();
    write!(out, "{{\"strategy\":\"{}\",\n\"decisions\":[", outcome.strategy.name())?;
    for row in 0..outcome.arrivals.jobs() {
        let request = outcome.arrivals.row(row);
        let (server, start) = (outcome.decisions.server[row], outcome.decisions.start[row]);
        let separator = if row == 0 { "" } else { "," };
        write!(out, "{separator}\n{{\"request\":{},\"accepted\":{}", outcome.arrivals.id[row], server != NO_SERVER)?;
        match outcome.decisions.refusal(row) {
            None => {
                let end = u64::from(start) + rates[server as usize].duration(request.size);
                write!(out, ",\"server\":{server},\"start\":{start},\"end\":{end}}}")?;
            }
            Some(refusal) => {
                // Numbers and ASCII words only: nothing to escape.
                write!(out, ",\"server\":null,\"start\":null,\"end\":null,\"reason\":\"{}\"}}", idle_reason(&request, refusal))?;
            }
        }
    }
    let IdleMetrics { jobs, accepted, loss_rate, work_loss_rate, utilisation, mean_delay, fairness } = outcome.figures.metrics;
    let lengths = &outcome.figures.lengths;
    let figures = json!({
        "requests": outcome.arrivals.jobs(),
        "measured": jobs,
        "accepted": accepted,
        "loss_rate": loss_rate,
        "work_loss_rate": work_loss_rate,
        "utilisation": utilisation,
        "mean_delay": mean_delay,
        "fairness": fairness,
        "idle_periods": {
            "count": lengths.count(),
            "open": lengths.open,
            "mean_length": lengths.mean(),
            "octaves": lengths.octaves,
        },
    });
    write!(out, "\n],")?;
    if let Some(Adapted { pieces, happened }) = &outcome.adapted {
        let piece = |piece: &Piece| json!({"job": piece.job, "server": piece.server, "start": piece.start, "end": piece.end});
        let pieces: Vec<Value> = pieces.iter().map(piece).collect();
        let told: Vec<String> = happened.iter().map(|(at, what)| adapted_sentence(&outcome.arrivals, *at, what)).collect();
        write!(out, "\n\"pieces\":{},\n\"happened\":{},", json!(pieces), json!(told))?;
    }
    write!(out, "\n\"metrics\":{figures},\n\"violations\":{}}}\n", json!(violations))
}

/// Writes one line per request in arrival order.
///
/// # Errors
/// Those of `out`.
pub fn write_servers_csv(out: &mut impl io::Write, scenario: &IdleScenario, outcome: &IdleOutcome) -> io::Result<()> {
    let rates = scenario.servers.rates();
    writeln!(out, "request,submitted,earliest_start,size,deadline,accepted,server,start,end,delay")?;
    for row in 0..outcome.arrivals.jobs() {
        let request = outcome.arrivals.row(row);
        let (server, start) = (outcome.decisions.server[row], outcome.decisions.start[row]);
        let id = outcome.arrivals.id[row];
        write!(out, "{id},{},{},{},{},", request.submitted, request.earliest_start, request.size, request.deadline)?;
        if server == NO_SERVER {
            writeln!(out, "no,,,,")?;
        } else {
            let end = u64::from(start) + rates[server as usize].duration(request.size);
            writeln!(out, "yes,{server},{start},{end},{}", start - request.earliest_start)?;
        }
    }
    Ok(())
}
