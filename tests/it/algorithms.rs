//! The policies as pseudo-code: every recorded decision goes through lines that are there, ends with one that does what was decided, and its values are those
//! of the plan as it is written.

use crate::clusters;
use crate::idle_planning;
use crate::support::random::{Case, case, cases, market_case};
use crate::support::scenario;
use crate::workflows::any_scenario;
use bookahead::engine::Study;
use bookahead::engine::batch::decisions::{Decisions as BatchDecisions, How};
use bookahead::engine::batch::explain::{scheduler_at_work, scheduler_listing};
use bookahead::engine::batch::job::{NEVER, NONE};
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::BatchWorkload;
use bookahead::engine::batch::{BatchQuery, BatchRun, BatchScenario};
use bookahead::engine::core::algorithm::{LineAtWork, Listing, Role};
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::engine::core::steps::StepEvents;
use bookahead::engine::core::time_names::{TimeNames, TimeUnit};
use bookahead::engine::idle::adaptive::Adaptability;
use bookahead::engine::idle::explain::{strategy_at_work, strategy_listing};
use bookahead::engine::idle::run::IdleRun;
use bookahead::engine::idle::strategy::Strategy as IdleStrategy;
use bookahead::engine::idle::{IdleQuery, IdleScenario, IdleSnapshot, IdleWorkload, Moment, MomentQuery};
use bookahead::engine::slots::decisions::Obstacle;
use bookahead::engine::slots::elastic::{
    ElasticQuery, Need, PackingStep, Run, Trail, as_written, packing_at_work, packing_listing, runs_of,
};
use bookahead::engine::slots::explain::{planner_at_work, planner_listing};
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::revenue::{Method as LimitMethod, emsr_b_listing};
use bookahead::engine::slots::scenario::{PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead::engine::slots::step::StepReport;
use bookahead::engine::slots::trace::{Planned as PlannedSlots, RequestTrace};
use bookahead::engine::workflow::policy::Method;
use bookahead::engine::workflow::search::listings::{method_at_work, method_listing};
use bookahead::engine::workflow::update::WorkflowQuery;
use bookahead::engine::workflow::{WorkflowRun, WorkflowScenario};
use bookahead::formats::studies::Planned;
use bookahead::state::Example;
use proptest::prelude::*;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The decisions of a plan as it is written for other tools.
fn written(study: Study) -> Vec<Value> {
    let planned = Planned::new(study).expect("in bounds");
    let mut out = Vec::new();
    planned.report(&planned.provenance(), &planned.violations()).write(&mut out).expect("it is memory");
    let report: Value = serde_json::from_slice(&out).expect("JSON");
    report["decisions"].as_array().expect("decisions").clone()
}

/// The lines that were at work in some decision.
#[derive(Debug, Default)]
struct Seen(RefCell<BTreeSet<&'static str>>);

impl Seen {
    fn take(&self, lines: &[LineAtWork]) {
        self.0.borrow_mut().extend(lines.iter().map(|line| line.line));
    }

    #[track_caller]
    fn expect(&self, lines: &[&str]) {
        for line in lines {
            assert!(self.0.borrow().contains(line), "no decision went through {line}: {self:?}");
        }
    }
}

/// Every line is there, and so is every variable.
#[track_caller]
fn expect_known(listing: &Listing, at_work: &[LineAtWork]) {
    for line in at_work {
        assert!(listing.place_of(line.line).is_some(), "{} has no line {}", listing.name, line.line);
        for (name, value) in &line.values {
            assert!(listing.variables.iter().any(|(known, _)| known == name), "{} has no variable {name}", listing.name);
            assert!(!value.is_empty() && value.len() < 60, "{name} = {value}");
        }
    }
}

/// The line with which a decision ends, and what it does.
#[track_caller]
fn end<'a>(listing: &Listing, at_work: &'a [LineAtWork]) -> (&'a LineAtWork, Role) {
    let last = at_work.last().expect("some line is at work");
    for line in &at_work[..at_work.len() - 1] {
        let role = listing.line(line.line).expect("it is there").role;
        assert!(matches!(role, Role::Works | Role::Waits), "{} goes on after {}", listing.name, line.line);
    }
    (last, listing.line(last.line).expect("it is there").role)
}

/// A number of the plan as a value has it.
fn number(value: &Value) -> Option<String> {
    value.as_u64().map(|number| number.to_string())
}

#[test]
fn every_listing_fits_beside_the_picture() {
    let planners = PlannerKind::EVERY.into_iter().flat_map(|planner| {
        let policy = Policy { planner, ..Policy::default() };
        [planner_listing(policy, false), planner_listing(policy, true)]
    });
    let servers = ["figure-3-3", "three-rates"].map(|key| Example::find(key).unwrap().idle().unwrap());
    let strategies = servers.iter().flat_map(|servers| IdleStrategy::ALL.map(|strategy| strategy_listing(servers, strategy)));
    let schedulers = Scheduler::ALL.map(scheduler_listing);
    let methods = Method::ALL.map(|method| method_listing(method.name(), method));
    let all = planners.chain(strategies).chain(schedulers).chain(methods).chain([packing_listing(), emsr_b_listing()]);
    for listing in all {
        assert!((4..=16).contains(&listing.lines.len()), "{}: {} lines", listing.name, listing.lines.len());
        let ids: BTreeSet<&str> = listing.lines.iter().map(|line| line.id).collect();
        assert_eq!(ids.len(), listing.lines.len(), "{}: lines of one name", listing.name);
        let names: BTreeSet<&str> = listing.variables.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), listing.variables.len(), "{}: variables of one name", listing.name);
        assert!(listing.lines.iter().any(|line| line.role == Role::Accepts), "{}", listing.name);
        assert!(listing.lines.iter().all(|line| line.text.chars().count() <= 100), "{}: a line is too long", listing.name);
        assert!(!listing.source.is_empty());
        // A line stands at most one deeper than the one before it.
        let depths = listing.lines.windows(2).all(|two| two[1].depth <= two[0].depth + 1);
        assert!(listing.lines[0].depth == 0 && depths, "{}: {:?}", listing.name, listing.lines);
    }
}

