//! The advance segment tree (Brodnik and Nilsson; Umar 2.2.1).

use super::lists::Lists;
use super::picture::Picture;
use super::reservation::{Extent, Reservation, Wanted};
use super::slot_store::SlotStore;
use super::visits::{Place, Visits};
use bookahead_engine::slots::request::Slot;

/// A binary tree over the slots, level by level in two flat columns. A node holds nv, the nodes reserved for exactly its whole interval, and mv, the most
/// reserved anywhere in its interval beside nv. Reservations are listed at the leaf they start in. Searching a span, adding and deleting is O(log slots).
#[derive(Clone, Debug)]
pub struct SegmentTree {
    nodes: u32,
    /// Slots, a power of two: leaf `slot` is node `slots + slot`, the root is node 1.
    slots: Slot,
    /// nv.
    whole: Vec<u32>,
    /// mv.
    most: Vec<u32>,
    starts: Lists,
    now: Slot,
}

/// A node and its slots.
#[derive(Clone, Copy)]
struct At {
    node: usize,
    from: Slot,
    to: Slot,
}

impl At {
    fn children(self) -> [Self; 2] {
        let middle = self.from + (self.to - self.from) / 2;
        [Self { node: 2 * self.node, to: middle, ..self }, Self { node: 2 * self.node + 1, from: middle, ..self }]
    }

    fn is_within(self, from: Slot, to: Slot) -> bool {
        from <= self.from && self.to <= to
    }

    fn meets(self, from: Slot, to: Slot) -> bool {
        self.from < to && from < self.to
    }
}

impl SegmentTree {
    fn root(&self) -> At {
        At { node: 1, from: 0, to: self.slots }
    }

    /// The most nodes reserved in a slot of `[from, to)`, as far as the node and those below it know.
    fn most_in(&self, at: At, from: Slot, to: Slot, visits: &mut impl Visits) -> u32 {
        visits.visit(Place::Inner(at.node as u32));
        let own = self.whole[at.node];
        if at.is_within(from, to) {
            return own + self.most[at.node];
        }
        let below = at.children().into_iter().filter(|child| child.meets(from, to));
        own + below.map(|child| self.most_in(child, from, to, visits)).max().unwrap_or(0)
    }

    /// The last slot of `[from, to)` in which more than `room` nodes are reserved; `above` are reserved by the nodes above.
    fn last_short(&self, at: At, (from, to): (Slot, Slot), room: u32, above: u32, visits: &mut impl Visits) -> Option<Slot> {
        visits.visit(Place::Inner(at.node as u32));
        let above = above + self.whole[at.node];
        if above + self.most[at.node] <= room {
            return None;
        }
        if above > room {
            // All of the interval is short.
            return Some(at.to.min(to) - 1);
        }
        let below = at.children().into_iter().rev().filter(|child| child.meets(from, to));
        below.filter_map(|child| self.last_short(child, (from, to), room, above, visits)).next()
    }

    /// Reserves nodes in `[from, to)`, or gives them back.
    fn change(&mut self, at: At, reservation: &Reservation, adds: bool, visits: &mut impl Visits) {
        visits.visit(Place::Inner(at.node as u32));
        if at.is_within(reservation.start, reservation.end()) {
            let whole = &mut self.whole[at.node];
            *whole = if adds { *whole + reservation.nodes } else { *whole - reservation.nodes };
            return;
        }
        let children = at.children();
        for child in children.into_iter().filter(|child| child.meets(reservation.start, reservation.end())) {
            self.change(child, reservation, adds, visits);
        }
        self.most[at.node] = children.map(|child| self.whole[child.node] + self.most[child.node]).into_iter().max().unwrap_or(0);
    }

    fn draw(&self, at: At, (to, level, above): (Slot, u32, Option<usize>), picture: &mut Picture) {
        if at.from >= to {
            return;
        }
        let (whole, most) = (self.whole[at.node], self.most[at.node]);
        let slots = if at.to - at.from == 1 { format!("slot {}", at.from) } else { format!("slots {} to {}", at.from, at.to - 1) };
        let words = format!("{slots}, {whole} reserved throughout (nv), at most {most} more (mv)");
        let text = if at.to - at.from == 1 { whole.to_string() } else { format!("{whole}+{most}") };
        let drawn = picture.add(Place::Inner(at.node as u32), level, (at.from, at.to), text, words);
        if let Some(above) = above {
            picture.link(drawn, above);
        }
        if at.to - at.from == 1 {
            picture.list(drawn, at.from, self.starts.of(at.from as usize));
        } else {
            at.children().into_iter().for_each(|child| self.draw(child, (to, level + 1, Some(drawn)), picture));
        }
    }
}

impl SlotStore for SegmentTree {
    fn new(Extent { nodes, slots, .. }: Extent) -> Self {
        let slots = slots.max(1).next_power_of_two();
        let (whole, most) = (vec![0; 2 * slots as usize], vec![0; 2 * slots as usize]);
        Self { nodes, slots, whole, most, starts: Lists::new(slots as usize), now: 0 }
    }

    fn least_free(&self, from: Slot, to: Slot, visits: &mut impl Visits) -> u32 {
        self.nodes - self.most_in(self.root(), from, to, visits)
    }

    fn first_start(&self, wanted: Wanted, visits: &mut impl Visits) -> Option<Slot> {
        let room = self.nodes.checked_sub(wanted.nodes)?;
        let (mut start, mut known_to) = (wanted.earliest, wanted.earliest);
        while start <= wanted.latest {
            let end = start + wanted.duration;
            // The last short slot rules out every start up to itself; what lies before `known_to` was looked at already.
            match self.last_short(self.root(), (known_to.max(start), end), room, 0, visits) {
                None => return Some(start),
                Some(short) => (start, known_to) = (short + 1, end),
            }
        }
        None
    }

    fn add(&mut self, reservation: Reservation, visits: &mut impl Visits) {
        self.change(self.root(), &reservation, true, visits);
        self.starts.push(reservation.start as usize, reservation, visits);
    }

    fn remove(&mut self, reservation: Reservation, visits: &mut impl Visits) -> bool {
        if reservation.start < self.now || !self.starts.remove(reservation.start as usize, reservation.id, 0, visits) {
            return false;
        }
        self.change(self.root(), &reservation, false, visits);
        true
    }

    fn held(&self) -> usize {
        // Leaves have the lists.
        self.slots as usize - 1 + self.starts.held()
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
        self.draw(self.root(), (to.min(self.slots), 0, None), &mut picture);
        picture
    }
}
