//! What of a plan of workflows is on screen.

use crate::engine::Study;
use crate::engine::workflow::{WorkflowOutcome, WorkflowSnapshot, WorkflowUpdate};
use std::rc::Rc;
use std::sync::Arc;

/// A plan of workflows on screen, with what was asked for beside it.
#[derive(Clone, Debug)]
pub struct WorkflowShown {
    /// The plan.
    pub plan: Rc<WorkflowOutcome>,
    /// What was asked for.
    pub snapshot: Rc<WorkflowSnapshot>,
    /// The study it is the plan of.
    pub study: Arc<Study>,
}

/// Equal only while nothing new was told: both parts are replaced, not changed.
impl PartialEq for WorkflowShown {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.plan, &other.plan) && Rc::ptr_eq(&self.snapshot, &other.snapshot)
    }
}

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

    /// The same plan with something else to be seen of it.
    #[must_use]
    pub fn with(&self, snapshot: WorkflowSnapshot) -> Self {
        Self { snapshot: Rc::new(snapshot), ..self.clone() }
    }
}

/// The page's copy of a plan of workflows: each update is the whole plan.
#[derive(Default)]
pub struct WorkflowCopy;

impl WorkflowCopy {
    /// Takes in the plan of a study.
    pub fn take(&mut self, update: WorkflowUpdate, study: &Arc<Study>) -> WorkflowShown {
        let WorkflowUpdate { plan, snapshot } = update;
        WorkflowShown { plan: Rc::new(plan), snapshot: Rc::new(snapshot), study: Arc::clone(study) }
    }
}