/// The lines of every request of a plan in slots; how many lines, and which were seen.
fn check_slots(scenario: &SlotsScenario, seen: &Seen) {
    let decisions = written(scenario.clone().into());
    let arrivals = scenario.workload.arrivals().expect("legal");
    let market = scenario.market.clone().map(Arc::new);
    let mut session = Session::for_market(scenario.machine, scenario.policy, market, arrivals);
    session.advance(usize::MAX);
    let (arrivals, plan) = (session.arrivals(), session.decisions());
    let (machine, policy) = (scenario.machine, scenario.policy);
    let listing = planner_listing(policy, scenario.market.as_ref().is_some_and(|market| market.method != LimitMethod::None));
    for row in 0..arrivals.requests() {
        let planned = PlannedSlots { arrivals, decisions: plan, machine, policy, revenue: session.revenue() };
        let trace = RequestTrace::of(planned, row);
        let told = trace.jobs.len();
        let step = row as u32 + 1;
        let report =
            StepReport { step, trace: Some(trace), events: StepEvents::default(), other_node: Vec::new(), other_node_more: 0 };
        let at_work = planner_at_work(arrivals, machine, policy, &report, TimeUnit::Slots);
        expect_known(&listing, &at_work);
        seen.take(&at_work);
        let jobs: Vec<&[LineAtWork]> = at_work.chunk_by(|_, next| next.line != "each").collect();
        assert_eq!(jobs.len(), told, "each job goes through the lines");
        for (job, lines) in (arrivals.first_job[row] as usize..).zip(jobs) {
            let decision = &decisions[job];
            let (last, role) = end(&listing, lines);
            assert_eq!(lines[0].line, "each");
            let name = format!("{}.{}", decision["user"], decision["job"]);
            assert!(lines.iter().all(|line| line.value("j") == Some(&name)), "{name}: {lines:?}");
            let asked = number(&decision["asked"]["nodes"]).or(number(&decision["nodes"]));
            assert_eq!(lines[0].value("nodes"), asked.as_deref());
            match number(&decision["first_start"]) {
                Some(start) => {
                    assert_eq!(
                        (role, last.value("start")),
                        (Role::Accepts, Some(&*start)),
                        "{name} by {}: {lines:?}",
                        policy.name()
                    );
                    assert_eq!(last.value("nodes"), number(&decision["nodes"]).as_deref());
                }
                None => assert_eq!(role, Role::Refuses, "{name} by {}: {lines:?}", policy.name()),
            }
            if policy.planner.has_shift_rule() {
                let moved: Vec<&str> = lines.iter().filter(|line| line.line == "move").filter_map(|line| line.value("b")).collect();
                let is_whole = lines.iter().all(|line| line.left_out == 0);
                match plan.refusal(job) {
                    Some(refusal) => assert_eq!(last.value("back"), Some(&*refusal.put_back.to_string())),
                    None if is_whole && lines.iter().any(|line| line.line == "enough") => {
                        let named = |job: u32| {
                            format!("{}.{}", arrivals.user[arrivals.request[job as usize] as usize], arrivals.number[job as usize])
                        };
                        let made =
                            plan.moves_for(job).iter().map(|made| format!("{}: {} → {}", named(made.job), made.from, made.to));
                        assert_eq!(moved, made.collect::<Vec<_>>(), "{name}");
                    }
                    // No move was made, or all were put back before a smaller offer was taken.
                    None => assert!(!is_whole || plan.moves_for(job).is_empty()),
                }
            }
            if let Some(Obstacle::ClassClosed { limit_of, used, limit, .. }) = plan.refusal(job).map(|refusal| refusal.obstacle) {
                let values = ["c", "used", "limit"].map(|name| last.value(name).map(str::to_string));
                assert_eq!(values, [u32::from(limit_of), used, limit].map(|number| Some(number.to_string())));
                assert_eq!(last.line, "closed");
            }
        }
    }
}

