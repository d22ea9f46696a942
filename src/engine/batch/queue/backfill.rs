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
//!
//! Where there are limits per user, FCFS and EASY are plans, too: under FCFS a plan ends with the first job that does not fit, under EASY one start is promised.
//! A start may bring a user to the limit. Jobs that are held back from then on leave the queue; if one of them had a promise, or stood first, the queue is
//! planned anew.

use super::cluster::Cluster;
use super::owners::Changes;
use super::profile::Profile;
use super::waiting::Waiting;
use crate::batch::bounds;
use crate::batch::decisions::How;
use crate::batch::job::{Jobs, NEVER, NONE, Time};
use crate::batch::priority::PriorityWeights;
use crate::batch::scheduler::{BackfillOptions, BatchPolicy, Scheduler};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The jobs that wait, and the last plan.
#[derive(Clone, Debug)]
pub struct Backfill {
    pub(super) waiting: Waiting,
    options: BackfillOptions,
    /// Whether nobody goes ahead (FCFS).
    is_strict: bool,
    order: Option<Order>,
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
    /// The rows that were promised a start, where there are limits per user.
    holding: Vec<usize>,
    /// Jobs that were looked at of each user, where only so many are.
    of_user: BTreeMap<u32, u32>,
    /// Whether a job that had a promise or stood first was held back since: the queue is to be planned anew.
    is_stale: bool,
}

/// The order of the queue by priority.
#[derive(Clone, Debug)]
struct Order {
    weights: PriorityWeights,
    machine: u32,
    /// The rows as they were sorted last, and those that came since. Who has left is still among them.
    rows: Vec<u32>,
    /// Whether something has happened at this moment, of which the rest is awaited.
    is_due: bool,
}

impl Order {
    /// The rows of those that wait, the highest priority first.
    fn sorted(&mut self, waiting: &Waiting, jobs: &Jobs, now: Time) -> Vec<u32> {
        self.rows.retain(|row| waiting.contains(*row as usize));
        let place = |&row: &u32| (Reverse(self.weights.of_row(jobs, row as usize, now, self.machine)), row);
        // It changes little from one moment to the next: that is sorted in one pass.
        self.rows.sort_by_cached_key(place);
        self.rows.dedup();
        self.rows.clone()
    }
}

impl Plan {
    fn new(at: Time, profile: Profile) -> Self {
        let (holding, of_user) = (Vec::new(), BTreeMap::new());
        Self { at, profile, looked_at: 0, promised: 0, head: None, holding, of_user, is_stale: false }
    }

    /// Whether so many jobs of its user were looked at that a job is passed over.
    fn passes_over(&mut self, most: u32, jobs: &Jobs, row: usize) -> bool {
        let owner = jobs.owner[row];
        if most == bounds::PER_USER.max || owner == NONE {
            return false;
        }
        let looked_at = self.of_user.entry(owner).or_default();
        *looked_at += 1;
        *looked_at > most
    }

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
    pub fn new(policy: &BatchPolicy, machine: u32, jobs: usize) -> Self {
        let options = match policy.scheduler {
            Scheduler::Fcfs => BackfillOptions { depth: 0, ..BackfillOptions::default() },
            Scheduler::Easy => BackfillOptions { depth: 1, ..BackfillOptions::default() },
            _ => policy.backfill,
        };
        let is_strict = policy.scheduler == Scheduler::Fcfs;
        let order = policy.order().map(|weights| Order { weights, machine, rows: Vec::new(), is_due: false });
        Self { waiting: Waiting::new(jobs), options, is_strict, order, head: 0, plan: None, free: Vec::new() }
    }

    /// A job joins the queue.
    pub fn add(&mut self, jobs: &Jobs, row: usize) {
        self.waiting.add(row, jobs.nodes[row], jobs.reserved(row));
        self.head = self.head.min(row);
        if let Some(order) = &mut self.order {
            order.rows.push(row as u32);
        }
    }

    /// Something has happened: the queue is planned anew, at once, or, if its order is by priority, when everything has happened at this moment.
    pub fn happened(&mut self, cluster: &mut Cluster) {
        match &mut self.order {
            Some(order) => order.is_due = true,
            None => self.plan(cluster),
        }
    }

    /// Everything has happened at this moment.
    pub fn end_moment(&mut self, cluster: &mut Cluster) {
        if self.order.as_ref().is_some_and(|order| order.is_due) {
            self.plan(cluster);
        }
    }

