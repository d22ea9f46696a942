//! Planners that plan everything anew for each newcomer (Umar 2.1.5; Hu et al., Netto et al., Barzegar et al.): an example by hand, its words, and what holds for all.

use crate::support::random::{Case, case, cases};
use crate::support::{plan, scenario};
use bookahead::engine::core::steps::StepEvents;
use bookahead::engine::core::time_names::TimeUnit;
use bookahead::engine::run;
use bookahead::engine::slots::decisions::{Obstacle, REFUSED};
use bookahead::engine::slots::explain::{trace_lines, verdict};
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::replanning::{FirstOrder, NettoOrder, Replan, WaitShare};
use bookahead::engine::slots::request::{Request, Slot};
use bookahead::engine::slots::scenario::{PlannerKind, Policy, SlotsScenario};
use bookahead::engine::slots::step::StepReport;
use bookahead::engine::slots::trace::{Planned, RequestTrace};
use proptest::prelude::*;

fn policy(replan: Replan) -> Policy {
    Policy { planner: PlannerKind::Replan(replan), ..Policy::default() }
}

/// One node. User 1 wants two slots, from 2 or later; user 2 wants slot 2 and nothing else.
fn two_users() -> [Request; 2] {
    let first = Request { user: 1, submitted: 0, earliest_start: 2, latest_start: 6, duration: 2, nodes: 1, jobs: 1 };
    let second = Request { user: 2, submitted: 1, earliest_start: 2, latest_start: 2, duration: 1, nodes: 1, jobs: 1 };
    [first, second]
}

#[test]
fn who_is_placed_first_decides() {
    let starts = |replan| plan(1, &two_users(), policy(replan)).decisions.start;
    let makes_room = [3, 2];
    let refuses = [2, REFUSED];
    // Whoever came first, or is bigger, keeps its place; user 1 would suffer as much as user 2 and came first.
    assert_eq!(starts(Replan::First(FirstOrder::Fifo)), refuses);
    assert_eq!(starts(Replan::First(FirstOrder::Sufferage)), refuses);
    assert_eq!(starts(Replan::Netto(NettoOrder::BiggestFirst, WaitShare::Whole)), refuses);
    // User 2 has less slack, an earlier finish and an earlier deadline.
    assert_eq!(starts(Replan::First(FirstOrder::MinSlack)), makes_room);
    assert_eq!(starts(Replan::First(FirstOrder::MinMin)), makes_room);
    assert_eq!(starts(Replan::First(FirstOrder::MinMax)), makes_room);
    assert_eq!(starts(Replan::Netto(NettoOrder::LeastFlexible, WaitShare::Whole)), makes_room);
    // Only one order accepts both, and both searches try it.
    assert_eq!(starts(Replan::Gelsar), makes_room);
    assert_eq!(starts(Replan::Genetic), makes_room);
    // In slot 1 half of the wait of user 1 has passed.
    let edf = |share| starts(Replan::Netto(NettoOrder::EarliestDeadline, share));
    assert_eq!(WaitShare::ALL.map(edf), [refuses, refuses, makes_room, makes_room]);
}

