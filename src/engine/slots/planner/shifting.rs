//! Makes room by moving accepted jobs inside their windows: ejecting (Umar, Algorithms 3.1, 3.2) and holes (Pujiyanta II.C).

use super::eject::Eject;
use super::holes::Holes;
use super::placement::Placement;
use super::relocation::{Relocation, ShortSlot};
use super::shape::Shape;
use super::slots::SlotPlan;
use crate::slots::decisions::{Decisions, Move, Obstacle};
use crate::slots::request::Slot;
use crate::slots::scenario::{PlannerKind, Policy, ShiftRule};
use crate::slots::workload::Arrivals;

/// Which accepted jobs may be moved out of a short slot, and where to.
#[derive(Clone, Debug)]
enum Manner {
    /// None.
    Stay,
    /// Jobs that start in the short slot, to a later start.
    Eject(Eject),
    /// Jobs that occupy the short slot, to the nearest start that ends before it, else to the nearest after it.
    Holes(Holes),
}

/// The job that is being decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Newcomer {
    pub job: u32,
    pub now: Slot,
    pub earliest_start: Slot,
    pub latest_start: Slot,
    pub shape: Shape,
}

/// Options and scratch of the search for moves; one for a whole run, so that nothing is allocated per job.
#[derive(Clone, Debug)]
pub(super) struct Shifting {
    manner: Manner,
    rule: ShiftRule,
}

/// The short slot that rules out most starts so far.
#[derive(Clone, Copy, Debug)]
struct Worst {
    slot: Slot,
    free: u32,
    starts: u32,
    /// Accepted jobs that may be looked at there, and how many of them have begun; counted when the plan is about to change.
    jobs: Option<(u32, u32)>,
}

impl Shifting {
    /// For the planner and the rule of a policy.
    pub fn new(policy: Policy) -> Self {
        let manner = match policy.planner {
            PlannerKind::Rigid | PlannerKind::FirstFit | PlannerKind::FirstFitPhysical => Manner::Stay,
            PlannerKind::FcfsEds => Manner::Eject(Eject::default()),
            PlannerKind::FcfsLrh => Manner::Holes(Holes::default()),
        };
        Self { manner, rule: policy.shift }
    }

    /// Books a job in the plan.
    pub fn add(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, job: u32, start: Slot) {
        let stand = Placement::of(arrivals, job, start);
        plan.take(start, stand.shape);
        match &mut self.manner {
            Manner::Stay => {}
            Manner::Eject(eject) => {
                eject.reserve(plan.slots(), arrivals.jobs());
                eject.add(stand, &arrivals.rank);
            }
            Manner::Holes(holes) => {
                holes.reserve(plan.slots());
                holes.add(stand);
            }
        }
    }

    /// Undoes moves, last first, until `keep` of them are left.
    pub fn put_back_moves(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, decisions: &mut Decisions, keep: usize) {
        while decisions.moves.len() > keep {
            let Some(undone) = decisions.moves.pop() else { return };
            self.move_job(plan, arrivals, decisions, undone.job, undone.from);
        }
    }

    /// Moves a job that stands in the plan.
    fn move_job(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, decisions: &mut Decisions, job: u32, to: Slot) {
        let from = std::mem::replace(&mut decisions.start[job as usize], to);
        let stand = Placement::of(arrivals, job, from);
        plan.shift(stand, to);
        match &mut self.manner {
            Manner::Stay => {}
            Manner::Eject(eject) => eject.shift(stand, to, &arrivals.rank),
            Manner::Holes(holes) => holes.shift(stand, to),
        }
    }

