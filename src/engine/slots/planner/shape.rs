//! What a job takes of the plan.

use crate::slots::request::Slot;
use crate::slots::workload::Arrivals;

/// A number of nodes wanted in every slot of a window.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Slots of the window.
    pub duration: Slot,
    /// Nodes in each of them.
    pub nodes: u32,
}

/// Duration and nodes of a job.
pub(super) fn shape_of(arrivals: &Arrivals, job: u32) -> Shape {
    let request = arrivals.request[job as usize] as usize;
    Shape { duration: arrivals.duration[request], nodes: arrivals.nodes[request] }
}
