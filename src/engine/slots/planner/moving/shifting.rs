//! The plan's jobs as the policy of a run moves them: nobody, by ejecting (Umar, Algorithms 3.1, 3.2) or into holes (Pujiyanta II.C).

use super::eject::Eject;
use super::holes::Holes;
use super::move_policy::MovePolicy;
use super::no_moves::NoMoves;
use super::recorder::Recorder;
use crate::slots::decisions::{Decisions, Move, Obstacle};
use crate::slots::planner::logical::slot_plan::SlotPlan;
use crate::slots::planner::newcomer::Newcomer;
use crate::slots::planner::placement::Placement;
use crate::slots::request::Slot;
use crate::slots::scenario::{PlannerKind, Policy, ShiftRule};
use crate::slots::workload::Arrivals;

/// Options and scratch of the search for moves; one for a whole run, so that nothing is allocated per job.
#[derive(Clone, Debug)]
pub(in crate::slots::planner) struct Shifting {
    chosen: Chosen,
    rule: ShiftRule,
}

/// The move policy of a run.
#[derive(Clone, Debug)]
enum Chosen {
    /// No job is moved.
    NoMoves(NoMoves),
    /// Jobs that start in the short slot, to a later start.
    Eject(Eject),
    /// Jobs that occupy the short slot, to the nearest start that ends before it, else to the nearest after it.
    Holes(Holes),
}

/// Calls a method of the run's move policy. A macro, as a closure cannot be generic: with a virtual call, planning took up to 5 % longer.
macro_rules! with_policy {
    ($shifting:expr, $moving:ident => $call:expr) => {
        match &mut $shifting.chosen {
            Chosen::NoMoves($moving) => $call,
            Chosen::Eject($moving) => $call,
            Chosen::Holes($moving) => $call,
        }
    };
}

impl Shifting {
    /// For the planner and the rule of a policy.
    pub fn new(policy: Policy) -> Self {
        let chosen = match policy.planner {
            PlannerKind::Rigid
            | PlannerKind::FirstFit
            | PlannerKind::FirstFitPhysical
            | PlannerKind::Osp
            | PlannerKind::Overlapping
            | PlannerKind::Replan(_) => Chosen::NoMoves(NoMoves),
            PlannerKind::FcfsEds | PlannerKind::OspEds => Chosen::Eject(Eject::default()),
            PlannerKind::FcfsLrh => Chosen::Holes(Holes::default()),
        };
        Self { chosen, rule: policy.shift }
    }

    /// Books a job in the plan.
    pub fn add(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, job: u32, start: Slot) {
        let placement = Placement::of(arrivals, job, start);
        plan.take(start, placement.shape);
        with_policy!(self, moving => moving.add(placement, plan.slots(), arrivals));
    }

    /// Undoes moves, last first, until `keep` of them are left.
    pub fn undo_moves(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, decisions: &mut Decisions, keep: usize) {
        with_policy!(self, moving => moving.undo_moves(plan, arrivals, decisions, keep));
    }

    /// Looks for a start for the newcomer, as [`MovePolicy::make_room`] does.
    ///
    /// # Errors
    /// No start: plan and decisions are as before; the obstacle and the number of moves put back.
    // In the loop over the requests, as `SlotPlan::first_fit` is: most requests of a busy machine come here.
    #[inline(always)]
    pub fn make_room(
        &mut self,
        plan: &mut SlotPlan,
        arrivals: &Arrivals,
        decisions: &mut Decisions,
        newcomer: Newcomer,
        recorder: &mut impl Recorder,
    ) -> Result<Slot, (Obstacle, u32)> {
        with_policy!(self, moving => moving.make_room(plan, arrivals, decisions, self.rule, newcomer, recorder))
    }

    /// Tries to move jobs out of one slot and puts them back, as [`MovePolicy::clear`] does.
    pub fn clear(
        &mut self,
        plan: &mut SlotPlan,
        arrivals: &Arrivals,
        decisions: &mut Decisions,
        newcomer: Newcomer,
        slot: Slot,
    ) -> (Vec<Move>, bool) {
        with_policy!(self, moving => moving.clear(plan, arrivals, decisions, self.rule, newcomer, slot))
    }

    /// Forgets every job of the slots `from .. to`, and all that was found out, as before a checkpoint is restored.
    pub fn forget(&mut self, plan: &mut SlotPlan, from: Slot, to: Slot) {
        plan.forget(from, to);
        with_policy!(self, moving => moving.forget(from, to));
    }

    /// Books what of a job lies in slots from `from` on: the rest was kept.
    pub fn restore(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, job: u32, start: Slot, from: Slot) {
        if start >= from {
            self.add(plan, arrivals, job, start);
            return;
        }
        let rest = Placement::of(arrivals, job, start).from(from);
        plan.take(from, rest.shape);
        with_policy!(self, moving => moving.add_begun(rest, plan.slots()));
    }

    /// Whether the same jobs are in every slot from `from` on.
    pub fn same_from(&self, other: &Self, from: Slot) -> bool {
        match (&self.chosen, &other.chosen) {
            (Chosen::NoMoves(_), Chosen::NoMoves(_)) => true,
            (Chosen::Eject(ours), Chosen::Eject(theirs)) => ours.same_from(theirs, from),
            (Chosen::Holes(ours), Chosen::Holes(theirs)) => ours.same_from(theirs, from),
            _ => false,
        }
    }
}

#[cfg(test)]
impl Shifting {
    /// Asks every job of every slot that none is known to be able to leave, and counts these slots.
    pub fn check_memory(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, decisions: &Decisions, now: Slot) -> usize {
        with_policy!(self, moving => asked(moving, plan, arrivals, decisions, self.rule, now))
    }
}

/// [`Shifting::check_memory`] of one move policy.
#[cfg(test)]
fn asked(
    moving: &mut impl MovePolicy,
    plan: &mut SlotPlan,
    arrivals: &Arrivals,
    decisions: &Decisions,
    rule: ShiftRule,
    now: Slot,
) -> usize {
    use super::relocation::ShortSlot;
    moving.begin(plan, arrivals, rule, now);
    let mut known = 0;
    for slot in now + 1..plan.slots() {
        if moving.may_clear(slot, false) || moving.count(slot, now).0 == 0 {
            continue;
        }
        known += 1;
        let short = ShortSlot { plan, arrivals, rule, moves: &[], now, slot, by: 1 };
        for (job, &start) in (0..).zip(&decisions.start).filter(|(_, start)| **start > now && **start <= slot) {
            let to = moving.ask(&short, &Placement::of(arrivals, job, start));
            assert_eq!(to, None, "job {job} can leave slot {slot}");
        }
    }
    known
}
