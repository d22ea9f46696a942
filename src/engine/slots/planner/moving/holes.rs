//! Candidates of hole filling (Pujiyanta II.C): the jobs that occupy the short slot, and a cache of jobs that cannot move.

use super::freed_gaps::{Freed, Gap};
use super::move_policy::MovePolicy;
use super::relocation::{Relocation, ShortSlot};
use super::waiting_jobs::{News, WaitingJobs, WaitingPlace};
use crate::slots::decisions::Decisions;
use crate::slots::planner::logical::count_vectors;
use crate::slots::planner::logical::short_slots::STEP;
use crate::slots::planner::logical::slot_plan::SlotPlan;
use crate::slots::planner::placement::Placement;
use crate::slots::request::Slot;
use crate::slots::scenario::ShiftRule;
use crate::slots::workload::Arrivals;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// So many gaps are asked one by one for a job; where there are more, its whole window is looked through.
const GAPS_ASKED: usize = 16;

/// After many moves there are too many jobs within reach of what came free to ask all of them at once: after so many questions, the others are loosened without
/// being asked. Whether such a job can move is found out when it is asked to.
const LOOSENED_ASKED: usize = 2_000;

/// Jobs by the slots they occupy, and a memory of which of them have nowhere to go at all.
///
/// A job is stuck if it has no start but its own, now or later. That holds until nodes come free within its window: that they are taken,
/// or that time goes on, only makes it truer. A full plan has few jobs that are not, and in most of its slots none.
///
/// While moves are tried for a newcomer, only the plan knows: the lists and what is remembered are those of the plan before, and a job that
/// was stuck in it is asked again if the gaps that came free meanwhile are within its reach. More than half of the moves that are tried are
/// put back.
#[derive(Clone, Debug, Default)]
pub(in crate::slots::planner) struct Holes {
    waiting: WaitingJobs,
    /// Jobs that occupy each slot, those of them that have begun, and those of the others that are stuck.
    /// All end with [`STEP`] spare slots.
    jobs_at: Vec<i16>,
    begun_at: Vec<i16>,
    stuck_at: Vec<i16>,
    freed: Freed,
    /// Jobs moved for the present newcomer, as they stood before, and where they stand now.
    tried: Vec<Relocation>,
    /// Their places in the list, where nobody finds them meanwhile.
    hidden: Vec<WaitingPlace>,
    /// What came free by it, and how many gaps there were for newcomers before.
    gaps: Vec<Gap>,
    gaps_before: u64,
    /// The longest relax time of all jobs so far.
    relax: Slot,
    /// The present of the last search.
    now: Slot,
    /// Room for those who may be asked; empty between two questions.
    candidates: Vec<Reverse<Candidate>>,
}

/// A job that may be asked to leave a short slot, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// By rank, behind those that free enough by themselves.
    order: u64,
    place: WaitingPlace,
    /// Whether it was stuck before the search, so that it is asked first whether it has room now: that takes less time.
    must_be_asked: bool,
}

fn count_in(column: &mut [i16], placement: Placement) {
    count_vectors::add(column, placement.start, placement.end(), 1);
}

fn count_out(column: &mut [i16], placement: Placement) {
    count_vectors::add(column, placement.start, placement.end(), -1);
}

impl Holes {
    /// Makes room for slots below `slots`.
    fn reserve(&mut self, slots: Slot) {
        if self.jobs_at.len() < slots as usize + STEP {
            self.grow(slots as usize + STEP);
        }
    }

    #[cold]
    fn grow(&mut self, slots: usize) {
        for column in [&mut self.jobs_at, &mut self.begun_at, &mut self.stuck_at] {
            column.resize(slots, 0);
        }
    }

    /// A job stands in the plan.
    fn list(&mut self, placement: Placement) {
        count_in(&mut self.jobs_at, placement);
        if placement.start <= self.now {
            count_in(&mut self.begun_at, placement);
        } else {
            self.waiting.add(placement);
        }
        self.relax = self.relax.max(placement.relax());
        self.freed.saw(placement.shape.duration);
    }

