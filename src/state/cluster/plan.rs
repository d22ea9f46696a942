//! What of a plan of a cluster is on screen.

use crate::engine::batch::{BatchPlan, BatchSnapshot};
use crate::state::plan_shown::PlanShown;

/// A plan of a cluster on screen, with what was asked for beside it.
pub type ClusterShown = PlanShown<BatchPlan, BatchSnapshot>;
