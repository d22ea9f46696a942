//! Paints the physical layout row by row, if a row is at least one pixel high.

use super::emphasised_bars::paint_emphasised;
use super::row_bars::{RowBars, RowOfBars};
use super::scene::{BAR_FROM_PX, Scene};
use crate::gantt::bar::Bar;
use crate::gantt::layout::physical;
use crate::gantt::level_of_detail::coverage::{PLACE_BITS, ROUNDING, Tint};
use crate::gantt::level_of_detail::edge_sums::StyleTable;
use crate::gantt::level_of_detail::small_bars::{SmallBars, least_slots};
use crate::gantt::level_of_detail::style_key::StyleKey;
use crate::gantt::plan::view::ascending;
use crate::kit::label::{Candidate, LabelTone};
use crate::kit::palette::{Rgba, TINTS};
use crate::kit::raster::{Area, PixelBuffer};
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// More jobs that are not like the others than this, and every bar is asked whether it is one of them.
const FEW: usize = 64;

/// Longest bars whose colours are worked out once for all, in slots.
const TABLE_MAX: Slot = 256;

/// Where bars of any length begin and end.
struct Places {
    /// The slots looked at.
    slots: Range<Slot>,
    /// Place of the first of them, in parts of a pixel ([`PLACE_BITS`]) plus [`ROUNDING`].
    first: i64,
    /// Parts of a pixel per slot.
    per_slot: i64,
}

impl Places {
    fn new(scene: &Scene, slots: Range<Slot>) -> Self {
        let part = |px: f64| (px * (1_i64 << PLACE_BITS) as f64) as i64;
        Self { first: part(scene.x_of(slots.start)).saturating_add(ROUNDING), per_slot: part(scene.slot_device_px), slots }
    }

    /// The places where a bar begins and ends. What lies farther outside than the slots looked at counts as their ends.
    fn of(&self, start: Slot, end: Slot) -> (i64, i64) {
        let place = |slot: Slot| self.first + i64::from(slot - self.slots.start) * self.per_slot;
        (place(start.max(self.slots.start)), place(end.min(self.slots.end)))
    }

    /// How the bars of one row are laid that are not longer than a table tells, and not among those drawn alone.
    fn style(&self, scene: &Scene) -> StyleTable {
        let slots = least_slots(self.per_slot).min(TABLE_MAX)..TABLE_MAX;
        let color = |slots, tint| match scene.is_wide(slots) {
            true => 0,
            false => color_of(scene, slots, 1, LabelTone::Tint, tint).packed(),
        };
        StyleTable {
            zero: self.first.wrapping_sub(i64::from(self.slots.start).wrapping_mul(self.per_slot)),
            per_slot: self.per_slot,
            first_key: StyleKey::new(slots.start, 0).number(),
            colors: slots.flat_map(|slots| (0..TINTS).map(move |tint| color(slots, tint))).collect(),
        }
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
    let slots = scene.slots_around();
    let places = Places::new(scene, slots.clone());
    let style = places.style(scene);
    let wide_from = scene.wide_from();
    let rows_apart = rows_apart(scene);
    let mut small = SmallBars::new(scene.palette.busy_mean, scene.width(), BAR_FROM_PX * scene.dpr);
    let (mut looked_at, mut later) = (Vec::new(), Later::default());
    let mut ground = Ground::below(buffer, scene);
    for number in scene.rows.clone() {
        let has_tones = rows_apart.as_ref().is_none_or(|rows| rows.binary_search(&number).is_ok());
        let row = Row {
            scene,
            number,
            bars: bars.of_row(number, &slots),
            has_tones,
            lines: scene.pixel_rows_of(number - scene.rows.start),
        };
        if has_tones || scene.is_wide(row.bars.longest) {
            row.bars.at_least(if has_tones { 0 } else { wide_from }, &mut looked_at);
        } else {
            looked_at.clear();
        }
        let lines = row.lines.clone();
        row.add_small(&places, &style, &mut small);
        if row.is_one_line(&looked_at) && lines.end <= ground.left {
            let first = lines.start.max(0);
            ground.reach(buffer, lines.end);
            ground.left = first + 1;
            ground.reach(buffer, first);
            row.paint_line(buffer.row_mut(first), &looked_at);
            small.lay_over(buffer, first..first + 1, true);
            buffer.repeat(first, lines);
        } else {
            let end = looked_at.iter().map(|&i| row.bars.whole(i as usize)).map(|bar| bar.row.saturating_add(bar.rows)).max();
            ground.reach(buffer, scene.top_of(end.unwrap_or(0).max(number + 1)));
            let are_alike = row.paint_apart(buffer, &looked_at, &mut later);
            small.lay_over(buffer, lines, are_alike);
        }
    }
    ground.reach(buffer, 0);
    paint_emphasised(buffer, scene, later.emphasised, later.candidates)
}

/// What comes after all rows.
#[derive(Default)]
struct Later {
    /// Bars that may have room for a name.
    candidates: Vec<Candidate>,
    /// Bars over all others.
    emphasised: Vec<Bar>,
}

/// A row of the chart as it is painted.
struct Row<'a> {
    scene: &'a Scene<'a>,
    number: u32,
    bars: RowOfBars<'a>,
    /// Whether it may have jobs that are not shown as most are.
    has_tones: bool,
    /// Its lines of pixels.
    lines: Range<i32>,
}

