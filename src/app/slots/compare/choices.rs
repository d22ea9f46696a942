//! What a plan in slots can be compared with.

use crate::app::shell::context::Lab;
use crate::app::shell::panel::compare::{OtherPolicy, Others};
use crate::app::slots::planner::names::policy_name;
use crate::engine::Study;
use crate::engine::slots::scenario::{Policy, SlotsScenario};
use crate::engine::study::StudyKind;
use crate::state::CompareAction;
use std::sync::Arc;

impl Lab {
    /// Compares the plan with that of another policy.
    pub fn compare_with_policy(&self, policy: Policy) {
        let other = SlotsScenario { policy, ..self.model().slots().clone() };
        self.compare(CompareAction::Policy(Arc::new(Study::from(other))));
    }
}

/// Other policies, and plans from before an edit.
pub fn others(lab: &Lab) -> Others {
    let model = lab.model();
    let own = model.slots().policy;
    let compared = model.view.compared.filter(|_| model.comparing.before.is_none());
    let compared_like = |policy: &Policy| compared.is_some_and(|compared| compared.is_same_as(*policy));
    let mut policies = own.all_like();
    // A link may compare with a search of other numbers.
    policies.extend(compared.filter(|compared| !policies.iter().any(|listed| listed.is_same_as(*compared))));
    let policies = policies.into_iter().filter(|policy| !policy.is_same_as(own) || compared_like(policy));
    let policies = policies.map(|policy| OtherPolicy { key: policy.name(), words: policy_name(policy) }).collect();
    let pick = |lab: &Lab, key: &str| Policy::from_name(key).into_iter().for_each(|policy| lab.compare_with_policy(policy));
    Others::new(lab, StudyKind::Slots, policies, compared.map(|policy| policy.name()), pick)
}
