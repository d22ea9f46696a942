//! The short form: ratios only, which hold on any machine, and their comparison with those in the document.

use super::browser::Site;
use super::document::{Document, Table, short, spread};
use super::editing;
use super::engine::rates_in_webassembly;
use super::painting::{Bars, MOTIONS};
use super::sizes::gzipped_total;
use super::start::first_plan_ms;
use crate::measure::rates::{Rate, rates};
use crate::measure::replan::edits;
use bookahead::engine::slots::scenario::Policy;

/// Requests of a workload, and runs.
const RATES: (u32, u32) = (200_000, 3);

/// A ratio with its name.
struct Ratio {
    name: String,
    value: f64,
    /// Whether more is better.
    is_speed: bool,
    /// By which factor it may be worse before it is pointed at.
    tolerance: f64,
}

/// What was compared is pointed at when it is worse by more than this: measured in one process, through the browser, exact.
const ENGINE: f64 = 1.25;
const BROWSER: f64 = 1.6;
const EXACT: f64 = 1.02;

/// Takes all ratios.
fn take(site: &Site) -> Vec<Ratio> {
    let mut ratios = Vec::new();
    let mut add =
        |name: String, value: f64, is_speed: bool, tolerance: f64| ratios.push(Ratio { name, value, is_speed, tolerance });
    let (requests, runs) = RATES;
    let (native, wasm) = (rates(requests, runs), rates_in_webassembly(site, requests, runs));
    for (platform, rates) in [("native", &native), ("wasm", &wasm)] {
        for Rate { case, planner, planned, kernel, .. } in rates {
            add(format!("{platform} {case} {planner} ÷ kernel"), planned / kernel, true, ENGINE);
        }
    }
    for edit in edits(100_000, Policy::default(), 20) {
        add(format!("edit {} of 100,000 ÷ from nothing", edit.place), edit.p50_ms / edit.scratch_ms, false, BROWSER);
    }
    let bars = Bars::build(site, 100_000);
    let (ours, size) = bars.ours(site);
    let plain = bars.peer(site, "plain", size);
    for (i, motion) in MOTIONS.iter().enumerate() {
        if let (Some(ours), Some(plain)) = (ours.median(i), plain.median(i)) {
            add(format!("{motion} 100,000 bars ÷ fillRect"), ours / plain, false, BROWSER);
        }
    }
    // Times in the page, in units of the kernel on the same machine: 1,000 rounds of it in WebAssembly.
    let rounds_per_ms = wasm[0].kernel;
    let edits = editing::edit(site, &editing::planned(10_000), 500, 30);
    let [painted, ..] = spread(&editing::column(&edits, 2));
    add(
        "page: pointer to plan painted, 10,000 requests, in 1,000 kernel rounds".to_string(),
        painted * rounds_per_ms,
        false,
        BROWSER,
    );
    let start = first_plan_ms(site, 5);
    add("page: start to first plan, in 1,000 kernel rounds".to_string(), start * rounds_per_ms, false, BROWSER);
    add("page: KB gzipped".to_string(), gzipped_total(site) as f64 / 1e3, false, EXACT);
    ratios
}

/// Writes them as a table that a later run reads.
pub fn write(document: &mut Document, site: &Site) {
    let mut table = Table::new(&["ratio", "value"]);
    for ratio in take(site) {
        table.row([ratio.name, format!("{:.4}", ratio.value)]);
    }
    document.write("ratios", &table.text());
}

/// The ratios of the document.
fn stored(document: &Document) -> Vec<(String, f64)> {
    let cells = |line: &str| -> Option<(String, f64)> {
        let mut cells = line.trim().trim_matches('|').split('|').map(str::trim);
        Some((cells.next()?.to_string(), cells.next()?.parse().ok()?))
    };
    document.part("ratios").lines().filter_map(cells).collect()
}

/// Takes the ratios, prints them beside those of the document, and returns how many are worse than they may be.
pub fn compare(document: &Document, site: &Site) -> usize {
    let stored = stored(document);
    let mut table = Table::new(&["ratio", "document", "now", "better by", ""]);
    let mut worse = 0;
    for Ratio { name, value, is_speed, tolerance } in take(site) {
        let Some((_, before)) = stored.iter().find(|(known, _)| *known == name) else {
            table.row([name, "–".to_string(), short(value), String::new(), "new".to_string()]);
            continue;
        };
        let better = if is_speed { value / before } else { before / value };
        let is_worse = better < 1.0 / tolerance;
        worse += usize::from(is_worse);
        let flag = if is_worse { format!("WORSE than 1 ÷ {tolerance}") } else { String::new() };
        table.row([name, short(*before), short(value), format!("{better:.2}"), flag]);
    }
    println!("{}", table.text());
    println!("{worse} worse than they may be (factor {ENGINE} for the engine, {BROWSER} for the page, {EXACT} for sizes)");
    worse
}
