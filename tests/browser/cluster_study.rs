//! The study of clusters as a user works with it: a log is dropped, two schedulers are compared, a tree is walked, a range is searched and booked.

use crate::harness::{Device, Page, Point, with_page};
use crate::lab::{command, example, open_lab, shared};
use crate::page_loads::open;
use bookahead::engine::batch::job::Job;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::BatchSource;
use bookahead::engine::batch::{BatchRun, BatchScenario};
use bookahead::engine::core::compare::Comparable;
use bookahead::engine::core::run::StudyRun;
use bookahead::engine::{Scenario, Study};
use bookahead::formats::json;
use bookahead::formats::link::{CompareLayout, Shared, encode};
use serde_json::json;

const SWF: &str = "; Computer: Test\n; UnixStartTime: 843465000\n; TimeZone: 3600\n; MaxProcs: 20\n\
    11 0 0 600 12 -1 -1 12 600 -1 1 1 1 -1 1 -1 -1 -1\n\
    12 60 540 600 16 -1 -1 16 600 -1 1 1 1 -1 1 -1 -1 -1\n\
    bad line\n\
    14 120 0 1500 4 -1 -1 4 1500 -1 1 1 1 -1 1 -1 -1 -1\n";

const SACCT: &str = "JobID|User|Submit|Start|End|Timelimit|NNodes|State\n\
    70|u|2024-03-01T08:00:00|2024-03-01T08:00:00|2024-03-01T09:00:00|02:00:00|2|COMPLETED\n\
    70.batch||2024-03-01T08:00:00|2024-03-01T08:00:00|2024-03-01T09:00:00||1|COMPLETED\n\
    71|u|2024-03-01T08:10:00|2024-03-01T09:00:00|2024-03-01T09:30:00|UNLIMITED|3|CANCELLED by 1000\n";

fn held(page: &Page) -> Option<BatchScenario> {
    if let Study::Cluster(cluster) = shared(page)?.scenario.study { Some(cluster) } else { None }
}

fn four() -> BatchScenario {
    let Study::Cluster(cluster) = example("backfilling").scenario.study else { panic!("a cluster") };
    cluster
}

fn open_four(page: &Page) {
    open(page, &format!("#{}", encode(&example("backfilling"))));
    page.wait_for_element("#cluster-verdict h3");
    page.wait_for_element("#cluster-gantt .bracket");
    page.settle();
}

fn choose(page: &Page, list: &str, value: &str) {
    let script = "const list = document.querySelector(arguments[0]); list.value = arguments[1];
        list.dispatchEvent(new Event('change', {bubbles: true}));";
    page.js(script, &[json!(list), json!(value)]);
}

#[test]
fn a_log_that_is_dropped_becomes_a_cluster() {
    with_page("cluster-log", |page| {
        open_lab(page, "");
        page.drop_file("body", "test.swf", SWF.as_bytes());
        page.wait_for_text("#log-found", "3 jobs of Test");
        page.click("#log-as-cluster");
        page.wait_for_text("#log-shaped", "3 jobs on 20 nodes");
        // Two processors are a node.
        page.fill("#log-processors-per-node", "2");
        page.key("Enter");
        page.wait_for_text("#log-shaped", "3 jobs on 10 nodes");
        choose(page, "#log-scheduler", "conservative");
        page.wait_for("the scheduler", "document.querySelector('#log-scheduler').value === 'conservative'", &[]);
        page.screenshot("cluster-log");
        page.click("#use-log");
        page.wait_for_text(".cluster-jobs h2", "3, in order of arrival");
        let cluster = page.wait_until("the link to hold the log", || held(page).filter(|cluster| cluster.nodes == 10));
        assert_eq!(
            (cluster.policy.scheduler, cluster.start.map(|start| start.unix_seconds)),
            (Scheduler::Conservative, Some(843_465_000))
        );
        let jobs = cluster.workload.arrivals(10).expect("jobs");
        assert_eq!((&jobs.nodes[..], &jobs.user[..]), (&[6, 8, 2][..], &[11, 12, 14][..]));
        page.wait_until("the jobs by their numbers in the log", || (page.texts(".row .name") == ["11", "12", "14"]).then_some(()));
        // The log has a date: so has the axis, until seconds are asked for.
        page.wait_for(
            "a dated axis",
            "[...document.querySelectorAll('#cluster-gantt text')].some(text => /\\d\\d:\\d\\d/.test(text.textContent))",
            &[],
        );
        page.click("#axis-seconds");
        page.wait_for(
            "an axis of seconds",
            "[...document.querySelectorAll('#cluster-gantt text')].some(text => / min$/.test(text.textContent))",
            &[],
        );
        page.reload();
        page.wait_until("the log after a reload", || (page.texts(".row .name") == ["11", "12", "14"]).then_some(()));
    });
}

