//! Rectangles in a pixel buffer. Everything here is in device px.

use super::palette::Rgba;
use std::ops::Range;

/// Longest side of a buffer: what every browser's canvas takes.
pub const SIDE_MAX: u32 = 16_384;
/// Most pixels of a buffer (an 8K screen): beyond it the height gives way.
pub const PIXELS_MAX: u32 = 7_680 * 4_320;

/// The pixels of a picture, row by row from the top, as `ImageData` takes them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PixelBuffer {
    width: usize,
    height: usize,
    pixels: Vec<Rgba>,
}

/// A rectangle in device px, right and lower edge exclusive. It may stick out of the buffer on any side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Left edge.
    pub x0: i32,
    /// Upper edge.
    pub y0: i32,
    /// Right edge.
    pub x1: i32,
    /// Lower edge.
    pub y1: i32,
}

impl Area {
    /// The area without a rim of `by` on every side.
    pub fn inset(self, by: i32) -> Self {
        Self { x0: self.x0 + by, y0: self.y0 + by, x1: self.x1 - by, y1: self.y1 - by }
    }

    /// Whether it holds no pixel.
    pub fn is_empty(self) -> bool {
        self.x0 >= self.x1 || self.y0 >= self.y1
    }
}

/// How much of each pixel of a rounded corner is covered, from the corner inwards; made once per radius.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Corner {
    radius: usize,
    /// Rows from the outermost one, `radius` values each, 0 … 255.
    coverage: Vec<u8>,
}

impl Corner {
    /// The corner of a circle with this radius; 0 is a square corner.
    pub fn new(radius: u32) -> Self {
        let radius = radius.min(64) as usize;
        let r = radius as f64;
        let covered = |i: usize| {
            let (x, y) = (r - (i % radius) as f64 - 0.5, r - (i / radius) as f64 - 0.5);
            ((r - x.hypot(y) + 0.5).clamp(0.0, 1.0) * 255.0) as u8
        };
        Self { radius, coverage: (0..radius * radius).map(covered).collect() }
    }

    /// The radius.
    pub fn radius(&self) -> i32 {
        self.radius as i32
    }
}

/// The four channels, each with room for a product.
pub(crate) fn apart(colour: Rgba) -> u64 {
    let packed = u64::from(u32::from_le_bytes(colour));
    let halves = (packed | packed << 16) & 0x0000_ffff_0000_ffff;
    (halves | halves << 8) & 0x00ff_00ff_00ff_00ff
}

/// The colour of four channels that were multiplied by parts of 255, rounded to the nearest.
pub(crate) fn together(products: u64) -> Rgba {
    const LOW: u64 = 0x00ff_00ff_00ff_00ff;
    let sum = products.wrapping_add(0x0080_0080_0080_0080);
    // Divided by 255.
    let channels = (sum.wrapping_add(sum >> 8 & LOW) >> 8) & LOW;
    let halves = (channels | channels >> 8) & 0x0000_ffff_0000_ffff;
    ((halves | halves >> 16) as u32).to_le_bytes()
}

/// `top` over `under`, by `alpha` of 255: all channels at once.
pub(crate) fn mixed(under: Rgba, top: Rgba, alpha: u8) -> Rgba {
    let [red, green, blue, _] = together(apart(under) * u64::from(255 - alpha) + apart(top) * u64::from(alpha));
    [red, green, blue, under[3].max(alpha)]
}

/// Whether two rows of pixels are the same. All of them are looked at: without an early end this is many pixels at a time.
pub(crate) fn alike(a: &[Rgba], b: &[Rgba]) -> bool {
    let differing = |(a, b): (&Rgba, &Rgba)| u32::from_ne_bytes(*a) ^ u32::from_ne_bytes(*b);
    a.len() == b.len() && a.iter().zip(b).map(differing).fold(0, |all, one| all | one) == 0
}

/// The pixels between two heights that are covered whole.
pub(crate) fn whole_px((top, bottom): (f64, f64)) -> Range<i32> {
    top.ceil() as i32..bottom.floor() as i32
}

