//! The workbench of a cluster: jobs in a queue, dragged and typed, under one scheduler and another.

use crate::harness::{Device, Page, with_page};
use crate::lab::{can_undo_redo, example, open_lab, shared, take_and_move};
use crate::page_loads::open;
use bookahead::engine::Study;
use bookahead::engine::batch::BatchScenario;
use bookahead::engine::batch::job::Job;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::formats::link::encode;
use serde_json::json;

/// The cluster that the address bar holds.
fn held(page: &Page) -> Option<BatchScenario> {
    if let Study::Cluster(cluster) = shared(page)?.scenario.study { Some(cluster) } else { None }
}

/// Waits until the address bar holds this cluster.
#[track_caller]
fn expect_held(page: &Page, expected: &BatchScenario) {
    page.wait_until("the link to hold the cluster", || (held(page).as_ref() == Some(expected)).then_some(()));
}

/// The example with the four jobs by hand.
fn four() -> BatchScenario {
    let Study::Cluster(cluster) = example("backfilling").scenario.study else { panic!("a cluster") };
    cluster
}

pub fn open_four(page: &Page) {
    open(page, &format!("#{}", encode(&example("backfilling"))));
    page.wait_for_element("#cluster-verdict h3");
    page.wait_for_element("#cluster-gantt .bracket");
    page.settle();
}

pub fn choose(page: &Page, scheduler: &str) {
    page.choose_policy("cluster-scheduler", scheduler);
}

/// The starts in the table of jobs, in order of arrival.
#[track_caller]
fn expect_starts(page: &Page, starts: [u32; 4]) {
    let starts = starts.map(|start| format!("{start} s"));
    let script = "[...document.querySelectorAll('#jobs tbody tr')].map(row => row.cells[2].textContent).join() === arguments[0]";
    page.wait_for(&format!("the starts {starts:?}"), script, &[json!(starts.join(","))]);
}

#[test]
fn the_workbench_opens_on_its_example_and_schedulers_decide_differently() {
    with_page("cluster", |page| {
        open_lab(page, "");
        page.js("document.activeElement.blur()", &[]);
        page.key("4");
        page.wait_for_text("#cluster-verdict", "It goes ahead of job 2, which cannot start before 10 s");
        assert_eq!(page.value("header .title"), "Four jobs on ten nodes");
        expect_starts(page, [0, 10, 27, 2]);
        assert_eq!(page.text("#cluster-longest-wait dd"), "26 s");
        page.screenshot("cluster");
        for (scheduler, starts, longest) in
            [("fcfs", [0, 10, 20, 30], "28 s"), ("conservative", [0, 10, 20, 30], "28 s"), ("easy", [0, 10, 27, 2], "26 s")]
        {
            choose(page, scheduler);
            expect_starts(page, starts);
            page.wait_for_text("#cluster-longest-wait dd", longest);
        }
        choose(page, "co-allocation");
        page.wait_for_element("#coalloc-horizon");
        // A retry adds ten seconds: job 1 starts at 11 s.
        page.fill("#coalloc-step", "10");
        page.key("Enter");
        let policy = BatchPolicy { step: 10, ..BatchPolicy::of(Scheduler::CoAllocation) };
        let expected = BatchScenario { policy, ..four() };
        expect_held(page, &expected);
        let starts: Vec<u32> = expected.run().expect("a plan").decisions.start.iter().map(|&start| start as u32).collect();
        expect_starts(page, [starts[0], starts[1], starts[2], starts[3]]);
        page.wait_for_element("#cluster-retries");
        page.js("document.querySelector('#schedulers-switch').click()", &[]);
        page.wait_for("all schedulers", "document.querySelectorAll('#schedulers-table tbody tr').length === 5", &[]);
        page.wait_for("their figures", "!document.querySelector('#schedulers-table').textContent.includes('…')", &[]);
    });
}

