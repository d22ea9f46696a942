//! The lemma at work as a figure to take away: left of a line the jobs are on nodes, right of it they are only counted.

use crate::gantt::bar::{Bar, Rect};
use crate::gantt::layout::gantt_kind::GanttKind;
use crate::gantt::layout::turning::{turned_bars, turned_stretch};
use crate::gantt::plan::view::PlanView;
use crate::kit::caption::Anchor;
use crate::kit::drawing::{Drawing, Font, Pen};
use crate::kit::figure::{AXIS_PX, DataTable, Figure, INK, LEFT_PX, QUIET, WIDTH_PX};
use crate::kit::legend::{SAMPLE_PX, Sample, legend};
use crate::kit::palette::{Rgba, mix};
use crate::kit::row_names::row_names;
use crate::kit::scale::RowScale;
use crate::kit::svg::path;
use crate::kit::text::text_width;
use bookahead_engine::slots::request::Slot;

/// Width of the plot, with room for the names of rows on both sides, and the greatest width of a slot, in CSS px.
const PLOT_PX: f64 = WIDTH_PX - 2.0 * LEFT_PX;
const SLOT_PX: f64 = 64.0;
/// Height of a row, least and greatest, and greatest height of all rows.
const ROW_PX: (f64, f64, f64) = (2.0, 26.0, 900.0);
/// Room above the plot for what the sides of the line are.
const SIDES_PX: f64 = 22.0;
/// Names on bars.
const NAME: Font = Font { px: 11.0, colour: INK.on_tint, is_strong: true };
/// What the sides are.
const SIDE: Font = Font { px: 12.0, colour: INK.ink, is_strong: true };

/// The plan with slots up to `slot` on nodes, of the steps from `least` to `most`. Its data has every bar that is drawn, `end` the first slot after it.
pub fn turning_figure(view: &PlanView, slot: Slot, least: Slot, most: Slot) -> Figure {
    let slots = turned_stretch(slot, least, most);
    let nodes = view.rows().max(1);
    let row_px = (ROW_PX.2 / f64::from(nodes)).clamp(ROW_PX.0, ROW_PX.1);
    let rows = RowScale::new(nodes, 0.0, row_px, f64::from(nodes) * row_px);
    let count = f64::from(slots.end - slots.start).max(1.0);
    let slot_px = (PLOT_PX / count).min(SLOT_PX);
    let (width, height) = (count * slot_px, rows.height());
    let x_of = |at: Slot| f64::from(at.saturating_sub(slots.start)) * slot_px;
    let bars = turned_bars(view, slots.clone(), slot);
    let mut plot = Drawing::default();
    plot.rect(Rect { x: x_of(slot), y: 0.0, width: 2.0 * slot_px, height }, mix(INK.background, INK.ink, 0.07), None);
    for at in slots.clone().skip(1) {
        plot.line((x_of(at), 0.0), (x_of(at), height), Pen::new(INK.grid, 1.0));
    }
    for bar in &bars {
        let (left, top) = (x_of(bar.start), rows.y_of(f64::from(bar.row + bar.rows)));
        let gap = if row_px >= 6.0 { 1.0 } else { 0.0 };
        let area = Rect {
            x: left + 1.0,
            y: top + gap,
            width: x_of(bar.end) - left - 2.0,
            height: (f64::from(bar.rows) * row_px - 2.0 * gap).max(0.5),
        };
        let tint = INK.tint(view.tint_of(view.request_row(bar.job)).into());
        let name = view.name_of(bar.job);
        let words = format!("{name}: slots {}–{}, {}", bar.start, bar.end.saturating_sub(1), part_of(bar, slot));
        bar_shape(&mut plot, area, tint, bar.start > slot, Some(&words));
        if area.height >= 12.0 && text_width(&name, NAME.px) + 8.0 <= area.width {
            plot.text((area.x + 5.0, area.y + area.height / 2.0 + 4.0), Anchor::Start, NAME, &name);
        }
    }
    let mut drawing = Drawing::default();
    let left = LEFT_PX;
    let top = legend(&mut drawing, (left, 0.0), PLOT_PX, &samples()) + SIDES_PX;
    let frame = Rect { x: left, y: top, width, height };
    drawing.place_cut(frame, &plot);
    drawing.frame(frame, Pen::new(INK.ink_quiet, 1.0));
    for (name, baseline) in row_names(GanttKind::Physical, &rows) {
        drawing.text((left - 8.0, top + baseline), Anchor::End, QUIET, &name);
    }
    for (name, baseline) in row_names(GanttKind::Logical, &rows) {
        drawing.text((left + width + 8.0, top + baseline), Anchor::Start, QUIET, &name);
    }
    let turn = left + x_of(slot.saturating_add(1)).min(width);
    drawing.line((turn, top - SIDES_PX + 2.0), (turn, top + height), Pen::new(INK.accent, 2.0));
    for (words, anchor, x, room) in
        [("on nodes", Anchor::End, turn - 8.0, turn), ("only counted", Anchor::Start, turn + 8.0, WIDTH_PX - turn)]
    {
        if text_width(words, SIDE.px) + 8.0 <= room {
            drawing.text((x, top - 8.0), anchor, SIDE, words);
        }
    }
    // Long numbers stand at every second slot, or fewer.
    let every = ((text_width(&slots.end.to_string(), QUIET.px) + 4.0) / slot_px).ceil().max(1.0) as Slot;
    for at in slots.clone().filter(|at| at.abs_diff(slot).is_multiple_of(every)) {
        let font =
            if at == slot || at == slot.saturating_add(1) { Font { is_strong: true, colour: INK.ink, ..QUIET } } else { QUIET };
        drawing.text((left + x_of(at) + slot_px / 2.0, top + height + 16.0), Anchor::Middle, font, &at.to_string());
    }
    drawing.text((left + width, top + height + 33.0), Anchor::End, QUIET, "slot");
    Figure {
        key: "lemma",
        title: format!("From counted rows to nodes, up to slot {slot}"),
        explanation: format!(
            "Left of the line every job is on a node of the machine (cn) and stays there; right of it rows (v) are only counted, so a job may \
             be in another row in the next slot. The step in grey takes slot {} over: jobs that go on stay where they are, jobs that start get free \
             nodes (Umar 3.3.3).",
            slot.saturating_add(1)
        ),
        height: top + height + AXIS_PX,
        drawing,
        data: table(view, &bars, slot),
    }
}

