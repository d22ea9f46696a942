//! Idle periods by what they have in common: servers whose periods begin and end together are one group.
//!
//! Jobs take many servers at once, so there are far fewer groups than servers. Groups stand in the order in which periods are taken; a search walks
//! those that begin in time and stops as soon as it has enough.

use super::period::{OPEN, Window};
use crate::batch::job::Time;
use crate::batch::nodes::{NodeSet, Stretch};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Start descending, then end.
type Key = (Reverse<Time>, Time);

/// Most groups of a chunk.
const CHUNK: usize = 64;

/// The idle periods of a machine: groups in their order, in chunks. A search passes over chunks in which no period lasts long enough.
#[derive(Clone, Debug)]
pub struct Groups {
    chunks: Vec<Chunk>,
    /// The first group of each chunk.
    firsts: Vec<Key>,
    /// The latest end in each chunk.
    latest: Vec<Time>,
    /// Groups by their ends, so that expired ones are found; some may be gone.
    ends: BinaryHeap<Reverse<(Time, Time)>>,
    /// Groups that were looked at so far.
    looked_at: u64,
    /// The groups that a search chose, and stretches on their way, kept for their room.
    chosen: Vec<Key>,
    moved: Vec<Stretch>,
}

/// Groups that follow one another, one flat column for each thing a search looks at.
#[derive(Clone, Debug, Default)]
struct Chunk {
    keys: Vec<Key>,
    servers: Vec<u32>,
    sets: Vec<NodeSet>,
}

