//! The search of FCFS-EDS on any store: where nothing is free, reservations that start in a short slot are moved to later starts of their windows (Umar 3.3.2
//! and 4.3, Algorithms 4.1 and 4.4).

use super::reservation::{Extent, Reservation, Wanted};
use super::slot_store::SlotStore;
use super::visits::{Place, Visits};
use bookahead_engine::slots::decisions::REFUSED;
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::scenario::ShiftRule;
use bookahead_engine::slots::workload::Arrivals;

/// A store with the latest starts of its reservations, which are what may be moved.
#[derive(Clone, Debug)]
pub struct MovingStore<S> {
    store: S,
    rule: ShiftRule,
    /// By number: the reservation, and its latest start.
    standing: Vec<Option<(Reservation, Slot)>>,
}

/// Reservations before they were moved, in the order of the moves.
pub type Moved = Vec<Reservation>;

impl<S: SlotStore> MovingStore<S> {
    /// An empty store, for reservations with numbers below `numbers`.
    pub fn new(extent: Extent, rule: ShiftRule, numbers: usize) -> Self {
        Self { store: S::new(extent), rule, standing: vec![None; numbers] }
    }

    /// The store.
    pub fn store(&self) -> &S {
        &self.store
    }

    /// The store alone: nothing is moved any more.
    pub fn into_store(self) -> S {
        self.store
    }

    /// The present moves on.
    pub fn pass(&mut self, now: Slot) {
        self.store.pass(now);
    }

    /// Where a reservation stands.
    pub fn start_of(&self, id: u32) -> Option<Slot> {
        self.standing[id as usize].map(|(reservation, _)| reservation.start)
    }

    /// Adds a reservation that may be moved up to its latest start.
    pub fn add(&mut self, reservation: Reservation, latest: Slot, visits: &mut impl Visits) {
        self.store.add(reservation, visits);
        self.standing[reservation.id as usize] = Some((reservation, latest));
    }

    /// The first start with enough free nodes; if there is none, the first that comes free by moving reservations, which are moved. If that fails, too, all of
    /// them are put back. Gives the start and what was moved for it.
    pub fn first_start(&mut self, now: Slot, wanted: Wanted, visits: &mut impl Visits) -> (Option<Slot>, Moved) {
        // Lines 11–26: nobody is moved.
        if let Some(start) = self.store.first_start(wanted, visits) {
            return (Some(start), Moved::new());
        }
        // Lines 28–45.
        let mut moved = Moved::new();
        let mut start = wanted.earliest;
        while start <= wanted.latest {
            let (free, slot) = self.store.min_free_node(start, start + wanted.duration, visits);
            if free >= wanted.nodes {
                return (Some(start), moved);
            }
            match self.shift_node(now, slot, wanted.nodes - free, visits) {
                Some(before) => moved.push(before),
                None => start = slot + 1,
            }
        }
        self.put_back(moved, visits);
        (None, Moved::new())
    }

    /// Line 47: the last move is put back first.
    pub fn put_back(&mut self, moved: Moved, visits: &mut impl Visits) {
        moved.into_iter().rev().for_each(|before| self.put(before, visits));
    }

    /// Moves one of the reservations that start in a slot behind it: first those that free enough by themselves, each in the order of their numbers. Gives it as it
    /// stood.
    fn shift_node(&mut self, now: Slot, slot: Slot, short: u32, visits: &mut impl Visits) -> Option<Reservation> {
        // Who starts now has begun.
        if slot <= now {
            return None;
        }
        let here = self.store.starting(slot);
        for frees_enough in [true, false] {
            for &id in &here {
                visits.visit(Place::Entry(id));
                let Some((before, latest)) = self.standing[id as usize] else { continue };
                if (before.nodes >= short) != frees_enough {
                    continue;
                }
                if let Some(to) = self.later_start(before, latest, visits) {
                    self.put(Reservation { start: to, ..before }, visits);
                    return Some(before);
                }
            }
        }
        None
    }

    /// The first start of a reservation behind its present one.
    fn later_start(&mut self, reservation: Reservation, latest: Slot, visits: &mut impl Visits) -> Option<Slot> {
        let Reservation { start, duration, nodes, .. } = reservation;
        let wanted = Wanted { earliest: start + 1, latest, duration, nodes };
        if self.rule == ShiftRule::Hold {
            return self.store.first_start(wanted, visits);
        }
        self.store.remove(reservation, visits);
        let found = self.store.first_start(wanted, visits);
        self.store.add(reservation, visits);
        found
    }

    /// Moves a reservation from where it stands.
    fn put(&mut self, to: Reservation, visits: &mut impl Visits) {
        if let Some((standing, _)) = &mut self.standing[to.id as usize] {
            self.store.remove(*standing, visits);
            self.store.add(to, visits);
            *standing = to;
        }
    }
}

/// Plans the jobs in the order of arrival and tells their last starts; [`REFUSED`] where there is none. The same plan as that of
/// [`PlannerKind::FcfsEds`](bookahead_engine::slots::scenario::PlannerKind::FcfsEds), from every store.
pub fn plan_with_moves<S: SlotStore>(nodes: u32, arrivals: &Arrivals, rule: ShiftRule) -> Vec<Slot> {
    let mut store = MovingStore::<S>::new(Extent::of(nodes, arrivals), rule, arrivals.request.len());
    for (job, &row) in arrivals.request.iter().enumerate() {
        let (now, wanted) = (arrivals.submitted[row as usize], Wanted::of(arrivals, row as usize));
        store.pass(now);
        if let (Some(start), _) = store.first_start(now, wanted, &mut ()) {
            store.add(wanted.at(arrivals.rank[job], start), wanted.latest, &mut ());
        }
    }
    arrivals.rank.iter().map(|&rank| store.start_of(rank).unwrap_or(REFUSED)).collect()
}
