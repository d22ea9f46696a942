//! Revenue management of whole runs: against the slow clerk, taken back, without a trace of what was refused, in words and in money.

use crate::oracle::revenue::Clerk;
use crate::oracle::{Verdict, plan_with};
use crate::support::random::{Case, cases, edit, fewer_when_quick, market_case};
use crate::support::{gantt, in_words, policies, policy, scenario};
use bookahead::engine::core::time_names::TimeUnit;
use bookahead::engine::slots::check::{Violation, check_with_market};
use bookahead::engine::slots::decisions::{Obstacle, REFUSED};
use bookahead::engine::slots::explain::{refusal_explained, refusal_reason};
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::revenue::{Market, Method, Nesting, Report, sliding_sum};
use bookahead::engine::slots::scenario::{Machine, Policy};
use bookahead::engine::slots::workload::Workload;
use bookahead::engine::{Outcome, SlotsScenario, run};
use proptest::prelude::*;
use std::sync::Arc;

fn market_scenario(nodes: u32, requests: &[Request], policy: Policy, market: &Market) -> SlotsScenario {
    SlotsScenario { market: Some(market.clone()), ..scenario(nodes, requests, policy) }
}

/// What the checker finds, the recount of the money included.
fn recount(scenario: &SlotsScenario, outcome: &Outcome) -> Vec<Violation> {
    let Outcome { arrivals, decisions, nodes, revenue, .. } = outcome;
    let (market, revenue) = (scenario.market.as_ref().expect("a market"), revenue.as_ref().expect("a market"));
    check_with_market(arrivals, decisions, nodes, (scenario.machine, scenario.policy), (market, revenue))
}

/// Runs, and insists that the checker finds nothing.
#[track_caller]
fn run_sound(scenario: &SlotsScenario) -> Outcome {
    let outcome = run(scenario).expect("a scenario within bounds");
    let nodes = scenario.machine.nodes;
    let violations = recount(scenario, &outcome);
    assert!(violations.is_empty(), "{}\n{}", in_words(&violations), gantt::gantt(&outcome, nodes));
    outcome
}

fn session_of(scenario: &SlotsScenario) -> Session {
    let arrivals = scenario.workload.arrivals().expect("within bounds");
    Session::for_market(scenario.machine, scenario.policy, scenario.market.clone().map(Arc::new), arrivals)
}

/// Plans under one policy, and compares every decision, the limits and the money with those of the slow clerk.
fn decides_as_the_slow_clerk(case: &Case, market: &Market, policy: Policy) -> Result<(), TestCaseError> {
    let outcome = run_sound(&market_scenario(case.nodes, &case.requests, policy, market));
    let mut clerk = Some(Clerk::new(market, case.nodes));
    let told = plan_with(case.nodes, &case.requests, policy, &mut clerk);
    let clerk = clerk.expect("it is still there");
    let chart = || format!("{policy:?}\n{}", gantt::gantt(&outcome, case.nodes));
    for (job, verdict) in told.verdicts.iter().enumerate() {
        let decisions = &outcome.decisions;
        match verdict {
            Verdict::Placed { start } => prop_assert_eq!(decisions.first_start[job], *start, "job {}\n{}", job, chart()),
            Verdict::Refused { obstacle, put_back } => {
                let refusal = decisions.refusal(job);
                let told = refusal.map(|refusal| (refusal.obstacle, refusal.put_back));
                prop_assert_eq!(told, Some((*obstacle, *put_back)), "job {}\n{}", job, chart());
            }
        }
    }
    let start: Vec<u32> = told.start.iter().map(|start| start.unwrap_or(REFUSED)).collect();
    prop_assert_eq!(&outcome.decisions.start, &start, "{}", chart());
    prop_assert_eq!(&outcome.decisions.moves, &told.moves, "{}", chart());
    let revenue = outcome.revenue.as_ref().expect("there is a market");
    prop_assert_eq!(&revenue.limits, &clerk.limits);
    let updates: Vec<_> = revenue
        .updates
        .iter()
        .map(|u| (u.slot, u.job as usize, u.after.clone(), u.forecast.iter().map(|class| class.demand).collect::<Vec<_>>()))
        .collect();
    prop_assert_eq!(updates, clerk.updates, "{}", chart());
    prop_assert_eq!(revenue.report.total().revenue, clerk.revenue);
    prop_assert_eq!(revenue.report.per_slot.iter().sum::<u64>(), clerk.revenue);
    prop_assert_eq!(revenue.report.total().closed as usize, clerk.lost.len());
    Ok(())
}

