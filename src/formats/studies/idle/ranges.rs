//! Whole numbers in files, by their legal ranges.

use crate::json::ranges;
use bookahead_engine::core::bounds::{Bound, REQUEST_ID_MAX};
use bookahead_engine::idle::bounds;

/// How much the rates of a machine differ.
pub(super) const LEVEL: Bound = Bound::new("level of heterogeneity", 0, 4);
/// The number of a request.
pub(super) const ID: Bound = Bound::new("request number", 0, REQUEST_ID_MAX);

ranges! {
    Count = bounds::SERVERS;
    Id = ID;
    Level = LEVEL;
    LookAhead = bounds::LOOK_AHEAD;
    RatePart = bounds::RATE_PART;
    Requests = bounds::REQUESTS;
    Size = bounds::SIZE;
    StripFactor = bounds::STRIP_FACTOR;
    Tick = bounds::TICK;
}
