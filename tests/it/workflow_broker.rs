//! Requests that wait while the broker is busy, and the number of mappings by load: a worked example, a twin tick by tick, rules, messages that say what is wrong.

use crate::support::random::cases;
use crate::workflow_page::expect_formulas;
use crate::workflows::any_scenario;
use bookahead::engine::workflow::check::verify_workflow;
use bookahead::engine::workflow::explain::broker_words;
use bookahead::engine::workflow::formulas::formulas;
use bookahead::engine::workflow::graph::TaskGraph;
use bookahead::engine::workflow::parties::{AtBroker, Fate, MessageKind};
use bookahead::engine::workflow::scenario::{Application, BusyPeriod, WorkflowScenario, WorkflowSource};
use bookahead::engine::workflow::{WorkflowOutcome, bounds};
use proptest::prelude::*;
use std::sync::Arc;

/// Two applications of one task each on one node; a mapping takes the broker 2 ticks. The second request comes while the broker searches for the first.
fn two_requests() -> WorkflowScenario {
    let one = |duration| TaskGraph::of_parents(&[duration], &[&[]]);
    let applications = vec![Application::new(1, 0, one(4)), Application { asked: 1, ..Application::new(2, 3, one(3)) }];
    let mut scenario = WorkflowScenario::of_applications(1, applications);
    (scenario.policy.iterations, scenario.policy.mapping_ticks) = (1, 2);
    scenario
}

#[test]
fn a_request_waits_until_the_one_before_it_is_answered() {
    let scenario = two_requests();
    let outcome = scenario.run().expect("in bounds");
    let times = |at: usize| {
        let AtBroker { asked, taken, answered, .. } = outcome.served[at].broker;
        (asked, taken, answered)
    };
    assert_eq!((times(0), times(1)), ((0, 0, 2), (1, 2, 4)));
    // The first could start at 0, but is answered at 2; the second is answered at 4, while the node is taken until 6.
    assert_eq!((outcome.tasks.start.as_slice(), outcome.metrics.broker_wait), (&[2, 6][..], 0.5));
    assert_eq!([0, 1].map(|at: usize| outcome.served[at].delay), [2, 3]);
    let told =
        |kind| outcome.messages.iter().filter(|message| message.kind == kind).map(|message| message.value).collect::<Vec<_>>();
    assert_eq!((told(MessageKind::Wait), told(MessageKind::Search), told(MessageKind::Allow)), (vec![1], vec![1, 1], Vec::new()));
    let words = |at: usize| broker_words(&outcome.served[at], &scenario.policy, 1).join(" ");
    assert_eq!(words(0), "The request came at 0 and was answered at 2.");
    assert_eq!(words(1), "The request came at 1, waited 1 while the broker was busy, and was answered at 4.");
    let all = formulas(&outcome, 1, 1, &|row| format!("T{row}"));
    let wait = all.iter().find(|formula| formula.key == "broker_wait").expect("a formula");
    assert_eq!(wait.expression.value(), 0.5);
    assert_eq!(verify_workflow(&scenario, &outcome).violations, Vec::<String>::new());
}

#[test]
fn fewer_mappings_are_allowed_where_nodes_are_reserved_and_requests_wait() {
    let chain = || TaskGraph::of_parents(&[5, 5], &[&[], &[0]]);
    let applications =
        vec![Application { deadline: Some(30), ..Application::new(1, 10, chain()) }, Application::new(2, 10, chain())];
    let mut scenario = WorkflowScenario::of_applications(2, applications);
    // Of 2 nodes from 10 to 30, 10 ticks of 40 are reserved, and one request waits: 10 + (50 − 10) · 30 ÷ 40 ÷ 2.
    scenario.busy = Arc::new(vec![BusyPeriod { node: 0, start: 5, end: 15 }, BusyPeriod { node: 1, start: 25, end: 99 }]);
    scenario.policy.least_iterations = Some(10);
    let outcome = scenario.run().expect("in bounds");
    let AtBroker { allowed, waiting, booked, room, until, .. } = outcome.served[0].broker;
    assert_eq!((allowed, waiting, booked, room, until), (25, 1, 10, 40, 30));
    let words = broker_words(&outcome.served[0], &scenario.policy, 1).join(" ");
    assert_eq!(words, "25 of 50 mappings were allowed: 25 % of the nodes’ time from 10 to 30 was reserved, and 1 request waited.");
    // The second: 10 ticks of 20 until the end of its critical path, which the first has taken, and 5 of the busy period.
    let AtBroker { allowed, waiting, booked, room, until, .. } = outcome.served[1].broker;
    assert_eq!((allowed, waiting, booked, room, until), (20, 0, 15, 20, 20));
    assert_eq!(verify_workflow(&scenario, &outcome).violations, Vec::<String>::new());
    let mut other = scenario.clone();
    other.policy.least_iterations = Some(20);
    assert!(verify_workflow(&other, &outcome).violations.join("; ").contains("may make"), "the checker counts the mappings");
}

