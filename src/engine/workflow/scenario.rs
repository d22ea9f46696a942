//! The scenario of a workflow study: providers with their nodes, what is reserved already, applications, and how the broker searches.

use super::bounds;
use super::generator::GraphGenerator;
use super::graph::{TaskGraph, Time};
use super::policy::{Method, WorkflowPolicy};
use crate::core::columns::Record;
use crate::core::edits::RequestId;
use crate::core::run::Recipe;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A resource provider: a set of compute nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provider {
    /// Its nodes.
    pub nodes: u32,
    /// The application (by its place, from 0) whose reservation it refuses after the reply, if there is one.
    pub refuses: Option<u32>,
    /// From when on it takes part, in ticks (Mondol 3.2.1: it registers).
    pub from: u32,
    /// Until when it takes part, exclusive, in ticks: it quits, and has said so when it registered.
    pub until: Option<u32>,
    /// The hours in which its nodes are there for the broker (Mondol 2.2: usage policies); always, if there are none.
    pub hours: Option<Hours>,
}

impl Provider {
    /// A provider of so many nodes that always takes part and keeps its word.
    pub const fn of(nodes: u32) -> Self {
        Self { nodes, refuses: None, from: 0, until: None, hours: None }
    }
}

/// A window that comes again with each day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hours {
    /// Where the first one begins, in ticks.
    pub from: u32,
    /// Its length in ticks; no task runs on beyond it.
    pub length: u32,
    /// From one to the next: the length of a day in ticks.
    pub period: u32,
}

/// A node or a provider that fails without notice, or quits (Mondol 3.2.1): nobody knows before it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What fails.
    pub place: FailedPlace,
    /// When, in ticks.
    pub at: u32,
    /// When it is back, in ticks, which is known from the failure on; never, if there is no such moment.
    pub until: Option<u32>,
}

/// What fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FailedPlace {
    /// A node; nodes are counted through all providers, from 0.
    Node(u32),
    /// All nodes of a provider; providers are counted from 0.
    Provider(u32),
}

/// A period in which a node is not available.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BusyPeriod {
    /// The node; nodes are counted through all providers, from 0.
    pub node: u32,
    /// Its start in ticks.
    pub start: u32,
    /// Its end in ticks, exclusive.
    pub end: u32,
}

/// Other applications that are reserved before the first one (Mondol 4.3): as many as it takes to make a share of the node-time busy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preload {
    /// Share of the node-time of the window, in per cent.
    pub percent: u32,
    /// Seed of their graphs and starts.
    pub seed: u64,
}

impl Default for Preload {
    fn default() -> Self {
        Self { percent: 0, seed: 1 }
    }
}

/// An application of a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Application {
    /// Who sends it.
    pub user: u32,
    /// When its request comes to the broker, in ticks; no earlier than that of the one before it.
    pub asked: u32,
    /// When it is to start, in ticks.
    pub start: u32,
    /// When it must have ended; the user refuses a later end.
    pub deadline: Option<u32>,
    /// Its tasks.
    pub graph: Arc<TaskGraph>,
}

impl Application {
    /// An application without a deadline, whose request is there from the beginning.
    pub fn new(user: u32, start: u32, graph: TaskGraph) -> Self {
        Self { user, asked: 0, start, deadline: None, graph: Arc::new(graph) }
    }
}

/// Where applications come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WorkflowSource {
    /// Given one by one.
    Given(Arc<Vec<Application>>),
    /// Drawn.
    Drawn(GraphGenerator),
}

/// A task that is to run on a certain node, no earlier than a certain moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pin {
    /// The task; tasks are counted through all applications, from 0.
    pub task: u32,
    /// The node.
    pub node: u32,
    /// The earliest start in ticks.
    pub start: u32,
}

/// Everything a run of a broker depends on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkflowScenario {
    /// The providers.
    pub providers: Vec<Provider>,
    /// What is reserved already.
    pub busy: Arc<Vec<BusyPeriod>>,
    /// Other applications that come before.
    pub preload: Preload,
    /// The applications, in the order in which the broker serves them.
    pub source: WorkflowSource,
    /// Tasks with a node of their own; one pin for a task.
    pub pins: Arc<Vec<Pin>>,
    /// How mappings are searched.
    pub policy: WorkflowPolicy,
    /// What fails while the plan is carried out.
    pub failures: Arc<Vec<Failure>>,
    /// Orders in which the method `slack` maps the tasks of an application, in place of drawn ones: its first one for the first mapping, and so on. An order has
    /// every task of one application, parents before children; tasks are counted through all applications.
    pub orders: Arc<Vec<Vec<u32>>>,
    /// Ticks of a unit of time: 1,000 where durations are seconds with decimals.
    pub ticks: u32,
}

