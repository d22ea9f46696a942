//! Offers: how long a query takes, and the box of the query dragged in the page over ten thousand reservations.

use super::browser::{NO_FRAME_LIMIT, Site, Tab};
use super::document::{Document, Table, grouped, short, spread};
use super::editing::{address, wait_for_plan};
use super::machine::Moments;
use super::market::processor_ms;
use super::planes::LATE_MS;
use crate::measure::offers::{QueryCost, SLOTS, query_costs};
use crate::measure::replan::edited_workload;
use bookahead::engine::slots::elastic::{Choice, ElasticQuery, OfferOrder};
use bookahead::engine::slots::scenario::{PlannerKind, Policy, SlotsScenario};
use bookahead::engine::slots::workload::Workload;
use bookahead::formats::link::{OffersView, TimeWindow, View};
use serde_json::{Value, json};
use std::time::Duration;

/// Reservations of the plan.
const REQUESTS: u32 = 10_000;
/// How long anything may take.
const LIMIT: Duration = Duration::from_secs(60);
/// Moves of the pointer.
const MOVES: u32 = 120;
/// Slots on screen.
const ON_SCREEN: f64 = 1_000.0;

/// What is asked for: everything in the box, or as many slots of it.
const KINDS: [(&str, Option<u32>, Option<u32>); 2] =
    [("box drawn, everything open", None, None), ("box drawn, 12 slots wanted", Some(12), None)];

/// The page with the box over the middle of the plan.
fn shown(site: &Site, query: ElasticQuery, first: f64, arguments: &[&str]) -> Tab {
    let (machine, generator) = edited_workload(REQUESTS);
    let policy = Policy { planner: PlannerKind::FirstFit, ..Policy::default() };
    let workload = Workload::of_generator(generator);
    let scenario = SlotsScenario { machine, workload, policy, market: None, tariff: Default::default() };
    let offers = Some(OffersView { query, choice: Choice::PaperUser, order: OfferOrder::default(), step: None });
    let tab = site.hooked_browser(arguments);
    tab.0.size(1280, 800);
    tab.open(&address(scenario, View { time: Some(TimeWindow { first, slots: ON_SCREEN }), offers, ..View::default() }));
    wait_for_plan(&tab, LIMIT).expect("the first plan");
    tab.wait_for("return document.querySelector('#offers tbody tr') ? true : null", &[], LIMIT).expect("offers");
    tab.try_js("document.querySelector('#offers').scrollIntoView()", &[]);
    tab.0.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" }));
    tab.try_js(include_str!("../page/offers.js"), &[]).expect("the bench's motion");
    tab
}

/// Milliseconds from each move until it is painted, between frames, and processor time for each move.
fn drag(tab: &Tab, is_paced: bool) -> (Vec<f64>, Vec<f64>, f64) {
    let before = processor_ms(tab);
    let result = tab.promised(&format!("window.drawBox({MOVES}, {is_paced})"));
    let processor = (processor_ms(tab) - before) / f64::from(MOVES);
    let answers = result["answers"].as_f64().expect("a number");
    assert!(answers > f64::from(MOVES) / 4.0, "the offers changed only {answers} times");
    let column = |name: &str| result[name].as_array().into_iter().flatten().filter_map(Value::as_f64).collect::<Vec<_>>();
    (column("painted"), column("frames"), processor)
}

/// Both tables.
pub fn write(document: &mut Document, site: &Site) {
    let query = format!("query over {} slots", grouped(SLOTS.into()));
    let mut queries = Table::new(&[&query, "offers", "ms", "Algorithm 1 as written, ms", "scan of all rectangles, ms"]);
    for QueryCost { words, offers, search_ms, written_ms, scan_ms } in query_costs() {
        let numbers = [search_ms, written_ms, scan_ms].map(short);
        queries.row([words.to_string(), grouped(offers as i64)].into_iter().chain(numbers));
    }
    let mut table = Table::new(&[
        "over 10,000 reservations",
        "60 frames a second: to painted p50 ms",
        "p95",
        "worst",
        "frames missed %",
        "without frame limit: to painted p50 ms",
        "p95",
        "worst",
        "processor ms per move",
    ]);
    let mut moments = Moments::default();
    for (words, duration, nodes) in KINDS {
        let query = ElasticQuery { from: 400, to: 900, duration, nodes };
        let [paced, free] = [&[][..], NO_FRAME_LIMIT].map(|arguments| shown(site, query, 200.0, arguments));
        let [at_60, alone] = [(&paced, true), (&free, false)].map(|(tab, is_paced)| {
            // Once before, for the browser to have the page's program at full speed.
            drag(tab, is_paced);
            drag(tab, is_paced)
        });
        let late = at_60.1.iter().filter(|&&frame| frame > LATE_MS).count();
        let missed = 100.0 * late as f64 / at_60.1.len().max(1) as f64;
        let times = spread(&at_60.0).into_iter().chain([missed]).chain(spread(&alone.0)).chain([alone.2]);
        table.row([words.to_string()].into_iter().chain(times.map(short)));
        moments.take();
    }
    document.write("offers", &format!("{}\n{}\n{}", queries.text(), table.text(), moments.text()));
}
