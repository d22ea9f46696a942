//! Writes the servers, every field, one request to a line.

use crate::engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload};
use crate::engine::idle::{IdleEvent, IdleRequest, IdleScenario, IdleSource, ServerGroup};
use std::fmt::Write;

/// `"servers": {…}` without the line's end.
pub(in crate::file) fn put_servers(out: &mut String, scenario: &IdleScenario) {
    let IdleScenario { servers, strategy, strip_factor, workload, adaptability, events } = scenario;
    let group = |ServerGroup { servers, rate }: &ServerGroup| {
        format!("{{\"servers\": {servers}, \"rate\": [{}, {}]}}", rate.numerator, rate.denominator)
    };
    let groups: Vec<String> = servers.groups.iter().map(group).collect();
    put(
        out,
        format_args!(
            "  \"servers\": {{\n    \"groups\": [{}],\n    \"look_ahead\": {},\n    \"least_size\": {},\n    \"strategy\": \"{}\",\n    \
             \"strip_factor\": {strip_factor},\n    \"replanning\": {},\n    \"opportunistic\": {},\n    \"workload\": {{\n",
            groups.join(", "),
            servers.look_ahead,
            servers.least_size,
            strategy.name(),
            adaptability.replanning,
            adaptability.opportunistic,
        ),
    );
    match &workload.source {
        IdleSource::Requests(requests) => put_list(out, "      ", "requests", requests.iter().map(request)),
        IdleSource::Pareto(ParetoWorkload { seed, requests, load, mean_size, tightness }) => put(
            out,
            format_args!(
                "      \"pareto\": {{\"seed\": {seed}, \"requests\": {requests}, \"load\": {}, \"mean_size\": {}, \"tightness\": {}}}",
                number(*load),
                number(*mean_size),
                number(*tightness)
            ),
        ),
        IdleSource::Fortnight(FortnightWorkload { seed, requests, load, slack_minutes, due }) => put(
            out,
            format_args!(
                "      \"fortnight\": {{\"seed\": {seed}, \"requests\": {requests}, \"load\": {}, \"slack_minutes\": {slack_minutes}, \
                 \"due\": \"{}\"}}",
                number(*load),
                if *due == Due::FullRate { "full-rate" } else { "mean-rate" }
            ),
        ),
        IdleSource::Slots => out.push_str("      \"slots\": true"),
    }
    if !workload.edits.0.is_empty() {
        out.push_str(",\n");
        let edit = |(id, change): (&u32, &Option<IdleRequest>)| match change {
            Some(change) => format!("{{\"id\": {id}, \"request\": {}}}", request(change)),
            None => format!("{{\"id\": {id}, \"remove\": true}}"),
        };
        put_list(out, "      ", "edits", workload.edits.0.iter().map(edit));
    }
    out.push_str("\n    }");
    if !events.is_empty() {
        out.push_str(",\n");
        put_list(out, "    ", "events", events.iter().map(event));
    }
    out.push_str("\n  }");
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

fn number(value: f64) -> serde_json::Value {
    serde_json::Value::from(value)
}

fn put_list(out: &mut String, indent: &str, name: &str, items: impl Iterator<Item = String>) {
    put(out, format_args!("{indent}\"{name}\": ["));
    let mut is_first = true;
    for item in items {
        put(out, format_args!("{}\n{indent}  {item}", if is_first { "" } else { "," }));
        is_first = false;
    }
    // An empty list stays on its line.
    if !is_first {
        put(out, format_args!("\n{indent}"));
    }
    out.push(']');
}

fn request(request: &IdleRequest) -> String {
    let IdleRequest { submitted, earliest_start, size, deadline } = request;
    format!("{{\"submitted\": {submitted}, \"earliest_start\": {earliest_start}, \"size\": {size}, \"deadline\": {deadline}}}")
}

fn event(event: &IdleEvent) -> String {
    match event {
        IdleEvent::Opportunity { submitted, earliest_start, size } => {
            format!("{{\"submitted\": {submitted}, \"earliest_start\": {earliest_start}, \"size\": {size}}}")
        }
        IdleEvent::Extend { submitted, id, by } => format!("{{\"submitted\": {submitted}, \"id\": {id}, \"by\": {by}}}"),
    }
}
