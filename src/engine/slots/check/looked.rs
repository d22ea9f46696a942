//! What the checker looks at, counted.

use super::Checker;
use crate::core::verification::Verification;
use crate::slots::nodes::NodeTable;

impl Checker<'_> {
    /// Counts what was looked at: every row of every column.
    pub(super) fn count(&self, nodes: &NodeTable, looked: &mut Verification) {
        let jobs = self.decisions.start.len();
        looked.looked(jobs, ["job against the window of its request", "jobs against the windows of their requests"]);
        looked.looked(self.decisions.refusals.len(), ["refusal and its reason", "refusals and their reasons"]);
        looked.looked(
            self.changes,
            ["slot in which the load changes, against the capacity", "slots in which the load changes, against the capacity"],
        );
        looked.looked(
            jobs,
            [
                "decision played again, the plan after it against the capacity",
                "decisions played again, the plan after each against the capacity",
            ],
        );
        looked.looked(
            self.decisions.moves.len(),
            ["move: who may move, from where, to where", "moves: who may move, from where, to where"],
        );
        looked.looked(
            self.decisions.taken.len(),
            ["smaller offer: at least half, and no room for the whole", "smaller offers: at least half, and no room for the whole"],
        );
        looked.looked(
            nodes.ids.len(),
            [
                "node of a job, held from start to end and by one job at a time",
                "nodes of jobs, each held from start to end and by one job at a time",
            ],
        );
    }
}
