//! Bars too small to be drawn one by one: how much of each pixel they cover, and their mean colour. Everything here is in device px.
//!
//! A bar adds four numbers to its line, where its coverage begins and ends; running sums from left to right then give the coverage of
//! every pixel. So a bar costs the same at any length. The numbers are whole, so sums end at exactly nothing where the bars end, and a
//! bar however small leaves a trace.

use super::palette::Rgba;
use super::raster::PixelBuffer;
use std::ops::Range;

/// A pixel that is covered whole.
const WHOLE: f64 = 65_536.0;
/// Least coverage shown, of 255: a busy pixel never disappears.
const LEAST_ALPHA: u8 = 72;

/// The columns of a line nothing was added to: no columns, in a form that takes in any others.
const UNTOUCHED: Range<usize> = Range { start: usize::MAX, end: 0 };

/// Lines of coverage; one line is a row of the chart or a row of pixels.
#[derive(Clone, Debug, Default)]
pub struct Density {
    width: usize,
    /// Per line `width + 2` changes of (red, green, blue, coverage).
    changes: Vec<[i32; 4]>,
    /// Per line the columns that were touched.
    touched: Vec<Range<usize>>,
}

impl Density {
    /// Starts a picture of `lines` lines.
    pub fn reset(&mut self, width: u32, lines: u32) {
        let (width, lines) = (width as usize, lines as usize);
        // What the last picture left behind is cleared as it is shown, so only the size matters.
        if width != self.width || lines > self.touched.len() {
            self.width = width;
            self.changes.clear();
            self.changes.resize((width + 2) * lines, [0; 4]);
            self.touched.clear();
            self.touched.resize(lines, UNTOUCHED);
        }
    }

    /// Adds a bar from `x0` to `x1` to a line, covering `weight` (0 … 1) of the line's height.
    pub fn add(&mut self, line: u32, x0: f64, x1: f64, weight: f64, color: Rgba) {
        let (line, width) = (line as usize, self.width as f64);
        let (x0, x1) = (x0.max(0.0), x1.min(width));
        if line >= self.touched.len() || x1 <= x0 || x0.is_nan() || x1.is_nan() {
            return;
        }
        let part = |coverage: f64| ((coverage * weight * WHOLE + 0.5) as i32).max(1);
        let (i0, i1) = ((x0 as usize).min(self.width - 1), x1 as usize);
        let changes = &mut self.changes[line * (self.width + 2)..][..self.width + 2];
        // Plain loops over the four numbers: `map` on arrays is not inlined here, and this runs four times per bar.
        let unit = [i32::from(color[0]), i32::from(color[1]), i32::from(color[2]), 1];
        let mut change = |i: usize, by: i32| {
            for (to, unit) in changes[i].iter_mut().zip(unit) {
                *to = to.wrapping_add(by.wrapping_mul(unit));
            }
        };
        if i0 == i1 {
            let covered = part(x1 - x0);
            change(i0, covered);
            change(i0 + 1, -covered);
        } else {
            let (whole, first) = (part(1.0), part(i0 as f64 + 1.0 - x0));
            let last = if x1 > i1 as f64 { part(x1 - i1 as f64) } else { 0 };
            change(i0, first);
            change(i0 + 1, whole - first);
            change(i1, last - whole);
            change(i1 + 1, -last);
        }
        let touched = &mut self.touched[line];
        *touched = touched.start.min(i0)..touched.end.max(i1 + 1);
    }

    /// Lays the bars over the picture and forgets them; `pixel_rows` says which rows of pixels a line takes.
    pub fn show(&mut self, buffer: &mut PixelBuffer, pixel_rows: impl Fn(u32) -> Range<i32>) {
        let mut runs: Vec<Run> = Vec::with_capacity(self.width + 2);
        // The last row of pixels before and after: the rows of a line mostly lie on the same ground and are copied.
        let (mut under, mut shown): (Vec<Rgba>, Vec<Rgba>) = (Vec::new(), Vec::new());
        for line in 0..self.touched.len() {
            let touched = std::mem::replace(&mut self.touched[line], UNTOUCHED);
            if touched.is_empty() {
                continue;
            }
            let to = (touched.end + 1).min(self.width + 2);
            let changes = &mut self.changes[line * (self.width + 2)..][touched.start..to];
            runs_of(changes, &mut runs);
            changes.fill([0; 4]);
            shown.clear();
            for y in pixel_rows(line as u32) {
                let span = buffer.span_mut(y, touched.start as i32..to as i32);
                if !shown.is_empty() && span == under.as_slice() {
                    span.copy_from_slice(&shown);
                    continue;
                }
                under.clear();
                under.extend_from_slice(span);
                runs.iter().for_each(|run| run.show(span));
                shown.clear();
                shown.extend_from_slice(span);
            }
        }
    }
}

