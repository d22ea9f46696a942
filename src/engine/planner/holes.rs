//! Whom hole filling may move (Pujiyanta II.C): the jobs that occupy the short slot, and which of them were found to be stuck.

use super::gaps::Freed;
use super::lanes;
use super::leave::{Leaving, ShortSlot};
use super::occupants::{ByStart, Occupants, Roll};
use super::slots::SlotPlan;
use super::stand::Stand;
use crate::request::Slot;
use crate::scenario::ShiftRule;

/// Jobs by the slots they occupy, and a memory of which of them have nowhere to go at all.
///
/// A job is stuck if it has no start but its own, now or later. That holds until nodes come free within its window: that they are taken,
/// or that time goes on, only makes it truer. A full plan has few jobs that are not, and in most of its slots none.
#[derive(Clone, Debug, Default)]
pub(super) struct Holes {
    all: Roll,
    state: Vec<State>,
    fresh: Vec<Stand>,
    loose: Occupants,
    /// How many loose jobs occupy each slot.
    loose_at: Vec<u16>,
    stuck: ByStart,
    freed: Freed,
    /// Jobs moved for the present newcomer, as they stood before, and where they stand now. The plan knows; every list of jobs above is as
    /// it was before, but for their places in `loose_at`: most moves that are tried are put back.
    tried: Vec<Leaving>,
    /// What was found out meanwhile, as it was before.
    undo: Vec<(Stand, State)>,
    /// The longest relax time of all jobs so far.
    relax: Slot,
    /// The present of the last search.
    now: Slot,
    scratch: Vec<Stand>,
    candidates: Vec<Candidate>,
}

/// What is known about a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// It is not in the plan, or had begun when somebody looked.
    #[default]
    Out,
    /// Nobody looked yet.
    Fresh,
    /// It may have a start besides its own.
    Loose,
    /// It has none.
    Stuck,
}

/// A job that may be asked to leave a short slot, in the order in which it is asked.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    is_small: bool,
    rank: u32,
    stand: Stand,
}

impl Holes {
    /// Makes room for slots below `slots` and jobs below `jobs`.
    pub fn reserve(&mut self, slots: Slot, jobs: usize) {
        if self.loose_at.len() < slots as usize {
            self.loose_at.resize(slots as usize, 0);
        }
        if self.state.len() < jobs {
            self.state.resize(jobs, State::Out);
        }
    }

    /// A job stands in the plan.
    pub fn add(&mut self, stand: Stand) {
        self.all.add(stand);
        self.state[stand.job as usize] = State::Fresh;
        self.fresh.push(stand);
        self.relax = self.relax.max(stand.relax());
        self.freed.saw(stand.shape.duration);
    }

    /// A job no longer stands in the plan, and its nodes are free.
    pub fn remove(&mut self, stand: Stand) {
        self.all.remove(stand);
        self.set(stand, State::Out);
        self.freed.note(stand.start, stand.end());
    }

    fn set(&mut self, stand: Stand, state: State) {
        let before = std::mem::replace(&mut self.state[stand.job as usize], state);
        if before == state {
            return;
        }
        if !self.tried.is_empty() {
            self.undo.push((stand, before));
        }
        match before {
            State::Out => {}
            State::Fresh => {
                // It came last, as a rule.
                if let Some(at) = self.fresh.iter().rposition(|fresh| fresh.job == stand.job) {
                    self.fresh.swap_remove(at);
                }
            }
            State::Loose => {
                self.loose.remove(stand);
                lanes::add(self.loose_in(stand), u16::MAX);
            }
            State::Stuck => self.stuck.remove(stand),
        }
        match state {
            State::Out => {}
            State::Fresh => self.fresh.push(stand),
            State::Loose => {
                self.loose.add(stand);
                lanes::add(self.loose_in(stand), 1);
            }
            State::Stuck => self.stuck.add(stand),
        }
    }

    /// Begins a search: brings the memory up to what happened since the last one.
    pub fn begin(&mut self, plan: &SlotPlan, rule: ShiftRule, now: Slot) {
        self.now = now;
        self.look_where_freed(plan, rule);
        while let Some(stand) = self.fresh.pop() {
            self.state[stand.job as usize] = State::Out;
            if stand.start > now {
                let is_stuck = rule == ShiftRule::Hold && !stand.has_another(plan, now);
                self.set(stand, if is_stuck { State::Stuck } else { State::Loose });
            }
        }
    }

    /// Loosens the jobs that could go where nodes came free. Jobs that moved for the present newcomer stay fresh: they move once.
    pub fn look_where_freed(&mut self, plan: &SlotPlan, rule: ShiftRule) {
        if self.freed.is_empty() {
            return;
        }
        let Self { freed, stuck, scratch, relax, now, .. } = self;
        freed.drain_gaps(plan, rule, |gap| {
            let near = stuck.between(gap.from.saturating_sub(*relax).max(*now + 1), gap.freed_to + *relax);
            scratch.extend(near.filter(|stand| stand.fits(plan, rule, gap, *now)));
        });
        while let Some(stand) = self.scratch.pop() {
            self.set(stand, State::Loose);
        }
    }

