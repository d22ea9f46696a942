//! A plan for tests in which more is booked than the machine has.

use super::view::PlanView;
use bookahead_engine::run;
use bookahead_engine::slots::overlap_rule::OverlapRule;
use bookahead_engine::slots::request::Request;
use bookahead_engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario, scenario_of};

/// One node, booked by job 0 in slots 0 to 9 and by job 1 in slots 9 to 12.
pub fn view() -> PlanView {
    let request = |user, start, duration| Request {
        user,
        submitted: 0,
        earliest_start: start,
        latest_start: start,
        duration,
        nodes: 1,
        jobs: 1,
    };
    let overlap = OverlapRule { confidence: 60, ..OverlapRule::default() };
    let policy = Policy { planner: PlannerKind::Overlapping, overlap, ..Policy::default() };
    let scenario = SlotsScenario { policy, ..scenario_of(1, vec![request(1, 0, 10), request(2, 9, 4)]) };
    let outcome = run(&scenario).expect("a legal scenario");
    PlanView::new(outcome.arrivals, outcome.decisions, outcome.nodes, Machine { nodes: 1, ..Machine::default() })
        .expect("one run's columns belong together")
}
