//! Workflows on nodes that fail, on providers that take part for a time and in given hours, at a broker that takes time, and in given orders: rules, and a slow planner
//! tick by tick.

use crate::support::random::cases;
use crate::workflows::any_scenario;
use bookahead::engine::workflow::check::verify_workflow;
use bookahead::engine::workflow::generator::{GraphGenerator, Shape};
use bookahead::engine::workflow::graph::{Communication, TaskGraph};
use bookahead::engine::workflow::parties::{Fate, MessageKind};
use bookahead::engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead::engine::workflow::scenario::{Application, FailedPlace, Failure, Hours, Provider, WorkflowScenario, WorkflowSource};
use bookahead::engine::workflow::{WorkflowOutcome, WorkflowRun};
use proptest::prelude::*;
use std::sync::Arc;

/// Later than any end in these tests.
const END: u64 = 4_000;

fn any_times() -> impl Strategy<Value = (u32, Option<u32>, Option<Hours>)> {
    let hours = (0..30_u32, 6..30_u32, 0..20_u32);
    let hours = hours.prop_map(|(from, length, more)| Hours { from: from % (length + more), length, period: length + more });
    (0..20_u32, proptest::option::of(30..200_u32), proptest::option::of(hours))
}

fn any_failures() -> impl Strategy<Value = Vec<(bool, u32, u32, Option<u32>)>> {
    proptest::collection::vec((any::<bool>(), 0..9_u32, 0..90_u32, proptest::option::of(1..40_u32)), 0..4)
}

/// Puts failures into a scenario, each at a node or provider that there is.
fn with_failures(scenario: &mut WorkflowScenario, failures: &[(bool, u32, u32, Option<u32>)]) {
    let (nodes, providers) = (scenario.nodes(), scenario.providers.len() as u32);
    let failure = |&(is_provider, number, at, length): &(bool, u32, u32, Option<u32>)| Failure {
        place: if is_provider { FailedPlace::Provider(number % providers) } else { FailedPlace::Node(number % nodes) },
        at,
        until: length.map(|length| at + length),
    };
    scenario.failures = Arc::new(failures.iter().map(failure).collect());
}

/// Several applications on two providers, small enough for the slow planner.
fn small() -> impl Strategy<Value = WorkflowScenario> {
    let graphs = (proptest::sample::select(&Shape::ALL[..]), 1..9_u32, 1..4_u32, 1..4_u32, any::<u64>());
    // Ticks of a mapping, and how early requests come.
    let broker = (prop_oneof![Just(0), 1..12_u32], proptest::option::of(0..12_u32));
    (graphs, any_times(), any_times(), any_failures(), broker).prop_map(
        |((shape, tasks, width, applications, seed), first, second, failures, (mapping_ticks, ahead))| {
            let drawn = GraphGenerator {
                seed,
                applications,
                apart: 7,
                shape,
                tasks,
                width,
                edge_percent: 20,
                duration_min: 1,
                duration_max: 9,
                cost_max: 3,
            };
            let mut scenario = WorkflowScenario::of(1, WorkflowSource::Drawn(drawn));
            let provider = |nodes, (from, until, hours)| Provider { from, until, hours, ..Provider::of(nodes) };
            scenario.providers = vec![provider(2, first), provider(1, second)];
            let (method, communication) = (Method::MinMin, Communication::BetweenNodes);
            scenario.policy = WorkflowPolicy { method, communication, mapping_ticks, ..WorkflowPolicy::default() };
            if let Some(ahead) = ahead {
                let mut given = scenario.applications().to_vec();
                given.iter_mut().for_each(|application| application.asked = application.start.saturating_sub(ahead));
                scenario.source = WorkflowSource::Given(Arc::new(given));
            }
            with_failures(&mut scenario, &failures);
            scenario
        },
    )
}

/// What is on the nodes: node, start, end.
type Taken = Vec<(u32, u64, u64)>;

