//! Adding to many counts at once, and the least of many.
//!
//! Natively the compiler makes vector instructions of the plain loops. The page is built small as a whole, where it makes none, so
//! WebAssembly gets them by name.

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use plain as way;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm as way;

/// Adds to every count; a large `by` goes around and so takes away.
pub(super) fn add(counts: &mut [u16], by: u16) {
    way::add(counts, by);
}

/// The least of the counts, `u16::MAX` of none.
pub(super) fn least(counts: &[u16]) -> u16 {
    way::least(counts)
}

#[cfg_attr(
    all(target_arch = "wasm32", target_feature = "simd128"),
    expect(clippy::inline_always, reason = "rests of a few counts")
)]
mod plain {
    #[inline(always)]
    pub fn add(counts: &mut [u16], by: u16) {
        for count in counts {
            *count = count.wrapping_add(by);
        }
    }

    #[inline(always)]
    pub fn least(counts: &[u16]) -> u16 {
        counts.iter().copied().fold(u16::MAX, u16::min)
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::plain;
    use core::arch::wasm32::{u16x8, u16x8_add, u16x8_extract_lane as lane, u16x8_min, u16x8_splat, v128};

    fn load(&[a, b, c, d, e, f, g, h]: &[u16; 8]) -> v128 {
        u16x8(a, b, c, d, e, f, g, h)
    }

    fn store(v: v128) -> [u16; 8] {
        [lane::<0>(v), lane::<1>(v), lane::<2>(v), lane::<3>(v), lane::<4>(v), lane::<5>(v), lane::<6>(v), lane::<7>(v)]
    }

    pub fn add(counts: &mut [u16], by: u16) {
        let added = u16x8_splat(by);
        let (steps, rest) = counts.as_chunks_mut::<8>();
        for step in steps {
            *step = store(u16x8_add(load(step), added));
        }
        plain::add(rest, by);
    }

    pub fn least(counts: &[u16]) -> u16 {
        let (steps, rest) = counts.as_chunks::<8>();
        let least = steps.iter().fold(u16x8_splat(u16::MAX), |least, step| u16x8_min(least, load(step)));
        plain::least(rest).min(plain::least(&store(least)))
    }
}
