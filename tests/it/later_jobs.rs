//! Jobs that come later in a forecast, and ranges calibrated by earlier ones: by hand, against plans from the first second on, and against a slow twin.

use crate::support::random::cases;
use bookahead::engine::batch::forecast::arrivals::{DAY, day_back, rows_of_day};
use bookahead::engine::batch::forecast::calibration::{Earlier, calibrated};
use bookahead::engine::batch::forecast::earlier::EarlierForecasts;
use bookahead::engine::batch::forecast::past::Past;
use bookahead::engine::batch::forecast::run_times::{KNOTS, RunTimes, WHOLE};
use bookahead::engine::batch::forecast::{StartForecast, WhenAsked};
use bookahead::engine::batch::job::{Job, Time};
use bookahead::engine::batch::run::update::BatchQuery;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::BatchWorkload;
use bookahead::engine::batch::{BatchRun, BatchScenario};
use bookahead::engine::core::calendar::ClockStart;
use bookahead::engine::core::error::FieldPath;
use bookahead::engine::core::run::{Answer, StudyRun};
use proptest::prelude::*;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use std::sync::Arc;

const HOUR: u32 = 3_600;

fn job(submitted: u32, estimate: u32, runtime: u32, nodes: u32) -> Job {
    Job { user: 1, submitted, estimate, runtime, nodes, ..Job::SMALLEST }
}

fn asked(row: usize, draws: u32, run_times: RunTimes) -> WhenAsked {
    WhenAsked { job: row as u32, draws, seed: 7, run_times, within: 0 }
}

fn forecast(scenario: &BatchScenario, asked: WhenAsked, budget: usize) -> StartForecast {
    let mut run = BatchRun::open(scenario.clone()).unwrap();
    while !run.advance(usize::MAX).is_done {}
    let mut forecasting = run.forecast(asked).unwrap();
    while !forecasting.is_done() {
        forecasting.advance(budget);
    }
    forecasting.answer().clone()
}

#[test]
fn the_same_day_comes_again_by_hand() {
    // As in the experiment: a job of three nodes is the head until 60 h, ours wants all four behind it.
    let waiting = vec![job(0, 60 * HOUR, 60 * HOUR, 2), job(0, 100 * HOUR, 100 * HOUR, 3), job(0, HOUR, HOUR, 4)];
    let without = BatchScenario { now: Some(0), ..BatchScenario::of_jobs(4, waiting, Scheduler::Easy) };
    // Yesterday at this time of day, ten hours on: one node for 300 h of 500.
    let past = Past::of(DAY, &[job(10 * HOUR, 500 * HOUR, 300 * HOUR, 1)]);
    let with = BatchScenario { past: Some(Arc::new(past)), ..without.clone() };
    let whole = RunTimes::Ratios([WHOLE; KNOTS]);
    let starts = |scenario: &BatchScenario| {
        let forecast = forecast(scenario, asked(2, 3, whole), 2);
        (forecast.point, forecast.draws, forecast.days)
    };
    let hours = |hours: u32| Time::from(hours * HOUR);
    assert_eq!(starts(&without), (hours(160), vec![hours(160); 3], 0));
    // The first one goes ahead and runs to 310 h; the one of the next day does not fit beside it and the head.
    assert_eq!(starts(&with), (hours(160), vec![hours(310); 3], 1));
}

/// Four weeks of a machine of ten nodes on which jobs wait: each runs for a third to all of its limit.
fn busy_weeks() -> Past {
    let of = |i: u32| {
        let limit = HOUR * (1 + i * 5 % 4);
        job(i * 3_000, limit, limit * (1 + i * 11 % 3) / 3, 2 + i * 7 % 6)
    };
    let jobs: Vec<Job> = (1..800).map(of).chain([job(900, HOUR, HOUR, 11)]).collect();
    Past::of_log(&jobs, None, None, 1_000).unwrap()
}

/// The last answer of a run that is asked in parts.
fn told_last(run: &mut BatchRun, when: WhenAsked, budget: usize) -> StartForecast {
    while !run.advance(usize::MAX).is_done {}
    run.query(BatchQuery { when: Some(when), ..BatchQuery::default() });
    run.update();
    let mut last = None;
    loop {
        match run.snapshot(budget) {
            Answer::Ready(snapshot) => last = snapshot.when,
            Answer::Working => {}
            Answer::Nothing => return last.unwrap(),
        }
    }
}

