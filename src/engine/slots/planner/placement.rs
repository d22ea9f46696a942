//! An accepted job and its placement.

use super::shape::Shape;
use crate::slots::request::Slot;
use crate::slots::workload::Arrivals;

/// A job, its place and its window: everything about it that a search for moves asks, in one piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub job: u32,
    pub start: Slot,
    pub shape: Shape,
    pub earliest_start: Slot,
    pub latest_start: Slot,
}

impl Placement {
    /// A job at a start.
    pub fn of(arrivals: &Arrivals, job: u32, start: Slot) -> Self {
        let request = arrivals.request[job as usize] as usize;
        Self {
            job,
            start,
            shape: Shape { duration: arrivals.duration[request], nodes: arrivals.nodes[request] },
            earliest_start: arrivals.earliest_start[request],
            latest_start: arrivals.latest_start[request],
        }
    }

    /// What of it lies in slots from `from` on; the job goes on that long.
    pub fn from(self, from: Slot) -> Self {
        let start = self.start.max(from);
        Self { start, shape: Shape { duration: self.end() - start, ..self.shape }, ..self }
    }

    /// The same job at another start.
    pub fn at(self, start: Slot) -> Self {
        Self { start, ..self }
    }

    /// Its slots `[from, to)` that it no longer occupies once it starts at `to`; what lies in both places stays as it is.
    pub fn given_up(&self, to: Slot) -> (Slot, Slot) {
        if self.start < to { (self.start, self.end().min(to)) } else { (self.start.max(to + self.shape.duration), self.end()) }
    }

    /// First slot after it.
    pub fn end(&self) -> Slot {
        self.start + self.shape.duration
    }

    /// Whether the job occupies a slot.
    pub fn occupies(&self, slot: Slot) -> bool {
        self.start <= slot && slot < self.end()
    }

    /// Nodes that the job takes in a slot.
    pub fn nodes_in(&self, slot: Slot) -> u32 {
        if self.occupies(slot) { self.shape.nodes } else { 0 }
    }

    /// Slots the start may move.
    pub fn relax(&self) -> Slot {
        self.latest_start - self.earliest_start
    }
}
