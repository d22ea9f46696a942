//! A linked list of the steps of the reserved amount (Xiong et al.; Umar 2.2.3).

use super::lists::Lists;
use super::picture::Picture;
use super::reservation::{Extent, Reservation, Wanted};
use super::slot_store::SlotStore;
use super::visits::{Place, Visits};
use bookahead_engine::slots::request::Slot;

/// The end of the list.
const NONE: u32 = u32::MAX;

/// Steps sorted by time, linked, in flat columns: ts, bw (the nodes reserved from ts to the next step) and pNext. A step is there as long as a reservation
/// begins or ends at it. Reservations are listed at the step they begin with. Every operation looks for its place from the head: O(reservations).
#[derive(Clone, Debug)]
pub struct StepList {
    nodes: u32,
    /// ts.
    from: Vec<Slot>,
    /// bw.
    reserved: Vec<u32>,
    /// Reservations that begin or end here.
    edges: Vec<u32>,
    /// pNext.
    next: Vec<u32>,
    starts: Lists,
    head: u32,
    spare: u32,
    now: Slot,
}

impl StepList {
    fn existing(step: u32) -> Option<u32> {
        (step != NONE).then_some(step)
    }

    /// The first slot after a step.
    fn to(&self, step: u32) -> Slot {
        Self::existing(self.next[step as usize]).map_or(Slot::MAX, |next| self.from[next as usize])
    }

    /// The step that holds a slot and the one before it, looked for from a step before it on.
    fn holding(&self, slot: Slot, mut before: u32, mut step: u32, visits: &mut impl Visits) -> (u32, u32) {
        visits.visit(Place::Cell(step));
        while self.to(step) <= slot {
            (before, step) = (step, self.next[step as usize]);
            visits.visit(Place::Cell(step));
        }
        (before, step)
    }

    /// Makes sure that a step begins at a slot, one of those of `step`.
    fn split(&mut self, step: u32, slot: Slot, visits: &mut impl Visits) -> u32 {
        let at = if self.from[step as usize] == slot {
            step
        } else {
            let (reserved, next) = (self.reserved[step as usize], self.next[step as usize]);
            let new = match Self::existing(self.spare) {
                Some(spare) => {
                    self.spare = self.next[spare as usize];
                    let at = spare as usize;
                    (self.from[at], self.reserved[at], self.edges[at], self.next[at]) = (slot, reserved, 0, next);
                    spare
                }
                None => {
                    self.from.push(slot);
                    self.reserved.push(reserved);
                    self.edges.push(0);
                    self.next.push(next);
                    self.starts.reserve(self.from.len());
                    self.from.len() as u32 - 1
                }
            };
            self.next[step as usize] = new;
            visits.visit(Place::Cell(new));
            new
        };
        self.edges[at as usize] += 1;
        at
    }

    /// A reservation no longer begins or ends at a step: it goes if it was the last one.
    fn join(&mut self, before: u32, step: u32) {
        self.edges[step as usize] -= 1;
        if self.edges[step as usize] == 0 && before != NONE {
            self.next[before as usize] = self.next[step as usize];
            self.free(step);
        }
    }

    fn free(&mut self, step: u32) {
        self.next[step as usize] = self.spare;
        self.spare = step;
    }
}

impl SlotStore for StepList {
    fn new(Extent { nodes, .. }: Extent) -> Self {
        let starts = Lists::new(1);
        Self { nodes, from: vec![0], reserved: vec![0], edges: vec![0], next: vec![NONE], starts, head: 0, spare: NONE, now: 0 }
    }

    fn least_free(&self, from: Slot, to: Slot, visits: &mut impl Visits) -> u32 {
        let (_, mut step) = self.holding(from, NONE, self.head, visits);
        let mut most = self.reserved[step as usize];
        while self.to(step) < to {
            step = self.next[step as usize];
            visits.visit(Place::Cell(step));
            most = most.max(self.reserved[step as usize]);
        }
        self.nodes - most
    }

    fn first_start(&self, wanted: Wanted, visits: &mut impl Visits) -> Option<Slot> {
        let room = self.nodes.checked_sub(wanted.nodes)?;
        let mut start = wanted.earliest;
        let (_, mut step) = self.holding(start, NONE, self.head, visits);
        loop {
            let to = self.to(step);
            if self.reserved[step as usize] > room {
                start = to;
            }
            if start > wanted.latest {
                return None;
            }
            if to >= start.saturating_add(wanted.duration) {
                return Some(start);
            }
            step = self.next[step as usize];
            visits.visit(Place::Cell(step));
        }
    }

    fn add(&mut self, reservation: Reservation, visits: &mut impl Visits) {
        let (_, step) = self.holding(reservation.start, NONE, self.head, visits);
        let first = self.split(step, reservation.start, visits);
        self.starts.insert(first as usize, reservation, 0, visits);
        let (mut last, mut step) = (first, first);
        while step != NONE && self.from[step as usize] < reservation.end() {
            if step != first {
                visits.visit(Place::Cell(step));
            }
            (last, step) = (step, self.next[step as usize]);
        }
        // What is behind the end keeps its amount.
        let end = if step != NONE && self.from[step as usize] == reservation.end() { step } else { last };
        let end = self.split(end, reservation.end(), visits);
        let mut step = first;
        while step != end {
            self.reserved[step as usize] += reservation.nodes;
            step = self.next[step as usize];
        }
    }

    fn remove(&mut self, reservation: Reservation, visits: &mut impl Visits) -> bool {
        if reservation.start < self.now {
            return false;
        }
        let (before_first, first) = self.holding(reservation.start, NONE, self.head, visits);
        let begins_here = self.from[first as usize] == reservation.start;
        if !begins_here || !self.starts.remove(first as usize, reservation.id, 0, visits) {
            return false;
        }
        let (mut before, mut step) = (before_first, first);
        while step != NONE && self.from[step as usize] < reservation.end() {
            self.reserved[step as usize] -= reservation.nodes;
            (before, step) = (step, self.next[step as usize]);
            if step != NONE {
                visits.visit(Place::Cell(step));
            }
        }
        self.join(before, step);
        self.join(before_first, first);
        true
    }

    fn held(&self) -> usize {
        self.starts.held()
    }

    fn starting(&self, slot: Slot) -> Vec<u32> {
        let (_, step) = self.holding(slot, NONE, self.head, &mut ());
        if self.from[step as usize] == slot { self.starts.numbers(step as usize) } else { Vec::new() }
    }

    fn pass(&mut self, now: Slot) {
        self.now = self.now.max(now);
        while self.to(self.head) <= self.now {
            let past = self.head;
            self.head = self.next[past as usize];
            self.starts.clear(past as usize, 0);
            self.free(past);
        }
        if self.from[self.head as usize] < self.now {
            self.starts.clear(self.head as usize, 0);
        }
    }

    fn picture(&self, to: Slot) -> Picture {
        let mut picture = Picture::default();
        let mut before = None;
        let mut step = self.head;
        while step != NONE && self.from[step as usize] < to {
            let (from, end) = (self.from[step as usize].max(self.now), self.to(step).min(to));
            let reserved = self.reserved[step as usize];
            let words = format!("step from slot {from} to {}, {reserved} of {} reserved", end - 1, self.nodes);
            let cell = picture.add(Place::Cell(step), 0, (from, end), reserved.to_string(), words);
            if let Some(before) = before {
                picture.link(cell, before);
            }
            before = Some(cell);
            picture.list(cell, from, self.starts.of(step as usize));
            step = self.next[step as usize];
        }
        picture
    }
}
