//! The geometry of one picture of a Gantt chart: positions and fills of bars, and how large bars are drawn.

use super::frame::{Colours, Frame, MovedJobs};
use crate::gantt::bar::{Bar, Rect};
use crate::gantt::level_of_detail::coverage::{Tint, WHOLE};
use crate::kit::label;
use crate::kit::label::{Candidate, LabelTone};
use crate::kit::palette::{Palette, Rgba, TINTS, mix};
use crate::kit::raster::{Area, Corner, PixelBuffer};
use crate::kit::ticks::GridStep;
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// Bars narrower than this many CSS px are drawn by how much of each pixel they cover.
pub(crate) const BAR_FROM_PX: f64 = 3.0;
/// Bars of this width or height, in CSS px, have lost the colour of their request.
pub(crate) const FADED_PX: f64 = 0.75;
/// Where the mean bar is as wide as the first of these, in CSS px, all small bars have lost their colours; from the second on, none has.
const COLORED_PX: (f64, f64) = (1.0, 2.0);
/// Steps from a faded bar's colour to its own.
pub(crate) const SHADES: usize = 32;
/// Emphasised bars are at least this wide and high, in CSS px.
pub(crate) const EMPHASIS_LEAST_PX: f64 = 2.0;
/// Every slot gets a grid line from this width on, in CSS px; below it only marks of the axis do.
const SLOT_GRID_FROM_PX: f64 = 10.0;
/// Less than can be seen and more than arithmetic is off, in device px.
const HAIR_PX: f64 = 1e-6;
/// Farther from the picture than this, in device px, all places are alike.
const FAR_PX: f64 = 1e7;

/// How a bar is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fill {
    pub(crate) color: Rgba,
    pub(crate) tone: LabelTone,
}

/// What is the same for all bars of a frame.
#[derive(Clone)]
pub struct Scene<'a> {
    /// The frame.
    pub frame: &'a Frame<'a>,
    /// Device px per CSS px, held in range.
    pub dpr: f64,
    /// The theme's colours.
    pub palette: &'static Palette,
    /// Jobs of the selected request.
    pub selected: Range<u32>,
    /// Jobs of the request under the pointer.
    pub hovered: Range<u32>,
    /// The moved jobs that are shown as such, ascending.
    pub(crate) moved: Vec<u32>,
    pub(crate) corner: Corner,
    pub(crate) corner_small: Corner,
    /// Rows of which a part is in view.
    pub rows: Range<u32>,
    /// Device px from slot 0 to the left edge: a whole number, so that a picture that is moved along the axis stays the same pixel by pixel.
    pub(crate) left: f64,
    /// Device px per slot.
    pub(crate) slot_device_px: f64,
    /// Width of a slot in CSS px.
    pub(crate) slot_px: f64,
    /// Device px of the picture from left to right.
    pub(crate) width: u32,
    /// Where the lines of the grid stand.
    pub(crate) grid_step: GridStep,
    /// Height of a row in CSS px.
    pub(crate) row_px: f64,
    /// Whether a line of coverage is a row of the chart; else rows are less than a device px high and a line is a row of pixels.
    pub(crate) rows_are_lines: bool,
    /// The colours of bars that are neither selected nor moved.
    pub(crate) tints: [Rgba; TINTS],
    /// The tints, from the common colour to their own: the colours of single requests would be noise where a pixel holds many, so they
    /// fade as bars get smaller, and as most of them do.
    pub(crate) faded: [[Tint; SHADES]; TINTS],
    /// How much of their colours small bars have.
    pub(crate) colored: f64,
}

/// Where the lines of the grid stand: at the axis's marks, or at every slot where there is room.
fn grid_step(frame: &Frame) -> GridStep {
    if frame.time.px_per_slot() >= SLOT_GRID_FROM_PX {
        return GridStep::SLOT;
    }
    GridStep::of_axis(&frame.time, frame.view.machine().time_names(frame.unit))
}

