//! The checker's look at nodes that jobs ask for by their numbers: co-allocation gives them these and no others.

use super::{Checker, NO};
use crate::batch::scheduler::Scheduler;

impl Checker<'_> {
    /// Under co-allocation whoever names nodes holds them all, and no other. Tells how many jobs were looked at.
    pub(super) fn named(&mut self, jobs: usize) -> usize {
        if self.scenario.policy.scheduler != Scheduler::CoAllocation {
            return 0;
        }
        let (j, d, n) = (&self.outcome.jobs, &self.outcome.decisions, &self.outcome.nodes);
        let (mut looked, mut wrong) = (0, Vec::new());
        for row in (0..jobs).filter(|&row| j.first_node[row] != NO.0 && d.start[row] != NO.1) {
            looked += 1;
            let (first, behind) = (u64::from(j.first_node[row]), u64::from(j.first_node[row]) + u64::from(j.nodes[row]));
            // That no node is told twice, and how many there are, is looked at for all jobs.
            let mut held = n.from[row] as usize..n.from[row + 1] as usize;
            if !held.all(|at| u64::from(n.first[at]) >= first && u64::from(n.last[at]) < behind) {
                wrong.push(j.number(row));
            }
        }
        for id in wrong {
            self.tell(|| format!("job {id} holds other nodes than those it names"));
        }
        looked
    }
}
