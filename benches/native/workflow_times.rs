//! How long the broker takes, the layout of a large graph, and HEFT beside an implementation in Python.

use bookahead::chart::workflow::layers::{LayerSteps, Layers};
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::workflow::generator::{GraphGenerator, Shape};
use bookahead::engine::workflow::graph::{Communication, TaskGraph};
use bookahead::engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead::engine::workflow::scenario::{Application, Preload, WorkflowScenario};
use bookahead::engine::workflow::{WorkflowOutcome, WorkflowRun};
use serde_json::{Value, json};
use std::hint::black_box;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Runs of each measurement; the fastest counts.
const RUNS: usize = 20;
/// Runs of the implementation in Python.
const PEER_RUNS: usize = 3;
/// Its interpreter, with SAGA installed: `scripts/bench` sets it.
pub const PEER: &str = "BOOKAHEAD_BENCH_PYTHON";

/// Milliseconds of the fastest run, and its result.
fn fastest<T>(runs: usize, mut work: impl FnMut() -> T) -> (f64, T) {
    let once = |work: &mut dyn FnMut() -> T| {
        let began = Instant::now();
        let result = black_box(work());
        (began.elapsed().as_secs_f64() * 1e3, result)
    };
    let first = once(&mut work);
    (1..runs).map(|_| once(&mut work)).fold(first, |best, next| if next.0 < best.0 { next } else { best })
}

fn drawn(tasks: u32, seed: u64) -> TaskGraph {
    let generator = GraphGenerator { seed, tasks, width: 20, edge_percent: 15, duration_max: 20, ..GraphGenerator::default() };
    generator.graph(0)
}

fn scenario(graph: &TaskGraph, nodes: u32, method: Method, percent: u32) -> WorkflowScenario {
    let mut workflow = WorkflowScenario::of_applications(nodes, vec![Application::new(1, 0, graph.clone())]);
    workflow.policy.method = method;
    workflow.preload = Preload { percent, seed: 3 };
    workflow
}

fn run(workflow: &WorkflowScenario) -> WorkflowOutcome {
    workflow.run().expect("the bench's scenarios are in bounds")
}

/// What was measured, in words, and milliseconds with what is aimed at.
pub struct Row {
    /// What.
    pub words: String,
    /// Milliseconds.
    pub milliseconds: f64,
    /// What is aimed at, in words.
    pub aim: &'static str,
}

/// The engine and the layout.
pub fn own() -> Vec<Row> {
    let mut rows = Vec::new();
    let graph = drawn(300, 1);
    // So much is reserved already that no mapping is without delay: all 50 are made.
    for (method, aim) in [(Method::Slack, "≤ 5"), (Method::Blythe, ""), (Method::Heft, "")] {
        let workflow = scenario(&graph, 50, method, 75);
        // The pre-load is no part of the search.
        let mut busy = run(&workflow);
        let columns = &busy.busy;
        let periods = (0..columns.node.len()).map(|at| bookahead::engine::workflow::scenario::BusyPeriod {
            node: columns.node[at],
            start: columns.start[at] as u32,
            end: columns.end[at] as u32,
        });
        let given = WorkflowScenario { busy: std::sync::Arc::new(periods.collect()), preload: Preload::default(), ..workflow };
        let milliseconds;
        (milliseconds, busy) = fastest(RUNS, || run(&given));
        let mappings = busy.served[0].iterations;
        let words = format!("{}: 300 tasks on 50 nodes, 75 % busy, {mappings} mappings", method.name());
        rows.push(Row { words, milliseconds, aim });
    }
    let graph = drawn(100, 2);
    let workflow = scenario(&graph, 8, Method::Slack, 0);
    let mut session = WorkflowRun::open(workflow.clone()).expect("in bounds");
    session.advance(usize::MAX);
    let mut later = 0;
    let (milliseconds, _) = fastest(RUNS, || {
        later += 1;
        let mut graph = graph.clone();
        graph.durations[40] = 5 + later % 30;
        let dragged = scenario(&graph, 8, Method::Slack, 0);
        session.edit(dragged).expect("in bounds");
        session.advance(usize::MAX);
        session.update().map(|update| update.plan.metrics.delay)
    });
    rows.push(Row {
        words: "a dragged duration: 100 tasks on 8 nodes mapped again".to_string(),
        milliseconds,
        aim: "≤ 16, with painting",
    });
    for (words, shape, width, edge_percent) in
        [("layers", Shape::Layers, 60, 20), ("one chain", Shape::Chains, 1, 0), ("a wide fork and join", Shape::ForkJoin, 1_000, 0)]
    {
        let generator = GraphGenerator { tasks: 10_000, shape, width, edge_percent, ..GraphGenerator::default() };
        let graph = generator.graph(0);
        let mut parents = vec![Vec::new(); graph.len()];
        graph.edges.iter().for_each(|edge| parents[edge.child as usize].push(edge.parent));
        let steps = LayerSteps { x: 138.0, y: 58.0 };
        let (milliseconds, _) = fastest(5, || Layers::of(graph.len(), |task| &parents[task], steps));
        let words = format!("layout of 10,000 tasks, {words}, {} edges", graph.edges.len());
        rows.push(Row { words, milliseconds, aim: "≤ 1,000" });
    }
    rows
}

