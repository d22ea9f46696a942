//! A request, or the strategy, with some of its fields changed.

use super::workload::WireRequest;
use crate::json_parts::{Fields, RequestForm, merged, named};
use bookahead_engine::core::edits::RequestId;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::idle::{IdleRequest, IdleScenario, Strategy};
use serde::{Deserialize, Serialize};

/// What decides, as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePolicy {
    #[serde(default, with = "named")]
    strategy: Strategy,
}

/// The request of this number with these fields; `None` if there is none.
pub(crate) fn edited(
    idle: &IdleScenario,
    id: RequestId,
    fields: &Fields,
    place: &FieldPath,
) -> Result<Option<IdleRequest>, ScenarioError> {
    let arrivals = idle.arrivals()?;
    let Some(row) = arrivals.row_of(id) else { return Ok(None) };
    merged(&WireRequest::of(&arrivals.row(row)), fields, place).map(|wire| Some(wire.into_request(id)))
}

/// The scenario with these fields of its policy.
pub(crate) fn with_policy(idle: &IdleScenario, fields: &Fields, place: &FieldPath) -> Result<IdleScenario, ScenarioError> {
    let WirePolicy { strategy } = merged(&WirePolicy { strategy: idle.strategy }, fields, place)?;
    Ok(IdleScenario { strategy, ..idle.clone() })
}
