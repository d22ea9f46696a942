//! The decisions on the jobs of a cluster, as flat columns.

use super::job::{Jobs, NEVER, NONE, Time};
use super::offered::Offered;
use crate::core::columns::{Column, Columns};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How a job came to start when it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum How {
    /// It has not started yet.
    Waiting,
    /// It started when it was submitted, and nobody waited.
    AtOnce,
    /// Its turn had come: nobody who came before it waited any more.
    InTurn,
    /// It went ahead of a job that had come before it and went on waiting.
    Backfilled,
    /// It is an advance reservation: it started when it was told on submission.
    Reserved,
    /// It was co-allocated on submission, or on being submitted again.
    CoAllocated,
    /// It started when it did in the log.
    Logged,
    /// It started when it did in the log, while others of the log held so many nodes that too few were left for it.
    Overbooked,
    /// A reservation that has no start up to the latest one that it can use. It does not run.
    Refused,
    /// A reservation whose user took less than was asked for: it started when it was told on submission.
    TookOffer,
}

impl How {
    /// Every way, in the order of their numbers.
    pub const ALL: [Self; 10] = [
        Self::Waiting,
        Self::AtOnce,
        Self::InTurn,
        Self::Backfilled,
        Self::Reserved,
        Self::CoAllocated,
        Self::Logged,
        Self::Overbooked,
        Self::Refused,
        Self::TookOffer,
    ];

    /// The name in plans.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::AtOnce => "at-once",
            Self::InTurn => "in-turn",
            Self::Backfilled => "backfilled",
            Self::Reserved => "reserved",
            Self::CoAllocated => "co-allocated",
            Self::Logged => "logged",
            Self::Overbooked => "overbooked",
            Self::Refused => "refused",
            Self::TookOffer => "took-offer",
        }
    }
}

/// One row for each job in the order of arrival.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decisions {
    /// When it starts (s′_r), [`NEVER`] before that is known, and of a refused reservation.
    pub start: Vec<Time>,
    /// When it really ends.
    pub end: Vec<Time>,
    /// How it came to start: its place in [`How::ALL`].
    pub how: Vec<u32>,
    /// The start it was told: under `conservative` and for advance reservations on submission; under `easy` the shadow time when it became head of the
    /// queue; under `backfill` the first start that it was promised; [`NEVER`] if it was told none.
    pub promised: Vec<Time>,
    /// The job that waited longest when this one went ahead of it (row), or [`NONE`].
    pub head: Vec<u32>,
    /// When that job was to start then; of a reservation that a queue refuses, the first start that it could have had; else [`NEVER`].
    pub shadow: Vec<Time>,
    /// Nodes that job was to leave free from then on; of an overbooked job the nodes that it found free.
    pub extra: Vec<u32>,
    /// How often the start was put off by Δt.
    pub retries: Vec<u32>,
    /// Entries of the structure that were looked at for it.
    pub operations: Vec<u32>,
    /// The reservations that strip packing had no place for as they were asked for, by row.
    pub offered: Arc<Vec<Offered>>,
}

impl Decisions {
    /// Nothing is decided of so many jobs.
    pub fn of(jobs: usize) -> Self {
        Self {
            start: vec![NEVER; jobs],
            end: vec![NEVER; jobs],
            how: vec![How::Waiting as u32; jobs],
            promised: vec![NEVER; jobs],
            head: vec![NONE; jobs],
            shadow: vec![NEVER; jobs],
            extra: vec![0; jobs],
            retries: vec![0; jobs],
            operations: vec![0; jobs],
            offered: Arc::default(),
        }
    }

    /// The first rows of so many; the others are undecided.
    pub(crate) fn first_rows(&self, kept: usize, rows: usize) -> Self {
        let mut decisions = Self::of(rows);
        decisions.offered = Arc::new(self.offered_before(kept).to_vec());
        let mut from = self.clone();
        let ((long, short), (old_long, old_short)) = (decisions.parts(), from.parts());
        for (column, old) in long.into_iter().zip(old_long) {
            column[..kept].copy_from_slice(&old[..kept]);
        }
        for (column, old) in short.into_iter().zip(old_short) {
            column[..kept].copy_from_slice(&old[..kept]);
        }
        decisions
    }

