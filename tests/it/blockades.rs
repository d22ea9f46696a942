//! What a refusal says stands in the way, against a recomputation by the oracle on the plan as it was: each stated fact by itself.

use crate::oracle::moving::{self, DeadEnd, Where};
use crate::oracle::{Job, Plan, counting, elastic, jobs_of};
use crate::support::plan;
use crate::support::random::{Case, case, cases};
use bookahead::engine::slots::decisions::{Move, Obstacle};
use bookahead::engine::slots::explain::{Blockade, BlockedSlot};
use bookahead::engine::slots::request::{Request, Slot};
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule};
use bookahead::engine::slots::search::{Staying, WhyStaying};
use proptest::prelude::*;
use std::cell::RefCell;

/// What the random scenarios led to: facts that never come up would be checked in vain.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    blockades: usize,
    several_slots: usize,
    after_moves: usize,
    could_in_part: usize,
    minimal: usize,
    reasons: [usize; 5],
}

/// The plan before a job was decided, and how the planner of a policy moves jobs; the job is the last one and stands nowhere.
struct Before {
    plan: Plan,
    rule: Option<(Where, ShiftRule)>,
}

impl Before {
    fn of(nodes: u32, jobs: &[Job], policy: Policy) -> Self {
        let (earlier, job) = (&jobs[..jobs.len() - 1], jobs[jobs.len() - 1]);
        let rule = match policy.planner {
            PlannerKind::FcfsEds | PlannerKind::OspEds => Some((Where::StartsThere, policy.shift)),
            PlannerKind::FcfsLrh => Some((Where::StandsThere, policy.shift)),
            _ => None,
        };
        let rigid = policy.planner == PlannerKind::Rigid;
        let told = match rule {
            _ if policy.planner.is_elastic() => {
                elastic::plan(nodes, earlier.to_vec(), policy.planner.ejects(), policy.shift, &mut None)
            }
            Some((candidates, shift)) => moving::plan(nodes, earlier.to_vec(), candidates, shift, &mut None),
            None => counting::plan(nodes, earlier.to_vec(), rigid, &mut None),
        };
        let latest_start = if rigid { job.earliest_start } else { job.latest_start };
        // Less may be booked for a job than it asked for.
        let stand = if policy.planner.is_elastic() { &told.jobs[..] } else { earlier };
        let mut plan = Plan::new(nodes, [stand, &[Job { latest_start, ..job }]].concat());
        for (job, start) in told.start.iter().enumerate() {
            if let Some(start) = start {
                plan.add(job, *start);
            }
        }
        Self { plan, rule }
    }

    fn newcomer(&self) -> Job {
        self.plan.jobs[self.plan.jobs.len() - 1]
    }

    fn after(&self, moves: &[Move]) -> Plan {
        let mut plan = self.plan.clone();
        for m in moves {
            assert_eq!(plan.start[m.job as usize], Some(m.from), "{m:?}");
            plan.delete(m.job as usize);
            plan.add(m.job as usize, m.to);
        }
        plan
    }

    /// The moves that clear a slot as far as it can be.
    fn clear(&self, slot: Slot) -> Vec<Move> {
        let Some((candidates, shift)) = self.rule else { return Vec::new() };
        moving::clear(&mut self.plan.clone(), slot, candidates, shift)
    }

    /// What the planner tried.
    fn search(&self) -> (Vec<Move>, Vec<DeadEnd>) {
        let Some((candidates, shift)) = self.rule else { return (Vec::new(), Vec::new()) };
        let (found, made, dead_ends) = moving::search(&mut self.plan.clone(), candidates, shift);
        assert_eq!(found, None, "the job was refused");
        (made, dead_ends)
    }

    /// Whether a slot rules out starts whatever is tried elsewhere.
    fn is_short_anyway(&self, slot: Slot, made: &[Move]) -> bool {
        let nodes = self.newcomer().nodes;
        (0..=made.len()).all(|tried| self.after(&made[..tried]).free(slot) < nodes)
            && self.after(&self.clear(slot)).free(slot) < nodes
    }

