//! A machine that is running, asked about its future: when a job starts, what would start at once, what a reservation costs.

use crate::harness::{Device, Page, Point, with_page};
use crate::lab::shared;
use crate::page_loads::open;
use bookahead::engine::batch::BatchScenario;
use bookahead::engine::batch::job::Job;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::study::StudyKind;
use bookahead::engine::{Scenario, Study};
use bookahead::formats::link::{AxisUnit, ClusterView, Panel, Shared, View, encode};

const NOW: u32 = 1_000;

/// Ten nodes: six are busy until 2,000 by the limit, two until 4,000; a wide job waits for the first, a narrow one behind it.
fn machine() -> BatchScenario {
    let running = |user, start, limit, nodes| Job {
        user,
        submitted: start,
        estimate: limit,
        runtime: limit,
        nodes,
        logged_start: Some(start),
        ..Job::SMALLEST
    };
    let waiting = |user, limit, nodes| Job { user, submitted: NOW, estimate: limit, runtime: limit, nodes, ..Job::SMALLEST };
    let jobs =
        vec![running(1, 0, 2_000, 6), running(2, 500, 3_500, 2), waiting(3, 1_000, 8), waiting(4, 3_000, 2), waiting(5, 1_500, 3)];
    BatchScenario { now: Some(NOW), ..BatchScenario::of_jobs(10, jobs, Scheduler::Easy) }
}

/// Opens it with a job selected, by its place in the list.
fn open_machine(page: &Page, selected: u32) {
    let scenario = Scenario::new("A running machine", machine());
    let view = View {
        panel: Panel::Study(StudyKind::Cluster),
        axis: AxisUnit::first(&scenario.study),
        cluster: ClusterView { selected: Some(selected), ..ClusterView::default() },
        ..View::default()
    };
    open(page, &format!("#{}", encode(&Shared { scenario, view })));
    page.wait_for_element("#cluster-gantt .now");
    page.wait_for_text("#forecast-drawn", "300 of 300");
}

fn held(page: &Page) -> Option<BatchScenario> {
    if let Study::Cluster(cluster) = shared(page)?.scenario.study { Some(cluster) } else { None }
}

/// The job with this number in the link.
fn called(page: &Page, number: u32) -> Option<Job> {
    held(page)?.workload.source_jobs(10).ok()?.iter().find(|job| job.user == number).copied()
}

#[test]
fn when_a_job_starts_and_what_would_start_at_once() {
    with_page("ahead-when", |page| {
        open_machine(page, 2);
        let told = page.text("#forecast-verdict");
        // By the limits the eight nodes are free when the first job ends.
        for part in ["Starts in 16 min 40 s", "2000 s", "Job 1 ends before it can start", "gives it the last nodes"] {
            assert!(told.contains(part), "{part:?} in {told}");
        }
        page.wait_for_element("#cluster-gantt .forecast-band");
        page.click("#forecast-table summary");
        page.wait_for_text("#forecast-table", "by the limits");
        page.screenshot("ahead-when");
        page.assert_accessible("a forecast");

        // The last one in the queue: two nodes are free, for as long as the wide job does not need them.
        page.click("#request-4");
        page.wait_for_text("#forecast-drawn", "300 of 300");
        page.click("#go-fits-now");
        page.wait_for_text("#fits-words", "so many nodes are not free in time");
        page.focus("#fits-plot .handle");
        page.key("ArrowDown");
        page.wait_for_text("#fits-words", "too long; with so many nodes it may have 16 min 40 s");
        page.keys("Shift+ArrowLeft", 5);
        page.wait_for_text("#fits-words", "would start in time");
        page.wait_for_text("#forecast-verdict", "Starts now");
        let job = page.wait_until("the smaller job", || called(page, 5).filter(|job| job.estimate == 1_000));
        assert_eq!((job.nodes, job.estimate), (2, 1_000));
        page.keys("Control+z", 2);
        page.wait_for_text("#forecast-verdict", "Starts in");
        page.click("#within-86400");
        page.wait_for_text("#fits-words", "would start in time");
        page.screenshot("ahead-fits");
        page.assert_accessible("what fits");
        // The link holds what is asked.
        page.wait_until("the question in the link", || (shared(page)?.view.cluster.forecast?.within == 86_400).then_some(()));
    });
}

