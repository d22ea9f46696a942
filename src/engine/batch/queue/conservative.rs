//! Conservative backfilling: every job has a reservation from its submission on, at the first time at which it fits among all others.
//!
//! When a job ends before its estimate, the queue is *compressed*: job by job, in the order of their reservations, each moves to the first time at which it
//! fits now, if that is earlier. No reservation is ever put off.
//!
//! After a compression no job can move any more, not even those that were looked at first: a job that moves forward gives back only time from its own former
//! start on, and for a job that starts before that, this time is no obstacle to an earlier start, since its own reservation covers it. Hence at the next
//! early end only jobs can move that profit from what was just given back: those that want no more nodes than are free somewhere in there. The others
//! are not looked at. And a job can move only to where its run touches a stretch of time in which something was given back: the rest of the plan is not
//! searched, and each stretch keeps a few wants that found no place in it, since whoever wants as much and stands further behind finds none either.
//!
//! Where there are limits per user, a job that is held back gives its reservation back, and the queue is compressed. When it is not held back any more, it gets a
//! reservation behind all others, as if it were submitted then.
//!
//! A compression with many jobs in the queue is done in pieces, so that whoever waits for it can do other things in between.

use super::cluster::Cluster;
use super::owners::Changes;
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
    /// Jobs that are no longer held back and have no reservation yet.
    returning: Vec<u32>,
    compression: Compression,
}

/// Jobs that are looked at in one piece of a compression. One takes up to a tenth of a millisecond, with 100,000 jobs in the queue.
const PIECE: usize = 128;

/// A compression of the queue at work.
#[derive(Clone, Debug, Default)]
struct Compression {
    /// Whether there are jobs to look at.
    is_open: bool,
    /// What was given back so far and begins before the next reservation, in the order of the beginnings.
    given_back: Vec<GivenBack>,
    /// Nothing was given back behind `until`, and nowhere in there are more than `most` nodes free.
    until: Time,
    most: u32,
    /// From which start and row on jobs are to be looked at.
    next: (Time, u32),
    /// Wants that were looked at in vain.
    failed: Vec<Want>,
    /// Stretches of time that jobs gave back that moved, the first one on top.
    freed: BinaryHeap<Reverse<(Time, Time)>>,
}

/// Wants that a stretch of time keeps: as many as are compared at once.
const KEPT: usize = 8;

/// A stretch of time in which nodes were given back.
#[derive(Clone, Debug)]
struct GivenBack {
    from: Time,
    to: Time,
    /// At most so many nodes are free in it.
    most: u32,
    /// The last wants that found no place in it, of jobs that stand behind it.
    failed_nodes: [u32; KEPT],
    failed_seconds: [u32; KEPT],
    /// How many were written, those that covered others left out.
    written: usize,
}

impl GivenBack {
    fn new(from: Time, to: Time, most: u32) -> Self {
        Self { from, to, most, failed_nodes: [u32::MAX; KEPT], failed_seconds: [u32::MAX; KEPT], written: 0 }
    }

    /// Whether nobody who wants this finds a place in it.
    fn refuses(&self, (nodes, seconds): Want) -> bool {
        // Without a branch, so that all are compared side by side.
        let failed = self.failed_nodes.iter().zip(&self.failed_seconds);
        self.most < nodes || failed.fold(false, |any, (&n, &s)| any | ((n <= nodes) & (s <= seconds)))
    }

    /// A want found no place in it: it takes the place of one that wants at least as much, else of the oldest.
    fn keep(&mut self, (nodes, seconds): Want) {
        let mut failed = self.failed_nodes.iter().zip(&self.failed_seconds);
        let covered = failed.position(|(&n, &s)| n >= nodes && s >= seconds);
        let at = covered.unwrap_or_else(|| {
            self.written += 1;
            self.written % KEPT
        });
        (self.failed_nodes[at], self.failed_seconds[at]) = (nodes, seconds);
    }
}

impl Compression {
    /// Nodes were given back up to a moment.
    fn open(&mut self, cluster: &Cluster, freed_until: Time) {
        self.is_open = true;
        (self.until, self.most) = (0, 0);
        self.given_back.clear();
        self.give_back(cluster.now, freed_until, cluster.profile.most_in(cluster.now, freed_until));
        self.next = (cluster.now + 1, 0);
        self.failed.clear();
        self.freed.clear();
    }

    /// From here on jobs may profit from a stretch of time in which at most so many nodes are free.
    fn give_back(&mut self, from: Time, to: Time, most: u32) {
        self.given_back.push(GivenBack::new(from, to, most));
        (self.until, self.most) = (self.until.max(to), self.most.max(most));
    }

    /// The first moment before its reservation at `start` from which a job could run, if there is one.
    fn earlier_fit(&mut self, cluster: &Cluster, start: Time, want: Want) -> Option<Time> {
        let (nodes, duration) = (want.0, Time::from(want.1));
        for stretch in self.given_back.iter_mut().take_while(|stretch| stretch.from < start) {
            if stretch.refuses(want) {
                continue;
            }
            // From the first start from which the run would still touch the stretch. A start before the one found here that touches a later stretch would
            // touch this one as well: it would have been found.
            let first = cluster.now.max((stretch.from + 1).saturating_sub(duration));
            let earlier = cluster.profile.earlier_fit(first, stretch.to, start, duration, nodes);
            if earlier.is_some() {
                return earlier;
            }
            if start >= stretch.to {
                stretch.keep(want);
            }
        }
        None
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
        let start = cluster.profile.first_fit(cluster.now, duration, nodes);
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
            let failed = &compression.failed;
            let is_refused = |(nodes, duration): Want| failed.iter().any(|&(n, d)| n <= nodes && d <= duration);
            let found = reserved.next(compression.next, compression.most, is_refused);
            if let Some(&Reverse((from, to))) = compression.freed.peek()
                && found.is_none_or(|(start, ..)| from < start)
            {
                // From here on jobs may profit from what a job gave back that moved.
                compression.freed.pop();
                let free = cluster.profile.most_in(from, to);
                if free > 0 {
                    compression.give_back(from, to, free);
                    compression.next = compression.next.max((from + 1, 0));
                    compression.failed.clear();
                }
                continue;
            }
            let Some((start, row, want)) = found else {
                compression.is_open = false;
                return;
            };
            compression.next = (start, row + 1);
            let Some(earlier) = compression.earlier_fit(cluster, start, want) else {
                // Jobs behind it that want as much and as long fail for the same reasons, unless there is time between them that was given back.
                if start >= compression.until {
                    compression.failed.retain(|&(n, d)| n < want.0 || d < want.1);
                    compression.failed.push(want);
                }
                continue;
            };
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
