//! Utilisation over time as pixels: a quiet area for single slots, a line for their mean over a sliding window.

use super::palette::{Palette, Rgba};
use super::plan_view::PlanView;
use super::raster::{Area, PixelBuffer};
use super::scale::TimeScale;
use bookahead_engine::request::Slot;
use std::ops::Range;

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

impl Plot<'_> {
    /// Paints both series: O(width · log slots). A column of pixels with many slots shows faintly all that lies between their least and
    /// greatest value, and the line at their mean.
    // A function of its own, so that it is built for speed wherever it is called from.
    #[inline(never)]
    pub fn paint(&self, buffer: &mut PixelBuffer, palette: &Palette) {
        let dpr = if self.dpr.is_finite() { self.dpr.clamp(0.25, 8.0) } else { 1.0 };
        let (width, height) = PixelBuffer::device_size(self.time.width(), self.height, dpr);
        buffer.reset(width, height, palette.background);
        if width == 0 || height == 0 {
            return;
        }
        let (line, high) = (LINE_PX * dpr, f64::from(height));
        let y_of = |share: f64| high * (1.0 - share.clamp(0.0, 1.0));
        let capacity = f64::from(self.view.machine().nodes.max(1));
        // The pen: as wide as high, so that the line is as thick where it rises and falls as where it is level.
        let pen = |top: f64, bottom: f64| {
            let (top, bottom) = (top - line / 2.0, bottom + line / 2.0);
            (top.clamp(0.0, (high - line).max(0.0)), bottom.clamp(line.min(high), high))
        };
        let is_dense = self.time.px_per_slot() * dpr < 1.0;
        let mut last = None;
        for column in 0..width {
            let x = f64::from(column);
            let of = |from: f64, to: f64| slots_between(&self.time, from / dpr, to / dpr);
            let Some(slots) = of(x, x + 1.0) else { continue };
            let busy = self.view.busy_over(slots);
            let (top, sure) = (y_of(busy.max / capacity).round() as i32, y_of(busy.min / capacity).round() as i32);
            let area = |y0: i32, y1: i32| Area { x0: column as i32, y0, x1: column as i32 + 1, y1 };
            // What some slots of the column reach and others do not is fainter.
            buffer.blend_area(area(top, sure), palette.busy_max, FAINT);
            buffer.fill(area(sure, height as i32), palette.busy_max);
            let Some(slots) = of(x + 0.5 - line / 2.0, x + 0.5 + line / 2.0) else { continue };
            let share = self.view.sliding_over(slots);
            let range = pen(y_of(share.max), y_of(share.min));
            if is_dense {
                stroke(buffer, column, range, palette.ink_quiet, FAINT);
                let mean = y_of(share.mean);
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
fn stroke(buffer: &mut PixelBuffer, column: u32, (top, bottom): (f64, f64), color: Rgba, alpha: u8) {
    for y in top.floor() as i32..bottom.ceil() as i32 {
        let part = bottom.min(f64::from(y) + 1.0) - top.max(f64::from(y));
        buffer.blend(column as i32, y, color, (part.clamp(0.0, 1.0) * f64::from(alpha) + 0.5) as u8);
    }
}
