//! Workflows against the thesis' worked examples, against slow oracles, and against the known optima of the Standard Task Graph Set.

use crate::oracle::workflow::{Nodes, least_end, longest_from, longest_to};
use crate::support::random::cases;
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::engine::workflow::broker::{Broker, problem, stream};
use bookahead::engine::workflow::check::verify_workflow;
use bookahead::engine::workflow::generator::{GraphGenerator, Shape};
use bookahead::engine::workflow::graph::{Communication, Dag, TaskGraph};
use bookahead::engine::workflow::parties::{Fate, MessageKind};
use bookahead::engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead::engine::workflow::scenario::{Application, BusyPeriod, Pin, Preload, Provider, WorkflowScenario, WorkflowSource};
use bookahead::engine::workflow::search::best::BestSearch;
use bookahead::engine::workflow::times::Times;
use bookahead::engine::workflow::{WorkflowOutcome, WorkflowQuery, WorkflowRun};
use bookahead::formats::workflow::read_graph;
use bookahead::state::Example;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

fn example(key: &str) -> WorkflowScenario {
    Example::find(key).expect("an example").open().scenario.study.workflow().expect("workflows").clone()
}

/// Plans and insists that the checker finds nothing.
#[track_caller]
fn planned(scenario: &WorkflowScenario) -> WorkflowOutcome {
    let outcome = scenario.run().expect("a scenario within bounds");
    assert_eq!(verify_workflow(scenario, &outcome).violations, Vec::<String>::new(), "{scenario:?}");
    outcome
}

fn with(scenario: &WorkflowScenario, change: impl FnOnce(&mut WorkflowPolicy)) -> WorkflowScenario {
    let mut scenario = scenario.clone();
    change(&mut scenario.policy);
    scenario
}

#[test]
fn golden_8a() {
    let outcome = planned(&example("nine-tasks"));
    assert_eq!(outcome.tasks.earliest, [0, 0, 7, 7, 14, 18, 27, 34, 44]);
    assert_eq!(outcome.tasks.latest, [0, 10, 12, 7, 19, 18, 27, 34, 44]);
    assert_eq!(outcome.served[0].length, 50);
    let dag = Dag::of(&example("nine-tasks").applications()[0].graph, Communication::Folded);
    assert_eq!(Times::of(&dag).critical_path(&dag), [0, 3, 5, 6, 7, 8]);
}

#[test]
fn golden_8b() {
    // The search is random: both orders of the thesis come up among its mappings, and give its tables.
    let scenario = example("six-tasks");
    let broker = Broker::new(scenario.clone());
    let (nodes, usable) = (broker.nodes_before(0), broker.usable_for(0));
    let problem = problem(&broker.prepared()[0], &nodes, &usable);
    let mut found = BTreeMap::new();
    for iteration in 0..400 {
        let (steps, mapping) = BestSearch::default().record(&problem, &scenario.policy, stream(0, 0), iteration);
        let order: Vec<u32> = steps.iter().map(|step| step.task).collect();
        if mapping.node[0] == 0 {
            found.insert(order, (mapping.start.clone(), mapping.delay, steps));
        }
    }
    let (starts, delay, steps) = &found[&vec![0, 2, 1, 3, 4, 5]];
    assert_eq!((starts, *delay), (&vec![5, 14, 9, 20, 12, 27], 5));
    // Table 3.7: T1 starts 5 late. T3 and T5 are pushed on by 5; the slack of all unmapped tasks is lifted by 5, so that of T4 becomes 13.
    assert_eq!((steps[2].earliest, steps[2].start, steps[2].lifted), (9, 14, 5));
    assert_eq!(steps[2].pushed, [(3, 15, 20), (5, 22, 27)]);
    let slack = |step: usize, task: u32| steps[step].ready.iter().find(|ready| ready.task == task).map(|ready| ready.slack);
    assert_eq!((slack(2, 4), slack(3, 4), slack(3, 3)), (Some(8), Some(13), Some(0)));
    let (starts, delay, steps) = &found[&vec![0, 1, 3, 2, 4, 5]];
    assert_eq!((starts, *delay), (&vec![5, 9, 18, 15, 21, 23], 1));
    // Table 3.10: T2 starts 9 late; T4 by 9 and T5 by 1.
    assert_eq!((steps[3].pushed.clone(), steps[3].lifted), (vec![(4, 12, 21), (5, 22, 23)], 1));
    // The best of fifty mappings is that of the second order.
    let outcome = planned(&scenario);
    assert_eq!((outcome.served[0].delay, outcome.metrics.delay), (1, 1.0));
}

