//! Overlapping reservations (Xiao et al., Umar 2.1.3): worked by hand, properties, the real durations, the checker, words, files.

use crate::support::random::{Case, case, cases};
use crate::support::{plan, scenario};
use bookahead::engine::core::time_names::TimeUnit;
use bookahead::engine::core::verdict::Tone;
use bookahead::engine::slots::check::{Violation, check_planned};
use bookahead::engine::slots::decisions::Obstacle;
use bookahead::engine::slots::explain::verdict;
use bookahead::engine::slots::overlap::{Reality, WhyNot, bookable, real_slots};
use bookahead::engine::slots::overlap_rule::OverlapRule;
use bookahead::engine::slots::request::{Request, Slot};
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy};
use bookahead::engine::slots::workload::Preset;
use bookahead::engine::{Outcome, run};
use proptest::prelude::*;

fn policy(overlap: OverlapRule) -> Policy {
    Policy { planner: PlannerKind::Overlapping, overlap, ..Policy::default() }
}

fn request(user: u32, earliest_start: Slot, latest_start: Slot, duration: Slot) -> Request {
    Request { user, submitted: 0, earliest_start, latest_start, duration, nodes: 1, jobs: 1 }
}

fn usual() -> OverlapRule {
    OverlapRule::default()
}

/// One node, booked in slots 0 to 9. After 9 of 10 slots the probability that the job still runs is 1 − e^(−(10/9 − 1)/0.35) = 27.2 %; after 8 it is 51.0 %.
#[test]
fn a_reservation_overlaps_the_end_of_another_by_hand() {
    let first = request(1, 0, 0, 10);
    let starts = |rule, second| plan(1, &[first, second], policy(rule)).decisions.start[1];
    // Two of its four slots are booked: half of them are free, but a violation at 8 is too probable, and so it is at 9.
    let refused = plan(1, &[first, request(2, 8, 9, 4)], policy(usual()));
    let Some(Obstacle::MayNotOverlap(look)) = refused.decisions.refusal(1).map(|refusal| refusal.obstacle) else {
        panic!("{:?}", refused.decisions)
    };
    assert_eq!((look.start, look.slot, look.free_slots, look.booked), (8, 8, 2, 2));
    assert_eq!((look.chance, look.why_not), (5_105, Some(WhyNot::Probable)));
    // p* = 72 % allows 28 %.
    let risky = OverlapRule { confidence: 72, ..usual() };
    assert_eq!(starts(risky, request(2, 8, 9, 4)), 9);
    assert_eq!(starts(risky, request(2, 8, 8, 4)), Slot::MAX);
    assert_eq!(starts(OverlapRule { confidence: 48, ..usual() }, request(2, 8, 8, 4)), 8);
    // Three of its four slots are free at 9: v* = 75 % is met, 76 % is not.
    assert_eq!(starts(OverlapRule { free_share: 75, ..risky }, request(2, 9, 9, 4)), 9);
    assert_eq!(starts(OverlapRule { free_share: 76, ..risky }, request(2, 9, 9, 4)), Slot::MAX);
    // Whoever can wait does not overlap.
    assert_eq!(starts(risky, request(2, 8, 10, 4)), 10);
}

#[test]
fn words_tell_the_probability_and_what_it_must_be_below() {
    let of = |rule, row| {
        let requests = [request(1, 0, 0, 10), request(2, 9, 9, 4)];
        let outcome = plan(1, &requests, policy(rule));
        let machine = Machine { nodes: 1, ..Machine::default() };
        verdict(&outcome.arrivals, &outcome.decisions, machine, policy(rule), row, TimeUnit::Slots).sentences
    };
    let refused = of(usual(), 1).join(" ");
    assert!(
        refused.contains("at 9 2 of 1 nodes would be booked in slot 9, and the probability that more than 1 are in use there, 27.2 %, is not below 20 % (p* = 80 %)"),
        "{refused}"
    );
    let accepted = of(OverlapRule { confidence: 60, ..usual() }, 1).join(" ");
    assert!(accepted.contains("2.1 overlaps others: 2 of 1 nodes are booked in slot 9; the probability that more than 1 are in use there is 27.2 %, below 40 %."), "{accepted}");
    assert!(accepted.contains("It really takes "), "{accepted}");
    let few = of(OverlapRule { free_share: 90, ..usual() }, 1).join(" ");
    assert!(few.contains("3 of its 4 slots have enough nodes free by the estimates, and 4 must (v* = 90 %)"), "{few}");
}

