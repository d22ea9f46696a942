//! Scenario files of workflows: version 2. Tasks of all applications stand in one list and are numbered through it, so that a line of the file is a task
//! wherever a task is named.

use super::failure::WireFailure;
use super::ranges;
use crate::json_parts::{
    FileContent, STUDY_VERSION, Whole, given, given_object, list, named, named_as_usual, numbers, object, one, to_text,
};
use crate::same_fields::{Written, same_fields};
use crate::studies::system::StudyFile;
use bookahead_engine::Scenario;
use bookahead_engine::core::error::{FieldPath, ScenarioError};
use bookahead_engine::study::StudyKind;
use bookahead_engine::workflow::WorkflowScenario;
use bookahead_engine::workflow::generator::{GraphGenerator, Shape};
use bookahead_engine::workflow::graph::{Communication, Edge, TaskGraph};
use bookahead_engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead_engine::workflow::scenario::{Application, BusyPeriod, Hours, Pin, Preload, Provider, WorkflowSource};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Fields that are spread over lines.
const SPREAD: &[&str] = &["providers", "busy", "applications", "tasks", "pins", "failures", "orders"];

/// What a file must have.
const ONE_SOURCE: &str = "applications with their tasks, or drawn";

named_as_usual!(Method, Communication, Shape);

/// A file of version 2.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WireFile {
    version: Whole<u64>,
    study: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    title: String,
    #[serde(deserialize_with = "list")]
    providers: Vec<WireProvider>,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    ticks: ranges::Ticks,
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    busy: Vec<WireBusy>,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    preload: Option<WirePreload>,
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    applications: Vec<WireApplication>,
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    tasks: Vec<WireTask>,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    drawn: Option<WireDrawn>,
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    pins: Vec<WirePin>,
    #[serde(default, deserialize_with = "list", skip_serializing_if = "Vec::is_empty")]
    failures: Vec<WireFailure>,
    #[serde(default, deserialize_with = "numbers", skip_serializing_if = "Vec::is_empty")]
    orders: Vec<WireOrder>,
    #[serde(default, deserialize_with = "object")]
    policy: WirePolicy,
}

/// The tasks of an application in the order in which they are mapped.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct WireOrder(#[serde(deserialize_with = "numbers")] Vec<Whole<u32>>);

