//! Schedulers of clusters on a real log, natively and in the page, beside AccaSim; how fast the page follows a job that is dragged; and what co-allocation costs per request as machines and requests grow.

use super::browser::{Site, Tab};
use super::document::{Document, Table, grouped, short, spread};
use super::editing::wait_for_plan;
use super::logs::{folder, number, put_file};
use crate::harness::{Device, Point};
use crate::measure::clock::timed;
use bookahead::engine::batch::job::{Job, Jobs};
use bookahead::engine::batch::metrics::BatchMetrics;
use bookahead::engine::batch::outcome::Simulation;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::generator::LublinWorkload;
use bookahead::formats::studies::cluster::{ClusterOptions, to_cluster};
use bookahead::formats::swf::read_log;
use serde::Deserialize;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use std::{env, fs, thread};

/// The log, and the nodes of its machine.
const LOG: &str = "HPC2N-2002-2.2-cln.swf.gz";
const NODES: u32 = 240;
/// Jobs of the log that AccaSim plans: all of them take it a minute.
const PEER_JOBS: u32 = 20_000;
/// The log in which a job is dragged, which job, and how often it is moved.
const EDITED_LOG: &str = "KTH-SP2-1996-2.1-cln.swf.gz";
const EDITED_JOB: &str = "14001";
const EDITS: u32 = 60;
/// A large machine and a long log: about those of CEA-Curie.
const LARGE: (u32, u32) = (93_312, 500_000);
/// Jobs of each machine whose cost per request is measured.
const GROWTH_JOBS: u32 = 20_000;
/// Native runs; the fastest counts.
const RUNS: u32 = 3;
/// How long the page may take for anything.
const LIMIT: Duration = Duration::from_secs(60);
const SCHEDULERS: [Scheduler; 4] = [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Conservative, Scheduler::CoAllocation];

/// All tables.
pub fn write(document: &mut Document, site: &Site) {
    let (nodes, jobs) = LARGE;
    let large = generated(nodes, jobs, 0.8, 0);
    let headings =
        ["scheduler", "HPC2N, native ms", "in the page ms", "AccaSim jobs/s", "times as fast", "500,000 jobs, native ms"];
    let mut table = Table::new(&headings);
    let log = folder().and_then(|folder| fs::read(folder.join(LOG)).ok());
    let peers = if log.is_some() { accasim() } else { Vec::new() };
    for scheduler in SCHEDULERS {
        let mut row = vec![scheduler.name().to_string()];
        let native = log.as_ref().map(|bytes| natively(bytes, scheduler));
        let page = log.as_ref().and_then(|bytes| Some(in_page(site, LOG, bytes, scheduler)?.1));
        let peer = peers.iter().find(|peer| peer.policy == scheduler.name());
        let rate = peer.map(|peer| f64::from(peer.jobs) / peer.seconds);
        let ours = native.map(|(jobs, ms)| jobs as f64 / ms * 1e3);
        row.push(native.map_or_else(|| "–".to_string(), |(_, ms)| short(ms)));
        row.push(page.map_or_else(|| "–".to_string(), short));
        row.push(rate.map_or_else(|| "–".to_string(), |rate| grouped(rate as i64)));
        row.push(ours.zip(rate).map_or_else(|| "–".to_string(), |(ours, rate)| short(ours / rate)));
        row.push(short(planned(nodes, scheduler, &large).0));
        table.row(row);
    }
    let skipped = match log {
        Some(_) if peers.is_empty() => "AccaSim was not there.\n",
        Some(_) => "",
        None => "HPC2N was skipped; set `BOOKAHEAD_DATA` to the folder that holds `swf/HPC2N-2002-2.2-cln.swf.gz`.\n",
    };
    document.write("cluster", &format!("{}\n{skipped}\n{}\n{}\n{}", table.text(), edits(site), by_machine(), by_nodes()));
}

fn generated(nodes: u32, jobs: u32, load: f64, advance_percent: u32) -> Arc<Jobs> {
    let model = LublinWorkload { jobs, load, advance_percent, ..LublinWorkload::default() };
    Arc::new(Jobs::numbered((0..).zip(model.generate(nodes).expect("the bench's workloads are in bounds"))))
}

/// Milliseconds of the fastest run, and the figures.
fn planned(nodes: u32, scheduler: Scheduler, jobs: &Arc<Jobs>) -> (f64, BatchMetrics) {
    let policy = BatchPolicy { horizon: 60 * 86_400, quantum: 3_600, ..BatchPolicy::of(scheduler) };
    let once = |_| {
        timed(|| {
            let mut run = Simulation::new(nodes, policy, jobs);
            run.advance(usize::MAX);
            BatchMetrics::of(nodes, jobs, run.decisions())
        })
    };
    (0..RUNS).map(once).min_by(|one, other| one.0.total_cmp(&other.0)).expect("at least one run")
}

