//! Vectorised search for short slots: the inner loop of every search on slots.

use crate::slots::request::Slot;
use wide::{i8x16, i16x16};

/// Slots looked at in one step. Columns of free nodes end with as many spare slots, so that a step may look past what is asked for.
pub const STEP: usize = 16;

/// Sixteen answers, all ones or all zeros each, as the bits of one number, whose zero counts find the place.
#[inline(always)]
pub(in crate::slots::planner) fn bits(answers: i16x16) -> u16 {
    i8x16::from_i16x16_saturate(answers).to_bitmask() as u16
}

/// Bit i is set where slot `at + i` has fewer than `nodes` nodes free.
fn short_slots(free: &[i16], at: usize, nodes: i16) -> u16 {
    let step: &[i16; STEP] = free[at..].first_chunk().expect("a column ends with a spare step");
    bits(i16x16::new(*step).simd_lt(i16x16::splat(nodes)))
}

/// The first slot of `[from, to)` with fewer than `nodes` nodes free.
pub(in crate::slots::planner) fn first_short(free: &[i16], from: Slot, to: Slot, nodes: i16) -> Option<Slot> {
    let mut at = from;
    while at < to {
        let short = short_slots(free, at as usize, nodes);
        if short != 0 {
            let slot = at + short.trailing_zeros();
            return (slot < to).then_some(slot);
        }
        at += STEP as Slot;
    }
    None
}

/// The first slot of `[from, to)` with `nodes` nodes free, else `to`.
pub(in crate::slots::planner) fn first_not_short(free: &[i16], from: Slot, to: Slot, nodes: i16) -> Slot {
    let mut at = from;
    while at < to {
        let enough = !short_slots(free, at as usize, nodes);
        if enough != 0 {
            return to.min(at + enough.trailing_zeros());
        }
        at += STEP as Slot;
    }
    to
}

/// The last slot of `[from, to)` with fewer than `nodes` nodes free.
pub(in crate::slots::planner) fn last_short(free: &[i16], from: Slot, to: Slot, nodes: i16) -> Option<Slot> {
    last_where(from, to, |at| short_slots(free, at as usize, nodes))
}

/// The last slot of `[from, to)` with `nodes` nodes free.
pub(in crate::slots::planner) fn last_not_short(free: &[i16], from: Slot, to: Slot, nodes: i16) -> Option<Slot> {
    last_where(from, to, |at| !short_slots(free, at as usize, nodes))
}

/// The last slot of `[from, to)` whose bit is set among those that `look` gives for the slots of a step.
#[inline(always)]
fn last_where(from: Slot, to: Slot, look: impl Fn(Slot) -> u16) -> Option<Slot> {
    let mut to = to;
    while from + STEP as Slot <= to {
        let at = to - STEP as Slot;
        let found = look(at);
        if found != 0 {
            return Some(to - 1 - found.leading_zeros());
        }
        to = at;
    }
    if from >= to {
        return None;
    }
    let found = look(from) & ((1 << (to - from)) - 1);
    (found != 0).then(|| from + (u16::BITS - 1 - found.leading_zeros()))
}
