//! Where a task runs, and why, in words.

use super::graph::{TaskGraph, Time};
use super::outcome::WorkflowOutcome;
use super::parties::{AtBroker, Fate, Served};
use super::policy::WorkflowPolicy;
use super::scenario::{Application, Pin, task_name};
use crate::core::verdict::{Tone, Verdict};
use crate::core::words::list;

/// Most other nodes whose durations are told.
const OTHER_NODES: usize = 4;

/// A time in units: as it is where a unit is a tick, else with decimals.
pub fn in_units(time: Time, ticks: u32) -> String {
    if ticks <= 1 { time.to_string() } else { format!("{:.2}", time as f64 / f64::from(ticks)) }
}

/// What happened to a request at the broker: that it waited and how long the search took, and why so many mappings were allowed. Nothing where the broker takes no time
/// and their number is fixed.
pub fn broker_words(served: &Served, policy: &WorkflowPolicy, ticks: u32) -> Vec<String> {
    let AtBroker { asked, taken, answered, allowed, waiting, booked, room, until } = served.broker;
    let say = |time: Time| in_units(time, ticks);
    let mut sentences = Vec::new();
    if answered > asked {
        let waits =
            if taken > asked { format!(", waited {} while the broker was busy,", say(taken - asked)) } else { String::new() };
        sentences.push(format!("The request came at {}{waits} and was answered at {}.", say(asked), say(answered)));
    }
    if policy.least_iterations.is_some() {
        let share = if room == 0 { 0.0 } else { 100.0 * booked as f64 / room as f64 };
        let others = match waiting {
            0 => "no request waited".to_string(),
            1 => "1 request waited".to_string(),
            _ => format!("{waiting} requests waited"),
        };
        let most = policy.mappings();
        sentences.push(format!(
            "{allowed} of {most} mappings were allowed: {share:.0} % of the nodes’ time from {} to {} was reserved, and {others}.",
            say(served.start),
            say(until)
        ));
    }
    sentences
}