/// A log of three days: a narrow job every hour, each half as long as its limit.
fn log() -> String {
    let jobs = (0..72).map(|hour| format!("{} {} 0 1800 2 -1 -1 2 3600 -1 1 1 1 -1 -1 -1 -1 -1\n", hour + 1, 3_600 * hour));
    jobs.fold("; Version: 2.2\n; MaxNodes: 10\n; MaxProcs: 10\n".to_string(), |text, line| text + &line)
}

#[test]
fn a_range_is_calibrated_by_the_jobs_of_a_log() {
    // Four weeks in which jobs wait: each runs for a third to all of its limit.
    let line = |i: u32| {
        let (at, nodes, limit) = (i * 3_000, 2 + i * 7 % 6, 3_600 * (1 + i * 5 % 4));
        let run = limit * (1 + i * 11 % 3) / 3;
        format!("{i} {at} 0 {run} {nodes} -1 -1 {nodes} {limit} -1 1 1 1 -1 1 -1 -1 -1\n")
    };
    let log = format!("; MaxProcs: 10\n{}", (1..800).map(line).collect::<String>());
    with_page("ahead-calibrated", |page| {
        open_machine(page, 2);
        page.drop_file("body", "before.swf", log.as_bytes());
        page.click("#log-as-cluster");
        page.wait_for("the log as a cluster", "document.querySelector('#use-log-past')?.disabled === false", &[]);
        page.click("#use-log-past");
        page.wait_for_text("#forecast-drawn", "300 of 300");
        page.wait_for_text("#forecast-verdict", "are corrected by the errors of");
        page.screenshot("ahead-calibrated");
    });
}

#[test]
fn a_log_that_is_dropped_is_drawn_from() {
    with_page("ahead-log", |page| {
        open_machine(page, 2);
        page.wait_for_text("#forecast-drawn", "Drop a log of the machine");
        page.drop_file("body", "before.swf", log().as_bytes());
        page.click("#log-as-cluster");
        page.wait_for("the log as a cluster", "document.querySelector('#use-log-past')?.disabled === false", &[]);
        page.screenshot("ahead-log-dialog");
        page.assert_accessible("a log beside a running machine");
        page.click("#use-log-past");
        // The last submission is an hour before the third day ends.
        page.wait_for_text("#forecast-drawn", "as those of 48 jobs of a log, 2 days");
        page.wait_for_text("#forecast-drawn", "300 of 300");
        let past = page.wait_until("the jobs of the log in the link", || held(page)?.past);
        assert_eq!((past.days(), past.jobs.len()), (2, 48));
        page.screenshot("ahead-log");
        page.assert_accessible("a forecast from a log");
        // No job of the log ran for longer than half its limit, and job 1 has run so long already: every draw lets it run to its limit.
        page.wait_for_text("#forecast-verdict", "In at least eight tenths of 300 draws of the run times it starts at 2000 s");
        page.click("#forecast-forget");
        page.wait_for_text("#forecast-drawn", "as likely as any other");
        page.wait_until("the link without the log", || held(page)?.past.is_none().then_some(()));
        page.key("Control+z");
        page.wait_for_text("#forecast-drawn", "48 jobs of a log");
    });
}

