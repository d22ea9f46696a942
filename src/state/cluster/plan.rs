//! What of a plan of a cluster is on screen.

use crate::engine::Study;
use crate::engine::batch::{BatchPlan, BatchSnapshot, BatchUpdate};
use std::rc::Rc;
use std::sync::Arc;

/// A plan of a cluster on screen, with what was asked for beside it.
#[derive(Clone, Debug)]
pub struct ClusterShown {
    /// The plan.
    pub plan: Rc<BatchPlan>,
    /// What was asked for.
    pub snapshot: Rc<BatchSnapshot>,
    /// The study it is the plan of.
    pub study: Arc<Study>,
}

/// Equal only while nothing new was told: both parts are replaced, not changed.
impl PartialEq for ClusterShown {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.plan, &other.plan) && Rc::ptr_eq(&self.snapshot, &other.snapshot)
    }
}

impl ClusterShown {
    /// The same plan with something else to be seen of it.
    #[must_use]
    pub fn with(&self, snapshot: BatchSnapshot) -> Self {
        Self { snapshot: Rc::new(snapshot), ..self.clone() }
    }
}

/// The page's copy of a plan of a cluster.
#[derive(Default)]
pub struct ClusterCopy {
    plan: Rc<BatchPlan>,
}

impl ClusterCopy {
    /// Takes in what changed in the plan of a study. `None` if it does not fit what is here; the copy is empty then.
    pub fn take(&mut self, update: BatchUpdate, study: &Arc<Study>) -> Option<ClusterShown> {
        let Some(snapshot) = Rc::make_mut(&mut self.plan).take(update) else {
            self.plan = Rc::default();
            return None;
        };
        Some(ClusterShown { plan: Rc::clone(&self.plan), snapshot: Rc::new(snapshot), study: Arc::clone(study) })
    }
}
