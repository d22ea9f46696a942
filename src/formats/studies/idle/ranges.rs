//! Whole numbers in files, by their legal ranges.

use crate::json_parts::ranges;
use bookahead_engine::core::bounds::{Bound, REQUEST_ID_MAX};
use bookahead_engine::idle::bounds;
use bookahead_engine::slots::bounds as slots;

/// How much the rates of a machine differ.
pub(super) const LEVEL: Bound = Bound::new("level of heterogeneity", 0, 4);
/// What people call a request, and a part of one.
pub(super) const NUMBER: Bound = Bound::new("request number", 0, slots::USER.max);
pub(super) const PART: Bound = Bound::new("part of a request", 1, slots::TOTAL_NODES.max);
/// The place of a request in the list.
pub(super) const ID: Bound = Bound::new("request number", 0, REQUEST_ID_MAX);

ranges! {
    Count = bounds::SERVERS;
    Id = ID;
    Level = LEVEL;
    Number = NUMBER;
    Part = PART;
    LookAhead = bounds::LOOK_AHEAD;
    RatePart = bounds::RATE_PART;
    Requests = bounds::REQUESTS;
    Size = bounds::SIZE;
    StripFactor = bounds::STRIP_FACTOR;
    Tick = bounds::TICK;
    TickSeconds = bounds::TICK_SECONDS;
}