/// Neighbouring pixels of a line with the same coverage.
struct Run {
    from: usize,
    to: usize,
    cell: Cell,
}

/// The runs of a line in which something is covered.
fn runs_of(changes: &[[i32; 4]], runs: &mut Vec<Run>) {
    runs.clear();
    let mut sum = [0_i32; 4];
    for (i, change) in changes.iter().enumerate() {
        if *change != [0; 4] {
            for (sum, change) in sum.iter_mut().zip(change) {
                *sum = sum.wrapping_add(*change);
            }
            if sum[3] > 0 {
                runs.push(Run { from: i, to: i + 1, cell: Cell::of(sum) });
            }
        } else if sum[3] > 0
            && let Some(run) = runs.last_mut()
        {
            run.to = i + 1;
        }
    }
}

impl Run {
    /// Lays the run over a row of pixels, which may be cut at the buffer's edge.
    fn show(&self, span: &mut [Rgba]) {
        let (from, to) = (self.from.min(span.len()), self.to.min(span.len()));
        let cell = self.cell;
        match &mut span[from..to] {
            pixels if cell.left == 0 => pixels.fill(cell.over([0; 4])),
            pixels => pixels.iter_mut().for_each(|pixel| *pixel = cell.over(*pixel)),
        }
    }
}

/// What a pixel gets: colour times alpha, and how much of what was there is left.
#[derive(Clone, Copy)]
struct Cell {
    color: [u16; 4],
    left: u16,
}

impl Cell {
    /// Mean colour and coverage of a pixel with these sums, of which the last is above 0.
    fn of(sum: [i32; 4]) -> Self {
        // Whole from 254/255 on: parts of a line are rounded each on their own.
        let covered = sum[3] as f32;
        let alpha = ((covered * (255.0 / WHOLE as f32) + 1.0) as u8).max(LEAST_ALPHA);
        let share = f32::from(alpha) / covered;
        let part = |sum: i32| (sum as f32 * share + 0.5) as u16;
        let color = [part(sum[0]), part(sum[1]), part(sum[2]), 255 * u16::from(alpha)];
        Self { color: color.map(|c| c.min(255 * 255)), left: 255 - u16::from(alpha) }
    }

    fn over(self, under: Rgba) -> Rgba {
        // Division by 255, rounded, for all that can come up here.
        let channel = |i: usize| {
            let sum = u32::from(under[i]) * u32::from(self.left) + u32::from(self.color[i]);
            (((sum + 128) * 257) >> 16) as u8
        };
        [channel(0), channel(1), channel(2), channel(3)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const INK: Rgba = [10, 20, 30, 255];
    const PAPER: Rgba = [250, 250, 250, 255];

    /// The alpha of every pixel of one line, from how far it is from paper to ink.
    fn shown(bars: &[(f64, f64)], width: u32) -> Vec<f64> {
        let mut density = Density::default();
        let mut buffer = PixelBuffer::default();
        // Twice: the second picture must not see the first.
        for _ in 0..2 {
            density.reset(width, 1);
            buffer.reset(width, 1, PAPER);
            for &(x0, x1) in bars {
                density.add(0, x0, x1, 1.0, INK);
            }
            density.show(&mut buffer, |_| 0..1);
        }
        buffer.pixels().iter().map(|pixel| f64::from(PAPER[0] - pixel[0]) / 240.0).collect()
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
                prop_assert_eq!(alpha > 0.1, busy, "pixel {} of {:?}: {}", i, bars, alpha);
            }
        }
    }
}
