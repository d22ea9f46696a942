//! The bars of the physical layout where a row is at least a pixel high: row by row, each from left to right.

use super::bar::Bar;
use super::coverage::{Extent, PLACE_BITS, Tint};
use super::gantt::paint_emphasised;
use super::label::{Candidate, LabelTone};
use super::physical;
use super::plan_view::ascending;
use super::raster::PixelBuffer;
use super::row_bars::{RowBars, RowOfBars};
use super::scene::{BAR_FROM_PX, Scene};
use super::small_bars::SmallBars;
use bookahead_engine::request::Slot;
use std::ops::Range;

/// More jobs that are not like the others than this, and every bar is asked whether it is one of them.
const FEW: usize = 64;

/// Where slots lie in the picture, in parts of a pixel ([`PLACE_BITS`]): whole numbers, as far less work than fractions.
#[derive(Clone, Copy)]
struct Places {
    /// The slots looked at.
    from: Slot,
    to: Slot,
    /// Place of the first of them.
    first: i64,
    /// Parts of a pixel per slot.
    per_slot: i64,
    /// The right edge.
    width: i64,
}

impl Places {
    fn new(scene: &Scene, slots: &Range<Slot>) -> Self {
        let part = |px: f64| (px * (1_i64 << PLACE_BITS) as f64) as i64;
        Self {
            from: slots.start,
            to: slots.end.max(slots.start),
            first: part(scene.x_of(slots.start)),
            per_slot: part(scene.slot_device_px),
            width: i64::from(scene.width()) << PLACE_BITS,
        }
    }

    /// The place where a slot begins. What lies farther outside than the slots looked at counts as their end.
    #[inline]
    fn of(&self, slot: Slot) -> i64 {
        self.first + i64::from(slot.clamp(self.from, self.to) - self.from) * self.per_slot
    }
}

/// Paints all bars of the rows in view. Returns those that may have room for a name.
pub fn paint_rows(buffer: &mut PixelBuffer, bars: &RowBars, scene: &Scene) -> Vec<Candidate> {
    let (mut candidates, mut emphasised) = (Vec::new(), Vec::new());
    let slots = scene.slots_around();
    let places = Places::new(scene, &slots);
    let mut small = SmallBars::new(scene.palette.busy_mean);
    let rows_apart = rows_apart(scene);
    for row in scene.rows.clone() {
        let bars = bars.of_row(row, &slots);
        let has_tones = rows_apart.as_ref().is_none_or(|rows| rows.binary_search(&row).is_ok());
        let tone_of = |i: usize| if has_tones { scene.tone_of(bars.job(i)) } else { LabelTone::Tint };
        let stands_out = |i: usize| has_tones && scene.is_emphasised(bars.job(i), scene.tone_of(bars.job(i)));
        // Whether all its lines of pixels are alike.
        let mut is_plain = scene.ground_is_upright();
        if has_tones || scene.is_wide(bars.longest()) {
            for i in 0..bars.start.len() {
                let is_wide = scene.is_wide(bars.end[i] - bars.start[i]);
                if !is_wide && !has_tones {
                    continue;
                }
                let bar = bars.whole(i);
                // What is drawn once is drawn with the lowest row in view.
                let is_first = row == scene.rows.start.max(bar.row);
                if stands_out(i) {
                    emphasised.extend(is_first.then_some(bar));
                } else if is_wide {
                    is_plain = is_plain && scene.is_square(&bar, tone_of(i));
                    if is_first {
                        candidates.extend(paint_wide(buffer, scene, bar, tone_of(i), bars.tint[i]));
                    }
                }
            }
        }
        let lines = scene.pixel_rows_of(row - scene.rows.start);
        if has_tones {
            let apart = (0..bars.start.len()).filter(|&i| !stands_out(i));
            let extents = apart.filter_map(|i| extent(scene, &places, &bars, i, tone_of(i)));
            small.lay_over(buffer, lines, is_plain, extents);
        } else {
            let extents = (0..bars.start.len()).filter_map(|i| extent(scene, &places, &bars, i, LabelTone::Tint));
            small.lay_over(buffer, lines, is_plain, extents);
        }
    }
    paint_emphasised(buffer, scene, emphasised, candidates)
}

/// The rows with jobs that are not shown as most are, ascending; `None` if there are many such jobs.
fn rows_apart(scene: &Scene) -> Option<Vec<u32>> {
    let jobs = scene.jobs_that_stand_out();
    if jobs.len() > FEW {
        return None;
    }
    let mut rows = Vec::new();
    for job in jobs {
        physical::for_each_bar_of(scene.frame.view, job, scene.rows.clone(), &mut |bar| {
            rows.extend(bar.row..bar.row.saturating_add(bar.rows));
        });
    }
    Some(ascending(rows))
}

/// A bar wide enough to be drawn by itself.
#[inline(never)]
fn paint_wide(buffer: &mut PixelBuffer, scene: &Scene, bar: Bar, tone: LabelTone, tint: u8) -> Option<Candidate> {
    scene.paint_bar(buffer, scene.area_of(&bar, 0.0), scene.fill(tone, || tint.into()));
    scene.candidate(bar, tone, false)
}

/// What of a line a small bar covers.
#[inline]
fn extent(scene: &Scene, places: &Places, bars: &RowOfBars, i: usize, tone: LabelTone) -> Option<Extent> {
    let (start, end) = (bars.start[i], bars.end[i]);
    let bar_px = f64::from(end - start) * scene.slot_px;
    if bar_px >= BAR_FROM_PX {
        return None;
    }
    let height = if scene.row_px >= BAR_FROM_PX { scene.row_px } else { f64::from(bars.rows(i)) * scene.row_px };
    let color: Option<Tint> = scene.small_color(if bar_px < height { bar_px } else { height }, tone, || bars.tint[i].into());
    Extent::between((places.of(start), places.of(end)), places.width, color)
}
