//! The chart functions on whole plans: layouts against what a plan says slot by slot, pixels against layouts, pictures to look at.

use bookahead::chart::gantt::layout::hit;
use bookahead::chart::gantt::layout::logical::{Detail, detail};
use bookahead::chart::gantt::layout::turning::turned_bars;
use bookahead::chart::gantt::profile::{Plot, ProfilePainter, Series, value_at};
use bookahead::chart::kit::palette;
use bookahead::chart::{
    Bar, Blocked, Colours, Emphasis, Frame, GanttKind, Label, LabelTone, MovedJobs, NOTE_SMALLER_PX, Painter, PlanView, RowScale,
    Theme, TimeScale, TimeUnit,
};
use bookahead::engine::slots::metrics::{busy_per_slot, sliding_utilisation};
use bookahead::engine::slots::scenario::{Machine, Policy, scenario_of};
use bookahead::engine::slots::workload::{Generator, Range, Workload};
use bookahead::engine::{Outcome, Request, SlotsScenario, run};
use proptest::prelude::*;
use std::path::PathBuf;

const LAYOUTS: [GanttKind; 2] = [GanttKind::Logical, GanttKind::Physical];

fn view_of(outcome: Outcome, nodes: u32) -> PlanView {
    let machine = Machine { nodes, ..Machine::default() };
    PlanView::new(outcome.arrivals, outcome.decisions, outcome.nodes, machine).expect("one run's columns belong together")
}

/// SPEC golden 1a: Table 3.4 of Umar and then user 11.
fn golden() -> PlanView {
    let rows = [
        (11, 11, 1, 2),
        (11, 11, 3, 1),
        (12, 12, 3, 1),
        (15, 16, 1, 1),
        (15, 15, 1, 2),
        (11, 11, 2, 1),
        (13, 13, 1, 1),
        (16, 16, 2, 1),
        (11, 11, 2, 1),
        (15, 15, 3, 1),
        (12, 14, 3, 3),
    ];
    let requests = (1..).zip(rows).map(|(user, (earliest_start, latest_start, duration, jobs))| Request {
        user,
        submitted: 0,
        earliest_start,
        latest_start,
        duration,
        nodes: 1,
        jobs,
    });
    view_of(run(&scenario_of(5, requests.collect())).expect("a legal scenario"), 5)
}

fn generated(generator: Generator, nodes: u32) -> PlanView {
    let scenario = SlotsScenario {
        machine: Machine { nodes, ..Machine::default() },
        workload: Workload::of_generator(generator),
        policy: Policy::default(),
        market: None,
        tariff: Default::default(),
    };
    view_of(run(&scenario).expect("a legal scenario"), nodes)
}

/// About the size of the KTH log: 28,000 requests on 100 nodes.
fn large() -> PlanView {
    generated(
        Generator {
            seed: 7,
            requests: 28_000,
            arrivals_per_slot: 0.9,
            duration: Range::new(1, 40),
            book_ahead: Range::new(0, 48),
            relax: Range::new(1, 24),
            flexible_percent: 60,
            nodes: Range::new(1, 10),
            jobs: Range::new(1, 1),
        },
        100,
    )
}

fn frame(view: &PlanView, layout: GanttKind, time: TimeScale, rows: RowScale) -> Frame<'_> {
    let emphasis = Emphasis::default();
    Frame {
        view,
        layout,
        time,
        rows,
        dpr: 1.0,
        theme: Theme::Light,
        unit: TimeUnit::Slots,
        emphasis,
        colours: Colours::Request,
        blocked: Blocked::default(),
        marked: &[],
    }
}

fn bars(view: &PlanView, layout: GanttKind) -> Vec<Bar> {
    let mut bars = Vec::new();
    layout.for_each_bar(view, 0..view.horizon() + 1, 0..view.machine().nodes, |bar| bars.push(bar));
    bars
}

/// Requests on a small machine, of which some are refused, some moved, some partly accepted.
fn small_plans() -> impl Strategy<Value = PlanView> {
    let request = (0..4_u32, 0..12_u32, 0..5_u32, 1..7_u32, 1..4_u32, 1..3_u32);
    (3..7_u32, prop::collection::vec(request, 0..25)).prop_map(|(nodes, rows)| {
        let requests = rows.into_iter().zip(1..).map(|((submitted, ahead, relax, duration, nodes, jobs), i)| Request {
            user: i % 7,
            submitted,
            earliest_start: submitted + ahead,
            latest_start: submitted + ahead + relax,
            duration,
            nodes,
            jobs,
        });
        view_of(run(&scenario_of(nodes, requests.collect())).expect("a legal scenario"), nodes)
    })
}

