//! The papers' experiments in the page: run on all cores, stopped, held against the engine run here, kept in the link.

use crate::harness::{Page, with_page};
use crate::lab::{FIRST_EXPERIMENT, is_experiment, open_experiment, open_lab, reload_lab};
use bookahead::formats::studies::cluster::{ClusterOptions, to_cluster};
use bookahead::formats::swf::read_log;
use bookahead::papers::batch::ClusterInput;
use bookahead::papers::experiment::{ExperimentRun, Options, Paper, Results, Runner, catalogue};
use bookahead::papers::slots::revenue::RevenueExperiment;
use serde_json::json;

fn open_experiments(page: &Page) {
    open_lab(page, "");
    open_experiment(page, FIRST_EXPERIMENT);
}

fn is_done(page: &Page) {
    page.wait_for("the experiment to be done", "document.querySelector('#experiment-state')?.innerText.startsWith('Done')", &[]);
}

#[test]
fn what_the_page_finds_is_what_the_engine_finds() {
    with_page("experiments", |page| {
        open_experiments(page);
        // Before a run: what it tests and draws.
        let first = &catalogue()[0];
        let before = ExperimentRun::new(&first.key, first.lecture).expect("within bounds").results();
        let listed = page.texts("#before-run li");
        assert!(!before.claims.is_empty() && before.claims.iter().all(|claim| listed.contains(&claim.words)), "{listed:?}");
        assert!(before.panels.iter().all(|panel| listed.contains(&panel.measure.words)), "{listed:?}");
        // Its curves are there roughly, without a verdict.
        page.wait_for_element("#quick-preview .sweep.preview svg path[d*=L]");
        page.wait_for_text("#quick-preview .hint", "A verdict needs a run.");
        page.assert_accessible("an experiment that was not run");
        page.screenshot("experiments-first");
        open_experiment(page, "revenue-parametric-2");
        page.fill("#experiment-runs", "3");
        page.fill("#experiment-jobs", "2500");
        page.fill("#experiment-seed", "7");
        page.click("#run-experiment");
        is_done(page);
        assert_eq!(page.count("#before-run, #quick-preview"), 0);
        page.screenshot("experiments-done");
        let options = Options { runs: 3, requests: 2_500, seed: 7 };
        let results = Runner::new(RevenueExperiment::ALL[1], options).finish().expect("within bounds");
        // The limit of class 2 after the first update, as the table has it, and the claims.
        let number = |value: f64| format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').to_string();
        let beside = &results.beside[1];
        let row = page.text(".paper-values tbody tr:nth-child(2)");
        assert!(
            row.starts_with(&beside.words) && row.contains(&format!("{} ± {}", number(beside.ours.mean), number(beside.ours.half))),
            "{row}"
        );
        let verdicts = page.js("return [...document.querySelectorAll('.claims li b')].map(b => b.innerText)", &[]);
        assert_eq!(verdicts, json!(results.claims.iter().map(|claim| claim.verdict.words()).collect::<Vec<_>>()));
        assert_eq!(page.count(".sweep svg g"), curves(&results), "each curve is drawn");
        page.click(".experiments .twin summary");
        assert!(page.count(".experiments .twin tbody tr") > 20);
        // The workers are gone, and the choice is in the link.
        page.wait_until("the link to tell of the panel and the experiment", || {
            let view = crate::lab::shared(page)?.view;
            (view.panel == bookahead::formats::link::Panel::Experiments && view.experiment == 1).then_some(())
        });
        reload_lab(page);
        is_experiment(page, "revenue-parametric-2");
    });
}

/// Curves of an experiment, in all its pictures.
fn curves(results: &Results) -> u64 {
    results.panels.iter().map(|panel| panel.curves.len() as u64).sum()
}