#[test]
fn accounting_data_becomes_a_cluster_and_what_is_no_log_changes_nothing() {
    with_page("cluster-sacct", |page| {
        open_lab(page, "");
        let before = shared(page);
        page.drop_file("body", "bad.txt", SACCT.replace('|', "  ").as_bytes());
        page.wait_for_text("#log-problem", "separated by ' '");
        page.wait_for_text("#log-problem", "Your work is as it was");
        assert_eq!(shared(page), before);
        page.drop_file("body", "jobs.sacct", SACCT.as_bytes());
        page.wait_for_text("#log-found", "2 jobs. One step of a job was dropped.");
        page.wait_for(
            "a cluster at once",
            "document.querySelector('#log-as-cluster').getAttribute('aria-pressed') === 'true'",
            &[],
        );
        page.wait_for_text("#log-notes", "1 job without a requested time");
        assert_eq!(page.count("#log-processors-per-node"), 0, "nodes are counted");
        page.fill("#log-nodes", "2");
        page.key("Enter");
        page.wait_for_text(".lines summary", "1 line left out");
        page.fill("#log-nodes", "4");
        page.key("Enter");
        page.wait_for_text("#log-shaped", "2 jobs on 4 nodes");
        page.click("#use-log");
        page.wait_until("the jobs by their numbers", || (page.texts(".row .name") == ["70", "71"]).then_some(()));
        page.wait_until("the link to hold them", || held(page).filter(|cluster| cluster.nodes == 4));
    });
}

fn planned(cluster: BatchScenario) -> BatchRun {
    let mut run = BatchRun::open(cluster).expect("in bounds");
    while !run.advance(64).is_done {}
    run
}

#[test]
fn two_schedulers_are_compared_and_a_drag_replans_both() {
    with_page("cluster-compare", |page| {
        open_four(page);
        choose(page, "#compare-with", "fcfs");
        let expect = |cluster: &BatchScenario| {
            let fcfs = BatchScenario { policy: BatchPolicy { scheduler: Scheduler::Fcfs, ..cluster.policy }, ..cluster.clone() };
            let told = planned(cluster.clone()).compare(&planned(fcfs));
            page.wait_for_text("#compare-counts", &format!("{} of {} decisions", told.counts.differing(), told.counts.decisions));
            let first = told.first.expect("they differ");
            page.wait_for_text("#compare-first", &format!("They first differ at {}: {}", first.name, first.words));
            let rows = "document.querySelectorAll('#differences tbody tr').length === arguments[0]";
            page.wait_for("the differences as rows", rows, &[json!(told.counts.differing())]);
        };
        expect(&four());
        page.wait_for_element("#cluster-gantt-a .frame");
        page.wait_for_element("#cluster-gantt-b .frame");
        assert_eq!(page.texts(".compare h2.between"), ["A: EASY", "B: FCFS"]);
        page.screenshot("cluster-compare");
        // Job 4 goes ahead in A: typed to be shorter, it still does, and both plans follow.
        page.click("[data-request='3']");
        page.fill("#job-estimate", "30");
        page.key("Enter");
        let longer = Job { estimate: 30, ..four().workload.arrivals(10).expect("jobs").row(3) };
        expect(&BatchScenario { workload: four().workload.with_edit(3, Some(longer)).folded(), ..four() });
        page.click("#compare-overlaid");
        page.wait_for_element("#cluster-gantt-overlay .ghost-bars");
        page.wait_until("the link to hold the comparison", || {
            let view = shared(page)?.view;
            (view.cluster.other == Some(Scheduler::Fcfs) && view.compare_layout == Some(CompareLayout::Overlaid)).then_some(())
        });
        page.reload();
        page.wait_for_element("#cluster-gantt-overlay .ghost-bars");
        page.wait_for_element("#save-nodes-overlay-svg");
        page.js("document.querySelector('#save-nodes-overlay-svg').click()", &[]);
        let (name, bytes) = page.wait_for_download(".svg");
        assert!(name.contains("nodes-overlaid") && String::from_utf8_lossy(&bytes).contains("outlined where B has it"), "{name}");
        page.click("#compare-stacked");
        page.wait_for_element("#cluster-gantt-b .frame");
        page.wait_for_element("#save-nodes-b-csv");
        page.js("document.querySelector('#save-nodes-b-csv').click()", &[]);
        let (name, bytes) = page.wait_for_download(".csv");
        assert!(name.contains("nodes-b") && String::from_utf8_lossy(&bytes).contains("job,first_node,last_node"), "{name}");
        choose(page, "#compare-with", "nothing");
        page.wait_for_element("#cluster-gantt .frame");
    });
}

