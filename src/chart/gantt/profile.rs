//! Utilisation over time as pixels: a light area for single slots, a line for the mean over a sliding window, faint lines at 1 and 0. Where more is booked
//! than there is, the axis goes on beyond 1, where a line of its own says that the machine ends.

use crate::gantt::plan::view::{Edition, PlanView};
use crate::kit::palette::{Palette, Rgba};
use crate::kit::raster::{PixelBuffer, mixed, whole_px};
use crate::kit::scale::TimeScale;
use bookahead_engine::slots::metrics::WINDOW;
use bookahead_engine::slots::request::Slot;
use std::ops::Range;
use wide::i32x4;

/// Thickness of the line in CSS px.
const LINE_PX: f64 = 1.5;

/// Strength of what only some slots of a column of pixels reach, of 255.
const FAINT: u8 = 110;

/// Columns painted at a time.
const STRIP: usize = 64;

/// What is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Series {
    /// Mean over the sliding window of twelve slots that ends with the slot.
    #[default]
    Sliding,
    /// Busy share of the nodes in the slot alone.
    PerSlot,
}

/// A value at a slot.
pub fn value_at(view: &PlanView, series: Series, slot: Slot) -> f64 {
    match series {
        Series::Sliding => view.sliding_at(slot),
        Series::PerSlot => view.share_at(slot),
    }
}

/// The share of the nodes at the top of a plan's plot: 1, or where more is booked than the machine has the next quarter.
pub fn top_share(view: &PlanView) -> f64 {
    let booked = f64::from(view.rows()) / f64::from(view.machine().nodes.max(1));
    (booked * 4.0).ceil().max(4.0) / 4.0
}

/// A plot in which [`top_share`] is at the top and 0 at the bottom.
#[derive(Clone, Copy, Debug)]
pub struct Plot<'a> {
    /// The plan.
    pub view: &'a PlanView,
    /// The time axis; its width is the picture's.
    pub time: TimeScale,
    /// Height in CSS px.
    pub height: f64,
    /// Device px per CSS px.
    pub dpr: f64,
}

/// All that the plot depends on except the part of the axis that is in view and the plan.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Appearance {
    width: u32,
    height: u32,
    dpr: f64,
    px_per_slot: f64,
    /// The share at the upper edge.
    top: f64,
    palette: Palette,
}

/// Paints plots, one after the other: while the axis is moved or a few jobs change, most of the last picture
/// holds in the next.
#[derive(Clone, Debug, Default)]
pub struct ProfilePainter {
    buffer: PixelBuffer,
    /// Some columns, while they are painted.
    strip: PixelBuffer,
    /// The plot in the buffer: its appearance, the place of its left edge in device px from slot 0, and the plan.
    last: Option<(Appearance, f64, Edition)>,
}

impl ProfilePainter {
    /// The plot painted last.
    pub fn buffer(&self) -> &PixelBuffer {
        &self.buffer
    }

    /// Paints both series, background included: O(new columns · log slots + pixels moved). A column of pixels with many slots shows faintly
    /// all that lies between their least and greatest value, and the line at their mean.
    pub fn paint(&mut self, plot: &Plot, palette: &Palette) {
        let dpr = if plot.dpr.is_finite() { plot.dpr.clamp(0.25, 8.0) } else { 1.0 };
        let (width, height) = PixelBuffer::device_size(plot.time.width(), plot.height, dpr);
        let (px_per_slot, top) = (plot.time.px_per_slot(), top_share(plot.view));
        let appearance = Appearance { width, height, dpr, px_per_slot, top, palette: *palette };
        let left = plot.time.first() * appearance.px_per_slot * dpr;
        let columns = Columns { plot, appearance };
        let last = self.last.replace((appearance, left, plot.view.edition().clone()));
        let same = last.filter(|(before, ..)| *before == appearance);
        let followed = same.and_then(|(_, before, edition)| {
            let dx = before - left;
            // Where it stands between two px, all looks different.
            let is_whole = (dx - dx.round()).abs() < 1e-6 && dx.abs() < f64::from(width);
            is_whole.then_some((dx.round() as i32, plot.view.changed_since(&edition)?))
        });
        let Some((dx, changed)) = followed else {
            // Every pixel is written below.
            if (self.buffer.width(), self.buffer.height()) != (width, height) {
                self.buffer.reset(width, height, palette.background);
            }
            return columns.paint(&mut self.buffer, &mut self.strip, 0..width as i32);
        };
        self.buffer.shift(dx);
        let changed = columns.reached_by(&changed);
        let width = width as i32;
        // The line begins anew at the left edge, and joins what was there on the other side.
        for part in [0..dx.max(0) + i32::from(dx != 0), width + dx.min(0)..width, changed] {
            columns.paint(&mut self.buffer, &mut self.strip, part);
        }
    }
}

/// Columns of pixels of a plot.
struct Columns<'a> {
    plot: &'a Plot<'a>,
    appearance: Appearance,
}

