//! A test on some places of a row at once.
//!
//! Natively the compiler makes vector instructions of the plain loop. The page is built small as a whole, where it makes none, so WebAssembly gets
//! them by name.

use super::block::Need;
use crate::idle::Tick;

/// Places that are tested together.
pub(super) const STEP: usize = 8;

/// A period passes that ends at `end` or later (above 0) and lasts `least ..= least + span`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Test {
    pub end: Tick,
    pub least: Tick,
    pub span: Tick,
}

impl Test {
    /// Periods that have what is needed.
    pub fn of(need: Need) -> Self {
        Self { end: need.end, least: need.length, span: Tick::MAX - need.length }
    }

    /// The places that pass: a byte each, place 0 the lowest, not 0 where it passes.
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    pub fn places(self, starts: &[Tick; STEP], ends: &[Tick; STEP]) -> u64 {
        let mut passed = [0; STEP];
        for at in 0..STEP {
            let beyond = ends[at].wrapping_sub(starts[at]).wrapping_sub(self.least);
            passed[at] = if (ends[at] >= self.end) & (beyond <= self.span) { u8::MAX } else { 0 };
        }
        u64::from_le_bytes(passed)
    }

    /// The same with vectors by name.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    pub fn places(self, starts: &[Tick; STEP], ends: &[Tick; STEP]) -> u64 {
        use core::arch::wasm32::{
            i8x16_narrow_i16x8, i16x8_narrow_i32x4, i64x2_extract_lane, u32x4, u32x4_ge, u32x4_le, u32x4_splat, u32x4_sub, v128_and,
        };
        let (&[s0, s1, s2, s3, s4, s5, s6, s7], &[e0, e1, e2, e3, e4, e5, e6, e7]) = (starts, ends);
        let (end, least, span) = (u32x4_splat(self.end), u32x4_splat(self.least), u32x4_splat(self.span));
        let half = |starts, ends| {
            let beyond = u32x4_sub(u32x4_sub(ends, starts), least);
            v128_and(u32x4_ge(ends, end), u32x4_le(beyond, span))
        };
        let low = half(u32x4(s0, s1, s2, s3), u32x4(e0, e1, e2, e3));
        let high = half(u32x4(s4, s5, s6, s7), u32x4(e4, e5, e6, e7));
        let passed = i16x8_narrow_i32x4(low, high);
        i64x2_extract_lane::<0>(i8x16_narrow_i16x8(passed, passed)) as u64
    }
}
