//! Reservations, and requests for them.

use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::workload::Arrivals;

/// A reservation that stands in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reservation {
    /// Its number: the order in lists that are ordered by user.
    pub id: u32,
    /// First slot.
    pub start: Slot,
    /// Slots it lasts, at least 1.
    pub duration: Slot,
    /// Nodes it takes in each of them.
    pub nodes: u32,
}

impl Reservation {
    /// The first slot after it.
    pub fn end(&self) -> Slot {
        self.start + self.duration
    }
}

/// What is looked for: a start in `earliest ..= latest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// First slot it may start in (t_es).
    pub earliest: Slot,
    /// Last one (t_ls).
    pub latest: Slot,
    /// Slots it lasts, at least 1 (t_e).
    pub duration: Slot,
    /// Nodes it needs in each of them (numCN).
    pub nodes: u32,
}

impl Wanted {
    /// What the jobs of a request want.
    pub fn of(arrivals: &Arrivals, row: usize) -> Self {
        Self {
            earliest: arrivals.earliest_start[row],
            latest: arrivals.latest_start[row],
            duration: arrivals.duration[row],
            nodes: arrivals.nodes[row],
        }
    }

    /// The first slot after the latest possible end.
    pub fn deadline(&self) -> Slot {
        self.latest + self.duration
    }

    /// As a reservation at a start.
    pub fn at(&self, id: u32, start: Slot) -> Reservation {
        Reservation { id, start, duration: self.duration, nodes: self.nodes }
    }
}

/// How large a store is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Nodes of the machine.
    pub nodes: u32,
    /// No reservation ends after this slot.
    pub slots: Slot,
    /// No reservation ends more than so many slots after the present; stores that reuse their room keep no more.
    pub ahead: Slot,
}

impl Extent {
    /// Room for every request, whenever it comes.
    pub fn of(nodes: u32, arrivals: &Arrivals) -> Self {
        let rows = 0..arrivals.submitted.len();
        let deadline = |row: usize| arrivals.latest_start[row] + arrivals.duration[row];
        let slots = rows.clone().map(deadline).max().unwrap_or(0);
        let ahead = rows.map(|row| deadline(row) - arrivals.submitted[row]).max().unwrap_or(0);
        Self { nodes, slots, ahead }
    }
}
