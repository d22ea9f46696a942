//! The paper's structures against the scan after every insertion, removal and expiry; the walk of Figure 3.3; geometry at the borders.

use crate::idle_planning::case;
use crate::oracle::idle::Scan;
use crate::support::random::cases;
use bookahead::engine::idle::geometry::{self, Line, Point, Region, Tested, Tests};
use bookahead::engine::idle::reference::{
    Filter, Kept, Largest, Order, Part, PeriodTree, ReferencePlan, StripName, TwoLevel, TwoLevelWalk, Walk,
};
use bookahead::engine::idle::{IdleRequest, IdleSession, OPEN, Period, Rate, ServerGroup, Servers, Strategy, Want};
use proptest::prelude::*;
use std::sync::Arc;

proptest! {
    #![proptest_config(cases(250))]

    /// Strips, lists and two-level trees take what the scan takes, hold the periods it holds, and are told what a session decides.
    #[test]
    fn shown_structures_agree_with_the_scan(case in case(40), factor in 1..6_u32) {
        let arrivals = case.arrivals();
        for strategy in Strategy::ALL {
            let mut scan = Scan::new(&case.servers);
            let mut shown = ReferencePlan::new(&case.servers, strategy, factor).expect("few strips");
            for row in 0..arrivals.jobs() {
                let request = arrivals.row(row);
                shown.expire(request.submitted);
                let mut expected = scan.periods(request.submitted);
                if strategy == Strategy::Lact {
                    expected.retain(|period| period.is_open());
                }
                prop_assert_eq!(shown.periods(request.submitted), expected, "{} row {}", strategy.name(), row);
                let choice = scan.choose(request.submitted, (request.earliest_start, request.size, request.deadline), strategy);
                let trace = shown.search(&request);
                let plain = choice.map(|choice| {
                    let (start, end) = choice.period;
                    (Period { start, server: choice.server, end }, choice.start, choice.end)
                });
                prop_assert_eq!(trace.chosen, plain, "{} row {}", strategy.name(), row);
                if let (Some(choice), Some((period, start, end))) = (choice, trace.chosen) {
                    scan.take(choice);
                    prop_assert!(shown.take(period, start, end));
                }
                for kept in shown.kept() {
                    check_kept(kept)?;
                }
            }
        }
    }

    /// A plan built from the idle periods before one request goes on like the plan that was kept up to date.
    #[test]
    fn a_plan_built_at_once_goes_on_like_one_that_grew(case in case(30), at in any::<prop::sample::Index>(), factor in 1..6_u32) {
        let arrivals = case.arrivals();
        if arrivals.jobs() == 0 {
            return Ok(());
        }
        let row = at.index(arrivals.jobs());
        for strategy in Strategy::ALL {
            let mut grown = ReferencePlan::new(&case.servers, strategy, factor).expect("few strips");
            let mut built = None;
            for job in 0..arrivals.jobs() {
                let request = arrivals.row(job);
                grown.expire(request.submitted);
                if job == row {
                    let periods = grown.periods(request.submitted);
                    let width = factor * 2 * case.servers.least_size;
                    built = Some(ReferencePlan::of_periods(&case.servers, strategy, width, request.submitted, &periods));
                }
                let chosen = grown.search(&request).chosen;
                if let Some(built) = &mut built {
                    built.expire(request.submitted);
                    prop_assert_eq!(built.periods(request.submitted), grown.periods(request.submitted), "{}", strategy.name());
                    prop_assert_eq!(built.search(&request).chosen, chosen, "{} row {}", strategy.name(), job);
                    if let Some((period, start, end)) = chosen {
                        prop_assert!(built.take(period, start, end));
                    }
                    for kept in built.kept() {
                        check_kept(kept)?;
                    }
                }
                if let Some((period, start, end)) = chosen {
                    prop_assert!(grown.take(period, start, end));
                }
            }
        }
    }

    /// Choices of all strategies on one state, and the tests of every period, against the scan.
    #[test]
    fn geometry_agrees_with_the_scan(case in case(30), at in any::<prop::sample::Index>()) {
        let arrivals = Arc::new(case.arrivals());
        if arrivals.jobs() == 0 {
            return Ok(());
        }
        let servers = Arc::new(case.servers.clone());
        let row = at.index(arrivals.jobs());
        let request = arrivals.row(row);
        for before in Strategy::ALL {
            let mut session = IdleSession::new(servers.clone(), before, arrivals.clone());
            session.advance(row);
            let mut scan = Scan::new(&servers);
            for job in 0..row {
                let job = arrivals.row(job);
                if let Some(choice) = scan.choose(job.submitted, (job.earliest_start, job.size, job.deadline), before) {
                    scan.take(choice);
                }
            }
            let periods = geometry::idle_periods(&session, request.submitted);
            prop_assert_eq!(&periods, &scan.periods(request.submitted), "{}", before.name());
            let tested = geometry::tests(&periods, &servers, &request);
            for (strategy, taken) in geometry::choices(&tested, &servers, &request) {
                let expected = scan.choose(request.submitted, (request.earliest_start, request.size, request.deadline), strategy);
                let of_taken = taken.map(|taken| (taken.period.server, taken.period.start, taken.start, taken.end));
                let of_scan = expected.map(|choice| (choice.server, choice.period.0, choice.start, choice.end));
                prop_assert_eq!(of_taken, of_scan, "{} after {}", strategy.name(), before.name());
            }
            let feasible = scan.feasible((request.earliest_start, request.size, request.deadline), Strategy::FirstFitIdle);
            let counts = Tests::of(&tested);
            prop_assert_eq!(counts.feasible as usize, feasible.len());
            for tested in &tested {
                // Both tests are necessary, and exact for periods that start by r while the deadline leaves room for the rate.
                prop_assert!(!tested.feasible() || (tested.start_test && tested.capacity_test && tested.long_enough));
                let room = u64::from(request.earliest_start) + tested.duration <= u64::from(request.deadline);
                if tested.period.start <= request.earliest_start && room {
                    prop_assert_eq!(tested.feasible(), tested.start_test && tested.capacity_test);
                }
                prop_assert_eq!(tested.deceives(), tested.start_test && tested.capacity_test && !tested.feasible());
            }
            // The strategies that use gaps accept alike: each finds a period whenever there is one.
            for (strategy, taken) in geometry::choices(&tested, &servers, &request) {
                if strategy.uses_gaps() {
                    prop_assert_eq!(taken.is_some(), counts.feasible > 0, "{}", strategy.name());
                }
            }
            if counts.feasible == 1 {
                let only = tested.iter().find(|tested| tested.feasible()).expect("one").period;
                for (strategy, taken) in geometry::choices(&tested, &servers, &request) {
                    prop_assert!(taken.is_none_or(|taken| taken.period == only));
                    prop_assert!(taken.is_some() || strategy == Strategy::Lact);
                }
            }
        }
    }
}

