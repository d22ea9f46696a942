//! The reservations of waiting jobs in the order of their starts: the next one that wants little enough is found without looking at the others.

use super::job::Time;

/// Most reservations of a chunk.
const CHUNK: usize = 64;

/// What a job wants: nodes, and seconds.
pub type Want = (u32, u32);

/// A reservation: its start, the job's row, what it wants.
type Entry = (Time, u32, Want);

/// Reservations by start, then row.
#[derive(Clone, Debug, Default)]
pub struct Reserved {
    chunks: Vec<Vec<Entry>>,
    /// Of each chunk: nobody in it wants fewer nodes or less time. What was taken out counts until a search finds nothing.
    least: Vec<Want>,
}

fn both(one: Want, other: Want) -> Want {
    (one.0.min(other.0), one.1.min(other.1))
}

fn least(chunk: &[Entry]) -> Want {
    chunk.iter().fold((u32::MAX, u32::MAX), |least, entry| both(least, entry.2))
}

impl Reserved {
    /// The first one: its start and row.
    pub fn first(&self) -> Option<(Time, u32)> {
        self.chunks.first().and_then(|chunk| chunk.first()).map(|&(start, row, _)| (start, row))
    }

    /// The chunk in which a reservation stands or belongs.
    fn chunk_of(&self, key: (Time, u32)) -> usize {
        self.chunks.partition_point(|chunk| chunk.first().is_some_and(|&(start, row, _)| (start, row) <= key)).saturating_sub(1)
    }

    /// Puts one in.
    pub fn add(&mut self, start: Time, row: u32, want: Want) {
        if self.chunks.is_empty() {
            self.chunks.push(vec![(start, row, want)]);
            self.least.push(want);
            return;
        }
        let c = self.chunk_of((start, row));
        let chunk = &mut self.chunks[c];
        let at = chunk.partition_point(|&(s, r, _)| (s, r) < (start, row));
        chunk.insert(at, (start, row, want));
        self.least[c] = both(self.least[c], want);
        if chunk.len() > CHUNK {
            let behind = chunk.split_off(CHUNK / 2);
            self.least[c] = least(chunk);
            self.least.insert(c + 1, least(&behind));
            self.chunks.insert(c + 1, behind);
        }
    }

    /// Takes one out that is there.
    pub fn remove(&mut self, start: Time, row: u32) {
        let c = self.chunk_of((start, row));
        let Some(chunk) = self.chunks.get_mut(c) else { return };
        let at = chunk.partition_point(|&(s, r, _)| (s, r) < (start, row));
        if chunk.get(at).is_none_or(|&(s, r, _)| (s, r) != (start, row)) {
            return;
        }
        chunk.remove(at);
        if chunk.is_empty() {
            self.chunks.remove(c);
            self.least.remove(c);
        }
    }

    /// The first one from a start and row on whose wants pass a test: start, row, wants. What passes it passes with fewer nodes and less time as well.
    pub fn next(&mut self, from: (Time, u32), passes: impl Fn(Want) -> bool) -> Option<Entry> {
        let first = self.chunk_of(from);
        for c in first..self.chunks.len() {
            if !passes(self.least[c]) {
                continue;
            }
            let chunk = &self.chunks[c];
            let begin = if c == first { chunk.partition_point(|&(s, r, _)| (s, r) < from) } else { 0 };
            if let Some(entry) = chunk[begin..].iter().find(|entry| passes(entry.2)) {
                return Some(*entry);
            }
            if begin == 0 {
                self.least[c] = least(chunk);
            }
        }
        None
    }
}
