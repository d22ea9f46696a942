//! What a request in slots costs the others, against two whole runs from the first request on.

use crate::support::random::{case, cases, market_case};
use bookahead::engine::core::cost_map::{MapAsked, MapAxis};
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::engine::slots::bounds;
use bookahead::engine::slots::cost::map::NO_COLUMN;
use bookahead::engine::slots::cost::session::Costing;
use bookahead::engine::slots::cost::{Cost, CostAnswer, CostAsked, CostTold, Measure, RequestCost, Wanted};
use bookahead::engine::slots::decisions::REFUSED;
use bookahead::engine::slots::request::{Request, Slot};
use bookahead::engine::slots::revenue::{Class, Demand, DemandSource, Market, Method, Nesting, Offer, levels_of, worth_of_nodes};
use bookahead::engine::slots::run::SlotsRun;
use bookahead::engine::slots::scenario::{PlannerKind, Policy, ShiftRule, SlotsScenario, scenario_of};
use bookahead::engine::slots::update::{SlotsQuery, SlotsSnapshot, SlotsUpdate};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn planned(scenario: SlotsScenario) -> SlotsRun {
    let mut run = SlotsRun::open(scenario).unwrap();
    while !run.advance(usize::MAX).is_done {}
    run
}

/// Where each job stands and what it has booked, by request and place in the request: start, slots, nodes, what it pays.
type Jobs = BTreeMap<(u32, u32), (Slot, Slot, u32, u64)>;

fn jobs_of(run: &SlotsRun) -> Jobs {
    let (arrivals, decisions) = (run.session().arrivals(), run.session().decisions());
    let mut jobs = Jobs::new();
    for row in 0..arrivals.requests() {
        let request = arrivals.row(row);
        let price = run.session().revenue().map_or(0, |revenue| {
            let market = revenue.market();
            market.classes[market.class_of(request.earliest_start - request.submitted)].price
        });
        for job in arrivals.first_job[row]..arrivals.first_job[row + 1] {
            let (start, place) = (decisions.start[job as usize], job - arrivals.first_job[row]);
            let pays = u64::from(price) * u64::from(request.duration) * u64::from(request.nodes);
            let booked = if start == REFUSED { (start, 0, 0, 0) } else { (start, request.duration, request.nodes, pays) };
            jobs.insert((arrivals.id[row], place), booked);
        }
    }
    jobs
}

/// The sums of the difference of two whole runs, by their definitions; the expected revenue displaced is added up node by node.
fn oracle(scenario: &SlotsScenario, request: Request) -> Cost {
    let id = scenario.workload.next_id();
    let with = SlotsScenario { workload: scenario.workload.with_edit(id, Some(request)), ..scenario.clone() };
    let (without, with) = (planned(scenario.clone()), planned(with));
    let (before, mut after) = (jobs_of(&without), jobs_of(&with));
    let (granted, slots, nodes, pays) = after.remove(&(id, 0)).unwrap();
    let mut cost = Cost {
        granted,
        slots,
        nodes,
        moved: 0,
        moved_slots: 0,
        refused: 0,
        accepted: 0,
        resized: 0,
        pays,
        lost: 0,
        displaced: None,
    };
    for (job, was) in &before {
        let is = after[job];
        cost.refused += u32::from(was.0 != REFUSED && is.0 == REFUSED);
        cost.accepted += u32::from(was.0 == REFUSED && is.0 != REFUSED);
        if was.0 != REFUSED && is.0 != REFUSED {
            cost.moved += u32::from(was.0 != is.0);
            cost.moved_slots += u64::from(was.0.abs_diff(is.0));
            cost.resized += u32::from((was.1, was.2) != (is.1, is.2));
        }
        cost.lost += was.3 as i64 - is.3 as i64;
    }
    let market = scenario.market.as_ref().filter(|market| market.nesting == Nesting::Nested && granted != REFUSED);
    cost.displaced = market.and_then(|market| {
        let revenue = with.session().revenue().unwrap();
        let arrivals = with.session().arrivals();
        let job = arrivals.first_job[arrivals.row_of(id).unwrap()];
        // What was known when the request was about to be decided. An update that is due with it comes after that.
        let made = revenue.updates().partition_point(|update| update.job < job);
        let limits = revenue.updates().get(made).map_or(revenue.limits(), |next| &next.before);
        let demand: Vec<Demand> = match market.demand {
            DemandSource::Given => market.classes.iter().map(|class| class.demand.unwrap()).collect(),
            DemandSource::Forecast => revenue.updates()[..made].last()?.forecast.iter().map(|forecast| forecast.demand).collect(),
        };
        let offers: Vec<Offer> =
            market.classes.iter().zip(demand).map(|(class, demand)| Offer { price: class.price, demand }).collect();
        let worth = worth_of_nodes(limits[0], &offers, &levels_of(limits));
        let mut sum = 0.0;
        for slot in granted..granted + slots {
            let used: u32 = after.values().filter(|job| job.0 <= slot && slot < job.0.saturating_add(job.1)).map(|job| job.2).sum();
            let left = limits[0].saturating_sub(used);
            sum += (left.saturating_sub(nodes)..left).map(|node| worth[node as usize]).sum::<f64>();
        }
        Some(sum)
    });
    cost
}