#[test]
fn a_run_that_is_asked_calibrates_its_ranges_by_the_past() {
    let waiting: Vec<Job> = (0..6).map(|i| job(0, HOUR * (2 + i), HOUR * (2 + i), 3 + i)).collect();
    let past = Arc::new(busy_weeks());
    let policy = BatchPolicy::of(Scheduler::Easy);
    let scenario = BatchScenario {
        now: Some(0),
        past: Some(Arc::clone(&past)),
        ..BatchScenario::new(10, BatchWorkload::of_jobs(waiting), policy)
    };
    let when = asked(5, 40, RunTimes::Uniform);
    // At once: the draws, and forecasts for the jobs of the past that fit on the machine.
    let mut expected = forecast(&scenario, when, usize::MAX);
    let mut earlier = EarlierForecasts::of_past(&past, 10, policy, when.seed);
    while !earlier.is_done() {
        earlier.advance(usize::MAX);
    }
    expected.calibrate(&earlier.answers());
    let (range, by) = expected.calibrated.expect("enough jobs waited");
    assert!((20..=100).contains(&by) && range[0] <= range[1], "{range:?} {by}");
    for budget in [usize::MAX, 700] {
        let mut run = BatchRun::open(scenario.clone()).unwrap();
        assert_eq!(told_last(&mut run, when, budget), expected);
        // Another job of the same queue, and the queue without one: by the same earlier forecasts.
        assert_eq!(told_last(&mut run, asked(4, 40, RunTimes::Uniform), budget).calibrated.map(|(_, by)| by), Some(by));
        let fewer = BatchScenario { workload: scenario.workload.with_edit(1, None), ..scenario.clone() };
        run.edit(fewer).unwrap();
        assert_eq!(told_last(&mut run, when, budget).calibrated.map(|(_, by)| by), Some(by));
        // Without the past there is nothing to calibrate by.
        run.edit(BatchScenario { past: None, ..scenario.clone() }).unwrap();
        assert_eq!(told_last(&mut run, when, budget).calibrated, None);
    }
}

