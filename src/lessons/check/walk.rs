//! The way of a student who answers right.

use super::task;
use crate::model::{Ask, Lesson};
use crate::session::Session;
use bookahead_engine::{Scenario, ScenarioError};
use std::sync::Arc;

/// What looks at a task and says what is right.
pub type Meet<'a> = dyn FnMut(&Session, &Scenario) -> Result<task::Found, ScenarioError> + 'a;

/// The way of a student who answers right.
pub struct Walk {
    session: Session,
    now: Scenario,
}

impl Walk {
    /// Begins.
    ///
    /// # Errors
    /// The first scenario cannot be planned.
    pub fn new(lesson: &Arc<Lesson>, name: &str) -> Result<Self, ScenarioError> {
        let session = Session::new(Arc::clone(lesson), name)?;
        Ok(Self { now: session.here().scenario, session })
    }

    /// Has `meet` look at the task, answers it and goes to what comes next. Tells whether something does.
    ///
    /// # Errors
    /// A scenario cannot be planned.
    pub fn go_on(&mut self, meet: &mut Meet<'_>) -> Result<bool, ScenarioError> {
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
