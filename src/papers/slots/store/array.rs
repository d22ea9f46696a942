//! The array of slots of FCFS-EDS (Umar 4.2, Algorithms 4.1 to 4.6).

use super::lists::Lists;
use super::picture::Picture;
use super::reservation::{Extent, Reservation, Wanted};
use super::slot_store::SlotStore;
use super::visits::{Place, Visits};
use bookahead_engine::slots::request::Slot;

/// Per slot the free nodes, and a list of the reservations that start there, ordered by user. The search takes the fewest free nodes of a whole start
/// (`minFreeNode`) and goes on behind the first slot that has them: O(t_e · t_r); adding and deleting is O(n + t_e).
#[derive(Clone, Debug)]
pub struct SlotArray {
    free: Vec<u32>,
    starts: Lists,
    now: Slot,
}

impl SlotArray {
    fn slots(&mut self, reservation: Reservation, visits: &mut impl Visits) -> &mut [u32] {
        (reservation.start..reservation.end()).for_each(|slot| visits.visit(Place::Cell(slot)));
        &mut self.free[reservation.start as usize..reservation.end() as usize]
    }
}

impl SlotStore for SlotArray {
    fn new(Extent { nodes, slots, .. }: Extent) -> Self {
        Self { free: vec![nodes; slots as usize], starts: Lists::new(slots as usize), now: 0 }
    }

    fn least_free(&self, from: Slot, to: Slot, visits: &mut impl Visits) -> u32 {
        self.min_free_node(from, to, visits).0
    }

    fn min_free_node(&self, from: Slot, to: Slot, visits: &mut impl Visits) -> (u32, Slot) {
        let mut least = (u32::MAX, from);
        for slot in from..to {
            visits.visit(Place::Cell(slot));
            let free = self.free[slot as usize];
            if free < least.0 {
                least = (free, slot);
            }
        }
        least
    }

    fn first_start(&self, wanted: Wanted, visits: &mut impl Visits) -> Option<Slot> {
        let mut start = wanted.earliest;
        while start <= wanted.latest {
            let (free, slot) = self.min_free_node(start, start + wanted.duration, visits);
            if free >= wanted.nodes {
                return Some(start);
            }
            start = slot + 1;
        }
        None
    }

    fn add(&mut self, reservation: Reservation, visits: &mut impl Visits) {
        self.starts.insert(reservation.start as usize, reservation, 0, visits);
        self.slots(reservation, visits).iter_mut().for_each(|free| *free -= reservation.nodes);
    }

    fn remove(&mut self, reservation: Reservation, visits: &mut impl Visits) -> bool {
        if reservation.start < self.now || !self.starts.remove(reservation.start as usize, reservation.id, 0, visits) {
            return false;
        }
        self.slots(reservation, visits).iter_mut().for_each(|free| *free += reservation.nodes);
        true
    }

    fn held(&self) -> usize {
        self.starts.held()
    }

    fn starting(&self, slot: Slot) -> Vec<u32> {
        self.starts.numbers(slot as usize)
    }

    fn pass(&mut self, now: Slot) {
        (self.now..now.min(self.free.len() as Slot)).for_each(|slot| self.starts.clear(slot as usize, 0));
        self.now = self.now.max(now);
    }

    fn picture(&self, to: Slot) -> Picture {
        let mut picture = Picture::default();
        for slot in self.now..to.min(self.free.len() as Slot) {
            let free = self.free[slot as usize];
            let cell = picture.add(Place::Cell(slot), 0, (slot, slot + 1), free.to_string(), format!("slot {slot}, {free} free"));
            picture.list(cell, slot, self.starts.of(slot as usize));
        }
        picture
    }
}
