//! The JSON of a plan, as `bookahead plan --json` prints it and as the page can offer it: one writer, so that both give the same bytes.

use crate::engine::Outcome;
use crate::engine::explain::refusal_reason;
use crate::engine::metrics::Metrics;
use crate::engine::plan::REFUSED;
use crate::engine::scenario::Scenario;
use serde::Serialize;
use std::io;

/// One job.
#[derive(Serialize)]
struct Decision<'a> {
    user: u32,
    job: u32,
    accepted: bool,
    start: Option<u32>,
    end: Option<u32>,
    nodes: u32,
    physical: Option<&'a [u32]>,
    first_start: Option<u32>,
    reason: Option<String>,
}

/// The engine's figures under the names of the format.
#[derive(Serialize)]
struct Figures {
    requests: u32,
    requests_whole: u32,
    requests_partly: u32,
    jobs: u32,
    accepted: u32,
    acceptance: f64,
    busy_node_slots: u64,
    first_slot: u32,
    end_slot: u32,
    utilisation: f64,
    mean_delay: f64,
    shifts: u32,
    moved_jobs: u32,
    shifts_put_back: u64,
}

impl From<Metrics> for Figures {
    fn from(metrics: Metrics) -> Self {
        let Metrics {
            requests,
            requests_whole,
            requests_partly,
            jobs,
            accepted,
            acceptance,
            busy_node_slots,
            first_slot,
            end_slot,
            utilisation,
            mean_delay,
            shifts,
            moved_jobs,
            shifts_put_back,
        } = metrics;
        Self {
            requests,
            requests_whole,
            requests_partly,
            jobs,
            accepted,
            acceptance,
            busy_node_slots,
            first_slot,
            end_slot,
            utilisation,
            mean_delay,
            shifts,
            moved_jobs,
            shifts_put_back,
        }
    }
}

/// Writes the result of running `scenario`: one entry per job in arrival order, the figures, and what the independent checker found.
/// The same scenario gives the same bytes on every platform.
///
/// # Errors
/// Those of `out`.
pub fn write_plan(out: &mut impl io::Write, scenario: &Scenario, outcome: &Outcome, violations: &[String]) -> io::Result<()> {
    let Outcome { arrivals, decisions, nodes, metrics, .. } = outcome;
    out.write_all(b"{\"decisions\":[")?;
    for job in 0..decisions.start.len() {
        let row = arrivals.request[job] as usize;
        let accepted = decisions.accepted(job);
        let slot = |slot: u32| (slot != REFUSED).then_some(slot);
        let refusal = decisions.refusal(job);
        let decision = Decision {
            user: arrivals.user[row],
            job: arrivals.number[job],
            accepted,
            start: slot(decisions.start[job]),
            end: slot(decisions.start[job]).map(|start| start + arrivals.duration[row]),
            nodes: arrivals.nodes[row],
            physical: accepted.then(|| nodes.of(job)),
            first_start: slot(decisions.first_start[job]),
            reason: refusal.map(|refusal| refusal_reason(arrivals, scenario.machine, scenario.policy, refusal)),
        };
        out.write_all(if job == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *out, &decision)?;
    }
    out.write_all(b"\n],\n\"metrics\":")?;
    serde_json::to_writer(&mut *out, &Figures::from(*metrics))?;
    out.write_all(b",\n\"violations\":")?;
    serde_json::to_writer(&mut *out, violations)?;
    out.write_all(b"}\n")
}
