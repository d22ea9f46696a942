//! What of a plan of named servers is on screen.

use crate::engine::core::edits::RequestId;
use crate::engine::idle::{IdlePlan, IdleSnapshot, Moment, RequestName};
use crate::state::plan_shown::PlanShown;

/// A plan of named servers on screen, with what was asked for beside it.
pub type IdleShown = PlanShown<IdlePlan, IdleSnapshot>;

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
}