    /// A job stands elsewhere in the plan: one that may be moved, or one put back, which the move made begin now.
    fn relist(&mut self, placement: Placement, to: Slot) {
        let moved = placement.at(to);
        let (left, taken) = (placement.given_up(to), moved.given_up(placement.start));
        count_vectors::add(&mut self.jobs_at, left.0, left.1, -1);
        count_vectors::add(&mut self.jobs_at, taken.0, taken.1, 1);
        if placement.start <= self.now {
            count_out(&mut self.begun_at, placement);
        } else if self.waiting.remove(placement) == Some(false) {
            count_out(&mut self.stuck_at, placement);
        }
        if to <= self.now {
            count_in(&mut self.begun_at, moved);
        } else {
            self.waiting.add(moved);
        }
        self.freed.note(left.0, left.1);
    }

    /// Jobs begin.
    fn pass(&mut self, now: Slot) {
        let Self { waiting, begun_at, stuck_at, .. } = self;
        if self.now < now {
            waiting.pass(now, |entry| {
                count_in(begun_at, entry.placement);
                if !entry.is_loose {
                    count_out(stuck_at, entry.placement);
                }
            });
            self.now = now;
        }
    }

    /// Loosens the jobs that could go where nodes came free; where there are very many, all that are within reach.
    fn loosen(&mut self, plan: &SlotPlan, rule: ShiftRule) {
        let Self { freed, waiting, stuck_at, relax, now, .. } = self;
        let mut asked = 0;
        freed.drain_gaps(plan, rule, |gap| {
            let (first, last) = (gap.from.saturating_sub(*relax).max(*now + 1), gap.freed_to + *relax);
            waiting.loosen(first, last, gap, *now, |placement| {
                asked += 1;
                let may_have_room = asked > LOOSENED_ASKED || placement.fits(plan, rule, gap, *now);
                if may_have_room {
                    count_out(stuck_at, *placement);
                }
                may_have_room
            });
        });
    }

    fn end_search(&mut self) {
        while let Some(place) = self.hidden.pop() {
            self.waiting.show(place);
        }
        self.gaps_before += self.gaps.len() as u64;
        self.gaps.clear();
    }

    /// Whether a job that was stuck before the search has room now. Such room is in a gap that it was not asked about yet: from the others nodes were only taken
    /// since then.
    fn has_room(&mut self, short: &ShortSlot, place: WaitingPlace) -> bool {
        let Self { waiting, gaps, gaps_before, now, .. } = self;
        let news = News { gaps, before: *gaps_before, now: *now };
        waiting.ask(place, news, |placement, gaps| {
            if gaps.len() > GAPS_ASKED {
                placement.has_another(short.plan, short.rule, *now)
            } else {
                gaps.iter().any(|gap| placement.fits(short.plan, short.rule, *gap, *now))
            }
        })
    }

    fn leave(&mut self, short: &ShortSlot, place: WaitingPlace) -> Option<Relocation> {
        let placement = self.waiting.placement(place);
        let to = short.beside_it(&placement);
        if to.is_none() && self.tried.is_empty() && !short.has_another_place(&placement) {
            self.waiting.fasten(place);
            count_in(&mut self.stuck_at, placement);
        }
        Some(Relocation { placement, to: to? })
    }

    /// Whether as many jobs occupy every slot from `from` on, and the same jobs start after it; what is remembered about them is none of it.
    pub fn same_from(&self, other: &Self, from: Slot) -> bool {
        let of = |holes: &Self, slot: usize| holes.jobs_at.get(slot).copied().unwrap_or(0);
        let slots = self.jobs_at.len().max(other.jobs_at.len());
        (from as usize..slots).all(|slot| of(self, slot) == of(other, slot)) && self.waiting.same_after(&other.waiting, from)
    }
}

impl MovePolicy for Holes {
    const MOVES: bool = true;

    fn add(&mut self, placement: Placement, slots: Slot, _: &Arrivals) {
        self.reserve(slots);
        self.list(placement);
    }

    fn add_begun(&mut self, rest: Placement, slots: Slot) {
        self.reserve(slots);
        self.list(rest);
    }

    fn shift(&mut self, placement: Placement, to: Slot, _: &Arrivals) {
        self.relist(placement, to);
    }

