//! Tests on some places of a row at once.
//!
//! Natively the compiler makes vector instructions of the plain loops. The page is built small as a whole, where it makes none, so WebAssembly gets
//! them by name.

use super::block::Need;
use crate::idle::Tick;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use plain as way;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm as way;

/// Places that are tested together.
pub(super) const STEP: usize = 16;

/// A column's part of one step.
pub(super) type Step = [Tick; STEP];

/// A set of places of a step, place 0 in the lowest bit.
pub(super) type Passed = u32;

/// A period passes that ends at `end` or later (above 0) and lasts `least ..= least + span`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Test {
    end: Tick,
    least: Tick,
    span: Tick,
    /// What starts up to here passes if it ends late enough.
    early: Option<Tick>,
}

impl Test {
    /// Periods that have what is needed.
    pub fn of(Need { end, length }: Need) -> Self {
        Self { end, least: length, span: Tick::MAX - length, early: end.checked_sub(length) }
    }

    /// Of those the ones that last less than `length`; `None` if there are none.
    pub fn shorter_than(self, length: Tick) -> Option<Self> {
        Some(Self { span: length.checked_sub(self.least)?.checked_sub(1)?, early: None, ..self })
    }

    /// The places of a step that pass; its starts ascend.
    #[inline]
    pub fn places(self, starts: &Step, ends: &Step) -> Passed {
        if self.early.is_some_and(|early| starts[STEP - 1] <= early) {
            way::ending(ends, self.end)
        } else {
            way::passing(starts, ends, self)
        }
    }
}

#[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), allow(dead_code))]
mod plain {
    use super::{Passed, STEP, Step, Test};
    use crate::idle::Tick;

    /// Places of one vector register.
    const LANES: usize = 4;

    fn places(test: impl Fn(usize) -> bool) -> Passed {
        let mut passed = [0; LANES];
        for first in (0..STEP).step_by(LANES) {
            for (lane, passed) in passed.iter_mut().enumerate() {
                *passed |= if test(first + lane) { 1 << (first + lane) } else { 0 };
            }
        }
        passed.into_iter().fold(0, |passed, lane| passed | lane)
    }

    #[inline]
    pub fn ending(ends: &Step, end: Tick) -> Passed {
        places(|at| ends[at] >= end)
    }

    #[inline]
    pub fn passing(starts: &Step, ends: &Step, test: Test) -> Passed {
        places(|at| {
            let beyond = ends[at].wrapping_sub(starts[at]).wrapping_sub(test.least);
            (ends[at] >= test.end) & (beyond <= test.span)
        })
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::{Passed, Step, Test};
    use crate::idle::Tick;
    use core::arch::wasm32::{
        i8x16_bitmask, i8x16_narrow_i16x8, i16x8_narrow_i32x4, u32x4, u32x4_ge, u32x4_le, u32x4_splat, u32x4_sub, v128, v128_and,
    };

    /// A step in vectors.
    fn load(&[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]: &Step) -> [v128; 4] {
        [u32x4(a, b, c, d), u32x4(e, f, g, h), u32x4(i, j, k, l), u32x4(m, n, o, p)]
    }

    fn places([a, b, c, d]: [v128; 4]) -> Passed {
        let (low, high) = (i16x8_narrow_i32x4(a, b), i16x8_narrow_i32x4(c, d));
        i8x16_bitmask(i8x16_narrow_i16x8(low, high)).into()
    }

    #[inline]
    pub fn ending(ends: &Step, end: Tick) -> Passed {
        let end = u32x4_splat(end);
        places(load(ends).map(|ends| u32x4_ge(ends, end)))
    }

    #[inline]
    pub fn passing(starts: &Step, ends: &Step, test: Test) -> Passed {
        let (end, least, span) = (u32x4_splat(test.end), u32x4_splat(test.least), u32x4_splat(test.span));
        let ([s0, s1, s2, s3], [e0, e1, e2, e3]) = (load(starts), load(ends));
        let pass = |starts, ends| v128_and(u32x4_ge(ends, end), u32x4_le(u32x4_sub(u32x4_sub(ends, starts), least), span));
        places([pass(s0, e0), pass(s1, e1), pass(s2, e2), pass(s3, e3)])
    }
}
