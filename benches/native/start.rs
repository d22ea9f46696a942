//! The cold start: from the navigation to the first plan one can take hold of, in a fresh browser each time.

use super::browser::Site;
use super::document::{Document, Table, short};
use super::editing::{task, wait_for_plan};
use serde_json::{Value, json};
use std::time::Duration;

/// Fresh browsers for each figure.
const STARTS: usize = 9;
/// How long a start may take.
const LIMIT: Duration = Duration::from_secs(30);

/// Milliseconds since the navigation began, in the order they happen; longest task last.
const PHASES: [(&str, &str); 5] = [
    ("first paint (the title)", "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"),
    ("module here", "performance.getEntriesByType('resource').find(e => e.name.endsWith('.packed'))?.responseEnd"),
    ("plan made", "bench.planned"),
    ("**plan on screen**", "bench.interactive"),
    ("longest task", "bench.longestTask"),
];

/// The phases of one start at a slow-down of the page's processor.
fn start(site: &Site, slower: u32) -> [f64; PHASES.len()] {
    let tab = site.hooked_browser(&[]);
    if slower > 1 {
        tab.0.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": slower }));
    }
    tab.open("app/index.html");
    wait_for_plan(&tab, LIMIT).expect("the first plan");
    PHASES.map(|(_, expression)| {
        let value = tab.try_js(&format!("return {expression} ?? null"), &[]);
        value.as_ref().and_then(Value::as_f64).unwrap_or(f64::NAN)
    })
}

/// Medians of several starts.
fn medians(site: &Site, slower: u32, starts: usize) -> [f64; PHASES.len()] {
    let starts: Vec<_> = (0..starts).map(|_| start(site, slower)).collect();
    std::array::from_fn(|phase| {
        let mut times: Vec<f64> = starts.iter().map(|start| start[phase]).collect();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}

/// Median time to the first plan on screen, in milliseconds.
pub fn first_plan_ms(site: &Site, starts: usize) -> f64 {
    medians(site, 1, starts)[PHASES.len() - 2]
}

/// The table of phases.
pub fn write(document: &mut Document, site: &Site) {
    let headings: Vec<&str> = std::iter::once("ms after the navigation").chain(PHASES.map(|(name, _)| name)).collect();
    let mut table = Table::new(&headings);
    for (name, slower) in [("as fast as the machine", 1), ("page four times slower", 4)] {
        let [times @ .., longest] = medians(site, slower, STARTS);
        table.row(std::iter::once(name.to_string()).chain(times.map(short)).chain([task(longest)]));
    }
    document.write("start", &table.text());
}
