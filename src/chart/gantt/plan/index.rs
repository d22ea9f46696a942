//! Columns derived from a plan: which jobs run when, and how busy each slot is. Built once per plan and updated by patches.

use crate::kit::pyramid::{Pyramid, splice};
use bookahead_engine::core::sorting::sort_shared_by_key;
use bookahead_engine::slots::decisions::{Decisions, REFUSED};
use bookahead_engine::slots::metrics::WINDOW;
use bookahead_engine::slots::patch::{Applied, Placed, PlanPatch};
use bookahead_engine::slots::request::{Request, Slot};
use bookahead_engine::slots::scenario::Machine;
use bookahead_engine::slots::workload::Arrivals;
use std::ops::Range;

/// Sliding utilisation is kept in these units.
pub(crate) const SHARE_UNIT: f64 = 1e9;

/// The derived columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Index {
    /// Accepted jobs by (start, rank).
    pub order: Vec<u32>,
    /// Their starts.
    pub starts: Vec<Slot>,
    /// Their ends (exclusive).
    pub ends: Pyramid,
    /// Busy nodes per slot, up to the last busy one.
    pub busy: Pyramid,
    /// Sliding utilisation per slot, until the last busy slot has left the window.
    pub sliding: Pyramid,
    /// Sum of the accepted jobs' durations.
    pub total_duration: u64,
    /// From the first earliest start to the last deadline of all requests; `0..0` without any.
    pub asked: Range<Slot>,
}

impl Index {
    /// The columns of a plan whose columns belong together.
    pub fn new(arrivals: &Arrivals, decisions: &Decisions, machine: Machine) -> Self {
        let order = by_start(arrivals, decisions);
        let row = |job: &u32| arrivals.request[*job as usize] as usize;
        let starts: Vec<Slot> = order.iter().map(|&job| decisions.start[job as usize]).collect();
        let ends: Vec<Slot> = order.iter().zip(&starts).map(|(job, &start)| start + arrivals.duration[row(job)]).collect();
        let mut busy = vec![0_u32; ends.iter().max().map_or(0, |&end| end as usize + 1)];
        for ((job, &start), &end) in order.iter().zip(&starts).zip(&ends) {
            let nodes = arrivals.nodes[row(job)];
            busy[start as usize] = busy[start as usize].wrapping_add(nodes);
            busy[end as usize] = busy[end as usize].wrapping_sub(nodes);
        }
        busy.pop();
        sum_up(&mut busy);
        let total_duration = ends.iter().zip(&starts).map(|(&end, &start)| u64::from(end - start)).sum();
        let sliding = sliding_shares(&busy, 0..shares_of(busy.len()), machine);
        let asked = asked(arrivals);
        let [ends, busy, sliding] = [ends, busy, sliding].map(Pyramid::new);
        Self { order, starts, ends, busy, sliding, total_duration, asked }
    }

    /// Follows a patch; `arrivals` are those after it.
    pub fn follow(&mut self, patch: &PlanPatch, applied: &Applied, arrivals: &Arrivals, machine: Machine) {
        self.replace_jobs(applied, arrivals);
        let slots = slots_of(applied.left.iter().chain(&applied.came));
        if !slots.is_empty() {
            self.replace_busy(applied, slots, machine);
        }
        self.reach(patch, applied, arrivals);
    }

    fn replace_jobs(&mut self, applied: &Applied, arrivals: &Arrivals) {
        let mut left: Vec<u32> = applied.left.iter().map(|placed| placed.job).collect();
        left.sort_unstable();
        let sum = |jobs: &[Placed]| jobs.iter().map(|placed| u64::from(placed.duration)).sum::<u64>();
        self.total_duration = self.total_duration + sum(&applied.came) - sum(&applied.left);
        // All that start in the slots in which somebody started or starts, those who left taken out and those who came put in.
        let touched = || applied.left.iter().chain(&applied.came).map(|placed| placed.start);
        let (first, last) = (touched().min().unwrap_or(0), touched().max().unwrap_or(0));
        let from = self.starts.partition_point(|&start| start < first);
        let to = self.starts.partition_point(|&start| start <= last);
        let to = if touched().next().is_none() { from } else { to };
        let room = to - from + applied.came.len();
        let [mut order, mut starts, mut ends] = [(); 3].map(|()| Vec::with_capacity(room));
        let mut put = |job: u32, start: Slot, end: Slot| {
            order.push(job);
            starts.push(start);
            ends.push(end);
        };
        let mut came: Vec<_> = applied.came.iter().collect();
        sort_shared_by_key(&mut came, |new| (new.start, arrivals.rank[new.job as usize]));
        let mut came = came.into_iter().peekable();
        for i in from..to {
            let (job, start) = (self.order[i], self.starts[i]);
            if left.binary_search(&job).is_ok() {
                continue;
            }
            let Some(job) = applied.after(job) else { continue };
            let key = (start, arrivals.rank[job as usize]);
            while let Some(new) = came.next_if(|new| (new.start, arrivals.rank[new.job as usize]) < key) {
                put(new.job, new.start, new.start + new.duration);
            }
            put(job, start, self.ends.values()[i]);
        }
        came.for_each(|new| put(new.job, new.start, new.start + new.duration));
        if !applied.keeps_numbers() {
            for others in [0..from, to..self.order.len()] {
                self.order[others].iter_mut().for_each(|job| *job = applied.after(*job).unwrap_or(*job));
            }
        }
        splice(&mut self.order, from..to, &order);
        splice(&mut self.starts, from..to, &starts);
        self.ends.splice(from..to, &ends);
    }

