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
    /// For each task the node and the start that it keeps, since it has begun; empty if none has.
    pub kept: &'a [Option<(u32, Time)>],
    /// The moment of the search: no other task starts before it.
    pub now: Time,
    /// How long it takes to make a mapping: its tasks start no earlier than it is made.
    pub mapping_ticks: Time,
    /// Given orders of the tasks: the first one for the first mapping, and so on.
    pub orders: &'a [Vec<u32>],
}

impl<'a> Problem<'a> {
    /// An application that is to be mapped as a whole, without pins and given orders, by a broker that takes no time.
    pub fn of(dag: &'a Dag, times: &'a Times, start: Time, nodes: &'a Timeline, usable: &'a [u32]) -> Self {
        Self { dag, times, start, nodes, usable, pins: &[], kept: &[], now: 0, mapping_ticks: 0, orders: &[] }
    }

    /// When so many mappings are made.
    pub(super) fn made_at(&self, mappings: usize) -> Time {
        self.now + mappings as Time * self.mapping_ticks
    }

    /// The node and the earliest start that are given for a task. A node that may not be used does not count.
    pub(super) fn pin(&self, task: usize) -> Option<(u32, Time)> {
        let pin = self.pins.get(task).copied().flatten()?;
        self.usable.contains(&pin.0).then_some(pin)
    }

    /// Where a task runs that has begun.
    pub(super) fn kept(&self, task: usize) -> Option<(u32, Time)> {
        self.kept.get(task).copied().flatten()
    }

    /// The tasks that are to be mapped.
    pub(super) fn unmapped(&self) -> impl Iterator<Item = u32> {
        (0..self.dag.len() as u32).filter(|&task| self.kept(task as usize).is_none())
    }

    /// How many tasks have begun, and when the last of them ends: at the start of the application if there is none.
    pub(super) fn begun(&self, mapping: &Mapping) -> (usize, Time) {
        let begun = (0..self.dag.len()).filter(|&task| self.kept(task).is_some());
        begun.fold((0, self.start), |(count, end), task| (count + 1, end.max(mapping.end(self.dag, task))))
    }

    /// Begins a mapping with the tasks that have begun. Returns how many parents of each task are to be mapped before it.
    pub(super) fn keep(&self, mapping: &mut Mapping, missing: &mut Vec<u32>) {
        let tasks = self.dag.len();
        mapping.reset(tasks);
        missing.clear();
        missing.extend(
            (0..tasks).map(|task| {
                self.dag.parents_of(task).iter().filter(|&&parent| self.kept(parent as usize).is_none()).count() as u32
            }),
        );
        for (task, (node, start)) in (0..tasks).filter_map(|task| Some((task, self.kept(task)?))) {
            (mapping.node[task], mapping.start[task]) = (node, start);
            mapping.delay = mapping.delay.max(self.delay(task, mapping.end(self.dag, task)));
        }
    }

    /// The earliest start of each task: that of the graph, pushed on by tasks that have begun late and by the present.
    pub(super) fn earliest(&self, mapping: &Mapping, earliest: &mut Vec<Time>) {
        let Self { dag, times, start, .. } = *self;
        earliest.clear();
        earliest.extend(times.earliest.iter().map(|earliest| start + earliest));
        if self.kept.is_empty() && self.now <= start {
            return;
        }
        for &task in &dag.order {
            let task = task as usize;
            earliest[task] = match self.kept(task) {
                // Where nodes differ, a longer duration pushes the children as a later start does.
                Some(_) => mapping.end(dag, task) - dag.durations[task],
                None => {
                    let ends =
                        dag.parents_of(task).iter().map(|&parent| earliest[parent as usize] + dag.durations[parent as usize]);
                    ends.max().unwrap_or(0).max(earliest[task]).max(self.now)
                }
            };
        }
    }

    /// Latest start of a task that does not delay the application.
    pub(super) fn latest(&self, task: usize) -> Time {
        self.start + self.times.latest[task]
    }

    /// By how much a task that ends then delays the application, as far as it is known: later than its latest start and its least duration allow.
    pub(super) fn delay(&self, task: usize, end: Time) -> Time {
        end.saturating_sub(self.latest(task) + self.dag.durations[task])
    }

    /// From when on a task may run on each node: no earlier than `from`, its pin, and the data of its parents.
    pub(super) fn arrival(&self, task: usize, from: Time, mapping: &Mapping) -> Arrival {
        let pinned = self.pins.get(task).copied().flatten().map_or(0, |(_, start)| start);
        let from = from.max(pinned);
        // Only the node whose data would come last from elsewhere has them earlier itself.
        let (mut last, mut node, mut other) = (0, u32::MAX, 0);
        let edges = if self.dag.has_costs { self.dag.costs_of(task) } else { &[] };
        for (&parent, &cost) in self.dag.parents_of(task).iter().zip(edges).filter(|(_, cost)| **cost > 0) {
            let (sent, at) = (mapping.end(self.dag, parent as usize) + cost, mapping.node[parent as usize]);
            if at == node {
                last = last.max(sent);
            } else if sent > last {
                (last, node, other) = (sent, at, last);
            } else {
                other = other.max(sent);
            }
        }
        Arrival { elsewhere: from.max(last), node, there: from.max(other) }
    }
}

/// From when on a task may run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    elsewhere: Time,
    /// A node that has the data that the others wait for longest.
    node: u32,
    there: Time,
}

impl Arrival {
    /// From when on it may run on a node.
    pub(super) fn on(self, node: u32) -> Time {
        if node == self.node { self.there } else { self.elsewhere }
    }
}

/// How far a mapping has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// There is more to do.
    Part,
    /// Every task is mapped.
    Whole,
    /// It cannot become better than what was found before.
    GivenUp,
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
        self.start[task] + dag.duration_on(task, self.node[task])
    }

    /// Takes over another mapping without taking new memory.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.node.clone_from(&other.node);
        self.start.clone_from(&other.start);
        self.delay = other.delay;
    }
}
