//! The checker's look at limits per user.

use super::{Checker, NO};
use crate::batch::scheduler::Scheduler;
use crate::core::sorting::sort_shared;
use std::collections::{BTreeMap, BTreeSet};

impl Checker<'_> {
    /// Nobody starts who brings its user over a limit; under FCFS nobody starts before one that comes first and is not held back. Tells how many starts were
    /// looked at.
    pub(super) fn limits(&mut self, jobs: usize) -> usize {
        let policy = self.scenario.policy;
        let (j, d, limits) = (&self.outcome.jobs, &self.outcome.decisions, policy.limits);
        if !policy.scheduler.is_queue() || !(limits.is_any() || policy.order().is_some()) {
            return 0;
        }
        // Ends, then what is submitted, then starts: those of jobs that no limit holds last, as they do not count for the others of that moment.
        let is_exempt = |row: usize| {
            let ran = self.scenario.now.is_some_and(|now| j.logged_start[row] <= now);
            j.owner[row] == NO.0 || j.earliest_start[row] != NO.0 || ran
        };
        let mut events: Vec<(u64, u8, u32)> = Vec::with_capacity(3 * jobs);
        for row in (0..jobs).filter(|&row| d.start[row] != NO.1) {
            let late = is_exempt(row) && j.owner[row] != NO.0;
            let start = if late { 3 } else { 2 };
            events.extend([(d.end[row], 0, row as u32), (d.start[row], start, row as u32)]);
            events.push((j.submitted[row].into(), 1, row as u32));
        }
        sort_shared(&mut events, Ord::cmp);
        let mut running: BTreeMap<u32, (u64, u64)> = BTreeMap::new();
        let (mut waiting, mut looked, mut wrong) = (BTreeSet::new(), 0, Vec::new());
        let within = |(count, nodes): (u64, u64)| {
            limits.jobs.is_none_or(|most| count <= most.into()) && limits.nodes.is_none_or(|most| nodes <= most.into())
        };
        for moment in events.chunk_by(|one, next| one.0 == next.0) {
            let mut last: Option<usize> = None;
            for &(_, what, row) in moment {
                let (owner, nodes) = (j.owner[row as usize], u64::from(j.nodes[row as usize]));
                let of_owner = running.entry(owner).or_default();
                match what {
                    0 => *of_owner = (of_owner.0 - 1, of_owner.1 - nodes),
                    1 if j.earliest_start[row as usize] == NO.0 => {
                        waiting.insert(row);
                    }
                    1 => {}
                    _ => {
                        *of_owner = (of_owner.0 + 1, of_owner.1 + nodes);
                        if !is_exempt(row as usize) {
                            looked += 1;
                            if !within(*of_owner) {
                                wrong.push(format!(
                                    "job {} starts at {}, beyond the limit of its user",
                                    j.number(row as usize),
                                    moment[0].0
                                ));
                            }
                        }
                        if waiting.remove(&row) {
                            last = last.max(Some(row as usize));
                        }
                    }
                }
            }
            let Some(last) = last.filter(|_| policy.scheduler == Scheduler::Fcfs && policy.order().is_none()) else { continue };
            for row in waiting.range(..last as u32).map(|row| *row as usize) {
                let (count, nodes) = running.get(&j.owner[row]).copied().unwrap_or_default();
                if is_exempt(row) || within((count + 1, nodes + u64::from(j.nodes[row]))) {
                    let (id, late) = (j.number(last), j.number(row));
                    wrong.push(format!(
                        "job {id} starts at {}, before job {late}, which came earlier and is not held back",
                        moment[0].0
                    ));
                }
            }
        }
        wrong.into_iter().for_each(|what| self.tell(|| what));
        looked
    }
}
