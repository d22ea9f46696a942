//! The wire format of workflows and of their view: forms 1 and 2 of their part of version 3 of links. Fields and variants are identified by their order: do not
//! reorder, remove or change anything.

use crate::link_parts::{TimeWindow, View, WireCompareLayout, WorkflowPart, WorkflowView, bounded, whole};
use bookahead_engine::workflow::WorkflowScenario;
use bookahead_engine::workflow::generator::{GraphGenerator, Shape};
use bookahead_engine::workflow::graph::{Communication, Edge, TaskGraph};
use bookahead_engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead_engine::workflow::scenario::{Application, BusyPeriod, Pin, Preload, Provider, WorkflowSource};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Methods by number. A number is given once and never changes its meaning: a new one comes at the end.
const METHODS: [Method; 8] = [
    Method::Slack,
    Method::Blythe,
    Method::Heft,
    Method::MinMin,
    Method::MaxMin,
    Method::Sufferage,
    Method::CriticalPath,
    Method::Random,
];
/// What becomes of costs, by number; as for methods.
const COMMUNICATIONS: [Communication; 3] = [Communication::Folded, Communication::BetweenNodes, Communication::Ignored];
/// Shapes of drawn graphs, by number; as for methods.
const SHAPES: [Shape; 4] = [Shape::Layers, Shape::FanOut, Shape::Chains, Shape::ForkJoin];
/// Parts of the panel, by number; as for methods.
const PARTS: [WorkflowPart; 3] = [WorkflowPart::Plan, WorkflowPart::Search, WorkflowPart::Parties];

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
    method: u32,
    iterations: u32,
    alpha: f64,
    communication: u32,
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
    shape: u32,
    tasks: u32,
    width: u32,
    edge_percent: u32,
    duration_min: u32,
    duration_max: u32,
    cost_max: u32,
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
        let graph = Arc::new(TaskGraph { durations: self.durations, edges, names: self.names });
        Some(Application { user: self.user, start: self.start, deadline: self.deadline, graph })
    }
}

fn number<T: PartialEq>(all: &[T], one: &T) -> u32 {
    all.iter().position(|other| other == one).unwrap_or_default() as u32
}

impl WireWorkflow {
    pub(super) fn new(workflow: &WorkflowScenario) -> Self {
        let source = match &workflow.source {
            WorkflowSource::Given(applications) => WireSource::Given(applications.iter().map(WireApplication::of).collect()),
            WorkflowSource::Drawn(drawn) => WireSource::Drawn(WireDrawn {
                seed: drawn.seed,
                applications: drawn.applications,
                apart: drawn.apart,
                shape: number(&SHAPES, &drawn.shape),
                tasks: drawn.tasks,
                width: drawn.width,
                edge_percent: drawn.edge_percent,
                duration_min: drawn.duration_min,
                duration_max: drawn.duration_max,
                cost_max: drawn.cost_max,
            }),
        };
        let WorkflowPolicy { method, iterations, alpha, communication, seed } = workflow.policy;
        Self {
            providers: workflow.providers.iter().map(|provider| (provider.nodes, provider.refuses)).collect(),
            // What is wrong in a scenario is found before it is shared.
            busy: workflow.busy.iter().map(|busy| (busy.node, busy.start, busy.end.saturating_sub(busy.start))).collect(),
            preload: (workflow.preload.percent, workflow.preload.seed),
            source,
            pins: workflow.pins.iter().map(|pin| (pin.task, pin.node, pin.start)).collect(),
            method: number(&METHODS, &method),
            iterations,
            alpha,
            communication: number(&COMMUNICATIONS, &communication),
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
            WireSource::Drawn(drawn) => WorkflowSource::Drawn(GraphGenerator {
                seed: drawn.seed,
                applications: drawn.applications,
                apart: drawn.apart,
                shape: *SHAPES.get(drawn.shape as usize)?,
                tasks: drawn.tasks,
                width: drawn.width,
                edge_percent: drawn.edge_percent,
                duration_min: drawn.duration_min,
                duration_max: drawn.duration_max,
                cost_max: drawn.cost_max,
            }),
        };
        let period = |(node, start, length): (u32, u32, u32)| start.checked_add(length).map(|end| BusyPeriod { node, start, end });
        let policy = WorkflowPolicy {
            method: *METHODS.get(self.method as usize)?,
            iterations: self.iterations,
            alpha: self.alpha,
            communication: *COMMUNICATIONS.get(self.communication as usize)?,
            seed: self.seed,
        };
        Some(WorkflowScenario {
            providers: self.providers.into_iter().map(|(nodes, refuses)| Provider { nodes, refuses }).collect(),
            busy: Arc::new(self.busy.into_iter().map(period).collect::<Option<_>>()?),
            preload: Preload { percent: self.preload.0, seed: self.preload.1 },
            source,
            pins: Arc::new(self.pins.into_iter().map(|(task, node, start)| Pin { task, node, start }).collect()),
            policy,
            ticks: self.ticks,
        })
    }
}

/// What is seen of workflows.
#[derive(Serialize, Deserialize)]
struct WireSeen {
    selected: Option<u32>,
    /// First tick and ticks.
    time: Option<(f64, f64)>,
    part: u32,
    application: u32,
    mapping: Option<u32>,
    step: Option<u32>,
}

/// More of what is seen of workflows: form 2.
#[derive(Serialize, Deserialize)]
struct WireSeenMore {
    seen: WireSeen,
    /// The method to compare with: its number in [`METHODS`].
    other: Option<u32>,
    /// How two plans are shown.
    layout: Option<WireCompareLayout>,
}

/// The oldest form that can hold a view; the workflows themselves are the same in both.
pub(super) fn form_of(view: &View) -> u32 {
    if view.workflow.other.is_some() || view.compare_layout.is_some() { 2 } else { 1 }
}

/// The bytes of what is seen of workflows.
pub(super) fn pack_view(view: &View, form: u32) -> postcard::Result<Vec<u8>> {
    let seen = WireSeen::from(view.workflow);
    if form < 2 {
        return postcard::to_stdvec(&seen);
    }
    let other = view.workflow.other.map(|other| number(&METHODS, &other));
    postcard::to_stdvec(&WireSeenMore { seen, other, layout: view.compare_layout.map(WireCompareLayout::from) })
}

/// Puts what bytes stand for into a view; `None` if they cannot be the work of the encoder.
pub(super) fn unpack_view(form: u32, bytes: &[u8], view: &mut View) -> Option<()> {
    match form {
        1 => view.workflow = whole::<WireSeen>(bytes)?.into_view()?,
        2 => {
            let WireSeenMore { seen, other, layout } = whole(bytes)?;
            let other = other.map_or(Some(None), |other| METHODS.get(other as usize).copied().map(Some))?;
            view.compare_layout = layout.map(Into::into);
            view.workflow = WorkflowView { other, ..seen.into_view()? };
        }
        _ => return None,
    }
    Some(())
}

impl From<WorkflowView> for WireSeen {
    fn from(view: WorkflowView) -> Self {
        let WorkflowView { selected, time, part, application, mapping, step, other: _ } = view;
        Self { selected, time: time.map(|time| (time.first, time.slots)), part: number(&PARTS, &part), application, mapping, step }
    }
}

impl WireSeen {
    /// `None` if it cannot be the work of the encoder.
    fn into_view(self) -> Option<WorkflowView> {
        let Self { selected, time, part, application, mapping, step } = self;
        let part = *PARTS.get(part as usize)?;
        let time = time.map(|(first, slots)| TimeWindow { first, slots });
        Some(WorkflowView { selected, time, part, application, mapping, step, other: None })
    }
}
