//! Paints the small bars of one row: the same result as a [density](super::density) for bars that do not overlap and fill the height of the row. All
//! coordinates are device px.

use super::coverage::{COMMON_BITS, Extent, PLACE_BITS, ROUNDING, Sums, TINTED_LEAST, Tint, WHOLE, to_packed};
use super::edge_sums::{EdgeSums, StyleTable};
use super::style_key::StyleKey;
use crate::kit::palette::Rgba;
use crate::kit::raster::{PixelBuffer, alike};
use bookahead_engine::slots::request::Slot;
use std::ops::Range;

/// Changes of coverage beyond a row's width: what ends at the right edge, and the least width of a faint bar.
const BEYOND: usize = 4;
/// Bars of less, in parts of a pixel ([`PLACE_BITS`]), are too faint for a colour of their own.
const LEAST: i64 = ((TINTED_LEAST as i64) << PLACE_BITS) / WHOLE as i64;

/// The shortest bars that are not too faint for a colour of their own, in slots of so many parts of a pixel ([`PLACE_BITS`]).
pub fn least_slots(per_slot: i64) -> Slot {
    let slots = LEAST.saturating_add(per_slot - 1) / per_slot.max(1);
    slots.clamp(0, Slot::MAX.into()) as Slot
}

/// Lays bars into rows of pixels.
pub struct SmallBars {
    common: Tint,
    width: i64,
    edges: EdgeSums,
    /// Changes of coverage by bars too faint for a colour of their own, in the common one.
    faint: Vec<i32>,
    has_faint: bool,
    /// What pixels get where there are such.
    sums: Sums,
    is_empty: bool,
    /// What was under the bars in the first row of pixels.
    ground: Vec<Rgba>,
}

impl SmallBars {
    /// None yet, for rows so wide; no bar will be longer than so many px, and those too faint for a colour of their own will get the common
    /// one.
    pub fn new(common: Rgba, width: u32, longest: f64) -> Self {
        Self {
            common: common.into(),
            width: i64::from(width) << PLACE_BITS,
            edges: EdgeSums::new(width, longest),
            faint: vec![0; width as usize + BEYOND],
            has_faint: false,
            sums: Sums::default(),
            is_empty: true,
            ground: Vec::new(),
        }
    }

    /// Adds a bar between two places in parts of a pixel ([`PLACE_BITS`]) plus [`ROUNDING`]. It must lie right of those added before it, without
    /// a part in common.
    pub fn add(&mut self, (x0, x1): (i64, i64), color: Tint) {
        self.is_empty = false;
        if x1 - x0 < LEAST {
            return self.add_faint((x0 - ROUNDING, x1 - ROUNDING));
        }
        self.edges.add((x0, x1), color.packed());
    }

    /// Adds bars of a row that reach into the picture, or nearly, as long as the style tells of them. Returns how many there were.
    pub fn add_leading(&mut self, start: &[Slot], keys: &[StyleKey], table: &StyleTable) -> usize {
        let added = self.edges.add_leading(start, keys, table);
        self.is_empty &= added == 0;
        added
    }

    fn add_faint(&mut self, x: (i64, i64)) {
        let Some(Extent { from, to, .. }) = Extent::between(x, self.width) else { return };
        self.has_faint = true;
        for (x, sign) in [(from, 1), (to, -1)] {
            let here = WHOLE - (x & (WHOLE - 1));
            let column = (x >> COMMON_BITS) as usize;
            if let Some([first, second]) = self.faint.get_mut(column..column + 2) {
                (*first, *second) = (*first + sign * here, *second + sign * (WHOLE - here));
            }
        }
    }

    /// Lays the bars over some rows of pixels and forgets them; `are_alike` says that all are to become what the first one is.
    pub fn lay_over(&mut self, buffer: &mut PixelBuffer, rows: Range<i32>, are_alike: bool) {
        if self.is_empty {
            return;
        }
        self.lay_over_rows(buffer, rows, are_alike);
        self.edges.clear();
        if std::mem::take(&mut self.has_faint) {
            self.faint.fill(0);
        }
        self.is_empty = true;
    }

    fn lay_over_rows(&mut self, buffer: &mut PixelBuffer, rows: Range<i32>, are_alike: bool) {
        let mut rows = rows.start.max(0)..rows.end.min(buffer.height() as i32);
        let Some(first) = rows.next() else { return };
        self.finish();
        if !are_alike {
            self.ground.clear();
            self.ground.extend_from_slice(buffer.row_mut(first));
        }
        self.lay_over_pixels(buffer.row_mut(first));
        if are_alike {
            return buffer.repeat(first, rows);
        }
        for y in rows {
            if alike(buffer.row_mut(y), &self.ground) {
                buffer.repeat(first, y..y + 1)
            } else {
                self.lay_over_pixels(buffer.row_mut(y))
            }
        }
    }

