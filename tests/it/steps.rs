//! Stepping through decisions: the plan of each step is that of a run that stopped there, and what is told of each decision is what happened.

use crate::oracle::jobs_of;
use crate::oracle::moving::{self, Where};
use crate::study_runs::{PlanCopy, finish};
use crate::support::random::{Case, case, cases, market_case};
use crate::support::{patched_policies, scenario};
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::engine::core::steps::{Around, StepEvents};
use bookahead::engine::core::time_names::TimeUnit;
use bookahead::engine::slots::decisions::{Obstacle, REFUSED};
use bookahead::engine::slots::explain::{TraceLine, trace_lines, verdict};
use bookahead::engine::slots::outcome::nodes_of;
use bookahead::engine::slots::overlap::bookable;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, SlotsScenario};
use bookahead::engine::slots::search::Then;
use bookahead::engine::slots::step::StepReport;
use bookahead::engine::slots::trace::JobTrace;
use bookahead::engine::slots::update::{SlotsQuery, SlotsSnapshot};
use bookahead::engine::slots::workload::{Preset, Workload};
use bookahead::engine::study::{AnyRun, Study, StudyQuery, StudySnapshot};
use bookahead::state::{EXAMPLES, Handle, moved};
use proptest::prelude::*;
use std::sync::Arc;
use std::time::Instant;

fn query(step: Option<u32>) -> StudyQuery {
    StudyQuery::Slots(SlotsQuery { step, ..SlotsQuery::default() })
}

/// Takes in all that is told, and what is told of the step.
fn take(run: &mut AnyRun, copy: &mut PlanCopy) -> Option<StepReport> {
    while let Some(update) = run.update() {
        copy.take(update);
    }
    let mut told = None;
    loop {
        match run.snapshot(1_000) {
            Answer::Ready(StudySnapshot::Slots(SlotsSnapshot::Step(step))) => told = Some(*step),
            Answer::Ready(_) | Answer::Working => {}
            Answer::Nothing => return told,
        }
    }
}

/// The copy is the plan of a run that stopped after the first requests.
#[track_caller]
fn expect_stopped(copy: &PlanCopy, scenario: &SlotsScenario, step: u32) -> Session {
    let market = scenario.market.clone().map(Arc::new);
    let arrivals = scenario.workload.arrivals().expect("legal");
    let decided = arrivals.first_job[step as usize] as usize;
    let mut session = Session::for_market(scenario.machine, scenario.policy, market, arrivals);
    session.advance(decided);
    let (arrivals, decisions, nodes) = &copy.slots;
    let fresh = session.decisions();
    assert_eq!(&decisions.start[..decided], &fresh.start[..], "starts after {step} requests");
    assert_eq!(&decisions.first_start[..decided], &fresh.first_start[..]);
    assert_eq!((&decisions.moves, &decisions.refusals), (&fresh.moves, &fresh.refusals));
    assert!(decisions.start[decided..].iter().chain(&decisions.first_start[decided..]).all(|&start| start == REFUSED));
    let mapped = nodes_of(&session);
    assert!((0..decided).all(|job| nodes.of(job) == mapped.of(job)), "nodes after {step} requests");
    assert_eq!(nodes.ids.len(), mapped.ids.len());
    assert_eq!(arrivals, session.arrivals());
    session
}

/// What is told of a job is what the run decided, and the search is that of the oracle.
fn check_job(scenario: &SlotsScenario, session: &Session, trace: &JobTrace) {
    let (decisions, job) = (session.decisions(), trace.job as usize);
    assert_eq!(trace.placed, Some(decisions.first_start[job]).filter(|&start| start != REFUSED));
    let refusal = decisions.refusal(job);
    assert_eq!((trace.put_back, trace.obstacle), refusal.map_or((0, None), |it| (it.put_back, Some(it.obstacle))));
    let found = trace.making_room.as_ref().or(trace.first_fit.as_ref()).map(|search| search.found);
    let found = trace.overlap.as_ref().map(|overlap| overlap.found).or(found);
    let closed = matches!(trace.obstacle, Some(Obstacle::ClassClosed { .. }));
    if let Some(found) = found {
        assert_eq!(found.is_some(), trace.placed.is_some() || closed);
        assert!(trace.placed.is_none() || found == trace.placed, "the start found is where it was placed");
    }
    if let Some(search) = trace.making_room.as_ref().filter(|search| search.more == 0) {
        let made: Vec<_> = search.looks.iter().filter_map(|look| look.made).collect();
        match refusal {
            None => assert_eq!(made, decisions.moves_for(job)),
            Some(refusal) => assert_eq!(made.len(), refusal.put_back as usize),
        }
    }
    match (&trace.admission, session.revenue()) {
        (Some(admission), Some(_)) => {
            let nodes = session.arrivals().nodes[session.arrivals().request[job] as usize];
            // Where reservations overlap, limits that reach the capacity count as well.
            let full = bookable(scenario.machine, scenario.policy);
            let fits = admission.limits.iter().all(|it| it.used + nodes <= it.limit || it.limit >= full);
            assert_eq!((admission.is_open, fits), (!closed, !closed), "{admission:?}");
            if let Some(Obstacle::ClassClosed { class, limit_of, limit, used, .. }) = trace.obstacle {
                let of = admission.limits.iter().find(|it| it.class == limit_of).expect("it had to be kept");
                assert_eq!((admission.class, of.limit), (class, limit));
                assert!(of.used >= used && of.used + nodes > limit);
            }
        }
        (admission, revenue) => assert!(admission.is_none() && (revenue.is_none() || trace.placed.is_none()), "{trace:?}"),
    }
}

