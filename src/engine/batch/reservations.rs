//! How a reservation with an earliest and a latest start is decided when it is submitted.

use super::job::{Jobs, NEVER, NONE, Time};
use serde::{Deserialize, Serialize};

/// Which of the starts from the earliest to the latest a reservation may get. One that has none of them is refused. A reservation without a latest start gets
/// the first start there is, under every rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ReservationRule {
    /// The first one at which its nodes are free beside the reservations that were made before and the jobs that run (Sulistio 2.2: first fit).
    #[default]
    FirstFit,
    /// Only the earliest one.
    Rigid,
}

impl ReservationRule {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::FirstFit, Self::Rigid];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::FirstFit => "first-fit",
            Self::Rigid => "rigid",
        }
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::FirstFit => "First start that fits",
            Self::Rigid => "Earliest start only",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// The last start that a job may get; [`NEVER`] if any will do.
    pub fn last_start(self, jobs: &Jobs, row: usize) -> Time {
        let (earliest, latest) = (jobs.earliest_start[row], jobs.latest_start[row]);
        match self {
            _ if latest == NONE => NEVER,
            Self::FirstFit => latest.into(),
            Self::Rigid => earliest.into(),
        }
    }
}
