//! What stands in the way of a refused job: the fewest slots that together rule out every start the planner looks at, and the jobs in them that
//! do not make way.

use crate::slots::decisions::{Decisions, Move, Obstacle};
use crate::slots::planner::PastPlan;
use crate::slots::request::Slot;
use crate::slots::scenario::{Machine, Policy};
use crate::slots::search::{Look, SearchLog, Staying, Then};
use crate::slots::workload::Arrivals;
use std::collections::BTreeMap;

/// Slots of which all is told; the others are counted.
pub const SLOTS_TOLD: usize = 64;
/// Slots that are counted.
const SLOTS_COUNTED: usize = 4_096;

/// What stands in the way of a refused job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blockade {
    /// The refused job (row).
    pub job: u32,
    /// First start that the planner looks at.
    pub first_start: Slot,
    /// Last start that it looks at.
    pub last_start: Slot,
    /// Slots that rule out every start, ascending; at most [`SLOTS_TOLD`].
    pub slots: Vec<BlockedSlot>,
    /// How many more there are.
    pub more: u32,
    /// Whether fewer slots cannot do. Finding them stops after very many moves.
    pub is_fewest: bool,
}

/// A slot that rules out starts: the job would occupy it, and it has too few free nodes and cannot be cleared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockedSlot {
    /// The slot.
    pub slot: Slot,
    /// First of the starts for which it is named. It may rule out earlier ones, too, for which the slot before it is named.
    pub first: Slot,
    /// Last start that it rules out.
    pub last: Slot,
    /// Whether the slot is short in the plan as it was, cannot be cleared by the planner's rule, and never had enough free nodes while the planner
    /// tried moves. Else the slot became short by moves that were tried to clear others: those in [`BlockedSlot::moves`].
    pub is_short_anyway: bool,
    /// Free nodes: in the plan as it was if [`BlockedSlot::is_short_anyway`], else after the moves.
    pub free: u32,
    /// With [`BlockedSlot::is_short_anyway`] the moves out of this slot that could be made and are not enough, else the moves that the planner had
    /// tried when it met the slot.
    pub moves: Vec<Move>,
    /// The jobs in the slot that do not make way after these moves; by row. Empty where the planner moves no jobs.
    pub staying: Vec<Staying>,
}

impl Blockade {
    /// What stands in the way of the first job of a request (row) that was refused for want of nodes in a slot. `None` if there is none.
    pub fn of_request(arrivals: &Arrivals, decisions: &Decisions, machine: Machine, policy: Policy, row: usize) -> Option<Self> {
        let jobs = arrivals.first_job[row]..arrivals.first_job[row + 1];
        let from = decisions.refusals.partition_point(|refusal| refusal.job < jobs.start);
        let refusal = decisions.refusals.get(from).filter(|refusal| jobs.contains(&refusal.job))?;
        let is_short = matches!(refusal.obstacle, Obstacle::ShortSlot { .. });
        is_short.then(|| Self::of(arrivals, decisions, machine, policy, refusal.job))
    }

    /// What stands in the way of a job (row) that was refused for want of nodes in a slot. O(jobs before + the search for this job, a few times).
    pub fn of(arrivals: &Arrivals, decisions: &Decisions, machine: Machine, policy: Policy, job: u32) -> Self {
        Self::within(WORK_MAX, arrivals, decisions, machine, policy, job)
    }

    /// The same with another limit to the moves that are gone through.
    pub(super) fn within(
        work_max: usize,
        arrivals: &Arrivals,
        decisions: &Decisions,
        machine: Machine,
        policy: Policy,
        job: u32,
    ) -> Self {
        let mut past = PastPlan::before(arrivals, decisions, machine, policy, job);
        let log = past.make_room();
        let request = arrivals.row(arrivals.request[job as usize] as usize);
        let (first_start, last_start) = past.starts();
        let mut found = Self { job, first_start, last_start, slots: Vec::new(), more: 0, is_fewest: true };
        let mut search = Search {
            past: &mut past,
            log,
            nodes: request.nodes,
            last_start,
            known: BTreeMap::new(),
            work: 0,
            work_max,
            gave_up: false,
        };
        let mut start = first_start;
        while start <= last_start && found.slots.len() + (found.more as usize) < SLOTS_COUNTED {
            // Of the slots that every start from here on up to themselves needs, the last one leaves the fewest starts to others: this is the least
            // set of points that meets every interval.
            let hard = (start..start + request.duration).rev().find(|&slot| search.is_short_anyway(slot));
            let (slot, look) = match hard {
                Some(slot) => (slot, None),
                None => match search.look_at(start) {
                    Some(look) => (look.slot, Some(look)),
                    // The search of a refused job rules out every start.
                    None => break,
                },
            };
            let last = slot.min(last_start);
            if found.slots.len() < SLOTS_TOLD {
                found.slots.push(search.tell(slot, start..=last, look));
            } else {
                found.more += 1;
            }
            start = last + 1;
        }
        found.is_fewest = !search.gave_up;
        found
    }

    /// The jobs in these slots that the planner could ask to make way and that do not, ascending.
    pub fn jobs(&self) -> Vec<u32> {
        let staying = self.slots.iter().flat_map(|slot| &slot.staying);
        let mut jobs: Vec<u32> = staying.filter(|staying| staying.was_asked()).map(|staying| staying.job).collect();
        jobs.sort_unstable();
        jobs.dedup();
        jobs
    }
}

/// Moves gone through to find out which slots are short anyway, over all slots.
const WORK_MAX: usize = 20_000_000;

struct Search<'a, 'b> {
    past: &'a mut PastPlan<'b>,
    log: SearchLog,
    nodes: u32,
    last_start: Slot,
    /// What was found out about slots.
    known: BTreeMap<Slot, bool>,
    /// Moves gone through for it.
    work: usize,
    /// The limit to it.
    work_max: usize,
    /// Whether a slot was not looked into because of the limit.
    gave_up: bool,
}

impl Search<'_, '_> {
    fn is_short_anyway(&mut self, slot: Slot) -> bool {
        if self.past.free(slot) >= self.nodes {
            return false;
        }
        if let Some(known) = self.known.get(&slot) {
            return *known;
        }
        // After millions of moves this would take seconds. Further slots are told from the planner's log: what it says is true of the plan after
        // its moves. There may be fewer slots that rule out all starts then.
        if self.work > self.work_max {
            self.gave_up = true;
            return false;
        }
        self.work += self.log.moves.len() + 1;
        let was_clear = self.past.most_free(slot, &self.log.moves) >= self.nodes;
        let is_short = !was_clear && !self.past.clear(slot).1;
        self.known.insert(slot, is_short);
        is_short
    }

    /// The look that ruled out a start.
    fn look_at(&self, start: Slot) -> Option<Look> {
        let rules_out = |look: &&Look| look.then == Then::Blocked && look.start <= start && start <= look.slot.min(self.last_start);
        self.log.looks.iter().find(rules_out).copied()
    }

    fn tell(&mut self, slot: Slot, starts: std::ops::RangeInclusive<Slot>, look: Option<Look>) -> BlockedSlot {
        let moves = match look {
            None => self.past.clear(slot).0,
            Some(look) => self.log.moves[..look.moves as usize].to_vec(),
        };
        BlockedSlot {
            slot,
            first: *starts.start(),
            last: *starts.end(),
            is_short_anyway: look.is_none(),
            free: look.map_or_else(|| self.past.free(slot), |look| look.free),
            staying: self.past.staying(slot, &moves),
            moves,
        }
    }
}