/// The looks at which somebody moved, or nobody could, are those of the oracle.
fn check_search(scenario: &SlotsScenario, requests: &[Request], session: &Session, trace: &JobTrace) -> usize {
    let candidates = match scenario.policy.planner {
        PlannerKind::FcfsEds | PlannerKind::OspEds => Where::StartsThere,
        PlannerKind::FcfsLrh => Where::StandsThere,
        _ => return 0,
    };
    let Some(search) = trace.making_room.as_ref().filter(|search| search.more == 0) else { return 0 };
    let jobs = jobs_of(requests)[..=trace.job as usize].to_vec();
    let mut plan = crate::oracle::Plan::new(scenario.machine.nodes, jobs);
    for (job, &start) in session.decisions().of_first(trace.job).start.iter().enumerate() {
        if start != REFUSED {
            plan.add(job, start);
        }
    }
    let (found, made, dead_ends) = moving::search(&mut plan, candidates, scenario.policy.shift);
    assert_eq!(search.found, found);
    assert_eq!(search.looks.iter().filter_map(|look| look.made).collect::<Vec<_>>(), made);
    let blocked = search.looks.iter().filter(|look| look.look.then == Then::Blocked);
    let blocked: Vec<_> = blocked.map(|it| (it.look.start, it.look.slot, it.look.free, it.look.moves as usize)).collect();
    assert_eq!(blocked, dead_ends);
    1
}

/// Back and forth through a scenario, in an order that jumps about; how many searches were compared with the oracle.
fn check_scenario(scenario: &SlotsScenario, requests: Option<&[Request]>) -> usize {
    let mut run = AnyRun::open(Study::Slots(scenario.clone())).expect("legal");
    let mut copy = PlanCopy::default();
    finish(&mut run, &mut copy, 1_000);
    let all = copy.slots.0.requests() as u32;
    let (mut searches, mut before) = (0, None);
    for i in 0..=all + 3 {
        let step = if i <= all { i } else { (i * 7) % (all + 1) };
        let is_same = before == Some(step);
        before = Some(step);
        run.query(query(Some(step)));
        let told = take(&mut run, &mut copy);
        assert_eq!(told.is_none(), is_same, "each step is told once");
        let Some(told) = told else { continue };
        let session = expect_stopped(&copy, scenario, step);
        assert_eq!(told.step, step);
        let trace = told.trace.as_ref();
        assert_eq!(trace.map(|trace| trace.row), step.checked_sub(1));
        for job in trace.iter().flat_map(|trace| &trace.jobs) {
            check_job(scenario, &session, job);
            if let Some(requests) = requests {
                searches += check_search(scenario, requests, &session, job);
            }
        }
        let words = trace_lines(session.arrivals(), scenario.machine, scenario.policy, &told, TimeUnit::Slots);
        assert!(words.iter().all(|line| line.text.ends_with('.') && !line.text.contains("  ")), "{words:?}");
    }
    run.query(query(None));
    assert_eq!(take(&mut run, &mut copy), None, "nothing is told of the whole plan");
    copy.expect_outcome(&Study::Slots(scenario.clone()));
    assert_eq!(copy.whole, 1, "all of it came as patches");
    searches
}

#[test]
fn each_step_is_the_plan_of_a_run_that_stopped_there() {
    let searches = std::cell::Cell::new(0);
    for policy in patched_policies() {
        proptest!(cases(25), |(Case { nodes, requests } in case())| {
            searches.set(searches.get() + check_scenario(&scenario(nodes, &requests, policy), Some(&requests)));
        });
    }
    assert!(searches.get() > 200, "{} searches were compared", searches.get());
}

#[test]
fn each_step_of_a_market_is_the_plan_of_a_run_that_stopped_there() {
    for policy in patched_policies() {
        proptest!(cases(12), |((Case { nodes, requests }, market) in market_case())| {
            let scenario = SlotsScenario { market: Some(market.fitted(nodes)), ..scenario(nodes, &requests, policy) };
            check_scenario(&scenario, None);
        });
    }
}

