//! Free nodes over time: a step function with fast changes of a stretch of time and fast searches.
//!
//! The steps stand in chunks of at most `CHUNK`; each chunk knows its least and its greatest number, so that a search passes over whole chunks, and has a number that is to be
//! added to all of its steps, so that a long stretch changes without touching them. Flat chunks measured faster than a balanced tree from ten steps to a hundred thousand.

use super::profile_chunk::{CHUNK, Chunk, HALF, first_that};
use crate::batch::job::{NEVER, Time};
use std::ops::Range;

/// Free nodes from now on. Times before the last [`Profile::forget`] are of no account.
///
/// What is known of each chunk stands in flat columns of its own: a search passes over chunks, and a long stretch changes, without touching the chunks.
#[derive(Debug)]
pub struct Profile {
    /// Where each chunk begins.
    firsts: Vec<Time>,
    /// What is to be added to every step of each.
    add: Vec<i32>,
    /// Least and greatest number of each, `add` included.
    least: Vec<i32>,
    most: Vec<i32>,
    // A chunk is large: where one comes between others, pointers are moved, not chunks.
    #[expect(clippy::vec_box)]
    chunks: Vec<Box<Chunk>>,
}

impl Clone for Profile {
    fn clone(&self) -> Self {
        let Self { firsts, add, least, most, chunks } = self;
        Self { firsts: firsts.clone(), add: add.clone(), least: least.clone(), most: most.clone(), chunks: chunks.clone() }
    }
    /// Into the room that is there: a plan that is made at every event takes none anew.
    fn clone_from(&mut self, other: &Self) {
        self.firsts.clone_from(&other.firsts);
        self.add.clone_from(&other.add);
        self.least.clone_from(&other.least);
        self.most.clone_from(&other.most);
        self.chunks.clone_from(&other.chunks);
    }
}

/// A step: its chunk, and its place there.
type Place = (usize, usize);

impl Profile {
    /// All nodes free from the start of time.
    pub fn new(nodes: u32) -> Self {
        let mut chunk = Chunk::new();
        (chunk.len, chunk.free[0]) = (1, nodes as i32);
        Self { firsts: vec![0], add: vec![0], least: vec![nodes as i32], most: vec![nodes as i32], chunks: vec![chunk] }
    }

