//! How long a query for offers takes over 30 days of slots, beside the algorithm as it is written and a scan of all rectangles.

use bookahead::engine::slots::elastic::{ElasticQuery, Need, OfferSearch, Run, as_written, runs_of};
use std::hint::black_box;
use std::time::Instant;

/// Slots of 30 days.
pub const SLOTS: u32 = 8_640;
/// Runs of each measurement; the fastest counts.
const RUNS: usize = 200;

/// What is asked, and how long that takes.
pub struct QueryCost {
    /// In words.
    pub words: &'static str,
    /// Offers found.
    pub offers: usize,
    /// Milliseconds of the search.
    pub search_ms: f64,
    /// Of Algorithm 1 as it is written.
    pub written_ms: f64,
    /// Of a scan of all rectangles, which only counts them.
    pub scan_ms: f64,
}

/// How the free nodes go on from slot to slot.
#[derive(Clone, Copy)]
enum Course {
    /// Any number, every slot.
    Any,
    /// One more, one less, or as many as before, as in a plan.
    Steps,
}

fn profile(nodes: u32, course: Course) -> Vec<u32> {
    let mut state = 7_u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    };
    let mut free = nodes / 2;
    let mut next = || {
        free = match course {
            Course::Any => draw() % (nodes + 1),
            Course::Steps => (free + draw() % 3).saturating_sub(1).min(nodes),
        };
        free
    };
    (0..SLOTS).map(|_| next()).collect()
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

/// All queries.
pub fn query_costs() -> Vec<QueryCost> {
    let cases = [
        ("64 nodes, everything open", 64, Course::Any, None, None),
        ("64 nodes, 48 slots wanted", 64, Course::Any, Some(48), None),
        ("64 nodes, 48 slots on 16 nodes", 64, Course::Any, Some(48), Some(16)),
        ("64 nodes in small steps, 48 slots wanted", 64, Course::Steps, Some(48), None),
        ("4,096 nodes, 288 slots wanted", 4_096, Course::Any, Some(288), None),
    ];
    let cost = |(words, nodes, course, duration, wanted)| {
        let free = profile(nodes, course);
        let query = ElasticQuery { from: 0, to: SLOTS, duration, nodes: wanted };
        let need = Need::of(&query);
        let (mut runs, mut search, mut offers): (Vec<Run>, _, Vec<_>) = (Vec::new(), OfferSearch::default(), Vec::new());
        let search_ms = fastest(RUNS, || {
            runs_of(query.from, query.to, |slot| free[slot as usize], &mut runs);
            search.offers(&runs, need, &mut offers);
            black_box(&offers);
        });
        let written_ms = fastest(1, || drop(black_box(as_written(&runs, need, &mut ()))));
        let scan_ms = fastest(1, || {
            black_box(scan(&free, need));
        });
        QueryCost { words, offers: offers.len(), search_ms, written_ms, scan_ms }
    };
    cases.into_iter().map(cost).collect()
}
