//! Sixteen waiting jobs as vectors: tests which of them occupy a slot, and which can reach a gap, all at once.

use super::freed_gaps::Gap;
use crate::slots::planner::logical::short_slots;
use crate::slots::planner::placement::Placement;
use crate::slots::request::Slot;
use wide::bytemuck::cast;
use wide::{i16x8, i32x4};

/// Jobs of one row.
pub(in crate::slots::planner) const ROW: usize = 16;

/// A column of a row. Slots and durations stay far below 2³¹ (`crate::slots::bounds`), and lanes with a sign are compared in one instruction.
type Lanes = [i32; ROW];

/// Places and windows of up to sixteen jobs. A place without a job is one of no duration.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::slots::planner) struct JobVectors {
    start: Lanes,
    duration: Lanes,
    earliest_start: Lanes,
    latest_start: Lanes,
}

impl JobVectors {
    /// Puts a job at a place.
    pub fn set(&mut self, at: usize, placement: &Placement) {
        self.start[at] = placement.start as i32;
        self.duration[at] = placement.shape.duration as i32;
        self.earliest_start[at] = placement.earliest_start as i32;
        self.latest_start[at] = placement.latest_start as i32;
    }

    /// Puts no job at a place.
    pub fn clear(&mut self, at: usize) {
        self.duration[at] = 0;
    }

    /// Bit i is set where job i occupies a slot.
    pub fn over(&self, slot: Slot) -> u16 {
        self.over_or_beside(slot as i32, 0, i32x4::splat(-1))
    }

    /// The same, but only where job i has a start after the slot, or one from `now` on with which it ends before it.
    pub fn beside(&self, slot: Slot, now: Slot) -> u16 {
        self.over_or_beside(slot as i32, (slot - now) as i32, i32x4::splat(0))
    }

    /// Bit i is set where job i could start from `now` on in a gap and occupy a slot that was freed, if the gap has nodes for it: where
    /// [`Placement::fits`] has something to look for. Bits of places without a job are of no meaning.
    pub fn reach(&self, gap: Gap, now: Slot) -> u16 {
        let from = gap.from.max(now);
        if gap.freed_to <= now || gap.to <= from {
            return 0;
        }
        let [longest, from, to] = [gap.to - from, gap.from, gap.to].map(|slot| i32x4::splat(slot as i32));
        let [freed_from, freed_to] = [gap.freed_from, gap.freed_to].map(|slot| i32x4::splat(slot as i32));
        bits(|at| {
            let [duration, earliest, latest] =
                [&self.duration, &self.earliest_start, &self.latest_start].map(|column| quarter(column, at));
            let can_start = earliest.simd_lt(freed_to) & from.simd_le(latest);
            let can_end = (earliest + duration).simd_le(to) & freed_from.simd_lt(latest + duration);
            duration.simd_le(longest) & can_start & can_end
        })
    }

    /// Which jobs occupy a slot, and either anyway or with a start after it or one with which they end before it.
    fn over_or_beside(&self, slot: i32, longest: i32, anyway: i32x4) -> u16 {
        let [slot, longest] = [slot, longest].map(i32x4::splat);
        bits(|at| {
            let [start, duration] = [&self.start, &self.duration].map(|column| quarter(column, at));
            let [earliest, latest] = [&self.earliest_start, &self.latest_start].map(|column| quarter(column, at));
            let occupies = start.simd_le(slot) & slot.simd_lt(start + duration);
            let before = (earliest + duration).simd_le(slot) & duration.simd_le(longest);
            occupies & (anyway | before | slot.simd_lt(latest))
        })
    }
}

/// A quarter of a column.
fn quarter(of: &Lanes, at: usize) -> i32x4 {
    i32x4::new(of.as_chunks().0[at])
}

/// Answers to a question about a quarter of a row each, as bits.
#[inline(always)]
fn bits(ask: impl Fn(usize) -> i32x4) -> u16 {
    let half = |at| i16x8::from_i32x8_saturate(cast([ask(at), ask(at + 1)]));
    short_slots::bits(cast([half(0), half(2)]))
}
