//! Steps of a profile that follow one another, and searches among them side by side.

use crate::batch::job::Time;
use std::ops::Range;
use wide::i32x4;

/// Most steps of a chunk.
pub const CHUNK: usize = 32;
/// A full chunk is split in two of so many.
pub const HALF: usize = CHUNK / 2;
/// Steps that are looked at together: without a branch, so that the compiler compares them side by side.
const BLOCK: usize = 8;

/// Steps that follow one another.
#[derive(Clone, Debug)]
pub struct Chunk {
    /// How many they are.
    pub len: usize,
    /// Where each step begins; it ends where the next one does, of this chunk or the one behind.
    pub times: [Time; CHUNK],
    /// Free nodes of each step, less what is to be added.
    pub free: [i32; CHUNK],
}

impl Chunk {
    /// No step yet.
    pub fn new() -> Box<Self> {
        Box::new(Self { len: 0, times: [0; CHUNK], free: [0; CHUNK] })
    }

    /// Where its steps begin.
    pub fn times(&self) -> &[Time] {
        &self.times[..self.len]
    }

    /// Free nodes of its steps, less what is to be added.
    pub fn free(&self) -> &[i32] {
        &self.free[..self.len]
    }

    /// A bit for each step with as many nodes as wanted.
    pub fn enough(&self, wanted: i32) -> u64 {
        let less = i32x4::splat(wanted - 1);
        let (fours, _) = self.free.as_chunks();
        let bits = fours.iter().rev().fold(0, |bits, four| bits << 4 | u64::from(i32x4::new(*four).simd_gt(less).to_bitmask()));
        bits & ((1 << self.len) - 1)
    }

    /// Takes out some steps.
    pub fn remove(&mut self, steps: Range<usize>) {
        self.times.copy_within(steps.end..self.len, steps.start);
        self.free.copy_within(steps.end..self.len, steps.start);
        self.len -= steps.len();
    }
}

/// The first number that passes a test.
pub fn first_that(numbers: &[i32], passes: impl Fn(i32) -> bool) -> Option<usize> {
    let mut blocks = numbers.chunks_exact(BLOCK);
    let mut at = 0;
    for block in blocks.by_ref() {
        if block.iter().fold(false, |any, &number| any | passes(number)) {
            break;
        }
        at += BLOCK;
    }
    numbers[at..].iter().position(|&number| passes(number)).map(|found| at + found)
}