/// The jobs of a slot, one entry per row, as the definition says.
fn rows_of_slot(view: &PlanView, layout: GanttKind, slot: u32) -> Vec<Option<u32>> {
    let mut rows = vec![None; view.machine().nodes as usize];
    let mut running: Vec<u32> = (0..view.decisions().start.len() as u32)
        .filter(|&job| view.slots_of(job).is_some_and(|slots| slots.contains(&slot)))
        .collect();
    running.sort_by_key(|&job| view.arrivals().rank[job as usize]);
    match layout {
        GanttKind::Logical => {
            let stacked = running.iter().flat_map(|&job| std::iter::repeat_n(job, view.nodes_of(job) as usize));
            rows.iter_mut().zip(stacked).for_each(|(row, job)| *row = Some(job));
        }
        GanttKind::Physical => {
            for job in running {
                view.node_table().of(job as usize).iter().for_each(|&node| rows[node as usize] = Some(job));
            }
        }
    }
    rows
}

proptest! {
    #[test]
    fn bars_cover_every_node_slot_of_the_plan_once(view in small_plans()) {
        for layout in LAYOUTS {
            let bars = bars(&view, layout);
            for slot in 0..view.horizon() + 2 {
                for (row, expected) in (0..).zip(rows_of_slot(&view, layout, slot)) {
                    let here: Vec<u32> = bars.iter().filter(|bar| bar.covers(slot, row)).map(|bar| bar.job).collect();
                    prop_assert_eq!(here, Vec::from_iter(expected), "{:?} slot {} row {}", layout, slot, row);
                }
            }
            // Slots on the same rows make one bar.
            for a in &bars {
                prop_assert!(!bars.iter().any(|b| b.job == a.job && b.row == a.row && b.start == a.end), "{a:?}");
            }
        }
    }

    #[test]
    fn a_part_of_the_plan_has_the_bars_of_the_whole(view in small_plans(), from in 0..30_u32, slots in 1..9_u32, low in 0..6_u32, count in 1..4_u32) {
        for layout in LAYOUTS {
            let mut part = Vec::new();
            layout.for_each_bar(&view, from..from + slots, low..low + count, |bar| part.push(bar));
            for slot in from..from + slots {
                for row in low..(low + count).min(view.machine().nodes) {
                    let here: Vec<u32> = part.iter().filter(|bar| bar.covers(slot, row)).map(|bar| bar.job).collect();
                    prop_assert_eq!(here, Vec::from_iter(rows_of_slot(&view, layout, slot)[row as usize]));
                }
            }
        }
    }

    #[test]
    fn the_pointer_finds_what_is_painted_there(view in small_plans(), px in 4.0..60.0_f64, first in -3.0..15.0_f64, points in prop::collection::vec((0.0..400.0_f64, 0.0..160.0_f64), 20)) {
        let time = TimeScale::new(first, px, 400.0);
        let rows = RowScale::fit(view.machine().nodes, 160.0);
        let mut painter = Painter::default();
        for layout in LAYOUTS {
            let frame = frame(&view, layout, time, rows);
            painter.paint(&frame);
            for &(x, y) in &points {
                let expected = time.whole_slot_at(x).and_then(|slot| rows_of_slot(&view, layout, slot)[rows.row_at(y)? as usize]);
                let found = hit::bar_at(&view, layout, &time, &rows, x, y);
                if let Some(job) = expected {
                    let bar = found.expect("a busy place has a bar");
                    prop_assert_eq!(bar.job, job);
                    prop_assert!(bars(&view, layout).contains(&bar), "{bar:?} is a whole bar");
                    // Its middle has its colour.
                    let rect = bar.rect(&time, &rows);
                    let (mx, my) = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
                    if (1.0..399.0).contains(&mx) && (1.0..159.0).contains(&my) {
                        let tint = palette::LIGHT.tint(view.tint_of(view.request_row(job)).into());
                        prop_assert_eq!(painter.buffer().pixel(mx as u32, my as u32), Some(tint));
                    }
                } else if let Some(bar) = found {
                    let rect = bar.rect(&time, &rows);
                    prop_assert!(x >= rect.x - 2.01 && x <= rect.x + rect.width + 2.01, "no farther than the reach");
                }
            }
        }
    }

    #[test]
    fn far_views_hide_no_busy_pixel(view in small_plans(), px in 0.01..3.0_f64, dpr in prop::sample::select(vec![1.0, 1.5, 2.0, 3.0]), row_px in prop::sample::select(vec![0.3, 0.8, 1.0, 2.0, 5.0, 20.0])) {
        let time = TimeScale::new(-1.0, px, 60.0).on_pixels(dpr);
        let rows = RowScale::new(view.machine().nodes, 0.0, row_px, 120.0);
        let mut painter = Painter::default();
        painter.paint(&frame(&PlanView::empty(view.machine()), GanttKind::Physical, time, rows));
        let blank = painter.buffer().clone();
        painter.paint(&Frame { dpr, ..frame(&PlanView::empty(view.machine()), GanttKind::Physical, time, rows) });
        let blank = if dpr == 1.0 { blank } else { painter.buffer().clone() };
        for layout in LAYOUTS {
            painter.paint(&Frame { dpr, ..frame(&view, layout, time, rows) });
            let shown = painter.buffer();
            // A bar in its own colour ends on a 256th of a pixel: it may leave out a pixel that it touches by less than half of that.
            let hair = 0.002 / (px * dpr);
            for column in 0..shown.width() {
                let slots = time.slot_at(f64::from(column) / dpr)..time.slot_at(f64::from(column + 1) / dpr);
                let busy = (0..view.horizon()).any(|slot| view.busy_at(slot) > 0 && f64::from(slot) < slots.end - hair && f64::from(slot) + 1.0 > slots.start + hair);
                let wide = 3.0 * dpr;
                // Bars wide enough to be drawn alone begin on whole pixels and leave hairline gaps; the others must show where they are.
                let near = (column.saturating_sub(wide as u32)..(column + wide as u32 + 1).min(shown.width()))
                    .any(|c| (0..shown.height()).any(|y| shown.pixel(c, y) != blank.pixel(c, y)));
                let here = (0..shown.height()).any(|y| shown.pixel(column, y) != blank.pixel(column, y));
                prop_assert!(!busy || here || (px >= 0.4 && near), "{layout:?} column {column}");
            }
        }
    }

    #[test]
    fn an_overview_looks_as_the_bars_do(view in small_plans(), share in 0.05..1.0_f64, first in -3.0..15.0_f64, dpr in prop::sample::select(vec![1.0, 1.5, 2.0]), row_px in prop::sample::select(vec![0.3, 0.8, 2.0, 5.0, 20.0])) {
        // So far away that the mean bar is small; a pixel is at least two slots wide.
        let px = share * (0.7 / view.mean_duration().max(1.0)).min(0.5 / dpr);
        let time = TimeScale::new(first, px, 60.0);
        let rows = RowScale::new(view.machine().nodes, 0.0, row_px, 60.0);
        let frame = Frame { dpr, ..frame(&view, GanttKind::Physical, time, rows) };
        let (mut plain, mut overview) = (Painter::with_direct(usize::MAX, usize::MAX), Painter::with_direct(0, 0));
        plain.paint(&frame);
        overview.paint(&frame);
        let nobody = view_of(run(&scenario_of(view.machine().nodes, Vec::new())).expect("a legal scenario"), view.machine().nodes);
        let mut ground = Painter::default();
        ground.paint(&Frame { view: &nobody, ..frame });
        let pixels = plain.buffer().pixels().iter().zip(overview.buffer().pixels()).zip(ground.buffer().pixels());
        let apart = |a: &[u8; 4], b: &[u8; 4]| a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
        for ((a, b), ground) in pixels {
            // Rounding on two ways; of less than a ten-thousandth of a pixel one may show the tenth that a trace gets, the other nothing.
            let is_trace = a == ground || b == ground;
            prop_assert!(apart(a, b) <= if is_trace { 30 } else { 6 }, "{a:?} {b:?} on {ground:?}");
        }
    }

    #[test]
    fn figures_are_those_of_the_engine(view in small_plans(), from in 0..40_u32, slots in 1..20_u32) {
        let busy = busy_per_slot(view.arrivals(), view.decisions());
        let machine = view.machine();
        let sliding = |slot| sliding_utilisation(&busy, slot, machine);
        for slot in 0..60 {
            prop_assert_eq!(view.busy_at(slot), busy.get(slot as usize).copied().unwrap_or(0));
            prop_assert!((view.sliding_at(slot) - sliding(slot)).abs() < 1e-12);
        }
        let range = from..from + slots;
        let spread = view.sliding_over(range.clone());
        let most = range.clone().map(sliding).fold(0.0, f64::max);
        let least = range.clone().map(sliding).fold(1.0, f64::min);
        prop_assert!((spread.max - most).abs() < 1e-8 && (spread.min - least).abs() < 1e-8, "{spread:?} {least} {most}");
        let mean = range.clone().map(|slot| f64::from(view.busy_at(slot))).sum::<f64>() / f64::from(slots);
        prop_assert!((view.busy_over(range).mean - mean).abs() < 1e-9);
    }

    #[test]
    fn nothing_panics_and_every_number_is_finite(
        view in small_plans(),
        first in prop::num::f64::ANY,
        px in prop::num::f64::ANY,
        width in prop::sample::select(vec![f64::NAN, -1.0, 0.0, 0.4, 1.0, 37.0, 300.0]),
        height in prop::sample::select(vec![f64::NAN, -1.0, 0.0, 0.4, 1.0, 90.0, f64::INFINITY]),
        row_px in prop::num::f64::ANY,
        dpr in prop::sample::select(vec![f64::NAN, 0.0, 1.0, 2.75, f64::INFINITY]),
        point in (prop::num::f64::ANY, prop::num::f64::ANY),
        id in 0..40_u32,
    ) {
        let time = TimeScale::new(first, px, width);
        // An endless plot is legal but slow to paint: the height is held to something a screen has.
        let rows = RowScale::new(view.machine().nodes, first, row_px, height.min(400.0));
        let mut painter = Painter::default();
        for layout in LAYOUTS {
            for moved in [MovedJobs::None, MovedJobs::ForSelected, MovedJobs::All] {
                let emphasis = Emphasis { selected: Some(id), hovered: Some(id), moved };
                let frame = Frame { dpr, emphasis, ..frame(&view, layout, time, rows) };
                for label in painter.paint(&frame) {
                    prop_assert!(label.x.is_finite() && label.y.is_finite() && label.width > 0.0);
                }
            }
            hit::bar_at(&view, layout, &time, &rows, point.0, point.1);
        }
        ProfilePainter::default().paint(&Plot { view: &view, time, height: height.min(400.0), dpr }, &palette::LIGHT);
    }
}