    /// All bars are there.
    fn finish(&mut self) {
        self.edges.finish();
        if self.has_faint {
            let mut covered = 0_i32;
            self.sums.replace(self.edges.sums().zip(&self.faint).map(|(sum, change)| {
                covered += change;
                sum.wrapping_add(self.common.times(to_packed(covered)))
            }));
        }
    }

    fn lay_over_pixels(&self, pixels: &mut [Rgba]) {
        if self.has_faint { self.sums.lay_over(pixels) } else { self.edges.lay_over(pixels) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gantt::level_of_detail::density::Density;
    use crate::kit::raster::PixelBuffer;
    use proptest::prelude::*;

    const INK: Rgba = [10, 20, 30, 255];
    const PAPER: Rgba = [250, 240, 230, 255];
    /// What ends are rounded to.
    const PART: f64 = 1.0 / 256.0;
    /// Least coverage shown.
    const LEAST_SHOWN: f64 = 72.0 / 255.0;

    /// The same bars by the running sums of a density, and from left to right.
    fn both(bars: &[(f64, f64, Option<Rgba>)], width: u32) -> [Vec<Rgba>; 2] {
        let mut density = Density::default();
        let mut buffer = PixelBuffer::default();
        density.reset(width, 1);
        buffer.reset(width, 1, PAPER);
        for &(x0, x1, color) in bars {
            density.add(0..1, (x0, x1), WHOLE, color.map(Tint::from));
        }
        density.show(&mut buffer, INK, &|_| 0..1);
        let place = |x: f64| (x * (1_i64 << PLACE_BITS) as f64) as i64 + ROUNDING;
        let mut small = SmallBars::new(INK, width, 9.0);
        for &(x0, x1, color) in bars {
            small.add((place(x0), place(x1)), color.unwrap_or(INK).into());
        }
        let mut pixels = vec![PAPER; width as usize];
        small.finish();
        small.lay_over_pixels(&mut pixels);
        [buffer.pixels().to_vec(), pixels]
    }

    fn side_by_side(raw: &[(f64, f64, Option<u8>)], from: f64) -> Vec<(f64, f64, Option<Rgba>)> {
        let mut x = from;
        raw.iter()
            .map(|&(gap, width, shade)| {
                let from = x + gap;
                x = from + width;
                (from, x, shade.map(|shade| [shade, 255 - shade, 128, 255]))
            })
            .collect()
    }

    proptest! {
        #[test]
        fn they_look_as_running_sums_do(
            raw in prop::collection::vec((prop_oneof![Just(0), 0..800_u32], prop_oneof![1..50_u32, 1..2_300_u32], prop::option::of(0..=255_u8)), 0..40),
            from in -800..800_i32,
        ) {
            // Ends that are whole parts of a pixel: none is rounded into its neighbour.
            let raw: Vec<_> = raw.iter().map(|&(gap, width, shade)| (f64::from(gap) / 256.0, f64::from(width) / 256.0, shade)).collect();
            let [sums, pixels] = both(&side_by_side(&raw, f64::from(from) / 256.0), 43);
            prop_assert_eq!(sums, pixels);
        }

        #[test]
        fn bars_of_any_width_are_off_by_rounding_alone(
            raw in prop::collection::vec((prop_oneof![Just(0.0), 0.0..3.0_f64], prop_oneof![0.0..0.001_f64, 0.0..9.0_f64], prop::option::of(0..=255_u8)), 0..60),
            from in -3.0..3.0_f64,
        ) {
            let bars = side_by_side(&raw, from);
            let [sums, pixels] = both(&bars, 43);
            for (x, (a, b)) in sums.iter().zip(&pixels).enumerate() {
                // Every end is rounded to a 256th of a pixel, here and, in a bar's own colour, there. What that does to the mean colour of what
                // covers a pixel grows as that gets less, and is all of it where a trace is left or not.
                let (left, right) = (x as f64, x as f64 + 1.0);
                let near = |end: f64| end > left - PART && end < right + PART;
                let ends = bars.iter().flat_map(|bar| [bar.0, bar.1]).filter(|&end| near(end)).count();
                let covered: f64 = bars.iter().map(|bar| (bar.1.min(right) - bar.0.max(left)).max(0.0)).sum();
                let shown = (LEAST_SHOWN / covered.max(PART * PART)).max(1.0);
                let most = (2.0 + 255.0 * ends as f64 * PART / 2.0 * shown).min(75.0);
                let apart = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
                prop_assert!(f64::from(apart) <= most, "pixel {x}: {a:?} {b:?}, {most} apart at most");
            }
        }
    }
}
