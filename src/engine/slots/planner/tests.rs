//! The fast ways beside the plain ones, on random plans.

use super::logical::block_extents::LONG;
use super::logical::slot_plan::{Floor, SlotPlan};
use super::moving::freed_gaps::Gap;
use super::moving::job_vectors::{JobVectors, ROW};
use super::newcomer::Newcomer;
use super::physical::NodePlan;
use super::placement::Placement;
use super::session::Session;
use super::shape::Shape;
use super::state::State;
use crate::slots::request::Slot;
use crate::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule};
use crate::slots::workload::{Preset, Workload};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A plan of `slots` slots in which `nodes` nodes are taken here and there, some slots wholly.
fn random_plan(rng: &mut ChaCha8Rng, slots: Slot, nodes: u32) -> (SlotPlan, Vec<u32>) {
    let mut plan = SlotPlan::new(nodes);
    plan.reserve(slots);
    let mut free = vec![nodes; slots as usize];
    for _ in 0..rng.random_range(0..=slots / 3) {
        let start = rng.random_range(0..slots);
        let duration = rng.random_range(1..=(slots - start).min(40));
        let window = start as usize..(start + duration) as usize;
        let most = free[window.clone()].iter().copied().min().unwrap_or(0);
        let taken = if rng.random_bool(0.5) { most } else { rng.random_range(0..=most) };
        plan.take(start, Shape { duration, nodes: taken });
        free[window].iter_mut().for_each(|free| *free -= taken);
    }
    (plan, free)
}

#[test]
fn searches_by_steps_find_what_plain_ones_do() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..3_000 {
        let (slots, nodes) = (rng.random_range(1..=150), [1, 5, 40_000, 65_535][rng.random_range(0..4)]);
        let (plan, free) = random_plan(&mut rng, slots, nodes);
        let duration = rng.random_range(1..=slots);
        let shape = Shape { duration, nodes: rng.random_range(1..=nodes) };
        let from = rng.random_range(0..=slots - duration);
        let to = rng.random_range(from..=slots - duration);
        let window = |start: Slot| &free[start as usize..(start + duration) as usize];
        let fits = |start: &Slot| window(*start).iter().all(|&free| free >= shape.nodes);
        assert_eq!(plan.first_fit(from, to, shape), (from..=to).find(fits), "{shape:?} {from} {to} {free:?}");
        assert_eq!(plan.last_fit(from, to, shape), (from..=to).rfind(fits), "{shape:?} {from} {to} {free:?}");
        let least = window(from).iter().copied().min().unwrap_or(0);
        let first = (from..).find(|&slot| free[slot as usize] == least).unwrap_or(from);
        let full = |slot: &Slot| free[*slot as usize] == 0;
        let open_to = (from..from + duration).find(full).unwrap_or(from + duration);
        for open_to in [0, from, rng.random_range(0..=open_to), open_to] {
            assert_eq!(
                plan.leftmost_min(from, duration, open_to, &mut Floor::default()),
                (first, least),
                "{from} {duration} {open_to} {free:?}"
            );
        }
        assert_eq!(plan.first_full(from, from + duration), (from..from + duration).find(full), "{from} {free:?}");
        assert_eq!(plan.last_full(from, from + duration), (from..from + duration).rfind(full), "{from} {free:?}");
    }
}

