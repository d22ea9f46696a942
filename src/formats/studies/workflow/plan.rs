//! Plans of workflows as JSON and CSV. The types are those of the format and stand apart from the engine's, so that the engine may change while scripts
//! go on reading.

use crate::csv::CsvWriter;
use bookahead_engine::workflow::metrics::WorkflowMetrics;
use bookahead_engine::workflow::outages::LostWork;
use bookahead_engine::workflow::parties::{AtBroker, Fate, NO_PROVIDER, Served};
use bookahead_engine::workflow::scenario::Application;
use bookahead_engine::workflow::{WorkflowOutcome, WorkflowScenario};
use serde::{Serialize, Serializer};
use std::io;
use std::sync::Arc;

/// A time in units: whole where a unit is a tick, else with decimals.
struct InUnits {
    ticks: u64,
    of_a_unit: u32,
}

impl Serialize for InUnits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.of_a_unit {
            1 => serializer.serialize_u64(self.ticks),
            ticks => serializer.serialize_f64(self.ticks as f64 / f64::from(ticks)),
        }
    }
}

/// One task.
#[derive(Serialize)]
struct Decision {
    application: u32,
    task: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    accepted: bool,
    node: u32,
    provider: u32,
    start: u64,
    end: u64,
    duration: u64,
    earliest_start: u64,
    latest_start: u64,
    slack: u64,
}

#[derive(Serialize)]
struct ApplicationResult {
    user: u32,
    start: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    deadline: Option<u32>,
    reserved: bool,
    fate: &'static str,
    critical_path_length: u64,
    area_bound: u64,
    makespan: u64,
    delay: u64,
    searches: u32,
    iterations: u32,
    best_iteration: u32,
    /// Where the broker takes time: when the request came, when its service began, and when it was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<Request>,
    /// Where the number of mappings follows the load: how many were allowed, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    allowed: Option<Allowed>,
}

#[derive(Serialize)]
struct Request {
    came: u64,
    taken: u64,
    answered: u64,
}

#[derive(Serialize)]
struct Allowed {
    mappings: u32,
    requests_waiting: u32,
    window_end: u64,
    reserved_node_time: u64,
    node_time: u64,
}

/// Work that was done for nothing.
#[derive(Serialize)]
struct WrittenLoss {
    task: u32,
    node: u32,
    start: u64,
    end: u64,
}

#[derive(Serialize)]
struct WrittenMessage {
    application: u32,
    search: u32,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    provider: Option<u32>,
    value: u64,
}

/// The engine's figures under the names of the format. Times are in ticks.
#[derive(Serialize)]
struct Figures {
    tasks: u32,
    applications: u32,
    reserved: u32,
    delayed: u32,
    mean_delay: f64,
    mean_makespan: f64,
    mean_critical_path_length: f64,
    mean_area_bound: f64,
    utilisation: f64,
    last_end: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_broker_wait: Option<f64>,
    #[serde(skip_serializing_if = "is_zero")]
    tasks_lost: u64,
    #[serde(skip_serializing_if = "is_zero")]
    work_lost: u64,
    #[serde(skip_serializing_if = "is_zero")]
    tasks_mapped_again: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl From<WorkflowMetrics> for Figures {
    fn from(metrics: WorkflowMetrics) -> Self {
        let WorkflowMetrics { tasks, applications, reserved, delayed, length, area, makespan, delay, utilisation, end, .. } =
            metrics;
        Self {
            tasks,
            applications,
            reserved,
            delayed,
            mean_delay: delay,
            mean_makespan: makespan,
            mean_critical_path_length: length,
            mean_area_bound: area,
            utilisation,
            last_end: end,
            mean_broker_wait: Some(metrics.broker_wait).filter(|wait| *wait > 0.0),
            tasks_lost: metrics.lost.into(),
            work_lost: metrics.lost_work,
            tasks_mapped_again: metrics.mapped_again.into(),
        }
    }
}

/// The result of running workflows as it is written: one entry for each task, the applications, the messages, the figures, and what the independent checker
/// found. Times are in ticks.
#[derive(Serialize)]
pub struct WorkflowPlanReport<'a> {
    method: &'static str,
    ticks: u32,
    decisions: Decisions<'a>,
    applications: Vec<ApplicationResult>,
    messages: Vec<WrittenMessage>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lost: Vec<WrittenLoss>,
    metrics: Figures,
    violations: &'a [String],
}

