//! Real logs of the Parallel Workloads Archive: imported and planned natively and in the page. They are not part of the repository.

use super::browser::{Site, Tab};
use super::document::{Document, Table, grouped, short};
use super::editing::wait_for_plan;
use crate::measure::clock::timed;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use bookahead::engine::Outcome;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::scenario::{Machine, Policy};
use bookahead::engine::slots::workload::Workload;
use bookahead::formats::swf::{SwfOptions, read_log, to_workload};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

/// The logs, and how many jobs each holds.
const LOGS: [&str; 2] = ["KTH-SP2-1996-2.1-cln.swf.gz", "HPC2N-2002-2.2-cln.swf.gz"];
/// How long the page may take for anything.
const LIMIT: Duration = Duration::from_secs(60);
/// Native runs; the fastest counts.
const RUNS: u32 = 5;

/// The folder of the logs, if there is one.
pub fn folder() -> Option<PathBuf> {
    env::var_os("BOOKAHEAD_DATA").map(|folder| PathBuf::from(folder).join("swf"))
}

/// The table of the logs in the folder that `BOOKAHEAD_DATA` names.
pub fn write(document: &mut Document, site: &Site) {
    let headings = ["log", "jobs", "read, native ms", "planned", "both", "read, page ms", "on screen after \"Plan\"", "both"];
    let mut table = Table::new(&headings);
    let mut skipped = String::new();
    for name in LOGS {
        let Some(bytes) = folder().and_then(|folder| fs::read(folder.join(name)).ok()) else {
            skipped += &format!("- {name}: skipped; set `BOOKAHEAD_DATA` to the folder that holds `swf/{name}`\n");
            continue;
        };
        let (jobs, [read, plan]) = natively(&bytes);
        let page = in_page(site, name, &bytes);
        let page_cells = match page {
            Some([read, plan]) => [short(read), short(plan), short(read + plan)],
            None => ["– over 60 s".to_string(), String::new(), String::new()],
        };
        let native = [name.to_string(), grouped(jobs as i64), short(read), short(plan), short(read + plan)];
        table.row(native.into_iter().chain(page_cells));
    }
    document.write("logs", &format!("{}\n{skipped}", table.text()));
}

/// Jobs, and milliseconds to read and to plan with the page's own policy, nodes and figures included.
fn natively(bytes: &[u8]) -> (usize, [f64; 2]) {
    let mut best = [f64::INFINITY; 2];
    let mut jobs = 0;
    for _ in 0..RUNS {
        let file = bytes.to_vec();
        let (read, (machine, workload)) = timed(|| {
            let log = read_log(file).expect("a log of the archive");
            let (machine, workload, _) = to_workload(&log, &SwfOptions::default()).expect("its jobs become requests");
            (machine, workload)
        });
        let (plan, outcome) = timed(|| outcome_of(machine, &workload));
        jobs = outcome.arrivals.jobs();
        best = [best[0].min(read), best[1].min(plan)];
    }
    (jobs, best)
}

fn outcome_of(machine: Machine, workload: &Workload) -> Outcome {
    let policy = Policy::default();
    let mut session = Session::new(machine, policy, workload.arrivals().expect("requests in bounds"));
    session.finish();
    Outcome::of(&session)
}

/// Milliseconds from dropping the file to its requests being ready, and from the click on "Plan these requests" to the plan on screen.
fn in_page(site: &Site, name: &str, bytes: &[u8]) -> Option<[f64; 2]> {
    let tab = site.hooked_browser(&[]);
    tab.open("app/index.html");
    wait_for_plan(&tab, LIMIT)?;
    put_file(&tab, name, bytes)?;
    let drop = "(async () => {
        const transfer = new DataTransfer();
        transfer.items.add(window.dropped);
        const began = performance.now();
        for (const kind of ['dragenter', 'dragover', 'drop'])
            document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: transfer, bubbles: true, cancelable: true, composed: true}));
        while (document.querySelector('#use-log')?.disabled !== false) await new Promise(requestAnimationFrame);
        return performance.now() - began;
    })()";
    let read = number(&tab, drop)?;
    let plan = "(async () => {
        const before = document.querySelector('#figure-accepted dd').innerText;
        const began = performance.now();
        document.querySelector('#use-log').click();
        while (document.querySelector('#figure-accepted dd').innerText === before) await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
        return performance.now() - began;
    })()";
    Some([read, number(&tab, plan)?])
}

/// Puts a file into the page as `window.dropped`: the way through the driver is not part of what is measured.
pub fn put_file(tab: &Tab, name: &str, bytes: &[u8]) -> Option<()> {
    let put = "window.dropped = new File([Uint8Array.from(atob(arguments[1]), c => c.charCodeAt(0))], arguments[0]); return true";
    tab.try_js(put, &[json!(name), json!(BASE64.encode(bytes))]).map(drop)
}

/// The number that a promise of the page comes to.
pub fn number(tab: &Tab, promise: &str) -> Option<f64> {
    tab.wait_for_promise(promise, LIMIT).as_ref().and_then(Value::as_f64)
}