/// What was found out about a long window is used for those after it, while nodes are taken and given back beside and inside them.
#[test]
fn long_windows_are_told_like_new_ones() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (slots, duration, nodes) = (4 * LONG, LONG + 77, 5);
    let mut alike_seen = 0;
    for round in 0..40 {
        let mut plan = SlotPlan::new(nodes);
        plan.reserve(slots);
        let mut free = vec![nodes; slots as usize];
        let take = |plan: &mut SlotPlan, free: &mut [u32], from: Slot, long: Slot| {
            let window = from as usize..(from + long) as usize;
            if free[window.clone()].iter().all(|&free| free > 0) {
                plan.take(from, Shape { duration: long, nodes: 1 });
                free[window].iter_mut().for_each(|free| *free -= 1);
            }
        };
        for _ in 0..round {
            let long = rng.random_range(1..=LONG);
            take(&mut plan, &mut free, rng.random_range(0..slots - long), long);
        }
        let mut floor = Floor::default();
        let mut start = 0;
        while start + duration + 2 * LONG < slots {
            let window = &free[start as usize..(start + duration) as usize];
            let least = window.iter().copied().min().expect("a window has slots");
            let first = start + window.iter().position(|&free| free == least).expect("one has the least") as Slot;
            assert_eq!(plan.leftmost_min(start, duration, 0, &mut floor), (first, least), "round {round}, start {start}");
            start = if rng.random_bool(0.7) { first + 1 } else { start + rng.random_range(0..200) };
            let to = start + rng.random_range(1..LONG);
            let alike = plan.alike(start, to, duration, least, &floor);
            for at in start..alike {
                assert_eq!(plan.leftmost_min(at, duration, 0, &mut Floor::default()), (at, least), "round {round}, alike {at}");
                alike_seen += 1;
            }
            start = start.max(alike);
            if rng.random_bool(0.1) {
                let (from, long) = (rng.random_range(0..slots - 300), rng.random_range(1..300));
                take(&mut plan, &mut free, from, long);
                floor.lower_from(from);
            }
        }
    }
    assert!(alike_seen > 1_000, "{alike_seen}");
}

/// A job somewhere in a window of its own, near slot 100, now and then a very long one.
fn random_stand(rng: &mut ChaCha8Rng, job: u32) -> Placement {
    let earliest_start = rng.random_range(60..120);
    let latest_start = earliest_start + rng.random_range(0..40);
    let duration = if rng.random_bool(0.02) { 1_000_000 } else { rng.random_range(1..40) };
    let shape = Shape { duration, nodes: 1 };
    Placement { job, start: rng.random_range(earliest_start..=latest_start), shape, earliest_start, latest_start }
}

#[test]
fn jobs_asked_together_say_what_each_would() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut yes = [0; 3];
    for _ in 0..3_000 {
        let now = rng.random_range(50..110);
        let mut stands = [0; ROW].map(|job| Some(random_stand(&mut rng, job)).filter(|placement| now < placement.start));
        let mut spans = JobVectors::default();
        stands.iter().enumerate().for_each(|(i, placement)| placement.iter().for_each(|placement| spans.set(i, placement)));
        let gone = rng.random_range(0..ROW);
        spans.clear(gone);
        stands[gone] = None;
        let slot = rng.random_range(now..160);
        let from = rng.random_range(50..150);
        let to = from + rng.random_range(1..60);
        let freed_from = rng.random_range(from..to);
        let gap = Gap { from, to, freed_from, freed_to: rng.random_range(freed_from + 1..=to) };
        let (over, beside, reach) = (spans.over(slot), spans.beside(slot, now), spans.reach(gap, now));
        for (i, placement) in stands.iter().enumerate() {
            let bit = |bits: u16| bits >> i & 1 == 1;
            let Some(placement) = placement else {
                assert!(!bit(over) && !bit(beside), "nobody is at place {i}");
                continue;
            };
            let earliest = placement.earliest_start.max(now);
            let stands_beside = (earliest..=placement.latest_start).any(|start| !placement.at(start).occupies(slot));
            assert_eq!(bit(over), placement.occupies(slot), "{placement:?} over {slot}");
            assert_eq!(bit(beside), placement.occupies(slot) && stands_beside, "{placement:?} beside {slot} from {now} on");
            let reaches = |start: Slot| {
                let end = start + placement.shape.duration;
                gap.from <= start && end <= gap.to && start < gap.freed_to && gap.freed_from < end
            };
            assert_eq!(bit(reach), (earliest..=placement.latest_start).any(reaches), "{placement:?} in {gap:?} from {now} on");
            yes = [yes[0] + u32::from(bit(over)), yes[1] + u32::from(bit(beside)), yes[2] + u32::from(bit(reach))];
        }
    }
    assert!(yes.iter().all(|&yes| yes > 1_000), "{yes:?}");
}

