//! Frame times while the plan is panned, zoomed and while a request is dragged, beside the same bars drawn by others.

use super::browser::{NO_FRAME_LIMIT, Site, Tab};
use super::document::{Document, Table, grouped, short, spread};
use super::editing::{address, wait_for_plan};
use super::market::processor_ms;
use super::planes::LATE_MS;
use crate::measure::cases::Shape;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead::engine::slots::workload::Workload;
use bookahead::engine::{Outcome, run};
use bookahead::formats::link::{Layout, TimeWindow, View};
use serde_json::{Value, json};
use std::time::Duration;

/// Bars on screen at first.
const SIZES: [u32; 4] = [1_000, 10_000, 100_000, 1_000_000];
/// The browser's window in CSS px.
const SCREEN: (u32, u32) = (1920, 1080);
/// Nodes of the machine: rows of some pixels.
const NODES: u32 = 100;
/// What anything may take: the first picture, and each motion.
const LIMIT: Duration = Duration::from_secs(60);
/// The motions measured.
pub const MOTIONS: [&str; 3] = ["pan", "zoom", "drag"];
/// Share of the plan on screen; `frames.js` says the same.
const FIRST_VIEW: f64 = 0.9;

/// How often each motion is made at the screen's own pace: first while the browser still compiles what is called often, on threads that want
/// the same processors, and then.
const ROUNDS: [u32; 2] = [4, 8];

/// Who else draws the same bars, and what is to be said of how.
const PEERS: [(&str, &str); 5] = [
    ("chart", "our chart and planner alone, without the page"),
    ("nothing", "one square of 8 px: the browser's own cost of a frame"),
    ("plain", "canvas, one `fillRect` per bar"),
    ("echarts", "Apache ECharts, custom series"),
    ("vis-timeline", "vis-timeline"),
];

/// What was measured of one drawer: milliseconds to the first picture, and the frames of each motion; `None` beyond the limit.
#[derive(Clone, Default)]
pub struct Painted {
    first_ms: Option<f64>,
    frames: [Option<Vec<f64>>; 3],
}

impl Painted {
    /// Median frame of a motion.
    pub fn median(&self, motion: usize) -> Option<f64> {
        self.frames[motion].as_ref().map(|frames| spread(frames)[0])
    }
}

/// A motion at the screen's own pace, in milliseconds.
#[derive(Default)]
struct Paced {
    /// From each move until the browser has painted the frame it falls into.
    painted: Vec<f64>,
    /// Between frames.
    between: Vec<f64>,
    /// Processor time of the page's main thread in milliseconds for each move, all that follows from it included.
    processor: f64,
}

/// A plan with so many bars, nine tenths of it on screen.
pub struct Bars {
    scenario: SlotsScenario,
    view: View,
    requests: u32,
    file: String,
}

impl Bars {
    /// Plans them, and puts start, end and node of every bar where the pages find them.
    pub fn build(site: &Site, on_screen: u32) -> Self {
        let requests = (f64::from(on_screen) / FIRST_VIEW) as u32;
        let generator = Shape::of_nodes(NODES, requests).generator();
        let policy = Policy { planner: PlannerKind::FirstFit, shift: ShiftRule::Hold, ..Policy::default() };
        let machine = Machine { nodes: NODES, ..Machine::default() };
        let scenario = SlotsScenario {
            machine,
            workload: Workload::of_generator(generator),
            policy,
            market: None,
            tariff: Default::default(),
        };
        let Outcome { arrivals, decisions, nodes, .. } = run(&scenario).expect("the bench's scenarios are in bounds");
        let mut bars: Vec<[u32; 3]> = Vec::new();
        for job in (0..arrivals.jobs()).filter(|&job| decisions.accepted(job)) {
            let start = decisions.start[job];
            let end = start + arrivals.duration[arrivals.request[job] as usize];
            bars.extend(nodes.of(job).iter().map(|&node| [start, end, node]));
        }
        bars.sort_unstable();
        let columns: Vec<u32> = (0..3).flat_map(|column| bars.iter().map(move |bar| bar[column])).collect();
        let file = format!("bars-{on_screen}.bin");
        site.put_numbers(&file, &columns);
        let horizon = bars.iter().map(|bar| bar[1]).max().unwrap_or(1);
        // A request in the middle of the plan, so that the drag stays on screen.
        let selected = Some(arrivals.id[arrivals.requests() * 2 / 5]);
        let time = Some(TimeWindow { first: 0.0, slots: f64::from(horizon) * FIRST_VIEW });
        Self { scenario, view: View { time, selected, layout: Layout::Physical, ..View::default() }, requests, file }
    }

