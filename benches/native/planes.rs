//! The planes of idle periods with ten thousand points: pointing at them, and dragging the selected request.

use super::browser::{NO_FRAME_LIMIT, Site, Tab};
use super::document::{Document, Table, grouped, short, spread};
use super::editing::address;
use super::machine::Moments;
use super::market::processor_ms;
use bookahead::engine::idle::generator::ParetoWorkload;
use bookahead::engine::idle::{
    IdleRequest, IdleScenario, IdleSource, IdleWorkload, Moment, MomentQuery, Rate, ServerGroup, Servers, Strategy,
};
use bookahead::engine::study::StudyKind;
use bookahead::formats::link::{Geometry, Panel, Plane, View};
use serde_json::{Value, json};
use std::time::Duration;

/// How long anything may take.
const LIMIT: Duration = Duration::from_secs(180);
/// Moves of the pointer.
const MOVES: u32 = 120;
/// A frame that came later than this, in milliseconds, left out one of the screen's sixty a second.
pub const LATE_MS: f64 = 1.5 * 1e3 / 60.0;
/// Servers of each of the three rates.
const SERVERS: u32 = 2_200;
/// Requests; the last is the one that is dragged.
const REQUESTS: u32 = 12_500;

/// What the pointer does to the picture.
#[derive(Clone, Copy, PartialEq)]
enum Motion {
    Points,
    Drags { what: char, is_upright: bool },
}

/// What is measured: plane, picture, motion, and the words for it.
const KINDS: [(Plane, &str, Motion, &str); 8] = [
    (Plane::Time, "time", Motion::Points, "time plane: points pointed at"),
    (Plane::Time, "time", Motion::Drags { what: 'r', is_upright: false }, "time plane: r dragged"),
    (Plane::Time, "time", Motion::Drags { what: 'l', is_upright: true }, "time plane: l dragged"),
    (Plane::Time, "time", Motion::Drags { what: 'd', is_upright: false }, "time plane: d dragged"),
    (Plane::Dual, "primal", Motion::Points, "primal plane: periods pointed at"),
    (Plane::Dual, "primal", Motion::Drags { what: 'r', is_upright: false }, "primal plane: r of P dragged"),
    (Plane::Dual, "primal", Motion::Drags { what: 'l', is_upright: true }, "primal plane: l of P dragged"),
    (Plane::Dual, "dual", Motion::Drags { what: 'r', is_upright: true }, "dual plane: the line turned"),
];

/// Three rates, and some ten thousand idle periods before the last request; the number of these.
fn scenario() -> (IdleScenario, u32) {
    let machine = ParetoWorkload::machine(3 * SERVERS);
    let group = |third| ServerGroup { servers: SERVERS, rate: Rate::new(third, 3) };
    let servers = Servers { groups: [1, 2, 3].map(group).to_vec(), ..machine };
    let mean_size = ParetoWorkload::MEAN_SIZE;
    let pareto = ParetoWorkload { seed: 1, requests: REQUESTS, load: 0.9, mean_size, tightness: 0.1, book_ahead: 1.0 };
    let workload = IdleWorkload::of(IdleSource::Pareto(pareto));
    let idle = IdleScenario { strategy: Strategy::FfHaPlus, ..IdleScenario::new(servers, workload) };
    // The last request has room to become longer.
    let last = idle.run().expect("in bounds").arrivals.row(REQUESTS as usize - 1);
    let unit = idle.workload.unit();
    let last = IdleRequest { size: 5 * unit, deadline: last.earliest_start + 40 * unit, ..last };
    let idle = IdleScenario { workload: idle.workload.with_edit(REQUESTS - 1, Some(last)), ..idle };
    let arrivals = idle.run().expect("in bounds").arrivals;
    let mut session = idle.session(idle.strategy, arrivals);
    session.finish();
    let moment = Moment::of(&idle, &session, MomentQuery { row: REQUESTS - 1, tree: None }).expect("a moment");
    (idle, moment.periods.len() as u32)
}

/// What was measured, in milliseconds.
struct Moves {
    /// From each move until it was painted.
    painted: Vec<f64>,
    /// Between frames.
    frames: Vec<f64>,
    /// Processor time of the page's main thread for each move, on average.
    processor: f64,
}

fn measure(tab: &Tab, picture: &str, motion: Motion, is_paced: bool) -> Moves {
    let call = match motion {
        Motion::Points => format!("window.planes.hover('{picture}', {MOVES}, {is_paced})"),
        Motion::Drags { what, is_upright } => {
            format!("window.planes.drag('{picture}', '{what}', {is_upright}, {MOVES}, {is_paced})")
        }
    };
    let before = processor_ms(tab);
    let result = tab.promised(&call);
    let processor = (processor_ms(tab) - before) / f64::from(MOVES);
    if motion == Motion::Points {
        let changes = result["changes"].as_f64().expect("a number");
        assert!(changes > f64::from(MOVES) / 4.0, "{call}: other words only {changes} times");
    }
    let column = |name: &str| result[name].as_array().into_iter().flatten().filter_map(Value::as_f64).collect::<Vec<_>>();
    Moves { painted: column("painted"), frames: column("frames"), processor }
}

/// A browser that shows one of the planes.
fn shown(site: &Site, scenario: &IdleScenario, plane: Plane, arguments: &[&str]) -> Tab {
    let tab = site.browser(arguments);
    let geometry = Geometry { plane, selected: Some(REQUESTS - 1), ..Geometry::default() };
    tab.open(&address(scenario.clone(), View { panel: Panel::Study(StudyKind::Idle), geometry, ..View::default() }));
    tab.wait_for("return document.querySelector('[data-plane=gantt] .bracket') ? true : null", &[], LIMIT).expect("the moment");
    tab.try_js("document.querySelector('.planes').scrollIntoView()", &[]);
    tab.0.devtools("Performance.enable", json!({ "timeDomain": "threadTicks" }));
    tab.try_js(include_str!("../page/planes.js"), &[]).expect("the bench's motions");
    tab
}

/// The table.
pub fn write(document: &mut Document, site: &Site) {
    let (scenario, periods) = scenario();
    let headings = [
        "what the pointer does",
        "60 frames a second: to painted p50 ms",
        "p95",
        "worst",
        "frames missed %",
        "without frame limit: to painted p50 ms",
        "p95",
        "worst",
        "processor ms per move",
    ];
    let mut table = Table::new(&headings);
    let mut moments = Moments::default();
    for plane in [Plane::Time, Plane::Dual] {
        let [paced, free] = [&[][..], NO_FRAME_LIMIT].map(|arguments| shown(site, &scenario, plane, arguments));
        for (_, picture, motion, words) in KINDS.iter().filter(|(of, ..)| *of == plane) {
            let [at_60, alone] = [(&paced, true), (&free, false)].map(|(tab, is_paced)| {
                // Once before, for the browser to have the page's program at full speed.
                measure(tab, picture, *motion, is_paced);
                measure(tab, picture, *motion, is_paced)
            });
            let late = at_60.frames.iter().filter(|&&frame| frame > LATE_MS).count();
            let missed = 100.0 * late as f64 / at_60.frames.len().max(1) as f64;
            let times = spread(&at_60.painted).into_iter().chain([missed]).chain(spread(&alone.painted));
            let numbers = times.chain([alone.processor]).map(short);
            table.row([(*words).to_string()].into_iter().chain(numbers));
            moments.take();
        }
    }
    let text = format!(
        "{} idle periods on {} servers\n\n{}\n{}",
        grouped(periods.into()),
        grouped(i64::from(3 * SERVERS)),
        table.text(),
        moments.text()
    );
    document.write("page-planes", &text);
}
