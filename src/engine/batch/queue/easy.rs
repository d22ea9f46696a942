//! EASY: a job may go ahead if that does not delay the head of the queue.
//!
//! The head's *shadow time* is the first moment at which it fits if every running job takes its whole estimate. A job goes ahead if it fits now around the
//! reservations and around the head at its shadow time: it ends before that, or it needs no more than the *extra* nodes that the head leaves.
//!
//! A reservation that is made later may put the head off. What was kept free for the head at its former shadow time is free then, so the queue looks again.

use super::cluster::Cluster;
use super::waiting::Waiting;
use crate::batch::decisions::How;
use crate::batch::job::{NEVER, Time};

/// The jobs that wait.
#[derive(Clone, Debug)]
pub struct Easy {
    pub(super) waiting: Waiting,
    /// No job before this row waits.
    head: usize,
    /// Free nodes by length, kept for its room.
    free: Vec<(Time, u32)>,
}

impl Easy {
    /// Nobody of so many jobs waits.
    pub fn new(jobs: usize) -> Self {
        Self { waiting: Waiting::new(jobs), head: 0, free: Vec::new() }
    }

    /// A job is submitted.
    pub fn submit(&mut self, cluster: &mut Cluster, row: usize) {
        let is_head = self.waiting.len() == 0;
        self.waiting.add(row, cluster.jobs.nodes[row], cluster.jobs.reserved(row));
        if is_head {
            self.head = row;
            self.start(cluster);
        } else if let Some(head) = self.waiting.first_from(self.head) {
            // Nothing was given back, and the head was not put off since the last look: the others still do not fit.
            self.backfill(cluster, head, row);
        }
    }

    /// Starts whoever may start.
    pub fn start(&mut self, cluster: &mut Cluster) {
        while let Some(head) = self.waiting.first_from(self.head) {
            self.head = head;
            if !cluster.fits(head) {
                if cluster.decisions.promised[head] == NEVER {
                    cluster.decisions.promised[head] = self.shadow(cluster, head);
                }
                self.backfill(cluster, head, head + 1);
                return;
            }
            self.waiting.remove(head);
            let how = cluster.in_turn(head);
            cluster.start(head, how);
        }
    }

    /// Starts whoever may start after a new reservation took nodes away: not the head, but perhaps others, if the head was put off.
    pub fn look_around_reservation(&mut self, cluster: &mut Cluster) {
        if let Some(head) = self.waiting.first_from(self.head) {
            self.backfill(cluster, head, head + 1);
        }
    }

    fn shadow(&self, cluster: &Cluster, head: usize) -> Time {
        cluster.profile.first_fit(cluster.now, cluster.jobs.reserved(head), cluster.jobs.nodes[head])
    }

    /// Starts jobs from a row on that fit around the head at its shadow time.
    fn backfill(&mut self, cluster: &mut Cluster, head: usize, from: usize) {
        if self.waiting.len() < 2 || cluster.profile.free_at(cluster.now) == 0 {
            return;
        }
        let shadow = self.shadow(cluster, head);
        let (duration, nodes) = (cluster.jobs.reserved(head), cluster.jobs.nodes[head]);
        cluster.profile.take(shadow, shadow + duration, nodes);
        cluster.profile.steps_down(cluster.now, &mut self.free);
        let mut from = from;
        while let Some(row) = self.waiting.first_that_fits(from, &self.free) {
            cluster.decisions.head[row] = head as u32;
            cluster.decisions.shadow[row] = shadow;
            cluster.decisions.extra[row] = cluster.profile.free_at(shadow);
            self.waiting.remove(row);
            cluster.start(row, How::Backfilled);
            cluster.profile.steps_down(cluster.now, &mut self.free);
            from = row + 1;
        }
        cluster.profile.give(shadow, shadow + duration, nodes);
    }
}
