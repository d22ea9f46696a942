//! Limits per user: by hand, against slow twins, and that they hold at every moment.

use crate::batch_queues::{RESERVED, SHAPES, assert_same, options, queues, run, workload};
use crate::oracle::batch as oracle;
use crate::priority::weights;
use crate::support::random::cases;
use bookahead::engine::batch::check::verify_cluster;
use bookahead::engine::batch::decisions::Decisions;
use bookahead::engine::batch::explain::batch_verdict;
use bookahead::engine::batch::forecast::WhenAsked;
use bookahead::engine::batch::forecast::run_times::RunTimes;
use bookahead::engine::batch::job::{Job, Jobs, NEVER, NONE};
use bookahead::engine::batch::limits::UserLimits;
use bookahead::engine::batch::scheduler::{BackfillOptions, BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::BatchWorkload;
use bookahead::engine::batch::{BatchRun, BatchScenario};
use bookahead::engine::core::run::StudyRun;
use proptest::prelude::*;
use std::sync::Arc;

/// Limits of jobs, of nodes, or both.
pub fn limits() -> impl Strategy<Value = UserLimits> {
    let some = |most: u32| prop::option::of(1..=most);
    (some(4), some(9))
        .prop_filter("some limit", |(jobs, nodes)| jobs.is_some() || nodes.is_some())
        .prop_map(|(jobs, nodes)| UserLimits { jobs, nodes })
}

/// Jobs of a few users, and some of nobody; some ran already at the present moment.
fn owned(reserved: bool) -> impl Strategy<Value = (u32, Arc<Jobs>, UserLimits)> {
    let shapes = if reserved { &RESERVED[..] } else { &SHAPES[..] };
    let owners = prop::collection::vec(prop_oneof![1 => Just(NONE), 9 => 0..3_u32], 120);
    let present = prop_oneof![Just(None), (0..20_u32).prop_map(Some)];
    (workload(shapes), owners, limits(), present).prop_map(|((nodes, jobs, _), owners, limits, present)| {
        let mut jobs = Jobs::clone(&jobs);
        let rows = jobs.len();
        jobs.owner = owners[..rows].to_vec();
        jobs.present = present;
        let logged = |(row, owner): (usize, &u32)| {
            let ran = present.is_some_and(|present| jobs.submitted[row] <= present) && *owner == 1;
            if ran { jobs.submitted[row] } else { NONE }
        };
        jobs.logged_start = jobs.owner.iter().enumerate().map(logged).collect();
        let widest = jobs.nodes.iter().copied().max().unwrap_or(1);
        (nodes, Arc::new(jobs), UserLimits { nodes: limits.nodes.map(|most| most.max(widest)), ..limits })
    })
}

fn limited(policies: [BatchPolicy; 4], limits: UserLimits) -> [BatchPolicy; 4] {
    policies.map(|policy| BatchPolicy { limits, ..policy })
}

/// At no second does a user have more than the limits allow, apart from jobs that are exempt.
fn assert_within(jobs: &Jobs, decisions: &Decisions, limits: UserLimits) -> Result<(), TestCaseError> {
    for row in (0..jobs.len()).filter(|&row| jobs.owner[row] != NONE) {
        if jobs.is_advance(row) || jobs.ran_already(row) {
            continue;
        }
        let start = decisions.start[row];
        // Jobs that are exempt may come to run beside it later in the same second: only those before it count for its start.
        let counts = |other: &usize| {
            let is_exempt = jobs.is_advance(*other) || jobs.ran_already(*other);
            let from = decisions.start[*other];
            jobs.owner[*other] == jobs.owner[row]
                && (from < start || from == start && !is_exempt || *other == row)
                && decisions.end[*other] > start
        };
        let running: Vec<usize> = (0..jobs.len()).filter(counts).collect();
        let nodes: u32 = running.iter().map(|&other| jobs.nodes[other]).sum();
        prop_assert!(limits.jobs.is_none_or(|most| running.len() as u32 <= most), "{} at {}: {:?}", row, start, running);
        prop_assert!(limits.nodes.is_none_or(|most| nodes <= most), "{} at {}: {} nodes", row, start, nodes);
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn queues_with_limits_do_what_their_slow_twins_do((nodes, jobs, limits) in owned(false), options in options()) {
        for policy in limited(queues(options), limits) {
            let decisions = run(nodes, &jobs, policy);
            assert_same(&decisions, &oracle::plan(nodes, &jobs, policy, None), &policy.name())?;
            assert_within(&jobs, &decisions, limits)?;
        }
    }

    #[test]
    fn queues_with_limits_and_reservations_do_what_their_slow_twins_do((nodes, jobs, limits) in owned(true), options in options()) {
        for policy in limited(queues(options), limits) {
            let decisions = run(nodes, &jobs, policy);
            assert_same(&decisions, &oracle::plan(nodes, &jobs, policy, None), &policy.name())?;
            assert_within(&jobs, &decisions, limits)?;
        }
    }

    #[test]
    fn limits_that_nobody_comes_to_change_nothing((nodes, jobs, _) in owned(false), options in options()) {
        let wide = UserLimits { jobs: Some(1_000), nodes: Some(100_000) };
        for (with, without) in limited(queues(options), wide).into_iter().zip(queues(options)) {
            let (with, without) = (run(nodes, &jobs, with), run(nodes, &jobs, without));
            prop_assert_eq!((with.start, with.promised, with.how), (without.start, without.promised, without.how));
        }
    }
}

fn job(submitted: u32, length: u32, nodes: u32, owner: u32) -> Job {
    Job { submitted, estimate: length, runtime: length, nodes, owner: Some(owner), ..Job::SMALLEST }
}

fn of(list: &[Job]) -> Arc<Jobs> {
    Arc::new(Jobs::numbered((0..).zip(list.iter().copied())))
}

#[test]
fn limits_by_hand() {
    // Ten nodes. User 1 submits three jobs of 2 nodes and 10 s each; user 2 one of 8 nodes.
    let jobs = of(&[job(0, 10, 2, 1), job(0, 10, 2, 1), job(0, 10, 2, 1), job(1, 10, 8, 2)]);
    let with = |scheduler, limits| run(10, &jobs, BatchPolicy { limits, ..BatchPolicy::of(scheduler) });
    for scheduler in [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Backfill, Scheduler::Conservative] {
        // Without limits the three run at once, and the fourth waits for them.
        assert_eq!(with(scheduler, UserLimits::default()).start, [0, 0, 0, 10], "{}", scheduler.name());
        // One job at once: the second is passed over, and blocks nobody. The fourth starts when it is submitted. At 10 the second takes its place in the queue,
        // and at 20 the third.
        let one = with(scheduler, UserLimits { jobs: Some(1), nodes: None });
        assert_eq!(one.start, [0, 10, 20, 1], "{}", scheduler.name());
        // It was promised nothing while it was held back.
        let promised = if scheduler == Scheduler::Conservative { [0, 10, 20, 1] } else { [NEVER; 4] };
        assert_eq!(one.promised, promised, "{}", scheduler.name());
        // Four nodes at once are two jobs.
        assert_eq!(with(scheduler, UserLimits { jobs: None, nodes: Some(8) }).start, [0, 0, 0, 10], "{}", scheduler.name());
        assert_eq!(with(scheduler, UserLimits { jobs: Some(2), nodes: Some(8) }).start, [0, 0, 10, 10], "{}", scheduler.name());
    }
}

#[test]
fn a_job_that_is_held_back_gives_its_promise_back() {
    // Four nodes, one job at once for each user. Until 10 user 9 has 3 of them. Both jobs of user 1 want 2, and are promised 10. The short one of user 2 goes
    // ahead. At 10 the first starts: the second is held back, so the last one starts beside the first.
    let jobs = of(&[job(0, 10, 3, 9), job(1, 20, 2, 1), job(2, 20, 2, 1), job(3, 30, 2, 3)]);
    let limits = UserLimits { jobs: Some(1), nodes: None };
    for scheduler in [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Backfill, Scheduler::Conservative] {
        let plan = run(4, &jobs, BatchPolicy { limits, ..BatchPolicy::of(scheduler) });
        assert_eq!(plan.start, [0, 10, 30, 10], "{}", scheduler.name());
    }
    let conservative = run(4, &jobs, BatchPolicy { limits, ..BatchPolicy::of(Scheduler::Conservative) });
    // The second job of user 1 had a reservation at 10, which it gave back; the last one moved forward from 30.
    assert_eq!(conservative.promised, [0, 10, 30, 30]);
}

#[test]
fn jobs_of_one_user_are_passed_over_by_hand() {
    // Ten nodes, of which 9 are taken until 10. Of the three short jobs of user 1 only two are looked at: the third, which would fit, waits. User 2 goes ahead.
    let jobs = of(&[job(0, 10, 9, 9), job(1, 50, 5, 1), job(1, 50, 5, 1), job(1, 4, 1, 1), job(1, 4, 1, 2)]);
    let with = |per_user| {
        let backfill = BackfillOptions { per_user, ..BackfillOptions::default() };
        run(10, &jobs, BatchPolicy { backfill, ..BatchPolicy::of(Scheduler::Backfill) }).start
    };
    assert_eq!(with(3), [0, 10, 10, 1, 5]);
    assert_eq!(with(2), [0, 10, 10, 60, 1]);
}

#[test]
fn jobs_that_ran_already_count_but_are_not_held_back() {
    // At 5 two jobs of user 1 run, more than the limit. The third waits until both have ended.
    let mut jobs = Jobs::clone(&of(&[job(0, 10, 1, 1), job(0, 20, 1, 1), job(5, 10, 1, 1)]));
    (jobs.present, jobs.logged_start) = (Some(5), vec![0, 0, NONE]);
    let limits = UserLimits { jobs: Some(1), nodes: None };
    assert_eq!(run(9, &Arc::new(jobs), BatchPolicy { limits, ..BatchPolicy::of(Scheduler::Easy) }).start, [0, 0, 20]);
}

/// A cluster of these jobs.
fn cluster(nodes: u32, jobs: &Jobs, policy: BatchPolicy) -> BatchScenario {
    let list = (0..jobs.len()).map(|row| jobs.row(row)).collect();
    BatchScenario { now: jobs.present, ..BatchScenario::new(nodes, BatchWorkload::of_jobs(list), policy) }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn the_checker_accepts_every_plan_with_limits(
        (nodes, jobs, limits) in owned(true), options in options(), priority in prop::option::of(weights())
    ) {
        for policy in limited(queues(options), limits) {
            let scenario = cluster(nodes, &jobs, BatchPolicy { priority, ..policy });
            let outcome = scenario.run().unwrap();
            prop_assert_eq!(verify_cluster(&scenario, &outcome).violations, Vec::<String>::new(), "{}", policy.name());
        }
    }

    #[test]
    fn plans_with_limits_after_edits_are_those_from_scratch(
        (nodes, jobs, limits) in owned(false), options in options(), priority in prop::option::of(weights()),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..60_u32, prop::option::of(0..3_u32)), 1..6)
    ) {
        prop_assume!(!jobs.is_empty());
        for policy in limited(queues(options), limits) {
            let mut scenario = cluster(nodes, &jobs, BatchPolicy { priority, ..policy });
            let mut run = BatchRun::open(scenario.clone()).unwrap();
            for (at, submitted, owner) in &edits {
                while !run.advance(3).is_done {}
                let row = at.index(jobs.len());
                let job = Job { submitted: *submitted, owner: *owner, earliest_start: None, logged_start: None, ..jobs.row(row) };
                scenario.workload = scenario.workload.with_edit(row as u32, Some(job));
                run.edit(scenario.clone()).unwrap();
            }
            while !run.advance(3).is_done {}
            prop_assert_eq!(run.outcome(), scenario.run().unwrap(), "{}", policy.name());
        }
    }

    #[test]
    fn a_forecast_with_limits_is_the_plan_in_which_all_run_to_their_limits(
        (nodes, jobs, limits) in owned(false), options in options(), priority in prop::option::of(weights()), at in any::<prop::sample::Index>()
    ) {
        prop_assume!(!jobs.is_empty());
        // Nobody comes later, and all run to their limits: then what is known at the moment is the whole plan.
        let mut exact = Jobs::clone(&jobs);
        exact.estimate = (0..jobs.len()).map(|row| jobs.reserved(row) as u32).collect();
        (exact.runtime, exact.submitted) = (exact.estimate.clone(), vec![3; jobs.len()]);
        exact.logged_start.fill(NONE);
        exact.earliest_start.fill(NONE);
        for policy in limited(queues(options), limits) {
            let scenario = cluster(nodes, &exact, BatchPolicy { priority, ..policy });
            let mut run = BatchRun::open(BatchScenario { now: Some(3), ..scenario }).unwrap();
            while !run.advance(usize::MAX).is_done {}
            let row = at.index(jobs.len());
            let asked = WhenAsked { job: row as u32, draws: 0, seed: 1, run_times: RunTimes::Uniform, within: 0 };
            let answer = run.forecast(asked).unwrap().into_answer();
            let start = run.simulation().decisions().start[answer.row as usize];
            prop_assert_eq!(answer.point, start, "{}", policy.name());
            // What the reason says holds at the moment at which the limit is reached last.
            if let Some(limit) = answer.reason.and_then(|reason| reason.limit) {
                prop_assert!(!limits.allows(limit.usage, exact.nodes[row]));
                prop_assert!((4..=start).contains(&limit.until));
                prop_assert_eq!(Some(limit.owner), exact.row(row).owner);
            }
        }
    }
}

