//! Events of an adaptive run, and their outcome.

use super::super::Tick;
use super::super::geometry::Tests;
use super::super::request::IdleRequest;
use super::timetable::Piece;
use serde::{Deserialize, Serialize};

/// What happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A job with a deadline is asked for.
    Request(IdleRequest),
    /// A job without a deadline is asked for: it takes what is idle and gives way.
    Opportunity {
        /// When it comes.
        submitted: Tick,
        /// First tick it may start in.
        earliest_start: Tick,
        /// Ticks it takes on a server of rate 1.
        size: Tick,
    },
    /// A running job turns out to need more.
    Extend {
        /// When that is known.
        submitted: Tick,
        /// The job.
        job: u32,
        /// How much more, in ticks on a server of rate 1.
        by: Tick,
    },
}

impl Event {
    /// When it happens.
    pub fn submitted(&self) -> Tick {
        match self {
            Self::Request(request) => request.submitted,
            Self::Opportunity { submitted, .. } | Self::Extend { submitted, .. } => *submitted,
        }
    }
}

/// What an event changed for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// An unstarted job was moved inside its window.
    Moved {
        /// Its place before.
        from: Piece,
        /// Its place after.
        to: Piece,
    },
    /// An opportunistic job gave way.
    Preempted {
        /// Its place before.
        piece: Piece,
        /// Where it stops; its start, if nothing of this piece is left.
        at: Tick,
        /// Where the rest goes on; `None` if ticks run out.
        resumed: Option<Piece>,
    },
}

/// Why a job was not extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotExtended {
    /// It is not running at this moment.
    NotRunning,
    /// Its rest is already planned in another place; that piece can be extended when it runs.
    GoesOnElsewhere,
    /// The end would lie beyond the last tick.
    TooLong,
}

/// What came of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventOutcome {
    /// A job got a place.
    Reserved {
        /// Its place.
        piece: Piece,
        /// What that changed for others.
        changes: Vec<Change>,
    },
    /// A job got none.
    Refused {
        /// Its number.
        job: u32,
        /// How many periods passed which test.
        tests: Tests,
    },
    /// A running job got more time.
    Extended {
        /// Its present piece, longer unless it migrates.
        piece: Piece,
        /// Where what is missing is done, if not there.
        migrated: Option<Piece>,
        /// What that changed for others.
        changes: Vec<Change>,
    },
    /// A job was not extended.
    NotExtended {
        /// The job.
        job: u32,
        /// Why.
        why: NotExtended,
    },
}
