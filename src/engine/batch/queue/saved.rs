//! The state of a queue between two moments, without what follows from the decisions: so much that a run can go on from there after an edit.

use super::cluster::Cluster;
use super::owners::Owners;
use super::profile::Profile;
use crate::batch::decisions::Decisions;
use crate::batch::job::{Jobs, NEVER, Time};
use crate::batch::offered::Offered;
use crate::batch::queue::{Discipline, Queue};
use crate::batch::scheduler::BatchPolicy;
use crate::core::offers::Negotiation;
use std::cmp::Reverse;
use std::sync::Arc;

/// A queue after a moment.
#[derive(Clone, Debug)]
pub struct SavedQueue {
    /// The moment.
    pub now: Time,
    /// Jobs that were submitted by then.
    pub next: usize,
    /// Jobs that had started or were refused.
    pub started: usize,
    nodes: u32,
    profile: Profile,
    /// Ends and rows of the jobs that run, in order.
    running: Vec<(Time, u32)>,
    /// Starts and rows of advance reservations, in order.
    blocks: Vec<(Time, u32)>,
    /// Rows that are held back by limits per user, in order of arrival, with the start they were told.
    held: Vec<(u32, Time)>,
    /// Rows that wait in the queue, in order of arrival, with the start they were told and the one they have reserved.
    waiting: Vec<(u32, Time, Time)>,
    /// What is booked of the offers that were taken, for rows that have not ended.
    offered: Vec<Offered>,
}

fn in_order(heap: &std::collections::BinaryHeap<Reverse<(Time, u32)>>) -> Vec<(Time, u32)> {
    let mut all: Vec<(Time, u32)> = heap.iter().map(|Reverse(entry)| *entry).collect();
    all.sort_unstable();
    all
}

impl SavedQueue {
    /// The state of a queue.
    pub fn of(queue: &Queue) -> Self {
        let Cluster { now, nodes, profile, decisions, started, running, blocks, owners, .. } = &queue.cluster;
        let rows: Vec<u32> = match &queue.discipline {
            Discipline::Fcfs(fcfs) => fcfs.queue.iter().copied().collect(),
            Discipline::Backfill(backfill) => backfill.waiting.rows().collect(),
            Discipline::Conservative(conservative) => conservative.waiting.rows().collect(),
        };
        let reserved = |row: u32| match &queue.discipline {
            Discipline::Conservative(conservative) => conservative.starts[row as usize],
            _ => NEVER,
        };
        let (running, blocks) = (in_order(running), in_order(blocks));
        let offered = running.iter().chain(&blocks).filter_map(|(_, row)| decisions.offered(*row as usize).copied()).collect();
        let waiting = rows.into_iter().map(|row| (row, decisions.promised[row as usize], reserved(row))).collect();
        Self {
            now: *now,
            next: queue.next,
            started: *started,
            nodes: *nodes,
            profile: profile.clone(),
            running,
            blocks,
            held: owners.iter().flat_map(|owners| owners.held()).map(|row| (row, decisions.promised[row as usize])).collect(),
            waiting,
            offered,
        }
    }

    /// Whether what comes after is the same: time, running and waiting jobs, free nodes.
    pub fn goes_on_as(&self, other: &Self) -> bool {
        (self.now, self.next, self.started) == (other.now, other.next, other.started)
            && self.running == other.running
            && self.blocks == other.blocks
            && self.waiting == other.waiting
            && self.held == other.held
            && self.offered == other.offered
            && self.profile.all_from(self.now) == other.profile.all_from(other.now)
    }

    /// Rows of jobs that are submitted and have not ended.
    pub fn open_rows(&self) -> impl Iterator<Item = u32> {
        let events = self.running.iter().chain(&self.blocks).map(|(_, row)| *row);
        events.chain(self.waiting.iter().map(|(row, ..)| *row)).chain(self.held.iter().map(|(row, _)| *row))
    }

    /// Rows of jobs that are submitted and have not started.
    pub fn undecided_rows(&self) -> impl Iterator<Item = u32> {
        let waiting = self.waiting.iter().map(|(row, ..)| *row).chain(self.held.iter().map(|(row, _)| *row));
        self.blocks.iter().map(|(_, row)| *row).chain(waiting)
    }

    /// The queue as it was, for jobs of which those submitted by then are the same. `decided` holds the decisions on them.
    pub fn restore(&self, policy: BatchPolicy, mut jobs: Arc<Jobs>, decided: &Decisions) -> Option<Queue> {
        let rows = jobs.len();
        let mut decisions = decided.first_rows(self.next, rows);
        for row in self.undecided_rows() {
            decisions.forget(row as usize);
        }
        for (start, row) in &self.blocks {
            decisions.promised[*row as usize] = *start;
        }
        for (row, promised, _) in &self.waiting {
            decisions.promised[*row as usize] = *promised;
        }
        for (row, promised) in &self.held {
            decisions.promised[*row as usize] = *promised;
        }
        decisions.book_offers(&mut jobs);
        let wants = |row: u32| (jobs.nodes[row as usize], jobs.reserved(row as usize));
        let mut discipline = Discipline::new(&policy, self.nodes, rows)?;
        for &(row, _, start) in &self.waiting {
            let (nodes, duration) = wants(row);
            match &mut discipline {
                Discipline::Fcfs(fcfs) => fcfs.queue.push_back(row),
                Discipline::Backfill(backfill) => backfill.add(&jobs, row as usize),
                Discipline::Conservative(conservative) => {
                    conservative.waiting.add(row as usize, nodes, duration);
                    conservative.starts[row as usize] = start;
                    conservative.reserved.add(start, row, (nodes, duration as u32));
                }
            }
        }
        let mut owners = Owners::new(policy.limits);
        if let Some(owners) = &mut owners {
            self.running.iter().for_each(|(_, row)| owners.start(&jobs, *row as usize));
            self.held.iter().for_each(|(row, _)| owners.hold(&jobs, *row as usize));
            self.waiting.iter().for_each(|(row, ..)| owners.wait(&jobs, *row as usize));
            owners.settle(&jobs);
        }
        let cluster = Cluster {
            jobs,
            nodes: self.nodes,
            now: self.now,
            profile: self.profile.clone(),
            decisions,
            started: self.started,
            running: self.running.iter().map(|&entry| Reverse(entry)).collect(),
            blocks: self.blocks.iter().map(|&entry| Reverse(entry)).collect(),
            owners: owners.map(Box::new),
            rule: policy.reservations,
            offers: policy.offers,
            negotiation: Negotiation::default(),
        };
        Some(Queue::between_moments(cluster, discipline, self.next))
    }
}
