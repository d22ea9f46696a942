//! A reservation and what it costs: sums, and job by job.

use crate::batch::job::{NEVER, Time};
use serde::{Deserialize, Serialize};

/// When a reservation is announced if nothing is said: one second before the present of the scenario, at which the waiting jobs of a snapshot are submitted, so
/// that these are planned around it; without a present, with the first job, so that everybody is.
pub fn announced_by(now: Option<u32>, first: Option<u32>) -> Time {
    Time::from(now.or(first).unwrap_or(0).saturating_sub(1))
}

/// What the cost of a reservation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Measure {
    /// By how much the jobs that are delayed start later, in all, in seconds.
    #[default]
    Wait,
    /// The same times the nodes of each, in node-seconds.
    NodeWait,
    /// How many jobs are delayed.
    Delayed,
    /// Node-seconds that stay idle before it.
    Idle,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Wait, Self::NodeWait, Self::Delayed, Self::Idle];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wait => "wait",
            Self::NodeWait => "node-wait",
            Self::Delayed => "delayed",
            Self::Idle => "idle",
        }
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Wait => "Added wait",
            Self::NodeWait => "Added wait × nodes",
            Self::Delayed => "Jobs delayed",
            Self::Idle => "Idle node-hours",
        }
    }

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|measure| measure.name() == name)
    }
}

/// A reservation that is priced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Reservation {
    /// The start it asks for.
    pub start: Time,
    /// For how long.
    pub seconds: u32,
    /// How many nodes.
    pub nodes: u32,
}

/// The sums of what a reservation costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// The start it is granted.
    pub granted: Time,
    /// By how much the jobs that are delayed start later, in all.
    pub wait: Time,
    /// The same times the nodes of each.
    pub node_wait: u64,
    /// How many jobs are delayed.
    pub delayed: u32,
    /// Node-seconds before its start in which jobs run without it and nobody does with it, in all: the work that is done less by then; 0 if more is done.
    pub idle: u64,
}

impl Cost {
    /// The cost of a reservation that is not granted.
    pub const UNKNOWN: Self = Self { granted: NEVER, wait: 0, node_wait: 0, delayed: 0, idle: 0 };

    /// What it is by a measure.
    pub fn by(&self, measure: Measure) -> u64 {
        match measure {
            Measure::Wait => self.wait,
            Measure::NodeWait => self.node_wait,
            Measure::Delayed => self.delayed.into(),
            Measure::Idle => self.idle,
        }
    }
}

/// What a reservation costs, job by job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReservationCost {
    /// The reservation.
    pub reservation: Reservation,
    /// When it is announced.
    pub announced: Time,
    /// The sums.
    pub cost: Cost,
    /// Rows of the jobs that start later, in the order of arrival, and by how much.
    pub delayed: Vec<u32>,
    /// By how much each of them.
    pub by: Vec<Time>,
    /// Rows of the jobs that start earlier because of it.
    pub earlier: Vec<u32>,
    /// By how much each of them.
    pub earlier_by: Vec<Time>,
    /// Rows of the reservations that are refused because of it.
    pub refused: Vec<u32>,
    /// Rows of the jobs that go ahead of others without it, and do not any more.
    pub not_backfilled: Vec<u32>,
    /// When each job starts with it, in the order of arrival without it.
    pub starts: Vec<Time>,
}
