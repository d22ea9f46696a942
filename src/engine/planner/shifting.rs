//! Making room by moving accepted jobs inside their windows: ejecting (Umar, Algorithms 3.1, 3.2) and holes (Pujiyanta II.C).

use super::slots::{Shape, SlotPlan};
use crate::engine::plan::{Decisions, Move, Obstacle};
use crate::engine::request::Slot;
use crate::engine::scenario::ShiftRule;
use crate::engine::workload::Arrivals;

/// Which accepted jobs may be moved out of a short slot, and where to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Jobs that start in the short slot, to a later start.
    Eject,
    /// Jobs that occupy the short slot, to the nearest start that ends before it, else to the nearest after it.
    Holes,
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

/// Scratch and options of the search for moves; one for a whole run, so that nothing is allocated per job.
#[derive(Clone, Debug)]
pub(super) struct Shifting {
    pub manner: Manner,
    pub rule: ShiftRule,
    /// Longest duration met so far: how far before a slot a job that occupies it can have started.
    longest: Slot,
    candidates: Vec<u32>,
}

/// What was seen at a short slot that could not be cleared.
struct Stuck {
    candidates: u32,
    begun: u32,
}

impl Shifting {
    pub fn new(manner: Manner, rule: ShiftRule) -> Self {
        Self { manner, rule, longest: 0, candidates: Vec::new() }
    }

    /// Tells that a job of this duration is in the plan.
    pub fn note_duration(&mut self, duration: Slot) {
        self.longest = self.longest.max(duration);
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
        let mut worst: Option<(u32, Obstacle)> = None;
        while start <= newcomer.latest_start {
            let (slot, free) = plan.leftmost_min(start, newcomer.shape.duration);
            if free >= newcomer.shape.nodes {
                return Ok(start);
            }
            let short_by = newcomer.shape.nodes - free;
            if let Err(stuck) = self.clear(plan, arrivals, decisions, newcomer, slot, short_by, kept_moves) {
                let starts = slot.min(newcomer.latest_start) - start + 1;
                if worst.as_ref().is_none_or(|(most, _)| starts > *most) {
                    let Stuck { candidates, begun } = stuck;
                    worst = Some((starts, Obstacle::ShortSlot { slot, free, starts, candidates, begun }));
                }
                start = slot + 1;
            }
        }
        let put_back = (decisions.moves.len() - kept_moves) as u32;
        put_back_moves(plan, arrivals, decisions, kept_moves);
        // The window is never empty, so at least one slot was in the way.
        let obstacle = worst.map(|(_, obstacle)| obstacle).expect("a window has at least one start");
        Err((obstacle, put_back))
    }

    /// Moves one job out of `slot`: first one that frees enough by itself, else any; within each by rank.
    #[expect(clippy::too_many_arguments, reason = "the plan's parts are borrowed separately")]
    fn clear(
        &mut self,
        plan: &mut SlotPlan,
        arrivals: &Arrivals,
        decisions: &mut Decisions,
        newcomer: Newcomer,
        slot: Slot,
        short_by: u32,
        kept_moves: usize,
    ) -> Result<(), Stuck> {
        self.list_candidates(plan, arrivals, decisions, slot);
        let (mut begun, mut small) = (0, false);
        for pass_for_small in [false, true] {
            if pass_for_small && !small {
                break;
            }
            for i in 0..self.candidates.len() {
                let job = self.candidates[i];
                let is_small = arrivals.nodes[arrivals.request[job as usize] as usize] < short_by;
                small |= is_small;
                if is_small != pass_for_small {
                    continue;
                }
                let from = decisions.start[job as usize];
                if from <= newcomer.now {
                    begun += 1;
                    continue;
                }
                let moved_already = || decisions.moves[kept_moves..].iter().any(|m| m.job == job);
                if self.manner == Manner::Holes && moved_already() {
                    continue;
                }
                if let Some(to) = self.new_start(plan, arrivals, job, from, slot, newcomer.now) {
                    let shape = shape_of(arrivals, job);
                    plan.remove(job, from, shape);
                    plan.add(job, to, shape, &arrivals.rank);
                    decisions.start[job as usize] = to;
                    decisions.moves.push(Move { job, from, to, beneficiary: newcomer.job, short_slot: slot });
                    return Ok(());
                }
            }
        }
        Err(Stuck { candidates: self.candidates.len() as u32, begun })
    }

    /// Accepted jobs that may stand in the way in `slot`, by rank.
    fn list_candidates(&mut self, plan: &SlotPlan, arrivals: &Arrivals, decisions: &Decisions, slot: Slot) {
        self.candidates.clear();
        match self.manner {
            Manner::Eject => self.candidates.extend(plan.starting(slot)),
            Manner::Holes => {
                let earliest = (slot + 1).saturating_sub(self.longest);
                for start in earliest..=slot {
                    let occupying = |job: &u32| decisions.start[*job as usize] + shape_of(arrivals, *job).duration > slot;
                    self.candidates.extend(plan.starting(start).filter(occupying));
                }
                self.candidates.sort_unstable_by_key(|&job| arrivals.rank[job as usize]);
            }
        }
    }

    /// Where a job that stands in the way in `slot` can go.
    fn new_start(&self, plan: &mut SlotPlan, arrivals: &Arrivals, job: u32, from: Slot, slot: Slot, now: Slot) -> Option<Slot> {
        let shape = shape_of(arrivals, job);
        if self.rule == ShiftRule::Release {
            plan.give(from, shape);
        }
        let request = arrivals.request[job as usize] as usize;
        let right = || plan.first_fit(slot + 1, arrivals.latest_start[request], shape);
        let to = match self.manner {
            Manner::Eject => right(),
            Manner::Holes => {
                let earliest = arrivals.earliest_start[request].max(now);
                let left =
                    if slot >= earliest + shape.duration { plan.last_fit(earliest, slot - shape.duration, shape) } else { None };
                left.or_else(right)
            }
        };
        if self.rule == ShiftRule::Release {
            plan.take(from, shape);
        }
        to
    }
}

/// Undoes moves, last first, until `keep` of them are left.
pub(super) fn put_back_moves(plan: &mut SlotPlan, arrivals: &Arrivals, decisions: &mut Decisions, keep: usize) {
    while decisions.moves.len() > keep {
        let Some(undone) = decisions.moves.pop() else { return };
        let shape = shape_of(arrivals, undone.job);
        plan.remove(undone.job, undone.to, shape);
        plan.add(undone.job, undone.from, shape, &arrivals.rank);
        decisions.start[undone.job as usize] = undone.from;
    }
}

/// Duration and nodes of a job.
pub(super) fn shape_of(arrivals: &Arrivals, job: u32) -> Shape {
    let request = arrivals.request[job as usize] as usize;
    Shape { duration: arrivals.duration[request], nodes: arrivals.nodes[request] }
}