#[test]
fn the_words_say_what_was_planned_anew() {
    let told = |replan, row| {
        let scenario = scenario(1, &two_users(), policy(replan));
        let outcome = run(&scenario).expect("within bounds");
        let SlotsScenario { machine, policy, .. } = scenario;
        let arrivals = &outcome.arrivals;
        let verdict = verdict(arrivals, &outcome.decisions, machine, policy, row, TimeUnit::Slots);
        let planned = Planned { arrivals, decisions: &outcome.decisions, machine, policy, revenue: None };
        let trace = Some(RequestTrace::of(planned, row));
        let told = StepReport { step: 2, trace, events: StepEvents::default(), other_node: Vec::new(), other_node_more: 0 };
        let lines = trace_lines(arrivals, machine, policy, &told, TimeUnit::Slots);
        (verdict.sentences, lines.into_iter().map(|line| line.text).collect::<Vec<_>>(), outcome)
    };
    let (sentences, lines, _) = told(Replan::Netto(NettoOrder::EarliestDeadline, WaitShare::Whole), 1);
    let how = "To make room for 2.1, the reservations that had not begun were planned anew in the order of their deadline, earliest first: 1.1 moved from 2 to 3, and 2.1 starts at 2.";
    assert_eq!(sentences, [how, "No one else moved."]);
    assert_eq!(
        lines[1..],
        [
            "2.1: every reservation that may still change its start is placed again, in the order of their deadline, earliest first.",
            "2.1, the newcomer, finds room at 2.",
            "1.1 moves from 2 to 3.",
            "2.1 starts at 2."
        ]
    );
    let (sentences, ..) = told(Replan::Gelsar, 1);
    let how = "To make room for 2.1, the reservations that had not begun were planned anew in the order of the best sequence that gravitational search found: 1.1 moved from 2 to 3, and 2.1 starts at 2.";
    assert_eq!(sentences, [how, "No one else moved."]);
    let (sentences, lines, outcome) = told(Replan::First(FirstOrder::Fifo), 1);
    let why = "With it 2 reservations were planned anew in the order of their arrival, and it, number 2 among them, found no start with room.";
    assert_eq!(sentences, [why]);
    assert_eq!(lines[2..4], ["1.1 stays at 2.", "2.1 finds no start with room."]);
    assert_eq!(outcome.decisions.refusals[0].obstacle, Obstacle::LeftOut { job: 1, placed: 1, waiting: 2 });
}

#[test]
fn more_than_the_planner_plans_at_once_are_refused_with_the_number() {
    for replan in Replan::ALL {
        let (most, _) = replan.limits();
        let wait =
            |user| Request { user, submitted: 0, earliest_start: 1 + user, latest_start: 1 + user, duration: 1, nodes: 1, jobs: 1 };
        let requests: Vec<Request> = (0..=most).map(wait).collect();
        let outcome = plan(1, &requests, policy(replan));
        assert_eq!(outcome.metrics.accepted, most, "{replan:?}");
        let obstacle = Obstacle::TooManyWaiting { waiting: most + 1, slots: u64::from(most) + 1 };
        let found: Vec<Obstacle> = outcome.decisions.refusals.iter().map(|refusal| refusal.obstacle).collect();
        assert_eq!(found, [obstacle], "{replan:?}");
    }
}

#[test]
fn windows_that_are_too_long_together_are_refused_with_the_number() {
    for replan in Replan::ALL {
        let (_, most_slots) = replan.limits();
        let latest_start = (most_slots / 2) as Slot;
        let wide = |user| Request { user, submitted: 0, earliest_start: 1, latest_start, duration: 1, nodes: 1, jobs: 1 };
        let outcome = plan(5, &[wide(1), wide(2), wide(3)], policy(replan));
        assert_eq!(outcome.metrics.accepted, 2, "{replan:?}");
        let reason = outcome.decisions.refusals[0].obstacle;
        assert_eq!(reason, Obstacle::TooManyWaiting { waiting: 3, slots: 3 * u64::from(latest_start) }, "{replan:?}");
    }
}

