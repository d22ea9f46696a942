//! Making room by moving accepted jobs inside their windows: ejecting (Umar, Algorithms 3.1, 3.2) and holes (Pujiyanta II.C).

use super::occupants::Occupants;
use super::slots::{Shape, SlotPlan};
use super::starts::Starts;
use crate::plan::{Decisions, Move, Obstacle};
use crate::request::Slot;
use crate::scenario::{PlannerKind, ShiftRule};
use crate::workload::Arrivals;

/// Which accepted jobs may be moved out of a short slot, and where to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Jobs that start in the short slot, to a later start.
    Eject,
    /// Jobs that occupy the short slot, to the nearest start that ends before it, else to the nearest after it.
    Holes,
}

impl Manner {
    /// How a planner moves accepted jobs; `None` if it does not.
    pub fn of(planner: PlannerKind) -> Option<Self> {
        match planner {
            PlannerKind::Rigid | PlannerKind::FirstFit | PlannerKind::FirstFitPhysical => None,
            PlannerKind::FcfsEds => Some(Self::Eject),
            PlannerKind::FcfsLrh => Some(Self::Holes),
        }
    }
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

impl PartialEq for Shifting {
    /// The same jobs in every slot; what a search left in the scratch columns is none of it.
    fn eq(&self, other: &Self) -> bool {
        self.manner == other.manner && self.starts == other.starts && self.occupants == other.occupants
    }
}

/// Scratch and options of the search for moves; one for a whole run, so that nothing is allocated per job.
#[derive(Clone, Debug)]
pub(super) struct Shifting {
    manner: Option<Manner>,
    rule: ShiftRule,
    /// Kept for [`Manner::Eject`] only.
    starts: Starts,
    /// Kept for [`Manner::Holes`] only.
    occupants: Occupants,
    candidates: Vec<u32>,
    /// What was found out about each job, valid while [`Tried::plan`] is the present plan's number.
    tried: Vec<Tried>,
    /// Number of the plan as the search has made it so far; every move and every newcomer counts it up.
    plan_number: u64,
    /// Value of `plan_number` when the search for the present newcomer began.
    search_began: u64,
}

/// What the search found out about a job: neighbouring short slots have the same occupants, and none need be asked twice.
#[derive(Clone, Copy, Debug, Default)]
struct Tried {
    /// Which plan this was found out about.
    plan: u64,
    /// There is no place at a later start than this slot.
    no_right_of: Option<Slot>,
    /// There is no place that ends by this slot.
    no_left_to: Option<Slot>,
    /// When the job was last moved; it moves once per newcomer where that is the rule.
    moved_at: u64,
}

/// What was seen at a short slot that could not be cleared.
struct Stuck {
    candidates: u32,
    begun: u32,
}

impl Shifting {
    pub fn new(manner: Option<Manner>, rule: ShiftRule) -> Self {
        Self {
            manner,
            rule,
            starts: Starts::default(),
            occupants: Occupants::default(),
            candidates: Vec::new(),
            tried: Vec::new(),
            plan_number: 0,
            search_began: 0,
        }
    }

    /// Books a job in the plan.
    pub fn add(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, job: u32, start: Slot) {
        let shape = shape_of(arrivals, job);
        plan.take(start, shape);
        match self.manner {
            None => {}
            Some(Manner::Eject) => {
                self.starts.reserve(plan.slots(), arrivals.jobs());
                self.starts.add(job, start, &arrivals.rank);
            }
            Some(Manner::Holes) => self.occupants.add(job, start, shape),
        }
    }

    /// Takes a job out of the plan: the exact inverse of [`Shifting::add`].
    pub fn remove(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, job: u32, start: Slot) {
        let shape = shape_of(arrivals, job);
        plan.give(start, shape);
        match self.manner {
            None => {}
            Some(Manner::Eject) => self.starts.remove(job, start),
            Some(Manner::Holes) => self.occupants.remove(job, start, shape),
        }
    }

