//! The timetable of the servers: pieces of jobs, in order on every server.

use super::super::period::Period;
use super::super::period::sort_periods;
use super::super::servers::{Rate, Servers};
use super::super::{OPEN, Tick, bounds};
use serde::{Deserialize, Serialize};

/// A stretch of a job on a server. A job that gave way or migrated has several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Piece {
    /// The job.
    pub job: u32,
    /// The server.
    pub server: u32,
    /// First tick.
    pub start: Tick,
    /// First tick after it.
    pub end: Tick,
}

/// Pieces by server, in order of time; they never overlap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timetable {
    rates: Vec<Rate>,
    least: Vec<u64>,
    pieces: Vec<Vec<Piece>>,
}

impl Timetable {
    /// Nothing is reserved.
    pub fn new(servers: &Servers) -> Self {
        let rates = servers.rates();
        let least = rates.iter().map(|rate| rate.duration(servers.least_size)).collect();
        Self { pieces: vec![Vec::new(); rates.len()], rates, least }
    }

    /// The rate of a server.
    pub fn rate(&self, server: u32) -> Rate {
        self.rates[server as usize]
    }

    /// Every piece, by server, then time.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.pieces.iter().flatten().copied()
    }

    /// Number of pieces of a job.
    pub fn pieces_of(&self, job: u32) -> usize {
        self.pieces().filter(|piece| piece.job == job).count()
    }

    /// When the last piece of a job ends.
    pub fn last_end_of(&self, job: u32) -> Option<Tick> {
        self.pieces().filter(|piece| piece.job == job).map(|piece| piece.end).max()
    }

    /// Work done in all pieces of a job: whole ticks of size, each piece rounded down.
    pub fn work_of(&self, job: u32) -> Tick {
        let work = |piece: Piece| {
            let rate = self.rate(piece.server);
            u64::from(piece.end - piece.start) * u64::from(rate.numerator) / u64::from(rate.denominator)
        };
        self.pieces().filter(|piece| piece.job == job).map(work).sum::<u64>().min(u64::from(Tick::MAX)) as Tick
    }

    pub(super) fn add(&mut self, piece: Piece) {
        let pieces = &mut self.pieces[piece.server as usize];
        let at = pieces.partition_point(|other| other.start < piece.start);
        pieces.insert(at, piece);
    }

    pub(super) fn remove(&mut self, piece: Piece) {
        self.pieces[piece.server as usize].retain(|other| *other != piece);
    }

    /// Takes out the pieces of a job that start at `start` or later.
    pub(super) fn remove_from(&mut self, job: u32, start: Tick) {
        for pieces in &mut self.pieces {
            pieces.retain(|piece| piece.job != job || piece.start < start);
        }
    }

    /// Pieces of a server that reach into [start, end).
    pub(super) fn overlapping(&self, server: u32, start: Tick, end: Tick) -> impl Iterator<Item = Piece> + '_ {
        self.pieces[server as usize].iter().copied().filter(move |piece| piece.start < end && piece.end > start)
    }

    /// Idle periods that a job fits into, by start, then server; jobs that `ignored` names count as not there.
    pub fn idle(&self, ignored: impl Fn(u32) -> bool) -> Vec<Period> {
        let mut periods = Vec::new();
        for (server, pieces) in self.pieces.iter().enumerate() {
            let mut from = 0;
            let mut add = |start: Tick, end: Tick| {
                if u64::from(end - start) >= self.least[server] {
                    periods.push(Period { start, server: server as u32, end });
                }
            };
            for piece in pieces.iter().filter(|piece| piece.job == u32::MAX || !ignored(piece.job)) {
                add(from, piece.start);
                from = piece.end;
            }
            add(from, OPEN);
        }
        sort_periods(&mut periods);
        periods
    }

    /// Where work of this size can begin soonest from `from` on, in one piece; then the lowest server; jobs that `ignored` names count as
    /// not there. `None` if ticks run out.
    pub(super) fn soonest(&self, job: u32, size: Tick, from: Tick, ignored: impl Fn(u32) -> bool) -> Option<Piece> {
        let fits = |period: Period| {
            let start = period.start.max(from);
            let end = u64::from(start) + self.rate(period.server).duration(size.max(1));
            let fits = end <= u64::from(period.end.min(bounds::TICK.max));
            fits.then_some(Piece { job, server: period.server, start, end: end as Tick })
        };
        self.idle(ignored).into_iter().filter_map(fits).min_by_key(|piece| (piece.start, piece.server))
    }
}