#[test]
fn the_checker_sees_requests_that_are_served_too_early() {
    let scenario = two_requests();
    let plan = scenario.run().expect("in bounds");
    let found = |change: &dyn Fn(&mut WorkflowOutcome)| {
        let mut plan = plan.clone();
        change(&mut plan);
        verify_workflow(&scenario, &plan).violations.join("; ")
    };
    assert_eq!(found(&|_| {}), "");
    assert!(found(&|plan| plan.tasks.start[0] = 1).contains("before its request was answered at 2"));
    assert!(found(&|plan| plan.served[1].broker.taken = 1).contains("is served from 2 on"));
    assert!(found(&|plan| plan.messages.retain(|message| message.kind != MessageKind::Wait)).contains("waits 1 at the broker"));
    assert!(found(&|plan| plan.metrics.broker_wait = 0.0).contains("wait 0.5 on average"));
}

#[test]
fn what_cannot_be_is_told_with_its_place() {
    let refused = |change: &dyn Fn(&mut WorkflowScenario)| {
        let mut scenario = two_requests();
        change(&mut scenario);
        scenario.run().expect_err("out of bounds").to_string()
    };
    let says = |error: &str, parts: &[&str]| parts.iter().for_each(|part| assert!(error.contains(part), "{error}: {part}"));
    let early = refused(&|scenario| {
        let mut given = scenario.applications().to_vec();
        given[0].asked = 2;
        scenario.source = WorkflowSource::Given(Arc::new(given));
    });
    says(&early, &["applications[1].asked", "1", "from 2"]);
    says(&refused(&|scenario| scenario.policy.least_iterations = Some(2)), &["policy.least_iterations", "2", "from 1 to 1"]);
    says(&refused(&|scenario| scenario.policy.mapping_ticks = bounds::MAPPING_TICKS.max + 1), &["policy.mapping_ticks", "1000001"]);
}

/// Applications with other moments at which they ask, and a broker.
fn any_broker() -> impl Strategy<Value = WorkflowScenario> {
    let broker =
        (prop_oneof![Just(0), 1..20_u32], proptest::option::of(1..6_u32), proptest::collection::vec(0..12_u32, 3), 1..40_u32);
    (any_scenario(), broker).prop_map(|(mut scenario, (mapping_ticks, least_iterations, asked, iterations))| {
        // What a refusal does to pins has a test of its own.
        scenario.pins = Arc::default();
        let mut given = scenario.applications().to_vec();
        let mut before = 0;
        for (application, after) in given.iter_mut().zip(asked) {
            before += after;
            application.asked = before;
        }
        scenario.source = WorkflowSource::Given(Arc::new(given));
        scenario.policy.iterations = iterations.max(least_iterations.unwrap_or(1));
        (scenario.policy.mapping_ticks, scenario.policy.least_iterations) = (mapping_ticks, least_iterations);
        scenario
    })
}

/// Whether a node is reserved for others during a tick when an application is searched.
fn is_taken(scenario: &WorkflowScenario, outcome: &WorkflowOutcome, at: usize, node: u32, tick: u64) -> bool {
    let (tasks, busy) = (&outcome.tasks, &outcome.busy);
    let is_in = |start: u64, end: u64| start <= tick && tick < end;
    let before = (0..tasks.len()).filter(|&row| (tasks.application[row] as usize) < at && outcome.is_reserved(row));
    before.into_iter().any(|row| tasks.node[row] == node && is_in(tasks.start[row], tasks.end(row)))
        || scenario.busy.iter().any(|period| period.node == node && is_in(period.start.into(), period.end.into()))
        || (0..busy.reserved()).any(|row| busy.node[row] == node && is_in(busy.start[row], busy.end[row]))
}

