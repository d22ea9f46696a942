//! Reads the scenario of a step, and has what is shown and changed tried on it: a policy or request that it does not have is found while reading.

use super::error::{At, LessonError, REQUESTS_MAX};
use super::piece::Piece;
use crate::model::Step;
use crate::{levers, show};
use bookahead_engine::{Scenario, ScenarioError};
use bookahead_formats::json::{self, FileError};
use bookahead_formats::link::{self, Opened, View};

/// Reads a scenario file in a fenced block.
///
/// # Errors
/// As [`json::read`], with the line of the lesson.
pub fn of_file(piece: &Piece) -> Result<Opened, LessonError> {
    // Behind the end of a line the reader of JSON counts from 0.
    let at = |line: usize, column: usize| At { line: piece.at().line + line.saturating_sub(1), column: column.max(1) };
    let read = json::read(&piece.text).map_err(|error| match error {
        FileError::Json { line, column, what } => LessonError::new(at(line, column), format!("in the scenario: {what}")),
        other => LessonError::new(piece.at(), format!("in the scenario: {other}")),
    })?;
    let view = View::first(&read.scenario);
    checked(Opened { scenario: read.scenario, view, second: None }, piece.at())
}

/// Reads a link.
///
/// # Errors
/// As [`link::decode`].
pub fn of_link(piece: &Piece) -> Result<Opened, LessonError> {
    let opened = link::decode(piece.text.trim()).map_err(|error| {
        let hint = if piece.text.starts_with('v') { "" } else { "; or `as before`, or nothing and a fenced block of JSON below" };
        LessonError::new(piece.at(), format!("{error}{hint}"))
    })?;
    checked(opened, piece.at())
}

fn checked(opened: Opened, at: At) -> Result<Opened, LessonError> {
    let requests = opened.scenario.study.size();
    opened.scenario.check().map_err(|error| LessonError::new(at, format!("in the scenario: {error}")))?;
    if requests > REQUESTS_MAX {
        return Err(LessonError::new(at, format!("the scenario has {requests} decisions; at most {REQUESTS_MAX} in a lesson")));
    }
    Ok(opened)
}

/// Tries what the steps show and how they are solved. `lines` are those of the fields `show` and `allow` of each step.
pub fn try_steps(steps: &[Step], errors: &mut Vec<LessonError>) {
    let mut last: Option<Scenario> = None;
    for step in steps {
        let given = step.scenario.clone();
        let Some(mut opened) =
            given.or_else(|| last.take().map(|scenario| Opened { view: View::first(&scenario), scenario, second: None }))
        else {
            errors.push(LessonError::new(At { line: step.line, column: 1 }, "the first step needs a `scenario:`"));
            return;
        };
        let mut told = |line: usize, what: &str, tried: Result<(), ScenarioError>| {
            if let Err(error) = tried {
                errors.push(LessonError::new(
                    At { line, column: 1 },
                    format!("in `{what}:` of this {}: {error}", if line == step.line { "step" } else { "task" }),
                ));
            }
        };
        told(step.line, "show", show::put(&step.show, &mut opened));
        for lever in &step.allow {
            told(step.line, "allow", levers::known(&opened.scenario, lever));
        }
        for task in &step.tasks {
            let solved = levers::played(&opened.scenario, &task.solution);
            match solved {
                Ok(scenarios) => opened.scenario = scenarios.into_iter().next_back().unwrap_or(opened.scenario),
                Err(error) => told(task.line, "solution", Err(error)),
            }
            told(task.line, "reveal", show::put(&task.reveal, &mut opened));
        }
        last = Some(opened.scenario);
    }
}
