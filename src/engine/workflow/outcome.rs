//! The result of a run: tasks with their times and places as flat columns, what was reserved before, the parties' messages.

use super::broker::Broker;
use super::graph::Time;
use super::metrics::WorkflowMetrics;
use super::open::Open;
use super::outages::LostWork;
use super::parties::{Fate, Message, Served};
use super::scenario::WorkflowScenario;
use crate::core::columns::{Column, Columns};
use crate::core::error::{FieldPath, ScenarioError};
use serde::{Deserialize, Serialize};

/// Most rows of reserved and closed periods together.
const CLOSED_MAX: usize = 40_000;

/// The tasks of all applications, one row for each, and the edges between them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tasks {
    /// The application, by its place.
    pub application: Vec<u32>,
    /// Duration on its node, folded costs included.
    pub duration: Vec<Time>,
    /// Duration on the node where it is shortest: the same where nodes do not differ.
    pub least: Vec<Time>,
    /// Earliest start (EST) on as many nodes as it likes, from the start of the application on.
    pub earliest: Vec<Time>,
    /// Latest start (LST) that does not delay the application.
    pub latest: Vec<Time>,
    /// The node.
    pub node: Vec<u32>,
    /// The start.
    pub start: Vec<Time>,
    /// Where the parents of each task begin in `parents`; one more entry at the end.
    pub parents_from: Vec<u32>,
    /// The parents, by row.
    pub parents: Vec<u32>,
    /// What the edges to them cost between different nodes.
    pub costs: Vec<Time>,
}

impl Tasks {
    /// Number of tasks.
    pub fn len(&self) -> usize {
        self.duration.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.duration.is_empty()
    }

    /// End of a task.
    pub fn end(&self, row: usize) -> Time {
        self.start[row] + self.duration[row]
    }

    /// End of a task that starts at its earliest start where it is shortest.
    pub fn earliest_end(&self, row: usize) -> Time {
        self.earliest[row] + self.least[row]
    }

    /// LST − EST.
    pub fn slack(&self, row: usize) -> Time {
        self.latest[row] - self.earliest[row]
    }

    /// The parents of a task.
    pub fn parents_of(&self, row: usize) -> &[u32] {
        &self.parents[self.parents_from[row] as usize..self.parents_from[row + 1] as usize]
    }
}

impl Columns for Tasks {
    fn columns(&mut self) -> Vec<Column<'_>> {
        let Self { application, duration, least, earliest, latest, node, start, parents_from, parents, costs } = self;
        let short = [application, node, parents_from, parents].map(Column::U32);
        short.into_iter().chain([duration, least, earliest, latest, start, costs].map(Column::U64)).collect()
    }
}

/// What was reserved before the first application: given periods as they are given, then drawn ones by node and time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BusyColumns {
    /// The node.
    pub node: Vec<u32>,
    /// The start.
    pub start: Vec<Time>,
    /// The end, exclusive.
    pub end: Vec<Time>,
    /// How many of them are given.
    pub given: u32,
    /// How many of them, at the end, are no reservations: stretches in which nodes are closed or have failed, and work that was lost. As far as the plan reaches.
    pub closed: u32,
}

impl BusyColumns {
    /// How many of them are reserved.
    pub fn reserved(&self) -> usize {
        self.node.len() - self.closed as usize
    }
}

impl Columns for BusyColumns {
    fn columns(&mut self) -> Vec<Column<'_>> {
        let Self { node, start, end, given: _, closed: _ } = self;
        vec![Column::U32(node), Column::U64(start), Column::U64(end)]
    }
}

/// Everything a run found out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkflowOutcome {
    /// The tasks.
    pub tasks: Tasks,
    /// What was reserved before.
    pub busy: BusyColumns,
    /// Work that was lost when nodes failed.
    pub lost: Vec<LostWork>,
    /// The provider of each node.
    pub provider_of: Vec<u32>,
    /// What became of each application.
    pub served: Vec<Served>,
    /// For each application the best delay after each mapping of its last search.
    pub curves: Vec<Vec<Time>>,
    /// What the parties told one another.
    pub messages: Vec<Message>,
    /// The figures.
    pub metrics: WorkflowMetrics,
}

impl Columns for WorkflowOutcome {
    fn columns(&mut self) -> Vec<Column<'_>> {
        self.tasks.columns().into_iter().chain(self.busy.columns()).collect()
    }
}

impl WorkflowOutcome {
    /// The result of a broker as it stands.
    pub fn of(broker: &Broker) -> Self {
        let (tasks, served) = (tasks(broker), broker.served().to_vec());
        let reserved = served.iter().filter(|served| served.fate == Fate::Reserved);
        let rows = reserved.flat_map(|served| served.first as usize..(served.first + served.tasks) as usize);
        let work = rows.map(|row| tasks.duration[row]).sum();
        Self {
            metrics: WorkflowMetrics::of(&served, broker.provider_of().len(), work).with_repairs(broker.repairs()),
            busy: busy(broker, &tasks),
            lost: broker.repairs().lost().to_vec(),
            provider_of: broker.provider_of().to_vec(),
            curves: broker.curves().to_vec(),
            messages: broker.messages().to_vec(),
            tasks,
            served,
        }
    }