impl PixelBuffer {
    /// The device px of a plot, in range: `(width, height)`.
    pub fn device_size(width_css: f64, height_css: f64, dpr: f64) -> (u32, u32) {
        // Saturating casts; a size that is not a number becomes 0.
        let side = |css: f64| ((css * dpr).round() as u32).min(SIDE_MAX);
        let (width, height) = (side(width_css), side(height_css));
        (width, height.min(PIXELS_MAX / width.max(1)))
    }

    /// Sets the size; what the picture shows is left to be painted. The memory is kept from picture to picture.
    pub fn resize(&mut self, width: u32, height: u32) {
        let width = width.min(SIDE_MAX);
        let height = height.min(SIDE_MAX).min(PIXELS_MAX / width.max(1));
        (self.width, self.height) = (width as usize, height as usize);
        self.pixels.resize(self.width * self.height, [0; 4]);
    }

    /// Sets the size and fills everything with one colour.
    pub fn reset(&mut self, width: u32, height: u32, color: Rgba) {
        self.resize(width, height);
        // Copied row by row, which is faster than to write each pixel.
        self.row_mut(0).fill(color);
        self.repeat(0, 1..height as i32);
    }

    /// Width in device px.
    pub fn width(&self) -> u32 {
        self.width as u32
    }

    /// Height in device px.
    pub fn height(&self) -> u32 {
        self.height as u32
    }

    /// The pixels, row by row from the top.
    pub fn pixels(&self) -> &[Rgba] {
        &self.pixels
    }

    /// The pixels as bytes in the order red, green, blue, alpha: what `ImageData` and PNG take, on every platform.
    pub fn bytes(&self) -> &[u8] {
        self.pixels.as_flattened()
    }

    /// The pixel at a point; `None` outside.
    pub fn pixel(&self, x: u32, y: u32) -> Option<Rgba> {
        let inside = (x as usize) < self.width && (y as usize) < self.height;
        inside.then(|| self.pixels[y as usize * self.width + x as usize])
    }

