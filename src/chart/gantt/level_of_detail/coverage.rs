//! Coverage of a pixel by small bars, in integers, and the resulting colour. All coordinates are device px.
//!
//! Most small bars have one colour, the common one, and are counted by their coverage alone. Those with a colour of their own are added up
//! as packed numbers: coverage, red, green and blue in 16 bits each. Lanes may borrow from each other in between; the sums are right, as
//! no sum of a lane is below 0 or above `256 * 255`. That asks for bars that do not overlap (others give wrong colours and nothing worse),
//! and for ends rounded alike.

use crate::kit::palette::Rgba;
use std::hint::black_box;
use std::num::NonZeroU64;
use wide::bytemuck::cast;
use wide::{f32x4, i16x8, u16x8, u32x4};

/// A pixel that is covered whole by the common colour. Small enough that a product of two such numbers fits.
pub const WHOLE: i32 = 1 << COMMON_BITS;
/// Parts of a pixel that are told apart in the common colour, as a power of two.
pub const COMMON_BITS: u32 = 15;
/// Parts of a pixel that are told apart in a bar's own colour, as a power of two.
pub const TINTED_BITS: u32 = 8;
/// From coverage in the common colour to coverage in packed numbers.
pub const TO_PACKED: u32 = COMMON_BITS - TINTED_BITS;
/// Parts of a pixel of a place, as a power of two.
pub const PLACE_BITS: u32 = 40;
/// Less of a place than can be seen and more than arithmetic is off.
const HAIR: i64 = 1 << (PLACE_BITS - 25);
/// What is added to a place where a bar with a colour of its own begins or ends, before all beyond [`TINTED_BITS`] is left out.
pub const ROUNDING: i64 = HAIR + (1 << (PLACE_BITS - TINTED_BITS - 1));
/// Bars that cover less than this of a pixel's width or of a line's height have no colour of their own.
pub const TINTED_LEAST: i32 = WHOLE / 16;
/// Least coverage shown, of 255: a busy pixel never disappears.
const LEAST_ALPHA: u32 = 72;
/// Most that a pixel is covered, of 256: whole, and one more as both kinds of coverage are rounded.
pub const COVERED_MAX: usize = 257;

/// The colour of a bar, ready to be added up: a packed number, covering a 256th of a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tint(NonZeroU64);

impl From<Rgba> for Tint {
    fn from(color: Rgba) -> Self {
        let [red, green, blue, _] = color.map(u64::from);
        Self(NonZeroU64::MIN | red << 16 | green << 32 | blue << 48)
    }
}

impl Tint {
    /// The packed number of so many 256ths of a pixel, which may be to be taken off.
    #[inline]
    pub fn times(self, parts: i32) -> u64 {
        self.0.get().wrapping_mul(parts as u64)
    }

    /// The packed number of one part.
    pub fn packed(self) -> u64 {
        self.0.get()
    }
}

/// A bar on a line: where it begins and ends, in parts of a pixel ([`COMMON_BITS`], or [`TINTED_BITS`] with a colour of its own).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// Left end, not below 0.
    pub from: i32,
    /// Right end, at most two parts beyond the line's.
    pub to: i32,
    /// Its own colour, if it is large enough to have one.
    pub tint: Option<Tint>,
}

impl Extent {
    /// A bar from `x0` to `x1` on a line that is `width` wide, covering `weight` (1 … [`WHOLE`]) of its height; `None` if it lies beside.
    #[inline]
    pub fn of((x0, x1): (f64, f64), width: f64, weight: i32, tint: Option<Tint>) -> Option<Self> {
        const LEAST: f64 = TINTED_LEAST as f64 / WHOLE as f64;
        // A bar keeps its colour where the picture's edge leaves little of it.
        let is_tinted = x1 - x0 >= LEAST && weight >= TINTED_LEAST;
        let (x0, x1) = (if x0 > 0.0 { x0 } else { 0.0 }, if x1 < width { x1 } else { width });
        if x1 <= x0 {
            return None;
        }
        Some(match tint.filter(|_| is_tinted) {
            // Outwards, so that every pixel touched gets its part. Truncation: several times faster than `ceil` where there is no
            // instruction. Where a bar begins on the edge of a pixel, it does so however that came out of the arithmetic.
            None => {
                let from = (x0 * f64::from(WHOLE) + 0.001) as i32;
                let least = if weight == WHOLE { 2 } else { (WHOLE / weight + 1).min(WHOLE) };
                Self { from, to: ((x1 * f64::from(WHOLE) + 0.999) as i32).max(from + least), tint: None }
            }
            tint => {
                let end = |x: f64| (x * f64::from(1 << TINTED_BITS) + 0.5001) as i32;
                Self { from: end(x0), to: end(x1), tint }
            }
        })
    }
}

