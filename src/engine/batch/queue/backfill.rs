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
//! at alone, around the same promises. Nodes that come free in between belong to a job that ends, and then the queue is looked at again.
//!
//! Where all jobs that end do so as estimated, no promise can be better than it was: since the plan nodes were only taken, and around the promises. The plan then
//! goes on. Whoever was promised a start at this moment starts, the next in order are promised their starts, and those behind are looked at.
//!
//! EASY is this with one promised start: that of the head of the queue, its *shadow time*. A job goes ahead if it ends before that, or needs no more than the
//! *extra* nodes that the head leaves. FCFS with an order or with limits per user is a plan that ends with the first job that does not fit.
//!
//! Where there are limits per user, a start may bring a user to the limit. Jobs that are held back from then on leave the queue; if one of them had a promise,
//! or stood first, the queue is planned anew.

use super::cluster::Cluster;
use super::order::Order;
use super::owners::Changes;
use super::profile::Profile;
use super::waiting::Waiting;
use crate::batch::bounds;
use crate::batch::decisions::How;
use crate::batch::job::{Jobs, NEVER, NONE, Time};
use crate::batch::scheduler::{BackfillOptions, BatchPolicy, Scheduler};
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
    /// Who was promised a start, in the order of the queue, and which.
    promises: Vec<(usize, Time)>,
    /// The first job of the queue that waits, with the start it was promised, or [`NEVER`].
    head: Option<(usize, Time)>,
    /// Jobs that were looked at of each user, where only so many are.
    of_user: BTreeMap<u32, u32>,
    /// Whether a job that had a promise or stood first was held back since: the queue is to be planned anew.
    is_stale: bool,
}

