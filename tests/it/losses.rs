//! Spoilage and dilution of a run: by hand, against a slow count from the definition, and what always holds of them.

use crate::support::random::{cases, market_case};
use crate::support::{policies, policy, scenario};
use bookahead::engine::slots::decisions::{Obstacle, Refusal};
use bookahead::engine::slots::request::{Request, Slot};
use bookahead::engine::slots::revenue::{Losses, LossesPerSlot, Market, Method};
use bookahead::engine::slots::scenario::Policy;
use bookahead::engine::{Outcome, SlotsScenario, run};
use proptest::prelude::*;

fn outcome(nodes: u32, requests: &[Request], policy: Policy, market: &Market) -> Outcome {
    let scenario = SlotsScenario { market: Some(market.clone()), ..scenario(nodes, requests, policy) };
    run(&scenario).expect("within bounds")
}

fn losses(outcome: &Outcome, market: &Market, nodes: u32) -> LossesPerSlot {
    LossesPerSlot::of(market, &outcome.arrivals, &outcome.decisions, nodes)
}

/// Submitted, earliest start, duration, nodes; no time to relax.
fn rigid(rows: &[(Slot, Slot, Slot, u32)]) -> Vec<Request> {
    let request = |(user, &(submitted, start, duration, nodes)): (u32, &(Slot, Slot, Slot, u32))| Request {
        user,
        submitted,
        earliest_start: start,
        latest_start: start,
        duration,
        nodes,
        jobs: 1,
    };
    (1..).zip(rows).map(request).collect()
}

/// Class 1 books up to 12 slots ahead, class 3 more than 24.
fn market(method: Method, limits: [u32; 3]) -> Market {
    let mut market = Market { method, ..Market::umar(limits[0]) };
    for (class, limit) in market.classes.iter_mut().zip(limits) {
        class.limit = limit;
    }
    market
}

#[test]
fn spoilage_by_hand() {
    let market = market(Method::Fixed, [3, 1, 1]);
    // Class 3 may have one of three nodes. The second request of class 3 asks for two nodes in slots 31 and 32 and is refused by the limit. Class 1 then
    // takes a node in slot 32: two nodes stay idle in slot 31, one in slot 32. The last request is submitted in slot 32.
    let requests = rigid(&[(0, 30, 4, 1), (1, 31, 2, 2), (32, 32, 1, 1)]);
    let outcome = outcome(3, &requests, policy("first-fit", "hold"), &market);
    let found = losses(&outcome, &market, 3);
    assert_eq!((&found.spoilage[30..], found.dilution.iter().sum::<u32>()), (&[0, 2, 1][..], 0));
    let report = outcome.revenue.expect("a market").report;
    assert_eq!(report.losses, Losses { spoilage: 3, dilution: 0 });
    // Decided up to the second job, the last submission is in slot 1: all that is idle lies behind it.
    let mut some = outcome.decisions.clone();
    some.start.truncate(2);
    some.first_start.truncate(2);
    assert_eq!(Losses::of(&market, &outcome.arrivals, &some, 3), Losses::default());
}

#[test]
fn dilution_by_hand() {
    let market = market(Method::None, [2, 2, 2]);
    let requests = rigid(&[
        // Class 3 takes both nodes in slots 31 to 33.
        (0, 31, 3, 2),
        // Class 1: lacks a node in slots 32 and 33, and has one in slot 34.
        (29, 32, 3, 1),
        // Class 1: lacks two nodes in slot 33, of which one was counted already: it would not have fitted.
        (30, 33, 2, 2),
        // Class 1: lacks a node in slot 33, the other one.
        (31, 33, 1, 1),
        // Class 1 again: none is left.
        (32, 33, 1, 1),
        // The last submission.
        (40, 45, 1, 1),
    ]);
    let outcome = outcome(2, &requests, policy("first-fit", "hold"), &market);
    let found = losses(&outcome, &market, 2);
    assert_eq!((&found.dilution[31..35], found.spoilage.iter().sum::<u32>()), (&[0, 1, 2, 0][..], 0));
    assert_eq!(outcome.revenue.expect("a market").report.losses, Losses { spoilage: 0, dilution: 3 });
}

/// Nodes that some jobs have in a slot.
fn nodes_in(outcome: &Outcome, slot: Slot, start: &[Slot], counts: impl Fn(usize) -> bool) -> u32 {
    let arrivals = &outcome.arrivals;
    let nodes = |job: usize| {
        let row = arrivals.request[job] as usize;
        let stands = start[job] != Slot::MAX && (start[job]..start[job] + arrivals.duration[row]).contains(&slot);
        if stands && counts(job) { arrivals.nodes[row] } else { 0 }
    };
    (0..start.len()).map(nodes).sum()
}

