//! Reservations, and requests for them.

use bookahead_engine::slots::request::Slot;

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
