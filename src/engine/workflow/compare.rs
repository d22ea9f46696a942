//! Plans of workflows compared by the interface that all studies have.

use super::explain::in_units;
use super::graph::TaskGraph;
use super::outcome::WorkflowOutcome;
use super::run::WorkflowRun;
use super::scenario::{Application, WorkflowScenario, task_name};
use crate::core::compare::{
    Comparable, FigureName, FigureValues, FirstDifference, JobPair, PlanComparison, Unit, differences, figure,
};
use crate::core::error::ScenarioError;
use crate::core::run::{Recipe, StudyRun};
use crate::core::sorting::map_of;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The figures of a plan of workflows, in the order of [`Comparable::figures`].
pub const WORKFLOW_FIGURES: [FigureName; 9] = [
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
    figure(
        "mean_broker_wait",
        "Mean wait at the broker",
        "mean of the time for which a request waited while the broker was busy",
        Unit::Number,
    ),
];

impl Comparable for WorkflowRun {
    fn fork(&self, scenario: WorkflowScenario) -> Result<Self, ScenarioError> {
        Self::open(scenario)
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
        let ticks = |run: &Self| run.broker().scenario().ticks;
        let first = differences.get(0).map(|found| FirstDifference {
            request: found.request,
            name: if found.b.is_some() { name(b, found.request) } else { name(self, found.request) },
            words: format!("A {}; B {}", words(&in_a, found.a, ticks(self)), words(&in_b, found.b, ticks(b))),
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
            Some(metrics.broker_wait),
        ]
    }

    fn figure_names(&self) -> &'static [FigureName] {
        &WORKFLOW_FIGURES
    }

    fn policies(&self) -> Vec<WorkflowScenario> {
        self.scenario().policies().into_iter().map(|(_, scenario)| scenario).collect()
    }
}

/// The rows of each task in two plans of these applications, application by application: tasks with names by their names, others by their numbers; where tasks
/// without names were removed or added, those behind them by their new numbers. Those that only B has come last. O((tasks + edges) log tasks).
pub fn paired_tasks(a: &[Application], b: &[Application]) -> Vec<(Option<u32>, Option<u32>)> {
    let (mut first_a, mut first_b, mut pairs) = (0, 0, Vec::new());
    for at in 0..a.len().max(b.len()) {
        let graph = |all: &[Application]| all.get(at).map(|application| Arc::clone(&application.graph)).unwrap_or_default();
        let (graph_a, graph_b) = (graph(a), graph(b));
        let by_name = numbers_by_name(&graph_a).and_then(|_| numbers_by_name(&graph_b));
        let mut is_paired = vec![false; graph_b.len()];
        let others: Vec<Option<usize>> = match &by_name {
            Some(numbers) => graph_a.names.iter().map(|name| numbers.get(name).copied()).collect(),
            None => numbers_after_edit(&graph_a, &graph_b),
        };
        for (task, other) in others.into_iter().enumerate() {
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
    let numbers = map_of(graph.names.iter().enumerate().map(|(task, name)| (name, task)));
    let is_named =
        graph.names.len() == graph.len() && numbers.len() == graph.len() && graph.names.iter().all(|name| !name.is_empty());
    is_named.then_some(numbers)
}

/// The number that each task without a name has in another graph. In graphs of one size it is the same number. Where tasks were removed or added, those behind
/// them have moved up or down (our reading: the papers compare no graphs): tasks from the first on that have the same duration and parents are paired, then
/// those from the last back that have the same duration, and what lies between in order.
fn numbers_after_edit(a: &TaskGraph, b: &TaskGraph) -> Vec<Option<usize>> {
    let fewer = a.len().min(b.len());
    if a.len() == b.len() {
        return (0..a.len()).map(Some).collect();
    }
    let (parents_a, parents_b) = (parents_of_each(a), parents_of_each(b));
    let is_alike = |task: &usize| a.durations[*task] == b.durations[*task] && parents_a[*task] == parents_b[*task];
    let head = (0..fewer).take_while(is_alike).count();
    let is_alike = |back: &usize| a.durations[a.len() - back] == b.durations[b.len() - back];
    let tail = (1..=fewer - head).take_while(is_alike).count();
    let (middle_a, middle_b) = (a.len() - tail, b.len() - tail);
    let number = |task: usize| match task {
        _ if task >= middle_a => Some(middle_b + task - middle_a),
        _ => Some(task).filter(|&task| task < middle_b),
    };
    (0..a.len()).map(number).collect()
}

/// The parents of each task, by number.
fn parents_of_each(graph: &TaskGraph) -> Vec<Vec<u32>> {
    let mut parents = vec![Vec::new(); graph.len()];
    for edge in &graph.edges {
        parents[edge.child as usize].push(edge.parent);
    }
    parents.iter_mut().for_each(|parents| parents.sort_unstable());
    parents
}

fn name(run: &WorkflowRun, task: u32) -> String {
    let broker = run.broker();
    let name = task_name(broker.applications(), task);
    match broker.application_of(task) {
        Some(at) if broker.prepared().len() > 1 => format!("task {name} of application {}", at + 1),
        _ => format!("task {name}"),
    }
}

fn words(outcome: &WorkflowOutcome, row: Option<u32>, ticks: u32) -> String {
    match row.map(|row| row as usize) {
        None => "does not have it".to_string(),
        Some(row) if !outcome.is_reserved(row) => "does not reserve it".to_string(),
        Some(row) => {
            format!("starts it at {} on node {}", in_units(outcome.tasks.start[row], ticks), outcome.tasks.node[row])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn application(durations: &[u32], parents: &[&[u32]]) -> Vec<Application> {
        vec![Application::new(0, 0, TaskGraph::of_parents(durations, parents))]
    }

    #[test]
    fn tasks_behind_a_removed_one_are_paired_with_themselves() {
        let four = application(&[4, 4, 4, 2], &[&[], &[0], &[0], &[1, 2]]);
        // The second task is gone, and with it its edges.
        let three = application(&[4, 4, 2], &[&[], &[0], &[1]]);
        let pairs = |a: &[Application], b: &[Application]| paired_tasks(a, b);
        let found = pairs(&four, &three);
        assert_eq!(found.last(), Some(&(Some(3), Some(2))), "the last task is still the last one");
        assert_eq!(found.iter().filter(|(_, b)| b.is_none()).count(), 1);
        let [one, other] = [5, 7].map(|first| application(&[first, 4, 3, 2], &[&[], &[0], &[1], &[2]]));
        let same: Vec<_> = (0..4).map(|task| (Some(task), Some(task))).collect();
        assert_eq!(pairs(&one, &other), same, "graphs of one size are paired by number");
        // The first task of five is gone.
        let chain = application(&[9, 5, 4, 3, 2], &[&[], &[0], &[1], &[2], &[3]]);
        let rest = application(&[5, 4, 3, 2], &[&[], &[0], &[1], &[2]]);
        let moved = [(Some(0), None), (Some(1), Some(0)), (Some(2), Some(1)), (Some(3), Some(2)), (Some(4), Some(3))];
        assert_eq!(pairs(&chain, &rest), moved);
        let back: Vec<_> =
            [(0, 1), (1, 2), (2, 3), (3, 4)].map(|(a, b)| (Some(a), Some(b))).into_iter().chain([(None, Some(0))]).collect();
        assert_eq!(pairs(&rest, &chain), back);
        assert_eq!(pairs(&[], &three), (0..3).map(|task| (None, Some(task))).collect::<Vec<_>>());
    }
}
