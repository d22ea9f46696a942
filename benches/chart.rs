//! How long a picture of the physical plan takes, beside a plain fill of the same rectangles; and pictures of the planes of idle periods.
//!
//! `cargo bench --bench chart` prints a table. Every picture shows another place, so that nothing of the last one serves; an overview, where
//! one is used, is made in the first picture. Figures depend on the machine; the last column, the plain fill's time over ours in the same
//! run, depends on it much less and is what to compare before and after a change.

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::chart::kit::raster::{Area, PixelBuffer};
use bookahead::chart::planes::dual_plane::DualPlane;
use bookahead::chart::planes::time_plane::{TimePlane, whole_window};
use bookahead::chart::{Blocked, Colours, Emphasis, Frame, GanttKind, Painter, PlanView, RowScale, Theme, TimeScale, TimeUnit};
use bookahead::engine::idle::{
    IdleRequest, IdleScenario, IdleWorkload, Moment, MomentQuery, OPEN, Period, Rate, ServerGroup, Servers, Strategy,
};
use bookahead::engine::run;
use bookahead::engine::slots::request::Slot;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, SlotsScenario};
use bookahead::engine::slots::workload::{Generator, Range, Workload};
use std::hint::black_box;
use std::time::Instant;

/// Pictures of each measurement; the fastest counts.
const RUNS: usize = 30;
/// Size of a picture, in px.
const SIZE: (f64, f64) = (1_000.0, 600.0);

fn main() {
    println!(
        "{:<36} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7}",
        "plan", "in view", "bars", "first ms", "ms", "panned ms", "fill ms", "ratio"
    );
    for (name, nodes, nodes_max, requests) in [
        ("10,000 jobs, 100 nodes", 100, 1, 10_000),
        ("100,000 jobs, 100 nodes", 100, 1, 100_000),
        ("1,000,000 jobs, 100 nodes", 100, 1, 1_000_000),
        ("1,000,000 wide jobs, 100 nodes", 100, 10, 1_000_000),
        ("100,000 jobs, 300 nodes", 300, 1, 100_000),
        ("100,000 jobs, 1,000 nodes", 1_000, 1, 100_000),
    ] {
        let view = plan(nodes, nodes_max, requests);
        for share in [1.0, 0.1, 0.001] {
            measure(name, &view, share);
        }
    }
    println!("\n{:<36} {:>9} {:>9} {:>9} {:>9}", "idle periods", "time ms", "primal ms", "dual ms", "pick ms");
    for periods in [1_000, 10_000, 20_000] {
        measure_planes(periods);
    }
}

/// Pictures of the planes with so many idle periods, and the slowest of the three hit tests.
fn measure_planes(count: u32) {
    let servers = Servers {
        groups: [1, 2, 3].map(|n| ServerGroup { servers: count.div_ceil(3), rate: Rate::new(n, 3) }).to_vec(),
        ..Servers::identical(1, 1_000_000, 60)
    };
    let rates = servers.rates();
    let scenario = IdleScenario::new(servers, IdleWorkload::of_requests(Vec::new()));
    let request = IdleRequest { submitted: 100, earliest_start: 20_000, size: 900, deadline: 60_000 };
    // Spread without a pattern, by start.
    let length = |i: u32| 100 + i.wrapping_mul(2_654_435_761) % 9_000;
    let mut periods: Vec<Period> =
        (0..count).map(|i| Period { start: 100 + i * 8, server: i, end: 100 + i * 8 + length(i) }).collect();
    periods.iter_mut().step_by(50).for_each(|period| period.end = OPEN);
    let moment = Moment::of_periods(&scenario, Strategy::MinLip, &rates, MomentQuery::default(), request, &periods);
    let (window, palette) = (whole_window(&moment), Theme::Light.palette());
    let time = TimePlane {
        moment: &moment,
        scale: TimePlane::scale(window, SIZE.0, SIZE.1),
        duration: 900,
        strip_width: scenario.strip_width(),
    };
    let [primal, dual] = DualPlane::scales(&moment, &rates, window, SIZE.0 / 2.0, SIZE.1);
    let both = DualPlane { moment: &moment, rates: &rates, rate: Rate::ONE, primal, dual };
    let mut buffer = PixelBuffer::default();
    let mut fastest = |paint: &mut dyn FnMut(&mut PixelBuffer)| {
        (0..RUNS).map(|_| milliseconds(|| paint(black_box(&mut buffer)))).fold(f64::INFINITY, f64::min)
    };
    let painted = [
        fastest(&mut |buffer| time.paint(buffer, palette, 1.0)),
        fastest(&mut |buffer| both.paint_primal(buffer, palette, 1.0)),
        fastest(&mut |buffer| both.paint_dual(buffer, palette, 1.0)),
    ];
    let picks: [&dyn Fn(f64, f64) -> Option<usize>; 3] =
        [&|x, y| time.pick(x, y, 9.0), &|x, y| both.pick_primal(x, y, 9.0), &|x, y| both.pick_dual(x, y, 9.0)];
    let pick = picks.map(|pick| fastest(&mut |_| _ = black_box(pick(black_box(211.0), 222.0)))).into_iter().fold(0.0, f64::max);
    println!("{count:<36} {:>9.2} {:>9.2} {:>9.2} {pick:>9.3}", painted[0], painted[1], painted[2]);
}

