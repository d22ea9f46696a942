//! Makes room by moving accepted jobs inside their windows: the search that all planners share, and what differs between them.

use super::budget::Budget;
use super::recorder::Recorder;
use super::relocation::{Relocation, ShortSlot};
use crate::slots::bounds::STARTS_CLEARED;
use crate::slots::decisions::{Decisions, Move, Obstacle};
use crate::slots::planner::logical::block_extents::LONG;
use crate::slots::planner::logical::slot_plan::{Floor, SlotPlan};
use crate::slots::planner::newcomer::Newcomer;
use crate::slots::planner::placement::Placement;
use crate::slots::request::Slot;
use crate::slots::scenario::ShiftRule;
use crate::slots::workload::Arrivals;

/// Slots that are looked through at once for some that are alike, where a job might leave one of them soon.
const ALIKE: Slot = 1_024;

/// Which accepted jobs may be moved out of a short slot, and where to; keeps the lists of jobs that this takes.
///
/// Calls are static: [`MovePolicy::make_room`] is compiled once for each implementation, and a run chooses its implementation once.
pub(in crate::slots::planner) trait MovePolicy {
    /// Whether any job is ever moved.
    const MOVES: bool;

    /// A job was booked in a plan of `slots` slots.
    fn add(&mut self, placement: Placement, slots: Slot, arrivals: &Arrivals);

    /// The rest of a job that has begun was booked in a plan of `slots` slots.
    fn add_begun(&mut self, rest: Placement, slots: Slot);

    /// A job was moved in the plan.
    fn shift(&mut self, placement: Placement, to: Slot, arrivals: &Arrivals);

    /// A search begins.
    fn begin(&mut self, plan: &SlotPlan, arrivals: &Arrivals, rule: ShiftRule, now: Slot);

    /// False if it is known that no job can be moved out of a slot.
    fn may_clear(&self, slot: Slot, has_moved: bool) -> bool;

    /// The first slot of `[from, to)` that is not full, or that a job might leave.
    fn first_open(&self, plan: &SlotPlan, from: Slot, to: Slot, has_moved: bool) -> Slot {
        (from..to).find(|&slot| plan.free(slot) > 0 || self.may_clear(slot, has_moved)).unwrap_or(to)
    }

    /// The first slot of `[from, to)` that a job might leave, else `to`.
    fn first_clearable(&self, from: Slot, to: Slot, has_moved: bool) -> Slot {
        (from..to).find(|&slot| self.may_clear(slot, has_moved)).unwrap_or(to)
    }

    /// Which job leaves a short slot, and where to.
    fn find(&mut self, short: &ShortSlot) -> Option<Relocation>;

    /// Moves a job for the newcomer; the move may be put back.
    fn try_move(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, rule: ShiftRule, starts: &mut [Slot], relocation: Relocation);

    /// The search ends; the moves tried are kept.
    fn keep(&mut self, starts: &mut [Slot]);

    /// The search ends; the moves tried, which are those after the first `kept_moves`, are put back.
    fn put_back(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, decisions: &mut Decisions, kept_moves: usize);

    /// Accepted jobs that may be looked at in a slot, and how many of them have begun.
    fn count(&self, slot: Slot, now: Slot) -> (u32, u32);

    /// Forgets every job of the slots `from .. to`, and all that was found out, as before a checkpoint is restored.
    fn forget(&mut self, from: Slot, to: Slot);

    /// Where a job could go to leave a short slot, whatever is remembered about it.
    #[cfg(test)]
    fn ask(&self, short: &ShortSlot, placement: &Placement) -> Option<Slot>;

