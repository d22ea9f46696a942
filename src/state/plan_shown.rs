//! A plan on screen and the page's copy of one, whatever the study.

use crate::engine::Study;
use std::rc::Rc;
use std::sync::Arc;

/// A plan on screen, with what was asked for beside it.
#[derive(Clone, Debug)]
pub struct PlanShown<P, S> {
    /// The plan.
    pub plan: Rc<P>,
    /// What was asked for.
    pub snapshot: Rc<S>,
    /// The study it is the plan of.
    pub study: Arc<Study>,
}

/// Equal only while nothing new was told: both parts are replaced, not changed.
impl<P, S> PartialEq for PlanShown<P, S> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.plan, &other.plan) && Rc::ptr_eq(&self.snapshot, &other.snapshot)
    }
}

impl<P, S> PlanShown<P, S> {
    /// A plan that was told as a whole.
    pub fn new(plan: P, snapshot: S, study: &Arc<Study>) -> Self {
        Self { plan: Rc::new(plan), snapshot: Rc::new(snapshot), study: Arc::clone(study) }
    }

    /// The same plan with something else to be seen of it.
    #[must_use]
    pub fn with(&self, snapshot: S) -> Self {
        Self { plan: Rc::clone(&self.plan), snapshot: Rc::new(snapshot), study: Arc::clone(&self.study) }
    }
}

/// The page's copy of a plan of which only what changed is told.
#[derive(Default)]
pub struct PlanParts<P> {
    plan: Rc<P>,
}

impl<P: Clone + Default> PlanParts<P> {
    /// Has the copy take in what changed in the plan of a study. `None` if that does not fit what is here; the copy is empty then.
    pub fn take<S>(&mut self, study: &Arc<Study>, take: impl FnOnce(&mut P) -> Option<S>) -> Option<PlanShown<P, S>> {
        let Some(snapshot) = take(Rc::make_mut(&mut self.plan)) else {
            self.plan = Rc::default();
            return None;
        };
        Some(PlanShown { plan: Rc::clone(&self.plan), snapshot: Rc::new(snapshot), study: Arc::clone(study) })
    }
}