impl Groups {
    /// All servers idle from the start of time.
    pub fn new(servers: u32) -> Self {
        let mut groups = Self {
            chunks: Vec::new(),
            firsts: Vec::new(),
            latest: Vec::new(),
            ends: BinaryHeap::new(),
            looked_at: 0,
            chosen: Vec::new(),
            moved: Vec::new(),
        };
        if servers > 0 {
            groups.add(0, OPEN, &[(0, servers - 1)]);
        }
        groups
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.keys.len()).sum()
    }

    /// Whether no server is idle at any time to come.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// Groups that were looked at so far.
    pub fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Where a group stands or belongs: its chunk, its place there, and whether it is there.
    fn place(&self, key: Key) -> (usize, usize, bool) {
        let c = self.firsts.partition_point(|first| *first <= key).saturating_sub(1);
        match self.chunks.get(c).map(|chunk| chunk.keys.binary_search(&key)) {
            Some(Ok(at)) => (c, at, true),
            Some(Err(at)) => (c, at, false),
            None => (0, 0, false),
        }
    }

    /// Changes the servers of a group that is there; one without servers is taken out.
    fn change(&mut self, key: Key, act: impl FnOnce(&mut NodeSet)) {
        let (c, at, true) = self.place(key) else { return };
        let chunk = &mut self.chunks[c];
        act(&mut chunk.sets[at]);
        chunk.servers[at] = chunk.sets[at].len();
        if chunk.servers[at] == 0 {
            self.remove(c, at);
        }
    }

    fn remove(&mut self, c: usize, at: usize) {
        let chunk = &mut self.chunks[c];
        let (_, end) = chunk.keys.remove(at);
        chunk.servers.remove(at);
        chunk.sets.remove(at);
        if chunk.keys.is_empty() {
            self.chunks.remove(c);
            self.firsts.remove(c);
            self.latest.remove(c);
            return;
        }
        self.firsts[c] = chunk.keys[0];
        if end == self.latest[c] {
            self.latest[c] = chunk.latest();
        }
    }

    /// Adds an idle period of each server of some stretches, of which there is at least one.
    fn add(&mut self, start: Time, end: Time, stretches: &[Stretch]) {
        let key = (Reverse(start), end);
        let (c, at, is_there) = self.place(key);
        if is_there {
            let chunk = &mut self.chunks[c];
            stretches.iter().for_each(|stretch| chunk.sets[at].add(*stretch));
            chunk.servers[at] = chunk.sets[at].len();
            return;
        }
        if end != OPEN {
            self.ends.push(Reverse((end, start)));
        }
        if self.chunks.is_empty() {
            self.chunks.push(Chunk::default());
            self.firsts.push(key);
            self.latest.push(0);
        }
        let chunk = &mut self.chunks[c];
        chunk.keys.insert(at, key);
        let set = NodeSet::of(stretches.iter().copied());
        chunk.servers.insert(at, set.len());
        chunk.sets.insert(at, set);
        self.firsts[c] = chunk.keys[0];
        self.latest[c] = self.latest[c].max(end);
        if chunk.keys.len() > CHUNK {
            let half = CHUNK / 2;
            let behind = Chunk {
                keys: chunk.keys.split_off(half),
                servers: chunk.servers.split_off(half),
                sets: chunk.sets.split_off(half),
            };
            self.latest[c] = chunk.latest();
            self.firsts.insert(c + 1, behind.keys[0]);
            self.latest.insert(c + 1, behind.latest());
            self.chunks.insert(c + 1, behind);
        }
    }

    /// Drops periods that end at or before a moment.
    pub fn expire(&mut self, now: Time) {
        while let Some(&Reverse((end, start))) = self.ends.peek()
            && end <= now
        {
            self.ends.pop();
            if let (c, at, true) = self.place((Reverse(start), end)) {
                self.remove(c, at);
            }
        }
    }

    /// The groups that begin at or before a moment, chunk by chunk in the order in which they are taken.
    fn begun(&self, from: Time) -> impl Iterator<Item = (&Chunk, std::ops::Range<usize>, Time)> {
        let (first, skipped, _) = self.place((Reverse(from), 0));
        self.chunks[first..].iter().zip(&self.latest[first..]).enumerate().map(move |(c, (chunk, &latest))| {
            let skipped = if c == 0 { skipped } else { 0 };
            (chunk, skipped..chunk.keys.len(), latest)
        })
    }

    /// Takes the servers for a window, those that it names or any, if there are enough; `taken` is told each stretch. `now` is the present: what lies before it is
    /// forgotten.
    pub fn take(&mut self, window: Window, now: Time, mut taken: impl FnMut(Stretch)) -> bool {
        let (mut found, mut looked) = (0, 0);
        let named = window.named();
        let mut chosen = std::mem::take(&mut self.chosen);
        chosen.clear();
        'all: for (chunk, places, latest) in self.begun(window.from) {
            if latest < window.to {
                looked += places.len() as u64;
                continue;
            }
            for at in places {
                looked += 1;
                if chunk.keys[at].1 >= window.to {
                    let here = named.map_or(chunk.servers[at], |named| chunk.sets[at].len_within(named));
                    if here == 0 {
                        continue;
                    }
                    chosen.push(chunk.keys[at]);
                    found += here;
                    if found >= window.servers {
                        break 'all;
                    }
                }
            }
        }
        self.looked_at += looked;
        let is_enough = found >= window.servers;
        if is_enough {
            self.take_of(&chosen, window, now, &mut taken);
            // Named servers are one stretch, whatever groups they were in.
            named.into_iter().for_each(&mut taken);
        }
        self.chosen = chosen;
        is_enough
    }

    /// Takes the servers for a window out of the groups that were chosen.
    fn take_of(&mut self, chosen: &[Key], window: Window, now: Time, taken: &mut impl FnMut(Stretch)) {
        let (mut wanted, named) = (window.servers, window.named());
        let mut moved = std::mem::take(&mut self.moved);
        for &key in chosen {
            let (Reverse(start), end) = key;
            moved.clear();
            self.change(key, |group| match named {
                Some(named) => group.take_within(named, |stretch| moved.push(stretch)),
                None => group.take_lowest(wanted, |stretch| moved.push(stretch)),
            });
            for &stretch in moved.iter().filter(|_| named.is_none()) {
                wanted -= stretch.1 - stretch.0 + 1;
                taken(stretch);
            }
            if start < window.from && window.from > now {
                self.add(start, window.from, &moved);
            }
            if window.to < end {
                self.add(window.to, end, &moved);
            }
        }
        self.moved = moved;
    }

    /// Gives back the rest of a reservation, from `from` up to its end `to`, on some servers.
    pub fn give(&mut self, from: Time, to: Time, stretches: impl Iterator<Item = Stretch>) {
        let mut left = NodeSet::of(stretches);
        let mut behind = std::mem::take(&mut self.chosen);
        behind.clear();
        let follows = |key: &Key| key.0 == Reverse(to);
        for (chunk, places, _) in self.begun(to) {
            let here = chunk.keys[places.clone()].iter().take_while(|key| follows(key)).count();
            behind.extend_from_slice(&chunk.keys[places.start..places.start + here]);
            if here < places.len() {
                break;
            }
        }
        let mut moved = std::mem::take(&mut self.moved);
        for &key in &behind {
            moved.clear();
            self.change(key, |group| {
                for stretch in left.stretches() {
                    group.take_within(stretch, |stretch| moved.push(stretch));
                }
            });
            moved.iter().for_each(|stretch| left.take_within(*stretch, |_| {}));
            if !moved.is_empty() {
                self.add(from, key.1, &moved);
            }
        }
        self.chosen = behind;
        if !left.is_empty() {
            moved.clear();
            moved.extend(left.stretches());
            self.add(from, to, &moved);
        }
        self.moved = moved;
    }

    /// Gives back a reservation that has not begun: it becomes one with the idle periods before and behind it.
    pub fn give_whole(&mut self, from: Time, to: Time, stretches: impl Iterator<Item = Stretch>) {
        let mut left = NodeSet::of(stretches);
        let before: Vec<Key> = self.chunks.iter().flat_map(|chunk| &chunk.keys).filter(|key| key.1 == from).copied().collect();
        for key in before {
            let mut moved = Vec::new();
            self.change(key, |group| {
                for stretch in left.stretches() {
                    group.take_within(stretch, |stretch| moved.push(stretch));
                }
            });
            moved.iter().for_each(|stretch| left.take_within(*stretch, |_| {}));
            let Reverse(start) = key.0;
            self.give(start, to, moved.into_iter());
        }
        let rest: Vec<Stretch> = left.stretches().collect();
        self.give(from, to, rest.into_iter());
    }

    /// Every server that is free throughout a window, lowest first; nothing is booked (range search).
    pub fn free_throughout(&self, from: Time, to: Time) -> NodeSet {
        let groups = self.begun(from).flat_map(|(chunk, places, _)| chunk.keys[places.clone()].iter().zip(&chunk.sets[places]));
        NodeSet::of(groups.filter(|(key, _)| key.1 >= to).flat_map(|(_, set)| set.stretches()))
    }

    /// After a window with named servers was not found: no such window starts before this moment. Each of its servers that is not idle throughout needs another idle
    /// period, which begins later and is long enough. 0 where nothing is known, as of a window that names no servers.
    pub fn not_before(&self, window: Window) -> Time {
        let Some(named) = window.named() else { return 0 };
        let mut missing = NodeSet::of(std::iter::once(named));
        let remove = |missing: &mut NodeSet, set: &NodeSet| {
            if set.len_within(named) > 0 {
                set.stretches().for_each(|stretch| missing.take_within(stretch, |_| {}));
            }
        };
        for (chunk, places, _) in self.begun(window.from) {
            let holding = places.filter(|at| chunk.keys[*at].1 >= window.to);
            holding.for_each(|at| remove(&mut missing, &chunk.sets[at]));
        }
        // The others in the order of their starts.
        let groups = self.chunks.iter().flat_map(|chunk| chunk.keys.iter().zip(&chunk.sets));
        let later: Vec<_> = groups.take_while(|((Reverse(start), _), _)| *start > window.from).collect();
        let long = later.into_iter().rev().filter(|((Reverse(start), end), _)| end - start >= window.to - window.from);
        for ((Reverse(start), _), set) in long {
            remove(&mut missing, set);
            if missing.is_empty() {
                return *start;
            }
        }
        0
    }

    /// The idle periods of the servers that a window names which hold it, as (start, end), the latest start first.
    pub(super) fn holding(&self, window: Window) -> impl Iterator<Item = (Time, Time)> {
        let groups =
            self.begun(window.from).flat_map(|(chunk, places, _)| chunk.keys[places.clone()].iter().zip(&chunk.sets[places]));
        let holding = groups.filter(move |(key, _)| key.1 >= window.to);
        holding.flat_map(move |(&(Reverse(start), end), set)| {
            let servers = window.named().map_or(0, |named| set.len_within(named));
            std::iter::repeat_n((start, end), servers as usize)
        })
    }

    /// The idle periods that reach into [from, to) and begin by `start`, as (start, end), the latest start first; and how many begin later.
    pub(super) fn reaching(&self, (from, to): (Time, Time), start: Time, periods: &mut Vec<(Time, Time)>) -> usize {
        periods.clear();
        let mut later = 0;
        for (chunk, places, latest) in self.begun(to - 1) {
            if latest <= from {
                continue;
            }
            for at in places {
                let ((Reverse(begin), end), servers) = (chunk.keys[at], chunk.servers[at] as usize);
                if end <= from {
                    continue;
                }
                if begin > start {
                    later += servers;
                } else {
                    periods.extend(std::iter::repeat_n((begin, end), servers));
                }
            }
        }
        later
    }

    /// Every idle period as (start, end, first and last server), in the order in which they are taken.
    pub fn periods(&self) -> impl Iterator<Item = (Time, Time, Stretch)> {
        let groups = self.chunks.iter().flat_map(|chunk| chunk.keys.iter().zip(&chunk.sets));
        groups.flat_map(|((Reverse(start), end), group)| group.stretches().map(|stretch| (*start, *end, stretch)))
    }
}

impl Chunk {
    fn latest(&self) -> Time {
        self.keys.iter().map(|key| key.1).max().unwrap_or(0)
    }
}
