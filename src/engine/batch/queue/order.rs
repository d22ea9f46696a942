//! The order of a queue by priority.

use super::waiting::Waiting;
use crate::batch::job::{Jobs, Time};
use crate::batch::priority::PriorityWeights;
use std::cmp::Reverse;

/// The order of the queue by priority.
#[derive(Clone, Debug)]
pub struct Order {
    weights: PriorityWeights,
    machine: u32,
    /// The rows as they were sorted last, and those that came since. Who has left is still among them.
    pub rows: Vec<u32>,
    /// Whether something has happened at this moment, of which the rest is awaited.
    pub is_due: bool,
}

impl Order {
    /// Nobody waits on a machine of so many nodes.
    pub fn new(weights: PriorityWeights, machine: u32) -> Self {
        Self { weights, machine, rows: Vec::new(), is_due: false }
    }

    /// The rows of those that wait, the highest priority first.
    pub fn sorted(&mut self, waiting: &Waiting, jobs: &Jobs, now: Time) -> Vec<u32> {
        self.rows.retain(|row| waiting.contains(*row as usize));
        let place = |&row: &u32| (Reverse(self.weights.of_row(jobs, row as usize, now, self.machine)), row);
        // It changes little from one moment to the next: that is sorted in one pass.
        self.rows.sort_by_cached_key(place);
        self.rows.dedup();
        self.rows.clone()
    }
}