impl Plan {
    fn new(at: Time, profile: Profile) -> Self {
        Self { at, profile, looked_at: 0, promises: Vec::new(), head: None, of_user: BTreeMap::new(), is_stale: false }
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
        let order = policy.order().map(|weights| Order::new(weights, machine));
        let is_strict = policy.scheduler == Scheduler::Fcfs;
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

    /// Jobs have ended, one of them perhaps before its estimate.
    pub fn ended(&mut self, cluster: &mut Cluster, is_one_early: bool) {
        let options = &self.options;
        let is_plain = self.order.is_none() && cluster.owners.is_none() && !options.depends_on_the_moment();
        match self.plan.take() {
            // A start that is rounded up may be later than this moment though the job fits now.
            Some(plan) if is_plain && !is_one_early && options.depth > 0 && options.resolution == 1 => self.go_on(cluster, plan),
            plan => {
                self.plan = plan;
                self.happened(cluster);
            }
        }
    }

    /// Goes on with the last plan: since then nodes were only taken.
    fn go_on(&mut self, cluster: &mut Cluster, mut plan: Plan) {
        plan.at = cluster.now;
        plan.profile.forget(cluster.now);
        plan.head = None;
        let promises = std::mem::take(&mut plan.promises);
        let behind = promises.last().map_or(self.head, |(row, _)| row + 1);
        for (place, &(row, start)) in promises.iter().enumerate() {
            if start > cluster.now {
                plan.promises.push((row, start));
                plan.head.get_or_insert((row, start));
            } else {
                self.run(cluster, &mut plan, row, &promises[place..]);
            }
        }
        self.head = self.waiting.first_from(self.head).unwrap_or(self.head);
        let next = self.waiting.first_from(behind);
        self.look_in_order(cluster, &mut plan, next);
        self.plan = Some(plan);
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
        let next = self.waiting.first_from(self.head);
        self.head = next.unwrap_or(self.head);
        self.look_in_order(cluster, &mut plan, next);
        self.plan.insert(plan)
    }

    /// Looks at the jobs from a row on, in the order of their arrival.
    fn look_in_order(&mut self, cluster: &mut Cluster, plan: &mut Plan, mut next: Option<usize>) {
        // One by one, where it counts who is looked at; else only as long as starts are promised.
        let is_counted = self.options.per_moment < bounds::PER_MOMENT.max && cluster.owners.is_some();
        let is_one_by_one = self.is_strict || is_counted || self.options.per_user < bounds::PER_USER.max;
        while let Some(row) = next
            && plan.looked_at < self.options.per_moment
            && (self.may_promise(plan) || is_one_by_one)
            && !plan.is_stale
            && !(self.is_strict && plan.head.is_some())
        {
            self.look_at(cluster, plan, row);
            next = self.waiting.first_from(row + 1);
        }
        if let Some(row) = next.filter(|_| !is_one_by_one && !plan.is_stale) {
            self.look_behind_promises(cluster, plan, row);
        }
    }

    fn may_promise(&self, plan: &Plan) -> bool {
        plan.promises.len() < self.options.depth as usize
    }

    /// Looks at the jobs from a row on, of which none is promised anything: only those that fit now are of account.
    fn look_behind_promises(&mut self, cluster: &mut Cluster, plan: &mut Plan, mut from: usize) {
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
        let start = if self.may_promise(plan) { plan.start_of(cluster.now, &self.options, duration, nodes) } else { None };
        if let Some(start) = start {
            plan.profile.take(start, start + duration, nodes);
            plan.promises.push((row, start));
            let told = &mut cluster.decisions.promised[row];
            *told = if *told == NEVER { start } else { *told };
        }
        plan.head.get_or_insert((row, start.unwrap_or(NEVER)));
    }

    /// Starts a job that fits around the promises.
    fn start(&mut self, cluster: &mut Cluster, plan: &mut Plan, row: usize) {
        self.run(cluster, plan, row, &[]);
        plan.profile.take(cluster.now, cluster.now + cluster.jobs.reserved(row), cluster.jobs.nodes[row]);
    }

    /// Has a job run whose nodes are free or promised to it. `later` has the promises of the plan that a plan from scratch would make after it had looked at the job:
    /// their nodes count as left free by the head.
    fn run(&mut self, cluster: &mut Cluster, plan: &mut Plan, row: usize, later: &[(usize, Time)]) {
        let how = match plan.head {
            Some((head, shadow)) => {
                let jobs = &cluster.jobs;
                let holds = |&&(row, start): &&(usize, Time)| start <= shadow && shadow < start + jobs.reserved(row);
                let extra =
                    || plan.profile.free_at(shadow) + later.iter().filter(holds).map(|(row, _)| jobs.nodes[*row]).sum::<u32>();
                cluster.decisions.extra[row] = if shadow == NEVER { 0 } else { extra() };
                cluster.decisions.head[row] = head as u32;
                cluster.decisions.shadow[row] = shadow;
                How::Backfilled
            }
            None => cluster.in_turn(row),
        };
        self.waiting.remove(row);
        cluster.start(row, how);
        for left in cluster.settle().leaving.into_iter().map(|row| row as usize) {
            self.waiting.remove(left);
            let is_promised = plan.promises.iter().any(|(row, _)| *row == left);
            plan.is_stale |= is_promised || plan.head.is_some_and(|(head, _)| head == left);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::batch::job::{Job, Jobs};
    use crate::batch::queue::{Discipline, Queue};
    use crate::batch::scheduler::{BackfillOptions, BatchPolicy, Scheduler};
    use std::sync::Arc;

    #[test]
    fn a_plan_that_goes_on_is_the_one_from_scratch() {
        let mut state = 7_u32;
        let mut draw = |most: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            1 + (state >> 8) % most
        };
        let mut ahead = 0;
        for depth in (1..=5).cycle().take(500) {
            let jobs = (1..=40).map(|user| {
                let (estimate, submitted) = (draw(30), draw(40));
                // One in eight ends early, and one in eight is a reservation.
                let runtime = if draw(8) == 1 { draw(estimate) } else { estimate };
                let earliest_start = (draw(8) == 1).then(|| submitted + draw(30));
                (user, Job { user, submitted, estimate, runtime, nodes: draw(8), earliest_start, ..Job::SMALLEST })
            });
            let jobs = Arc::new(Jobs::numbered(jobs));
            let backfill = BackfillOptions { depth, ..BackfillOptions::default() };
            let queue = || Queue::new(BatchPolicy { backfill, ..BatchPolicy::of(Scheduler::Backfill) }, 8, Arc::clone(&jobs));
            let (mut on, mut anew) = (queue().expect("a queue"), queue().expect("a queue"));
            while on.step() {
                anew.step();
                let Discipline::Backfill(queue) = &mut anew.discipline else { unreachable!("it backfills") };
                queue.plan = None;
                assert_eq!(on.decisions(), anew.decisions());
            }
            ahead += on.decisions().extra.iter().filter(|extra| **extra > 0).count();
        }
        assert!(ahead > 100, "nodes are left beside a promise, and many go ahead: {ahead}");
    }
}
