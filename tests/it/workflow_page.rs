//! What the page shows of workflows: every figure's formula comes to the figure, and two plans are compared as sets of places.

use crate::support::random::cases;
use crate::workflows::any_scenario;
use bookahead::chart::workflow::compared::{TaskCounts, TaskMark};
use bookahead::engine::Study;
use bookahead::engine::core::compare::Comparable;
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::study::StudyKind;
use bookahead::engine::workflow::formulas::formulas;
use bookahead::engine::workflow::graph::{Edge, TaskGraph};
use bookahead::engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead::engine::workflow::scenario::Application;
use bookahead::engine::workflow::{WorkflowOutcome, WorkflowRun, WorkflowScenario};
use bookahead::formats::link::{CompareLayout, decode, encode};
use bookahead::state::{Action, CompareAction, Example, Model, ViewAction};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Insists that every formula comes to the figure beside which it is shown, for every application.
#[track_caller]
pub(crate) fn expect_formulas(scenario: &WorkflowScenario, plan: &WorkflowOutcome) {
    let unit = f64::from(scenario.ticks);
    for (at, served) in plan.served.iter().enumerate() {
        let all = formulas(plan, at, scenario.ticks, &|row| format!("T{row}"));
        let metrics = plan.metrics;
        let shown = [
            ("delay", served.delay as f64 / unit),
            ("makespan", served.makespan as f64 / unit),
            ("length", served.length as f64 / unit),
            ("area", served.area as f64 / unit),
            ("utilisation", metrics.utilisation),
            ("reserved", f64::from(metrics.reserved)),
            ("mean_delay", metrics.delay / unit),
            ("broker_wait", metrics.broker_wait / unit),
        ];
        assert_eq!(all.len(), shown.len());
        for (key, figure) in shown {
            let formula = all.iter().find(|formula| formula.key == key).expect(key);
            let value = formula.expression.value();
            assert!((value - figure).abs() < 1e-9 * figure.abs().max(1.0), "{key} of {at}: {value} for {figure}\n{scenario:?}");
        }
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn formulas_come_to_the_figures(scenario in any_scenario(), ticks in proptest::sample::select(&[1_u32, 10, 1_000][..])) {
        let scenario = WorkflowScenario { ticks, ..scenario };
        expect_formulas(&scenario, &scenario.run().expect("in bounds"));
    }
}

fn planned(scenario: &WorkflowScenario) -> WorkflowRun {
    let mut run = WorkflowRun::open(scenario.clone()).expect("in bounds");
    while !run.advance(64).is_done {}
    run
}

/// Start and node of every reserved task, by its row.
fn places(plan: &WorkflowOutcome) -> BTreeMap<u32, (u64, u32)> {
    let rows = (0..plan.tasks.len()).filter(|&row| plan.is_reserved(row));
    rows.map(|row| (row as u32, (plan.tasks.start[row], plan.tasks.node[row]))).collect()
}

fn with_method(scenario: &WorkflowScenario, method: Method) -> WorkflowScenario {
    WorkflowScenario { policy: WorkflowPolicy { method, ..scenario.policy }, ..scenario.clone() }
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn counts_are_those_of_the_sets(scenario in any_scenario(), method in proptest::sample::select(&Method::ALL[..])) {
        let (a, b) = (planned(&scenario), planned(&with_method(&scenario, method)));
        let told = a.compare(&b);
        let (plan_a, plan_b) = (a.outcome(), b.outcome());
        let (in_a, in_b) = (places(&plan_a), places(&plan_b));
        let count = |is: &dyn Fn((u64, u32), (u64, u32)) -> bool| {
            in_a.iter().filter(|(row, of_a)| in_b.get(row).is_some_and(|of_b| is(**of_a, *of_b))).count() as u32
        };
        let only = |one: &BTreeMap<u32, (u64, u32)>, other: &BTreeMap<u32, (u64, u32)>| {
            one.keys().filter(|row| !other.contains_key(row)).count() as u32
        };
        let expected = TaskCounts {
            tasks: plan_a.tasks.len() as u32,
            earlier: count(&|a, b| b.0 < a.0),
            later: count(&|a, b| b.0 > a.0),
            other_node: count(&|a, b| b.0 == a.0 && b.1 != a.1),
            only_a: only(&in_a, &in_b),
            only_b: only(&in_b, &in_a),
        };
        let counts = TaskCounts::of([&plan_a, &plan_b], &told.counts, told.differences.iter());
        prop_assert_eq!(counts, expected);
        prop_assert_eq!(counts.differing(), told.counts.differing());
        prop_assert_eq!(told.differences.len() as u32, told.counts.differing());
        prop_assert_eq!(told.first.is_some(), told.counts.differing() > 0);
        let marks = TaskMark::all(&plan_a, &plan_b, told.differences.iter().map(|difference| (difference.a, difference.b)));
        let of = |mark: TaskMark| marks.iter().filter(|other| **other == mark).count() as u32;
        prop_assert_eq!(of(TaskMark::Later), expected.earlier, "what is earlier in B is later in A");
        prop_assert_eq!(of(TaskMark::Earlier), expected.later);
        prop_assert_eq!((of(TaskMark::OtherNode), of(TaskMark::OnlyHere)), (expected.other_node, expected.only_a));
        prop_assert_eq!(b.compare(&a).counts, told.counts.swapped());
    }
}

#[test]
fn tasks_are_paired_by_their_names_where_they_have_names() {
    let graph = |names: &[&str], edges: &[(u32, u32)]| TaskGraph {
        durations: vec![4; names.len()],
        edges: edges.iter().map(|&(parent, child)| Edge { parent, child, cost: 0 }).collect(),
        names: names.iter().map(ToString::to_string).collect(),
        ..TaskGraph::default()
    };
    let of = |first: TaskGraph| {
        let second = graph(&["x", "y"], &[(0, 1)]);
        WorkflowScenario::of_applications(3, vec![Application::new(1, 0, first), Application::new(2, 40, second)])
    };
    let before = with_method(&of(graph(&["a", "b", "c"], &[(0, 1), (1, 2)])), Method::Heft);
    let now = with_method(&of(graph(&["a", "c"], &[(0, 1)])), Method::Heft);
    let (a, b) = (planned(&before), planned(&now));
    let told = a.compare(&b);
    // Without b, c starts earlier; the second application is as it was, though its rows are others.
    let found: Vec<_> = told.differences.iter().map(|difference| (difference.request, difference.a, difference.b)).collect();
    assert_eq!(found, [(1, Some(1), None), (1, Some(2), Some(1))]);
    let counts = TaskCounts::of([&a.outcome(), &b.outcome()], &told.counts, told.differences.iter());
    assert_eq!(counts, TaskCounts { tasks: 5, earlier: 1, only_a: 1, ..TaskCounts::default() });
    let first = told.first.expect("they differ");
    assert_eq!((first.name.as_str(), first.words.ends_with("B does not have it")), ("task b of application 1", true));
}

#[test]
fn the_method_compared_with_is_a_part_of_the_view_and_of_the_link() {
    let act = |model: &Model, action: CompareAction| model.reduce(Action::View(ViewAction::Compare(action)));
    let start = Model::new(Example::find("six-tasks").expect("an example").open());
    let own = start.workflow().expect("workflows").clone();
    assert!(!start.is_comparing(StudyKind::Workflow) && start.beside(StudyKind::Workflow).other.is_none());
    let plain = encode(&start.shared());
    let other = Arc::new(Study::Workflow(with_method(&own, Method::Heft)));
    let model = act(&act(&start, CompareAction::Policy(Arc::clone(&other))), CompareAction::Layout(CompareLayout::Overlaid));
    assert!(model.is_comparing(StudyKind::Workflow));
    assert_eq!(model.beside(StudyKind::Workflow).other, Some(other));
    let shared = model.shared();
    let opened = decode(&encode(&shared)).expect("a link");
    assert_eq!((&opened.scenario, opened.view), (&shared.scenario, shared.view));
    assert_eq!((opened.view.workflow.other, opened.view.compare_layout), (Some(Method::Heft), Some(CompareLayout::Overlaid)));
    // Without a comparison a link is as it always was.
    assert_eq!(encode(&act(&model, CompareAction::Stop).shared()), plain);
}
