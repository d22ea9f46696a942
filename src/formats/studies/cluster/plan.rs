//! The plan of a cluster as JSON and CSV, as `bookahead plan --json` and `--csv` print it.

use crate::csv::CsvWriter;
use bookahead_engine::batch::decisions::How;
use bookahead_engine::batch::job::{NEVER, NONE};
use bookahead_engine::batch::metrics::{BatchMetrics, wait};
use bookahead_engine::batch::offered::Offered;
use bookahead_engine::batch::{BatchOutcome, BatchScenario};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::io;

/// One job.
#[derive(Serialize)]
struct Decision<'a> {
    user: u32,
    job: u32,
    submitted: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    earliest_start: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    latest_start: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_node: Option<u32>,
    accepted: bool,
    start: Option<u64>,
    end: Option<u64>,
    nodes: u32,
    physical: Stretches<'a>,
    wait: Option<u64>,
    how: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    promised: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ahead_of: Option<u32>,
    #[serde(skip_serializing_if = "is_zero")]
    retries: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    offered: Option<OfferedRow>,
}

/// A reservation that strip packing had no place for.
#[derive(Serialize)]
struct OfferedRow {
    offers: u32,
    taken: Option<u32>,
    asked: AskedRow,
}

/// What was asked for; the job has what is booked.
#[derive(Serialize)]
struct AskedRow {
    estimate: u32,
    runtime: u32,
    nodes: u32,
    latest_start: u32,
}

impl From<&Offered> for OfferedRow {
    fn from(offered: &Offered) -> Self {
        let Offered { offers, taken, asked_estimate, asked_runtime, asked_nodes, asked_latest, .. } = *offered;
        let asked = AskedRow { estimate: asked_estimate, runtime: asked_runtime, nodes: asked_nodes, latest_start: asked_latest };
        Self { offers, taken: (taken > 0).then_some(taken), asked }
    }
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The nodes of a job: the first and the last of each stretch.
struct Stretches<'a> {
    outcome: &'a BatchOutcome,
    row: usize,
}

impl Serialize for Stretches<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for (first, last) in self.outcome.nodes.of_row(self.row) {
            list.serialize_element(&[first, last])?;
        }
        list.end()
    }
}

/// The engine's figures under the names of the format. Times are in seconds.
#[derive(Serialize)]
struct Figures {
    jobs: u32,
    wait: WaitFigures,
    bounded_slowdown: f64,
    temporal_penalty: f64,
    utilisation: f64,
    fragmentation: f64,
    first_submission: u64,
    last_end: u64,
    backfilled: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    promises: Option<PromiseFigures>,
    retries: u64,
    operations: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reservations: Option<ReservationFigures>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overbooked: Option<OverbookedFigures>,
}

/// Where jobs of the queue are promised starts.
#[derive(Serialize)]
struct PromiseFigures {
    promised: u32,
    put_off: u32,
    moved_forward: u32,
}

/// Where jobs ask for a start.
#[derive(Serialize)]
struct ReservationFigures {
    accepted: u32,
    refused: u32,
    #[serde(skip_serializing_if = "is_zero")]
    offers_taken: u32,
    queued_mean_wait: f64,
}

/// Of a log that uses more nodes at once than there are.
#[derive(Serialize)]
struct OverbookedFigures {
    jobs: u32,
    first_second: u64,
    most_nodes: u64,
}

#[derive(Serialize)]
struct WaitFigures {
    mean: f64,
    median: u64,
    p95: u64,
    max: u64,
}

impl From<BatchMetrics> for Figures {
    fn from(metrics: BatchMetrics) -> Self {
        let BatchMetrics {
            jobs,
            bounded_slowdown,
            temporal_penalty,
            utilisation,
            fragmentation,
            backfilled,
            retries,
            operations,
            ..
        } = metrics;
        let wait =
            WaitFigures { mean: metrics.mean_wait, median: metrics.median_wait, p95: metrics.p95_wait, max: metrics.longest_wait };
        let (first_submission, last_end) = (metrics.first, metrics.end);
        let overbooked = (metrics.overbooked > 0).then_some(OverbookedFigures {
            jobs: metrics.overbooked,
            first_second: metrics.overbooked_from,
            most_nodes: metrics.most_needed,
        });
        let BatchMetrics { promised, put_off, moved_forward, .. } = metrics;
        let promises = (promised > 0).then_some(PromiseFigures { promised, put_off, moved_forward });
        let BatchMetrics { reservations: accepted, refused, offers_taken, queued_wait, .. } = metrics;
        let reservations = (accepted + refused > 0).then_some(ReservationFigures {
            accepted,
            refused,
            offers_taken,
            queued_mean_wait: queued_wait,
        });
        Self {
            jobs,
            wait,
            bounded_slowdown,
            temporal_penalty,
            utilisation,
            fragmentation,
            first_submission,
            last_end,
            backfilled,
            promises,
            retries,
            operations,
            reservations,
            overbooked,
        }
    }
}

