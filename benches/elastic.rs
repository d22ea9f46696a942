//! How long a query for offers takes over 30 days of slots, beside the algorithm as it is written and a scan of all rectangles.
//!
//! `cargo bench --bench elastic`

// A bench needs a clock.
#![allow(clippy::disallowed_types)]

use bookahead::engine::slots::elastic::{ElasticQuery, Need, OfferSearch, Run, as_written, runs_of};
use std::hint::black_box;
use std::time::Instant;

/// Slots of 30 days.
const SLOTS: u32 = 8_640;
/// Runs of each measurement; the fastest counts.
const RUNS: usize = 200;

/// Free nodes that change in most slots.
fn profile(nodes: u32) -> Vec<u32> {
    let mut state = 7_u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    };
    (0..SLOTS).map(|_| draw() % (nodes + 1)).collect()
}

fn fastest(runs: usize, mut work: impl FnMut()) -> f64 {
    let once = |work: &mut dyn FnMut()| {
        let began = Instant::now();
        work();
        began.elapsed().as_secs_f64() * 1e3
    };
    (0..runs).map(|_| once(&mut work)).fold(f64::INFINITY, f64::min)
}

/// Every rectangle of consecutive slots with at least so many nodes, by trying all starts and ends.
fn scan(free: &[u32], need: Need) -> usize {
    let mut found = 0;
    for start in 0..free.len() {
        let mut least = u32::MAX;
        for (end, &nodes) in free.iter().enumerate().skip(start) {
            least = least.min(nodes);
            if least < need.nodes {
                break;
            }
            found += usize::from((end - start + 1) as u32 >= need.slots);
        }
    }
    found
}

fn main() {
    println!("{:<34}{:>8}{:>12}{:>14}{:>14}", "query over 8,640 slots", "offers", "ms", "as written ms", "all rect. ms");
    for (words, nodes, duration, wanted) in [
        ("64 nodes, everything open", 64, None, None),
        ("64 nodes, 48 slots wanted", 64, Some(48), None),
        ("64 nodes, 48 slots on 16 nodes", 64, Some(48), Some(16)),
        ("4,096 nodes, 288 slots wanted", 4_096, Some(288), None),
    ] {
        let free = profile(nodes);
        let query = ElasticQuery { from: 0, to: SLOTS, duration, nodes: wanted };
        let need = Need::of(&query);
        let (mut runs, mut search, mut offers): (Vec<Run>, _, Vec<_>) = (Vec::new(), OfferSearch::default(), Vec::new());
        let fast = fastest(RUNS, || {
            runs_of(query.from, query.to, |slot| free[slot as usize], &mut runs);
            search.offers(&runs, need, &mut offers);
            black_box(&offers);
        });
        let written = fastest(1, || drop(black_box(as_written(&runs, need, &mut ()))));
        let all = fastest(1, || {
            black_box(scan(&free, need));
        });
        println!("{words:<34}{:>8}{fast:>12.3}{written:>14.3}{all:>14.3}", offers.len());
    }
}
