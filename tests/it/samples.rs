//! Scenarios for tests of files, links and the command line: the worked example as JSON, and random ones.

use crate::support::random::market;
use bookahead::engine::core::calendar::ClockStart;
use bookahead::engine::idle::adaptive::Adaptability;
use bookahead::engine::idle::generator::{Due, FortnightWorkload, ParetoWorkload};
use bookahead::engine::idle::{
    IdleEvent, IdleRequest, IdleScenario, IdleSource, IdleWorkload, Rate, RequestName, RequestNames, ServerGroup, Servers,
    Strategy as IdleStrategy,
};
use bookahead::engine::slots::elastic::Tariff;
use bookahead::engine::slots::order_search::OrderSearch;
use bookahead::engine::slots::overlap_rule::OverlapRule;
use bookahead::engine::slots::replanning::Replan;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::revenue::Market;
use bookahead::engine::slots::scenario::{Machine, PlannerKind, Policy, ShiftRule, SlotsScenario};
use bookahead::engine::slots::workload::{Edits, Generator, Range, Source, Workload};
use bookahead::engine::{Scenario, Study};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use std::sync::Arc;

/// Umar, Table 3.4, with the defaults left out.
pub const GOLDEN_1A: &str = r#"{"version": 1, "title": "Eleven requests, five nodes", "machine": {"nodes": 5}, "workload": {"requests": [
    {"earliest_start": 11, "duration": 1, "jobs": 2}, {"earliest_start": 11, "duration": 3}, {"earliest_start": 12, "duration": 3},
    {"earliest_start": 15, "latest_start": 16, "duration": 1}, {"earliest_start": 15, "duration": 1, "jobs": 2},
    {"earliest_start": 11, "duration": 2}, {"earliest_start": 13, "duration": 1}, {"earliest_start": 16, "duration": 2},
    {"earliest_start": 11, "duration": 2}, {"earliest_start": 15, "duration": 3},
    {"earliest_start": 12, "latest_start": 14, "duration": 3, "jobs": 3}]}}"#;

/// The worked example with a market of three classes.
pub fn golden_with_market() -> String {
    let market = r#""market": {"method": "fixed", "classes": [
        {"name": "Premium", "price": 100, "book_ahead_max": 11, "mean": 1.5, "deviation": 0.5},
        {"name": "Business", "price": 60, "book_ahead_max": 13, "limit": 4, "mean": 2, "deviation": 1},
        {"price": 40, "limit": 2, "mean": 3, "deviation": 1.25}]}"#;
    GOLDEN_1A.replacen("\"workload\"", &format!("{market}, \"workload\""), 1)
}

/// Most node places of a request.
const PLACES_MAX: u32 = 600_000;

/// Any legal request for a machine of `nodes` nodes, of a size that some dozens of them stay below the limits on totals.
pub fn request(nodes: u32) -> impl Strategy<Value = Request> {
    let slots = prop_oneof![0_u32..100, 0_u32..1_300_000];
    let duration = prop_oneof![1_u32..50, 1_u32..=1_000_000];
    (0..u32::MAX, slots.clone(), slots.clone(), slots, duration, 1..=nodes, 1_u32..=10_000).prop_map(
        |(user, submitted, book_ahead, relax, duration, nodes, jobs)| Request {
            user,
            submitted,
            earliest_start: submitted + book_ahead,
            latest_start: submitted + book_ahead + relax,
            duration,
            nodes,
            jobs: jobs.min(PLACES_MAX / nodes).max(1),
        },
    )
}

fn range(min: u32, max: u32) -> impl Strategy<Value = Range> {
    (min..=max, min..=max).prop_map(|(a, b)| Range::new(a.min(b), a.max(b)))
}

fn generator(nodes: u32) -> impl Strategy<Value = Generator> {
    let slots = || range(0, 1_000_000);
    let ranges = (range(1, 1_000_000), slots(), slots(), range(1, nodes), range(1, 10_000));
    (any::<u64>(), 0_u32..=2_000_000, 1e-3_f64..1_000.0, 0_u32..=100, ranges).prop_map(
        |(seed, requests, arrivals_per_slot, flexible_percent, (duration, book_ahead, relax, nodes, jobs))| Generator {
            seed,
            requests,
            arrivals_per_slot,
            duration,
            book_ahead,
            relax,
            flexible_percent,
            nodes,
            jobs,
        },
    )
}

