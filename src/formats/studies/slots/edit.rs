//! A request, or the policy, with some of its fields changed.

use super::file::WirePolicy;
use super::workload::WireRequest;
use crate::json_parts::{Fields, RequestForm, merged};
use crate::same_fields::Written;
use bookahead_engine::core::edits::RequestId;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::slots::request::Request;
use bookahead_engine::slots::scenario::SlotsScenario;

/// The request of this number with these fields; `None` if there is none.
pub(crate) fn edited(
    slots: &SlotsScenario,
    id: RequestId,
    fields: &Fields,
    place: &FieldPath,
) -> Result<Option<Request>, ScenarioError> {
    let arrivals = slots.workload.arrivals()?;
    let Some(row) = arrivals.row_of(id) else { return Ok(None) };
    merged(&WireRequest::of(&arrivals.row(row)), fields, place).map(|wire| Some(wire.into_request(id)))
}

/// The scenario with these fields of its policy.
pub(crate) fn with_policy(slots: &SlotsScenario, fields: &Fields, place: &FieldPath) -> Result<SlotsScenario, ScenarioError> {
    let policy = merged(&WirePolicy::of(slots.policy), fields, place)?.value();
    Ok(SlotsScenario { policy, ..slots.clone() })
}