/// Whether both are the same; sums of numbers that are not whole differ by their last digits.
fn are_same(one: &Cost, other: &Cost) -> bool {
    let near = match (one.displaced, other.displaced) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-6 * one.abs().max(1.0),
        (one, other) => one == other,
    };
    near && Cost { displaced: None, ..*one } == Cost { displaced: None, ..*other }
}

/// Every policy there is, simplest first.
fn policies() -> Vec<Policy> {
    let of = |planner: PlannerKind| {
        let rules = if planner.has_shift_rule() { &ShiftRule::ALL[..] } else { &ShiftRule::ALL[..1] };
        rules.iter().map(move |&shift| Policy { planner, shift, ..Policy::default() })
    };
    PlannerKind::EVERY.into_iter().flat_map(of).collect()
}

/// What is asked: when the request comes, if it is not the last; after how many slots it starts, its length, its nodes, and by how much it may be later.
fn asked() -> impl Strategy<Value = (Option<Slot>, Slot, Slot, u32, Slot)> {
    (prop::option::of(0..60_u32), 0..40_u32, 1..12_u32, 1..=12_u32, prop_oneof![2 => Just(0), 1 => 0..9_u32])
}

fn scenario(nodes: u32, requests: Vec<Request>, market: Option<Market>, policy: Policy) -> SlotsScenario {
    SlotsScenario { policy, market, ..scenario_of(nodes, requests) }
}

fn price(run: &SlotsRun, (submitted, after, slots, nodes, relax): (Option<Slot>, Slot, Slot, u32, Slot)) -> RequestCost {
    let mut pricing = run.pricing(submitted, relax).unwrap();
    let start = pricing.submitted() + after;
    pricing.price(Wanted { start, slots, nodes })
}