    fn replace_busy(&mut self, applied: &Applied, slots: Range<usize>, machine: Machine) {
        let before = self.busy.values().len();
        let from = slots.start.min(before);
        let mut change = vec![0_u32; slots.end - from + 1];
        let mut add = |slot: Slot, nodes: u32| {
            let change = &mut change[slot as usize - from];
            *change = change.wrapping_add(nodes);
        };
        for placed in &applied.came {
            add(placed.start, placed.nodes);
            add(placed.start + placed.duration, placed.nodes.wrapping_neg());
        }
        for placed in &applied.left {
            add(placed.start, placed.nodes.wrapping_neg());
            add(placed.start + placed.duration, placed.nodes);
        }
        change.pop();
        sum_up(&mut change);
        let known = self.busy.values().get(from..slots.end.min(before)).unwrap_or(&[]);
        for (change, known) in change.iter_mut().zip(known) {
            *change = change.wrapping_add(*known);
        }
        // The column ends with the last busy slot.
        if slots.end >= before {
            let busy = change.iter().rposition(|&busy| busy > 0).map_or(0, |last| last + 1);
            change.truncate(busy);
            let still = if busy == 0 {
                self.busy.values()[..from].iter().rposition(|&busy| busy > 0).map_or(0, |last| last + 1)
            } else {
                from
            };
            self.busy.splice(still..before, &change);
        } else {
            self.busy.splice(from..slots.end, &change);
        }
        let (shares, now) = (self.sliding.values().len(), shares_of(self.busy.values().len()));
        let start = slots.start.min(shares).min(now);
        let mut end = (slots.end + WINDOW as usize - 1).min(now);
        // Where the plan has become longer or shorter, the rest is made anew.
        if shares != now {
            end = now;
        }
        let anew = sliding_shares(self.busy.values(), start..end, machine);
        self.sliding.splice(start..if shares == now { end } else { shares }, &anew);
    }

    /// From the first earliest start to the last deadline: looked for among all requests only if an edit took one of the two away.
    fn reach(&mut self, patch: &PlanPatch, applied: &Applied, arrivals: &Arrivals) {
        for (edited, (_, change)) in applied.edited.iter().zip(&patch.edits) {
            let took = |r: &Request| r.earliest_start == self.asked.start || r.deadline() == self.asked.end;
            if edited.before.as_ref().is_some_and(took) || arrivals.requests() <= patch.edits.len() {
                self.asked = asked(arrivals);
                return;
            }
            if let Some(now) = change {
                self.asked = self.asked.start.min(now.earliest_start)..self.asked.end.max(now.deadline());
            }
        }
    }
}

/// From the first earliest start to the last deadline.
fn asked(arrivals: &Arrivals) -> Range<Slot> {
    arrivals.earliest_start.iter().copied().min().unwrap_or(0)..arrivals.horizon()
}