pub(crate) fn any_scenario() -> impl Strategy<Value = WorkflowScenario> {
    let shape = proptest::sample::select(&Shape::ALL[..]);
    let method = proptest::sample::select(&Method::ALL[..]);
    let communication = proptest::sample::select(&Communication::ALL[..]);
    let graphs = (shape, 1..40_u32, 1..6_u32, 0..60_u32, 0..9_u32, any::<u64>());
    let busy = proptest::collection::vec((0..4_u32, 0..60_u32, 1..20_u32), 0..8);
    let rest = (1..=3_u32, 1..=3_u32, proptest::option::of(0..3_u32), 0..3_u32, proptest::option::of(20..400_u32), 0..=80_u32);
    let differ = any::<bool>();
    (graphs, busy, rest, method, communication, differ).prop_map(|(graphs, busy, rest, method, communication, differ)| {
        let (shape, tasks, width, edge_percent, cost_max, seed) = graphs;
        let (applications, providers, refuses, pin, deadline, percent) = rest;
        let drawn = GraphGenerator {
            seed,
            applications,
            apart: 9,
            shape,
            tasks,
            width,
            edge_percent,
            cost_max,
            ..GraphGenerator::default()
        };
        let mut scenario = WorkflowScenario::of(1, WorkflowSource::Drawn(drawn));
        scenario.providers =
            (0..providers).map(|at| Provider { refuses: refuses.filter(|_| at == 1), ..Provider::of(1 + at) }).collect();
        let nodes = scenario.nodes();
        let periods = busy.into_iter().map(|(node, start, length)| BusyPeriod { node: node % nodes, start, end: start + length });
        scenario.busy = Arc::new(periods.collect());
        scenario.preload = Preload { percent: if percent < 40 { 0 } else { percent }, seed };
        if let Some(deadline) = deadline {
            let mut given = (*scenario.applications()).clone();
            given.iter_mut().for_each(|application| application.deadline = Some(deadline.max(application.start)));
            scenario.source = WorkflowSource::Given(Arc::new(given));
        }
        if differ {
            scenario.source = WorkflowSource::Given(Arc::new(on_differing_nodes(&scenario, seed)));
        }
        let pinned = scenario.tasks() as u32 / 2;
        if pin > 0 {
            scenario.pins = Arc::new(vec![Pin { task: pinned, node: pin % nodes, start: 10 * pin }]);
        }
        scenario.policy = WorkflowPolicy { method, communication, iterations: 6, alpha: 0.3, seed, ..WorkflowPolicy::default() };
        scenario
    })
}

/// The applications of a scenario with other durations on each node, from the drawn one to four times as long.
pub(crate) fn on_differing_nodes(scenario: &WorkflowScenario, seed: u64) -> Vec<Application> {
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    let mut applications = (*scenario.applications()).clone();
    for application in &mut applications {
        let graph = Arc::make_mut(&mut application.graph);
        let row = |&duration: &u32| (0..scenario.nodes()).map(|_| duration + rng.random_range(0..=3 * duration)).collect();
        let rows: Vec<Vec<u32>> = graph.durations.iter().map(row).collect();
        let rows: Vec<&[u32]> = rows.iter().map(Vec::as_slice).collect();
        *graph = std::mem::take(graph).with_durations_on_nodes(&rows);
    }
    applications
}

