//! How a reservation with an earliest and a latest start is decided when it is submitted.

use super::job::{Jobs, NEVER, NONE, Time};
use crate::core::offers::{Choice, OfferOrder};
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
    /// The place that on-line strip packing finds from the earliest start to the latest end (Sulistio, Algorithm 1); where there is none for all of it, its user
    /// may take a shorter or narrower one ([`OfferRules`]). Beside a queue; co-allocation, which tries start after start, takes the first one that fits.
    Osp,
}

impl ReservationRule {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::FirstFit, Self::Rigid, Self::Osp];

    /// The name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::FirstFit => "first-fit",
            Self::Rigid => "rigid",
            Self::Osp => "osp",
        }
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::FirstFit => "First start that fits",
            Self::Rigid => "Earliest start only",
            Self::Osp => "Strip packing",
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
            Self::FirstFit | Self::Osp => latest.into(),
            Self::Rigid => earliest.into(),
        }
    }
}

/// What becomes of a reservation under [`ReservationRule::Osp`] that has no place for all of it. A slot is a second, and every node-second costs the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OfferRules {
    /// Which of the offers its user takes; no user takes less than half of the time or of the nodes (Algorithm 2).
    pub choice: Choice,
    /// How the machine lists its offers.
    pub order: OfferOrder,
    /// Whether the user asks a second time, for half of the nodes: Algorithm 1 makes no offer with fewer nodes than are asked for.
    pub half_nodes: bool,
}
