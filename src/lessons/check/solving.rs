//! Goes through a lesson and answers right.

use super::task;
use super::walk::Walk;
use crate::lines::Lines;
use crate::model::{Ask, Lesson};
use crate::prose::Prose;
use crate::record::Given;
use crate::session::{Place, Session};
use crate::situation::Value;
use crate::view;
use bookahead_engine::{Scenario, ScenarioError};
use bookahead_formats::link::Opened;
use bookahead_formats::studies::Planned;
use std::sync::Arc;

/// A task as a student meets it who has answered all tasks before it right.
pub struct Met {
    /// The step, from 0.
    pub step: usize,
    /// The task of the step, from 0.
    pub task: usize,
    /// What is on screen.
    pub shown: Opened,
    /// The plan as far as it is shown.
    pub plan: Planned,
    /// The right answer; `None` if there is none, or more than one.
    pub right: Option<Given>,
    /// The feedback to it.
    pub feedback: Option<Prose>,
    /// The lines of the policy that are shown.
    pub lines: Option<Lines>,
    /// How long the job is that is to be placed.
    pub length: Option<u32>,
}

/// Goes through a lesson and answers right.
///
/// # Errors
/// A scenario cannot be planned.
pub fn solved(lesson: &Arc<Lesson>) -> Result<Vec<Met>, ScenarioError> {
    Solving::new(lesson)?.collect()
}

/// Goes through a lesson and answers right, one task at a time, so that a page can do something else in between.
pub struct Solving(Option<Walk>);

impl Solving {
    /// Begins.
    ///
    /// # Errors
    /// The first scenario cannot be planned.
    pub fn new(lesson: &Arc<Lesson>) -> Result<Self, ScenarioError> {
        Ok(Self(Some(Walk::new(lesson, "")?)))
    }

    fn meet(walk: &mut Walk) -> Result<(Option<Met>, bool), ScenarioError> {
        let mut met = None;
        let goes_on = walk.go_on(&mut |session, now| {
            let found = task::check(session, now, false)?;
            let shown = session.shown(now)?;
            let right = found.right.clone();
            let last = found.solved.as_ref().unwrap_or(now);
            let feedback = match &right {
                Some(right) => session.look(right, last)?.feedback,
                None => None,
            };
            let Place { step, task } = session.place();
            let (lines, length) = (session.lines_shown(now)?, length(session, last)?);
            met = Some(Met { step, task, plan: view::planned(&shown)?, shown, right, feedback, lines, length });
            Ok(found)
        })?;
        Ok((met, goes_on))
    }
}

impl Iterator for Solving {
    type Item = Result<Met, ScenarioError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (met, goes_on) = match Self::meet(self.0.as_mut()?) {
                Ok(met) => met,
                Err(error) => {
                    self.0 = None;
                    return Some(Err(error));
                }
            };
            if !goes_on {
                self.0 = None;
            }
            if met.is_some() {
                return met.map(Ok);
            }
        }
    }
}

/// How long the job is that a task asks to place, in the plan that the answer reveals.
fn length(session: &Session, now: &Scenario) -> Result<Option<u32>, ScenarioError> {
    let Some(Ask::Place(name)) = session.task().map(|task| &task.ask) else { return Ok(None) };
    let (plan, _) = session.judged_by(now)?;
    Ok(match (plan.of("start", *name), plan.of("end", *name), plan.of("duration", *name)) {
        (Some(Value::Number(start)), Some(Value::Number(end)), _) => Some((end - start) as u32),
        (_, _, Some(Value::Number(duration))) => Some(duration as u32),
        _ => None,
    })
}