impl Record for Pin {
    const FIELDS: usize = 3;

    fn write(&self, to: &mut Vec<u32>) {
        to.extend([self.task, self.node, self.start]);
    }

    fn read(numbers: &[u32]) -> Self {
        Self { task: numbers[0], node: numbers[1], start: numbers[2] }
    }
}

impl WorkflowScenario {
    /// Applications on one provider, with the usual options.
    pub fn of_applications(nodes: u32, applications: Vec<Application>) -> Self {
        Self::of(nodes, WorkflowSource::Given(Arc::new(applications)))
    }

    /// A source of applications on one provider, with the usual options.
    pub fn of(nodes: u32, source: WorkflowSource) -> Self {
        Self {
            providers: vec![Provider::of(nodes)],
            busy: Arc::default(),
            preload: Preload::default(),
            source,
            pins: Arc::default(),
            policy: WorkflowPolicy::default(),
            failures: Arc::default(),
            orders: Arc::default(),
            ticks: 1,
        }
    }

    /// Nodes of all providers.
    pub fn nodes(&self) -> u32 {
        self.providers.iter().fold(0, |nodes, provider| nodes.saturating_add(provider.nodes))
    }

    /// What belongs to nodes follows when their number has changed: busy periods, pins and failures of nodes that are gone go with them.
    pub fn fit_nodes(&mut self) {
        let (nodes, providers) = (self.nodes(), self.providers.len() as u32);
        Arc::make_mut(&mut self.failures).retain(|failure| match failure.place {
            FailedPlace::Node(node) => node < nodes,
            FailedPlace::Provider(provider) => provider < providers,
        });
        Arc::make_mut(&mut self.busy).retain(|busy| busy.node < nodes);
        Arc::make_mut(&mut self.pins).retain(|pin| pin.node < nodes);
        if let WorkflowSource::Given(applications) = &mut self.source
            && applications.iter().any(|application| !application.graph.on_nodes.is_empty())
        {
            for application in Arc::make_mut(applications) {
                Arc::make_mut(&mut application.graph).fit_nodes(nodes as usize);
            }
        }
    }

    /// The provider of each node.
    pub fn provider_of_nodes(&self) -> Vec<u32> {
        let nodes = |(at, provider): (u32, &Provider)| std::iter::repeat_n(at, provider.nodes as usize);
        (0..).zip(&self.providers).flat_map(nodes).collect()
    }

    /// The nodes that fail together.
    pub fn nodes_of(&self, place: FailedPlace) -> std::ops::Range<u32> {
        match place {
            FailedPlace::Node(node) => node..node + 1,
            FailedPlace::Provider(at) => {
                let nodes = |providers: &[Provider]| providers.iter().map(|provider| provider.nodes).sum::<u32>();
                nodes(&self.providers[..at as usize])..nodes(&self.providers[..=at as usize])
            }
        }
    }

    /// The applications; drawn ones are drawn, and ask when they are to start.
    pub fn applications(&self) -> Arc<Vec<Application>> {
        match &self.source {
            WorkflowSource::Given(applications) => Arc::clone(applications),
            WorkflowSource::Drawn(generator) => {
                let apart = Time::from(generator.apart);
                let application = |at: u32| {
                    let start = (apart * Time::from(at)).min(Time::from(bounds::TIME.max)) as u32;
                    Application { asked: start, ..Application::new(at + 1, start, generator.graph(at)) }
                };
                Arc::new((0..generator.applications).map(application).collect())
            }
        }
    }

    /// What a task is called, by its row in the plan. Drawn tasks have no names, and are not drawn again to find that out.
    pub fn task_name(&self, row: u32) -> String {
        match &self.source {
            WorkflowSource::Given(applications) => task_name(applications, row),
            WorkflowSource::Drawn(_) => numbered(row),
        }
    }

    /// There are no edits apart from the recipe: a change is written into it.
    #[must_use]
    pub fn folded(&self) -> Self {
        self.clone()
    }

