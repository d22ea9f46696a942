//! From the logical plan to physical nodes: the lemma of Umar 3.3.3 (also Pujiyanta II.B).
//!
//! A plan that never exceeds the capacity of a slot can be carried out with every job staying on its nodes: walk the slots, jobs that
//! go on keep their nodes, jobs that start take free ones.

use super::plan::{Decisions, REFUSED};
use super::workload::{Arrivals, Splice};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// The nodes of every accepted job: those of job j are `ids[first[j] .. first[j + 1]]`, ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeTable {
    /// Where each job's nodes begin in `ids`; one entry more than there are jobs.
    pub first: Vec<u32>,
    /// Node numbers from 0.
    pub ids: Vec<u32>,
}

impl NodeTable {
    /// The nodes of a job; none if it was refused.
    pub fn of(&self, job: usize) -> &[u32] {
        &self.ids[self.first[job] as usize..self.first[job + 1] as usize]
    }

    /// The table of jobs with so many nodes each; `None` if those are not as many as there are `ids`.
    pub(crate) fn of_counts(counts: impl Iterator<Item = u32>, ids: Vec<u32>) -> Option<Self> {
        let first: Vec<u32> = std::iter::once(0)
            .chain(counts.scan(0, |end, count| {
                *end += count;
                Some(*end)
            }))
            .collect();
        (first.last().is_some_and(|&end| end as usize == ids.len())).then_some(Self { first, ids })
    }

    /// Renumbers jobs after an edit of the requests; jobs put in have no nodes.
    pub(crate) fn splice(&mut self, jobs: &Splice) {
        if jobs.in_place() {
            return;
        }
        let removed = self.first[jobs.removed.start as usize]..self.first[jobs.removed.end as usize];
        let went = removed.len() as u32;
        self.ids.drain(removed.start as usize..removed.end as usize);
        for first in &mut self.first[jobs.removed.end as usize..] {
            *first -= went;
        }
        // Counted from where they end, so that the entry before the first job stays.
        let ends = Splice {
            removed: jobs.removed.start + 1..jobs.removed.end + 1,
            inserted: jobs.inserted.start + 1..jobs.inserted.end + 1,
        };
        let at = jobs.inserted.start as usize;
        let rest = if jobs.inserted.start >= jobs.removed.start { at + jobs.removed.len() } else { at };
        let end = self.first[rest];
        ends.apply(&mut self.first, jobs.inserted.clone().map(|_| end));
    }

    /// Gives `jobs` (ascending) other nodes: `ids`, one job after another, `count` of each. Copies the rest if the counts differ from
    /// what they were. `None`, with the table in pieces, if the numbers do not agree.
    pub(crate) fn replace(&mut self, jobs: &[u32], ids: &[u32], count: impl Fn(usize) -> u32) -> Option<()> {
        let all = self.first.len() - 1;
        let ascending = jobs.windows(2).all(|pair| pair[0] < pair[1]);
        let fits = ascending && jobs.last().is_none_or(|&job| (job as usize) < all);
        if !fits || jobs.iter().map(|&job| count(job as usize) as usize).sum::<usize>() != ids.len() {
            return None;
        }
        if jobs.iter().all(|&job| count(job as usize) == self.first[job as usize + 1] - self.first[job as usize]) {
            let mut ids = ids;
            for &job in jobs {
                let (own, rest) = ids.split_at(count(job as usize) as usize);
                self.ids[self.first[job as usize] as usize..][..own.len()].copy_from_slice(own);
                ids = rest;
            }
            return Some(());
        }
        let mut new_ids = Vec::with_capacity(self.ids.len() + ids.len());
        let mut kept_from = 0;
        let mut at = 0;
        let mut shift = 0_i64;
        let mut job_from = 0;
        for &job in jobs.iter().chain(std::iter::once(&(all as u32))) {
            let job = job as usize;
            let (begin, end) = (self.first[job], self.first[(job + 1).min(all)]);
            new_ids.extend_from_slice(&self.ids[kept_from..begin as usize]);
            for first in &mut self.first[job_from..=job] {
                *first = (i64::from(*first) + shift) as u32;
            }
            job_from = job + 1;
            if job < all {
                let own = count(job);
                new_ids.extend_from_slice(&ids[at..at + own as usize]);
                at += own as usize;
                shift += i64::from(own) - i64::from(end - begin);
                kept_from = end as usize;
            }
        }
        self.ids = new_ids;
        Some(())
    }

    /// Maps a plan to nodes: jobs take the lowest free nodes in the order of (start, userId, jobId).
    pub fn map(arrivals: &Arrivals, decisions: &Decisions, machine_nodes: u32) -> Self {
        let jobs = decisions.start.len();
        let nodes_of = |job: usize| arrivals.nodes[arrivals.request[job] as usize];
        let mut table = Self { first: Vec::with_capacity(jobs + 1), ids: Vec::new() };
        table.first.push(0);
        for job in 0..jobs {
            let nodes = if decisions.accepted(job) { nodes_of(job) } else { 0 };
            table.first.push(table.first[job] + nodes);
        }
        table.ids = vec![0; table.first[jobs] as usize];

        let mut order: Vec<u32> = (0..jobs as u32).filter(|&job| decisions.start[job as usize] != REFUSED).collect();
        order.sort_unstable_by_key(|&job| (decisions.start[job as usize], arrivals.rank[job as usize]));
        let mut free: BTreeSet<u32> = (0..machine_nodes).collect();
        let mut running: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
        for job in order {
            let start = decisions.start[job as usize];
            while let Some(&Reverse((end, ended))) = running.peek() {
                if end > start {
                    break;
                }
                running.pop();
                free.extend(table.of(ended as usize));
            }
            let from = table.first[job as usize] as usize;
            for place in &mut table.ids[from..from + nodes_of(job as usize) as usize] {
                *place = free.pop_first().expect("a plan never takes more nodes than the machine has");
            }
            running.push(Reverse((start + arrivals.duration[arrivals.request[job as usize] as usize], job)));
        }
        table
    }
}

/// Two neighbouring slots of a logical plan and the permutation that keeps every job on its node: the matrices of the lemma.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma<J> {
    /// A(i, j) is true where the job on node i in slot t is on virtual node j in slot t + 1.
    pub assignment: Vec<Vec<bool>>,
    /// For each row of C_M, the column that holds the 1: A completed to a permutation, unmatched rows and columns paired ascending.
    pub permutation: Vec<usize>,
    /// NJ(t + 1) = J(t + 1) · C_Mᵀ.
    pub reordered: Vec<Option<J>>,
}

impl<J: Copy + Eq> Lemma<J> {
    /// The lemma for J(t) = `now` and J(t + 1) = `next`, both with one entry per node (`None`: idle).
    ///
    /// # Panics
    /// The two slots have different numbers of nodes.
    pub fn new(now: &[Option<J>], next: &[Option<J>]) -> Self {
        assert_eq!(now.len(), next.len(), "both slots are of the same machine");
        let assignment: Vec<Vec<bool>> = now.iter().map(|a| next.iter().map(|b| a.is_some() && a == b).collect()).collect();
        let matched: Vec<Option<usize>> = assignment.iter().map(|row| row.iter().position(|&one| one)).collect();
        let mut unmatched = (0..next.len()).filter(|column| !matched.contains(&Some(*column)));
        let permutation: Vec<usize> =
            matched.iter().map(|column| column.or_else(|| unmatched.next()).expect("as many columns as rows")).collect();
        let reordered = permutation.iter().map(|&column| next[column]).collect();
        Self { assignment, permutation, reordered }
    }
}