    /// Looks for a start for the newcomer, moving accepted jobs where a slot is short. Moves are appended to `decisions.moves`, and `recorder` is
    /// told of each look.
    ///
    /// # Errors
    /// No start, or none within the [`Budget`]: every move is put back, so that plan and decisions are as before; the obstacle and the number of
    /// moves put back.
    fn make_room(
        &mut self,
        plan: &mut SlotPlan,
        arrivals: &Arrivals,
        decisions: &mut Decisions,
        rule: ShiftRule,
        newcomer: Newcomer,
        recorder: &mut impl Recorder,
    ) -> Result<Slot, (Obstacle, u32)> {
        let Newcomer { now, latest_start, shape, .. } = newcomer;
        let kept_moves = decisions.moves.len();
        let mut start = newcomer.earliest_start;
        let mut worst = Worst { slot: start, free: 0, starts: 0, jobs: None };
        // From the start to here no slot is full: when jobs are moved on slot by slot, it need not be looked for again.
        let mut open_to = start;
        let mut floor = Floor::default();
        let mut budget = Budget::whole();
        let mut given_up = None;
        self.begin(plan, arrivals, rule, now);
        while start <= latest_start {
            let moves = &decisions.moves[kept_moves..];
            let has_moved = !moves.is_empty();
            // What was counted before any moves still holds once they are put back.
            let count = |policy: &Self, slot| has_moved.then(|| policy.count(slot, now));
            if plan.free(start) == 0 {
                // Full slots that nobody can leave, one after another, rule out one start each.
                let open = self.first_open(plan, start, latest_start + 1, has_moved);
                if start < open {
                    worst.note(start, 0, 1, |slot| count(self, slot));
                    recorder.full(start, open, moves.len());
                    start = open;
                    continue;
                }
            }
            let (slot, free) = plan.leftmost_min(start, shape.duration, open_to, &mut floor);
            if free == 0 {
                open_to = slot;
            }
            if free >= shape.nodes {
                self.keep(&mut decisions.start);
                return Ok(start);
            }
            if Self::MOVES && start - newcomer.earliest_start >= STARTS_CLEARED {
                given_up = Some(Obstacle::GivenUp { start, slot, free });
                break;
            }
            if self.may_clear(slot, has_moved) {
                let short = ShortSlot { plan, arrivals, rule, moves, now, slot, by: shape.nodes - free };
                if let Some(relocation) = self.find(&short) {
                    let Relocation { placement, to } = relocation;
                    if !budget.take(&placement, to) {
                        given_up = Some(Obstacle::GivenUp { start, slot, free });
                        break;
                    }
                    self.try_move(plan, arrivals, rule, &mut decisions.start, relocation);
                    let Placement { job, start: from, .. } = placement;
                    open_to = open_to.min(to);
                    floor.lower_from(to);
                    let made = Move { job, from, to, beneficiary: newcomer.job, short_slot: slot };
                    decisions.moves.push(made);
                    recorder.moved(start, free, made);
                    continue;
                }
            }
            worst.note(slot, free, slot.min(latest_start) - start + 1, |slot| count(self, slot));
            recorder.short(start, slot, free, moves.len());
            start = slot + 1;
            if (shape.duration > LONG || !Self::MOVES) && start <= latest_start && !self.may_clear(start, has_moved) {
                // Slots that are alike, one after another, rule out one start each.
                let far = if Self::MOVES { start + ALIKE } else { Slot::MAX };
                let alike = plan.alike(start, far.min(latest_start + 1), shape.duration, free, &floor);
                let open = self.first_clearable(start, alike, has_moved);
                if start < open {
                    recorder.alike(start, open, free, moves.len());
                    start = open;
                }
            }
        }
        let put_back = (decisions.moves.len() - kept_moves) as u32;
        self.put_back(plan, arrivals, decisions, kept_moves);
        if let Some(obstacle) = given_up {
            return Err((obstacle, put_back));
        }
        // The window is never empty, so at least one slot was in the way.
        let Worst { slot, free, starts, jobs } = worst;
        let (candidates, begun) = jobs.unwrap_or_else(|| self.count(slot, now));
        Err((Obstacle::ShortSlot { slot, free, starts, candidates, begun }, put_back))
    }

    /// Moves jobs out of one slot, as a search for `newcomer` does there, until the slot has the nodes wanted or no job can leave it; puts all of
    /// them back. Gives the moves, and whether the slot came to have the nodes.
    fn clear(
        &mut self,
        plan: &mut SlotPlan,
        arrivals: &Arrivals,
        decisions: &mut Decisions,
        rule: ShiftRule,
        newcomer: Newcomer,
        slot: Slot,
    ) -> (Vec<Move>, bool) {
        let Newcomer { now, shape, .. } = newcomer;
        let kept_moves = decisions.moves.len();
        self.begin(plan, arrivals, rule, now);
        while plan.free(slot) < shape.nodes {
            let moves = &decisions.moves[kept_moves..];
            let by = shape.nodes - plan.free(slot);
            let short = ShortSlot { plan, arrivals, rule, moves, now, slot, by };
            let Some(relocation) = self.find(&short) else { break };
            self.try_move(plan, arrivals, rule, &mut decisions.start, relocation);
            let Relocation { placement: Placement { job, start: from, .. }, to } = relocation;
            decisions.moves.push(Move { job, from, to, beneficiary: newcomer.job, short_slot: slot });
        }
        let is_clear = plan.free(slot) >= shape.nodes;
        let moves = decisions.moves[kept_moves..].to_vec();
        self.put_back(plan, arrivals, decisions, kept_moves);
        (moves, is_clear)
    }

    /// Moves a job that stands in the plan.
    fn move_job(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, starts: &mut [Slot], job: u32, to: Slot) {
        let from = std::mem::replace(&mut starts[job as usize], to);
        let placement = Placement::of(arrivals, job, from);
        plan.shift(placement, to);
        self.shift(placement, to, arrivals);
    }

    /// Undoes moves that were kept, last first, until `keep` of them are left.
    fn undo_moves(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, decisions: &mut Decisions, keep: usize) {
        while decisions.moves.len() > keep {
            let Some(undone) = decisions.moves.pop() else { return };
            self.move_job(plan, arrivals, &mut decisions.start, undone.job, undone.from);
        }
    }
}

/// The short slot that rules out most starts so far.
#[derive(Clone, Copy, Debug)]
struct Worst {
    slot: Slot,
    free: u32,
    starts: u32,
    /// Accepted jobs that may be looked at there, and how many of them have begun, if moves were made before that will be put back.
    jobs: Option<(u32, u32)>,
}

impl Worst {
    /// Remembers an obstacle if it is the worst so far.
    fn note(&mut self, slot: Slot, free: u32, starts: u32, count: impl FnOnce(Slot) -> Option<(u32, u32)>) {
        if starts > self.starts {
            *self = Self { slot, free, starts, jobs: count(slot) };
        }
    }
}