/// Every inner node says what is true of its leaves, and no subtree is lopsided beyond what is allowed.
fn check_kept(kept: &Kept) -> Result<(), TestCaseError> {
    match kept {
        Kept::Strips(strips) => {
            for (name, tree) in strips.trees() {
                check_tree(tree)?;
                for period in tree.periods() {
                    prop_assert_eq!(strips.name_of(&period), name);
                }
            }
        }
        Kept::List(list) => prop_assert!(list.is_sorted()),
        Kept::Completions(tree) | Kept::Outer(tree) => check_tree(tree)?,
        Kept::TwoLevel(TwoLevel { primal }) => {
            check_tree(primal)?;
            let Some(root) = primal.root() else { return Ok(()) };
            let mut stack = vec![root];
            while let Some(id) = stack.pop() {
                let node = primal.node(id);
                let Some((left, right)) = node.children else { continue };
                stack.extend([left, right]);
                let dual = &node.extra.as_ref().expect("an inner node has an inner tree").0;
                check_tree(dual)?;
                let mut below = Vec::new();
                leaves(primal, id, &mut below);
                below.sort_by_key(|period| (period.end, period.server));
                prop_assert_eq!(dual.periods(), below);
            }
        }
    }
    Ok(())
}

fn leaves<E: bookahead::engine::idle::reference::Extra>(tree: &PeriodTree<E>, id: u32, found: &mut Vec<Period>) {
    match tree.node(id).children {
        None => found.push(tree.node(id).last),
        Some((left, right)) => {
            leaves(tree, left, found);
            leaves(tree, right, found);
        }
    }
}

