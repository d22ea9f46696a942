//! The nodes of every job as one table, kept up to date by edits.

use crate::slots::decisions::REFUSED;
use crate::slots::request::Slot;
use crate::slots::workload::{Arrivals, Splice};
use std::ops::Range;

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