proptest! {
    #[test]
    fn the_line_of_utilisation_passes_through_every_value(view in small_plans(), px in prop::sample::select(vec![0.3, 0.9, 2.0, 11.0]), first in -3.0..15.0_f64, dpr in prop::sample::select(vec![1.0, 1.5, 2.0])) {
        let time = TimeScale::new(first, px, 90.0);
        let mut painter = ProfilePainter::default();
        painter.paint(&Plot { view: &view, time, height: 70.0, dpr }, &palette::LIGHT);
        let buffer = painter.buffer();
        for slot in time.visible_slots() {
            let x = (time.x_of(f64::from(slot) + 0.5) * dpr).floor();
            if x < 1.0 || x + 1.0 > f64::from(buffer.width()) {
                continue;
            }
            let shown = |share: f64, tolerance: f64| -> Vec<_> {
                let y = f64::from(buffer.height()) * (1.0 - share);
                let rows = (y - tolerance).max(0.0) as u32..((y + tolerance) as u32 + 1).min(buffer.height());
                rows.filter_map(|y| buffer.pixel(x as u32, y)).collect()
            };
            let is_dark = |pixel: &palette::Rgba| pixel[0] < palette::LIGHT.busy_max[0] - 8;
            prop_assert!(shown(value_at(&view, Series::Sliding, slot), 2.0 * dpr).iter().any(is_dark), "slot {slot}");
            // Below what is busy in the slot alone there is the area or the line; its column may hold slots that are less busy.
            let busy = shown(value_at(&view, Series::PerSlot, slot) - 0.1, 0.0);
            let has_busy = value_at(&view, Series::PerSlot, slot) > 0.1;
            prop_assert!(!has_busy || busy.iter().any(|pixel| *pixel != palette::LIGHT.background), "slot {slot}");
        }
    }
}

