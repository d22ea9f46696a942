//! The machine of a queue: who runs, who has reserved, and how many nodes are free when.

use super::owners::{Changes, Owners};
use super::profile::Profile;
use crate::batch::decisions::{Decisions, How};
use crate::batch::job::{Jobs, NEVER, Time};
use crate::batch::reservations::{OfferRules, ReservationRule};
use crate::batch::scheduler::BatchPolicy;
use crate::core::offers::Negotiation;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Rows by a moment, the first one on top.
type Events = BinaryHeap<Reverse<(Time, u32)>>;

/// A machine at a moment.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// All jobs.
    pub jobs: Arc<Jobs>,
    /// Nodes of the machine.
    pub nodes: u32,
    /// The moment.
    pub now: Time,
    /// Free nodes from now on: running jobs end with their estimates, reservations stand.
    pub profile: Profile,
    /// What was decided so far.
    pub decisions: Decisions,
    /// How many jobs have started or were refused.
    pub started: usize,
    pub(super) running: Events,
    /// Advance reservations that are still to start.
    pub(super) blocks: Events,
    /// Who may start jobs, where there are limits per user.
    pub(super) owners: Option<Box<Owners>>,
    pub(super) rule: ReservationRule,
    /// What may be taken of less than was asked for, and the lists to find it.
    pub(super) offers: OfferRules,
    pub(super) negotiation: Negotiation,
}

/// What was given back at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Freed {
    /// Whether a job ended.
    pub some: bool,
    /// Up to when nodes are free that were taken before: the latest estimated end of a job that ended earlier; the moment itself if none did.
    pub until: Time,
}

impl Freed {
    /// Nothing was given back at a moment.
    pub fn nothing(now: Time) -> Self {
        Self { some: false, until: now }
    }
}

impl Cluster {
    /// An empty machine before the first submission.
    pub fn new(nodes: u32, jobs: Arc<Jobs>, policy: &BatchPolicy) -> Self {
        let decisions = Decisions::of(jobs.len());
        let profile = Profile::new(nodes);
        let owners = Owners::new(policy.limits).map(Box::new);
        Self {
            jobs,
            nodes,
            now: 0,
            profile,
            decisions,
            started: 0,
            running: Events::new(),
            blocks: Events::new(),
            owners,
            rule: policy.reservations,
            offers: policy.offers,
            negotiation: Negotiation::default(),
        }
    }

    /// When a job ends or an advance reservation starts.
    pub fn next_moment(&self) -> Time {
        let first = |events: &Events| events.peek().map_or(NEVER, |Reverse((at, _))| *at);
        first(&self.running).min(first(&self.blocks))
    }

    /// Goes on to a moment: jobs that end give back their nodes, advance reservations start.
    pub fn go_to(&mut self, now: Time) -> Freed {
        self.now = now;
        self.profile.forget(now);
        let mut freed = Freed::nothing(now);
        while let Some(&Reverse((end, row))) = self.running.peek()
            && end <= now
        {
            self.running.pop();
            freed.some = true;
            let row = row as usize;
            if let Some(owners) = &mut self.owners {
                owners.end(&self.jobs, row);
            }
            let until = self.decisions.start[row] + self.jobs.reserved(row);
            if until > now {
                self.profile.give(now, until, self.jobs.nodes[row]);
                freed.until = freed.until.max(until);
            }
        }
        while let Some(&Reverse((start, row))) = self.blocks.peek()
            && start <= now
        {
            self.blocks.pop();
            self.run(row as usize, self.decisions.how_reserved(row as usize));
        }
        freed
    }

    /// Takes the first time for an advance reservation, or the one that its rule finds, and it starts by itself; or refuses it, if there is none in its window.
    /// Whether it was taken.
    pub fn reserve(&mut self, row: usize) -> bool {
        let (duration, nodes) = (self.jobs.reserved(row), self.jobs.nodes[row]);
        let last = self.rule.last_start(&self.jobs, row);
        let packed = if self.rule == ReservationRule::Osp && last != NEVER { self.packed(row) } else { None };
        let first = || self.profile.first_fit(self.jobs.ready(row).max(self.now), duration, nodes);
        let start = packed.unwrap_or_else(first);
        if packed.is_none() && start > last {
            (self.decisions.how[row], self.decisions.shadow[row]) = (How::Refused as u32, start);
            self.started += 1;
            return false;
        }
        self.reserve_at(row, start);
        true
    }

    /// Books an advance reservation at a start at which its nodes are free. It starts by itself.
    pub fn reserve_at(&mut self, row: usize, start: Time) {
        let (duration, nodes) = (self.jobs.reserved(row), self.jobs.nodes[row]);
        self.profile.take(start, start + duration, nodes);
        self.decisions.promised[row] = start;
        if start == self.now {
            self.run(row, self.decisions.how_reserved(row));
        } else {
            self.blocks.push(Reverse((start, row as u32)));
        }
    }

    /// Gives back what an advance reservation that has not begun was booked.
    pub fn give_back(&mut self, row: usize) {
        let start = self.decisions.promised[row];
        self.profile.give(start, start + self.jobs.reserved(row), self.jobs.nodes[row]);
        self.blocks.retain(|Reverse((_, other))| *other != row as u32);
    }

    /// A job that starts now does not: its nodes are free again.
    pub fn take_back_start(&mut self, row: usize) {
        self.profile.give(self.now, self.now + self.jobs.reserved(row), self.jobs.nodes[row]);
        self.running.retain(|Reverse((_, other))| *other != row as u32);
        (self.decisions.start[row], self.decisions.end[row]) = (NEVER, NEVER);
        if let Some(owners) = &mut self.owners {
            owners.end(&self.jobs, row);
        }
        self.started -= 1;
    }

    /// Whether a job can start now and run for its whole estimate.
    pub fn fits(&self, row: usize) -> bool {
        self.profile.fits(self.now, self.jobs.reserved(row), self.jobs.nodes[row])
    }

    /// Starts a job that fits.
    pub fn start(&mut self, row: usize, how: How) {
        self.profile.take(self.now, self.now + self.jobs.reserved(row), self.jobs.nodes[row]);
        self.run(row, how);
    }

    /// Starts a job that has reserved its nodes from now on.
    pub fn run(&mut self, row: usize, how: How) {
        let end = self.now + Time::from(self.jobs.runtime[row]);
        (self.decisions.start[row], self.decisions.end[row]) = (self.now, end);
        self.decisions.how[row] = how as u32;
        self.running.push(Reverse((end, row as u32)));
        if let Some(owners) = &mut self.owners {
            owners.start(&self.jobs, row);
        }
        self.started += 1;
    }

    /// Whether a job that is submitted joins the queue; else it is held back by the limits of its user.
    pub fn joins(&mut self, row: usize) -> bool {
        self.owners.as_mut().is_none_or(|owners| owners.joins(&self.jobs, row))
    }

    /// Which jobs are held back from now on, and which are no longer, after what started and ended.
    pub fn settle(&mut self) -> Changes {
        self.owners.as_mut().map_or_else(Changes::default, |owners| owners.settle(&self.jobs))
    }

    /// How a job came to start that nobody waited before.
    pub fn in_turn(&self, row: usize) -> How {
        if Time::from(self.jobs.submitted[row]) == self.now { How::AtOnce } else { How::InTurn }
    }
}
