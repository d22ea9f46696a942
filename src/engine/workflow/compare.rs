//! Plans of workflows compared by the interface that all studies have.

use super::run::WorkflowRun;
use super::scenario::WorkflowScenario;
use crate::core::compare::{Comparable, FigureName, FigureValues, FirstDifference, JobPair, PlanComparison, Unit, differences};
use crate::core::error::ScenarioError;
use crate::core::run::{Recipe, StudyRun};

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

    /// A decision is a start: which node a task runs on does not count.
    fn compare(&self, b: &Self) -> PlanComparison {
        let (in_a, in_b) = (self.outcome(), b.outcome());
        let place = |run: &super::outcome::WorkflowOutcome, row: u32| {
            let start = run.tasks.start.get(row as usize)?;
            Some((row, run.is_reserved(row as usize).then_some(*start)))
        };
        let tasks = in_a.tasks.len().max(in_b.tasks.len()) as u32;
        let pairs = (0..tasks).map(|row| JobPair { request: row, a: place(&in_a, row), b: place(&in_b, row) });
        let (counts, differences) = differences(pairs);
        let first = differences.get(0).map(|found| FirstDifference {
            request: found.request,
            name: name(self, found.request),
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

fn name(run: &WorkflowRun, task: u32) -> String {
    let broker = run.broker();
    let Some(at) = broker.application_of(task) else { return format!("task {task}") };
    let own = &broker.prepared()[at];
    let task = broker.applications()[at].graph.name((task - own.first) as usize);
    if broker.prepared().len() == 1 { format!("task {task}") } else { format!("task {task} of application {}", at + 1) }
}

fn words(outcome: &super::outcome::WorkflowOutcome, row: Option<u32>) -> String {
    match row.map(|row| row as usize) {
        None => "does not have it".to_string(),
        Some(row) if !outcome.is_reserved(row) => "does not reserve it".to_string(),
        Some(row) => format!("starts it at {} on node {}", outcome.tasks.start[row], outcome.tasks.node[row]),
    }
}