proptest! {
    // Some of what can be put back comes up once in a thousand markets or two.
    #![proptest_config(fewer_when_quick(3_000))]

    // In two halves, for two processors: these are the longest tests of all.
    #[test]
    fn every_second_planner_with_a_market_decides_as_the_slow_clerk((case, market) in market_case()) {
        for policy in policies().into_iter().step_by(2) {
            decides_as_the_slow_clerk(&case, &market, policy)?;
        }
    }

    #[test]
    fn the_other_planners_with_a_market_decide_as_the_slow_clerk((case, market) in market_case()) {
        for policy in policies().into_iter().skip(1).step_by(2) {
            decides_as_the_slow_clerk(&case, &market, policy)?;
        }
    }

    #[test]
    fn going_back_is_exact_with_a_market((case, market) in market_case(), back in 0.0_f64..1.0) {
        for policy in policies() {
            let scenario = market_scenario(case.nodes, &case.requests, policy, &market);
            let mut session = session_of(&scenario);
            let mut part = session.clone();
            session.finish();
            let whole = session.clone();
            let jobs = (session.decided() as f64 * back) as usize;
            session.rewind(jobs);
            part.advance(jobs);
            prop_assert!(session.same_state(&part), "{policy:?} after {jobs} jobs");
            session.finish();
            prop_assert!(session.same_state(&whole), "{policy:?} on from {jobs} jobs");
            session.rewind(0);
            prop_assert!(session.same_state(&session_of(&scenario)), "{policy:?} to the beginning");
        }
    }

    #[test]
    fn an_edit_with_a_market_leads_to_the_plan_of_a_fresh_run(
        ((case, market), (id, change)) in market_case().prop_flat_map(|(case, market)| {
            let edit = edit(case.requests.len(), case.nodes);
            (Just((case, market)), edit)
        }),
    ) {
        for policy in policies() {
            let scenario = market_scenario(case.nodes, &case.requests, policy, &market);
            prop_assume!(change.is_some() || (id as usize) < case.requests.len());
            let edited = SlotsScenario { workload: scenario.workload.with_edit(id, change), ..scenario.clone() };
            let mut session = session_of(&scenario);
            session.finish();
            let mut followed = session.clone();
            session.replace_arrivals(edited.workload.arrivals().expect("within bounds"));
            session.finish();
            let mut fresh = session_of(&edited);
            fresh.finish();
            prop_assert!(session.same_state(&fresh), "{policy:?}");
            // The way a drag takes: edits of a complete plan, the second before the first is planned to its end.
            followed.edit(id, case.requests.first().copied()).expect("within bounds");
            followed.advance(case.requests.len() / 2);
            followed.edit(id, change).expect("within bounds");
            followed.finish();
            prop_assert!(followed.same_state(&fresh), "{policy:?} by edits");
        }
    }

    /// Where limits do not follow demand, a request whose class was closed leaves no trace: the plan is that of a world without it.
    #[test]
    fn a_refused_request_leaves_plan_and_limits_as_they_were((case, market) in market_case()) {
        let market = Market { method: Method::Fixed, ..market };
        for policy in policies() {
            let outcome = run_sound(&market_scenario(case.nodes, &case.requests, policy, &market));
            let Outcome { arrivals, decisions, .. } = &outcome;
            let is_closed = |row: usize| {
                (arrivals.first_job[row]..arrivals.first_job[row + 1]).all(|job| {
                    decisions.refusal(job as usize).is_some_and(|refusal| matches!(refusal.obstacle, Obstacle::ClassClosed { .. }))
                })
            };
            let Some(row) = (0..arrivals.requests()).find(|&row| is_closed(row)) else { continue };
            let id = arrivals.id[row] as usize;
            // The same user number keeps the order among jobs; what is left out is the request alone.
            let without: Vec<Request> = case.requests.iter().enumerate().filter(|(i, _)| *i != id).map(|(_, r)| *r).collect();
            let other = run_sound(&market_scenario(case.nodes, &without, policy, &market));
            let gone = arrivals.first_job[row] as usize..arrivals.first_job[row + 1] as usize;
            let mut start = decisions.start.clone();
            start.drain(gone);
            prop_assert_eq!(&start, &other.decisions.start, "{:?}", policy);
            prop_assert_eq!(decisions.moves.len(), other.decisions.moves.len());
            let total = |outcome: &Outcome| outcome.revenue.as_ref().expect("a market").report.total();
            prop_assert_eq!(total(&outcome).revenue, total(&other).revenue);
        }
    }

    #[test]
    fn without_revenue_management_a_market_only_counts((case, market) in market_case()) {
        let market = Market { method: Method::None, ..market };
        for policy in policies() {
            let plain = run(&scenario(case.nodes, &case.requests, policy)).expect("within bounds");
            let counted = run_sound(&market_scenario(case.nodes, &case.requests, policy, &market));
            prop_assert_eq!(&plain.decisions, &counted.decisions);
            prop_assert_eq!(counted.revenue.expect("a market").report.total().node_slots, plain.metrics.busy_node_slots);
        }
    }
}

