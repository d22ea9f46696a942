//! The plan as it was when a job was decided, made from the decisions: the planner's own search can be run on it again, and watched.

use super::logical::slot_plan::SlotPlan;
use super::moving::move_policy::MovePolicy;
use super::moving::no_moves::NoMoves;
use super::moving::relocation::ShortSlot;
use super::moving::shifting::Shifting;
use super::newcomer::Newcomer;
use super::overlapping::{Booked, Overlapping};
use super::placement::Placement;
use super::replan_all::{AcceptedJobs, ReplanAll};
use super::shape::Shape;
use crate::slots::decisions::{Decisions, Move, REFUSED};
use crate::slots::overlap::{OverlapLook, bookable};
use crate::slots::replanning::Replan;
use crate::slots::request::Slot;
use crate::slots::scenario::{Machine, Policy};
use crate::slots::search::{PlacedAgain, SearchLog, Staying, WhyStaying};
use crate::slots::workload::Arrivals;

/// The plan just before a job is decided.
///
/// It holds what that job could meet: accepted jobs that end after the job is submitted, where they stood then. Everything asked of it leaves it as
/// it was.
#[derive(Debug)]
pub struct PastPlan<'a> {
    arrivals: &'a Arrivals,
    policy: Policy,
    newcomer: Newcomer,
    plan: SlotPlan,
    /// How many more nodes may be booked in a slot than the machine has.
    surplus: u32,
    shifting: Shifting,
    /// Where every job before stood; no moves.
    scratch: Decisions,
    /// Accepted jobs that end after the present.
    live: Vec<u32>,
}

impl<'a> PastPlan<'a> {
    /// The plan before `job` (row) is decided. O(jobs and moves before).
    pub fn before(arrivals: &'a Arrivals, decisions: &Decisions, machine: Machine, policy: Policy, job: u32) -> Self {
        let newcomer = Newcomer::asked(arrivals, decisions, policy, job);
        let start = decisions.stood_before(job);
        let reach = |job: &u32| Placement::of(arrivals, *job, start[*job as usize]);
        let is_live = |job: &u32| start[*job as usize] != REFUSED && reach(job).end() > newcomer.now;
        let live: Vec<u32> = (0..job).filter(is_live).collect();
        // Whoever is asked to move may go as far as its deadline.
        let ends = live.iter().map(|job| reach(job).latest_start + reach(job).shape.duration);
        let horizon = ends.max().unwrap_or(0).max(newcomer.latest_start + newcomer.shape.duration);
        let mut plan = SlotPlan::new(bookable(machine, policy));
        let surplus = plan.capacity() - machine.nodes;
        plan.reserve(horizon);
        let mut shifting = Shifting::new(policy);
        shifting.forget(&mut plan, newcomer.now, newcomer.now);
        for &job in &live {
            shifting.restore(&mut plan, arrivals, job, start[job as usize], newcomer.now);
        }
        let scratch = Decisions { start, ..Decisions::default() };
        Self { arrivals, policy, newcomer, plan, surplus, shifting, scratch, live }
    }

    /// The job that is decided (row).
    pub fn job(&self) -> u32 {
        self.newcomer.job
    }

    /// The first and the last start that the planner looks at.
    pub fn starts(&self) -> (Slot, Slot) {
        (self.newcomer.earliest_start, self.newcomer.latest_start)
    }

    /// Free nodes in a slot, from the present on.
    pub fn free(&self, slot: Slot) -> u32 {
        self.plan.free(slot).saturating_sub(self.surplus)
    }

    /// The most nodes that were free in a slot at any time while moves were made one after another, the time before the first included.
    pub fn most_free(&self, slot: Slot, moves: &[Move]) -> u32 {
        let mut free = self.free(slot);
        moves.iter().fold(free, |most, m| {
            let [left, taken] = [m.from, m.to].map(|at| Placement::of(self.arrivals, m.job, at).nodes_in(slot));
            free = free + left - taken;
            most.max(free)
        })
    }

    /// Step 1 of every planner: the first start with room, nobody moved.
    pub fn first_fit(&mut self) -> SearchLog {
        let mut log = SearchLog::default();
        let Self { arrivals, policy, newcomer, plan, surplus, scratch, .. } = self;
        let shape = Shape { nodes: newcomer.shape.nodes + *surplus, ..newcomer.shape };
        log.found = NoMoves.make_room(plan, arrivals, scratch, policy.shift, Newcomer { shape, ..*newcomer }, &mut log).ok();
        log.looks.iter_mut().for_each(|look| look.free = look.free.saturating_sub(*surplus));
        log
    }