fn part_of(bar: &Bar, slot: Slot) -> &'static str {
    if bar.start > slot { "only counted" } else { "on nodes" }
}

/// A bar: with a whole edge on nodes, paler and dashed where it is only counted.
fn bar_shape(drawing: &mut Drawing, area: Rect, tint: Rgba, is_counted: bool, words: Option<&str>) {
    drawing.rect(area, if is_counted { mix(INK.background, tint, 0.45) } else { tint }, words);
    if area.height < 5.0 || area.width < 5.0 {
        return;
    }
    let Rect { x, y, width, height } = area;
    let edge = path(&[(x, y), (x + width, y), (x + width, y + height), (x, y + height)], true);
    let pen = Pen::new(mix(tint, INK.ink, 0.45), 1.0);
    drawing.path(&edge, if is_counted { pen.dashed("3 3") } else { pen });
}

fn samples() -> [(&'static str, Sample); 4] {
    let area = Rect { x: 1.0, y: 1.0, width: SAMPLE_PX.0 - 2.0, height: SAMPLE_PX.1 - 2.0 };
    let sample = |is_counted: bool| {
        let mut drawing = Drawing::default();
        bar_shape(&mut drawing, area, INK.tint(0), is_counted, None);
        drawing
    };
    let mut step = Drawing::default();
    step.rect(area, mix(INK.background, INK.ink, 0.07), None);
    let mut turn = Drawing::default();
    let x = SAMPLE_PX.0 / 2.0;
    turn.line((x, 0.0), (x, SAMPLE_PX.1), Pen::new(INK.accent, 2.0));
    [
        ("job on nodes", sample(false)),
        ("job only counted", sample(true)),
        ("how far the plan is turned", turn),
        ("both slots of the step", step),
    ]
    .map(|(name, drawing)| (name, Sample::Own(drawing)))
}

fn table(view: &PlanView, bars: &[Bar], slot: Slot) -> DataTable {
    let mut table = DataTable::new(["job", "start", "end", "first_row", "rows", "part"]);
    table.rows = bars
        .iter()
        .map(|bar| {
            let numbers = [bar.start, bar.end, bar.row, bar.rows].map(|number| number.to_string());
            std::iter::once(view.name_of(bar.job)).chain(numbers).chain([part_of(bar, slot).to_string()]).collect()
        })
        .collect();
    table
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::kit::figure::Origin;
    use bookahead_engine::run;
    use bookahead_engine::slots::request::Request;
    use bookahead_engine::slots::scenario::scenario_of;

    /// A machine with jobs that start at any slot and take one to three nodes.
    pub(crate) fn plan(nodes: u32) -> PlanView {
        let request = |at: u32| Request {
            user: at + 1,
            submitted: 0,
            earliest_start: at / 2,
            latest_start: at / 2 + 9,
            duration: 1 + at * 5 % 7,
            nodes: 1 + at % 3,
            jobs: 1,
        };
        let scenario = scenario_of(nodes, (0..nodes * 8).map(request).collect());
        let outcome = run(&scenario).expect("a legal scenario");
        PlanView::new(outcome.arrivals, outcome.decisions, outcome.nodes, scenario.machine)
            .expect("one run's columns belong together")
    }

    #[test]
    fn every_bar_of_the_picture_is_in_the_data_on_its_side_of_the_line() {
        for nodes in [3, 5, 64] {
            let view = plan(nodes);
            let busy = view.busy_slots();
            let most = busy.end.saturating_sub(2).max(busy.start);
            for slot in [busy.start, busy.start + 7, most] {
                let figure = turning_figure(&view, slot, busy.start, most);
                let bars = turned_bars(&view, turned_stretch(slot, busy.start, most), slot);
                assert_eq!(figure.data.rows.len(), bars.len());
                for row in &figure.data.rows {
                    let (start, end): (Slot, Slot) = (row[1].parse().unwrap(), row[2].parse().unwrap());
                    assert!(if row[5] == "on nodes" { end <= slot + 1 } else { start > slot }, "{slot}: {row:?}");
                }
                let shapes = figure.drawing.elements();
                assert_eq!(shapes.matches("<title>").count(), bars.len(), "each tells what it is");
                assert!(figure.height < 1_050.0 && !figure.svg(&Origin::default()).contains("NaN"), "{}", figure.height);
            }
        }
    }

    #[test]
    fn the_stretch_has_the_step_and_never_ends_before_it_begins() {
        for (slot, least, most) in [(0, 0, 0), (5, 5, 5), (40, 3, 90), (90, 3, 90), (Slot::MAX, 0, Slot::MAX)] {
            let stretch = turned_stretch(slot, least, most);
            assert!(stretch.start <= slot && stretch.start <= stretch.end && stretch.end - stretch.start <= 18, "{stretch:?}");
        }
        let empty = PlanView::empty(plan(3).machine());
        assert!(turning_figure(&empty, 0, 0, 0).data.rows.is_empty());
    }
}
