//! The planners' speed in the browser's WebAssembly, beside what `docs/performance.md` remembers of it: a table that `scripts/test` prints at its end. Slower
//! planners are pointed at and fail nothing, since machines differ; one that is no longer measured does.

use crate::harness::program::{folder, with_program_alone};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

/// Requests of a workload, and runs: some seconds in all.
const RATES: (u32, u32) = (100_000, 3);
/// By which factor a ratio may be worse before it is pointed at; `scripts/bench --short` measures longer, and more.
const TOLERANCE: f64 = 1.25;

/// The ratios of the document: those in WebAssembly, by workload and planner.
fn remembered() -> BTreeMap<String, f64> {
    let document = include_str!("../../docs/performance.md");
    let table = document.split_once("<!-- bench: ratios -->").and_then(|(_, rest)| rest.split_once("<!-- end -->"));
    let (table, _) = table.expect("docs/performance.md has a table of ratios");
    let cells = |line: &str| -> Option<(String, f64)> {
        let mut cells = line.trim().trim_matches('|').split('|').map(str::trim);
        let name = cells.next()?.strip_prefix("wasm ")?.strip_suffix(" ÷ kernel")?;
        Some((name.to_string(), cells.next()?.parse().ok()?))
    };
    table.lines().filter_map(cells).collect()
}

#[test]
fn planners_keep_their_speed() {
    let mut remembered = remembered();
    with_program_alone("speed", |page| {
        let rates = page.call_program("rates_json", &[json!(RATES.0), json!(RATES.1)]);
        let rates: Vec<Value> = serde_json::from_str(&rates).expect("rates as JSON");
        let mut table = String::from("planner in WebAssembly ÷ kernel        remembered     now  better by\n");
        let mut worse = 0;
        for rate in rates {
            let name = format!("{} {}", rate["case"].as_str().unwrap_or_default(), rate["planner"].as_str().unwrap_or_default());
            let now = rate["planned"].as_f64().unwrap_or_default() / rate["kernel"].as_f64().unwrap_or_default();
            assert!(now.is_finite() && now > 0.0, "{name}: {rate}");
            let Some(before) = remembered.remove(&name) else {
                writeln!(table, "{name:<38} {:>10} {now:>7.3}", "new").expect("a text takes all");
                continue;
            };
            let is_worse = now < before / TOLERANCE;
            worse += usize::from(is_worse);
            let flag = if is_worse { "  SLOWER" } else { "" };
            writeln!(table, "{name:<38} {before:>10.3} {now:>7.3} {:>10.2}{flag}", now / before).expect("a text takes all");
        }
        writeln!(table, "{worse} slower than 1 ÷ {TOLERANCE} of docs/performance.md; scripts/bench --short measures longer")
            .expect("a text takes all");
        fs::write(folder().expect("the program is there").join("speed.txt"), table).expect("a table to write");
        assert!(remembered.is_empty(), "docs/performance.md remembers what is no longer measured: {remembered:?}");
    });
}