impl<'a> Scene<'a> {
    /// Looks up what is the same for all bars.
    pub fn new(frame: &'a Frame<'a>) -> Self {
        let dpr = if frame.dpr.is_finite() { frame.dpr.clamp(0.25, 8.0) } else { 1.0 };
        let palette = frame.theme.palette();
        let row = frame.emphasis.selected.and_then(|id| frame.view.arrivals().row_of(id));
        let selected = row.map_or(0..0, |row| frame.view.jobs_of(row));
        let is_there = |job: &u32| (*job as usize) < frame.view.arrivals().jobs();
        let hovered = frame.emphasis.hovered.filter(is_there).map_or(0..0, |job| frame.view.jobs_of(frame.view.request_row(job)));
        let mean_px = frame.view.mean_duration() * frame.time.px_per_slot();
        let colored = ((mean_px - COLORED_PX.0) / (COLORED_PX.1 - COLORED_PX.0)).clamp(0.0, 1.0);
        // In steps: one job more or less is no reason to paint all others in another shade.
        let colored = (colored * SHADES as f64).round() / SHADES as f64;
        // Few differ as a rule: they are to be seen however small the bars are.
        let colored = if matches!(frame.colours, Colours::Compared(_)) { 1.0 } else { colored };
        let moved = match (frame.emphasis.moved, row) {
            (MovedJobs::ForSelected, Some(row)) => frame.view.moved_for(row),
            (MovedJobs::All, _) => frame.view.all_moved(),
            _ => Vec::new(),
        };
        let tints = match frame.colours {
            Colours::Request => palette.tints,
            Colours::Class(_) => std::array::from_fn(|class| palette.class_tint(class)),
            Colours::Compared(_) => std::array::from_fn(|mark| palette.mark_tint(mark)),
        };
        let slot_device_px = frame.time.px_per_slot() * dpr;
        Self {
            frame,
            dpr,
            tints,
            palette,
            selected,
            hovered,
            moved,
            corner: Corner::new((3.0 * dpr).round() as u32),
            corner_small: Corner::new((1.5 * dpr).round() as u32),
            rows: frame.rows.visible_rows(),
            left: (frame.time.first() * slot_device_px).round(),
            slot_device_px,
            slot_px: frame.time.px_per_slot(),
            width: PixelBuffer::device_size(frame.time.width(), 0.0, dpr).0,
            grid_step: grid_step(frame),
            row_px: frame.rows.row_px(),
            rows_are_lines: frame.rows.row_px() * dpr >= 1.0,
            colored,
            faded: tints.map(|tint| {
                std::array::from_fn(|shade| mix(palette.busy_mean, tint, colored * shade as f64 / (SHADES - 1) as f64).into())
            }),
        }
    }

    /// Whether most bars too small to be drawn alone have lost their colours.
    pub fn bars_are_faded(&self) -> bool {
        self.colored == 0.0 || (!self.rows_are_lines && self.frame.view.nodes_per_job() * self.row_px <= FADED_PX)
    }

    /// Slots of a device px.
    pub fn slots_per_px(&self) -> f64 {
        1.0 / (self.slot_px * self.dpr)
    }

    /// The part of the picture in the device columns `columns`, as a picture of its own.
    pub fn strip(&self, columns: Range<i32>) -> Self {
        let width = columns.end.saturating_sub(columns.start).max(0) as u32;
        Self { left: self.left + f64::from(columns.start), width, ..self.clone() }
    }

    /// Slot (with its fraction) at the left edge.
    pub fn first(&self) -> f64 {
        self.left / self.slot_device_px
    }

    /// Device px from slot 0 to the left edge, a whole number.
    pub fn left(&self) -> f64 {
        self.left
    }

    /// Device px of the picture from left to right.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Slots of which at least a part is in the picture.
    pub fn visible_slots(&self) -> Range<Slot> {
        // Saturating casts: what lies before slot 0 is not a slot.
        let from = self.first().floor() as Slot;
        let to = ((self.left + f64::from(self.width)) / self.slot_device_px).ceil() as Slot;
        if self.width > 0 { from..to.max(from) } else { from..from }
    }

    /// Slots whose bars can reach into the picture, and one more on either side: bars of the logical layout are cut at the ends, where no one
    /// is to see it.
    pub fn slots_around(&self) -> Range<Slot> {
        let slot = |x: f64| (self.left + x) / self.slot_device_px;
        let margin = f64::from(self.margin());
        let from = slot(-margin).floor() - 1.0;
        from as Slot..(slot(f64::from(self.width) + margin).ceil() + 1.0) as Slot
    }

    /// The device columns that bars in these slots can touch, counted from slot 0.
    pub fn columns_of(&self, slots: &Range<Slot>) -> Range<f64> {
        let x = |slot: Slot| f64::from(slot) * self.slot_device_px;
        let least = f64::from(self.device(EMPHASIS_LEAST_PX).max(1));
        x(slots.start).floor() - 1.0..x(slots.end).ceil().max(x(slots.start) + least) + 1.0
    }

    /// How far a bar can reach out of its slots, in device px.
    pub fn margin(&self) -> i32 {
        self.device(EMPHASIS_LEAST_PX).max(1) + 2
    }

