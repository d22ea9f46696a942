//! Vector tests on several entries of a row.

use super::block::Need;
use crate::idle::Tick;
use wide::bytemuck::cast;
use wide::{i8x16, i16x8, u32x4};

/// Places that are tested together.
pub(super) const STEP: usize = 16;

/// A column's part of one step.
pub(super) type TickBlock = [Tick; STEP];

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
    pub fn places(self, starts: &TickBlock, ends: &TickBlock) -> Passed {
        if self.early.is_some_and(|early| starts[STEP - 1] <= early) { ending(ends, self.end) } else { passing(starts, ends, self) }
    }
}

/// Answers to a question about a quarter of a step each, as a set of places.
#[inline(always)]
fn places(ask: impl Fn(usize) -> u32x4) -> Passed {
    let half = |at| i16x8::from_i32x8_saturate(cast([ask(at), ask(at + 1)]));
    i8x16::from_i16x16_saturate(cast([half(0), half(2)])).to_bitmask()
}

fn quarter(step: &TickBlock, at: usize) -> u32x4 {
    u32x4::new(step.as_chunks().0[at])
}

#[inline]
fn ending(ends: &TickBlock, end: Tick) -> Passed {
    let end = u32x4::splat(end);
    places(|at| quarter(ends, at).simd_ge(end))
}

#[inline]
fn passing(starts: &TickBlock, ends: &TickBlock, test: Test) -> Passed {
    let [end, least, span] = [test.end, test.least, test.span].map(u32x4::splat);
    places(|at| {
        let (starts, ends) = (quarter(starts, at), quarter(ends, at));
        ends.simd_ge(end) & (ends - starts - least).simd_le(span)
    })
}
