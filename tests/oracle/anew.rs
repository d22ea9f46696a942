//! Planning everything anew for each newcomer (Umar 2.1.5), from our readings of Hu et al., Netto et al. and Barzegar et al.: the whole plan is emptied of what may
//! change and filled again, one job after another.

use super::revenue::Clerk;
use super::{Job, Plan, Told, Verdict};
use bookahead_engine::slots::decisions::{Move, NO_SHORT_SLOT, Obstacle};
use bookahead_engine::slots::order_search::OrderSearch;
use bookahead_engine::slots::replanning::{FirstOrder, NettoOrder, Replan};
use bookahead_engine::slots::request::Slot;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::SeedableRng;
use std::cell::RefCell;

/// Plans job after job.
pub fn plan(capacity: u32, jobs: Vec<Job>, (replan, search): (Replan, OrderSearch), clerk: &mut Option<Clerk>) -> Told {
    let mut plan = Plan::new(capacity, jobs);
    let (mut moves, mut verdicts) = (Vec::new(), Vec::new());
    for newcomer in 0..plan.jobs.len() {
        let p_old = plan.clone();
        let (found, made) = match anew(&mut plan, newcomer, replan, search) {
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
        Replan::First(_) | Replan::Gelsar | Replan::Genetic => 100,
        Replan::Netto(_, share) => share.percent(),
    };
    start <= now || (percent < 100 && f64::from(now - job.now) >= f64::from(start - job.now) * f64::from(percent) / 100.0)
}

fn anew(plan: &mut Plan, newcomer: usize, replan: Replan, search: OrderSearch) -> Result<Vec<Move>, Obstacle> {
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
        Replan::Gelsar | Replan::Genetic => left = searched(plan, left, &stood, (replan, search), newcomer),
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

/// What it costs to place jobs in an order: first how many have no place, then how long the others wait.
fn cost(plan: &mut Plan, order: &[usize], now: Slot) -> i64 {
    let (mut cost, mut all) = (0, 1);
    let mut lost = 0;
    for &job in order {
        let Job { earliest_start, latest_start, .. } = plan.jobs[job];
        all += i64::from(latest_start - earliest_start.max(now));
        match earliest(plan, job, now) {
            None => lost += 1,
            Some(start) => {
                cost += i64::from(start - earliest_start.max(now));
                plan.add(job, start);
            }
        }
    }
    order.iter().for_each(|&job| plan.delete(job));
    cost + lost * all
}

/// The order that a search finds, `docs/papers.md` says how: usually 6 orders and 4 generations, or 6 neighbours and 4 steps. The plans of the tests are so
/// small that no search is cut short.
fn searched(
    plan: &Plan,
    left: Vec<usize>,
    stood: &[Option<Slot>],
    (replan, search): (Replan, OrderSearch),
    newcomer: usize,
) -> Vec<usize> {
    let OrderSearch { population, generations, seed } = search;
    let now = plan.jobs[newcomer].now;
    let (mut by_start, mut by_deadline) = (left.clone(), left);
    if by_start.len() < 2 {
        return by_start;
    }
    by_start.sort_by_key(|&job| (stood[job].is_none(), stood[job], job));
    by_deadline.sort_by_key(|&job| (plan.jobs[job].latest_start + plan.jobs[job].duration, job));
    let of_newcomer = u64::from(plan.jobs[newcomer].user) << 32 | u64::from(now);
    let mut rng = ChaCha12Rng::seed_from_u64(of_newcomer.wrapping_add(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
    let tried = RefCell::new(plan.clone());
    let cost = |order: &[usize]| cost(&mut tried.borrow_mut(), order, now);
    let places = by_start.len();
    if replan == Replan::Gelsar {
        let mut order = if cost(&by_deadline) < cost(&by_start) { by_deadline } else { by_start };
        let mut velocity: Vec<i64> = vec![0; places];
        velocity.iter_mut().for_each(|velocity| *velocity = rng.random_range(1..=100));
        for _ in 0..generations {
            let fastest = *velocity.iter().max().expect("two or more");
            let at = velocity.iter().position(|&own| own == fastest).expect("one is fastest");
            if fastest == 0 {
                break;
            }
            let mut neighbours: Vec<(i64, usize, Vec<usize>)> = Vec::new();
            for _ in 0..population {
                let with = (at + rng.random_range(1..places as u32) as usize) % places;
                let mut neighbour = order.clone();
                neighbour.swap(at, with);
                neighbours.push((cost(&neighbour), with, neighbour));
            }
            let (costs, with, neighbour) = neighbours.into_iter().min().expect("some");
            let gain = cost(&order) - costs;
            let force = gain / (at as i64 - with as i64).pow(2);
            velocity[at] = if gain > 0 { (fastest + force.max(1)).min(100) } else { (fastest + 50 * force.min(-1)).max(0) };
            if gain > 0 {
                order = neighbour;
            }
        }
        return order;
    }
    let mut people = vec![by_start.clone(), by_deadline];
    while people.len() < population as usize {
        let mut other = by_start.clone();
        other.shuffle(&mut rng);
        people.push(other);
    }
    let least = |people: &[Vec<usize>]| people.iter().min_by_key(|order| cost(order)).expect("some").clone();
    for _ in 0..generations {
        let mut next = vec![least(&people)];
        while next.len() < population as usize {
            let mut place = |of: usize| rng.random_range(0..of as u32) as usize;
            let mut parent = || {
                let (one, other) = (place(population as usize), place(population as usize));
                if cost(&people[other]) < cost(&people[one]) { other } else { one }
            };
            let (mother, father) = (parent(), parent());
            let (a, b) = (place(places), place(places));
            let kept = &people[mother][a.min(b)..=a.max(b)];
            let mut child: Vec<usize> = people[father].iter().copied().filter(|job| !kept.contains(job)).collect();
            child.splice(a.min(b)..a.min(b), kept.iter().copied());
            if place(2) == 0 {
                let (a, b) = (place(places), place(places));
                child.swap(a, b);
            }
            next.push(child);
        }
        people = next;
    }
    least(&people)
}

/// The longest delay that another job would bring; losing every start is a delay beyond the last one.
fn sufferage(plan: &Plan, left: &[usize], job: usize, now: Slot) -> u32 {
    let own = earliest(plan, job, now).expect("none is lost");
    let mut with = plan.clone();
    let mut delay = |other: usize| {
        with.add(other, earliest(plan, other, now).expect("none is lost"));
        let start = earliest(&with, job, now);
        with.delete(other);
        start.unwrap_or(plan.jobs[job].latest_start + 1) - own
    };
    left.iter().filter(|&&other| other != job).map(|&other| delay(other)).max().unwrap_or(0)
}
