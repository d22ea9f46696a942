//! Legal ranges of an experiment's size.

use bookahead_engine::core::bounds::Bound;

/// Runs of an experiment.
pub const RUNS: Bound = Bound::new("runs", 1, 1_000);
/// Requests of each run of an experiment.
pub const REQUESTS: Bound = Bound::new("requests", 1, 1_000_000);
