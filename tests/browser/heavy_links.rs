//! Short links to plans that take long: the page stays usable, whatever the planner does.

use crate::harness::{Page, with_page_alone};
use crate::lab::{expect_figures, first_example};
use bookahead::engine::Scenario;
use bookahead::engine::batch::BatchScenario;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::batch::workload::generator::LublinWorkload;
use bookahead::engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead::engine::idle::adaptive::Adaptability;
use bookahead::engine::idle::{IdleRequest, IdleScenario, IdleWorkload, Servers};
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead::engine::slots::workload::{Generator, Range, Workload};
use bookahead::engine::study::Study;
use bookahead::engine::workflow::generator::GraphGenerator;
use bookahead::engine::workflow::policy::Method;
use bookahead::engine::workflow::scenario::{WorkflowScenario, WorkflowSource};
use bookahead::formats::link::{Panel, Shared, View, encode};
use bookahead::state::Example;
use serde_json::json;

/// Longest task of the page that is put up with, in milliseconds; the machine that tests run on is slow and busy.
const TASK_MS: f64 = 1_000.0;

fn link(study: Study) -> String {
    let view = View { panel: Panel::Study(study.kind()), ..View::default() };
    format!("#{}", encode(&Shared { scenario: Scenario::new("much work", study), view }))
}

/// Opens the link and uses the page at once; nothing in the page may take long from then on.
fn expect_usable(page: &Page, link: &str) {
    page.open(link);
    page.wait_for_element("#open-help");
    page.js(
        "window.longest = 0;
         new PerformanceObserver(list => list.getEntries().forEach(entry => { window.longest = Math.max(window.longest, entry.duration); }))
             .observe({type: 'longtask', buffered: true});",
        &[],
    );
    for _ in 0..3 {
        // By key: while the plan grows, so does what the header says, and buttons move.
        page.focus("#open-help");
        page.key("Enter");
        page.wait_for_element("dialog[open]");
        page.key("Escape");
        page.wait_for("the dialog to close", "!document.querySelector('dialog[open]')", &[]);
        std::thread::sleep(std::time::Duration::from_millis(700));
    }
    let longest = page.js("return window.longest", &[]).as_f64().expect("a number");
    assert!(longest < TASK_MS, "the page stood still for {longest} ms");
}

fn slots(nodes: u32, planner: PlannerKind, workload: Workload) -> Study {
    let example = Example::find("eleven-requests").and_then(Example::slots).expect("an example");
    let policy = Policy { planner, shift: ShiftRule::Release, ..Policy::default() };
    Study::Slots(SlotsScenario {
        machine: Machine { nodes, ..example.machine },
        policy,
        workload,
        market: None,
        tariff: Default::default(),
    })
}

#[test]
fn windows_of_millions_of_slots_do_not_stop_the_page() {
    let request =
        |duration, nodes| Request { user: 1, submitted: 0, earliest_start: 1, latest_start: 4_000_000, duration, nodes, jobs: 1 };
    let moved_on = [1_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000].map(|duration| request(duration, 1)).to_vec();
    // One node of two is taken everywhere, and the last one wants both.
    let half_full = [(1_000_000, 1), (1_000_000, 1), (1_000_000, 1), (1_000_000, 1), (1_000_000, 2)];
    let half_full = half_full.map(|(duration, nodes)| request(duration, nodes)).to_vec();
    for (name, nodes, planner, requests) in [
        ("wide-eds", 1, PlannerKind::FcfsEds, moved_on.clone()),
        ("wide-lrh", 1, PlannerKind::FcfsLrh, moved_on),
        ("half-full", 2, PlannerKind::FcfsEds, half_full),
    ] {
        let link = link(slots(nodes, planner, Workload::of_requests(requests)));
        assert!(link.len() < 200, "{link}");
        with_page_alone(name, |page| expect_usable(page, &link));
    }
}

