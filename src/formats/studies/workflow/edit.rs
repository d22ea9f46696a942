//! The policy with some of its fields changed.

use super::file::WirePolicy;
use crate::json_parts::{Fields, merged};
use crate::same_fields::Written;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::workflow::WorkflowScenario;

/// The scenario with these fields of its policy.
pub(crate) fn with_policy(
    workflow: &WorkflowScenario,
    fields: &Fields,
    place: &FieldPath,
) -> Result<WorkflowScenario, ScenarioError> {
    let policy = merged(&WirePolicy::of(workflow.policy), fields, place)?.value();
    Ok(WorkflowScenario { policy, ..workflow.clone() })
}
