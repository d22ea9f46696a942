//! When will a job start: what the methods say against slow twins, and what they come to by hand.

use crate::cli::{ended, ok, refusal};
use bookahead::engine::batch::BatchScenario;
use bookahead::engine::batch::job::Job;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::papers::batch::ClusterInput;
use bookahead::papers::batch::when::{
    Alive, Answer, Bounds, Later, Method, Numbers, Stretch, WhenStudy, bound_of, predicted, start_of,
};
use bookahead::papers::experiment::{Experiment, Options, Trial, find};
use std::sync::Arc;

#[test]
fn a_question_by_hand() {
    // Three of four nodes are held by a job that may run 60 s more; a job that wants all four waits, then ours.
    let runs = Alive { row: 0, nodes: 3, limit: 100, elapsed: Some(40) };
    let waits = Alive { row: 1, nodes: 4, limit: 30, elapsed: None };
    let ours = |nodes, limit| Alive { row: 2, nodes, limit, elapsed: None };
    let start = |ours: Alive, run_times: [u32; 3]| start_of(4, &[runs, waits, ours], &run_times, None);
    // Behind both: at their limits after 60 and 30 s.
    assert_eq!(start(ours(2, 10), [100, 30, 10]), 90);
    // The first ends 10 s from now, the second runs 5 s.
    assert_eq!(start(ours(2, 10), [50, 5, 10]), 15);
    // One node is free now, and for 60 s it delays nobody; with a limit of 61 s it would.
    assert_eq!(start(ours(1, 60), [100, 30, 60]), 0);
    assert_eq!(start(ours(1, 61), [100, 30, 61]), 90);
    // Run times below what has passed, and above the limit, are not believed.
    assert_eq!(start(ours(2, 10), [1, 1, 1]), 2);
    assert_eq!(start(ours(2, 10), [u32::MAX, u32::MAX, u32::MAX]), 90);
}

#[test]
fn jobs_that_come_later_go_ahead_by_hand() {
    // Two of four nodes are held for 60 s; the head wants three, and leaves one; ours wants all four and stands behind the head: at 160 s.
    let runs = Alive { row: 0, nodes: 2, limit: 60, elapsed: Some(0) };
    let head = Alive { row: 1, nodes: 3, limit: 100, elapsed: None };
    let ours = Alive { row: 2, nodes: 4, limit: 10, elapsed: None };
    let start = |later: &[(u32, Later)]| {
        let mut days = Vec::new();
        let mut of_day = |day: u32, to: &mut Vec<Later>| {
            days.push(day);
            to.extend(later.iter().filter(|(on, _)| *on == day).map(|(_, later)| *later));
        };
        let start = start_of(4, &[runs, head, ours], &[60, 100, 10], Some(&mut of_day));
        (start, days)
    };
    assert_eq!(start(&[]), (160, vec![0]));
    // One node for as long as it likes delays nobody but ours, which waits for what it really runs.
    let later = Later { after: 10, nodes: 1, limit: 100_000, run_time: 300 };
    assert_eq!(start(&[(0, later)]), (310, vec![0]));
    assert_eq!(start(&[(0, Later { nodes: 2, ..later })]), (160, vec![0]), "it would delay the head");
    // Ours is the head from 60 s on: what comes then goes ahead only if it ends before.
    assert_eq!(start(&[(0, Later { after: 61, limit: 99, ..later })]), (160, vec![0]));
    assert_eq!(start(&[(0, Later { after: 61, limit: 300, ..later })]), (160, vec![0]));
    // A day later there are days until its start: one, two, four.
    let long = Later { run_time: 90_000, ..later };
    assert_eq!(start(&[(0, long)]), (90_010, vec![0, 1]));
    let next = Later { after: 86_400 + 5, ..long };
    assert_eq!(start(&[(0, long), (1, next)]), (90_010, vec![0, 1]), "ours is the head by then");
}

