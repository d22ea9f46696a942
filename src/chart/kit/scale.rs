//! Conversion between slots and x, and between rows and y: zoom, pan and their limits.

use bookahead_engine::Slot;
use std::ops::Range;

/// Widest a slot is drawn, in CSS px.
pub const PX_PER_SLOT_MAX: f64 = 120.0;
/// Narrowest a slot can be, in CSS px; below any limit that a legal horizon asks for.
const PX_PER_SLOT_MIN: f64 = 1e-6;
/// Farthest from slot 0 a view may begin: beyond every legal plan, small enough that x keeps its precision.
const FIRST_MAX: f64 = 1e8;
/// Widest plot, in CSS px.
const EXTENT_MAX: f64 = 65_536.0;
/// Comfortable height of a row with a label, in CSS px.
pub const ROW_PX_COMFORTABLE: f64 = 28.0;
/// Highest a row is drawn, in CSS px.
pub const ROW_PX_MAX: f64 = 48.0;
/// Lowest a row can be, in CSS px: the largest legal machine on a few dozen pixels.
const ROW_PX_MIN: f64 = 5e-4;

/// `value` if it is a number, else `otherwise`; within `min ..= max`.
pub(crate) fn sane(value: f64, otherwise: f64, min: f64, max: f64) -> f64 {
    if value.is_nan() { otherwise } else { value.clamp(min, max) }
}

/// The time axis: which slots are in view and how wide they are. x is in CSS px from the left edge of the plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeScale {
    first: f64,
    px_per_slot: f64,
    width: f64,
}

impl TimeScale {
    /// A scale with slot `first` (may be fractional or negative) at x = 0. Numbers out of range are brought into it.
    pub fn new(first: f64, px_per_slot: f64, width: f64) -> Self {
        Self {
            first: sane(first, 0.0, -FIRST_MAX, FIRST_MAX),
            px_per_slot: sane(px_per_slot, 24.0, PX_PER_SLOT_MIN, PX_PER_SLOT_MAX),
            width: sane(width, 0.0, 0.0, EXTENT_MAX),
        }
    }

    /// The scale that shows `slots` with `margin` slots on either side, in the middle if they would be wider than a slot may be.
    pub fn fit(slots: Range<Slot>, margin: f64, width: f64) -> Self {
        let margin = sane(margin, 0.0, 0.0, FIRST_MAX);
        let from = f64::from(slots.start);
        let span = f64::from(slots.end.saturating_sub(slots.start).max(1)) + 2.0 * margin;
        let scale = Self::new(0.0, sane(width, 0.0, 0.0, EXTENT_MAX) / span, width);
        let spare = scale.width / scale.px_per_slot - span;
        Self::new(from - margin - spare.max(0.0) / 2.0, scale.px_per_slot, scale.width)
    }

    /// The slot (with its fraction) at x = 0.
    pub fn first(&self) -> f64 {
        self.first
    }

    /// Width of a slot in CSS px.
    pub fn px_per_slot(&self) -> f64 {
        self.px_per_slot
    }

    /// Width of the plot in CSS px.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// x of a point in time given in slots: a slot's left edge for a whole number.
    pub fn x_of(&self, slot: f64) -> f64 {
        (sane(slot, 0.0, -1e9, 1e10) - self.first) * self.px_per_slot
    }

    /// The point in time at x, in slots with fraction.
    pub fn slot_at(&self, x: f64) -> f64 {
        self.first + sane(x, 0.0, -1e9, 1e9) / self.px_per_slot
    }

    /// The whole slot that holds x; `None` before slot 0.
    pub fn whole_slot_at(&self, x: f64) -> Option<Slot> {
        let slot = self.slot_at(x).floor();
        (slot >= 0.0 && slot < f64::from(Slot::MAX)).then_some(slot as Slot)
    }

    /// Slots of which at least a part is in view.
    pub fn visible_slots(&self) -> Range<Slot> {
        let end = self.slot_at(self.width);
        // Saturating casts: what lies before slot 0 is not a slot.
        let (from, to) = (self.first.floor() as Slot, end.ceil() as Slot);
        if self.width > 0.0 { from..to.max(from) } else { from..from }
    }

    /// The same scale with slot 0 on the edge of a device px, as pictures are painted: moved by less than one.
    pub fn on_pixels(&self, dpr: f64) -> Self {
        let px = self.px_per_slot * dpr;
        Self { first: (self.first * px).round() / px, ..*self }
    }

    /// The same time at another width of the plot; the left edge stays.
    pub fn with_width(&self, width: f64) -> Self {
        Self::new(self.first, self.px_per_slot, width)
    }

    /// Narrowest slot that zooming out leads to, in CSS px: the plan takes half of the width.
    pub fn px_per_slot_least(&self, horizon: Slot) -> f64 {
        (self.width / (2.0 * f64::from(horizon.max(1)))).clamp(PX_PER_SLOT_MIN, PX_PER_SLOT_MAX)
    }