    /// Whether a job can go elsewhere so that it is not in a slot; first whether its window allows it at all.
    fn can_leave(&self, plan: &Plan, job: usize, slot: Slot) -> (bool, bool) {
        let Some((candidates, shift)) = self.rule else { return (false, false) };
        let Job { earliest_start, latest_start, duration, nodes, .. } = plan.jobs[job];
        let first = if candidates == Where::StartsThere { slot + 1 } else { earliest_start.max(self.newcomer().now) };
        let elsewhere = (first..=latest_start).filter(|start| !(*start <= slot && slot < start + duration));
        let mut plan = plan.clone();
        if shift == ShiftRule::Release {
            plan.delete(job);
        }
        let (mut allowed, mut possible) = (false, false);
        for start in elsewhere {
            (allowed, possible) = (true, possible || plan.has_room(start, duration, nodes));
        }
        (allowed, possible)
    }
}

fn check_staying(before: &Before, blocked: &BlockedSlot, seen: &mut Seen) {
    let plan = before.after(&blocked.moves);
    let now = before.newcomer().now;
    let listed: Vec<usize> = blocked.staying.iter().map(|staying| staying.job as usize).collect();
    let mut there = plan.slots[blocked.slot as usize].clone();
    there.sort_unstable();
    assert_eq!(listed, there, "each job in the slot is named");
    for &Staying { job, start, why } in &blocked.staying {
        let job = job as usize;
        assert_eq!(plan.start[job], Some(start), "it stands there");
        let (allowed, possible) = before.can_leave(&plan, job, blocked.slot);
        let eds = before.rule.is_some_and(|(candidates, _)| candidates == Where::StartsThere);
        let was_moved = blocked.moves.iter().any(|m| m.job as usize == job);
        match why {
            WhyStaying::Begun => assert!(start <= now),
            WhyStaying::StartsBefore => assert!(eds && start > now && start < blocked.slot),
            WhyStaying::Moved => assert!(!eds && start > now && was_moved),
            WhyStaying::NoOtherStart => {
                assert!(start > now && !allowed);
                assert!(!eds || start == plan.jobs[job].latest_start, "it stands at its latest start");
            }
            WhyStaying::NoRoom => assert!(start > now && allowed && !possible),
        }
        seen.reasons[why as usize] += 1;
    }
}

/// Checks everything that is said of one refused job.
fn check(before: &Before, told: &Blockade, seen: &mut Seen) {
    let Job { earliest_start, latest_start, duration, nodes, .. } = before.newcomer();
    let (made, dead_ends) = before.search();
    assert_eq!((told.first_start, told.last_start, told.more), (earliest_start, latest_start, 0));
    let mut next = earliest_start;
    let window = |start: Slot| start..start + duration;
    for blocked in &told.slots {
        let BlockedSlot { slot, first, last, free, ref moves, .. } = *blocked;
        assert_eq!(first, next, "the starts follow one another");
        assert!((first..=last).all(|start| window(start).contains(&slot)), "slot {slot} is needed for {first}–{last}");
        next = last + 1;
        if blocked.is_short_anyway {
            assert!(before.is_short_anyway(slot, &made), "slot {slot} is short and cannot be cleared");
            assert_eq!((free, moves), (before.plan.free(slot), &before.clear(slot)));
            seen.could_in_part += usize::from(!moves.is_empty());
        } else {
            assert!(window(first).all(|slot| !before.is_short_anyway(slot, &made)), "none is short anyway");
            let dead_end = |&(start, at, has, tried): &DeadEnd| {
                (start..=at).contains(&first) && (at, has, &made[..tried]) == (slot, free, &moves[..])
            };
            assert!(dead_ends.iter().any(dead_end), "the planner met it: {blocked:?} {dead_ends:?}");
            assert_eq!(before.after(moves).free(slot), free);
            seen.after_moves += 1;
        }
        assert!(free < nodes, "slot {slot} is short");
        if before.rule.is_some() {
            check_staying(before, blocked, seen);
        }
    }
    assert_eq!(next, latest_start + 1, "every start is ruled out");
    seen.blockades += 1;
    seen.several_slots += usize::from(told.slots.len() > 1);
    if told.slots.iter().all(|slot| slot.is_short_anyway) {
        let all: Vec<Slot> =
            (earliest_start..latest_start + duration).filter(|&slot| before.is_short_anyway(slot, &made)).collect();
        // By brute force while that is quick: no set of fewer slots meets every window.
        if all.len() <= 12 {
            let rules_out = |set: u32| {
                (earliest_start..=latest_start)
                    .all(|start| (0..all.len()).any(|i| set >> i & 1 == 1 && window(start).contains(&all[i])))
            };
            let least = (0..1_u32 << all.len()).filter(|&set| rules_out(set)).map(u32::count_ones).min();
            assert_eq!(least, Some(told.slots.len() as u32), "the fewest slots");
            seen.minimal += 1;
        }
    }
}

