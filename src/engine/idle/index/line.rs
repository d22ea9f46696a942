//! Idle periods in a sorted array by (start, server). For few periods a linear scan is faster than a tree; a change shifts the rest of the array.

use super::block::Need;
use super::places::{Passed, STEP, Test, TickBlock};
use crate::idle::Tick;
use crate::idle::period::Period;

/// Idle periods in order. Columns are filled up to whole steps; places not used hold start `Tick::MAX` and end 0: they pass no test.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    starts: Vec<Tick>,
    ends: Vec<Tick>,
    servers: Vec<u32>,
    len: usize,
}

impl Line {
    /// Periods of a line before it becomes a tree.
    pub const MOST: usize = 512;

    /// Number of periods.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The period at a place.
    pub fn period(&self, at: usize) -> Period {
        Period { start: self.starts[at], server: self.servers[at], end: self.ends[at] }
    }

    /// First place that does not come before (start, server).
    pub fn lower_bound(&self, start: Tick, server: u32) -> usize {
        let mut at = self.starts[..self.len].partition_point(|&other| other < start);
        while at < self.len && self.starts[at] == start && self.servers[at] < server {
            at += 1;
        }
        at
    }

    /// Adds a period.
    pub fn insert(&mut self, period: Period) {
        let at = self.lower_bound(period.start, period.server);
        self.insert_at(at, period);
    }

    fn insert_at(&mut self, at: usize, period: Period) {
        if self.len == self.starts.len() {
            let room = self.len + STEP;
            self.starts.resize(room, Tick::MAX);
            self.ends.resize(room, 0);
            self.servers.resize(room, 0);
        }
        self.starts.copy_within(at..self.len, at + 1);
        self.ends.copy_within(at..self.len, at + 1);
        self.servers.copy_within(at..self.len, at + 1);
        self.len += 1;
        self.put(at, period);
    }

    fn put(&mut self, at: usize, period: Period) {
        (self.starts[at], self.servers[at], self.ends[at]) = (period.start, period.server, period.end);
    }

    /// Takes the period at a place out.
    pub fn remove(&mut self, at: usize) {
        self.starts.copy_within(at + 1..self.len, at);
        self.ends.copy_within(at + 1..self.len, at);
        self.servers.copy_within(at + 1..self.len, at);
        self.truncate(self.len - 1);
    }

    fn truncate(&mut self, len: usize) {
        self.starts[len..self.len].fill(Tick::MAX);
        self.ends[len..self.len].fill(0);
        self.len = len;
    }

    /// Moves the end of a period forward.
    pub fn shorten(&mut self, at: usize, end: Tick) {
        self.ends[at] = end;
    }

    /// Puts a later period in the place of one: only what stands between the two moves.
    pub fn replace(&mut self, mut at: usize, later: Period) {
        while at + 1 < self.len && (self.starts[at + 1], self.servers[at + 1]) < (later.start, later.server) {
            self.put(at, self.period(at + 1));
            at += 1;
        }
        self.put(at, later);
    }

    /// Starts and ends step by step.
    fn steps(&self) -> (&[TickBlock], &[TickBlock]) {
        (self.starts.as_chunks().0, self.ends.as_chunks().0)
    }

    /// The first place from `from` on that passes, of those that start at `to` or earlier.
    pub fn next(&self, from: usize, to: Tick, test: Test) -> Option<usize> {
        let (starts, ends) = self.steps();
        let (mut step, mut asked) = (from / STEP, Passed::MAX << (from % STEP));
        while let (Some(starts), Some(ends)) = (starts.get(step), ends.get(step)) {
            if starts[0] > to {
                return None;
            }
            let passed = test.places(starts, ends) & asked;
            if passed != 0 {
                let at = passed.trailing_zeros() as usize % STEP;
                return (starts[at] <= to).then_some(step * STEP + at);
            }
            (step, asked) = (step + 1, Passed::MAX);
        }
        None
    }

    /// The last place before `before` that passes.
    pub fn previous(&self, before: usize, test: Test) -> Option<usize> {
        let (starts, ends) = self.steps();
        let mut asked = !(Passed::MAX << (before % STEP));
        for step in (0..=before / STEP).rev() {
            // The step that `before` stands in may not be there; then nothing of it is asked.
            if let (Some(starts), Some(ends)) = (starts.get(step), ends.get(step)) {
                let passed = test.places(starts, ends) & asked;
                if passed != 0 {
                    return Some(step * STEP + passed.ilog2() as usize);
                }
            }
            asked = Passed::MAX;
        }
        None
    }

    /// The first place that starts at `from` or later.
    pub fn from(&self, from: Tick) -> usize {
        self.starts[..self.len].partition_point(|&start| start < from)
    }

    /// The last period in order of start, of those before a place, that has what is needed; of several with the same start the one of the
    /// lowest server.
    pub fn last(&self, before: usize, need: Need) -> Option<usize> {
        let test = Test::of(need);
        let mut found = self.previous(before, test)?;
        while found > 0 && self.starts[found - 1] == self.starts[found] {
            // Most starts are the only ones of their kind.
            match self.previous(found, test) {
                Some(twin) if self.starts[twin] == self.starts[found] => found = twin,
                _ => break,
            }
        }
        Some(found)
    }

    /// Forgets periods that end before `end`.
    pub fn sweep(&mut self, end: Tick) {
        let mut kept = 0;
        for at in 0..self.len {
            let period = self.period(at);
            self.put(kept, period);
            kept += usize::from(period.end >= end);
        }
        self.truncate(kept);
    }

    /// Forgets periods that begin at `start` or later.
    pub fn sweep_tail(&mut self, start: Tick) {
        self.truncate(self.from(start));
    }

    /// Every period in order.
    pub fn iter(&self) -> impl Iterator<Item = Period> + '_ {
        (0..self.len).map(|at| self.period(at))
    }
}
