//! Reservations with an earliest and a latest start beside a queue: by hand, against slow twins, in files, links and plans that follow edits.

use crate::batch_queues::{RESERVED, options, queues, run, workload};
use crate::clusters::jobs as any_jobs;
use crate::oracle::{batch as oracle, coalloc};
use crate::support::random::cases;
use bookahead::engine::batch::check::verify_cluster;
use bookahead::engine::batch::cost::{CostAsked, Measure};
use bookahead::engine::batch::decisions::How;
use bookahead::engine::batch::explain::ahead::cost_verdict;
use bookahead::engine::batch::explain::refusal::in_the_way;
use bookahead::engine::batch::explain::{batch_verdict, offers_in_words};
use bookahead::engine::batch::job::{Job, Jobs, NEVER, NONE};
use bookahead::engine::batch::reservations::{OfferRules, ReservationRule};
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::ask_ahead::AskAhead;
use bookahead::engine::batch::workload::generator::LublinWorkload;
use bookahead::engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead::engine::batch::{BatchOutcome, BatchQuery, BatchRun, BatchScenario};
use bookahead::engine::core::error::FieldPath;
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::engine::slots::elastic::{Choice, OfferOrder};
use proptest::prelude::*;
use std::sync::Arc;

/// Two jobs and three reservations, all known to last as long as they say. `at` is the earliest and the latest start.
fn by_hand() -> Vec<Job> {
    let job = |submitted, length, nodes, at: Option<(u32, u32)>| Job {
        submitted,
        estimate: length,
        runtime: length,
        nodes,
        earliest_start: at.map(|at| at.0),
        latest_start: at.map(|at| at.1),
        ..Job::SMALLEST
    };
    vec![
        // All nodes until 10.
        job(0, 10, 4, None),
        // Its nodes are free from 10 on, and 8 is its last start.
        job(1, 5, 2, Some((5, 8))),
        // The same with 12: it gets 10, or, where only the earliest start counts, nothing.
        job(2, 5, 2, Some((5, 12))),
        // Three nodes at 10: two are left beside the one before, all four without it.
        job(3, 5, 3, Some((10, 12))),
        // Waits until 10, and longer if three nodes are reserved then.
        job(4, 5, 2, None),
    ]
}

fn planned(jobs: Vec<Job>, policy: BatchPolicy) -> (BatchScenario, BatchOutcome) {
    let scenario = BatchScenario::new(4, BatchWorkload::of_jobs(jobs), policy);
    let outcome = scenario.run().unwrap();
    (scenario, outcome)
}

#[test]
fn five_jobs_by_hand() {
    for scheduler in [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Backfill, Scheduler::Conservative, Scheduler::CoAllocation] {
        for (rule, starts) in
            [(ReservationRule::FirstFit, [0, NEVER, 10, NEVER, 10]), (ReservationRule::Rigid, [0, NEVER, NEVER, 10, 15])]
        {
            // Co-allocation tries every second.
            let policy = BatchPolicy { step: 1, reservations: rule, ..BatchPolicy::of(scheduler) };
            let (scenario, outcome) = planned(by_hand(), policy);
            let name = format!("{} {}", scheduler.name(), rule.name());
            assert_eq!(outcome.decisions.start, starts, "{name}");
            for (row, start) in starts.into_iter().enumerate() {
                let is_refused = start == NEVER;
                assert_eq!(outcome.decisions.is_refused(row), is_refused, "{name} {row}");
                assert_eq!(outcome.nodes.of_row(row).next().is_none(), is_refused, "{name} {row}");
            }
            let metrics = outcome.metrics;
            assert_eq!((metrics.jobs, metrics.reservations, metrics.refused), (3, 1, 2), "{name}");
            // The first does not wait, the last one from 4 on.
            assert!((metrics.queued_wait - (starts[4] - 4) as f64 / 2.0).abs() < 1e-12, "{name}");
            assert_eq!(verify_cluster(&scenario, &outcome).violations, Vec::<String>::new(), "{name}");
        }
    }
}

