//! Conservative backfilling: every job has a reservation from its submission on, at the first time at which it fits among all others.
//!
//! When a job ends before its estimate, the queue is *compressed*: job by job, in the order of their reservations, each moves to the first time at which it
//! fits now, if that is earlier. No reservation is ever put off.
//!
//! After a compression no job can move any more, not even those that were looked at first: a job that moves forward gives back only time from its own former
//! start on, and for a job that starts before that, this time is no obstacle to an earlier start, since its own reservation covers it. Hence at the next
//! early end only jobs can move that profit from what was just given back: those that want no more nodes than are free somewhere in there, and start before its end.
//! The others are not looked at.
//!
//! A compression looks at starts from the first to the last one. What lies before the start it has come to only fills up: a job that moves takes nodes before
//! its former start and gives nodes back behind it. So a start before that which has no room for a want has none for the same want, or a greater one, later in the
//! same compression. The last wants are kept with the first start that is left for them: nobody who wants as much looks at earlier starts again.
//!
//! Where there are limits per user, a job that is held back gives its reservation back, and the queue is compressed. When it is not held back any more, it gets a
//! reservation behind all others, as if it were submitted then.
//!
//! Submissions in a row only take nodes: where one found no room, none that wants as much finds any, until nodes are given back.
//!
//! A compression with many jobs in the queue is done in pieces, so that whoever waits for it can do other things in between.

use super::cluster::Cluster;
use super::least_seconds::Want;
use super::owners::Changes;
use super::passed_starts::PassedStarts;
use super::reserved::Reserved;
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
    /// Jobs that are no longer held back and have no reservation yet.
    returning: Vec<u32>,
    compression: Compression,
    /// What the reservations of those have shown that were submitted since nodes were given back.
    passed: PassedStarts,
}

/// Jobs that are looked at in one piece of a compression. One takes up to a tenth of a millisecond, with 100,000 jobs in the queue.
const PIECE: usize = 128;

/// A compression of the queue at work.
#[derive(Clone, Debug, Default)]
struct Compression {
    /// Whether there are jobs to look at.
    is_open: bool,
    /// Nothing was given back behind `until`, and nowhere in there are more than `most` nodes free.
    until: Time,
    most: u32,
    /// From which start and row on jobs are to be looked at.
    next: (Time, u32),
    passed: PassedStarts,
    /// Stretches of time that jobs gave back that moved, the first one on top.
    freed: BinaryHeap<Reverse<(Time, Time)>>,
}

impl Compression {
    /// Nodes were given back up to a moment.
    fn open(&mut self, cluster: &Cluster, freed_until: Time) {
        self.is_open = true;
        (self.until, self.most) = (0, 0);
        self.give_back(freed_until, cluster.profile.most_in(cluster.now, freed_until));
        self.next = (cluster.now + 1, 0);
        self.passed = PassedStarts::new(cluster.now);
        self.freed.clear();
    }

    /// From here on jobs may profit from a stretch of time, up to a moment, in which at most so many nodes are free.
    fn give_back(&mut self, to: Time, most: u32) {
        (self.until, self.most) = (self.until.max(to), self.most.max(most));
    }

    /// The first moment before its reservation at `start` from which a job could run, if there is one.
    fn earlier_fit(&mut self, cluster: &Cluster, start: Time, want: Want) -> Option<Time> {
        let earlier = cluster.profile.earlier_fit(self.passed.first(want), self.until, start, want.1.into(), want.0);
        self.passed.keep(want, earlier.unwrap_or(start));
        earlier
    }
}

impl Conservative {
    /// Nobody of so many jobs waits.
    pub fn new(jobs: usize) -> Self {
        Self {
            reserved: Reserved::default(),
            waiting: Waiting::new(jobs),
            starts: vec![NEVER; jobs],
            returning: Vec::new(),
            compression: Compression::default(),
            passed: PassedStarts::default(),
        }
    }

    /// When the first reservation starts.
    pub fn first_start(&self) -> Time {
        self.reserved.first().map_or(NEVER, |(start, _)| start)
    }

    /// A job is submitted: it gets a reservation, and starts if that is now.
    pub fn submit(&mut self, cluster: &mut Cluster, row: usize) {
        if !cluster.joins(row) {
            return;
        }
        let start = self.place(cluster, row);
        if start > cluster.now {
            self.wait(cluster, row);
        } else if self.run(cluster, row) {
            while !self.go_on(cluster) {}
        }
    }