/// What the checker has to say: tasks that are reserved elsewhere because the provider of the node that they are pinned to refused.
fn missed_pins(scenario: &WorkflowScenario, outcome: &WorkflowOutcome) -> Vec<String> {
    let mut found = Vec::new();
    for pin in scenario.pins.iter() {
        let (row, application) = (pin.task as usize, outcome.tasks.application[pin.task as usize]);
        let provider = outcome.provider_of[pin.node as usize];
        let is_refused = scenario.providers[provider as usize].refuses == Some(application);
        let (served, node) = (outcome.served[application as usize], outcome.tasks.node[row]);
        if is_refused && served.fate == Fate::Reserved && node != pin.node {
            let (of, why) = (pin.node, format!("because provider {} refused the application", provider + 1));
            found.push(format!("task {row} is pinned to node {of}, but runs on node {node}, {why}"));
        }
    }
    found
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn every_mapping_passes_the_checker(scenario in any_scenario()) {
        let outcome = scenario.run().expect("in bounds");
        let found = verify_workflow(&scenario, &outcome);
        prop_assert_eq!(found.violations, missed_pins(&scenario, &outcome));
        prop_assert_eq!(&scenario.run().expect("in bounds"), &outcome, "the same seed, the same plan");
    }

    #[test]
    fn earliest_and_latest_starts_are_longest_paths(tasks in 1..60_u32, width in 1..8_u32, percent in 0..60_u32, seed in any::<u64>()) {
        for shape in Shape::ALL {
            let graph = GraphGenerator { seed, shape, tasks, width, edge_percent: percent, ..GraphGenerator::default() }.graph(0);
            let times = Times::of(&Dag::of(&graph, Communication::Ignored));
            let (mut to, mut from) = (BTreeMap::new(), BTreeMap::new());
            let length = (0..tasks).map(|task| longest_from(&graph, task, &mut from)).max().unwrap_or(0);
            prop_assert_eq!(times.length, length);
            for task in 0..tasks {
                prop_assert_eq!(times.earliest[task as usize], longest_to(&graph, task, &mut to));
                prop_assert_eq!(times.latest[task as usize], length - longest_from(&graph, task, &mut from));
            }
        }
    }
}

#[test]
fn no_method_beats_the_best_of_all_orders_and_many_mappings_reach_it() {
    let (mut small, mut reached, mut delayed) = (0, 0, 0);
    for seed in 0..60 {
        let generator = GraphGenerator {
            seed,
            shape: Shape::ALL[seed as usize % 4],
            tasks: 3 + seed as u32 % 5,
            width: 3,
            edge_percent: 30,
            duration_max: 5,
            cost_max: 3,
            ..GraphGenerator::default()
        };
        let sends = seed % 3 == 0;
        let mut scenario = WorkflowScenario::of_applications(2, vec![Application::new(1, 2, generator.graph(0))]);
        scenario.policy.communication = if sends { Communication::BetweenNodes } else { Communication::Ignored };
        scenario.busy = Arc::new(vec![BusyPeriod { node: 0, start: 4, end: 6 }, BusyPeriod { node: 1, start: 9, end: 10 }]);
        if seed % 2 == 1 {
            scenario.source = WorkflowSource::Given(Arc::new(on_differing_nodes(&scenario, seed)));
        }
        let graph = scenario.applications()[0].graph.clone();
        let nodes: Nodes = vec![vec![(4, 6)], vec![(9, 10)]];
        let least = least_end(&graph, 2, &nodes, sends);
        for method in Method::ALL {
            let outcome = planned(&with(&scenario, |policy| (policy.method, policy.iterations) = (method, 300)));
            let end = 2 + outcome.served[0].makespan;
            assert!(end >= least, "{method:?} ends at {end}, the best is {least}: {graph:?}");
            delayed += u32::from(outcome.served[0].delay > 0);
            if method == Method::Slack {
                small += 1;
                reached += u32::from(end == least);
            }
        }
    }
    assert!(delayed > 100, "{delayed}: the cases are easy");
    assert!(reached * 10 >= small * 9, "slack reaches the best in {reached} of {small} cases");
}