    /// Zoomed by `factor` (above 1: in) with the time under `x` staying under it, between [`TimeScale::px_per_slot_least`] and
    /// [`PX_PER_SLOT_MAX`]; then held near the plan as [`TimeScale::pan`] does.
    pub fn zoom_about(&self, x: f64, factor: f64, horizon: Slot) -> Self {
        let factor = if factor.is_finite() && factor > 0.0 { factor } else { 1.0 };
        let anchor = self.slot_at(x);
        let px = (self.px_per_slot * factor).clamp(self.px_per_slot_least(horizon), PX_PER_SLOT_MAX);
        let x = sane(x, 0.0, -1e9, 1e9);
        Self::new(anchor - x / px, px, self.width).held_near(horizon)
    }

    /// Moved with the pointer: by `dx` CSS px, to later slots if negative. The middle of the view stays between slot 0 and `horizon`.
    pub fn pan(&self, dx: f64, horizon: Slot) -> Self {
        Self::new(self.first - sane(dx, 0.0, -1e9, 1e9) / self.px_per_slot, self.px_per_slot, self.width).held_near(horizon)
    }

    /// Moved no farther than needed to have `slots` in view; to its start if it does not fit.
    pub fn reveal(&self, slots: Range<Slot>) -> Self {
        let span = self.width / self.px_per_slot;
        let last = f64::from(slots.end) - span;
        let first = self.first.max(last).min(f64::from(slots.start));
        Self::new(first, self.px_per_slot, self.width)
    }

    fn held_near(&self, horizon: Slot) -> Self {
        let half = self.width / self.px_per_slot / 2.0;
        Self::new(self.first.clamp(-half, f64::from(horizon) - half), self.px_per_slot, self.width)
    }
}

/// The node axis: row 0 (node 0, v0) is the lowest. y is in CSS px from the top edge of the plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowScale {
    rows: u32,
    first: f64,
    row_px: f64,
    height: f64,
}

impl RowScale {
    /// A scale of `rows` rows, each `row_px` CSS px high (may be below 1), with row `first` (may be fractional) at the bottom of a plot
    /// of `height` CSS px. Numbers out of range are brought into it; rows that all fit cannot be scrolled.
    pub fn new(rows: u32, first: f64, row_px: f64, height: f64) -> Self {
        let row_px = sane(row_px, ROW_PX_COMFORTABLE, ROW_PX_MIN, ROW_PX_MAX);
        let height = sane(height, 0.0, 0.0, EXTENT_MAX);
        let most = (f64::from(rows) - height / row_px).max(0.0);
        Self { rows, first: sane(first, 0.0, 0.0, most), row_px, height }
    }

    /// All rows in the given height, no higher than is comfortable.
    pub fn fit(rows: u32, height: f64) -> Self {
        let height = sane(height, 0.0, 0.0, EXTENT_MAX);
        Self::new(rows, 0.0, (height / f64::from(rows.max(1))).min(ROW_PX_COMFORTABLE), height)
    }

    /// Number of rows.
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// The row (with its fraction) at the bottom.
    pub fn first(&self) -> f64 {
        self.first
    }

    /// Height of a row in CSS px.
    pub fn row_px(&self) -> f64 {
        self.row_px
    }

    /// Height of the plot in CSS px.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Height of all rows in CSS px.
    pub fn content_height(&self) -> f64 {
        f64::from(self.rows) * self.row_px
    }

    /// y of the boundary below row `row` (so `y_of(rows)` is the upper edge of the last); fewer rows than fit stand at the top.
    pub fn y_of(&self, row: f64) -> f64 {
        self.height.min(self.content_height()) - (row - self.first) * self.row_px
    }

    /// The row at y; `None` above the last and below the first.
    pub fn row_at(&self, y: f64) -> Option<u32> {
        let base = self.height.min(self.content_height());
        let row = (self.first + (base - sane(y, -1.0, -1e9, 1e9)) / self.row_px).ceil() - 1.0;
        (row >= 0.0 && row < f64::from(self.rows)).then_some(row as u32)
    }

    /// Rows of which at least a part is in view.
    pub fn visible_rows(&self) -> Range<u32> {
        let from = (self.first.floor() as u32).min(self.rows);
        let to = ((self.first + self.height / self.row_px).ceil() as u32).min(self.rows);
        if self.height > 0.0 { from..to.max(from) } else { from..from }
    }

    /// Scrolled with the pointer by `dy` CSS px: to higher rows if positive.
    pub fn scroll(&self, dy: f64) -> Self {
        Self::new(self.rows, self.first + sane(dy, 0.0, -1e9, 1e9) / self.row_px, self.row_px, self.height)
    }

