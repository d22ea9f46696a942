//! Backfilling as batch systems do it: the queue is planned anew whenever something happens, and its first jobs are promised starts.
//!
//! In a *plan* the jobs of the queue are looked at in order. One that fits now, around running jobs, advance reservations and the starts promised before in
//! the same plan, starts. Of those that do not, the first `depth` are promised the first start at which they fit, a multiple of the resolution; what they
//! need from then on is kept from the jobs behind them. A start that lies beyond the window is not promised, and its job holds nothing.
//!
//! Promises last until the next plan. The first job of the queue never loses by that; one behind it may be put off when a job before it moves forward,
//! which conservative backfilling does not do.
//!
//! A job that is submitted stands last. Where a plan does not depend on the moment, nothing has changed for those before it since the last one: it is looked
//! at alone, around the same promises. Nodes that come free in between belong to a job that ends, and then there is a new plan.

use super::cluster::Cluster;
use super::profile::Profile;
use super::waiting::Waiting;
use crate::batch::bounds;
use crate::batch::decisions::How;
use crate::batch::job::{NEVER, Time};
use crate::batch::scheduler::BackfillOptions;

/// The jobs that wait, and the last plan.
#[derive(Clone, Debug)]
pub struct Backfill {
    pub(super) waiting: Waiting,
    options: BackfillOptions,
    /// No job before this row waits.
    head: usize,
    plan: Option<Plan>,
    /// Free nodes by length, kept for its room.
    free: Vec<(Time, u32)>,
}

/// What a plan has come to so far.
#[derive(Clone, Debug)]
struct Plan {
    /// When it was made.
    at: Time,
    /// Free nodes with the promised starts taken out.
    profile: Profile,
    /// Jobs that were looked at.
    looked_at: u32,
    /// Starts that were promised.
    promised: u32,
    /// The first job of the queue that waits, with the start it was promised, or [`NEVER`].
    head: Option<(usize, Time)>,
}

impl Plan {
    /// The first start at which a job fits that may be promised.
    fn start_of(&self, now: Time, options: &BackfillOptions, duration: Time, nodes: u32) -> Option<Time> {
        let (resolution, last) = (Time::from(options.resolution), options.last_promised(now));
        let mut from = now;
        loop {
            let first = self.profile.first_fit(from, duration, nodes);
            let start = first.checked_next_multiple_of(resolution).filter(|start| *start <= last)?;
            if start == first || self.profile.fits(start, duration, nodes) {
                return Some(start);
            }
            from = start;
        }
    }
}

impl Backfill {
    /// Nobody of so many jobs waits.
    pub fn new(options: BackfillOptions, jobs: usize) -> Self {
        Self { waiting: Waiting::new(jobs), options, head: 0, plan: None, free: Vec::new() }
    }

    /// A job is submitted.
    pub fn submit(&mut self, cluster: &mut Cluster, row: usize) {
        self.waiting.add(row, cluster.jobs.nodes[row], cluster.jobs.reserved(row));
        let stays = |plan: &Plan| plan.at == cluster.now || !self.options.depends_on_the_moment();
        match self.plan.take() {
            Some(mut plan) if stays(&plan) => {
                if plan.looked_at < self.options.per_moment {
                    self.look_at(cluster, &mut plan, row);
                }
                self.plan = Some(plan);
            }
            plan => {
                self.plan = plan;
                self.plan(cluster);
            }
        }
    }

    /// Goes on with the last plan of another queue, in which the same jobs wait.
    pub fn plan_on(&mut self, other: &Self) {
        (self.head, self.plan) = (other.head, other.plan.clone());
    }

    /// What a job finds that stands last, submitted now or looked at in a plan that was made now: the free nodes around all promises. `None` if it is not looked
    /// at.
    pub fn around_promises(&mut self, cluster: &mut Cluster, is_submitted: bool) -> Option<&Profile> {
        let stays = |plan: &Plan| plan.at == cluster.now || !self.options.depends_on_the_moment();
        if is_submitted && !self.plan.as_ref().is_some_and(stays) {
            self.plan(cluster);
        }
        let now = cluster.now;
        let is_looked_at = |plan: &&Plan| plan.looked_at < self.options.per_moment && (is_submitted || plan.at == now);
        self.plan.as_ref().filter(is_looked_at).map(|plan| &plan.profile)
    }

