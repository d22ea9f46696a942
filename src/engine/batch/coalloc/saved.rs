//! The state of co-allocation between two moments, without what follows from the decisions: so much that a run can go on from there after an edit.

use super::given::Given;
use super::session::{Coallocation, Events, Structure};
use crate::batch::decisions::Decisions;
use crate::batch::job::{Jobs, Time};
use crate::batch::scheduler::BatchPolicy;
use std::cmp::Reverse;
use std::sync::Arc;

/// Co-allocation after a moment.
#[derive(Clone, Debug)]
pub struct SavedCoallocation {
    /// The moment.
    pub now: Time,
    /// Requests that were submitted by then.
    pub next: usize,
    /// Requests that had their servers or were refused.
    pub decided: usize,
    /// Stretches of servers that had been given.
    pub held: usize,
    structure: Structure,
    /// Requests on hold, and jobs that end early: moments and rows, in order.
    on_hold: Vec<(Time, u32)>,
    ending: Vec<(Time, u32)>,
    /// What had been done in vain for the requests on hold: row, retries, operations.
    in_vain: Vec<(u32, u32, u32)>,
}

fn in_order(heap: &Events) -> Vec<(Time, u32)> {
    let mut all: Vec<(Time, u32)> = heap.iter().map(|Reverse(entry)| *entry).collect();
    all.sort_unstable();
    all
}

impl SavedCoallocation {
    /// The state after a moment.
    pub fn of(run: &Coallocation) -> Self {
        let (on_hold, ending) = (in_order(&run.on_hold), in_order(&run.ending));
        let done = |row: u32| (row, run.decisions.retries[row as usize], run.decisions.operations[row as usize]);
        let in_vain = on_hold.iter().map(|(_, row)| done(*row)).collect();
        Self {
            now: run.now,
            next: run.next,
            decided: run.decided,
            held: run.held.len(),
            structure: run.structure.clone(),
            on_hold,
            ending,
            in_vain,
        }
    }

    /// Whether what comes after is the same: time, requests on hold, idle periods.
    pub fn goes_on_as(&self, other: &Self) -> bool {
        (self.now, self.next, self.decided) == (other.now, other.next, other.decided)
            && self.on_hold == other.on_hold
            && self.ending == other.ending
            && self.in_vain == other.in_vain
            && self.structure.goes_on_as(&other.structure, self.now)
    }

    /// Rows whose jobs still matter: on hold, or ending early.
    pub fn open_rows(&self) -> impl Iterator<Item = u32> {
        self.on_hold.iter().chain(&self.ending).map(|(_, row)| *row)
    }

    /// Rows of requests that are submitted and have no servers.
    pub fn undecided_rows(&self) -> impl Iterator<Item = u32> {
        self.on_hold.iter().map(|(_, row)| *row)
    }

    /// The run as it was, for requests of which those submitted by then are the same. `decided` holds the decisions on them, `given` their servers.
    pub fn restore(&self, policy: BatchPolicy, jobs: Arc<Jobs>, decided: &Decisions, given: &Given) -> Coallocation {
        let rows = jobs.len();
        let mut decisions = decided.first_rows(self.next, rows);
        for &(row, retries, operations) in &self.in_vain {
            decisions.forget(row as usize);
            (decisions.retries[row as usize], decisions.operations[row as usize]) = (retries, operations);
        }
        let mut of_row = given.of_row[..self.next].to_vec();
        self.undecided_rows().for_each(|row| of_row[row as usize] = (0, 0));
        of_row.resize(rows, (0, 0));
        let mut run = Coallocation::with(self.structure.clone(), policy, jobs);
        (run.decisions, run.of_row) = (decisions, of_row);
        run.held = given.held[..self.held].to_vec();
        (run.now, run.next, run.decided) = (self.now, self.next, self.decided);
        run.on_hold = self.on_hold.iter().map(|&entry| Reverse(entry)).collect();
        run.ending = self.ending.iter().map(|&entry| Reverse(entry)).collect();
        run
    }
}