    /// Looks for a start for the newcomer, moving accepted jobs where a slot is short. Moves are appended to `decisions.moves`.
    ///
    /// # Errors
    /// No start: every move is put back, so that plan and decisions are as before; the obstacle and the number of moves put back.
    pub fn make_room(
        &mut self,
        plan: &mut SlotPlan,
        arrivals: &Arrivals,
        decisions: &mut Decisions,
        newcomer: Newcomer,
    ) -> Result<Slot, (Obstacle, u32)> {
        let kept_moves = decisions.moves.len();
        let mut start = newcomer.earliest_start;
        let mut worst = Worst { slot: start, free: 0, starts: 0, jobs: None };
        self.begin(plan, arrivals, newcomer.now);
        while start <= newcomer.latest_start {
            if plan.free(start) == 0 {
                // Full slots that nobody can leave, one after another, rule out one start each.
                let open = self.first_open(plan, start, newcomer.latest_start + 1, &decisions.moves[kept_moves..]);
                if start < open {
                    self.note(&mut worst, start, 0, 1, decisions.moves.len() > kept_moves, newcomer.now);
                    start = open;
                    continue;
                }
            }
            let (slot, free) = plan.leftmost_min(start, newcomer.shape.duration);
            if free >= newcomer.shape.nodes {
                if let Manner::Holes(holes) = &mut self.manner {
                    holes.keep(&mut decisions.start);
                }
                return Ok(start);
            }
            let moves = &decisions.moves[kept_moves..];
            if self.may_clear(slot, moves) {
                let by = newcomer.shape.nodes - free;
                let mut short = ShortSlot { plan, arrivals, rule: self.rule, moves, now: newcomer.now, slot, by };
                if let Some(Relocation { stand, to }) = self.find_move(&mut short) {
                    if let Manner::Holes(holes) = &mut self.manner {
                        holes.try_move(plan, self.rule, stand, to);
                    } else {
                        worst.jobs.get_or_insert_with(|| self.count(worst.slot, newcomer.now));
                        self.move_job(plan, arrivals, decisions, stand.job, to);
                    }
                    let Placement { job, start: from, .. } = stand;
                    decisions.moves.push(Move { job, from, to, beneficiary: newcomer.job, short_slot: slot });
                    continue;
                }
            }
            let starts = slot.min(newcomer.latest_start) - start + 1;
            self.note(&mut worst, slot, free, starts, decisions.moves.len() > kept_moves, newcomer.now);
            start = slot + 1;
        }
        let put_back = (decisions.moves.len() - kept_moves) as u32;
        if let Manner::Holes(holes) = &mut self.manner {
            holes.put_back(plan);
            decisions.moves.truncate(kept_moves);
        }
        self.put_back_moves(plan, arrivals, decisions, kept_moves);
        if let Manner::Eject(eject) = &mut self.manner {
            eject.put_back();
        }
        // The window is never empty, so at least one slot was in the way.
        let Worst { slot, free, starts, jobs } = worst;
        let (candidates, begun) = jobs.unwrap_or_else(|| self.count(slot, newcomer.now));
        Err((Obstacle::ShortSlot { slot, free, starts, candidates, begun }, put_back))
    }

    /// Begins a search.
    fn begin(&mut self, plan: &SlotPlan, arrivals: &Arrivals, now: Slot) {
        match &mut self.manner {
            Manner::Stay => {}
            Manner::Eject(eject) => eject.begin(plan, arrivals, self.rule, now),
            Manner::Holes(holes) => holes.begin(plan, self.rule, now),
        }
    }

    /// The first slot of `[from, to)` that is not full, or that a job might leave.
    fn first_open(&self, plan: &SlotPlan, from: Slot, to: Slot, moves: &[Move]) -> Slot {
        match &self.manner {
            Manner::Eject(eject) if moves.is_empty() => eject.first_open(plan, from, to),
            Manner::Holes(holes) => holes.first_open(plan, from, to),
            Manner::Stay | Manner::Eject(_) => from,
        }
    }