impl Columns<'_> {
    /// The slots between two places of a column, in device px.
    fn slots(&self, from: f64, to: f64) -> Option<Range<Slot>> {
        slots_between(&self.plot.time, from / self.appearance.dpr, to / self.appearance.dpr)
    }

    /// The slots below the line's pen in a column.
    fn under_pen(&self, column: i32) -> Option<Range<Slot>> {
        let (middle, line) = (f64::from(column) + 0.5, LINE_PX * self.appearance.dpr);
        self.slots(middle - line / 2.0, middle + line / 2.0)
    }

    /// The columns that look different where these slots changed.
    fn reached_by(&self, slots: &Range<Slot>) -> Range<i32> {
        let (width, dpr) = (f64::from(self.appearance.width), self.appearance.dpr);
        // The pen tells of what lies below it on either side, and joins its column before.
        let pen = (LINE_PX * dpr / 2.0).ceil() + 2.0;
        let x = |slot: Slot| self.plot.time.x_of(f64::from(slot)) * dpr;
        let (from, to) = (x(slots.start) - pen, x(slots.end.saturating_add(WINDOW)) + pen);
        if slots.is_empty() { 0..0 } else { from.clamp(0.0, width) as i32..to.clamp(0.0, width) as i32 }
    }

    fn y_of(&self, share: f64) -> f64 {
        let Appearance { height, top, .. } = self.appearance;
        f64::from(height) * (1.0 - share.clamp(0.0, top) / top)
    }

    /// Paints some columns, a few at a time: the line is drawn from top to bottom, for which the picture is too large to stay near the
    /// processor.
    fn paint(&self, buffer: &mut PixelBuffer, strip: &mut PixelBuffer, columns: Range<i32>) {
        let before = if columns.start > 0 { self.under_pen(columns.start - 1) } else { None };
        let mut last = before.map(|slots| self.y_of(self.plot.view.sliding_over(slots).mean));
        for from in columns.clone().step_by(STRIP) {
            let part = from..columns.end.min(from + STRIP as i32);
            let mut lines = [Line::default(); STRIP];
            for (line, column) in lines.iter_mut().zip(part.clone()) {
                *line = self.line(column, &mut last);
            }
            strip.resize(part.len() as u32, self.appearance.height);
            self.paint_ground(strip, part.clone(), &lines);
            for (x, line) in (0..part.len() as i32).zip(&lines) {
                strip.blend_column_ends(x, line.faint, self.appearance.palette.ink_quiet, FAINT);
                strip.fill_column(x, line.strong, self.appearance.palette.ink_quiet);
            }
            buffer.take_columns(strip, 0..part.end - from, from);
        }
    }

    /// What slots reach, from column `columns.start` on, and what of the line is faint, but for its ends.
    fn paint_ground(&self, strip: &mut PixelBuffer, columns: Range<i32>, lines: &[Line; STRIP]) {
        let Self { plot: Plot { view, .. }, appearance: Appearance { height, palette, dpr, top, .. } } = self;
        let (none, capacity) = (*height as i32, f64::from(view.machine().nodes.max(1)));
        // For four columns at a time, from where on downwards some slots reach, and all; and where the line is faint.
        let mut fours = [[i32x4::ZERO; 4]; STRIP / 4];
        for ((four, lines), from) in fours.iter_mut().zip(lines.as_chunks::<4>().0).zip(columns.clone().step_by(4)) {
            let reaches: [_; 4] = std::array::from_fn(|i| {
                let x = f64::from(from) + i as f64;
                let y = |busy: f64| self.y_of(busy / capacity).round() as i32;
                self.slots(x, x + 1.0).map(|slots| view.busy_over(slots)).map_or((none, none), |busy| (y(busy.max), y(busy.min)))
            });
            let inner = lines.map(|line| whole_px(line.faint));
            *four = [
                i32x4::new(reaches.map(|(some, _)| some)),
                i32x4::new(reaches.map(|(_, all)| all)),
                i32x4::new(inner.each_ref().map(|inner| inner.start)),
                i32x4::new(inner.map(|inner| inner.end)),
            ];
        }
        let colors = [
            palette.background,
            mixed(palette.background, palette.busy_max, FAINT),
            palette.busy_max,
            palette.grid,
            palette.refused,
        ];
        let splat = |color: Rgba| i32x4::splat(i32::from_ne_bytes(color));
        let [nothing, faint, sure, grid, end] = colors.map(|color| [splat(color), splat(mixed(color, palette.ink_quiet, FAINT))]);
        let lines = dpr.round().max(1.0) as i32;
        // Where the machine ends, if that is not the upper edge.
        let capacity_at = (*top > 1.0).then(|| self.y_of(1.0).round() as i32);
        for y in 0..none {
            let is_grid = y < lines || y >= none - lines;
            let is_end = capacity_at.is_some_and(|at| (at..at + lines).contains(&y));
            let [nothing, faint, sure] = match (is_end, is_grid) {
                (true, _) => [end; 3],
                (_, true) => [grid; 3],
                _ => [nothing, faint, sure],
            };
            let pixels = strip.row_mut(y);
            let y = i32x4::splat(y);
            let four = |&[some, all, from, to]: &[i32x4; 4]| {
                let (above_some, above_all, on_line) = (some.simd_gt(y), all.simd_gt(y), to.simd_gt(y) & !from.simd_gt(y));
                let color = |i: usize| above_all.select(above_some.select(nothing[i], faint[i]), sure[i]);
                on_line.select(color(1), color(0)).to_array().map(i32::to_ne_bytes)
            };
            let (whole, rest) = pixels.as_chunks_mut::<4>();
            // A part of a four is the last one.
            let last = four(&fours[whole.len().min(fours.len() - 1)]);
            whole.iter_mut().zip(&fours).for_each(|(pixels, reach)| *pixels = four(reach));
            rest.copy_from_slice(&last[..rest.len()]);
        }
    }

    /// The line in a column; `last` is where it was in the column before.
    fn line(&self, column: i32, last: &mut Option<f64>) -> Line {
        let Self { plot: Plot { view, time, .. }, appearance: Appearance { height, dpr, .. } } = self;
        let (line, high) = (LINE_PX * dpr, f64::from(*height));
        // The pen: as wide as high, so that the line is as thick where it rises and falls as where it is level.
        let pen = |top: f64, bottom: f64| {
            let (top, bottom) = (top - line / 2.0, bottom + line / 2.0);
            (top.clamp(0.0, (high - line).max(0.0)), bottom.clamp(line.min(high), high))
        };
        let Some(slots) = self.under_pen(column) else { return Line::default() };
        let share = view.sliding_over(slots);
        let spread = pen(self.y_of(share.max), self.y_of(share.min));
        if time.px_per_slot() * dpr >= 1.0 {
            return Line { faint: (0.0, 0.0), strong: spread };
        }
        let mean = self.y_of(share.mean);
        let before = last.replace(mean).unwrap_or(mean);
        Line { faint: spread, strong: pen(mean.min(before), mean.max(before)) }
    }
}

