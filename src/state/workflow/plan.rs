//! What of a plan of workflows is on screen.

use crate::engine::workflow::{WorkflowOutcome, WorkflowSnapshot};
use crate::state::plan_shown::PlanShown;

/// A plan of workflows on screen, with what was asked for beside it.
pub type WorkflowShown = PlanShown<WorkflowOutcome, WorkflowSnapshot>;

impl WorkflowShown {
    /// What a task of the plan is called.
    pub fn task_name(&self, row: u32) -> String {
        self.study.workflow().map_or_else(|| format!("T{row}"), |workflow| workflow.task_name(row))
    }

    /// The task that was typed: by its name, or by its number, with or without a T; there may be no task of that number.
    pub fn task_called(&self, typed: &str) -> Option<u32> {
        let typed = typed.trim();
        let number = || typed.trim_start_matches(['T', 't']).parse().ok();
        (0..self.plan.tasks.len() as u32).find(|&row| self.task_name(row) == typed).or_else(number)
    }
}
