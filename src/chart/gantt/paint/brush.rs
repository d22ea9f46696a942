//! Drawing of bars and grid lines of a Gantt chart.

use super::scene::{BAR_FROM_PX, EMPHASIS_LEAST_PX, FADED_PX, Fill, SHADES, Scene};
use crate::gantt::bar::Bar;
use crate::gantt::level_of_detail::coverage::{Tint, WHOLE};
use crate::gantt::level_of_detail::density::Density;
use crate::gantt::plan::marks::Mark;
use crate::kit::label::LabelTone;
use crate::kit::palette::{Rgba, TINTS};
use crate::kit::raster::{Area, Corner, PixelBuffer};
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// Bars at least so wide and high have rounded corners, in CSS px.
const CORNER_FROM_PX: f64 = 6.0;
/// Every row gets a grid line from this height on, in CSS px.
const ROW_GRID_FROM_PX: f64 = 10.0;

impl Scene<'_> {
    /// Whether rows have only upright lines under their bars.
    pub fn ground_is_upright(&self) -> bool {
        self.row_px < ROW_GRID_FROM_PX
    }

    /// Whether a bar drawn alone is one square of one colour.
    pub fn is_square(&self, bar: &Bar, tone: LabelTone) -> bool {
        let area = self.area_of(bar, 0.0);
        self.corner_of(area).is_none() && !self.is_hatched(area, tone)
    }

    /// Whether all bars of at most so many slots on so many rows of pixels are such squares, of which none has room for a name.
    pub fn are_squares(&self, lines: &Range<i32>, longest: Slot) -> bool {
        let wide = f64::from(longest) * self.slot_device_px + 1.0;
        f64::from(lines.end - lines.start).min(wide) < f64::from(self.device(CORNER_FROM_PX))
    }

    fn is_hatched(&self, area: Area, tone: LabelTone) -> bool {
        tone == LabelTone::Moved && (area.x1 - area.x0).min(area.y1 - area.y0) >= self.device(4.0)
    }

    fn corner_of(&self, area: Area) -> Option<&Corner> {
        match (area.x1 - area.x0).min(area.y1 - area.y0) {
            side if side >= self.device(12.0) => Some(&self.corner),
            side if side >= self.device(CORNER_FROM_PX) => Some(&self.corner_small),
            _ => None,
        }
    }

    fn fill_area(&self, buffer: &mut PixelBuffer, area: Area, color: Rgba) {
        match self.corner_of(area) {
            Some(corner) => buffer.fill_rounded(area, corner, color),
            None => buffer.fill(area, color),
        }
    }

    /// Fills a bar.
    pub fn paint_bar(&self, buffer: &mut PixelBuffer, area: Area, fill: Fill) {
        self.fill_area(buffer, area, fill.color);
        if self.is_compared() && self.corner_of(area).is_some() {
            self.paint_mark(buffer, area, fill.color);
        }
        if self.is_hatched(area, fill.tone) {
            let phase = area.x0.wrapping_add(area.y1);
            buffer.hatch(area, self.device(8.0), phase, self.palette.moved, self.palette.moved_stripe);
        }
    }

    /// A pattern besides the colour: what moved is hatched as everywhere, what is in one plan only is framed.
    fn paint_mark(&self, buffer: &mut PixelBuffer, area: Area, color: Rgba) {
        if color == self.tints[Mark::Moved as usize] {
            buffer.hatch(area, self.device(8.0), area.x0.wrapping_add(area.y1), color, self.palette.mark_stripe);
        } else if color == self.tints[Mark::OnlyA as usize] || color == self.tints[Mark::OnlyB as usize] {
            self.fill_area(buffer, area, self.palette.ink);
            let inner = area.inset(self.device(1.5).max(1));
            if !inner.is_empty() {
                self.fill_area(buffer, inner, color);
            }
        }
    }

    /// Fills a bar and leaves nothing of what was between it and its neighbours.
    pub fn paint_alone(&self, buffer: &mut PixelBuffer, bar: &Bar, fill: Fill) {
        let area = self.area_of(bar, 0.0);
        let whole = Area { x0: Self::whole(self.x_of(bar.start)), x1: Self::whole(self.x_of(bar.end)), ..area };
        buffer.fill(whole, self.palette.background);
        self.paint_bar(buffer, area, fill);
    }

    /// Fills a bar that stands out, large enough to be seen; those of the hovered request are outlined.
    pub fn paint_emphasised(&self, buffer: &mut PixelBuffer, bar: &Bar, fill: Fill) {
        let area = self.area_of(bar, EMPHASIS_LEAST_PX);
        let is_selected = self.is_compared() && self.selected.contains(&bar.job);
        if !self.hovered.contains(&bar.job) && !is_selected {
            return self.paint_bar(buffer, area, fill);
        }
        self.fill_area(buffer, area, if is_selected { self.palette.accent } else { self.palette.ink });
        let inner = area.inset(self.device(2.0).max(1));
        if !inner.is_empty() {
            self.paint_bar(buffer, inner, fill);
        }
    }

    /// The colour of a bar too small to be drawn alone, `side` CSS px wide or high, whichever is less; `None` for the common one. Its tint is
    /// asked for only where it shows.
    #[inline]
    pub fn small_color(&self, side: f64, tone: LabelTone, tint: impl Fn() -> usize) -> Option<Tint> {
        match tone {
            LabelTone::Tint if side <= FADED_PX || self.colored == 0.0 => None,
            LabelTone::Tint => {
                let shade = ((side - FADED_PX) * (SHADES as f64 / (BAR_FROM_PX - FADED_PX))) as usize;
                Some(self.faded[tint() % TINTS][shade.min(SHADES - 1)])
            }
            tone => Some(self.fill(tone, tint).color.into()),
        }
    }

    /// Adds a bar to the coverage of the pixels.
    #[inline]
    pub fn add_density(&self, density: &mut Density, bar: &Bar, tone: LabelTone) {
        let (width, height) = (f64::from(bar.end - bar.start) * self.slot_px, f64::from(bar.rows) * self.row_px);
        let color = self.small_color(width.min(height), tone, || self.tint_of(bar.job));
        let x = (self.x_of(bar.start), self.x_of(bar.end));
        let rows = bar.row.max(self.rows.start)..bar.row.saturating_add(bar.rows).min(self.rows.end);
        if self.rows_are_lines {
            return density.add(rows.start - self.rows.start..rows.end - self.rows.start, x, WHOLE, color);
        }
        for (lines, weight) in self.lines_of(rows).into_iter().filter(|(lines, _)| !lines.is_empty()) {
            density.add(lines, x, weight, color);
        }
    }

    /// Fills the picture with its ground: paper, and lines between slots and rows.
    pub fn paint_ground(&self, buffer: &mut PixelBuffer) {
        buffer.reset(buffer.width(), buffer.height(), self.palette.background);
        let rows = &self.frame.rows;
        let line = (self.dpr.floor() as i32).max(1);
        let (right, bottom) = (buffer.width() as i32, self.bottom());
        let mut vertical = |slot: f64| {
            let x0 = Self::whole(slot * self.slot_device_px - self.left) - line / 2;
            buffer.fill(Area { x0, y0: 0, x1: x0 + line, y1: bottom }, self.palette.grid);
        };
        // One more on either side: half of its line may lie in the picture.
        let last = self.first() + f64::from(self.width) / self.slot_device_px;
        self.grid_step.lines(self.first(), last, self.width).into_iter().for_each(&mut vertical);
        if rows.row_px() >= ROW_GRID_FROM_PX {
            for row in self.rows.start..=self.rows.end {
                // The outermost lines stay inside the picture.
                let y0 = (self.top_of(row) - line / 2).clamp(0, (bottom - line).max(0));
                buffer.fill(Area { x0: 0, y0, x1: right, y1: y0 + line }, self.palette.grid);
            }
        }
    }
}