#[test]
fn a_refusal_says_when_and_for_whom() {
    let (scenario, outcome) = planned(by_hand(), BatchPolicy::of(Scheduler::Easy));
    let words = |row| {
        let verdict = batch_verdict(&outcome.jobs, &outcome.decisions, scenario.policy, row);
        format!("{}. {}", verdict.headline, verdict.sentences.join(" "))
    };
    assert_eq!(
        words(1),
        "Refused. None of its starts from 5 s to 8 s has two nodes free for 5 s. The first start with so many nodes free is 10 s, 2 s later. \
         On its submission others held nodes in that time: job 1 runs."
    );
    assert_eq!(
        words(3),
        "Refused. None of its starts from 10 s to 12 s has three nodes free for 5 s. The first start with so many nodes free is 15 s, 3 s later. \
         On its submission others held nodes in that time: job 3 has a reservation."
    );
    assert!(words(2).ends_with("The latest start that it can use is 12 s."), "{}", words(2));
    let rigid = BatchPolicy { reservations: ReservationRule::Rigid, ..BatchPolicy::of(Scheduler::Easy) };
    let (scenario, outcome) = planned(by_hand(), rigid);
    let verdict = batch_verdict(&outcome.jobs, &outcome.decisions, scenario.policy, 2);
    assert_eq!(
        verdict.sentences[0],
        "There are not two nodes free for 5 s from 5 s on, and the policy looks at the earliest start only."
    );
}

/// A job that holds `nodes` of four until 20, and a reservation of three nodes for 20 s from 10 on, at the latest from 15 on.
fn one_offer(nodes: u32, offers: OfferRules) -> (BatchScenario, BatchOutcome) {
    let job = Job { estimate: 20, runtime: 20, nodes, ..Job::SMALLEST };
    let asks = Job { submitted: 1, nodes: 3, earliest_start: Some(10), latest_start: Some(15), ..job };
    planned(vec![job, asks], BatchPolicy { reservations: ReservationRule::Osp, offers, ..BatchPolicy::of(Scheduler::Easy) })
}

#[test]
fn a_user_takes_less_than_it_asked_for() {
    // Four nodes are free from 20 on; its time ends at 35.
    let (scenario, outcome) = one_offer(4, OfferRules::default());
    assert_eq!((outcome.decisions.start[1], outcome.decisions.end[1], outcome.jobs.nodes[1]), (20, 35, 3));
    assert_eq!((outcome.decisions.how(1), outcome.metrics.offers_taken, outcome.metrics.refused), (How::TookOffer, 1, 0));
    let verdict = batch_verdict(&outcome.jobs, &outcome.decisions, scenario.policy, 1);
    assert_eq!(
        verdict.sentences,
        [
            "It starts at 20 s, 10 s after the start it asked for.",
            "It asks for three nodes for 20 s, and nowhere from 10 s to 35 s are they free for so long.",
            "One offer was made to its user, which was taken: three nodes for 15 s.",
            "The job would run for 20 s; it ends with its booking."
        ]
    );
    assert_eq!(verify_cluster(&scenario, &outcome).violations, Vec::<String>::new());
    // Two of its nodes are free from 10 on, all of them from 20 on: asked again for two, there is a place for all of its time.
    let (scenario, outcome) = one_offer(2, OfferRules { half_nodes: true, ..OfferRules::default() });
    assert_eq!((outcome.decisions.start[1], outcome.decisions.end[1], outcome.jobs.nodes[1]), (10, 30, 2));
    assert_eq!(verify_cluster(&scenario, &outcome).violations, Vec::<String>::new());
    let (_, outcome) = one_offer(2, OfferRules::default());
    assert_eq!((outcome.decisions.start[1], outcome.jobs.nodes[1]), (20, 3), "asked once, no offer has fewer nodes");
    // What a job took is no longer refused, but nobody takes less than half.
    let job = Job { estimate: 30, runtime: 30, nodes: 4, ..Job::SMALLEST };
    let asks = Job { submitted: 1, estimate: 20, runtime: 20, earliest_start: Some(10), latest_start: Some(15), ..job };
    let policy = BatchPolicy { reservations: ReservationRule::Osp, ..BatchPolicy::of(Scheduler::Fcfs) };
    let (scenario, outcome) = planned(vec![job, asks], policy);
    let verdict = batch_verdict(&outcome.jobs, &outcome.decisions, scenario.policy, 1);
    assert!(
        verdict.sentences.contains(
            &"One offer was made to its user, which is too small: an offer must have at least half of the time and of the nodes."
                .to_string()
        )
    );
    assert_eq!(verify_cluster(&scenario, &outcome).violations, Vec::<String>::new());
}

