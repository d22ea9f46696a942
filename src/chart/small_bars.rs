//! The small bars of one row, laid into its pixels from left to right: what a [density](super::density) shows of bars that do not overlap
//! and fill a line's height, without a sum for every pixel. Everything here is in device px.

use super::coverage::{COMMON_BITS, Cell, Extent, Factors, TINTED_BITS, Tint, to_packed};
use super::palette::Rgba;
use super::raster::{PixelBuffer, alike};
use std::ops::Range;

/// Lays bars into rows of pixels.
pub struct SmallBars {
    factors: Factors,
    common: Tint,
    /// What was under the bars in the first row of pixels.
    ground: Vec<Rgba>,
}

/// The pixel that is not complete yet: more bars may begin there.
struct Open {
    column: i32,
    /// How much of it is covered in the common colour.
    common: i32,
    /// The sum of the other colours.
    tinted: u64,
}

impl SmallBars {
    /// None yet; those without a colour of their own will get the common one.
    pub fn new(common: Rgba) -> Self {
        Self { factors: Factors::new(), common: common.into(), ground: Vec::new() }
    }

    /// Lays bars, none of which begins before the last one ends, over some rows of pixels; `are_alike` says that these are known to be the
    /// same.
    #[inline]
    pub fn lay_over(
        &mut self,
        buffer: &mut PixelBuffer,
        rows: Range<i32>,
        are_alike: bool,
        bars: impl Iterator<Item = Extent> + Clone,
    ) {
        let mut rows = rows.start.max(0)..rows.end.min(buffer.height() as i32);
        let Some(first) = rows.next() else { return };
        if !are_alike {
            self.ground.clear();
            self.ground.extend_from_slice(buffer.row_mut(first));
        }
        self.lay_over_row(buffer.row_mut(first), bars.clone());
        if are_alike {
            return buffer.repeat(first, rows);
        }
        for y in rows {
            if alike(buffer.row_mut(y), &self.ground) {
                buffer.repeat(first, y..y + 1)
            } else {
                self.lay_over_row(buffer.row_mut(y), bars.clone())
            }
        }
    }

    #[inline]
    fn lay_over_row(&self, pixels: &mut [Rgba], bars: impl Iterator<Item = Extent>) {
        let mut open = Open { column: 0, common: 0, tinted: 0 };
        for bar in bars {
            match bar.tint {
                None => self.lay::<COMMON_BITS>(pixels, &mut open, &bar, self.common.color(), |open, part| open.common += part),
                Some(tint) => self.lay::<TINTED_BITS>(pixels, &mut open, &bar, tint.color(), |open, part| {
                    open.tinted = open.tinted.wrapping_add(tint.times(part));
                }),
            }
        }
        self.close(pixels, &open);
    }

    #[inline]
    fn lay<const BITS: u32>(&self, pixels: &mut [Rgba], open: &mut Open, bar: &Extent, color: Rgba, add: impl Fn(&mut Open, i32)) {
        let whole = 1 << BITS;
        // What a bar before was rounded up to is that bar's.
        let from = bar.from.max(open.column << BITS);
        let to = bar.to.max(from);
        let (first, last) = (from >> BITS, to >> BITS);
        // What lies to the right of either end in its column.
        let (right, beyond) = (whole - (from & (whole - 1)), whole - (to & (whole - 1)));
        if first > open.column {
            self.close(pixels, open);
            *open = Open { column: first, common: 0, tinted: 0 };
        }
        if first == last {
            return add(open, right - beyond);
        }
        add(open, right);
        self.close(pixels, open);
        if let Some(covered) = pixels.get_mut(first as usize + 1..last as usize) {
            covered.fill(color);
        }
        *open = Open { column: last, common: 0, tinted: 0 };
        add(open, whole - beyond);
    }

    #[inline]
    fn close(&self, pixels: &mut [Rgba], open: &Open) {
        let sum = open.tinted.wrapping_add(self.common.times(to_packed(open.common)));
        if let Some(pixel) = pixels.get_mut(open.column as usize)
            && sum != 0
        {
            *pixel = Cell::of(sum, &self.factors).over(*pixel);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::coverage::{PLACE_BITS, WHOLE};
    use super::super::density::Density;
    use super::super::raster::PixelBuffer;
    use super::*;
    use proptest::prelude::*;

    const INK: Rgba = [10, 20, 30, 255];
    const PAPER: Rgba = [250, 240, 230, 255];

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
        let place = |x: f64| (x * (1_i64 << PLACE_BITS) as f64) as i64;
        let extents = bars.iter().filter_map(|&(x0, x1, color)| {
            Extent::between((place(x0), place(x1)), i64::from(width) << PLACE_BITS, color.map(Tint::from))
        });
        let mut pixels = vec![PAPER; width as usize];
        SmallBars::new(INK).lay_over_row(&mut pixels, extents);
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
            let [sums, pixels] = both(&side_by_side(&raw, f64::from(from) / 256.0), 40);
            prop_assert_eq!(sums, pixels);
        }

        #[test]
        fn bars_of_any_width_are_off_by_rounding_alone(
            raw in prop::collection::vec((prop_oneof![Just(0.0), 0.0..3.0_f64], prop_oneof![0.0..0.001_f64, 0.0..9.0_f64], prop::option::of(0..=255_u8)), 0..60),
            from in -3.0..3.0_f64,
        ) {
            let bars = side_by_side(&raw, from);
            let [sums, pixels] = both(&bars, 40);
            for (x, (a, b)) in sums.iter().zip(&pixels).enumerate() {
                // A bar that begins or ends on the edge of a pixel may leave its trace on the other side.
                let edge = |end: f64| (end - end.round()).abs() < 1e-3 && (end - x as f64).abs() < 1.5;
                let is_trace = bars.iter().any(|bar| edge(bar.0) || edge(bar.1));
                let apart = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
                prop_assert!(apart <= if is_trace { 75 } else { 2 }, "pixel {x}: {a:?} {b:?}");
            }
        }
    }
}
