//! Editing in the page: from the pointer's move to the new plan on screen, and what a million requests weigh.

use super::browser::{Site, Tab};
use super::document::{Document, Table, grouped, short, spread};
use crate::harness::{Device, Point};
use crate::measure::replan::{PLACES, edited_workload, request_at};
use bookahead::engine::slots::scenario::{Policy, SlotsScenario};
use bookahead::engine::slots::workload::Workload;
use bookahead::engine::{Outcome, Scenario, Study, run};
use bookahead::formats::link::{Layout, Shared, TimeWindow, View, encode};
use serde_json::Value;
use std::thread;
use std::time::Duration;

/// Sizes of the workload and edits at each place.
const FULL: [(u32, u32); 2] = [(10_000, 60), (1_000_000, 30)];
/// How long anything may take.
const LIMIT: Duration = Duration::from_secs(60);
/// How long a place must be the same to be taken for the last one.
const STEADY: Duration = Duration::from_millis(500);
/// Slots on screen while a request is dragged.
const SLOTS_ON_SCREEN: f64 = 200.0;

/// Times of edits in ms after the pointer moved: news of the plan are here, what is on screen of it is painted, all of it is.
pub struct Edits {
    /// For every edit.
    pub times: Vec<[f64; 3]>,
    /// Longest task of the page's main thread during them.
    pub longest_task: f64,
    /// Bytes of WebAssembly memory afterwards: page, worker.
    pub memory: [f64; 2],
}

/// The page's own plan of the edited workload.
pub fn planned(requests: u32) -> (SlotsScenario, Outcome) {
    let (machine, generator) = edited_workload(requests);
    let workload = Workload::of_generator(generator);
    let scenario = SlotsScenario { machine, workload, policy: Policy::default(), market: None, tariff: Default::default() };
    let outcome = run(&scenario).expect("the bench's scenarios are in bounds");
    (scenario, outcome)
}

/// The address of the page with this study and view.
pub fn address(study: impl Into<Study>, view: View) -> String {
    format!("app/index.html#{}", encode(&Shared { scenario: Scenario::new("bench", study), view }).trim_start_matches('#'))
}

/// Waits for the first plan on screen; milliseconds since the navigation began.
pub fn wait_for_plan(tab: &Tab, limit: Duration) -> Option<f64> {
    tab.wait_for("return window.bench?.interactive || null", &[], limit)?.as_f64()
}