#[test]
fn a_job_is_dragged_nudged_typed_and_all_of_it_taken_back() {
    with_page("cluster-drag", |page| {
        open_four(page);
        // Job 2 is the widest: its bar spans all nodes from 27 to 37 s. Dragging it by 10 s submits it at 11 s.
        page.click("[data-request='2']");
        page.wait_for_text("#cluster-verdict h3", "Waits 26 s");
        let per_second = page.js(
            "const r = document.querySelector('#cluster-gantt .whole-handle').getBoundingClientRect(); return r.width / 10",
            &[],
        );
        let per_second = per_second.as_f64().expect("the bar of ten seconds");
        let bar = page.middle_of("#cluster-gantt .whole-handle");
        let before = can_undo_redo(page);
        take_and_move(page, Device::Mouse, bar, (10.0 * per_second, 0.0));
        page.wait_for("the field to follow", "document.querySelector('#job-submitted').value === '11'", &[]);
        assert_eq!(can_undo_redo(page), before, "nothing is recorded before the pointer is lifted");
        page.release(Device::Mouse);
        let job = |at: usize, change: &dyn Fn(&mut Job)| {
            let mut cluster = four();
            let arrivals = cluster.workload.arrivals(10).expect("four jobs");
            let mut job = arrivals.row(at);
            change(&mut job);
            cluster.workload = cluster.workload.with_edit(at as u32, Some(job)).folded();
            cluster
        };
        expect_held(page, &job(2, &|job| job.submitted = 11));
        page.click("#undo");
        expect_held(page, &four());
        // A job on its nodes is dragged likewise, where it is pressed.
        let frame = page.rect("#cluster-gantt .frame");
        let x = page.rect("#cluster-gantt .whole-handle")[0] + 3.0 * per_second;
        let from = crate::harness::Point { x, y: frame[1] + frame[3] * 0.4 };
        page.drag(Device::Mouse, from, from.by(5.0 * per_second, 0.0));
        expect_held(page, &job(2, &|job| job.submitted = 6));
        page.click("#undo");
        expect_held(page, &four());
        // The keys of the knob: a job that is exact stays so.
        page.click("[data-request='3']");
        page.wait_for_text("#cluster-verdict h3", "Starts at once");
        page.focus("#cluster-gantt [data-drag=estimate]");
        page.key("ArrowRight");
        expect_held(page, &job(3, &|job| (job.estimate, job.runtime) = (26, 26)));
        page.click("#undo");
        page.fill("#job-nodes", "5");
        page.key("Enter");
        expect_held(page, &job(3, &|job| job.nodes = 5));
        page.fill("#job-nodes", "11");
        page.key("Enter");
        page.wait_for_element("#job-nodes-note");
        page.click("#undo");
        expect_held(page, &four());
    });
}

#[test]
fn every_number_of_a_job_and_of_co_allocation_is_dragged() {
    with_page("cluster-knobs", |page| {
        open_four(page);
        let job = |change: &dyn Fn(&mut Job)| {
            let mut job = four().workload.arrivals(10).expect("four jobs").row(3);
            change(&mut job);
            BatchScenario { workload: four().workload.with_edit(3, Some(job)).folded(), ..four() }
        };
        page.click("[data-request='3']");
        page.wait_for_text("#cluster-verdict h3", "Starts at once");
        page.settle();
        let per_second = page.rect("#cluster-gantt .whole-handle")[2] / 25.0;
        let per_node = page.rect("#cluster-gantt .frame")[3] / 10.0;
        let drag = |key: &str, way: (f64, f64)| {
            let from = page.middle_of(&format!("#cluster-gantt [data-drag={key}] .knob"));
            page.drag(Device::Mouse, from, from.by(way.0, way.1));
        };
        // The lower edge: two nodes become five.
        drag("nodes", (0.0, 3.0 * per_node));
        expect_held(page, &job(&|job| job.nodes = 5));
        page.click("#undo");
        expect_held(page, &four());
        // It ends before its estimate.
        drag("runtime", (-6.0 * per_second, 0.0));
        expect_held(page, &job(&|job| job.runtime = 19));
        page.click("#undo");
        expect_held(page, &four());
        // It asks for a start, and for a later one.
        page.click("#job-ask-start");
        page.wait_for_element("#cluster-gantt [data-drag=earliest-start]");
        page.settle();
        drag("earliest-start", (5.0 * per_second, 0.0));
        expect_held(page, &job(&|job| job.earliest_start = Some(7)));
        page.screenshot("cluster-knobs");
        // By keys: up takes a node away, as the edge goes up.
        page.focus("#cluster-gantt [data-drag=nodes]");
        page.key("ArrowUp");
        expect_held(page, &job(&|job| (job.earliest_start, job.nodes) = (Some(7), 1)));
        for _ in 0..3 {
            page.click("#undo");
        }
        expect_held(page, &four());
        choose(page, "co-allocation");
        let policy = BatchPolicy::of(Scheduler::CoAllocation);
        let with = |policy: BatchPolicy| BatchScenario { policy, ..four() };
        expect_held(page, &with(policy));
        for (slider, value) in [("#coalloc-step-slider", "#coalloc-step"), ("#coalloc-quantum-slider", "#coalloc-quantum")] {
            page.settle();
            let from = page.middle_of(slider);
            let before = can_undo_redo(page);
            page.press_at(Device::Mouse, from);
            page.move_from_to(Device::Mouse, from, from.by(-30.0, 0.0), 6);
            let followed = "Number(document.querySelector(arguments[0]).value) < 300";
            page.wait_for("the number to follow", followed, &[json!(value)]);
            assert_eq!(held(page), Some(with(policy)), "nothing is recorded before the pointer is lifted");
            page.release(Device::Mouse);
            page.wait_until("the link to follow", || (held(page)? != with(policy)).then_some(()));
            assert!(can_undo_redo(page).0 && before.0);
            page.click("#undo");
            expect_held(page, &with(policy));
        }
        // By key, too.
        page.focus("#coalloc-step-slider");
        page.key("ArrowLeft");
        page.wait_until("the link to follow", || {
            let step = held(page)?.policy.step;
            (step < 900).then_some(())
        });
        page.click("#undo");
        expect_held(page, &with(policy));
    });
}

