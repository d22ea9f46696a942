//! The Gantt chart: grid, bars and emphasis into pixels, names as labels for the layer above.

use super::bar::{Bar, Layout, Rect};
use super::density::Density;
use super::label::{self, Candidate, Label, LabelTone};
use super::palette::{Palette, Rgba, Theme, mix};
use super::plan_view::PlanView;
use super::raster::{Area, Corner, PixelBuffer};
use super::scale::{RowScale, TimeScale};
use super::silhouette::Silhouette;
use super::ticks::{TimeUnit, ticks};
use bookahead_engine::workload::RequestId;
use std::ops::Range;

/// Bars narrower than this many CSS px are drawn by how much of each pixel they cover.
const BAR_FROM_PX: f64 = 3.0;
/// Bars of this width or height, in CSS px, have lost the colour of their request.
const FADED_PX: f64 = 0.75;
/// Emphasised bars are at least this wide and high, in CSS px.
const EMPHASIS_LEAST_PX: f64 = 2.0;
/// Every slot gets a grid line from this width on, in CSS px; below it only marks of the axis do.
const SLOT_GRID_FROM_PX: f64 = 10.0;
/// Farther from the picture than this, in device px, all places are alike.
const FAR_PX: f64 = 1e7;
/// Every row gets a grid line from this height on, in CSS px.
const ROW_GRID_FROM_PX: f64 = 10.0;

/// What stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Emphasis {
    /// The selected request: its jobs in the accent colour.
    pub selected: Option<RequestId>,
    /// The job under the pointer or the keyboard's focus (row in the arrivals): outlined.
    pub hovered: Option<u32>,
    /// Which moved jobs are shown as such.
    pub moved: MovedJobs,
}

/// Which moved jobs are shown as moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MovedJobs {
    /// None.
    None,
    /// Those moved to make room for the selected request.
    #[default]
    ForSelected,
    /// Every job that stands elsewhere than where it was first placed.
    All,
}

/// Everything a picture depends on.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'a> {
    /// The plan.
    pub view: &'a PlanView,
    /// What rows stand for.
    pub layout: Layout,
    /// The time axis; its width is the picture's.
    pub time: TimeScale,
    /// The node axis; its height is the picture's.
    pub rows: RowScale,
    /// Device px per CSS px.
    pub dpr: f64,
    /// Light or dark.
    pub theme: Theme,
    /// How labels name points in time.
    pub unit: TimeUnit,
    /// What stands out.
    pub emphasis: Emphasis,
}

/// Paints frames, keeping its memory from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Painter {
    buffer: PixelBuffer,
    density: Density,
}

/// How a bar is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fill {
    color: Rgba,
    tone: LabelTone,
}

/// What is the same for all bars of a frame.
struct Scene<'a> {
    frame: &'a Frame<'a>,
    dpr: f64,
    palette: &'static Palette,
    /// Jobs of the selected request.
    selected: Range<u32>,
    /// Jobs moved for the selected request, ascending.
    moved: Vec<u32>,
    corner: Corner,
    corner_small: Corner,
    /// Rows of which a part is in view.
    rows: Range<u32>,
}

impl Painter {
    /// The picture painted last.
    pub fn buffer(&self) -> &PixelBuffer {
        &self.buffer
    }

    /// Paints a frame and returns the names that fit on its bars.
    ///
    /// O(bars in view + pixels); the logical layout falls back to a [silhouette](super::logical::Detail) where bars are not readable.
    pub fn paint(&mut self, frame: &Frame) -> Vec<Label> {
        let scene = Scene::new(frame);
        let (width, height) = PixelBuffer::device_size(frame.time.width(), frame.rows.height(), scene.dpr);
        self.buffer.reset(width, height, scene.palette.background);
        if width == 0 || height == 0 {
            return Vec::new();
        }
        scene.paint_grid(&mut self.buffer);
        let silhouette = Silhouette { view: frame.view, time: &frame.time, rows: &frame.rows, dpr: scene.dpr };
        if frame.layout == Layout::Logical && silhouette.applies() {
            silhouette.paint(&mut self.buffer, scene.palette, scene.selected.clone());
            return Vec::new();
        }
        let candidates = self.paint_bars(&scene);
        label::labels(frame.view, candidates, frame.unit)
    }