/// The plan is the same for every seed; whether the first job really takes so long that the second finds no node is not.
#[test]
fn a_violated_job_is_no_plain_success() {
    let rule = |seed| OverlapRule { confidence: 60, seed, ..usual() };
    let machine = Machine { nodes: 1, ..Machine::default() };
    let told = |seed| {
        let outcome = plan(1, &[request(1, 0, 0, 10), request(2, 9, 9, 4)], policy(rule(seed)));
        let violated = Reality::violated(&outcome.arrivals, &outcome.decisions, machine, policy(rule(seed)));
        let of = |row| verdict(&outcome.arrivals, &outcome.decisions, machine, policy(rule(seed)), row, TimeUnit::Slots);
        (violated, of(0), of(1))
    };
    let seeds: Vec<_> = (0..40).map(told).collect();
    let (_, first, second) = seeds.iter().find(|(violated, ..)| *violated == [1]).expect("some seed violates");
    assert_eq!((first.headline.as_str(), first.tone), ("Accepted", Tone::Good));
    assert_eq!((second.headline.as_str(), second.tone), ("Accepted, but violated", Tone::Partly));
    assert!(second.sentences.join(" ").contains("2.1 is violated"), "{second:?}");
    let (.., second) = seeds.iter().find(|(violated, ..)| violated.is_empty()).expect("some seed does not");
    assert_eq!((second.headline.as_str(), second.tone), ("Accepted", Tone::Good));
}

/// Three nodes, two of them booked in slots 0 to 9, and three jobs at 9: the first has a free node, the others do not.
#[test]
fn words_name_the_job_of_a_request_that_overlaps_and_those_that_do_so_too() {
    let free = OverlapRule { confidence: 0, free_share: 0, ..usual() };
    let requests = [Request { jobs: 2, ..request(1, 0, 0, 10) }, Request { jobs: 3, ..request(2, 9, 9, 4) }];
    let outcome = plan(3, &requests, policy(free));
    let machine = Machine { nodes: 3, ..Machine::default() };
    let words =
        |row| verdict(&outcome.arrivals, &outcome.decisions, machine, policy(free), row, TimeUnit::Slots).sentences.join(" ");
    let told = words(1);
    assert!(told.contains("2.2 overlaps others: 4 of 3 nodes are booked in slot 9"), "{told}");
    assert!(told.contains(" So does 2.3."), "{told}");
    assert!(!words(0).contains("overlaps others"), "{}", words(0));
}

/// Plays the real durations slot by slot: who holds nodes, who comes.
fn violations_slot_by_slot(outcome: &Outcome, nodes: u32, rule: OverlapRule) -> (u32, u64) {
    let Outcome { arrivals, decisions, .. } = outcome;
    let row = |job: usize| arrivals.row(arrivals.request[job] as usize);
    let end =
        (0..decisions.start.len()).filter(|&job| decisions.accepted(job)).map(|job| decisions.start[job] + row(job).duration).max();
    let (mut holds, mut violated, mut used) = (vec![0_u32; decisions.start.len()], 0, 0_u64);
    for slot in 0..end.unwrap_or(0) {
        holds.iter_mut().for_each(|left| *left = left.saturating_sub(1));
        for job in (0..decisions.start.len()).filter(|&job| decisions.start[job] == slot) {
            let busy: u32 = (0..holds.len()).filter(|&other| holds[other] > 0).map(|other| row(other).nodes).sum();
            if busy + row(job).nodes <= nodes {
                holds[job] = real_slots(rule, row(job).user, arrivals.number[job], row(job).duration);
            } else {
                violated += 1;
            }
        }
        used += (0..holds.len()).filter(|&job| holds[job] > 0).map(|job| u64::from(row(job).nodes)).sum::<u64>();
    }
    (violated, used)
}

fn rules() -> impl Strategy<Value = OverlapRule> {
    let users = prop_oneof![Just((0_u32, 0_u32)), (0_u32..=100, 0_u32..=100)];
    let any = (0_u32..=100, 0_u32..=100, 0_u32..=300, users, any::<u64>());
    any.prop_map(|(confidence, free_share, overestimate, (trust, exact_users), seed)| OverlapRule {
        confidence,
        free_share,
        overestimate,
        trust,
        exact_users,
        seed,
    })
}