#[test]
fn ready_tasks_are_drawn_with_their_weights() {
    // Three tasks are ready at once, with slack 0, 4 and 9: weights 1, 1/5, 1/10.
    let graph = TaskGraph::of_parents(&[10, 6, 1], &[&[], &[], &[]]);
    let scenario = WorkflowScenario::of_applications(3, vec![Application::new(1, 0, graph)]);
    let broker = Broker::new(scenario.clone());
    let (nodes, usable) = (broker.nodes_before(0), broker.usable_for(0));
    let problem = problem(&broker.prepared()[0], &nodes, &usable);
    let draws = 20_000;
    let (mut counts, mut first_nodes) = ([0_u32; 3], [0_u32; 3]);
    for iteration in 0..draws {
        let (steps, _) = BestSearch::default().record(&problem, &scenario.policy, 0, iteration);
        counts[steps[0].task as usize] += 1;
        first_nodes[steps[0].node as usize] += 1;
        let sum: f64 = steps[0].ready.iter().map(|ready| (ready.slack + 1) as f64).sum();
        assert!(steps[0].ready.iter().all(|ready| (ready.weight - sum / (ready.slack + 1) as f64).abs() < 1e-12));
    }
    let chi = |counts: [u32; 3], shares: [f64; 3]| -> f64 {
        let total: f64 = shares.iter().sum();
        let part = |(count, share): (u32, f64)| {
            let expected = f64::from(draws) * share / total;
            (f64::from(count) - expected) * (f64::from(count) - expected) / expected
        };
        counts.into_iter().zip(shares).map(part).sum()
    };
    // χ² of two degrees of freedom is above 13.8 once in a thousand times; the seed is fixed.
    assert!(chi(counts, [1.0, 0.2, 0.1]) < 13.8, "{counts:?}");
    assert!(chi(first_nodes, [1.0; 3]) < 13.8, "{first_nodes:?}");
    assert!(chi(counts, [1.0, 1.0, 1.0]) > 1_000.0, "the test can fail");
}

#[test]
fn blythes_method_draws_within_alpha() {
    let scenario = with(&example("half-loaded"), |policy| policy.method = Method::Blythe);
    let broker = Broker::new(scenario.clone());
    let (nodes, usable) = (broker.nodes_before(0), broker.usable_for(0));
    let problem = problem(&broker.prepared()[0], &nodes, &usable);
    let ends = |alpha: f64| {
        let policy = WorkflowPolicy { alpha, ..scenario.policy };
        BestSearch::default().record(&problem, &policy, 0, 0)
    };
    // With α = 0 every step lengthens the makespan as little as possible.
    let (steps, _) = ends(0.0);
    let mut makespan = 0;
    for step in &steps {
        let least = step.ready.iter().map(|ready| ready.weight).fold(f64::MAX, f64::min);
        assert_eq!(step.end.saturating_sub(makespan) as f64, least);
        makespan = makespan.max(step.end);
    }
    assert!(ends(1.0).1.delay > ends(0.0).1.delay, "with α = 1 anything may be drawn");
}