#[test]
fn a_crowded_machine_does_not_stop_the_page() {
    let generator = Generator {
        seed: 1,
        requests: 19_000,
        arrivals_per_slot: 20.0,
        duration: Range { min: 100, max: 1_000 },
        book_ahead: Range { min: 0, max: 288 },
        relax: Range { min: 1, max: 288 },
        flexible_percent: 50,
        nodes: Range { min: 1, max: 1 },
        jobs: Range { min: 1, max: 1 },
    };
    let link = link(slots(3_000, PlannerKind::FcfsLrh, Workload::of_generator(generator)));
    with_page_alone("crowded", |page| expect_usable(page, &link));
}

#[test]
fn thousands_of_servers_planned_anew_do_not_stop_the_page() {
    let request = |at: u32| IdleRequest { submitted: at, earliest_start: at, size: 4_000, deadline: at + 9_000 };
    let example = Example::find("eleven-servers").and_then(Example::idle).expect("an example");
    let servers = IdleScenario {
        servers: Servers::identical(65_535, 1_000_000, 1_000),
        workload: IdleWorkload::of_requests((0..200).map(request).collect()),
        adaptability: Adaptability { replanning: true, opportunistic: false },
        ..example
    };
    let link = link(Study::Idle(servers));
    with_page_alone("many-servers", |page| expect_usable(page, &link));
}

/// One mapping of it takes seconds natively: it is made in parts, and given up as soon as something else is opened.
#[test]
fn large_workflows_do_not_stop_the_page() {
    let generator =
        GraphGenerator { tasks: 20_000, width: 1_000, edge_percent: 0, duration_max: 1_000, ..GraphGenerator::default() };
    for (name, method, nodes, percent) in [
        ("workflow-blythe", Method::Blythe, 1_000, 0),
        ("workflow-slack", Method::Slack, 1, 0),
        ("workflow-preload", Method::Slack, 1_000, 90),
    ] {
        // What comes before a small application is planned with it.
        let tasks = if percent > 0 { 4 } else { generator.tasks };
        let mut scenario = WorkflowScenario::of(nodes, WorkflowSource::Drawn(GraphGenerator { tasks, ..generator }));
        scenario.policy.method = method;
        scenario.preload.percent = percent;
        let link = link(Study::Workflow(scenario));
        assert!(link.len() < 200, "{link}");
        with_page_alone(name, |page| {
            expect_usable(page, &link);
            page.js("location.hash = arguments[0]", &[json!(link_to_example())]);
            expect_figures(page, &first_example());
        });
    }
}

/// A link to a small plan in slots.
fn link_to_example() -> String {
    link(Study::Slots(first_example()))
}

#[test]
fn long_planning_is_stopped_and_done_after_all() {
    // More work than the machine can ever do: the queue grows to a hundred thousand jobs, and conservative backfilling moves all of it forward.
    let jobs = LublinWorkload { jobs: 200_000, load: 1.2, ..LublinWorkload::default() };
    let workload = BatchWorkload::of(BatchSource::Lublin(jobs));
    let crowded = BatchScenario { workload, ..BatchScenario::of_jobs(10_000, Vec::new(), Scheduler::Conservative) };
    with_page_alone("stop-planning", |page| {
        page.open(&link(Study::Cluster(crowded)));
        let is_on_offer = |button: &str| {
            page.wait_for(
                button,
                "document.querySelector(arguments[0])?.checkVisibility({visibilityProperty: true})",
                &[json!(button)],
            );
        };
        is_on_offer("#stop-planning");
        page.screenshot("stop-planning");
        page.assert_accessible("long planning");
        page.click("#stop-planning");
        is_on_offer("#plan-again");
        page.wait_for("progress to go", "!document.querySelector('progress.planning')", &[]);
        page.screenshot("stopped-planning");
        page.assert_accessible("stopped planning");
        // To look at something else does not begin it again.
        page.js("document.activeElement.blur()", &[]);
        page.key("ArrowDown");
        page.settle();
        is_on_offer("#plan-again");
        page.click("#plan-again");
        is_on_offer("#stop-planning");
        page.click("#stop-planning");
        is_on_offer("#plan-again");
        // A change is planned at once.
        page.js("document.querySelector('#cluster-scheduler-fcfs').click()", &[]);
        page.wait_for("the state to go", "!document.querySelector('.planning-state')", &[]);
    });
}