#[test]
fn what_a_limit_does_is_told_and_checked() {
    let jobs = of(&[job(0, 10, 2, 7), job(0, 10, 2, 7), job(1, 10, 8, 2)]);
    let limits = UserLimits { jobs: Some(1), nodes: None };
    let scenario = cluster(10, &jobs, BatchPolicy { limits, ..BatchPolicy::of(Scheduler::Easy) });
    let mut outcome = scenario.run().unwrap();
    assert_eq!(outcome.decisions.start, [0, 10, 1]);
    let words = batch_verdict(&jobs, &outcome.decisions, scenario.policy, 1).sentences.join(" ");
    assert!(words.contains("Until 10 s its user was at the limit: one job of user 7 ran, on two nodes."), "{words}");
    let words = batch_verdict(&jobs, &outcome.decisions, scenario.policy, 2).sentences.join(" ");
    assert!(!words.contains("limit"), "{words}");
    // The second beside the first is beyond the limit.
    (outcome.decisions.start[1], outcome.decisions.end[1]) = (5, 15);
    let found = verify_cluster(&scenario, &outcome).violations.join("; ");
    assert!(found.contains("job 2 starts at 5, beyond the limit of its user"), "{found}");
    // Under FCFS whoever is not held back goes first.
    let none = UserLimits { jobs: Some(9), nodes: None };
    let fcfs = cluster(10, &jobs, BatchPolicy { limits: none, ..BatchPolicy::of(Scheduler::Fcfs) });
    let mut outcome = fcfs.run().unwrap();
    (outcome.decisions.start[1], outcome.decisions.end[1]) = (40, 50);
    let found = verify_cluster(&fcfs, &outcome).violations.join("; ");
    assert!(found.contains("before job 2, which came earlier and is not held back"), "{found}");
}

#[test]
fn a_job_wider_than_the_limit_of_its_user_is_refused() {
    let jobs = of(&[job(0, 10, 2, 7), job(0, 10, 5, 7)]);
    let limits = UserLimits { jobs: None, nodes: Some(4) };
    let of =
        |scheduler| cluster(10, &jobs, BatchPolicy { limits, ..BatchPolicy::of(scheduler) }).run().map(|plan| plan.metrics.jobs);
    let refused = of(Scheduler::Fcfs).unwrap_err().to_string();
    assert_eq!(refused, "policy.limits.nodes: 4 is not allowed; must be at least 5, the nodes of job 2");
    assert_eq!(of(Scheduler::CoAllocation).unwrap(), 2, "limits have no meaning there");
}