    /// Jobs leave the queue or come back to it because of the limits of their users; whether there are any.
    pub fn settle(&mut self, cluster: &Cluster, changes: &Changes) -> bool {
        changes.leaving.iter().for_each(|row| self.waiting.remove(*row as usize));
        changes.returning.iter().for_each(|row| self.add(&cluster.jobs, *row as usize));
        !changes.leaving.is_empty() || !changes.returning.is_empty()
    }

    /// A job is submitted.
    pub fn submit(&mut self, cluster: &mut Cluster, row: usize) {
        if !cluster.joins(row) {
            return;
        }
        self.add(&cluster.jobs, row);
        if self.order.is_some() {
            return self.happened(cluster);
        }
        let stays = |plan: &Plan| plan.at == cluster.now || !self.options.depends_on_the_moment();
        match self.plan.take() {
            Some(mut plan) if stays(&plan) => {
                let is_behind = self.is_strict && plan.head.is_some();
                if plan.looked_at < self.options.per_moment && !is_behind {
                    self.look_at(cluster, &mut plan, row);
                }
                let is_stale = plan.is_stale;
                self.plan = Some(plan);
                if is_stale {
                    self.plan(cluster);
                }
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
        let is_looked_at = |plan: &&Plan| {
            let is_behind = self.is_strict && plan.head.is_some();
            plan.looked_at < self.options.per_moment && (is_submitted || plan.at == now) && !is_behind
        };
        self.plan.as_ref().filter(is_looked_at).map(|plan| &plan.profile)
    }

    /// Plans the whole queue anew and starts whoever may start.
    pub fn plan(&mut self, cluster: &mut Cluster) {
        if let Some(order) = &mut self.order {
            order.is_due = false;
        }
        while self.plan_once(cluster).is_stale {}
    }

    fn plan_once(&mut self, cluster: &mut Cluster) -> &Plan {
        let profile = match self.plan.take() {
            Some(Plan { mut profile, .. }) => {
                profile.clone_from(&cluster.profile);
                profile
            }
            None => cluster.profile.clone(),
        };
        let mut plan = Plan::new(cluster.now, profile);
        if let Some(order) = &mut self.order {
            for row in order.sorted(&self.waiting, &cluster.jobs, cluster.now) {
                let is_over = self.is_strict && plan.head.is_some() || plan.looked_at == self.options.per_moment;
                if is_over || plan.is_stale {
                    break;
                }
                if self.waiting.contains(row as usize) {
                    self.look_at(cluster, &mut plan, row as usize);
                }
            }
            return self.plan.insert(plan);
        }
        let mut next = self.waiting.first_from(self.head);
        self.head = next.unwrap_or(self.head);
        // One by one, where it counts who is looked at; else only as long as starts are promised.
        let is_counted = self.options.per_moment < bounds::PER_MOMENT.max && cluster.owners.is_some();
        let is_one_by_one = self.is_strict || is_counted || self.options.per_user < bounds::PER_USER.max;
        while let Some(row) = next
            && plan.looked_at < self.options.per_moment
            && (plan.promised < self.options.depth || is_one_by_one)
            && !plan.is_stale
            && !(self.is_strict && plan.head.is_some())
        {
            self.look_at(cluster, &mut plan, row);
            next = self.waiting.first_from(row + 1);
        }
        if let Some(row) = next.filter(|_| !is_one_by_one && !plan.is_stale) {
            self.look_behind_promises(cluster, &mut plan, row);
        }
        self.plan.insert(plan)
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
            if plan.is_stale {
                return;
            }
            plan.profile.steps_down(cluster.now, &mut self.free);
            from = row + 1;
        }
        plan.head = plan.head.or_else(|| first_waiting(&self.waiting, from, end).map(|head| (head, NEVER)));
    }

    /// Looks at a job that stands behind all that were looked at in this plan.
    fn look_at(&mut self, cluster: &mut Cluster, plan: &mut Plan, row: usize) {
        if plan.passes_over(self.options.per_user, &cluster.jobs, row) {
            plan.head.get_or_insert((row, NEVER));
            return;
        }
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
            if cluster.owners.is_some() {
                plan.holding.push(row);
            }
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
        for left in cluster.settle().leaving.into_iter().map(|row| row as usize) {
            self.waiting.remove(left);
            plan.is_stale |= plan.holding.contains(&left) || plan.head.is_some_and(|(head, _)| head == left);
        }
    }
}
