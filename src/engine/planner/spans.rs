//! Sixteen waiting jobs side by side: which of them occupy a slot, and which a gap is within reach of, asked of all at once.

use super::gaps::Gap;
use super::stand::Stand;
use super::steps::Stepper;
use crate::request::Slot;

/// Jobs of one row.
pub(super) const ROW: usize = 16;

/// A column of a row. Slots and durations stay far below 2³¹ (`crate::bounds`), and lanes with a sign are compared in one instruction.
type Lanes = [i32; ROW];

/// Places and windows of up to sixteen jobs. A place without a job is one of no duration.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spans {
    start: Lanes,
    duration: Lanes,
    earliest_start: Lanes,
    latest_start: Lanes,
}

impl Spans {
    /// Puts a job at a place.
    pub fn set(&mut self, at: usize, stand: &Stand) {
        self.start[at] = stand.start as i32;
        self.duration[at] = stand.shape.duration as i32;
        self.earliest_start[at] = stand.earliest_start as i32;
        self.latest_start[at] = stand.latest_start as i32;
    }

    /// Puts no job at a place.
    pub fn clear(&mut self, at: usize) {
        self.duration[at] = 0;
    }

    /// Bit i is set where job i occupies a slot.
    pub fn over(&self, slot: Slot, steps: &Stepper) -> u16 {
        way::over(self, slot as i32, steps)
    }

    /// The same, but only where job i has a start after the slot, or one from `now` on with which it ends before it.
    pub fn beside(&self, slot: Slot, now: Slot, steps: &Stepper) -> u16 {
        way::beside(self, slot as i32, (slot - now) as i32, steps)
    }

    /// Bit i is set where job i could start from `now` on in a gap and occupy a slot that was freed, if the gap has nodes for it: where
    /// [`Stand::fits`] has something to look for. Bits of places without a job are of no meaning.
    pub fn reach(&self, gap: Gap, now: Slot, steps: &Stepper) -> u16 {
        let from = gap.from.max(now);
        if gap.freed_to <= now || gap.to <= from {
            return 0;
        }
        let reach = Reach {
            longest: (gap.to - from) as i32,
            from: gap.from as i32,
            to: gap.to as i32,
            freed_from: gap.freed_from as i32,
            freed_to: gap.freed_to as i32,
        };
        way::reach(self, &reach, steps)
    }
}

/// A gap, as a row of jobs is asked about it, and the longest job that it has room for from now on.
struct Reach {
    longest: i32,
    from: i32,
    to: i32,
    freed_from: i32,
    freed_to: i32,
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use plain as way;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use wasm as way;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod plain {
    use super::{Reach, Spans, Stepper};

    pub fn over(Spans { start, duration, .. }: &Spans, slot: i32, steps: &Stepper) -> u16 {
        steps.bits(|i| (start[i] <= slot) & (slot < start[i] + duration[i]))
    }

    pub fn beside(
        Spans { start, duration, earliest_start, latest_start, .. }: &Spans,
        slot: i32,
        longest: i32,
        steps: &Stepper,
    ) -> u16 {
        steps.bits(|i| {
            (start[i] <= slot)
                & (slot < start[i] + duration[i])
                & ((slot < latest_start[i]) | ((earliest_start[i] + duration[i] <= slot) & (duration[i] <= longest)))
        })
    }

    pub fn reach(Spans { duration, earliest_start, latest_start, .. }: &Spans, gap: &Reach, steps: &Stepper) -> u16 {
        steps.bits(|i| {
            (duration[i] <= gap.longest)
                & (earliest_start[i] < gap.freed_to)
                & (gap.from <= latest_start[i])
                & (earliest_start[i] + duration[i] <= gap.to)
                & (gap.freed_from < latest_start[i] + duration[i])
        })
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::{Lanes, Reach, Spans, Stepper};
    use core::arch::wasm32::{
        i8x16_bitmask, i8x16_narrow_i16x8, i16x8_narrow_i32x4, i32x4, i32x4_add, i32x4_le, i32x4_lt, i32x4_splat, v128, v128_and,
        v128_or,
    };

    /// A quarter of a column.
    fn quarter(of: &Lanes, at: usize) -> v128 {
        let [a, b, c, d] = of.as_chunks().0[at];
        i32x4(a, b, c, d)
    }

    /// Answers to a question about a quarter of a row each.
    fn bits(ask: impl Fn(usize) -> v128) -> u16 {
        let half = |at| i16x8_narrow_i32x4(ask(at), ask(at + 1));
        i8x16_bitmask(i8x16_narrow_i16x8(half(0), half(2)))
    }

    pub fn over(spans: &Spans, slot: i32, _: &Stepper) -> u16 {
        over_or_beside(spans, slot, 0, i32x4_splat(-1))
    }

    pub fn beside(spans: &Spans, slot: i32, longest: i32, _: &Stepper) -> u16 {
        over_or_beside(spans, slot, longest, i32x4_splat(0))
    }

    /// One way for both: the page transfers every instruction.
    #[inline(never)]
    fn over_or_beside(spans: &Spans, slot: i32, longest: i32, anyway: v128) -> u16 {
        let [slot, longest] = [slot, longest].map(|number| i32x4_splat(number));
        bits(|at| {
            let [start, duration, earliest, latest] =
                [&spans.start, &spans.duration, &spans.earliest_start, &spans.latest_start].map(|column| quarter(column, at));
            let occupies = v128_and(i32x4_le(start, slot), i32x4_lt(slot, i32x4_add(start, duration)));
            let before = v128_and(i32x4_le(i32x4_add(earliest, duration), slot), i32x4_le(duration, longest));
            v128_and(occupies, v128_or(anyway, v128_or(before, i32x4_lt(slot, latest))))
        })
    }

    #[inline(never)]
    pub fn reach(spans: &Spans, gap: &Reach, _: &Stepper) -> u16 {
        let Reach { longest, from, to, freed_from, freed_to } = *gap;
        let [longest, from, to, freed_from, freed_to] = [longest, from, to, freed_from, freed_to].map(|number| i32x4_splat(number));
        bits(|at| {
            let [duration, earliest, latest] =
                [&spans.duration, &spans.earliest_start, &spans.latest_start].map(|column| quarter(column, at));
            let can_start = v128_and(i32x4_lt(earliest, freed_to), i32x4_le(from, latest));
            let can_end = v128_and(i32x4_le(i32x4_add(earliest, duration), to), i32x4_lt(freed_from, i32x4_add(latest, duration)));
            v128_and(i32x4_le(duration, longest), v128_and(can_start, can_end))
        })
    }
}
