//! Idle periods, and what a request wants of them.

use crate::batch::job::{NEVER, Time};
use crate::batch::nodes::Stretch;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// The end of a period after which nothing is reserved.
pub const OPEN: Time = NEVER;

/// A server is idle from `start` up to `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// st_i.
    pub start: Time,
    /// et_i, [`OPEN`] if nothing comes after it.
    pub end: Time,
    /// id_i.
    pub server: u32,
}

impl Period {
    /// The order in which periods are taken: start descending, end ascending, server ascending.
    pub fn rank(&self) -> (Reverse<Time>, Time, u32) {
        (Reverse(self.start), self.end, self.server)
    }

    /// Whether a job could run in it from one moment up to another.
    pub fn holds(&self, from: Time, to: Time) -> bool {
        self.start <= from && self.end >= to
    }
}

/// What one attempt asks for: n_r servers from s_r up to e_r.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// s_r of this attempt.
    pub from: Time,
    /// e_r = s_r + l_r.
    pub to: Time,
    /// n_r.
    pub servers: u32,
    /// The first of the servers that are asked for by their numbers, where they are: this one and those that follow, and no others.
    pub first_server: Option<u32>,
}

impl Window {
    /// The first and the last server that are asked for by their numbers.
    pub fn named(&self) -> Option<Stretch> {
        self.first_server.map(|first| (first, first + self.servers - 1))
    }
}