/// Mappings that the last search may make, counted tick by tick; requests that have come by then wait.
fn allowed_slowly(scenario: &WorkflowScenario, outcome: &WorkflowOutcome, at: usize, begins: u64) -> u32 {
    let (applications, served) = (scenario.applications(), outcome.served[at]);
    let most = if scenario.policy.method.is_drawn() { scenario.policy.iterations } else { 1 };
    let Some(least) = scenario.policy.least_iterations.map(|least| least.min(most)) else { return most };
    let waiting = applications[at + 1..].iter().filter(|other| u64::from(other.asked) <= begins).count() as u64;
    let end = u64::from(applications[at].deadline.unwrap_or(0)).max(served.start + served.length);
    let has_refused = |provider: u32| {
        outcome.messages.iter().any(|message| {
            let is_own = message.application as usize == at && message.round + 1 < served.rounds;
            is_own && message.kind == MessageKind::Refuse && message.provider == provider
        })
    };
    let (mut free, mut all) = (0, 0);
    for node in (0..scenario.nodes()).filter(|node| !has_refused(outcome.provider_of[*node as usize])) {
        for tick in served.start..end {
            all += 1;
            free += u64::from(!is_taken(scenario, outcome, at, node, tick));
        }
    }
    // One more at a time, as long as the share and the queue allow it.
    let mut allowed = least;
    while allowed < most {
        let more = u64::from(allowed + 1 - least);
        let is_within = if all == 0 {
            more * (waiting + 1) <= u64::from(most - least)
        } else {
            more * all * (waiting + 1) <= u64::from(most - least) * free
        };
        if !is_within {
            break;
        }
        allowed += 1;
    }
    allowed
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn the_broker_serves_requests_in_order_and_counts_its_mappings(scenario in any_broker()) {
        let outcome = scenario.run().expect("in bounds");
        let verification = verify_workflow(&scenario, &outcome);
        prop_assert_eq!(verification.violations, Vec::<String>::new());
        expect_formulas(&scenario, &outcome);
        let ticks = u64::from(scenario.policy.mapping_ticks);
        let mut free_from = 0;
        for (at, (served, application)) in outcome.served.iter().zip(scenario.applications().iter()).enumerate() {
            let AtBroker { asked, taken, answered, allowed, .. } = served.broker;
            prop_assert_eq!((asked, taken), (application.asked.into(), free_from.max(application.asked.into())));
            let own = outcome.messages.iter().filter(|message| message.application as usize == at);
            let searches: Vec<u64> = own.filter(|message| message.kind == MessageKind::Search).map(|message| message.value).collect();
            let (last, before) = searches.split_last().expect("it was searched");
            let begins = taken + ticks * before.iter().sum::<u64>();
            prop_assert_eq!(answered, begins + ticks * last);
            prop_assert_eq!(allowed, allowed_slowly(&scenario, &outcome, at, begins), "application {}", at);
            prop_assert!(*last <= u64::from(allowed));
            // A search ends early only if another mapping could not be better, or would be made after the start of the best one.
            let rows = served.first as usize..(served.first + served.tasks) as usize;
            let first = rows.map(|row| outcome.tasks.start[row]).min().expect("tasks");
            let next = answered + ticks;
            let is_late = served.delay <= next.saturating_sub(served.start) || first < next;
            prop_assert!(*last == u64::from(allowed) || is_late, "application {}", at);
            if served.fate == Fate::Reserved {
                prop_assert!(first >= answered, "application {}", at);
            }
            free_from = answered;
        }
    }

    #[test]
    fn by_load_the_first_application_has_the_first_mappings_of_a_fixed_number(mut scenario in any_broker()) {
        scenario.policy.mapping_ticks = 0;
        let by_load = scenario.run().expect("in bounds");
        let fixed = WorkflowScenario {
            policy: bookahead::engine::workflow::policy::WorkflowPolicy { least_iterations: None, ..scenario.policy },
            ..scenario.clone()
        };
        let fixed = fixed.run().expect("in bounds");
        if fixed.served[0].rounds == 1 && by_load.served[0].rounds == 1 {
            let curve = &fixed.curves[0];
            let made = (by_load.served[0].broker.allowed as usize).min(curve.len());
            prop_assert_eq!(&by_load.curves[0], &curve[..made]);
        }
    }

    #[test]
    fn a_broker_that_takes_no_time_does_not_ask_when_requests_come(mut scenario in any_broker(), early in 0..20_u32) {
        (scenario.policy.mapping_ticks, scenario.policy.least_iterations) = (0, None);
        let mut given = scenario.applications().to_vec();
        let least = given.iter().map(|application| application.start).min().unwrap_or(0);
        given.iter_mut().for_each(|application| application.asked = least.saturating_sub(early));
        let ahead = WorkflowScenario { source: WorkflowSource::Given(Arc::new(given.clone())), ..scenario.clone() };
        given.iter_mut().for_each(|application| application.asked = 0);
        let first = WorkflowScenario { source: WorkflowSource::Given(Arc::new(given)), ..scenario };
        let [ahead, first] = [ahead, first].map(|scenario| scenario.run().expect("in bounds"));
        prop_assert_eq!((ahead.tasks, ahead.messages, ahead.curves), (first.tasks, first.messages, first.curves));
    }
}
