//! Adding to many counts at once, and the least of many.
//!
//! Columns of counts end with [`STEP`] spare slots, so that a whole step is read and written at a time, whatever the number of counts: with
//! some dozen slots to a job, a loop over the rest would be guessed wrong each time.
//!
//! Natively the compiler makes vector instructions of the plain loops. The page is built small as a whole, where it makes none, so
//! WebAssembly gets them by name.

use super::steps::STEP;
use crate::request::Slot;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use plain as way;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm as way;

/// Ones for as many counts as are left, up to a whole step.
fn left(counts: Slot) -> &'static [u16; STEP] {
    /// Ones for a step, and zeros for a step.
    static ONES: [u16; 2 * STEP] = {
        let mut ones = [0; 2 * STEP];
        let mut at = 0;
        while at < STEP {
            ones[at] = u16::MAX;
            at += 1;
        }
        ones
    };
    ONES[STEP - STEP.min(counts as usize)..].first_chunk().expect("a step or more")
}

/// Adds to the counts of the slots `[from, to)`; a large `by` goes around and so takes away.
pub(super) fn add(column: &mut [u16], from: Slot, to: Slot, by: u16) {
    let mut at = from;
    while at < to {
        let step = column[at as usize..].first_chunk_mut().expect("a column ends with a spare step");
        way::add(step, left(to - at), by);
        at += STEP as Slot;
    }
}

/// The least count of the slots `[from, to)`, `u16::MAX` of none.
pub(super) fn least(column: &[u16], from: Slot, to: Slot) -> u16 {
    let (mut least, mut at) = (u16::MAX, from);
    while at < to {
        let step = column[at as usize..].first_chunk().expect("a column ends with a spare step");
        least = least.min(way::least(step, left(to - at)));
        at += STEP as Slot;
    }
    least
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod plain {
    use super::STEP;

    pub fn add(step: &mut [u16; STEP], of: &[u16; STEP], by: u16) {
        for (count, of) in step.iter_mut().zip(of) {
            *count = count.wrapping_add(by & of);
        }
    }

    pub fn least(step: &[u16; STEP], of: &[u16; STEP]) -> u16 {
        step.iter().zip(of).fold(u16::MAX, |least, (count, of)| least.min(count | !of))
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::STEP;
    use core::arch::wasm32::{
        u16x8, u16x8_add, u16x8_extract_lane as lane, u16x8_min, u16x8_splat, v128, v128_and, v128_not, v128_or,
    };

    fn load(&[a, b, c, d, e, f, g, h]: &[u16; 8]) -> v128 {
        u16x8(a, b, c, d, e, f, g, h)
    }

    fn store(v: v128) -> [u16; 8] {
        [lane::<0>(v), lane::<1>(v), lane::<2>(v), lane::<3>(v), lane::<4>(v), lane::<5>(v), lane::<6>(v), lane::<7>(v)]
    }

    pub fn add(step: &mut [u16; STEP], of: &[u16; STEP], by: u16) {
        let by = u16x8_splat(by);
        for (half, of) in step.as_chunks_mut().0.iter_mut().zip(of.as_chunks().0) {
            *half = store(u16x8_add(load(half), v128_and(load(of), by)));
        }
    }

    pub fn least(step: &[u16; STEP], of: &[u16; STEP]) -> u16 {
        let mut least = u16x8_splat(u16::MAX);
        for (half, of) in step.as_chunks().0.iter().zip(of.as_chunks().0) {
            least = u16x8_min(least, v128_or(load(half), v128_not(load(of))));
        }
        store(least).into_iter().fold(u16::MAX, u16::min)
    }
}
