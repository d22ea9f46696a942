//! The worked examples of Mondol.

use super::graph::TaskGraph;
use super::policy::WorkflowPolicy;
use super::scenario::{Application, BusyPeriod, Provider, WorkflowScenario};
use std::sync::Arc;

/// Mondol 3.6: six tasks that are to start at 5, two providers with a node each, both busy for a while.
pub fn six_tasks() -> WorkflowScenario {
    let graph = TaskGraph::of_parents(&[4, 6, 3, 7, 2, 3], &[&[], &[0], &[0], &[1], &[2], &[3, 4]]);
    let own = Provider { nodes: 1, refuses: None };
    let busy = vec![BusyPeriod { node: 0, start: 9, end: 14 }, BusyPeriod { node: 1, start: 15, end: 18 }];
    WorkflowScenario {
        providers: vec![own, own],
        busy: Arc::new(busy),
        // The first mapping of this seed is the bad one of the thesis.
        policy: WorkflowPolicy { seed: 2, ..WorkflowPolicy::default() },
        ..WorkflowScenario::of_applications(2, vec![Application::new(1, 5, graph)])
    }
}

/// Mondol 2.5: nine tasks, costs of edges folded into their durations.
pub fn nine_tasks() -> WorkflowScenario {
    let parents: [&[u32]; 9] = [&[], &[], &[0], &[0], &[1, 2], &[3], &[4, 5], &[4, 6], &[1, 7]];
    let graph = TaskGraph::of_parents(&[7, 9, 7, 11, 8, 9, 7, 10, 6], &parents);
    WorkflowScenario::of_applications(2, vec![Application::new(1, 0, graph)])
}
