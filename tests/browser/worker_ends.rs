//! Every worker that the page starts may be gone without a word: it is missed, another one does its work again, and the page says so.

use crate::harness::{Page, with_page};
use crate::lab::{FIRST_EXPERIMENT, expect_notice, first_example, open_experiment, open_lab};
use crate::million;
use bookahead::engine::slots::request::Request;
use bookahead::formats::plan_files::PlanFile;
use bookahead::formats::studies::Planned;

/// Workers that an experiment starts at most.
const WORKERS_MAX: usize = 16;

fn check(page: &Page) {
    page.click("#check-plan");
    page.wait_for_text("#check-result", "Checking");
    page.wait_for("the check to be done", "!document.querySelector('#check-plan').disabled", &[]);
}

fn open_experiments(page: &Page, runs: u32) {
    open_lab(page, "");
    page.wait_for_worker();
    open_experiment(page, FIRST_EXPERIMENT);
    page.wait_for_element("#quick-preview .sweep.preview svg path[d*=L]");
    page.fill("#experiment-runs", &runs.to_string());
    page.fill("#experiment-jobs", "2000");
}

fn is_done(page: &Page) {
    page.wait_for("the experiment to be done", "document.querySelector('#experiment-state')?.innerText.startsWith('Done')", &[]);
}

#[test]
fn a_check_is_done_again() {
    with_page("ends-check", |page| {
        open_lab(page, "");
        page.wait_for_worker();
        page.end_next_workers(1);
        check(page);
        assert_eq!(page.workers_to_end(), 0);
        let notice = expect_notice(page, "another one does its work again");
        assert!(notice.contains("Your scenario is unchanged"), "{notice}");
        assert_eq!(page.count("#check-result p.good"), 1, "{}", page.text("#check-result"));
        page.assert_accessible("a check that was done again");
        page.screenshots("worker-ended");
    });
}

#[test]
fn a_check_that_ends_two_workers_is_given_up() {
    with_page("ends-check-twice", |page| {
        open_lab(page, "");
        page.wait_for_worker();
        page.hurry_watch();
        page.end_next_workers(2);
        check(page);
        page.wait_for_text("#check-result", "The plan cannot be checked: the worker stopped twice over it.");
        check(page);
        assert_eq!(page.count("#check-result p.good"), 1, "{}", page.text("#check-result"));
    });
}

#[test]
fn an_export_is_done_again() {
    with_page("ends-export", |page| {
        open_lab(page, "");
        page.wait_for_worker();
        page.end_next_workers(1);
        page.click("#export");
        page.click("#export-plan-csv");
        expect_notice(page, "another one does its work again");
        let (_, bytes) = page.wait_for_download(PlanFile::Csv.suffix());
        let mut expected = Vec::new();
        PlanFile::Csv.write(&mut expected, &Planned::new(first_example().into()).expect("within bounds")).expect("it is memory");
        assert!(bytes == expected, "the file is that of a worker that lives");
    });
}

#[test]
fn a_long_check_is_not_taken_for_dead() {
    with_page("long-check", |page| {
        let scenario = million::generated(200_000);
        million::open_at(page, &scenario, 100);
        let started = page.workers_started();
        check(page);
        assert_eq!(page.count("#check-result p.good"), 1, "{}", page.text("#check-result"));
        assert_eq!((page.workers_started() - started, page.count(".notice")), (1, 0));
    });
}

#[test]
fn an_experiment_goes_on_without_one_of_its_workers() {
    with_page("ends-one-of-pool", |page| {
        open_experiments(page, 6);
        page.end_next_workers(1);
        page.click("#run-experiment");
        page.wait_for_text("#experiment-state", "A worker stopped; another one does its part again.");
        page.screenshot("experiment-worker-ended");
        page.assert_accessible("an experiment whose worker was replaced");
        is_done(page);
        assert_eq!(page.workers_to_end(), 0);
    });
}

#[test]
fn an_experiment_goes_on_after_all_its_workers() {
    with_page("ends-pool", |page| {
        open_experiments(page, 6);
        let cores = page.js("return navigator.hardwareConcurrency", &[]).as_u64().expect("a number") as usize;
        page.end_next_workers(cores.clamp(1, WORKERS_MAX).min(6));
        page.click("#run-experiment");
        page.wait_for_text("#experiment-state", "stopped");
        is_done(page);
        assert_eq!(page.workers_to_end(), 0);
        assert!(page.text("#experiment-state").contains("stopped"), "{}", page.text("#experiment-state"));
    });
}

#[test]
fn an_experiment_does_without_workers_that_are_never_heard() {
    with_page("mute-pool", |page| {
        open_experiments(page, 4);
        page.hurry_watch();
        page.mute_next_workers(100);
        page.click("#run-experiment");
        is_done(page);
    });
}

#[test]
fn a_quick_preview_is_made_again() {
    with_page("ends-preview", |page| {
        open_lab(page, "");
        page.wait_for_worker();
        page.end_next_workers(1);
        page.click("#panel-experiments");
        page.wait_for_element(".gallery-card .small-sweep.preview svg path[d*=L]");
        assert_eq!(page.workers_to_end(), 0);
    });
}

#[test]
fn a_log_is_missed_with_the_worker_that_read_it() {
    with_page("ends-log", |page| {
        open_lab(page, "");
        page.wait_for_worker();
        page.drop_file("main", "small.swf", b"; MaxNodes: 6\n5 0 10 600 2 -1 -1 2 600 -1 1 1 1 -1 1 -1 -1 -1\n");
        page.wait_for_text("#log-shaped", "1 request on 6 nodes.");
        page.end_worker();
        page.fill("#log-nodes", "7");
        page.wait_for_text("#log-problem", "open the file once more");
        page.drop_file("main", "small.swf", b"; MaxNodes: 6\n5 0 10 600 2 -1 -1 2 600 -1 1 1 1 -1 1 -1 -1 -1\n");
        page.wait_for_text("#log-shaped", "1 request on 6 nodes.");
    });
}

#[test]
fn a_page_that_slept_takes_no_worker_for_dead() {
    with_page("slept", |page| {
        let scenario = million::generated(40_000);
        let request = million::open_at(page, &scenario, 20_000);
        let started = page.workers_started();
        page.focus("#handle-duration");
        page.key("ArrowRight");
        // Longer than a worker may be silent.
        page.js("const from = performance.now(); while (performance.now() - from < 6500) {}", &[]);
        let longer = Request { duration: request.duration + 1, ..request };
        million::expect_figures(page, &million::edited(&scenario, 20_000, longer));
        assert_eq!((page.workers_started(), page.count(".notice")), (started, 0));
    });
}
