//! An application as it is searched, and the problem that this is.

use crate::workflow::graph::{Dag, Time};
use crate::workflow::search::problem::Problem;
use crate::workflow::timeline::Timeline;
use crate::workflow::times::Times;

/// An application as it is searched.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Its graph.
    pub dag: Dag,
    /// Its earliest and latest starts.
    pub times: Times,
    /// When it is to start.
    pub start: Time,
    /// Its first task.
    pub first: u32,
    /// Its pins.
    pub pins: Vec<Option<(u32, Time)>>,
    /// Its given orders.
    pub orders: Vec<Vec<u32>>,
    /// Where tasks run that had begun when a failure made the broker map the others again; empty before.
    pub kept: Vec<Option<(u32, Time)>>,
    /// When its last search began, or the moment of that failure.
    pub now: Time,
    /// How long a mapping took in its last search.
    pub mapping_ticks: Time,
}

/// What is searched for an application.
pub fn problem<'a>(own: &'a Prepared, nodes: &'a Timeline, usable: &'a [u32]) -> Problem<'a> {
    let Prepared { dag, times, start, pins, orders, kept, now, mapping_ticks, .. } = own;
    Problem { dag, times, start: *start, nodes, usable, pins, kept, now: *now, mapping_ticks: *mapping_ticks, orders }
}

/// The random stream of a search.
pub fn stream(application: usize, round: u32) -> u32 {
    application as u32 * 128 + round
}