    /// What was offered to rows before one.
    fn offered_before(&self, row: usize) -> &[Offered] {
        &self.offered[..self.offered.partition_point(|offered| (offered.row as usize) < row)]
    }

    /// What a reservation was offered that had no place as it was asked for.
    pub fn offered(&self, row: usize) -> Option<&Offered> {
        let at = self.offered.binary_search_by_key(&row, |offered| offered.row as usize).ok()?;
        Some(&self.offered[at])
    }

    /// Makes jobs what is booked of the offers that were taken.
    pub(super) fn book_offers(&self, jobs: &mut Arc<Jobs>) {
        if self.offered.iter().any(Offered::is_taken) {
            let jobs = Arc::make_mut(jobs);
            self.offered.iter().for_each(|offered| offered.book(jobs));
        }
    }

    /// How an advance reservation starts that was told its start.
    pub(super) fn how_reserved(&self, row: usize) -> How {
        if self.offered(row).is_some() { How::TookOffer } else { How::Reserved }
    }

    /// Nothing is decided of a row, but for what was offered.
    pub(crate) fn forget(&mut self, row: usize) {
        (self.start[row], self.end[row], self.promised[row], self.shadow[row]) = (NEVER, NEVER, NEVER, NEVER);
        (self.how[row], self.head[row], self.extra[row]) = (How::Waiting as u32, NONE, 0);
        (self.retries[row], self.operations[row]) = (0, 0);
    }

    /// Takes over the first rows of another run, but not those that are listed.
    pub(super) fn take_rows(&mut self, other: &Self, rows: usize, but: &[u32]) {
        let later = self.offered_before(rows).len();
        let offered = other.offered_before(rows).iter().chain(&self.offered[later..]);
        self.offered = Arc::new(offered.copied().collect());
        let mut is_kept = vec![true; rows];
        but.iter().filter(|row| (**row as usize) < rows).for_each(|row| is_kept[*row as usize] = false);
        for row in (0..rows).filter(|row| is_kept[*row]) {
            (self.start[row], self.end[row]) = (other.start[row], other.end[row]);
            (self.promised[row], self.shadow[row]) = (other.promised[row], other.shadow[row]);
            (self.how[row], self.head[row], self.extra[row]) = (other.how[row], other.head[row], other.extra[row]);
            (self.retries[row], self.operations[row]) = (other.retries[row], other.operations[row]);
        }
    }

    /// How a job came to start.
    pub fn how(&self, row: usize) -> How {
        How::ALL.get(self.how[row] as usize).copied().unwrap_or(How::Waiting)
    }

    /// Whether a job is a reservation that was refused.
    pub fn is_refused(&self, row: usize) -> bool {
        self.how[row] == How::Refused as u32
    }

    /// Whether it is known when a job starts.
    pub fn is_decided(&self, row: usize) -> bool {
        self.start[row] != NEVER
    }

    /// The columns of 64 bits and those of 32 bits.
    pub(super) fn parts(&mut self) -> ([&mut Vec<Time>; 4], [&mut Vec<u32>; 5]) {
        let Self { start, end, how, promised, head, shadow, extra, retries, operations, offered: _ } = self;
        ([start, end, promised, shadow], [how, head, extra, retries, operations])
    }
}

impl Columns for Decisions {
    fn columns(&mut self) -> Vec<Column<'_>> {
        let Self { start, end, how, promised, head, shadow, extra, retries, operations, offered } = self;
        let long = [start, end, promised, shadow].map(Column::U64).into_iter();
        long.chain([how, head, extra, retries, operations].map(Column::U32)).chain([Column::Records(offered)]).collect()
    }
}
