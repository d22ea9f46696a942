//! How much of a lesson is done, and how well: what learning platforms ask for.

use super::Session;
use crate::record::State;

/// How well a lesson was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Tasks with a right answer, at whichever try. What was shown does not count.
    pub right: usize,
    /// All tasks of the lesson.
    pub tasks: usize,
}

impl Score {
    /// The share of right answers, from 0 to 1; all of it for a lesson that asks nothing.
    pub fn share(self) -> f64 {
        if self.tasks == 0 { 1.0 } else { self.right as f64 / self.tasks as f64 }
    }

    /// The same in whole hundredths, rounded down: only who has all of them has 100.
    pub fn percent(self) -> usize {
        (self.right * 100).checked_div(self.tasks).unwrap_or(100)
    }
}

impl Session {
    /// How well it was done so far.
    pub fn score(&self) -> Score {
        let is_right = |state| matches!(state, State::First | State::Later);
        Score { right: self.records.iter().filter(|record| is_right(record.state)).count(), tasks: self.records.len() }
    }

    /// Whether every task has its outcome. A lesson that asks nothing is done at its end.
    pub fn is_done(&self) -> bool {
        let is_read = !self.records.is_empty() || !self.has_next();
        is_read && self.records.iter().all(|record| record.state != State::Open)
    }
}