#[test]
fn every_decision_of_every_planner_goes_through_its_lines() {
    let seen = Seen::default();
    for planner in PlannerKind::EVERY {
        for shift in if planner.has_shift_rule() { &ShiftRule::ALL[..] } else { &ShiftRule::ALL[..1] } {
            let policy = Policy { planner, shift: *shift, ..Policy::default() };
            proptest!(cases(8), |(Case { nodes, requests } in case())| {
                check_slots(&scenario(nodes, &requests, policy), &seen);
            });
        }
    }
    for policy in Policy::all() {
        proptest!(cases(8), |((Case { nodes, requests }, market) in market_case())| {
            check_slots(&SlotsScenario { market: Some(market.fitted(nodes)), ..scenario(nodes, &requests, policy) }, &seen);
        });
    }
    seen.expect(&[
        "short", "found", "enough", "move", "blocked", "refuse", "closed", "limits", "accept", "smaller", "solution", "take",
        "count", "again", "gone", "overlaps", "probable",
    ]);
}

#[test]
fn the_worked_example_of_fcfs_eds_goes_through_its_lines() {
    let scenario = Example::find("eleven-requests").unwrap().slots().unwrap();
    let arrivals = scenario.workload.arrivals().unwrap();
    let mut session = Session::for_market(scenario.machine, scenario.policy, None, arrivals);
    session.advance(usize::MAX);
    let (arrivals, decisions) = (session.arrivals(), session.decisions());
    let planned = PlannedSlots { arrivals, decisions, machine: scenario.machine, policy: scenario.policy, revenue: None };
    let trace = Some(RequestTrace::of(planned, 10));
    let report = StepReport { step: 11, trace, events: StepEvents::default(), other_node: Vec::new(), other_node_more: 0 };
    let lines = planner_at_work(arrivals, scenario.machine, scenario.policy, &report, TimeUnit::Slots);
    let third = lines.iter().rposition(|line| line.line == "each").unwrap();
    let told: Vec<_> =
        lines[third..].iter().map(|line| (line.line, line.value("start"), line.value("s"), line.value("b"))).collect();
    let first_fit =
        [("short", Some("12"), Some("12"), None), ("short", Some("13"), Some("13"), None), ("short", Some("14"), Some("15"), None)];
    let expected = [
        &[("each", None, None, None)][..],
        &first_fit[..],
        &[
            ("blocked", Some("12"), Some("12"), Some("3.1, 11.1 stay")),
            ("blocked", Some("13"), Some("13"), Some("7.1, 11.2 stay")),
            ("move", Some("14"), Some("15"), Some("4.1: 15 → 16")),
            ("enough", Some("14"), None, None),
            ("accept", Some("14"), None, None),
        ],
    ]
    .concat();
    assert_eq!(told, expected);
}

