//! From task to task and from step to step.

use super::{Place, Session};
use crate::record::State;
use bookahead_engine::{Scenario, ScenarioError};
use std::sync::Arc;

impl Session {
    /// Whether something comes after this task.
    pub fn has_next(&self) -> bool {
        self.at.task + 1 < self.stops() || self.at.step + 1 < self.lesson.steps.len()
    }

    /// Tasks of this step, and the text behind them.
    fn stops(&self) -> usize {
        self.step().tasks.len() + usize::from(!self.step().text.is_empty() || self.step().tasks.is_empty())
    }

    /// Goes on to the next task, text or step; `now` is the scenario as the student leaves it. Tells whether a step begins, whose [`Session::here`] is to be
    /// shown then.
    ///
    /// # Errors
    /// The next scenario cannot be planned.
    pub fn next(&mut self, now: &Scenario) -> Result<bool, ScenarioError> {
        if self.at.task + 1 < self.stops() {
            self.at.task += 1;
            return Ok(false);
        }
        let next = self.at.step + 1;
        if next < self.lesson.steps.len() { self.go_to(next, now).map(|()| true) } else { Ok(false) }
    }

    /// Goes to a step, at its first task that is not settled.
    ///
    /// # Errors
    /// Its scenario cannot be planned.
    pub fn go_to(&mut self, step: usize, now: &Scenario) -> Result<(), ScenarioError> {
        let step = step.min(self.lesson.steps.len() - 1);
        let mut left = self.left.clone();
        left[self.at.step] = Some(now.clone());
        let is_open = |task: &usize| self.records[self.lesson.number_of(step, *task)].state == State::Open;
        let tasks = self.lesson.steps[step].tasks.len();
        let last = if self.lesson.steps[step].text.is_empty() { tasks.saturating_sub(1) } else { tasks };
        let at = Place { step, task: (0..tasks).find(is_open).unwrap_or(last) };
        *self = Self::at(Arc::clone(&self.lesson), self.name.clone(), at, left, self.records.clone())?;
        Ok(())
    }

    /// Begins the step again: its scenario is as it was given. Answers stay recorded.
    pub fn start_again(&mut self) {
        self.left[self.at.step] = None;
    }
}