/// Five hours to four days.
fn lengths() -> impl Strategy<Value = (u32, u32)> {
    (1..20_u32, 1..20_u32).prop_map(|(estimate, runtime)| (estimate * 5 * HOUR, runtime.min(estimate) * 5 * HOUR))
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_draw_is_the_plan_of_the_known_jobs_and_of_a_day_that_comes_again_and_again(
        known in prop::collection::vec((lengths(), 1..=6_u32), 2..20),
        past in prop::collection::vec((0..DAY, lengths(), 1..=9_u32), 1..6),
        budget in 1..30_usize,
    ) {
        let known: Vec<Job> = known.into_iter().map(|((estimate, _), nodes)| job(0, estimate, estimate, nodes)).collect();
        let past: Vec<Job> = past.into_iter().map(|(at, (estimate, runtime), nodes)| job(at, estimate, runtime, nodes)).collect();
        let row = known.len() - 1;
        for scheduler in [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Backfill, Scheduler::Conservative, Scheduler::CoAllocation] {
            let policy = BatchPolicy { horizon: 2_000 * HOUR, quantum: 10 * HOUR, step: 7 * HOUR, ..BatchPolicy::of(scheduler) };
            let scenario = |jobs: Vec<Job>| BatchScenario { now: Some(0), ..BatchScenario::new(6, BatchWorkload::of_jobs(jobs), policy) };
            let with = BatchScenario { past: Some(Arc::new(Past::of(DAY, &past))), ..scenario(known.clone()) };
            // A day of records is all there is to draw, and everybody runs to the limit.
            let found = forecast(&with, asked(row, 2, RunTimes::Ratios([WHOLE; KNOTS])), budget);
            let days = (found.draws.first().map_or(0, |start| *start / u64::from(DAY)) + 2) as u32;
            let again = (0..days).flat_map(|day| past.iter().map(move |job| Job {
                submitted: (job.submitted + day * DAY).max(1),
                nodes: job.nodes.min(6),
                ..*job
            }));
            let mut all: Vec<Job> = known.iter().copied().chain(again).collect();
            all.sort_by_key(|job| job.submitted);
            let outcome = scenario(all).run().unwrap();
            let start = outcome.decisions.start[row];
            if found.wanted > 0 {
                prop_assert_eq!(&found.draws, &vec![start; 2], "{}", policy.name());
            }
        }
    }

    #[test]
    fn a_draw_does_not_depend_on_the_pieces_it_is_computed_in(budget in 1..40_usize, seed in 0..20_u64) {
        let known = (0..12).map(|i| job(0, 5 * HOUR * (1 + i % 5), 5 * HOUR * (1 + i % 5), 1 + i % 5)).collect();
        let past: Vec<Job> = (0..200).map(|i| job(i * 7 * HOUR, 9 * HOUR, HOUR * (1 + i % 9), 1 + i % 4)).collect();
        let past = Past::of_log(&past, None, None, 1_000).unwrap();
        let policy = BatchPolicy::of(Scheduler::Easy);
        let scenario = BatchScenario { now: Some(0), past: Some(Arc::new(past)), ..BatchScenario::new(5, BatchWorkload::of_jobs(known), policy) };
        let asked = WhenAsked { seed, ..asked(11, 6, RunTimes::Uniform) };
        let whole = forecast(&scenario, asked, usize::MAX);
        prop_assert_eq!(&forecast(&scenario, asked, budget), &whole);
        prop_assert_eq!(whole.draws.len(), 6);
    }

    #[test]
    fn the_past_of_a_log_is_its_last_whole_days(
        gaps in prop::collection::vec(0..2 * DAY, 1..60),
        most in 1..80_usize,
        clocks in prop::option::of((0..2_000_000_000_i64, 0..2_000_000_000_i64)),
    ) {
        let mut at = 0;
        let log: Vec<Job> = gaps.iter().map(|gap| { at += gap; job(at, 100, 50, 1) }).collect();
        let start = clocks.map(|(unix_seconds, _)| ClockStart { unix_seconds, utc_offset: 3_600 });
        let present = clocks.map(|(_, present)| present);
        let Some(past) = Past::of_log(&log, start, present, most) else { return Ok(()) };
        prop_assert!(past.check(&FieldPath::new("past")).is_ok());
        prop_assert!(past.moment.is_multiple_of(DAY) && past.jobs.len() <= most);
        // The same stretch of the log, found by looking at every one that gives the first job of the past its place.
        let (first, last) = (log[0].submitted, log[log.len() - 1].submitted);
        let shifts: Vec<u32> = match past.jobs.submitted.first() {
            Some(begins) => log.iter().filter_map(|job| job.submitted.checked_sub(*begins)).filter(|shift| *shift >= first).collect(),
            None => (first..=last).collect(),
        };
        let shift = shifts.into_iter().rev().find(|&shift| {
            let is_time_of_day = present.zip(start).is_none_or(|(present, start)| {
                (start.local_seconds() + i64::from(shift) - present).rem_euclid(DAY.into()) == 0
            });
            let kept = log.iter().map(|job| job.submitted).filter(|at| (shift..shift + past.moment).contains(at));
            is_time_of_day && kept.map(|at| at - shift).eq(past.jobs.submitted.iter().copied())
        });
        prop_assert!(shift.is_some(), "{:?}", past.jobs.submitted);
        prop_assert!(clocks.is_some() || shift.unwrap() + past.moment == last + 1);
    }

    #[test]
    fn calibrated_ends_are_those_of_a_slow_twin(
        earlier in prop::collection::vec((0..50_000_u64, 0..50_000_u64, 0..200_000_u64, prop::bool::weighted(0.9)), 0..160),
        (early, width, limit) in (0..50_000_u64, 0..50_000_u64, 0..300_000_u64),
    ) {
        let mut list: Vec<Earlier> = Vec::new();
        for (early, width, waited, has_started) in earlier {
            let drawn = [early, early + width];
            let told = calibrated(&list, drawn, u64::MAX);
            list.push(Earlier { drawn, told, waited, has_started });
        }
        let drawn = [early, early + width];
        let told = calibrated(&list, drawn, limit);
        prop_assert!(told[0] <= told[1] && told[1] <= limit.max(drawn[1]), "{:?}", told);
        // Shares of starts that may lie outside, by counting.
        let started = list.iter().filter(|of| of.has_started);
        let share = |missed: usize| (0.1 + 0.02 * (0.1 * started.clone().count() as f64 - missed as f64)).clamp(0.01, 0.5);
        let last = &list[list.len().saturating_sub(100)..];
        let factor = |one: u64, other: u64| (one as f64 + 600.0) / (other as f64 + 600.0);
        let later: Vec<f64> = last.iter().map(|of| (factor(of.waited, of.drawn[1]), of.has_started)).filter(|(by, has)| *has || *by > 1.0).map(|(by, _)| by).collect();
        let earlier: Vec<f64> = last.iter().map(|of| (factor(of.drawn[0], of.waited), of.has_started)).filter(|(by, has)| *has || *by < 1.0).map(|(by, _)| by).collect();
        if later.len() < 20 || earlier.len() < 20 {
            prop_assert_eq!(told, drawn);
            return Ok(());
        }
        // The least factor by which enough of them would have held.
        let least = |factors: &[f64], outside: f64| {
            let wanted = (((factors.len() + 1) as f64 * (1.0 - outside)).ceil() as usize).min(factors.len());
            factors.iter().copied().filter(|by| factors.iter().filter(|other| *other <= by).count() >= wanted).fold(f64::MAX, f64::min)
        };
        let by_late = least(&later, share(started.clone().filter(|of| of.waited > of.told[1]).count()));
        let by_early = least(&earlier, share(started.clone().filter(|of| of.waited < of.told[0]).count()));
        let late = ((drawn[1] as f64 + 600.0) * by_late - 600.0).max(0.0).min(limit.max(drawn[1]) as f64);
        let early = ((drawn[0] as f64 + 600.0) / by_early - 600.0).max(0.0).min(late);
        prop_assert!((told[1] as f64 - late).abs() <= 1.0 + late * 1e-9, "{:?} {}", told, late);
        prop_assert!((told[0] as f64 - early).abs() <= 1.0 + late * 1e-9, "{:?} {}", told, early);
    }
}