impl Extent {
    /// A bar in the common colour that fills its line's height, between two places in parts of a pixel ([`PLACE_BITS`]).
    pub fn between((x0, x1): (i64, i64), width: i64) -> Option<Self> {
        const SHIFT: u32 = PLACE_BITS - COMMON_BITS;
        let (x0, x1) = (x0.max(0), x1.min(width));
        if x1 <= x0 {
            return None;
        }
        let from = ((x0 + HAIR) >> SHIFT) as i32;
        Some(Self { from, to: (((x1 - HAIR + (1 << SHIFT)) >> SHIFT) as i32).max(from + 2), tint: None })
    }
}

/// Coverage in the common colour as a packed number's, of 256: rounded; a trace stays a trace.
#[inline]
pub fn to_packed(common: i32) -> i32 {
    (common.saturating_add((1 << TO_PACKED) / 2) >> TO_PACKED).max(i32::from(common > 0))
}

/// Sums of packed numbers of some pixels, their halves apart: so there are as many of them in a column as there are pixels at a time.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    count: usize,
    covered_and_red: Vec<u32>,
    green_and_blue: Vec<u32>,
}

impl Sums {
    /// Takes in those of other pixels.
    pub fn replace(&mut self, sums: impl ExactSizeIterator<Item = u64>) {
        self.count = sums.len();
        for half in [&mut self.covered_and_red, &mut self.green_and_blue] {
            // By fours; nothing beyond.
            half.clear();
            half.resize(sums.len().next_multiple_of(4), 0);
        }
        for ((low, high), sum) in self.covered_and_red.iter_mut().zip(&mut self.green_and_blue).zip(sums) {
            (*low, *high) = (sum as u32, (sum >> 32) as u32);
        }
    }

    /// Lays the mean colours of the pixels over what is there.
    pub fn lay_over(&self, pixels: &mut [Rgba]) {
        let four = |half: &[u32], at: usize| half[at..].first_chunk().map_or(u32x4::ZERO, |four| u32x4::from(*four));
        let count = pixels.len().min(self.count);
        lay_fours(&mut pixels[..count], &|at| [four(&self.covered_and_red, at), four(&self.green_and_blue, at)]);
    }
}

/// Lays mean colours over pixels, four at a time: the sums of those from some place on are told in halves.
#[inline]
pub fn lay_fours(pixels: &mut [Rgba], sums: &impl Fn(usize) -> [u32x4; 2]) {
    let (mut last, factors) = ([[0; 4]; 4], Factors::default());
    let rest = pixels.len() / 4 * 4..pixels.len();
    last[..rest.len()].copy_from_slice(&pixels[rest.clone()]);
    for x in (0..pixels.len()).step_by(4) {
        let four = pixels[x..].first_chunk_mut().unwrap_or(&mut last);
        *four = factors.laid_over(four, sums(x));
    }
    let (_, rest) = pixels.as_chunks_mut::<4>();
    rest.copy_from_slice(&last[..rest.len()]);
}

/// Numbers that four pixels at a time are worked out with. Hidden from the compiler, they stay in registers: as constants, browsers build each of
/// them anew wherever it is used, which is a third of all the work.
struct Factors {
    covered_most: u32x4,
    least_alpha: u32x4,
    one: u32x4,
    byte: u32x4,
    half: u32x4,
    low: u32x4,
    high: u32x4,
    low_bytes: u32x4,
    half_byte: i16x8,
    opaque: u32x4,
}

