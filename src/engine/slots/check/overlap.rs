//! Overlapping reservations, played again: whoever was booked beyond the machine's nodes was allowed to, and who was refused at its earliest start was not. The
//! rule is worked out anew: nodes in use are added up here where the planner adds up those that come free.

use super::load::Load;
use super::{Checker, Violation};
use crate::slots::decisions::Obstacle;
use crate::slots::overlap_rule::OverlapRule;
use crate::slots::request::Request;
use std::collections::BTreeMap;

/// A reservation: its slots and nodes.
#[derive(Clone, Copy)]
struct Stands {
    start: u64,
    end: u64,
    nodes: u64,
    /// Whether its user is not trusted to end early.
    stays: bool,
}

impl Stands {
    /// The probability that it is still at work in one of its slots: 1 − e^(−(d ÷ k − 1) ÷ m) after k of d slots.
    fn is_at_work(&self, slot: u64, mean_percent: u32) -> f64 {
        let (booked, passed) = ((self.end - self.start) as f64, (slot - self.start) as f64);
        if self.stays || passed == 0.0 || mean_percent == 0 {
            1.0
        } else {
            -libm::expm1(-(booked / passed - 1.0) / (f64::from(mean_percent) / 100.0))
        }
    }
}

/// What the rule says of a place.
struct Judged {
    free_slots: u64,
    most_booked: i64,
    chance: f64,
}

/// Differences of sums that were made in another order.
const ROUNDING: f64 = 1e-9;

impl Checker<'_> {
    /// How a job meets the rule at a start, in the plan before it.
    fn judged(&self, rule: OverlapRule, job: usize, start: u32, (before, load): (&[usize], &Load)) -> Judged {
        let (start, end) = self.span(job, start);
        let Request { nodes, submitted, user, .. } = self.request_of(job);
        let nodes = u64::from(nodes);
        let meets = |&&other: &&usize| {
            let (other_start, other_end) = self.span(other, self.decisions.first_start[other]);
            other_start < end && start < other_end
        };
        let stands = |&other: &usize| {
            let (start, end) = self.span(other, self.decisions.first_start[other]);
            let Request { nodes, user, .. } = self.request_of(other);
            Stands { start, end, nodes: u64::from(nodes), stays: self.ends.is_not_trusted(rule, user, submitted) }
        };
        let mut others: Vec<Stands> = before.iter().filter(meets).map(stands).collect();
        others.push(Stands { start, end, nodes, stays: self.ends.is_not_trusted(rule, user, submitted) });
        let mut judged = Judged { free_slots: 0, most_booked: 0, chance: 0.0 };
        for slot in start..end {
            let booked = load.at(slot) + nodes as i64;
            judged.most_booked = judged.most_booked.max(booked);
            if booked <= self.capacity() {
                judged.free_slots += 1;
                continue;
            }
            // Between two starts fewer and fewer are at work.
            if slot != start && others.iter().all(|one| one.start != slot) {
                continue;
            }
            let mut in_use = BTreeMap::from([(0_u64, 1.0)]);
            for one in others.iter().filter(|one| (one.start..one.end).contains(&slot)) {
                let works = one.is_at_work(slot, rule.overestimate);
                let mut next = BTreeMap::new();
                for (used, chance) in in_use {
                    *next.entry(used + one.nodes).or_insert(0.0) += chance * works;
                    if works < 1.0 {
                        *next.entry(used).or_insert(0.0) += chance * (1.0 - works);
                    }
                }
                in_use = next;
            }
            let over: f64 = in_use.range(self.capacity() as u64 + 1..).map(|(_, chance)| chance).sum();
            judged.chance = f64::max(judged.chance, over);
        }
        judged
    }

    /// An accepted job that is booked beyond the machine's nodes keeps to the rule; `before` are the jobs that stand before
    /// it, perhaps with some that are over, `load` is their sum.
    pub(super) fn overlap_is_allowed(&mut self, rule: OverlapRule, job: usize, (before, load): (&[usize], &Load)) {
        let start = self.decisions.first_start[job];
        let (from, to) = self.span(job, start);
        let peak = load.peak(from, to).map_or(0, |peak| peak.used);
        if peak + i64::from(self.request_of(job).nodes) <= self.capacity() {
            return;
        }
        let judged = self.judged(rule, job, start, (before, load));
        let needed = (u64::from(rule.free_share) * (to - from)).div_ceil(100);
        let limit = 1.0 - f64::from(rule.confidence) / 100.0;
        if judged.free_slots < needed || judged.chance >= limit + ROUNDING || judged.most_booked > self.bookable {
            let job = self.label(job);
            self.found.push(Violation::Overlap { job, free_slots: judged.free_slots, needed, chance: judged.chance, below: limit });
        }
    }

    /// The earliest start of a job that was refused breaks the rule as it was told; the plan is told as there.
    pub(super) fn overlap_is_forbidden(&mut self, rule: OverlapRule, job: usize, (before, load): (&[usize], &Load)) {
        use crate::slots::overlap::WhyNot;
        let Some(Obstacle::MayNotOverlap(look)) = self.decisions.refusal(job).map(|refusal| refusal.obstacle) else { return };
        let (from, to) = self.span(job, look.start);
        let judged = self.judged(rule, job, look.start, (before, load));
        let needed = (u64::from(rule.free_share) * (to - from)).div_ceil(100);
        let limit = 1.0 - f64::from(rule.confidence) / 100.0;
        let is_true = match look.why_not {
            Some(WhyNot::Twice) => judged.most_booked > self.bookable,
            Some(WhyNot::FewFree) => judged.free_slots < needed && judged.free_slots == u64::from(look.free_slots),
            Some(WhyNot::Probable) => judged.chance >= limit - ROUNDING,
            Some(WhyNot::TooMany) => judged.most_booked > self.capacity(),
            None => false,
        };
        if !is_true {
            self.found.push(Violation::ImpossibleReason { job: self.label(job) });
        }
    }
}