    fn paint_bars(&mut self, scene: &Scene) -> Vec<Candidate> {
        let frame = scene.frame;
        let lines = if scene.rows_are_lines() { scene.rows.len() as u32 } else { self.buffer.height() };
        self.density.reset(self.buffer.width(), lines);
        let mut candidates = Vec::new();
        let mut emphasised: Vec<(Bar, Fill)> = Vec::new();
        let visible = frame.time.visible_slots();
        // One slot more on either side: bars of the logical layout are cut at the ends, where no one is to see it.
        let slots = visible.start.saturating_sub(1)..visible.end.saturating_add(1);
        frame.layout.for_each_bar(frame.view, slots, scene.rows.clone(), |bar| {
            let fill = scene.fill_of(bar.job);
            if scene.is_emphasised(bar.job, fill) {
                emphasised.push((bar, fill));
                return;
            }
            if !scene.is_drawn_alone(&bar) {
                scene.add_density(&mut self.density, &bar, fill);
                return;
            }
            scene.paint_bar(&mut self.buffer, scene.area_of(&bar, 0.0), fill);
            candidates.extend(scene.candidate(bar, fill, false));
        });
        self.density.show(&mut self.buffer, |line| scene.pixel_rows_of(line));
        for &(bar, fill) in &emphasised {
            let area = scene.area_of(&bar, EMPHASIS_LEAST_PX);
            if frame.emphasis.hovered == Some(bar.job) {
                scene.paint_outlined(&mut self.buffer, area, fill);
            } else {
                scene.paint_bar(&mut self.buffer, area, fill);
            }
            candidates.extend(scene.candidate(bar, fill, true));
        }
        candidates
    }
}

impl<'a> Scene<'a> {
    fn new(frame: &'a Frame<'a>) -> Self {
        let dpr = if frame.dpr.is_finite() { frame.dpr.clamp(0.25, 8.0) } else { 1.0 };
        let row = frame.emphasis.selected.and_then(|id| frame.view.arrivals().row_of(id));
        let selected = row.map_or(0..0, |row| frame.view.jobs_of(row));
        let moved = match (frame.emphasis.moved, row) {
            (MovedJobs::ForSelected, Some(row)) => frame.view.moved_for(row),
            _ => Vec::new(),
        };
        Self {
            frame,
            dpr,
            palette: frame.theme.palette(),
            selected,
            moved,
            corner: Corner::new((3.0 * dpr).round() as u32),
            corner_small: Corner::new((1.5 * dpr).round() as u32),
            rows: frame.rows.visible_rows(),
        }
    }

    /// CSS px in device px; what lies far outside stays there without running out of numbers.
    fn device(&self, css: f64) -> i32 {
        // Rounding by truncation of what is not negative: several times faster than `round` where there is no instruction for it.
        ((css * self.dpr).clamp(-FAR_PX, FAR_PX) + FAR_PX + 0.5) as i32 - FAR_PX as i32
    }

    fn is_moved(&self, job: u32) -> bool {
        match self.frame.emphasis.moved {
            MovedJobs::None => false,
            MovedJobs::ForSelected => self.moved.binary_search(&job).is_ok(),
            MovedJobs::All => self.frame.view.moved_from(job).is_some(),
        }
    }

    fn fill_of(&self, job: u32) -> Fill {
        if self.selected.contains(&job) {
            Fill { color: self.palette.accent, tone: LabelTone::Accent }
        } else if self.is_moved(job) {
            Fill { color: self.palette.moved, tone: LabelTone::Moved }
        } else {
            let id = self.frame.view.arrivals().id[self.frame.view.request_row(job)];
            Fill { color: self.palette.tint(id), tone: LabelTone::Tint }
        }
    }

    /// Whether a bar is drawn over the others and never smaller than can be seen. All moved jobs at once may be most of the plan.
    fn is_emphasised(&self, job: u32, fill: Fill) -> bool {
        let stands_out = match fill.tone {
            LabelTone::Accent => true,
            LabelTone::Moved => self.frame.emphasis.moved == MovedJobs::ForSelected,
            LabelTone::Tint => false,
        };
        stands_out || self.frame.emphasis.hovered == Some(job)
    }

    /// Whether a line of coverage is a row of the chart; else rows are less than a device px high and a line is a row of pixels.
    fn rows_are_lines(&self) -> bool {
        self.frame.rows.row_px() * self.dpr >= 1.0
    }

    fn is_drawn_alone(&self, bar: &Bar) -> bool {
        self.rows_are_lines() && f64::from(bar.end - bar.start) * self.frame.time.px_per_slot() >= BAR_FROM_PX
    }