#[test]
fn the_tree_of_a_search_is_walked_by_keys() {
    with_page("cluster-tree", |page| {
        open_four(page);
        page.choose_policy("cluster-scheduler", "co-allocation");
        page.click("[data-request='1']");
        page.wait_for_text("#try-words", "Try 2 of 2");
        page.wait_for_text("#search-words", "takes 8");
        page.wait_for_element(".cluster-charts .taken-periods");
        page.focus("#outer-tree");
        page.wait_for_text("#part-words", "10 periods");
        page.key("ArrowDown");
        page.wait_for(
            "a part below the root",
            "document.querySelector('#outer-tree').getAttribute('aria-activedescendant') !== 'tree-part-0'",
            &[],
        );
        let below = page.text("#part-words");
        page.key("ArrowRight");
        page.wait_for("its neighbour", "document.querySelector('#part-words').innerText !== arguments[0]", &[json!(below)]);
        page.key("Home");
        page.wait_for_text("#part-words", "10 periods");
        // The first try found too few.
        page.click("#try-before");
        page.wait_for_text("#try-words", "Try 1 of 2");
        page.wait_for_text("#search-words", "Phase 2 is not begun");
        page.wait_until("the link to hold the try", || (shared(page)?.view.cluster.attempt == Some(0)).then_some(()));
        page.js("document.querySelectorAll('#inner-table summary').forEach(summary => summary.click())", &[]);
        page.wait_for_element("#inner-table tbody tr");
        page.screenshot("cluster-tree");
        page.assert_accessible("the tree of a search");
    });
}

#[test]
fn a_range_is_searched_by_pointer_and_keys_and_booked() {
    with_page("cluster-range", |page| {
        open_four(page);
        page.click("#range-switch");
        page.wait_for_element("#range-from");
        let frame = page.rect("#cluster-gantt .frame");
        let from = Point { x: frame[0] + frame[2] * 0.3, y: frame[1] + frame[3] * 0.5 };
        page.drag(Device::Mouse, from, from.by(frame[2] * 0.2, 0.0));
        page.wait_until("the range in the link", || shared(page)?.view.cluster.range);
        // In numbers: from 12 to 15 s only two nodes run anything but job 2's eight.
        page.fill("#range-from", "12");
        page.key("Enter");
        page.fill("#range-to", "30");
        page.key("Enter");
        page.wait_until("the typed range", || (shared(page)?.view.cluster.range == Some((12, 30))).then_some(()));
        page.wait_for_text("#range-found", "No node is free throughout");
        page.fill("#range-from", "40");
        page.key("Enter");
        page.fill("#range-to", "50");
        page.key("Enter");
        page.wait_for_text("#range-found", "10 nodes are free throughout");
        page.wait_for_element(".range-free");
        page.screenshot("cluster-range");
        page.fill("#range-nodes", "3");
        page.key("Enter");
        page.click("#range-book");
        page.wait_for_text("#cluster-verdict", "It is an advance reservation");
        let job = Job { user: 5, submitted: 0, estimate: 10, runtime: 10, nodes: 3, earliest_start: Some(40), ..Job::SMALLEST };
        let booked = BatchScenario { workload: four().workload.with_edit(4, Some(job)).folded(), ..four() };
        page.wait_until("the link to hold the booking", || (held(page).as_ref() == Some(&booked)).then_some(()));
        page.wait_for_text("#range-found", "7 nodes are free throughout");
        page.assert_accessible("a range search");
        page.click("#undo");
        page.wait_until("the booking to be undone", || (held(page).as_ref() == Some(&four())).then_some(()));
    });
}

