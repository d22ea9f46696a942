//! Proves that a lesson works: plans every step, tries what can be answered, and goes on with the right answers.

mod states;
mod task;

use crate::model::{Ask, Lesson};
use crate::prose::Prose;
use crate::record::Given;
use crate::session::{Place, Session};
use crate::situation::Value;
use crate::view;
use bookahead_engine::{Scenario, ScenarioError};
use bookahead_formats::link::Opened;
use bookahead_formats::studies::Planned;
use std::fmt;
use std::sync::Arc;

/// Names for which a lesson is checked whose requests are drawn for each student.
const NAMES: u32 = 200;

/// Something that the check has to tell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The line of the task or step, from 1.
    pub line: usize,
    /// What it is.
    pub what: String,
    /// Whether the lesson does not work like this; else it is a remark.
    pub is_error: bool,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let remark = if self.is_error { "" } else { "remark: " };
        write!(f, "line {}: {remark}{}", self.line, self.what)
    }
}

/// Checks a lesson; empty if there is nothing to tell.
pub fn check(lesson: &Arc<Lesson>) -> Vec<Finding> {
    let mut told = findings(lesson, "", true);
    if lesson.head.is_seeded {
        for name in 1..=NAMES {
            let found = findings(lesson, &format!("student {name}"), false);
            let errors = found.into_iter().filter(|finding| finding.is_error);
            let named =
                |finding: Finding| Finding { what: format!("for the name \"student {name}\": {}", finding.what), ..finding };
            let before = told.len();
            told.extend(errors.map(named));
            // One student is enough to look at.
            if told.len() > before {
                break;
            }
        }
    }
    told
}

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
            let length = length(session, last)?;
            met = Some(Met { step, task, plan: view::planned(&shown)?, shown, right, feedback, length });
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

/// What there is to tell about a lesson for a student of this name. `tries_all` plans what the student could do otherwise, too.
fn findings(lesson: &Arc<Lesson>, name: &str, tries_all: bool) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut line = lesson.steps.first().map_or(1, |step| step.line);
    let walked = walk(lesson, name, &mut |session, now| {
        line = session.task().map_or(line, |task| task.line);
        let found = task::check(session, now, tries_all)?;
        findings.extend(found.told.iter().cloned().map(|(what, is_error)| Finding { line, what, is_error }));
        Ok(found)
    });
    if let Err(error) = walked {
        findings.push(Finding { line, what: format!("from here on the scenario cannot be planned: {error}"), is_error: true });
    }
    findings
}

/// What looks at a task and says what is right.
type Meet<'a> = dyn FnMut(&Session, &Scenario) -> Result<task::Found, ScenarioError> + 'a;

/// Goes through a lesson as a student of this name who answers right.
fn walk(lesson: &Arc<Lesson>, name: &str, meet: &mut Meet<'_>) -> Result<(), ScenarioError> {
    let mut walk = Walk::new(lesson, name)?;
    while walk.go_on(meet)? {}
    Ok(())
}

/// The way of a student who answers right.
struct Walk {
    session: Session,
    now: Scenario,
}

impl Walk {
    fn new(lesson: &Arc<Lesson>, name: &str) -> Result<Self, ScenarioError> {
        let session = Session::new(Arc::clone(lesson), name)?;
        Ok(Self { now: session.here().scenario, session })
    }

    /// Has `meet` look at the task, answers it and goes to what comes next. Tells whether something does.
    fn go_on(&mut self, meet: &mut Meet<'_>) -> Result<bool, ScenarioError> {
        let Self { session, now } = self;
        if let Some(task) = session.task() {
            let is_twice = task.ask == Ask::Predict { twice: true };
            let found = meet(session, now)?;
            *now = found.solved.unwrap_or_else(|| now.clone());
            if let Some(right) = found.right {
                for _ in 0..=u32::from(is_twice) {
                    session.answer(right.clone(), now, 0)?;
                }
            }
            if !session.is_settled() {
                session.show_me()?;
            }
            *now = session.revealed(now)?.scenario;
        }
        if !session.has_next() {
            return Ok(false);
        }
        if session.next(now)? {
            *now = session.here().scenario;
        }
        Ok(true)
    }
}
