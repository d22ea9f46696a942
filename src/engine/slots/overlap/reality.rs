//! The real durations, and what becomes of a plan when they come to light.

use crate::slots::decisions::Decisions;
use crate::slots::overlap_rule::OverlapRule;
use crate::slots::request::Slot;
use crate::slots::scenario::{Machine, Policy};
use crate::slots::workload::Arrivals;
use rand::RngExt;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What becomes of a plan with overlapping reservations when the real durations come to light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Reality {
    /// Accepted jobs whose nodes are in use when they are to start. They do not run.
    pub violations: u32,
    /// violations ÷ accepted jobs; 0 without any.
    pub violation_rate: f64,
    /// Node-slots really used: Σ nodes × real duration of the jobs that run.
    pub used_node_slots: u64,
    /// used_node_slots ÷ (capacity × slots from the first start to the last booked end); 0 for an empty plan.
    pub utilisation: f64,
    /// Mean of duration ÷ real duration − 1 over the accepted jobs; 0 without any.
    pub overestimate: f64,
}

/// Slots that a job really takes of the `duration` it booked: the estimate is (1 + x) times the real duration, x exponential with the rule's mean; a slot that is
/// begun counts. Users who estimate exactly have x = 0. The same user's job of the same number has the same x whatever else is asked for.
pub fn real_slots(rule: OverlapRule, user: u32, number: u32, duration: Slot) -> Slot {
    if rule.overestimate == 0 || is_exact(rule, user) {
        return duration;
    }
    // From 0 on and below 1, so that the logarithm is finite.
    let drawn = drawn(rule, user, number);
    let over = -libm::log(1.0 - drawn) * f64::from(rule.overestimate) / 100.0;
    (libm::ceil(f64::from(duration) / (1.0 + over)) as Slot).clamp(1, duration)
}

/// Whether the jobs of a user take all that they booked.
fn is_exact(rule: OverlapRule, user: u32) -> bool {
    // Jobs are numbered from 1, so that the user's own number is none of theirs.
    rule.exact_users > 0 && 100.0 * drawn(rule, user, 0) < f64::from(rule.exact_users)
}

/// A number from 0 on and below 1.
fn drawn(rule: OverlapRule, user: u32, number: u32) -> f64 {
    let job = (u64::from(user) << 32 | u64::from(number)).wrapping_add(rule.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    ChaCha12Rng::seed_from_u64(job).random()
}

/// When the job of a row really ends if it runs.
fn real_end(arrivals: &Arrivals, decisions: &Decisions, rule: OverlapRule, job: u32) -> Slot {
    let row = arrivals.request[job as usize] as usize;
    let slots = real_slots(rule, arrivals.user[row], arrivals.number[job as usize], arrivals.duration[row]);
    decisions.start[job as usize] + slots
}

impl Reality {
    /// Lets time pass over the plan of a policy with overlapping reservations; `None` for the others.
    pub fn of(arrivals: &Arrivals, decisions: &Decisions, machine: Machine, policy: Policy) -> Option<Self> {
        policy.planner.overlaps().then(|| Self::told(arrivals, decisions, machine, policy.overlap, &mut |_| {}))
    }

    /// The jobs that are violated, ascending; none where reservations may not overlap.
    pub fn violated(arrivals: &Arrivals, decisions: &Decisions, machine: Machine, policy: Policy) -> Vec<u32> {
        let mut violated = Vec::new();
        if policy.planner.overlaps() {
            Self::told(arrivals, decisions, machine, policy.overlap, &mut |job| violated.push(job));
        }
        violated.sort_unstable();
        violated
    }

    /// The same; `violated` is told of every violated job, by start.
    pub fn told(
        arrivals: &Arrivals,
        decisions: &Decisions,
        machine: Machine,
        rule: OverlapRule,
        violated: &mut impl FnMut(u32),
    ) -> Self {
        let accepted = (0..decisions.start.len() as u32).filter(|&job| decisions.accepted(job as usize));
        // Who was accepted first gets its nodes first: start and job in one number that sorts.
        let mut by_start: Vec<u64> = accepted.map(|job| u64::from(decisions.start[job as usize]) << 32 | u64::from(job)).collect();
        by_start.sort_unstable();
        let mut running: BinaryHeap<Reverse<(Slot, u32)>> = BinaryHeap::new();
        let (mut free, mut found) = (machine.nodes, Self::default());
        let (mut over, mut booked_end) = (0.0, 0);
        for &place in &by_start {
            let job = place as u32;
            let row = arrivals.request[job as usize] as usize;
            let (start, nodes, duration) = (decisions.start[job as usize], arrivals.nodes[row], arrivals.duration[row]);
            while let Some(Reverse((_, ended))) = running.peek().copied().filter(|Reverse((end, _))| *end <= start) {
                running.pop();
                free += ended;
            }
            let end = real_end(arrivals, decisions, rule, job);
            over += f64::from(duration) / f64::from(end - start) - 1.0;
            booked_end = booked_end.max(start + duration);
            if nodes > free {
                found.violations += 1;
                violated(job);
                continue;
            }
            free -= nodes;
            running.push(Reverse((end, nodes)));
            found.used_node_slots += u64::from(nodes) * u64::from(end - start);
        }
        let accepted = by_start.len().max(1) as f64;
        let first = by_start.first().map_or(0, |&place| (place >> 32) as u32);
        let span = u64::from(machine.nodes) * u64::from(booked_end - first);
        found.violation_rate = f64::from(found.violations) / accepted;
        found.overestimate = over / accepted;
        found.utilisation = if span == 0 { 0.0 } else { found.used_node_slots as f64 / span as f64 };
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_overestimate_by_the_mean_of_the_rule() {
        for overestimate in [0, 35, 100] {
            let rule = OverlapRule { overestimate, seed: 3, ..OverlapRule::default() };
            // So long that whole slots make no difference.
            let duration = 1_000_000;
            let jobs = 20_000;
            let over = |user| f64::from(duration) / f64::from(real_slots(rule, user, 1, duration)) - 1.0;
            let mean = (0..jobs).map(over).sum::<f64>() / f64::from(jobs);
            assert!((mean * 100.0 - f64::from(overestimate)).abs() < 0.02 * f64::from(overestimate) + 1e-9, "{mean}");
            assert!((0..50).all(|user| (1..=5).contains(&real_slots(rule, user, 2, 5))));
        }
    }

    #[test]
    fn as_many_users_are_exact_as_the_rule_says() {
        let rule = OverlapRule { exact_users: 30, seed: 4, ..OverlapRule::default() };
        // So long that nobody else comes to it by whole slots.
        let exact = |user: &u32| (1..4).all(|number| real_slots(rule, *user, number, 1_000_000) == 1_000_000);
        let users = (0..10_000).filter(exact).count();
        assert!((2_850..3_150).contains(&users), "{users}");
        // The others are as they were.
        let others = (0..1_000).filter(|user| !exact(user));
        let plain = OverlapRule { exact_users: 0, ..rule };
        assert!(others.into_iter().all(|user| real_slots(rule, user, 1, 500) == real_slots(plain, user, 1, 500)));
    }

    #[test]
    fn real_durations_are_as_probable_as_the_planner_says() {
        let rule = OverlapRule::default();
        for slots in 1..9 {
            let jobs = 20_000;
            let longer = (0..jobs).filter(|&user| real_slots(rule, user, 1, 9) > slots).count() as f64 / f64::from(jobs);
            let told = super::super::chance::still_runs(9, slots, rule.overestimate);
            assert!((longer - told).abs() < 0.012, "{slots}: {longer} {told}");
        }
    }
}