/// Under co-allocation the nodes are had that are picked: typed, or taken from those that are free. One step takes all of it back.
#[test]
fn nodes_are_picked_from_a_range_and_booked_by_their_numbers() {
    with_page("cluster-named", |page| {
        let cluster = BatchScenario { policy: BatchPolicy::of(Scheduler::CoAllocation), ..four() };
        let scenario = Scenario::new("Picked", cluster.clone());
        open(page, &format!("#{}", encode(&Shared { scenario, ..example("backfilling") })));
        page.wait_for_element("#cluster-gantt .bracket");
        page.click("#range-switch");
        for (field, value) in [("#range-from", "2000"), ("#range-to", "2010")] {
            page.fill(field, value);
            page.key("Enter");
        }
        page.wait_for_text("#range-found", "10 nodes are free throughout");
        assert_eq!(page.text("#range-stretches"), "0–9");
        // What is no list of nodes says so, and books nothing.
        page.fill("#range-named", "4-10");
        page.key("Enter");
        page.wait_for_text("#range-named-note", "Nodes to book: \"4-10\" is not allowed; must be numbers of nodes from 0 to 9");
        page.click("#range-book");
        page.fill("#range-named", "8, 4-6");
        page.key("Enter");
        page.wait_for_text("#range-named-hint", "Each range becomes a job. The cost is that of any 4 nodes.");
        page.wait_for_text("#range-book", "Book 4 nodes");
        page.screenshot("cluster-named");
        page.assert_accessible("nodes that are picked");
        assert_eq!(held(page).as_ref(), Some(&cluster));
        page.click("#range-book");
        let job = |user, first: u32, nodes| Job {
            user,
            estimate: 10,
            runtime: 10,
            nodes,
            earliest_start: Some(2000),
            first_node: Some(first),
            ..Job::SMALLEST
        };
        let workload = cluster.workload.with_edit(4, Some(job(5, 4, 3))).with_edit(5, Some(job(6, 8, 1))).folded();
        let booked = BatchScenario { workload, ..cluster.clone() };
        page.wait_until("the link to hold the booking", || (held(page).as_ref() == Some(&booked)).then_some(()));
        page.wait_for_text("#range-found", "6 nodes are free throughout");
        page.wait_for_text("#cluster-verdict", "It asks for nodes 4 to 6, and no others");
        page.wait_for_text("#range-stretches", "0–3");
        // A stretch is picked by a click and by a key; nodes of others are not to be had.
        page.click("#range-stretches button:first-child");
        page.wait_until("the stretch in the field", || (page.value("#range-named") == "0–3").then_some(()));
        page.click("#range-stretches button:first-child");
        page.wait_until("the empty field", || page.value("#range-named").is_empty().then_some(()));
        page.fill("#range-named", "5-7");
        page.key("Enter");
        page.click("#range-book");
        page.wait_for_text(".notices", "These nodes are not all free: node 5 is taken by job 5 from");
        assert_eq!(held(page).as_ref(), Some(&booked));
        // The field of a job.
        assert_eq!(page.value("#job-first-node"), "4");
        page.fill("#job-first-node", "1");
        page.key("Enter");
        page.wait_for_text("#job-first-node-hint", "It gets nodes 1 to 3, and no others.");
        page.wait_for_text("#cluster-verdict", "It asks for nodes 1 to 3, and no others");
        page.click("#undo");
        page.click("#undo");
        page.wait_until("both bookings to be undone", || (held(page).as_ref() == Some(&cluster)).then_some(()));
    });
}

/// Two users' jobs on ten nodes: user 1 has two that could run at once, user 2 one.
fn of_two_users() -> BatchScenario {
    let job = |(user, owner): (u32, u32)| Job { user, owner: Some(owner), estimate: 10, runtime: 10, nodes: 3, ..Job::SMALLEST };
    BatchScenario::of_jobs(10, [(1, 1), (2, 1), (3, 2)].map(job).to_vec(), Scheduler::Easy)
}

