//! The two node types of the flat search tree, both of fixed width so that scans compile to vector instructions.

use crate::idle::Tick;

/// Periods of a block: few, as every change looks at the whole block.
pub(super) const LEAF: usize = 16;
/// Blocks of a group, and groups of a crown.
pub(super) const WIDTH: usize = 32;

/// A set of places in a node, place 0 in the lowest bit.
pub(super) type Mask = u32;

/// Places that are looked at together: two vector registers of ticks.
const STEP: usize = 8;

/// Ticks in steps, those of the first `len` places only.
fn steps<const N: usize>(ticks: &[Tick; N], len: usize) -> impl Iterator<Item = &[Tick; STEP]> {
    ticks.as_chunks::<STEP>().0.iter().take(len.div_ceil(STEP))
}

/// The places among the first `len` (and perhaps some unused ones) where a test on two columns holds.
fn places<const N: usize>(a: &[Tick; N], b: &[Tick; N], len: usize, test: impl Fn(Tick, Tick) -> bool) -> Mask {
    let (mut lanes, mut bits) = ([0; STEP], [1, 2, 4, 8, 16, 32, 64, 128]);
    for (a, b) in steps(a, len).zip(steps(b, len)) {
        for at in 0..STEP {
            lanes[at] |= if test(a[at], b[at]) { bits[at] } else { 0 };
            bits[at] <<= STEP;
        }
    }
    lanes.into_iter().fold(0, |mask, lane| mask | lane)
}

/// The greatest of the first `len` values.
fn greatest(ticks: &[Tick; WIDTH], len: usize) -> Tick {
    let mut lanes = [0; STEP];
    for step in steps(ticks, len) {
        for at in 0..STEP {
            lanes[at] = lanes[at].max(step[at]);
        }
    }
    lanes.into_iter().fold(0, Tick::max)
}

/// How many of the first `len` values lie below a limit; unused places hold the greatest value.
fn count_below(ticks: &[Tick; LEAF], len: usize, limit: Tick) -> u32 {
    let mut lanes = [0; STEP];
    for step in steps(ticks, len) {
        for at in 0..STEP {
            lanes[at] += u32::from(step[at] < limit);
        }
    }
    lanes.into_iter().sum()
}

/// Sorting key: start, then server.
pub(super) fn key(start: Tick, server: u32) -> u64 {
    u64::from(start) << 32 | u64::from(server)
}

/// What a period must have to be worth finding: it ends at `end` or later (above 0) and lasts `length` or longer.
#[derive(Clone, Copy, Debug)]
pub(in crate::idle) struct Need {
    pub end: Tick,
    pub length: Tick,
}

/// Up to [`LEAF`] periods in order of (start, server). Places not used hold start `Tick::MAX` and end 0: they pass no test.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub starts: [Tick; LEAF],
    pub ends: [Tick; LEAF],
    pub servers: [u32; LEAF],
    pub len: usize,
}

impl Block {
    pub const EMPTY: Self = Self { starts: [Tick::MAX; LEAF], ends: [0; LEAF], servers: [0; LEAF], len: 0 };

    pub fn key(&self, at: usize) -> u64 {
        key(self.starts[at], self.servers[at])
    }

    /// First place whose key is not below `key`.
    pub fn lower_bound(&self, start: Tick, server: u32) -> usize {
        let mut at = count_below(&self.starts, self.len, start) as usize;
        while at < self.len && self.starts[at] == start && self.servers[at] < server {
            at += 1;
        }
        at
    }

    pub fn insert(&mut self, at: usize, start: Tick, server: u32, end: Tick) {
        self.starts.copy_within(at..self.len, at + 1);
        self.ends.copy_within(at..self.len, at + 1);
        self.servers.copy_within(at..self.len, at + 1);
        (self.starts[at], self.ends[at], self.servers[at]) = (start, end, server);
        self.len += 1;
    }

    pub fn remove(&mut self, at: usize) {
        self.starts.copy_within(at + 1..self.len, at);
        self.ends.copy_within(at + 1..self.len, at);
        self.servers.copy_within(at + 1..self.len, at);
        self.len -= 1;
        (self.starts[self.len], self.ends[self.len]) = (Tick::MAX, 0);
    }

    /// The upper half, taken out into a block of its own.
    pub fn split(&mut self) -> Self {
        let half = self.len / 2;
        let mut upper = Self::EMPTY;
        upper.len = self.len - half;
        upper.starts[..upper.len].copy_from_slice(&self.starts[half..self.len]);
        upper.ends[..upper.len].copy_from_slice(&self.ends[half..self.len]);
        upper.servers[..upper.len].copy_from_slice(&self.servers[half..self.len]);
        self.starts[half..].fill(Tick::MAX);
        self.ends[half..].fill(0);
        self.len = half;
        upper
    }

