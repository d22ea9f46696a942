//! Short links to plans that take long: the page stays usable, whatever the planner does.

use crate::harness::{Page, with_page};
use bookahead::engine::Scenario;
use bookahead::engine::idle::adaptive::Adaptability;
use bookahead::engine::idle::{IdleRequest, IdleScenario, IdleWorkload, Servers};
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead::engine::slots::workload::{Generator, Range, Workload};
use bookahead::engine::study::Study;
use bookahead::formats::link::{Shared, View, encode};
use bookahead::state::Example;

/// Longest task of the page that is put up with, in milliseconds; the machine that tests run on is slow and busy.
const TASK_MS: f64 = 1_000.0;

fn link(study: Study) -> String {
    format!("#{}", encode(&Shared { scenario: Scenario::new("much work", study), view: View::default() }))
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
        with_page(name, |page| expect_usable(page, &link));
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
    with_page("crowded", |page| expect_usable(page, &link));
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
    with_page("many-servers", |page| expect_usable(page, &link));
}