/// Whether a node can be used during a tick, by the provider's word and by the failures so far.
fn is_there(scenario: &WorkflowScenario, failed: usize, node: u32, tick: u64) -> bool {
    let provider = scenario.provider_of_nodes()[node as usize];
    let Provider { from, until, hours, .. } = scenario.providers[provider as usize];
    let is_open = hours.is_none_or(|hours| {
        let period = u64::from(hours.period);
        (tick + period - u64::from(hours.from)) % period < u64::from(hours.length)
    });
    let has_failed = scenario.failures[..failed].iter().any(|failure| {
        let is_here = match failure.place {
            FailedPlace::Node(own) => own == node,
            FailedPlace::Provider(own) => own == provider,
        };
        is_here && tick >= u64::from(failure.at) && failure.until.is_none_or(|until| tick < u64::from(until))
    });
    is_open && tick >= u64::from(from) && until.is_none_or(|until| tick < u64::from(until)) && !has_failed
}

/// Whether a node can be used for a whole stretch.
fn fits(scenario: &WorkflowScenario, failed: usize, taken: &Taken, node: u32, from: u64, to: u64) -> bool {
    (from..to).all(|tick| {
        is_there(scenario, failed, node, tick)
            && taken.iter().all(|&(other, start, end)| other != node || tick < start || tick >= end)
    })
}

/// Min-min by trying every start: the places of the tasks, or nothing if one of them has none. Tasks that have begun are kept.
fn min_min(
    scenario: &WorkflowScenario,
    failed: usize,
    graph: &TaskGraph,
    kept: &[Option<(u32, u64)>],
    (from, now): (u64, u64),
    mut taken: Taken,
) -> Option<Vec<(u32, u64)>> {
    let duration = |task: usize| u64::from(graph.durations[task]);
    let mut places = kept.to_vec();
    while places.iter().any(Option::is_none) {
        let is_ready = |task: usize| {
            places[task].is_none()
                && graph.edges.iter().all(|edge| edge.child as usize != task || places[edge.parent as usize].is_some())
        };
        let mut best: Option<(u64, usize, u32)> = None;
        for task in (0..places.len()).filter(|&task| is_ready(task)) {
            let mut own: Option<(u64, u32)> = None;
            for node in 0..scenario.nodes() {
                let arrives = graph.edges.iter().filter(|edge| edge.child as usize == task).map(|edge| {
                    let (at, start) = places[edge.parent as usize].unwrap();
                    start + duration(edge.parent as usize) + if at == node { 0 } else { u64::from(edge.cost) }
                });
                let ready = arrives.max().unwrap_or(from).max(now);
                let start = (ready..END).find(|&start| fits(scenario, failed, &taken, node, start, start + duration(task)));
                if let Some(end) = start.map(|start| start + duration(task))
                    && own.is_none_or(|(other, _)| end < other)
                {
                    own = Some((end, node));
                }
            }
            let (end, node) = own?;
            if best.is_none_or(|(other, ..)| end < other) {
                best = Some((end, task, node));
            }
        }
        let (end, task, node) = best?;
        places[task] = Some((node, end - duration(task)));
        taken.push((node, end - duration(task), end));
    }
    places.into_iter().collect()
}

/// What became of the applications, with the places of their tasks.
type Fates = Vec<(Fate, Vec<(u32, u64)>)>;

