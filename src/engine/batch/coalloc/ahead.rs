//! What a look ahead needs of co-allocation: other run times, a request that is withdrawn, and room for one more.

use super::session::{Coallocation, Events, Structure};
use crate::batch::job::{Jobs, NEVER, Time};
use crate::batch::scheduler::BatchPolicy;
use std::cmp::Reverse;
use std::sync::Arc;

impl Coallocation {
    /// The requests.
    pub(in crate::batch) fn jobs(&self) -> &Arc<Jobs> {
        &self.jobs
    }

    /// The same requests with other run times, of those that have not ended; and with other wants, of those that are not submitted yet.
    pub(in crate::batch) fn set_run_times(&mut self, jobs: &Arc<Jobs>) {
        self.jobs = Arc::clone(jobs);
        let mut ending = Vec::new();
        for row in 0..self.next {
            if self.decisions.start[row] == NEVER || self.decisions.end[row] <= self.now {
                continue;
            }
            let start = self.decisions.start[row];
            let end = start + Time::from(jobs.runtime[row]);
            self.decisions.end[row] = end;
            if end < start + jobs.reserved(row) {
                ending.push(Reverse((end, row as u32)));
            }
        }
        self.ending = Events::from(ending);
    }

    /// A request whose job has not begun is withdrawn: its servers are given back. Other reservations stay where they are.
    pub(in crate::batch) fn withdraw(&mut self, row: usize) {
        self.on_hold.retain(|Reverse((_, other))| *other as usize != row);
        self.ending.retain(|Reverse((_, other))| *other as usize != row);
        let start = self.decisions.start[row];
        if start == NEVER {
            return;
        }
        let to = start + self.jobs.reserved(row);
        let (from, until) = self.of_row[row];
        let stretches = self.held[from as usize..until as usize].iter().map(|(_, stretch)| *stretch);
        match &mut self.structure {
            Structure::Groups(groups) => {
                groups.0.give_whole(start, to, stretches);
                groups.1.give(start, to, self.jobs.nodes[row]);
            }
            Structure::Quanta(quanta) => quanta.give(start, to, stretches),
        }
    }

    /// What a request finds that is submitted at a moment, for each of its starts up to the last one: steps of servers and seconds.
    pub(in crate::batch) fn room(&self, now: Time, last: Time, policy: BatchPolicy, to: &mut Vec<(u32, Time)>) {
        let Structure::Groups(groups) = &self.structure else { return };
        let (step, quantum) = (Time::from(policy.step), Time::from(policy.quantum));
        let horizon = (now / quantum + Time::from(policy.quanta())) * quantum;
        let starts = (0..=Time::from(policy.most_retries())).map(|retries| now + retries * step);
        let mut ends: Vec<(Reverse<Time>, u32)> = Vec::new();
        for start in starts.take_while(|start| *start <= last && *start < horizon) {
            ends.clear();
            let idle = groups.0.periods().filter(|(begins, ends, _)| *begins <= start && *ends > start);
            ends.extend(idle.map(|(_, end, (first, last))| (Reverse(end), last - first + 1)));
            ends.sort_unstable();
            let mut servers = 0;
            for &(Reverse(end), more) in &ends {
                servers += more;
                // No request may be longer than the horizon.
                to.push((servers, (end - start).min(policy.horizon.into())));
            }
        }
    }
}