/// The line in a column of pixels: from where to where, in device px from the top.
#[derive(Clone, Copy, Default)]
struct Line {
    /// What only some of many slots reach.
    faint: (f64, f64),
    /// The line itself.
    strong: (f64, f64),
}

/// Slots of which a part lies between two places; `None` before slot 0.
pub(crate) fn slots_between(time: &TimeScale, from: f64, to: f64) -> Option<Range<Slot>> {
    // A hair of tolerance, so that what ends where a slot begins does not count it.
    let (from, to) = ((time.slot_at(from) + 1e-9).floor().max(0.0) as Slot, (time.slot_at(to) - 1e-9).ceil().max(0.0) as Slot);
    (from < to).then_some(from..to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gantt::plan::overbooked;
    use crate::kit::palette::LIGHT;
    use bookahead_engine::slots::scenario::Machine;
    use proptest::prelude::*;

    #[test]
    fn the_axis_goes_to_what_is_booked_and_the_machines_end_is_drawn() {
        assert_eq!(top_share(&PlanView::empty(Machine::default())), 1.0);
        // Two of one node in slot 9 and in slot 9 alone.
        let view = overbooked::view();
        assert_eq!((view.share_at(8), view.share_at(9), top_share(&view)), (1.0, 2.0, 2.0));
        let mut painter = ProfilePainter::default();
        painter.paint(&Plot { view: &view, time: TimeScale::new(0.0, 10.0, 140.0), height: 40.0, dpr: 1.0 }, &LIGHT);
        let buffer = painter.buffer();
        let pixel = |x: usize, y: usize| buffer.pixels()[y * buffer.width() as usize + x];
        assert_eq!((pixel(96, 5), pixel(85, 5)), (LIGHT.busy_max, LIGHT.background), "only slot 9 reaches beyond the machine");
        assert_eq!(pixel(96, 20), LIGHT.refused, "the machine's end, where the line is elsewhere");
    }

    proptest! {
        #[test]
        fn columns_out_of_reach_tell_of_no_slot_that_changed(
            px in prop::sample::select(vec![0.02, 0.11, 0.5, 0.9, 1.7, 8.0]),
            dpr in prop::sample::select(vec![1.0, 1.25, 1.5, 2.0, 3.0, 4.0]),
            (first, start, len) in (-9.0..900.0_f64, 0..900_u32, 1..90_u32),
        ) {
            let view = PlanView::empty(Machine::default());
            let plot = Plot { view: &view, time: TimeScale::new(first, px, 40.0).on_pixels(dpr), height: 50.0, dpr };
            let (width, height) = PixelBuffer::device_size(40.0, 50.0, dpr);
            let appearance = Appearance { width, height, dpr, px_per_slot: px, top: 1.0, palette: crate::kit::palette::LIGHT };
            let columns = Columns { plot: &plot, appearance };
            let changed = start..start + len;
            let reached = columns.reached_by(&changed);
            let differ = changed.start..changed.end + WINDOW;
            for x in (0..width as i32).filter(|x| !reached.contains(x)) {
                let told = [columns.slots(f64::from(x), f64::from(x) + 1.0), columns.under_pen(x), columns.under_pen(x - 1)];
                for slots in told.into_iter().flatten() {
                    prop_assert!(slots.end <= differ.start || slots.start >= differ.end, "column {x} tells of {slots:?}, {reached:?} of {differ:?}");
                }
            }
        }
    }
}