/// What becomes of the applications by the slow planner, and when its service began and it was answered.
fn slowly(scenario: &WorkflowScenario) -> (Fates, Vec<(u64, u64)>) {
    let applications = scenario.applications();
    let mut answers: Vec<(u64, u64)> = Vec::new();
    let mut plan: Fates = Vec::new();
    let taken_by = |plan: &Fates, graphs: &[Application], keeps: &dyn Fn(usize, usize) -> bool| -> Taken {
        let mut taken = Taken::new();
        for (at, (_, places)) in plan.iter().enumerate().filter(|(_, (fate, _))| *fate == Fate::Reserved) {
            for (task, &(node, start)) in places.iter().enumerate().filter(|(task, _)| keeps(at, *task)) {
                taken.push((node, start, start + u64::from(graphs[at].graph.durations[task])));
            }
        }
        taken
    };
    for application in applications.iter() {
        let taken = taken_by(&plan, &applications, &|_, _| true);
        let none = vec![None; application.graph.len()];
        // The broker makes one mapping, and nothing starts before it has answered.
        let begins = answers.last().map_or(0, |(_, answered)| *answered).max(application.asked.into());
        let answered = begins + u64::from(scenario.policy.mapping_ticks);
        answers.push((begins, answered));
        let places = min_min(scenario, 0, &application.graph, &none, (u64::from(application.start), answered), taken);
        plan.push(places.map_or((Fate::NoRoom, Vec::new()), |places| (Fate::Reserved, places)));
    }
    let mut sorted = scenario.clone();
    Arc::make_mut(&mut sorted.failures).sort_by_key(|failure| failure.at);
    for failed in 1..=sorted.failures.len() {
        let at = u64::from(sorted.failures[failed - 1].at);
        let is_lost = |plan: &Fates, own: usize, task: usize| {
            let ((node, start), duration) = (plan[own].1[task], u64::from(applications[own].graph.durations[task]));
            !fits(&sorted, failed, &Taken::new(), node, start.max(at), start + duration)
        };
        let reserved: Vec<usize> = (0..plan.len()).filter(|&own| plan[own].0 == Fate::Reserved).collect();
        let hit: Vec<usize> =
            reserved.into_iter().filter(|&own| (0..plan[own].1.len()).any(|task| is_lost(&plan, own, task))).collect();
        let keeps: Vec<Vec<bool>> = (0..plan.len())
            .map(|own| (0..plan[own].1.len()).map(|task| plan[own].1[task].1 < at && !is_lost(&plan, own, task)).collect())
            .collect();
        for (done, &own) in hit.iter().enumerate() {
            let waits = |other: usize| hit[done..].contains(&other);
            let taken = taken_by(&plan, &applications, &|other, task| !waits(other) || keeps[other][task]);
            let kept: Vec<Option<(u32, u64)>> =
                plan[own].1.iter().zip(&keeps[own]).map(|(place, keeps)| keeps.then_some(*place)).collect();
            // What it keeps is taken already.
            let now = at.max(answers[own].1);
            let places =
                min_min(&sorted, failed, &applications[own].graph, &kept, (u64::from(applications[own].start), now), taken);
            match places {
                Some(places) => plan[own].1 = places,
                None => plan[own].0 = Fate::GivenUp,
            }
        }
    }
    (plan, answers)
}

