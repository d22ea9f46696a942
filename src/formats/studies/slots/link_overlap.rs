//! What links say of overlapping reservations (forms 8 and 11 of version 3). Fields are identified by their order: do not reorder, remove or change anything.

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
        let OverlapRule { confidence, free_share, overestimate, seed, .. } = policy.overlap;
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
        policy.overlap = OverlapRule { confidence, free_share, overestimate, seed: self.seed, ..policy.overlap };
        if self.is_planner {
            policy.planner = PlannerKind::Overlapping;
        }
    }
}

/// Trust in users, and how many of them estimate exactly, in per cent: form 11.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) struct WireTrust {
    trust: u32,
    exact_users: u32,
}

impl WireTrust {
    /// The wire form of what a policy says of users; none if that is nothing.
    pub fn of(policy: Policy) -> Option<Self> {
        let OverlapRule { trust, exact_users, .. } = policy.overlap;
        (trust > 0 || exact_users > 0).then_some(Self { trust, exact_users })
    }

    /// Puts it into a policy.
    pub fn put_into(self, policy: &mut Policy) {
        (policy.overlap.trust, policy.overlap.exact_users) = (self.trust, self.exact_users);
    }
}
