//! What is allowed in a query to a plan in slots.

use crate::core::error::{FieldPath, ScenarioError};
use crate::core::offers::ElasticQuery;
use crate::slots::bounds;

/// Compares every field with [`bounds`], the machine and the interval; `place` names the query in the message.
///
/// # Errors
/// The first field out of range: an empty, reversed or too long interval, a duration longer than it, more nodes than the machine has.
pub fn check_query(query: &ElasticQuery, machine_nodes: u32, place: &FieldPath) -> Result<(), ScenarioError> {
    let ElasticQuery { from, to, duration, nodes } = *query;
    if !bounds::SLOT.holds(from) {
        return Err(ScenarioError::out_of_range(place.field("from"), from, bounds::SLOT));
    }
    let last = from.saturating_add(bounds::QUERY_SLOTS.max);
    if to <= from || to > last {
        let allowed = format!("a whole number from {} to {last}, after the first slot of the interval", from + 1);
        return Err(ScenarioError::new(place.field("to"), to, allowed));
    }
    if let Some(duration) = duration
        && !bounds::DURATION.up_to(query.slots()).holds(duration)
    {
        let allowed = format!("a whole number from 1 to {}, the slots of the interval", query.slots());
        return Err(ScenarioError::new(place.field("duration"), duration, allowed));
    }
    match nodes.filter(|&nodes| !bounds::JOB_NODES.up_to(machine_nodes).holds(nodes)) {
        Some(nodes) => {
            let allowed = format!("a whole number from 1 to {machine_nodes}, the nodes of the machine");
            Err(ScenarioError::new(place.field("nodes"), nodes, allowed))
        }
        None => Ok(()),
    }
}