    /// Step 2 of the planners that move jobs: once more from the earliest start, making room.
    pub fn make_room(&mut self) -> SearchLog {
        let mut log = SearchLog::default();
        let Self { arrivals, newcomer, plan, shifting, scratch, .. } = self;
        log.found = shifting.make_room(plan, arrivals, scratch, *newcomer, &mut log).ok();
        shifting.undo_moves(plan, arrivals, scratch, 0);
        log
    }

    /// The starts that are looked at where none has room by the estimates, and the one that is taken.
    pub fn overlap(&self) -> (Vec<OverlapLook>, Option<Slot>) {
        let mut looks = Vec::new();
        let Self { arrivals, plan, surplus, scratch, live, .. } = self;
        let booked = Booked { plan, surplus: *surplus, arrivals, start: &scratch.start, live };
        let found = Overlapping::default().find(self.policy.overlap, booked, self.newcomer, &mut |look| looks.push(look));
        (looks, found.ok())
    }

    /// Plans everything that may change its start anew, as the planner of the run does: who was placed where, in this order.
    pub fn find_replanning(&mut self, replan: Replan) -> Vec<PlacedAgain> {
        let mut replan_all = ReplanAll::default();
        let search = self.policy.search;
        let accepted = AcceptedJobs { arrivals: self.arrivals, start: &self.scratch.start, live: &self.live, search };
        // The plan is left as it was.
        let _ = replan_all.find(replan, &mut self.plan.clone(), accepted, self.newcomer);
        replan_all.placed().to_vec()
    }

    /// Tries to get the newcomer's nodes in one slot by the planner's rule, all else being as it is. Gives the moves that can be made, and whether
    /// they are enough.
    pub fn clear(&mut self, slot: Slot) -> (Vec<Move>, bool) {
        let Self { arrivals, newcomer, plan, shifting, scratch, .. } = self;
        shifting.clear(plan, arrivals, scratch, *newcomer, slot)
    }

    /// The jobs in a slot that cannot make way there once `moves` are made, and why; by row. Nobody can where the planner moves no jobs: the list is
    /// empty then.
    pub fn staying(&mut self, slot: Slot, moves: &[Move]) -> Vec<Staying> {
        if !self.policy.planner.has_shift_rule() {
            return Vec::new();
        }
        let placement = |m: &Move, at: Slot| Placement::of(self.arrivals, m.job, at);
        for m in moves {
            self.plan.shift(placement(m, m.from), m.to);
            self.scratch.start[m.job as usize] = m.to;
        }
        let here: Vec<Placement> = self
            .live
            .iter()
            .map(|&job| Placement::of(self.arrivals, job, self.scratch.start[job as usize]))
            .filter(|placement| placement.occupies(slot))
            .collect();
        let mut staying = Vec::new();
        for placement in here {
            if let Some(why) = self.why_staying(&placement, slot, moves) {
                staying.push(Staying { job: placement.job, start: placement.start, why });
            }
        }
        for m in moves.iter().rev() {
            let placement = Placement::of(self.arrivals, m.job, m.to);
            self.plan.shift(placement, m.from);
            self.scratch.start[m.job as usize] = m.from;
        }
        staying
    }

    /// Why a job does not leave a slot; `None` if it can.
    fn why_staying(&mut self, placement: &Placement, slot: Slot, moves: &[Move]) -> Option<WhyStaying> {
        let Newcomer { now, .. } = self.newcomer;
        let is_eds = self.policy.planner.ejects();
        if placement.start <= now {
            return Some(WhyStaying::Begun);
        }
        if is_eds && placement.start < slot {
            return Some(WhyStaying::StartsBefore);
        }
        if !is_eds && moves.iter().any(|m| m.job == placement.job) {
            return Some(WhyStaying::Moved);
        }
        let starts_after = slot < placement.latest_start;
        let ends_before = !is_eds && placement.earliest_start.max(now) + placement.shape.duration <= slot;
        if !starts_after && !ends_before {
            return Some(WhyStaying::NoOtherStart);
        }
        let Self { arrivals, policy, plan, .. } = self;
        let short = ShortSlot { plan, arrivals, rule: policy.shift, moves, now, slot, by: 0 };
        let to = if is_eds { short.right_of_it(placement) } else { short.beside_it(placement) };
        to.is_none().then_some(WhyStaying::NoRoom)
    }
}
