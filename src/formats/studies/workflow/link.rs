//! The wire format of workflows and of their view: forms 1 to 6 of their part of version 3 of links. Fields and variants are identified by their order: do not
//! reorder, remove or change anything.

use super::Workflow;
use crate::link_parts::{ByNumber, CompareLayout, Packer, Unpacker, View, WireTime, WorkflowPart, WorkflowView, bounded, numbered};
use crate::same_fields::{Written, same_fields};
use crate::studies::system::Linked;
use bookahead_engine::workflow::WorkflowScenario;
use bookahead_engine::workflow::generator::{GraphGenerator, Shape};
use bookahead_engine::workflow::graph::{Communication, Edge, TaskGraph};
use bookahead_engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead_engine::workflow::scenario::{
    Application, BusyPeriod, FailedPlace, Failure, Hours, Pin, Preload, Provider, WorkflowSource,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

numbered! {
    Method { Slack = 0, Blythe = 1, Heft = 2, MinMin = 3, MaxMin = 4, Sufferage = 5, CriticalPath = 6, Random = 7, FileOrder = 8, Cpop = 9 }
    // What becomes of costs.
    Communication { Folded = 0, BetweenNodes = 1, Ignored = 2 }
    // Drawn graphs.
    Shape { Layers = 0, FanOut = 1, Chains = 2, ForkJoin = 3 }
    // Parts of the panel.
    WorkflowPart { Plan = 0, Search = 1, Parties = 2 }
}

#[derive(Serialize, Deserialize)]
pub(super) struct WireWorkflow {
    /// Nodes, and the application whose reservation is refused.
    #[serde(deserialize_with = "bounded")]
    providers: Vec<(u32, Option<u32>)>,
    /// Node, start, length.
    #[serde(deserialize_with = "bounded")]
    busy: Vec<(u32, u32, u32)>,
    /// Per cent and seed.
    preload: (u32, u64),
    source: WireSource,
    /// Task, node, start.
    #[serde(deserialize_with = "bounded")]
    pins: Vec<(u32, u32, u32)>,
    method: ByNumber<Method>,
    iterations: u32,
    alpha: f64,
    communication: ByNumber<Communication>,
    seed: u64,
    ticks: u32,
}

#[derive(Serialize, Deserialize)]
enum WireSource {
    Given(#[serde(deserialize_with = "bounded")] Vec<WireApplication>),
    Drawn(WireDrawn),
}

#[derive(Serialize, Deserialize)]
struct WireDrawn {
    seed: u64,
    applications: u32,
    apart: u32,
    shape: ByNumber<Shape>,
    tasks: u32,
    width: u32,
    edge_percent: u32,
    duration_min: u32,
    duration_max: u32,
    cost_max: u32,
}

same_fields! {
    WireDrawn = GraphGenerator {
        seed, applications, apart, shape, tasks, width, edge_percent, duration_min, duration_max, cost_max,
    }
}

/// Edges by columns: a child counts from the child of the edge before, a parent from its child.
#[derive(Serialize, Deserialize)]
struct WireApplication {
    user: u32,
    start: u32,
    deadline: Option<u32>,
    #[serde(deserialize_with = "bounded")]
    durations: Vec<u32>,
    #[serde(deserialize_with = "bounded")]
    children: Vec<i64>,
    #[serde(deserialize_with = "bounded")]
    parents: Vec<i64>,
    /// Empty if no edge costs anything.
    #[serde(deserialize_with = "bounded")]
    costs: Vec<u32>,
    /// Empty if tasks are called by their number.
    #[serde(deserialize_with = "bounded")]
    names: Vec<String>,
}

impl WireApplication {
    fn of(application: &Application) -> Self {
        let graph = &application.graph;
        let mut last = 0;
        let (mut children, mut parents) = (Vec::new(), Vec::new());
        for edge in &graph.edges {
            children.push(i64::from(edge.child) - last);
            last = i64::from(edge.child);
            parents.push(last - i64::from(edge.parent));
        }
        let has_costs = graph.edges.iter().any(|edge| edge.cost > 0);
        Self {
            user: application.user,
            start: application.start,
            deadline: application.deadline,
            durations: graph.durations.clone(),
            children,
            parents,
            costs: if has_costs { graph.edges.iter().map(|edge| edge.cost).collect() } else { Vec::new() },
            names: graph.names.clone(),
        }
    }

    /// `None` if it cannot be the work of [`WireApplication::of`].
    fn into_application(self) -> Option<Application> {
        let edges = self.children.len();
        if self.parents.len() != edges || !(self.costs.is_empty() || self.costs.len() == edges) {
            return None;
        }
        let mut last = 0_i64;
        let edge = |at: usize| {
            last = last.checked_add(self.children[at])?;
            let parent = u32::try_from(last.checked_sub(self.parents[at])?).ok()?;
            Some(Edge { parent, child: u32::try_from(last).ok()?, cost: self.costs.get(at).copied().unwrap_or(0) })
        };
        let edges = (0..edges).map(edge).collect::<Option<_>>()?;
        let graph = Arc::new(TaskGraph { durations: self.durations, edges, names: self.names, ..TaskGraph::default() });
        Some(Application { user: self.user, asked: 0, start: self.start, deadline: self.deadline, graph })
    }
}

/// Where nodes differ, the durations of the tasks of each given application, task after task; else nothing.
#[derive(Default, Serialize, Deserialize)]
struct WireDurations {
    #[serde(deserialize_with = "bounded")]
    applications: Vec<WireOnNodes>,
}

#[derive(Serialize, Deserialize)]
struct WireOnNodes {
    #[serde(deserialize_with = "bounded")]
    on_nodes: Vec<u32>,
}

impl WireDurations {
    fn of(workflow: &WorkflowScenario) -> Self {
        let WorkflowSource::Given(applications) = &workflow.source else { return Self::default() };
        if applications.iter().all(|application| application.graph.on_nodes.is_empty()) {
            return Self::default();
        }
        let on_nodes = |application: &Application| WireOnNodes { on_nodes: application.graph.on_nodes.clone() };
        Self { applications: applications.iter().map(on_nodes).collect() }
    }
}

/// From, until, and hours: from, length, period.
type WireTimes = (u32, Option<u32>, Option<(u32, u32, u32)>);

/// When providers take part, what fails, and given orders.
#[derive(Default, Serialize, Deserialize)]
struct WireChanges {
    /// For each provider; empty if all always take part.
    #[serde(deserialize_with = "bounded")]
    providers: Vec<WireTimes>,
    /// Whether it is a provider, else a node; its number, when it fails, and when it is back.
    #[serde(deserialize_with = "bounded")]
    failures: Vec<(bool, u32, u32, Option<u32>)>,
    #[serde(deserialize_with = "bounded")]
    orders: Vec<WireOrder>,
}

#[derive(Serialize, Deserialize)]
struct WireOrder {
    #[serde(deserialize_with = "bounded")]
    tasks: Vec<u32>,
}

impl WireChanges {
    fn of(workflow: &WorkflowScenario) -> Self {
        let own = |provider: &Provider| {
            let hours = provider.hours.map(|Hours { from, length, period }| (from, length, period));
            (provider.from, provider.until, hours)
        };
        let mut providers: Vec<_> = workflow.providers.iter().map(own).collect();
        if providers.iter().all(|own| *own == (0, None, None)) {
            providers.clear();
        }
        let failure = |failure: &Failure| match failure.place {
            FailedPlace::Node(node) => (false, node, failure.at, failure.until),
            FailedPlace::Provider(provider) => (true, provider, failure.at, failure.until),
        };
        let orders = workflow.orders.iter().map(|order| WireOrder { tasks: order.clone() }).collect();
        Self { providers, failures: workflow.failures.iter().map(failure).collect(), orders }
    }

    fn is_empty(&self) -> bool {
        self.providers.is_empty() && self.failures.is_empty() && self.orders.is_empty()
    }

    /// Puts them into workflows; `None` if they cannot be the work of [`WireChanges::of`].
    fn put_into(self, workflow: &mut WorkflowScenario) -> Option<()> {
        if !self.providers.is_empty() && self.providers.len() != workflow.providers.len() {
            return None;
        }
        for (own, (from, until, hours)) in workflow.providers.iter_mut().zip(self.providers) {
            let hours = hours.map(|(from, length, period)| Hours { from, length, period });
            *own = Provider { from, until, hours, ..*own };
        }
        let failure = |(is_provider, number, at, until)| Failure {
            place: if is_provider { FailedPlace::Provider(number) } else { FailedPlace::Node(number) },
            at,
            until,
        };
        workflow.failures = Arc::new(self.failures.into_iter().map(failure).collect());
        workflow.orders = Arc::new(self.orders.into_iter().map(|order| order.tasks).collect());
        Some(())
    }
}

/// When requests come and how long the broker searches.
#[derive(Default, Serialize, Deserialize)]
struct WireBroker {
    mapping_ticks: u32,
    least_iterations: Option<u32>,
    /// For each given application when its request comes; empty if all are there from the beginning.
    #[serde(deserialize_with = "bounded")]
    asked: Vec<u32>,
}

impl WireBroker {
    fn of(workflow: &WorkflowScenario) -> Self {
        let WorkflowPolicy { mapping_ticks, least_iterations, .. } = workflow.policy;
        let mut asked = match &workflow.source {
            WorkflowSource::Given(applications) => applications.iter().map(|application| application.asked).collect(),
            WorkflowSource::Drawn(_) => Vec::new(),
        };
        if asked.iter().all(|asked| *asked == 0) {
            asked.clear();
        }
        Self { mapping_ticks, least_iterations, asked }
    }

    fn is_empty(&self) -> bool {
        self.mapping_ticks == 0 && self.least_iterations.is_none() && self.asked.is_empty()
    }

    /// Puts them into workflows; `None` if they cannot be the work of [`WireBroker::of`].
    fn put_into(self, workflow: &mut WorkflowScenario) -> Option<()> {
        (workflow.policy.mapping_ticks, workflow.policy.least_iterations) = (self.mapping_ticks, self.least_iterations);
        if self.asked.is_empty() {
            return Some(());
        }
        let WorkflowSource::Given(applications) = &mut workflow.source else { return None };
        let applications = Arc::make_mut(applications);
        (applications.len() == self.asked.len()).then_some(())?;
        applications.iter_mut().zip(self.asked).for_each(|(application, asked)| application.asked = asked);
        Some(())
    }
}

impl WireWorkflow {
    pub(super) fn new(workflow: &WorkflowScenario) -> Self {
        let source = match &workflow.source {
            WorkflowSource::Given(applications) => WireSource::Given(applications.iter().map(WireApplication::of).collect()),
            WorkflowSource::Drawn(drawn) => WireSource::Drawn(Written::of(*drawn)),
        };
        let WorkflowPolicy { method, iterations, alpha, communication, seed, .. } = workflow.policy;
        Self {
            providers: workflow.providers.iter().map(|provider| (provider.nodes, provider.refuses)).collect(),
            // What is wrong in a scenario is found before it is shared.
            busy: workflow.busy.iter().map(|busy| (busy.node, busy.start, busy.end.saturating_sub(busy.start))).collect(),
            preload: (workflow.preload.percent, workflow.preload.seed),
            source,
            pins: workflow.pins.iter().map(|pin| (pin.task, pin.node, pin.start)).collect(),
            method: ByNumber(method),
            iterations,
            alpha,
            communication: ByNumber(communication),
            seed,
            ticks: workflow.ticks,
        }
    }

    /// What it stands for, unchecked; `None` if it cannot be the work of the encoder.
    pub(super) fn into_workflow(self) -> Option<WorkflowScenario> {
        let source = match self.source {
            WireSource::Given(applications) => {
                let applications = applications.into_iter().map(WireApplication::into_application).collect::<Option<_>>()?;
                WorkflowSource::Given(Arc::new(applications))
            }
            WireSource::Drawn(drawn) => WorkflowSource::Drawn(drawn.value()),
        };
        let period = |(node, start, length): (u32, u32, u32)| start.checked_add(length).map(|end| BusyPeriod { node, start, end });
        let policy = WorkflowPolicy {
            method: self.method.0,
            iterations: self.iterations,
            alpha: self.alpha,
            communication: self.communication.0,
            seed: self.seed,
            ..WorkflowPolicy::default()
        };
        Some(WorkflowScenario {
            providers: self.providers.into_iter().map(|(nodes, refuses)| Provider { refuses, ..Provider::of(nodes) }).collect(),
            busy: Arc::new(self.busy.into_iter().map(period).collect::<Option<_>>()?),
            preload: Preload { percent: self.preload.0, seed: self.preload.1 },
            source,
            pins: Arc::new(self.pins.into_iter().map(|(task, node, start)| Pin { task, node, start }).collect()),
            policy,
            failures: Arc::default(),
            orders: Arc::default(),
            ticks: self.ticks,
        })
    }
}

/// What is seen of workflows.
#[derive(Serialize, Deserialize)]
struct WireSeen {
    selected: Option<u32>,
    /// In ticks.
    time: Option<WireTime>,
    part: ByNumber<WorkflowPart>,
    application: u32,
    mapping: Option<u32>,
    step: Option<u32>,
}

impl Linked for Workflow {
    type Recipe = WorkflowScenario;
    const LINK_FORM: u32 = 6;

    /// The oldest form that can hold workflows and a view. Form 3 has the fields of form 2; before it there was no method 8, before form 4 no method 9 and no
    /// durations on nodes, before form 5 every provider always took part, nothing failed, and no order was given; before form 6
    /// all requests came at the beginning and the broker took no time.
    fn form_of(workflow: &WorkflowScenario, view: &View) -> u32 {
        if !WireBroker::of(workflow).is_empty() {
            return 6;
        }
        if !WireChanges::of(workflow).is_empty() {
            return 5;
        }
        let has = |method: Method| [Some(workflow.policy.method), view.workflow.other].contains(&Some(method));
        if has(Method::Cpop) || !WireDurations::of(workflow).applications.is_empty() {
            return 4;
        }
        if has(Method::FileOrder) {
            return 3;
        }
        if view.workflow.other.is_some() || view.compare_layout.is_some() { 2 } else { 1 }
    }

    /// Packs workflows: from form 4 on also durations on each node, for each given application, empty where nodes do not differ; from form 5 on when providers take
    /// part, what fails, and given orders; from form 6 on when requests come and how long the broker searches.
    fn pack(workflow: &WorkflowScenario, pieces: &mut Packer) {
        pieces.add(1, &WireWorkflow::new(workflow));
        pieces.add(4, &WireDurations::of(workflow));
        pieces.add(5, &WireChanges::of(workflow));
        pieces.add(6, &WireBroker::of(workflow));
    }

    fn unpack(pieces: &mut Unpacker<'_>) -> Option<WorkflowScenario> {
        let mut workflow = pieces.take::<WireWorkflow>()?.into_workflow()?;
        let on_nodes: WireDurations = pieces.take_since(4)?;
        pieces.take_since::<WireChanges>(5)?.put_into(&mut workflow)?;
        pieces.take_since::<WireBroker>(6)?.put_into(&mut workflow)?;
        if let WorkflowSource::Given(applications) = &mut workflow.source {
            for (application, durations) in Arc::make_mut(applications).iter_mut().zip(on_nodes.applications) {
                Arc::make_mut(&mut application.graph).on_nodes = durations.on_nodes;
            }
        }
        Some(workflow)
    }

    /// Packs what is seen of workflows: from form 2 on also the method to compare with, and how two plans are shown.
    fn pack_view(view: &View, pieces: &mut Packer) {
        let WorkflowView { selected, time, part, application, mapping, step, other } = view.workflow;
        pieces.add(1, &WireSeen { selected, time: Written::of(time), part: ByNumber(part), application, mapping, step });
        pieces.add(2, &(other.map(ByNumber), view.compare_layout.map(ByNumber)));
    }

    fn unpack_view(pieces: &mut Unpacker<'_>, view: &mut View) -> Option<()> {
        let WireSeen { selected, time, part: ByNumber(part), application, mapping, step } = pieces.take()?;
        let (other, layout): (Option<ByNumber<Method>>, Option<ByNumber<CompareLayout>>) = pieces.take_since(2)?;
        view.workflow = WorkflowView { selected, time: time.value(), part, application, mapping, step, other: other.value() };
        view.compare_layout = layout.value();
        Some(())
    }
}