#[test]
fn what_a_reservation_costs_is_told_and_mapped() {
    with_page("ahead-cost", |page| {
        open_machine(page, 2);
        page.click("#range-switch");
        page.fill("#range-from", "2500");
        page.key("Enter");
        page.fill("#range-to", "3500");
        page.key("Enter");
        page.fill("#range-nodes", "10");
        page.key("Enter");
        // All nodes from 2,500 on: the wide job, which would run from 2,000 to 3,000, has to wait.
        page.wait_for_text("#cost-verdict", "is granted 4000 s, 25 min later than it asks for");
        page.fill("#range-nodes", "8");
        page.key("Enter");
        page.wait_for_text("#cost-verdict", "Delays");
        page.click("#go-fits-now");
        page.wait_for("the whole map", "!document.querySelector('#cost-map .hint')?.textContent.includes('computed')", &[]);
        assert!(page.count("#cost-map-plot .cost-cells") >= 2, "costs differ");
        assert!(page.count("#cost-map-plot .cheapest") >= 5, "the cheapest start of each row");
        page.screenshot("ahead-cost");
        page.assert_accessible("a map of costs");

        // By keys and by pointer.
        let range = || shared(page)?.view.cluster.range;
        let before = page.wait_until("the range", range);
        page.focus("#cost-map-plot .handle");
        page.keys("ArrowRight", 3);
        let after = page.wait_until("the moved range", || range().filter(|range| *range != before));
        assert!(after.0 > before.0 && after.1 - after.0 == before.1 - before.0, "{before:?} {after:?}");
        let [x, y, width, height] = page.rect("#cost-map-plot .frame");
        let from = Point { x: x + 0.3 * width, y: y + 0.5 * height };
        page.drag(Device::Mouse, from, Point { x: x + 0.8 * width, y: y + 0.9 * height });
        page.wait_until("the dragged range", || range().filter(|range| range.0 > after.0));
        page.wait_until("its nodes", || (shared(page)?.view.cluster.reserve?.nodes <= 2).then_some(()));
        page.click("#cost-map-table summary");
        page.wait_for_element("#cost-map-table tbody tr");

        // It is booked, and taken back.
        page.click("#range-book");
        let booked = page.wait_until("the booking", || called(page, 6));
        assert_eq!(booked.submitted, NOW - 1);
        page.click("#undo");
        page.wait_until("no booking", || (held(page)? == machine()).then_some(()));
    });
}

#[test]
fn a_reservation_that_may_start_later_takes_the_cheapest_start() {
    with_page("ahead-latest", |page| {
        open_machine(page, 2);
        page.click("#range-switch");
        for (field, value) in [("#range-from", "2500"), ("#range-to", "3500"), ("#range-nodes", "8")] {
            page.fill(field, value);
            page.key("Enter");
        }
        page.wait_for_text("#cost-verdict", "Delays");
        assert_eq!(page.count("#take-cheapest"), 0, "it may start at one moment only");
        page.fill("#range-latest", "2000");
        page.key("Enter");
        page.wait_for_text("#range-latest-note", "“2000” is not allowed: a whole number from 2500 to");
        // A start every 100 seconds. The wide job runs until 3,000, the narrow ones behind it until 4,500 and, on two nodes, 6,000.
        page.fill("#range-latest", "7300");
        page.key("Enter");
        page.wait_for_text("#cheapest-start", "The cheapest of its starts is 4500 s");
        page.wait_for_text("#cheapest-start", "There it delays nobody");
        page.screenshot("ahead-latest");
        page.assert_accessible("a latest start");
        page.focus("#take-cheapest");
        page.key("Enter");
        page.wait_until("the moved reservation", || {
            let cluster = shared(page)?.view.cluster;
            (cluster.range == Some((4_500, 5_500)) && cluster.reserve?.latest == Some(7_300)).then_some(())
        });
        page.wait_for_text("#cost-verdict", "Delays nobody");
        page.wait_for_element("#take-cheapest[aria-disabled='true']:focus");
        // The latest start as the first one: it is not flexible any more.
        page.fill("#range-latest", "4500");
        page.key("Enter");
        page.wait_until("no latest start", || shared(page)?.view.cluster.reserve?.latest.is_none().then_some(()));
        page.wait_until("no button", || (page.count("#take-cheapest") == 0).then_some(()));
    });
}

#[test]
fn on_a_phone_in_the_dark_it_fits() {
    with_page("ahead-phone", |page| {
        page.phone();
        page.prefer(true, true);
        open_machine(page, 2);
        page.js("document.querySelector('#range-switch').click()", &[]);
        page.wait_for_element("#cost-verdict");
        page.wait_for_element("#cost-map-plot");
        page.fill("#range-latest", "9000");
        page.key("Enter");
        page.wait_for_text("#cheapest-start", "There it");
        page.assert_fits_width();
        page.screenshot("ahead-phone");
        page.assert_accessible("the future on a phone");
    });
}
