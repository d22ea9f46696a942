//! What links say of overlapping reservations (form 8 of version 3). Fields are identified by their order: do not reorder, remove or change anything.

use bookahead_engine::slots::overlap_rule::OverlapRule;
use bookahead_engine::slots::scenario::{PlannerKind, Policy};
use serde::{Deserialize, Serialize};

/// The rule, and whether it is in force.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct WireOverlap {
    /// Whether the planner is the one that lets reservations overlap.
    is_planner: bool,
    /// Confidence, free share and mean overestimate, in per cent.
    numbers: [u32; 3],
    seed: u64,
}

impl WireOverlap {
    /// The wire form of what a policy says of it; none if that is nothing.
    pub fn of(policy: Policy) -> Option<Self> {
        let OverlapRule { confidence, free_share, overestimate, seed } = policy.overlap;
        let is_planner = policy.planner.overlaps();
        (is_planner || policy.overlap != OverlapRule::default()).then_some(Self {
            is_planner,
            numbers: [confidence, free_share, overestimate],
            seed,
        })
    }

    /// Puts it into a policy.
    pub fn put_into(self, policy: &mut Policy) {
        let [confidence, free_share, overestimate] = self.numbers;
        policy.overlap = OverlapRule { confidence, free_share, overestimate, seed: self.seed };
        if self.is_planner {
            policy.planner = PlannerKind::Overlapping;
        }
    }
}
