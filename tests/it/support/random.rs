//! Random scenarios, small enough to be crowded: only then are jobs moved, put back and refused.

use bookahead::engine::slots::request::{Request, Slot};
use bookahead::engine::slots::revenue::{Class, Demand, DemandSource, Market, Method, Nesting};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// As many cases as said (or as PROPTEST_CASES asks for), from a fixed seed unless PROPTEST_RNG_SEED gives another, so that a run
/// repeats exactly and leaves no files behind.
pub fn cases(cases: u32) -> ProptestConfig {
    let given = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { given.cases } else { cases };
    let rng_seed = if given.rng_seed == RngSeed::Random { RngSeed::Fixed(20_131_013) } else { given.rng_seed };
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..given }
}

/// As [`cases`], but an eighth of them for `scripts/test --quick`: for tests that take long and count nothing over all their cases.
pub fn fewer_when_quick(many: u32) -> ProptestConfig {
    cases(if std::env::var_os("BOOKAHEAD_QUICK").is_some() { many.div_ceil(8) } else { many })
}

/// A machine and the requests made to it.
#[derive(Clone, Debug)]
pub struct Case {
    pub nodes: u32,
    pub requests: Vec<Request>,
}

/// Upper limits of what a request may ask for.
#[derive(Clone, Copy, Debug)]
struct Shape {
    submitted: Slot,
    book_ahead: Slot,
    relax: Slot,
    duration: Slot,
    nodes: u32,
    jobs: u32,
}

/// One-node jobs; jobs of several nodes; windows near and far.
const SHAPES: [Shape; 4] = [
    Shape { submitted: 8, book_ahead: 6, relax: 6, duration: 5, nodes: 1, jobs: 3 },
    Shape { submitted: 8, book_ahead: 8, relax: 8, duration: 6, nodes: 12, jobs: 1 },
    Shape { submitted: 20, book_ahead: 12, relax: 10, duration: 8, nodes: 3, jobs: 3 },
    Shape { submitted: 200, book_ahead: 300, relax: 150, duration: 120, nodes: 4, jobs: 2 },
];

/// Any request; numbers beyond the machine are brought back into it.
fn request(shape: Shape, machine_nodes: u32) -> impl Strategy<Value = Request> {
    let Shape { submitted, book_ahead, relax, duration, nodes, jobs } = shape;
    let relax = prop_oneof![1 => Just(0), 3 => 0..=relax];
    (1..=7_u32, 0..=submitted, 0..=book_ahead, relax, 1..=duration, 1..=nodes.min(machine_nodes), 1..=jobs).prop_map(
        |(user, submitted, book_ahead, relax, duration, nodes, jobs)| {
            let earliest_start = submitted + book_ahead;
            Request { user, submitted, earliest_start, latest_start: earliest_start + relax, duration, nodes, jobs }
        },
    )
}

/// Any case: 1 to 12 nodes, 0 to 30 requests, users that come back, submissions in any order.
pub fn case() -> impl Strategy<Value = Case> {
    (1..=12_u32, 0..SHAPES.len()).prop_flat_map(|(nodes, shape)| {
        prop::collection::vec(request(SHAPES[shape], nodes), 0..=30).prop_map(move |requests| Case { nodes, requests })
    })
}

/// A change of one request of a workload of `requests` requests: an id and the new request, or none.
pub fn edit(requests: usize, machine_nodes: u32) -> impl Strategy<Value = (u32, Option<Request>)> {
    let any = (0..SHAPES.len()).prop_flat_map(move |shape| request(SHAPES[shape], machine_nodes));
    let change = (0..=requests as u32, any).prop_map(|(id, request)| (id, Some(request)));
    let removal = (0..requests.max(1) as u32).prop_map(|id| (id, None));
    if requests == 0 { change.boxed() } else { prop_oneof![3 => change, 1 => removal].boxed() }
}

/// A market for a machine: two to four classes with near borders, tight limits, any method that fits.
pub fn market(nodes: u32) -> impl Strategy<Value = Market> {
    let class = (1_u32..60, 0_u32..8, 0.0_f64..12.0, 0.1_f64..5.0);
    let choices = (
        prop::sample::select(&Method::ALL[..]),
        prop::sample::select(&Nesting::ALL[..]),
        prop::sample::select(&DemandSource::ALL[..]),
        12..=40_u32,
    );
    (prop::collection::vec(class, 2..=4), prop::collection::vec(0..=nodes, 4), choices).prop_map(
        move |(classes, mut limits, (method, nesting, demand, update_every))| {
            limits.sort_unstable_by(|a, b| b.cmp(a));
            let count = classes.len();
            let (mut price, mut border) = (1 + classes.iter().map(|class| class.0).sum::<u32>(), 0);
            let class = |(k, (drop, width, mean, deviation)): (usize, (u32, u32, f64, f64))| {
                price -= drop;
                border += width + u32::from(k > 0);
                Class {
                    name: format!("Class {}", k + 1),
                    price,
                    book_ahead_max: (k + 1 < count).then_some(border),
                    limit: limits[k],
                    demand: Some(Demand { mean, deviation }),
                }
            };
            let classes = classes.into_iter().enumerate().map(class).collect();
            let method = if method == Method::Littlewood && count > 2 { Method::EmsrB } else { method };
            Market { classes, method, nesting, update_every, demand }
        },
    )
}

/// A case with a market: any case, or one that goes on long enough for several updates of the limits.
pub fn market_case() -> impl Strategy<Value = (Case, Market)> {
    const LONG: Shape = Shape { submitted: 90, book_ahead: 12, relax: 10, duration: 8, nodes: 3, jobs: 2 };
    let long = (3..=10_u32).prop_flat_map(|nodes| {
        prop::collection::vec(request(LONG, nodes), 20..=70).prop_map(move |requests| Case { nodes, requests })
    });
    prop_oneof![1 => case(), 2 => long].prop_flat_map(|case| {
        let market = market(case.nodes);
        (Just(case), market)
    })
}
