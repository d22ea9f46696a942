//! Plans and answers for tests.

use crate::gantt::plan::view::PlanView;
use bookahead_engine::run;
use bookahead_engine::slots::elastic::{Answer, Asked, Choice, ElasticQuery, OFFERS_LISTED, OfferOrder};
use bookahead_engine::slots::offers;
use bookahead_engine::slots::request::{Request, Slot};
use bookahead_engine::slots::scenario::{SlotsScenario, scenario_of};

fn rigid(user: u32, start: Slot, duration: Slot, nodes: u32) -> Request {
    Request { user, submitted: 0, earliest_start: start, latest_start: start, duration, nodes, jobs: 1 }
}

fn asked(scenario: &SlotsScenario, query: ElasticQuery) -> (PlanView, Answer) {
    let outcome = run(scenario).expect("a legal scenario");
    let view = PlanView::new(outcome.arrivals, outcome.decisions, outcome.nodes, scenario.machine);
    let answer = offers(
        scenario,
        Asked { query, choice: Choice::PaperUser, order: OfferOrder::default(), with_steps: true, most: OFFERS_LISTED },
    );
    (view.expect("one run's columns belong together"), answer.expect("a legal query"))
}

/// Sulistio's Figure 1: of three nodes, 1, 1, 2, 2 and 3 are free in slots 11 to 15.
pub fn paper(duration: Option<Slot>, nodes: Option<u32>) -> (PlanView, Answer) {
    let scenario = scenario_of(3, vec![rigid(1, 11, 2, 1), rigid(2, 11, 4, 1)]);
    asked(&scenario, ElasticQuery { from: 11, to: 16, duration, nodes })
}

/// A machine of 64 nodes with more offers than are drawn.
pub fn crowded() -> (PlanView, Answer) {
    let requests = (0..120).map(|at: u32| rigid(at + 1, at * 3, 1 + (at * 7) % 5, 1 + (at * 37) % 60)).collect();
    asked(&scenario_of(64, requests), ElasticQuery { from: 0, to: 360, duration: None, nodes: None })
}