/// What became of a task; pins, policy and ticks of a unit of time are those of the scenario.
pub fn task_verdict(
    outcome: &WorkflowOutcome,
    applications: &[Application],
    (pins, policy, ticks): (&[Pin], &WorkflowPolicy, u32),
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
    let name = |row: u32| format!("task {}", task_name(applications, row));
    let say = |time: Time| in_units(time, ticks);
    let mut sentences = vec![match slack {
        0 => format!("It is on a critical path: it must start at {} if the application is not to be delayed.", say(earliest)),
        _ => {
            let [earliest, latest, slack] = [earliest, latest, slack].map(say);
            format!("It can start at {earliest} at the earliest and at {latest} at the latest: its slack is {slack}.")
        }
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
        sentences.push(format!("It has to wait for {} until {}.", list(&last), say(ready)));
    }
    let answered = served.broker.answered;
    if answered > ready {
        sentences.push(format!("Nothing starts before the broker has answered, at {}.", say(answered)));
    }
    sentences.push(gap_words(start, ready.max(answered), node, say));
    if let Some(words) = duration_words(graph, (row - served.first as usize, node), tasks.duration[row] - tasks.least[row], say) {
        sentences.push(words);
    }
    // Where it takes longer than on another node it can also end late without having started late.
    let late = tasks.end(row).saturating_sub(latest + tasks.least[row]);
    sentences.push(delay_words((start.saturating_sub(latest), late), &served, say));
    sentences.extend(lost_words(outcome, row, say));
    sentences.extend(broker_words(&served, policy, ticks));
    let missed = pins.iter().find(|pin| pin.task as usize == row && pin.node != node);
    if let Some(pin) = missed.filter(|_| served.fate == Fate::Reserved) {
        let provider = outcome.provider_of[pin.node as usize] + 1;
        sentences.push(format!("It is pinned to node {}, but provider {provider} of that node refused the application.", pin.node));
    }
    let (headline, tone) = match served.fate {
        Fate::TooLate => ("Not reserved: the application would end after its deadline".to_string(), Tone::Refused),
        Fate::NoProvider => ("Not reserved: every provider refused".to_string(), Tone::Refused),
        Fate::NoRoom => ("Not reserved: no node is there for as long as a task takes".to_string(), Tone::Refused),
        Fate::GivenUp => ("Given up: a node failed, and the rest could not be mapped again in time".to_string(), Tone::Refused),
        Fate::Reserved if missed.is_some() => {
            (format!("Not on the node it is pinned to: starts at {} on node {node}", say(start)), Tone::Partly)
        }
        Fate::Reserved if start > latest => (format!("Starts {} late, at {}", say(start - latest), say(start)), Tone::Partly),
        Fate::Reserved if late > 0 => (format!("Ends {} late, at {} on node {node}", say(late), say(tasks.end(row))), Tone::Partly),
        Fate::Reserved => (format!("Starts at {} on node {node}", say(start)), Tone::Good),
    };
    Verdict { headline, sentences, tone }
}

fn gap_words(start: Time, ready: Time, node: u32, say: impl Fn(Time) -> String) -> String {
    match start.checked_sub(ready) {
        Some(0) => format!("Node {node} has a gap for it at that moment."),
        Some(waits) => format!("Node {node} has no gap for it before {}: it waits {} longer.", say(start), say(waits)),
        None => format!("It starts at {} on node {node}.", say(start)),
    }
}

/// What a task takes on its node and on the others, where nodes differ; `longer` is by how much it is longer than on the best of them.
fn duration_words(graph: &TaskGraph, (task, node): (usize, u32), longer: Time, say: impl Fn(Time) -> String) -> Option<String> {
    let own = graph.durations_of(task);
    let here = own.get(node as usize)?;
    let others = (0..).zip(own).filter(|(other, _)| *other != node);
    let others: Vec<String> =
        others.take(OTHER_NODES).map(|(other, duration)| format!("{} on node {other}", say(Time::from(*duration)))).collect();
    let more = if own.len() > OTHER_NODES + 1 { ", …" } else { "" };
    let best = if longer == 0 { ", no longer than elsewhere" } else { "" };
    let beside = if others.is_empty() { String::new() } else { format!(" ({}{more})", others.join(", ")) };
    Some(format!("It takes {} there{best}{beside}.", say(Time::from(*here))))
}

/// What was lost of a task, failure by failure.
fn lost_words(outcome: &WorkflowOutcome, row: usize, say: impl Fn(Time) -> String) -> Vec<String> {
    let own = outcome.lost.iter().filter(|lost| lost.task as usize == row);
    own.map(|lost| {
        let (work, at) = (say(lost.end - lost.start), say(lost.end));
        match outcome.is_reserved(row) {
            true => format!(
                "It ran on node {} from {} on; that node failed at {at}. Work of {work} was lost, and it was mapped again.",
                lost.node,
                say(lost.start)
            ),
            false => {
                format!("It ran on node {} from {} to {at}, for nothing: its work of {work} is lost.", lost.node, say(lost.start))
            }
        }
    })
    .collect()
}

/// By how much a task starts and ends later than it may, and what that means for its application.
fn delay_words((starts_late, late): (Time, Time), served: &Served, say: impl Fn(Time) -> String) -> String {
    let end = say(served.start + served.makespan);
    match (late, served.delay) {
        (_, 0) => format!("The application ends at {end}, without a delay."),
        (0, delay) => format!("It starts within its slack; the delay of {} comes from other tasks.", say(delay)),
        (late, delay) => {
            let what = match late == starts_late {
                true => format!("It starts {} after its latest start", say(late)),
                false => format!("It ends {} later than it may without a delay", say(late)),
            };
            match late == delay {
                true => format!("{what}, as much as the application is delayed."),
                false => format!("{what}; other tasks make the delay {}.", say(delay)),
            }
        }
    }
}