#[test]
fn places_found_with_and_without_the_own_slots_are_those_of_a_plain_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let mut found = [0; 4];
    for _ in 0..6_000 {
        let (slots, nodes) = (rng.random_range(10..=150), [1, 3, 5][rng.random_range(0..3)]);
        let (mut plan, mut free) = random_plan(&mut rng, slots, nodes);
        let duration = rng.random_range(1..=slots / 3);
        let start = rng.random_range(0..=slots - duration);
        let least = free[start as usize..(start + duration) as usize].iter().copied().min().unwrap_or(0);
        if least == 0 {
            continue;
        }
        let shape = Shape { duration, nodes: rng.random_range(1..=least) };
        plan.take(start, shape);
        free[start as usize..(start + duration) as usize].iter_mut().for_each(|free| *free -= shape.nodes);
        let (earliest_start, latest_start) = (rng.random_range(0..=start), rng.random_range(start..=slots - duration));
        let placement = Placement { job: 0, start, shape, earliest_start, latest_start };
        let now = rng.random_range(0..=start);
        for rule in ShiftRule::ALL {
            let own = if rule == ShiftRule::Release { shape.nodes } else { 0 };
            let has_room = |at: &Slot| {
                let own_in = |slot: Slot| if placement.occupies(slot) { own } else { 0 };
                (*at..*at + duration).all(|slot| free[slot as usize] + own_in(slot) >= shape.nodes)
            };
            let slot = rng.random_range(start..start + duration);
            let right = (slot + 1..=latest_start).find(has_room);
            assert_eq!(placement.right_of(&plan, rule, slot), right, "{rule:?} {placement:?} right of {slot} {free:?}");
            let earliest = earliest_start.max(now);
            let left = (earliest..=latest_start).filter(|at| at + duration <= slot).rfind(has_room);
            assert_eq!(
                placement.left_of(&plan, rule, slot, now),
                left,
                "{rule:?} {placement:?} left of {slot} from {now} {free:?}"
            );
            let is_another = |at: &Slot| *at != start && has_room(at);
            let another = (earliest..=latest_start).any(|at| is_another(&at));
            assert_eq!(placement.has_another(&plan, rule, now), another, "{rule:?} {placement:?} from {now} {free:?}");
            let freed_from = rng.random_range(0..slots);
            let gap = Gap { from: 0, to: slots, freed_from, freed_to: rng.random_range(freed_from + 1..=slots) };
            let uses_freed = |at: &Slot| *at < gap.freed_to && gap.freed_from < at + duration;
            let fits = (earliest..=latest_start).any(|at| uses_freed(&at) && is_another(&at));
            assert_eq!(placement.fits(&plan, rule, gap, earliest), fits, "{rule:?} {placement:?} in {gap:?} {free:?}");
            for (count, is_found) in found.iter_mut().zip([right.is_some(), left.is_some(), another, fits]) {
                *count += u32::from(is_found);
            }
        }
    }
    assert!(found.iter().all(|&found| found > 500), "{found:?}");
}