fn check_tree<E: bookahead::engine::idle::reference::Extra>(tree: &PeriodTree<E>) -> Result<(), TestCaseError> {
    let Some(root) = tree.root() else { return Ok(()) };
    prop_assert!(tree.periods().is_sorted_by_key(|period| tree.order().key(period)));
    let mut stack = vec![root];
    while let Some(id) = stack.pop() {
        let node = tree.node(id);
        let mut below = Vec::new();
        leaves(tree, id, &mut below);
        prop_assert_eq!(node.leaves as usize, below.len());
        prop_assert_eq!(Some(&node.last), below.last());
        let latest = below.iter().map(|period| period.end).max();
        let longest = below.iter().map(Period::length).max();
        let earliest = below.iter().map(|period| period.start).min();
        prop_assert_eq!(Some(node.latest.end), latest);
        prop_assert_eq!(Some(node.longest.length()), longest);
        prop_assert_eq!(Some(node.earliest.start), earliest);
        if let Some((left, right)) = node.children {
            let (l, r) = (tree.node(left).leaves, tree.node(right).leaves);
            prop_assert!(u64::from(l.max(r)) * 10 <= u64::from(l + r) * 7 + 10, "{} and {}", l, r);
            let mut of_left = Vec::new();
            leaves(tree, left, &mut of_left);
            prop_assert_eq!(Some(tree.median(id)), of_left.last().map(|period| tree.order().key(period).0));
            stack.extend([left, right]);
        }
    }
    Ok(())
}

fn period(start: u32, server: u32, end: u32) -> Period {
    Period { start, server, end }
}

/// Figure 3.3: the strip holds X, Y, Z and V; only Y, Z and V can take the job; the walk looks at B (marked), C, Z (marked) and V, and
/// answers V, the latest start.
#[test]
fn the_walk_of_figure_3_3() {
    // s1 = 10, s3 = 14, s4 = 15, r = s5 = 17, e2 = r + l = 20; X ends before e2, Y at it.
    let [x, y, z, v] = [period(10, 0, 19), period(14, 1, 20), period(14, 2, 25), period(15, 3, 23)];
    let tree: PeriodTree = PeriodTree::of(Order::Start, &[x, y, z, v]);
    let a = tree.root().expect("four periods");
    let (b, c) = tree.node(a).children.expect("inner");
    let (leaf_z, leaf_v) = tree.node(c).children.expect("inner");
    assert_eq!([tree.median(a), tree.median(b), tree.median(c)], [14, 10, 14], "medians s3, s1, s3");
    assert_eq!((tree.node(b).latest, tree.node(b).longest), (y, x));
    let request = IdleRequest { submitted: 0, earliest_start: 17, size: 3, deadline: 20 };
    let want = Want::new(17, 3, 20).expect("room");
    let feasible: Vec<Period> = [x, y, z, v].into_iter().filter(|period| want.fits(period)).collect();
    assert_eq!(feasible, [y, z, v]);
    let mut walk = Walk::default();
    let filter = Filter { key_from: 0, key_to: 16, end: 20, start: 17, length: 3 };
    assert_eq!(tree.last_suitable(&filter, &mut walk), Some(v));
    let path = vec![a, b, c, leaf_z, leaf_v];
    assert_eq!(walk, Walk { visited: 5, path, marked: vec![b, leaf_z] }, "A, B, C, Z, V looked at; B and Z marked");

    // The same through the whole search: strips of 2·3, the periods in the second one from the top.
    let servers = Servers::identical(4, 60, 3);
    let mut plan = ReferencePlan::new(&servers, Strategy::MinLip, 1).expect("few strips");
    for server in 0..4 {
        assert!(plan.remove(period(0, server, OPEN)));
    }
    for known in [x, y, z, v] {
        plan.insert(known);
    }
    let trace = plan.search(&request);
    assert_eq!(trace.chosen, Some((v, 17, 20)));
    let last = trace.steps.last().expect("steps");
    assert_eq!((last.part, last.found), (Part::StripAtOnce(StripName::Strip(2)), Some(v)));
}

/// With the latest ones gone the walk comes back to the marked nodes, last marked first.
#[test]
fn a_walk_returns_to_marked_nodes() {
    let mut tree: PeriodTree =
        PeriodTree::of(Order::Start, &[period(10, 0, 30), period(14, 1, 20), period(14, 2, 19), period(15, 3, 18)]);
    let filter = Filter { key_from: 0, key_to: 16, end: 20, start: 17, length: 3 };
    let mut walk = Walk::default();
    assert_eq!(tree.last_suitable(&filter, &mut walk), Some(period(14, 1, 20)));
    assert!(tree.remove(period(14, 1, 20)) && !tree.remove(period(14, 1, 20)));
    assert_eq!(tree.last_suitable(&filter, &mut Walk::default()), Some(period(10, 0, 30)));
    assert!(tree.remove(period(10, 0, 30)));
    assert_eq!(tree.last_suitable(&filter, &mut Walk::default()), None);
}

