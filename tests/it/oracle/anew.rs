//! Planning everything anew for each newcomer (Umar 2.1.5), from our readings of Hu et al. and Netto et al.: the whole plan is emptied of what may
//! change and filled again, one job after another.

use super::revenue::Clerk;
use super::{Job, Plan, Told, Verdict};
use bookahead::engine::slots::decisions::{Move, NO_SHORT_SLOT, Obstacle};
use bookahead::engine::slots::replanning::{FirstOrder, NettoOrder, Replan};
use bookahead::engine::slots::request::Slot;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;

/// Plans job after job.
pub fn plan(capacity: u32, jobs: Vec<Job>, replan: Replan, clerk: &mut Option<Clerk>) -> Told {
    let mut plan = Plan::new(capacity, jobs);
    let (mut moves, mut verdicts) = (Vec::new(), Vec::new());
    for newcomer in 0..plan.jobs.len() {
        let p_old = plan.clone();
        let (found, made) = match anew(&mut plan, newcomer, replan) {
            Ok(made) => {
                let start = plan.start[newcomer];
                plan.delete(newcomer);
                (start.ok_or(()), made)
            }
            Err(obstacle) => {
                plan = p_old;
                if let Some(clerk) = clerk.as_mut() {
                    clerk.ask(&plan, newcomer, None);
                }
                verdicts.push(Verdict::Refused { obstacle, put_back: 0 });
                continue;
            }
        };
        let start = found.expect("the newcomer was placed");
        match clerk.as_mut().and_then(|clerk| clerk.ask(&plan, newcomer, Some(start))) {
            Some(obstacle) => {
                plan = p_old;
                verdicts.push(Verdict::Refused { obstacle, put_back: made.len() as u32 });
            }
            None => {
                plan.add(newcomer, start);
                moves.extend(made);
                verdicts.push(Verdict::Placed { start });
            }
        }
    }
    Told { jobs: plan.jobs, verdicts, moves, start: plan.start, nodes: None }
}

/// First start with room that is not in the past.
fn earliest(plan: &Plan, job: usize, now: Slot) -> Option<Slot> {
    let Job { earliest_start, latest_start, duration, nodes, .. } = plan.jobs[job];
    (earliest_start.max(now)..=latest_start).find(|&start| plan.has_room(start, duration, nodes))
}

fn is_fixed(replan: Replan, job: Job, start: Slot, now: Slot) -> bool {
    let percent = match replan {
        Replan::First(_) => 100,
        Replan::Netto(_, share) => share.percent(),
    };
    start <= now || (percent < 100 && f64::from(now - job.now) >= f64::from(start - job.now) * f64::from(percent) / 100.0)
}

fn anew(plan: &mut Plan, newcomer: usize, replan: Replan) -> Result<Vec<Move>, Obstacle> {
    let now = plan.jobs[newcomer].now;
    let stood = plan.start.clone();
    let mut left: Vec<usize> =
        (0..newcomer).filter(|&job| stood[job].is_some_and(|start| !is_fixed(replan, plan.jobs[job], start, now))).collect();
    left.iter().for_each(|&job| plan.delete(job));
    left.push(newcomer);
    let waiting = left.len() as u32;
    let slack = |job: Job| job.latest_start - job.earliest_start;
    match replan {
        Replan::First(FirstOrder::MinSlack) => left.sort_by_key(|&job| (slack(plan.jobs[job]), job)),
        Replan::First(FirstOrder::MinMax) | Replan::Netto(NettoOrder::EarliestDeadline, _) => {
            left.sort_by_key(|&job| (plan.jobs[job].latest_start + plan.jobs[job].duration, job));
        }
        Replan::Netto(NettoOrder::BiggestFirst, _) => {
            left.sort_by_key(|&job| (u32::MAX - plan.jobs[job].nodes * plan.jobs[job].duration, job));
        }
        Replan::Netto(NettoOrder::LeastFlexible, _) => {
            left.sort_by_key(|&job| (plan.jobs[job].latest_start - plan.jobs[job].earliest_start.max(now), job));
        }
        Replan::Netto(NettoOrder::Shuffle, _) => {
            let seed = u64::from(plan.jobs[newcomer].user) << 32 | u64::from(now);
            left.shuffle(&mut ChaCha12Rng::seed_from_u64(seed));
        }
        Replan::First(_) | Replan::Netto(NettoOrder::Fifo, _) => {}
    }
    let looks_at_plan = matches!(replan, Replan::First(FirstOrder::MinMin | FirstOrder::Sufferage));
    let (mut made, mut placed) = (Vec::new(), 0);
    while !left.is_empty() {
        let lost = if looks_at_plan { left.iter().find(|&&job| earliest(plan, job, now).is_none()) } else { None };
        if let Some(&job) = lost {
            return Err(Obstacle::LeftOut { job: job as u32, placed, waiting });
        }
        let finish = |plan: &Plan, job: usize| earliest(plan, job, now).expect("none is lost") + plan.jobs[job].duration;
        let next = match replan {
            Replan::First(FirstOrder::MinMin) => {
                (0..left.len()).min_by_key(|&at| (finish(plan, left[at]), left[at])).expect("some are left")
            }
            Replan::First(FirstOrder::Sufferage) => {
                let all: Vec<u32> = left.iter().map(|&job| sufferage(plan, &left, job, now)).collect();
                let most = *all.iter().max().expect("some are left");
                all.iter().position(|&own| own == most).expect("one has the most")
            }
            _ => 0,
        };
        let job = left.remove(next);
        let Some(start) = earliest(plan, job, now) else {
            return Err(Obstacle::LeftOut { job: job as u32, placed, waiting });
        };
        plan.add(job, start);
        placed += 1;
        if let Some(from) = stood[job].filter(|&from| from != start) {
            made.push(Move { job: job as u32, from, to: start, beneficiary: newcomer as u32, short_slot: NO_SHORT_SLOT });
        }
    }
    Ok(made)
}

/// The longest delay that another job would bring; losing every start is a delay beyond the last one.
fn sufferage(plan: &Plan, left: &[usize], job: usize, now: Slot) -> u32 {
    let own = earliest(plan, job, now).expect("none is lost");
    let delay = |other: usize| {
        let mut with = plan.clone();
        with.add(other, earliest(plan, other, now).expect("none is lost"));
        earliest(&with, job, now).unwrap_or(plan.jobs[job].latest_start + 1) - own
    };
    left.iter().filter(|&&other| other != job).map(|&other| delay(other)).max().unwrap_or(0)
}