fn check_case(nodes: u32, requests: &[Request], policy: Policy, seen: &mut Seen) {
    let outcome = plan(nodes, requests, policy);
    let jobs = jobs_of(requests);
    let machine = Machine { nodes, ..Machine::default() };
    for refusal in outcome.decisions.refusals.iter().filter(|refusal| matches!(refusal.obstacle, Obstacle::ShortSlot { .. })) {
        let before = Before::of(nodes, &jobs[..=refusal.job as usize], policy);
        let told = Blockade::of(&outcome.arrivals, &outcome.decisions, machine, policy, refusal.job);
        check(&before, &told, seen);
    }
}

#[test]
fn every_fact_about_a_refusal_is_true() {
    let seen = RefCell::new(Seen::default());
    for policy in crate::support::policies().into_iter().filter(|policy| policy.planner != PlannerKind::FirstFitPhysical) {
        proptest!(cases(150), |(Case { nodes, requests } in case())| {
            let requests: Vec<Request> = requests.into_iter().filter(|request| request.relax() < 40 && request.duration < 40).collect();
            check_case(nodes, &requests, policy, &mut seen.borrow_mut());
        });
    }
    let seen = seen.into_inner();
    let Seen { blockades, several_slots, after_moves, could_in_part, minimal, reasons } = seen;
    assert!([blockades, several_slots, minimal].iter().all(|&count| count > 500), "{seen:?}");
    assert!([after_moves, could_in_part].iter().all(|&count| count > 10) && reasons.iter().all(|&count| count > 10), "{seen:?}");
}

/// The planner that asks jobs by their start knew of none here: all in the way had begun.
#[test]
fn a_refusal_is_told_where_every_job_in_the_way_has_begun() {
    let job = |user, submitted, earliest_start, latest_start, duration| Request {
        user,
        submitted,
        earliest_start,
        latest_start,
        duration,
        nodes: 1,
        jobs: 1,
    };
    // Every start of the second job needs slot 9.
    let requests = [job(1, 0, 0, 0, 40), job(2, 5, 6, 9, 4)];
    let machine = Machine { nodes: 1, ..Machine::default() };
    for policy in crate::support::policies() {
        let outcome = plan(1, &requests, policy);
        assert!(!outcome.decisions.accepted(1), "{policy:?}");
        if !matches!(outcome.decisions.refusals[0].obstacle, Obstacle::ShortSlot { .. }) {
            continue;
        }
        let told = Blockade::of(&outcome.arrivals, &outcome.decisions, machine, policy, 1);
        assert_eq!((told.slots.len(), told.is_fewest), (1, true), "{policy:?}");
        let blocked = &told.slots[0];
        assert!(blocked.is_short_anyway && blocked.moves.is_empty(), "{policy:?}: {blocked:?}");
        assert!(blocked.staying.iter().all(|staying| staying.why == WhyStaying::Begun), "{policy:?}: {blocked:?}");
    }
}
