//! What a search may do for one job at most: it is counted, and what goes beyond it is a refusal that says so.

use crate::support::{plan, policies, violations_of};
use bookahead::engine::core::time_names::TimeUnit;
use bookahead::engine::slots::bounds::{MOVES_TRIED, SLOTS_MOVED, STARTS_CLEARED};
use bookahead::engine::slots::decisions::{Move, Obstacle};
use bookahead::engine::slots::explain::refusal_explained;
use bookahead::engine::slots::outcome::Outcome;
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::request::{Request, Slot};
use bookahead::engine::slots::scenario::{Machine, Policy, ShiftRule};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn job(user: u32, earliest_start: Slot, latest_start: Slot, duration: Slot, nodes: u32) -> Request {
    Request { user, submitted: 0, earliest_start, latest_start, duration, nodes, jobs: 1 }
}

fn moving() -> impl Iterator<Item = Policy> {
    policies().into_iter().filter(|policy| policy.planner.has_shift_rule() && !policy.planner.is_elastic())
}

/// The moves made for each job that was accepted, and the slots that they made free.
fn made(outcome: &Outcome) -> impl Iterator<Item = (usize, u64)> {
    let freed = |m: &Move| {
        let request = outcome.arrivals.request[m.job as usize] as usize;
        u64::from(m.from.abs_diff(m.to).min(outcome.arrivals.duration[request]))
    };
    outcome
        .decisions
        .moves
        .chunk_by(|a, b| a.beneficiary == b.beneficiary)
        .map(move |moves| (moves.len(), moves.iter().map(freed).sum()))
}

/// The last job was given up with this many moves; the plan is that of the jobs before it.
fn assert_given_up(nodes: u32, requests: &[Request], policy: Policy, expected: (Slot, Slot), put_back: u32) {
    let outcome = plan(nodes, requests, policy);
    let last = requests.len() - 1;
    let refusal = *outcome.decisions.refusal(last).unwrap_or_else(|| panic!("{policy:?}: the last job is accepted"));
    let (Obstacle::GivenUp { start, slot, .. }, found) = (refusal.obstacle, refusal.put_back) else {
        panic!("{policy:?}: {refusal:?}")
    };
    assert_eq!(((start, slot), found), (expected, put_back), "{policy:?}");
    let without = plan(nodes, &requests[..last], policy);
    assert_eq!(outcome.decisions.start[..last], without.decisions.start, "{policy:?}: a refusal leaves the plan as it was");
    assert_eq!(violations_of(&outcome, nodes, policy), [], "{policy:?}");
    let machine = Machine { nodes, ..Machine::default() };
    let words = refusal_explained(&outcome.arrivals, &outcome.decisions, machine, policy, &refusal, TimeUnit::Slots);
    assert!(words.contains(&format!("the search for room ended at {start}")), "{words}");
    assert!(words.contains(&format!("slot {slot} is still short of nodes, and no more is done for one job")), "{words}");
}

/// Single slots, each taken by a job that may go behind all others; the last job wants many of them at once.
fn one_after_another(wanted: Slot) -> Vec<Request> {
    let mut requests: Vec<Request> = (1..=wanted).map(|user| job(user, 1, 100_000, 1, 1)).collect();
    requests.push(job(wanted + 1, 1, 1, wanted, 1));
    requests
}

#[test]
fn a_search_ends_after_so_many_moves() {
    let most = MOVES_TRIED as u32;
    // FCFS-LRH fills what came free from the left, so that it tries few moves here.
    for policy in moving().filter(|policy| policy.planner.ejects()) {
        let outcome = plan(1, &one_after_another(most), policy);
        assert!(outcome.decisions.accepted(MOVES_TRIED), "{policy:?}: as many as are allowed");
        assert_eq!(outcome.decisions.moves.len(), MOVES_TRIED, "{policy:?}");
        assert_given_up(1, &one_after_another(most + 1), policy, (1, most + 1), most);
    }
}

#[test]
fn a_search_ends_after_so_many_slots_were_moved() {
    const LONG: Slot = 1_000_000;
    let most = (SLOTS_MOVED / u64::from(LONG)) as u32;
    // Where a job gives up its own slots first, it goes on slot by slot: that are many moves of few slots.
    for policy in moving().filter(|policy| policy.shift == ShiftRule::Hold && policy.planner.ejects()) {
        for jobs in [most, most + 1] {
            // Each wants more nodes than those before it give up.
            let mut requests: Vec<Request> = (0..jobs).map(|user| job(user, 1, 3_000_000, LONG, 1 << user)).collect();
            let nodes = (1 << jobs) - 1;
            requests.push(job(jobs, 1, 1, LONG, nodes));
            if jobs == most {
                assert!(plan(nodes, &requests, policy).decisions.accepted(jobs as usize), "{policy:?}: as many as are allowed");
            } else {
                assert_given_up(nodes, &requests, policy, (1, 1), most);
            }
        }
    }
}

#[test]
fn a_search_ends_after_so_many_starts() {
    let far = STARTS_CLEARED + 2_000;
    let mut requests: Vec<Request> = (0..far / 2 + 2).map(|user| job(user, 2 * user, 2 * user, 1, 1)).collect();
    requests.push(job(far, 0, far, 2, 1));
    for policy in moving() {
        assert_given_up(1, &requests, policy, (STARTS_CLEARED + 1, STARTS_CLEARED + 2), 0);
    }
    // Without moves every start is looked at, however many they are.
    let mut free: Vec<Request> = requests;
    free.last_mut().expect("the wide one").latest_start = far + 20;
    for policy in moving() {
        assert!(plan(1, &free, policy).decisions.accepted(free.len() - 1), "{policy:?}");
    }
}

/// Valid extremes by chance, under every policy: no decision does more than is allowed, a run that was taken back decides as before, and the checker
/// has nothing to say.
#[test]
fn no_decision_does_more_than_is_allowed() {
    let mut given_up = 0;
    for (seed, nodes) in [(1, 1), (2, 2), (3, 3), (4, 64)] {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let widest = |rng: &mut ChaCha8Rng, user: u32| {
            let duration = 10_u32.pow(rng.random_range(0..6)) * rng.random_range(1..=10);
            let from = if rng.random_bool(0.5) { 1 } else { rng.random_range(0..4_000_000) };
            job(user, from, 4_000_000, duration, 1 + user % nodes)
        };
        let requests: Vec<Request> = (0..60).map(|user| widest(rng, user)).collect();
        for policy in policies() {
            let outcome = plan(nodes, &requests, policy);
            for (moves, slots) in made(&outcome) {
                assert!(moves <= MOVES_TRIED && slots <= SLOTS_MOVED, "{policy:?} {nodes}: {moves} moves of {slots} slots");
            }
            for refusal in &outcome.decisions.refusals {
                assert!(refusal.put_back as usize <= MOVES_TRIED, "{policy:?} {nodes}: {refusal:?}");
                given_up += usize::from(matches!(refusal.obstacle, Obstacle::GivenUp { .. }));
            }
            assert_eq!(violations_of(&outcome, nodes, policy), [], "{policy:?} {nodes}");
            let machine = Machine { nodes, ..Machine::default() };
            let mut session = Session::new(machine, policy, outcome.arrivals.clone());
            if !policy.planner.is_elastic() {
                session.advance(50);
                session.rewind(30);
                session.finish();
                assert_eq!(*session.decisions(), outcome.decisions, "{policy:?} {nodes}");
            }
        }
    }
    assert!(given_up > 0, "the limits were never reached");
}
