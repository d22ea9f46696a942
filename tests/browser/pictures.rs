//! The pictures in the page, pixel by pixel: what WebAssembly paints is what the same code paints natively.

use crate::harness::{Page, with_page};
use crate::lab::{fragment_of, open_lab};
use bookahead::chart::gantt::profile::{Plot, ProfilePainter};
use bookahead::chart::kit::raster::PixelBuffer;
use bookahead::chart::{
    Blocked, Colours, Emphasis, Frame, GanttKind, MovedJobs, Painter, PlanView, RowScale, Theme, TimeScale, TimeUnit,
};
use bookahead::engine::run;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario};
use bookahead::engine::slots::workload::{Generator, Range, Workload};
use bookahead::formats::link::{Layout, TimeWindow, View};
use serde_json::json;

/// Jobs from a slot to three days long: at any zoom some are painted each by itself and some are smaller than a pixel.
fn scenario(planner: PlannerKind, nodes: u32, requests: u32) -> SlotsScenario {
    let generator = Generator {
        seed: 11,
        requests,
        arrivals_per_slot: f64::from(nodes) / 110.0,
        duration: Range::new(1, 72),
        book_ahead: Range::new(0, 48),
        relax: Range::new(1, 24),
        flexible_percent: 60,
        nodes: Range::new(1, 5),
        jobs: Range::new(1, 1),
    };
    SlotsScenario {
        machine: Machine { nodes, ..Machine::default() },
        workload: Workload::of_generator(generator),
        policy: Policy { planner, ..Policy::default() },
        market: None,
        tariff: Default::default(),
    }
}

/// Where the pixels are on a plot's canvas, in CSS px: names at the left, the axis below.
const MARGINS: [f64; 3] = [48.0, 12.0, 24.0];

/// Width and height of a picture in device px, and a fingerprint of its pixels.
type Print = (u32, u32, u32);

fn print_of(buffer: &PixelBuffer) -> Print {
    let mixed = |hash: u32, pixel: &[u8; 4]| (hash ^ u32::from_le_bytes(*pixel)).wrapping_mul(16_777_619);
    (buffer.width(), buffer.height(), buffer.pixels().iter().fold(2_166_136_261, mixed))
}

/// The pixels on the canvas of a plot that begin `top` CSS px below its upper edge.
fn shown(page: &Page, css: &str, top: f64, dpr: f64) -> Print {
    let script = "
        const [css, ...margins] = arguments;
        const canvas = document.querySelector(css + ' canvas');
        const [left, right, above, below] = margins;
        const [width, height] = [canvas.width - left - right, canvas.height - above - below];
        const {data} = canvas.getContext('2d').getImageData(left, above, width, height);
        const hash = new Uint32Array(data.buffer).reduce((hash, pixel) => Math.imul(hash ^ pixel, 16777619), 2166136261);
        return [width, height, hash >>> 0]";
    let [left, right, below] = MARGINS;
    let values = page.js(script, &[json!(css), json!(left * dpr), json!(right * dpr), json!(top * dpr), json!(below * dpr)]);
    let value = |i: usize| values[i].as_u64().and_then(|value| u32::try_from(value).ok()).expect("a number");
    (value(0), value(1), value(2))
}

/// The first request from this number on of which every job was accepted: what stands in the way of a refused one is painted too.
fn accepted_after(view: &PlanView, id: u32) -> u32 {
    let first = view.arrivals().row_of(id).expect("a request");
    let is_whole = |row: &usize| view.jobs_of(*row).all(|job| view.slots_of(job).is_some());
    (first..view.arrivals().requests()).find(is_whole).map(|row| view.arrivals().id[row]).expect("an accepted request")
}

