//! Overlapping reservations (Umar 2.1.3), from our reading of Xiao et al.: every start is tried, and every slot of it is weighed by how many nodes may be in use.

use super::revenue::Clerk;
use super::{Job, Plan, Told, Verdict};
use bookahead_engine::slots::decisions::Obstacle;
use bookahead_engine::slots::overlap::{OverlapLook, WhyNot, real_slots};
use bookahead_engine::slots::overlap_rule::OverlapRule;
use bookahead_engine::slots::request::Slot;

/// The slots that are booked, however many nodes that takes.
struct Booked {
    plan: Plan,
    rule: OverlapRule,
}

impl Booked {
    fn in_slot(&self, slot: Slot) -> u32 {
        self.plan.slots.get(slot as usize).map_or(0, |jobs| jobs.iter().map(|&job| self.plan.jobs[job].nodes).sum())
    }

    /// The probability that a job still runs when `passed` of its `duration` slots have.
    fn still_runs(&self, duration: Slot, passed: Slot) -> f64 {
        match (passed, self.rule.overestimate) {
            (0, _) | (_, 0) => 1.0,
            // It has ended if its user has overestimated by more than this.
            _ => {
                let most = f64::from(duration - passed) / f64::from(passed);
                1.0 - libm::exp(-most / (f64::from(self.rule.overestimate) * 0.01))
            }
        }
    }

    /// Whether a user's job may be expected to end early: everybody's, or that of users of whose ended jobs, one early and one late one added, so large a share
    /// ended early.
    fn is_trusted(&self, user: u32, now: Slot) -> bool {
        let (mut early, mut all) = (1_u32, 2_u32);
        for (job, start) in self.plan.jobs.iter().zip(&self.plan.start).filter(|(job, _)| job.user == user) {
            let real = real_slots(self.rule, user, job.number, job.duration);
            if start.is_some_and(|start| start + real <= now) {
                all += 1;
                early += u32::from(real != job.duration);
            }
        }
        f64::from(early) / f64::from(all) + 1e-12 >= f64::from(self.rule.trust) / 100.0
    }

    /// The probability that more nodes are in use in a slot than there are, the newcomer having started.
    fn chance(&self, slot: Slot, newcomer: usize, start: Slot) -> f64 {
        let stands = |job: usize| (job, self.plan.start[job].expect("it is booked"));
        let mut here: Vec<(usize, Slot)> = self.plan.slots[slot as usize].iter().map(|&job| stands(job)).collect();
        here.push((newcomer, start));
        let all: u32 = here.iter().map(|&(job, _)| self.plan.jobs[job].nodes).sum();
        // The probability that so many nodes are in use, by their number.
        let mut in_use = vec![0.0; all as usize + 1];
        in_use[0] = 1.0;
        for (job, start) in here {
            let Job { nodes, duration, user, .. } = self.plan.jobs[job];
            let is_trusted = self.is_trusted(user, self.plan.jobs[newcomer].now);
            let runs = if is_trusted { self.still_runs(duration, slot - start) } else { 1.0 };
            let before = in_use.clone();
            for (used, chance) in in_use.iter_mut().enumerate() {
                let came = used.checked_sub(nodes as usize).map_or(0.0, |before_it| before[before_it]);
                *chance = before[used] * (1.0 - runs) + came * runs;
            }
        }
        // The rule counts in billionths.
        let over: f64 = in_use.iter().skip(self.plan.capacity as usize + 1).sum();
        (over * 1e9).round() / 1e9
    }

    /// What the rule says of a start.
    fn look(&self, newcomer: usize, start: Slot) -> OverlapLook {
        let Job { duration, nodes, .. } = self.plan.jobs[newcomer];
        let slots = start..start + duration;
        let booked = |slot: Slot| self.in_slot(slot) + nodes;
        let is_free = |slot: &Slot| booked(*slot) <= self.plan.capacity;
        let look = |slot: Slot| OverlapLook { start, free_slots: 0, slot, booked: booked(slot), chance: 0, why_not: None };
        // The last of them.
        if let Some(slot) = slots.clone().rev().find(|&slot| booked(slot) > 2 * self.plan.capacity) {
            return OverlapLook { why_not: Some(WhyNot::Twice), ..look(slot) };
        }
        let free_slots = slots.clone().filter(is_free).count() as u32;
        if f64::from(free_slots) < f64::from(duration) * f64::from(self.rule.free_share) / 100.0 {
            let slot = slots.clone().find(|slot| !is_free(slot)).expect("some are not");
            return OverlapLook { free_slots, why_not: Some(WhyNot::FewFree), ..look(slot) };
        }
        let below = f64::from(100 - self.rule.confidence) / 100.0;
        let mut worst = OverlapLook { free_slots, ..look(start) };
        let mut most = -1.0;
        for slot in slots.filter(|slot| !is_free(slot)) {
            let chance = self.chance(slot, newcomer, start);
            if chance > most {
                most = chance;
                worst = OverlapLook { free_slots, chance: (chance * 10_000.0).round() as u32, ..look(slot) };
            }
            if chance >= below {
                return OverlapLook { why_not: Some(WhyNot::Probable), ..worst };
            }
        }
        worst
    }
}

/// Plans job after job.
pub fn plan(capacity: u32, jobs: Vec<Job>, rule: OverlapRule, clerk: &mut Option<Clerk>) -> Told {
    let mut booked = Booked { plan: Plan::new(capacity, jobs), rule };
    let mut verdicts = Vec::new();
    for newcomer in 0..booked.plan.jobs.len() {
        let Job { earliest_start, latest_start, duration, nodes, .. } = booked.plan.jobs[newcomer];
        let has_room = |start: &Slot| (*start..start + duration).all(|slot| booked.in_slot(slot) + nodes <= capacity);
        let window = || earliest_start..=latest_start;
        let found = window().find(has_room).or_else(|| window().find(|&start| booked.look(newcomer, start).why_not.is_none()));
        let refused = match found {
            None => Some(Obstacle::MayNotOverlap(booked.look(newcomer, earliest_start))),
            Some(_) => None,
        };
        let asked = clerk.as_mut().and_then(|clerk| clerk.ask(&booked.plan, newcomer, found));
        match (refused.or(asked), found) {
            (None, Some(start)) => {
                booked.plan.add(newcomer, start);
                verdicts.push(Verdict::Placed { start });
            }
            (obstacle, _) => {
                let obstacle = obstacle.expect("who is not placed met something");
                verdicts.push(Verdict::Refused { obstacle, put_back: 0 });
            }
        }
    }
    Told { jobs: booked.plan.jobs, verdicts, moves: Vec::new(), start: booked.plan.start, nodes: None }
}
