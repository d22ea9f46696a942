//! A real log: the 28,476 jobs of the KTH machine load, plan, zoom and drag without the page standing still.

use crate::harness::{Device, Page, with_page_alone};
use crate::lab::{aria, grip, open_lab, slots_of, take_and_move};
use bookahead::engine::run;
use bookahead::engine::slots::workload::Source;
use bookahead::formats::swf::{SwfOptions, read_log, to_workload};
use serde_json::json;
use std::env;
use std::io::{self, Write as _};
use std::path::PathBuf;

const NAME: &str = "KTH-SP2-1996-2.1-cln.swf.gz";

/// The page's main thread may not stand still for longer than this, in milliseconds. Generous: the machine may be busy with other things.
const STALL_MS: f64 = 1_000.0;

/// The log, if its folder is named; then it must be there. It is optional, also in continuous integration: it may not be redistributed.
fn log() -> Option<PathBuf> {
    let path = PathBuf::from(env::var_os("BOOKAHEAD_DATA")?).join("swf").join(NAME);
    assert!(path.is_file(), "{} is missing, and BOOKAHEAD_DATA names its folder", path.display());
    Some(path)
}

/// Watches the longest time between two frames and the longest task.
fn watch(page: &Page) {
    page.js(
        "window.stall = {frame: 0, task: 0};
         let last = performance.now();
         const frame = now => { window.stall.frame = Math.max(window.stall.frame, now - last); last = now; requestAnimationFrame(frame); };
         requestAnimationFrame(frame);
         new PerformanceObserver(list => list.getEntries().forEach(e => window.stall.task = Math.max(window.stall.task, e.duration)))
             .observe({entryTypes: ['longtask']});",
        &[],
    );
}

/// Longest stall since the last look.
fn stalled(page: &Page, during: &str) {
    let [frame, task] = ["frame", "task"].map(|key| {
        let value = page.js("const v = window.stall[arguments[0]]; window.stall[arguments[0]] = 0; return v", &[json!(key)]);
        value.as_f64().unwrap_or(f64::INFINITY)
    });
    println!("KTH, {during}: longest task {task:.0} ms, longest time between frames {frame:.0} ms");
    assert!(task < STALL_MS, "the main thread stands still for {task:.0} ms while {during}");
}

#[test]
fn kth_loads_plans_zooms_and_drags() {
    let Some(path) = log() else {
        // Straight to standard error: what goes through println! is shown for failed tests only.
        let _ = writeln!(io::stderr(), "skipped: set BOOKAHEAD_DATA to the folder that holds swf/{NAME} to test a real log");
        return;
    };
    let bytes = std::fs::read(&path).expect("the log can be read");
    let options = SwfOptions { machine_nodes: Some(100), ..SwfOptions::default() };
    let (_, workload, _) = to_workload(&read_log(bytes.clone()).expect("a log"), &options).expect("a workload");
    with_page_alone("kth", |page| {
        open_lab(page, "");
        watch(page);
        page.drop_file("body", NAME, &bytes);
        page.wait_for(
            "the log to be read",
            "document.querySelector('#log-found')?.innerText.replace(/[^0-9]/g, '').startsWith('28476')",
            &[],
        );
        page.wait_for("its requests", "!document.querySelector('#use-log').disabled", &[]);
        page.fill("#log-nodes", "100");
        page.wait_for_text("#log-shaped", "on 100 nodes");
        stalled(page, "reading");
        page.click("#use-log");
        let all = "document.querySelector('#figure-accepted dd').innerText.replace(/[^0-9]/g, '').endsWith(arguments[0])";
        page.wait_for("the plan", all, &[json!(workload.next_id().to_string())]);
        stalled(page, "planning");
        page.screenshot("kth");
        // What the worker planned is what the engine plans here. The link is too long for the address bar, so it comes from the dialog.
        page.click("#open-share");
        page.wait_for("the link to be made", "document.querySelector('#share-link')?.value.includes('#v')", &[]);
        let opened = bookahead::formats::link::decode(&page.value("#share-link")).expect("a link");
        let scenario = slots_of(opened.scenario).expect("a plan in slots");
        page.key("Escape");
        page.wait_for("the dialog to close", "!document.querySelector('dialog')", &[]);
        assert_eq!(scenario.workload, workload, "what the page makes of the log");
        let metrics = run(&scenario).expect("a plan").metrics;
        let digits = |css: &str| page.text(css).replace(|c: char| !c.is_ascii_digit(), "");
        assert_eq!(digits("#figure-accepted dd"), format!("{}{}", metrics.accepted, metrics.jobs).replace(' ', ""));
        assert_eq!(digits("#figure-shifts dd"), metrics.shifts.to_string());
        stalled(page, "sharing");

        // The list from end to end, then a request in the thick of it.
        page.focus(".rows");
        page.key("End");
        page.wait_for_element(&format!("#request-{}[aria-selected=true]", workload.next_id() - 1));
        page.key("Home");
        page.wait_for_element("#request-0[aria-selected=true]");
        stalled(page, "scrolling");
        let Source::Requests(given) = &scenario.workload.source else { panic!("a list") };
        page.js("document.querySelector('.rows').scrollTop = document.querySelector('.spacer').offsetHeight * 0.5", &[]);
        page.wait_for("rows from the middle", "Number(document.querySelector('.row')?.id.slice(8)) > 10000", &[]);
        page.click(".row:nth-child(4)");
        page.wait_for_element("#handle-deadline");
        page.click("#zoom-selection");
        page.wait_until("the bracket in view", || (grip(page, "deadline").x - grip(page, "earliest-start").x > 60.0).then_some(()));
        page.screenshot("kth-zoomed");
        for _ in 0..3 {
            page.click("#zoom-out");
        }
        page.click("#zoom-selection");
        page.settle();
        stalled(page, "zooming");
        let id: usize =
            page.attribute(".row[aria-selected=true]", "id").and_then(|id| id[8..].parse().ok()).expect("a selected row");
        let before = given[id];
        assert_eq!(aria(page, "duration"), before.duration);
        let delay = page.text("#figure-delay dd");
        let from = grip(page, "duration");
        let px = (grip(page, "deadline").x - grip(page, "earliest-start").x) / f64::from(before.deadline() - before.earliest_start);
        take_and_move(page, Device::Mouse, from, (px * 40.0, 0.0));
        page.wait_until("the duration to follow", || (aria(page, "duration") == before.duration + 40).then_some(()));
        stalled(page, "dragging");
        page.release(Device::Mouse);
        // Planned: the figures are those of the changed scenario.
        let mut changed = scenario.clone();
        changed.workload = changed
            .workload
            .with_edit(id as u32, Some(bookahead::engine::slots::request::Request { duration: before.duration + 40, ..before }));
        let expected = format!("{:.2}", run(&changed).expect("a plan").metrics.mean_delay);
        page.wait_for_text("#figure-delay dd", &expected);
        println!("KTH: mean delay {delay} before the drag, {expected} after it");
        stalled(page, "planning again");
        assert_eq!(page.workers_started(), 1, "the engine lived through it");
    });
}
