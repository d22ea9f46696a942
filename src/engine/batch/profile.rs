//! Free nodes over time: a step function with fast changes of a stretch of time and fast searches.
//!
//! The steps stand in chunks of at most `CHUNK`; each chunk knows its least and its greatest number, so that a search passes over whole chunks, and has
//! a number that is to be added to all of its steps, so that a long stretch changes without touching them. Flat chunks measured faster than a balanced
//! tree from ten steps to a hundred thousand.

use super::job::Time;
use std::ops::Range;

/// Most steps of a chunk.
const CHUNK: usize = 64;

/// Free nodes from now on. Times before the last [`Profile::forget`] are of no account.
#[derive(Clone, Debug)]
pub struct Profile {
    chunks: Vec<Chunk>,
    /// Where each chunk begins.
    firsts: Vec<Time>,
}

/// Steps that follow one another.
#[derive(Clone, Debug)]
struct Chunk {
    /// Where each step begins; it ends where the next one does, of this chunk or the one behind.
    times: Vec<Time>,
    /// Free nodes of each step, less what `add` says.
    free: Vec<i32>,
    /// What is to be added to every step.
    add: i32,
    /// Least and greatest number, `add` included.
    least: i32,
    most: i32,
}

impl Chunk {
    fn new(times: Vec<Time>, free: Vec<i32>) -> Self {
        let mut chunk = Self { times, free, add: 0, least: 0, most: 0 };
        chunk.count();
        chunk
    }

    /// Finds the least and the greatest number again.
    fn count(&mut self) {
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for &free in &self.free {
            (least, most) = (least.min(free), most.max(free));
        }
        (self.least, self.most) = (least + self.add, most + self.add);
    }

    fn change(&mut self, steps: Range<usize>, by: i32) {
        if steps.len() == self.free.len() {
            self.add += by;
            (self.least, self.most) = (self.least + by, self.most + by);
        } else {
            self.free[steps].iter_mut().for_each(|free| *free += by);
            self.count();
        }
    }

    fn at(&self, step: usize) -> i32 {
        self.free[step] + self.add
    }
}

/// A step: its chunk, and its place there.
type Place = (usize, usize);

impl Profile {
    /// All nodes free from the start of time.
    pub fn new(nodes: u32) -> Self {
        Self { chunks: vec![Chunk::new(vec![0], vec![nodes as i32])], firsts: vec![0] }
    }

