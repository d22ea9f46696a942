//! Workflows: every method on drawn graphs of every shape, with pre-load, costs and several providers.

use super::Fingerprint;
use bookahead::engine::workflow::generator::{GraphGenerator, Shape};
use bookahead::engine::workflow::graph::Communication;
use bookahead::engine::workflow::parties::AtBroker;
use bookahead::engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead::engine::workflow::scenario::{FailedPlace, Failure, Hours, Preload, Provider, WorkflowScenario, WorkflowSource};
use bookahead::engine::workflow::worked::{ten_tasks, two_mappings};
use bookahead::papers::experiment::{ExperimentRun, Options};
use std::sync::Arc;

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
            workflow.policy =
                WorkflowPolicy { method, communication, iterations: 12, alpha: 0.2, seed: 3, ..WorkflowPolicy::default() };
            lines.push(line(shape.name(), &workflow));
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
    lines.extend(troubled());
    lines.extend(["mondol-b.1", "mondol-4.8", "mondol-4.15"].map(experiment));
    lines
}

/// What became of workflows: mean delay of the applications, and a fingerprint of the plan.
fn line(name: &str, workflow: &WorkflowScenario) -> String {
    let outcome = workflow.run().expect("the scenarios of this list are in bounds");
    let mut print = Fingerprint::new();
    print.column(&outcome.tasks.node);
    print.numbers(outcome.tasks.start.iter().copied());
    print.numbers(outcome.busy.start.iter().copied());
    outcome.curves.iter().for_each(|curve| print.numbers(curve.iter().copied()));
    print.numbers([outcome.metrics.delay, outcome.metrics.utilisation].map(f64::to_bits).into_iter());
    let is_usual = workflow.failures.is_empty() && workflow.policy.mapping_ticks == 0;
    for served in outcome.served.iter().filter(|_| !is_usual) {
        let AtBroker { taken, answered, allowed, booked, .. } = served.broker;
        print.numbers([taken, answered, u64::from(allowed), booked].into_iter());
    }
    for lost in &outcome.lost {
        print.numbers([u64::from(lost.task), lost.start, lost.end].into_iter());
    }
    format!("workflow-{name} {} {:.3} {:016x}", workflow.policy.method.name(), outcome.metrics.delay, print.0)
}

/// Nodes that fail, providers with hours, given orders, and a broker that takes time and makes fewer mappings under load.
fn troubled() -> Vec<String> {
    let drawn = GraphGenerator { seed: 12, applications: 4, tasks: 40, cost_max: 4, ..GraphGenerator::default() };
    let mut base = WorkflowScenario::of(3, WorkflowSource::Drawn(drawn));
    base.providers.push(Provider::of(2));
    let mut lines = Vec::new();
    for method in Method::ALL {
        let communication = Communication::BetweenNodes;
        base.policy = WorkflowPolicy { method, communication, iterations: 12, alpha: 0.2, seed: 3, ..WorkflowPolicy::default() };
        let mut failing = base.clone();
        failing.failures = Arc::new(vec![
            Failure { place: FailedPlace::Node(1), at: 40, until: Some(90) },
            Failure { place: FailedPlace::Provider(1), at: 60, until: None },
        ]);
        lines.push(line("failures", &failing));
        let mut closing = base.clone();
        closing.providers[1] = Provider { from: 5, until: Some(400), ..closing.providers[1] };
        closing.providers[0].hours = Some(Hours { from: 8, length: 30, period: 45 });
        lines.push(line("hours", &closing));
        let mut busy = base.clone();
        (busy.policy.mapping_ticks, busy.policy.least_iterations) = (3, method.is_drawn().then_some(2));
        lines.push(line("broker", &busy));
    }
    lines.push(line("orders", &two_mappings()));
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
