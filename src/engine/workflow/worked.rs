//! The worked examples of Mondol, and that of the method HEFT.

use super::graph::{Communication, Edge, TaskGraph};
use super::policy::{Method, WorkflowPolicy};
use super::scenario::{Application, BusyPeriod, FailedPlace, Failure, Provider, WorkflowScenario};
use std::sync::Arc;

/// Mondol 3.6: six tasks that are to start at 5, two providers with a node each, both busy for a while.
pub fn six_tasks() -> WorkflowScenario {
    let graph = TaskGraph::of_parents(&[4, 6, 3, 7, 2, 3], &[&[], &[0], &[0], &[1], &[2], &[3, 4]]);
    let own = Provider::of(1);
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

/// Mondol, Tables 3.1 and 3.2: what a node has reserved, in minutes from midnight of 20-04-2011, and an hour's task from 8:00 on.
pub fn reserved_node() -> WorkflowScenario {
    let periods = [(8 * 60, 8 * 60 + 15), (14 * 60 + 30, 16 * 60 + 12), (29 * 60 + 25, 41 * 60 + 46)];
    let busy = periods.map(|(start, end)| BusyPeriod { node: 0, start, end }).to_vec();
    let graph = TaskGraph::of_parents(&[60], &[&[]]);
    WorkflowScenario { busy: Arc::new(busy), ..WorkflowScenario::of_applications(1, vec![Application::new(1, 8 * 60, graph)]) }
}

/// Topcuoglu, Hariri and Wu 2002, Figure 2: ten tasks that take another time on each of three nodes. HEFT ends at 80, CPOP at 86.
pub fn ten_tasks() -> WorkflowScenario {
    let costs = [
        (0, 1, 18),
        (0, 2, 12),
        (0, 3, 9),
        (0, 4, 11),
        (0, 5, 14),
        (2, 6, 23),
        (1, 7, 19),
        (3, 7, 27),
        (5, 7, 15),
        (1, 8, 16),
        (3, 8, 23),
        (4, 8, 13),
        (6, 9, 17),
        (7, 9, 11),
        (8, 9, 13),
    ];
    let edges = costs.into_iter().map(|(parent, child, cost)| Edge { parent, child, cost }).collect();
    let rows: [&[u32]; 10] = [
        &[14, 16, 9],
        &[13, 19, 18],
        &[11, 13, 19],
        &[13, 8, 17],
        &[12, 13, 10],
        &[13, 16, 9],
        &[7, 15, 11],
        &[5, 11, 14],
        &[18, 12, 20],
        &[21, 7, 16],
    ];
    let graph = TaskGraph { durations: vec![0; 10], edges, ..TaskGraph::default() }.with_durations_on_nodes(&rows);
    let policy = WorkflowPolicy { method: Method::Heft, communication: Communication::BetweenNodes, ..WorkflowPolicy::default() };
    WorkflowScenario { policy, ..WorkflowScenario::of_applications(3, vec![Application::new(1, 0, graph)]) }
}

/// Mondol 3.6.1 and 3.6.2: the six tasks mapped in the two orders of the thesis, no more. The first mapping ends 5 late, the second 1.
pub fn two_mappings() -> WorkflowScenario {
    let orders = vec![vec![0, 2, 1, 3, 4, 5], vec![0, 1, 3, 2, 4, 5]];
    // Where two nodes have the same earliest gap, one is drawn: with this seed the one of the thesis, in both mappings.
    let policy = WorkflowPolicy { iterations: 2, seed: 6, ..WorkflowPolicy::default() };
    WorkflowScenario { orders: Arc::new(orders), policy, ..six_tasks() }
}

/// The six tasks with a failure: node 1 fails at 12 and does not come back, while task 1 runs there.
pub fn failing_node() -> WorkflowScenario {
    let failure = Failure { place: FailedPlace::Node(1), at: 12, until: None };
    WorkflowScenario { failures: Arc::new(vec![failure]), ..two_mappings() }
}