#[test]
fn the_logical_golden_is_figure_3_6() {
    let view = golden();
    let name = |slot: u32| -> Vec<String> {
        let rows = rows_of_slot(&view, GanttKind::Logical, slot).into_iter().flatten();
        rows.map(|job| view.name_of(job)).collect()
    };
    assert_eq!(name(11), ["1.1", "1.2", "2.1", "6.1", "9.1"]);
    assert_eq!(name(15), ["5.1", "5.2", "10.1", "11.2", "11.3"]);
    assert_eq!(name(17), ["8.1", "10.1"]);
    let job = (0..15).find(|&job| view.name_of(job) == "11.1").unwrap();
    let places: Vec<_> = GanttKind::Logical.bars_of(&view, job).iter().map(|bar| (bar.start, bar.end, bar.row)).collect();
    assert_eq!(places, [(12, 13, 4), (13, 14, 3), (14, 15, 1)]);
    assert_eq!(GanttKind::Physical.bars_of(&view, job).len(), 1);
}

#[test]
fn labels_name_the_jobs_and_where_the_moved_one_was() {
    let view = golden();
    let selected = view.arrivals().id[10];
    let time = TimeScale::fit(11..18, 1.0, 747.0);
    let rows = RowScale::fit(5, 140.0);
    let emphasis = Emphasis { selected: Some(selected), ..Emphasis::default() };
    let mut painter = Painter::default();
    let labels = painter.paint(&Frame { emphasis, ..frame(&view, GanttKind::Physical, time, rows) });
    let mut names: Vec<&str> = labels.iter().map(|label| label.text.as_str()).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        ["1.1", "1.2", "10.1", "11.1", "11.2", "11.3", "2.1", "3.1", "4.1", "5.1", "5.2", "6.1", "7.1", "8.1", "9.1"]
    );
    let moved = labels.iter().find(|label| label.text == "4.1").unwrap();
    assert_eq!(moved.note.as_deref(), Some("was 15"));
    assert_eq!(labels.iter().filter(|label| label.note.is_some()).count(), 1);
    // The same in clock time.
    let time = TimeScale::fit(11..18, 1.0, 900.0);
    let labels = painter.paint(&Frame { emphasis, unit: TimeUnit::Clock, ..frame(&view, GanttKind::Logical, time, rows) });
    assert!(labels.iter().any(|label| label.note.as_deref() == Some("was 1:15")));
}

