//! Looking for short slots a step at a time: the inner loop of every search on slots.

use crate::request::Slot;

/// Slots looked at in one step. Columns of free nodes end with as many spare slots, so that a step may look past what is asked for.
pub(super) const STEP: usize = 16;

/// Compares a step of counts at once; the answers are the bits of one number, whose zero counts find the slot.
///
/// In plain Rust this compiles to two dozen vector instructions with SSE2, but not with WebAssembly's simd128, which has a way of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stepper {
    /// Bit i at place i. Data, and not a constant: from constants the compiler makes sixteen comparisons one after another.
    #[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), expect(dead_code, reason = "only the plain way needs it"))]
    bits: [u16; STEP],
}

impl Default for Stepper {
    fn default() -> Self {
        Self { bits: std::array::from_fn(|i| 1 << i) }
    }
}

impl Stepper {
    /// The answers for the places of a step, as bits.
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    pub fn bits(&self, ask: impl Fn(usize) -> bool) -> u16 {
        self.bits.iter().enumerate().map(|(i, &bit)| if ask(i) { bit } else { 0 }).fold(0, |all, bit| all | bit)
    }

    /// Bit i is set where slot `at + i` has fewer than `nodes` nodes free.
    fn short_slots(&self, free: &[i16], at: usize, nodes: i16) -> u16 {
        let step: &[i16; STEP] = free[at..].first_chunk().expect("a column ends with a spare step");
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return short_bits(step, nodes);
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        self.bits(|i| step[i] < nodes)
    }

    /// The first slot of `[from, to)` with fewer than `nodes` nodes free.
    pub fn first_short(&self, free: &[i16], from: Slot, to: Slot, nodes: i16) -> Option<Slot> {
        let mut at = from;
        while at < to {
            let short = self.short_slots(free, at as usize, nodes);
            if short != 0 {
                let slot = at + short.trailing_zeros();
                return (slot < to).then_some(slot);
            }
            at += STEP as Slot;
        }
        None
    }

    /// The first slot of `[from, to)` with `nodes` nodes free, else `to`.
    pub fn first_not_short(&self, free: &[i16], from: Slot, to: Slot, nodes: i16) -> Slot {
        let mut at = from;
        while at < to {
            let enough = !self.short_slots(free, at as usize, nodes);
            if enough != 0 {
                return to.min(at + enough.trailing_zeros());
            }
            at += STEP as Slot;
        }
        to
    }

    /// The last slot of `[from, to)` with fewer than `nodes` nodes free.
    pub fn last_short(&self, free: &[i16], from: Slot, to: Slot, nodes: i16) -> Option<Slot> {
        let mut to = to;
        while from + STEP as Slot <= to {
            let at = to - STEP as Slot;
            let short = self.short_slots(free, at as usize, nodes);
            if short != 0 {
                return Some(to - 1 - short.leading_zeros());
            }
            to = at;
        }
        if from >= to {
            return None;
        }
        let short = self.short_slots(free, from as usize, nodes) & ((1 << (to - from)) - 1);
        (short != 0).then(|| from + (u16::BITS - 1 - short.leading_zeros()))
    }
}

/// The same in vector operations.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
fn short_bits(step: &[i16; STEP], nodes: i16) -> u16 {
    use core::arch::wasm32::{i8x16_narrow_i16x8, i16x8, i16x8_lt, i16x8_splat, u8x16_bitmask};
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *step;
    let wanted = i16x8_splat(nodes);
    let (first, last) = (i16x8_lt(i16x8(a, b, c, d, e, f, g, h), wanted), i16x8_lt(i16x8(i, j, k, l, m, n, o, p), wanted));
    u8x16_bitmask(i8x16_narrow_i16x8(first, last))
}
