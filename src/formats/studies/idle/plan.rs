//! The plan of named servers as JSON and CSV, as `bookahead plan --json` and `--csv` print it.

use crate::csv::CsvWriter;
use bookahead_engine::core::time_names::TimeNames;
use bookahead_engine::idle::adaptive::Piece;
use bookahead_engine::idle::explain::{adapted_sentence, idle_reason};
use bookahead_engine::idle::metrics::IdleMetrics;
use bookahead_engine::idle::{Adapted, IdleOutcome, IdleScenario, NO_SERVER, Rate, RequestName, RequestNames};
use serde::{Serialize, Serializer};
use std::fmt::Display;
use std::io;

/// One request.
#[derive(Serialize)]
struct Decision {
    request: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    job: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<u32>,
    accepted: bool,
    server: Option<u32>,
    start: Option<u32>,
    end: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The engine's figures under the names of the format.
#[derive(Serialize)]
struct Figures<'a> {
    requests: usize,
    accepted: usize,
    measured: u32,
    measured_accepted: u32,
    loss_rate: f64,
    work_loss_rate: f64,
    utilisation: f64,
    fragmentation: f64,
    mean_delay: f64,
    fairness: Option<f64>,
    idle_periods: IdlePeriods<'a>,
}

#[derive(Serialize)]
struct IdlePeriods<'a> {
    count: u32,
    open: u32,
    mean_length: Option<f64>,
    octaves: &'a [u32],
}

/// A stretch of a server's time that a job holds in the end.
#[derive(Serialize)]
struct HeldTime {
    job: u32,
    server: u32,
    start: u32,
    end: u32,
}

impl<'a> Figures<'a> {
    fn of(outcome: &'a IdleOutcome) -> Self {
        let IdleMetrics { jobs, accepted, loss_rate, work_loss_rate, utilisation, fragmentation, mean_delay, fairness } =
            outcome.figures.metrics;
        let lengths = &outcome.figures.lengths;
        Self {
            requests: outcome.arrivals.jobs(),
            accepted: (0..outcome.arrivals.jobs()).filter(|&row| outcome.decisions.accepted(row)).count(),
            measured: jobs,
            measured_accepted: accepted,
            loss_rate,
            work_loss_rate,
            utilisation,
            fragmentation,
            mean_delay,
            fairness,
            idle_periods: IdlePeriods {
                count: lengths.count(),
                open: lengths.open,
                mean_length: lengths.mean(),
                octaves: &lengths.octaves,
            },
        }
    }
}

/// The result of running servers as it is written: one entry per request in arrival order, the figures, and what the independent checker found.
#[derive(Serialize)]
pub struct ServersReport<'a> {
    strategy: &'static str,
    decisions: Decisions<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pieces: Option<Vec<HeldTime>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    happened: Option<Vec<String>>,
    metrics: Figures<'a>,
    violations: &'a [String],
}

impl<'a> ServersReport<'a> {
    /// The report of a run.
    pub fn new(scenario: &'a IdleScenario, outcome: &'a IdleOutcome, violations: &'a [String]) -> Self {
        let names = &scenario.workload.names;
        let held = |&Piece { job, server, start, end }: &Piece| HeldTime { job, server, start, end };
        let adapted = outcome.adapted.as_ref().map(|Adapted { pieces, happened }| {
            let sentences =
                happened.iter().map(|(at, what)| adapted_sentence((&outcome.arrivals, names), *at, what, TimeNames::SLOTS));
            (pieces.iter().map(held).collect(), sentences.collect())
        });
        let (pieces, happened) = adapted.unzip();
        Self {
            strategy: outcome.strategy.name(),
            decisions: Decisions { rates: scenario.servers.rates(), names, outcome },
            pieces,
            happened,
            metrics: Figures::of(outcome),
            violations,
        }
    }
}

/// The figures alone.
///
/// # Errors
/// None: numbers always have a JSON form.
pub fn figures(outcome: &IdleOutcome) -> serde_json::Result<serde_json::Value> {
    serde_json::to_value(Figures::of(outcome))
}

/// The decisions, made one by one while they are written.
struct Decisions<'a> {
    rates: Vec<Rate>,
    names: &'a RequestNames,
    outcome: &'a IdleOutcome,
}

impl Serialize for Decisions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.outcome.arrivals.jobs()).map(|row| self.decision(row)))
    }
}

impl Decisions<'_> {
    fn decision(&self, row: usize) -> Decision {
        let IdleOutcome { arrivals, decisions, .. } = self.outcome;
        let request = arrivals.row(row);
        let name = self.names.of(arrivals.id[row]);
        let place = (decisions.server[row] != NO_SERVER).then(|| (decisions.server[row], decisions.start[row]));
        Decision {
            request: name.number,
            job: Some(name.job).filter(|job| *job > 0),
            node: Some(name.node).filter(|node| *node > 0),
            accepted: place.is_some(),
            server: place.map(|(server, _)| server),
            start: place.map(|(_, start)| start),
            end: place.map(|(server, start)| u64::from(start) + self.rates[server as usize].duration(request.size)),
            reason: decisions.refusal(row).map(|refusal| idle_reason(&request, refusal, TimeNames::SLOTS)),
        }
    }
}

/// Writes one line per request in arrival order.
///
/// # Errors
/// Those of `out`.
pub fn write_servers_csv(out: &mut impl io::Write, scenario: &IdleScenario, outcome: &IdleOutcome) -> io::Result<()> {
    let rates = scenario.servers.rates();
    let mut out = CsvWriter::new(out);
    out.head("request,job,node,submitted,earliest_start,size,deadline,accepted,server,start,end,delay")?;
    for row in 0..outcome.arrivals.jobs() {
        let request = outcome.arrivals.row(row);
        let (server, start) = (outcome.decisions.server[row], outcome.decisions.start[row]);
        let RequestName { number, job, node } = scenario.workload.name_of(outcome.arrivals.id[row]);
        let part = |part: u32| if part == 0 { String::new() } else { part.to_string() };
        let asked: [&dyn Display; 4] = [&request.submitted, &request.earliest_start, &request.size, &request.deadline];
        out.values(&[&number, &part(job), &part(node)])?;
        out.values(&asked)?;
        if server == NO_SERVER {
            out.values(&[&"no"])?;
            out.empty(4)?;
        } else {
            let end = u64::from(start) + rates[server as usize].duration(request.size);
            out.values(&[&"yes", &server, &start, &end, &(start - request.earliest_start)])?;
        }
        out.end()?;
    }
    Ok(())
}