    /// Takes the first place for a job at which it fits among all others: its start.
    fn place(&mut self, cluster: &mut Cluster, row: usize) -> Time {
        let (duration, nodes) = (cluster.jobs.reserved(row), cluster.jobs.nodes[row]);
        let want = (nodes, duration as u32);
        let start = cluster.profile.first_fit(self.passed.first(want).max(cluster.now), duration, nodes);
        self.passed.keep(want, start);
        cluster.profile.take(start, start + duration, nodes);
        cluster.decisions.promised[row] = start;
        self.starts[row] = start;
        start
    }

    /// A job that has its place waits.
    fn wait(&mut self, cluster: &Cluster, row: usize) {
        let (duration, nodes) = (cluster.jobs.reserved(row), cluster.jobs.nodes[row]);
        self.waiting.add(row, nodes, duration);
        self.reserved.add(self.starts[row], row as u32, (nodes, duration as u32));
    }

    /// A job gives its reservation back and leaves the queue: until when it was.
    pub fn give_back(&mut self, cluster: &mut Cluster, row: usize) -> Time {
        let start = self.starts[row];
        let end = start + cluster.jobs.reserved(row);
        cluster.profile.give(start, end, cluster.jobs.nodes[row]);
        cluster.decisions.promised[row] = NEVER;
        self.reserved.remove(start, row as u32);
        self.waiting.remove(row);
        end
    }

    /// Jobs give their reservations back or come back to the queue because of the limits of their users: up to when nodes were given back, else the moment.
    pub fn settle(&mut self, cluster: &mut Cluster, changes: &Changes) -> Time {
        self.returning.extend(&changes.returning);
        changes.leaving.iter().fold(cluster.now, |until, row| until.max(self.give_back(cluster, *row as usize)))
    }

    /// The queue is to be compressed if nodes were given back up to a moment; [`Conservative::go_on`] does it.
    pub fn open(&mut self, cluster: &Cluster, freed_until: Time) {
        if freed_until > cluster.now {
            self.compression.open(cluster, freed_until);
            self.passed = PassedStarts::new(cluster.now);
        }
    }

    /// Compresses a piece of the queue, if it is to be, then places the jobs that are no longer held back and starts those whose reservations begin now. False if there is more to compress.
    pub fn go_on(&mut self, cluster: &mut Cluster) -> bool {
        self.compress(cluster);
        if self.compression.is_open {
            return false;
        }
        for row in std::mem::take(&mut self.returning) {
            self.place(cluster, row as usize);
            self.wait(cluster, row as usize);
        }
        while let Some((start, row)) = self.reserved.first()
            && start <= cluster.now
        {
            self.reserved.remove(start, row);
            self.waiting.remove(row as usize);
            if self.run(cluster, row as usize) {
                return false;
            }
        }
        true
    }

    /// Starts a job that has its place now. True if others gave theirs back because of it: the queue is to be compressed.
    fn run(&mut self, cluster: &mut Cluster, row: usize) -> bool {
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
        let changes = cluster.settle();
        let until = self.settle(cluster, &changes);
        self.open(cluster, until);
        until > cluster.now
    }

    /// Looks at the next jobs of a compression and moves their reservations forward.
    fn compress(&mut self, cluster: &mut Cluster) {
        let Self { reserved, starts, compression, .. } = self;
        for _ in 0..if compression.is_open { PIECE } else { 0 } {
            // What starts behind everything that was given back touches none of it.
            compression.passed.ask_before(compression.until);
            let found = reserved.next(compression.next, compression.most, &compression.passed);
            if let Some(&Reverse((from, to))) = compression.freed.peek()
                && found.is_none_or(|(start, ..)| from < start)
            {
                // From here on jobs may profit from what a job gave back that moved.
                compression.freed.pop();
                let free = cluster.profile.most_in(from, to);
                if free > 0 {
                    compression.give_back(to, free);
                    compression.next = compression.next.max((from + 1, 0));
                }
                continue;
            }
            let Some((start, row, want)) = found else {
                compression.is_open = false;
                return;
            };
            compression.next = (start, row + 1);
            let Some(earlier) = compression.earlier_fit(cluster, start, want) else { continue };
            // What both places have in common stays taken.
            let (nodes, duration) = (want.0, Time::from(want.1));
            let (end, behind) = (start + duration, start.max(earlier + duration));
            cluster.profile.give(behind, end, nodes);
            cluster.profile.take(earlier, start.min(earlier + duration), nodes);
            reserved.remove(start, row);
            reserved.add(earlier, row, want);
            starts[row as usize] = earlier;
            compression.freed.push(Reverse((behind, end)));
        }
    }
}
