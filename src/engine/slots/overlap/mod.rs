//! Overlapping reservations (Xiao et al., as Umar 2.1.3 tells of them): users overestimate how long their jobs take, so that more can be booked than there
//! are nodes. When the real durations come to light, some reservations find their nodes in use: they are violated.

mod chance;
mod look;
mod reality;
mod trust;

pub(in crate::slots) use chance::{Chance, StillRuns};
pub use look::{OverlapLook, WhyNot};
pub use reality::{Reality, real_slots};
pub use trust::{Record, Trust};

use super::bounds;
use super::scenario::{Machine, Policy};

/// Nodes that may be booked in a slot under a policy: those of the machine, or with overlapping reservations twice as many, as far as a plan can count them.
pub fn bookable(machine: Machine, policy: Policy) -> u32 {
    if policy.planner.overlaps() { (2 * machine.nodes).min(bounds::NODES.max) } else { machine.nodes }
}
