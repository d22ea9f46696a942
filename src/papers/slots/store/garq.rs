//! GarQ, the grid advance reservation queue (Sulistio et al. 2009; Umar 2.2.4).

use super::lists::Lists;
use super::picture::Picture;
use super::reservation::{Extent, Reservation, Wanted};
use super::slot_store::SlotStore;
use super::visits::{Place, Visits};
use bookahead_engine::slots::request::Slot;

/// A ring of buckets of one slot each: rv, the nodes reserved in it, and a list of the reservations that start there, in the order of their numbers if it is
/// `SORTED`. Buckets that are past are used again. A search reads a bucket once and goes on behind the first one that is short. Searching and adding is
/// O(exec), the buckets of the job, and with sorted lists O(k + exec) for adding, k entries of one list; deleting looks through that list in both.
#[derive(Clone, Debug)]
pub struct Garq<const SORTED: bool> {
    nodes: u32,
    /// rv.
    reserved: Vec<u32>,
    starts: Lists,
    now: Slot,
}

impl<const SORTED: bool> Garq<SORTED> {
    fn bucket(&self, slot: Slot) -> usize {
        slot as usize % self.reserved.len()
    }

    /// Free nodes of a bucket that is looked at.
    fn free(&self, slot: Slot, visits: &mut impl Visits) -> u32 {
        let bucket = self.bucket(slot);
        visits.visit(Place::Cell(bucket as u32));
        self.nodes - self.reserved[bucket]
    }
}

impl<const SORTED: bool> SlotStore for Garq<SORTED> {
    fn new(Extent { nodes, ahead, .. }: Extent) -> Self {
        let buckets = ahead.max(1) as usize;
        Self { nodes, reserved: vec![0; buckets], starts: Lists::new(buckets), now: 0 }
    }

    fn least_free(&self, from: Slot, to: Slot, visits: &mut impl Visits) -> u32 {
        (from..to).map(|slot| self.free(slot, visits)).min().unwrap_or(self.nodes)
    }

    fn first_start(&self, wanted: Wanted, visits: &mut impl Visits) -> Option<Slot> {
        let (mut start, mut slot) = (wanted.earliest, wanted.earliest);
        while start <= wanted.latest {
            if slot == start + wanted.duration {
                return Some(start);
            }
            if self.free(slot, visits) < wanted.nodes {
                start = slot + 1;
            }
            slot += 1;
        }
        None
    }

    fn add(&mut self, reservation: Reservation, visits: &mut impl Visits) {
        let first = self.bucket(reservation.start);
        if SORTED {
            self.starts.insert(first, reservation, 0, visits);
        } else {
            self.starts.push(first, reservation, visits);
        }
        for slot in reservation.start..reservation.end() {
            let bucket = self.bucket(slot);
            visits.visit(Place::Cell(bucket as u32));
            self.reserved[bucket] += reservation.nodes;
        }
    }

    fn remove(&mut self, reservation: Reservation, visits: &mut impl Visits) -> bool {
        let first = self.bucket(reservation.start);
        if reservation.start < self.now || !self.starts.remove(first, reservation.id, 0, visits) {
            return false;
        }
        for slot in reservation.start..reservation.end() {
            let bucket = self.bucket(slot);
            visits.visit(Place::Cell(bucket as u32));
            self.reserved[bucket] -= reservation.nodes;
        }
        true
    }

    fn held(&self) -> usize {
        self.starts.held()
    }

    fn starting(&self, slot: Slot) -> Vec<u32> {
        self.starts.numbers(self.bucket(slot))
    }

    fn pass(&mut self, now: Slot) {
        // Beyond a turn of the ring every bucket is past.
        let to = now.min(self.now + self.reserved.len() as Slot);
        for slot in self.now..to {
            let bucket = self.bucket(slot);
            self.reserved[bucket] = 0;
            self.starts.clear(bucket, 0);
        }
        self.now = self.now.max(now);
    }

    fn picture(&self, to: Slot) -> Picture {
        let mut picture = Picture::default();
        for slot in self.now..to.min(self.now + self.reserved.len() as Slot) {
            let bucket = self.bucket(slot);
            let reserved = self.reserved[bucket];
            let words = format!("bucket {bucket}, slot {slot}: {reserved} of {} reserved", self.nodes);
            let cell = picture.add(Place::Cell(bucket as u32), 0, (slot, slot + 1), reserved.to_string(), words);
            picture.list(cell, slot, self.starts.of(bucket));
        }
        picture
    }
}