/// One graph on so many nodes by HEFT, here and there.
pub struct Pair {
    /// Tasks, edges and nodes.
    pub words: String,
    /// Milliseconds here.
    pub ours: f64,
    /// Milliseconds of SAGA.
    pub theirs: f64,
    /// Makespans here and there.
    pub makespans: (f64, f64),
}

/// HEFT on graphs whose edges cost something between nodes, beside SAGA; nothing without [`PEER`].
pub fn heft() -> Option<Vec<Pair>> {
    let python = std::env::var_os(PEER)?;
    // Durations and costs so far apart that no two choices are equal.
    let graph = |tasks: u32, seed: u64| {
        let generator = GraphGenerator {
            seed,
            tasks,
            width: 12,
            edge_percent: 15,
            duration_min: 1_000,
            duration_max: 1_000_000,
            cost_max: 400_000,
            ..GraphGenerator::default()
        };
        generator.graph(0)
    };
    let cases = [(50, 4), (100, 8), (300, 16)].map(|(tasks, nodes)| (graph(tasks, u64::from(tasks)), nodes));
    let asked = cases.iter().map(|(graph, nodes)| {
        let edges: Vec<[u32; 3]> = graph.edges.iter().map(|edge| [edge.parent, edge.child, edge.cost]).collect();
        json!({"nodes": nodes, "durations": graph.durations, "edges": edges})
    });
    let asked = json!({"runs": PEER_RUNS, "graphs": asked.collect::<Vec<Value>>()});
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/heft_saga.py");
    let mut child = Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python starts");
    child.stdin.take().expect("piped").write_all(asked.to_string().as_bytes()).expect("Python reads");
    let output = child.wait_with_output().expect("Python ends");
    let told: Vec<Value> = serde_json::from_slice(&output.stdout).expect("the peer answers in JSON");
    let pair = |((graph, nodes), told): (&(TaskGraph, u32), Value)| {
        let mut workflow = scenario(graph, *nodes, Method::Heft, 0);
        workflow.policy = WorkflowPolicy { communication: Communication::BetweenNodes, ..workflow.policy };
        let (ours, outcome) = fastest(RUNS, || run(&workflow));
        let number = |name: &str| told[name].as_f64().expect("a number");
        let makespans = (outcome.served[0].makespan as f64, number("makespan"));
        let words = format!("{} tasks, {} edges, {nodes} nodes", graph.len(), graph.edges.len());
        Pair { words, ours, theirs: number("seconds") * 1e3, makespans }
    };
    Some(cases.iter().zip(told).map(pair).collect())
}
