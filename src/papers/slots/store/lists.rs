//! Linked lists of reservations, all of one store in flat columns.

use super::reservation::Reservation;
use super::visits::{Place, Visits};
use bookahead_engine::slots::request::Slot;

/// The end of a list.
const NONE: u32 = u32::MAX;

/// Linked lists in one arena; entries that were removed are used again.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    heads: Vec<u32>,
    next: Vec<u32>,
    reservations: Vec<Reservation>,
    /// The page of a calendar that an entry is written on; 0 elsewhere.
    days: Vec<Slot>,
    spare: u32,
}

impl Lists {
    /// So many empty lists.
    pub fn new(lists: usize) -> Self {
        Self { heads: vec![NONE; lists], next: Vec::new(), reservations: Vec::new(), days: Vec::new(), spare: NONE }
    }

    /// Makes sure that there are so many lists.
    pub fn reserve(&mut self, lists: usize) {
        if self.heads.len() < lists {
            self.heads.resize(lists, NONE);
        }
    }

    fn entry(&mut self, reservation: Reservation, day: Slot, next: u32) -> u32 {
        if self.spare == NONE {
            self.next.push(next);
            self.reservations.push(reservation);
            self.days.push(day);
            return self.next.len() as u32 - 1;
        }
        let at = self.spare;
        self.spare = self.next[at as usize];
        self.next[at as usize] = next;
        self.reservations[at as usize] = reservation;
        self.days[at as usize] = day;
        at
    }

    fn link(&mut self, list: usize, before: u32, at: u32) {
        match before {
            NONE => self.heads[list] = at,
            before => self.next[before as usize] = at,
        }
    }

    /// Puts a reservation first.
    pub fn push(&mut self, list: usize, reservation: Reservation, visits: &mut impl Visits) {
        let at = self.entry(reservation, 0, self.heads[list]);
        self.heads[list] = at;
        visits.visit(Place::Entry(at));
    }

    /// Puts a reservation before the first that is behind it in the order of day, start and number.
    pub fn insert(&mut self, list: usize, reservation: Reservation, day: Slot, visits: &mut impl Visits) {
        let (mut before, mut after) = (NONE, self.heads[list]);
        while after != NONE && self.rank(after) < (day, reservation.start, reservation.id) {
            visits.visit(Place::Entry(after));
            (before, after) = (after, self.next[after as usize]);
        }
        let at = self.entry(reservation, day, after);
        self.link(list, before, at);
        visits.visit(Place::Entry(at));
    }

    fn rank(&self, at: u32) -> (Slot, Slot, u32) {
        let Reservation { id, start, .. } = self.reservations[at as usize];
        (self.days[at as usize], start, id)
    }

    /// Takes a reservation out; false if it is not in the list.
    pub fn remove(&mut self, list: usize, id: u32, day: Slot, visits: &mut impl Visits) -> bool {
        let (mut before, mut at) = (NONE, self.heads[list]);
        while at != NONE {
            visits.visit(Place::Entry(at));
            if (self.reservations[at as usize].id, self.days[at as usize]) == (id, day) {
                self.link(list, before, self.next[at as usize]);
                self.next[at as usize] = self.spare;
                self.spare = at;
                return true;
            }
            (before, at) = (at, self.next[at as usize]);
        }
        false
    }

    /// Empties the list as far as its entries are of one day.
    pub fn clear(&mut self, list: usize, day: Slot) {
        while let Some(at) = Some(self.heads[list]).filter(|&at| at != NONE && self.days[at as usize] <= day) {
            self.heads[list] = self.next[at as usize];
            self.next[at as usize] = self.spare;
            self.spare = at;
        }
    }

    /// The entries of a list in its order: place, day and reservation.
    pub fn of(&self, list: usize) -> impl Iterator<Item = (Place, Slot, Reservation)> + Clone + '_ {
        let existing = |at: u32| (at != NONE).then_some(at);
        std::iter::successors(existing(self.heads[list]), move |&at| existing(self.next[at as usize]))
            .map(|at| (Place::Entry(at), self.days[at as usize], self.reservations[at as usize]))
    }

    /// Lists, and the entries that there is room for.
    pub fn held(&self) -> usize {
        self.heads.len() + self.next.len()
    }

    /// The numbers in a list, ascending.
    pub fn numbers(&self, list: usize) -> Vec<u32> {
        let mut numbers: Vec<u32> = self.of(list).map(|(_, _, reservation)| reservation.id).collect();
        numbers.sort_unstable();
        numbers
    }
}