/// The result of running a cluster as it is written: one entry per job in the order of arrival, the figures, and what the independent checker found.
#[derive(Serialize)]
pub struct ClusterPlanReport<'a> {
    scheduler: &'static str,
    decisions: Decisions<'a>,
    metrics: Figures,
    violations: &'a [String],
}

impl<'a> ClusterPlanReport<'a> {
    /// The report of a run.
    pub fn new(scenario: &BatchScenario, outcome: &'a BatchOutcome, violations: &'a [String]) -> Self {
        let scheduler = scenario.policy.scheduler.name();
        Self { scheduler, decisions: Decisions(outcome), metrics: outcome.metrics.into(), violations }
    }
}

/// The figures alone.
///
/// # Errors
/// None: numbers always have a JSON form.
pub fn figures(outcome: &BatchOutcome) -> serde_json::Result<serde_json::Value> {
    serde_json::to_value(Figures::from(outcome.metrics))
}

/// The decisions, made one by one while they are written.
struct Decisions<'a>(&'a BatchOutcome);

impl Serialize for Decisions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.0.jobs.len()).map(|row| self.decision(row)))
    }
}

impl Decisions<'_> {
    fn decision(&self, row: usize) -> Decision<'_> {
        let BatchOutcome { jobs, decisions, .. } = self.0;
        let is_decided = decisions.is_decided(row);
        let known = |time: u64| (time != NEVER).then_some(time);
        let given = |number: u32| (number != NONE).then_some(number);
        Decision {
            user: jobs.user[row],
            job: jobs.number(row),
            submitted: jobs.submitted[row],
            earliest_start: given(jobs.earliest_start[row]),
            latest_start: given(jobs.latest_start[row]),
            first_node: given(jobs.first_node[row]),
            accepted: is_decided && decisions.how(row) != How::Overbooked,
            start: known(decisions.start[row]),
            end: known(decisions.end[row]),
            nodes: jobs.nodes[row],
            physical: Stretches { outcome: self.0, row },
            wait: is_decided.then(|| wait(jobs, decisions, row)),
            how: decisions.how(row).name(),
            promised: known(decisions.promised[row]),
            ahead_of: given(decisions.head[row]).map(|head| jobs.number(head as usize)),
            retries: decisions.retries[row],
            offered: decisions.offered(row).map(OfferedRow::from),
        }
    }
}

/// Writes one line per job in the order of arrival.
///
/// # Errors
/// Those of `out`.
pub fn write_cluster_csv(out: &mut impl io::Write, outcome: &BatchOutcome) -> io::Result<()> {
    let BatchOutcome { jobs, decisions, .. } = outcome;
    let mut out = CsvWriter::new(out);
    out.head("job,user,submitted,earliest_start,estimate,runtime,nodes,start,end,wait,how,retries")?;
    for row in 0..jobs.len() {
        let job = jobs.row(row);
        let asked = job.earliest_start.map_or(String::new(), |start| start.to_string());
        // Whoever is refused has none.
        let known = |time: u64| if decisions.is_refused(row) { String::new() } else { time.to_string() };
        let [start, end, wait] = [decisions.start[row], decisions.end[row], wait(jobs, decisions, row)].map(known);
        out.values(&[&jobs.number(row), &job.user, &job.submitted, &asked, &job.estimate, &job.runtime, &job.nodes])?;
        let (how, retries) = (decisions.how(row).name(), decisions.retries[row]);
        out.values(&[&start, &end, &wait, &how, &retries])?;
        out.end()?;
    }
    Ok(())
}
