//! Decisions as a Chrome trace ("Trace Event Format", JSON object form), which Perfetto and `chrome://tracing` open: a thread for each node with what
//! it runs, and one for the decisions at the moments at which they were taken.

use crate::provenance::Provenance;
use crate::studies::Planned;
use serde::Serialize;
use std::io;

/// The process with the nodes, and the one with the decisions.
const NODES: u32 = 1;
const DECISIONS: u32 = 2;
const MICROSECONDS: u64 = 1_000_000;

/// An event. Times are in microseconds.
#[derive(Serialize)]
struct Event<'a, A> {
    name: &'a str,
    ph: &'static str,
    pid: u32,
    tid: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    ts: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dur: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<&'static str>,
    args: A,
}

/// What a process or thread is called.
#[derive(Serialize)]
struct Name<'a> {
    name: &'a str,
}

/// A stretch of time on a node.
#[derive(Serialize)]
struct Stretch<'a> {
    job: &'a str,
    start: u64,
    end: u64,
    nodes: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    moved_from: Option<u64>,
}

/// A decision.
#[derive(Serialize)]
struct Decision<'a> {
    job: &'a str,
    accepted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

/// Writes one event on a line of its own.
struct Events<'a, W> {
    out: &'a mut W,
    is_first: bool,
}

impl<W: io::Write> Events<'_, W> {
    fn put<A: Serialize>(&mut self, event: &Event<'_, A>) -> io::Result<()> {
        self.out.write_all(if std::mem::take(&mut self.is_first) { b"\n" } else { b",\n" })?;
        Ok(serde_json::to_writer(&mut *self.out, event)?)
    }

    fn name(&mut self, what: &'static str, pid: u32, tid: u32, name: &str) -> io::Result<()> {
        self.put(&Event { name: what, ph: "M", pid, tid, ts: None, dur: None, s: None, args: Name { name } })
    }
}

/// Writes the trace, event by event: a long plan never takes the room of its written form.
pub(super) fn write_trace(out: &mut impl io::Write, provenance: &Provenance, planned: &Planned) -> io::Result<()> {
    let machine = planned.machine();
    let micro = u64::from(machine.seconds) * MICROSECONDS;
    let at = |time: u64| time.saturating_mul(micro);
    out.write_all(b"{\"traceEvents\":[")?;
    let mut events = Events { out, is_first: true };
    events.name("process_name", NODES, 0, "Nodes")?;
    for node in 0..machine.nodes {
        events.name("thread_name", NODES, node, &format!("{}{node}", machine.prefix))?;
    }
    events.name("process_name", DECISIONS, 0, "Decisions")?;
    events.name("thread_name", DECISIONS, 0, "decisions by submission")?;
    planned.for_each_job(&mut |job| {
        let is_accepted = !job.held.is_empty();
        let decision = Decision {
            job: &job.name,
            accepted: is_accepted,
            start: job.held.first().map(|held| held.start),
            reason: job.refused.as_deref(),
        };
        let words = format!("{} {}", job.name, if is_accepted { "accepted" } else { "refused" });
        let (ts, s) = (Some(at(job.submitted)), Some("t"));
        events.put(&Event { name: &words, ph: "i", pid: DECISIONS, tid: 0, ts, dur: None, s, args: decision })?;
        for held in &job.held {
            let (ts, dur) = (Some(at(held.start)), Some(at(held.end - held.start)));
            for &node in held.nodes.iter() {
                let args =
                    Stretch { job: &job.name, start: held.start, end: held.end, nodes: job.nodes, moved_from: job.moved_from };
                events.put(&Event { name: &job.name, ph: "X", pid: NODES, tid: node, ts, dur, s: None, args })?;
            }
        }
        Ok(())
    })?;
    out.write_all(b"\n],\"displayTimeUnit\":\"ms\",\"metadata\":")?;
    serde_json::to_writer(
        &mut *out,
        &Metadata { provenance, unit: machine.unit, unit_seconds: machine.seconds, nodes: machine.nodes },
    )?;
    out.write_all(b"}\n")
}

/// What stands beside the events.
#[derive(Serialize)]
struct Metadata<'a> {
    provenance: &'a Provenance,
    /// What `start` and `end` in the events' arguments count.
    unit: &'static str,
    unit_seconds: u32,
    nodes: u32,
}