/// Accepted jobs by (start, rank).
fn by_start(arrivals: &Arrivals, decisions: &Decisions) -> Vec<u32> {
    let decided = decisions.start.len() as u32;
    let start = |job: &u32| decisions.start[*job as usize];
    let accepted = |job: &u32| start(job) != REFUSED;
    let last = decisions.start.iter().copied().filter(|&start| start != REFUSED).max().unwrap_or(0) as usize;
    if last / 4 > decided as usize {
        // Few jobs far apart: a place for every slot would cost more than comparing.
        let mut jobs: Vec<u32> = (0..decided).filter(accepted).collect();
        sort_shared_by_key(&mut jobs, |job| (start(job), arrivals.rank[*job as usize]));
        return jobs;
    }
    let mut places = vec![0_u32; last + 2];
    (0..decided).filter(accepted).for_each(|job| places[start(&job) as usize + 1] += 1);
    sum_up(&mut places);
    let mut order = vec![0; places.last().map_or(0, |&all| all as usize)];
    let mut put = |job: u32| {
        let place = &mut places[start(&job) as usize];
        order[*place as usize] = job;
        *place += 1;
    };
    // Put in by rank, jobs of one start stand by rank. Mostly rank is the order of arrival.
    if arrivals.rank.iter().zip(0..).all(|(&rank, job)| rank == job) {
        (0..decided).filter(accepted).for_each(put);
    } else {
        let mut by_rank = vec![u32::MAX; arrivals.jobs()];
        (0..decided).for_each(|job| by_rank[arrivals.rank[job as usize] as usize] = job);
        by_rank.iter().filter(|&&job| job != u32::MAX && accepted(&job)).for_each(|&job| put(job));
    }
    order
}

/// Every number becomes the sum of all up to it.
fn sum_up(column: &mut [u32]) {
    let mut sum = 0_u32;
    for value in column {
        sum = sum.wrapping_add(*value);
        *value = sum;
    }
}

/// The slots from the first start to the last end; `0..0` for none.
pub(crate) fn slots_of<'a>(jobs: impl Iterator<Item = &'a Placed>) -> Range<usize> {
    jobs.fold(0..0, |slots: Range<usize>, placed| {
        let (start, end) = (placed.start as usize, (placed.start + placed.duration) as usize);
        if slots.is_empty() { start..end } else { slots.start.min(start)..slots.end.max(end) }
    })
}

/// Slots that have a sliding share, for a plan with so many slots.
fn shares_of(slots: usize) -> usize {
    if slots == 0 { 0 } else { slots + WINDOW as usize - 1 }
}

