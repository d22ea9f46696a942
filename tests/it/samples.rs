//! Scenarios for tests of files, links and the command line: the worked example as JSON, and random ones.

use crate::support::random::market;
use bookahead::engine::Scenario;
use bookahead::engine::request::Request;
use bookahead::engine::revenue::Market;
use bookahead::engine::scenario::{Machine, PlannerKind, Policy, ShiftRule};
use bookahead::engine::workload::{Edits, Generator, Range, Source, Workload};
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
        let policy = (proptest::sample::select(&PlannerKind::ALL[..]), proptest::sample::select(&ShiftRule::ALL[..]));
        // The random markets are small; names are anything.
        let name = move |(mut market, name): (Market, String)| {
            market.classes[1].name = name;
            market.fitted(nodes)
        };
        let market = proptest::option::of((market(nodes), ".{0,40}").prop_map(name));
        (".{0,40}", 1_u32..=86_400, source(nodes), edits, policy, market).prop_map(
            move |(title, slot_seconds, source, mut edits, (planner, shift), market)| {
                // Only what is in the source can be removed.
                edits.retain(|id, change| change.is_some() || *id < source.len());
                Scenario {
                    title,
                    machine: Machine { nodes, slot_seconds },
                    workload: Workload { source, edits: Edits(Arc::new(edits)) },
                    policy: Policy { planner, shift },
                    market,
                }
            },
        )
    })
}

/// The scenario with its edits written into a given list: what a file or link gives back.
pub fn folded(scenario: &Scenario) -> Scenario {
    Scenario { workload: scenario.workload.folded(), ..scenario.clone() }
}
