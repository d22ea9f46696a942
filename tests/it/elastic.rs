//! Offers (Sulistio): against the algorithm line by line, against all maximal rectangles, against exhaustive packing; choosing and booking.

use crate::oracle::elastic::{query_reserv, select};
use crate::support::random::{Case, case, cases};
use crate::support::{policies, scenario, table, violations, violations_of};
use bookahead::engine::core::time_names::{TimeNames, TimeUnit};
use bookahead::engine::slots::decisions::REFUSED;
use bookahead::engine::slots::elastic::{
    Answer, Asked, Candidate, Choice, ElasticQuery, FreeProfile, Merit, Need, Offer, OfferOrder, OfferSearch, PackingStep, Run,
    Stop, Tariff, Trail, Weights, as_written, choose, dominated, runs_of, step_in_words,
};
use bookahead::engine::slots::planner::Session;
use bookahead::engine::slots::request::{Request, Slot};
use bookahead::engine::slots::revenue::Market;
use bookahead::engine::slots::scenario::{PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead::engine::slots::{asks_from, offers, offers_of};
use bookahead::engine::{ScenarioError, run};
use proptest::prelude::*;
use proptest::sample::select as one_of;

fn asked(query: ElasticQuery) -> Asked {
    Asked { query, choice: Choice::PaperUser, order: OfferOrder::default(), with_steps: true, most: u32::MAX }
}

fn query(from: Slot, to: Slot, duration: Option<Slot>, nodes: Option<u32>) -> ElasticQuery {
    ElasticQuery { from, to, duration, nodes }
}

/// Sulistio's Figure 1, as its free nodes have it: of three nodes 1, 1, 2, 2, 3 are free in slots 11 to 15.
fn figure_1() -> SlotsScenario {
    let requests = table(&[(1, 11, 11, 2, 1, 1), (2, 11, 11, 4, 1, 1)]);
    scenario(3, &requests, Policy { planner: PlannerKind::Osp, shift: ShiftRule::Hold, ..Policy::default() })
}

#[test]
fn golden_7() {
    let scenario = figure_1();
    let outcome = run(&scenario).unwrap();
    let profile = FreeProfile::of(&outcome.arrivals, &outcome.decisions, scenario.machine);
    assert_eq!((11..16).map(|slot| profile.free(slot)).collect::<Vec<_>>(), [1, 1, 2, 2, 3]);
    let answer = offers(&scenario, asked(query(11, 16, Some(2), Some(2)))).unwrap();
    let first = &answer.offers[0];
    assert_eq!((first.offer.start, first.offer.end, first.offer.nodes, first.offer.is_solution), (13, 15, 2, true));
    // bcost_AR = τ · bcost · δ = 4 · 0.05 · 5 = 1 for a node and a slot.
    assert_eq!((first.price, first.booking.price), (4.0, 4.0));
    assert_eq!((answer.chosen, answer.count), (Some(0), 1));
    let steps: Vec<String> = {
        let trail = answer.trail.as_ref().unwrap();
        let time = TimeNames { unit: TimeUnit::Slots, slot_seconds: 300, start: None };
        trail.steps.iter().map(|step| step_in_words(trail, step, time)).collect()
    };
    assert_eq!(
        steps,
        [
            "Visits slots 11–12 (one node free): too few nodes, so it is left out.",
            "Visits slots 13–14 (two nodes free): an offer begins here.",
            "No growth to the left: it is long enough.",
            "No growth to the right: it is long enough.",
            "Two nodes for slots 13–14: the solution. It goes to the top of the list.",
            "A solution is found, so the search ends.",
        ]
    );
}

#[test]
fn what_is_left_open_is_offered_in_every_size() {
    let answer = |duration, nodes| offers(&figure_1(), asked(query(11, 16, duration, nodes))).unwrap();
    let rows = |answer: &Answer| {
        let row = |o: &Offer| (o.start, o.end, o.nodes, o.is_solution);
        answer.offers.iter().map(|told| row(&told.offer)).collect::<Vec<_>>()
    };
    // Nothing is given: each run as it is, the largest first.
    assert_eq!(rows(&answer(None, None)), [(13, 15, 2, false), (15, 16, 3, false), (11, 13, 1, false)]);
    // Five slots on any number of nodes: every run grows to the whole interval.
    assert_eq!(rows(&answer(Some(5), None)), [(11, 16, 1, false)]);
    // Three slots on two nodes: the run of slots 13 and 14 grows to the right.
    assert_eq!(rows(&answer(Some(3), Some(2))), [(13, 16, 2, true)]);
    // No solution: what there is, and half of it is enough for the paper's user.
    let half = answer(Some(4), Some(3));
    assert_eq!((rows(&half), half.chosen), (vec![(15, 16, 3, false)], None));
    let half = answer(Some(2), Some(3));
    assert_eq!((rows(&half), half.chosen), (vec![(15, 16, 3, false)], Some(0)));
}

/// Any profile of up to 24 slots with up to 6 nodes, and a query in it.
fn profile_and_query() -> impl Strategy<Value = (Vec<u32>, ElasticQuery)> {
    let profile = prop::collection::vec((0..=6_u32, 1..=4_usize), 1..8);
    let profile = profile.prop_map(|runs| runs.into_iter().flat_map(|(free, slots)| vec![free; slots]).collect::<Vec<u32>>());
    (profile, 0..50_u32).prop_flat_map(|(free, from)| {
        let to = from + free.len() as u32;
        let duration = prop::option::of(1..=free.len() as u32);
        (Just(free), duration, prop::option::of(1..=6_u32))
            .prop_map(move |(free, duration, nodes)| (free, query(from, to, duration, nodes)))
    })
}

fn runs_in(free: &[u32], query: &ElasticQuery) -> Vec<Run> {
    let mut runs = Vec::new();
    runs_of(query.from, query.to, |slot| free[(slot - query.from) as usize], &mut runs);
    runs
}

/// Every maximal rectangle under a profile by trying all: first slot, first slot after it, nodes. None can grow in any direction.
fn maximal(free: &[u32]) -> Vec<(usize, usize, u32)> {
    let mut found = Vec::new();
    for start in 0..free.len() {
        for end in start + 1..=free.len() {
            let nodes = *free[start..end].iter().min().unwrap();
            let grows_left = start > 0 && free[start - 1] >= nodes;
            let grows_right = end < free.len() && free[end] >= nodes;
            if nodes > 0 && !grows_left && !grows_right {
                found.push((start, end, nodes));
            }
        }
    }
    found
}

fn first_fit(free: &[u32], duration: u32, nodes: u32) -> Option<usize> {
    (0..=free.len().checked_sub(duration as usize)?)
        .find(|&start| free[start..start + duration as usize].iter().all(|&f| f >= nodes))
}

proptest! {
    #![proptest_config(cases(4_000))]

    #[test]
    fn the_offers_are_those_of_the_algorithm((free, query) in profile_and_query()) {
        let need = Need::of(&query);
        let runs = runs_in(&free, &query);
        let mut trail = Trail::default();
        let written = as_written(&runs, need, &mut trail);
        let rows: Vec<_> = written.iter().map(|o| (o.start, o.end, o.nodes, o.is_solution)).collect();
        prop_assert_eq!(&rows, &query_reserv(&free, query.from, query.duration, query.nodes));
        let (mut search, mut fast) = (OfferSearch::default(), Vec::new());
        search.offers(&runs, need, &mut fast);
        prop_assert_eq!(&fast, &written);
        // Again with the same lists.
        search.offers(&runs, need, &mut fast);
        prop_assert_eq!(&fast, &written);
        let mut listed: Vec<Offer> = trail.listed(trail.steps.len()).collect();
        if let Some(at) = listed.iter().position(|offer| offer.is_solution) {
            let solution = listed.remove(at);
            listed.insert(0, solution);
        }
        prop_assert_eq!(listed, written);
        let is_ended = matches!(trail.steps.last(), Some(PackingStep::Ended { .. }));
        prop_assert!(is_ended);
    }

    #[test]
    fn every_offer_is_a_rectangle_that_cannot_grow((free, query) in profile_and_query()) {
        let need = Need::of(&query);
        let (mut search, mut found) = (OfferSearch::default(), Vec::new());
        search.offers(&runs_in(&free, &query), need, &mut found);
        let all = maximal(&free);
        let at = |slot: Slot| free[(slot - query.from) as usize];
        for offer in &found {
            let (start, end) = ((offer.start - query.from) as usize, (offer.end - query.from) as usize);
            prop_assert_eq!(offer.nodes, *free[start..end].iter().min().unwrap(), "the right minimum");
            prop_assert!(offer.nodes >= need.nodes);
            // It lies inside a maximal rectangle; if it is shorter than wanted, it is one.
            prop_assert!(all.iter().any(|&(from, to, nodes)| from <= start && end <= to && nodes >= offer.nodes));
            if offer.slots() < need.slots {
                prop_assert!(all.contains(&(start, end, offer.nodes)));
            }
            for (stop, beside) in [(offer.left, offer.start.checked_sub(1)), (offer.right, Some(offer.end))] {
                let beside = beside.filter(|slot| (query.from..query.to).contains(slot));
                match stop {
                    Stop::Edge => prop_assert_eq!(beside, None),
                    Stop::Enough => prop_assert!(offer.slots() >= need.slots),
                    Stop::Short { slot, free } => {
                        prop_assert_eq!(Some(slot), beside);
                        prop_assert_eq!(free, at(slot));
                        prop_assert!(free < need.nodes);
                    }
                }
            }
        }
        // Every slot with enough nodes is in an offer, unless the search ended with a solution.
        if !found.iter().any(|offer| offer.is_solution) {
            for slot in (query.from..query.to).filter(|&slot| at(slot) >= need.nodes) {
                prop_assert!(found.iter().any(|offer| (offer.start..offer.end).contains(&slot)));
            }
        }
        if let (Some(duration), Some(nodes)) = (query.duration, query.nodes) {
            let solution = found.first().filter(|offer| offer.is_solution);
            prop_assert_eq!(solution.is_some(), first_fit(&free, duration, nodes).is_some());
            prop_assert!(solution.is_none_or(|offer| offer.slots() >= duration && offer.nodes >= nodes));
        }
    }

    /// Why Algorithm 2's half of the nodes needs a second query: Algorithm 1 offers nothing narrower than what is asked for.
    #[test]
    fn no_offer_is_narrower_than_its_query((free, query) in profile_and_query()) {
        let need = Need::of(&query);
        let mut found = Vec::new();
        OfferSearch::default().offers(&runs_in(&free, &query), need, &mut found);
        prop_assert!(found.iter().all(|offer| offer.nodes >= need.nodes));
        let Some(half) = query.for_half_the_nodes() else {
            prop_assert!(query.nodes.is_none_or(|nodes| nodes <= 1));
            return Ok(());
        };
        let wanted = half.nodes.unwrap();
        prop_assert!(wanted < need.nodes && 2 * wanted >= need.nodes && 2 * (wanted - 1) < need.nodes);
        // What was offered before is within what is offered now.
        let before = found.iter().map(|offer| offer.slots()).max().unwrap_or(0);
        OfferSearch::default().offers(&runs_in(&free, &half), Need::of(&half), &mut found);
        let longest = found.iter().map(|offer| offer.slots()).max().unwrap_or(0);
        prop_assert!(longest >= before.min(need.slots) && found.iter().all(|offer| offer.nodes >= wanted));
    }

    #[test]
    fn the_papers_user_takes_what_algorithm_2_takes((free, query) in profile_and_query()) {
        let need = Need::of(&query);
        let mut found = Vec::new();
        OfferSearch::default().offers(&runs_in(&free, &query), need, &mut found);
        let rows: Vec<_> = found.iter().map(|o| (o.start, o.end, o.nodes, o.is_solution)).collect();
        let expected = rows.first().copied().filter(|row| row.3).or_else(|| select(&rows, need.slots, need.nodes));
        let candidates: Vec<Candidate> = found.iter().map(|o| Candidate {
            start: o.start,
            slots: query.duration.map_or(o.slots(), |duration| duration.min(o.slots())),
            whole_slots: o.slots(),
            nodes: query.nodes.map_or(o.nodes, |nodes| nodes.min(o.nodes)),
            price: f64::from(o.slots() * o.nodes),
            is_solution: o.is_solution,
        }).collect();
        let chosen = choose(need, &candidates, Choice::PaperUser).map(|index| rows[index]);
        prop_assert_eq!(chosen, expected);
        // The other rules take the best of what is large enough.
        let suitable: Vec<&Candidate> = candidates.iter().filter(|it| 2 * it.slots >= need.slots && 2 * it.nodes >= need.nodes).collect();
        for rule in Choice::ALL {
            prop_assert_eq!(choose(need, &candidates, rule).is_some(), !suitable.is_empty(), "{}", rule.name());
        }
        let best = |rule| choose(need, &candidates, rule).map(|index| candidates[index]);
        let only = |early, long, wide, cheap| best(Choice::Weighted(Weights { early, long, wide, cheap }));
        prop_assert_eq!(best(Choice::Earliest).map(|it| it.start), suitable.iter().map(|it| it.start).min());
        prop_assert_eq!(only(1, 0, 0, 0).map(|it| it.start), suitable.iter().map(|it| it.start).min());
        prop_assert_eq!(only(0, 1, 0, 0).map(|it| it.slots), suitable.iter().map(|it| it.slots).max());
        prop_assert_eq!(only(0, 0, 1, 0).map(|it| it.nodes), suitable.iter().map(|it| it.nodes).max());
        let cheapest = suitable.iter().map(|it| it.price).fold(f64::INFINITY, f64::min);
        prop_assert!(best(Choice::Cheapest).is_none_or(|it| it.price == cheapest));
        prop_assert!(only(0, 0, 0, 1).is_none_or(|it| it.price == cheapest));
        let largest = suitable.iter().map(|it| it.slots * it.nodes).max();
        prop_assert_eq!(best(Choice::Largest).map(|it| it.slots * it.nodes), largest);
    }

    #[test]
    fn dominated_offers_are_those_that_a_comparison_of_all_finds(
        rows in prop::collection::vec((0..6_u32, 1..6_u32, 1..6_u32, one_of(vec![1.0, 2.0, 3.5])), 0..25)
    ) {
        let merits: Vec<Merit> = rows.iter().map(|&(start, slots, nodes, unit_price)| Merit { start, slots, nodes, unit_price }).collect();
        let beats = |a: &Merit, b: &Merit| {
            a != b && a.start <= b.start && a.slots >= b.slots && a.nodes >= b.nodes && a.unit_price <= b.unit_price
        };
        let expected: Vec<bool> = merits.iter().map(|b| merits.iter().any(|a| beats(a, b))).collect();
        prop_assert_eq!(dominated(&merits), expected);
    }
}

/// A plan of random requests, and its session.
fn planned(scenario: &SlotsScenario) -> Session {
    let market = scenario.market.clone().map(std::sync::Arc::new);
    let mut session = Session::for_market(scenario.machine, scenario.policy, market, scenario.workload.arrivals().unwrap());
    session.finish();
    session
}

proptest! {
    #![proptest_config(cases(400))]

    /// An offer is booked as a rigid request, and the request gets it; under the planners that move nobody the others stay where they are, too.
    #[test]
    fn what_is_offered_can_be_booked(
        Case { nodes, requests } in case(),
        (from, slots, duration, wide) in (0..40_u32, 1..60_u32, prop::option::of(1..10_u32), prop::option::of(1..=12_u32)),
    ) {
        let makes_none = |planner| matches!(planner, PlannerKind::FirstFitPhysical | PlannerKind::Replan(_));
        for policy in policies().into_iter().filter(|policy| !makes_none(policy.planner)) {
            let scenario = scenario(nodes, &requests, policy);
            let session = planned(&scenario);
            let from = from.max(asks_from(&session));
            let asked = asked(query(from, from + slots, duration.map(|d| d.min(slots)), wide.map(|w| w.min(nodes))));
            let answer = offers_of(&session, Tariff::default(), asked).unwrap();
            let profile = FreeProfile::of(session.arrivals(), session.decisions(), scenario.machine);
            for told in answer.offers.iter().take(3) {
                prop_assert_eq!(told.booking.check(&profile), Ok(()));
                let id = requests.len() as u32;
                let booked = SlotsScenario { workload: scenario.workload.with_edit(id, Some(told.booking.request(99))), ..scenario.clone() };
                let after = run(&booked).unwrap();
                prop_assert_eq!(violations_of(&after, nodes, policy), []);
                let row = after.arrivals.row_of(id).unwrap();
                let job = after.arrivals.first_job[row] as usize;
                prop_assert_eq!(after.decisions.start[job], told.booking.start, "{:?}", policy);
                prop_assert_eq!(after.arrivals.row(row), told.booking.request(99));
                let profile = FreeProfile::of(&after.arrivals, &after.decisions, scenario.machine);
                if matches!(policy.planner, PlannerKind::Rigid | PlannerKind::FirstFit) {
                    let others: Vec<Slot> = (0..after.decisions.start.len()).filter(|&other| other != job).map(|other| after.decisions.start[other]).collect();
                    prop_assert_eq!(&others, &session.decisions().start);
                    // Booked twice it is stale wherever it takes more than half of what is free.
                    let again = told.booking.check(&profile);
                    let is_free = (told.booking.start..told.booking.end).all(|slot| profile.free(slot) >= told.booking.nodes);
                    prop_assert_eq!(again.is_ok(), is_free);
                    if let Err(stale) = again {
                        prop_assert!(profile.free(stale.slot) == stale.free && stale.free < told.booking.nodes);
                    }
                }
            }
        }
    }

    /// Going back, going on and edits lead to the plan from scratch.
    #[test]
    fn edits_before_offers_lead_to_the_plan_from_scratch(
        Case { nodes, requests } in case(),
        edits in prop::collection::vec((0..34_u32, prop::option::weighted(0.8, (0..30_usize, 1..6_u32))), 1..5),
        rewind in 0..30_usize,
    ) {
        for planner in [PlannerKind::Osp, PlannerKind::OspEds] {
            let policy = Policy { planner, shift: ShiftRule::Hold, ..Policy::default() };
            let mut slots = scenario(nodes, &requests, policy);
            let mut session = planned(&slots).with_checkpoint_spacing(3);
            for (id, change) in &edits {
                let change = change.and_then(|(of, duration)| requests.get(of).map(|r| Request { duration, ..*r }));
                if change.is_none() && *id >= requests.len() as u32 {
                    continue;
                }
                slots.workload = slots.workload.with_edit(*id, change);
                session.edit(*id, change).unwrap();
                session.advance(rewind);
                session.finish();
                let scratch = planned(&slots);
                prop_assert_eq!(session.arrivals(), scratch.arrivals());
                prop_assert_eq!(session.decisions(), scratch.decisions());
                prop_assert_eq!(session.asked_arrivals(), slots.workload.arrivals().unwrap());
                session.rewind(rewind);
                session.finish();
                prop_assert_eq!(session.decisions(), scratch.decisions());
                prop_assert_eq!(session.arrivals(), scratch.arrivals());
            }
        }
    }
}

/// The greatest number of node-slots of requests that can be packed, each whole in its window or not at all.
fn best_packing(nodes: u32, requests: &[Request]) -> u32 {
    fn pack(free: &mut Vec<u32>, requests: &[Request]) -> u32 {
        let Some((request, rest)) = requests.split_first() else { return 0 };
        let mut best = pack(free, rest);
        for start in request.earliest_start..=request.latest_start {
            let place = start as usize..(start + request.duration) as usize;
            if free[place.clone()].iter().all(|&free| free >= request.nodes) {
                free[place.clone()].iter_mut().for_each(|free| *free -= request.nodes);
                best = best.max(request.duration * request.nodes + pack(free, rest));
                free[place].iter_mut().for_each(|free| *free += request.nodes);
            }
        }
        best
    }
    let horizon = requests.iter().map(Request::deadline).max().unwrap_or(0);
    pack(&mut vec![nodes; horizon as usize], requests)
}

proptest! {
    #![proptest_config(cases(300))]

    /// Nobody packs more than the best packing of all, which knows every request before it begins; whole requests only, so smaller offers do not count.
    #[test]
    fn strip_packing_stays_below_the_best_packing_of_all(
        rows in prop::collection::vec((0..4_u32, 0..4_u32, 1..4_u32, 1..4_u32), 1..7)
    ) {
        let requests = table(&rows.iter().zip(1..).map(|(&(t, relax, slots, nodes), user)| (user, t, t + relax, slots, nodes, 1)).collect::<Vec<_>>());
        let best = best_packing(3, &requests);
        for planner in [PlannerKind::Osp, PlannerKind::OspEds, PlannerKind::FirstFit] {
            let outcome = run(&scenario(3, &requests, Policy { planner, shift: ShiftRule::Hold, ..Policy::default() })).unwrap();
            let is_whole = |job: &usize| outcome.decisions.start[*job] != REFUSED && outcome.decisions.taken(*job as u32).is_none();
            let whole: u32 = (0..requests.len()).filter(is_whole).map(|job| requests[job].duration * requests[job].nodes).sum();
            prop_assert!(whole <= best, "{whole} of {best}");
            // The first request of an empty machine is placed whole.
            prop_assert!(is_whole(&0));
        }
    }
}

#[test]
fn a_market_prices_offers_by_class_and_asks_behind_the_last_submission() {
    let market = Market::umar(3);
    let prices: Vec<u32> = market.classes.iter().map(|class| class.price).collect();
    let scenario = SlotsScenario { market: Some(market), ..figure_1() };
    let answer = offers(&scenario, asked(query(11, 80, Some(1), None))).unwrap();
    assert!(answer.offers.len() > 2);
    for told in &answer.offers {
        let ahead = told.offer.start;
        let class = if ahead <= 12 {
            0
        } else if ahead <= 24 {
            1
        } else {
            2
        };
        assert_eq!(told.class, Some(class as u8 + 1));
        assert_eq!(told.price, f64::from(prices[class] * told.offer.nodes * told.offer.slots()));
    }
}

#[test]
fn queries_that_cannot_be_asked_are_told_why() {
    let fails = |scenario: &SlotsScenario, query: ElasticQuery, expected: &str| {
        let error: ScenarioError = offers(scenario, asked(query)).expect_err("a query that is not allowed");
        assert_eq!(error.to_string(), expected);
    };
    let plan = figure_1();
    let interval = "after the first slot of the interval";
    fails(
        &plan,
        query(11, 11, None, None),
        &format!("query.to: 11 is not allowed; must be a whole number from 12 to 1000011, {interval}"),
    );
    fails(
        &plan,
        query(16, 11, None, None),
        &format!("query.to: 11 is not allowed; must be a whole number from 17 to 1000016, {interval}"),
    );
    fails(
        &plan,
        query(0, u32::MAX, None, None),
        &format!("query.to: 4294967295 is not allowed; must be a whole number from 1 to 1000000, {interval}"),
    );
    fails(&plan, query(u32::MAX, 3, None, None), "query.from: 4294967295 is not allowed; must be a whole number from 0 to 4000000");
    fails(
        &plan,
        query(11, 16, Some(6), None),
        "query.duration: 6 is not allowed; must be a whole number from 1 to 5, the slots of the interval",
    );
    fails(
        &plan,
        query(11, 16, Some(0), None),
        "query.duration: 0 is not allowed; must be a whole number from 1 to 5, the slots of the interval",
    );
    fails(
        &plan,
        query(11, 16, None, Some(4)),
        "query.nodes: 4 is not allowed; must be a whole number from 1 to 3, the nodes of the machine",
    );
    fails(
        &plan,
        query(11, 16, None, Some(0)),
        "query.nodes: 0 is not allowed; must be a whole number from 1 to 3, the nodes of the machine",
    );
    let physical = SlotsScenario { policy: Policy { planner: PlannerKind::FirstFitPhysical, ..plan.policy }, ..plan.clone() };
    fails(
        &physical,
        query(11, 16, None, None),
        "policy.planner: first-fit-physical is not allowed; must be a planner that counts free nodes: this one needs the same nodes throughout",
    );
    let anew = PlannerKind::from_name("netto-edf").expect("a planner");
    fails(
        &SlotsScenario { policy: Policy { planner: anew, ..plan.policy }, ..plan.clone() },
        query(11, 16, None, None),
        "policy.planner: netto-edf is not allowed; must be a planner that keeps what it can: this one plans anew for each request, and may refuse what has room",
    );
    let late = Request { user: 3, submitted: 12, earliest_start: 20, latest_start: 20, duration: 1, nodes: 1, jobs: 1 };
    let moving = SlotsScenario {
        policy: Policy { planner: PlannerKind::FcfsEds, ..plan.policy },
        workload: plan.workload.with_edit(2, Some(late)),
        ..plan.clone()
    };
    fails(
        &moving,
        query(11, 16, None, None),
        "query.from: 11 is not allowed; must be 12 (the last submission) or later: this planner moves reservations, so an offer is certain only for the request that comes last",
    );
    for (tariff, expected) in [
        (Tariff { base_cost: -0.05, factor: 4.0 }, "tariff.base_cost: -0.05 is not allowed; must be a number from 0 to 1000000"),
        (Tariff { base_cost: f64::NAN, factor: 4.0 }, "tariff.base_cost: NaN is not allowed; must be a number from 0 to 1000000"),
        (Tariff { base_cost: 0.05, factor: 1e9 }, "tariff.factor: 1000000000 is not allowed; must be a number from 1 to 1000"),
        (Tariff { base_cost: 0.05, factor: 0.5 }, "tariff.factor: 0.5 is not allowed; must be a number from 1 to 1000"),
    ] {
        fails(&SlotsScenario { tariff, ..plan.clone() }, query(11, 16, None, None), expected);
    }
}

#[test]
fn the_checker_knows_smaller_offers() {
    use bookahead::engine::slots::check::{TakenFault, Violation};
    // Three slots on two nodes are asked for where two nodes are free for two slots only.
    let mut requests = table(&[(1, 0, 0, 2, 2, 1), (2, 4, 4, 2, 2, 1), (3, 0, 3, 3, 2, 1)]);
    requests[2].earliest_start = 1;
    let policy = Policy { planner: PlannerKind::Osp, shift: ShiftRule::Hold, ..Policy::default() };
    let outcome = run(&scenario(2, &requests, policy)).unwrap();
    assert_eq!(outcome.decisions.taken.len(), 1);
    let row = outcome.arrivals.row(2);
    assert_eq!((outcome.decisions.start[2], row.duration, row.nodes, row.deadline()), (2, 2, 2, 6));
    assert_eq!(violations(&outcome, 2), []);
    let faults = |change: &dyn Fn(&mut bookahead::engine::Outcome)| {
        let mut broken = outcome.clone();
        change(&mut broken);
        let found = violations(&broken, 2);
        found.iter().filter_map(|v| if let Violation::Taken { fault, .. } = v { Some(*fault) } else { None }).collect::<Vec<_>>()
    };
    assert_eq!(faults(&|o| o.decisions.taken[0].asked.duration = 5), [TakenFault::OtherRequest, TakenFault::LessThanHalf]);
    assert_eq!(
        faults(&|o| (o.decisions.taken[0].asked.duration, o.decisions.taken[0].asked.latest_start) = (5, 1)),
        [TakenFault::LessThanHalf]
    );
    assert_eq!(
        faults(&|o| (o.decisions.taken[0].asked.duration, o.decisions.taken[0].asked.latest_start) = (2, 4)),
        [TakenFault::NotSmaller, TakenFault::HadRoom { start: 2 }]
    );
    assert_eq!(faults(&|o| o.decisions.taken[0].job = 7), [TakenFault::NoJob]);
    assert_eq!(faults(&|o| o.decisions.taken.push(o.decisions.taken[0])), [TakenFault::Order]);
}

#[test]
fn while_decisions_are_stepped_through_a_later_request_is_as_it_was_asked() {
    use bookahead::chart::PlanView;
    use bookahead::engine::slots::step::StepPlan;
    let mut requests = table(&[(1, 0, 0, 2, 2, 1), (2, 4, 4, 2, 2, 1), (3, 0, 3, 3, 2, 1)]);
    requests[2].earliest_start = 1;
    let scenario = scenario(2, &requests, Policy { planner: PlannerKind::Osp, shift: ShiftRule::Hold, ..Policy::default() });
    let outcome = run(&scenario).unwrap();
    let step = |decided: u32| {
        let whole = (&outcome.decisions, &outcome.nodes);
        StepPlan::of(&outcome.arrivals, whole, scenario.machine, scenario.policy, decided)
    };
    let (arrivals, decisions, nodes) = (outcome.arrivals.clone(), outcome.decisions.clone(), outcome.nodes.clone());
    let mut view = PlanView::new(arrivals, decisions, nodes, scenario.machine).unwrap();
    let shape = |view: &PlanView| (view.request(2).duration, view.request(2).nodes, view.request(2).deadline());
    assert_eq!(shape(&view), (2, 2, 6), "booked: two slots");
    view.patch(&step(3).patch_to(&step(2))).unwrap();
    assert_eq!(shape(&view), (3, 2, 6), "asked: three");
    assert_eq!(view.request(0), requests[0]);
    view.patch(&step(2).patch_to(&step(3))).unwrap();
    assert_eq!(shape(&view), (2, 2, 6));
}

#[test]
fn smaller_offers_and_prices_are_compared() {
    use bookahead::engine::core::compare::Comparable;
    use bookahead::engine::core::run::StudyRun;
    use bookahead::engine::slots::compare::SLOTS_FIGURES;
    use bookahead::engine::slots::run::SlotsRun;
    let mut requests = table(&[(1, 0, 0, 2, 2, 1), (2, 4, 4, 2, 2, 1), (3, 0, 3, 3, 2, 1)]);
    requests[2].earliest_start = 1;
    let figure = |planner: PlannerKind, tariff: Tariff, key: &str| {
        let scenario = scenario(2, &requests, Policy { planner, shift: ShiftRule::Hold, ..Policy::default() });
        let mut run = SlotsRun::open(SlotsScenario { tariff, ..scenario }).unwrap();
        while !run.advance(100).is_done {}
        let at = SLOTS_FIGURES.iter().position(|figure| figure.key == key).unwrap();
        run.figures()[at]
    };
    let (usual, dear) = (Tariff::default(), Tariff { base_cost: 0.1, factor: 2.5 });
    assert_eq!(figure(PlannerKind::Osp, usual, "smaller_offers"), Some(1.0));
    assert_eq!(figure(PlannerKind::FcfsEds, usual, "smaller_offers"), None);
    // At the usual prices a node-slot costs 1; with others the price is told: 0.1 · 2.5 · 5 for each of 12.
    assert_eq!((figure(PlannerKind::Osp, usual, "price"), figure(PlannerKind::Osp, usual, "busy_node_slots")), (None, Some(12.0)));
    assert_eq!(figure(PlannerKind::Osp, dear, "price"), Some(15.0));
    assert_eq!(figure(PlannerKind::FcfsEds, dear, "price"), Some(10.0));
}
