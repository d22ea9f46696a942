//! The calendar queue (Brown; Umar 2.2.2) as a store of reservations.

use super::lists::Lists;
use super::picture::Picture;
use super::reservation::{Extent, Reservation, Wanted};
use super::slot_store::SlotStore;
use super::visits::{Place, Visits};
use bookahead_engine::slots::request::Slot;

/// Slots of a day.
pub(super) const DAY: Slot = 8;
/// Days of a year: the calendar is used again every year, and its pages then have entries of several years.
const YEAR: Slot = 64;

/// Pages of a desk calendar, each with a sorted list of entries. The queue knows events, which have no duration; our reading: a reservation is written on
/// every day it touches, so that a search reads only the pages of the days it asks about. A page holds no free count: it is made of its entries each
/// time. Entries of other years are read and passed over.
#[derive(Clone, Debug)]
pub struct CalendarQueue {
    nodes: u32,
    pages: Lists,
    now: Slot,
}

/// Nodes reserved in the slots of a day.
type Reserved = [u32; DAY as usize];

fn page(day: Slot) -> usize {
    (day % YEAR) as usize
}

fn days(from: Slot, to: Slot) -> std::ops::Range<Slot> {
    from / DAY..to.div_ceil(DAY)
}

impl CalendarQueue {
    /// Reads the page of a day.
    fn read(&self, day: Slot, visits: &mut impl Visits) -> Reserved {
        visits.visit(Place::Cell(page(day) as u32));
        let mut reserved = [0; DAY as usize];
        for (place, written, reservation) in self.pages.of(page(day)) {
            visits.visit(place);
            if written > day {
                break;
            }
            if written == day {
                let (from, to) = (reservation.start.max(day * DAY), reservation.end().min((day + 1) * DAY));
                (from..to).for_each(|slot| reserved[(slot % DAY) as usize] += reservation.nodes);
            }
        }
        reserved
    }
}

impl SlotStore for CalendarQueue {
    fn new(Extent { nodes, .. }: Extent) -> Self {
        Self { nodes, pages: Lists::new(YEAR as usize), now: 0 }
    }

    fn least_free(&self, from: Slot, to: Slot, visits: &mut impl Visits) -> u32 {
        let mut most = 0;
        for day in days(from, to) {
            let reserved = self.read(day, visits);
            let (from, to) = (from.max(day * DAY), to.min((day + 1) * DAY));
            most = (from..to).map(|slot| reserved[(slot % DAY) as usize]).fold(most, u32::max);
        }
        self.nodes - most
    }

    fn first_start(&self, wanted: Wanted, visits: &mut impl Visits) -> Option<Slot> {
        let room = self.nodes.checked_sub(wanted.nodes)?;
        let mut start = wanted.earliest;
        for day in days(wanted.earliest, wanted.deadline()) {
            let reserved = self.read(day, visits);
            for slot in wanted.earliest.max(day * DAY)..(day + 1) * DAY {
                if slot == start + wanted.duration {
                    return Some(start);
                }
                if reserved[(slot % DAY) as usize] > room {
                    start = slot + 1;
                }
                if start > wanted.latest {
                    return None;
                }
            }
            if (day + 1) * DAY == start + wanted.duration {
                return Some(start);
            }
        }
        None
    }

    fn add(&mut self, reservation: Reservation, visits: &mut impl Visits) {
        for day in days(reservation.start, reservation.end()) {
            visits.visit(Place::Cell(page(day) as u32));
            self.pages.insert(page(day), reservation, day, visits);
        }
    }

    fn remove(&mut self, reservation: Reservation, visits: &mut impl Visits) -> bool {
        if reservation.start < self.now {
            return false;
        }
        for day in days(reservation.start, reservation.end()) {
            visits.visit(Place::Cell(page(day) as u32));
            // It is on all of its days or on none.
            if !self.pages.remove(page(day), reservation.id, day, visits) {
                return false;
            }
        }
        true
    }

    fn held(&self) -> usize {
        self.pages.held()
    }

    fn starting(&self, slot: Slot) -> Vec<u32> {
        let of_slot = |(_, day, reservation): (Place, Slot, Reservation)| {
            (day == slot / DAY && reservation.start == slot).then_some(reservation.id)
        };
        self.pages.of(page(slot / DAY)).filter_map(of_slot).collect()
    }

    fn pass(&mut self, now: Slot) {
        let (from, to) = (self.now / DAY, now / DAY);
        // Beyond a year every page has been passed, and its last day counts.
        for day in from.max(to.saturating_sub(YEAR))..to {
            self.pages.clear(page(day), day);
        }
        self.now = self.now.max(now);
    }

    fn picture(&self, to: Slot) -> Picture {
        let mut picture = Picture::default();
        for day in days(self.now, to) {
            let (from, to) = (day * DAY, (day + 1) * DAY);
            let entries = self.pages.of(page(day)).filter(|(_, written, _)| *written == day);
            let count = entries.clone().count();
            let words = format!("day {day} on page {}, slots {from} to {}, {count} entries", page(day), to - 1);
            picture.add(Place::Cell(page(day) as u32), 0, (from, to), format!("day {day}"), words);
            for (row, (place, _, reservation)) in (1..).zip(entries) {
                let Reservation { id, nodes, .. } = reservation;
                let span = (reservation.start.max(from), reservation.end().min(to));
                let words = format!("entry of reservation {id} on day {day}: {nodes} in slots {} to {}", span.0, span.1 - 1);
                picture.add(place, row, span, id.to_string(), words);
            }
        }
        picture
    }
}