fn places_of(outcome: &WorkflowOutcome, at: usize) -> Vec<(u32, u64)> {
    let served = outcome.served[at];
    (served.first..served.first + served.tasks)
        .map(|row| (outcome.tasks.node[row as usize], outcome.tasks.start[row as usize]))
        .collect()
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn the_slow_planner_finds_the_same_places_before_and_after_failures(scenario in small()) {
        let outcome = scenario.run().expect("in bounds");
        let (slow, answers) = slowly(&scenario);
        for (at, (fate, places)) in slow.into_iter().enumerate() {
            let broker = outcome.served[at].broker;
            prop_assert_eq!((broker.taken, broker.answered), answers[at], "application {}", at);
            prop_assert_eq!(outcome.served[at].fate, fate, "application {}", at);
            if fate == Fate::Reserved {
                prop_assert_eq!(places_of(&outcome, at), places, "application {}", at);
            }
        }
        prop_assert_eq!(verify_workflow(&scenario, &outcome).violations, Vec::<String>::new());
    }

    #[test]
    fn every_method_lives_with_failures_and_hours(
        mut scenario in any_scenario(), first in any_times(), second in any_times(), failures in any_failures(),
    ) {
        // What a refusal does to pins has a test of its own.
        scenario.pins = Arc::default();
        for (provider, (from, until, hours)) in scenario.providers.iter_mut().zip([first, second]) {
            *provider = Provider { from, until, hours, ..*provider };
        }
        let mut all = Vec::new();
        for happened in 0..=failures.len() {
            with_failures(&mut scenario, &failures);
            let sorted = Arc::make_mut(&mut scenario.failures);
            sorted.sort_by_key(|failure| failure.at);
            sorted.truncate(happened);
            let outcome = scenario.run().expect("in bounds");
            prop_assert_eq!(verify_workflow(&scenario, &outcome).violations, Vec::<String>::new());
            all.push(outcome);
        }
        // One more failure changes only what it hits: what has begun and is not lost stays, and so do other applications.
        for (happened, pair) in all.windows(2).enumerate() {
            let (before, after) = (&pair[0], &pair[1]);
            let at = u64::from(scenario.failures[happened].at);
            let lost = &after.lost[before.lost.len()..];
            for (application, served) in after.served.iter().enumerate() {
                let is_hit = after.messages.iter().filter(|message| message.application as usize == application
                    && message.kind == MessageKind::Lost).count()
                    > before.messages.iter().filter(|message| message.application as usize == application
                    && message.kind == MessageKind::Lost).count();
                for row in (served.first..served.first + served.tasks).map(|row| row as usize) {
                    let is_lost = lost.iter().any(|lost| lost.task as usize == row);
                    let places = [before, after].map(|plan| (plan.tasks.node[row], plan.tasks.start[row]));
                    let stays = !is_hit || (before.tasks.start[row] < at && !is_lost);
                    prop_assert!(!stays || places[0] == places[1], "task {} at {}", row, at);
                    prop_assert!(stays || served.fate != Fate::Reserved || after.tasks.start[row] >= at, "task {} at {}", row, at);
                }
            }
        }
    }

    #[test]
    fn given_orders_are_followed(tasks in 1..20_u32, width in 1..5_u32, seed in any::<u64>(), nodes in 1..4_u32) {
        let drawn = GraphGenerator { seed, tasks, width, edge_percent: 30, applications: 2, ..GraphGenerator::default() };
        let mut scenario = WorkflowScenario::of(nodes, WorkflowSource::Drawn(drawn));
        scenario.source = WorkflowSource::Given(scenario.applications());
        // An order for the second mapping: what a search of another seed took.
        scenario.policy = WorkflowPolicy { seed: seed ^ 1, iterations: 1, ..WorkflowPolicy::default() };
        let other: Vec<u32> = WorkflowRun::recorded_mapping(&scenario, 0).expect("small").steps.iter().map(|step| step.task).collect();
        let forward: Vec<u32> = {
            let graph = &scenario.applications()[0].graph;
            let mut order: Vec<u32> = Vec::new();
            while order.len() < graph.len() {
                let is_ready = |task: &u32| !order.contains(task)
                    && graph.edges.iter().all(|edge| edge.child != *task || order.contains(&edge.parent));
                let next = (0..graph.len() as u32).rev().find(is_ready).expect("a graph without circles");
                order.push(next);
            }
            order
        };
        scenario.orders = Arc::new(vec![forward.clone(), other.clone()]);
        scenario.policy = WorkflowPolicy { seed, iterations: 3, ..WorkflowPolicy::default() };
        let found = scenario.run().expect("in bounds");
        prop_assert_eq!(verify_workflow(&scenario, &found).violations, Vec::<String>::new());
        for (mapping, order) in [forward, other].into_iter().enumerate().take(found.served[0].iterations as usize) {
            let recorded = WorkflowRun::recorded_mapping(&scenario, mapping as u32).expect("small");
            prop_assert_eq!(recorded.steps.iter().map(|step| step.task).collect::<Vec<_>>(), order);
            prop_assert_eq!(recorded.delay, if mapping == 0 { found.curves[0][0] } else { recorded.delay });
        }
    }
}

