//! The structures whose cost is counted: each takes what the scan of all periods takes; Best-Fit's tree on an example by hand; counts and experiments.

use crate::cli::{fails, ok};
use crate::idle_planning::case;
use crate::oracle::idle::Scan;
use crate::support::random::cases;
use bookahead::engine::idle::reference::{Order, PeriodTree};
use bookahead::engine::idle::{OPEN, Period, Servers, Strategy, Want};
use bookahead::papers::experiment::{ClaimVerdict, ExperimentRun, Options, Paper, catalogue};
use bookahead::papers::idle::structures::{Axis, BestFitTrees, Structure, StructurePlan, find_best};
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases(200))]

    /// What a structure takes and holds is what the scan of all periods takes and holds, request after request.
    #[test]
    fn every_structure_takes_what_the_scan_takes(case in case(40), factor in 1..6_u32) {
        let Servers { look_ahead, least_size, .. } = case.servers;
        let equal = Servers::identical(case.servers.count(), look_ahead, least_size);
        for structure in Structure::CHAPTER_3.into_iter().chain(Structure::CHAPTER_4) {
            let servers = if Structure::CHAPTER_3.contains(&structure) { &equal } else { &case.servers };
            let mut scan = Scan::new(servers);
            let mut plan = StructurePlan::new(structure, servers, factor).expect("few strips");
            let arrivals = case.arrivals();
            let mut updated = plan.updated();
            for row in 0..arrivals.jobs() {
                let request = arrivals.row(row);
                plan.expire(request.submitted);
                prop_assert_eq!(plan.periods(request.submitted), scan.periods(request.submitted), "{} row {}", structure.key(), row);
                let job = (request.earliest_start, request.size, request.deadline);
                let choice = scan.choose(request.submitted, job, structure.strategy());
                let (placed, read) = plan.search(&request);
                let plain = choice.map(|choice| {
                    let (start, end) = choice.period;
                    (Period { start, server: choice.server, end }, choice.start, choice.end)
                });
                prop_assert_eq!(placed, plain, "{} row {}", structure.key(), row);
                prop_assert!(read > 0 || placed.is_none(), "{} row {}: nothing is found without reading", structure.key(), row);
                if let (Some(choice), Some((period, start, end))) = (choice, placed) {
                    scan.take(choice);
                    prop_assert!(plan.take(period, start, end));
                    prop_assert!(plan.updated() > updated, "{} row {}: an update reads something", structure.key(), row);
                }
                updated = plan.updated();
            }
        }
    }

    /// The two-dimensional tree finds the best of all its periods after every change, however long they are and wherever the job lies.
    #[test]
    fn the_tree_of_best_fit_finds_the_best(
        rows in prop::collection::vec((0..60_u32, prop_oneof![5 => 1..20_u32, 1 => Just(OPEN)], any::<bool>()), 1..60),
        jobs in prop::collection::vec((0..60_u32, 1..15_u32, 0..30_u32), 1..8),
    ) {
        let mut tree: PeriodTree<BestFitTrees> = PeriodTree::new(Order::Start);
        let mut known: Vec<Period> = Vec::new();
        for ((start, length, stays), server) in rows.into_iter().zip(0..) {
            let period = Period { start, server, end: if length == OPEN { OPEN } else { start + length } };
            tree.insert(period);
            known.push(period);
            if !stays {
                let gone = known.swap_remove(server as usize % known.len());
                prop_assert!(tree.remove(gone));
            }
            for &(earliest, duration, slack) in &jobs {
                let want = Want::new(earliest, u64::from(duration), earliest + duration + slack).expect("there is room");
                let feasible = known.iter().copied().filter(|period| want.fits(period));
                let best = feasible.min_by_key(|period| want.rank(period, Strategy::BestFit));
                prop_assert_eq!(find_best(&tree, &want, &mut 0), best);
            }
        }
    }
}

