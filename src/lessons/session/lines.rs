//! The lines of the policy that are shown in a session.

use super::Session;
use crate::lines::Lines;
use crate::model::{Ask, Pickable, Shown};
use bookahead_engine::{Scenario, ScenarioError};

impl Session {
    /// The lines at work that are to be shown with the scenario `now`, if the step shows any.
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn lines_shown(&self, now: &Scenario) -> Result<Option<Lines>, ScenarioError> {
        self.lines(now, self.is_settled())
    }

    /// The lines at work before the answer, or after it.
    pub(super) fn lines(&self, now: &Scenario, is_revealed: bool) -> Result<Option<Lines>, ScenarioError> {
        match self.count(is_revealed) {
            Some(count) => Lines::of(&self.view(now, is_revealed)?, count),
            None => Ok(None),
        }
    }

    /// How many lines are shown: what the step says, then what its tasks have revealed. A line that was asked for is shown by its answer.
    fn count(&self, is_revealed: bool) -> Option<u32> {
        let said =
            |shown: &[Shown]| shown.iter().rev().find_map(|one| if let Shown::Lines(count) = one { Some(*count) } else { None });
        let mut lines = said(&self.step().show);
        let settled = self.at.task + usize::from(is_revealed);
        for task in self.step().tasks.iter().take(settled) {
            let next = lines.filter(|_| task.ask == Ask::Pick(Pickable::Line)).map(|lines| lines.saturating_add(1));
            lines = said(&task.reveal).or(next).or(lines);
        }
        lines
    }
}