#[test]
fn a_range_is_calibrated_by_hand() {
    // Twenty jobs waited 6,600 s where nine tenths of the draws were over after 3,000: with ten minutes added to both, twice as long.
    let earlier = [Earlier { drawn: [600, 3_000], told: [600, 6_600], waited: 6_600, has_started: true }; 20];
    assert_eq!(calibrated(&earlier[..19], [600, 3_000], 99_999), [600, 3_000], "too few");
    // The early end lies (600 + 600) ÷ (6,600 + 600) of what the jobs waited: it moves up by six.
    let [early, late] = calibrated(&earlier, [600, 5_400], 99_999);
    assert!(early.abs_diff(6_600) <= 1 && late.abs_diff(11_400) <= 1, "{early} {late}");
    assert_eq!(calibrated(&earlier, [600, 5_400], 7_000)[1], 7_000, "no later than by the limits");
    assert_eq!(calibrated(&earlier, [600, 5_400], 10)[1], 5_400, "but for the draws");
}

#[test]
fn a_day_is_drawn_at_the_same_time_of_day() {
    let mut rng = ChaCha12Rng::seed_from_u64(1);
    assert_eq!(day_back(&mut rng, 0, 3), None);
    let mut found = [0_u32; 28];
    for _ in 0..2_000 {
        found[day_back(&mut rng, 27, 5).unwrap() as usize] += 1;
    }
    assert!(found[0] == 0 && found[1..].iter().all(|count| (40..=110).contains(count)), "{found:?}");
    // Four weeks: the fifth day from now was two days before now on the weekday, and nine, sixteen, twenty-three.
    let back: Vec<u32> = (0..200).map(|_| day_back(&mut rng, 29, 5).unwrap()).collect();
    assert!(back.iter().all(|back| [2, 9, 16, 23].contains(back)) && back.contains(&2) && back.contains(&23));
    assert!((0..100).all(|ahead| (1..=28).contains(&day_back(&mut rng, 29, ahead).unwrap())));
    let submitted = [0, DAY - 1, DAY, 2 * DAY - 1];
    assert_eq!([1, 2, 3].map(|back| rows_of_day(&submitted, 2 * DAY, back)), [2..4, 0..2, 0..2]);
}

#[test]
fn a_past_out_of_range_is_refused_with_its_place() {
    let refused = |past: Past| past.check(&FieldPath::new("past")).unwrap_err().to_string();
    assert!(refused(Past::of(100, &[job(0, 1, 1, 1)])).contains("past.moment"));
    assert!(refused(Past::of(DAY, &[])).contains("past.jobs"));
    assert!(refused(Past::of(DAY, &[job(5, 1, 1, 1), job(DAY, 1, 1, 1)])).contains("past.jobs[1].submitted"));
    assert!(refused(Past::of(DAY, &[job(5, 0, 1, 1)])).contains("past.jobs[0].estimate"));
}