    /// Moves a job, which may be put back.
    pub fn try_move(&mut self, plan: &mut SlotPlan, stand: Stand, to: Slot) {
        plan.give(stand.start, stand.shape);
        plan.take(to, stand.shape);
        lanes::add(self.loose_in(stand), u16::MAX);
        self.freed.note(stand.start, stand.end());
        self.tried.push(Leaving { stand, to });
    }

    /// The search ends; the moves tried are kept.
    pub fn keep(&mut self, start: &mut [Slot]) {
        self.undo.clear();
        while let Some(Leaving { stand, to }) = self.tried.pop() {
            start[stand.job as usize] = to;
            self.all.remove(stand);
            self.loose.remove(stand);
            self.add(stand.at(to));
        }
    }

    /// The search ends; the moves tried are put back, and what was known before them holds again.
    pub fn put_back(&mut self, plan: &mut SlotPlan) {
        while let Some(Leaving { stand, to }) = self.tried.pop() {
            plan.give(to, stand.shape);
            plan.take(stand.start, stand.shape);
            lanes::add(self.loose_in(stand), 1);
        }
        while let Some((stand, before)) = self.undo.pop() {
            self.set(stand, before);
        }
        self.freed.clear();
    }

    /// How many loose jobs occupy each slot of a job.
    fn loose_in(&mut self, stand: Stand) -> &mut [u16] {
        &mut self.loose_at[stand.start as usize..stand.end() as usize]
    }

    /// The first slot of `[from, to)` that is not full, or that a job might leave.
    pub fn first_open(&self, plan: &SlotPlan, from: Slot, to: Slot) -> Slot {
        (from..to).find(|&slot| plan.free(slot) > 0 || !self.is_stuck(slot)).unwrap_or(to)
    }

    /// Whether it is known that no job occupying a slot has anywhere to go.
    pub fn is_stuck(&self, slot: Slot) -> bool {
        self.loose_at[slot as usize] == 0
    }

    /// Which job occupying a short slot can stand beside it, and where: first one that frees enough by itself, else any; within each by
    /// rank. A job moves once for each newcomer.
    pub fn find(&mut self, short: &mut ShortSlot) -> Option<Leaving> {
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        candidates.extend(self.loose.of(short.slot).map(|&stand| Candidate {
            is_small: stand.shape.nodes < short.by,
            rank: short.arrivals.rank[stand.job as usize],
            stand,
        }));
        candidates.sort_unstable_by_key(|candidate| (candidate.is_small, candidate.rank));
        let found = candidates.iter().find_map(|candidate| self.leave(short, candidate.stand));
        self.candidates = candidates;
        found
    }

    fn leave(&mut self, short: &mut ShortSlot, stand: Stand) -> Option<Leaving> {
        if stand.start <= short.now {
            self.set(stand, State::Out);
            return None;
        }
        if self.tried.iter().any(|tried| tried.stand.job == stand.job) {
            return None;
        }
        let to = short.beside_it(&stand);
        if to.is_none() && !short.has_another_place(&stand) {
            self.set(stand, State::Stuck);
        }
        Some(Leaving { stand, to: to? })
    }

    /// Jobs that occupy a slot, and how many of them have begun.
    pub fn count(&self, slot: Slot, now: Slot) -> (u32, u32) {
        let (mut jobs, mut begun) = self.all.count(slot, now);
        for Leaving { stand, to } in &self.tried {
            let moved = stand.at(*to);
            jobs = jobs + u32::from(moved.occupies(slot)) - u32::from(stand.occupies(slot));
            begun += u32::from(moved.occupies(slot) && *to <= now);
        }
        (jobs, begun)
    }

    /// Forgets every job of the slots `from .. to`, and what was found out about it, as before a checkpoint is restored.
    pub fn forget(&mut self, from: Slot, to: Slot) {
        self.all.forget(from, to);
        self.loose.forget(from, to);
        self.stuck.forget(from, to);
        // Jobs may have other numbers from now on.
        self.state.fill(State::Out);
        self.fresh.clear();
        self.undo.clear();
        let to = (to as usize).min(self.loose_at.len());
        self.loose_at[(from as usize).min(to)..to].fill(0);
        self.freed.clear();
    }

    /// Whether the same jobs occupy every slot from `from` on; what is remembered about them is none of it.
    pub fn same_from(&self, other: &Self, from: Slot) -> bool {
        self.all.same_from(&other.all, from)
    }
}
