//! List scheduling in the order of the file, against Graham's anomalies and against a simulation second by second.

use crate::cli::ok;
use bookahead::engine::workflow::WorkflowScenario;
use bookahead::engine::workflow::check::verify_workflow;
use bookahead::engine::workflow::generator::{GraphGenerator, Shape};
use bookahead::engine::workflow::graph::{Communication, TaskGraph};
use bookahead::engine::workflow::policy::Method;
use bookahead::engine::workflow::scenario::Application;
use serde_json::Value;

/// Graham (1969): nine tasks, the first before the last, the fourth before those from the fifth to the eighth.
fn graham(shorter: u32) -> TaskGraph {
    let durations = [3, 2, 2, 2, 4, 4, 4, 4, 9].map(|duration| duration - shorter);
    TaskGraph::of_parents(&durations, &[&[], &[], &[], &[], &[3], &[3], &[3], &[3], &[0]])
}

fn by_list(graph: TaskGraph, nodes: u32) -> WorkflowScenario {
    let mut scenario = WorkflowScenario::of_applications(nodes, vec![Application::new(1, 0, graph)]);
    (scenario.policy.method, scenario.policy.communication) = (Method::FileOrder, Communication::Ignored);
    scenario
}

/// The starts of the tasks: moment after moment, idle nodes take the first task of the list whose parents have ended.
fn slow_starts(graph: &TaskGraph, nodes: u32) -> Vec<u64> {
    let tasks = graph.len();
    let mut starts = vec![None; tasks];
    let end = |starts: &[Option<u64>], task: usize| starts[task].map(|start| start + u64::from(graph.durations[task]));
    for now in 0.. {
        loop {
            let running = (0..tasks).filter(|&task| end(&starts, task).is_some_and(|end| end > now)).count();
            let is_ready = |task: &usize| {
                let parents = graph.edges.iter().filter(|edge| edge.child as usize == *task);
                starts[*task].is_none()
                    && parents.map(|edge| edge.parent as usize).all(|parent| end(&starts, parent).is_some_and(|end| end <= now))
            };
            match (0..tasks).find(is_ready).filter(|_| running < nodes as usize) {
                Some(task) => starts[task] = Some(now),
                None => break,
            }
        }
        if starts.iter().all(Option::is_some) {
            break;
        }
    }
    starts.into_iter().flatten().collect()
}

#[test]
fn grahams_anomalies() {
    let makespan = |graph: TaskGraph, nodes: u32| by_list(graph, nodes).run().expect("in bounds").served[0].makespan;
    assert_eq!(makespan(graham(0), 3), 12);
    assert_eq!(makespan(graham(0), 4), 15, "a node more");
    assert_eq!(makespan(graham(1), 3), 13, "shorter tasks");
    let mut fewer = graham(0);
    fewer.edges.retain(|edge| edge.parent != 3 || edge.child > 5);
    assert_eq!(makespan(fewer, 3), 16, "fewer edges");
    let file = "9\n0 3 0\n1 2 0\n2 2 0\n3 2 0\n4 4 1 3\n5 4 1 3\n6 4 1 3\n7 4 1 3\n8 9 1 0\n";
    for (nodes, expected) in [("3", 12), ("4", 15)] {
        let printed = ok(&["workflow", "-", "--nodes", nodes, "--method", "file-order", "--json"], file);
        let plan: Value = serde_json::from_str(&printed).expect("JSON");
        assert_eq!(plan["makespan"], expected, "{printed}");
    }
}

#[test]
fn the_list_is_followed_as_a_simulation_follows_it() {
    let mut differs = 0;
    for seed in 0..200 {
        let generator = GraphGenerator {
            seed,
            shape: Shape::ALL[seed as usize % 4],
            tasks: 2 + seed as u32 % 30,
            width: 6,
            edge_percent: 20,
            duration_min: 1,
            duration_max: 9,
            ..GraphGenerator::default()
        };
        let (graph, nodes) = (generator.graph(0), 1 + seed as u32 % 4);
        let scenario = by_list(graph.clone(), nodes);
        let outcome = scenario.run().expect("in bounds");
        assert_eq!(verify_workflow(&scenario, &outcome).violations, Vec::<String>::new());
        assert_eq!(outcome.tasks.start, slow_starts(&graph, nodes), "{graph:?} on {nodes}");
        let mut other = scenario;
        other.policy.method = Method::CriticalPath;
        differs += u32::from(other.run().expect("in bounds").tasks.start != outcome.tasks.start);
    }
    assert!(differs > 50, "{differs}: the order matters");
}
