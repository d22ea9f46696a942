//! Legal ranges of an experiment's size.

use super::Options;
use bookahead_engine::core::bounds::Bound;
use bookahead_engine::core::error::{FieldPath, ScenarioError};

/// Runs of an experiment.
pub const RUNS: Bound = Bound::new("runs", 1, 1_000);
/// Requests of each run of an experiment.
pub const REQUESTS: Bound = Bound::new("requests", 1, 1_000_000);

/// Checks both.
///
/// # Errors
/// One of them is out of range (`runs`, `jobs`).
pub(super) fn check_size(options: Options) -> Result<(), ScenarioError> {
    for (field, value, bound) in [("runs", options.runs, RUNS), ("jobs", options.requests, REQUESTS)] {
        if !bound.holds(value) {
            return Err(ScenarioError::out_of_range(FieldPath::new(field), value, bound));
        }
    }
    Ok(())
}