/// Four periods and a job of 3 that may start from 17 to 20. R1: Y ends at 20, W at 30, V at 25; R2: Z starts at 18 and is 3 long, the best.
#[test]
fn best_fit_in_a_tree_by_hand() {
    let period = |start, server, end| Period { start, server, end };
    let [w, y, v, z] = [period(10, 0, 30), period(14, 1, 20), period(15, 2, 25), period(18, 3, 21)];
    let mut tree: PeriodTree<BestFitTrees> = PeriodTree::of(Order::Start, &[w, y, v, z]);
    let want = Want::new(17, 3, 23).expect("there is room");
    let mut read = 0;
    assert_eq!(find_best(&tree, &want, &mut read), Some(z));
    // The root; W and Y below it start by 17, and both end late enough: node and leaf of their tree by end. The node of V and Z, and these two leaves, V with
    // no tree of its own.
    assert_eq!(read, 1 + (1 + 2) + (1 + 2));
    // Without Z the shortest of R1: Y, 6 long.
    assert!(tree.remove(z));
    assert_eq!(find_best(&tree, &want, &mut 0), Some(y));
    // A job that ends one later does not fit into Y: V, 10 long, before W, 20 long.
    let longer = Want::new(17, 4, 23).expect("there is room");
    assert_eq!(find_best(&tree, &longer, &mut 0), Some(v));
}

/// Of a tree of four leaves: an insertion reads the path of two inner nodes and writes a node and two leaves; a removal reads the path, the leaf, its parent
/// and its sibling.
#[test]
fn updates_are_counted_by_hand() {
    let period = |start| Period { start, server: 0, end: start + 5 };
    let mut tree: PeriodTree = PeriodTree::of(Order::Start, &[0, 10, 20, 30].map(period));
    assert_eq!(tree.updated(), 7, "built of four leaves and three inner nodes");
    tree.insert(period(40));
    assert_eq!(tree.updated(), 7 + 2 + 3);
    assert!(tree.remove(period(40)));
    assert_eq!(tree.updated(), 12 + 2 + 3);
    // In a list of one server everything before the place is walked over: the one idle period at first, then the period before the job and the one behind it.
    let servers = Servers::identical(1, 1_000, 1);
    let mut list = StructurePlan::new(Structure::List, &servers, 1).expect("few strips");
    assert_eq!(list.updated(), 1);
    assert!(list.take(Period { start: 0, server: 0, end: OPEN }, 10, 20));
    assert_eq!(list.updated(), 1 + 1 + 1 + 2);
}

#[test]
fn the_curves_and_the_claims() {
    let listed: Vec<_> = catalogue().into_iter().filter(|listed| listed.paper == Paper::Structures).collect();
    assert!(listed.iter().map(|listed| listed.key.as_str()).eq(Axis::ALL.map(Axis::key)));
    for (listed, axis) in listed.iter().zip(Axis::ALL) {
        let mut run = ExperimentRun::new(&listed.key, Options { runs: 2, requests: 600, seed: 1 }).unwrap();
        run.finish().unwrap();
        let results = run.results();
        assert_eq!(results.panels.len(), 3);
        for panel in &results.panels {
            assert_eq!(panel.curves.len(), axis.structures().len());
            for curve in &panel.curves {
                assert!(curve.points.iter().map(|point| point.x as u32).eq(axis.places().iter().copied()), "{}", curve.key);
                assert!(curve.points.iter().all(|point| point.y.mean >= 1.0), "{} {:?}", curve.key, curve.points);
            }
        }
        // Structures for the same strategy make the same plan, and hold the same periods.
        let held = |at: usize| results.panels[2].curves[at].points.iter().map(|point| point.y.mean).collect::<Vec<f64>>();
        if axis.structures() == Structure::CHAPTER_3 {
            assert_eq!((held(0), held(3)), (held(1), held(4)), "{}", listed.key);
            assert_eq!(held(0), held(2), "{}", listed.key);
        }
        let claims = match axis {
            Axis::Servers => 6,
            Axis::Load => 4,
            Axis::Horizon => 3,
            Axis::Width => 2,
            Axis::Rates => 1,
            Axis::PerRate => 2,
        };
        assert_eq!(results.claims.len(), claims, "{}", listed.key);
    }
    // What needs no sample to be known: a list reads more than a tree where many servers are.
    let mut run = ExperimentRun::new("structures-per-rate", Options { runs: 3, requests: 1_000, seed: 5 }).unwrap();
    run.finish().unwrap();
    let lists = run.results().claims.into_iter().find(|claim| claim.words.contains("FF-HA’s lists")).unwrap();
    assert_eq!(lists.verdict, ClaimVerdict::Held);
}

#[test]
fn the_command_line_knows_the_structures() {
    let csv = ok(&["experiment", "structures-rates", "--runs", "2", "--jobs", "100", "--csv"], "");
    assert!(csv.contains("search_two-level-trees") && csv.contains("update_rate-lists"), "{csv}");
    fails(
        &["experiment", "structures-load", "--jobs", "0"],
        "",
        "--jobs: 0 is not allowed; must be a whole number from 1 to 1000000",
    );
}
