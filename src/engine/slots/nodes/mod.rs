//! From the logical plan to physical nodes: the lemma of Umar 3.3.3 (also Pujiyanta II.B).
//!
//! If a plan never exceeds the capacity of a slot, every job can stay on its nodes: in each slot, running jobs keep their nodes, and starting jobs
//! take free ones.

mod free;
mod sweep;

use super::request::Slot;
use super::workload::{Arrivals, Splice};
use crate::slots::decisions::{Decisions, REFUSED};
use std::ops::Range;
pub(crate) use sweep::{Rest, Task};

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
    #[inline]
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
        let all = self.first.len().saturating_sub(1);
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
        // Between the first and the last of the jobs everything is copied together anew; what follows moves as one piece.
        let (Some(&first_job), Some(&last_job)) = (jobs.first(), jobs.last()) else { return Some(()) };
        let begin = self.first[first_job as usize] as usize;
        let end = self.first[last_job as usize + 1] as usize;
        let mut between = Vec::with_capacity(end - begin + ids.len());
        let mut given = ids;
        let mut jobs = jobs.iter().peekable();
        let mut old_from = begin;
        for job in first_job as usize..=last_job as usize {
            let old_to = self.first[job + 1] as usize;
            self.first[job] = (begin + between.len()) as u32;
            if jobs.next_if(|&&next| next as usize == job).is_some() {
                let (own, rest) = given.split_at(count(job) as usize);
                between.extend_from_slice(own);
                given = rest;
            } else {
                between.extend_from_slice(&self.ids[old_from..old_to]);
            }
            old_from = old_to;
        }
        let new_end = begin + between.len();
        if new_end != end {
            self.first[last_job as usize + 1..].iter_mut().for_each(|first| *first = *first - end as u32 + new_end as u32);
        }
        self.ids.splice(begin..end, between);
        Some(())
    }

    /// Keeps the first `jobs` jobs.
    pub(crate) fn truncate(&mut self, jobs: usize) {
        self.first.truncate(jobs + 1);
        self.ids.truncate(self.first.last().map_or(0, |&end| end as usize));
    }

    /// Adds the jobs of another table after its own.
    pub(crate) fn append(&mut self, other: &Self) {
        let offset = self.ids.len() as u32;
        self.first.extend(other.first.iter().skip(1).map(|end| end + offset));
        self.ids.extend_from_slice(&other.ids);
    }

    /// Replaces the nodes of consecutive jobs by those of another table, which has a row for each of them.
    pub(crate) fn replace_rows(&mut self, jobs: Range<u32>, with: &Self) {
        let (begin, end) = (self.first[jobs.start as usize], self.first[jobs.end as usize]);
        let new_end = begin + with.ids.len() as u32;
        for (first, new) in self.first[jobs.start as usize..].iter_mut().zip(&with.first) {
            *first = begin + new;
        }
        if new_end != end {
            self.first[jobs.end as usize + 1..].iter_mut().for_each(|first| *first = *first - end + new_end);
        }
        self.ids.splice(begin as usize..end as usize, with.ids.iter().copied());
    }

    /// Maps a plan to nodes: jobs take the lowest free nodes in the order of (start, userId, jobId).
    pub fn map(arrivals: &Arrivals, decisions: &Decisions, machine_nodes: u32) -> Self {
        let mut table = Self { first: vec![0; decisions.start.len() + 1], ids: Vec::new() };
        table.recount(0..decisions.start.len() as u32, arrivals, &decisions.start, &mut |_| {});
        let everything = Task {
            arrivals,
            start: &decisions.start,
            slots: 0..Slot::MAX,
            live: &[],
            next: 0,
            until: Slot::MAX,
            budget: usize::MAX,
        };
        table.sweep(everything, machine_nodes, &mut |_| {});
        table
    }

    /// Makes room for the nodes of those among `jobs` that were refused when the table was made and are accepted now, and the other way
    /// round, or that ask for another number; `changed` is told of them. New places hold the lowest
    /// nodes until they are mapped.
    pub(crate) fn recount(&mut self, jobs: Range<u32>, arrivals: &Arrivals, start: &[Slot], changed: &mut impl FnMut(u32)) {
        let count = |job: usize| if start[job] == REFUSED { 0 } else { arrivals.nodes[arrivals.request[job] as usize] };
        if self.ids.is_empty() {
            // The whole table is new.
            let mut end = 0;
            for (job, first) in self.first.iter_mut().skip(1).enumerate() {
                end += count(job);
                *first = end;
            }
            self.ids = vec![0; end as usize];
            jobs.for_each(changed);
            return;
        }
        let has = |job: &u32| self.first[*job as usize + 1] - self.first[*job as usize];
        let jobs: Vec<u32> = jobs.filter(|job| count(*job as usize) != has(job)).collect();
        let ids: Vec<u32> = jobs.iter().flat_map(|&job| 0..count(job as usize)).collect();
        let replaced = self.replace(&jobs, &ids, count);
        debug_assert!(replaced.is_some(), "the numbers were counted just now");
        jobs.into_iter().for_each(changed);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::planner::Session;
    use crate::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule};
    use crate::slots::workload::{Preset, Workload};
    use std::cmp::Reverse;
    use std::collections::{BTreeSet, BinaryHeap};

    /// The lemma the plain way: an ordered set of free nodes and a heap of the running jobs.
    fn map_plainly(arrivals: &Arrivals, decisions: &Decisions, machine_nodes: u32) -> NodeTable {
        let jobs = decisions.start.len();
        let nodes_of = |job: usize| if decisions.accepted(job) { arrivals.nodes[arrivals.request[job] as usize] } else { 0 };
        let mut nodes = vec![Vec::new(); jobs];
        let mut order: Vec<usize> = (0..jobs).filter(|&job| decisions.accepted(job)).collect();
        order.sort_by_key(|&job| (decisions.start[job], arrivals.rank[job]));
        let mut free: BTreeSet<u32> = (0..machine_nodes).collect();
        let mut running = BinaryHeap::new();
        for job in order {
            let start = decisions.start[job];
            while let Some(&Reverse((end, ended))) = running.peek() {
                if end > start {
                    break;
                }
                running.pop();
                let ended: usize = ended;
                free.extend(&nodes[ended]);
            }
            nodes[job] = (0..nodes_of(job)).map(|_| free.pop_first().unwrap()).collect();
            running.push(Reverse((start + arrivals.duration[arrivals.request[job] as usize], job)));
        }
        NodeTable::of_counts((0..jobs).map(nodes_of), nodes.concat()).unwrap()
    }

    #[test]
    fn the_sweep_maps_as_the_ordered_set_does() {
        for (seed, preset) in (1..).zip(Preset::all()) {
            for planner in [PlannerKind::Rigid, PlannerKind::FcfsLrh] {
                let mut generator = preset.generator(seed, 800);
                generator.jobs.max = 3;
                // Machines on both sides of a word of nodes, and gaps in which nothing runs.
                let nodes = [Preset::NODES, 64, 65, 200][seed as usize % 4];
                generator.arrivals_per_slot = [3.0, 0.05, 10.0][seed as usize % 3];
                let arrivals = Workload::of_generator(generator).arrivals().unwrap();
                let machine = Machine { nodes, ..Machine::default() };
                let mut session = Session::new(machine, Policy { planner, shift: ShiftRule::Hold }, arrivals);
                session.finish();
                let (arrivals, decisions) = (session.arrivals(), session.decisions());
                assert_eq!(NodeTable::map(arrivals, decisions, nodes), map_plainly(arrivals, decisions, nodes), "{preset:?}");
            }
        }
    }
}
