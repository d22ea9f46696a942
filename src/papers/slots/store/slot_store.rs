//! What a store of reservations does.

use super::picture::Picture;
use super::reservation::{Extent, Reservation, Wanted};
use super::visits::Visits;
use bookahead_engine::slots::request::Slot;

/// A store of reservations: free nodes per slot, and which reservations start there.
///
/// Slots before the present ([`SlotStore::pass`]) are not asked about. Reservations stay within the [`Extent`] and take no more nodes than are free.
pub trait SlotStore {
    /// An empty store; the present is slot 0.
    fn new(extent: Extent) -> Self;

    /// The fewest free nodes in the slots `[from, to)`, which are at least one.
    fn least_free(&self, from: Slot, to: Slot, visits: &mut impl Visits) -> u32;

    /// minFreeNode: the fewest free nodes in the slots `[from, to)`, and the first slot with them. Stores that do not know it ask slot by slot.
    fn min_free_node(&self, from: Slot, to: Slot, visits: &mut impl Visits) -> (u32, Slot) {
        let least = self.least_free(from, to, visits);
        let slot = (from..to).find(|&slot| self.least_free(slot, slot + 1, visits) == least);
        (least, slot.unwrap_or(from))
    }

    /// The first start at which every slot has the nodes wanted: first fit.
    fn first_start(&self, wanted: Wanted, visits: &mut impl Visits) -> Option<Slot>;

    /// Adds a reservation that does not begin before the present.
    fn add(&mut self, reservation: Reservation, visits: &mut impl Visits);

    /// Deletes a reservation; false if it has begun or is not there.
    fn remove(&mut self, reservation: Reservation, visits: &mut impl Visits) -> bool;

    /// Nodes that there is memory for: cells, nodes of a tree or list, and entries.
    fn held(&self) -> usize;

    /// The numbers of the reservations that start in a slot, ascending.
    fn starting(&self, slot: Slot) -> Vec<u32>;

    /// The present moves on: what lies before it is forgotten. Who has begun keeps the nodes to the end.
    fn pass(&mut self, now: Slot);

    /// What is in it, up to a slot.
    fn picture(&self, to: Slot) -> Picture;
}