impl Row<'_> {
    fn tone_of(&self, i: usize) -> LabelTone {
        if self.has_tones { self.scene.tone_of(self.bars.job(i)) } else { LabelTone::Tint }
    }

    fn stands_out(&self, i: usize) -> bool {
        self.has_tones && self.scene.is_emphasised(self.bars.job(i), self.tone_of(i))
    }

    /// Whether its bars drawn alone are squares that no other row has a part in: then one line of pixels is painted, the others are copies.
    fn is_one_line(&self, wide: &[u32]) -> bool {
        !self.has_tones
            && self.scene.ground_is_upright()
            && self.lines.start.max(0) < self.lines.end
            && self.scene.are_squares(&self.lines, self.bars.longest)
            && wide.iter().all(|&i| self.bars.rows(i as usize) == 1)
    }

    /// Draws the wide bars of such a row into its one line.
    fn paint_line(&self, pixels: &mut [Rgba], wide: &[u32]) {
        for i in wide.iter().map(|&i| i as usize) {
            let columns = self.scene.columns_between(self.bars.start[i], self.bars.end[i]);
            let [from, to] = [columns.start, columns.end].map(|x| x.clamp(0, pixels.len() as i32) as usize);
            pixels[from..to.max(from)].fill(self.scene.fill(LabelTone::Tint, || self.bars.style[i].tint()).color);
        }
    }

    /// Draws those of some bars that are drawn alone. Whether all the row's lines of pixels are alike.
    fn paint_apart(&self, buffer: &mut PixelBuffer, looked_at: &[u32], later: &mut Later) -> bool {
        let scene = self.scene;
        let mut are_alike = scene.ground_is_upright();
        for i in looked_at.iter().map(|&i| i as usize) {
            let bar = self.bars.whole(i);
            // What is drawn once is drawn with the lowest row in view.
            let is_first = self.number == scene.rows.start.max(bar.row);
            if self.stands_out(i) {
                later.emphasised.extend(is_first.then_some(bar));
            } else if scene.is_wide(bar.end - bar.start) {
                let tone = self.tone_of(i);
                are_alike = are_alike && scene.is_square(&bar, tone);
                if is_first {
                    scene.paint_bar(buffer, scene.area_of(&bar, 0.0), scene.fill(tone, || self.bars.style[i].tint()));
                    later.candidates.extend(scene.candidate(bar, tone, false));
                }
            }
        }
        are_alike
    }

    /// Adds its small bars.
    fn add_small(&self, places: &Places, style: &StyleTable, small: &mut SmallBars) {
        let (scene, bars) = (self.scene, &self.bars);
        // Bars of several rows may keep more of their colours where rows are low.
        let has_table = !self.has_tones && scene.row_px >= BAR_FROM_PX;
        let mut i = 0;
        while i < bars.start.len() {
            if has_table {
                i += small.add_leading(&bars.start[i..], &bars.style[i..], style);
            }
            let (Some(&start), Some(&end), Some(&key)) = (bars.start.get(i), bars.end.get(i), bars.style.get(i)) else { break };
            let slots = end - start;
            if !scene.is_wide(slots) && !self.stands_out(i) {
                small.add(places.of(start, end), color_of(scene, slots, bars.rows(i), self.tone_of(i), key.tint()));
            }
            i += 1;
        }
    }
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