#[test]
fn the_checker_finds_a_wrong_offer() {
    let (scenario, outcome) = one_offer(4, OfferRules::default());
    let said = |change: &dyn Fn(&mut BatchOutcome)| {
        let mut wrong = outcome.clone();
        change(&mut wrong);
        verify_cluster(&scenario, &wrong).violations.join("\n")
    };
    let found = said(&|plan| Arc::make_mut(&mut plan.decisions.offered)[0].offers = 2);
    assert!(found.contains("job 2 was told 2 offers and took number 1: there were 1, and 1 is the one to take"), "{found}");
    let found = said(&|plan| Arc::make_mut(&mut plan.decisions.offered)[0].seconds = 14);
    assert!(found.contains("job 2 took 3 nodes for 14 s at 20 of 3 for 20 s up to 35, which is no offer"), "{found}");
    let found = said(&|plan| plan.decisions.offered = Arc::default());
    assert!(found.contains("job 2 is told as took-offer, which does not agree with what it was offered"), "{found}");
    let found = said(&|plan| (plan.decisions.start[1], plan.decisions.end[1]) = (21, 36));
    assert!(found.contains("which is no offer"), "{found}");
    // A place that strip packing would not take.
    let (scenario, mut outcome) =
        planned(by_hand(), BatchPolicy { reservations: ReservationRule::Osp, ..BatchPolicy::of(Scheduler::Fcfs) });
    assert_eq!(outcome.decisions.start[2], 10);
    (outcome.decisions.start[2], outcome.decisions.end[2]) = (11, 16);
    let found = verify_cluster(&scenario, &outcome).violations.join("\n");
    assert!(found.contains("job 3 is not where strip packing has a place for it, from 10 on"), "{found}");
}

#[test]
fn the_offers_to_a_job_are_told_when_it_is_selected() {
    let (scenario, outcome) = one_offer(4, OfferRules::default());
    let mut run = BatchRun::open(scenario).unwrap();
    while !run.advance(usize::MAX).is_done {}
    run.query(BatchQuery { selected: Some(1), ..BatchQuery::default() });
    let told = run.update().expect("a plan");
    let list = told.snapshot.offers.expect("offers");
    assert_eq!(offers_in_words(&list), ["1. 20 s to 35 s on four nodes, taken: three nodes for 15 s"]);
    assert_eq!((list.offers.len(), told.decisions.offered.len()), (1, 1));
    assert_eq!(run.outcome(), outcome);
}

#[test]
fn the_checker_finds_a_refusal_without_a_reason() {
    let (scenario, outcome) = planned(by_hand(), BatchPolicy::of(Scheduler::Easy));
    let said = |change: &dyn Fn(&mut BatchOutcome)| {
        let mut wrong = outcome.clone();
        change(&mut wrong);
        verify_cluster(&scenario, &wrong).violations.join("\n")
    };
    let refuse = |plan: &mut BatchOutcome, row: usize| {
        (plan.decisions.start[row], plan.decisions.end[row]) = (NEVER, NEVER);
        plan.decisions.how[row] = How::Refused as u32;
    };
    let found = said(&|plan| refuse(plan, 2));
    assert!(found.contains("job 3 is refused, although its nodes were free from 10 on"), "{found}");
    assert!(found.contains("job 3 is refused and holds nodes"), "{found}");
    let found = said(&|plan| refuse(plan, 4));
    assert!(found.contains("job 5 is refused, although it has no latest start"), "{found}");
    let found = said(&|plan| (plan.decisions.start[2], plan.decisions.end[2]) = (13, 18));
    assert!(found.contains("job 3 starts at 13, after 12, its last start"), "{found}");
    let found = said(&|plan| plan.decisions.start[1] = 10);
    assert!(found.contains("job 2 is refused, but starts at 10"), "{found}");
    let found = said(&|plan| plan.metrics.refused += 1);
    assert!(found.contains("the number of refused reservations is 3, but the decisions come to 2"), "{found}");
}

