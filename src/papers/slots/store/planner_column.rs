//! The column of free nodes that the planners use, as a store.

use super::lists::Lists;
use super::picture::Picture;
use super::reservation::{Extent, Reservation, Wanted};
use super::slot_store::SlotStore;
use super::visits::{Place, Visits};
use bookahead_engine::slots::planner::{Floor, STEP, Shape, SlotPlan};
use bookahead_engine::slots::request::Slot;

/// Slots that are read at once.
const VECTOR: Slot = STEP as Slot;

/// Free nodes per slot in one flat column, read in vectors of sixteen slots, in which searches go from the last slot of a start to the first. Visited
/// nodes are vectors. In searches of more than 4,096 slots, blocks of 1,024 with a known minimum are passed over unread, but counted as if they were read.
#[derive(Clone, Debug)]
pub struct PlannerColumn {
    nodes: u32,
    slots: Slot,
    plan: SlotPlan,
    starts: Lists,
    now: Slot,
}

fn shape(reservation: &Reservation) -> Shape {
    Shape { duration: reservation.duration, nodes: reservation.nodes }
}

/// The vectors of the slots `[from, to)`.
fn vectors(from: Slot, to: Slot) -> std::ops::Range<u32> {
    from / VECTOR..to.div_ceil(VECTOR)
}

impl SlotStore for PlannerColumn {
    fn new(Extent { nodes, slots, .. }: Extent) -> Self {
        let mut plan = SlotPlan::new(nodes);
        plan.reserve(slots);
        Self { nodes, slots, plan, starts: Lists::new(slots as usize), now: 0 }
    }

    fn least_free(&self, from: Slot, to: Slot, visits: &mut impl Visits) -> u32 {
        let (slot, free) = self.plan.leftmost_min(from, to - from, from, &mut Floor::default());
        // A full slot ends it.
        let read_to = if free == 0 { slot + 1 } else { to };
        vectors(from, read_to).for_each(|vector| visits.visit(Place::Cell(vector)));
        free
    }

    fn first_start(&self, wanted: Wanted, visits: &mut impl Visits) -> Option<Slot> {
        if wanted.nodes > self.nodes {
            return None;
        }
        let (mut start, mut known_to) = (wanted.earliest, wanted.earliest);
        while start <= wanted.latest {
            let end = start + wanted.duration;
            let from = known_to.max(start);
            let short = self.plan.last_short(from, end, wanted.nodes);
            vectors(short.unwrap_or(from), end).rev().for_each(|vector| visits.visit(Place::Cell(vector)));
            match short {
                None => return Some(start),
                Some(short) => (start, known_to) = (short + 1, end),
            }
        }
        None
    }

    fn add(&mut self, reservation: Reservation, visits: &mut impl Visits) {
        self.plan.take(reservation.start, shape(&reservation));
        vectors(reservation.start, reservation.end()).for_each(|vector| visits.visit(Place::Cell(vector)));
        self.starts.push(reservation.start as usize, reservation, visits);
    }

    fn remove(&mut self, reservation: Reservation, visits: &mut impl Visits) -> bool {
        if reservation.start < self.now || !self.starts.remove(reservation.start as usize, reservation.id, 0, visits) {
            return false;
        }
        self.plan.give_back(reservation.start, shape(&reservation));
        vectors(reservation.start, reservation.end()).for_each(|vector| visits.visit(Place::Cell(vector)));
        true
    }

    fn held(&self) -> usize {
        vectors(0, self.slots).len() + self.starts.held() - self.slots as usize
    }

    fn starting(&self, slot: Slot) -> Vec<u32> {
        self.starts.numbers(slot as usize)
    }

    fn pass(&mut self, now: Slot) {
        (self.now..now.min(self.slots)).for_each(|slot| self.starts.clear(slot as usize, 0));
        self.now = self.now.max(now);
    }

    fn picture(&self, to: Slot) -> Picture {
        let mut picture = Picture::default();
        let to = to.min(self.slots);
        for vector in vectors(self.now, to) {
            let (from, to) = (vector * VECTOR, ((vector + 1) * VECTOR).min(to));
            let words = format!("vector of slots {from} to {}", to - 1);
            let drawn = picture.add(Place::Cell(vector), 0, (from, to), format!("{from}–{}", to - 1), words);
            for slot in from..to {
                let free = self.plan.free(slot);
                let cell = picture.part(drawn, 1, (slot, slot + 1), free.to_string(), format!("slot {slot}, {free} free"));
                picture.list(cell, slot, self.starts.of(slot as usize));
            }
        }
        picture
    }
}