proptest! {
    #![proptest_config(cases(160))]

    #[test]
    fn the_cost_of_a_request_is_the_difference_of_two_whole_runs(
        (case, market) in prop_oneof![case().prop_map(|case| (case, None)), market_case().prop_map(|(case, market)| (case, Some(market)))],
        asked in asked(),
    ) {
        for policy in policies() {
            let scenario = scenario(case.nodes, case.requests.clone(), market.clone(), policy);
            let run = planned(scenario.clone());
            let priced = price(&run, asked);
            let expected = oracle(&scenario, priced.request);
            prop_assert!(are_same(&priced.cost, &expected), "{}: {:?} is not {expected:?}", policy.name(), priced.cost);
            prop_assert_eq!(priced.refused_because.is_some(), expected.granted == REFUSED);
            // Job by job the same as in sum.
            let told = |is: fn(Slot, Slot) -> bool| priced.changed.iter().filter(|job| is(job.from, job.to)).count() as u32;
            prop_assert_eq!(told(|from, to| from != REFUSED && to == REFUSED), expected.refused);
            prop_assert_eq!(told(|from, to| from == REFUSED && to != REFUSED), expected.accepted);
            prop_assert_eq!(told(|from, to| from != REFUSED && to != REFUSED && from != to), expected.moved);
        }
    }

    #[test]
    fn nobody_is_refused_for_the_last_request_and_only_planners_that_move_jobs_move_any(
        (case, market) in market_case(),
        (_, after, slots, nodes, relax) in asked(),
    ) {
        for policy in policies() {
            let run = planned(scenario(case.nodes, case.requests.clone(), Some(market.clone()), policy));
            let RequestCost { request, cost, .. } = price(&run, (None, after, slots, nodes, relax));
            prop_assert_eq!((cost.refused, cost.accepted, cost.resized, cost.lost), (0, 0, 0, 0), "{}", policy.name());
            prop_assert!(cost.moved == 0 || policy.planner.moves_jobs(), "{}", policy.name());
            prop_assert!(u64::from(cost.moved) <= cost.moved_slots && (cost.moved == 0) == (cost.moved_slots == 0));
            if cost.is_granted() {
                prop_assert!((request.earliest_start..=request.latest_start + request.duration).contains(&cost.granted));
                prop_assert!(cost.displaced.is_none_or(|displaced| displaced > -1e-9));
            } else {
                prop_assert_eq!((cost.moved, cost.pays, cost.displaced), (0, 0, None), "{}", policy.name());
            }
        }
    }

    #[test]
    fn a_map_in_pieces_is_the_prices_of_its_cells(
        (case, market) in market_case(),
        piece in 1..40_usize,
        which in 0..5_usize,
        is_length in any::<bool>(),
    ) {
        let (policy, measure) = (policies()[[0, 2, 3, 5, 7][which]], Measure::ALL[which]);
        let run = planned(scenario(case.nodes, case.requests.clone(), Some(market.clone()), policy));
        let from = run.pricing(None, 0).unwrap().submitted();
        let axis = if is_length { MapAxis::Length } else { MapAxis::Nodes };
        let map = MapAsked { from, to: from + 30, columns: 50, rows: 9, axis, most: 12, near: Some((3, 2)) };
        let wanted = Wanted { start: from + 4, slots: 3, nodes: 2 };
        let asked = CostAsked { wanted, relax: 0, submitted: None, latest: Some(from + 9), measure, map: Some(map) };
        let mut costing = Costing::new(run.pricing(None, 0).unwrap(), asked);
        let (mut computed, mut steps) = (0, 0);
        while !costing.is_done() {
            costing.advance(piece);
            let now = costing.answer().map.as_ref().unwrap().computed;
            prop_assert!(now >= computed);
            (computed, steps) = (now, steps + 1);
            prop_assert!(steps < 100_000, "the work ends");
        }
        let map = costing.answer().map.clone().unwrap();
        prop_assert_eq!((map.asked.columns, map.asked.rows, map.is_done()), (30, 9, true));
        let mut pricing = run.pricing(None, 0).unwrap();
        for row in 0..9 {
            let mut best = None;
            for column in 0..30 {
                let cost = pricing.price(map.asked.wanted(wanted, column, row)).cost;
                prop_assert!(map.is_exact(column, row) && map.cost(column, row) == Some(&cost));
                let key = (cost.by(measure), cost.granted, column);
                best = if cost.is_granted() && best.is_none_or(|best| key < best) { Some(key) } else { best };
            }
            prop_assert_eq!(map.cheapest[row as usize], best.map_or(NO_COLUMN, |best| best.2));
        }
        let starts = (from + 4..=from + 9).map(|start| pricing.price(Wanted { start, ..wanted }).cost);
        let best = starts.map(|cost| (!cost.is_granted(), cost.by(measure), cost.granted)).min();
        let found = costing.answer().cheapest.unwrap().1;
        prop_assert_eq!(best, Some((!found.is_granted(), found.by(measure), found.granted)));
        // Another measure marks other starts and computes nothing anew.
        costing.ask(CostAsked { measure: Measure::Moved, ..asked });
        prop_assert!(costing.answer().map.as_ref().unwrap().is_done());
    }
}

/// Goes on as a worker does, a little at a time, after the plan of this number: the answers of the present plan, and how often nothing was told in between.
fn told(run: &mut SlotsRun, number: &mut u32, budget: usize) -> (Vec<CostTold>, usize) {
    let (mut told, mut silent, mut is_done) = (Vec::new(), 0, false);
    loop {
        match run.snapshot(budget) {
            Answer::Ready(SlotsSnapshot::Cost(answer)) => {
                assert_eq!(answer.plan, *number, "of the plan that was sent last");
                told.push(*answer);
            }
            Answer::Ready(_) => {}
            Answer::Working => silent += 1,
            Answer::Nothing if is_done => return (told, silent),
            Answer::Nothing => {
                is_done = run.advance(budget).is_done;
                while let Some(update) = run.update() {
                    if let SlotsUpdate::Planned { number: sent, .. } = update {
                        *number = sent;
                    }
                }
            }
        }
    }
}

