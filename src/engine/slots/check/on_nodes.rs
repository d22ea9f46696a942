//! The nodes of the jobs: as many as are needed, each of them of the plan, and one job at a time on each.

use super::{Checker, Violation};
use crate::core::sorting::sort_shared_by_key;
use crate::slots::nodes::NodeTable;

impl Checker<'_> {
    /// Every job is on nodes of its own.
    pub(super) fn nodes(&mut self, table: &NodeTable) {
        let jobs = self.decisions.start.len();
        if table.first.len() != jobs + 1 {
            self.found.push(Violation::ColumnLength { column: "nodes.first", found: table.first.len(), expected: jobs + 1 });
            return;
        }
        let rising = table.first.windows(2).all(|pair| pair[0] <= pair[1]);
        if table.first[0] != 0 || !rising || table.first[jobs] as usize != table.ids.len() {
            self.found.push(Violation::NodeBounds { ids: table.ids.len() });
            return;
        }
        for job in 0..jobs {
            self.nodes_of_job(job, table.of(job));
        }
        self.nodes_apart(table);
    }

    /// As many nodes as asked for, ascending (hence distinct), all of them of the machine; none for a refused job.
    fn nodes_of_job(&mut self, job: usize, ids: &[u32]) {
        let expected = if self.decisions.accepted(job) { self.request_of(job).nodes } else { 0 };
        if ids.len() != expected as usize {
            self.found.push(Violation::NodeCount { job: self.label(job), found: ids.len(), expected });
        }
        if let Some(pair) = ids.windows(2).find(|pair| pair[0] >= pair[1]) {
            self.found.push(Violation::NodesNotAscending { job: self.label(job), node: pair[1], after: pair[0] });
        }
        if let Some(&node) = ids.iter().find(|&&node| i64::from(node) >= self.bookable) {
            self.found.push(Violation::NodeOutOfRange { job: self.label(job), node, nodes: self.bookable as u32 });
        }
    }

    /// Each node runs one job at a time: walk the jobs by start and remember until when each node is taken.
    fn nodes_apart(&mut self, table: &NodeTable) {
        let mut order: Vec<usize> = (0..self.decisions.start.len()).filter(|&job| self.decisions.accepted(job)).collect();
        sort_shared_by_key(&mut order, |&job| (self.decisions.start[job], job));
        let mut taken: Vec<Option<(u64, usize)>> = vec![None; self.bookable as usize];
        for job in order {
            let (start, end) = self.span(job, self.decisions.start[job]);
            let mut before = None;
            for &node in table.of(job) {
                let Some(taken) = taken.get_mut(node as usize) else { continue };
                // A node named twice by one job is reported as such, not as a clash with itself.
                if before == Some(node) {
                    continue;
                }
                before = Some(node);
                if let Some((_, other)) = taken.filter(|&(until, _)| until > start) {
                    let (job, other) = (self.label(job), self.label(other));
                    self.found.push(Violation::NodeTwice { node, slot: start, job, other });
                }
                if taken.is_none_or(|(until, _)| until < end) {
                    *taken = Some((end, job));
                }
            }
        }
    }
}