#[test]
fn limits_per_user_and_the_order_of_the_queue_are_set_by_field_and_slider() {
    with_page("queue-rules", |page| {
        // Without owners there is nothing to limit, and the page says so.
        open_four(page);
        page.wait_for_text(".queue-form", "Limits per user need jobs with an owner");
        page.click("#cluster-gantt .bracket");
        assert_eq!(page.value("#job-owner"), "nobody");
        page.fill("#job-owner", "7");
        page.key("Enter");
        page.wait_until("the owner in the link", || {
            let BatchSource::Jobs(jobs) = held(page)?.workload.folded().source else { return None };
            jobs.iter().any(|job| job.owner == Some(7)).then_some(())
        });
        page.wait_for_element("#limit-jobs");

        let scenario = Scenario { study: of_two_users().into(), title: "Two users".to_string() };
        page.drop_file("body", "users.json", json::write(&scenario).as_bytes());
        page.wait_until("the jobs of two users", || (held(page)? == of_two_users()).then_some(()));
        page.wait_until("no limit", || (page.value("#limit-jobs") == "no limit").then_some(()));
        page.fill("#limit-jobs", "1");
        page.key("Enter");
        let limited = |jobs: Option<u32>| {
            let mut next = of_two_users();
            next.policy.limits.jobs = jobs;
            next
        };
        page.wait_until("the limit in the link", || (held(page)? == limited(Some(1))).then_some(()));
        // The second job of user 1 is passed over by that of user 2, and told why.
        page.click(".row:nth-of-type(2)");
        page.wait_for_text("#cluster-verdict", "Until 10 s its user was at the limit");
        page.screenshots("queue-rules");
        page.assert_accessible("limits per user");
        // What is not allowed is said with what is.
        page.fill("#limit-jobs", "0");
        page.key("Enter");
        page.wait_for_text("#limit-jobs-note", "“0” is not allowed: a whole number from 1 to 3, or nothing for “no limit”.");
        page.fill("#limit-jobs", "no limit");
        page.key("Enter");
        page.wait_until("no limit", || (held(page)? == of_two_users()).then_some(()));
        // By key on the slider, down from no limit.
        page.focus("#limit-jobs-slider");
        page.key("Home");
        page.wait_until("one running job", || (held(page)? == limited(Some(1))).then_some(()));
        page.key("End");
        page.wait_until("no limit again", || (held(page)? == of_two_users()).then_some(()));

        choose(page, "#queue-order", "small");
        page.wait_until("the order in the link", || held(page)?.policy.priority?.favours_small.then_some(()));
        page.fill("#weight-size", "0");
        page.key("Enter");
        page.wait_until("the weight in the link", || (held(page)?.policy.priority?.size == 0).then_some(()));
        page.phone();
        page.assert_fits_width();
    });
}

#[test]
fn curves_are_drawn_and_saved_and_figures_open_their_formulas() {
    with_page("cluster-curves", |page| {
        open_four(page);
        page.click("#cluster-mean-wait button");
        page.wait_for_text("#cluster-formula", "÷ 4 = 8.75");
        page.click("#cluster-end button");
        page.wait_for_text("#cluster-formula", "last end − first submission");
        page.click("#cluster-ahead button");
        page.wait_for_text("#cluster-formula", "jobs that started while one that had come before went on waiting");
        page.js("document.querySelector('#cluster-curves summary').click()", &[]);
        page.wait_for_element("#curves-wait-distribution svg path");
        page.js("document.querySelector('#schedulers-switch').click()", &[]);
        page.wait_for(
            "a curve of each scheduler",
            "document.querySelectorAll('#curves-wait-distribution > svg g').length === 5",
            &[],
        );
        page.screenshot("cluster-curves");
        page.js("document.querySelector('#save-wait-distribution-csv').click()", &[]);
        let (name, bytes) = page.wait_for_download(".csv");
        let text = String::from_utf8(bytes).expect("text");
        assert!(name.contains("wait-distribution") && text.contains("scheduler,x,y") && text.contains("FCFS,"), "{name}: {text}");
        page.click("#save-nodes");
        page.click("#save-nodes-svg");
        let (_, bytes) = page.wait_for_download(".svg");
        assert!(String::from_utf8_lossy(&bytes).contains("Jobs on their nodes"));
    });
}

#[test]
fn the_same_jobs_are_planned_in_slots_by_one_command() {
    with_page("cluster-in-slots", |page| {
        open_four(page);
        command(page, "same jobs in slots", "Plan the same jobs in slots");
        page.wait_until("a plan in slots", || {
            let Study::Slots(slots) = shared(page)?.scenario.study else { return None };
            (slots.machine.nodes == 10 && slots.workload.source.len() == 4).then_some(())
        });
    });
}