#[test]
fn run_times_of_a_user_come_in_stretches() {
    let ended = [(100, 10), (200, 100), (50, 50)].into_iter().collect();
    let mut stretch = Stretch::from(&ended, 1);
    // A half, all of it, a tenth, a half; then what runs longer than 30 of 60 s: only the whole limit does.
    assert_eq!([10, 10, 10, 10].map(|limit| stretch.run_time(limit, 0)), [5, 10, 1, 5]);
    assert_eq!((stretch.run_time(60, 30), stretch.run_time(60, 59), stretch.run_time(60, 60)), (60, 60, 60));
    assert_eq!(Stretch::from(&ended, 0).run_time(1, 0), 1);
}

#[test]
fn run_times_are_predicted_from_the_last_two_and_corrected() {
    assert_eq!(predicted(None, 3_600, 10), 3_600);
    assert_eq!(predicted(Some(500), 3_600, 10), 500);
    assert_eq!(predicted(Some(5_000), 3_600, 10), 3_600);
    // A minute more, then five minutes more, then fifteen.
    assert_eq!(predicted(Some(500), 3_600, 500), 560);
    assert_eq!(predicted(Some(500), 3_600, 560), 860);
    assert_eq!(predicted(Some(500), 3_600, 1_700), 1_760);
    assert_eq!(predicted(Some(500), 600, 599), 600);
}

#[test]
fn qbets_bounds_are_those_of_the_binomial_distribution() {
    assert_eq!((bound_of(58), bound_of(59)), (None, Some(59)));
    for n in 59..1_500_usize {
        // P(at most k − 1 of n waits are below the quantile) ≥ 95 %: the least k, by sums of logarithms.
        let mut log_choose = 0.0_f64;
        let (mut sum, mut exact) = (0.0, n);
        for k in 0..n {
            sum += libm::exp(log_choose + k as f64 * libm::log(0.95) + (n - k) as f64 * libm::log(0.05));
            if sum >= 0.95 {
                exact = k + 1;
                break;
            }
            log_choose += libm::log((n - k) as f64 / (k + 1) as f64);
        }
        let found = bound_of(n).unwrap();
        assert!(found.abs_diff(exact) <= 1, "{n}: {found}, by the distribution {exact}");
    }
}

#[test]
fn qbets_notices_that_the_machine_has_changed() {
    let mut bounds = Bounds::default();
    let mut start = |wait: u64| {
        let bound = bounds.bound(8);
        bounds.start(8, wait, bound);
        bounds.bound(8)
    };
    (0..58).for_each(|wait| assert_eq!(start(wait), None));
    assert_eq!(start(58), Some(58));
    for wait in 0..500 {
        start(wait % 60);
    }
    assert!(start(0).is_some_and(|bound| (56..=59).contains(&bound)));
    // One and two long waits say little; with the third in a row only 59 are kept, the greatest of which counts.
    assert!(start(1_000).is_some_and(|bound| bound < 60));
    assert!(start(1_000).is_some_and(|bound| bound < 60));
    assert_eq!(start(1_000), Some(1_000));
    assert_eq!(bounds.bound(2), None, "jobs of other sizes have bounds of their own");
}

#[test]
fn what_answers_come_to_by_hand() {
    let answer =
        |waited: f64, said, drawn, bound| Answer { row: 0, waited, said, drawn, told: [drawn[0], drawn[0] + 7_200.0], bound };
    let answers = [
        answer(3_600.0, [7_200.0, 3_600.0, 0.0, 1_800.0], [0.0, 0.0, 3_600.0, 3_600.0], Some(7_200.0)),
        answer(7_200.0, [10_800.0, 3_600.0, 7_200.0, 7_200.0], [0.0, 7_200.0, 7_199.0, 7_199.0], None),
    ];
    let numbers = Numbers::of(&answers, Some(97.0));
    assert_eq!((numbers.asked, numbers.waited), (2.0, 1.5));
    assert_eq!((numbers.mean_error, numbers.late), ([1.0, 0.5, 0.5, 0.25], [1.0, -0.5, -0.5, -0.25]));
    assert_eq!(numbers.median_error, [60.0, 0.0, 0.0, 0.0]);
    assert_eq!((numbers.range[0], numbers.drawn_bound[0]), (50.0, 50.0));
    assert_eq!((numbers.told, numbers.told_later), ([100.0, 2.0], 100.0));
    assert_eq!((numbers.qbets, numbers.qbets_all), ([100.0, 2.0], 97.0));
    assert_eq!(Numbers::of(&[], None).range, [100.0, 0.0]);
}