    /// Left edge of a slot in device px, with its fraction.
    pub(crate) fn x_of(&self, slot: Slot) -> f64 {
        f64::from(slot) * self.slot_device_px - self.left
    }

    /// The whole device px at x in device px.
    pub(crate) fn whole(x: f64) -> i32 {
        // Rounding by truncation of what is not negative: several times faster than `round` where there is no instruction for it. What lies
        // in the middle between two is taken for more, however it came out of the arithmetic.
        (x.clamp(-FAR_PX, FAR_PX) + FAR_PX + (0.5 + HAIR_PX)) as i32 - FAR_PX as i32
    }

    /// CSS px in device px; what lies far outside stays there without running out of numbers.
    pub(crate) fn device(&self, css: f64) -> i32 {
        Self::whole(css * self.dpr)
    }

    /// What a job is shown as.
    #[inline]
    pub fn tone_of(&self, job: u32) -> LabelTone {
        match job {
            job if self.is_picked(job) && !self.is_compared() => LabelTone::Accent,
            job if self.moved.binary_search(&job).is_ok() => LabelTone::Moved,
            _ => LabelTone::Tint,
        }
    }

    /// Which tint a job has.
    #[inline]
    pub(crate) fn tint_of(&self, job: u32) -> usize {
        let (row, arrivals) = (self.frame.view.request_row(job), self.frame.view.arrivals());
        match self.frame.colours {
            Colours::Request => usize::from(self.frame.view.tint_of(row)),
            Colours::Class(market) => market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row]) % TINTS,
            Colours::Compared(marks) => marks.of(job) as usize,
        }
    }

    /// How the bars of a job are filled.
    pub fn fill_of(&self, job: u32, tone: LabelTone) -> Fill {
        self.fill(tone, || self.tint_of(job))
    }

    /// How bars are filled; their tint is asked for only where it shows.
    #[inline]
    pub fn fill(&self, tone: LabelTone, tint: impl Fn() -> usize) -> Fill {
        let color = match tone {
            LabelTone::Accent => self.palette.accent,
            LabelTone::Moved => self.palette.moved,
            LabelTone::Tint => self.tints[tint() % TINTS],
        };
        Fill { color, tone }
    }

    /// Whether a bar is drawn over the others and never smaller than can be seen. All moved jobs at once may be most of the plan.
    #[inline]
    pub fn is_emphasised(&self, job: u32, tone: LabelTone) -> bool {
        let stands_out = match tone {
            LabelTone::Accent => true,
            LabelTone::Moved => self.frame.emphasis.moved == MovedJobs::ForSelected,
            LabelTone::Tint => self.is_compared() && self.selected.contains(&job),
        };
        stands_out || self.hovered.contains(&job)
    }

    /// Whether bars show how they differ from another plan.
    pub fn is_compared(&self) -> bool {
        matches!(self.frame.colours, Colours::Compared(_))
    }

    /// Lines of coverage of a picture that is so many device px high.
    pub fn lines_in(&self, height: u32) -> u32 {
        if self.rows_are_lines { self.rows.len() as u32 } else { height }
    }

    /// Whether a bar is wide enough to be drawn by itself.
    #[inline]
    pub fn is_drawn_alone(&self, bar: &Bar) -> bool {
        self.rows_are_lines && self.is_wide(bar.end - bar.start)
    }

    /// Whether a bar of so many slots is.
    #[inline]
    pub fn is_wide(&self, slots: Slot) -> bool {
        f64::from(slots) * self.slot_px >= BAR_FROM_PX
    }

    /// Fewest slots of such a bar.
    pub fn wide_from(&self) -> Slot {
        let slots = (BAR_FROM_PX / self.slot_px) as Slot;
        // Rounded either way.
        (slots.saturating_sub(1)..slots.saturating_add(1)).find(|&slots| self.is_wide(slots)).unwrap_or(slots.saturating_add(1))
    }

    /// Space between rows in device px.
    pub(crate) fn row_gap(&self) -> i32 {
        // Where most bars are too small to be told apart, gaps between low rows would only be stripes.
        let dense = self.frame.view.mean_duration() * self.frame.time.px_per_slot() < BAR_FROM_PX;
        match self.frame.rows.row_px() {
            h if dense && h < 12.0 => 0,
            h if h >= 20.0 => self.device(5.0),
            h if h >= 12.0 => self.device(3.0),
            h if h >= 7.0 => self.device(2.0),
            h if h * self.dpr >= 3.0 => 1,
            _ => 0,
        }
    }

    /// Space between bars of this width (CSS px) in device px.
    fn bar_gap(&self, width: f64) -> i32 {
        match width {
            w if w >= 14.0 => self.device(2.0),
            w if w >= 5.0 => self.device(1.0).max(1),
            w if w * self.dpr >= 4.0 => 1,
            _ => 0,
        }
    }

    /// The pixels of a bar, gaps taken off; at least `least` CSS px wide and high.
    pub fn area_of(&self, bar: &Bar, least: f64) -> Area {
        let Range { start: top, end: bottom } = self.height_of(bar);
        let Range { start: x0, end: x1 } = self.columns_between(bar.start, bar.end);
        let gap = self.row_gap();
        let mut area = Area { x0, y0: top + gap / 2, x1, y1: bottom - (gap - gap / 2) };
        let least = self.device(least).max(1);
        area.x1 = area.x1.max(area.x0 + least);
        if area.y1 - area.y0 < least {
            // Upwards from the bar's foot, but not out of the picture at the top.
            area.y0 = (area.y1 - least).max(0);
            area.y1 = area.y1.max(area.y0 + least);
        }
        area
    }

    /// The columns of pixels of a bar drawn by itself.
    #[inline]
    pub fn columns_between(&self, start: Slot, end: Slot) -> Range<i32> {
        let gap = self.bar_gap(f64::from(end - start) * self.slot_px);
        let x0 = Self::whole(self.x_of(start)) + gap / 2;
        x0..(Self::whole(self.x_of(end)) - (gap - gap / 2)).max(x0 + 1)
    }

    /// Upper edge of the rows below a row, in device px.
    pub fn top_of(&self, row: u32) -> i32 {
        self.device(self.frame.rows.y_of(f64::from(row)))
    }

    /// Where the rows end below, in device px.
    pub fn bottom(&self) -> i32 {
        self.device(self.frame.rows.height().min(self.frame.rows.content_height()))
    }

    /// The rows of pixels of a bar, gaps not yet taken off.
    fn height_of(&self, bar: &Bar) -> Range<i32> {
        self.top_of(bar.row.saturating_add(bar.rows))..self.top_of(bar.row)
    }

    /// The lines of coverage that some visible rows take, and how much of their height ([`WHOLE`] for all): where rows are less than a
    /// pixel high, a part of a line at either end and all of those between.
    #[inline]
    pub fn lines_of(&self, rows: Range<u32>) -> [(Range<u32>, i32); 3] {
        if self.rows_are_lines {
            return [(rows.start - self.rows.start..rows.end - self.rows.start, WHOLE), (0..0, 0), (0..0, 0)];
        }
        let y = |row: u32| self.frame.rows.y_of(f64::from(row)) * self.dpr;
        let last = (f64::from(self.frame.rows.height() as u32) + 1.0) * self.dpr;
        let (top, bottom) = (y(rows.end).max(0.0), y(rows.start).min(last));
        // What sticks out into a line by less than can be seen, as by rounding, would only leave a trace there.
        let hair = ((bottom - top) / 4.0).min(1.0 / 1_024.0);
        let (from, to) = ((top + hair) as u32, (bottom - hair).max(0.0) as u32);
        let part = |share: f64| (share * f64::from(WHOLE) + 0.5) as i32;
        if from >= to {
            return [(from..from + 1, part(bottom - top)), (0..0, 0), (0..0, 0)];
        }
        [(from..from + 1, part(f64::from(from + 1) - top)), (from + 1..to, WHOLE), (to..to + 1, part(bottom - f64::from(to)))]
    }

    /// The rows of pixels that a line of coverage fills.
    pub fn pixel_rows_of(&self, line: u32) -> Range<i32> {
        if !self.rows_are_lines {
            return line as i32..line as i32 + 1;
        }
        let row = self.rows.start + line;
        let (top, bottom) = (self.top_of(row + 1), self.top_of(row));
        let gap = self.row_gap();
        top + gap / 2..(bottom - (gap - gap / 2)).max(top + gap / 2 + 1)
    }

    /// The bar's visible part, if a name could fit there.
    pub fn candidate(&self, bar: Bar, tone: LabelTone, first: bool) -> Option<Candidate> {
        let whole = bar.rect(&self.frame.time, &self.frame.rows);
        let gap = f64::from(self.row_gap()) / self.dpr;
        let (left, right) = (whole.x.max(0.0), (whole.x + whole.width).min(self.frame.time.width()));
        let (top, bottom) = (whole.y.max(0.0), (whole.y + whole.height).min(self.frame.rows.height()));
        let rect = Rect { x: left, y: top + gap / 2.0, width: right - left, height: bottom - top - gap };
        let note = tone == LabelTone::Moved;
        label::may_fit(&rect).then_some(Candidate { bar, rect, tone, note, first })
    }
}
