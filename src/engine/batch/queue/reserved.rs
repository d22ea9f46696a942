//! The reservations of waiting jobs in the order of their starts: the next one that wants little enough is found without looking at the others.

use super::least_seconds::{LeastSeconds, Want};
use super::passed_starts::PassedStarts;
use crate::batch::job::Time;

/// Most reservations of a chunk.
const CHUNK: usize = 64;

/// A reservation: its start, the job's row, what it wants.
type Entry = (Time, u32, Want);

/// Start, then row.
type Key = (Time, u32);

/// Reservations by start, then row, in chunks.
#[derive(Clone, Debug, Default)]
pub struct Reserved {
    chunks: Vec<Chunk>,
    /// The first one of each chunk.
    firsts: Vec<Key>,
    /// What is wanted in each chunk. What was taken out counts until a search finds nothing.
    least: Vec<LeastSeconds>,
}

/// Reservations that follow one another, one flat column for each thing a search looks at.
#[derive(Clone, Debug, Default)]
struct Chunk {
    keys: Vec<Key>,
    nodes: Vec<u32>,
    seconds: Vec<u32>,
}

impl Chunk {
    fn least(&self) -> LeastSeconds {
        let mut least = LeastSeconds::NOBODY;
        self.nodes.iter().zip(&self.seconds).for_each(|(&nodes, &seconds)| least.add((nodes, seconds)));
        least
    }
}

impl Reserved {
    /// The first one: its start and row.
    pub fn first(&self) -> Option<Key> {
        self.firsts.first().copied()
    }

    /// The chunk in which a reservation stands or belongs.
    fn chunk_of(&self, key: Key) -> usize {
        self.firsts.partition_point(|first| *first <= key).saturating_sub(1)
    }

    /// Puts one in.
    pub fn add(&mut self, start: Time, row: u32, want: Want) {
        let key = (start, row);
        if self.chunks.is_empty() {
            let chunk = Chunk { keys: vec![key], nodes: vec![want.0], seconds: vec![want.1] };
            self.firsts.push(key);
            self.least.push(chunk.least());
            self.chunks.push(chunk);
            return;
        }
        let c = self.chunk_of(key);
        let chunk = &mut self.chunks[c];
        let at = chunk.keys.partition_point(|known| *known < key);
        chunk.keys.insert(at, key);
        chunk.nodes.insert(at, want.0);
        chunk.seconds.insert(at, want.1);
        self.firsts[c] = chunk.keys[0];
        self.least[c].add(want);
        if chunk.keys.len() > CHUNK {
            let half = CHUNK / 2;
            let behind = Chunk {
                keys: chunk.keys.split_off(half),
                nodes: chunk.nodes.split_off(half),
                seconds: chunk.seconds.split_off(half),
            };
            self.least[c] = chunk.least();
            self.least.insert(c + 1, behind.least());
            self.firsts.insert(c + 1, behind.keys[0]);
            self.chunks.insert(c + 1, behind);
        }
    }

    /// Takes one out that is there.
    pub fn remove(&mut self, start: Time, row: u32) {
        let key = (start, row);
        let c = self.chunk_of(key);
        let Some(chunk) = self.chunks.get_mut(c) else { return };
        let Ok(at) = chunk.keys.binary_search(&key) else { return };
        chunk.keys.remove(at);
        chunk.nodes.remove(at);
        chunk.seconds.remove(at);
        match chunk.keys.first() {
            Some(first) => self.firsts[c] = *first,
            None => {
                self.chunks.remove(c);
                self.firsts.remove(c);
                self.least.remove(c);
            }
        }
    }

    /// The first one from a start and row on that wants at most so many nodes and is not refused: start, row, wants.
    pub fn next(&mut self, from: Key, most: u32, passed: &PassedStarts) -> Option<Entry> {
        let limits = passed.refused().up_to(most);
        let first = self.chunk_of(from);
        for c in first..self.chunks.len() {
            if !limits.allows_any(&self.least[c]) {
                continue;
            }
            let chunk = &self.chunks[c];
            let begin = if c == first { chunk.keys.partition_point(|key| *key < from) } else { 0 };
            let mut wants = chunk.nodes[begin..].iter().zip(&chunk.seconds[begin..]).map(|(&nodes, &seconds)| (nodes, seconds));
            let found = wants.position(|want| want.0 <= most && limits.allows(want) && !passed.refuses(want));
            if let Some(at) = found {
                let at = begin + at;
                return Some((chunk.keys[at].0, chunk.keys[at].1, (chunk.nodes[at], chunk.seconds[at])));
            }
            if begin == 0 {
                self.least[c] = chunk.least();
            }
        }
        None
    }
}