fn source(nodes: u32) -> impl Strategy<Value = Source> {
    prop_oneof![
        vec(request(nodes), 0..30).prop_map(|requests| Source::Requests(Arc::new(requests))),
        generator(nodes).prop_map(Source::Generator),
    ]
}

/// Any legal scenario, edits included.
pub fn scenario() -> impl Strategy<Value = Scenario> {
    (1_u32..=65_535).prop_flat_map(|nodes| {
        let edits = btree_map(0_u32..40, proptest::option::of(request(nodes)), 0..8);
        let planner = prop_oneof![
            3 => proptest::sample::select(&PlannerKind::ALL[..]),
            1 => proptest::sample::select(&Replan::ALL[..]).prop_map(PlannerKind::Replan)
        ];
        let policy = (planner, proptest::sample::select(&ShiftRule::ALL[..]), order_search(), overlap_rule())
            .prop_map(|(planner, shift, search, overlap)| Policy { planner, shift, search, overlap });
        // The random markets are small; names are anything.
        let name = move |(mut market, name): (Market, String)| {
            market.classes[1].name = name;
            market.fitted(nodes)
        };
        let market = proptest::option::of((market(nodes), ".{0,40}").prop_map(name));
        let tariff = (0.0_f64..=1e6, 1.0_f64..=1e3).prop_map(|(base_cost, factor)| Tariff { base_cost, factor });
        let tariff = prop_oneof![Just(Tariff::default()), tariff];
        (".{0,40}", (1_u32..=86_400, start()), source(nodes), edits, policy, (market, tariff), proptest::option::of(servers()))
            .prop_map(move |(title, (slot_seconds, start), source, mut edits, policy, (market, tariff), servers)| {
                // Only what is in the source can be removed.
                edits.retain(|id, change| change.is_some() || *id < source.len());
                let machine = Machine { nodes, slot_seconds, start };
                let workload = Workload { source, edits: Edits(Arc::new(edits)) };
                let slots = SlotsScenario { machine, workload, policy, market, tariff };
                Scenario::new(title, servers.map_or(Study::Slots(slots), Study::Idle))
            })
    })
}

/// Any legal search for an order, the usual one most often.
pub fn order_search() -> impl Strategy<Value = OrderSearch> {
    let any = (2_u32..=100, 0_u32..=100, any::<u64>()).prop_map(|(population, generations, seed)| OrderSearch {
        population,
        generations,
        seed,
    });
    prop_oneof![3 => Just(OrderSearch::default()), 1 => any]
}

/// Any legal rule by which reservations may overlap, the usual one most often.
pub fn overlap_rule() -> impl Strategy<Value = OverlapRule> {
    let users = prop_oneof![Just((0_u32, 0_u32)), (0_u32..=100, 0_u32..=100)];
    let any = (0_u32..=100, 0_u32..=100, 0_u32..=1_000, users, any::<u64>());
    let rule = any.prop_map(|(confidence, free_share, overestimate, (trust, exact_users), seed)| OverlapRule {
        confidence,
        free_share,
        overestimate,
        trust,
        exact_users,
        seed,
    });
    prop_oneof![3 => Just(OverlapRule::default()), 1 => rule]
}

/// The date of a first slot, or none.
fn start() -> impl Strategy<Value = Option<ClockStart>> {
    let offsets = ClockStart::UTC_OFFSET.0..=ClockStart::UTC_OFFSET.1;
    let start = (ClockStart::UNIX_SECONDS.0..=ClockStart::UNIX_SECONDS.1, offsets);
    proptest::option::of(start.prop_map(|(unix_seconds, utc_offset)| ClockStart { unix_seconds, utc_offset }))
}

/// A legal request to servers of this machine.
pub fn idle_request(machine: &Servers) -> impl Strategy<Value = IdleRequest> + use<> {
    let (least, ahead) = (machine.least_size, machine.look_ahead);
    (0_u32..1_000_000, least..=least + ahead / 4, 0_u32..=ahead / 4, 0_u32..=ahead / 4).prop_map(
        move |(submitted, size, wait, slack)| {
            let earliest_start = submitted + wait;
            IdleRequest { submitted, earliest_start, size, deadline: earliest_start + size + slack }
        },
    )
}