/// Many short jobs and a few long ones: from afar the long ones are still drawn and named.
#[test]
fn an_overview_shows_long_bars_and_what_stands_out() {
    let short = (0..4_000_u32).map(|i| Request {
        user: 1,
        submitted: 0,
        earliest_start: 2 * (i / 2),
        latest_start: 2 * (i / 2),
        duration: 1 + i % 2,
        nodes: 1,
        jobs: 1,
    });
    let long = Request { user: 77, submitted: 1, earliest_start: 500, latest_start: 500, duration: 2_000, nodes: 1, jobs: 1 };
    let view = view_of(run(&scenario_of(3, short.chain([long]).collect())).expect("a legal scenario"), 3);
    let time = TimeScale::fit(0..view.horizon(), 0.0, 800.0);
    let frame = frame(&view, GanttKind::Physical, time, RowScale::fit(3, 60.0));
    let selected = view.arrivals().id[1_000];
    let emphasis = Emphasis { selected: Some(selected), hovered: Some(3_000), moved: MovedJobs::All };
    let (mut plain, mut overview) = (Painter::with_direct(usize::MAX, usize::MAX), Painter::with_direct(0, 0));
    for frame in [frame, Frame { emphasis, ..frame }] {
        let labels = plain.paint(&frame);
        assert!(labels.iter().any(|label| label.text == "77.1"));
        assert_eq!(overview.paint(&frame), labels);
        let pairs = plain.buffer().pixels().iter().zip(overview.buffer().pixels());
        let apart = pairs.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 6)).count();
        // The ends of the long bar, where it and its neighbour share a pixel.
        assert!(apart <= 4 * 20, "{apart} pixels differ");
    }
    assert!(
        overview.buffer().pixels().contains(&palette::LIGHT.accent) && overview.buffer().pixels().contains(&palette::LIGHT.ink)
    );
}

