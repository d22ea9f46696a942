//! What was found in a snapshot, before anything is made of it: jobs, nodes, reservations and partitions as Slurm tells them.

use super::hosts::Hosts;
use crate::sacct::line::Moment;
use crate::swf::Problems;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Everything that was found.
#[derive(Debug, Default)]
pub(super) struct Records {
    /// Jobs by number: of a job that is told twice the first record counts.
    pub jobs: BTreeMap<u32, FoundJob>,
    /// Nodes by their place in `hosts`.
    pub nodes: BTreeMap<u32, FoundNode>,
    /// Reservations by name.
    pub reservations: BTreeMap<String, FoundReservation>,
    /// Partitions by name.
    pub partitions: BTreeMap<String, FoundPartition>,
    /// Names of nodes.
    pub hosts: Hosts,
    /// Numbers of users by their names or numbers there, in the order of appearance.
    users: BTreeMap<String, u32>,
    /// Moments at which something was written, and the best of them: a date on a line of its own.
    pub clock: Clock,
    /// Records that cannot be read.
    pub problems: Problems,
    /// Records of a job, a node or a reservation that was told before.
    pub repeated: u32,
    /// Elements of arrays without a number of their own.
    pub unnumbered: u32,
}

/// What tells the moment of the snapshot.
#[derive(Debug, Default)]
pub(super) struct Clock {
    /// A date on a line of its own.
    pub date: Option<Moment>,
    /// When Slurm last changed what it printed.
    pub last_update: Option<Moment>,
    /// The start of a running job and how long it has run.
    pub running: Option<Moment>,
    /// The latest moment of the past that anything tells.
    pub latest: Option<Moment>,
}

impl Clock {
    /// Keeps the later of two moments.
    pub fn later(kept: &mut Option<Moment>, found: Option<Moment>) {
        if let Some(found) = found.filter(|found| kept.is_none_or(|kept| kept.seconds < found.seconds)) {
            *kept = Some(found);
        }
    }
}

/// A job.
#[derive(Debug, Default)]
pub(super) struct FoundJob {
    pub number: u32,
    /// Its name; empty if none is told.
    pub name: String,
    /// Whose it is.
    pub owner: Option<u32>,
    /// The array that it is of.
    pub array: Option<u32>,
    /// Which element of it, or which of them wait: `5`, `3-6,9%2`.
    pub tasks: String,
    /// Elements of the array that may run at once.
    pub throttle: Option<u32>,
    /// The heterogeneous job that it is a part of.
    pub whole: Option<u32>,
    /// Words such as `RUNNING COMPLETING`, in capitals.
    pub state: String,
    pub reason: String,
    pub partition: String,
    pub priority: Option<u64>,
    pub is_held: bool,
    pub submitted: Option<Moment>,
    pub eligible: Option<Moment>,
    pub start: Option<Moment>,
    pub end: Option<Moment>,
    /// Seconds; `None` if it has no limit, or none that is told.
    pub limit: Option<i64>,
    pub nodes: u32,
    pub processors: u32,
    /// The nodes that it holds.
    pub hosts: Vec<u32>,
    pub dependency: String,
    pub reservation: String,
    /// Whether it shares no node.
    pub is_exclusive: bool,
    /// Whether it asks for features, licences or nodes by name.
    pub is_picky: bool,
}

/// A node.
#[derive(Debug, Default)]
pub(super) struct FoundNode {
    /// Words such as `IDLE DRAIN`, in capitals.
    pub state: String,
    pub processors: u32,
    pub partitions: Vec<String>,
}

/// A reservation.
#[derive(Debug, Default)]
pub(super) struct FoundReservation {
    pub start: Option<Moment>,
    pub end: Option<Moment>,
    pub nodes: u32,
    pub cores: u32,
    pub hosts: Vec<u32>,
    pub partition: String,
    /// Words such as `MAINT IGNORE_JOBS`, in capitals.
    pub flags: String,
}

/// A partition.
#[derive(Debug, Default)]
pub(super) struct FoundPartition {
    /// Longest limit in seconds.
    pub longest: Option<i64>,
    pub nodes: u32,
    pub processors: u32,
}

/// Numbers from here down are given to elements of arrays that have none of their own, until they get free ones.
pub(super) const UNNUMBERED: u32 = u32::MAX - 2;

impl Records {
    /// A number that no job has: this one, or one that stands for none.
    pub fn unused_number(&mut self, number: u32) -> u32 {
        if !self.jobs.contains_key(&number) {
            return number;
        }
        self.unnumbered += 1;
        UNNUMBERED - self.unnumbered
    }

    /// The number of a user: in the order in which they appear, from 1.
    pub fn owner(&mut self, name: &str) -> Option<u32> {
        // `alice(1001)`
        let name = name.split_once('(').map_or(name, |(name, _)| name).trim();
        let next = self.users.len() as u32 + 1;
        (!name.is_empty()).then(|| *self.users.entry(name.to_string()).or_insert(next))
    }

    /// The names of the users, by their numbers.
    pub fn user_names(&self) -> impl Iterator<Item = (u32, &str)> {
        self.users.iter().map(|(name, number)| (*number, name.as_str()))
    }

    pub fn add_job(&mut self, job: FoundJob) {
        Clock::later(&mut self.clock.latest, job.submitted);
        if job.state.contains("RUNNING") {
            Clock::later(&mut self.clock.latest, job.start);
        }
        match self.jobs.entry(job.number) {
            Entry::Occupied(_) => self.repeated += 1,
            Entry::Vacant(place) => {
                place.insert(job);
            }
        }
    }

    pub fn add_node(&mut self, host: u32, node: FoundNode) {
        let FoundNode { partitions, .. } = &node;
        // `sinfo` tells a node once for each partition.
        match self.nodes.get_mut(&host) {
            Some(known) => {
                let further: Vec<String> = partitions.iter().filter(|name| !known.partitions.contains(name)).cloned().collect();
                self.repeated += u32::from(further.is_empty());
                known.partitions.extend(further);
            }
            None => {
                self.nodes.insert(host, node);
            }
        }
    }

    pub fn add_reservation(&mut self, name: String, reservation: FoundReservation) {
        match self.reservations.entry(name) {
            Entry::Occupied(_) => self.repeated += 1,
            Entry::Vacant(place) => {
                place.insert(reservation);
            }
        }
    }

    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.jobs.is_empty() && self.nodes.is_empty() && self.reservations.is_empty() && self.partitions.is_empty()
    }
}

/// A whole number that cannot be below 0 or above what fits.
pub(super) fn count_of(number: i64) -> u32 {
    u32::try_from(number.max(0)).unwrap_or(u32::MAX)
}