fn is_one<const MIN: u64, const MAX: u64>(number: &Whole<u32, MIN, MAX>) -> bool {
    number.0 == 1
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireProvider {
    nodes: ranges::Nodes,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    refuses: Option<Whole<u32>>,
    #[serde(default, skip_serializing_if = "is_time_zero")]
    from: ranges::Time,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    until: Option<ranges::Time>,
    #[serde(default, deserialize_with = "given_object", skip_serializing_if = "Option::is_none")]
    hours: Option<WireHours>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireHours {
    #[serde(default)]
    from: ranges::Time,
    length: ranges::Period,
    period: ranges::Period,
}

fn is_time_zero(time: &ranges::Time) -> bool {
    time.0 == 0
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireBusy {
    node: Whole<u32>,
    start: ranges::Time,
    end: ranges::Time,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePreload {
    percent: ranges::Preload,
    #[serde(default = "one_seed")]
    seed: Whole<u64>,
}

fn one_seed() -> Whole<u64> {
    Whole(Preload::default().seed)
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireApplication {
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    user: Option<ranges::User>,
    /// That of the application before it, if it is not told.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    asked: Option<ranges::Time>,
    #[serde(default)]
    start: ranges::Time,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    deadline: Option<ranges::Time>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireTask {
    #[serde(default, skip_serializing_if = "is_zero")]
    application: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    name: String,
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    duration: Option<ranges::Duration>,
    /// On each node, where nodes differ; then in place of `duration`.
    #[serde(default, deserialize_with = "numbers", skip_serializing_if = "Vec::is_empty")]
    durations: Vec<ranges::Duration>,
    #[serde(default, deserialize_with = "numbers", skip_serializing_if = "Vec::is_empty")]
    parents: Vec<u32>,
    #[serde(default, deserialize_with = "numbers", skip_serializing_if = "Vec::is_empty")]
    costs: Vec<ranges::Duration>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct WireDrawn {
    seed: Whole<u64>,
    applications: ranges::Applications,
    apart: ranges::Duration,
    #[serde(with = "named")]
    shape: Shape,
    tasks: ranges::Tasks,
    width: ranges::Width,
    edge_percent: ranges::Percent,
    duration_min: ranges::Duration,
    duration_max: ranges::Duration,
    cost_max: ranges::Duration,
}

impl Default for WireDrawn {
    fn default() -> Self {
        Self::of(GraphGenerator::default())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePin {
    task: Whole<u32>,
    node: Whole<u32>,
    #[serde(default)]
    start: ranges::Time,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct WirePolicy {
    #[serde(with = "named")]
    method: Method,
    iterations: ranges::Iterations,
    alpha: f64,
    #[serde(with = "named")]
    communication: Communication,
    seed: Whole<u64>,
    #[serde(skip_serializing_if = "is_no_time")]
    mapping_ticks: ranges::MappingTicks,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    least_iterations: Option<ranges::Iterations>,
}

fn is_no_time(ticks: &ranges::MappingTicks) -> bool {
    ticks.0 == 0
}

impl Default for WirePolicy {
    fn default() -> Self {
        Self::of(WorkflowPolicy::default())
    }
}

same_fields! {
    WireProvider = Provider { nodes, refuses, from, until, hours }
    WireHours = Hours { from, length, period }
    WireBusy = BusyPeriod { node, start, end }
    WirePreload = Preload { percent, seed }
    WireDrawn = GraphGenerator {
        seed, applications, apart, shape, tasks, width, edge_percent, duration_min, duration_max, cost_max,
    }
    WirePin = Pin { task, node, start }
    WirePolicy = WorkflowPolicy { method, iterations, alpha, communication, seed, mapping_ticks, least_iterations }
}

/// A further task of a graph with its duration, or its durations on the nodes.
fn add_durations(graph: &mut TaskGraph, task: &WireTask, place: &FieldPath) -> Result<(), ScenarioError> {
    const ONE: &str = "a duration, or durations on each node";
    let nodes = graph.nodes();
    let is_first = graph.is_empty();
    match task.duration {
        Some(_) if !task.durations.is_empty() => {
            return Err(ScenarioError::new(place.field("durations"), "a second way to give the duration", ONE));
        }
        None if task.durations.is_empty() => return Err(ScenarioError::new(place.field("duration"), "no duration", ONE)),
        _ if !is_first && task.durations.len() != nodes => {
            let found = format!("{} durations on nodes", task.durations.len());
            let allowed = format!("{nodes}, as the tasks of its application before it");
            return Err(ScenarioError::new(place.field("durations"), found, allowed));
        }
        _ => {}
    }
    graph.durations.push(task.duration.as_ref().map_or(0, |duration| duration.0));
    graph.on_nodes.extend(task.durations.iter().map(|duration| duration.0));
    Ok(())
}

/// The applications with their tasks.
fn applications(heads: Vec<WireApplication>, tasks: Vec<WireTask>) -> Result<Vec<Application>, ScenarioError> {
    let place = FieldPath::new("tasks");
    let mut graphs: Vec<TaskGraph> = heads.iter().map(|_| TaskGraph::default()).collect();
    // Where the tasks of each application begin.
    let mut first = vec![0; heads.len()];
    let mut last = 0;
    for (row, task) in tasks.iter().enumerate() {
        let own = task.application as usize;
        if own >= heads.len() || own < last {
            let allowed =
                format!("the place of an application from {last}, below {}; tasks stand in the order of applications", heads.len());
            return Err(ScenarioError::new(place.index(row).field("application"), task.application, allowed));
        }
        if graphs[own].is_empty() {
            first[own] = row as u32;
        }
        add_durations(&mut graphs[own], task, &place.index(row))?;
        last = own;
    }
    graphs.iter_mut().filter(|graph| !graph.on_nodes.is_empty()).for_each(TaskGraph::find_least);
    for (row, task) in tasks.into_iter().enumerate() {
        let (own, place) = (task.application as usize, place.index(row));
        let (from, to) = (first[own], first[own] + graphs[own].len() as u32);
        if !task.costs.is_empty() && task.costs.len() != task.parents.len() {
            let found = format!("{} costs for {} parents", task.costs.len(), task.parents.len());
            return Err(ScenarioError::new(place.field("costs"), found, "a cost for each parent, or none"));
        }
        for (at, &parent) in task.parents.iter().enumerate() {
            if !(from..to).contains(&parent) {
                let allowed = format!("the number of a task of its application, {from} to {}", to - 1);
                return Err(ScenarioError::new(place.field("parents").index(at), parent, allowed));
            }
            let cost = task.costs.get(at).map_or(0, |cost| cost.0);
            graphs[own].edges.push(Edge { parent: parent - from, child: row as u32 - from, cost });
        }
        let graph = &mut graphs[own];
        let local = row - from as usize;
        if !task.name.is_empty() && task.name != local.to_string() {
            if graph.names.is_empty() {
                graph.names = (0..graph.len()).map(|task| task.to_string()).collect();
            }
            graph.names[local] = task.name;
        }
    }
    let mut before = 0;
    let application = |((at, head), graph): ((u32, WireApplication), TaskGraph)| Application {
        user: head.user.map_or(at.saturating_add(1), |user| user.0),
        asked: {
            before = head.asked.map_or(before, |asked| asked.0);
            before
        },
        start: head.start.0,
        deadline: head.deadline.map(|deadline| deadline.0),
        graph: Arc::new(graph),
    };
    Ok((0..).zip(heads).zip(graphs).map(application).collect())
}

impl StudyFile for WireFile {
    type Recipe = WorkflowScenario;

    /// What the file holds; its ranges are checked later.
    fn content(self) -> Result<FileContent, ScenarioError> {
        let source = match (self.drawn, self.applications.is_empty() && self.tasks.is_empty()) {
            (Some(drawn), true) => WorkflowSource::Drawn(drawn.value()),
            (None, false) => {
                // One application need not be told.
                let one = WireApplication { user: None, asked: None, start: Whole(0), deadline: None };
                let heads = if self.applications.is_empty() { vec![one] } else { self.applications };
                WorkflowSource::Given(Arc::new(applications(heads, self.tasks)?))
            }
            (None, true) => return Err(ScenarioError::new(FieldPath::new("applications"), "a file without a task", ONE_SOURCE)),
            (Some(_), false) => return Err(ScenarioError::new(FieldPath::new("drawn"), "a second source of tasks", ONE_SOURCE)),
        };
        let place = FieldPath::new("failures");
        let failures = self.failures.into_iter().enumerate().map(|(i, failure)| failure.value(&place.index(i)));
        let failures = failures.collect::<Result<_, _>>()?;
        let workflow = WorkflowScenario {
            providers: self.providers.into_iter().map(Written::value).collect(),
            busy: Arc::new(self.busy.into_iter().map(Written::value).collect()),
            preload: self.preload.value().unwrap_or_default(),
            source,
            pins: Arc::new(self.pins.into_iter().map(Written::value).collect()),
            policy: self.policy.value(),
            failures: Arc::new(failures),
            orders: Arc::new(self.orders.into_iter().map(|order| order.0.into_iter().map(|task| task.0).collect()).collect()),
            ticks: self.ticks.0,
        };
        Ok(FileContent::one(Scenario::new(self.title, workflow)))
    }

    /// A file as text.
    fn text(title: &str, workflow: &WorkflowScenario) -> String {
        let (given, drawn) = match &workflow.source {
            WorkflowSource::Given(applications) => (Some(applications), None),
            WorkflowSource::Drawn(drawn) => (None, Some(WireDrawn::of(*drawn))),
        };
        let mut before = 0;
        let head = |application: &Application| WireApplication {
            user: Some(Whole(application.user)),
            asked: (std::mem::replace(&mut before, application.asked) != application.asked).then_some(Whole(application.asked)),
            start: Whole(application.start),
            deadline: application.deadline.map(Whole),
        };
        let has_preload = workflow.preload != Preload::default();
        let file = WireFile {
            version: Whole(STUDY_VERSION),
            study: StudyKind::Workflow.key().to_string(),
            title: title.to_string(),
            providers: workflow.providers.iter().copied().map(Written::of).collect(),
            ticks: Whole(workflow.ticks),
            busy: workflow.busy.iter().copied().map(Written::of).collect(),
            preload: has_preload.then_some(Written::of(workflow.preload)),
            applications: given.map(|given| given.iter().map(head).collect()).unwrap_or_default(),
            tasks: given.map(|given| wire_tasks(given)).unwrap_or_default(),
            drawn,
            pins: workflow.pins.iter().copied().map(Written::of).collect(),
            failures: workflow.failures.iter().copied().map(WireFailure::of).collect(),
            orders: workflow.orders.iter().map(|order| WireOrder(order.iter().copied().map(Whole).collect())).collect(),
            policy: Written::of(workflow.policy),
        };
        to_text(&file, SPREAD)
    }
}

/// The tasks of all applications as they are written.
fn wire_tasks(applications: &[Application]) -> Vec<WireTask> {
    let mut tasks: Vec<WireTask> = Vec::new();
    for (at, application) in (0..).zip(applications) {
        let (first, graph) = (tasks.len() as u32, &application.graph);
        for (task, &duration) in graph.durations.iter().enumerate() {
            let name = graph.names.get(task).filter(|name| **name != task.to_string()).cloned().unwrap_or_default();
            let durations: Vec<ranges::Duration> = graph.durations_of(task).iter().copied().map(Whole).collect();
            let duration = durations.is_empty().then_some(Whole(duration));
            tasks.push(WireTask { application: at, name, duration, durations, parents: Vec::new(), costs: Vec::new() });
        }
        let has_costs = graph.edges.iter().any(|edge| edge.cost > 0);
        for edge in &graph.edges {
            if let Some(task) = tasks.get_mut((first + edge.child) as usize) {
                task.parents.push(first + edge.parent);
                task.costs.extend(has_costs.then_some(Whole(edge.cost)));
            }
        }
    }
    tasks
}