/// Jobs of five users on a machine of eight nodes, as a log has them: some wait.
fn log(jobs: u32) -> ClusterInput {
    let mut state = 5_u32;
    let mut draw = |most: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % most
    };
    let mut submitted = 0;
    let mut users = Vec::new();
    let job = |number: u32| {
        submitted += draw(90);
        users.push(draw(5));
        let estimate = 30 + draw(600);
        let runtime = 1 + draw(estimate);
        let logged_start = Some(submitted + draw(300));
        Job { user: number, submitted, estimate, runtime, nodes: 1 + draw(6), logged_start, ..Job::SMALLEST }
    };
    let jobs: Vec<Job> = (1..=jobs).map(job).collect();
    ClusterInput { nodes: 8, jobs: Arc::new(jobs), users, with_estimates: false }
}

#[test]
fn every_answer_is_that_of_a_slow_twin() {
    let (input, options) = (log(600), Options { runs: 1, requests: 600, seed: 1 });
    let study = WhenStudy::of_log(input.clone(), options).unwrap();
    let mut trial = study.trial(options, 0).unwrap();
    while !trial.advance(7) {}
    let readings: Vec<&[Answer]> = trial.answers().collect();
    assert_eq!(readings.len(), 2);
    assert!(readings.iter().all(|answers| answers.len() > 60), "{:?}", readings.iter().map(|of| of.len()).collect::<Vec<_>>());
    let happened = BatchScenario::of_jobs(8, input.jobs.to_vec(), Scheduler::Easy).run().unwrap().decisions;
    for answer in readings[0] {
        let (row, now) = (answer.row, u64::from(input.jobs[answer.row].submitted));
        assert_eq!(answer.waited, (happened.start[row] - now) as f64);
        // Everything again from the first submission on: what has not ended runs as long as is said.
        let again = |run_time: &dyn Fn(usize, u32) -> u32| {
            let job = |(at, job): (usize, &Job)| {
                let elapsed = now.saturating_sub(happened.start[at]) as u32;
                let has_ended = happened.end[at] <= now;
                Job {
                    runtime: if has_ended { job.runtime } else { run_time(at, elapsed).clamp(elapsed + 1, job.estimate) },
                    ..*job
                }
            };
            let jobs: Vec<Job> = input.jobs[..=row].iter().enumerate().map(job).collect();
            (BatchScenario::of_jobs(8, jobs, Scheduler::Easy).run().unwrap().decisions.start[row] - now) as f64
        };
        assert_eq!(answer.said[0], again(&|at, _| input.jobs[at].estimate), "limits, {row}");
        let last_two = |user: u32| {
            let mut ended: Vec<(u64, usize)> =
                (0..row).filter(|&at| input.users[at] == user && happened.end[at] < now).map(|at| (happened.end[at], at)).collect();
            ended.sort_unstable();
            let last: Vec<u32> = ended.iter().rev().take(2).map(|&(_, at)| input.jobs[at].runtime).collect();
            (!last.is_empty()).then(|| last.iter().sum::<u32>() / last.len() as u32)
        };
        let as_predicted = again(&|at, elapsed| predicted(last_two(input.users[at]), input.jobs[at].estimate, elapsed));
        assert_eq!(answer.said[3], as_predicted, "the last two, {row}");
        let class = |at: usize| (input.jobs[at].nodes.ilog2(), (input.jobs[at].estimate / 60).max(1).ilog2());
        let mut started: Vec<(u64, usize)> =
            (0..row).filter(|&at| happened.start[at] < now).map(|at| (happened.start[at], at)).collect();
        started.sort_unstable();
        let wait = |&(start, at): &(u64, usize)| start - u64::from(input.jobs[at].submitted);
        let like: Vec<u64> = started.iter().rev().filter(|(_, at)| class(*at) == class(row)).take(100).map(wait).collect();
        let waits = if like.len() < 10 { started.iter().rev().take(100).map(wait).collect() } else { like };
        assert_eq!(answer.said[1], waits.iter().sum::<u64>() as f64 / waits.len() as f64, "similar jobs, {row}");
        // No plan is later than that of the limits here: shorter jobs may delay one under EASY, but not below all of them.
        assert!(answer.drawn.is_sorted() && answer.drawn[1] == answer.said[2], "{answer:?}");
    }
}

