//! A job, or the policy, with some of its fields changed.

use super::file::{WireJob, WirePolicy};
use crate::json_parts::{Fields, RequestForm, merged};
use crate::same_fields::Written;
use bookahead_engine::batch::BatchScenario;
use bookahead_engine::batch::job::Job;
use bookahead_engine::core::edits::RequestId;
use bookahead_engine::core::error::{FieldPath, ScenarioError};

/// The request of this number with these fields; `None` if there is none.
pub(crate) fn edited(
    cluster: &BatchScenario,
    id: RequestId,
    fields: &Fields,
    place: &FieldPath,
) -> Result<Option<Job>, ScenarioError> {
    let jobs = cluster.workload.arrivals(cluster.nodes)?;
    let Some(row) = jobs.row_of(id) else { return Ok(None) };
    merged(&WireJob::of(&jobs.row(row)), fields, place).map(|wire| Some(wire.into_request(id)))
}

/// The scenario with these fields of its policy.
pub(crate) fn with_policy(cluster: &BatchScenario, fields: &Fields, place: &FieldPath) -> Result<BatchScenario, ScenarioError> {
    let policy = merged(&WirePolicy::of(cluster.policy), fields, place)?.value();
    Ok(BatchScenario { policy, ..cluster.clone() })
}
