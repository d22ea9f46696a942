//! From a scenario to text: every field is written, one request to a line, so that two files differ where the scenarios do.

use super::market::put_market;
use super::read::VERSION;
use super::servers::put_servers;
use crate::engine::request::Request;
use crate::engine::scenario::Scenario;
use crate::engine::workload::{Generator, Range, Source};
use std::fmt::Write;

/// Writes a scenario as JSON that [`read`](super::read()) takes back. Edits of a given list are written into the list; those of a generated
/// workload stay edits.
pub fn write(scenario: &Scenario) -> String {
    let workload = scenario.workload.folded();
    let mut out = String::new();
    put(&mut out, format_args!("{{\n  \"version\": {VERSION},\n"));
    if !scenario.title.is_empty() {
        put(&mut out, format_args!("  \"title\": {},\n", quoted(&scenario.title)));
    }
    let machine = scenario.machine;
    put(&mut out, format_args!("  \"machine\": {{\"nodes\": {}, \"slot_seconds\": {}}},\n", machine.nodes, machine.slot_seconds));
    out.push_str("  \"workload\": {\n");
    match &workload.source {
        Source::Requests(requests) => put_list(&mut out, "requests", requests.iter(), put_request),
        Source::Generator(generator) => put_generator(&mut out, generator),
    }
    if !workload.edits.0.is_empty() {
        out.push_str(",\n");
        put_list(&mut out, "edits", workload.edits.0.iter(), |out, (id, change)| match change {
            Some(request) => {
                put(out, format_args!("{{\"id\": {id}, \"request\": "));
                put_request(out, request);
                out.push('}');
            }
            None => put(out, format_args!("{{\"id\": {id}, \"remove\": true}}")),
        });
    }
    let policy = scenario.policy;
    out.push_str("\n  },\n");
    put(
        &mut out,
        format_args!("  \"policy\": {{\"planner\": \"{}\", \"shift\": \"{}\"}}", policy.planner.name(), policy.shift.name()),
    );
    if let Some(market) = &scenario.market {
        out.push_str(",\n");
        put_market(&mut out, market);
    }
    if let Some(servers) = &scenario.servers {
        out.push_str(",\n");
        put_servers(&mut out, &servers.folded());
    }
    out.push_str("\n}\n");
    out
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

/// A text as JSON. (The reader's own `Value` would do the same, and bring its maps with it.)
pub(super) fn quoted(text: &str) -> String {
    // Text always has a JSON form, and so has a number: `null`, if it is none.
    serde_json::to_string(text).unwrap_or_default()
}

/// A number as JSON, with as many digits as it takes to read the same bits back.
pub(super) fn number(number: f64) -> String {
    serde_json::to_string(&number).unwrap_or_default()
}

fn put_list<T>(out: &mut String, name: &str, items: impl Iterator<Item = T>, put_item: impl Fn(&mut String, T)) {
    put(out, format_args!("    \"{name}\": ["));
    let mut separator = "\n      ";
    for item in items {
        out.push_str(separator);
        put_item(out, item);
        separator = ",\n      ";
    }
    // An empty list stays on its line.
    out.push_str(if separator.starts_with(',') { "\n    ]" } else { "]" });
}

fn put_request(out: &mut String, request: &Request) {
    let Request { user, submitted, earliest_start, latest_start, duration, nodes, jobs } = request;
    put(
        out,
        format_args!(
            "{{\"user\": {user}, \"submitted\": {submitted}, \"earliest_start\": {earliest_start}, \"latest_start\": {latest_start}, \
             \"duration\": {duration}, \"nodes\": {nodes}, \"jobs\": {jobs}}}"
        ),
    );
}

fn put_generator(out: &mut String, generator: &Generator) {
    let Generator { seed, requests, arrivals_per_slot, duration, book_ahead, relax, flexible_percent, nodes, jobs } = generator;
    let rate = number(*arrivals_per_slot);
    put(
        out,
        format_args!(
            "    \"generator\": {{\n      \"seed\": {seed},\n      \"requests\": {requests},\n      \"arrivals_per_slot\": {rate},\n"
        ),
    );
    let mut range =
        |name: &str, range: &Range, end: &str| put(out, format_args!("      \"{name}\": [{}, {}]{end}\n", range.min, range.max));
    range("duration", duration, ",");
    range("book_ahead", book_ahead, ",");
    range("relax", relax, ",");
    range("nodes", nodes, ",");
    range("jobs", jobs, ",");
    put(out, format_args!("      \"flexible_percent\": {flexible_percent}\n    }}"));
}