#[test]
fn columns_of_different_runs_are_refused() {
    let (a, b) = (golden(), large());
    let machine = a.machine();
    assert!(PlanView::new(a.arrivals().clone(), b.decisions().clone(), b.node_table().clone(), machine).is_none());
    assert!(PlanView::new(a.arrivals().clone(), a.decisions().clone(), b.node_table().clone(), machine).is_none());
    assert!(PlanView::new(a.arrivals().clone(), a.decisions().clone(), a.node_table().clone(), machine).is_some());
}

#[test]
fn huge_horizons_and_machines_are_painted() {
    let far = Request {
        user: 1,
        submitted: 0,
        earliest_start: 4_000_000,
        latest_start: 4_000_000,
        duration: 1_000_000,
        nodes: 9_000,
        jobs: 1,
    };
    let near = Request { user: 2, earliest_start: 5, latest_start: 5, duration: 1, ..far };
    let view = view_of(run(&scenario_of(10_000, vec![far, near])).expect("a legal scenario"), 10_000);
    let mut painter = Painter::default();
    for layout in LAYOUTS {
        let time = TimeScale::fit(0..view.horizon(), 10.0, 800.0);
        let rows = RowScale::fit(10_000, 300.0);
        painter.paint(&frame(&view, layout, time, rows));
        let blank = palette::LIGHT.background;
        let column = time.x_of(5.5) as u32;
        assert!(
            (0..300).any(|y| ![Some(blank), Some(palette::LIGHT.grid)].contains(&painter.buffer().pixel(column, y))),
            "{layout:?}"
        );
        let end = painter.buffer().pixel(790, 290);
        assert!(![Some(blank), Some(palette::LIGHT.grid)].contains(&end));
        painter.paint(&frame(
            &view,
            layout,
            time.zoom_about(400.0, 1e9, view.horizon()),
            RowScale::new(10_000, 5_000.0, 28.0, 300.0),
        ));
    }
    let mut plot = ProfilePainter::default();
    plot.paint(
        &Plot { view: &view, time: TimeScale::fit(0..view.horizon(), 10.0, 800.0), height: 60.0, dpr: 1.0 },
        &palette::LIGHT,
    );
    assert!(plot.buffer().pixels().contains(&palette::LIGHT.ink_quiet));
}