    /// Zoomed by `factor` with the row under `y` staying under it where the ends of the plan allow, between all rows in view and
    /// [`ROW_PX_MAX`].
    pub fn zoom_about(&self, y: f64, factor: f64) -> Self {
        let factor = if factor.is_finite() && factor > 0.0 { factor } else { 1.0 };
        let least = (self.height / f64::from(self.rows.max(1))).clamp(ROW_PX_MIN, ROW_PX_COMFORTABLE);
        let px = (self.row_px * factor).clamp(least, ROW_PX_MAX);
        let y = sane(y, 0.0, 0.0, EXTENT_MAX);
        let anchor = self.first + (self.height.min(self.content_height()) - y) / self.row_px;
        Self::new(self.rows, anchor - (self.height - y) / px, px, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6 * (1.0 + a.abs().max(b.abs()))
    }

    #[test]
    fn x_and_slot_are_inverse() {
        let scale = TimeScale::new(9.5, 83.0, 800.0);
        for x in [0.0, 1.0, 399.5, 800.0] {
            assert!(near(scale.x_of(scale.slot_at(x)), x));
        }
        assert_eq!(scale.visible_slots(), 9..20);
        assert_eq!(scale.whole_slot_at(0.0), Some(9));
        assert_eq!(TimeScale::new(-3.0, 10.0, 100.0).whole_slot_at(5.0), None);
    }

    #[test]
    fn zoom_keeps_the_time_under_the_pointer() {
        let scale = TimeScale::fit(0..1_000, 10.0, 900.0);
        let zoomed = scale.zoom_about(300.0, 4.0, 1_000);
        assert!(near(zoomed.slot_at(300.0), scale.slot_at(300.0)));
        assert!(near(zoomed.px_per_slot(), scale.px_per_slot() * 4.0));
    }

    #[test]
    fn zoom_and_pan_stop_at_their_limits() {
        for horizon in [0, 1, 18, 4_000_000, Slot::MAX] {
            let mut scale = TimeScale::fit(0..horizon, 1.0, 900.0);
            for _ in 0..200 {
                scale = scale.zoom_about(450.0, 0.5, horizon);
            }
            assert!(near(scale.px_per_slot(), scale.px_per_slot_least(horizon)));
            for _ in 0..200 {
                scale = scale.zoom_about(10.0, 2.0, horizon).pan(-1e12, horizon);
            }
            assert_eq!(scale.px_per_slot(), PX_PER_SLOT_MAX);
            assert!(scale.slot_at(450.0) <= f64::from(horizon).min(FIRST_MAX + 10.0) + 1e-3);
        }
    }

    #[test]
    fn fit_shows_the_range_with_its_margin() {
        let scale = TimeScale::fit(11..18, 1.0, 747.0);
        assert!(near(scale.first(), 10.0) && near(scale.px_per_slot(), 83.0));
        let short = TimeScale::fit(5..6, 1.0, 1_000.0);
        assert!(near(short.px_per_slot(), PX_PER_SLOT_MAX));
        assert!(near(short.slot_at(500.0), 5.5), "a short plan stands in the middle");
    }

    #[test]
    fn reveal_moves_no_farther_than_needed() {
        let scale = TimeScale::new(10.0, 10.0, 100.0);
        assert_eq!(scale.reveal(12..14), scale);
        assert!(near(scale.reveal(25..30).first(), 20.0));
        assert!(near(scale.reveal(3..5).first(), 3.0));
        assert!(near(scale.reveal(30..90).first(), 30.0));
    }

    #[test]
    fn rows_count_from_the_bottom() {
        let rows = RowScale::fit(5, 140.0);
        assert_eq!((rows.row_px(), rows.row_at(139.0), rows.row_at(1.0)), (28.0, Some(0), Some(4)));
        assert_eq!((rows.row_at(-1.0), rows.row_at(141.0)), (None, None));
        assert_eq!(rows.y_of(5.0), 0.0);
        let large = RowScale::new(100, 0.0, 10.0, 300.0).scroll(150.0);
        assert_eq!((large.visible_rows(), large.row_at(299.0)), (15..45, Some(15)));
        assert_eq!(large.scroll(1e9).visible_rows(), 70..100);
    }

    #[test]
    fn row_zoom_keeps_the_row_under_the_pointer() {
        let rows = RowScale::fit(10_000, 500.0);
        let zoomed = rows.zoom_about(200.0, 40.0);
        assert!(near(zoomed.row_px(), 2.0));
        assert_eq!(zoomed.row_at(200.0), rows.row_at(200.0));
        assert!(near(zoomed.zoom_about(10.0, 1e-9).row_px(), 0.05));
    }

    #[test]
    fn numbers_that_are_not_finite_give_a_usable_scale() {
        let bad = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0, 1e300];
        for a in bad {
            for b in bad {
                for c in bad {
                    let time = TimeScale::new(a, b, c).zoom_about(a, b, 10).pan(c, 10).zoom_about(c, a, 0);
                    assert!(time.first().is_finite() && time.px_per_slot() > 0.0 && time.width().is_finite());
                    assert!(time.x_of(a).is_finite() && time.slot_at(b).is_finite());
                    let rows = RowScale::new(7, a, b, c).zoom_about(a, b).scroll(c);
                    assert!(rows.first().is_finite() && rows.row_px() > 0.0 && rows.height().is_finite());
                    let _ = (time.visible_slots(), rows.visible_rows(), rows.row_at(a), time.whole_slot_at(c));
                }
            }
        }
    }
}
