//! Planning anew: for a newcomer, every reservation that may still change its start is taken out of the plan and placed again, one after another in
//! the order of the policy, each at its earliest start with room (Umar 2.1.5: Hu et al., Netto et al., Barzegar et al.). If one finds no place, the plan stays as it
//! was.
//!
//! Nodes are counted, not named: a job gets its nodes when it begins, and by the lemma (Umar 3.3.3) such a plan can always be executed.

mod order_search;

use self::order_search::{Effort, Order};
use crate::slots::decisions::Obstacle;
use crate::slots::order_search::OrderSearch;
use crate::slots::planner::logical::slot_plan::{Floor, SlotPlan};
use crate::slots::planner::newcomer::Newcomer;
use crate::slots::planner::shape::{Shape, shape_of};
use crate::slots::replanning::{FirstOrder, NettoOrder, Replan};
use crate::slots::request::Slot;
use crate::slots::search::PlacedAgain;
use crate::slots::workload::Arrivals;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use std::cmp::Reverse;

/// A reservation that is placed again.
#[derive(Clone, Copy, Debug)]
struct Unplaced {
    job: u32,
    /// Where it stands; `None` for the newcomer.
    from: Option<Slot>,
    /// First start it may have from now on.
    earliest: Slot,
    latest: Slot,
    /// JobsByStart in its window beside the first, those that have passed included.
    slack: Slot,
    shape: Shape,
}

/// A reservation that is not placed yet, and its earliest start with room as the plan stands so far.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    of: Unplaced,
    start: Slot,
}

/// The reservations that are planned anew.
#[derive(Clone, Copy)]
pub(in crate::slots::planner) struct AcceptedJobs<'a> {
    pub arrivals: &'a Arrivals,
    /// Where each job stands.
    pub start: &'a [Slot],
    /// Accepted jobs, among them all that have not begun.
    pub live: &'a [u32],
    /// How the order is searched for, if it is.
    pub search: OrderSearch,
}

/// Scratch and result of planning anew.
#[derive(Clone, Debug, Default)]
pub(in crate::slots::planner) struct ReplanAll {
    waiting: Vec<Unplaced>,
    candidates: Vec<Candidate>,
    placed: Vec<PlacedAgain>,
    /// Searches for a start, for the present newcomer.
    searches: u64,
}

impl Unplaced {
    fn deadline(&self) -> Slot {
        self.latest + self.shape.duration
    }

    fn size(&self) -> u64 {
        u64::from(self.shape.nodes) * u64::from(self.shape.duration)
    }

    fn placed(&self, to: Option<Slot>) -> PlacedAgain {
        PlacedAgain { job: self.job, from: self.from, to }
    }
}

impl Candidate {
    fn overlaps(&self, other: &Self) -> bool {
        self.start < other.start + other.of.shape.duration && other.start < self.start + self.of.shape.duration
    }
}

impl ReplanAll {
    /// Who was placed where, in this order, as far as it came. Ends with the reservation that found no place, if there was one.
    pub fn placed(&self) -> &[PlacedAgain] {
        &self.placed
    }

    /// How often a start was looked for, in every order that was tried. Reservations that stay where they are because nothing before them changed are not
    /// looked at.
    pub fn searches(&self) -> u64 {
        self.searches
    }