    /// Space between rows in device px.
    fn row_gap(&self) -> i32 {
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
    fn area_of(&self, bar: &Bar, least: f64) -> Area {
        let rect = bar.rect(&self.frame.time, &self.frame.rows);
        let (gap_x, gap_y) = (self.bar_gap(rect.width), self.row_gap());
        let mut area = Area {
            x0: self.device(rect.x) + gap_x / 2,
            y0: self.device(rect.y) + gap_y / 2,
            x1: self.device(rect.x + rect.width) - (gap_x - gap_x / 2),
            y1: self.device(rect.y + rect.height) - (gap_y - gap_y / 2),
        };
        let least = self.device(least).max(1);
        area.x1 = area.x1.max(area.x0 + least);
        if area.y1 - area.y0 < least {
            // Upwards from the bar's foot, but not out of the picture at the top.
            area.y0 = (area.y1 - least).max(0);
            area.y1 = area.y1.max(area.y0 + least);
        }
        area
    }

    fn corner_of(&self, area: Area) -> Option<&Corner> {
        match (area.x1 - area.x0).min(area.y1 - area.y0) {
            side if side >= self.device(12.0) => Some(&self.corner),
            side if side >= self.device(6.0) => Some(&self.corner_small),
            _ => None,
        }
    }

    fn fill_area(&self, buffer: &mut PixelBuffer, area: Area, color: Rgba) {
        match self.corner_of(area) {
            Some(corner) => buffer.fill_rounded(area, corner, color),
            None => buffer.fill(area, color),
        }
    }

    fn paint_bar(&self, buffer: &mut PixelBuffer, area: Area, fill: Fill) {
        self.fill_area(buffer, area, fill.color);
        let side = (area.x1 - area.x0).min(area.y1 - area.y0);
        if fill.tone == LabelTone::Moved && side >= self.device(4.0) {
            let phase = area.x0.wrapping_add(area.y1);
            buffer.hatch(area, self.device(8.0), phase, self.palette.moved, self.palette.moved_stripe);
        }
    }

    fn paint_outlined(&self, buffer: &mut PixelBuffer, area: Area, fill: Fill) {
        self.fill_area(buffer, area, self.palette.ink);
        let inner = area.inset(self.device(2.0).max(1));
        if !inner.is_empty() {
            self.paint_bar(buffer, inner, fill);
        }
    }

    fn add_density(&self, density: &mut Density, bar: &Bar, fill: Fill) {
        let rect = bar.rect(&self.frame.time, &self.frame.rows);
        // The colours of single requests would be noise where a pixel holds many: they fade as bars get smaller.
        let single = (rect.width.min(rect.height) - FADED_PX) / (BAR_FROM_PX - FADED_PX);
        let color = if fill.tone == LabelTone::Tint { mix(self.palette.busy_mean, fill.color, single) } else { fill.color };
        let (x0, x1) = (rect.x * self.dpr, (rect.x + rect.width) * self.dpr);
        if self.rows_are_lines() {
            let rows = bar.row.max(self.rows.start)..bar.row.saturating_add(bar.rows).min(self.rows.end);
            for row in rows {
                density.add(row - self.rows.start, x0, x1, 1.0, color);
            }
        } else {
            let (y0, y1) = ((rect.y * self.dpr).max(0.0), (rect.y + rect.height) * self.dpr);
            let last = (f64::from(self.frame.rows.height() as u32) + 1.0) * self.dpr;
            for y in y0 as u32..y1.min(last).ceil() as u32 {
                let part = y1.min(f64::from(y) + 1.0) - y0.max(f64::from(y));
                density.add(y, x0, x1, part, color);
            }
        }
    }

    /// The rows of pixels that a line of coverage fills.
    fn pixel_rows_of(&self, line: u32) -> Range<i32> {
        if !self.rows_are_lines() {
            return line as i32..line as i32 + 1;
        }
        let row = f64::from(self.rows.start + line);
        let (top, bottom) = (self.device(self.frame.rows.y_of(row + 1.0)), self.device(self.frame.rows.y_of(row)));
        let gap = self.row_gap();
        top + gap / 2..(bottom - (gap - gap / 2)).max(top + gap / 2 + 1)
    }

    /// The bar's visible part, if a name could fit there.
    fn candidate(&self, bar: Bar, fill: Fill, first: bool) -> Option<Candidate> {
        let whole = bar.rect(&self.frame.time, &self.frame.rows);
        let gap = f64::from(self.row_gap()) / self.dpr;
        let (left, right) = (whole.x.max(0.0), (whole.x + whole.width).min(self.frame.time.width()));
        let (top, bottom) = (whole.y.max(0.0), (whole.y + whole.height).min(self.frame.rows.height()));
        let rect = Rect { x: left, y: top + gap / 2.0, width: right - left, height: bottom - top - gap };
        let note = fill.tone == LabelTone::Moved;
        label::may_fit(&rect).then_some(Candidate { bar, rect, tone: fill.tone, note, first })
    }

    fn paint_grid(&self, buffer: &mut PixelBuffer) {
        let Frame { time, rows, .. } = self.frame;
        let line = (self.dpr.floor() as i32).max(1);
        let (right, bottom) = (buffer.width() as i32, self.device(rows.height().min(rows.content_height())));
        let mut vertical = |x: f64| {
            let x0 = self.device(x) - line / 2;
            buffer.fill(Area { x0, y0: 0, x1: x0 + line, y1: bottom }, self.palette.grid);
        };
        if time.px_per_slot() >= SLOT_GRID_FROM_PX {
            time.visible_slots().for_each(|slot| vertical(time.x_of(f64::from(slot))));
        } else {
            let axis = ticks(time, self.frame.unit, self.frame.view.machine().slot_seconds);
            axis.ticks.iter().for_each(|tick| vertical(tick.x_line));
        }
        if rows.row_px() >= ROW_GRID_FROM_PX {
            for row in self.rows.start..=self.rows.end {
                // The outermost lines stay inside the picture.
                let y0 = (self.device(rows.y_of(f64::from(row))) - line / 2).clamp(0, (bottom - line).max(0));
                buffer.fill(Area { x0: 0, y0, x1: right, y1: y0 + line }, self.palette.grid);
            }
        }
    }
}
