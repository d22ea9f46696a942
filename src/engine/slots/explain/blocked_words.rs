//! Blocked slots and the jobs that stay in them, in words.

use super::blockade::{Blockade, BlockedSlot};
use super::names::{job_name, job_names};
use crate::core::time_names::TimeNames;
use crate::core::words::counted;
use crate::slots::decisions::Move;
use crate::slots::request::Slot;
use crate::slots::scenario::{Machine, PlannerKind, Policy};
use crate::slots::search::{Staying, WhyStaying};
use crate::slots::workload::Arrivals;

/// Slots, and groups of jobs, that are named one by one.
const NAMED: usize = 3;

/// What the words are about.
#[derive(Clone, Copy)]
pub(super) struct InWords<'a> {
    pub arrivals: &'a Arrivals,
    pub machine: Machine,
    pub policy: Policy,
    /// How points in time are written.
    pub time: TimeNames,
    /// Nodes that are needed.
    pub nodes: u32,
}

impl InWords<'_> {
    /// "slot 15 is full and every start needs it: 5.1 starts there and may not wait, it is at its latest start".
    pub fn blockade(self, blockade: &Blockade) -> String {
        let Blockade { first_start, last_start, slots, more, is_fewest, .. } = blockade;
        match &slots[..] {
            [only] if *more == 0 => {
                let share = if first_start == last_start { "" } else { " and every start needs it" };
                self.with_jobs(format!("{}{share}", self.short(only)), only)
            }
            few if few.len() <= NAMED && *more == 0 => {
                let parts = few.iter().map(|slot| {
                    self.with_jobs(format!("{} and rules out {}", self.short(slot), self.time.between(slot.first, slot.last)), slot)
                });
                parts.collect::<Vec<_>>().join("; ")
            }
            many => {
                let all = many.len() + *more as usize;
                let first = many.first().map(|slot| {
                    self.with_jobs(format!("{} and rules out {}", self.short(slot), self.time.between(slot.first, slot.last)), slot)
                });
                let how_many = if *is_fewest { format!("no fewer than {all}") } else { "many".to_owned() };
                format!("{how_many} slots rule all of them out; {}, and so on", first.unwrap_or_default())
            }
        }
    }

    /// "slot 15 is full", "slot 15 has 1 of 5 nodes free and 2 are needed", "once 4.1 has moved from 13 to 15, slot 15 is full".
    fn short(self, blocked: &BlockedSlot) -> String {
        let BlockedSlot { slot, free, .. } = *blocked;
        let short = self.short_slot(slot, free);
        match &blocked.moves[..] {
            _ if blocked.is_short_anyway => short,
            [] => short,
            [only] => {
                let (from, to) = (self.time.at(only.from), self.time.at_after(only.from, only.to));
                format!("once {} has moved from {from} to {to}, {short}", job_name(self.arrivals, only.job))
            }
            moves => format!("after {}, {short}", counted(moves.len(), "move")),
        }
    }

    /// "slot 15 is full", "slot 15 has 1 of 5 nodes free where 2 are needed".
    pub fn short_slot(self, slot: Slot, free: u32) -> String {
        let slot = self.time.slot(slot);
        match free {
            0 => format!("{slot} is full"),
            _ => format!("{slot} has {free} of {} nodes free where {} are needed", self.machine.nodes, self.nodes),
        }
    }

    /// The same with the jobs there: ": 5.1 starts there and may not wait".
    fn with_jobs(self, slot: String, blocked: &BlockedSlot) -> String {
        if !self.policy.planner.has_shift_rule() {
            return slot;
        }
        let could = if blocked.is_short_anyway { &blocked.moves[..] } else { &[] };
        format!("{slot}: {}", self.jobs(blocked.slot, &blocked.staying, could))
    }

    /// Why the jobs in a slot do not make way; `could` are moves that can be made and are not enough.
    pub fn jobs(self, slot: Slot, staying: &[Staying], could: &[Move]) -> String {
        let is_eds = self.policy.planner == PlannerKind::FcfsEds;
        let mut parts = Vec::new();
        if !could.is_empty() {
            let jobs: Vec<u32> = could.iter().map(|m| m.job).collect();
            parts.push(format!("{} could make way, which is not enough", self.names(jobs)));
        }
        for why in [WhyStaying::NoOtherStart, WhyStaying::NoRoom, WhyStaying::Begun, WhyStaying::Moved] {
            let of: Vec<Staying> = staying.iter().filter(|staying| staying.why == why).copied().collect();
            if !of.is_empty() {
                parts.push(self.stay(why, &of));
            }
        }
        let before = staying.iter().filter(|staying| staying.why == WhyStaying::StartsBefore).count();
        if parts.is_empty() {
            return match (is_eds, before) {
                (true, 0) => "no accepted job starts there".to_string(),
                (true, _) => "no accepted job starts there, and only jobs that start there are asked to wait".to_string(),
                (false, _) => format!("no accepted job is in {}", self.time.slot(slot)),
            };
        }
        parts.join(", and ")
    }

    fn stay(self, why: WhyStaying, of: &[Staying]) -> String {
        let is_eds = self.policy.planner == PlannerKind::FcfsEds;
        let names = self.names(of.iter().map(|staying| staying.job).collect());
        let one = of.len() == 1;
        let (start, their) = if one { ("starts", "its") } else { ("start", "their") };
        match (why, is_eds) {
            (WhyStaying::NoOtherStart, true) => format!("{names} {start} there and may not wait, being at {their} latest start"),
            (WhyStaying::NoOtherStart, false) => format!("{names} may not start early or late enough to leave it"),
            (WhyStaying::NoRoom, true) => {
                let latest = |staying: &Staying| self.arrivals.latest_start[self.arrivals.request[staying.job as usize] as usize];
                match of {
                    [only] => format!("{names} starts there and may wait until {}, but has no room to", self.time.at(latest(only))),
                    _ => format!("{names} start there and may wait, but have no room to"),
                }
            }
            (WhyStaying::NoRoom, false) => format!("{names} {} no free hole to move to", if one { "has" } else { "have" }),
            (WhyStaying::Begun, _) => format!("{names} {} begun", if one { "has" } else { "have" }),
            (WhyStaying::Moved, _) => format!("{names} {} moved for it already", if one { "was" } else { "were" }),
            (WhyStaying::StartsBefore, _) => format!("{names} {start} before it"),
        }
    }

    /// The names of a few jobs, the number of many.
    fn names(self, mut jobs: Vec<u32>) -> String {
        jobs.sort_unstable();
        jobs.dedup();
        let runs = jobs.chunk_by(|a, b| a + 1 == *b).count();
        if runs > 2 * NAMED { counted(jobs.len(), "job") } else { job_names(self.arrivals, &jobs) }
    }
}