    /// Our page on these bars, ready for the motions, and the time to its first picture.
    fn page(&self, site: &Site, arguments: &[&str]) -> (Tab, f64) {
        let tab = site.hooked_browser(arguments);
        tab.0.size(SCREEN.0, SCREEN.1);
        tab.open(&address(self.scenario.clone(), self.view));
        let first_ms = wait_for_plan(&tab, LIMIT).expect("our page shows the plan within a minute");
        tab.wait_for("return document.querySelector('#handle-whole') ? true : null", &[], LIMIT).expect("the selected request");
        // Evaluated from the window's global scope, as the pages of others load it.
        let scripts = concat!(include_str!("../page/frames.js"), include_str!("../page/ours.js"));
        tab.0.js(scripts, &[]);
        (tab, first_ms)
    }

    /// Our page on these bars, and the size of its picture in CSS px.
    pub fn ours(&self, site: &Site) -> (Painted, [f64; 2]) {
        let (tab, first_ms) = self.page(site, NO_FRAME_LIMIT);
        let size = tab.try_js(
            "const r = document.querySelector('#gantt-physical rect.ground').getBoundingClientRect(); return [r.width, r.height]",
            &[],
        );
        let size = size.expect("the page answers");
        (Painted { first_ms: Some(first_ms), frames: motions(&tab, true) }, [0, 1].map(|i| size[i].as_f64().expect("a size")))
    }

    /// Our page at the screen's own pace: each motion in the first rounds and in the others.
    fn paced(&self, site: &Site) -> [[Paced; 2]; 3] {
        let (tab, _) = self.page(site, &[]);
        tab.0.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" }));
        tab.wait_for_promise("window.rehearse(1)", LIMIT).expect("a rehearsal");
        tab.0.settle();
        let mut paced = MOTIONS.map(|_| ROUNDS.map(|_| Paced::default()));
        // In turn, so that a moment in which the machine is busy with something else falls on all of them.
        for part in ROUNDS.iter().enumerate().flat_map(|(part, &rounds)| (0..rounds).map(move |_| part)) {
            for (motion, paced) in MOTIONS.iter().zip(&mut paced) {
                let Paced { painted, between, processor } = &mut paced[part];
                let before = processor_ms(&tab);
                let result = tab.promised(&format!("window.pacedMotions.{motion}()"));
                *processor += processor_ms(&tab) - before;
                let column =
                    |name: &str| result[name].as_array().into_iter().flatten().filter_map(Value::as_f64).collect::<Vec<_>>();
                painted.extend(column("painted"));
                between.extend(column("between"));
            }
        }
        for Paced { painted, processor, .. } in paced.as_flattened_mut() {
            *processor /= painted.len().max(1) as f64;
        }
        paced
    }

    /// The same bars drawn by someone else in a picture of the same size.
    pub fn peer(&self, site: &Site, peer: &str, size: [f64; 2]) -> Painted {
        let tab = site.browser(NO_FRAME_LIMIT);
        let [width, height] = size;
        tab.0.size(SCREEN.0, SCREEN.1);
        tab.open(&format!(
            "page/peer.html?peer={peer}&bars={}&requests={}&nodes={NODES}&width={width}&height={height}",
            self.file, self.requests
        ));
        let first_ms = tab.wait_for_promise("window.ready", LIMIT).as_ref().and_then(Value::as_f64);
        let frames = if first_ms.is_some() { motions(&tab, false) } else { Default::default() };
        Painted { first_ms, frames }
    }
}

