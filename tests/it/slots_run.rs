//! A study in slots at work: what is checked at an edit, and what is told beside the plan.

use crate::study_runs::{PlanCopy, finish};
use bookahead::engine::SlotsScenario;
use bookahead::engine::core::error::FieldPath;
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::revenue::regimes::Comparison;
use bookahead::engine::slots::revenue::{DemandSource, MarketFigures, Method, Report, RevenuePart, RevenueParts};
use bookahead::engine::slots::scenario::PlannerKind;
use bookahead::engine::slots::update::{SlotsQuery, SlotsSnapshot};
use bookahead::engine::study::{AnyRun, Study, StudyQuery, StudySnapshot};
use bookahead::state::{EXAMPLES, Example};
use std::sync::Arc;

fn example(key: &str) -> SlotsScenario {
    Example::find(key).unwrap().slots().unwrap()
}

fn open(scenario: &SlotsScenario) -> (AnyRun, PlanCopy) {
    let mut run = AnyRun::open(Study::Slots(scenario.clone())).unwrap();
    let mut copy = PlanCopy::default();
    finish(&mut run, &mut copy, 1_000);
    (run, copy)
}

#[test]
fn another_machine_is_checked_against_requests_that_stand_nowhere_but_in_the_plan() {
    let mut scenario = EXAMPLES[1].slots().unwrap();
    let (mut run, _) = open(&scenario);
    // The largest request becomes small: its original is still too large for the smaller machine.
    let arrivals = scenario.workload.arrivals().unwrap();
    for row in 0..arrivals.requests() {
        let small = Request { nodes: 1, ..arrivals.row(row) };
        scenario.workload = scenario.workload.with_edit(arrivals.id[row], Some(small));
    }
    scenario.machine.nodes = 1;
    let error = run.edit(Study::Slots(scenario.clone()).without_list()).unwrap_err();
    assert!(error.place.as_str().starts_with("workload.requests["), "{error}");
    assert_eq!(scenario.check(&FieldPath::new("")).unwrap_err().allowed, error.allowed);
}

#[test]
fn another_market_or_planner_plans_anew() {
    let mut scenario = example("three-classes");
    let (mut run, mut copy) = open(&scenario);
    let before = copy.slots.1.clone();
    scenario.market.as_mut().unwrap().method = Method::None;
    run.edit(Study::Slots(scenario.clone()).without_list()).unwrap();
    finish(&mut run, &mut copy, 50);
    copy.expect_outcome(&Study::Slots(scenario.clone()));
    assert_ne!(copy.slots.1, before);
    scenario.policy.planner = PlannerKind::FirstFit;
    run.edit(Study::Slots(scenario.clone()).without_list()).unwrap();
    finish(&mut run, &mut copy, 50);
    copy.expect_outcome(&Study::Slots(scenario.clone()));
    scenario.market.as_mut().unwrap().classes[1].price = 100;
    let error = run.edit(Study::Slots(scenario).without_list()).unwrap_err();
    assert_eq!(error.place.as_str(), "market.classes[1].price");
}

#[test]
fn a_scenario_out_of_bounds_is_refused_with_its_place() {
    let mut scenario = EXAMPLES[0].slots().unwrap();
    let (mut run, _) = open(&scenario);
    scenario.machine.nodes = 0;
    assert_eq!(run.edit(Study::Slots(scenario.clone())).unwrap_err().place.as_str(), "machine.nodes");
    assert_eq!(AnyRun::open(Study::Slots(scenario)).unwrap_err().place.as_str(), "machine.nodes");
}

#[test]
fn what_is_on_screen_is_told_before_the_rest() {
    let scenario = example("three-classes");
    let scenario = SlotsScenario { market: None, ..scenario };
    let (mut run, mut copy) = open(&scenario);
    let mut edited = scenario.clone();
    let arrivals = scenario.workload.arrivals().unwrap();
    edited.workload = edited.workload.with_edit(arrivals.id[2], None);
    run.edit(Study::Slots(edited.clone()).without_list()).unwrap();
    run.query(StudyQuery::Slots(SlotsQuery { visible: arrivals.submitted[20], ..SlotsQuery::default() }));
    let mut provisional = 0;
    loop {
        let is_done = run.advance(8).is_done;
        while let Some(update) = run.update() {
            provisional += usize::from(!copy.take(update));
        }
        if is_done {
            break;
        }
    }
    assert_eq!(provisional, 1, "once");
    copy.expect_outcome(&Study::Slots(edited));
}

fn with_forecasts() -> SlotsScenario {
    let mut scenario = example("three-classes");
    if let Some(market) = &mut scenario.market {
        (market.update_every, market.demand) = (24, DemandSource::Forecast);
    }
    scenario
}

fn snapshots(run: &mut AnyRun, jobs: usize) -> Vec<SlotsSnapshot> {
    let mut told = Vec::new();
    loop {
        match run.snapshot(jobs) {
            Answer::Nothing => return told,
            Answer::Working => {}
            Answer::Ready(StudySnapshot::Slots(snapshot)) => told.push(snapshot),
            Answer::Ready(_) => panic!("of another system"),
        }
    }
}