/// The line with which a decision on named servers ends is that of the plan.
fn check_moment(
    scenario: &IdleScenario,
    moment: &Moment,
    outcome: &bookahead::engine::idle::IdleDecisions,
    decision: &Value,
) -> Vec<LineAtWork> {
    let listing = strategy_listing(scenario, scenario.strategy);
    let lines = strategy_at_work(scenario, moment, outcome, TimeNames::SLOTS);
    expect_known(&listing, &lines);
    let (last, role) = end(&listing, &lines);
    let place = number(&decision["server"]).zip(number(&decision["start"]));
    match &place {
        Some((server, start)) => {
            assert_eq!(role, Role::Accepts);
            assert_eq!((last.value("i"), last.value("start")), (Some(&**server), Some(&**start)));
        }
        None => assert_eq!(role, Role::Refuses),
    }
    let found = moment.search.steps.iter().filter_map(|step| step.found);
    let told: Vec<_> =
        lines.iter().filter(|line| line.line.starts_with("found")).map(|line| line.value("s").map(str::to_string)).collect();
    assert_eq!(told, found.map(|period| Some(period.start.to_string())).collect::<Vec<_>>(), "each find is told");
    lines
}

#[test]
fn every_decision_of_every_strategy_goes_through_its_lines() {
    let usual = Example::find("figure-3-3").unwrap().idle().unwrap();
    for strategy in IdleStrategy::ALL {
        proptest!(cases(12), |(case in idle_planning::case(30))| {
            let workload = IdleWorkload::of_requests(case.requests.clone());
            let scenario = IdleScenario { servers: case.servers.clone(), strategy, workload, ..usual.clone() };
            let decisions = written(scenario.clone().into());
            let mut run = IdleRun::open(scenario.clone()).expect("in bounds");
            while !run.advance(100).is_done {}
            for (row, decision) in decisions.iter().enumerate() {
                let look = MomentQuery { row: row as u32, tree: None };
                let moment = Moment::of(&scenario, run.session(), look).expect("a row");
                let lines = check_moment(&scenario, &moment, run.session().decisions(), decision);
                if moment.taken().is_some() && moment.steps_left_out == 0 {
                    let taken = lines.last().and_then(|line| line.value("s"));
                    assert!(lines.iter().any(|line| line.line.starts_with("found") && line.value("s") == taken), "{lines:?}");
                }
            }
        });
    }
}

#[test]
fn reservations_that_adapt_go_through_the_lines_too() {
    let (seen, usual) = (Seen::default(), Example::find("figure-3-3").unwrap().idle().unwrap());
    for strategy in IdleStrategy::ALL {
        proptest!(cases(12), |(case in idle_planning::case(30))| {
            let adaptability = Adaptability { replanning: true, opportunistic: false };
            let workload = IdleWorkload::of_requests(case.requests.clone());
            let scenario = IdleScenario { servers: case.servers.clone(), strategy, workload, adaptability, ..usual.clone() };
            let listing = strategy_listing(&scenario, strategy);
            let decisions = written(scenario.clone().into());
            let mut run = IdleRun::open(scenario.clone()).expect("in bounds");
            while !run.advance(100).is_done {}
            run.update().expect("a plan");
            let outcome = run.outcome().decisions;
            for (row, decision) in decisions.iter().enumerate() {
                run.query(IdleQuery { selected: Some(run.session().arrivals().id[row]), tree: None });
                while !run.advance(100).is_done {}
                let Answer::Ready(IdleSnapshot { moment: Some(moment), .. }) = run.snapshot(100) else { panic!("no moment") };
                let lines = strategy_at_work(&scenario, &moment, &outcome, TimeNames::SLOTS);
                expect_known(&listing, &lines);
                seen.take(&lines);
                let (last, role) = end(&listing, &lines);
                assert_eq!(role == Role::Accepts, decision["accepted"] == true, "{lines:?}");
                let adapts = lines.iter().any(|line| line.line == "adapt");
                assert_eq!(adapts, role == Role::Accepts && moment.taken().is_none());
                if adapts {
                    assert_eq!(last.value("i"), number(&decision["server"]).as_deref());
                }
            }
        });
    }
    seen.expect(&["adapt", "accept", "refuse"]);
}