/// Looks at a plan through some windows of time, on a screen of so many device px per CSS px.
fn compare(page: &Page, scenario: &SlotsScenario, dpr: f64, windows: &[TimeWindow]) {
    let outcome = run(scenario).expect("a legal scenario");
    // More than are shown as moved where nothing is selected, or none.
    assert!(!(1..=40).contains(&outcome.decisions.moves.len()));
    let view = PlanView::new(outcome.arrivals, outcome.decisions, outcome.nodes, scenario.machine).expect("a plan");
    for (&time, i) in windows.iter().zip(0_u32..) {
        // Rows with a job that stands out are painted bar by bar.
        let selected = (i % 2 == 1).then(|| accepted_after(&view, scenario.workload.next_id() / 5));
        let look = View { time: Some(time), layout: Layout::Stacked, selected, ..View::default() };
        open_lab(page, &fragment_of("pictures", scenario.clone(), look));
        let name = format!("{} on {} nodes, {time:?}, {dpr} px per px", scenario.policy.planner.name(), scenario.machine.nodes);
        let mut scale = TimeScale::new(0.0, 1.0, 0.0);
        for (layout, css) in [(GanttKind::Logical, "#gantt-logical"), (GanttKind::Physical, "#gantt-physical")] {
            let found = shown(page, css, 0.0, dpr);
            // A chart is a whole number of px wide and high; its picture has the nearest number of px of the device.
            let [width, height] = [found.0, found.1].map(|px| (f64::from(px) / dpr).round());
            scale = TimeScale::new(time.first, width / time.slots, width).on_pixels(dpr);
            let nodes = scenario.machine.nodes;
            let mut painter = Painter::default();
            painter.paint(&Frame {
                view: &view,
                layout,
                time: scale,
                rows: RowScale::new(nodes, 0.0, height / f64::from(nodes), height),
                dpr,
                theme: Theme::Light,
                unit: TimeUnit::Slots,
                emphasis: Emphasis { selected, hovered: None, moved: MovedJobs::ForSelected },
                colours: Colours::Request,
                blocked: Blocked::default(),
                marked: &[],
            });
            assert!(painter.is_complete());
            assert_eq!(found, print_of(painter.buffer()), "{layout:?} chart: {name}");
        }
        let found = shown(page, "#utilisation", 8.0, dpr);
        let mut painter = ProfilePainter::default();
        painter.paint(&Plot { view: &view, time: scale, height: f64::from(found.1) / dpr, dpr }, Theme::Light.palette());
        assert_eq!(found, print_of(painter.buffer()), "utilisation: {name}");
    }
}

#[test]
fn pictures_are_those_painted_natively() {
    with_page("pictures", |page| {
        let windows = |slots: &[f64]| slots.iter().map(|&slots| TimeWindow { first: 0.37 * slots, slots }).collect::<Vec<_>>();
        for dpr in [1.0, 2.0] {
            let metrics = json!({ "width": 1280, "height": 1000, "deviceScaleFactor": dpr, "mobile": false });
            page.devtools("Emulation.setDeviceMetricsOverride", metrics);
            compare(page, &scenario(PlannerKind::FirstFit, 60, 900), dpr, &windows(&[90.0, 400.0, 800.0, 1_300.0]));
            compare(page, &scenario(PlannerKind::FcfsEds, 30, 3_000), dpr, &windows(&[700.0, 2_100.0, 4_000.0]));
            compare(page, &scenario(PlannerKind::FirstFitPhysical, 400, 9_000), dpr, &windows(&[150.0, 1_600.0]));
        }
    });
}

#[test]
fn pictures_on_a_large_screen_are_those_painted_natively() {
    with_page("pictures-large", |page| {
        // The text is a quarter larger there, and with it a px of the charts.
        page.size(2560, 1440);
        let window = TimeWindow { first: 40.0, slots: 110.0 };
        compare(page, &scenario(PlannerKind::FirstFit, 60, 900), 1.25, &[window, TimeWindow { slots: 800.0, ..window }]);
    });
}

#[test]
fn no_pixel_of_a_plot_is_left_out() {
    with_page("left-out", |page| {
        for (dpr, width) in [0.9, 1.1, 1.3].into_iter().flat_map(|dpr| (1280..1290).map(move |width| (dpr, width))) {
            let metrics = json!({ "width": width, "height": 900, "deviceScaleFactor": dpr, "mobile": false });
            page.devtools("Emulation.setDeviceMetricsOverride", metrics);
            open_lab(page, "");
            // What was never painted is black; nothing else is.
            let script = "
                const isBlack = canvas => {
                    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
                    return new Uint32Array(data.buffer).some(pixel => (pixel & 0xffffff) === 0);
                };
                return [...document.querySelectorAll('canvas')].map(isBlack)";
            assert_eq!(page.js(script, &[]), json!([false, false, false, false, false]), "{width} px, {dpr} device px to one");
        }
    });
}
