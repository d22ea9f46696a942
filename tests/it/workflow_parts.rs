//! Workflows are worked on in parts, so that a page can go on between them: no part is much work, whatever the graph, and the parts make the same plan.

use crate::support::random::fewer_when_quick;
use crate::workflows::any_scenario;
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::engine::workflow::broker::{Broker, problem, stream};
use bookahead::engine::workflow::generator::{GraphGenerator, Shape};
use bookahead::engine::workflow::graph::{Communication, Edge, TaskGraph};
use bookahead::engine::workflow::policy::Method;
use bookahead::engine::workflow::run::{CURVE_TASKS, RECORDED_TASKS};
use bookahead::engine::workflow::scenario::{Application, BusyPeriod, Preload, WorkflowScenario, WorkflowSource};
use bookahead::engine::workflow::search::best::BestSearch;
use bookahead::engine::workflow::search::work::Work;
use bookahead::engine::workflow::{WorkflowQuery, WorkflowRun, WorkflowSnapshot, bounds};
use proptest::prelude::*;
use std::sync::Arc;

/// What the last step of a part may do beyond it: it passes every task, node, edge and busy period once at most. That are a few milliseconds.
fn most(periods: usize) -> u64 {
    u64::from(bounds::TASKS.max * 3 + bounds::NODES.max + bounds::EDGES.max) + periods as u64
}

proptest! {
    #![proptest_config(fewer_when_quick(300))]

    #[test]
    fn a_plan_made_in_parts_is_the_same(scenario in any_scenario(), tasks in 1..4_usize) {
        let whole = scenario.run().expect("in bounds");
        let mut run = WorkflowRun::open(scenario).expect("in bounds");
        let (mut parts, mut before) = (0, 0);
        loop {
            let progress = run.advance(tasks);
            parts += 1;
            // Every mapping of an application counts; all of its tasks are told at once.
            prop_assert!(progress.decided == before || parts * tasks >= progress.decided as usize);
            before = progress.decided;
            if progress.is_done {
                break;
            }
        }
        prop_assert_eq!(run.outcome(), whole);
    }
}

fn one(nodes: u32, graph: TaskGraph, communication: Communication) -> WorkflowScenario {
    let mut scenario = WorkflowScenario::of_applications(nodes, vec![Application::new(1, 0, graph)]);
    (scenario.policy.communication, scenario.policy.iterations) = (communication, 3);
    scenario
}

fn graph(tasks: u32, duration: impl Fn(u32) -> u32, edges: Vec<Edge>) -> TaskGraph {
    TaskGraph { durations: (0..tasks).map(duration).collect(), edges, ..TaskGraph::default() }
}

/// Graphs and machines at the documented limits, each with something else that one step could do too much of.
fn extremes() -> Vec<(&'static str, WorkflowScenario)> {
    let (tasks, nodes) = (bounds::TASKS.max, bounds::NODES.max);
    let uneven = |task: u32| 1 + task * 7_919 % 1_000;
    let independent = one(nodes, graph(tasks, uneven, Vec::new()), Communication::Ignored);
    let on_one = one(1, graph(tasks, uneven, Vec::new()), Communication::Ignored);
    // One task has all the others for children, another one for parents.
    let middle = |task| [Edge { parent: 0, child: task, cost: task }, Edge { parent: task, child: tasks - 1, cost: 1 }];
    let star = one(nodes, graph(tasks, uneven, (1..tasks - 1).flat_map(middle).collect()), Communication::BetweenNodes);
    // As many edges as there may be.
    let below = |child: u32| (0..200).map(move |parent| Edge { parent, child, cost: 1_000 + parent });
    let dense = graph(2_200, uneven, (200..2_200).flat_map(below).collect());
    let dense = one(nodes, dense, Communication::BetweenNodes);
    // Gaps that nothing fits in.
    let mut combed = on_one.clone();
    let period = |at: u32| BusyPeriod { node: 0, start: 10 + 2 * at, end: 11 + 2 * at };
    combed.busy = Arc::new((0..bounds::BUSY.max).map(period).collect());
    // Many small applications come before.
    let mut loaded = one(nodes, graph(300, uneven, Vec::new()), Communication::Ignored);
    loaded.preload = Preload { percent: bounds::PRELOAD.max, seed: 1 };
    vec![
        ("independent tasks", independent),
        ("independent tasks on one node", on_one),
        ("a star", star),
        ("two dense layers", dense),
        ("a comb", combed),
        ("pre-load", loaded),
    ]
}

