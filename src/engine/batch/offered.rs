//! What reservations were offered that had no place as they were asked for (Sulistio), and what was taken of it.

use super::job::{Job, Jobs, NONE};
use crate::core::columns::Record;
use serde::{Deserialize, Serialize};

/// What a reservation was offered. Where its user took an offer, the jobs of the plan have what is booked: its estimate and its run time end with the
/// booking, and its latest start is later by as much as it is shorter, so that its latest end is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offered {
    /// The job (row).
    pub row: u32,
    /// How many offers its user was told.
    pub offers: u32,
    /// The one that was taken, by its place in the list, from 1; 0 if none was.
    pub taken: u32,
    /// What is booked of it, in seconds.
    pub seconds: u32,
    /// Its nodes that are booked.
    pub nodes: u32,
    /// The estimate as it was asked for.
    pub asked_estimate: u32,
    /// How long the job would run.
    pub asked_runtime: u32,
    /// The nodes that were asked for.
    pub asked_nodes: u32,
    /// The latest start as it was asked for.
    pub asked_latest: u32,
}

impl Record for Offered {
    const FIELDS: usize = 9;

    fn write(&self, to: &mut Vec<u32>) {
        let Self { row, offers, taken, seconds, nodes, asked_estimate, asked_runtime, asked_nodes, asked_latest } = *self;
        to.extend([row, offers, taken, seconds, nodes, asked_estimate, asked_runtime, asked_nodes, asked_latest]);
    }

    fn read(numbers: &[u32]) -> Self {
        Self {
            row: numbers[0],
            offers: numbers[1],
            taken: numbers[2],
            seconds: numbers[3],
            nodes: numbers[4],
            asked_estimate: numbers[5],
            asked_runtime: numbers[6],
            asked_nodes: numbers[7],
            asked_latest: numbers[8],
        }
    }
}

impl Offered {
    /// Of a job as it was asked for, of which nothing is taken.
    pub fn of(row: usize, job: &Job, offers: usize) -> Self {
        Self {
            row: row as u32,
            offers: offers as u32,
            taken: 0,
            seconds: 0,
            nodes: 0,
            asked_estimate: job.estimate,
            asked_runtime: job.runtime,
            asked_nodes: job.nodes,
            asked_latest: job.latest_start.unwrap_or(NONE),
        }
    }

    /// Whether one of the offers was taken.
    pub fn is_taken(&self) -> bool {
        self.taken > 0
    }

    /// How long was asked for, in seconds.
    pub fn asked_seconds(&self) -> u32 {
        self.asked_estimate.max(self.asked_runtime)
    }

    /// A job as it was asked for, of one as it is booked.
    pub fn asked(&self, job: Job) -> Job {
        let Self { asked_estimate: estimate, asked_runtime: runtime, asked_nodes: nodes, asked_latest, .. } = *self;
        Job { estimate, runtime, nodes, latest_start: Some(asked_latest).filter(|latest| *latest != NONE), ..job }
    }

    /// Makes the job of its row what is booked for it, if something is: whatever its estimate and run time are by now, both end with the booking.
    pub fn book(&self, jobs: &mut Jobs) {
        if !self.is_taken() {
            return;
        }
        let row = self.row as usize;
        jobs.estimate[row] = jobs.estimate[row].min(self.seconds);
        jobs.runtime[row] = jobs.runtime[row].min(self.seconds);
        jobs.nodes[row] = self.nodes;
        jobs.latest_start[row] = self.asked_latest.saturating_add(self.asked_seconds() - self.seconds).min(NONE - 1);
    }
}