    /// Latest end and greatest length.
    pub fn extremes(&self) -> (Tick, Tick) {
        let mut lanes = ([0; STEP], [0; STEP]);
        for (starts, ends) in steps(&self.starts, self.len).zip(steps(&self.ends, self.len)) {
            for at in 0..STEP {
                lanes.0[at] = lanes.0[at].max(ends[at]);
                // An unused place comes to 1, and no period is shorter.
                lanes.1[at] = lanes.1[at].max(ends[at].wrapping_sub(starts[at]));
            }
        }
        (lanes.0.into_iter().fold(0, Tick::max), lanes.1.into_iter().fold(0, Tick::max))
    }

    /// Places that have what is needed.
    pub fn having(&self, need: Need) -> Mask {
        // An unused place ends at 0: it fails by its end, whatever its length comes to.
        places(&self.starts, &self.ends, self.len, |start, end| (end >= need.end) & (end.wrapping_sub(start) >= need.length))
    }

    /// Places whose start is not below `start`.
    pub fn from(&self, start: Tick) -> Mask {
        Mask::MAX.checked_shl(count_below(&self.starts, self.len, start)).unwrap_or(0)
    }
}

/// Up to [`WIDTH`] nodes of the level below in order, each with the least key it may hold, the latest end and the greatest length in it.
/// Places not used hold key `u64::MAX`, end 0 and length 0.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub keys: [u64; WIDTH],
    pub latest: [Tick; WIDTH],
    pub longest: [Tick; WIDTH],
    pub nodes: [u32; WIDTH],
    pub len: usize,
}

impl Group {
    pub const EMPTY: Self = Self { keys: [u64::MAX; WIDTH], latest: [0; WIDTH], longest: [0; WIDTH], nodes: [0; WIDTH], len: 0 };

    /// The place of the node a key belongs to: the last one whose least key is not above it, else the first.
    pub fn route(&self, key: u64) -> usize {
        self.keys[..self.len].partition_point(|&least| least <= key).saturating_sub(1)
    }

    pub fn insert(&mut self, at: usize, key: u64, node: u32, latest: Tick, longest: Tick) {
        self.keys.copy_within(at..self.len, at + 1);
        self.latest.copy_within(at..self.len, at + 1);
        self.longest.copy_within(at..self.len, at + 1);
        self.nodes.copy_within(at..self.len, at + 1);
        (self.keys[at], self.nodes[at], self.latest[at], self.longest[at]) = (key, node, latest, longest);
        self.len += 1;
    }

    pub fn remove(&mut self, at: usize) {
        self.keys.copy_within(at + 1..self.len, at);
        self.latest.copy_within(at + 1..self.len, at);
        self.longest.copy_within(at + 1..self.len, at);
        self.nodes.copy_within(at + 1..self.len, at);
        self.len -= 1;
        (self.keys[self.len], self.latest[self.len], self.longest[self.len]) = (u64::MAX, 0, 0);
    }

    /// The upper half, taken out into a group of its own.
    pub fn split(&mut self) -> Self {
        let half = self.len / 2;
        let mut upper = Self::EMPTY;
        for at in half..self.len {
            upper.insert(at - half, self.keys[at], self.nodes[at], self.latest[at], self.longest[at]);
        }
        self.keys[half..].fill(u64::MAX);
        self.latest[half..].fill(0);
        self.longest[half..].fill(0);
        self.len = half;
        upper
    }

    /// Latest end and greatest length.
    pub fn extremes(&self) -> (Tick, Tick) {
        (greatest(&self.latest, self.len), greatest(&self.longest, self.len))
    }

    /// Places below which something may have what is needed.
    pub fn having(&self, need: Need) -> Mask {
        places(&self.latest, &self.longest, self.len, |latest, longest| (latest >= need.end) & (longest >= need.length))
    }
}

/// The places after `at`.
pub(super) fn after(at: usize) -> Mask {
    Mask::MAX.checked_shl(at as u32 + 1).unwrap_or(0)
}

/// The places before `at`.
pub(super) fn before(at: usize) -> Mask {
    !Mask::MAX.checked_shl(at as u32).unwrap_or(0)
}

/// The places of a set in ascending order.
pub(super) fn ascending(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(at)
    })
}

/// The places of a set in descending order.
pub(super) fn descending(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (mask != 0).then(|| 31 - mask.leading_zeros() as usize)?;
        mask ^= 1 << at;
        Some(at)
    })
}