/// The answer in one go, of a run of its own.
fn at_once(scenario: &SlotsScenario, asked: CostAsked) -> Option<CostAnswer> {
    let run = planned(scenario.clone());
    let mut costing = Costing::new(run.pricing(asked.submitted, asked.relax)?, asked);
    costing.advance(usize::MAX);
    assert!(costing.is_done());
    Some(costing.answer().clone())
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn a_query_answered_in_parts_is_the_answer_at_once(
        (case, market) in market_case(),
        (submitted, after, slots, nodes, relax) in asked(),
        budget in 1..200_usize,
        which in 0..5_usize,
    ) {
        let (policy, measure) = (policies()[[0, 2, 3, 5, 7][which]], Measure::ALL[which]);
        let mut scenario = scenario(case.nodes, case.requests.clone(), Some(market), policy);
        let (mut run, mut number) = (SlotsRun::open(scenario.clone()).unwrap(), 0);
        let from = submitted.unwrap_or(20);
        let map = MapAsked { from, to: from + 40, columns: 20, rows: 6, axis: MapAxis::Nodes, most: 12, near: Some((3, 2)) };
        let asked = CostAsked { wanted: Wanted { start: from + after, slots, nodes }, relax, submitted, latest: None, measure, map: Some(map) };
        let query = |cost, step| SlotsQuery { cost, step, ..SlotsQuery::default() };

        // With the plan, again as the same question, as another one of the same map, as one that comes at another time, and of another plan.
        run.query(query(Some(asked), None));
        let (answers, _) = told(&mut run, &mut number, budget);
        prop_assert_eq!(&answers.last().unwrap().answer, &at_once(&scenario, asked));
        prop_assert!(answers.iter().all(|told| told.asked == asked && told.answer.as_ref().unwrap().cost.is_some()));
        let computed = |told: &CostTold| told.answer.as_ref().unwrap().map.as_ref().unwrap().computed;
        prop_assert!(answers.is_sorted_by_key(computed));
        run.query(query(Some(asked), None));
        prop_assert!(told(&mut run, &mut number, budget).0.is_empty(), "nothing new");
        let other = CostAsked { wanted: Wanted { start: from + after + 1, ..asked.wanted }, ..asked };
        run.query(query(Some(other), None));
        let (answers, _) = told(&mut run, &mut number, budget);
        let expected = at_once(&scenario, other);
        prop_assert_eq!((answers.len(), &answers.last().unwrap().answer), (1, &expected), "the map is known");
        let later = CostAsked { submitted: Some(from + 5), ..other };
        run.query(query(Some(later), None));
        let (answers, _) = told(&mut run, &mut number, budget);
        prop_assert_eq!(&answers.last().unwrap().answer, &at_once(&scenario, later));
        scenario.workload = scenario.workload.with_edit(0, None);
        run.edit(scenario.clone()).unwrap();
        let (answers, _) = told(&mut run, &mut number, budget);
        prop_assert_eq!(&answers.last().unwrap().answer, &at_once(&scenario, later));

        // While steps are shown nothing is told; then it is told again, of the plan that is sent then.
        run.query(query(Some(later), Some(1)));
        prop_assert!(told(&mut run, &mut number, budget).0.is_empty());
        run.query(query(None, Some(0)));
        prop_assert!(told(&mut run, &mut number, budget).0.is_empty());
        run.query(query(Some(later), None));
        let (answers, _) = told(&mut run, &mut number, budget);
        prop_assert_eq!(&answers.last().unwrap().answer, &at_once(&scenario, later));
        run.query(query(None, None));
        prop_assert!(told(&mut run, &mut number, budget).0.is_empty());
    }
}

#[test]
fn a_large_map_is_told_now_and_then() {
    let scenario = SlotsScenario {
        policy: policies()[3],
        ..scenario_of(8, (0..40).map(|user| request(1 + user, user, user, user + 9, 3)).collect())
    };
    let mut run = SlotsRun::open(scenario.clone()).unwrap();
    let map = MapAsked { from: 39, to: 99, columns: 60, rows: 8, axis: MapAxis::Nodes, most: 8, near: None };
    let wanted = Wanted { start: 45, slots: 4, nodes: 2 };
    let asked = CostAsked { wanted, relax: 0, submitted: None, latest: None, measure: Measure::Slots, map: Some(map) };
    run.query(SlotsQuery { cost: Some(asked), ..SlotsQuery::default() });
    let (answers, silent) = told(&mut run, &mut 0, 1);
    // The request itself, then 32 of 480 cells, and each time a quarter more.
    let computed: Vec<u32> = answers.iter().map(|told| told.answer.as_ref().unwrap().map.as_ref().unwrap().computed).collect();
    assert_eq!(computed, [0, 32, 72, 122, 184, 262, 359, 480]);
    assert!(silent > 400, "a cell is at least a part of its own: {silent}");
    assert_eq!(answers.last().unwrap().answer, at_once(&scenario, asked));
}

