//! The legal ranges of machines of named servers, their requests and sweeps; [`crate::slots::bounds`] has the rest.

pub use crate::core::bounds::REQUESTS;

use crate::core::bounds::Bound;

const fn bound(name: &'static str, min: u32, max: u32) -> Bound {
    Bound { name, min, max }
}

/// A moment: submission, earliest start, deadline. Below [`super::OPEN`], which no request may name.
pub const TICK: Bound = bound("tick", 0, 4_000_000_000);
/// Size of a job (l_j): ticks on a server of rate 1. At least the machine's least size.
pub const SIZE: Bound = bound("size", 1, 1_000_000_000);
/// Servers of a machine over all groups (n).
pub const SERVERS: Bound = bound("servers", 1, 65_535);
/// Groups of servers of one rate (H).
pub const GROUPS: Bound = bound("groups of servers", 1, 64);
/// Numerator and denominator of a rate (μ).
pub const RATE_PART: Bound = bound("part of a rate", 1, 1_000_000);
/// Ticks a request may look ahead from its submission (L).
pub const LOOK_AHEAD: Bound = bound("look-ahead", 1, 2_000_000_000);
/// Strips are this many times 2·l_min wide (M).
pub const STRIP_FACTOR: Bound = bound("strip factor M", 1, 1_000_000);
/// Strips of a ring (H of chapter 3).
pub const STRIPS: Bound = bound("strips", 1, 100_000);
/// Seconds in a tick, where that is known.
pub const TICK_SECONDS: Bound = bound("seconds per tick", 1, 86_400);
/// Requests and events of a run in which reservations adapt.
pub const ADAPTIVE: Bound = bound("requests and events", 0, 2_000);
/// Idle periods of a moment that are shown.
pub const MOMENT_PERIODS: Bound = bound("idle periods", 0, 20_000);
/// Steps of a search that are shown.
pub const MOMENT_STEPS: Bound = bound("steps", 0, 2_000);
/// Nodes of an opened tree that are shown, from the root down.
pub const MOMENT_NODES: Bound = bound("nodes", 0, 1_023);
