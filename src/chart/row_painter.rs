//! The bars of the physical layout where a row is at least a pixel high: row by row, each from left to right.

use super::bar::Bar;
use super::coverage::{PLACE_BITS, ROUNDING, Tint};
use super::gantt::paint_emphasised;
use super::label::{Candidate, LabelTone};
use super::palette::TINTS;
use super::physical;
use super::plan_view::ascending;
use super::raster::{Area, PixelBuffer};
use super::row_bars::RowBars;
use super::scene::{BAR_FROM_PX, Scene};
use super::small_bars::SmallBars;
use bookahead_engine::request::Slot;
use std::ops::Range;

/// More jobs that are not like the others than this, and every bar is asked whether it is one of them.
const FEW: usize = 64;

/// Longest bars whose colours are worked out once for all, in slots.
const TABLE_MAX: usize = 256;

/// How small bars are laid into a row: by whole numbers and one look into a table, as there are so many of them.
struct Style {
    /// The slots looked at.
    slots: Range<Slot>,
    /// Place of the first of them, in parts of a pixel ([`PLACE_BITS`]) plus [`ROUNDING`].
    first: i64,
    /// Parts of a pixel per slot.
    per_slot: i64,
    /// For every length in slots the colours of all tints, of bars of one row; `None` for those drawn by themselves.
    colors: Vec<[Option<Tint>; TINTS]>,
}

impl Style {
    fn new(scene: &Scene, slots: Range<Slot>) -> Self {
        let part = |px: f64| (px * (1_i64 << PLACE_BITS) as f64) as i64;
        let color = |slots, tint| (!scene.is_wide(slots)).then(|| color_of(scene, slots, 1, LabelTone::Tint, tint));
        let colors = (0..TABLE_MAX as Slot).map(|slots| std::array::from_fn(|tint| color(slots, tint))).collect();
        Self { first: part(scene.x_of(slots.start)).saturating_add(ROUNDING), per_slot: part(scene.slot_device_px), colors, slots }
    }

    /// The places where a bar begins and ends. What lies farther outside than the slots looked at counts as their ends.
    #[inline]
    fn places(&self, start: Slot, end: Slot) -> (i64, i64) {
        let place = |slot: Slot| self.first + i64::from(slot - self.slots.start) * self.per_slot;
        (place(start.max(self.slots.start)), place(end.min(self.slots.end)))
    }
}

/// The colour of a small bar.
fn color_of(scene: &Scene, slots: Slot, rows: u32, tone: LabelTone, tint: usize) -> Tint {
    let (width, height) = (f64::from(slots) * scene.slot_px, f64::from(rows) * scene.row_px);
    scene.small_color(width.min(height), tone, || tint).unwrap_or(scene.palette.busy_mean.into())
}

/// The grid below the bars, laid row by row just before they are painted: the picture is larger than the processor's nearest memory.
struct Ground {
    /// A line of pixels of it, where all are alike.
    line: PixelBuffer,
    /// The lines of pixels above this one are still to come.
    left: i32,
}

impl Ground {
    /// Begins a picture, whose size is known.
    fn below(buffer: &mut PixelBuffer, scene: &Scene) -> Self {
        let mut line = PixelBuffer::default();
        if !scene.ground_is_upright() {
            scene.paint_ground(buffer);
            return Self { line, left: 0 };
        }
        line.resize(buffer.width(), 1);
        scene.paint_ground(&mut line);
        let (width, height) = (buffer.width() as i32, buffer.height() as i32);
        let left = scene.bottom().clamp(0, height);
        buffer.fill(Area { x0: 0, y0: left, x1: width, y1: height }, scene.palette.background);
        Self { line, left }
    }

    /// Lays it on all lines of pixels from `y` on that are still to come.
    fn reach(&mut self, buffer: &mut PixelBuffer, y: i32) {
        (y.max(0)..self.left).for_each(|y| buffer.row_mut(y).copy_from_slice(self.line.pixels()));
        self.left = self.left.min(y.max(0));
    }
}