#[test]
fn the_parties_say_what_they_do() {
    let scenario = example("changed-mind");
    let outcome = planned(&scenario);
    let kinds: Vec<MessageKind> =
        outcome.messages.iter().filter(|message| message.application == 0).map(|message| message.kind).collect();
    use MessageKind::{Confirm, Query, Refuse, Release, Reply, Request, Reserve, Response, Search};
    let begin = [Request, Query, Query, Query, Response, Response, Response, Search, Reply, Reserve];
    assert_eq!(kinds[..10], begin);
    let refusal = kinds.iter().position(|kind| *kind == Refuse).expect("a refusal");
    let search = kinds.iter().rposition(|kind| *kind == Search).expect("a second search");
    assert!(kinds[refusal..search].contains(&Release) && search > refusal && kinds[search..].contains(&Confirm), "{kinds:?}");
    assert_eq!((outcome.served[0].rounds, outcome.served[0].fate), (2, Fate::Reserved));
    let refusing = |row: usize| outcome.provider_of[outcome.tasks.node[row] as usize] == 1;
    assert!(!(0..outcome.served[0].tasks as usize).any(refusing), "the second search goes without it");
    assert!((outcome.served[0].tasks as usize..outcome.tasks.len()).any(refusing), "later applications use it again");
    // A deadline that cannot be met: nothing is reserved, and the user is told.
    let mut given = (*scenario.applications()).clone();
    given[1].deadline = Some(given[1].start + 1);
    let late = WorkflowScenario { source: WorkflowSource::Given(Arc::new(given)), ..scenario.clone() };
    let outcome = planned(&late);
    assert_eq!((outcome.served[1].fate, outcome.metrics.reserved), (Fate::TooLate, 2));
    assert!(outcome.messages.iter().any(|message| message.application == 1 && message.kind == MessageKind::Failure));
    // Nobody left.
    let alone = WorkflowScenario { providers: vec![Provider { refuses: Some(0), ..Provider::of(2) }], ..scenario };
    assert_eq!(planned(&alone).served[0].fate, Fate::NoProvider);
}

#[test]
fn the_checker_finds_what_is_wrong() {
    let scenario = example("six-tasks");
    let good = planned(&scenario);
    let finds = |what: &str, change: fn(&mut WorkflowOutcome)| {
        let mut bad = good.clone();
        change(&mut bad);
        let found = verify_workflow(&scenario, &bad).violations;
        assert!(found.iter().any(|violation| violation.contains(what)), "{what}: {found:?}");
    };
    finds("has to wait for task 3", |plan| plan.tasks.start[5] -= 2);
    finds("a busy period and task 0 are on node", |plan| {
        plan.tasks.start.iter_mut().for_each(|start| *start += 6);
        plan.tasks.node = vec![0; 6];
    });
    finds("are on node", |plan| {
        let node = plan.tasks.node[1];
        (plan.tasks.node[2], plan.tasks.start[2]) = (node, plan.tasks.start[1] + 1);
    });
    finds("before its application", |plan| plan.tasks.start[0] = 0);
    finds("duration", |plan| plan.tasks.duration[2] = 2);
    finds("longest path", |plan| plan.served[0].length += 1);
    finds("makespan or delay", |plan| plan.served[0].delay += 1);
    finds("which does not exist", |plan| plan.tasks.node[4] = 9);
    finds("deadline and the messages", |plan| plan.served[0].fate = Fate::TooLate);
    finds("mean delay", |plan| plan.metrics.delay = 7.0);
    finds("other rows", |plan| plan.tasks.node.truncate(5));
    finds("not those that are given", |plan| plan.busy.end[0] += 1);
}

#[test]
fn what_is_asked_for_beside_a_plan_is_that_of_the_plan() {
    let scenario = example("six-tasks");
    let mut run = WorkflowRun::open(scenario.clone()).expect("in bounds");
    run.query(WorkflowQuery { selected: Some(2), search: Some((0, None)), curves: Some(0) });
    run.advance(usize::MAX);
    let update = run.update().expect("a plan");
    let recorded = update.snapshot.recorded.expect("the best mapping");
    assert_eq!((recorded.iteration, recorded.delay), (update.plan.served[0].best, update.plan.served[0].delay));
    for step in &recorded.steps {
        let row = step.task as usize;
        assert_eq!((step.node, step.start), (update.plan.tasks.node[row], update.plan.tasks.start[row]));
    }
    let gap = update.snapshot.gaps.iter().find(|gap| gap.node == update.plan.tasks.node[2]).expect("its own node");
    assert!(gap.start <= update.plan.tasks.start[2], "a task can always stay where it is: {gap:?}");
    let mut curves = Vec::new();
    loop {
        match run.snapshot(10) {
            Answer::Working => {}
            Answer::Ready(snapshot) => curves = snapshot.curves,
            Answer::Nothing => break,
        }
    }
    assert_eq!(curves.len(), Method::ALL.len());
    assert_eq!(curves[0].best, update.plan.curves[0], "the curve of the method itself");
    for curve in curves {
        assert!(curve.best.is_sorted_by(|one, next| one >= next) && !curve.best.is_empty(), "{curve:?}");
        let other = planned(&with(&scenario, |policy| policy.method = curve.method));
        assert_eq!(curve.best.last(), Some(&other.served[0].delay), "{:?}", curve.method);
    }
}

