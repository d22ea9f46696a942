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

/// One number for as many counts as are left, up to a whole step, and another one for the others.
fn left(counts: Slot, table: &'static [i16; 2 * STEP]) -> &'static [i16; STEP] {
    table[STEP - STEP.min(counts as usize)..].first_chunk().expect("a step or more")
}

const fn table(counts: i16, others: i16) -> [i16; 2 * STEP] {
    let mut numbers = [others; 2 * STEP];
    let mut at = 0;
    while at < STEP {
        numbers[at] = counts;
        at += 1;
    }
    numbers
}

/// Adds to the counts of the slots `[from, to)`; what goes beyond the least or the greatest goes around.
pub(super) fn add(column: &mut [i16], from: Slot, to: Slot, by: i16) {
    static ALL_OR_NOTHING: [i16; 2 * STEP] = table(-1, 0);
    let mut at = from;
    while at < to {
        let step = column[at as usize..].first_chunk_mut().expect("a column ends with a spare step");
        way::add(step, left(to - at, &ALL_OR_NOTHING), by);
        at += STEP as Slot;
    }
}

/// The least count of the slots `[from, to)`, `i16::MAX` of none.
pub(super) fn least(column: &[i16], from: Slot, to: Slot) -> i16 {
    static AT_LEAST: [i16; 2 * STEP] = table(i16::MIN, i16::MAX);
    let (mut least, mut at) = (i16::MAX, from);
    while at < to {
        let step = column[at as usize..].first_chunk().expect("a column ends with a spare step");
        least = least.min(way::least(step, left(to - at, &AT_LEAST)));
        at += STEP as Slot;
    }
    least
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod plain {
    use super::STEP;

    pub fn add(step: &mut [i16; STEP], of: &[i16; STEP], by: i16) {
        for (count, of) in step.iter_mut().zip(of) {
            *count = count.wrapping_add(by & of);
        }
    }

    pub fn least(step: &[i16; STEP], at_least: &[i16; STEP]) -> i16 {
        step.iter().zip(at_least).fold(i16::MAX, |least, (count, at_least)| least.min(*count.max(at_least)))
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::STEP;
    use core::arch::wasm32::{i16x8, i16x8_add, i16x8_extract_lane as lane, i16x8_max, i16x8_min, i16x8_splat, v128, v128_and};

    fn load(&[a, b, c, d, e, f, g, h]: &[i16; 8]) -> v128 {
        i16x8(a, b, c, d, e, f, g, h)
    }

    fn store(v: v128) -> [i16; 8] {
        [lane::<0>(v), lane::<1>(v), lane::<2>(v), lane::<3>(v), lane::<4>(v), lane::<5>(v), lane::<6>(v), lane::<7>(v)]
    }

    pub fn add(step: &mut [i16; STEP], of: &[i16; STEP], by: i16) {
        let by = i16x8_splat(by);
        for (half, of) in step.as_chunks_mut().0.iter_mut().zip(of.as_chunks().0) {
            *half = store(i16x8_add(load(half), v128_and(load(of), by)));
        }
    }

    pub fn least(step: &[i16; STEP], at_least: &[i16; STEP]) -> i16 {
        let mut least = i16x8_splat(i16::MAX);
        for (half, at_least) in step.as_chunks().0.iter().zip(at_least.as_chunks().0) {
            least = i16x8_min(least, i16x8_max(load(half), load(at_least)));
        }
        store(least).into_iter().fold(i16::MAX, i16::min)
    }
}