    /// False if it is known that no job can be moved out of a slot.
    fn may_clear(&self, slot: Slot, moves: &[Move]) -> bool {
        match &self.manner {
            Manner::Stay => false,
            // What is known is about the plan before any moves.
            Manner::Eject(eject) => !moves.is_empty() || !eject.is_stuck(slot),
            Manner::Holes(holes) => !holes.is_stuck(slot),
        }
    }

    fn find_move(&mut self, short: &mut ShortSlot) -> Option<Relocation> {
        match &mut self.manner {
            Manner::Stay => None,
            Manner::Eject(eject) => eject.find(short),
            Manner::Holes(holes) => holes.find(short),
        }
    }

    /// Remembers an obstacle if it is the worst so far.
    fn note(&self, worst: &mut Worst, slot: Slot, free: u32, starts: u32, has_moved: bool, now: Slot) {
        if starts > worst.starts {
            *worst = Worst { slot, free, starts, jobs: has_moved.then(|| self.count(slot, now)) };
        }
    }

    /// Accepted jobs that may be looked at in a slot, and how many of them have begun.
    fn count(&self, slot: Slot, now: Slot) -> (u32, u32) {
        match &self.manner {
            Manner::Stay => (0, 0),
            Manner::Eject(eject) => eject.count(slot, now),
            Manner::Holes(holes) => holes.count(slot, now),
        }
    }

    /// Forgets every job of the slots `from .. to`, and all that was found out, as before a checkpoint is restored.
    pub fn forget(&mut self, plan: &mut SlotPlan, from: Slot, to: Slot) {
        plan.forget(from, to);
        match &mut self.manner {
            Manner::Stay => {}
            Manner::Eject(eject) => eject.forget(from, to),
            Manner::Holes(holes) => holes.forget(from, to),
        }
    }

    /// Books what of a job lies in slots from `from` on: the rest was kept.
    pub fn restore(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, job: u32, start: Slot, from: Slot) {
        if start >= from {
            self.add(plan, arrivals, job, start);
            return;
        }
        let stand = Placement::of(arrivals, job, start).from(from);
        plan.take(from, stand.shape);
        if let Manner::Holes(holes) = &mut self.manner {
            holes.reserve(plan.slots());
            holes.add(stand);
        }
    }

    /// Whether the same jobs are in every slot from `from` on.
    pub fn same_from(&self, other: &Self, from: Slot) -> bool {
        match (&self.manner, &other.manner) {
            (Manner::Stay, Manner::Stay) => true,
            (Manner::Eject(ours), Manner::Eject(theirs)) => ours.same_from(theirs, from),
            (Manner::Holes(ours), Manner::Holes(theirs)) => ours.same_from(theirs, from),
            _ => false,
        }
    }
}

/// Duration and nodes of a job.
pub(super) fn shape_of(arrivals: &Arrivals, job: u32) -> Shape {
    let request = arrivals.request[job as usize] as usize;
    Shape { duration: arrivals.duration[request], nodes: arrivals.nodes[request] }
}

#[cfg(test)]
impl Shifting {
    /// Asks every job of every slot that none is known to be able to leave, and counts these slots.
    pub fn check_memory(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, decisions: &Decisions, now: Slot) -> usize {
        self.begin(plan, arrivals, now);
        let mut known = 0;
        for slot in now + 1..plan.slots() {
            if self.may_clear(slot, &[]) || self.count(slot, now).0 == 0 {
                continue;
            }
            known += 1;
            let mut short = ShortSlot { plan, arrivals, rule: self.rule, moves: &[], now, slot, by: 1 };
            for (job, &start) in (0..).zip(&decisions.start).filter(|(_, start)| **start > now && **start <= slot) {
                let stand = Placement::of(arrivals, job, start);
                let to = match &self.manner {
                    Manner::Eject(_) if start == slot => short.right_of_it(&stand),
                    Manner::Holes(_) if stand.occupies(slot) => short.beside_it(&stand),
                    _ => None,
                };
                assert_eq!(to, None, "job {job} can leave slot {slot}");
            }
        }
        known
    }
}