#[test]
fn pinned_tasks_run_where_they_must() {
    for method in Method::ALL {
        let mut scenario = with(&example("half-loaded"), |policy| policy.method = method);
        scenario.pins = Arc::new(vec![Pin { task: 30, node: 5, start: 40 }]);
        let outcome = planned(&scenario);
        assert_eq!(outcome.tasks.node[30], 5, "{method:?}");
        assert!(outcome.tasks.start[30] >= 40);
    }
}

/// The folder with the Standard Task Graph Set, if there is one.
fn graphs() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os("BOOKAHEAD_DATA")?).join("stg");
    assert!(folder.is_dir(), "{} is missing, and BOOKAHEAD_DATA names its folder", folder.display());
    Some(folder)
}

/// All instances whose optimum is known: no makespan is below it. How far the methods are from it is printed.
#[test]
fn no_makespan_is_below_the_known_optimum() {
    let Some(folder) = graphs() else {
        let _ = writeln!(std::io::stderr(), "skipped: set BOOKAHEAD_DATA to the folder that holds stg/ to test known optima");
        return;
    };
    let mut gaps: BTreeMap<&str, (f64, u32, u32)> = BTreeMap::new();
    let (mut instances, mut at_bound) = (0, 0);
    for size in [50, 100] {
        for nodes in [2, 4, 8, 16] {
            let list = std::fs::read_to_string(folder.join(format!("optimal/Case{size}_{nodes}_OPT.csv"))).expect("a list");
            for line in list.lines() {
                let fields: Vec<&str> = line.split(',').map(str::trim).collect();
                let [name, processors, optimum, rest @ ..] = &fields[..] else { panic!("{line}") };
                let path = folder.join(name);
                if !path.is_file() {
                    continue;
                }
                let least: u64 = optimum.parse().expect("a makespan");
                let read = read_graph(&std::fs::read(path).expect("a graph"), 1.0).expect("a graph");
                let graph = Application::new(1, 0, read.graph);
                let scenario = WorkflowScenario::of_applications(processors.parse().expect("processors"), vec![graph]);
                instances += 1;
                for method in Method::ALL {
                    let served = planned(&with(&scenario, |policy| policy.method = method)).served[0];
                    assert!(served.makespan >= least, "{line}: {} makes it in {}", method.name(), served.makespan);
                    assert!(served.length.max(served.area) <= served.makespan);
                    if rest.is_empty() {
                        let gap = gaps.entry(method.name()).or_default();
                        gap.0 += served.makespan as f64 / least as f64 - 1.0;
                        gap.1 += u32::from(served.makespan == least);
                        gap.2 += 1;
                    }
                    at_bound += u32::from(served.delay == 0);
                }
            }
        }
    }
    assert!(instances >= 400, "{instances} instances");
    for (method, (sum, optimal, count)) in gaps {
        let mean = 100.0 * sum / f64::from(count);
        let _ = writeln!(
            std::io::stderr(),
            "{method:>14}: {mean:.2} % above the optimum, {optimal} of {count} optimal ({at_bound} at their bound)"
        );
    }
}