#[test]
fn a_latest_start_needs_an_earliest_one_that_is_not_later() {
    let said = |earliest_start, latest_start| {
        let job = Job { submitted: 5, earliest_start, latest_start, ..Job::SMALLEST };
        job.check(4, &FieldPath::new("job")).map_err(|error| error.to_string())
    };
    assert_eq!(said(Some(9), Some(9)), Ok(()));
    let late = said(Some(9), Some(8)).unwrap_err();
    assert_eq!(late, "job.latest_start: 8 is not allowed; must be a whole number from 9 to 4000000000");
    let alone = said(None, Some(8)).unwrap_err();
    assert!(alone.starts_with("job.latest_start: 8 is not allowed; must be no latest_start without an earliest_start"), "{alone}");
}

#[test]
fn a_share_of_drawn_jobs_asks_for_a_start_in_a_window() {
    let model = LublinWorkload { jobs: 3_000, advance_percent: 20, ahead: 600, window: Some(900), ..LublinWorkload::default() };
    let jobs = model.generate(64).unwrap();
    let asked: Vec<&Job> = jobs.iter().filter(|job| job.earliest_start.is_some()).collect();
    assert!((500..700).contains(&asked.len()), "{}", asked.len());
    for job in &asked {
        let earliest = job.earliest_start.unwrap();
        assert!((job.submitted..=job.submitted + 600).contains(&earliest));
        assert_eq!(job.latest_start, Some(earliest + 900));
    }
    assert!(jobs.iter().all(|job| job.earliest_start.is_some() || job.latest_start.is_none()));
    // The same jobs are asked for, whatever the window; and a larger share has those of a smaller one.
    let open = LublinWorkload { window: None, ..model }.generate(64).unwrap();
    assert!(open.iter().zip(&jobs).all(|(open, job)| *open == Job { latest_start: None, ..*job }));
    let more = LublinWorkload { advance_percent: 40, ..model }.generate(64).unwrap();
    assert!(more.iter().zip(&jobs).all(|(more, job)| job.earliest_start.is_none() || more == job));
    let wrong = LublinWorkload { window: Some(1_000_000_001), ..model }.check(&FieldPath::new("lublin")).unwrap_err().to_string();
    assert!(wrong.starts_with("lublin.window: 1000000001 is not allowed"), "{wrong}");
}

#[test]
fn a_reservation_whose_cost_is_asked_for_may_have_others_refused() {
    // Nothing runs. With the nodes reserved from 5 to 25, the reservation that is submitted at 2 finds no start up to 12.
    let job =
        Job { submitted: 2, estimate: 5, runtime: 5, nodes: 2, earliest_start: Some(6), latest_start: Some(12), ..Job::SMALLEST };
    let scenario =
        BatchScenario::new(4, BatchWorkload::of_jobs(vec![Job { estimate: 1, ..Job::SMALLEST }, job]), BatchPolicy::default());
    let mut run = BatchRun::open(scenario).unwrap();
    while !run.advance(usize::MAX).is_done {}
    run.update();
    let asked = CostAsked { start: 5, latest: None, seconds: 20, nodes: 3, announced: Some(1), measure: Measure::Wait, map: None };
    run.query(BatchQuery { cost: Some(asked), ..BatchQuery::default() });
    let mut found = None;
    loop {
        match run.snapshot(100) {
            Answer::Ready(snapshot) => found = snapshot.cost.or(found),
            Answer::Working => {}
            Answer::Nothing => break,
        }
    }
    let priced = found.and_then(|answer| answer.cost).expect("a cost");
    assert_eq!((&priced.refused[..], priced.cost.delayed, priced.cost.wait), (&[1][..], 0, 0));
    let verdict = cost_verdict(run.jobs(), None, &priced);
    assert_eq!(verdict.headline, "Has one reservation refused");
    assert!(verdict.sentences.contains(&"One reservation is refused because of it.".to_string()), "{:?}", verdict.sentences);
}

