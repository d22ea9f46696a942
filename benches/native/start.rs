//! The start: from the navigation to the first plan one can take hold of, at the first visit with a fresh browser and at a later one.

use super::browser::{Site, Tab};
use super::document::{Document, Table, short};
use super::editing::{task, wait_for_plan};
use serde_json::{Value, json};
use std::time::Duration;

/// Fresh browsers for each figure.
const STARTS: usize = 9;
/// How long a start may take.
const LIMIT: Duration = Duration::from_secs(60);

/// How quickly a browser gets on.
#[derive(Clone, Copy)]
struct Pace {
    name: &'static str,
    /// How many times slower the page's processor is.
    slower: u32,
    /// Megabits a second over the network; as many as the machine manages for `None`.
    megabits: Option<f64>,
}

const PACES: [Pace; 4] = [
    Pace { name: "as fast as the machine", slower: 1, megabits: None },
    Pace { name: "page four times slower", slower: 4, megabits: None },
    Pace { name: "10 Mbit/s", slower: 1, megabits: Some(10.0) },
    Pace { name: "1.6 Mbit/s", slower: 1, megabits: Some(1.6) },
];

/// Milliseconds since the navigation began, in the order they happen; longest task last.
const PHASES: [(&str, &str); 5] = [
    ("first paint (title, picture of the plan)", "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"),
    ("module here", "performance.getEntriesByType('resource').find(e => e.name.endsWith('.wasm'))?.responseEnd"),
    ("plan made", "bench.planned"),
    ("**plan on screen**", "bench.interactive"),
    ("longest task", "bench.longestTask"),
];
/// The phase that a start is judged by.
const PLAN_ON_SCREEN: usize = 3;

/// Times of one visit.
type Visit = [f64; PHASES.len()];

/// Opens the page and waits for its first plan.
fn visit(tab: &Tab) -> Visit {
    tab.open("app/index.html");
    wait_for_plan(tab, LIMIT).expect("the first plan");
    PHASES.map(|(_, expression)| {
        let value = tab.try_js(&format!("return {expression} ?? null"), &[]);
        value.as_ref().and_then(Value::as_f64).unwrap_or(f64::NAN)
    })
}

/// The first and the second visit of a fresh browser. The second finds the files and, if the browser has kept it, the compiled code.
fn visits(site: &Site, pace: Pace) -> [Visit; 2] {
    let tab = site.hooked_browser(&[]);
    if pace.slower > 1 {
        tab.0.devtools("Emulation.setCPUThrottlingRate", json!({ "rate": pace.slower }));
    }
    if let Some(megabits) = pace.megabits {
        let bytes = megabits * 1e6 / 8.0;
        tab.0.devtools("Network.enable", json!({}));
        let network = json!({ "offline": false, "latency": 0, "downloadThroughput": bytes, "uploadThroughput": bytes });
        tab.0.devtools("Network.emulateNetworkConditions", network);
    }
    [(); 2].map(|()| visit(&tab))
}

/// Medians of the first and of the second visits of several browsers.
fn medians(site: &Site, pace: Pace, browsers: usize) -> [Visit; 2] {
    let browsers: Vec<[Visit; 2]> = (0..browsers).map(|_| visits(site, pace)).collect();
    std::array::from_fn(|visit| {
        std::array::from_fn(|phase| {
            let mut times: Vec<f64> = browsers.iter().map(|visits| visits[visit][phase]).collect();
            times.sort_by(f64::total_cmp);
            times[times.len() / 2]
        })
    })
}

/// Median time to the first plan on screen at the first visit, in milliseconds.
pub fn first_plan_ms(site: &Site, starts: usize) -> f64 {
    medians(site, PACES[0], starts)[0][PLAN_ON_SCREEN]
}

/// The table of phases.
pub fn write(document: &mut Document, site: &Site) {
    let headings: Vec<&str> = std::iter::once("ms after the navigation").chain(PHASES.map(|(name, _)| name)).collect();
    let mut table = Table::new(&headings);
    for pace in PACES {
        for (visit, medians) in ["first visit", "second visit"].iter().zip(medians(site, pace, STARTS)) {
            let [times @ .., longest] = medians;
            table.row(std::iter::once(format!("{visit}, {}", pace.name)).chain(times.map(short)).chain([task(longest)]));
        }
    }
    document.write("start", &table.text());
}