/// Load 0.9, durations of 1 to 40 slots.
fn plan(nodes: u32, nodes_max: u32, requests: u32) -> PlanView {
    let generator = Generator {
        seed: 7,
        requests,
        arrivals_per_slot: 0.9 * f64::from(nodes) / (20.5 * f64::from(nodes_max + 1) / 2.0),
        duration: Range::new(1, 40),
        book_ahead: Range::new(0, 48),
        relax: Range::new(1, 24),
        flexible_percent: 60,
        nodes: Range::new(1, nodes_max),
        jobs: Range::new(1, 1),
    };
    let machine = Machine { nodes, ..Machine::default() };
    let policy = Policy { planner: PlannerKind::FirstFit, ..Policy::default() };
    let workload = Workload::of_generator(generator);
    let outcome = run(&SlotsScenario { machine, workload, policy, market: None, tariff: Default::default() })
        .expect("the bench's plans are in bounds");
    PlanView::new(outcome.arrivals, outcome.decisions, outcome.nodes, machine).expect("one run's columns belong together")
}

/// Measures pictures that show a share of the plan.
fn measure(name: &str, view: &PlanView, share: f64) {
    let slots = f64::from(view.horizon());
    let rows = RowScale::fit(view.machine().nodes, SIZE.1);
    // A little wider each time: a picture that is only moved along the axis would be painted at its edge alone.
    let px = |run: usize| SIZE.0 / (slots * share) * (1.0 + 1e-6 * run as f64);
    let time = |run: usize| TimeScale::new((1.0 - share) * slots * run as f64 / RUNS as f64, px(run), SIZE.0);
    let mut painter = Painter::default();
    // Twice the first: a plan that is seen once is not worth an overview.
    let mut paint = |time: TimeScale| {
        let emphasis = Emphasis::default();
        let frame = Frame {
            view,
            layout: GanttKind::Physical,
            time,
            rows,
            dpr: 1.0,
            theme: Theme::Light,
            unit: TimeUnit::Slots,
            emphasis,
            colours: Colours::Request,
            blocked: Blocked::default(),
            marked: &[],
        };
        black_box(painter.paint(&frame));
    };
    let first = milliseconds(|| paint(time(0))).max(milliseconds(|| paint(time(0))));
    let ours = (1..=RUNS).map(|run| milliseconds(|| paint(time(run)))).fold(f64::INFINITY, f64::min);
    let from = time(RUNS);
    let panned = (1..=RUNS).map(|run| milliseconds(|| paint(from.pan(-3.0 * run as f64, Slot::MAX)))).fold(f64::INFINITY, f64::min);
    let mut buffer = PixelBuffer::default();
    let mut bars = 0;
    let fill =
        (0..RUNS).map(|run| milliseconds(|| bars = plain_fill(view, &time(run), &rows, &mut buffer))).fold(f64::INFINITY, f64::min);
    println!("{name:<36} {:>7} % {bars:>9} {first:>9.2} {ours:>9.2} {panned:>9.2} {fill:>9.2} {:>7.2}", share * 100.0, fill / ours);
}

/// Every bar as a rectangle of at least a pixel, over whatever is there.
fn plain_fill(view: &PlanView, time: &TimeScale, rows: &RowScale, buffer: &mut PixelBuffer) -> usize {
    buffer.reset(SIZE.0 as u32, SIZE.1 as u32, [255; 4]);
    let mut bars = 0;
    GanttKind::Physical.for_each_bar(view, time.visible_slots(), rows.visible_rows(), |bar| {
        let rect = bar.rect(time, rows);
        let (x0, y0) = (rect.x as i32, rect.y as i32);
        let (x1, y1) = (((rect.x + rect.width) as i32).max(x0 + 1), ((rect.y + rect.height) as i32).max(y0 + 1));
        buffer.fill(Area { x0, y0, x1, y1 }, Theme::Light.palette().tint(bar.job));
        bars += 1;
    });
    bars
}

fn milliseconds(run: impl FnOnce()) -> f64 {
    let began = Instant::now();
    run();
    began.elapsed().as_secs_f64() * 1e3
}