#[test]
fn stopping_keeps_what_is_done_and_bad_sizes_are_told_at_the_field() {
    with_page("experiments-stop", |page| {
        open_experiments(page);
        page.fill("#experiment-runs", "500");
        page.click("#run-experiment");
        page.wait_for(
            "some runs to be done",
            "Number(document.querySelector('#experiment-progress')?.value) > 0.01 && document.querySelectorAll('.sweep svg path[d^=M]').length > 3",
            &[],
        );
        assert_eq!(page.text("#run-experiment"), "Stop");
        page.click("#run-experiment");
        page.wait_for("it to stop", "document.querySelector('#experiment-state').innerText.startsWith('Stopped')", &[]);
        assert!(page.text("#experiment-state").contains("of 500 parts done"));
        let few =
            Runner::new(RevenueExperiment::ALL[0], Options { runs: 1, requests: 2_500, seed: 1 }).finish().expect("within bounds");
        assert_eq!((page.count(".sweep svg g"), page.text("#run-experiment").as_str()), (curves(&few), "Run"));
        page.fill("#experiment-runs", "0");
        page.click("#run-experiment");
        page.wait_for_text("#experiment-runs-problem", "0 is not allowed; must be a whole number from 1 to 1000");
        page.fill("#experiment-runs", "three");
        page.wait_for_text("#experiment-runs-problem", "must be a whole number");
        assert!(page.text("#experiment-state").starts_with("Stopped"), "what was found stays");
        page.click("[aria-label=Size] button:first-child");
        assert_eq!(page.value("#experiment-runs"), "10");
    });
}

#[test]
fn a_stopped_sweep_over_loads_keeps_what_is_done() {
    with_page("experiments-sweep", |page| {
        open_experiments(page);
        let listed = catalogue();
        let sweep = listed.iter().find(|listed| listed.paper == Paper::Castillo).expect("a figure of Castillo");
        open_experiment(page, &sweep.key);
        page.wait_for(
            "the figure's own size",
            "document.querySelector('#experiment-runs').value === arguments[0]",
            &[json!(sweep.lecture.runs.to_string())],
        );
        page.fill("#experiment-runs", "400");
        page.fill("#experiment-jobs", "3000");
        page.click("#run-experiment");
        page.wait_for(
            "curves of several loads",
            "document.querySelectorAll('.sweep svg g path[d*=L]').length > 1 && document.querySelector('#run-experiment').innerText === 'Stop'",
            &[],
        );
        page.click("#run-experiment");
        page.wait_for("it to stop", "document.querySelector('#experiment-state').innerText.startsWith('Stopped')", &[]);
        let words = page.text("#experiment-state");
        let numbers: Vec<u64> = words.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let [done, of] = numbers[..] else { panic!("{words}") };
        assert_eq!(of, 400 * u64::from(sweep.units_per_run));
        assert!(done > 0 && done < of, "{words}");
        // Nothing goes on behind the words: curves and table stay as they are.
        let curves =
            || page.js("return [...document.querySelectorAll('.sweep svg g path')].map(path => path.getAttribute('d'))", &[]);
        let kept = curves();
        page.click(".experiments .twin summary");
        let rows = page.texts(".experiments .twin tbody tr");
        // A mean, with its interval once there are several runs.
        let is_result = |cell: &str| cell.split(' ').next().is_some_and(|mean| mean.parse::<f64>().is_ok());
        let has_result = |row: &&String| row.split('\t').skip(1).any(is_result);
        assert!(rows.iter().filter(has_result).count() > 1, "{rows:?}");
        page.settle();
        assert_eq!((page.text("#experiment-state"), curves()), (words, kept));
        // It can be begun again.
        assert_eq!(page.text("#run-experiment"), "Run");
        page.fill("#experiment-runs", "1");
        page.fill("#experiment-jobs", "1000");
        page.click("#run-experiment");
        is_done(page);
    });
}

/// A log of so many jobs on 20 processors.
fn log_of(jobs: u32) -> String {
    let line = |i: u32| {
        let (run, processors) = (300 + i * 977 % 5_000, 1 + i * 31 % 20);
        format!("{} {} {} {run} {processors} -1 -1 {processors} {} -1 1 1 1 -1 1 -1 -1 -1\n", i + 1, i * 400, i % 700, run + 600)
    };
    format!("; Computer: Test\n; MaxProcs: 20\n{}", (0..jobs).map(line).collect::<String>())
}

