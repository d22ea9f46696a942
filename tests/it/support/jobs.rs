//! Random jobs of a cluster.

use bookahead::engine::batch::job::Job;
use proptest::prelude::*;
use std::ops::{Range, RangeInclusive};

/// A job that is submitted, long and wide as these say; so many in one ask for a start, and how far ahead.
pub fn any_job(
    submitted: Range<u32>,
    length: Range<u32>,
    nodes: RangeInclusive<u32>,
    (share, ahead): (f64, Range<u32>),
) -> impl Strategy<Value = Job> {
    (submitted, length.clone(), length, nodes, prop::option::weighted(share, ahead)).prop_map(
        |(submitted, estimate, runtime, nodes, ahead)| Job {
            user: 1,
            submitted,
            estimate,
            runtime,
            nodes,
            earliest_start: ahead.map(|ahead| submitted + ahead),
            ..Job::SMALLEST
        },
    )
}
