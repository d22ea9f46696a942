//! What of a plan of named servers is on screen.

use crate::engine::Study;
use crate::engine::core::edits::RequestId;
use crate::engine::idle::{IdlePlan, IdleSnapshot, IdleUpdate, Moment, RequestName};
use std::rc::Rc;
use std::sync::Arc;

/// A plan of named servers on screen, with what was asked for beside it.
#[derive(Clone, Debug)]
pub struct IdleShown {
    /// The plan.
    pub plan: Rc<IdlePlan>,
    /// What was asked for.
    pub snapshot: Rc<IdleSnapshot>,
    /// The study it is the plan of.
    pub study: Arc<Study>,
}

/// Equal only while nothing new was told: both parts are replaced, not changed.
impl PartialEq for IdleShown {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.plan, &other.plan) && Rc::ptr_eq(&self.snapshot, &other.snapshot)
    }
}

impl IdleShown {
    /// The moment before the selected request was decided.
    pub fn moment(&self) -> Option<&Moment> {
        self.snapshot.moment.as_ref()
    }

    /// What people call a request.
    pub fn name_of(&self, id: RequestId) -> RequestName {
        self.study.idle().map_or_else(|| RequestName::whole(id + 1), |idle| idle.workload.name_of(id))
    }

    /// The request that people call so: by all of its name ("11.2"), or the first part of it by its number alone ("11").
    pub fn named(&self, text: &str) -> Option<RequestId> {
        let name = RequestName::read(text)?;
        let part = |id: &&RequestId| RequestName { job: 0, node: 0, ..self.name_of(**id) } == name;
        let ids = &self.plan.arrivals.id;
        ids.iter().find(|id| self.name_of(**id) == name).or_else(|| ids.iter().find(part)).copied()
    }

    /// The same plan with something else to be seen of it.
    #[must_use]
    pub fn with(&self, snapshot: IdleSnapshot) -> Self {
        Self { snapshot: Rc::new(snapshot), ..self.clone() }
    }
}

/// The page's copy of a plan of named servers.
#[derive(Default)]
pub struct IdleCopy {
    plan: Rc<IdlePlan>,
}

impl IdleCopy {
    /// Takes in what changed in the plan of a study. `None` if it does not fit what is here; the copy is empty then.
    pub fn take(&mut self, update: IdleUpdate, study: &Arc<Study>) -> Option<IdleShown> {
        let Some(snapshot) = Rc::make_mut(&mut self.plan).take(update) else {
            self.plan = Rc::default();
            return None;
        };
        Some(IdleShown { plan: Rc::clone(&self.plan), snapshot: Rc::new(snapshot), study: Arc::clone(study) })
    }
}
