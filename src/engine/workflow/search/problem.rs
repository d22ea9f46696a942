//! What is searched, and a mapping of its tasks to nodes.

use crate::workflow::graph::{Dag, Time};
use crate::workflow::timeline::Timeline;
use crate::workflow::times::Times;

/// An application that is to be mapped.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a> {
    /// Its tasks.
    pub dag: &'a Dag,
    /// When they can start if the application starts at 0.
    pub times: &'a Times,
    /// When the application is to start.
    pub start: Time,
    /// What is reserved already.
    pub nodes: &'a Timeline,
    /// The nodes that may be used, ascending.
    pub usable: &'a [u32],
    /// For each task the node it must run on and the earliest start there; empty if there is no such task.
    pub pins: &'a [Option<(u32, Time)>],
}

impl Problem<'_> {
    /// The node and the earliest start that are given for a task. A node that may not be used does not count.
    pub(super) fn pin(&self, task: usize) -> Option<(u32, Time)> {
        let pin = self.pins.get(task).copied().flatten()?;
        self.usable.contains(&pin.0).then_some(pin)
    }

    /// Latest start of a task that does not delay the application.
    pub(super) fn latest(&self, task: usize) -> Time {
        self.start + self.times.latest[task]
    }

    /// The earliest start of a task on a node: when the data of its parents are there, in the first gap that holds it.
    pub(super) fn earliest_on(&self, task: usize, node: u32, from: Time, mapping: &Mapping, nodes: &Timeline) -> Time {
        let mut from = from;
        let edges = if self.dag.has_costs { self.dag.costs_of(task) } else { &[] };
        for (&parent, &cost) in self.dag.parents_of(task).iter().zip(edges) {
            if cost > 0 && mapping.node[parent as usize] != node {
                from = from.max(mapping.end(self.dag, parent as usize) + cost);
            }
        }
        if let Some((_, start)) = self.pins.get(task).copied().flatten() {
            from = from.max(start);
        }
        nodes.earliest(node as usize, from, self.dag.durations[task])
    }
}

/// Where and when each task runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// The node of each task.
    pub node: Vec<u32>,
    /// Its start.
    pub start: Vec<Time>,
    /// By how much the application is delayed: makespan − length of the critical path.
    pub delay: Time,
}

impl Mapping {
    /// Room for so many tasks.
    pub(super) fn reset(&mut self, tasks: usize) {
        self.node.clear();
        self.node.resize(tasks, 0);
        self.start.clear();
        self.start.resize(tasks, 0);
        self.delay = 0;
    }

    /// End of a task.
    pub fn end(&self, dag: &Dag, task: usize) -> Time {
        self.start[task] + dag.durations[task]
    }

    /// Takes over another mapping without taking new memory.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.node.clone_from(&other.node);
        self.start.clone_from(&other.start);
        self.delay = other.delay;
    }
}