proptest! {
    #![proptest_config(cases(400))]

    /// The checker, which works the rule out anew, agrees; violations are those that are counted slot by slot; a stricter rule books no more than first fit
    /// where nothing may be overlapped.
    #[test]
    fn plans_keep_to_the_rule_and_violations_are_counted(Case { nodes, requests } in case(), rule in rules()) {
        let own = policy(rule);
        let outcome = plan(nodes, &requests, own);
        let machine = Machine { nodes, ..Machine::default() };
        prop_assert_eq!(check_planned(&outcome.arrivals, &outcome.decisions, &outcome.nodes, machine, own), Vec::new());
        prop_assert!(outcome.decisions.moves.is_empty());
        let reality = outcome.reality.expect("reservations may overlap");
        let (violated, used) = violations_slot_by_slot(&outcome, nodes, rule);
        prop_assert_eq!((reality.violations, reality.used_node_slots), (violated, used));
        prop_assert!(outcome.nodes.ids.iter().all(|&node| node < bookable(machine, own)));
        let first_fit = plan(nodes, &requests, Policy { planner: PlannerKind::FirstFit, ..Policy::default() });
        prop_assert_eq!(first_fit.reality, None);
        for cautious in [OverlapRule { confidence: 100, ..rule }, OverlapRule { free_share: 100, ..rule }, OverlapRule { overestimate: 0, ..rule }] {
            let outcome = plan(nodes, &requests, policy(cautious));
            prop_assert_eq!(&outcome.decisions.start, &first_fit.decisions.start);
            prop_assert_eq!(outcome.reality.map(|reality| reality.violations), Some(0));
        }
        // Nobody can wait: what has no room is refused, as under rigid reservation.
        let rigid: Vec<Request> = requests.iter().map(|r| Request { latest_start: r.earliest_start, ..*r }).collect();
        let strict = plan(nodes, &rigid, policy(OverlapRule { confidence: 100, ..rule }));
        let plain = plan(nodes, &rigid, Policy { planner: PlannerKind::Rigid, ..Policy::default() });
        prop_assert_eq!(strict.decisions.start, plain.decisions.start);
    }
}

/// On the papers' workloads more is booked and accepted than without overlap, and few reservations are violated.
#[test]
fn overlap_books_more_at_the_price_of_some_violations() {
    let requests =
        Preset { mpi: true, rate: 3, flexible_percent: 25 }.generator(5, 1_000).generate().expect("a preset is within bounds");
    let of = |rule| plan(Preset::NODES, &requests, policy(rule));
    let first_fit = plan(Preset::NODES, &requests, Policy { planner: PlannerKind::FirstFit, ..Policy::default() });
    let careful = of(usual());
    let reality = careful.reality.expect("reservations may overlap");
    println!("first fit {} of 1,000, overlapping {}, {reality:?}", first_fit.metrics.accepted, careful.metrics.accepted);
    assert!(careful.metrics.accepted > first_fit.metrics.accepted && reality.violations > 0);
    assert!(reality.violation_rate < 0.2, "p* = 80 %");
    assert!(reality.utilisation < careful.metrics.utilisation);
    let bold = of(OverlapRule { confidence: 40, free_share: 0, ..usual() }).reality.expect("reservations may overlap");
    assert!(bold.violation_rate > reality.violation_rate, "{bold:?} {reality:?}");
    // Other real durations, the same plan.
    let other = OverlapRule { seed: 9, ..usual() };
    let same = of(other);
    assert_eq!(same.decisions, careful.decisions);
    assert_ne!(same.reality, careful.reality);
}

#[test]
fn the_checker_finds_what_the_rule_forbids() {
    let rule = OverlapRule { confidence: 60, ..usual() };
    let requests = [request(1, 0, 0, 10), request(2, 9, 9, 4)];
    let outcome = plan(1, &requests, policy(rule));
    let machine = Machine { nodes: 1, ..Machine::default() };
    let found = |rule| check_planned(&outcome.arrivals, &outcome.decisions, &outcome.nodes, machine, policy(rule));
    assert_eq!(found(rule), []);
    for stricter in [OverlapRule { confidence: 80, ..rule }, OverlapRule { free_share: 76, ..rule }] {
        let faults = found(stricter);
        assert!(matches!(faults[..], [Violation::Overlap { .. }]), "{faults:?}");
        println!("{}", faults[0]);
    }
    let first_fit = Policy { planner: PlannerKind::FirstFit, ..Policy::default() };
    let faults = check_planned(&outcome.arrivals, &outcome.decisions, &outcome.nodes, machine, first_fit);
    assert!(faults.iter().any(|fault| matches!(fault, Violation::Capacity { .. })), "{faults:?}");
    // A refusal that was none.
    let mut refused = plan(1, &requests, policy(usual()));
    assert_eq!(check_planned(&refused.arrivals, &refused.decisions, &refused.nodes, machine, policy(usual())), []);
    let wrong = check_planned(&refused.arrivals, &refused.decisions, &refused.nodes, machine, policy(rule));
    assert!(matches!(wrong[..], [Violation::ImpossibleReason { .. }]), "{wrong:?}");
    refused.decisions.refusals[0].put_back = 1;
    assert!(!check_planned(&refused.arrivals, &refused.decisions, &refused.nodes, machine, policy(usual())).is_empty());
}

