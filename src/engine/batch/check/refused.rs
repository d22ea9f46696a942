//! The checker's look at refused reservations: none of their starts had enough free nodes.

use super::{Checker, NO};
use crate::batch::decisions::How;
use crate::batch::reservations::ReservationRule;
use crate::batch::scheduler::Scheduler;
use crate::core::sorting::sort_shared;

/// Rows that are looked at for all refused reservations together: a plan of many jobs with many refusals is checked in part.
pub(super) const MOST_ROWS: usize = 50_000_000;

impl Checker<'_> {
    /// The last start that a job may get, if there is one.
    pub(super) fn last_start(&self, row: usize) -> Option<u64> {
        let (j, rule) = (&self.outcome.jobs, self.scenario.policy.reservations);
        let last = if rule == ReservationRule::Rigid { j.earliest_start[row] } else { j.latest_start[row] };
        (j.latest_start[row] != NO.0 && !self.is_logged()).then_some(last.into())
    }

    /// Whoever is refused holds no node.
    pub(super) fn nodes_of_refused(&mut self, jobs: usize) {
        let holds = |row: usize| self.outcome.nodes.from[row] < self.outcome.nodes.from[row + 1];
        for row in (0..jobs).filter(|&row| self.outcome.decisions.how(row) == How::Refused && holds(row)).collect::<Vec<_>>() {
            let id = self.outcome.jobs.number(row);
            self.tell(|| format!("job {id} is refused and holds nodes"));
        }
    }

    /// Only reservations with a latest start are refused, and, under FCFS, EASY and backfilling, only where too few nodes are free from each of their starts on,
    /// as far as was known: the queue is not seen there. Under the other schedulers it is not known from the plan who stood where at that moment. Tells how many
    /// refusals were held against free nodes.
    pub(super) fn refused(&mut self, jobs: usize) -> usize {
        let scheduler = self.scenario.policy.scheduler;
        let refused: Vec<usize> = (0..jobs).filter(|&row| self.outcome.decisions.how(row) == How::Refused).collect();
        let mut looked = 0;
        for row in refused {
            let id = self.outcome.jobs.number(row);
            let Some(last) = self.last_start(row) else {
                self.tell(|| format!("job {id} is refused, although it has no latest start"));
                continue;
            };
            if !matches!(scheduler, Scheduler::Fcfs | Scheduler::Easy | Scheduler::Backfill) || looked * jobs > MOST_ROWS {
                continue;
            }
            looked += 1;
            if let Some(start) = self.start_with_room(row, last) {
                self.tell(|| format!("job {id} is refused, although its nodes were free from {start} on"));
            }
        }
        looked
    }

    /// The first start up to the last one from which enough nodes are free, around all that stood or ran when a job was submitted.
    fn start_with_room(&self, row: usize, last: u64) -> Option<u64> {
        let j = &self.outcome.jobs;
        let (length, wanted) = (u64::from(j.estimate[row].max(j.runtime[row])), u64::from(j.nodes[row]));
        let mut since = None;
        for Free { from, to, nodes } in self.free_around(row) {
            if nodes < wanted {
                since = None;
                continue;
            }
            let start = *since.get_or_insert(from);
            if start > last || to - start >= length {
                return (start <= last).then_some(start);
            }
        }
        None
    }

    /// The nodes that were free from the earliest start of a reservation on, around all that stood or ran when it was submitted.
    pub(super) fn free_around(&self, row: usize) -> Vec<Free> {
        let (j, d) = (&self.outcome.jobs, &self.outcome.decisions);
        let (now, first) = (u64::from(j.submitted[row]), u64::from(j.earliest_start[row]));
        let length = |row: usize| u64::from(j.estimate[row].max(j.runtime[row]));
        // What is taken, and given back: both at a moment, whichever is first.
        let mut changes: Vec<(u64, i64)> = vec![(first, 0)];
        for other in (0..row).filter(|&other| d.start[other] != NO.1 && d.end[other] > now) {
            // Reservations stand since they were made; others hold nodes once they run.
            if d.start[other] <= now || j.earliest_start[other] != NO.0 {
                let (from, to) = (d.start[other], d.start[other] + length(other));
                changes.extend([(from.max(first), -i64::from(j.nodes[other])), (to.max(first), i64::from(j.nodes[other]))]);
            }
        }
        sort_shared(&mut changes, Ord::cmp);
        let mut free = i64::from(self.scenario.nodes);
        let mut runs: Vec<Free> = Vec::new();
        for moment in changes.chunk_by(|one, next| one.0 == next.0) {
            free += moment.iter().map(|(_, change)| change).sum::<i64>();
            let (from, nodes) = (moment[0].0, free.max(0) as u64);
            if runs.last().is_none_or(|run| run.nodes != nodes) {
                runs.iter_mut().last().into_iter().for_each(|run| run.to = from);
                runs.push(Free { from, to: u64::MAX, nodes });
            }
        }
        runs
    }
}

/// A stretch of time with as many free nodes.
#[derive(Clone, Copy)]
pub(super) struct Free {
    pub from: u64,
    pub to: u64,
    pub nodes: u64,
}
