//! The experiments on reservations beside a queue: their numbers are those of plans that are made one by one.

use crate::cli::ok;
use bookahead::engine::batch::job::NEVER;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::generator::LublinWorkload;
use bookahead::engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead::engine::batch::{BatchOutcome, BatchScenario};
use bookahead::papers::batch::LOG_NODES;
use bookahead::papers::batch::beside::{BesideAxis, BesideStudy};
use bookahead::papers::experiment::{Experiment, ExperimentRun, Options, Trial, find};

const SIZE: Options = Options { runs: 2, requests: 300, seed: 5 };

fn planned(scheduler: Scheduler, lublin: LublinWorkload) -> BatchOutcome {
    let workload = BatchWorkload::of(BatchSource::Lublin(lublin));
    BatchScenario::new(LOG_NODES, workload, BatchPolicy::of(scheduler)).run().expect("in bounds")
}

/// What a run found, by the name of the measure.
fn found(axis: BesideAxis) -> impl Fn(&str) -> f64 {
    let study = BesideStudy::new(axis);
    let mut trial = study.trial(SIZE, 0).expect("in bounds");
    while !trial.advance(7) {}
    let (sample, measures) = (trial.sample(), study.measures());
    assert_eq!((sample.measures.len(), sample.series.len()), (measures.len(), study.curves().len()));
    let (decided, all) = trial.progress();
    assert_eq!(decided, all);
    let mut whole = study.trial(SIZE, 0).expect("in bounds");
    while !whole.advance(usize::MAX) {}
    assert_eq!(whole.sample(), sample, "in pieces as in one go");
    move |key: &str| sample.measures[measures.iter().position(|measure| measure.key == key).unwrap_or_else(|| panic!("{key}"))]
}

/// Mean use of the nodes from the first to the last submission, second by second where something changes.
fn used(plan: &BatchOutcome) -> f64 {
    let (first, last) = (u64::from(plan.jobs.submitted[0]), u64::from(*plan.jobs.submitted.last().expect("jobs")));
    let mut busy = 0.0;
    for row in (0..plan.jobs.len()).filter(|&row| plan.decisions.start[row] != NEVER) {
        let (from, to) = (plan.decisions.start[row].max(first), plan.decisions.end[row].min(last));
        busy += to.saturating_sub(from) as f64 * f64::from(plan.jobs.nodes[row]);
    }
    100.0 * busy / ((last - first) as f64 * f64::from(LOG_NODES))
}

#[test]
fn numbers_are_those_of_plans_made_one_by_one() {
    let model = LublinWorkload { seed: 5, jobs: 300, load: 0.7, overestimate: 4.0, ..LublinWorkload::default() };
    let value = found(BesideAxis::Share);
    let mut differs = 0;
    for scheduler in [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Conservative] {
        let none = planned(scheduler, model);
        for percent in [0, 10, 20, 30, 40] {
            let some = planned(scheduler, LublinWorkload { advance_percent: percent, ..model });
            let others: Vec<usize> = (0..300).filter(|&row| !some.jobs.is_advance(row)).collect();
            let mean = |plan: &BatchOutcome| {
                let wait = |row: &usize| (plan.decisions.start[*row] - u64::from(plan.jobs.submitted[*row])) as f64;
                others.iter().map(wait).sum::<f64>() / others.len() as f64
            };
            let expected = if mean(&none) > 0.0 { 100.0 * (mean(&some) / mean(&none) - 1.0) } else { 0.0 };
            let key = format!("{}_{percent}", scheduler.name());
            assert!((value(&format!("longer_{key}")) - expected).abs() < 1e-6, "{key}: {expected}");
            assert!((value(&format!("use_{key}")) - used(&some)).abs() < 1e-9, "{key}");
            differs += u32::from(expected.abs() > 0.1);
        }
    }
    assert!(differs > 6, "reservations make a difference");
    let value = found(BesideAxis::Window);
    let mut refused = 0;
    for (scheduler, f, name) in [
        (Scheduler::Fcfs, 4.0, "fcfs"),
        (Scheduler::Easy, 4.0, "easy"),
        (Scheduler::Conservative, 4.0, "conservative"),
        (Scheduler::Easy, 1.0, "easy_exact"),
    ] {
        let model = LublinWorkload { overestimate: f, ..model };
        let none = planned(scheduler, model).metrics.mean_wait;
        for percent in [0_u32, 25, 50, 100, 200, 400] {
            let window = (none * f64::from(percent) / 100.0).round() as u32;
            let plan = planned(scheduler, LublinWorkload { advance_percent: 20, window: Some(window), ..model });
            let metrics = plan.metrics;
            let asked = (0..300).filter(|&row| plan.jobs.is_advance(row)).count() as f64;
            let key = format!("{name}_{percent}");
            assert!((value(&format!("refused_{key}")) - 100.0 * f64::from(metrics.refused) / asked).abs() < 1e-9, "{key}");
            assert!((value(&format!("queued_{key}")) - metrics.queued_wait / 3_600.0).abs() < 1e-9, "{key}");
            assert!((value(&format!("use_{key}")) - used(&plan)).abs() < 1e-9, "{key}");
            let accepted: Vec<usize> =
                (0..300).filter(|&row| plan.jobs.is_advance(row) && plan.decisions.start[row] != NEVER).collect();
            let response = |row: &usize| (plan.decisions.end[*row] - plan.jobs.ready(*row)) as f64 / 3_600.0;
            let mean = accepted.iter().map(response).sum::<f64>() / accepted.len() as f64;
            assert!((value(&format!("response_{key}")) - mean).abs() < 1e-9, "{key}");
            refused += metrics.refused;
        }
    }
    assert!(refused > 0, "some are refused");
}

#[test]
fn the_experiments_are_listed_and_print_their_claims() {
    for (key, claims, panels) in [("beside-share", 3, 2), ("beside-window", 10, 4)] {
        let mut run = ExperimentRun::new(key, SIZE).expect("in bounds");
        run.finish().expect("in bounds");
        let results = run.results();
        assert_eq!((results.claims.len(), results.panels.len()), (claims, panels), "{key}");
        assert!(results.claims.iter().all(|claim| claim.measured.runs == 2 && claim.reading.is_some()), "{key}");
        let listed = find(key).expect("it is listed");
        let scenario = listed.scenario().expect("in bounds");
        let plan = scenario.study.cluster().expect("a cluster").run().expect("in bounds");
        assert!(plan.metrics.reservations > 100, "{key}");
        assert_eq!(plan.metrics.refused > 0, key == "beside-window");
        assert!(listed.takes_log().is_err());
    }
    let text = ok(&["experiment", "beside-share", "--runs", "2", "--jobs", "200"], "");
    assert!(text.contains("Smith") && text.contains("37"), "{text}");
}
