//! Utilisation over time as pixels: a quiet area for single slots, a line for their mean over a sliding window.

use super::palette::{Palette, Rgba};
use super::plan_view::{Edition, PlanView};
use super::raster::{Area, PixelBuffer, mixed};
use super::scale::TimeScale;
use bookahead_engine::request::Slot;
use std::ops::Range;
use wide::i32x4;

/// Thickness of the line in CSS px.
const LINE_PX: f64 = 1.5;

/// Strength of what only some slots of a column of pixels reach, of 255.
const FAINT: u8 = 110;

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

/// A plot in which 1 is at the top and 0 at the bottom.
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

/// What decides how the plot looks but where it stands and what is in the plan.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Look {
    width: u32,
    height: u32,
    dpr: f64,
    px_per_slot: f64,
    palette: Palette,
}

/// Paints plots, one after the other: while the axis is moved, most of the last picture holds in the next.
#[derive(Clone, Debug, Default)]
pub struct ProfilePainter {
    buffer: PixelBuffer,
    /// The plot in the buffer: its look, the place of its left edge in device px from slot 0, and the plan.
    kept: Option<(Look, f64, Edition)>,
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
        let look = Look { width, height, dpr, px_per_slot: plot.time.px_per_slot(), palette: *palette };
        let left = plot.time.first() * look.px_per_slot * dpr;
        let columns = Columns { plot, look };
        let kept = self.kept.replace((look, left, plot.view.edition().clone()));
        let same = kept.filter(|(before, _, edition)| *before == look && edition == plot.view.edition());
        let moved = same.and_then(|(_, before, _)| {
            let dx = before - left;
            // Where it stands between two px, all looks different.
            let is_whole = (dx - dx.round()).abs() < 1e-6 && dx.abs() < f64::from(width);
            is_whole.then_some(dx.round() as i32)
        });
        let Some(dx) = moved else {
            // Every pixel is written below.
            if (self.buffer.width(), self.buffer.height()) != (width, height) {
                self.buffer.reset(width, height, palette.background);
            }
            return columns.paint(&mut self.buffer, 0..width as i32);
        };
        self.buffer.shift(dx);
        let width = width as i32;
        // The line begins anew at the left edge, and joins what was there on the other side.
        for part in [0..dx.max(0) + i32::from(dx != 0), width + dx.min(0)..width] {
            columns.paint(&mut self.buffer, part);
        }
    }
}

/// Columns of pixels of a plot.
struct Columns<'a> {
    plot: &'a Plot<'a>,
    look: Look,
}

impl Columns<'_> {
    /// The slots between two places of a column, in device px.
    fn slots(&self, from: f64, to: f64) -> Option<Range<Slot>> {
        slots_between(&self.plot.time, from / self.look.dpr, to / self.look.dpr)
    }

    /// The slots below the line's pen in a column.
    fn under_pen(&self, column: i32) -> Option<Range<Slot>> {
        let (middle, line) = (f64::from(column) + 0.5, LINE_PX * self.look.dpr);
        self.slots(middle - line / 2.0, middle + line / 2.0)
    }

    fn y_of(&self, share: f64) -> f64 {
        f64::from(self.look.height) * (1.0 - share.clamp(0.0, 1.0))
    }

    // A function of its own, so that it is built for speed wherever it is called from.
    #[inline(never)]
    fn paint(&self, buffer: &mut PixelBuffer, columns: Range<i32>) {
        let Self { plot: Plot { view, time, .. }, look: Look { height, dpr, palette, .. } } = self;
        let (line, high) = (LINE_PX * dpr, f64::from(*height));
        let capacity = f64::from(view.machine().nodes.max(1));
        // The pen: as wide as high, so that the line is as thick where it rises and falls as where it is level.
        let pen = |top: f64, bottom: f64| {
            let (top, bottom) = (top - line / 2.0, bottom + line / 2.0);
            (top.clamp(0.0, (high - line).max(0.0)), bottom.clamp(line.min(high), high))
        };
        let is_dense = time.px_per_slot() * dpr < 1.0;
        let before = if columns.start > 0 { self.under_pen(columns.start - 1) } else { None };
        let mut last = before.map(|slots| self.y_of(view.sliding_over(slots).mean));
        // For four columns at a time, from where on downwards some slots reach, and all.
        let mut reaches = Vec::new();
        let none = *height as i32;
        for from in columns.clone().step_by(4) {
            let of_four: [_; 4] = std::array::from_fn(|i| {
                let x = f64::from(from) + i as f64;
                let y = |busy: f64| self.y_of(busy / capacity).round() as i32;
                self.slots(x, x + 1.0).map(|slots| view.busy_over(slots)).map_or((none, none), |busy| (y(busy.max), y(busy.min)))
            });
            reaches.push((i32x4::new(of_four.map(|(some, _)| some)), i32x4::new(of_four.map(|(_, all)| all))));
        }
        let colors = [palette.background, mixed(palette.background, palette.busy_max, FAINT), palette.busy_max];
        let [nothing, faint, sure] = colors.map(|color| i32x4::splat(i32::from_ne_bytes(color)));
        let mut line = Vec::new();
        for y in 0..none {
            line.clear();
            line.extend(reaches.iter().map(|&(some, all)| {
                let [above_some, above_all] = [some, all].map(|reach| reach.simd_gt(i32x4::splat(y)));
                above_all.select(above_some.select(nothing, faint), sure).to_array().map(i32::to_ne_bytes)
            }));
            let span = buffer.span_mut(y, columns.clone());
            span.copy_from_slice(&line.as_flattened()[..span.len()]);
        }
        for column in columns {
            let Some(slots) = self.under_pen(column) else { continue };
            let share = view.sliding_over(slots);
            let range = pen(self.y_of(share.max), self.y_of(share.min));
            if is_dense {
                stroke(buffer, column, range, palette.ink_quiet, FAINT);
                let mean = self.y_of(share.mean);
                let before = last.replace(mean).unwrap_or(mean);
                stroke(buffer, column, pen(mean.min(before), mean.max(before)), palette.ink_quiet, 255);
            } else {
                stroke(buffer, column, range, palette.ink_quiet, 255);
            }
        }
    }
}

/// Slots of which a part lies between two places; `None` before slot 0.
pub(super) fn slots_between(time: &TimeScale, from: f64, to: f64) -> Option<Range<Slot>> {
    // A hair of tolerance, so that what ends where a slot begins does not count it.
    let (from, to) = ((time.slot_at(from) + 1e-9).floor().max(0.0) as Slot, (time.slot_at(to) - 1e-9).ceil().max(0.0) as Slot);
    (from < to).then_some(from..to)
}

/// A column of the line, its ends smoothed, by `alpha` of 255.
fn stroke(buffer: &mut PixelBuffer, column: i32, (top, bottom): (f64, f64), color: Rgba, alpha: u8) {
    let (first, end) = (top.floor() as i32, bottom.ceil() as i32);
    let mut blend = |y: i32, part: f64| buffer.blend(column, y, color, (part.clamp(0.0, 1.0) * f64::from(alpha) + 0.5) as u8);
    let part_of = |y: i32| bottom.min(f64::from(y) + 1.0) - top.max(f64::from(y));
    if first < end {
        blend(first, part_of(first));
    }
    if first + 1 < end {
        blend(end - 1, part_of(end - 1));
    }
    buffer.blend_area(Area { x0: column, y0: first + 1, x1: column + 1, y1: end - 1 }, color, alpha);
}