/// Jobs of the log, and milliseconds to read it and plan it with the policy that an import gives.
fn natively(bytes: &[u8], scheduler: Scheduler) -> (usize, f64) {
    let once = |_| {
        let file = bytes.to_vec();
        timed(|| {
            let log = read_log(file).expect("a log of the archive");
            let options = ClusterOptions { nodes: Some(NODES), scheduler, ..ClusterOptions::default() };
            let (cluster, _) = to_cluster(&log, &options).expect("its jobs fit");
            let jobs = Arc::new(cluster.workload.arrivals(cluster.nodes).expect("given jobs"));
            let mut run = Simulation::new(cluster.nodes, cluster.policy, &jobs);
            run.advance(usize::MAX);
            run.decided()
        })
    };
    let (ms, jobs) = (0..RUNS).map(once).min_by(|one, other| one.0.total_cmp(&other.0)).expect("at least one run");
    (jobs, ms)
}

/// The page with a log in it, and the milliseconds from dropping the log to its jobs being ready and from "Schedule these jobs" to the whole plan on
/// screen, together.
fn in_page(site: &Site, name: &str, bytes: &[u8], scheduler: Scheduler) -> Option<(Tab, f64)> {
    let tab: Tab = site.hooked_browser(&[]);
    tab.open("app/index.html");
    wait_for_plan(&tab, LIMIT)?;
    put_file(&tab, name, bytes)?;
    let drop = "(async () => {
        const frame = () => new Promise(requestAnimationFrame);
        const transfer = new DataTransfer();
        transfer.items.add(window.dropped);
        const began = performance.now();
        for (const kind of ['dragenter', 'dragover', 'drop'])
            document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: transfer, bubbles: true, cancelable: true, composed: true}));
        while (!document.querySelector('#log-as-cluster')) await frame();
        const read = performance.now() - began;
        document.querySelector('#log-as-cluster').click();
        while (!document.querySelector('#log-scheduler')) await frame();
        return read;
    })()";
    let read = number(&tab, drop)?;
    let choose = "const list = document.querySelector('#log-scheduler'); list.value = arguments[0];
        list.dispatchEvent(new Event('change', {bubbles: true})); return true";
    tab.try_js(choose, &[scheduler.name().into()])?;
    let ready = "return document.querySelector('#log-scheduler').value === arguments[0] && !document.querySelector('#use-log').disabled || null";
    tab.wait_for(ready, &[scheduler.name().into()], LIMIT)?;
    let plan = "(async () => {
        const frame = () => new Promise(requestAnimationFrame);
        const began = performance.now();
        document.querySelector('#use-log').click();
        // Figures come while the log is still planned: the last change counts, once there was none for a second.
        const figures = () => document.querySelector('#cluster-figures')?.textContent;
        let shown, last;
        do {
            await frame();
            const now = figures();
            if (now !== shown || !now || document.querySelector('progress.planning')) {
                shown = now;
                last = performance.now();
            }
        } while (performance.now() - last < 1000);
        return last - began;
    })()";
    let ms = read + number(&tab, plan)?;
    Some((tab, ms))
}

/// A job in the middle of a log is dragged in the page, under each scheduler: times from the pointer's move to what is on screen of the new plan, and to
/// all of it.
fn edits(site: &Site) -> String {
    let Some(bytes) = folder().and_then(|folder| fs::read(folder.join(EDITED_LOG)).ok()) else {
        return format!("Edits were skipped; set `BOOKAHEAD_DATA` to the folder that holds `swf/{EDITED_LOG}`.\n");
    };
    let headings =
        ["a job of KTH dragged", "visible part painted p50 ms", "p95", "worst", "whole plan painted p50 ms", "p95", "worst"];
    let mut table = Table::new(&headings);
    for scheduler in SCHEDULERS {
        let (tab, _) = in_page(site, EDITED_LOG, &bytes, scheduler).expect("the log in the page");
        let times = dragged(&tab);
        let [visible, whole] = [1, 2].map(|kind| spread(&times.iter().map(|times| times[kind]).collect::<Vec<f64>>()));
        table.row([scheduler.name().to_string()].into_iter().chain(visible.into_iter().chain(whole).map(short)));
    }
    table.text()
}