/// Drags one request of the plan slot by slot.
pub fn edit(site: &Site, plan: &(SlotsScenario, Outcome), thousandths: u32, count: u32) -> Edits {
    let (scenario, outcome) = plan;
    let id = request_at(outcome.arrivals.requests() as u32, thousandths);
    let row = outcome.arrivals.row_of(id).expect("a generated request keeps its number");
    let first = (f64::from(outcome.arrivals.earliest_start[row]) - 40.0).max(0.0);
    let time = Some(TimeWindow { first, slots: SLOTS_ON_SCREEN });
    let tab = site.hooked_browser(&[]);
    tab.open(&address(scenario.clone(), View { time, selected: Some(id), layout: Layout::Stacked, ..View::default() }));
    wait_for_plan(&tab, LIMIT).expect("the first plan");
    tab.wait_for("return document.querySelector('#handle-whole') ? true : null", &[], LIMIT).expect("the request's bar");
    let place = |script: &str| -> [f64; 2] {
        let pair = tab.try_js(script, &[]).expect("the page answers");
        [0, 1].map(|i| pair[i].as_f64().expect("a number"))
    };
    let handle = || {
        place(
            "const e = document.querySelector('#handle-whole'); e.scrollIntoView({block: 'nearest'});
             const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]",
        )
    };
    // The parts below the charts come one by one after the first plan, and with them the scroll bar beside the charts.
    let [mut before, mut now] = [[f64::NAN; 2], handle()];
    while before != now {
        thread::sleep(STEADY);
        (before, now) = (now, handle());
    }
    let [x, y] = now;
    let [width, _] = place("return [document.querySelector('#gantt-logical canvas').getBoundingClientRect().width, 0]");
    let slot_px = width / SLOTS_ON_SCREEN;
    let from = Point { x, y };
    tab.0.press_at(Device::Mouse, from);
    // The first move makes it a drag, further than one slot.
    tab.0.move_from_to(Device::Mouse, from, from.by(6.0, 0.0), 1);
    tab.0.settle();
    tab.try_js("window.bench.longestTask = 0", &[]);
    let mut times = Vec::new();
    for k in 1..=count {
        tab.try_js("window.bench.arm()", &[]).expect("the page answers");
        // Each move goes on by whole px and at least a slot: one that stays within a slot changes nothing, and no plan would come.
        let at = |k: u32| from.by(6.0 + f64::from(k) * slot_px.ceil(), 0.0);
        tab.0.move_from_to(Device::Mouse, at(k - 1), at(k), 1);
        let edited = tab.wait_for("return window.bench.edited()", &[], LIMIT).expect("the plan follows the pointer");
        times.push([0, 1, 2].map(|i| edited[i].as_f64().expect("a time")));
    }
    let longest_task = tab.try_js("return window.bench.longestTask", &[]).as_ref().and_then(Value::as_f64).unwrap_or(f64::NAN);
    tab.0.key("Escape");
    tab.0.release(Device::Mouse);
    tab.try_js("window.bench.weigh()", &[]);
    let weighed = "const {memory: {page, worker}, workers} = window.bench; return worker || !workers ? [page, worker] : null";
    let memory = tab.wait_for(weighed, &[], LIMIT).expect("a worker says how much memory it has");
    Edits { times, longest_task, memory: [0, 1].map(|i| memory[i].as_f64().expect("bytes")) }
}

/// The length of a task; browsers tell of those above 50 ms only.
pub fn task(longest_ms: f64) -> String {
    if longest_ms > 0.0 { short(longest_ms) } else { "< 50".to_string() }
}

/// Times of one kind.
pub fn column(edits: &Edits, kind: usize) -> Vec<f64> {
    edits.times.iter().map(|times| times[kind]).collect()
}

/// The table of edits and the line about memory.
pub fn write(document: &mut Document, site: &Site) {
    let headings = [
        "request dragged",
        "of",
        "plan is here p50 ms",
        "p95",
        "visible part painted p50 ms",
        "p95",
        "worst",
        "whole plan painted p50 ms",
        "p95",
        "worst",
        "longest task",
    ];
    let mut table = Table::new(&headings);
    let mut lines = String::new();
    for (requests, count) in FULL {
        let plan = planned(requests);
        let mut memory = [0.0_f64; 2];
        for (place, thousandths) in PLACES {
            let edits = edit(site, &plan, thousandths, count);
            let [here, visible, whole] = [0, 1, 2].map(|kind| spread(&column(&edits, kind)));
            let numbers = [here[0], here[1], visible[0], visible[1], visible[2], whole[0], whole[1], whole[2]];
            let head = [place.to_string(), grouped(i64::from(requests))];
            table.row(head.into_iter().chain(numbers.map(short)).chain([task(edits.longest_task)]));
            memory = [0, 1].map(|i| memory[i].max(edits.memory[i]));
        }
        let [page, worker] = memory.map(|bytes| bytes / f64::from(requests));
        let [page_mib, worker_mib] = memory.map(|bytes| bytes / f64::from(1 << 20));
        lines += &format!(
            "- WebAssembly memory with {} requests: page {} MiB + worker {} MiB, {} + {} = **{} bytes per request**\n",
            grouped(i64::from(requests)),
            short(page_mib),
            short(worker_mib),
            short(page),
            short(worker),
            short(page + worker)
        );
    }
    document.write("page-edits", &format!("{}\n{lines}", table.text()));
}
