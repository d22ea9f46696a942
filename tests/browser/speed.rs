//! The planners' speed in the browser's WebAssembly, beside what `docs/performance.md` remembers of it: a table that `scripts/test` prints at its end. Slower
//! planners are pointed at and fail nothing, since machines differ; one that is no longer measured does.

use crate::harness::{Page, with_folder_alone};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

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

/// A folder with the bench, as `scripts/test` has built it, and a page that runs it.
fn folder(bench: &Path) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("speed");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for files to serve");
    for file in ["bench.js", "bench_bg.wasm"] {
        fs::copy(bench.join(file), folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    let page = "<!DOCTYPE html><html lang=\"en\"><title>Speed</title><link rel=\"icon\" href=\"data:,\"><script type=\"module\">\
        import init, * as bench from './bench.js'; await init(); window.rates = bench.rates_json;</script></html>";
    fs::write(folder.join("index.html"), page).expect("a page to serve");
    folder
}

fn measured(page: &Page) -> Vec<Value> {
    page.open("");
    page.wait_for("the bench to be there", "window.rates", &[]);
    let text = page.js("return window.rates(...arguments)", &[json!(RATES.0), json!(RATES.1)]);
    serde_json::from_str(text.as_str().expect("a text")).expect("rates as JSON")
}

#[test]
fn planners_keep_their_speed() {
    let Some(bench) = env::var_os("BOOKAHEAD_BENCH_WASM").filter(|path| !path.is_empty()).map(PathBuf::from) else {
        // Straight to standard error: what goes through eprintln! is shown for failed tests only.
        let _ = io::stderr()
            .write_all(b"skipped: speed: BOOKAHEAD_BENCH_WASM names no bench; `scripts/test` builds one and names it\n");
        return;
    };
    let mut remembered = remembered();
    with_folder_alone(
        "speed",
        |_| folder(&bench),
        |page| {
            let mut table = String::from("planner in WebAssembly ÷ kernel        remembered     now  better by\n");
            let mut worse = 0;
            for rate in measured(page) {
                let name =
                    format!("{} {}", rate["case"].as_str().unwrap_or_default(), rate["planner"].as_str().unwrap_or_default());
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
            fs::write(bench.join("speed.txt"), table).expect("a table to write");
            assert!(remembered.is_empty(), "docs/performance.md remembers what is no longer measured: {remembered:?}");
        },
    );
}