    /// Whether the application of a task is reserved.
    pub fn is_reserved(&self, row: usize) -> bool {
        let served = self.served.get(self.tasks.application[row] as usize);
        served.is_some_and(|served| served.fate == Fate::Reserved)
    }
}

/// The end of a task's last parent on its node; the start of its application if it has none.
pub fn data_ready(outcome: &WorkflowOutcome, row: usize, start: Time) -> Time {
    let tasks = &outcome.tasks;
    let from = tasks.parents_from[row] as usize;
    let sent = |(at, &parent): (usize, &u32)| {
        let cost = if tasks.node[parent as usize] == tasks.node[row] { 0 } else { tasks.costs[from + at] };
        tasks.end(parent as usize) + cost
    };
    tasks.parents_of(row).iter().enumerate().map(sent).max().unwrap_or(start)
}

fn tasks(broker: &Broker) -> Tasks {
    let mut tasks = Tasks { node: broker.places().node.clone(), start: broker.places().start.clone(), ..Tasks::default() };
    tasks.parents_from.push(0);
    for (application, own) in (0..).zip(broker.prepared()) {
        for task in 0..own.dag.len() {
            tasks.application.push(application);
            tasks.duration.push(own.dag.duration_on(task, tasks.node[own.first as usize + task]));
            tasks.least.push(own.dag.durations[task]);
            tasks.earliest.push(own.start + own.times.earliest[task]);
            tasks.latest.push(own.start + own.times.latest[task]);
            tasks.parents.extend(own.dag.parents_of(task).iter().map(|parent| own.first + parent));
            tasks.costs.extend_from_slice(own.dag.costs_of(task));
            tasks.parents_from.push(tasks.parents.len() as u32);
        }
    }
    tasks
}

fn busy(broker: &Broker, tasks: &Tasks) -> BusyColumns {
    let given = &broker.scenario().busy;
    let mut busy = BusyColumns { given: given.len() as u32, ..BusyColumns::default() };
    let mut add = |node: u32, start: Time, end: Time| {
        busy.node.push(node);
        busy.start.push(start);
        busy.end.push(end);
    };
    given.iter().for_each(|period| add(period.node, Time::from(period.start), Time::from(period.end)));
    for node in 0..broker.drawn().nodes() {
        broker.drawn().periods(node).iter().for_each(|period| add(node as u32, period.start, period.end));
    }
    let reserved = busy.node.len();
    let ends = (0..tasks.len()).map(|row| tasks.end(row)).chain(busy.end.iter().copied());
    add_closed(broker, ends.max().unwrap_or(0), &mut busy);
    busy.closed = (busy.node.len() - reserved) as u32;
    busy
}

/// Adds what no task can use until the end of the plan: lost work, failed nodes, nodes of providers that do not take part.
fn add_closed(broker: &Broker, end: Time, busy: &mut BusyColumns) {
    let mut add = |node: u32, start: Time, end: Time| {
        if start < end && busy.node.len() < CLOSED_MAX {
            busy.node.push(node);
            busy.start.push(start);
            busy.end.push(end);
        }
    };
    broker.repairs().lost().iter().for_each(|lost| add(lost.node, lost.start, lost.end));
    for outage in broker.repairs().outages() {
        outage.nodes.clone().for_each(|node| add(node, outage.at, outage.until.min(end.max(outage.at + 1))));
    }
    let mut node = 0;
    for provider in &broker.scenario().providers {
        let closed = match Open::of(provider) {
            open if open.is_always() => Vec::new(),
            open => open.closed(0, end, CLOSED_MAX),
        };
        for own in node..node + provider.nodes {
            closed.iter().for_each(|&(start, end)| add(own, start, end));
        }
        node += provider.nodes;
    }
}

impl WorkflowScenario {
    /// Runs from start to end.
    ///
    /// A task, two that wait for it, and one that waits for both. On one node they run one after the other.
    ///
    /// ```
    /// use bookahead_engine::workflow::graph::TaskGraph;
    /// use bookahead_engine::workflow::scenario::{Application, WorkflowScenario};
    ///
    /// let graph = TaskGraph::of_parents(&[2, 3, 4, 1], &[&[], &[0], &[0], &[1, 2]]);
    /// let on = |nodes| WorkflowScenario::of_applications(nodes, vec![Application::new(1, 0, graph.clone())]).run();
    /// assert_eq!((on(2)?.served[0].makespan, on(2)?.served[0].delay), (7, 0));
    /// assert_eq!((on(1)?.served[0].makespan, on(1)?.served[0].delay), (10, 3));
    /// # Ok::<(), bookahead_engine::ScenarioError>(())
    /// ```
    ///
    /// # Errors
    /// The scenario is out of bounds.
    pub fn run(&self) -> Result<WorkflowOutcome, ScenarioError> {
        self.check(&FieldPath::new(""))?;
        let mut broker = Broker::new(self.clone());
        broker.advance(usize::MAX);
        Ok(WorkflowOutcome::of(&broker))
    }
}