/// A legal machine of named servers.
pub fn machine() -> impl Strategy<Value = Servers> {
    let rate = (1_u32..=1_000_000, 1_u32..=1_000_000).prop_map(|(a, b)| Rate::new(a.min(b), a.max(b)));
    let groups = proptest::collection::vec((1_u32..=900, rate), 1..6);
    (groups, 1_u32..=1_000, 8_u32..=100_000).prop_map(|(groups, least_size, times)| Servers {
        groups: groups.into_iter().map(|(servers, rate)| ServerGroup { servers, rate }).collect(),
        look_ahead: least_size * times,
        least_size,
    })
}

/// A legal machine with requests to it, of any source.
pub fn servers() -> impl Strategy<Value = IdleScenario> {
    let number = (0_u64..=u64::MAX, 0_u32..=2_000_000);
    let ahead = prop_oneof![Just(1.0), 0.0_f64..=1.0];
    let pareto = (number.clone(), 1e-9_f64..=100.0, 1.1_f64..=12.0, 0.0_f64..=1.0, ahead).prop_map(
        |((seed, requests), load, mean, tightness, book_ahead)| {
            let pareto = ParetoWorkload { seed, requests, load, mean_size: mean, tightness, book_ahead };
            (ParetoWorkload::machine(20), IdleSource::Pareto(pareto))
        },
    );
    let fortnight = (number, 1e-9_f64..=100.0, 0_u32..=2_000, 1_u32..=4, any::<bool>()).prop_map(
        |((seed, requests), load, slack_minutes, level, mean)| {
            let due = if mean { Due::MeanRate } else { Due::FullRate };
            let machine = FortnightWorkload::machine(level, 120, slack_minutes).expect("in bounds");
            (machine, IdleSource::Fortnight(FortnightWorkload { seed, requests, load, slack_minutes, due }))
        },
    );
    let given = machine().prop_flat_map(|machine| {
        let list = proptest::collection::vec(idle_request(&machine), 0..30);
        list.prop_map(move |list| (machine.clone(), IdleSource::Requests(Arc::new(list))))
    });
    let with_edits = |(machine, source): (Servers, IdleSource)| {
        let edits = proptest::collection::btree_map(0_u32..50, proptest::option::of(idle_request(&machine)), 0..5);
        (Just(machine), Just(source), edits)
    };
    let events = proptest::collection::vec((any::<bool>(), 0_u32..1_000_000, 0_u32..1_000), 0..4);
    (prop_oneof![2 => given, 1 => pareto, 1 => fortnight].prop_flat_map(with_edits), 0_usize..10, any::<[bool; 3]>(), events)
        .prop_map(|((machine, source, mut edits), strategy, [replanning, opportunistic, is_named], mut events)| {
            edits.retain(|id, change| change.is_some() || *id < source.len());
            // Numbers in no order, and parts of requests.
            let name = |place: u32| RequestName {
                number: 3 + place * 7 % 5,
                job: place % 3,
                node: u32::from(!place.is_multiple_of(3)) * (place % 2),
            };
            let names = RequestNames::new((0..source.given() as u32).filter(|_| is_named).map(name));
            let workload = IdleWorkload { source, names: Arc::new(names), edits: Edits(Arc::new(edits)) };
            // Runs in which reservations adapt are short.
            let adapts = workload.source.len() < 100;
            events.sort_by_key(|(_, submitted, _)| *submitted);
            events.retain(|_| adapts);
            let event = |(chance, submitted, more): (bool, u32, u32)| match chance && opportunistic {
                true => IdleEvent::Opportunity { submitted, earliest_start: submitted + more, size: machine.least_size },
                false => IdleEvent::Extend { submitted, id: more, by: 1 + more.min(machine.look_ahead - 1) },
            };
            let events = Arc::new(events.into_iter().map(event).collect());
            let adaptability = Adaptability { replanning: replanning && adapts, opportunistic: opportunistic && adapts };
            IdleScenario { strategy: IdleStrategy::ALL[strategy], adaptability, events, ..IdleScenario::new(machine, workload) }
        })
}
