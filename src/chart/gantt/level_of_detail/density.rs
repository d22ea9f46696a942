//! Bars too small to be drawn one by one: the coverage and mean colour of each pixel. All coordinates are device px.
//!
//! A bar adds four numbers to its line, where its coverage begins and ends; running sums from left to right then give the coverage of
//! every pixel. So a bar costs the same at any length. The numbers are whole, so sums end at exactly nothing where the bars end, and a
//! bar however small leaves a trace.

use super::coverage::{COMMON_BITS, COVERED_MAX, Extent, Sums, TINTED_BITS, TO_PACKED, Tint, WHOLE, to_packed};
use crate::kit::palette::Rgba;
use crate::kit::raster::{PixelBuffer, alike};
use std::ops::Range;

/// Changes of a line beyond its width: what ends at the right edge, and the least width of a faint bar.
const BEYOND: usize = 3;

/// The columns of a line nothing was added to: no columns, in a form that takes in any others.
const UNTOUCHED: Range<usize> = Range { start: usize::MAX, end: 0 };

/// Lines of coverage; one line is a row of the chart or a row of pixels.
#[derive(Clone, Debug, Default)]
pub struct Density {
    width: usize,
    lines: Vec<Line>,
    /// Per line `width + BEYOND` changes of coverage in the common colour.
    common: Vec<i32>,
    /// Per line as many changes of packed colour; empty until a bar has a colour of its own.
    tinted: Vec<u64>,
    /// The sums of the pixels of a line.
    sums: Sums,
}

/// What was added to a line.
#[derive(Clone, Debug)]
struct Line {
    /// The columns in which there are changes.
    touched: Range<usize>,
    /// Whether there are changes with a colour of their own.
    is_tinted: bool,
}

impl Line {
    const EMPTY: Self = Self { touched: UNTOUCHED, is_tinted: false };

    #[inline]
    fn touch(&mut self, from: usize, to: usize) {
        self.touched = self.touched.start.min(from)..self.touched.end.max(to);
    }
}

/// An end of a bar: the column it lies in, and how much of the coverage there and of that in the next column lies to its right.
#[derive(Clone, Copy)]
struct End {
    column: usize,
    here: i32,
    next: i32,
}

impl End {
    /// The end at `x`, in parts of a pixel (2 to the power of `bits`), of a bar that covers `weight` of the line's height.
    #[inline]
    fn at(x: i32, weight: i32, bits: u32) -> Self {
        let here = (((1 << bits) - (x & ((1 << bits) - 1))) * weight) >> bits;
        Self { column: (x >> bits) as usize, here, next: weight - here }
    }
}

impl Density {
    /// Starts a picture of `lines` lines.
    pub fn reset(&mut self, width: u32, lines: u32) {
        let (width, lines) = (width as usize, lines as usize);
        // What the last picture left behind is cleared as it is shown, so only the size matters.
        if width != self.width || lines > self.lines.len() {
            self.width = width;
            self.common.clear();
            self.common.resize(self.stride() * lines, 0);
            self.tinted.clear();
            self.lines.clear();
            self.lines.resize(lines, Line::EMPTY);
        }
    }

    fn stride(&self) -> usize {
        self.width + BEYOND
    }

    /// Adds a bar from `x0` to `x1` to some lines, covering `weight` (1 … [`WHOLE`]) of their height; in the common colour or its own.
    /// Bars of a line must not overlap.
    pub fn add(&mut self, lines: Range<u32>, x: (f64, f64), weight: i32, color: Option<Tint>) {
        let lines = lines.start as usize..(lines.end as usize).min(self.lines.len());
        let weight = weight.clamp(1, WHOLE);
        match Extent::of(x, self.width as f64, weight, color) {
            Some(Extent { from, to, tint: None }) if !lines.is_empty() => self.add_common(lines, from..to, weight),
            Some(Extent { from, to, tint: Some(color) }) if !lines.is_empty() => {
                self.add_tinted(lines, from..to, weight >> TO_PACKED, color);
            }
            _ => {}
        }
    }

    fn add_common(&mut self, lines: Range<usize>, x: Range<i32>, weight: i32) {
        let [from, to] = [x.start, x.end].map(|x| End::at(x, weight, COMMON_BITS));
        let stride = self.stride();
        for line in lines {
            let row = &mut self.common[line * stride..][..stride];
            let change = |cell: &mut i32, part: i32| *cell = cell.wrapping_add(part);
            change(&mut row[from.column], from.here);
            change(&mut row[from.column + 1], from.next);
            change(&mut row[to.column], -to.here);
            change(&mut row[to.column + 1], -to.next);
            self.lines[line].touch(from.column, to.column + 2);
        }
    }

