//! Runs: stretches of time in which as many nodes are free.

use serde::{Deserialize, Serialize};

/// Consecutive slots with the same number of free nodes (Sulistio 3: a *consecutive slot*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// First slot.
    pub start: u32,
    /// First slot after it.
    pub end: u32,
    /// freeCN: nodes that are free in each of its slots.
    pub free: u32,
}

impl Run {
    /// numSlot: slots of the run.
    pub fn slots(&self) -> u32 {
        self.end - self.start
    }
}

/// The runs of the slots `from .. to`, in the order of time; `runs` is written over.
pub fn runs_of(from: u32, to: u32, free: impl Fn(u32) -> u32, runs: &mut Vec<Run>) {
    runs.clear();
    for slot in from..to {
        let free = free(slot);
        match runs.last_mut() {
            Some(run) if run.free == free => run.end = slot + 1,
            _ => runs.push(Run { start: slot, end: slot + 1, free }),
        }
    }
}