#[test]
fn an_edit_leads_to_the_same_step_of_the_new_plan() {
    for example in EXAMPLES.iter().filter_map(|example| example.slots()).filter(|slots| slots.workload.source.len() < 200) {
        let mut scenario = example;
        let mut run = AnyRun::open(Study::Slots(scenario.clone())).expect("legal");
        let mut copy = PlanCopy::default();
        run.query(query(Some(3)));
        while !run.advance(1_000).is_done {}
        take(&mut run, &mut copy).expect("the step is told");
        let arrivals = copy.slots.0.clone();
        if arrivals.requests() < 4 {
            continue;
        }
        expect_stopped(&copy, &scenario, 3);
        for (row, handle) in Handle::ALL.into_iter().enumerate().take(4) {
            let request = moved(arrivals.row(row), handle, 2, scenario.machine.nodes);
            scenario.workload = scenario.workload.with_edit(arrivals.id[row], Some(request));
            run.edit(Study::Slots(scenario.clone()).without_list()).expect("legal");
            while !run.advance(1_000).is_done {}
            take(&mut run, &mut copy).expect("the step of the new plan is told");
            expect_stopped(&copy, &scenario, 3);
        }
        run.query(query(None));
        take(&mut run, &mut copy);
        copy.expect_outcome(&Study::Slots(scenario));
    }
}

#[test]
fn the_worked_example_is_told_step_by_step() {
    let example = EXAMPLES.iter().find(|example| example.key == "eleven-requests").expect("an example");
    let scenario = example.slots().expect("a plan in slots");
    let mut run = AnyRun::open(Study::Slots(scenario.clone())).expect("legal");
    let mut copy = PlanCopy::default();
    finish(&mut run, &mut copy, 1_000);
    let mut lines = |step: u32, copy: &mut PlanCopy| {
        run.query(query(Some(step)));
        let told = take(&mut run, copy).expect("told");
        let words: Vec<String> = trace_lines(&copy.slots.0, scenario.machine, scenario.policy, &told, TimeUnit::Slots)
            .into_iter()
            .map(|TraceLine { text, .. }| text)
            .collect();
        (told, words)
    };
    let (told, words) = lines(11, &mut copy);
    let jobs = "starts there and may not wait, being at its latest start, and";
    let told_in_words = [
        "Request 11 is submitted in slot 0: three jobs of three slots on one node each, to start in 12–14.".to_string(),
        "11.1 starts at 12.".to_string(),
        "11.2 at 12: slot 12 is full.".to_string(),
        "11.2 starts at 13.".to_string(),
        "11.3: as the plan stands, none of the starts 12–14 has room. The planner looks again and asks jobs in short slots to make way."
            .to_string(),
        format!("11.3 at 12: slot 12 is full; 3.1 {jobs} 11.1 starts there and may wait until 14, but has no room to."),
        format!("11.3 at 13: slot 13 is full; 7.1 {jobs} 11.2 starts there and may wait until 14, but has no room to."),
        "11.3 at 14: slot 15 is full. 4.1 makes way and moves from 15 to 16 (5.1, 5.2 and 10.1 start there and may not wait, being at their \
         latest start)."
            .to_string(),
        "11.3 starts at 14.".to_string(),
        "Same time, other node: 5.1, 5.2, 7.1 and 8.1.".to_string(),
    ];
    assert_eq!(words, told_in_words);
    assert_eq!(told.events, StepEvents::default());
    let (told, words) = lines(4, &mut copy);
    let at_11 = Around { before: None, after: Some(11) };
    assert_eq!((told.events.moved, told.events.refused, told.events.any()), (at_11, Around::default(), at_11));
    assert_eq!(words[1], "4.1 starts at 15.");
    let undecided = verdict(&copy.slots.0, &copy.slots.1, scenario.machine, scenario.policy, 10, TimeUnit::Slots);
    assert_eq!(undecided.headline, "Not decided yet");
    let (told, words) = lines(0, &mut copy);
    assert_eq!((told.trace, words.len()), (None, 0));
}

/// As many requests as a year's log has, made at random on a crowded machine.
#[test]
fn a_plan_of_28_475_requests_is_stepped_through() {
    let preset = Preset::all().into_iter().find(|preset| preset.rate == 3).expect("a crowded preset");
    let workload = Workload::of_generator(preset.generator(7, 28_475));
    for planner in [PlannerKind::FcfsEds, PlannerKind::FcfsLrh] {
        let machine = Machine { nodes: Preset::NODES, ..Machine::default() };
        let policy = bookahead::engine::slots::scenario::Policy { planner, ..Default::default() };
        let scenario = SlotsScenario { machine, workload: workload.clone(), policy, market: None, tariff: Default::default() };
        let mut run = AnyRun::open(Study::Slots(scenario.clone())).expect("legal");
        let mut copy = PlanCopy::default();
        finish(&mut run, &mut copy, 100_000);
        let (mut longest, mut total, mut count) = (0.0_f64, 0.0, 0.0);
        for step in [1, 2, 28_474, 28_473, 14_000, 14_001, 14_002, 14_001, 27_000, 28_475] {
            let began = Instant::now();
            run.query(query(Some(step)));
            let told = take(&mut run, &mut copy).expect("told");
            let took = began.elapsed().as_secs_f64() * 1e3;
            (longest, total, count) = (longest.max(took), total + took, count + 1.0);
            assert_eq!(told.step, step);
            expect_stopped(&copy, &scenario, step);
        }
        println!("{planner:?}: {:.2} ms a step, {longest:.2} ms at most", total / count);
        run.query(query(None));
        take(&mut run, &mut copy);
        copy.expect_outcome(&Study::Slots(scenario));
    }
}