    /// Places the reservations again. If all have a place, the plan has them there, and the start for the newcomer is given, which is not booked.
    ///
    /// # Errors
    /// One has no place, or there are too many: the plan is as before.
    pub fn find(
        &mut self,
        replan: Replan,
        plan: &mut SlotPlan,
        accepted: AcceptedJobs,
        newcomer: Newcomer,
    ) -> Result<Slot, Obstacle> {
        self.list(replan, accepted, newcomer);
        let (most, most_slots) = replan.limits();
        let waiting = self.waiting.len() as u32;
        let slots = self.waiting.iter().map(|w| u64::from(w.deadline() - w.earliest)).sum();
        if waiting > most || slots > most_slots {
            return Err(Obstacle::TooManyWaiting { waiting, slots });
        }
        self.sort(replan, accepted.arrivals, newcomer);
        // Those before the newcomer in an order that never changes met the same plan when they were placed last: whoever has begun since stands where
        // it stood then, behind them. They would be placed where they are.
        let own = self.waiting.iter().position(|w| w.job == newcomer.job).unwrap_or(0);
        let kept = if replan.has_lasting_order() { own } else { 0 };
        self.placed.extend(self.waiting[..kept].iter().map(|w| w.placed(w.from)));
        for w in &self.waiting[kept..] {
            if let Some(from) = w.from {
                plan.give_back(from, w.shape);
            }
        }
        let is_whole = match replan {
            Replan::First(FirstOrder::MinMin) => self.choosing(plan, earliest_finish),
            Replan::First(FirstOrder::Sufferage) => self.choosing(plan, greatest_sufferage),
            Replan::Gelsar | Replan::Genetic => {
                let orders = accepted.search.orders(waiting, slots);
                self.search(replan, plan, Effort::of(accepted.search, orders, seed_of(accepted.arrivals, newcomer)));
                self.in_order(plan, kept)
            }
            _ => self.in_order(plan, kept),
        };
        let found = self.placed.iter().find(|placed| placed.job == newcomer.job).and_then(|placed| placed.to);
        if let (true, Some(start)) = (is_whole, found) {
            plan.give_back(start, newcomer.shape);
            return Ok(start);
        }
        for placed in &self.placed[kept..] {
            if let Some(to) = placed.to {
                plan.give_back(to, shape_of(accepted.arrivals, placed.job));
            }
        }
        for w in &self.waiting[kept..] {
            if let Some(from) = w.from {
                plan.take(from, w.shape);
            }
        }
        let left_out = self.placed.last().map_or(newcomer.job, |placed| placed.job);
        Err(Obstacle::LeftOut { job: left_out, placed: self.placed.len().saturating_sub(1) as u32, waiting })
    }

    /// The reservations whose starts may change, by arrival, the newcomer last.
    fn list(&mut self, replan: Replan, AcceptedJobs { arrivals, start, live, .. }: AcceptedJobs, newcomer: Newcomer) {
        let now = newcomer.now;
        self.placed.clear();
        self.waiting.clear();
        self.searches = 0;
        for &job in live {
            let (row, from) = (arrivals.request[job as usize] as usize, start[job as usize]);
            if !replan.is_fixed(arrivals.submitted[row], from, now) {
                let (window_start, latest) = (arrivals.earliest_start[row], arrivals.latest_start[row]);
                let (earliest, slack) = (window_start.max(now), latest - window_start);
                self.waiting.push(Unplaced { job, from: Some(from), earliest, latest, slack, shape: shape_of(arrivals, job) });
            }
        }
        self.waiting.sort_unstable_by_key(|w| w.job);
        let Newcomer { job, earliest_start: earliest, latest_start: latest, shape, .. } = newcomer;
        self.waiting.push(Unplaced { job, from: None, earliest, latest, slack: latest - earliest, shape });
    }

    /// Puts them in the order of a policy that does not look at the plan; the others leave them by arrival.
    fn sort(&mut self, replan: Replan, arrivals: &Arrivals, newcomer: Newcomer) {
        let waiting = &mut self.waiting;
        match replan {
            Replan::First(FirstOrder::MinSlack) => waiting.sort_by_key(|w| w.slack),
            Replan::First(FirstOrder::MinMax) | Replan::Netto(NettoOrder::EarliestDeadline, _) => {
                waiting.sort_by_key(Unplaced::deadline)
            }
            Replan::Netto(NettoOrder::BiggestFirst, _) => waiting.sort_by_key(|w| Reverse(w.size())),
            Replan::Netto(NettoOrder::LeastFlexible, _) => waiting.sort_by_key(|w| w.latest - w.earliest),
            Replan::Netto(NettoOrder::Shuffle, _) => {
                waiting.shuffle(&mut ChaCha12Rng::seed_from_u64(seed_of(arrivals, newcomer)));
            }
            Replan::First(_) | Replan::Netto(NettoOrder::Fifo, _) | Replan::Gelsar | Replan::Genetic => {}
        }
    }