    fn add_tinted(&mut self, lines: Range<usize>, x: Range<i32>, weight: i32, color: Tint) {
        let stride = self.stride();
        if self.tinted.is_empty() {
            self.tinted.resize(stride * self.lines.len(), 0);
        }
        let [from, to] = [x.start, x.end].map(|x| End::at(x, weight, TINTED_BITS));
        let parts = [from.here, from.next, -to.here, -to.next].map(|part| color.times(part));
        for line in lines {
            let row = &mut self.tinted[line * stride..][..stride];
            for (column, part) in [from.column, from.column + 1, to.column, to.column + 1].into_iter().zip(parts) {
                row[column] = row[column].wrapping_add(part);
            }
            let line = &mut self.lines[line];
            line.touch(from.column, to.column + 2);
            line.is_tinted = true;
        }
    }

    /// Adds to a line the coverage of every column in the common colour, `weight` (0 … [`WHOLE`]) of it.
    pub fn add_columns(&mut self, line: u32, coverage: &[i32], weight: i32) {
        let (stride, width) = (self.stride(), self.width);
        let Some(touched) = self.lines.get_mut(line as usize) else { return };
        let row = &mut self.common[line as usize * stride..][..stride];
        let mut last = 0;
        for (change, &coverage) in row.iter_mut().zip(coverage.iter().take(width)) {
            // A trace stays a trace.
            let covered = (coverage * weight + WHOLE - 1) >> COMMON_BITS;
            *change = change.wrapping_add(covered - last);
            last = covered;
        }
        let end = coverage.len().min(width);
        row[end] = row[end].wrapping_sub(last);
        touched.touch(0, end + 1);
    }