    /// Brings the memory up to what happened since the last search.
    fn begin(&mut self, plan: &SlotPlan, _: &Arrivals, rule: ShiftRule, now: Slot) {
        self.reserve(plan.slots());
        self.pass(now);
        self.loosen(plan, rule);
    }

    fn may_clear(&self, slot: Slot, _: bool) -> bool {
        let at = slot as usize;
        self.jobs_at[at] != self.begun_at[at].wrapping_add(self.stuck_at[at]) || !self.gaps.is_empty()
    }

    /// First a job that frees enough by itself, else any; within each by rank. A job moves once for each newcomer.
    fn find(&mut self, short: &ShortSlot) -> Option<Relocation> {
        let Self { waiting, candidates, gaps, freed, now, .. } = self;
        candidates.clear();
        let news = News { gaps, before: self.gaps_before, now: *now };
        waiting.visit(short.slot, freed.longest(), news, |placement, place, must_be_asked| {
            let is_small = placement.shape.nodes < short.by;
            let order = u64::from(is_small) << u32::BITS | u64::from(short.arrivals.rank[placement.job as usize]);
            candidates.push(Reverse(Candidate { order, place, must_be_asked }));
        });
        // A heap: on a crowded machine there are hundreds, of which the first few are asked as a rule.
        let mut candidates = BinaryHeap::from(std::mem::take(&mut self.candidates));
        let mut found = None;
        while let Some(Reverse(Candidate { place, must_be_asked, .. })) = candidates.pop() {
            if must_be_asked && !self.has_room(short, place) {
                continue;
            }
            found = self.leave(short, place);
            if found.is_some() {
                self.waiting.hide(place);
                self.hidden.push(place);
                break;
            }
        }
        self.candidates = candidates.into_vec();
        found
    }

    fn try_move(&mut self, plan: &mut SlotPlan, _: &Arrivals, rule: ShiftRule, _: &mut [Slot], relocation: Relocation) {
        let Relocation { placement, to } = relocation;
        plan.shift(placement, to);
        self.tried.push(relocation);
        let (from, end) = placement.given_up(to);
        self.freed.note(from, end);
        let Self { freed, gaps, .. } = self;
        freed.drain_gaps(plan, rule, |gap| gaps.push(gap));
    }

    fn keep(&mut self, starts: &mut [Slot]) {
        self.end_search();
        while let Some(Relocation { placement, to }) = self.tried.pop() {
            starts[placement.job as usize] = to;
            self.relist(placement, to);
        }
    }

    fn put_back(&mut self, plan: &mut SlotPlan, _: &Arrivals, decisions: &mut Decisions, kept_moves: usize) {
        self.end_search();
        while let Some(Relocation { placement, to }) = self.tried.pop() {
            plan.shift(placement.at(to), placement.start);
        }
        decisions.moves.truncate(kept_moves);
    }

    /// Jobs that occupy a slot, and how many of them have begun.
    fn count(&self, slot: Slot, now: Slot) -> (u32, u32) {
        let of = |column: &[i16]| column.get(slot as usize).map_or(0, |count| u32::from(count.cast_unsigned()));
        let (mut jobs, mut begun) = (of(&self.jobs_at), of(&self.begun_at));
        for Relocation { placement, to } in &self.tried {
            let moved = placement.at(*to);
            jobs = jobs + u32::from(moved.occupies(slot)) - u32::from(placement.occupies(slot));
            begun += u32::from(moved.occupies(slot) && *to <= now);
        }
        (jobs, begun)
    }

    /// The checkpoint's present is `from`.
    fn forget(&mut self, from: Slot, to: Slot) {
        self.waiting.forget(from, to);
        self.freed.clear();
        self.now = from;
        for column in [&mut self.jobs_at, &mut self.begun_at, &mut self.stuck_at] {
            let to = (to as usize).min(column.len());
            column[(from as usize).min(to)..to].fill(0);
        }
    }

    #[cfg(test)]
    fn ask(&self, short: &ShortSlot, placement: &Placement) -> Option<Slot> {
        if placement.occupies(short.slot) { short.beside_it(placement) } else { None }
    }
}