/// Three classes on ten nodes with fixed limits 10, 6 and 3.
fn three_classes(nesting: Nesting) -> Market {
    let mut market = Market { method: Method::Fixed, nesting, ..Market::umar(10) };
    for (class, limit) in market.classes.iter_mut().zip([10, 6, 3]) {
        class.limit = limit;
    }
    market
}

/// (book-ahead, nodes) of one-slot jobs, all asking for slot 30.
fn for_slot_30(wanted: &[(u32, u32)]) -> Vec<Request> {
    let request = |(i, &(ahead, nodes)): (usize, &(u32, u32))| Request {
        user: i as u32 + 1,
        submitted: 30 - ahead,
        earliest_start: 30,
        latest_start: 30,
        duration: 1,
        nodes,
        jobs: 1,
    };
    wanted.iter().enumerate().map(request).collect()
}

fn verdicts(market: &Market, wanted: &[(u32, u32)]) -> Vec<Option<String>> {
    let scenario = market_scenario(10, &for_slot_30(wanted), policy("fcfs-eds", "hold"), market);
    let Outcome { arrivals, decisions, .. } = run_sound(&scenario);
    let reason = |job| {
        let refusal = decisions.refusal(job)?;
        Some(refusal_explained(&arrivals, &decisions, scenario.machine, scenario.policy, refusal, TimeUnit::Slots))
    };
    (0..wanted.len()).map(reason).collect()
}

#[test]
fn nested_limits_by_hand() {
    // Class 3 (30 ahead) may have 3; class 2 (20 ahead) 6 with class 3; class 1 (10 ahead) the rest.
    let told = verdicts(&three_classes(Nesting::Nested), &[(30, 2), (30, 2), (28, 1), (20, 4), (20, 3), (10, 5), (9, 4), (8, 1)]);
    let words = |text: &str| Some(text.to_string());
    assert_eq!(told[0], None);
    assert_eq!(told[1], words("class 3 closed for slot 30: 2 of 3 used, 2 needed; 7 nodes are kept for classes 1 and 2"));
    assert_eq!(told[2], None);
    assert_eq!(told[3], words("class 2 closed for slot 30: 3 of 6 used, 4 needed; 4 nodes are kept for class 1"));
    assert_eq!(told[4], None);
    assert_eq!(told[5].as_deref().map(|reason| reason.starts_with("it must start at 30; slot 30 has 4 of 10")), Some(true));
    assert_eq!(told[6], None);
    assert_eq!(told[7].as_deref().map(|reason| reason.starts_with("it must start at 30; slot 30 is full")), Some(true));
    // What class 3 uses counts against class 2.
    let told = verdicts(&three_classes(Nesting::Nested), &[(25, 1), (20, 6), (19, 5)]);
    assert_eq!(told, [None, words("class 2 closed for slot 30: 1 of 6 used, 6 needed; 4 nodes are kept for class 1"), None]);
    // What class 2 uses closes class 3, although class 3 has used nothing of its own limit.
    let late_class_3 = Market {
        classes: {
            let mut classes = three_classes(Nesting::Nested).classes;
            (classes[0].book_ahead_max, classes[1].book_ahead_max) = (Some(0), Some(30));
            classes
        },
        ..three_classes(Nesting::Nested)
    };
    let mut requests = for_slot_30(&[(30, 6), (30, 1)]);
    requests[1] = Request { earliest_start: 31, latest_start: 31, ..requests[1] };
    requests[0].duration = 3;
    let scenario = market_scenario(10, &requests, policy("fcfs-eds", "hold"), &late_class_3);
    let Outcome { arrivals, decisions, .. } = run_sound(&scenario);
    let refusal = decisions.refusal(1).expect("closed");
    assert_eq!(
        refusal_reason(&arrivals, scenario.machine, scenario.policy, refusal, TimeUnit::Slots),
        "class 3 closed for slot 31: of class 2 and those below it 6 of 6 used; 4 nodes are kept for class 1"
    );
}

#[test]
fn partitioned_limits_by_hand() {
    // 4, 3 and 3 for each class alone.
    let told = verdicts(&three_classes(Nesting::Partitioned), &[(30, 3), (20, 3), (19, 1), (10, 4), (9, 1)]);
    let words = |text: &str| Some(text.to_string());
    assert_eq!(told[..2], [None, None]);
    assert_eq!(told[2], words("class 2 closed for slot 30: 3 of 3 used; the other 7 nodes belong to the other classes"));
    assert_eq!(told[3], None);
    // The planner is asked first, and finds nothing left.
    assert!(told[4].as_deref().is_some_and(|reason| reason.starts_with("it must start at 30; slot 30 is full")));
}