#[test]
fn the_figures_of_the_market_come_before_the_plan_and_its_revenue_after_it() {
    let scenario = with_forecasts();
    let mut run = AnyRun::open(Study::Slots(scenario.clone())).unwrap();
    run.query(StudyQuery::Slots(SlotsQuery { with_revenue: true, border: Some(1), ..SlotsQuery::default() }));
    let first = snapshots(&mut run, 100);
    let market = scenario.market.as_ref().unwrap();
    let figures = MarketFigures::of(market, scenario.machine.nodes, 1, &mut None);
    assert_eq!(first, [SlotsSnapshot::Market(Box::new(figures))]);
    finish(&mut run, &mut PlanCopy::default(), 100);
    let parts = snapshots(&mut run, 100);
    assert_eq!(parts.len(), 5, "the plan's own and four regimes");
    let SlotsSnapshot::Revenue(own) = &parts[0] else { panic!("the plan's own comes first") };
    let fresh = bookahead::engine::run(&scenario).unwrap();
    assert_eq!((own.regime, &own.report), (None, &fresh.revenue.unwrap().report));
    // Asked for nothing more, nothing more is told.
    run.query(StudyQuery::Slots(SlotsQuery::default()));
    assert_eq!(snapshots(&mut run, 100), []);
}

fn plan_of(scenario: &SlotsScenario) -> Session {
    let market = scenario.market.clone().map(Arc::new);
    let arrivals = scenario.workload.arrivals().unwrap();
    let mut plan = Session::for_market(scenario.machine, scenario.policy, market, arrivals);
    plan.finish();
    plan
}

/// Every part, in the order in which it was told, and how many pieces that took.
fn parts(revenue: &mut RevenueParts, plan: &Session, jobs: usize) -> (Vec<RevenuePart>, usize) {
    revenue.begin();
    let (mut parts, mut pieces) = (Vec::new(), 0);
    loop {
        pieces += 1;
        match revenue.advance(plan, jobs) {
            Answer::Nothing => return (parts, pieces),
            Answer::Working => {}
            Answer::Ready(part) => parts.push(part),
        }
    }
}

#[track_caller]
fn expect(parts: &[RevenuePart], scenario: &SlotsScenario) {
    let (market, arrivals) = (scenario.market.as_ref().unwrap(), scenario.workload.arrivals().unwrap());
    let mut comparison = Comparison::new(scenario.machine, scenario.policy, market, &arrivals);
    comparison.finish();
    assert_eq!(parts[0].regime, None);
    let plan = plan_of(scenario);
    assert_eq!(parts[0].report, Report::of(market, &arrivals, plan.decisions(), scenario.machine.nodes));
    assert_eq!(parts[0].run.as_ref().unwrap().updates, plan.revenue().unwrap().updates());
    let told: Vec<_> = parts[1..].iter().map(|part| (part.regime.unwrap(), part.report.clone())).collect();
    let expected: Vec<_> = comparison.regimes().map(|regime| (regime, comparison.report(regime).unwrap())).collect();
    assert_eq!(told, expected);
}

#[test]
fn the_parts_are_the_plans_revenue_and_that_of_every_regime() {
    let (mut revenue, mut scenario) = (RevenueParts::default(), with_forecasts());
    let (first, pieces) = parts(&mut revenue, &plan_of(&scenario), 64);
    expect(&first, &scenario);
    assert!(pieces > 20, "in pieces: {pieces}");
    // Another price: the runs that it does not touch are charged anew, not planned.
    scenario.market.as_mut().unwrap().classes[0].price = 130;
    let (second, fewer) = parts(&mut revenue, &plan_of(&scenario), 64);
    expect(&second, &scenario);
    assert!(fewer < pieces, "{fewer} of {pieces}");
    // Other requests.
    scenario.workload = scenario.workload.with_edit(3, None);
    expect(&parts(&mut revenue, &plan_of(&scenario), 1_000).0, &scenario);
    // Other limits, another method, another planner.
    scenario.market.as_mut().unwrap().classes[2].limit = 7;
    expect(&parts(&mut revenue, &plan_of(&scenario), 1_000).0, &scenario);
    scenario.market.as_mut().unwrap().method = Method::None;
    expect(&parts(&mut revenue, &plan_of(&scenario), 1_000).0, &scenario);
    scenario.policy.planner = PlannerKind::Rigid;
    expect(&parts(&mut revenue, &plan_of(&scenario), 1_000).0, &scenario);
}

#[test]
fn a_newer_plan_comes_first_and_none_without_a_market() {
    let (mut revenue, scenario) = (RevenueParts::default(), with_forecasts());
    let plan = plan_of(&scenario);
    revenue.begin();
    for _ in 0..4 {
        revenue.advance(&plan, 10);
    }
    expect(&parts(&mut revenue, &plan, 500).0, &scenario);
    revenue.begin();
    revenue.stop();
    assert_eq!(revenue.advance(&plan, 1), Answer::Nothing);
    let plain = plan_of(&EXAMPLES[0].slots().unwrap());
    revenue.begin();
    assert_eq!(revenue.advance(&plain, 1), Answer::Nothing);
}