    /// Sets the pixel at a point; outside nothing happens.
    pub fn put(&mut self, x: i32, y: i32, color: Rgba) {
        // Negative places become large ones.
        let (x, y) = (x as u32 as usize, y as u32 as usize);
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = color;
        }
    }

    /// The pixels of row `y` in the columns `x`, cut to the buffer.
    pub fn span_mut(&mut self, y: i32, x: Range<i32>) -> &mut [Rgba] {
        if y < 0 || y as usize >= self.height {
            return &mut [];
        }
        let from = x.start.clamp(0, self.width as i32) as usize;
        let to = x.end.clamp(from as i32, self.width as i32) as usize;
        let row = y as usize * self.width;
        &mut self.pixels[row + from..row + to]
    }

    /// Copies a row of pixels over the others of some rows.
    pub fn repeat(&mut self, row: i32, over: Range<i32>) {
        let rows = 0..self.height as i32;
        if !rows.contains(&row) {
            return;
        }
        let from = row as usize * self.width;
        for y in over.start.max(0)..over.end.min(rows.end) {
            self.pixels.copy_within(from..from + self.width, y as usize * self.width);
        }
    }

    /// Moves everything by `dx` device px to the right (to the left if negative); what comes in from the edge is left to be painted.
    pub fn shift(&mut self, dx: i32) {
        let by = dx.unsigned_abs() as usize;
        if by == 0 || by >= self.width {
            return;
        }
        // All rows at once: what runs over from row to row lies where something comes in.
        let len = self.pixels.len();
        if dx > 0 { self.pixels.copy_within(..len - by, by) } else { self.pixels.copy_within(by.., 0) }
    }

    /// Row `y` of the pixels; none outside.
    pub fn row_mut(&mut self, y: i32) -> &mut [Rgba] {
        self.span_mut(y, 0..i32::MAX)
    }

    /// Takes over the columns `from` of a picture of the same height, to stand from column `to` on.
    pub fn take_columns(&mut self, other: &Self, from: Range<i32>, to: i32) {
        for y in 0..self.height.min(other.height) {
            let row = y * other.width;
            let Some(source) =
                other.pixels.get(row + from.start.max(0) as usize..row + (from.end.max(0) as usize).min(other.width))
            else {
                continue;
            };
            let span = self.span_mut(y as i32, to..to.saturating_add(source.len() as i32));
            span.copy_from_slice(&source[..span.len()]);
        }
    }

    fn visible_rows(&self, area: Area) -> Range<i32> {
        area.y0.max(0)..area.y1.min(self.height as i32)
    }

    /// Fills an area.
    pub fn fill(&mut self, area: Area, color: Rgba) {
        for y in self.visible_rows(area) {
            self.span_mut(y, area.x0..area.x1).fill(color);
        }
    }

    /// Fills an area whose corners are rounded.
    pub fn fill_rounded(&mut self, area: Area, corner: &Corner, color: Rgba) {
        let r = corner.radius();
        if r == 0 || area.x1 - area.x0 < 2 * r || area.y1 - area.y0 < 2 * r {
            return self.fill(area, color);
        }
        self.fill(Area { y0: area.y0 + r, y1: area.y1 - r, ..area }, color);
        for i in 0..r {
            for y in [area.y0 + i, area.y1 - 1 - i] {
                self.span_mut(y, area.x0 + r..area.x1 - r).fill(color);
                let row = i as usize * corner.radius;
                for j in 0..r {
                    let alpha = corner.coverage[row + j as usize];
                    self.blend(area.x0 + j, y, color, alpha);
                    self.blend(area.x1 - 1 - j, y, color, alpha);
                }
            }
        }
    }

    /// Lays a colour over a pixel, by `alpha` of 255.
    pub fn blend(&mut self, x: i32, y: i32, color: Rgba, alpha: u8) {
        if let [pixel] = self.span_mut(y, x..x.saturating_add(1)) {
            *pixel = mixed(*pixel, color, alpha);
        }
    }

    /// Lays a colour over every pixel of an area, by `alpha` of 255.
    pub fn blend_area(&mut self, area: Area, color: Rgba, alpha: u8) {
        for y in self.visible_rows(area) {
            for pixel in self.span_mut(y, area.x0..area.x1) {
                *pixel = if alpha == 255 { color } else { mixed(*pixel, color, alpha) };
            }
        }
    }

    /// Gives a column a colour between two heights in px from the top, its ends smoothed.
    pub fn fill_column(&mut self, x: i32, heights: (f64, f64), color: Rgba) {
        let inner = whole_px(heights);
        let inner = inner.start.max(0)..inner.end.min(self.height as i32);
        if x >= 0 && (x as usize) < self.width && !inner.is_empty() {
            let rows = self.pixels[inner.start as usize * self.width + x as usize..].iter_mut().step_by(self.width);
            rows.take(inner.len()).for_each(|pixel| *pixel = color);
        }
        self.blend_column_ends(x, heights, color, 255);
    }

    /// Lays a colour over those pixels of a column that are covered in part between two heights, by so much of `alpha` of 255.
    #[inline]
    pub fn blend_column_ends(&mut self, x: i32, (top, bottom): (f64, f64), color: Rgba, alpha: u8) {
        let (top, bottom) = (top.max(0.0), bottom.min(self.height as f64));
        if x < 0 || x as usize >= self.width || top >= bottom {
            return;
        }
        // Not negative: cut off is rounded down.
        let (first, last) = (top as i32, bottom.ceil() as i32 - 1);
        let mut blend = |y: i32, part: f64| {
            let pixel = &mut self.pixels[y as usize * self.width + x as usize];
            *pixel = mixed(*pixel, color, (part * f64::from(alpha) + 0.5) as u8);
        };
        let (covers_first, covers_last) = (bottom.min(f64::from(first) + 1.0) - top, bottom - top.max(f64::from(last)));
        if covers_first < 1.0 {
            blend(first, covers_first);
        }
        if last > first && covers_last < 1.0 {
            blend(last, covers_last);
        }
    }

    /// Draws rising stripes on those pixels of an area that have the colour `ground`, so that corners and gaps stay as they are.
    /// The pattern hangs on the buffer's origin plus `phase`, so that it moves with what it marks.
    pub fn hatch(&mut self, area: Area, period: i32, phase: i32, ground: Rgba, stripe: Rgba) {
        let period = period.max(2);
        for y in self.visible_rows(area) {
            let from = area.x0.max(0);
            for (pixel, x) in self.span_mut(y, area.x0..area.x1).iter_mut().zip(from..) {
                if *pixel == ground && (x.wrapping_add(y).wrapping_sub(phase)).rem_euclid(period) < period / 2 {
                    *pixel = stripe;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const WHITE: Rgba = [255; 4];
    const RED: Rgba = [200, 0, 0, 255];

    fn buffer(width: u32, height: u32) -> PixelBuffer {
        let mut buffer = PixelBuffer::default();
        buffer.reset(width, height, WHITE);
        buffer
    }

    #[test]
    fn colours_are_mixed_to_the_nearest() {
        for (alpha, under) in (0..=255_u8).flat_map(|alpha| (0..=255_u8).map(move |under| (alpha, under))) {
            for top in [0, 1, 77, 127, 128, 254, 255] {
                let nearest = |u: u8, t: u8| {
                    let (share, u, t) = (f64::from(alpha) / 255.0, f64::from(u), f64::from(t));
                    (u * (1.0 - share) + t * share).round() as u8
                };
                let [a, b, c] = [255 - under, under.wrapping_mul(31), alpha];
                let expected = [nearest(under, top), nearest(a, b), nearest(b, c), alpha.max(9)];
                assert_eq!(mixed([under, a, b, 9], [top, b, c, 255], alpha), expected, "{under} {top} {alpha}");
            }
        }
    }

    proptest! {
        #[test]
        fn fill_covers_its_area_and_nothing_else(x0 in -30..60_i32, y0 in -30..60_i32, x1 in -30..60_i32, y1 in -30..60_i32) {
            let mut buffer = buffer(31, 17);
            buffer.fill(Area { x0, y0, x1, y1 }, RED);
            for y in 0..17 {
                for x in 0..31 {
                    let inside = (x0..x1).contains(&x) && (y0..y1).contains(&y);
                    prop_assert_eq!(buffer.pixel(x as u32, y as u32), Some(if inside { RED } else { WHITE }));
                }
            }
        }

        #[test]
        fn shapes_off_the_buffer_do_not_panic(x in any::<i32>(), y in any::<i32>(), w in 0..i32::MAX, h in 0..1_000_i32) {
            let mut buffer = buffer(9, 9);
            let (x, y) = (x / 4, y / 4);
            let area = Area { x0: x, y0: y, x1: x.saturating_add(w / 4), y1: y + h };
            buffer.fill_rounded(area, &Corner::new(3), RED);
            buffer.blend_area(area, RED, 100);
            buffer.hatch(area, 6, x, RED, WHITE);
        }
    }

    #[test]
    fn corners_are_rounded_alike_on_all_four_sides() {
        let mut buffer = buffer(20, 12);
        buffer.fill_rounded(Area { x0: 2, y0: 1, x1: 18, y1: 11 }, &Corner::new(4), RED);
        let at = |x: u32, y: u32| buffer.pixel(x, y);
        assert_eq!(at(2, 1), Some(WHITE), "the outermost pixel is free");
        assert_eq!((at(10, 1), at(2, 6), at(9, 6)), (Some(RED), Some(RED), Some(RED)));
        for i in 0..8 {
            for j in 0..5 {
                let corner = at(2 + i, 1 + j);
                assert_eq!((corner, corner, corner), (at(17 - i, 1 + j), at(2 + i, 10 - j), at(17 - i, 10 - j)));
            }
        }
        assert!((0..4).any(|i| ![Some(WHITE), Some(RED)].contains(&at(2 + i, 1))), "the edge is smoothed");
    }

    #[test]
    fn bytes_are_red_green_blue_alpha() {
        let mut buffer = buffer(1, 1);
        buffer.fill(Area { x0: 0, y0: 0, x1: 1, y1: 1 }, [1, 2, 3, 255]);
        assert_eq!(buffer.bytes(), [1, 2, 3, 255]);
    }

    #[test]
    fn sizes_are_held_in_range() {
        assert_eq!(PixelBuffer::device_size(800.0, 300.0, 1.5), (1_200, 450));
        assert_eq!(PixelBuffer::device_size(f64::NAN, -3.0, 2.0), (0, 0));
        let (width, height) = PixelBuffer::device_size(1e9, f64::INFINITY, 3.0);
        assert!(width <= SIDE_MAX && u64::from(width) * u64::from(height) <= u64::from(PIXELS_MAX));
    }
}
