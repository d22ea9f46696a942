//! The decisions on the jobs of a cluster, as flat columns.

use super::job::{NEVER, NONE, Time};
use crate::core::columns::{Column, Columns};
use serde::{Deserialize, Serialize};

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
}

impl How {
    /// Every way, in the order of their numbers.
    pub const ALL: [Self; 7] =
        [Self::Waiting, Self::AtOnce, Self::InTurn, Self::Backfilled, Self::Reserved, Self::CoAllocated, Self::Logged];

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
        }
    }
}

/// One row for each job in the order of arrival.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decisions {
    /// When it starts (s′_r), [`NEVER`] before that is known.
    pub start: Vec<Time>,
    /// When it really ends.
    pub end: Vec<Time>,
    /// How it came to start: its place in [`How::ALL`].
    pub how: Vec<u32>,
    /// The start it was told: under `conservative` and for advance reservations on submission; under `easy` the shadow time when it became head of the
    /// queue; [`NEVER`] if it was told none.
    pub promised: Vec<Time>,
    /// The job that waited longest when this one went ahead of it (row), or [`NONE`].
    pub head: Vec<u32>,
    /// When that job was to start then, or [`NEVER`].
    pub shadow: Vec<Time>,
    /// Nodes that job was to leave free from then on.
    pub extra: Vec<u32>,
    /// How often the start was put off by Δt.
    pub retries: Vec<u32>,
    /// Entries of the structure that were looked at for it.
    pub operations: Vec<u32>,
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
        }
    }

    /// How a job came to start.
    pub fn how(&self, row: usize) -> How {
        How::ALL.get(self.how[row] as usize).copied().unwrap_or(How::Waiting)
    }

    /// Whether it is known when a job starts.
    pub fn is_decided(&self, row: usize) -> bool {
        self.start[row] != NEVER
    }

    /// The columns of 64 bits and those of 32 bits.
    pub(super) fn parts(&mut self) -> ([&mut Vec<Time>; 4], [&mut Vec<u32>; 5]) {
        let Self { start, end, how, promised, head, shadow, extra, retries, operations } = self;
        ([start, end, promised, shadow], [how, head, extra, retries, operations])
    }
}

impl Columns for Decisions {
    fn columns(&mut self) -> Vec<Column<'_>> {
        let (long, short) = self.parts();
        long.into_iter().map(Column::U64).chain(short.into_iter().map(Column::U32)).collect()
    }
}