/// Feasibility at its borders: one tick decides.
#[test]
fn borders_are_exact() {
    let request = IdleRequest { submitted: 0, earliest_start: 10, size: 5, deadline: 20 };
    let tested = |start, end, rate| Tested::new(period(start, 0, end), rate, &request);
    assert_eq!(tested(10, 15, Rate::ONE).region, Region::AtOnce);
    assert_eq!(tested(0, 15, Rate::ONE).region, Region::AtOnce);
    assert_eq!(tested(0, 14, Rate::ONE).region, Region::Outside);
    assert_eq!(tested(11, 15, Rate::ONE).region, Region::Outside);
    assert_eq!(tested(15, 20, Rate::ONE).region, Region::Delayed);
    assert_eq!(tested(15, OPEN, Rate::ONE).region, Region::Delayed);
    assert_eq!(tested(16, OPEN, Rate::ONE).region, Region::Outside);
    // ⌈5 ÷ 3/5⌉ = 9 and ⌈5 ÷ 4/7⌉ = 9 (8.75 rounded up).
    for rate in [Rate::new(3, 5), Rate::new(4, 7)] {
        assert_eq!(tested(0, 19, rate).region, Region::AtOnce);
        assert_eq!(tested(0, 18, rate).region, Region::Outside);
        assert_eq!(tested(11, 20, rate).region, Region::Delayed);
        assert_eq!(tested(12, 30, rate).region, Region::Outside);
    }
    // At half the speed the job takes as long as its whole window.
    assert_eq!(tested(10, 20, Rate::new(1, 2)).region, Region::AtOnce);
    assert_eq!(tested(0, 30, Rate::new(1, 3)).region, Region::Outside, "15 ticks do not fit into [10, 20)");
    // A period that starts after r and is too short passes both tests of 4.3.
    let deceiving = tested(13, 16, Rate::ONE);
    assert!(deceiving.start_test && deceiving.capacity_test && deceiving.deceives() && !deceiving.feasible());
}

/// Equations 4.4 to 4.7, and that the dual point lies on or below the job's line exactly when the capacity test holds.
#[test]
fn the_dual_plane() {
    let request = IdleRequest { submitted: 0, earliest_start: 12, size: 6, deadline: 60 };
    let line = geometry::dual_line(&request);
    assert_eq!(line, Line { slope: 12.0, offset: -6.0 });
    for rate in [Rate::ONE, Rate::new(1, 2), Rate::new(1, 4)] {
        for start in [0, 12, 20] {
            for end in start + 1..60 {
                let period = period(start, 0, end);
                let point = geometry::dual_point(&period, rate, 1_000);
                let (mu, et) = (rate.value(), f64::from(end));
                assert_eq!(point, Point { x: -mu, y: -mu * et });
                let below = point.y <= line.at(point.x).y;
                assert_eq!(below, Tested::new(period, rate, &request).capacity_test, "{rate:?} {period:?}");
                let (segment, primal) = geometry::capacity_line(&period, rate, 1_000);
                assert_eq!(segment[0], primal.at(f64::from(start)));
                assert_eq!(segment[1].y, 0.0);
            }
        }
    }
    assert_eq!(geometry::time_segment(&request), [(12, 18), (54, 60)]);
}

/// FF-HA+'s pointer may lead to a period that starts too late to be long enough; then the rest is looked through, and nothing is missed.
#[test]
fn the_largest_capacity_may_not_fit() {
    let mut tree = TwoLevel::default();
    // The largest (server 0) starts after r and is too short by one; server 1 is smaller and fits from r on.
    for known in [period(40, 0, 59), period(5, 1, 25), period(41, 2, 58)] {
        tree.insert(known);
    }
    let want = Want::new(4, 20, 90).expect("room");
    assert_eq!(tree.find(&want, Largest::OfAll, &mut TwoLevelWalk::default()), Some(period(5, 1, 25)));
    let want = Want::new(6, 20, 90).expect("room");
    assert_eq!(tree.find(&want, Largest::OfAll, &mut TwoLevelWalk::default()), None);
}

/// Of two servers that are free for good the one that is free from the earlier moment on has the larger capacity, whatever the horizon. The rule of earlier
/// programs took the other one; the paper's walk meets the first subtree that has any.
#[test]
fn of_open_ended_periods_the_earliest_is_the_largest() {
    let servers = Servers::identical(4, 1_000, 1);
    let request = |submitted, earliest_start, size, deadline| IdleRequest { submitted, earliest_start, size, deadline };
    // Server 0 is busy up to tick 30; the second job must wait for it or go to a server that was never used.
    let requests = [request(0, 0, 30, 30), request(1, 40, 10, 100)];
    let taken = |strategy| {
        let arrivals = Arc::new(bookahead::engine::idle::IdleArrivals::new(&requests, &servers).expect("good requests"));
        let mut session = IdleSession::new(Arc::new(servers.clone()), strategy, arrivals);
        session.finish();
        (session.decisions().server[1], session.decisions().start[1])
    };
    // On an empty machine nobody waits, though a server whose idle time begins later is there.
    assert_eq!(taken(Strategy::FfHaPlus), (1, 40));
    assert_eq!(taken(Strategy::FfHaPlusLast), (0, 40));
    // Its first job went to server 1. The marked left half holds servers 0 and 2, of which the right leaf of the tree by ends is asked first.
    assert_eq!(taken(Strategy::FfHaPlusFirst), (2, 40));
}