#[test]
fn no_answer_knows_what_comes_later() {
    let (input, options) = (log(500), Options { runs: 1, requests: 500, seed: 1 });
    let (spread, at) = (
        |input: &mut ClusterInput| {
            for job in Arc::make_mut(&mut input.jobs) {
                // Some weeks long, so that there are days to draw from.
                (job.submitted, job.estimate, job.runtime) = (job.submitted * 60, job.estimate * 60, job.runtime * 60);
                job.logged_start = None;
            }
        },
        350,
    );
    let mut input = input;
    spread(&mut input);
    let answers = |input: &ClusterInput| {
        let mut trial = WhenStudy::of_log(input.clone(), options).unwrap().trial(options, 0).unwrap();
        while !trial.advance(1_000) {}
        trial.answers().next().unwrap().to_vec()
    };
    let known = answers(&input);
    let moment = u64::from(input.jobs[at].submitted);
    let ends = BatchScenario::of_jobs(8, input.jobs.to_vec(), Scheduler::Easy).run().unwrap().decisions.end;
    let mut other = input.clone();
    for (row, job) in Arc::make_mut(&mut other.jobs).iter_mut().enumerate() {
        if row > at {
            (job.nodes, job.runtime) = (9 - job.nodes, job.estimate);
        } else if ends[row] > moment {
            job.runtime = job.estimate;
        }
    }
    let others = answers(&other);
    let asked = |answers: &[Answer]| -> Vec<_> {
        let asked = answers.iter().filter(|answer| answer.row <= at);
        asked
            .map(|answer| {
                (answer.row, answer.said.map(f64::to_bits), answer.drawn.map(f64::to_bits), answer.told.map(f64::to_bits))
            })
            .collect()
    };
    assert!(asked(&known).len() > 40 && known.len() > asked(&known).len());
    assert!(known.iter().zip(&others).any(|(known, other)| known.waited != other.waited), "the others change what happens");
    assert_eq!(
        asked(&known).iter().map(|of| of.0).collect::<Vec<_>>(),
        asked(&others).iter().map(|of| of.0).take(asked(&known).len()).collect::<Vec<_>>()
    );
    assert_eq!(asked(&known), asked(&others));
}