    /// Lays the bars over the picture and forgets them; `pixel_rows` says which rows of pixels a line takes.
    pub fn show(&mut self, buffer: &mut PixelBuffer, common: Rgba, pixel_rows: &dyn Fn(u32) -> Range<i32>) {
        let stride = self.stride();
        let packed = Tint::from(common);
        // The last row of pixels before and after: the rows of a line mostly lie on the same ground and are copied.
        let (mut under, mut shown): (Vec<Rgba>, Vec<Rgba>) = (Vec::new(), Vec::new());
        for (i, line) in self.lines.iter_mut().enumerate() {
            let Line { touched, is_tinted } = std::mem::replace(line, Line::EMPTY);
            if touched.is_empty() {
                continue;
            }
            let columns = touched.start..touched.end.min(self.width);
            let range = i * stride + touched.start..i * stride + touched.end.min(stride);
            let changes = &mut self.common[range.clone()];
            let mut covered = 0_i32;
            let covered = changes.iter_mut().take(columns.len()).map(|change| {
                covered = covered.wrapping_add(std::mem::take(change));
                to_packed(covered)
            });
            if is_tinted {
                let mut sum = 0_u64;
                let tinted = &mut self.tinted[range.clone()];
                self.sums.replace(covered.zip(&mut *tinted).map(|(covered, change)| {
                    sum = sum.wrapping_add(*change);
                    sum.wrapping_add(packed.times(covered))
                }));
                tinted.fill(0);
            } else {
                self.sums.replace(covered.map(|covered| packed.times(covered.min(COVERED_MAX as i32))));
            }
            changes.fill(0);
            shown.clear();
            for y in pixel_rows(i as u32) {
                let span = buffer.span_mut(y, columns.start as i32..columns.end as i32);
                if !shown.is_empty() && alike(span, &under) {
                    span.copy_from_slice(&shown);
                    continue;
                }
                under.clear();
                under.extend_from_slice(span);
                self.sums.lay_over(span);
                shown.clear();
                shown.extend_from_slice(span);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const INK: Rgba = [10, 20, 30, 255];
    const PAPER: Rgba = [250, 250, 250, 255];

    /// A picture of one line with bars in the common colour or one of their own.
    fn picture(bars: &[(f64, f64, Option<Rgba>)], width: u32, weight: i32) -> PixelBuffer {
        let mut density = Density::default();
        let mut buffer = PixelBuffer::default();
        // Twice: the second picture must not see the first.
        for _ in 0..2 {
            density.reset(width, 1);
            buffer.reset(width, 1, PAPER);
            for &(x0, x1, color) in bars {
                density.add(0..1, (x0, x1), weight, color.map(Tint::from));
            }
            density.show(&mut buffer, INK, &|_| 0..1);
        }
        buffer
    }

    /// The alpha of every pixel of one line, from how far it is from paper to ink.
    fn shown(bars: &[(f64, f64)], width: u32) -> Vec<f64> {
        let bars: Vec<_> = bars.iter().map(|&(x0, x1)| (x0, x1, None)).collect();
        picture(&bars, width, WHOLE).pixels().iter().map(|pixel| f64::from(PAPER[0] - pixel[0]) / 240.0).collect()
    }

    #[test]
    fn coverage_is_exact_above_the_least() {
        assert_eq!(shown(&[(1.0, 3.0)], 5), [0.0, 1.0, 1.0, 0.0, 0.0]);
        let half = shown(&[(1.5, 3.5)], 5);
        assert!((half[1] - 0.5).abs() < 0.01 && half[2] == 1.0 && (half[3] - 0.5).abs() < 0.01 && half[4] == 0.0);
        let two = shown(&[(1.0, 1.4), (1.6, 2.0)], 3);
        assert!((two[1] - 0.8).abs() < 0.01);
    }

    proptest! {
        #[test]
        fn every_touched_pixel_shows_and_no_other(raw in prop::collection::vec((-5.0..45.0_f64, 0.0001..9.0_f64), 0..12)) {
            let bars: Vec<(f64, f64)> = raw.iter().map(|&(x, w)| (x, x + w)).collect();
            let shown = shown(&bars, 40);
            for (i, &alpha) in shown.iter().enumerate() {
                let (from, to) = (i as f64, i as f64 + 1.0);
                let busy = bars.iter().any(|&(x0, x1)| x0 < to && x1 > from);
                // Ends are rounded to a 32,768th of a pixel, and the least bar is twice as wide.
                let is_near = bars.iter().any(|&(x0, x1)| x0 < to + 1e-4 && x1 > from - 1e-4);
                prop_assert!(alpha > 0.1 || !busy, "pixel {} of {:?}: {}", i, bars, alpha);
                prop_assert!(alpha == 0.0 || is_near, "pixel {} of {:?}: {}", i, bars, alpha);
            }
        }

        #[test]
        fn a_pixel_has_the_mean_colour_of_what_covers_it(raw in prop::collection::vec((0.0..3.0_f64, 0.1..9.0_f64, prop::option::of(0..=255_u8)), 0..12), weight in 0.5..1.0_f64) {
            // Side by side with gaps, as on a row.
            let mut x = 0.0;
            let bars: Vec<_> = raw.iter().map(|&(gap, width, shade)| {
                let from = x + gap;
                x = from + width;
                (from, x, shade.map(|shade| [shade, 255 - shade, 128, 255]))
            }).collect();
            let picture = picture(&bars, 40, (weight * f64::from(WHOLE)) as i32);
            for (i, pixel) in (0..).zip(picture.pixels()) {
                let part = |bar: &(f64, f64, _)| (bar.1.min(f64::from(i) + 1.0) - bar.0.max(f64::from(i))).max(0.0) * weight;
                let covered: f64 = bars.iter().map(part).sum();
                // Least coverage is raised, on purpose; the edges of what is shown hang on rounding.
                if covered < 0.3 {
                    continue;
                }
                for channel in 0..3 {
                    let sum: f64 = bars.iter().map(|bar| part(bar) * f64::from(bar.2.unwrap_or(INK)[channel])).sum();
                    let expected = sum + (1.0 - covered) * f64::from(PAPER[channel]);
                    prop_assert!((expected - f64::from(pixel[channel])).abs() < 4.5, "pixel {} of {:?}: {} {:?}", i, bars, expected, pixel);
                }
            }
        }

        #[test]
        fn columns_of_coverage_are_bars_side_by_side(coverage in prop::collection::vec(0..=WHOLE, 0..45)) {
            let mut density = Density::default();
            density.reset(40, 2);
            let mut buffers = [PixelBuffer::default(), PixelBuffer::default()];
            for buffer in &mut buffers {
                buffer.reset(40, 1, PAPER);
            }
            density.add_columns(0, &coverage, WHOLE);
            density.show(&mut buffers[0], INK, &|_| 0..1);
            for (x, &covered) in coverage.iter().enumerate().filter(|(_, covered)| **covered > 0) {
                density.add(1..2, (x as f64, x as f64 + 1.0), covered, None);
            }
            density.show(&mut buffers[1], INK, &|_| 0..1);
            prop_assert_eq!(&buffers[0], &buffers[1]);
        }
    }
}