    /// Number of edges, about as many as will be drawn if they are drawn.
    fn edges(&self) -> usize {
        match &self.source {
            WorkflowSource::Given(applications) => applications.iter().map(|application| application.graph.edges.len()).sum(),
            WorkflowSource::Drawn(generator) => usize::try_from(generator.edges()).unwrap_or(usize::MAX),
        }
    }

    /// Number of tasks, without drawing them.
    pub fn tasks(&self) -> usize {
        match &self.source {
            WorkflowSource::Given(applications) => applications.iter().map(|application| application.graph.len()).sum(),
            WorkflowSource::Drawn(generator) => generator.tasks as usize * generator.applications as usize,
        }
    }

    /// The orders of an application whose first task has this number, each of tasks counted from 0.
    pub fn orders_of(&self, first: u32, tasks: u32) -> Vec<Vec<u32>> {
        let is_own = |order: &&Vec<u32>| order.first().is_some_and(|task| (first..first + tasks).contains(task));
        self.orders.iter().filter(is_own).map(|order| order.iter().map(|task| task - first).collect()).collect()
    }
}

/// What a task of some applications is called, by its row in the plan: as its graph calls it, or "T" and its row where that is a number or nothing.
pub fn task_name(applications: &[Application], row: u32) -> String {
    let mut task = row as usize;
    for Application { graph, .. } in applications {
        if task < graph.len() {
            let name = graph.names.get(task).filter(|name| !name.bytes().all(|byte| byte.is_ascii_digit()));
            return name.map_or_else(|| numbered(row), String::clone);
        }
        task -= graph.len();
    }
    numbered(row)
}

fn numbered(row: u32) -> String {
    format!("T{row}")
}

impl Recipe for WorkflowScenario {
    type Request = Pin;

    fn given_requests(&self) -> usize {
        if let WorkflowSource::Given(_) = self.source { self.tasks() } else { 0 }
    }

    /// Graphs are small: they always travel with their scenario.
    fn list_mut(&mut self) -> Option<&mut Arc<Vec<Pin>>> {
        None
    }

    /// Methods that look at every pair of task and node take as many decisions as there are nodes. Every graph is walked edge by edge before anything is
    /// decided, which cannot be interrupted.
    fn size(&self) -> usize {
        let iterations = if self.policy.method.is_drawn() { self.policy.iterations as usize } else { 1 };
        let nodes = if self.policy.method == Method::Slack { 1 } else { self.nodes() as usize };
        (self.tasks() * iterations * nodes / 4).saturating_add(self.edges())
    }

    fn next_request(&self) -> RequestId {
        self.tasks() as RequestId
    }

    fn seed(&self) -> Option<u64> {
        Some(self.policy.seed)
    }

    fn is_empty(&self) -> bool {
        self.tasks() == 0
    }

    /// A run plans everything again for any change, also for another graph.
    fn has_source_of(&self, _: &Self) -> bool {
        true
    }

    fn policy_name(&self) -> String {
        self.policy.method.name().to_string()
    }

    fn policies(&self) -> Vec<(String, Self)> {
        let with = |method: Method| {
            let policy = WorkflowPolicy { method, ..self.policy };
            (method.name().to_string(), Self { policy, ..self.clone() })
        };
        Method::ALL.into_iter().map(with).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_have_their_names_and_others_their_number_in_the_plan() {
        let graph = |names: &[&str], durations: &[u32]| TaskGraph {
            durations: durations.to_vec(),
            names: names.iter().map(ToString::to_string).collect(),
            ..TaskGraph::default()
        };
        let applications = [graph(&["mAdd", "", "7"], &[1, 2, 3]), graph(&[], &[]), graph(&[], &[4, 5]), graph(&["b"], &[6])];
        let applications: Vec<_> = applications.into_iter().map(|graph| Application::new(1, 0, graph)).collect();
        let names: Vec<_> = (0..7).map(|row| task_name(&applications, row)).collect();
        assert_eq!(names, ["mAdd", "T1", "T2", "T3", "T4", "b", "T6"]);
        let drawn = WorkflowScenario::of(2, WorkflowSource::Drawn(GraphGenerator::default()));
        assert_eq!([WorkflowScenario::of_applications(2, applications), drawn].map(|of| of.task_name(5)), ["b", "T5"]);
    }
}