#[test]
fn a_job_that_did_not_wait_in_its_log_can_be_put_off() {
    with_page("cluster-drag-logged", |page| {
        let mut logged = example("backfilling");
        let Study::Cluster(cluster) = &mut logged.scenario.study else { panic!("a cluster") };
        let arrivals = cluster.workload.arrivals(10).expect("four jobs");
        for row in 0..arrivals.len() {
            let job = arrivals.row(row);
            let job = Job { logged_start: Some(job.submitted), ..job };
            cluster.workload = cluster.workload.with_edit(row as u32, Some(job)).folded();
        }
        let cluster = cluster.clone();
        open(page, &format!("#{}", encode(&logged)));
        page.wait_for_element("#cluster-verdict h3");
        page.click("[data-request='2']");
        page.wait_for_text("#cluster-verdict h3", "Waits 26 s");
        page.settle();
        let per_second = page.rect("#cluster-gantt .whole-handle")[2] / 10.0;
        let from = page.middle_of("#cluster-gantt .whole-handle");
        page.press_at(Device::Mouse, from);
        for (before, now) in [(0.0, 5.0), (5.0, 10.0), (10.0, 8.0)] {
            page.move_from_to(Device::Mouse, from.by(before * per_second, 0.0), from.by(now * per_second, 0.0), 3);
            let script = "document.querySelector('#job-submitted').value === arguments[0]";
            page.wait_for("every move to be followed", script, &[json!(format!("{}", 1.0 + now))]);
        }
        page.release(Device::Mouse);
        // The start in the log gives way to the submission; the job is put off, and so is its start.
        let put_off = Job { submitted: 9, logged_start: Some(9), ..cluster.workload.arrivals(10).expect("four jobs").row(2) };
        let expected = BatchScenario { workload: cluster.workload.with_edit(2, Some(put_off)).folded(), ..cluster };
        expect_held(page, &expected);
        // The same by typing.
        page.fill("#job-submitted", "12");
        page.key("Enter");
        let typed = Job { submitted: 12, logged_start: Some(12), ..put_off };
        expect_held(page, &BatchScenario { workload: expected.workload.with_edit(2, Some(typed)).folded(), ..expected });
    });
}

#[test]
fn link_and_reload_bring_it_back_and_lists_find_jobs() {
    with_page("cluster-link", |page| {
        open_four(page);
        choose(page, "conservative");
        page.click("[data-request='1']");
        page.wait_for_text("#cluster-verdict h3", "Waits 9 s");
        page.js("document.querySelector('#cluster-zoom-in').click()", &[]);
        page.wait_until("the link to hold the view", || {
            let view = shared(page)?.view.cluster;
            (view.selected == Some(1) && view.time.is_some()).then_some(())
        });
        let kept = shared(page);
        page.reload();
        page.wait_for_text("#cluster-verdict h3", "Waits 9 s");
        page.wait_for_policy("cluster-scheduler", "conservative");
        assert_eq!(shared(page), kept);
        choose(page, "easy");
        page.wait_for("three tabs", "document.querySelector('#filter-backfilled .number').textContent === '1'", &[]);
        page.click("#filter-backfilled");
        page.wait_until("the job that went ahead", || (page.texts(".row .name") == ["4"]).then_some(()));
        page.click("#filter-waited");
        page.wait_until("the jobs that waited", || (page.texts(".row .name") == ["2", "3"]).then_some(()));
    });
}

#[test]
fn a_cluster_is_seen_on_a_phone_in_the_dark_and_without_charts() {
    with_page("cluster-access", |page| {
        page.prefer(false, true);
        open_four(page);
        page.js("document.querySelectorAll('#cluster-tables summary').forEach(summary => summary.click())", &[]);
        page.wait_for_element("#jobs tbody tr");
        page.assert_accessible("a cluster");
        page.prefer(true, true);
        choose(page, "co-allocation");
        page.wait_for_element("#coalloc-step");
        page.settle();
        page.assert_accessible("a cluster in the dark");
        page.phone();
        page.settle();
        page.assert_fits_width();
        page.screenshot("cluster-phone");
        page.assert_accessible("a cluster on a dark phone");
    });
}