    /// Number of steps.
    pub fn steps(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len).sum()
    }

    /// Forgets what lies before a moment; not every step at once.
    pub fn forget(&mut self, before: Time) {
        if self.firsts.get(1).is_some_and(|&second| second <= before) {
            let gone = self.firsts.partition_point(|&first| first <= before) - 1;
            self.firsts.drain(..gone);
            self.add.drain(..gone);
            self.least.drain(..gone);
            self.most.drain(..gone);
            self.chunks.drain(..gone);
        }
        let chunk = &mut self.chunks[0];
        // The first quarter, or nothing: where that ends tells without a search.
        if chunk.len >= 16 && chunk.times[chunk.len / 4] <= before {
            let gone = chunk.times().partition_point(|&time| time <= before) - 1;
            chunk.remove(0..gone);
            self.firsts[0] = chunk.times[0];
            self.count(0);
        }
    }

    /// Finds the least and the greatest number of a chunk again.
    fn count(&mut self, c: usize) {
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for &free in self.chunks[c].free() {
            (least, most) = (least.min(free), most.max(free));
        }
        (self.least[c], self.most[c]) = (least + self.add[c], most + self.add[c]);
    }

    /// The step that holds a moment.
    fn place(&self, at: Time) -> Place {
        let chunk = self.firsts.partition_point(|&first| first <= at).saturating_sub(1);
        (chunk, self.chunks[chunk].times().partition_point(|&time| time <= at).saturating_sub(1))
    }

    fn at(&self, (chunk, step): Place) -> i32 {
        self.chunks[chunk].free[step] + self.add[chunk]
    }

    fn begins(&self, (chunk, step): Place) -> Time {
        self.chunks[chunk].times[step]
    }

    /// Free nodes of the step before a place; `None` for the first step of all.
    fn before(&self, (c, step): Place) -> Option<i32> {
        match (c, step) {
            (0, 0) => None,
            (_, 0) => Some(self.at((c - 1, self.chunks[c - 1].len - 1))),
            _ => Some(self.at((c, step - 1))),
        }
    }

    /// Free nodes at a moment.
    pub fn free_at(&self, at: Time) -> u32 {
        self.at(self.place(at)) as u32
    }

    /// Gives back nodes from one moment up to another.
    pub fn give(&mut self, from: Time, to: Time, nodes: u32) {
        self.change(from, to, nodes as i32);
    }

    /// Takes nodes from one moment up to another; they are free throughout.
    pub fn take(&mut self, from: Time, to: Time, nodes: u32) {
        self.change(from, to, -(nodes as i32));
    }

    fn change(&mut self, from: Time, to: Time, by: i32) {
        if from >= to || by == 0 {
            return;
        }
        // The end first: it leaves what stands before it in its place.
        let mut end = self.place(to);
        if self.begins(end) != to {
            end = self.split(end, to);
        } else if self.before(end).is_some_and(|before| before + by == self.at(end)) {
            self.join(end);
        }
        let mut begin = self.place(from);
        let (c, chunks, steps) = (begin.0, self.chunks.len(), self.chunks[begin.0].len);
        if self.begins(begin) != from {
            begin = self.split(begin, from);
        } else if self.before(begin).is_some_and(|before| before == self.at(begin) + by) {
            self.join(begin);
        }
        if self.chunks.len() != chunks {
            let last = self.firsts.partition_point(|&first| first <= to).saturating_sub(1);
            end = (last, self.chunks[last].times().partition_point(|&time| time < to));
        } else if end.0 == c {
            end.1 = end.1 + self.chunks[c].len - steps;
        }
        self.add_between(begin, end, by);
    }

    /// Has a step begin at a moment inside another one: the new one's place.
    fn split(&mut self, (c, step): Place, at: Time) -> Place {
        let (mut c, mut step) = (c, step + 1);
        if self.chunks[c].len == CHUNK {
            let mut behind = Chunk::new();
            let chunk = &mut self.chunks[c];
            behind.times[..HALF].copy_from_slice(&chunk.times[HALF..]);
            behind.free[..HALF].copy_from_slice(&chunk.free[HALF..]);
            (chunk.len, behind.len) = (HALF, HALF);
            self.firsts.insert(c + 1, behind.times[0]);
            self.add.insert(c + 1, self.add[c]);
            self.least.insert(c + 1, 0);
            self.most.insert(c + 1, 0);
            self.chunks.insert(c + 1, behind);
            self.count(c);
            self.count(c + 1);
            if step > HALF {
                (c, step) = (c + 1, step - HALF);
            }
        }
        let chunk = &mut self.chunks[c];
        chunk.times.copy_within(step..chunk.len, step + 1);
        chunk.free.copy_within(step..chunk.len, step + 1);
        (chunk.times[step], chunk.free[step]) = (at, chunk.free[step - 1]);
        chunk.len += 1;
        (c, step)
    }

    /// Takes out a step that becomes a part of the one before it.
    fn join(&mut self, (c, step): Place) {
        let chunk = &mut self.chunks[c];
        chunk.remove(step..step + 1);
        if chunk.len == 0 {
            self.firsts.remove(c);
            self.add.remove(c);
            self.least.remove(c);
            self.most.remove(c);
            self.chunks.remove(c);
        } else {
            self.firsts[c] = chunk.times[0];
            self.count(c);
        }
    }

    /// Adds to every step from one place up to another.
    fn add_between(&mut self, (c, step): Place, end: Place, by: i32) {
        if c >= end.0 {
            return if c == end.0 {
                self.add_within(c, step..end.1, by)
            };
        }
        self.add_within(c, step..self.chunks[c].len, by);
        if end.0 < self.chunks.len() {
            self.add_within(end.0, 0..end.1, by);
        }
        let whole = c + 1..end.0;
        for column in [&mut self.add[whole.clone()], &mut self.least[whole.clone()], &mut self.most[whole]] {
            column.iter_mut().for_each(|number| *number += by);
        }
    }

    fn add_within(&mut self, c: usize, steps: Range<usize>, by: i32) {
        if !steps.is_empty() {
            self.chunks[c].free[steps].iter_mut().for_each(|free| *free += by);
            self.count(c);
        }
    }

    /// The first step from `place` on with fewer nodes than wanted.
    fn find_short(&self, (mut c, mut step): Place, wanted: i32) -> Option<Place> {
        while c < self.chunks.len() {
            let chunk = c + first_that(&self.least[c..], |least| least < wanted)?;
            if chunk > c {
                (c, step) = (chunk, 0);
            }
            let less = wanted - self.add[c];
            if let Some(found) = first_that(&self.chunks[c].free()[step..], |free| free < less) {
                return Some((c, step + found));
            }
            (c, step) = (c + 1, 0);
        }
        None
    }

    /// The first moment from `from` on at which fewer than `nodes` are free; `None` if there are always enough.
    pub fn short_from(&self, from: Time, nodes: u32) -> Option<Time> {
        let place = self.find_short(self.place(from), nodes as i32)?;
        Some(self.begins(place).max(from))
    }

    /// Whether `nodes` are free throughout a stretch of time.
    pub fn fits(&self, from: Time, duration: Time, nodes: u32) -> bool {
        self.short_from(from, nodes).is_none_or(|short| short >= from + duration)
    }

    /// The first moment from `from` on from which `nodes` are free for so long.
    pub fn first_fit(&self, from: Time, duration: Time, nodes: u32) -> Time {
        self.earlier_fit(from, NEVER, NEVER, duration, nodes).unwrap_or(NEVER)
    }

    /// The first moment in `from .. before` from which `nodes` are free for so long or up to `before`, if there is one that begins before `until`.
    /// It answers whether a job that has a reservation at `before` could start earlier: from `before` on its own nodes are there.
    pub fn earlier_fit(&self, from: Time, until: Time, before: Time, duration: Time, nodes: u32) -> Option<Time> {
        let wanted = nodes as i32;
        let until = until.min(before);
        let last = self.firsts.partition_point(|&first| first < until);
        let (mut c, mut step) = self.place(from);
        // Since when there have been enough, if there are at the step that is looked at.
        let mut since: Option<Time> = None;
        loop {
            if since.is_none() {
                let chunk = c + first_that(self.most.get(c..last)?, |most| most >= wanted)?;
                if chunk > c {
                    (c, step) = (chunk, 0);
                }
            }
            let chunk = &self.chunks[c];
            let enough = chunk.enough(wanted - self.add[c]);
            while step < chunk.len {
                if let Some(start) = since {
                    step += (enough >> step).trailing_ones() as usize;
                    if step < chunk.len {
                        if chunk.times[step] >= (start + duration).min(before) {
                            return Some(start);
                        }
                        since = None;
                    }
                } else {
                    step += (enough >> step).trailing_zeros() as usize;
                    if step < chunk.len {
                        let start = chunk.times[step].max(from);
                        if start >= until {
                            return None;
                        }
                        since = Some(start);
                    }
                }
            }
            (c, step) = (c + 1, 0);
            if let Some(start) = since
                && self.firsts.get(c).is_none_or(|&first| first >= (start + duration).min(before))
            {
                return Some(start);
            }
        }
    }

    /// The greatest number of free nodes in a stretch of time.
    pub fn most_in(&self, from: Time, to: Time) -> u32 {
        let (mut c, mut step) = self.place(from);
        let last = self.firsts.partition_point(|&first| first < to).saturating_sub(1);
        let mut most = 0;
        while c <= last {
            // Chunks before the last lie before `to` as a whole.
            if step == 0 && c < last {
                most = most.max(self.most[c]);
            } else if self.most[c] > most {
                let chunk = &self.chunks[c];
                let end = if c < last { chunk.len } else { chunk.times().partition_point(|&time| time < to).max(step + 1) };
                let here = chunk.free[step..end].iter().copied().max().unwrap_or(i32::MIN);
                most = most.max(here.saturating_add(self.add[c]));
            }
            (c, step) = (c + 1, 0);
        }
        most as u32
    }

    /// How many nodes a job of each length could have from `from` on: rows of (seconds up to which it holds, nodes), the nodes falling. The last row holds
    /// for ever; it is the first with no node, if there is one.
    pub fn steps_down(&self, from: Time, rows: &mut Vec<(Time, u32)>) {
        rows.clear();
        let mut place = self.place(from);
        let mut free = self.at(place);
        while free > 0 {
            let Some(next) = self.find_short(place, free) else { break };
            rows.push((self.begins(next) - from, free as u32));
            place = next;
            free = self.at(next);
        }
        rows.push((NEVER, free.max(0) as u32));
    }

    /// The steps from `from` on that begin before `to`: where each begins, the first one at `from`, and its free nodes.
    pub fn steps_in(&self, from: Time, to: Time) -> impl Iterator<Item = (Time, u32)> {
        let (first, skipped) = self.place(from);
        let chunks = self.chunks.iter().enumerate().skip(first);
        let places =
            chunks.flat_map(move |(c, chunk)| (if c == first { skipped } else { 0 }..chunk.len).map(move |step| (c, step)));
        let steps = places.map(move |place| (self.begins(place).max(from), self.at(place) as u32));
        steps.take_while(move |(time, _)| *time < to)
    }

    /// Every step from `from` on. For pictures and tests.
    pub fn all_from(&self, from: Time) -> Vec<(Time, u32)> {
        self.steps_in(from, NEVER).collect()
    }
}