/// As many reservations wait as a planner plans at once, all want the same place, and more come: no decision searches more often than its rule allows.
#[test]
fn no_decision_searches_more_often_than_its_limits_allow() {
    for replan in Replan::ALL {
        let (most, slots) = replan.limits();
        let width = (slots / u64::from(most)) as Slot;
        let alike = |user: u32| Request {
            user,
            submitted: 0,
            earliest_start: 1 + user % 3,
            latest_start: width + user % 3,
            duration: 1 + user % 2,
            nodes: 1 + user % 3,
            jobs: 1,
        };
        let requests: Vec<Request> = (0..most + 10).map(alike).collect();
        let scenario = scenario(most, &requests, policy(replan));
        let mut session = Session::new(scenario.machine, scenario.policy, scenario.workload.arrivals().expect("within bounds"));
        // The first ones are decided among few.
        session.advance(most as usize - 4);
        for row in session.decided()..requests.len() {
            let before = session.searches();
            session.advance(row + 1 - session.decided());
            let (searches, waiting) = (session.searches() - before, u64::from(most));
            let allowed = match replan {
                // All are looked at again after each that is placed.
                Replan::First(FirstOrder::MinMin | FirstOrder::MinMax | FirstOrder::Sufferage) => 2 * waiting * waiting,
                Replan::Gelsar | Replan::Genetic => 40 * waiting,
                // Once each.
                Replan::First(_) | Replan::Netto(..) => waiting,
            };
            assert!(searches <= allowed, "{replan:?}, row {row}: {searches} searches, {allowed} allowed");
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    /// Where no start can change, it does not matter in which order the reservations are placed again.
    #[test]
    fn without_flexibility_all_are_rigid(Case { nodes, requests } in case()) {
        let rigid: Vec<Request> = requests.iter().map(|r| Request { latest_start: r.earliest_start, ..*r }).collect();
        let expected = plan(nodes, &rigid, Policy { planner: PlannerKind::Rigid, ..Policy::default() }).decisions.start;
        for replan in Replan::ALL {
            let outcome = plan(nodes, &rigid, policy(replan));
            prop_assert_eq!(&outcome.decisions.start, &expected, "{:?}", replan);
            prop_assert!(outcome.decisions.moves.is_empty());
        }
    }

    /// Nobody accepted is lost, started jobs stay, and a refused newcomer leaves the plan as it was. Where the order is searched for, whoever has room in
    /// the plan as it stands is accepted: the search begins with the order of the starts, in which all stay, and the newcomer comes last.
    #[test]
    fn a_newcomer_takes_nobodys_place(Case { nodes, requests } in case()) {
        let mut requests: Vec<Request> = requests.iter().map(|r| Request { jobs: 1, ..*r }).collect();
        requests.sort_by_key(|request| request.submitted);
        for replan in Replan::USUAL {
            let mut before = Vec::new();
            for (at, newcomer) in requests.iter().enumerate() {
                let after = plan(nodes, &requests[..=at], policy(replan)).decisions.start;
                for (&from, &to) in before.iter().zip(&after) {
                    prop_assert_eq!(from == REFUSED, to == REFUSED, "{:?}", replan);
                    prop_assert!(from == to || from > newcomer.submitted && to >= newcomer.submitted, "{:?}", replan);
                }
                if after[at] == REFUSED {
                    prop_assert_eq!(&before[..], &after[..at], "{:?}", replan);
                    let taken = |slot| -> u32 {
                        let stands = |(start, r): &(&Slot, &Request)| **start != REFUSED && (**start..**start + r.duration).contains(&slot);
                        before.iter().zip(&requests).filter(stands).map(|(_, r)| r.nodes).sum()
                    };
                    let has_room = |start| (start..start + newcomer.duration).all(|slot| taken(slot) + newcomer.nodes <= nodes);
                    prop_assert!(!replan.searches() || !(newcomer.earliest_start..=newcomer.latest_start).any(has_room), "{:?}", replan);
                }
                before = after;
            }
        }
    }

    /// In the order of arrival the newcomer is placed last, so that planning anew changes nothing: it is first fit.
    #[test]
    fn by_arrival_planning_anew_is_first_fit(Case { nodes, requests } in case()) {
        let first_fit = plan(nodes, &requests, Policy { planner: PlannerKind::FirstFit, ..Policy::default() }).decisions.start;
        for replan in Replan::ALL.into_iter().filter(|replan| replan.order_in_words() == "their arrival") {
            prop_assert_eq!(&plan(nodes, &requests, policy(replan)).decisions.start, &first_fit, "{:?}", replan);
        }
    }
}