#[test]
fn what_cannot_be_is_told_with_its_place() {
    let graph = TaskGraph::of_parents(&[2, 3, 4], &[&[], &[0], &[]]);
    let base = WorkflowScenario::of_applications(2, vec![Application::new(1, 0, graph)]);
    let refused = |change: &dyn Fn(&mut WorkflowScenario)| {
        let mut scenario = base.clone();
        change(&mut scenario);
        scenario.run().expect_err("out of bounds").to_string()
    };
    let orders = |order: Vec<u32>| refused(&|scenario| scenario.orders = Arc::new(vec![order.clone()]));
    let says = |error: &str, parts: &[&str]| parts.iter().for_each(|part| assert!(error.contains(part), "{error}: {part}"));
    says(&orders(vec![1, 0, 2]), &["orders[0][0]", "a task behind its parents"]);
    says(&orders(vec![0, 1]), &["orders[0]", "all 3"]);
    says(&orders(vec![0, 0, 1]), &["orders[0][1]", "every task once"]);
    says(&orders(vec![0, 7, 1]), &["orders[0][1]", "7", "0 to 2"]);
    says(&orders(vec![]), &["orders[0]"]);
    says(
        &refused(&|scenario| {
            scenario.source = WorkflowSource::Drawn(GraphGenerator::default());
            scenario.orders = Arc::new(vec![vec![0]]);
        }),
        &["orders", "given applications"],
    );
    let fails = |failure: Failure| refused(&|scenario| scenario.failures = Arc::new(vec![failure]));
    says(&fails(Failure { place: FailedPlace::Node(2), at: 1, until: None }), &["failures[0].node", "2"]);
    says(&fails(Failure { place: FailedPlace::Provider(1), at: 1, until: None }), &["failures[0].provider", "below 1"]);
    says(&fails(Failure { place: FailedPlace::Node(0), at: 9, until: Some(9) }), &["failures[0].until", "9"]);
    let hours = |from, length, period| refused(&|scenario| scenario.providers[0].hours = Some(Hours { from, length, period }));
    says(&hours(0, 9, 8), &["providers[0].hours.length", "9"]);
    says(&hours(8, 2, 8), &["providers[0].hours.from", "8"]);
    says(&hours(0, 0, 8), &["providers[0].hours.length", "0"]);
    says(&refused(&|scenario| scenario.providers[0].until = Some(0)), &["providers[0].until", "0"]);
}

#[test]
fn a_provider_with_hours_runs_tasks_in_them_and_none_that_is_longer() {
    let graph = TaskGraph::of_parents(&[3, 4], &[&[], &[0]]);
    let mut scenario = WorkflowScenario::of_applications(1, vec![Application::new(1, 1, graph)]);
    scenario.providers[0].hours = Some(Hours { from: 2, length: 4, period: 10 });
    let outcome = scenario.run().expect("in bounds");
    assert_eq!((outcome.tasks.start.as_slice(), outcome.served[0].delay), (&[2, 12][..], 8));
    // Closed until 2 and from 6 to 12, as far as the plan reaches.
    let busy = &outcome.busy;
    assert_eq!((busy.closed, busy.start.as_slice(), busy.end.as_slice()), (2, &[0, 6][..], &[2, 12][..]));
    scenario.providers[0].hours = Some(Hours { from: 2, length: 3, period: 10 });
    let outcome = scenario.run().expect("in bounds");
    assert_eq!((outcome.served[0].fate, outcome.metrics.reserved), (Fate::NoRoom, 0));
    assert_eq!(verify_workflow(&scenario, &outcome).violations, Vec::<String>::new());
}

#[test]
fn the_checker_sees_tasks_where_no_provider_is() {
    let graph = TaskGraph::of_parents(&[3, 4], &[&[], &[0]]);
    let mut scenario = WorkflowScenario::of_applications(2, vec![Application::new(1, 1, graph)]);
    let outcome = scenario.run().expect("in bounds");
    let found = |scenario: &WorkflowScenario| verify_workflow(scenario, &outcome).violations.join("; ");
    assert_eq!(found(&scenario), "");
    scenario.failures = Arc::new(vec![Failure { place: FailedPlace::Provider(0), at: 5, until: Some(6) }]);
    assert!(found(&scenario).contains("which failed at 5"), "{}", found(&scenario));
    scenario.failures = Arc::default();
    for (from, until, hours) in [(2, None, None), (0, Some(7), None), (0, None, Some(Hours { from: 0, length: 5, period: 9 }))] {
        scenario.providers[0] = Provider { from, until, hours, ..Provider::of(2) };
        assert!(found(&scenario).contains("does not take part"), "{}", found(&scenario));
    }
    // The last one ends with the plan.
    scenario.providers[0] = Provider { until: Some(8), ..Provider::of(2) };
    assert_eq!(found(&scenario), "");
}
