//! What a look ahead needs of a queue: other run times, a job that is withdrawn, and room for one more.

use super::{Discipline, Queue};
use crate::batch::job::{Jobs, Time};
use std::cmp::Reverse;
use std::sync::Arc;

impl Queue {
    /// The same jobs with other run times, of those that run and of those that will; and with other wants, of those that are not submitted yet.
    pub(in crate::batch) fn set_run_times(&mut self, jobs: &Arc<Jobs>) {
        let cluster = &mut self.cluster;
        cluster.jobs = Arc::clone(jobs);
        cluster.decisions.book_offers(&mut cluster.jobs);
        let mut running = std::mem::take(&mut cluster.running).into_vec();
        for Reverse((end, row)) in &mut running {
            let start = cluster.decisions.start[*row as usize];
            *end = start + Time::from(cluster.jobs.runtime[*row as usize]);
            cluster.decisions.end[*row as usize] = *end;
        }
        cluster.running = running.into();
    }

    /// Goes on at the same moment as another queue, in which the same jobs wait.
    pub(in crate::batch) fn plan_on(&mut self, other: &Self) {
        if let (Discipline::Backfill(queue), Discipline::Backfill(other)) = (&mut self.discipline, &other.discipline) {
            queue.plan_on(other);
        }
    }

    /// A job that waits is withdrawn, or one that starts just now, or a reservation that has not begun: others may start because of it.
    pub(in crate::batch) fn withdraw(&mut self, row: usize) {
        let cluster = &mut self.cluster;
        if cluster.owners.as_mut().is_some_and(|owners| owners.withdraw(&cluster.jobs, row)) {
            return;
        }
        if cluster.decisions.start[row] == cluster.now {
            cluster.take_back_start(row);
        } else if cluster.jobs.is_advance(row) {
            cluster.give_back(row);
        } else {
            match &mut self.discipline {
                Discipline::Fcfs(queue) => queue.queue.retain(|other| *other as usize != row),
                Discipline::Backfill(queue) => queue.waiting.remove(row),
                Discipline::Conservative(queue) => {
                    queue.give_back(cluster, row);
                }
            }
        }
        self.look();
    }

    /// The moment of what happened last.
    pub(in crate::batch) fn now(&self) -> Time {
        self.cluster.now
    }

    /// Whether the starts of all that wait are known, so that [`Queue::room`] tells of every moment to come.
    pub(in crate::batch) fn has_told_all(&self) -> bool {
        matches!(self.discipline, Discipline::Conservative(_))
    }

    /// What a job finds that is submitted now, behind all that wait: steps of nodes and seconds. Under `conservative` for every start up to the last one. `is_submitted` at the first
    /// moment, not where it waits already.
    pub(in crate::batch) fn room(&mut self, last: Time, is_submitted: bool, to: &mut Vec<(u32, Time)>) {
        let mut rows = Vec::new();
        let cluster = &mut self.cluster;
        let now = cluster.now;
        let mut add = |cluster: &super::Cluster, at: Time| {
            cluster.profile.steps_down(at, &mut rows);
            to.extend(rows.iter().map(|&(seconds, nodes)| (nodes, seconds)));
        };
        match &mut self.discipline {
            Discipline::Fcfs(queue) if queue.queue.is_empty() => add(cluster, now),
            Discipline::Fcfs(_) => {}
            Discipline::Backfill(queue) => {
                // Whoever is submitted has the queue planned anew, if the last plan does not hold any more; later it is looked at in plans that are made anyway.
                if let Some(profile) = queue.around_promises(cluster, is_submitted) {
                    profile.steps_down(now, &mut rows);
                    to.extend(rows.iter().map(|&(seconds, nodes)| (nodes, seconds)));
                }
            }
            Discipline::Conservative(_) => {
                let starts = cluster.profile.all_from(now);
                for (at, _) in starts.into_iter().filter(|(at, _)| (now..=last).contains(at)) {
                    add(cluster, at);
                }
            }
        }
    }
}
