//! Workflows: every method on drawn graphs of every shape, with pre-load, costs and several providers.

use super::Fingerprint;
use bookahead::engine::workflow::generator::{GraphGenerator, Shape};
use bookahead::engine::workflow::graph::Communication;
use bookahead::engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead::engine::workflow::scenario::{Preload, Provider, WorkflowScenario, WorkflowSource};
use bookahead::engine::workflow::worked::ten_tasks;
use bookahead::papers::experiment::{ExperimentRun, Options};

/// One line for each shape and method: mean delay of the applications, and a fingerprint of the plan.
pub fn lines() -> Vec<String> {
    let mut lines = Vec::new();
    for (shape, communication) in Shape::ALL.into_iter().zip([
        Communication::Folded,
        Communication::BetweenNodes,
        Communication::Ignored,
        Communication::BetweenNodes,
    ]) {
        let drawn = GraphGenerator { seed: 11, applications: 3, shape, tasks: 70, cost_max: 4, ..GraphGenerator::default() };
        for method in Method::ALL {
            let mut workflow = WorkflowScenario::of(3, WorkflowSource::Drawn(drawn));
            workflow.providers.push(Provider { refuses: Some(1), ..Provider::of(4) });
            workflow.preload = Preload { percent: 40, seed: 5 };
            workflow.policy = WorkflowPolicy { method, communication, iterations: 12, alpha: 0.2, seed: 3 };
            let outcome = workflow.run().expect("the scenarios of this list are in bounds");
            let mut print = Fingerprint::new();
            print.column(&outcome.tasks.node);
            print.numbers(outcome.tasks.start.iter().copied());
            print.numbers(outcome.busy.start.iter().copied());
            outcome.curves.iter().for_each(|curve| print.numbers(curve.iter().copied()));
            print.numbers([outcome.metrics.delay, outcome.metrics.utilisation].map(f64::to_bits).into_iter());
            lines.push(format!("workflow-{} {} {:.3} {:016x}", shape.name(), method.name(), outcome.metrics.delay, print.0));
        }
    }
    for method in Method::ALL {
        let mut workflow = ten_tasks();
        workflow.policy.method = method;
        let outcome = workflow.run().expect("the example is in bounds");
        let mut print = Fingerprint::new();
        print.column(&outcome.tasks.node);
        print.numbers(outcome.tasks.start.iter().copied());
        print.numbers(outcome.tasks.duration.iter().copied());
        lines.push(format!("ten-tasks {} {} {:016x}", method.name(), outcome.metrics.end, print.0));
    }
    lines.extend(["mondol-b.1", "mondol-4.8", "mondol-4.15"].map(experiment));
    lines
}

/// A small experiment: every point of every curve, and the claims.
fn experiment(name: &str) -> String {
    let mut run = ExperimentRun::new(name, Options { runs: 3, requests: 30, seed: 7 }).expect("it is there");
    run.finish().expect("in bounds");
    let results = run.results();
    let mut print = Fingerprint::new();
    for point in results.panels.iter().flat_map(|panel| &panel.curves).flat_map(|curve| &curve.points) {
        print.numbers([point.x, point.y.mean, point.y.half].map(f64::to_bits).into_iter());
    }
    for claim in &results.claims {
        print.numbers([claim.measured.mean, claim.measured.half].map(f64::to_bits).into_iter());
    }
    // The words hold the p of the t-test.
    results.claims.iter().for_each(|claim| print.numbers(claim.words.bytes().map(u64::from)));
    format!("workflow-experiment {name} {:016x}", print.0)
}
