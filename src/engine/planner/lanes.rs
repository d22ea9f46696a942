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

const SPARE: &str = "a column ends with a spare step";

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

/// All counts of a step.
const ALL: [i16; STEP] = [-1; STEP];

/// Adds to the counts of the slots `[from, to)`; what goes beyond the least or the greatest goes around.
pub(super) fn add(column: &mut [i16], from: Slot, to: Slot, by: i16) {
    static ALL_OR_NOTHING: [i16; 2 * STEP] = table(-1, 0);
    let counts = to.saturating_sub(from);
    // Whole steps need no look at where they end: long jobs are mostly those.
    let (whole, last) = column[from as usize..].as_chunks_mut().0.split_at_mut(counts as usize / STEP);
    for step in whole {
        way::add(step, &ALL, by);
    }
    way::add(last.first_mut().expect(SPARE), left(counts % STEP as Slot, &ALL_OR_NOTHING), by);
}

/// The least count of the slots `[from, to)`, `i16::MAX` of none.
pub(super) fn least(column: &[i16], from: Slot, to: Slot) -> i16 {
    static AT_LEAST: [i16; 2 * STEP] = table(i16::MIN, i16::MAX);
    let counts = to.saturating_sub(from);
    let (whole, last) = column[from as usize..].as_chunks().0.split_at(counts as usize / STEP);
    way::least(whole, last.first().expect(SPARE), left(counts % STEP as Slot, &AT_LEAST))
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod plain {
    use super::STEP;

    pub fn add(step: &mut [i16; STEP], of: &[i16; STEP], by: i16) {
        for (count, of) in step.iter_mut().zip(of) {
            *count = count.wrapping_add(by & of);
        }
    }

    /// The least count of whole steps and of the last one, whose counts are raised to `at_least`.
    pub fn least(whole: &[[i16; STEP]], last: &[i16; STEP], at_least: &[i16; STEP]) -> i16 {
        let mut least: [i16; STEP] = std::array::from_fn(|i| last[i].max(at_least[i]));
        for step in whole {
            least.iter_mut().zip(step).for_each(|(least, count)| *least = (*least).min(*count));
        }
        least.into_iter().fold(i16::MAX, i16::min)
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

    pub fn least(whole: &[[i16; STEP]], last: &[i16; STEP], at_least: &[i16; STEP]) -> i16 {
        let mut least = i16x8_splat(i16::MAX);
        for (half, at_least) in last.as_chunks().0.iter().zip(at_least.as_chunks().0) {
            least = i16x8_min(least, i16x8_max(load(half), load(at_least)));
        }
        for half in whole.as_flattened().as_chunks().0 {
            least = i16x8_min(least, load(half));
        }
        store(least).into_iter().fold(i16::MAX, i16::min)
    }
}