/// Writes what was painted to `target/chart/`: the pixels as PNG, and an SVG of the same name that lays the labels over them.
fn write_picture(name: &str, painter: &Painter, frame: &Frame, labels: &[Label]) {
    let folder = PathBuf::from(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into())).join("chart");
    std::fs::create_dir_all(&folder).expect("the target folder is writable");
    let (width, height, palette) = (frame.time.width(), frame.rows.height(), frame.theme.palette());
    let mut svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">"#);
    svg += &format!(r#"<image href="{name}.png" width="{width}" height="{height}"/>"#);
    for Label { text, note, x, note_x, y, font_px, tone, .. } in labels {
        let (ink, quiet) = match tone {
            LabelTone::Tint => (palette.on_tint, palette.on_tint),
            LabelTone::Accent => (palette.on_accent, palette.on_accent),
            LabelTone::Moved => (palette.on_moved, palette.on_moved_quiet),
        };
        let text_at = |x: f64, color: palette::Rgba, weight: u32, size: f64, text: &str| {
            let fill = palette::css(color);
            let place = format!(r#"x="{x}" y="{y}" dominant-baseline="central""#);
            format!(r#"<text {place} font-weight="{weight}" font-size="{size}" fill="{fill}">{text}</text>"#)
        };
        svg += &text_at(*x, ink, 600, *font_px, text);
        if let Some(note) = note {
            svg += &text_at(*note_x, quiet, 400, font_px - NOTE_SMALLER_PX, note);
        }
    }
    std::fs::write(folder.join(format!("{name}.svg")), svg + "</svg>").expect("the target folder is writable");
    let file = std::fs::File::create(folder.join(format!("{name}.png"))).expect("the target folder is writable");
    let buffer = painter.buffer();
    let mut encoder = png::Encoder::new(std::io::BufWriter::new(file), buffer.width(), buffer.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().expect("a legal picture");
    writer.write_image_data(buffer.bytes()).expect("as many bytes as the header says");
}

#[test]
fn pictures_to_look_at() {
    let mut painter = Painter::default();
    let view = golden();
    let emphasis = Emphasis { selected: Some(10), hovered: Some(2), moved: MovedJobs::ForSelected };
    for layout in LAYOUTS {
        for (theme, shade) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            for (dpr, width) in [(1.0, 747.0), (2.0, 747.0), (1.0, 360.0), (1.5, 360.0)] {
                let rows = RowScale::fit(5, 140.0);
                let frame = Frame { dpr, theme, emphasis, ..frame(&view, layout, TimeScale::fit(11..18, 1.0, width), rows) };
                let labels = painter.paint(&frame);
                assert!(labels.len() >= 15, "{} names on {width} px", labels.len());
                let accent = theme.palette().accent;
                assert!(painter.buffer().pixels().contains(&accent) && painter.buffer().pixels().contains(&theme.palette().moved));
                write_picture(&format!("golden-{layout:?}-{shade}-{width}@{dpr}").to_lowercase(), &painter, &frame, &labels);
            }
        }
    }
    let view = large();
    let middle = f64::from(view.horizon()) / 2.0;
    // The request in the middle for which most jobs moved.
    let mut running = Vec::new();
    view.for_each_running(middle as u32..middle as u32 + 200, |job| running.push(job));
    let shown = running.into_iter().max_by_key(|&job| view.moved_for(view.request_row(job)).len());
    let selected = shown.map(|job| view.arrivals().id[view.request_row(job)]);
    let middle = shown.and_then(|job| view.slots_of(job)).map_or(middle, |slots| f64::from(slots.start) - 8.0);
    for layout in LAYOUTS {
        for (zoom, px) in [("out", 1_100.0 / f64::from(view.horizon())), ("far", 0.4), ("mid", 3.0), ("near", 12.0), ("in", 60.0)] {
            for (size, row_px, height) in [("fit", 5.0, 500.0), ("rows", 22.0, 500.0), ("strip", 0.6, 60.0)] {
                let first = if zoom == "out" { 0.0 } else { middle };
                let rows = RowScale::new(100, 0.0, row_px, height);
                let emphasis = Emphasis { selected, hovered: None, moved: MovedJobs::ForSelected };
                let time = TimeScale::new(first, px, 1_100.0);
                let frame = Frame { emphasis, ..frame(&view, layout, time, rows) };
                let labels = painter.paint(&frame);
                if layout == GanttKind::Logical && px < 2.5 {
                    assert_eq!(detail(&view, &time, &rows), Detail::Silhouette);
                }
                write_picture(&format!("large-{layout:?}-{zoom}-{size}").to_lowercase(), &painter, &frame, &labels);
            }
        }
    }
}

proptest! {
    /// The player of the lemma begins with the logical plan and ends with the physical one, and what goes on stays on its node at every step.
    #[test]
    fn slot_by_slot_the_logical_plan_turns_into_the_physical_one(view in small_plans()) {
        let slots = view.busy_slots();
        let slots = slots.start..slots.end.max(slots.start);
        // Which job is on a row in a slot.
        let cells = |bars: &[Bar]| {
            let mut cells = std::collections::BTreeMap::new();
            for bar in bars {
                for slot in bar.start..bar.end {
                    for row in bar.row..bar.row + bar.rows {
                        assert_eq!(cells.insert((slot, row), bar.job), None, "two jobs in one place");
                    }
                }
            }
            cells
        };
        let of = |layout: GanttKind| {
            let mut bars = Vec::new();
            layout.for_each_bar(&view, slots.clone(), 0..view.machine().nodes, |bar| bars.push(bar));
            cells(&bars)
        };
        let (logical, physical) = (of(GanttKind::Logical), of(GanttKind::Physical));
        for until in slots.clone() {
            let turned = cells(&turned_bars(&view, slots.clone(), until));
            for (place, job) in &turned {
                let expected = if place.0 <= until { &physical } else { &logical };
                prop_assert_eq!(expected.get(place), Some(job), "at {:?}, turned up to {}", place, until);
            }
            prop_assert_eq!(turned.len(), logical.len());
            // The lemma for this step: whoever goes on keeps its node.
            let on = |cells: &std::collections::BTreeMap<(u32, u32), u32>, slot: u32| -> Vec<Option<u32>> {
                (0..view.machine().nodes).map(|row| cells.get(&(slot, row)).copied()).collect()
            };
            let (now, next) = (on(&physical, until), on(&physical, until + 1));
            for (before, after) in now.iter().zip(&next) {
                let goes_on = before.filter(|job| view.slots_of(*job).is_some_and(|slots| slots.end > until + 1));
                prop_assert!(goes_on.is_none() || goes_on == *after, "{:?} {:?}", now, next);
            }
        }
    }
}