    /// Undoes moves, last first, until `keep` of them are left.
    pub fn put_back_moves(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, decisions: &mut Decisions, keep: usize) {
        while decisions.moves.len() > keep {
            let Some(undone) = decisions.moves.pop() else { return };
            self.remove(plan, arrivals, undone.job, undone.to);
            self.add(plan, arrivals, undone.job, undone.from);
            decisions.start[undone.job as usize] = undone.from;
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
        self.tried.resize(arrivals.jobs().max(self.tried.len()), Tried::default());
        self.plan_number += 1;
        self.search_began = self.plan_number;
        let mut start = newcomer.earliest_start;
        let mut worst: Option<(u32, Obstacle)> = None;
        while start <= newcomer.latest_start {
            let (slot, free) = plan.leftmost_min(start, newcomer.shape.duration);
            if free >= newcomer.shape.nodes {
                return Ok(start);
            }
            let short_by = newcomer.shape.nodes - free;
            if let Err(stuck) = self.clear(plan, arrivals, decisions, newcomer, slot, short_by) {
                let starts = slot.min(newcomer.latest_start) - start + 1;
                if worst.as_ref().is_none_or(|(most, _)| starts > *most) {
                    let Stuck { candidates, begun } = stuck;
                    worst = Some((starts, Obstacle::ShortSlot { slot, free, starts, candidates, begun }));
                }
                start = slot + 1;
            }
        }
        let put_back = (decisions.moves.len() - kept_moves) as u32;
        self.put_back_moves(plan, arrivals, decisions, kept_moves);
        // The window is never empty, so at least one slot was in the way.
        let obstacle = worst.map(|(_, obstacle)| obstacle).expect("a window has at least one start");
        Err((obstacle, put_back))
    }

    /// Moves one job out of `slot`: first one that frees enough by itself, else any; within each by rank.
    fn clear(
        &mut self,
        plan: &mut SlotPlan,
        arrivals: &Arrivals,
        decisions: &mut Decisions,
        newcomer: Newcomer,
        slot: Slot,
        short_by: u32,
    ) -> Result<(), Stuck> {
        self.list_candidates(arrivals, decisions, slot);
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
                if self.manner == Some(Manner::Holes) && self.tried[job as usize].moved_at > self.search_began {
                    continue;
                }
                if let Some(to) = self.new_start(plan, arrivals, job, from, slot, newcomer.now) {
                    self.remove(plan, arrivals, job, from);
                    self.add(plan, arrivals, job, to);
                    self.plan_number += 1;
                    self.tried[job as usize].moved_at = self.plan_number;
                    decisions.start[job as usize] = to;
                    decisions.moves.push(Move { job, from, to, beneficiary: newcomer.job, short_slot: slot });
                    return Ok(());
                }
            }
        }
        Err(Stuck { candidates: self.candidates.len() as u32, begun })
    }

    /// Accepted jobs that may stand in the way in `slot`, by rank.
    fn list_candidates(&mut self, arrivals: &Arrivals, decisions: &Decisions, slot: Slot) {
        self.candidates.clear();
        match self.manner {
            None => {}
            Some(Manner::Eject) => self.candidates.extend(self.starts.of(slot)),
            Some(Manner::Holes) => {
                let occupying = |&&job: &&u32| {
                    let start = decisions.start[job as usize];
                    start <= slot && slot < start + shape_of(arrivals, job).duration
                };
                self.candidates.extend(self.occupants.near(slot).iter().filter(occupying));
                self.candidates.sort_unstable_by_key(|&job| arrivals.rank[job as usize]);
            }
        }
    }

    /// Where a job that stands in the way in `slot` can go.
    fn new_start(&mut self, plan: &mut SlotPlan, arrivals: &Arrivals, job: u32, from: Slot, slot: Slot, now: Slot) -> Option<Slot> {
        let shape = shape_of(arrivals, job);
        let request = arrivals.request[job as usize] as usize;
        let mut tried = self.tried[job as usize];
        if tried.plan != self.plan_number {
            tried = Tried { plan: self.plan_number, moved_at: tried.moved_at, ..Tried::default() };
        }
        if self.rule == ShiftRule::Release {
            plan.give(from, shape);
        }
        let mut to = None;
        if self.manner == Some(Manner::Holes) && slot >= shape.duration {
            // Starts up to `no_left_to` − duration were looked at for an earlier slot.
            let earliest = arrivals.earliest_start[request].max(now);
            let unseen = tried.no_left_to.map_or(0, |end| (end + 1).saturating_sub(shape.duration));
            let (first, last) = (earliest.max(unseen), slot - shape.duration);
            if first <= last {
                to = plan.last_fit(first, last, shape);
            }
            if to.is_none() {
                tried.no_left_to = Some(slot.max(tried.no_left_to.unwrap_or(0)));
            }
        }
        if to.is_none() && tried.no_right_of.is_none_or(|seen| slot < seen) {
            to = plan.first_fit(slot + 1, arrivals.latest_start[request], shape);
            if to.is_none() {
                tried.no_right_of = Some(slot);
            }
        }
        if self.rule == ShiftRule::Release {
            plan.take(from, shape);
        }
        self.tried[job as usize] = tried;
        to
    }
}

/// Duration and nodes of a job.
pub(super) fn shape_of(arrivals: &Arrivals, job: u32) -> Shape {
    let request = arrivals.request[job as usize] as usize;
    Shape { duration: arrivals.duration[request], nodes: arrivals.nodes[request] }
}
