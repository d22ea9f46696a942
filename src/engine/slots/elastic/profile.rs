//! Free nodes over time.

use crate::core::offers::{Run, runs_of};
use crate::slots::decisions::Decisions;
use crate::slots::request::Slot;
use crate::slots::scenario::Machine;
use crate::slots::workload::Arrivals;

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
