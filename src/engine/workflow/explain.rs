//! Where a task runs, and why, in words.

use super::graph::Time;
use super::outcome::WorkflowOutcome;
use super::parties::{Fate, Served};
use super::scenario::{Application, Pin};
use crate::core::verdict::{Tone, Verdict};
use crate::core::words::list;

/// What became of a task; `pins` are those of the scenario.
pub fn task_verdict(
    outcome: &WorkflowOutcome,
    applications: &[Application],
    pins: &[Pin],
    served: Option<Served>,
    row: usize,
) -> Verdict {
    let Some(served) = served else {
        return Verdict { headline: "Not mapped yet".to_string(), sentences: Vec::new(), tone: Tone::Partly };
    };
    let tasks = &outcome.tasks;
    let (start, node) = (tasks.start[row], tasks.node[row]);
    let (earliest, latest, slack) = (tasks.earliest[row], tasks.latest[row], tasks.slack(row));
    let graph = &applications[tasks.application[row] as usize].graph;
    let name = |row: u32| format!("task {}", graph.name((row - served.first) as usize));
    let mut sentences = vec![match slack {
        0 => format!("It is on a critical path: it must start at {earliest} if the application is not to be delayed."),
        _ => format!("It can start at {earliest} at the earliest and at {latest} at the latest: its slack is {slack}."),
    }];
    let parents = tasks.parents_of(row);
    let ready = super::outcome::data_ready(outcome, row, served.start);
    if parents.is_empty() {
        sentences.push("It has no parents.".to_string());
    } else {
        let from = tasks.parents_from[row] as usize;
        let sent = |at: usize| {
            let parent = parents[at] as usize;
            tasks.end(parent) + if tasks.node[parent] == node { 0 } else { tasks.costs[from + at] }
        };
        let last: Vec<String> = (0..parents.len()).filter(|&at| sent(at) == ready).map(|at| name(parents[at])).collect();
        sentences.push(format!("It has to wait for {} until {ready}.", list(&last)));
    }
    sentences.push(gap_words(start, ready, node));
    sentences.push(delay_words(start, latest, &served));
    let missed = pins.iter().find(|pin| pin.task as usize == row && pin.node != node);
    if let Some(pin) = missed.filter(|_| served.fate == Fate::Reserved) {
        let provider = outcome.provider_of[pin.node as usize] + 1;
        sentences.push(format!("It is pinned to node {}, but provider {provider} of that node refused the application.", pin.node));
    }
    let (headline, tone) = match served.fate {
        Fate::TooLate => ("Not reserved: the application would end after its deadline".to_string(), Tone::Refused),
        Fate::NoProvider => ("Not reserved: every provider refused".to_string(), Tone::Refused),
        Fate::Reserved if missed.is_some() => {
            (format!("Not on the node it is pinned to: starts at {start} on node {node}"), Tone::Partly)
        }
        Fate::Reserved if start > latest => (format!("Starts {} late, at {start}", start - latest), Tone::Partly),
        Fate::Reserved => (format!("Starts at {start} on node {node}"), Tone::Good),
    };
    Verdict { headline, sentences, tone }
}

fn gap_words(start: Time, ready: Time, node: u32) -> String {
    match start.checked_sub(ready) {
        Some(0) => format!("Node {node} has a gap for it at that moment."),
        Some(waits) => format!("Node {node} has no gap for it before {start}: it waits {waits} longer."),
        None => format!("It starts at {start} on node {node}."),
    }
}

fn delay_words(start: Time, latest: Time, served: &Served) -> String {
    let end = served.start + served.makespan;
    match (start.saturating_sub(latest), served.delay) {
        (_, 0) => format!("The application ends at {end}, without a delay."),
        (late, delay) if late == delay => {
            format!("It starts {late} after its latest start, as much as the application is delayed.")
        }
        (0, delay) => format!("It starts within its slack; the delay of {delay} comes from other tasks."),
        (late, delay) => format!("It starts {late} after its latest start; other tasks make the delay {delay}."),
    }
}
