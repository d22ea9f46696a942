//! Plans of workflows compared by the interface that all studies have.

use super::graph::TaskGraph;
use super::outcome::WorkflowOutcome;
use super::run::WorkflowRun;
use super::scenario::{Application, WorkflowScenario};
use crate::core::compare::{Comparable, FigureName, FigureValues, FirstDifference, JobPair, PlanComparison, Unit, differences};
use crate::core::error::ScenarioError;
use crate::core::run::{Recipe, StudyRun};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The figures of a plan of workflows, in the order of [`Comparable::figures`].
pub const WORKFLOW_FIGURES: [FigureName; 8] = [
    figure("applications", "Applications", "applications that are served", Unit::Count),
    figure("reserved", "Reserved", "applications that are reserved", Unit::Count),
    figure("delayed", "Delayed", "reserved applications whose makespan is longer than their critical path", Unit::Count),
    figure(
        "mean_delay",
        "Mean delay",
        "mean of makespan − length of the critical path, over the reserved applications",
        Unit::Number,
    ),
    figure("mean_makespan", "Mean makespan", "mean of end − start, over the reserved applications", Unit::Number),
    figure("critical_path", "Mean critical path", "mean length of the longest path of durations", Unit::Number),
    figure(
        "area_bound",
        "Mean area bound",
        "mean time in which the nodes have been free for the work of an application",
        Unit::Number,
    ),
    figure(
        "utilisation",
        "Utilisation",
        "Σ durations of reserved tasks ÷ nodes × time from the first start to the last end",
        Unit::Share,
    ),
];

const fn figure(key: &'static str, name: &'static str, formula: &'static str, unit: Unit) -> FigureName {
    FigureName { key, name, formula, unit }
}

impl Comparable for WorkflowRun {
    fn fork(&self, scenario: WorkflowScenario) -> Result<Self, ScenarioError> {
        Self::open(scenario)
    }

    /// Plans of workflows have no steps: both are always whole.
    fn follow(&mut self, _: &Self) -> bool {
        false
    }

    /// A decision is a start and a node. A task is called by its row in B; one that only A has, by its row in A.
    fn compare(&self, b: &Self) -> PlanComparison {
        let (in_a, in_b) = (self.outcome(), b.outcome());
        let place = |run: &WorkflowOutcome, row: Option<u32>| {
            let at = row? as usize;
            Some((row?, run.is_reserved(at).then_some((run.tasks.start[at], run.tasks.node[at]))))
        };
        let pairs = paired_tasks(self.broker().applications(), b.broker().applications());
        let pairs = pairs.into_iter().map(|(row_a, row_b)| JobPair {
            request: row_b.or(row_a).unwrap_or_default(),
            a: place(&in_a, row_a),
            b: place(&in_b, row_b),
        });
        let (counts, differences) = differences(pairs);
        let first = differences.get(0).map(|found| FirstDifference {
            request: found.request,
            name: if found.b.is_some() { name(b, found.request) } else { name(self, found.request) },
            words: format!("A {}; B {}", words(&in_a, found.a), words(&in_b, found.b)),
        });
        PlanComparison { counts, first, figures: [self.figures(), b.figures()], differences }
    }

    fn figures(&self) -> FigureValues {
        let metrics = self.metrics();
        vec![
            Some(metrics.applications.into()),
            Some(metrics.reserved.into()),
            Some(metrics.delayed.into()),
            Some(metrics.delay),
            Some(metrics.makespan),
            Some(metrics.length),
            Some(metrics.area),
            Some(metrics.utilisation),
        ]
    }

    fn figure_names(&self) -> &'static [FigureName] {
        &WORKFLOW_FIGURES
    }

    fn policies(&self) -> Vec<WorkflowScenario> {
        self.scenario().policies().into_iter().map(|(_, scenario)| scenario).collect()
    }
}

/// The rows of each task in two plans of these applications, application by application: tasks with names by their names, others by their numbers. Those that
/// only B has come last. O(tasks log tasks).
pub fn paired_tasks(a: &[Application], b: &[Application]) -> Vec<(Option<u32>, Option<u32>)> {
    let (mut first_a, mut first_b, mut pairs) = (0, 0, Vec::new());
    for at in 0..a.len().max(b.len()) {
        let graph = |all: &[Application]| all.get(at).map(|application| Arc::clone(&application.graph)).unwrap_or_default();
        let (graph_a, graph_b) = (graph(a), graph(b));
        let by_name = numbers_by_name(&graph_a).and_then(|_| numbers_by_name(&graph_b));
        let mut is_paired = vec![false; graph_b.len()];
        for task in 0..graph_a.len() {
            let other = match &by_name {
                Some(numbers) => numbers.get(&graph_a.names[task]).copied(),
                None => (task < graph_b.len()).then_some(task),
            };
            other.into_iter().for_each(|task| is_paired[task] = true);
            pairs.push((Some(first_a + task as u32), other.map(|task| first_b + task as u32)));
        }
        let left = (0..graph_b.len()).filter(|&task| !is_paired[task]);
        pairs.extend(left.map(|task| (None, Some(first_b + task as u32))));
        (first_a, first_b) = (first_a + graph_a.len() as u32, first_b + graph_b.len() as u32);
    }
    pairs
}

/// The number of each task by its name; `None` if not every task has a name of its own.
fn numbers_by_name(graph: &TaskGraph) -> Option<BTreeMap<&String, usize>> {
    let numbers: BTreeMap<&String, usize> = graph.names.iter().enumerate().map(|(task, name)| (name, task)).collect();
    let is_named =
        graph.names.len() == graph.len() && numbers.len() == graph.len() && graph.names.iter().all(|name| !name.is_empty());
    is_named.then_some(numbers)
}

fn name(run: &WorkflowRun, task: u32) -> String {
    let broker = run.broker();
    let Some(at) = broker.application_of(task) else { return format!("task {task}") };
    let own = &broker.prepared()[at];
    let task = broker.applications()[at].graph.name((task - own.first) as usize);
    if broker.prepared().len() == 1 { format!("task {task}") } else { format!("task {task} of application {}", at + 1) }
}

fn words(outcome: &WorkflowOutcome, row: Option<u32>) -> String {
    match row.map(|row| row as usize) {
        None => "does not have it".to_string(),
        Some(row) if !outcome.is_reserved(row) => "does not reserve it".to_string(),
        Some(row) => format!("starts it at {} on node {}", outcome.tasks.start[row], outcome.tasks.node[row]),
    }
}
