//! What a bar looks like, as a number small enough for a table.

use crate::kit::palette::TINTS;
use bookahead_engine::slots::request::Slot;

/// Bits that tell tints apart.
const TINT_BITS: u32 = TINTS.ilog2();
const _: () = assert!(TINTS.is_power_of_two());

/// What most bars look like: their length and the tint of their request or class, packed as a key into a table of styles.
#[derive(Clone, Copy, Debug, Default)]
pub struct StyleKey(u16);

impl StyleKey {
    /// Lengths in slots are told apart below this; all others are one.
    pub const LENGTHS: Slot = 1 << (16 - TINT_BITS);

    /// Of a bar of some length in slots.
    pub fn new(slots: Slot, tint: usize) -> Self {
        Self((slots.min(Self::LENGTHS - 1) << TINT_BITS) as u16 | (tint % TINTS) as u16)
    }

    /// Keys are numbered by length first, then by tint.
    #[inline]
    pub fn number(self) -> usize {
        self.0.into()
    }

    /// The length in slots, if it is below [`StyleKey::LENGTHS`] less one.
    #[inline]
    pub fn slots(self) -> Slot {
        Slot::from(self.0 >> TINT_BITS)
    }

    /// The tint.
    pub fn tint(self) -> usize {
        usize::from(self.0) % TINTS
    }
}
