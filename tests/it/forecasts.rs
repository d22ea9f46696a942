//! Questions about the future of a cluster: starts, what fits and what reservations cost, each against whole plans from the first second on.

use crate::oracle::batch as oracle;
use crate::support::jobs::any_job;
use crate::support::random::cases;
use bookahead::engine::batch::cost::{CostAsked, Measure, Reservation};
use bookahead::engine::batch::forecast::run_times::{KNOTS, RunTimes, WHOLE};
use bookahead::engine::batch::forecast::{StartForecast, WhenAsked};
use bookahead::engine::batch::job::{Job, NEVER, Time};
use bookahead::engine::batch::scheduler::{BackfillOptions, BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::BatchWorkload;
use bookahead::engine::batch::{BatchQuery, BatchRun, BatchScenario, BatchSnapshot};
use bookahead::engine::core::run::{Answer, StudyRun};
use proptest::prelude::*;

/// Every scheduler: co-allocation with a short horizon, so that requests are put on hold; backfilling with few promises, and with plans that depend on the
/// moment.
fn policies() -> [BatchPolicy; 6] {
    let of = |scheduler| BatchPolicy { horizon: 200, quantum: 10, step: 7, ..BatchPolicy::of(scheduler) };
    let backfill = of(Scheduler::Backfill);
    let few = BackfillOptions { depth: 2, ..BackfillOptions::default() };
    let narrow = BackfillOptions { depth: 3, window: 40, resolution: 4, per_moment: 3, ..BackfillOptions::default() };
    [
        of(Scheduler::Fcfs),
        of(Scheduler::Easy),
        of(Scheduler::Conservative),
        of(Scheduler::CoAllocation),
        BatchPolicy { backfill: few, ..backfill },
        BatchPolicy { backfill: narrow, ..backfill },
    ]
}

fn jobs(most: usize, nodes: u32) -> impl Strategy<Value = Vec<Job>> {
    let job = any_job(0..40_u32, 1..25_u32, 1..=nodes, (0.15, 0..40_u32));
    prop::collection::vec(job, 1..most)
}

fn scenario(nodes: u32, jobs: Vec<Job>, policy: BatchPolicy, now: Option<u32>) -> BatchScenario {
    BatchScenario { now, ..BatchScenario::new(nodes, BatchWorkload::of_jobs(jobs), policy) }
}

fn opened(scenario: BatchScenario) -> BatchRun {
    let mut run = BatchRun::open(scenario).unwrap();
    while !run.advance(7).is_done {}
    run
}

fn when(job: u32, draws: u32, run_times: RunTimes) -> WhenAsked {
    WhenAsked { job, draws, seed: 5, run_times, within: 0 }
}

fn forecast(scenario: &BatchScenario, asked: WhenAsked) -> StartForecast {
    let mut forecasting = opened(scenario.clone()).forecast(asked).unwrap();
    while !forecasting.is_done() {
        forecasting.advance(3);
    }
    forecasting.answer().clone()
}

/// What is known at a moment of a scenario in which jobs run as long as they do: those submitted by then, and whoever has not ended runs to its limit, from
/// the plan of the whole scenario. `run_time` changes that.
fn known_jobs(scenario: &BatchScenario, at: u32, run_time: impl Fn(&Job) -> u32) -> Vec<Job> {
    let whole = scenario.run().unwrap();
    let rows = (0..whole.jobs.len()).filter(|&row| whole.jobs.submitted[row] <= at);
    let known = rows.map(|row| {
        let job = whole.jobs.row(row);
        if whole.decisions.end[row] <= u64::from(at) {
            job
        } else {
            Job { estimate: job.reserved(), runtime: run_time(&job), ..job }
        }
    });
    known.collect()
}

/// When a row starts in the plan from the first second on.
fn start_of(scenario: &BatchScenario, jobs: Vec<Job>, row: usize) -> Time {
    let policy = scenario.policy;
    let outcome = self::scenario(scenario.nodes, jobs, policy, None).run().unwrap();
    if policy.scheduler != Scheduler::CoAllocation {
        assert_eq!(outcome.decisions.start[row], oracle::plan(scenario.nodes, &outcome.jobs, policy, None)[row].start);
    }
    outcome.decisions.start[row]
}

fn sorted(mut jobs: Vec<Job>) -> Vec<Job> {
    jobs.sort_by_key(|job| job.submitted);
    jobs
}

#[test]
fn the_point_is_the_start_in_the_whole_plan_in_which_everybody_runs_to_the_limit() {
    let cases = cases(150);
    proptest!(cases, |(jobs in jobs(40, 6), pick in any::<prop::sample::Index>(), now in prop::option::of(0..60_u32))| {
        for policy in policies() {
            let jobs = sorted(jobs.clone());
            let row = pick.index(jobs.len());
            let scenario = scenario(6, jobs.clone(), policy, now);
            let forecast = forecast(&scenario, when(row as u32, 5, RunTimes::Uniform));
            let at = now.unwrap_or(0).max(jobs[row].submitted);
            prop_assert_eq!(forecast.asked_at, u64::from(at));
            let known = known_jobs(&scenario, at, Job::reserved);
            prop_assert_eq!(forecast.point, start_of(&scenario, known.clone(), row), "{}", policy.name());
            let start = scenario.run().unwrap().decisions.start[row];
            prop_assert_eq!(forecast.has_started(), start < u64::from(at));
            prop_assert_eq!(forecast.draws.len(), if start <= u64::from(at) { 0 } else { 5 });
            // With a ratio of 1 every draw is the point.
            let whole = self::forecast(&scenario, when(row as u32, 3, RunTimes::Ratios([WHOLE; KNOTS])));
            prop_assert!(whole.draws.iter().all(|start| *start == whole.point));
            // As given, a draw is what happens if nobody comes later.
            let given = self::forecast(&scenario, when(row as u32, 1, RunTimes::AsGiven));
            let as_given = known_jobs(&scenario, at, |job| job.runtime);
            prop_assert!(given.draws.iter().all(|start| *start == start_of(&scenario, as_given.clone(), row)), "{}", policy.name());
        }
    });
}

/// A job that is submitted at the moment behind all others, in the whole plan.
fn start_behind(scenario: &BatchScenario, mut known: Vec<Job>, at: u32, nodes: u32, seconds: u32) -> Time {
    let row = known.len();
    known.push(Job { user: 2, submitted: at, estimate: seconds, runtime: seconds, nodes, ..Job::SMALLEST });
    start_of(scenario, known, row)
}

#[test]
fn what_fits_starts_in_time_and_one_second_more_does_not() {
    let cases = cases(60);
    proptest!(cases, |(jobs in jobs(30, 6), within in prop::sample::select(vec![0_u32, 1, 5, 20]))| {
        // Where a plan depends on the moment, withdrawing a job has the queue planned once more: that is not as if it had never been.
        for policy in policies().into_iter().filter(|policy| policy.backfill.resolution == 1) {
            // The last job that is submitted asks: without it, the others are as if it had never been.
            let jobs = sorted(jobs.clone());
            let row = jobs.len() - 1;
            let scenario = scenario(6, jobs.clone(), policy, None);
            let forecast = forecast(&scenario, WhenAsked { within, ..when(row as u32, 0, RunTimes::Uniform) });
            let at = jobs[row].submitted;
            let mut known = known_jobs(&scenario, at, Job::reserved);
            if !forecast.has_started() {
                known.pop();
            }
            let last = u64::from(at + within);
            let steps = &forecast.fits;
            prop_assert!(steps.is_sorted_by(|one, next| one.0 < next.0 && one.1 > next.1), "{:?}", steps);
            for nodes in 1..=6 {
                let longest = steps.iter().find(|(most, _)| *most >= nodes).map_or(0, |(_, seconds)| *seconds);
                let starts = |seconds: u64| start_behind(&scenario, known.clone(), at, nodes, seconds as u32) <= last;
                let most = if policy.scheduler == Scheduler::CoAllocation { 200 } else { 3_000 };
                prop_assert!(longest == 0 || starts(longest.min(most)), "{} {} {:?}", policy.name(), nodes, steps);
                prop_assert!(longest >= most || !starts(longest + 1), "{} {} {:?}", policy.name(), nodes, steps);
            }
        }
    });
}

fn asked(start: u32, seconds: u32, nodes: u32, announced: Option<u32>) -> CostAsked {
    CostAsked { start, latest: None, seconds, nodes, announced, measure: Measure::Wait, map: None }
}

#[test]
fn a_cost_is_the_difference_of_two_whole_plans() {
    let cases = cases(120);
    proptest!(cases, |(jobs in jobs(40, 6), announced in 0..50_u32, ahead in 0..40_u32, seconds in 1..30_u32, nodes in 1..=6_u32)| {
        for policy in policies() {
            let scenario = scenario(6, sorted(jobs.clone()), policy, None);
            let run = opened(scenario.clone());
            let reservation = Reservation { start: (announced + ahead).into(), seconds, nodes };
            let priced = run.pricing(Some(announced)).unwrap().price(reservation);
            let without = scenario.run().unwrap();
            let mut all = sorted(jobs.clone());
            let row = all.iter().filter(|job| job.submitted <= announced).count();
            let reserved = Job {
                user: 9,
                submitted: announced,
                estimate: seconds,
                runtime: seconds,
                nodes,
                earliest_start: Some(announced + ahead),
                ..Job::SMALLEST
            };
            all.insert(row, reserved);
            let with = self::scenario(6, all, policy, None).run().unwrap();
            if policy.scheduler != Scheduler::CoAllocation {
                let told = oracle::plan(6, &with.jobs, policy, None);
                prop_assert!(told.iter().zip(&with.decisions.start).all(|(told, start)| told.start == *start));
            }
            let other = |at: usize| at + usize::from(at >= row);
            let granted = with.decisions.start[row];
            prop_assert_eq!(priced.cost.granted, granted);
            let (mut wait, mut node_wait, mut delayed, mut idle) = (0, 0, 0, 0_i64);
            for at in 0..without.jobs.len() {
                let (before, after) = (without.decisions.start[at], with.decisions.start[other(at)]);
                prop_assert_eq!(priced.starts[at], after);
                wait += after.saturating_sub(before);
                node_wait += after.saturating_sub(before) * u64::from(without.jobs.nodes[at]);
                delayed += u32::from(after > before);
                for second in u64::from(announced)..granted {
                    let runs = |start: u64, end: u64| i64::from((start..end).contains(&second));
                    let nodes = i64::from(without.jobs.nodes[at]);
                    idle += nodes * runs(before, without.decisions.end[at]);
                    idle -= nodes * runs(after, with.decisions.end[other(at)]);
                }
            }
            let cost = priced.cost;
            prop_assert_eq!((cost.wait, cost.node_wait, cost.delayed), (wait, node_wait, delayed), "{}", policy.name());
            prop_assert_eq!(cost.idle, idle.max(0) as u64);
            prop_assert_eq!(priced.by.iter().sum::<u64>(), wait);
            prop_assert_eq!(priced.delayed.len(), delayed as usize);
        }
    });
}

#[test]
fn it_costs_nothing_where_nobody_waits() {
    for policy in policies() {
        let job = |submitted, nodes| Job { user: 1, submitted, estimate: 10, runtime: 10, nodes, ..Job::SMALLEST };
        let run = opened(scenario(6, vec![job(0, 2), job(3, 2), job(50, 6)], policy, None));
        let priced = run.pricing(None).unwrap().price(Reservation { start: 20, seconds: 25, nodes: 6 });
        assert_eq!(
            (priced.cost.granted, priced.cost.wait, priced.cost.delayed, priced.cost.idle),
            (20, 0, 0, 0),
            "{}",
            policy.name()
        );
    }
}

/// Everything that is told, by small budgets.
fn told(run: &mut BatchRun, query: BatchQuery, budget: usize) -> Vec<BatchSnapshot> {
    run.query(query);
    let mut told = Vec::new();
    loop {
        match run.snapshot(budget) {
            Answer::Nothing => return told,
            Answer::Working => {}
            Answer::Ready(snapshot) => told.push(snapshot),
        }
    }
}

#[test]
fn answers_grow_and_end_the_same_whatever_the_budget() {
    let job = |submitted, length, nodes| Job { user: 1, submitted, estimate: length, runtime: length, nodes, ..Job::SMALLEST };
    let running = [job(0, 30, 3), job(2, 50, 2)];
    let waiting = (0..20).map(|i| job(10, 5 + 3 * (i % 7), 1 + i % 6));
    let scenario = scenario(6, running.into_iter().chain(waiting).collect(), BatchPolicy::of(Scheduler::Easy), Some(10));
    let map = bookahead::engine::batch::cost::map::MapAsked {
        from: 10,
        to: 90,
        columns: 11,
        rows: 6,
        axis: Default::default(),
        most: 6,
        near: Some((3, 2)),
    };
    let query = BatchQuery {
        when: Some(when(15, 40, RunTimes::Uniform)),
        cost: Some(CostAsked { latest: Some(60), map: Some(map), ..asked(40, 10, 4, None) }),
        ..BatchQuery::default()
    };
    let mut run = opened(scenario);
    let _ = run.update();
    let small = told(&mut run, query, 1);
    let large = told(&mut run, BatchQuery { when: None, ..query }, usize::MAX);
    let last = small.last().unwrap();
    let (when, cost) = (last.when.as_ref().unwrap(), last.cost.as_ref().unwrap());
    assert!(small.len() > 5 && when.draws.len() == 40 && cost.map.as_ref().unwrap().is_done());
    assert_eq!(large.last().unwrap().cost, last.cost);
    let map = cost.map.as_ref().unwrap();
    let pricing = run.pricing(None).unwrap();
    for (row, column) in (0..6).flat_map(|row| (0..11).map(move |column| (row, column))) {
        let price = pricing.price(map.asked.reservation(cost.asked.reservation(), column, row));
        assert_eq!(map.cost(column, row), Some(price.cost));
        let best = map.cost(map.cheapest[row as usize], row).unwrap();
        assert!(best.wait <= price.cost.wait && map.is_exact(column, row));
    }
    // What is left out of a new question goes on, what is asked anew begins anew.
    let again = told(&mut run, BatchQuery { cost: None, ..query }, 5);
    assert_eq!(again.last().unwrap().when.as_ref().unwrap().draws, when.draws);
    let cheapest = cost.cheapest.unwrap().1;
    assert!((40..=60).contains(&cheapest.granted), "{cheapest:?}");
    let wait = |start| pricing.price(Reservation { start, seconds: 10, nodes: 4 }).cost;
    assert!((40..=60).map(wait).filter(|cost| cost.granted <= 60).all(|cost| cheapest.wait <= cost.wait));
    assert!(when.range().unwrap().is_sorted() && when.quantile(100) == when.draws.iter().max().copied());
    assert_ne!(when.point, NEVER);
}

#[test]
fn the_cheapest_start_is_the_least_of_all_that_are_tried() {
    let cases = cases(60);
    proptest!(cases, |(jobs in jobs(30, 6), start in 0..40_u32, ahead in 0..100_u32, seconds in 1..30_u32, nodes in 1..=6_u32)| {
        for policy in policies() {
            let mut run = opened(scenario(6, sorted(jobs.clone()), policy, None));
            let _ = run.update();
            let pricing = run.pricing(Some(0)).unwrap();
            let latest = start + ahead;
            // 48 equal steps: whole seconds, rounded down.
            let prices: Vec<_> = (0..=48)
                .map(|step| u64::from(start) + u64::from(ahead) * step / 48)
                .map(|start| pricing.price(Reservation { start, seconds, nodes }).cost)
                .collect();
            for measure in Measure::ALL {
                let query = CostAsked { latest: Some(latest), measure, ..asked(start, seconds, nodes, Some(0)) };
                let answers = told(&mut run, BatchQuery { cost: Some(query), ..BatchQuery::default() }, 7);
                let answer = answers.last().unwrap().cost.as_ref().unwrap();
                let best = prices.iter().map(|cost| (cost.granted > latest.into(), cost.by(measure), cost.granted)).min();
                let cost = answer.cheapest.unwrap().1;
                prop_assert_eq!(best, Some((cost.granted > latest.into(), cost.by(measure), cost.granted)), "{}", policy.name());
                prop_assert_eq!(answer.untried, 0);
            }
        }
    });
}

#[test]
fn run_times_are_drawn_as_the_ratios_are_spread() {
    use rand_chacha::ChaCha12Rng;
    use rand_chacha::rand_core::SeedableRng;
    let mut rng = ChaCha12Rng::seed_from_u64(3);
    // A third of the jobs end at a tenth of the limit, the others at the limit.
    let ratios = RunTimes::of_ratios((0..300).map(|i| if i % 3 == 0 { (1_000, 100) } else { (1_000, 5_000) }));
    let drawn: Vec<u32> = (0..3_000).map(|_| ratios.draw(&mut rng, 1_000, 0, 1)).collect();
    let whole = drawn.iter().filter(|runtime| **runtime == 1_000).count();
    assert!((1_850..=2_080).contains(&whole) && drawn.iter().all(|runtime| (100..=1_000).contains(runtime)), "{whole}");
    // Whoever has run for longer than a tenth runs to the limit, but for those between the two.
    let later = (0..1_000).map(|_| ratios.draw(&mut rng, 1_000, 500, 1)).filter(|runtime| *runtime == 1_000).count();
    assert!(later > 950, "{later}");
    for (limit, elapsed) in [(1, 0), (7, 6), (1_000_000_000, 3), (10, 0)] {
        for times in [RunTimes::Uniform, ratios, RunTimes::Ratios([0; KNOTS])] {
            let runtime = times.draw(&mut rng, limit, elapsed, 1);
            assert!(runtime > elapsed && runtime <= limit, "{times:?} {limit} {elapsed} {runtime}");
        }
    }
    assert_eq!(RunTimes::of_ratios(std::iter::empty()), RunTimes::Uniform);
}