#[test]
fn ranges_cover_what_they_promise_on_held_back_halves() {
    // For sixty jobs at a time all users run the same share of their limits, from a twentieth to all of it: more than any draw expects.
    let (mut input, runs, stretch) = (log(6 * 1_200), 6, 1_200);
    let mut share = 0;
    for (at, job) in Arc::make_mut(&mut input.jobs).iter_mut().enumerate() {
        if at % 60 == 0 {
            share = (share * 7 + 5) % 20;
        }
        (job.runtime, job.logged_start) = ((job.estimate * (share + 1) / 20).max(1), None);
    }
    let options = Options { runs, requests: stretch, seed: 1 };
    let study = WhenStudy::of_log(input, options).unwrap();
    let place = |key: &str| study.measures().iter().position(|measure| measure.key == key).unwrap();
    let [told, drawn] = ["told_holds_later", "range_holds"].map(place);
    let (mut sum_told, mut sum_drawn) = (0.0, 0.0);
    for run in 0..runs {
        let mut trial = study.trial(options, run).unwrap();
        while !trial.advance(100_000) {}
        let measures = trial.sample().measures;
        (sum_told, sum_drawn) = (sum_told + measures[told], sum_drawn + measures[drawn]);
    }
    let [told, drawn] = [sum_told, sum_drawn].map(|sum| sum / f64::from(runs));
    assert!(
        (74.0..=88.0).contains(&told),
        "{told:.1} % of the starts lie inside of the calibrated ranges, {drawn:.1} % inside of the drawn ones"
    );
    assert!(drawn < 70.0, "{drawn:.1} %: without calibration they are too narrow, else this test says nothing");
}

#[test]
fn questions_do_not_depend_on_the_pieces_they_are_asked_in() {
    let options = Options { runs: 2, requests: 300, seed: 9 };
    let study = WhenStudy::drawn();
    let found = |pieces: usize| {
        let mut trial = study.trial(options, 1).unwrap();
        while !trial.advance(pieces) {
            let (done, all) = trial.progress();
            assert!(done <= all);
        }
        trial.sample()
    };
    let sample = found(usize::MAX);
    assert_eq!(found(1), sample);
    assert_eq!(sample.measures.len(), study.measures().len());
    assert_eq!(sample.series.len(), study.curves().len());
    // Drawn jobs have no users: nothing is predicted but the limits.
    let error = |method: Method| sample.series[Method::ALL.iter().position(|known| *known == method).unwrap()][0];
    assert_eq!(error(Method::Limits), error(Method::Predicted));
}

const SWF: &str = "; MaxProcs: 4\n\
    1 0 0 100 4 -1 -1 4 200 -1 1 1 1 -1 1 -1 -1 -1\n\
    2 1 99 100 4 -1 -1 4 200 -1 1 1 1 -1 1 -1 -1 -1\n\
    3 2 198 100 4 -1 -1 4 200 -1 1 2 1 -1 1 -1 -1 -1\n\
    4 3 297 100 4 -1 -1 4 200 -1 1 -1 1 -1 1 -1 -1 -1\n";

#[test]
fn the_command_line_asks_of_logs_and_of_drawn_jobs() {
    let text = ok(&["experiment", "when-start", "--runs", "2", "--jobs", "200"], "");
    assert!(text.contains("Median of 100 plans with drawn run times and later jobs") && text.contains("QBETS"), "{text}");
    let csv = ok(&["experiment", "when-start", "--runs", "2", "--jobs", "200", "--csv"], "");
    assert!(csv.contains("mean_error_limits") && csv.contains("median_error_drawn"), "{csv}");
    assert!(find("when-start").unwrap().log_use().is_some_and(|usage| usage.by_stretch));
    let path = std::env::temp_dir().join(format!("bookahead-when-start-{}.swf", std::process::id()));
    std::fs::write(&path, SWF).unwrap();
    let log = path.to_str().unwrap();
    let (json, told) = ended(&["experiment", "when-start", "--log", log, "--runs", "1", "--jobs", "4", "--json"], "", 0);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap_or_else(|_| panic!("{json} {told}"));
    let text = json.to_string();
    assert!(text.contains("range_holds_recorded") && text.contains("mean_error_similar_recorded"), "{text}");
    let refused = refusal(&["experiment", "when-start", "--log", log, "--runs", "3", "--jobs", "3"], "");
    assert!(refused.contains("at most 2: 4 jobs in stretches of 3"), "{refused}");
    std::fs::remove_file(path).unwrap();
}