fn check_cluster(scenario: &BatchScenario, seen: &Seen) {
    let written = written(scenario.clone().into());
    let listing = scheduler_listing(scenario.policy.scheduler);
    let mut run = BatchRun::open(scenario.clone()).expect("in bounds");
    while !run.advance(100).is_done {}
    run.update();
    let outcome = run.outcome();
    let (jobs, decisions): (_, &BatchDecisions) = (&outcome.jobs, &outcome.decisions);
    for (row, decision) in written.iter().enumerate() {
        run.query(BatchQuery { selected: Some(jobs.id[row]), ..BatchQuery::default() });
        let attempts = match run.snapshot(100) {
            Answer::Ready(snapshot) => snapshot.attempts,
            _ => Vec::new(),
        };
        for attempts in [&attempts[..], &[]] {
            let lines = scheduler_at_work(jobs, decisions, scenario.policy, row, attempts);
            expect_known(&listing, &lines);
            seen.take(&lines);
            let (last, role) = end(&listing, &lines);
            let seconds = |value: &Value| number(value).map(|number| format!("{number} s"));
            assert_eq!(last.value("j"), number(&decision["job"]).as_deref());
            assert_eq!(last.value("n"), number(&decision["nodes"]).as_deref());
            assert_eq!(last.value("start"), seconds(&decision["start"]).as_deref(), "{lines:?}");
            match (decision["accepted"].as_bool(), decisions.how(row)) {
                (Some(true), _) => assert_eq!(role, Role::Accepts, "{lines:?}"),
                (_, How::Overbooked | How::Refused) => assert_eq!(role, Role::Refuses, "{lines:?}"),
                _ => assert_eq!(role, Role::Waits, "{lines:?}"),
            }
            if decisions.how(row) == How::Backfilled {
                let head = number(&decision["ahead_of"]);
                assert_eq!(last.value("h"), head.as_deref());
                assert_eq!(
                    last.value("shadow"),
                    (decisions.head[row] != NONE).then(|| format!("{} s", decisions.shadow[row])).as_deref()
                );
                assert_eq!(last.value("extra"), Some(&*decisions.extra[row].to_string()));
                if last.line == "narrow" {
                    assert!(jobs.nodes[row] <= decisions.extra[row], "{lines:?}");
                }
            }
            if scenario.policy.scheduler == Scheduler::Conservative && decisions.promised[row] != NEVER {
                let promised = lines.iter().find_map(|line| line.value("promised"));
                assert!(decisions.how(row) == How::Reserved || promised == seconds(&decision["promised"]).as_deref(), "{lines:?}");
            }
            if scenario.policy.scheduler == Scheduler::CoAllocation && role == Role::Accepts {
                assert_eq!(last.value("retries"), Some(&*decisions.retries[row].to_string()));
                if lines.iter().all(|line| line.left_out == 0) && !attempts.is_empty() {
                    let put_off = lines.iter().filter(|line| line.line == "later").count();
                    assert_eq!(put_off, decisions.retries[row] as usize, "{lines:?}");
                }
                assert_eq!(last.value("s"), last.value("start"), "{lines:?}");
            }
        }
    }
}

#[test]
fn every_decision_of_every_scheduler_goes_through_its_lines() {
    let seen = Seen::default();
    for scheduler in Scheduler::ALL {
        proptest!(cases(15), |((nodes, mut jobs) in (1..=64_u32).prop_flat_map(|nodes| (Just(nodes), clusters::jobs(nodes))), is_dense in any::<bool>())| {
            if is_dense {
                // Many come at once: somebody waits, others go ahead.
                jobs.iter_mut().for_each(|job| {
                    job.submitted /= 100;
                    job.earliest_start = job.earliest_start.map(|_| job.submitted + 500);
                    job.logged_start = job.logged_start.map(|_| job.submitted + 700);
                });
            }
            if scheduler == Scheduler::AsLogged {
                jobs.iter_mut().for_each(|job| job.logged_start = Some(job.logged_start.unwrap_or(job.submitted)));
            }
            let policy = BatchPolicy { retries: Some(if is_dense { 3 } else { 60 }), ..BatchPolicy::of(scheduler) };
            check_cluster(&BatchScenario::new(nodes, BatchWorkload::of_jobs(jobs), policy), &seen);
        });
    }
    seen.expect(&[
        "turn", "wait", "shadow", "ends", "narrow", "ahead", "promise", "compress", "few", "lasting", "later", "hold", "accept",
        "logged", "none", "reserved",
    ]);
}