impl Default for Factors {
    fn default() -> Self {
        let all = |number: u32| black_box(u32x4::splat(number));
        Self {
            covered_most: all(COVERED_MAX as u32),
            least_alpha: all(LEAST_ALPHA),
            one: all(1),
            byte: all(0xff),
            half: all(0x8000),
            low: all(0xffff),
            high: all(0xffff_0000),
            low_bytes: all(0x00ff_00ff),
            half_byte: black_box(i16x8::splat(0x80)),
            opaque: all(0xff00_0000),
        }
    }
}

impl Factors {
    /// Four pixels with the mean colours of these sums over what is there, which leaves nothing see-through: without a branch or a table.
    #[inline]
    fn laid_over(&self, under: &[Rgba; 4], [covered_and_red, green_and_blue]: [u32x4; 2]) -> [Rgba; 4] {
        let under: u32x4 = cast(*under);
        let covered = (covered_and_red & self.low).min(self.covered_most);
        let is_covered = covered.simd_gt(u32x4::ZERO);
        // None where nothing is covered, else at least the least.
        let alpha = (((covered * self.byte) >> 8_u32) + self.one).max(self.least_alpha).min(self.byte) & is_covered;
        // What a channel is multiplied by, times 65,536, to be that part of 255 times the alpha shown. As numbers of 24 bits are divided, what
        // is left out below the point is left out as it is of whole numbers.
        let float = |whole: u32x4| f32x4::from_i32x4(cast(whole));
        let factor: u32x4 = cast((float(alpha << 16_u32) / float(covered.max(self.one))).fast_trunc_int());
        let product = |channel: u32x4| channel * factor + self.half;
        // Two channels in the halves of every number: red and blue, and green.
        let color: [u32x4; 2] = [
            (product(covered_and_red >> 16_u32) >> 16_u32) | product(green_and_blue >> 16_u32) & self.high,
            product(green_and_blue & self.low) >> 16_u32,
        ];
        let left = self.byte - alpha;
        let left: i16x8 = cast(left | left << 16_u32);
        let under = [under & self.low_bytes, (under >> 8_u32) & self.byte];
        let sum = |i: usize| -> u16x8 {
            let [under, color]: [i16x8; 2] = [cast(under[i]), cast(color[i])];
            let sum: u16x8 = cast(under * left + color + self.half_byte);
            // Divided by 255, times 256.
            sum + (sum >> 8_u32)
        };
        let (red_and_blue, green): (u32x4, u32x4) = (cast(sum(0) >> 8_u32), cast(sum(1) >> 8_u32));
        cast(red_and_blue | green << 8_u32 | self.opaque)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pixels_get_the_mean_colour_by_how_much_is_covered(
            parts in prop::collection::vec((0..=256_i32, any::<[u8; 4]>(), any::<[u8; 3]>()), 0..19),
        ) {
            let opaque = |[red, green, blue]: [u8; 3]| [red, green, blue, 255];
            let mut sums = Sums::default();
            sums.replace(parts.iter().map(|&(covered, color, _)| Tint::from(color).times(covered)));
            let mut pixels: Vec<Rgba> = parts.iter().map(|&(.., under)| opaque(under)).collect();
            sums.lay_over(&mut pixels);
            for (&(covered, color, under), pixel) in parts.iter().zip(pixels) {
                let alpha = if covered == 0 { 0.0 } else { f64::from((covered * 255 / 256 + 1).clamp(72, 255)) / 255.0 };
                for i in 0..3 {
                    let exact = f64::from(color[i]) * alpha + f64::from(under[i]) * (1.0 - alpha);
                    prop_assert!((f64::from(pixel[i]) - exact).abs() <= 0.51, "{color:?} over {under:?}, {covered} of 256: {pixel:?}");
                }
                prop_assert_eq!(pixel[3], 255);
            }
        }
    }
}
