//! Vector operations on columns of counts: add to a range, minimum of a range.
//!
//! Columns end with [`STEP`] spare slots, so that whole steps can be read and written for any length. With a few dozen slots per job, the branch at
//! the end of a scalar remainder loop would be mispredicted each time.

use super::short_slots::STEP;
use crate::slots::request::Slot;
use wide::i16x16;

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

/// Adds to the counts of the slots `[from, to)`; what goes beyond the least or the greatest goes around.
pub(in crate::slots::planner) fn add(column: &mut [i16], from: Slot, to: Slot, by: i16) {
    static ALL_OR_NOTHING: [i16; 2 * STEP] = table(-1, 0);
    let counts = to.saturating_sub(from);
    let by = i16x16::splat(by);
    // Whole steps need no look at where they end: long jobs are mostly those.
    let (whole, last) = column[from as usize..].as_chunks_mut().0.split_at_mut(counts as usize / STEP);
    for step in whole {
        *step = (i16x16::new(*step) + by).to_array();
    }
    let last = last.first_mut().expect(SPARE);
    *last = (i16x16::new(*last) + (by & i16x16::new(*left(counts % STEP as Slot, &ALL_OR_NOTHING)))).to_array();
}

/// The least count of the slots `[from, to)`, if it is below one that is known.
#[inline(always)]
pub(in crate::slots::planner) fn least_below(column: &[i16], from: Slot, to: Slot, known: i16) -> Option<i16> {
    static AT_LEAST: [i16; 2 * STEP] = table(i16::MIN, i16::MAX);
    let counts = to.saturating_sub(from);
    let (whole, last) = column[from as usize..].as_chunks().0.split_at(counts as usize / STEP);
    let last = i16x16::new(*last.first().expect(SPARE)).max(i16x16::new(*left(counts % STEP as Slot, &AT_LEAST)));
    let least = whole.iter().fold(last, |least, step| least.min(i16x16::new(*step)));
    // Mostly it is not, and that is told without the sixteen compared with each other.
    least.simd_lt(i16x16::splat(known)).any().then(|| least.reduce_min())
}
