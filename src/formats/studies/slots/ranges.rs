//! Whole numbers in files, by their legal ranges.

use crate::json_parts::ranges;
use bookahead_engine::core::bounds::Bound;
use bookahead_engine::slots::bounds;

/// A booking limit.
const LIMIT: Bound = Bound::new("booking limit", 0, bounds::NODES.max);

ranges! {
    Confidence = bounds::CONFIDENCE;
    FreeShare = bounds::FREE_SHARE;
    Overestimate = bounds::OVERESTIMATE;
    Trust = bounds::TRUST;
    ExactUsers = bounds::EXACT_USERS;
    BookAhead = bounds::BOOK_AHEAD;
    Duration = bounds::DURATION;
    JobNodes = bounds::JOB_NODES;
    Jobs = bounds::JOBS;
    Limit = LIMIT;
    Nodes = bounds::NODES;
    Percent = bounds::PERCENT;
    Price = bounds::PRICE;
    RangeSlots = bounds::RANGE_SLOTS;
    Requests = bounds::REQUESTS;
    SearchGenerations = bounds::SEARCH_GENERATIONS;
    SearchPopulation = bounds::SEARCH_POPULATION;
    Slot = bounds::SLOT;
    SlotSeconds = bounds::SLOT_SECONDS;
    UpdateEvery = bounds::UPDATE_EVERY;
    User = bounds::USER;
}