/// A decision takes a bounded time: very many reservations that overlap are not weighed.
#[test]
fn too_many_reservations_are_told_as_such() {
    let nodes = 30_000;
    let mut requests: Vec<Request> = (1..=nodes).map(|user| request(user, 10, 10, 400 + user % 7)).collect();
    requests.push(Request { nodes: 20_000, ..request(nodes + 1, 390, 390, 300) });
    let outcome =
        run(&scenario(nodes, &requests, policy(OverlapRule { confidence: 0, free_share: 0, ..usual() }))).expect("within bounds");
    let Some(Obstacle::MayNotOverlap(look)) = outcome.decisions.refusal(nodes as usize).map(|refusal| refusal.obstacle) else {
        panic!("it is refused")
    };
    assert_eq!(look.why_not, Some(WhyNot::TooMany));
}

/// One node, booked by user 1 up to slot 19 and then up to 29. A request for 28 comes at 20, when the first job has ended early: a trust factor of 2/3.
#[test]
fn whoever_is_not_trusted_counts_until_the_booked_end() {
    let early = |seed| real_slots(OverlapRule { seed, ..usual() }, 1, 1, 20) < 20;
    let seed = (0..50).find(|&seed| early(seed)).expect("some user ends early");
    let requests = [
        request(1, 0, 0, 20),
        Request { submitted: 20, ..request(1, 20, 20, 10) },
        Request { submitted: 20, ..request(2, 28, 28, 4) },
    ];
    let starts = |rule| plan(1, &requests, policy(rule)).decisions.start[2];
    let rarp = |trust, exact_users, seed| OverlapRule { exact_users, seed, ..OverlapRule::rarp(trust) };
    // (1 + 1) ÷ (1 + 2) is 66.7 %. After 8 of 10 slots the job may have ended; without regard to how probable that is, 28 is taken.
    assert_eq!((starts(rarp(0, 0, seed)), starts(rarp(66, 0, seed)), starts(rarp(67, 0, seed))), (28, 28, Slot::MAX));
    // Everybody estimates exactly: the factor is 1/3, and a planner that does not ask for it is wrong.
    assert_eq!((starts(rarp(0, 100, seed)), starts(rarp(33, 100, seed)), starts(rarp(34, 100, seed))), (28, 28, Slot::MAX));
    let violated = |trust| plan(1, &requests, policy(rarp(trust, 100, seed))).reality.map(|reality| reality.violations);
    assert_eq!((violated(33), violated(34)), (Some(1), Some(0)));
    // p* asks for more than trust does: 51 % is too probable.
    assert_eq!(starts(OverlapRule { confidence: 80, ..rarp(60, 0, seed) }), Slot::MAX);
    let words = |trust| {
        let (rule, machine) = (rarp(trust, 0, seed), Machine { nodes: 1, ..Machine::default() });
        let outcome = plan(1, &requests, policy(rule));
        verdict(&outcome.arrivals, &outcome.decisions, machine, policy(rule), 1, TimeUnit::Slots).sentences.join(" ")
    };
    assert!(words(66).contains("User 1: trust factor 67 % (1 of 1 jobs ended early so far), at least the 66 %"), "{}", words(66));
    assert!(words(67).contains("less than the 67 % that are asked for"), "{}", words(67));
}

#[test]
fn real_durations_belong_to_user_and_job() {
    let requests = [request(3, 0, 5, 40), request(3, 0, 9, 40)];
    let outcome = plan(2, &requests, policy(usual()));
    let numbers: Vec<u32> = outcome.arrivals.number.clone();
    let real: Vec<Slot> = numbers.iter().map(|&number| real_slots(usual(), 3, number, 40)).collect();
    assert_eq!(numbers, [1, 2]);
    assert_ne!(real[0], real[1]);
    let told = Reality::of(&outcome.arrivals, &outcome.decisions, Machine { nodes: 2, ..Machine::default() }, policy(usual()));
    assert_eq!(told.map(|reality| reality.used_node_slots), Some(u64::from(real[0] + real[1])));
}