#[test]
fn no_part_of_a_workflow_is_much_work() {
    for (name, scenario) in extremes() {
        for method in Method::ALL {
            let mut scenario = scenario.clone();
            scenario.policy.method = method;
            let mut broker = Broker::new(scenario);
            // The whole of it takes minutes by some methods: the first parts are looked at, and larger ones further on.
            for part in 0..22_400 {
                let mut work = Work::of_tasks(if part < 22_000 { 1 } else { 20 });
                broker.work_on(&mut work);
                let periods: usize = broker.nodes().size();
                assert!(work.overrun() <= most(periods), "{name}, {}: {} in part {part}", method.name(), work.overrun());
                if broker.is_done() {
                    break;
                }
            }
        }
    }
}

/// The last that a run tells about a query after its plan, if it tells anything, and whether it took several parts.
fn told(run: &mut WorkflowRun) -> (Option<WorkflowSnapshot>, bool) {
    let (mut last, mut was_working) = (None, false);
    loop {
        match run.snapshot(1) {
            Answer::Working => was_working = true,
            Answer::Ready(snapshot) => last = Some(snapshot),
            Answer::Nothing => return (last, was_working),
        }
    }
}

#[test]
fn the_steps_of_a_large_search_follow_its_plan() {
    let generator = GraphGenerator { tasks: 900, width: 300, shape: Shape::Layers, edge_percent: 1, ..GraphGenerator::default() };
    let layers = WorkflowScenario::of(40, WorkflowSource::Drawn(generator));
    let small = GraphGenerator { tasks: CURVE_TASKS as u32, ..generator };
    let small = WorkflowScenario::of(40, WorkflowSource::Drawn(small));
    let independent = one(100, graph(RECORDED_TASKS as u32, |task| 1 + task % 50, Vec::new()), Communication::Ignored);
    for (scenario, method, is_long) in
        [(independent, Method::Blythe, true), (layers, Method::Slack, false), (small, Method::MinMin, true)]
    {
        let mut scenario = scenario;
        (scenario.policy.method, scenario.policy.iterations) = (method, 2);
        let mut run = WorkflowRun::open(scenario.clone()).expect("in bounds");
        run.query(WorkflowQuery { selected: None, search: Some((0, None)), curves: Some(0) });
        run.advance(usize::MAX);
        let update = run.update().expect("a plan");
        let (answer, was_working) = told(&mut run);
        assert!(was_working || !is_long, "{method:?}: steps or curves take several parts");
        let snapshot = answer.unwrap_or(update.snapshot);
        let recorded = snapshot.recorded.expect("the steps");
        let broker = run.broker();
        let (nodes, usable) = (broker.nodes_before(0), broker.usable_for(0));
        let problem = problem(&broker.prepared()[0], &nodes, &usable);
        let iteration = broker.served()[0].best;
        let (steps, mapping) = BestSearch::default().record(&problem, &scenario.policy, stream(0, 0), iteration);
        assert_eq!((recorded.iteration, recorded.delay), (iteration, mapping.delay), "{method:?}");
        assert!(recorded.steps == steps, "{method:?}: other steps in parts than at once");
        assert_eq!(snapshot.curves.len(), if scenario.tasks() <= CURVE_TASKS { Method::ALL.len() } else { 0 });
    }
}