/// Runs the motions. The page's own pictures must differ from before, or nothing was measured.
fn motions(tab: &Tab, is_ours: bool) -> [Option<Vec<f64>>; 3] {
    // Before that, for the browser to have everybody's program at full speed.
    let mut alive = tab.wait_for_promise("window.rehearse()", LIMIT).is_some();
    MOTIONS.map(|motion| {
        if !alive {
            return None;
        }
        let before = is_ours.then(|| picture_of(tab));
        // The page ends a motion itself when it takes too long; a page that does not even answer is given up.
        let times = tab.wait_for_promise(&format!("window.motions.{motion}()"), LIMIT);
        alive = times.is_some();
        if let Some(before) = before {
            let moved = motion != "pan" || before != picture_of(tab);
            assert!(moved, "the page shows another picture after a {motion}");
        }
        let frames: Vec<f64> = times?.as_array()?.iter().filter_map(Value::as_f64).collect();
        (frames.len() == 60).then_some(frames)
    })
}

fn picture_of(tab: &Tab) -> Value {
    tab.0.settle();
    tab.0.browser().session.get("screenshot").unwrap_or_else(|error| panic!("{error}"))
}

/// A table for every size.
pub fn write(document: &mut Document, site: &Site) {
    let mut text = String::new();
    // The document has what is measured so far, were the rest never to end.
    let mut given_up: Vec<&str> = Vec::new();
    let mut at_60 = Table::new(&[
        "at 60 frames a second",
        "bars on screen",
        "move to painted p50 ms",
        "p95",
        "worst",
        "frames missed %",
        "processor ms per move",
        "first 240 moves, painted p50 ms",
        "p95",
    ]);
    for size in SIZES {
        let mut headings = vec![String::new(), "first picture ms".to_string()];
        headings.extend(MOTIONS.iter().flat_map(|motion| [format!("{motion}: median ms"), "p95".to_string(), "worst".to_string()]));
        let headings: Vec<&str> = headings.iter().map(String::as_str).collect();
        let mut table = Table::new(&headings);
        let bars = Bars::build(site, size);
        let (ours, picture) = bars.ours(site);
        table.row(cells("**our page**, everything on it", &ours));
        // Before the others, of which some go on for a while after they are given up.
        for (motion, [first, then]) in MOTIONS.iter().zip(bars.paced(site)) {
            let late = then.between.iter().filter(|&&frame| frame > LATE_MS).count();
            let missed = 100.0 * late as f64 / then.between.len().max(1) as f64;
            let [first_p50, first_p95, _] = spread(&first.painted);
            let numbers = spread(&then.painted).into_iter().chain([missed, then.processor, first_p50, first_p95]).map(short);
            at_60.row([format!("our page: {motion}"), grouped(size.into())].into_iter().chain(numbers));
        }
        for (peer, name) in PEERS {
            println!("{size} bars: {peer}");
            let painted = if given_up.contains(&peer) { Painted::default() } else { bars.peer(site, peer, picture) };
            if painted.frames.iter().all(Option::is_none) {
                given_up.push(peer);
            }
            table.row(cells(name, &painted));
        }
        let [width, height] = picture.map(|px| px.round() as i64);
        text += &format!("**{} bars on screen**, {width} × {height} px\n\n{}\n", grouped(i64::from(size)), table.text());
        document.write("painting", &format!("{text}\n{}", at_60.text()));
    }
}

fn cells(name: &str, painted: &Painted) -> Vec<String> {
    let over = || "– over 60 s".to_string();
    let mut cells = vec![name.to_string(), painted.first_ms.map_or_else(over, short)];
    for frames in &painted.frames {
        match frames {
            Some(frames) => cells.extend(spread(frames).map(short)),
            None => cells.extend([over(), String::new(), String::new()]),
        }
    }
    cells
}
