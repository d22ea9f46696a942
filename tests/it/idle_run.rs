//! A study of named servers at work: what is told of it, and what is refused.

use crate::study_runs::{PlanCopy, finish};
use bookahead::engine::core::columns::{Column, Columns};
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::engine::core::time_names::TimeNames;
use bookahead::engine::idle::explain::adapted_sentence;
use bookahead::engine::idle::reference::StripName;
use bookahead::engine::idle::run::IdleRun;
use bookahead::engine::idle::{IdleEvent, IdlePlan, IdleQuery, IdleScenario, IdleSnapshot, IdleUpdate, IdleWorkload, TreeName};
use bookahead::engine::study::{AnyRun, Study, StudyQuery};
use bookahead::state::Example;
use std::sync::Arc;

fn query(selected: u32) -> IdleQuery {
    IdleQuery { selected: Some(selected), tree: Some(TreeName { rate: 0, strip: StripName::Past }) }
}

fn example(key: &str) -> IdleScenario {
    Example::find(key).unwrap().idle().unwrap()
}

/// Finishes a run and takes in its plan.
fn told(run: &mut IdleRun, plan: &mut IdlePlan) -> (u32, IdleSnapshot) {
    while !run.advance(17).is_done {}
    let update = run.update().unwrap();
    (update.kept, plan.take(update).unwrap())
}

/// What a fresh run tells of a scenario.
fn fresh(scenario: &IdleScenario, query: IdleQuery) -> (IdlePlan, IdleSnapshot) {
    let mut run = IdleRun::open(scenario.clone()).unwrap();
    run.query(query);
    let mut plan = IdlePlan::default();
    let (_, snapshot) = told(&mut run, &mut plan);
    (plan, snapshot)
}

#[test]
fn something_else_of_the_same_plan_is_told_alone() {
    for key in ["figure-3-3", "three-rates"] {
        let scenario = example(key);
        let mut run = IdleRun::open(scenario.clone()).unwrap();
        run.query(query(3));
        let mut plan = IdlePlan::default();
        assert_eq!(told(&mut run, &mut plan).1, fresh(&scenario, query(3)).1);
        for next in [query(0), query(1), query(2)] {
            run.query(next);
            while !run.advance(100).is_done {}
            assert!(run.update().is_none(), "the plan is as it was");
            assert_eq!(run.snapshot(100), Answer::Ready(fresh(&scenario, next).1), "{key}");
            assert_eq!(run.snapshot(100), Answer::Nothing, "once");
        }
    }
}

#[test]
fn other_servers_are_planned_from_the_same_requests() {
    let scenario = example("figure-3-3");
    let mut run = AnyRun::open(Study::Idle(scenario.clone())).unwrap();
    let mut copy = PlanCopy::default();
    finish(&mut run, &mut copy, 100);
    let mut more = scenario;
    more.servers.groups[0].servers += 2;
    run.edit(Study::Idle(more.clone()).without_list()).unwrap();
    run.query(StudyQuery::Idle(query(0)));
    finish(&mut run, &mut copy, 100);
    copy.expect_outcome(&Study::Idle(more));
}

#[test]
fn a_scenario_out_of_bounds_is_refused_with_its_place() {
    let mut scenario = example("figure-3-3");
    let mut run = IdleRun::open(scenario.clone()).unwrap();
    scenario.strip_factor = 0;
    assert_eq!(run.edit(scenario.clone()).unwrap_err().place.as_str(), "servers.strip_factor");
    assert_eq!(IdleRun::open(scenario).unwrap_err().place.as_str(), "servers.strip_factor");
}

#[test]
fn an_update_that_does_not_fit_is_refused() {
    let mut run = IdleRun::open(example("three-rates")).unwrap();
    run.query(query(300));
    while !run.advance(100_000).is_done {}
    let whole = run.update().unwrap();
    assert!(IdlePlan::default().take(whole.clone()).is_some());
    for column in 0..whole.clone().columns().len() {
        let mut cut = whole.clone();
        if let Column::U32(numbers) = &mut cut.columns()[column] {
            assert!(numbers.pop().is_some(), "column {column} holds something");
        }
        assert_eq!(IdlePlan::default().take(cut), None, "column {column}");
    }
    let ahead = IdleUpdate { kept: 1, ..whole };
    assert_eq!(IdlePlan::default().take(ahead), None, "more kept than there is");
}

#[test]
fn reservations_that_adapt_are_told_whole() {
    let plain = example("figure-3-3");
    let mut scenario = plain.clone();
    scenario.adaptability.replanning = true;
    scenario.events = Arc::new(vec![IdleEvent::Extend { submitted: 3, id: 0, by: 2 }]);
    let (mut run, mut plan) = (IdleRun::open(plain.clone()).unwrap(), IdlePlan::default());
    run.query(query(8));
    told(&mut run, &mut plan);
    assert!(plan.pieces.is_empty());
    run.edit(scenario.clone()).unwrap();
    run.query(query(8));
    let (kept, snapshot) = told(&mut run, &mut plan);
    assert_eq!(kept, 0);
    let outcome = scenario.run().unwrap();
    assert_eq!((&plan.decisions, &plan.figures), (&outcome.decisions, &outcome.figures));
    assert_eq!(plan.pieces, outcome.adapted.unwrap().pieces);
    let names = &scenario.workload.names;
    let happened =
        plan.happened.iter().map(|(at, what)| (*at, adapted_sentence((&plan.arrivals, names), *at, what, TimeNames::SLOTS)));
    assert_eq!(happened.collect::<Vec<_>>(), [(9, "Request 1 goes on to 12 on server 0.".to_string())]);
    assert_eq!(snapshot.moment.map(|moment| moment.tests.periods), Some(8));
    assert_eq!(run.verify().violations, Vec::<String>::new());
    run.edit(plain.clone()).unwrap();
    run.query(query(8));
    let (kept, snapshot) = told(&mut run, &mut plan);
    assert_eq!((kept, &plan, &snapshot), (0, &fresh(&plain, query(8)).0, &fresh(&plain, query(8)).1));
    let request = plan.arrivals.row(0);
    scenario.workload = IdleWorkload::of_requests(vec![request; 2_001]);
    let error = IdleRun::open(scenario).unwrap_err();
    assert!(error.found.contains("2002 requests and events"), "{error}");
}
