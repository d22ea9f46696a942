//! Dragging a price in the page: limits, curves, plan and the money of every regime follow.

use super::browser::{NO_FRAME_LIMIT, Site, Tab};
use super::document::{Document, Table, grouped, short, spread};
use super::editing::{address, wait_for_plan};
use super::machine::Moments;
use crate::harness::{Device, Point};
use bookahead::engine::slots::revenue::{Class, Demand, DemandSource, Market, Method, Nesting};
use bookahead::engine::slots::scenario::{Machine, SlotsScenario};
use bookahead::formats::link::{Panel, View};
use bookahead::state::Example;
use serde_json::json;
use std::time::Duration;

/// How long anything may take.
const LIMIT: Duration = Duration::from_secs(60);
/// Moves of the pointer, after the first ones, in which the browser takes the page's program to its full speed: these are told apart.
const MOVES: u32 = 120;
const FIRST_MOVES: u32 = 30;
/// The browser's window in CSS px.
const SCREEN: (u32, u32) = (1280, 800);
/// Moves in one direction: not so far that the price comes up against that of the next class.
const LEG: u32 = 15;

/// From the pointer's event until the browser has painted the frame in which nothing is out of date any more; and the script's part of it.
const LISTEN: &str = "
    window.moves = [];
    const after = then => { const channel = new MessageChannel(); channel.port1.onmessage = then; channel.port2.postMessage(0); };
    addEventListener('pointermove', () => {
        const move = {from: performance.now()};
        window.moves.push(move);
        const look = () => requestAnimationFrame(() => {
            move.script ??= performance.now() - move.from;
            const isStale = document.querySelector('.stale') !== null;
            after(() => { if (isStale) look(); else move.painted = performance.now() - move.from; });
        });
        look();
    }, true);";

/// The example's requests on a machine of so many nodes, with so many classes.
fn scenario(nodes: u32, classes: u32) -> SlotsScenario {
    let example = Example::find("three-classes").and_then(Example::slots).expect("an example with a market");
    let class = |k: u32| Class {
        name: format!("Class {}", k + 1),
        price: 100 * (classes - k),
        book_ahead_max: (k + 1 < classes).then_some(4 * (k + 1)),
        limit: nodes,
        demand: Some(Demand::new(f64::from(nodes) / f64::from(classes), f64::from(nodes) / f64::from(4 * classes))),
    };
    let market = Market {
        classes: (0..classes).map(class).collect(),
        method: Method::EmsrB,
        nesting: Nesting::Nested,
        update_every: Market::UPDATE_EVERY,
        demand: DemandSource::Given,
    };
    SlotsScenario { machine: Machine { nodes, ..example.machine }, market: Some(market), ..example }
}

/// Processor time of the page's main thread so far, in milliseconds: it does not depend on what else the machine is doing.
pub fn processor_ms(tab: &Tab) -> f64 {
    let metrics = tab.0.devtools("Performance.getMetrics", json!({}));
    let named = metrics["metrics"].as_array().into_iter().flatten().find(|metric| metric["name"] == "TaskDuration");
    named.and_then(|metric| metric["value"].as_f64()).map_or(f64::NAN, |seconds| seconds * 1e3)
}

/// What was measured, in milliseconds.
struct Drag {
    /// From each move of the pointer until everything that follows from the price is painted.
    painted: Vec<f64>,
    /// The part of it until the frame is begun.
    script: Vec<f64>,
    /// As `painted`, for the first moves.
    first: Vec<f64>,
    /// Processor time of a move with its frame, on average.
    each: f64,
}

/// Opens the page and drags the lower price of the market's middle border.
fn drag(tab: &Tab, scenario: &SlotsScenario) -> Drag {
    let border = scenario.market.as_ref().map_or(0, |market| market.count() as u32 / 2);
    tab.0.size(SCREEN.0, SCREEN.1);
    tab.open(&address(scenario.clone(), View { panel: Panel::Revenue, border, ..View::default() }));
    wait_for_plan(tab, LIMIT).expect("the first plan");
    tab.wait_for("return document.querySelector('#regime-optimal:not(.stale)') ? true : null", &[], LIMIT).expect("the regimes");
    tab.try_js("document.querySelector('#littlewood').scrollIntoView({block: 'center'})", &[]);
    let pair = tab
        .try_js("const r = document.querySelector('#handle-lower-price .knob').getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]", &[])
        .expect("the page answers");
    let from = Point { x: pair[0].as_f64().expect("x"), y: pair[1].as_f64().expect("y") };
    tab.0.press_at(Device::Mouse, from);
    tab.0.move_from_to(Device::Mouse, from, from.by(0.0, 6.0), 1);
    tab.0.settle();
    tab.try_js(LISTEN, &[]);
    tab.0.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" }));
    // Down and up again, a price further with every pixel, as fast as a hand's moves come: one every 16 ms. Between moves that stand alone the
    // page would take the pointer for resting.
    let ends = [from.by(0.0, 6.0), from.by(0.0, 6.0 + f64::from(LEG))];
    let go = |moves: u32| {
        for leg in 0..moves / LEG {
            let [start, end] = if leg % 2 == 0 { ends } else { [ends[1], ends[0]] };
            tab.0.move_from_to(Device::Mouse, start, end, LEG);
            tab.0.settle();
        }
    };
    go(FIRST_MOVES);
    let before = processor_ms(tab);
    go(MOVES);
    let each = (processor_ms(tab) - before) / f64::from(MOVES);
    let column = |name: &str| {
        let script = format!("return window.moves.map(move => move.{name})");
        let times = tab.try_js(&script, &[]).expect("the page answers");
        times.as_array().into_iter().flatten().filter_map(|time| time.as_f64()).collect::<Vec<_>>()
    };
    let (mut first, mut script) = (column("painted"), column("script"));
    let painted = first.split_off(first.len().min(FIRST_MOVES as usize));
    script.drain(..script.len().min(FIRST_MOVES as usize));
    tab.0.key("Escape");
    tab.0.release(Device::Mouse);
    Drag { painted, script, first, each }
}

/// The table.
pub fn write(document: &mut Document, site: &Site) {
    let headings = [
        "price dragged",
        "nodes",
        "requests",
        "re-optimised and painted p50 ms",
        "p95",
        "worst",
        "of it before the frame p50 ms",
        "p95",
        "processor ms per move",
        "first 30 moves, painted p50 ms",
        "p95",
    ];
    let mut table = Table::new(&headings);
    let mut moments = Moments::default();
    for (nodes, classes) in [(40, 3), (1_000, 8)] {
        let scenario = scenario(nodes, classes);
        let Drag { painted, script, first, each } = drag(&site.hooked_browser(NO_FRAME_LIMIT), &scenario);
        let [[p50, p95, worst], [script50, script95, _], [first50, first95, _]] =
            [painted, script, first].map(|times| spread(&times));
        let head = [format!("{classes} classes"), grouped(i64::from(nodes)), grouped(i64::from(scenario.workload.source.len()))];
        table.row(head.into_iter().chain([p50, p95, worst, script50, script95, each, first50, first95].map(short)));
        moments.take();
    }
    document.write("page-market", &format!("{}\n{}", table.text(), moments.text()));
}
