//! Planners that plan everything anew for each newcomer (Umar 2.1.5; Hu et al., Netto et al., Barzegar et al.): an example by hand, its words, and what holds for all.

use crate::support::random::{Case, case, cases};
use crate::support::{plan, scenario};
use bookahead::engine::core::steps::StepEvents;
use bookahead::engine::core::time_names::TimeUnit;
use bookahead::engine::run;
use bookahead::engine::slots::bounds;
use bookahead::engine::slots::decisions::{Obstacle, REFUSED};
use bookahead::engine::slots::explain::{refusal_reason, trace_lines, verdict};
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

/// Every planner but those of Netto in the order of arrival, which is that of `first-fifo`, with its limits: so many reservations take a while.
fn limited() -> impl Iterator<Item = Replan> {
    Replan::ALL.into_iter().filter(|replan| !matches!(replan, Replan::Netto(NettoOrder::Fifo, _)))
}

#[test]
fn more_than_the_planner_plans_at_once_are_refused_with_the_number() {
    for replan in limited() {
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
        let (most, most_slots) = replan.limits();
        let latest_start = bounds::SLOT.max;
        let fitting = (most_slots / u64::from(latest_start)) as u32;
        if most_slots / u64::from(latest_start) > u64::from(most) {
            // In the order of arrival no windows are too long.
            assert!(replan.has_lasting_order() && most_slots >= u64::from(most) * u64::from(latest_start + bounds::DURATION.max));
            continue;
        }
        let wide = |user| Request { user, submitted: 0, earliest_start: 1, latest_start, duration: 1, nodes: 1, jobs: 1 };
        let requests: Vec<Request> = (0..=fitting).map(wide).collect();
        let outcome = plan(5, &requests, policy(replan));
        assert_eq!(outcome.metrics.accepted, fitting, "{replan:?}");
        let reason = outcome.decisions.refusals[0].obstacle;
        let (waiting, slots) = (fitting + 1, u64::from(fitting + 1) * u64::from(latest_start));
        assert_eq!(reason, Obstacle::TooManyWaiting { waiting, slots }, "{replan:?}");
    }
}

/// What first fit accepts is accepted where only the newcomer is placed: 4,200 jobs that wait at once, and windows of hundreds of thousands of slots.
#[test]
fn planning_anew_in_the_order_of_arrival_refuses_no_crowd_that_first_fit_takes() {
    let fifo = policy(Replan::First(FirstOrder::Fifo));
    let crowd = [Request { user: 1, submitted: 0, earliest_start: 10, latest_start: 10, duration: 1, nodes: 1, jobs: 4_200 }];
    let wide = |user, submitted, latest_start, duration| Request {
        user,
        submitted,
        earliest_start: submitted,
        latest_start,
        duration,
        nodes: 3,
        jobs: 1,
    };
    let windows = [wide(3, 1, 134_105, 310_872), wide(5, 2, 567_391, 553), wide(1, 3, 3_900_000, 90_000), wide(2, 4, 900_000, 1)];
    for (nodes, requests) in [(6_000, &crowd[..]), (3, &windows[..])] {
        let first_fit = plan(nodes, requests, Policy { planner: PlannerKind::FirstFit, ..Policy::default() });
        let outcome = plan(nodes, requests, fifo);
        assert_eq!(outcome.decisions.start, first_fit.decisions.start);
        assert!(outcome.decisions.refusals.is_empty());
    }
}

#[test]
fn a_refusal_by_a_limit_says_that_a_limit_refused() {
    let (most, most_slots) = Replan::First(FirstOrder::Sufferage).limits();
    let job = |user, latest_start| Request { user, submitted: 0, earliest_start: 1, latest_start, duration: 1, nodes: 1, jobs: 1 };
    let narrow: Vec<Request> = (0..=most).map(|user| job(user + 1, 1_000)).collect();
    let wide = [job(1, bounds::SLOT.max), job(2, bounds::SLOT.max)];
    let words = "; this limit of the program refuses it, not the plan: there may be room";
    for (requests, row, expected) in [
        (
            &narrow[..],
            most,
            format!("129 reservations wait for their start, and this planner plans at most {most} anew together{words}"),
        ),
        (
            &wide[..],
            1,
            format!(
                "the windows of the 2 reservations that wait have 8000000 slots in total, and this planner plans at most {most_slots} slots anew together{words}"
            ),
        ),
    ] {
        let scenario = scenario(200, requests, policy(Replan::First(FirstOrder::Sufferage)));
        let outcome = run(&scenario).expect("within bounds");
        let refusal = outcome.decisions.refusals.iter().find(|refusal| refusal.job == row).expect("it is refused");
        let told = refusal_reason(&outcome.arrivals, scenario.machine, scenario.policy, refusal, TimeUnit::Slots);
        assert_eq!(told, format!("with it, {expected}"));
    }
}

/// As many reservations wait as a planner plans at once, all want the same place, and more come: no decision searches more often than its rule allows.
#[test]
fn no_decision_searches_more_often_than_its_limits_allow() {
    for replan in limited() {
        let (most, slots) = replan.limits();
        let width = (slots / u64::from(most)).min(u64::from(bounds::SLOT.max / 2)) as Slot;
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