/// Sliding utilisation of a range of slots in [`SHARE_UNIT`]s.
fn sliding_shares(busy: &[u32], slots: Range<usize>, machine: Machine) -> Vec<u32> {
    let capacity = f64::from(machine.nodes.max(1));
    let at = |t: usize| busy.get(t).map_or(0, |&busy| u64::from(busy));
    let mut sum: u64 = (slots.start.saturating_sub(WINDOW as usize)..slots.start).map(at).sum();
    slots
        .map(|t| {
            sum += at(t);
            if let Some(left) = t.checked_sub(WINDOW as usize) {
                sum -= at(left);
            }
            let width = (t + 1).min(WINDOW as usize) as f64;
            (sum as f64 / (capacity * width) * SHARE_UNIT) as u32
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gantt::plan::view::PlanView;
    use bookahead_engine::run;
    use bookahead_engine::slots::decisions::Move;
    use bookahead_engine::slots::outcome::Outcome;
    use bookahead_engine::slots::patch::NodeChange;
    use bookahead_engine::slots::scenario::{PlannerKind, Policy, SlotsScenario};
    use bookahead_engine::slots::workload::{RequestId, Workload};
    use proptest::prelude::*;

    const NODES: u32 = 4;

    /// What leads from one plan to the next, found by comparing the two: every job from the first edited row on, and who moved before it.
    fn patch_between(old: &Outcome, new: &Outcome, edits: Vec<(RequestId, Option<Request>)>, all_nodes: bool) -> PlanPatch {
        let mut arrivals = old.arrivals.clone();
        let edited: Vec<_> = edits.iter().map(|&(id, change)| arrivals.edit(id, change).unwrap()).collect();
        assert_eq!(arrivals, new.arrivals);
        let applied = Applied { edited, ..Applied::default() };
        let row = old.arrivals.first_difference(&new.arrivals).unwrap_or(new.arrivals.requests());
        let jobs = new.arrivals.first_job[row]..new.arrivals.jobs() as u32;
        let range = jobs.start as usize..jobs.end as usize;
        let moved = (0..jobs.start).filter(|&job| old.decisions.start[job as usize] != new.decisions.start[job as usize]);
        let kept_moves = |m: &&Move| jobs.contains(&m.beneficiary);
        let mut known = vec![&[][..]; new.arrivals.jobs()];
        for job in 0..old.arrivals.jobs() {
            if let Some(now) = applied.after(job as u32) {
                known[now as usize] = old.nodes.of(job);
            }
        }
        let others: Vec<u32> =
            (0..new.arrivals.jobs()).filter(|&job| known[job] != new.nodes.of(job)).map(|job| job as u32).collect();
        let ids = others.iter().flat_map(|&job| new.nodes.of(job as usize)).copied().collect();
        PlanPatch {
            edits,
            start: new.decisions.start[range.clone()].to_vec(),
            first_start: new.decisions.first_start[range].to_vec(),
            moves: new.decisions.moves.iter().filter(kept_moves).copied().collect(),
            refusals: new.decisions.refusals.iter().filter(|refusal| jobs.contains(&refusal.job)).copied().collect(),
            moved: moved.map(|job| (job, new.decisions.start[job as usize])).collect(),
            jobs,
            nodes: if all_nodes { NodeChange::All(new.nodes.ids.clone()) } else { NodeChange::Some { jobs: others, ids } },
            final_before: Slot::MAX,
        }
    }

    fn request() -> impl Strategy<Value = Request> {
        // Now and then far away: the columns per slot become longer and shorter.
        let far = prop_oneof![9 => Just(0_u32), 1 => 50..400_u32];
        (1..5_u32, 0..30_u32, 0..6_u32, 0..5_u32, 1..7_u32, 1..=NODES, 1..4_u32, far).prop_map(
            |(user, submitted, ahead, relax, duration, nodes, jobs, far)| {
                let earliest_start = submitted + ahead + far;
                Request { user, submitted, earliest_start, latest_start: earliest_start + relax, duration, nodes, jobs }
            },
        )
    }

    proptest! {
        #[test]
        fn a_patched_view_is_the_view_of_the_new_plan(
            requests in prop::collection::vec(request(), 0..40),
            edits in prop::collection::vec(prop::collection::vec((0..50_u32, prop::option::weighted(0.8, request())), 1..3), 1..6),
            planner in prop::sample::select(PlannerKind::ALL[..5].to_vec()),
            all_nodes: bool,
        ) {
            let machine = Machine { nodes: NODES, ..Machine::default() };
            let scenario = |workload: &Workload| SlotsScenario {
                machine, workload: workload.clone(), policy: Policy { planner, ..Policy::default() }, market: None, tariff: Default::default(),
            };
            let mut workload = Workload::of_requests(requests);
            let mut old = run(&scenario(&workload)).unwrap();
            let mut view = PlanView::new(old.arrivals.clone(), old.decisions.clone(), old.nodes.clone(), machine).unwrap();
            for edits in edits {
                for &(id, change) in &edits {
                    workload = workload.with_edit(id, change);
                }
                let new = run(&scenario(&workload)).unwrap();
                let edition = view.edition().clone();
                let before = view.clone();
                view.patch(&patch_between(&old, &new, edits, all_nodes)).unwrap();
                let fresh = PlanView::new(new.arrivals.clone(), new.decisions.clone(), new.nodes.clone(), machine).unwrap();
                prop_assert_eq!(view.arrivals(), fresh.arrivals());
                prop_assert_eq!(view.decisions(), fresh.decisions());
                prop_assert_eq!(view.node_table(), fresh.node_table());
                prop_assert_eq!(&view.index, &fresh.index);
                // Outside the slots said to have changed every bar is what it was.
                if let Some(slots) = view.changed_since(&edition) {
                    let bars = |view: &PlanView| {
                        let mut bars = Vec::new();
                        view.for_each_running(0..1_000, |job| bars.push((job, view.slots_of(job), view.node_table().of(job as usize).to_vec(), view.tint_of(view.request_row(job)))));
                        bars.retain(|(_, running, ..)| running.as_ref().is_some_and(|running| running.end <= slots.start || running.start >= slots.end));
                        bars
                    };
                    prop_assert_eq!(bars(&view), bars(&before));
                }
                old = new;
            }
        }

        #[test]
        fn the_columns_are_what_they_are_named_after(requests in prop::collection::vec(request(), 0..60)) {
            let workload = Workload::of_requests(requests);
            let machine = Machine { nodes: NODES, ..Machine::default() };
            let plan = run(&SlotsScenario { machine, workload, policy: Policy::default(), market: None, tariff: Default::default() }).unwrap();
            let Outcome { arrivals, decisions, .. } = plan;
            let index = Index::new(&arrivals, &decisions, machine);
            let mut order: Vec<u32> = (0..arrivals.jobs() as u32).filter(|&job| decisions.accepted(job as usize)).collect();
            order.sort_by_key(|&job| (decisions.start[job as usize], arrivals.rank[job as usize]));
            prop_assert_eq!(&index.order, &order);
            let busy = bookahead_engine::slots::metrics::busy_per_slot(&arrivals, &decisions);
            prop_assert_eq!(index.busy.values(), &busy);
            for (t, &share) in index.sliding.values().iter().enumerate() {
                let plain = bookahead_engine::slots::metrics::sliding_utilisation(&busy, t as u32, machine);
                prop_assert!((f64::from(share) / SHARE_UNIT - plain).abs() < 1e-8);
            }
        }
    }
}