    /// Number of steps.
    pub fn steps(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.times.len()).sum()
    }

    /// Forgets what lies before a moment; not every step at once.
    pub fn forget(&mut self, before: Time) {
        let gone = self.firsts.partition_point(|&first| first <= before).saturating_sub(1);
        if gone > 0 {
            self.chunks.drain(..gone);
            self.firsts.drain(..gone);
        }
        let chunk = &mut self.chunks[0];
        if chunk.times.len() >= 16 {
            let gone = chunk.times.partition_point(|&time| time <= before).saturating_sub(1);
            if gone >= chunk.times.len() / 4 {
                chunk.times.drain(..gone);
                chunk.free.drain(..gone);
                chunk.count();
                self.firsts[0] = chunk.times[0];
            }
        }
    }

    /// The step that holds a moment.
    fn place(&self, at: Time) -> Place {
        let chunk = self.firsts.partition_point(|&first| first <= at).saturating_sub(1);
        (chunk, self.chunks[chunk].times.partition_point(|&time| time <= at).saturating_sub(1))
    }

    /// Free nodes at a moment.
    pub fn free_at(&self, at: Time) -> u32 {
        let (chunk, step) = self.place(at);
        self.chunks[chunk].at(step) as u32
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
        self.split(to);
        self.split(from);
        let (first, last) = (self.place(from), self.place(to));
        if first.0 == last.0 {
            self.chunks[first.0].change(first.1..last.1, by);
        } else {
            let steps = self.chunks[first.0].times.len();
            self.chunks[first.0].change(first.1..steps, by);
            for chunk in &mut self.chunks[first.0 + 1..last.0] {
                chunk.add += by;
                (chunk.least, chunk.most) = (chunk.least + by, chunk.most + by);
            }
            self.chunks[last.0].change(0..last.1, by);
        }
        self.join(to);
        self.join(from);
    }

    /// Has a step begin at a moment.
    fn split(&mut self, at: Time) {
        let (c, step) = self.place(at);
        let chunk = &mut self.chunks[c];
        if chunk.times[step] == at {
            return;
        }
        let free = chunk.free[step];
        chunk.times.insert(step + 1, at);
        chunk.free.insert(step + 1, free);
        if chunk.times.len() > CHUNK {
            let half = chunk.times.len() / 2;
            let add = chunk.add;
            let times = chunk.times.split_off(half);
            let free = chunk.free.split_off(half).into_iter().map(|free| free + add).collect();
            chunk.count();
            self.firsts.insert(c + 1, times[0]);
            self.chunks.insert(c + 1, Chunk::new(times, free));
        }
    }

    /// Takes out a step that begins at a moment and has as many free nodes as the one before it.
    fn join(&mut self, at: Time) {
        let (c, step) = self.place(at);
        let before = match (c, step) {
            (0, 0) => return,
            (_, 0) => {
                let chunk = &self.chunks[c - 1];
                chunk.at(chunk.times.len() - 1)
            }
            _ => self.chunks[c].at(step - 1),
        };
        let chunk = &mut self.chunks[c];
        if chunk.times[step] != at || chunk.at(step) != before {
            return;
        }
        chunk.times.remove(step);
        chunk.free.remove(step);
        match chunk.times.first() {
            // Least and greatest stay: the step before it in the chunk has the same number.
            Some(&first) if step == 0 => {
                chunk.count();
                self.firsts[c] = first;
            }
            Some(_) => {}
            None => {
                self.chunks.remove(c);
                self.firsts.remove(c);
            }
        }
    }

    /// The first step from `place` on that passes a test of least and greatest number, for chunks and steps alike.
    fn find(&self, place: Place, passes: impl Fn(i32, i32) -> bool) -> Option<Place> {
        let (mut c, mut step) = place;
        while let Some(chunk) = self.chunks.get(c) {
            if passes(chunk.least, chunk.most) {
                let add = chunk.add;
                if let Some(found) = chunk.free[step..].iter().position(|&free| passes(free + add, free + add)) {
                    return Some((c, step + found));
                }
            }
            (c, step) = (c + 1, 0);
        }
        None
    }

    fn begins(&self, (chunk, step): Place) -> Time {
        self.chunks[chunk].times[step]
    }

    /// The first moment from `from` on at which fewer than `nodes` are free; `None` if there are always enough.
    pub fn short_from(&self, from: Time, nodes: u32) -> Option<Time> {
        let nodes = nodes as i32;
        let place = self.find(self.place(from), |least, _| least < nodes)?;
        Some(self.begins(place).max(from))
    }

    /// The first moment from `from` on at which at least `nodes` are free.
    pub fn enough_from(&self, from: Time, nodes: u32) -> Option<Time> {
        let nodes = nodes as i32;
        let place = self.find(self.place(from), |_, most| most >= nodes)?;
        Some(self.begins(place).max(from))
    }

    /// Whether `nodes` are free throughout a stretch of time.
    pub fn fits(&self, from: Time, duration: Time, nodes: u32) -> bool {
        self.short_from(from, nodes).is_none_or(|short| short >= from + duration)
    }

    /// The first moment from `from` on from which `nodes` are free for so long.
    pub fn first_fit(&self, from: Time, duration: Time, nodes: u32) -> Time {
        let wanted = nodes as i32;
        let mut place = self.place(from);
        let mut start = from;
        loop {
            let Some(enough) = self.find(place, |_, most| most >= wanted) else { return super::job::NEVER };
            start = start.max(self.begins(enough));
            let Some(short) = self.find(enough, |least, _| least < wanted) else { return start };
            if self.begins(short) >= start + duration {
                return start;
            }
            place = short;
        }
    }

    /// The first moment in `from .. before` from which `nodes` are free for so long or up to `before`, if there is one that begins before `until`.
    ///
    /// It answers whether a job that has a reservation at `before` could start earlier: from `before` on its own nodes are there.
    pub fn earlier_fit(&self, from: Time, until: Time, before: Time, duration: Time, nodes: u32) -> Option<Time> {
        let wanted = nodes as i32;
        let mut place = self.place(from);
        let mut start = from;
        loop {
            let enough = self.find(place, |_, most| most >= wanted)?;
            start = start.max(self.begins(enough));
            if start >= until.min(before) {
                return None;
            }
            let short = self.find(enough, |least, _| least < wanted).map_or(super::job::NEVER, |short| {
                place = short;
                self.begins(short)
            });
            if short >= (start + duration).min(before) {
                return Some(start);
            }
        }
    }

    /// The greatest number of free nodes in a stretch of time.
    pub fn most_in(&self, from: Time, to: Time) -> u32 {
        let (first, mut most) = (self.place(from), 0);
        let (mut c, mut step) = first;
        while let Some(chunk) = self.chunks.get(c) {
            if chunk.times[step] >= to {
                break;
            }
            let whole = step == 0 && self.firsts.get(c + 1).is_some_and(|&next| next <= to);
            if whole || chunk.most <= most {
                most = most.max(chunk.most);
                if !whole && self.firsts.get(c + 1).is_none_or(|&next| next >= to) {
                    break;
                }
            } else {
                for at in step..chunk.times.len() {
                    if chunk.times[at] >= to {
                        return most as u32;
                    }
                    most = most.max(chunk.at(at));
                }
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
        let mut free = self.chunks[place.0].at(place.1);
        while free > 0 {
            let Some(next) = self.find(place, |least, _| least < free) else { break };
            rows.push((self.begins(next) - from, free as u32));
            place = next;
            free = self.chunks[next.0].at(next.1);
        }
        rows.push((super::job::NEVER, free.max(0) as u32));
    }

    /// Every step from `from` on: where it begins, and its free nodes. For pictures and tests.
    pub fn all_from(&self, from: Time) -> Vec<(Time, u32)> {
        let all =
            self.chunks.iter().flat_map(|chunk| (0..chunk.times.len()).map(|step| (chunk.times[step], chunk.at(step) as u32)));
        let mut rows: Vec<(Time, u32)> = Vec::new();
        for (time, free) in all {
            if time <= from {
                rows.clear();
            }
            rows.push((time.max(from), free));
        }
        rows
    }
}