#[test]
fn the_money_by_hand() {
    let wanted = [(30, 2), (30, 2), (28, 1), (20, 4), (20, 3), (10, 5), (9, 4), (8, 1)];
    let outcome =
        run_sound(&market_scenario(10, &for_slot_30(&wanted), policy("fcfs-eds", "hold"), &three_classes(Nesting::Nested)));
    let Report { classes, per_slot, .. } = outcome.revenue.expect("a market").report;
    let figures = |k: usize| {
        let class = classes[k];
        let counts = [class.jobs, class.confirmed, class.closed, class.unplaced];
        (counts, [class.node_slots, class.revenue, class.forgone, class.missed])
    };
    assert_eq!(figures(0), ([3, 1, 0, 2], [4, 400, 0, 600]));
    assert_eq!(figures(1), ([2, 1, 1, 0], [3, 180, 240, 0]));
    assert_eq!(figures(2), ([3, 2, 1, 0], [3, 120, 80, 0]));
    assert_eq!((classes[1].acceptance(), classes[2].per_node_slot()), (0.5, 40.0));
    // Charged in the slot of submission.
    let mut expected = vec![0; 23];
    (expected[0], expected[2], expected[10], expected[21]) = (80, 40, 180, 400);
    assert_eq!(per_slot, expected);
    let sliding = sliding_sum(&per_slot, 12);
    assert_eq!(
        (sliding[0], sliding[11], sliding[12], sliding[13], sliding[14], sliding[21], sliding[22]),
        (80, 300, 220, 220, 180, 580, 400)
    );
}

#[test]
fn the_dearest_workload_does_not_overflow() {
    // 32 jobs of ten thousand nodes, a million slots long, at the greatest price: a tenth of the most that is legal.
    let request =
        Request { user: 1, submitted: 0, earliest_start: 0, latest_start: 0, duration: 1_000_000, nodes: 65_535, jobs: 1 };
    let requests: Vec<Request> =
        (0..4).map(|i| Request { earliest_start: i * 1_000_000, latest_start: i * 1_000_000, ..request }).collect();
    let mut market = Market { method: Method::None, ..Market::umar(65_535) };
    market.classes[0].price = 100_000;
    market.classes[0].book_ahead_max = Some(999_999);
    market.classes[1].book_ahead_max = Some(1_000_000);
    let machine = Machine { nodes: 65_535, ..Machine::default() };
    let workload = Workload::of_requests(requests);
    let scenario = SlotsScenario { machine, workload, policy: Policy::default(), market: Some(market), tariff: Default::default() };
    let outcome = run(&scenario).expect("within bounds");
    let total = outcome.revenue.expect("a market").report.total();
    assert_eq!(total.revenue, 65_535 * 1_000_000 * (100_000 + 60 + 40 + 40));
    // Node places and durations at their bounds, at the greatest price.
    assert!(
        u64::from(bookahead::engine::slots::bounds::TOTAL_NODES.max)
            .checked_mul(u64::from(bookahead::engine::slots::bounds::DURATION.max))
            .and_then(|node_slots| node_slots.checked_mul(u64::from(bookahead::engine::slots::bounds::PRICE.max)))
            .is_some_and(|most| most < 1 << 63)
    );
}

/// The random cases reach what they are for: every kind of closing, moves put back and usage that follows them, limits that change.
#[test]
fn random_markets_reach_every_corner() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::new(cases(1));
    let [mut own, mut higher, mut apart, mut put_back, mut moved, mut changed] = [0; 6];
    for _ in 0..400 {
        let (case, market) = market_case().new_tree(&mut runner).expect("a case").current();
        let outcome = run_sound(&market_scenario(case.nodes, &case.requests, policy("fcfs-eds", "hold"), &market));
        for refusal in &outcome.decisions.refusals {
            if let Obstacle::ClassClosed { class, limit_of, partitioned, .. } = refusal.obstacle {
                own += u32::from(!partitioned && class == limit_of);
                higher += u32::from(class != limit_of);
                apart += u32::from(partitioned);
                put_back += refusal.put_back;
            }
        }
        let revenue = outcome.revenue.expect("a market");
        let limited = !matches!(market.method, Method::None);
        moved += if limited { outcome.decisions.moves.len() as u32 } else { 0 };
        changed += revenue.updates.iter().filter(|update| update.before != update.after).count() as u32;
    }
    println!("own {own}, higher {higher}, apart {apart}, put back {put_back}, moved {moved}, changed {changed}");
    assert!(own > 50 && higher > 10 && apart > 50 && put_back > 5 && moved > 20 && changed > 20);
}