fn check_mapping(scenario: &WorkflowScenario, seen: &Seen) {
    let written = written(scenario.clone().into());
    let method = scenario.policy.method;
    let listing = method_listing(method.name(), method);
    let mut run = WorkflowRun::open(scenario.clone()).expect("in bounds");
    run.query(WorkflowQuery { search: Some((0, None)), ..WorkflowQuery::default() });
    while !run.advance(64).is_done {}
    let Some(recorded) = run.update().and_then(|update| update.snapshot.recorded) else { return };
    for step in &recorded.steps {
        let lines = method_at_work(method, step, |task| task.to_string(), |time| time.to_string());
        expect_known(&listing, &lines);
        seen.take(&lines);
        let accepting = |line: &&LineAtWork| listing.line(line.line).is_some_and(|line| line.role == Role::Accepts);
        let placed: Vec<&LineAtWork> = lines.iter().filter(accepting).collect();
        let [placed] = placed[..] else { panic!("a step maps one task: {lines:?}") };
        let decision = &written[step.task as usize];
        let node = number(&decision["node"]);
        assert_eq!(placed.value("t"), Some(&*step.task.to_string()));
        assert!(node.is_none() || placed.value("i") == node.as_deref(), "{placed:?}, {decision}");
        assert!(node.is_none() || placed.value("start") == number(&decision["start"]).as_deref(), "{placed:?}, {decision}");
        let own = step.ready.iter().find(|ready| ready.task == step.task).expect("it was ready");
        assert_eq!(placed.value("slack").map(|slack| slack.replace('−', "-")), Some(own.slack.to_string()));
        let pushed = lines.iter().filter(|line| line.line == "push").count();
        assert!(pushed == step.pushed.len() || lines.iter().any(|line| line.left_out > 0) || pushed == 12);
        assert_eq!(lines.iter().any(|line| line.line == "lift"), step.lifted > 0);
    }
}

#[test]
fn every_step_of_every_method_goes_through_its_lines() {
    let seen = Seen::default();
    for method in Method::ALL {
        proptest!(cases(20), |(mut scenario in any_scenario())| {
            scenario.policy.method = method;
            check_mapping(&scenario, &seen);
        });
    }
    seen.expect(&["ready", "weigh", "choose", "nodes", "gap", "enough", "place", "push", "lift"]);
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn every_step_of_strip_packing_is_a_line(free in prop::collection::vec(0..=6_u32, 1..20), duration in prop::option::of(1..=9_u32), nodes in prop::option::of(1..=6_u32)) {
        let query = ElasticQuery { from: 0, to: free.len() as u32, duration, nodes };
        let mut runs: Vec<Run> = Vec::new();
        runs_of(query.from, query.to, |slot| free[slot as usize], &mut runs);
        let mut trail = Trail::default();
        let offers = as_written(&runs, Need::of(&query), &mut trail);
        let (listing, steps) = (packing_listing(), trail.steps.len());
        let lines = packing_at_work(&trail, steps, TimeNames::SLOTS);
        expect_known(&listing, &lines);
        prop_assert_eq!(lines.len(), steps);
        let found = offers.first().is_some_and(|offer| offer.is_solution);
        prop_assert_eq!(lines.last().map(|line| line.line), Some(if found { "found" } else { "over" }));
        for (line, step) in lines.iter().zip(&trail.steps) {
            if let PackingStep::Offered { offer, .. } = step {
                let nodes = offer.nodes.to_string();
                prop_assert_eq!(line.value("nodes"), Some(&*nodes));
            }
        }
    }
}