    /// Puts them in the best order that is found. The search begins with the order of their starts, the newcomer last, in which all others find room at the
    /// latest where they stand; and with that of their deadlines.
    fn search(&mut self, replan: Replan, plan: &mut SlotPlan, effort: Effort) {
        let waiting = &self.waiting;
        if waiting.len() < 2 {
            return;
        }
        let mut by_start: Order = (0..waiting.len() as u32).collect();
        let mut by_deadline = by_start.clone();
        by_start.sort_by_key(|&at| waiting[at as usize].from.unwrap_or(Slot::MAX));
        by_deadline.sort_by_key(|&at| waiting[at as usize].deadline());
        // Whoever has no place costs more than all delays together.
        let left_out = waiting.iter().map(|w| u64::from(w.latest - w.earliest)).sum::<u64>() + 1;
        let mut taken = Vec::with_capacity(waiting.len());
        let mut searches = 0;
        let cost = |order: &[u32]| {
            let mut cost = 0;
            searches += order.len() as u64;
            for w in order.iter().map(|&at| &waiting[at as usize]) {
                let Some(to) = plan.first_fit(w.earliest, w.latest, w.shape) else {
                    cost += left_out;
                    continue;
                };
                plan.take(to, w.shape);
                taken.push((to, w.shape));
                cost += u64::from(to - w.earliest);
            }
            for (to, shape) in taken.drain(..) {
                plan.give_back(to, shape);
            }
            cost
        };
        let given = [by_start, by_deadline];
        let best = if replan == Replan::Gelsar {
            order_search::gelsar(effort, given, cost)
        } else {
            order_search::genetic(effort, given, cost)
        };
        self.searches += searches;
        self.waiting = best.into_iter().map(|at| waiting[at as usize]).collect();
    }

    /// Places them one after another, from the one in place `kept` on. Whether all have a place.
    fn in_order(&mut self, plan: &mut SlotPlan, kept: usize) -> bool {
        for w in &self.waiting[kept..] {
            self.searches += 1;
            let to = plan.first_fit(w.earliest, w.latest, w.shape);
            self.placed.push(w.placed(to));
            let Some(to) = to else { return false };
            plan.take(to, w.shape);
        }
        true
    }

    /// Places them one after another as `choose` says, which sees all that are left and where each could start. Whether all have a place.
    fn choosing(&mut self, plan: &mut SlotPlan, choose: fn(&[Candidate], &mut SlotPlan, &mut u64) -> usize) -> bool {
        self.candidates.clear();
        for &of in &self.waiting {
            self.searches += 1;
            let Some(start) = plan.first_fit(of.earliest, of.latest, of.shape) else {
                self.placed.push(of.placed(None));
                return false;
            };
            self.candidates.push(Candidate { of, start });
        }
        while !self.candidates.is_empty() {
            // By arrival they stay, so that ties are told by it.
            let chosen = self.candidates.remove(choose(&self.candidates, plan, &mut self.searches));
            plan.take(chosen.start, chosen.of.shape);
            self.placed.push(chosen.of.placed(Some(chosen.start)));
            for candidate in self.candidates.iter_mut().filter(|candidate| candidate.overlaps(&chosen)) {
                let Candidate { of, start } = candidate;
                self.searches += 1;
                // Nothing was given back, so no earlier start has room now.
                let Some(later) = plan.first_fit(*start, of.latest, of.shape) else {
                    self.placed.push(of.placed(None));
                    return false;
                };
                *start = later;
            }
        }
        true
    }
}

/// The seed of what is drawn for a newcomer, by what does not change when other requests are edited.
fn seed_of(arrivals: &Arrivals, newcomer: Newcomer) -> u64 {
    let row = arrivals.request[newcomer.job as usize] as usize;
    u64::from(arrivals.user[row]) << 32 | u64::from(newcomer.now)
}

/// The candidate that could end first; of several the one that came first.
fn earliest_finish(candidates: &[Candidate], _: &mut SlotPlan, _: &mut u64) -> usize {
    let finish = |candidate: &Candidate| candidate.start + candidate.of.shape.duration;
    (0..candidates.len()).min_by_key(|&at| finish(&candidates[at])).unwrap_or(0)
}

/// The candidate whose start another one would delay most if that were placed before it; of several the one that came first. Losing every start counts
/// as a delay beyond the last one.
fn greatest_sufferage(candidates: &[Candidate], plan: &mut SlotPlan, searches: &mut u64) -> usize {
    let (mut most, mut chosen) = (0, 0);
    for (at, own) in candidates.iter().enumerate() {
        let Unplaced { latest, shape, .. } = own.of;
        // No delay is longer than this one.
        if latest + 1 - own.start <= most {
            continue;
        }
        let (_, least) = plan.leftmost_min(own.start, shape.duration, own.start, &mut Floor::default());
        for other in candidates.iter().filter(|other| other.of.job != own.of.job && other.overlaps(own)) {
            if shape.nodes + other.of.shape.nodes <= least {
                continue;
            }
            plan.take(other.start, other.of.shape);
            *searches += 1;
            let delayed = plan.first_fit(own.start, latest, shape).unwrap_or(latest + 1);
            plan.give_back(other.start, other.of.shape);
            if delayed - own.start > most {
                (most, chosen) = (delayed - own.start, at);
            }
        }
    }
    chosen
}
