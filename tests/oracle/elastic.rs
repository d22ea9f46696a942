//! On-line strip packing and its user (Sulistio, Algorithms 1 and 2), line by line, in the paper's own words.

use super::revenue::Clerk;
use super::{Job, Plan, Told, Verdict, counting, moving, worst};
use bookahead_engine::slots::request::Slot;
use bookahead_engine::slots::scenario::ShiftRule;

/// An offer: first slot, first slot after it, nodes, whether it is the solution.
pub type Offer = (Slot, Slot, u32, bool);

/// `queryReserv(ti_s, ti_e, dur, numCN)` on the free nodes of the slots from `ti_s` on.
pub fn query_reserv(free: &[u32], ti_s: Slot, dur: Option<Slot>, num_cn: Option<u32>) -> Vec<Offer> {
    let need_sol = dur.is_some() && num_cn.is_some();
    let (dur, num_cn) = (dur.unwrap_or(1), num_cn.unwrap_or(1));
    let mut offer_list: Vec<Offer> = Vec::new();
    let ts = dur;
    // (freeCN, numSlot, first slot)
    let mut slot_list: Vec<(u32, Slot, Slot)> = Vec::new();
    for (slot, &free_cn) in (ti_s..).zip(free) {
        match slot_list.last_mut() {
            Some(last) if last.0 == free_cn => last.1 += 1,
            _ => slot_list.push((free_cn, 1, slot)),
        }
    }
    let mut index_rank: Vec<usize> = (0..slot_list.len()).collect();
    index_rank.sort_by_key(|&index| (slot_list[index].0, index));
    for index in index_rank {
        let slot = slot_list[index];
        if slot.0 < num_cn {
            continue;
        }
        let (mut head, mut tail, mut tot_slot, mut min_cn) = (index, index, slot.1, slot.0);
        for l in (0..index).rev() {
            if slot_list[l].0 < num_cn || tot_slot >= ts {
                break;
            }
            head = l;
            tot_slot += slot_list[l].1;
            min_cn = min_cn.min(slot_list[l].0);
        }
        for (r, &(free_cn, num_slot, _)) in slot_list.iter().enumerate().skip(index + 1) {
            if free_cn < num_cn || tot_slot >= ts {
                break;
            }
            tail = r;
            tot_slot += num_slot;
            min_cn = min_cn.min(free_cn);
        }
        let found_sol = tot_slot >= ts && need_sol;
        let offer = (slot_list[head].2, slot_list[tail].2 + slot_list[tail].1, min_cn, found_sol);
        if found_sol {
            offer_list.insert(0, offer);
            break;
        }
        // Our reading: the same rectangle is offered once.
        if !offer_list.contains(&offer) {
            offer_list.push(offer);
        }
    }
    offer_list
}

/// Algorithm 2: the longest offer first (the earliest of several), at least half of what was wanted.
pub fn select(offers: &[Offer], dur: Slot, num_cn: u32) -> Option<Offer> {
    let mut sorted = offers.to_vec();
    sorted.sort_by_key(|&(start, end, ..)| (u32::MAX - (end - start), start));
    let half = |found: u32, wanted: u32| f64::from(found) >= (f64::from(wanted) / 2.0).max(1.0);
    sorted.into_iter().find(|&(start, end, nodes, _)| half(end - start, dur) && half(nodes, num_cn))
}

/// Plans by offers; `ejects` moves others before a smaller offer is taken.
pub fn plan(capacity: u32, jobs: Vec<Job>, ejects: bool, shift: ShiftRule, clerk: &mut Option<Clerk>) -> Told {
    let mut plan = Plan::new(capacity, jobs);
    let (mut moves, mut verdicts) = (Vec::new(), Vec::new());
    for newcomer in 0..plan.jobs.len() {
        let p_old = plan.clone();
        let asked = plan.jobs[newcomer];
        let Job { earliest_start, latest_start, duration, nodes, .. } = asked;
        let free: Vec<u32> = (earliest_start..latest_start + duration).map(|slot| plan.free(slot)).collect();
        let offers = query_reserv(&free, earliest_start, Some(duration), Some(nodes));
        let (mut made, mut obstacles) = (Vec::new(), Vec::new());
        let mut found = offers.first().filter(|offer| offer.3).map(|offer| offer.0);
        let mut tried = 0;
        if found.is_none() {
            if ejects {
                (found, made, obstacles) = moving::search_for(&mut plan, newcomer, moving::Where::StartsThere, shift);
                tried = made.len() as u32;
                if found.is_none() {
                    plan = p_old.clone();
                    made.clear();
                }
            } else {
                obstacles.push(counting::obstacle(&plan, asked));
            }
        }
        if let (None, true, Some((start, end, width, _))) = (found, asked.is_alone, select(&offers, duration, nodes)) {
            let job = &mut plan.jobs[newcomer];
            (job.duration, job.nodes) = (duration.min(end - start), nodes.min(width));
            job.latest_start = latest_start + duration - job.duration;
            found = Some(start);
        }
        let closed = clerk.as_mut().and_then(|clerk| clerk.ask(&plan, newcomer, found));
        match found {
            Some(_) if let Some(obstacle) = closed => {
                clerk.as_mut().expect("it has refused").lost_last(asked);
                plan = p_old;
                verdicts.push(Verdict::Refused { obstacle, put_back: made.len() as u32 });
            }
            Some(start) => {
                plan.add(newcomer, start);
                moves.extend(made);
                verdicts.push(Verdict::Placed { start });
            }
            None => {
                plan = p_old;
                verdicts.push(Verdict::Refused { obstacle: worst(&obstacles), put_back: tried });
            }
        }
    }
    Told { jobs: plan.jobs, verdicts, moves, start: plan.start, nodes: None }
}
