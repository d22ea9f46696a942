//! `bookahead plan --mapping`: the steps in which the tasks of an application were mapped to nodes.

use super::super::super::files::{Failure, print};
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::workflow::search::words::step_words;
use bookahead::engine::workflow::update::RecordedMapping;
use bookahead::engine::workflow::{WorkflowRun, WorkflowScenario, bounds};
use bookahead::formats::studies::workflow::write_steps;
use std::io::{self, Write};
use std::path::Path;

/// A mapping by its place from 0; the best one for `None`.
#[derive(Clone, Copy)]
pub struct Mapping(Option<u32>);

/// A mapping as it is named on the command line.
pub fn number(text: &str) -> Result<Mapping, String> {
    let number = text.parse::<u32>().ok().filter(|number| bounds::ITERATIONS.holds(*number));
    match number {
        _ if text == "best" => Ok(Mapping(None)),
        Some(number) => Ok(Mapping(Some(number - 1))),
        None => Err(format!("must be best, or {}", bounds::ITERATIONS)),
    }
}

/// Plans workflows and prints the steps of a mapping of an application, which is counted from 1.
pub fn run(
    path: &Path,
    title: &str,
    scenario: WorkflowScenario,
    (Mapping(mapping), application): (Mapping, u32),
    is_json: bool,
) -> Result<(), Failure> {
    let mut run = WorkflowRun::open(scenario).map_err(|error| Failure::at(path, error))?;
    run.advance(usize::MAX);
    let served = run.broker().served();
    let Some(own) = served.get(application as usize - 1).copied() else {
        return Err(Failure::at(path, format!("--application {application}: must be a whole number from 1 to {}", served.len())));
    };
    if let Some(found) = mapping.filter(|mapping| *mapping >= own.iterations) {
        let made = own.iterations;
        return Err(Failure::at(
            path,
            format!("--mapping {}: must be a whole number from 1 to {made}; so many were made", found + 1),
        ));
    }
    let Some(recorded) = run.recorded(application - 1, mapping) else {
        return Err(Failure::at(path, "steps are recorded of applications of up to 1,000 tasks that have a mapping"));
    };
    let is_best = recorded.iteration == own.best;
    let first = own.first;
    print(|out| match is_json {
        true => write_steps(out, run.scenario(), first, &recorded),
        false => write(out, title, run.scenario(), (first, is_best), &recorded),
    })
}

fn write(
    out: &mut impl Write,
    title: &str,
    scenario: &WorkflowScenario,
    (first, is_best): (u32, bool),
    recorded: &RecordedMapping,
) -> io::Result<()> {
    if !title.is_empty() {
        writeln!(out, "{title}\n")?;
    }
    let (method, best) = (scenario.policy.method, if is_best { ", the best" } else { "" });
    let (application, mapping) = (recorded.application + 1, recorded.iteration + 1);
    writeln!(out, "mapping {mapping} of application {application} by {}: delay {}{best}\n", method.name(), recorded.delay)?;
    let is_given = (recorded.iteration as usize) < scenario.orders_of(first, recorded.steps.len() as u32).len();
    for (at, step) in recorded.steps.iter().enumerate() {
        let words = step_words(step, method, is_given, &|task| scenario.task_name(first + task), 1);
        writeln!(out, "{:>4}  {words}", at + 1)?;
    }
    Ok(())
}