#[test]
fn an_experiment_is_run_on_a_log_that_is_dropped() {
    with_page("experiments-log", |page| {
        open_lab(page, "");
        let before = crate::lab::shared(page).map(|opened| opened.scenario);
        open_experiment(page, FIRST_EXPERIMENT);
        // One that takes no log says so.
        page.drop_file("body", "test.swf", log_of(400).as_bytes());
        page.wait_for_text("#log-not-taken", "takes no log");
        page.key("Escape");
        open_experiment(page, "castillo-5.4");
        page.wait_for_text("#experiment-log", "Jobs are drawn by a model");
        page.screenshot("experiments-log-none");
        page.drop_file("body", "test.swf", log_of(400).as_bytes());
        page.wait_for_text("#log-shaped", "400 jobs on 20 nodes");
        page.screenshot("experiments-log-form");
        page.click("#use-log");
        page.wait_for_text("#experiment-log", "Jobs of test.swf: 400 jobs on 20 nodes");
        assert_eq!((page.value("#experiment-runs"), page.value("#experiment-jobs")), ("1".to_string(), "400".to_string()));
        page.click("#run-experiment");
        is_done(page);
        page.screenshot("experiments-log-done");
        let log = read_log(log_of(400).into_bytes()).expect("a log");
        let (cluster, _) = to_cluster(&log, &ClusterOptions::default()).expect("jobs");
        let jobs = cluster.workload.source_jobs(20).expect("jobs");
        let input = ClusterInput { nodes: 20, jobs, users: Vec::new(), with_estimates: false };
        let options = Options { runs: 1, requests: 400, seed: 1 };
        let mut run = ExperimentRun::with_log("castillo-5.4", options, input).expect("a figure that takes a log");
        run.finish().expect("within bounds");
        let results = run.results();
        assert_eq!(page.count(".sweep svg g") as usize, results.panels[0].curves.len(), "a curve for each, as logged among them");
        let verdicts = page.js("return [...document.querySelectorAll('.claims li b')].map(b => b.innerText)", &[]);
        assert_eq!(verdicts, json!(results.claims.iter().map(|claim| claim.verdict.words()).collect::<Vec<_>>()));
        // Other figures of the chapter take it as well; those of other papers do not.
        open_experiment(page, "castillo-5.8");
        page.wait_for_text("#experiment-log", "Jobs of test.swf");
        open_experiment(page, "castillo-3.4");
        page.wait_for("no word of a log", "document.querySelector('#experiment-log') === null", &[]);
        open_experiment(page, "castillo-5.8");
        page.click("#drop-log");
        page.wait_for_text("#experiment-log", "Jobs are drawn by a model");
        assert_eq!(page.value("#experiment-runs"), "3");
        // What was in the workbench is there still.
        page.click("#panel-slots");
        page.wait_until("the work as it was", || (crate::lab::shared(page).map(|opened| opened.scenario) == before).then_some(()));
    });
}

#[test]
fn a_long_run_shows_how_far_it_is_and_can_be_cancelled() {
    with_page("long-runs", |page| {
        open_lab(page, "");
        let before = crate::lab::shared(page).map(|opened| opened.scenario);
        // A log that takes a while to read.
        page.drop_file("body", "long.swf", log_of(300_000).as_bytes());
        page.wait_for("the reading to go on", "Number(document.querySelector('#log-progress')?.value) > 0", &[]);
        page.click("#stop-log");
        page.wait_for("the log to be gone", "!document.querySelector('.log, dialog')", &[]);
        open_experiment(page, "castillo-5.7");
        page.click("[aria-label=Size] button:last-child");
        page.click("#run-experiment");
        page.wait_for("progress", "Number(document.querySelector('#experiment-progress')?.value) > 0", &[]);
        page.click("#run-experiment");
        page.wait_for("it to stop", "document.querySelector('#experiment-state').innerText.startsWith('Stopped')", &[]);
        page.click("#panel-slots");
        page.wait_until("the work as it was", || (crate::lab::shared(page).map(|opened| opened.scenario) == before).then_some(()));
    });
}