/// A request of user `user` on one node.
fn request(user: u32, submitted: Slot, earliest_start: Slot, latest_start: Slot, duration: Slot) -> Request {
    Request { user, submitted, earliest_start, latest_start, duration, nodes: 1, jobs: 1 }
}

#[test]
fn one_job_on_one_node_moves_by_two_slots() {
    // The job stands in slots 4 and 5 and may start until 6.
    let priced = |planner: PlannerKind, start: Slot| {
        let policy = Policy { planner, ..Policy::default() };
        let run = planned(scenario(1, vec![request(1, 0, 4, 6, 2)], None, policy));
        price(&run, (None, start, 2, 1, 0))
    };
    let moved = priced(PlannerKind::FcfsEds, 4);
    assert_eq!((moved.cost.granted, moved.cost.moved, moved.cost.moved_slots), (4, 1, 2));
    let [job] = moved.changed[..] else { panic!("one job moves") };
    assert_eq!((job.request, job.user, job.number, job.from, job.to), (0, 1, 1, 4, 6));
    assert_eq!(moved.request, request(2, 0, 4, 4, 2));
    // It begins before slot 5 and cannot end before it: nobody can be moved.
    assert!(!priced(PlannerKind::FcfsEds, 5).cost.is_granted());
    assert!(!priced(PlannerKind::FirstFit, 4).cost.is_granted());
    let free = priced(PlannerKind::FcfsEds, 6).cost;
    assert_eq!((free.granted, free.moved, free.moved_slots), (6, 0, 0));
}

#[test]
fn money_by_hand() {
    let class = |price, book_ahead_max, limit| Class {
        name: String::new(),
        price,
        book_ahead_max,
        limit,
        demand: Some(Demand { mean: 1.0, deviation: 0.01 }),
    };
    let market = Market {
        classes: vec![class(100, Some(5), 2), class(40, None, 1)],
        method: Method::Fixed,
        nesting: Nesting::Nested,
        update_every: Market::UPDATE_EVERY,
        demand: DemandSource::Given,
    };
    // One node is kept for class 1, which wants one: the last node is worth 100 to it. Class 2 wants one, too: the other node is worth its 40.
    let policy = Policy { planner: PlannerKind::Rigid, ..Policy::default() };
    let run = planned(scenario(2, Vec::new(), Some(market.clone()), policy));
    let one = price(&run, (None, 3, 3, 1, 0)).cost;
    assert_eq!((one.displaced, one.bid_price(), one.pays), (Some(120.0), Some(40.0), 300));
    let both = price(&run, (None, 3, 3, 2, 0)).cost;
    assert_eq!((both.displaced, both.bid_price(), both.pays), (Some(420.0), Some(70.0), 600));
    // Two nodes are not for class 2: it may have one.
    assert!(!price(&run, (None, 9, 3, 2, 0)).cost.is_granted());
    // Requests of class 1 that come in slot 3 for two slots from 5 on. One that came in slot 0 for slot 5 leaves room for one of them: 200 are lost.
    let others = vec![request(1, 3, 5, 5, 2), request(2, 3, 5, 5, 2)];
    let run = planned(scenario(2, others, Some(market), policy));
    let lost = price(&run, (Some(0), 5, 1, 1, 0)).cost;
    assert_eq!((lost.granted, lost.refused, lost.lost, lost.pays), (5, 1, 200, 100));
    // As the last one it finds both nodes in use.
    assert!(!price(&run, (None, 2, 1, 1, 0)).cost.is_granted());
}

#[test]
fn what_is_out_of_range_is_put_right() {
    let run = planned(scenario_of(3, vec![request(1, 7, 9, 9, 2)]));
    let pricing = run.pricing(None, u32::MAX).unwrap();
    let all = Wanted { start: u32::MAX, slots: u32::MAX, nodes: u32::MAX };
    let most = pricing.request(all);
    assert_eq!((most.nodes, most.duration, most.latest_start), (3, bounds::DURATION.max, bounds::SLOT.max));
    let least = pricing.request(Wanted { start: 0, slots: 0, nodes: 0 });
    assert_eq!((least.submitted, least.earliest_start, least.duration, least.nodes), (7, 7, 1, 1));
    let open = SlotsRun::open(scenario_of(3, vec![request(1, 7, 9, 9, 2)])).unwrap();
    assert!(open.pricing(None, 0).is_none(), "nothing is decided");
}