    /// Plans the whole queue anew and starts whoever may start.
    pub fn plan(&mut self, cluster: &mut Cluster) {
        let profile = match self.plan.take() {
            Some(Plan { mut profile, .. }) => {
                profile.clone_from(&cluster.profile);
                profile
            }
            None => cluster.profile.clone(),
        };
        let mut plan = Plan { at: cluster.now, profile, looked_at: 0, promised: 0, head: None };
        let mut next = self.waiting.first_from(self.head);
        self.head = next.unwrap_or(self.head);
        while let Some(row) = next
            && plan.looked_at < self.options.per_moment
            && plan.promised < self.options.depth
        {
            self.look_at(cluster, &mut plan, row);
            next = self.waiting.first_from(row + 1);
        }
        if let Some(row) = next {
            self.look_behind_promises(cluster, &mut plan, row);
        }
        self.plan = Some(plan);
    }

    /// Looks at the jobs from a row on, of which none is promised anything: only those that fit now are of account.
    fn look_behind_promises(&mut self, cluster: &mut Cluster, plan: &mut Plan, from: usize) {
        // The row behind the last one that is looked at.
        let mut end = usize::MAX;
        if self.options.per_moment < bounds::PER_MOMENT.max {
            let left = (self.options.per_moment - plan.looked_at) as usize;
            let mut rows = self.waiting.rows_from(from);
            plan.looked_at += rows.by_ref().take(left).count() as u32;
            end = rows.next().map_or(end, |row| row as usize);
        }
        let first_waiting = |waiting: &Waiting, from: usize, before: usize| waiting.first_from(from).filter(|row| *row < before);
        plan.profile.steps_down(cluster.now, &mut self.free);
        let mut from = from;
        while let Some(row) = self.waiting.first_that_fits(from, &self.free).filter(|row| *row < end) {
            // Without any promise, the first one that is passed over is the head.
            plan.head = plan.head.or_else(|| first_waiting(&self.waiting, from, row).map(|head| (head, NEVER)));
            self.start(cluster, plan, row);
            plan.profile.steps_down(cluster.now, &mut self.free);
            from = row + 1;
        }
        plan.head = plan.head.or_else(|| first_waiting(&self.waiting, from, end).map(|head| (head, NEVER)));
    }

    /// Looks at a job that stands behind all that were looked at in this plan.
    fn look_at(&mut self, cluster: &mut Cluster, plan: &mut Plan, row: usize) {
        plan.looked_at += 1;
        let (duration, nodes) = (cluster.jobs.reserved(row), cluster.jobs.nodes[row]);
        if plan.profile.fits(cluster.now, duration, nodes) {
            self.start(cluster, plan, row);
            return;
        }
        let may_promise = plan.promised < self.options.depth;
        let start = if may_promise { plan.start_of(cluster.now, &self.options, duration, nodes) } else { None };
        if let Some(start) = start {
            plan.profile.take(start, start + duration, nodes);
            plan.promised += 1;
            let told = &mut cluster.decisions.promised[row];
            *told = if *told == NEVER { start } else { *told };
        }
        plan.head.get_or_insert((row, start.unwrap_or(NEVER)));
    }

    /// Starts a job that fits around the promises.
    fn start(&mut self, cluster: &mut Cluster, plan: &mut Plan, row: usize) {
        let how = match plan.head {
            Some((head, shadow)) => {
                cluster.decisions.head[row] = head as u32;
                cluster.decisions.shadow[row] = shadow;
                cluster.decisions.extra[row] = if shadow == NEVER { 0 } else { plan.profile.free_at(shadow) };
                How::Backfilled
            }
            None => cluster.in_turn(row),
        };
        self.waiting.remove(row);
        plan.profile.take(cluster.now, cluster.now + cluster.jobs.reserved(row), cluster.jobs.nodes[row]);
        cluster.start(row, how);
    }
}