/// What is taken of offers, in any order, by any choice.
pub fn offer_rules() -> impl Strategy<Value = OfferRules> {
    let (choices, orders) = (prop::sample::select(Choice::PLAIN.to_vec()), prop::sample::select(OfferOrder::ALL.to_vec()));
    (choices, orders, any::<bool>()).prop_map(|(choice, order, half_nodes)| OfferRules { choice, order, half_nodes })
}

/// Reservations with windows among jobs of a small machine.
fn windows() -> impl Strategy<Value = (u32, Arc<Jobs>, ReservationRule, OfferRules)> {
    let window = prop::collection::vec(prop::option::weighted(0.8, 0..25_u32), 60);
    (workload(&RESERVED), window, prop::sample::select(ReservationRule::ALL.to_vec()), offer_rules()).prop_map(
        |((nodes, jobs, _), windows, rule, offers)| {
            let with = |row: usize| {
                let job = jobs.row(row);
                let latest_start = job.earliest_start.zip(windows[row % 60]).map(|(earliest, window)| earliest + window);
                (row as u32, Job { latest_start, ..job })
            };
            (nodes, Arc::new(Jobs::numbered((0..jobs.len()).map(with))), rule, offers)
        },
    )
}

proptest! {
    #![proptest_config(cases(1_500))]

    #[test]
    fn reservations_get_what_their_slow_twins_get((nodes, jobs, rule, offers) in windows(), options in options()) {
        for policy in queues(options) {
            let policy = BatchPolicy { reservations: rule, offers, ..policy };
            let decisions = run(nodes, &jobs, policy);
            crate::batch_queues::assert_same(&decisions, &oracle::plan(nodes, &jobs, policy, None), &policy.name())?;
            let scenario = BatchScenario::new(nodes, BatchWorkload::of_jobs((0..jobs.len()).map(|row| jobs.row(row)).collect()), policy);
            let outcome = scenario.run().expect("in bounds");
            prop_assert_eq!(&outcome.decisions, &decisions);
            prop_assert_eq!(verify_cluster(&scenario, &outcome).violations, Vec::<String>::new());
            // Whoever is offered something is told the same when it is selected.
            let mut replayed = BatchRun::open(scenario.clone()).expect("in bounds");
            while !replayed.advance(usize::MAX).is_done {}
            drop(replayed.update());
            for offered in decisions.offered.iter().take(2) {
                replayed.query(BatchQuery { selected: Some(offered.row), ..BatchQuery::default() });
                let Answer::Ready(snapshot) = replayed.snapshot(100) else { panic!("an answer") };
                let list = snapshot.offers.expect("offers");
                let taken = list.taken.map(|(place, fit)| (place as u32 + 1, fit.slots, fit.nodes));
                prop_assert_eq!(taken, offered.is_taken().then_some((offered.taken, offered.seconds, offered.nodes)));
                prop_assert_eq!(list.offers.len(), offered.offers as usize);
            }
            for row in 0..jobs.len() {
                let (start, earliest, latest) = (decisions.start[row], jobs.earliest_start[row], outcome.jobs.latest_start[row]);
                if !decisions.is_refused(row) {
                    let last = if rule == ReservationRule::Rigid { earliest } else { latest };
                    prop_assert!(latest == NONE || (u64::from(earliest)..=u64::from(last)).contains(&start));
                    continue;
                }
                prop_assert!(latest != NONE);
                // Whoever is refused told what it could have had, and somebody is in the way of the rest.
                prop_assert!(decisions.shadow[row] > rule.last_start(&jobs, row));
                let way = in_the_way(&jobs, &decisions, policy, row);
                prop_assert!(!(way.running.is_empty() && way.reserved.is_empty() && way.waiting.is_empty()));
            }
        }
    }

    #[test]
    fn co_allocation_refuses_as_a_scan_does((nodes, jobs, rule, _) in windows(), step in 1..9_u32, retries in prop::option::of(0..9_u32)) {
        let policy = BatchPolicy {
            scheduler: Scheduler::CoAllocation, horizon: 120, quantum: 10, step, retries, reservations: rule, ..BatchPolicy::default()
        };
        let told = coalloc::plan(nodes, policy, &jobs);
        let scenario = BatchScenario::new(nodes, BatchWorkload::of_jobs((0..jobs.len()).map(|row| jobs.row(row)).collect()), policy);
        let outcome = scenario.run().expect("in bounds");
        for (row, told) in told.iter().enumerate() {
            let decisions = &outcome.decisions;
            prop_assert_eq!((decisions.start[row], decisions.is_refused(row)), (told.start, told.is_refused), "row {}", row);
            prop_assert_eq!(decisions.retries[row], told.retries, "row {}", row);
        }
        prop_assert_eq!(verify_cluster(&scenario, &outcome).violations, Vec::<String>::new());
    }

    #[test]
    fn a_plan_that_follows_edits_is_the_one_from_scratch(
        jobs in any_jobs(8),
        edits in prop::collection::vec((0..60_usize, prop::option::of((0..9_000_u32, prop::option::of(0..20_000_u32)))), 1..6),
        scheduler in prop::sample::select(vec![Scheduler::Fcfs, Scheduler::Easy, Scheduler::Backfill, Scheduler::Conservative, Scheduler::CoAllocation]),
        (rule, offers) in (prop::sample::select(ReservationRule::ALL.to_vec()), offer_rules()),
    ) {
        if jobs.is_empty() {
            return Ok(());
        }
        let policy = BatchPolicy { reservations: rule, offers, horizon: 1_000_000, ..BatchPolicy::of(scheduler) };
        let mut scenario = BatchScenario::new(8, BatchWorkload::of_jobs(jobs.clone()), policy);
        let mut run = BatchRun::open(scenario.clone()).expect("in bounds");
        for (at, asked) in edits {
            while !run.advance(7).is_done {}
            let id = at % jobs.len();
            let earliest_start = asked.map(|(ahead, _)| jobs[id].submitted + ahead);
            let latest_start = earliest_start.zip(asked.and_then(|(_, window)| window)).map(|(earliest, window)| earliest + window);
            let job = Job { earliest_start, latest_start, ..jobs[id] };
            scenario.workload = scenario.workload.with_edit(id as u32, Some(job));
            run.edit(scenario.clone()).expect("in bounds");
        }
        while !run.advance(7).is_done {}
        prop_assert_eq!(run.outcome(), scenario.run().expect("in bounds"));
    }
}

/// A window as long as a job and the share of reservations are not written where they are as usual: old links and files stay what they were.
#[test]
fn a_cluster_without_windows_is_written_as_before() {
    let cluster = BatchScenario::new(
        64,
        BatchWorkload::of(BatchSource::Lublin(LublinWorkload { advance_percent: 20, ..LublinWorkload::default() })),
        BatchPolicy::default(),
    );
    let text = bookahead::formats::json::write(&bookahead::engine::Scenario::new("", cluster));
    for field in ["window\": 9", "ahead\"", "reservations", "latest_start"] {
        assert!(!text.contains(field), "{field} in {text}");
    }
    assert_eq!(AskAhead::share(0.2), LublinWorkload { advance_percent: 20, ..LublinWorkload::default() }.asks_ahead());
}
