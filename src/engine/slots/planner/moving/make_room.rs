//! Room made among reservations that are not those of a session: they share the machine with other work, which stays where it is.

use super::shifting::Shifting;
use crate::core::error::ScenarioError;
use crate::slots::decisions::Decisions;
use crate::slots::planner::logical::slot_plan::SlotPlan;
use crate::slots::planner::newcomer::Newcomer;
use crate::slots::planner::shape::Shape;
use crate::slots::request::{Request, Slot};
use crate::slots::scenario::{PlannerKind, Policy};
use crate::slots::workload::Arrivals;

/// A reservation with its window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reservation {
    /// Where it stands.
    pub start: Slot,
    /// Slots it lasts.
    pub slots: Slot,
    /// Its nodes.
    pub nodes: u32,
    /// First slot it may start in.
    pub earliest_start: Slot,
    /// Last one.
    pub latest_start: Slot,
}

impl Reservation {
    /// As a request with slots counted from another one; who stands after `now` moves no earlier than behind it.
    fn request(&self, user: u32, now: Slot) -> Request {
        let earliest_start = self.earliest_start.max(now + 1) - now;
        Request {
            user,
            submitted: 0,
            earliest_start,
            latest_start: self.latest_start.max(now + 1) - now,
            duration: self.slots,
            nodes: self.nodes,
            jobs: 1,
        }
    }
}

/// Where a newcomer can start once others have moved, and who moves where: by their places in the list, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The newcomer's start.
    pub start: Slot,
    /// The others' new starts.
    pub moved: Vec<(usize, Slot)>,
}

/// Makes room as a planner that moves jobs does: FCFS-EDS ejects, FCFS-LRH fills holes. `free` are the free nodes of the slots from `now` on, of a machine of
/// so many nodes, with everything counted; what lies behind them is free. `reservations` starts after `now`, in the order of booking; its slots and those of the
/// newcomer's window lie within `free`. The newcomer's `start` is not looked at.
///
/// `None` if there is no room. O(slots + reservations) beside the search.
///
/// # Errors
/// More reservations than a plan may have.
pub fn make_room(
    planner: PlannerKind,
    nodes: u32,
    (now, free): (Slot, &[u32]),
    reservations: &[Reservation],
    newcomer: &Reservation,
) -> Result<Option<Room>, ScenarioError> {
    let listed = reservations.iter().chain(std::iter::once(newcomer));
    let arrivals = Arrivals::new((0..).zip(listed).map(|(user, stands)| (user, stands.request(user, now))))?;
    // What is not listed has nodes too, and cannot be moved.
    let mut others: Vec<u32> = free.iter().map(|&free| nodes.saturating_sub(free)).collect();
    for Reservation { start, slots, nodes, .. } in reservations {
        let from = (start - now) as usize;
        others[from..from + *slots as usize].iter_mut().for_each(|taken| *taken = taken.saturating_sub(*nodes));
    }
    let mut plan = SlotPlan::new(nodes);
    plan.reserve(arrivals.horizon().max(free.len() as Slot));
    let mut from = 0;
    for run in others.chunk_by(|one, next| one == next) {
        let duration = run.len() as Slot;
        if run[0] > 0 {
            plan.take(from, Shape { duration, nodes: run[0] });
        }
        from += duration;
    }
    let mut shifting = Shifting::new(Policy { planner, ..Policy::default() });
    let start: Vec<Slot> = reservations.iter().map(|stands| stands.start - now).collect();
    for (job, &start) in (0..).zip(&start) {
        shifting.add(&mut plan, &arrivals, job, start);
    }
    let mut decisions = Decisions { start, ..Decisions::default() };
    let policy = Policy { planner, ..Policy::default() };
    let newcomer = Newcomer::of(&arrivals, policy, reservations.len() as u32);
    let Ok(start) = shifting.make_room(&mut plan, &arrivals, &mut decisions, newcomer, &mut ()) else { return Ok(None) };
    let after = decisions.start.iter().zip(reservations).enumerate();
    let moved = after.filter(|(_, (to, stands))| **to + now != stands.start).map(|(at, (to, _))| (at, to + now)).collect();
    Ok(Some(Room { start: start + now, moved }))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two nodes; another's work holds one of them in slots 11 to 14. A reservation of one node stands in slots 12 and 13 and may wait up to slot 14.
    fn crowd() -> ([u32; 10], [Reservation; 1]) {
        let reservations = Reservation { start: 12, slots: 2, nodes: 1, earliest_start: 12, latest_start: 14 };
        ([2, 1, 0, 0, 1, 2, 2, 2, 2, 2], [reservations])
    }

    fn wanted(earliest_start: Slot, latest_start: Slot) -> Reservation {
        Reservation { start: 0, slots: 2, nodes: 1, earliest_start, latest_start }
    }

    #[test]
    fn who_can_wait_makes_room_beside_what_cannot() {
        let (free, reservations) = crowd();
        let of = |newcomer| make_room(PlannerKind::FcfsEds, 2, (10, &free), &reservations, &newcomer).unwrap();
        assert_eq!(of(wanted(12, 12)), Some(Room { start: 12, moved: vec![(0, 14)] }));
        // Slot 13 is not the one where it starts: it is not asked there.
        assert_eq!(of(wanted(13, 13)), None);
        assert_eq!(of(wanted(14, 14)), Some(Room { start: 14, moved: Vec::new() }));
    }

    #[test]
    fn holes_are_filled_to_the_left_but_not_in_the_present() {
        let of = |start: Slot| {
            let reservations = Reservation { start, slots: 1, nodes: 1, earliest_start: 3, latest_start: start };
            let free: Vec<u32> = (10..20).map(|slot| u32::from(slot != start)).collect();
            let newcomer = Reservation { slots: 1, ..wanted(start, start) };
            make_room(PlannerKind::FcfsLrh, 1, (10, &free), &[reservations], &newcomer).unwrap()
        };
        assert_eq!(of(12), Some(Room { start: 12, moved: vec![(0, 11)] }));
        // Slot 10 has begun.
        assert_eq!(of(11), None);
    }
}
