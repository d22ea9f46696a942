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