/// The definition, job by job and slot by slot: the plan of each moment is made anew.
fn slow(outcome: &Outcome, market: &Market, nodes: u32) -> LossesPerSlot {
    let (arrivals, decisions) = (&outcome.arrivals, &outcome.decisions);
    let class = |job: usize| {
        let row = arrivals.request[job] as usize;
        market.class_of(arrivals.earliest_start[row] - arrivals.submitted[row])
    };
    let Some(&last) = arrivals.submitted.last() else { return LossesPerSlot::default() };
    let asked = |job: usize| decisions.asked(arrivals, arrivals.request[job] as usize);
    let is_asked = |job: usize, slot: Slot| {
        let asked = asked(job);
        (asked.earliest_start..asked.earliest_start + asked.duration).contains(&slot)
    };
    let (closed, unplaced): (Vec<&Refusal>, Vec<&Refusal>) =
        decisions.refusals.iter().partition(|refusal| matches!(refusal.obstacle, Obstacle::ClassClosed { .. }));
    let spoilage = (0..=last).map(|slot| {
        let idle = nodes.saturating_sub(nodes_in(outcome, slot, &decisions.start, |_| true));
        let refused = closed.iter().map(|refusal| refusal.job as usize).filter(|&job| is_asked(job, slot));
        idle.min(refused.map(|job| asked(job).nodes).sum())
    });
    let spoilage = spoilage.collect();
    let mut counted = std::collections::BTreeMap::<Slot, u32>::new();
    for job in unplaced.iter().map(|refusal| refusal.job as usize) {
        let start = decisions.stood_before(job as u32);
        let slots: Vec<Slot> = (0..4_000).filter(|&slot| is_asked(job, slot)).collect();
        let lacking = |slot: Slot| {
            let free = nodes.saturating_sub(nodes_in(outcome, slot, &start, |_| true));
            asked(job).nodes.saturating_sub(free)
        };
        let of_lower = |slot: Slot| nodes_in(outcome, slot, &start, |other| class(other) > class(job));
        let would_fit =
            |&slot: &Slot| lacking(slot) + counted.get(&slot).copied().unwrap_or(0) <= of_lower(slot) || lacking(slot) == 0;
        if slots.iter().all(would_fit) {
            for slot in slots {
                *counted.entry(slot).or_default() += lacking(slot);
            }
        }
    }
    LossesPerSlot { spoilage, dilution: (0..=last).map(|slot| counted.get(&slot).copied().unwrap_or(0)).collect() }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn losses_agree_with_a_slow_count((case, market) in market_case(), pick in 0_usize..64) {
        let policies = policies();
        for policy in [policies[pick % policies.len()], policy("fcfs-eds", "hold"), policy("fcfs-lrh", "release")] {
            let outcome = outcome(case.nodes, &case.requests, policy, &market);
            let found = losses(&outcome, &market, case.nodes);
            prop_assert_eq!(&found, &slow(&outcome, &market, case.nodes));
            // Never more than there is, and neither without what causes it.
            prop_assert!(found.spoilage.iter().chain(&found.dilution).all(|&nodes| nodes <= case.nodes || policy.planner.overlaps()));
            let total = outcome.revenue.as_ref().expect("a market").report.total();
            let sum = |column: &[u32]| column.iter().map(|&nodes| u64::from(nodes)).sum::<u64>();
            prop_assert!(total.closed > 0 || sum(&found.spoilage) == 0);
            prop_assert!(total.unplaced > 0 || sum(&found.dilution) == 0);
        }
    }
}

/// Without limits nothing is spoiled, and with one class nothing is diluted; the random cases reach both losses.
#[test]
fn random_markets_reach_spoilage_and_dilution() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::new(cases(1));
    let (mut spoiled, mut diluted) = (0, 0);
    for _ in 0..200 {
        let (case, market) = market_case().new_tree(&mut runner).expect("a case").current();
        let eds = policy("fcfs-eds", "hold");
        let found = outcome(case.nodes, &case.requests, eds, &market).revenue.expect("a market").report.losses;
        (spoiled, diluted) = (spoiled + u32::from(found.spoilage > 0), diluted + u32::from(found.dilution > 0));
        let open = Market { method: Method::None, ..market };
        assert_eq!(outcome(case.nodes, &case.requests, eds, &open).revenue.expect("a market").report.losses.spoilage, 0);
    }
    assert!(spoiled > 20 && diluted > 20, "{spoiled} {diluted}");
}