/// Drags the job to and fro; milliseconds after each move of the pointer until news of the plan were there, the visible part was painted, all of it was.
fn dragged(tab: &Tab) -> Vec<[f64; 3]> {
    let typed = "const box = document.querySelector('#request-search'); box.focus(); box.value = arguments[0];
        box.dispatchEvent(new Event('input', {bubbles: true})); return true";
    tab.try_js(typed, &[EDITED_JOB.into()]).expect("the search of the list");
    tab.0.settle();
    tab.0.key("Enter");
    tab.wait_for("return document.querySelector('#cluster-gantt .whole-handle') ? true : null", &[], LIMIT).expect("the job's bar");
    // Nearer, so that its bar and not the knob of its estimate is under the pointer.
    tab.try_js("document.querySelector('#cluster-focus').click()", &[]).expect("the page answers");
    thread::sleep(Duration::from_secs(1));
    let place = "const box = document.querySelector('#cluster-gantt .whole-handle').getBoundingClientRect();
        return [box.left + Math.min(box.width / 2, 20), box.top + box.height / 2]";
    let place = tab.try_js(place, &[]).expect("the page answers");
    let [x, y] = [0, 1].map(|i| place[i].as_f64().expect("a number"));
    let from = Point { x, y };
    tab.0.press_at(Device::Mouse, from);
    // The first move makes it a drag.
    tab.0.move_from_to(Device::Mouse, from, from.by(6.0, 0.0), 1);
    tab.0.settle();
    let mut times = Vec::new();
    let at = |k: u32| from.by(6.0 + 3.0 * f64::from(if k % 40 < 20 { k % 20 } else { 20 - k % 20 }), 0.0);
    for k in 1..=EDITS {
        tab.try_js("window.bench.arm()", &[]).expect("the page answers");
        tab.0.move_from_to(Device::Mouse, at(k - 1), at(k), 1);
        let edited = tab.wait_for("return window.bench.edited()", &[], LIMIT).expect("an edit on screen");
        times.push([0, 1, 2].map(|i| edited[i].as_f64().expect("a time")));
    }
    tab.0.key("Escape");
    tab.0.release(Device::Mouse);
    times
}

/// What AccaSim took.
#[derive(Deserialize)]
struct Peer {
    policy: String,
    jobs: u32,
    seconds: f64,
}

/// AccaSim on the first jobs of the log; nothing where it is not there.
fn accasim() -> Vec<Peer> {
    let (Some(python), Some(folder)) = (env::var_os("BOOKAHEAD_BENCH_ACCASIM"), folder()) else { return Vec::new() };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/peers/run_accasim.py");
    let output = Command::new(python).arg(script).arg(folder.join(LOG)).args([NODES.to_string(), PEER_JOBS.to_string()]).output();
    output.ok().and_then(|output| serde_json::from_slice(&output.stdout).ok()).unwrap_or_default()
}

/// Co-allocation as machines grow, without and with requests for a start.
fn by_machine() -> String {
    let mut table = Table::new(&["co-allocation, µs a request", "ρ = 0", "ρ = 0.5", "ρ = 1", "groups looked at, ρ = 0.5"]);
    for nodes in [100, 1_000, 10_000, 100_000, 1_000_000] {
        let of = |percent| {
            let (ms, metrics) = planned(nodes, Scheduler::CoAllocation, &generated(nodes, GROWTH_JOBS, 0.7, percent));
            (ms * 1e3 / f64::from(GROWTH_JOBS), metrics.operations as f64 / f64::from(GROWTH_JOBS))
        };
        let found = [of(0), of(50), of(100)];
        let cells = found.map(|(micros, _)| short(micros)).into_iter().chain([short(found[1].1)]);
        table.row(std::iter::once(format!("{} servers", grouped(nodes.into()))).chain(cells));
    }
    table.text()
}

/// Co-allocation by how many servers a request wants, all the same, on one machine.
fn by_nodes() -> String {
    const SERVERS: u32 = 10_000;
    let mut table = Table::new(&["10,000 servers, every request wants", "µs a request", "groups looked at"]);
    for wanted in [1, 10, 100, 1_000, 5_000] {
        // As much work in all, whatever a request wants.
        let gap = f64::from(wanted) / f64::from(SERVERS) * 3_600.0 / 0.7;
        let job = |i: u32| Job {
            user: i,
            submitted: (f64::from(i) * gap) as u32,
            estimate: 1_800 + i.wrapping_mul(2_654_435_761) % 3_600,
            runtime: 1_800 + i.wrapping_mul(2_654_435_761) % 3_600,
            nodes: wanted,
            ..Job::SMALLEST
        };
        let jobs = Arc::new(Jobs::numbered((0..GROWTH_JOBS).map(|i| (i, job(i)))));
        let (ms, metrics) = planned(SERVERS, Scheduler::CoAllocation, &jobs);
        let each = f64::from(GROWTH_JOBS);
        table.row([grouped(wanted.into()), short(ms * 1e3 / each), short(metrics.operations as f64 / each)]);
    }
    table.text()
}