/// Paints all bars of the rows in view and what is below them. Returns those that may have room for a name.
pub fn paint_rows(buffer: &mut PixelBuffer, bars: &RowBars, scene: &Scene) -> Vec<Candidate> {
    let (mut candidates, mut emphasised) = (Vec::new(), Vec::new());
    let slots = scene.slots_around();
    let style = Style::new(scene, slots.clone());
    let wide_from = scene.wide_from();
    // Bars of several rows may keep more of their colours where rows are low.
    let is_same_for_all_rows = scene.row_px >= BAR_FROM_PX;
    let mut small = SmallBars::new(scene.palette.busy_mean, scene.width());
    let rows_apart = rows_apart(scene);
    let mut looked_at = Vec::new();
    let mut ground = Ground::below(buffer, scene);
    for row in scene.rows.clone() {
        let bars = bars.of_row(row, &slots);
        let has_tones = rows_apart.as_ref().is_none_or(|rows| rows.binary_search(&row).is_ok());
        let tone_of = |i: usize| if has_tones { scene.tone_of(bars.job(i)) } else { LabelTone::Tint };
        let stands_out = |i: usize| has_tones && scene.is_emphasised(bars.job(i), scene.tone_of(bars.job(i)));
        // Whether all its lines of pixels are alike.
        let mut is_plain = scene.ground_is_upright();
        let lines = scene.pixel_rows_of(row - scene.rows.start);
        if has_tones || scene.is_wide(bars.longest) {
            bars.at_least(if has_tones { 0 } else { wide_from }, &mut looked_at);
        } else {
            looked_at.clear();
        }
        // Rows of which each has its bars for itself, as squares: one line of pixels is painted, the others are copies.
        let is_alone = |&i: &u32| bars.rows(i as usize) == 1;
        let is_one_line = !has_tones
            && is_plain
            && lines.end <= ground.left
            && scene.are_squares(&lines, bars.longest)
            && looked_at.iter().all(is_alone);
        let first = lines.start.max(0);
        if is_one_line {
            ground.reach(buffer, lines.end);
            ground.left = first + 1;
            ground.reach(buffer, first);
            let pixels = buffer.row_mut(first);
            for &i in &looked_at {
                let i = i as usize;
                let columns = scene.columns_between(bars.start[i], bars.end[i]);
                let [from, to] = [columns.start, columns.end].map(|x| x.clamp(0, pixels.len() as i32) as usize);
                pixels[from..to.max(from)].fill(scene.fill(LabelTone::Tint, || bars.tint[i].into()).color);
            }
        } else {
            let end = looked_at.iter().map(|&i| bars.whole(i as usize)).map(|bar| bar.row.saturating_add(bar.rows)).max();
            ground.reach(buffer, scene.top_of(end.unwrap_or(0).max(row + 1)));
            for &i in &looked_at {
                let bar = bars.whole(i as usize);
                // What is drawn once is drawn with the lowest row in view.
                let is_first = row == scene.rows.start.max(bar.row);
                let i = i as usize;
                if stands_out(i) {
                    emphasised.extend(is_first.then_some(bar));
                } else if scene.is_wide(bar.end - bar.start) {
                    is_plain = is_plain && scene.is_square(&bar, tone_of(i));
                    if is_first {
                        candidates.extend(paint_wide(buffer, scene, bar, tone_of(i), bars.tint[i]));
                    }
                }
            }
        }
        for (i, ((&start, &end), &tint)) in bars.start.iter().zip(bars.end).zip(bars.tint).enumerate() {
            let x = style.places(start, end);
            let slots = end - start;
            match style.colors.get(slots as usize) {
                Some(colors) if !has_tones && is_same_for_all_rows => small.add(x, colors[usize::from(tint) % TINTS]),
                _ if scene.is_wide(slots) || stands_out(i) => {}
                _ => small.add(x, Some(color_of(scene, slots, bars.rows(i), tone_of(i), tint.into()))),
            }
        }
        if is_one_line {
            small.lay_over(buffer, first..first + 1, true);
            buffer.repeat(first, lines);
        } else {
            small.lay_over(buffer, lines, is_plain);
        }
    }
    ground.reach(buffer, 0);
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