/// Errors name the place, what was found and what is allowed.
#[test]
fn bad_machines_and_requests_are_refused() {
    let place = bookahead::engine::core::error::FieldPath::new("machine");
    let good = Servers::identical(3, 1_000, 10);
    assert!(good.check(&place).is_ok());
    let message = |servers: Servers| servers.check(&place).expect_err("refused").to_string();
    let with_rate =
        |n, d| Servers { groups: vec![ServerGroup { servers: 1, rate: Rate::new(n, d) }], look_ahead: 100, least_size: 1 };
    for (found, expected) in [
        (Servers { groups: vec![], ..good.clone() }, "machine.groups: a machine without servers"),
        (Servers::identical(0, 1_000, 10), "machine.groups[0].servers: 0"),
        (with_rate(0, 1), "machine.groups[0].rate.numerator: 0"),
        (with_rate(3, 2), "machine.groups[0].rate: a rate of 3/2"),
        (Servers::identical(3, 0, 1), "machine.look_ahead: 0"),
        (Servers::identical(3, 100, 101), "machine.least_size: 101"),
        (
            Servers { groups: vec![ServerGroup { servers: 60_000, rate: Rate::ONE }; 2], ..good.clone() },
            "a total of 120000 servers",
        ),
    ] {
        let message = message(found);
        assert!(message.contains(expected), "{message}");
    }
    let request = IdleRequest { submitted: 100, earliest_start: 150, size: 20, deadline: 200 };
    assert!(request.check(&good, &place).is_ok());
    let refused = |request: IdleRequest| request.check(&good, &place).expect_err("refused").to_string();
    for (found, expected) in [
        (IdleRequest { earliest_start: 99, ..request }, "earliest_start: 99"),
        (IdleRequest { size: 9, ..request }, "size: 9"),
        (IdleRequest { size: 1_001, ..request }, "a whole number from 10 to 1000"),
        (IdleRequest { deadline: 169, ..request }, "deadline: 169"),
        (IdleRequest { deadline: 1_101, ..request }, "a tick from 170"),
        (IdleRequest { earliest_start: 1_090, deadline: 1_110, ..request }, "earliest_start: 1090"),
        (IdleRequest { earliest_start: u32::MAX, deadline: u32::MAX, ..request }, "earliest_start: 4294967295"),
    ] {
        let message = refused(found);
        assert!(message.contains(expected), "{message}");
    }
    for factor in [0, 2_000_000] {
        assert!(ReferencePlan::new(&good, Strategy::MinLip, factor).is_err(), "{factor}");
    }
    assert!(
        ReferencePlan::new(&Servers::identical(3, 2_000_000_000, 1), Strategy::MinLip, 1).is_err(),
        "a thousand million strips"
    );
}

/// The order of heterogeneity: each level majorises the one before; machines that are not comparable say so.
#[test]
fn levels_are_ordered_by_majorisation() {
    use std::cmp::Ordering;
    let level = |level| Servers::heterogeneous(level, 120, 1_000, 10).expect("in bounds");
    for lower in 0..=4 {
        for upper in 0..=4 {
            assert_eq!(level(upper).majorisation(&level(lower)), Some(upper.cmp(&lower)));
        }
        assert!((level(lower).total_rate() - 60.0).abs() < 1e-9);
    }
    let of = |rates: &[(u32, u32)]| Servers {
        groups: rates.iter().map(|&(n, d)| ServerGroup { servers: 1, rate: Rate::new(n, d) }).collect(),
        look_ahead: 100,
        least_size: 1,
    };
    let (a, b) = (of(&[(9, 10), (2, 10), (2, 10), (2, 10)]), of(&[(7, 10), (7, 10), (1, 20), (1, 20)]));
    assert_eq!(a.majorisation(&b), None, "partial sums cross");
    assert_eq!(a.majorisation(&of(&[(1, 1), (5, 10)])), None, "another number of servers");
    assert_eq!(of(&[(1, 2), (1, 3)]).majorisation(&of(&[(2, 6), (2, 4)])), Some(Ordering::Equal));
    assert!(Servers::heterogeneous(5, 120, 1_000, 10).is_err() && Servers::heterogeneous(1, 100, 1_000, 10).is_err());
}
