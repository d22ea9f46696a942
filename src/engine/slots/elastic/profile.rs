//! Free nodes over time, and its runs: stretches in which as many nodes are free.

use crate::slots::decisions::Decisions;
use crate::slots::request::Slot;
use crate::slots::scenario::Machine;
use crate::slots::workload::Arrivals;
use serde::{Deserialize, Serialize};

/// Consecutive slots with the same number of free nodes (Sulistio 3: a *consecutive slot*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// First slot.
    pub start: Slot,
    /// First slot after it.
    pub end: Slot,
    /// freeCN: nodes that are free in each of its slots.
    pub free: u32,
}

impl Run {
    /// numSlot: slots of the run.
    pub fn slots(&self) -> Slot {
        self.end - self.start
    }
}

/// The runs of the slots `from .. to`, in the order of time; `runs` is written over.
pub fn runs_of(from: Slot, to: Slot, free: impl Fn(Slot) -> u32, runs: &mut Vec<Run>) {
    runs.clear();
    for slot in from..to {
        let free = free(slot);
        match runs.last_mut() {
            Some(run) if run.free == free => run.end = slot + 1,
            _ => runs.push(Run { start: slot, end: slot + 1, free }),
        }
    }
}

/// Free nodes of a whole plan, slot by slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FreeProfile {
    capacity: u32,
    free: Vec<u32>,
}

impl FreeProfile {
    /// Of the jobs that stand in a plan. O(jobs and slots).
    pub fn of(arrivals: &Arrivals, decisions: &Decisions, machine: Machine) -> Self {
        let placed = || (0..decisions.start.len()).filter(|&job| decisions.accepted(job));
        let row = |job: usize| arrivals.request[job] as usize;
        let end = |job: usize| (decisions.start[job] + arrivals.duration[row(job)]) as usize;
        let slots = placed().map(end).max().unwrap_or(0);
        // Differences first: what a job takes at its start and gives back at its end.
        let mut free = vec![0_u32; slots + 1];
        for job in placed() {
            let nodes = arrivals.nodes[row(job)];
            let start = decisions.start[job] as usize;
            free[start] = free[start].wrapping_sub(nodes);
            free[end(job)] = free[end(job)].wrapping_add(nodes);
        }
        let mut now = machine.nodes;
        for slot in &mut free {
            now = now.wrapping_add(*slot);
            // Where reservations overlap, more may be booked than there is.
            *slot = now.cast_signed().max(0).cast_unsigned();
        }
        Self { capacity: machine.nodes, free }
    }

    /// Free nodes in a slot; behind the plan all are free.
    pub fn free(&self, slot: Slot) -> u32 {
        self.free.get(slot as usize).copied().unwrap_or(self.capacity)
    }

    /// The runs of the slots `from .. to`; `runs` is written over.
    pub fn runs(&self, from: Slot, to: Slot, runs: &mut Vec<Run>) {
        let known = (self.free.len() as Slot).clamp(from, to);
        runs_of(from, known, |slot| self.free(slot), runs);
        // Behind the plan there is nothing to look at slot by slot.
        if known < to {
            match runs.last_mut() {
                Some(run) if run.free == self.capacity => run.end = to,
                _ => runs.push(Run { start: known, end: to, free: self.capacity }),
            }
        }
    }

    /// The first slot of `from .. to` with fewer free nodes than wanted, and how many it has.
    pub fn short(&self, from: Slot, to: Slot, nodes: u32) -> Option<(Slot, u32)> {
        (from..to).map(|slot| (slot, self.free(slot))).find(|(_, free)| *free < nodes)
    }
}