impl<'a> WorkflowPlanReport<'a> {
    /// The report of a run.
    pub fn new(scenario: &WorkflowScenario, outcome: &'a WorkflowOutcome, violations: &'a [String]) -> Self {
        let (applications, policy) = (scenario.applications(), scenario.policy);
        let result = |(served, application): (&Served, &Application)| ApplicationResult {
            user: application.user,
            start: served.start,
            deadline: application.deadline,
            reserved: served.fate == Fate::Reserved,
            fate: served.fate.name(),
            critical_path_length: served.length,
            area_bound: served.area,
            makespan: served.makespan,
            delay: served.delay,
            searches: served.rounds,
            iterations: served.iterations,
            best_iteration: served.best,
            request: (policy.mapping_ticks > 0).then_some({
                let AtBroker { asked, taken, answered, .. } = served.broker;
                Request { came: asked, taken, answered }
            }),
            allowed: policy.least_iterations.map(|_| {
                let AtBroker { allowed, waiting, booked, room, until, .. } = served.broker;
                let (mappings, requests_waiting) = (allowed, waiting);
                Allowed { mappings, requests_waiting, window_end: until, reserved_node_time: booked, node_time: room }
            }),
        };
        let message = |message: &bookahead_engine::workflow::parties::Message| WrittenMessage {
            application: message.application,
            search: message.round,
            kind: message.kind.name(),
            provider: Some(message.provider).filter(|provider| *provider != NO_PROVIDER),
            value: message.value,
        };
        Self {
            method: scenario.policy.method.name(),
            ticks: scenario.ticks,
            applications: outcome.served.iter().zip(applications.iter()).map(result).collect(),
            messages: outcome.messages.iter().map(message).collect(),
            lost: outcome.lost.iter().map(|&LostWork { task, node, start, end }| WrittenLoss { task, node, start, end }).collect(),
            metrics: outcome.metrics.into(),
            decisions: Decisions { applications, outcome },
            violations,
        }
    }
}

/// The figures alone.
///
/// # Errors
/// None: numbers always have a JSON form.
pub fn figures(outcome: &WorkflowOutcome) -> serde_json::Result<serde_json::Value> {
    serde_json::to_value(Figures::from(outcome.metrics))
}

/// The decisions, made one by one while they are written.
struct Decisions<'a> {
    applications: Arc<Vec<Application>>,
    outcome: &'a WorkflowOutcome,
}

impl Serialize for Decisions<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.outcome.tasks.len()).map(|row| self.decision(row)))
    }
}

impl Decisions<'_> {
    fn decision(&self, row: usize) -> Decision {
        let (outcome, tasks) = (self.outcome, &self.outcome.tasks);
        let application = tasks.application[row];
        let served = &outcome.served[application as usize];
        let graph = &self.applications[application as usize].graph;
        let node = tasks.node[row];
        Decision {
            application,
            task: row as u32,
            name: graph.names.get(row - served.first as usize).cloned(),
            accepted: served.fate == Fate::Reserved,
            node,
            provider: outcome.provider_of[node as usize],
            start: tasks.start[row],
            end: tasks.end(row),
            duration: tasks.duration[row],
            earliest_start: tasks.earliest[row],
            latest_start: tasks.latest[row],
            slack: tasks.slack(row),
        }
    }
}

/// Writes one line for each task.
///
/// # Errors
/// Those of `out`.
pub fn write_workflow_csv(out: &mut impl io::Write, outcome: &WorkflowOutcome) -> io::Result<()> {
    let tasks = &outcome.tasks;
    let mut out = CsvWriter::new(out);
    out.head("task,application,node,provider,start,end,duration,earliest_start,latest_start,slack,reserved")?;
    for row in 0..tasks.len() {
        let (node, is_reserved) = (tasks.node[row], outcome.is_reserved(row));
        let provider = outcome.provider_of[node as usize];
        out.values(&[&row, &tasks.application[row], &node, &provider, &tasks.start[row], &tasks.end(row)])?;
        let (earliest, latest) = (tasks.earliest[row], tasks.latest[row]);
        out.values(&[&tasks.duration[row], &earliest, &latest, &tasks.slack(row), &is_reserved])?;
        out.end()?;
    }
    Ok(())
}

/// What the command `workflow` prints: one application, its times in units.
#[derive(Serialize)]
struct Brief {
    critical_path_length: InUnits,
    makespan: InUnits,
    delay: InUnits,
    tasks: Vec<BriefTask>,
}

#[derive(Serialize)]
struct BriefTask {
    task: serde_json::Value,
    node: u32,
    start: InUnits,
    end: InUnits,
}

/// Writes the plan of the first application on one line: the length of its critical path, makespan, delay, and where each task runs. Tasks are called as in
/// the file they come from; node numbers begin at 0.
///
/// # Errors
/// Those of `out`.
pub fn write_brief(out: &mut impl io::Write, scenario: &WorkflowScenario, outcome: &WorkflowOutcome) -> io::Result<()> {
    let units = |ticks: u64| InUnits { ticks, of_a_unit: scenario.ticks };
    let applications = scenario.applications();
    let Some((served, application)) = outcome.served.first().zip(applications.first()) else { return Ok(()) };
    let task = |row: usize| {
        let name = application.graph.name(row);
        BriefTask {
            task: name.parse::<u32>().map_or_else(|_| name.clone().into(), serde_json::Value::from),
            node: outcome.tasks.node[row],
            start: units(outcome.tasks.start[row]),
            end: units(outcome.tasks.end(row)),
        }
    };
    let brief = Brief {
        critical_path_length: units(served.length),
        makespan: units(served.makespan),
        delay: units(served.delay),
        tasks: (0..served.tasks as usize).map(task).collect(),
    };
    serde_json::to_writer(&mut *out, &brief)?;
    writeln!(out)
}