#[test]
fn nodes_in_rows_are_nodes_in_lists() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for case in 0..120 {
        let nodes = [1_u32, 7, 63, 64, 65, 200][case % 6];
        // Rows throughout, lists throughout, and rows that drop what is past and, where jobs are long, give way to lists.
        let mut plans = [usize::MAX, 0, 8 * 90 * nodes.div_ceil(64) as usize].map(|bytes| NodePlan::with_row_bytes(nodes, bytes));
        let longest = [5, 30, 90][case % 3];
        for now in 0..150 {
            if rng.random_bool(0.1) {
                let from = now / 2 + rng.random_range(0..20);
                plans.iter_mut().for_each(|plan| plan.forget(from, 300));
            }
            let duration = rng.random_range(1..=longest);
            let earliest_start = now / 2 + rng.random_range(0..20);
            let latest_start = earliest_start + rng.random_range(0..40);
            let shape = Shape { duration, nodes: rng.random_range(1..=nodes) };
            let newcomer = Newcomer { job: now, now: now / 2, earliest_start, latest_start, shape };
            let mut given = [const { Vec::new() }; 3];
            let found = [0, 1, 2].map(|i| plans[i].find(newcomer, &mut given[i]));
            assert!(found.iter().all(|other| *other == found[0]), "{newcomer:?} {found:?}");
            if let Ok(start) = found[0] {
                assert!(given.iter().all(|nodes| *nodes == given[0]), "{newcomer:?} {given:?}");
                plans.iter_mut().for_each(|plan| plan.add(start, duration, &given[0]));
            }
            assert!(plans.iter().all(|plan| plan.same_from(&plans[0], now / 2)), "case {case}, after {newcomer:?}");
        }
    }
}

/// Rows that have dropped their first slots go back to a checkpoint that lies before those they have.
#[test]
fn rows_go_back_before_what_they_dropped() {
    let shape = Shape { duration: 3, nodes: 20 };
    let checkpoint = 30;
    let book = |plan: &mut NodePlan, starts: std::ops::Range<Slot>| {
        let mut live = Vec::new();
        for at in starts {
            let mut chosen = Vec::new();
            let newcomer = Newcomer { job: at, now: at, earliest_start: at, latest_start: at, shape };
            if plan.find(newcomer, &mut chosen).is_ok() {
                plan.add(at, shape.duration, &chosen);
                live.push((at, chosen));
            }
        }
        live
    };
    let [mut whole, mut dropped] = [usize::MAX, 8 * 20].map(|bytes| NodePlan::with_row_bytes(64, bytes));
    book(&mut whole, 0..checkpoint);
    let live = book(&mut dropped, 0..checkpoint);
    assert!(dropped.same_from(&whole, checkpoint));
    book(&mut dropped, checkpoint..100);
    assert!(!dropped.same_from(&whole, checkpoint), "slots after the checkpoint are taken, or dropped");
    dropped.forget(checkpoint, 103);
    for (start, nodes) in &live {
        let end = start + shape.duration;
        if checkpoint < end {
            dropped.add(checkpoint, end - checkpoint, nodes);
        }
    }
    assert!(dropped.same_from(&whole, checkpoint));
    assert_eq!(book(&mut dropped, checkpoint..100), book(&mut whole, checkpoint..100));
}

/// What is remembered about jobs with nowhere to go is true, on the crowded workloads of the papers.
#[test]
fn what_is_remembered_is_true() {
    let mut known = 0;
    for (seed, preset) in (1..).zip(Preset::all()).filter(|(_, preset)| preset.rate == 3) {
        for planner in [PlannerKind::FcfsEds, PlannerKind::FcfsLrh] {
            for shift in ShiftRule::ALL {
                let generator = preset.generator(seed, 500);
                let arrivals = Workload::of_generator(generator).arrivals().expect("a preset is within bounds");
                let machine = Machine { nodes: Preset::NODES, ..Machine::default() };
                let mut session = Session::new(machine, Policy { planner, shift, ..Policy::default() }, arrivals);
                let mut stuck = 0;
                for round in 0.. {
                    session.advance(30);
                    let now = session.newcomer(session.decided() as u32 - 1).now;
                    let Session { state: State { logical, shifting, .. }, arrivals, decisions, .. } = &mut session;
                    stuck += shifting.check_memory(logical, arrivals, decisions, now);
                    if session.is_done() {
                        break;
                    }
                    if round % 4 == 3 {
                        session.rewind(session.decided() - 50);
                    }
                }
                assert!(stuck > 0, "{preset:?} {planner:?} {shift:?}: no slot was known to be stuck");
                known += stuck;
            }
        }
    }
    assert!(known > 5_000, "{known} slots were known to be stuck");
}
