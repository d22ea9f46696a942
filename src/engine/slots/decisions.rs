//! The decisions of a planner: one row per job, the moves made, and the reasons of refusals.

use super::overlap::OverlapLook;
use super::request::{Request, Slot};
use super::workload::Arrivals;
use serde::{Deserialize, Serialize};

/// The start of a job that was refused.
pub const REFUSED: Slot = Slot::MAX;

/// The short slot of a move that was made because everything was planned anew: no single slot is the reason then.
pub const NO_SHORT_SLOT: Slot = Slot::MAX;

/// The decisions of a run as flat columns, one row per job in arrival order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// Where each job stands in the final plan, [`REFUSED`] if nowhere.
    pub start: Vec<Slot>,
    /// Where each job was first placed, [`REFUSED`] if nowhere.
    pub first_start: Vec<Slot>,
    /// Moves of accepted jobs that were kept, in the order in which they were made.
    pub moves: Vec<Move>,
    /// One row for each refused job, by job.
    pub refusals: Vec<Refusal>,
    /// One row for each job whose user took a smaller offer than what was asked for, by job. The arrivals have what is booked.
    pub taken: Vec<Taken>,
}

/// The user of a request took an offer that is shorter or narrower than what was asked for (Sulistio, Algorithm 2).
///
/// The request then stands in the arrivals as it was booked: duration and nodes are those of the reservation, and the latest start is later by as
/// much as it is shorter, so that the deadline is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Taken {
    /// The job (row).
    pub job: u32,
    /// The request as it was asked.
    pub asked: Request,
}

/// An accepted job was moved inside its window to make room for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Move {
    /// The job that moved (row).
    pub job: u32,
    /// Its start before.
    pub from: Slot,
    /// Its start after.
    pub to: Slot,
    /// The job it made room for (row).
    pub beneficiary: u32,
    /// The slot that was short of nodes; [`NO_SHORT_SLOT`] where everything was planned anew.
    pub short_slot: Slot,
}

/// Why a job was refused. The planner tries starts from the earliest on and at each looks at the window's minimum; this keeps the
/// obstacle that ruled out most of the possible starts (the first of them where several rule out as many).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The refused job (row).
    pub job: u32,
    /// What stood in the way.
    pub obstacle: Obstacle,
    /// Moves that were tried for this job and put back.
    pub put_back: u32,
}

/// What stood in the way of a refused job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Obstacle {
    /// A slot has too few free nodes.
    ShortSlot {
        /// The slot.
        slot: Slot,
        /// Its free nodes at that moment.
        free: u32,
        /// How many of the possible starts it rules out.
        starts: u32,
        /// Accepted jobs that the planner may look at there (starting in the slot, or occupying it), begun ones included; none of
        /// them could be moved.
        candidates: u32,
        /// Those of them that had begun.
        begun: u32,
    },
    /// Planning on physical nodes: nowhere enough nodes are free throughout.
    NoNodeThroughout {
        /// The start at which most nodes are free throughout.
        best_start: Slot,
        /// How many those are.
        free: u32,
        /// Whether counting free nodes slot by slot would have found room: the free time is there, on changing nodes.
        scattered: bool,
    },
    /// Everything that had not begun was planned anew, and one reservation found no place.
    LeftOut {
        /// The job that found no place: the newcomer or another (row).
        job: u32,
        /// How many were placed before it.
        placed: u32,
        /// How many were to be placed, the newcomer included.
        waiting: u32,
    },
    /// More reservations wait for their start, or over more slots, than the planner plans anew together
    /// ([`Replan::limits`](super::replanning::Replan::limits)).
    TooManyWaiting {
        /// How many wait, the newcomer included.
        waiting: u32,
        /// How many slots their windows have from now on, added up.
        slots: u64,
    },
    /// The search for room was given up: it had looked at as many starts, or moved accepted jobs as often or as many slots of
    /// them, as it may for one job (`STARTS_CLEARED`, `MOVES_TRIED` and `SLOTS_MOVED` in `crate::slots::bounds`).
    GivenUp {
        /// The start that was being looked at; earlier ones had no room.
        start: Slot,
        /// The slot that was short of nodes then.
        slot: Slot,
        /// Its free nodes at that moment.
        free: u32,
    },
    /// Overlapping reservations: no start has room by the estimates, and the rule forbids to overlap others at any; what stands in the way of the earliest one.
    MayNotOverlap(OverlapLook),
    /// There was a place, but revenue management keeps it for higher classes.
    ClassClosed {
        /// The job's class, from 1.
        class: u8,
        /// The class whose limit leaves too few nodes: the job's own or, where limits are nested, a higher one. From 1.
        limit_of: u8,
        /// Whether each class has a part of its own.
        partitioned: bool,
        /// First slot of the place in which too few are left.
        first: Slot,
        /// Last slot of the same stretch.
        last: Slot,
        /// The most that is used of the limit in these slots.
        used: u32,
        /// The limit.
        limit: u32,
    },
}

impl Decisions {
    /// Whether a job is in the plan.
    pub fn accepted(&self, job: usize) -> bool {
        self.start[job] != REFUSED
    }

    /// The smaller offer that was taken for a job, if one was.
    pub fn taken(&self, job: u32) -> Option<&Taken> {
        let i = self.taken.binary_search_by_key(&job, |taken| taken.job).ok()?;
        Some(&self.taken[i])
    }

    /// A request as it was asked, whatever was booked of it.
    pub fn asked(&self, arrivals: &Arrivals, row: usize) -> Request {
        // Few have taken a smaller offer; only requests of one job do.
        let taken = arrivals.first_job.get(row).and_then(|&job| self.taken(job));
        taken.map_or_else(|| arrivals.row(row), |taken| taken.asked)
    }

    /// The requests as they were asked.
    pub fn all_asked(&self, arrivals: &Arrivals) -> Arrivals {
        let mut asked = arrivals.clone();
        self.taken.iter().for_each(|taken| asked.put_back(taken.job, &taken.asked));
        asked
    }

    /// The refusal of a job, if it was refused.
    pub fn refusal(&self, job: usize) -> Option<&Refusal> {
        let i = self.refusals.binary_search_by_key(&(job as u32), |refusal| refusal.job).ok()?;
        Some(&self.refusals[i])
    }

    /// Where each of the jobs before `job` stood when `job` was about to be decided: the first starts, and the moves made since.
    pub fn stood_before(&self, job: u32) -> Vec<Slot> {
        let decided = (job as usize).min(self.first_start.len());
        let mut start = self.first_start[..decided].to_vec();
        let made = self.moves.partition_point(|m| m.beneficiary < job);
        for m in &self.moves[..made] {
            start[m.job as usize] = m.to;
        }
        start
    }

    /// Moves made so that `job` could be placed: consecutive in [`Decisions::moves`], which is ordered by beneficiary.
    pub fn moves_for(&self, job: usize) -> &[Move] {
        let from = self.moves.partition_point(|m| m.beneficiary < job as u32);
        let to = self.moves.partition_point(|m| m.beneficiary <= job as u32);
        &self.moves[from..to]
    }
}
