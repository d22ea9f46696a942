//! The steps of a mapping as JSON. The types are those of the format and stand apart from the engine's.

use bookahead_engine::workflow::WorkflowScenario;
use bookahead_engine::workflow::search::recorder::SearchStep;
use bookahead_engine::workflow::update::RecordedMapping;
use serde::Serialize;
use std::io;

#[derive(Serialize)]
struct Steps {
    method: &'static str,
    ticks: u32,
    application: u32,
    mapping: u32,
    delay: u64,
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    task: u32,
    name: String,
    earliest_start: u64,
    node: u32,
    start: u64,
    end: u64,
    /// Tasks that could be drawn.
    ready: Vec<Ready>,
    /// Nodes in the order in which they were tried.
    tried: Vec<Tried>,
    pushed: Vec<Pushed>,
    slack_lifted: u64,
}

#[derive(Serialize)]
struct Ready {
    task: u32,
    slack: i64,
    weight: f64,
}

#[derive(Serialize)]
struct Tried {
    node: u32,
    start: u64,
    end: u64,
}

#[derive(Serialize)]
struct Pushed {
    task: u32,
    from: u64,
    to: u64,
}

/// Writes the steps of a mapping on one line. Tasks are numbered through all applications; `first` is the first one of this application. Times are in ticks.
///
/// # Errors
/// Those of `out`.
pub fn write_steps(
    out: &mut impl io::Write,
    scenario: &WorkflowScenario,
    first: u32,
    recorded: &RecordedMapping,
) -> io::Result<()> {
    let step = |step: &SearchStep| {
        let SearchStep { ready, task, earliest, tried, node, start, end, pushed, lifted } = step;
        Step {
            task: first + task,
            name: scenario.task_name(first + task),
            earliest_start: *earliest,
            node: *node,
            start: *start,
            end: *end,
            ready: ready.iter().map(|own| Ready { task: first + own.task, slack: own.slack, weight: own.weight }).collect(),
            tried: tried.iter().map(|&(node, start, end)| Tried { node, start, end }).collect(),
            pushed: pushed.iter().map(|&(task, from, to)| Pushed { task: first + task, from, to }).collect(),
            slack_lifted: *lifted,
        }
    };
    let steps = Steps {
        method: scenario.policy.method.name(),
        ticks: scenario.ticks,
        application: recorded.application,
        mapping: recorded.iteration,
        delay: recorded.delay,
        steps: recorded.steps.iter().map(step).collect(),
    };
    serde_json::to_writer(&mut *out, &steps)?;
    writeln!(out)
}
