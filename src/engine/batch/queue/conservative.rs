//! Conservative backfilling: every job has a reservation from its submission on, at the first time at which it fits among all others.
//!
//! When a job ends before its estimate, the queue is *compressed*: job by job, in the order of their reservations, each moves to the first time at which it
//! fits now, if that is earlier. No reservation is ever put off.
//!
//! After a compression no job can move any more, not even those that were looked at first: a job that moves forward gives back only time from its own former
//! start on, and for a job that starts before that, this time is no obstacle to an earlier start, since its own reservation covers it. Hence at the next
//! early end only jobs can move that profit from what was just given back: those that want no more nodes than are free somewhere in there. The others
//! are not looked at.
//!
//! A compression with many jobs in the queue is done in pieces, so that whoever waits for it can do other things in between.

use super::cluster::Cluster;
use super::reserved::{Reserved, Want};
use super::waiting::Waiting;
use crate::batch::decisions::How;
use crate::batch::job::{NEVER, Time};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The jobs that wait, with their reservations.
#[derive(Clone, Debug)]
pub struct Conservative {
    pub(super) reserved: Reserved,
    pub(super) waiting: Waiting,
    /// The reservation of every job that waits, by row.
    pub(super) starts: Vec<Time>,
    compression: Compression,
}

/// Jobs that are looked at in one piece of a compression. One takes up to a tenth of a millisecond, with 100,000 jobs in the queue.
const PIECE: usize = 128;

/// A compression of the queue at work.
#[derive(Clone, Debug, Default)]
struct Compression {
    /// Whether there are jobs to look at.
    is_open: bool,
    /// What was given back so far and lies before the next reservation: nothing behind `until`, and nowhere in there are more than `most` nodes free.
    until: Time,
    most: u32,
    /// From which start and row on jobs are to be looked at.
    next: (Time, u32),
    /// Wants that were looked at in vain.
    failed: Vec<Want>,
    /// Stretches of time that jobs gave back that moved, the first one on top.
    freed: BinaryHeap<Reverse<(Time, Time)>>,
}

impl Compression {
    /// Nodes were given back up to a moment.
    fn open(&mut self, cluster: &Cluster, freed_until: Time) {
        self.is_open = true;
        (self.until, self.most) = (freed_until, cluster.profile.most_in(cluster.now, freed_until));
        self.next = (cluster.now + 1, 0);
        self.failed.clear();
        self.freed.clear();
    }
}

impl Conservative {
    /// Nobody of so many jobs waits.
    pub fn new(jobs: usize) -> Self {
        Self {
            reserved: Reserved::default(),
            waiting: Waiting::new(jobs),
            starts: vec![NEVER; jobs],
            compression: Compression::default(),
        }
    }

    /// When the first reservation starts.
    pub fn first_start(&self) -> Time {
        self.reserved.first().map_or(NEVER, |(start, _)| start)
    }

    /// A job is submitted: it gets a reservation, and starts if that is now.
    pub fn submit(&mut self, cluster: &mut Cluster, row: usize) {
        let (duration, nodes) = (cluster.jobs.reserved(row), cluster.jobs.nodes[row]);
        let start = cluster.profile.first_fit(cluster.now, duration, nodes);
        cluster.profile.take(start, start + duration, nodes);
        cluster.decisions.promised[row] = start;
        self.starts[row] = start;
        if start == cluster.now {
            self.run(cluster, row);
        } else {
            self.waiting.add(row, nodes, duration);
            self.reserved.add(start, row as u32, (nodes, duration as u32));
        }
    }

    /// The queue is to be compressed if nodes were given back up to a moment; [`Conservative::go_on`] does it.
    pub fn open(&mut self, cluster: &Cluster, freed_until: Time) {
        if freed_until > cluster.now {
            self.compression.open(cluster, freed_until);
        }
    }

    /// Compresses a piece of the queue, if it is to be, then starts the jobs whose reservations begin now. False if there is more to compress.
    pub fn go_on(&mut self, cluster: &mut Cluster) -> bool {
        self.compress(cluster);
        if self.compression.is_open {
            return false;
        }
        while let Some((start, row)) = self.reserved.first()
            && start <= cluster.now
        {
            self.reserved.remove(start, row);
            self.waiting.remove(row as usize);
            self.run(cluster, row as usize);
        }
        true
    }

    fn run(&mut self, cluster: &mut Cluster, row: usize) {
        let how = match self.waiting.first_from(0).filter(|&head| head < row) {
            Some(head) => {
                let shadow = self.starts[head];
                cluster.decisions.head[row] = head as u32;
                cluster.decisions.shadow[row] = shadow;
                cluster.decisions.extra[row] = cluster.profile.free_at(shadow);
                // A job that starts in the same second does not go ahead.
                if shadow > cluster.now { How::Backfilled } else { cluster.in_turn(row) }
            }
            None => cluster.in_turn(row),
        };
        cluster.run(row, how);
    }

    /// Looks at the next jobs of a compression and moves their reservations forward.
    fn compress(&mut self, cluster: &mut Cluster) {
        let Self { reserved, starts, compression, .. } = self;
        let Compression { is_open, until, most, next, failed, freed } = compression;
        let now = cluster.now;
        for _ in 0..if *is_open { PIECE } else { 0 } {
            let is_refused = |(nodes, duration): Want| failed.iter().any(|&(n, d)| n <= nodes && d <= duration);
            let found = reserved.next(*next, *most, is_refused);
            if let Some(&Reverse((from, to))) = freed.peek()
                && found.is_none_or(|(start, ..)| from < start)
            {
                // From here on jobs may profit from what a job gave back that moved.
                freed.pop();
                let free = cluster.profile.most_in(from, to);
                if free > 0 {
                    (*until, *most) = ((*until).max(to), (*most).max(free));
                    *next = (*next).max((from + 1, 0));
                    failed.clear();
                }
                continue;
            }
            let Some((start, row, (nodes, duration))) = found else {
                *is_open = false;
                return;
            };
            *next = (start, row + 1);
            let Some(earlier) = cluster.profile.earlier_fit(now, *until, start, duration.into(), nodes) else {
                // Jobs behind it that want as much and as long fail for the same reasons, unless there is time between them that was given back.
                if start >= *until {
                    failed.retain(|&(n, d)| n < nodes || d < duration);
                    failed.push((nodes, duration));
                }
                continue;
            };
            // What both places have in common stays taken.
            let want = (nodes, duration);
            let duration = Time::from(duration);
            let (end, behind) = (start + duration, start.max(earlier + duration));
            cluster.profile.give(behind, end, nodes);
            cluster.profile.take(earlier, start.min(earlier + duration), nodes);
            reserved.remove(start, row);
            reserved.add(earlier, row, want);
            starts[row as usize] = earlier;
            freed.push(Reverse((behind, end)));
        }
    }
}
