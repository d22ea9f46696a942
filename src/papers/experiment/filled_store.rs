//! Stores of reservations with the bookings of a document's own example: pictures of the gallery.

use super::see::See;
use crate::slots::store::{Extent, Operation, Reservation, Stage, StoreKind, Walk, Wanted, walk};
use bookahead_engine::slots::worked::Row;

/// A store with the bookings of a worked example, and what is done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilledStore {
    /// Which store.
    pub kind: StoreKind,
    /// Nodes of the machine, or its bandwidth.
    pub nodes: u32,
    /// What is booked, each at its earliest start.
    pub booked: &'static [Row],
    /// What is searched, and added.
    pub wanted: Row,
    /// The picture is that of the store after this.
    pub operation: Operation,
}

impl FilledStore {
    /// Where stores are at work, node by node.
    pub const SEE: See = See::Experiment("stores-slots");

    /// How large the store is: up to the end of the last booking.
    pub fn extent(&self) -> Extent {
        let rows = self.booked.iter().chain([&self.wanted]);
        let slots = rows.map(|&(_, _, latest, duration, ..)| latest + duration).max().unwrap_or(1);
        Extent { nodes: self.nodes, slots, ahead: slots }
    }

    /// What is searched.
    pub fn wanted(&self) -> Wanted {
        let (_, earliest, latest, duration, nodes, _) = self.wanted;
        Wanted { earliest, latest, duration, nodes }
    }

    /// The operations on it. Jobs of one request are entries of their own; entries are numbered from 1.
    pub fn walk(&self) -> Walk {
        let jobs = self.booked.iter().flat_map(|row| std::iter::repeat_n(row, row.5 as usize));
        let entry = |(id, &(_, start, _, duration, nodes, _)): (u32, &Row)| Reservation { id, start, duration, nodes };
        let standing: Vec<Reservation> = (1..).zip(jobs).map(entry).collect();
        walk(self.kind, self.extent(), &standing, self.wanted())
    }

    /// The last step of the operation: all its visits, and what came of it.
    pub fn last_step(&self, walk: &Walk) -> usize {
        let through = walk.stages.iter().take_while(|stage| stage.operation != self.operation).count() + 1;
        walk.stages.iter().take(through).map(|stage| stage.visits.len() + 1).sum::<usize>().saturating_sub(1)
    }

    /// The operation with the store as it is then.
    pub fn stage(&self) -> Option<Stage> {
        self.walk().stages.into_iter().find(|stage| stage.operation == self.operation)
    }

    /// What is drawn, and what came of the operation.
    pub fn words(&self) -> String {
        let outcome = self.stage().map_or_else(String::new, |stage| stage.outcome);
        format!("{}. {outcome}", self.kind.words())
    }
}
