//! Slot stores: all of them tell what the array tells, after every operation; first fit on each is the planner's first fit; what they visit is counted
//! right, and shown node by node.

use crate::cli::{fails, ok};
use crate::support::random::{case, cases};
use crate::support::scenario;
use bookahead::engine::run;
use bookahead::engine::slots::scenario::{PlannerKind, Policy, ShiftRule};
use bookahead::engine::slots::workload::Arrivals;
use bookahead::papers::experiment::{ClaimVerdict, ExperimentRun, Options, Paper, catalogue};
use bookahead::papers::slots::store::experiment::Axis;
use bookahead::papers::slots::store::{
    Count, Extent, MovingStore, Operation, Place, Reservation, SlotArray, SlotStore, StoreKind, UseStore, Wanted, plan_first_fit,
    plan_with_moves, small_plan, walk,
};
use proptest::prelude::*;

const SLOTS: u32 = 90;
const AHEAD: u32 = 60;
const NODES: u32 = 7;

/// What is done with a store, drawn at random.
#[derive(Clone, Debug)]
enum Step {
    /// A request is looked for, and added if there is a start.
    Add { ahead: u32, relax: u32, duration: u32, nodes: u32 },
    /// The reservation that was accepted as the nth is deleted, whether it is still there or not.
    Remove(usize),
    /// Time goes on.
    Pass(u32),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let add = (0..25_u32, 0..15_u32, 1..=20_u32, 1..=NODES + 1).prop_map(|(ahead, relax, duration, nodes)| Step::Add {
        ahead,
        relax,
        duration,
        nodes,
    });
    let step = prop_oneof![6 => add, 3 => (0..40_usize).prop_map(Step::Remove), 1 => (0..12_u32).prop_map(Step::Pass)];
    prop::collection::vec(step, 1..80)
}

/// Does the steps with a store and with the array, and compares them after each.
struct Compare<'a>(&'a [Step]);

impl UseStore for Compare<'_> {
    type Out = Result<(), TestCaseError>;

    fn with<S: SlotStore>(self) -> Self::Out {
        let extent = Extent { nodes: NODES, slots: SLOTS, ahead: AHEAD };
        let (mut store, mut array) = (S::new(extent), SlotArray::new(extent));
        let mut accepted: Vec<Reservation> = Vec::new();
        let mut now = 0;
        for step in self.0 {
            match *step {
                Step::Add { ahead, relax, duration, nodes } => {
                    let earliest = now + ahead;
                    let wanted = Wanted { earliest, latest: earliest + relax, duration, nodes };
                    if wanted.deadline() > SLOTS {
                        continue;
                    }
                    let start = array.first_start(wanted, &mut ());
                    prop_assert_eq!(store.first_start(wanted, &mut Count::default()), start);
                    if let Some(start) = start {
                        let reservation = wanted.at(accepted.len() as u32, start);
                        accepted.push(reservation);
                        array.add(reservation, &mut ());
                        store.add(reservation, &mut Count::default());
                    }
                }
                Step::Remove(nth) => {
                    let Some(&reservation) = accepted.get(nth) else { continue };
                    prop_assert_eq!(store.remove(reservation, &mut ()), array.remove(reservation, &mut ()));
                }
                Step::Pass(slots) => {
                    now = (now + slots).min(SLOTS);
                    store.pass(now);
                    array.pass(now);
                }
            }
            let end = SLOTS.min(now + AHEAD);
            for from in now..end {
                prop_assert_eq!(store.starting(from), array.starting(from), "starts in slot {} after {:?}", from, step);
                for to in [from + 1, (from + 9).min(end), end] {
                    let free = store.least_free(from, to, &mut ());
                    prop_assert_eq!(free, array.least_free(from, to, &mut ()), "free in {}..{} after {:?}", from, to, step);
                }
            }
        }
        Ok(())
    }
}

struct WithMoves<'a>(u32, &'a Arrivals, ShiftRule);

impl UseStore for WithMoves<'_> {
    type Out = Vec<u32>;

    fn with<S: SlotStore>(self) -> Vec<u32> {
        plan_with_moves::<S>(self.0, self.1, self.2)
    }
}

struct FirstFit<'a>(u32, &'a Arrivals);

impl UseStore for FirstFit<'_> {
    type Out = Vec<u32>;

    fn with<S: SlotStore>(self) -> Vec<u32> {
        plan_first_fit::<S>(self.0, self.1)
    }
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn every_store_tells_what_the_array_tells_after_every_operation(steps in steps()) {
        for kind in StoreKind::ALL {
            kind.with(Compare(&steps)).map_err(|error| TestCaseError::fail(format!("{}: {error}", kind.key())))?;
        }
    }

    #[test]
    fn first_fit_on_every_store_is_the_planners_first_fit(case in case()) {
        let policy = Policy { planner: PlannerKind::FirstFit, shift: ShiftRule::Hold, ..Policy::default() };
        let outcome = run(&scenario(case.nodes, &case.requests, policy)).unwrap();
        for kind in StoreKind::ALL {
            let starts = kind.with(FirstFit(case.nodes, &outcome.arrivals));
            prop_assert_eq!(&starts, &outcome.decisions.start, "{}", kind.key());
        }
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn moving_on_every_store_is_fcfs_eds(case in case()) {
        for shift in ShiftRule::ALL {
            let policy = Policy { planner: PlannerKind::FcfsEds, shift, ..Policy::default() };
            let outcome = run(&scenario(case.nodes, &case.requests, policy)).unwrap();
            for kind in StoreKind::ALL {
                let starts = kind.with(WithMoves(case.nodes, &outcome.arrivals, shift));
                prop_assert_eq!(&starts, &outcome.decisions.start, "{} {:?}", kind.key(), shift);
            }
        }
    }
}

/// Umar's Table 4.2: the reservations, all at their earliest start, on five nodes.
fn table_4_2() -> Vec<Reservation> {
    let rows =
        [(1, 11, 1, 2), (2, 11, 3, 1), (3, 12, 3, 1), (4, 15, 1, 1), (5, 15, 1, 2), (6, 11, 2, 1), (7, 13, 1, 1), (8, 16, 2, 1)];
    let more = [(9, 11, 2, 1), (10, 15, 3, 1)];
    rows.into_iter().chain(more).map(|(id, start, duration, nodes)| Reservation { id, start, duration, nodes }).collect()
}

/// Fills a store with the table.
struct Table;

impl UseStore for Table {
    type Out = (Vec<u32>, Vec<Vec<u32>>);

    fn with<S: SlotStore>(self) -> Self::Out {
        let mut store = S::new(Extent { nodes: 5, slots: 20, ahead: 20 });
        table_4_2().into_iter().for_each(|reservation| store.add(reservation, &mut ()));
        let free = (11..=17).map(|slot| store.least_free(slot, slot + 1, &mut ())).collect();
        (free, (11..=17).map(|slot| store.starting(slot)).collect())
    }
}

#[test]
fn the_table_of_umar_in_every_store() {
    for kind in StoreKind::ALL {
        let (free, starts) = kind.with(Table);
        // Figure 4.4, counted by hand.
        assert_eq!(free, [0, 1, 2, 4, 1, 3, 3], "{}", kind.key());
        let expected: [&[u32]; 7] = [&[1, 2, 6, 9], &[3], &[7], &[], &[4, 5, 10], &[8], &[]];
        assert_eq!(starts, expected, "{}", kind.key());
    }
}

#[test]
fn what_is_visited_is_counted() {
    let extent = Extent { nodes: 2, slots: 64, ahead: 64 };
    let full = |id, start| Reservation { id, start, duration: 1, nodes: 2 };
    let wanted = Wanted { earliest: 8, latest: 20, duration: 4, nodes: 1 };
    let standing = [full(1, 9), full(2, 10)];
    let visits = |kind: StoreKind| {
        let walk = walk(kind, extent, &standing, wanted);
        assert_eq!(walk.start, Some(11), "{}", kind.key());
        walk.stages.iter().map(|stage| stage.visits.len()).collect::<Vec<usize>>()
    };
    // Slots 8 to 11, behind 9 slots 10 to 13, behind 10 slots 11 to 14; then the entry and four slots.
    assert_eq!(visits(StoreKind::Array), [12, 5, 5]);
    // Buckets 8 to 14 once each.
    assert_eq!(visits(StoreKind::Garq), [7, 5, 5]);
    assert_eq!(visits(StoreKind::GarqSorted), [7, 5, 5]);
    // The head, the steps at 9 and 10, and the one from 11 on. Adding visits them on the way, the new steps at 11 (there already) and 15, and the entry;
    // deleting the four, the end and the entry.
    assert_eq!(visits(StoreKind::StepList)[0], 4);
    // Pages 1, with both entries, and 2 is not needed: the start ends in slot 14.
    assert_eq!(visits(StoreKind::CalendarQueue), [3, 4, 4]);
    // One vector with slots 8 to 15, read for each of the two starts that are tried.
    assert_eq!(visits(StoreKind::PlannerColumn), [2, 2, 2]);
    // The root and whoever meets the window 8 to 23.
    assert_eq!(visits(StoreKind::RTree), [3, 2, 2]);
    // In the tree no more than both ends of its seven levels, twice, as two starts are tried.
    let tree = visits(StoreKind::SegmentTree);
    assert!(tree[0] > 7 && tree[0] <= 2 * 4 * 7 && tree[1] <= 4 * 7 + 1, "{tree:?}");
}

/// Adds reservations that start in the same slot, in this order of their numbers: what each addition visits; then deletes the first one.
struct SameStart<'a>(&'a [u32]);

impl UseStore for SameStart<'_> {
    type Out = (Vec<u64>, u64);

    fn with<S: SlotStore>(self) -> Self::Out {
        let mut store = S::new(Extent { nodes: 9, slots: 16, ahead: 16 });
        let of = |id: u32| Reservation { id, start: 3, duration: 2, nodes: 1 };
        let counted = |work: &mut dyn FnMut(&mut Count)| {
            let mut count = Count::default();
            work(&mut count);
            count.0
        };
        let added = self.0.iter().map(|&id| counted(&mut |count| store.add(of(id), count))).collect();
        (added, counted(&mut |count| assert!(store.remove(of(self.0[0]), count))))
    }
}

/// Umar 2.2.4: an addition is O(exec) with unsorted lists and O(k + exec) with sorted ones.
#[test]
fn sorted_lists_are_looked_through_when_something_is_added() {
    // Two buckets, the entry itself, and with sorted lists those before it.
    assert_eq!(StoreKind::Garq.with(SameStart(&[1, 2, 3, 4])), (vec![3, 3, 3, 3], 6));
    assert_eq!(StoreKind::GarqSorted.with(SameStart(&[1, 2, 3, 4])), (vec![3, 4, 5, 6], 3));
    assert_eq!(StoreKind::GarqSorted.with(SameStart(&[4, 3, 2, 1])), (vec![3, 3, 3, 3], 6));
    // Umar's array does the same: O(n + t_e).
    assert_eq!(StoreKind::Array.with(SameStart(&[1, 2, 3, 4])), (vec![3, 4, 5, 6], 3));
}

/// Fills a store with Umar's Table 4.2 and empties it again: what it holds before, with the table, and after; and how many nodes are drawn then.
struct Space;

impl UseStore for Space {
    type Out = ([usize; 3], usize);

    fn with<S: SlotStore>(self) -> Self::Out {
        let mut store = S::new(Extent { nodes: 5, slots: 16, ahead: 16 });
        let empty = store.held();
        // Slots 10 to 25 are 0 to 15 here.
        let table = || table_4_2().into_iter().map(|reservation| Reservation { start: reservation.start - 10, ..reservation });
        table().for_each(|reservation| store.add(reservation, &mut ()));
        let (full, drawn) = (store.held(), store.picture(16).nodes.iter().filter(|node| node.is_node).count());
        table().for_each(|reservation| assert!(store.remove(reservation, &mut ())));
        ([empty, full, store.held()], drawn)
    }
}

#[test]
fn the_space_of_every_store_by_hand() {
    let held = |kind: StoreKind| kind.with(Space);
    // Sixteen slots and ten entries; the memory of deleted entries is used again, not given back.
    for kind in [StoreKind::Array, StoreKind::Garq, StoreKind::GarqSorted] {
        assert_eq!(held(kind), ([16, 26, 26], 26), "{}", kind.key());
    }
    // Sixteen leaves and fifteen nodes above them.
    assert_eq!(held(StoreKind::SegmentTree), ([31, 41, 41], 41));
    // One vector of sixteen slots.
    assert_eq!(held(StoreKind::PlannerColumn), ([1, 11, 11], 11));
    // The head, the slots at which something begins or ends – 1 to 6 and 8 – and the entries.
    assert_eq!(held(StoreKind::StepList), ([1, 18, 18], 18));
    // 64 pages, of which two are drawn; all reservations lie in the first day.
    assert_eq!(held(StoreKind::CalendarQueue), ([64, 74, 74], 12));
    // The root alone; then it has children, as a node has at most six.
    let ([empty, full, _], drawn) = held(StoreKind::RTree);
    assert!(empty == 1 && full >= 13 && full == drawn, "{empty} {full} {drawn}");
}

#[test]
fn a_request_is_searched_added_and_deleted_node_by_node() {
    let extent = Extent { nodes: 8, slots: 64, ahead: 64 };
    let standing = small_plan(extent, 20, 1);
    assert_eq!(standing, small_plan(extent, 20, 1));
    assert_ne!(standing, small_plan(extent, 20, 2));
    assert!(standing.len() > 12);
    let wanted = Wanted { earliest: 10, latest: 40, duration: 6, nodes: 4 };
    let starts: Vec<Option<u32>> = StoreKind::ALL.map(|kind| walk(kind, extent, &standing, wanted).start).to_vec();
    assert!(starts[0].is_some() && starts.iter().all(|start| *start == starts[0]), "{starts:?}");
    for kind in StoreKind::ALL {
        let walk = walk(kind, extent, &standing, wanted);
        assert!(walk.stages.iter().map(|stage| stage.operation).eq(Operation::ALL), "{}", kind.key());
        let id = standing.iter().map(|reservation| reservation.id).max().unwrap() + 1;
        for stage in &walk.stages {
            // Every node that is told is in the picture, and the count in words is that of the nodes shown.
            let told: usize = stage.outcome.split_whitespace().rev().nth(1).unwrap().parse().unwrap();
            assert_eq!(told, stage.visits.len(), "{} {}: {}", kind.key(), stage.operation.key(), stage.outcome);
            let is_in = stage.picture.nodes.iter().any(|node| node.words.contains(&format!("reservation {id}")));
            assert_eq!(is_in, stage.operation != Operation::Search, "{}", kind.key());
            assert!(stage.picture.nodes.iter().all(|node| node.span.0 < node.span.1 && node.span.1 <= 64));
            let places: Vec<Place> = stage.picture.nodes.iter().filter(|node| node.is_node).map(|node| node.place).collect();
            assert!((1..places.len()).all(|at| !places[..at].contains(&places[at])), "{}: a node twice", kind.key());
        }
        let last = walk.steps() - 1;
        assert!(walk.words(0).starts_with("Searching, node 1 of "), "{}", walk.words(0));
        assert!(walk.words(last).contains(" is deleted; the store is as it was."), "{}", walk.words(last));
        assert_eq!(walk.words(last + 1), "");
        let add = walk.first_of(Operation::Add).unwrap();
        assert!(
            walk.words(add - 1).starts_with("Found: it can start in slot ") && walk.words(add).starts_with("Adding, node 1 of ")
        );
    }
    // What finds no start is neither added nor deleted.
    let too_wide = Wanted { nodes: 9, ..wanted };
    for kind in StoreKind::ALL {
        let walk = walk(kind, extent, &standing, too_wide);
        assert_eq!((walk.start, walk.stages.len()), (None, 1), "{}", kind.key());
        assert!(walk.words(walk.steps() - 1).starts_with("No start has enough free nodes."));
    }
}

#[test]
fn the_curves_and_the_claims() {
    let listed: Vec<_> = catalogue().into_iter().filter(|listed| listed.paper == Paper::Stores).collect();
    assert!(listed.iter().map(|listed| listed.key.as_str()).eq(Axis::ALL.map(Axis::key)));
    for listed in listed {
        let mut run = ExperimentRun::new(&listed.key, Options { runs: 2, requests: 200, seed: 1 }).unwrap();
        run.finish().unwrap();
        let results = run.results();
        let places = Axis::from_key(&listed.key).unwrap().places(200);
        assert_eq!(results.panels.len(), 5);
        for panel in &results.panels {
            assert_eq!(panel.curves.len(), StoreKind::ALL.len());
            for curve in &panel.curves {
                assert!(curve.points.iter().map(|point| point.x as u32).eq(places.iter().copied()), "{}", curve.key);
                assert!(curve.points.iter().all(|point| point.y.mean >= 1.0), "{} {:?}", curve.key, curve.points);
            }
        }
        let about_the_axis = match listed.key.as_str() {
            "stores-load" | "stores-slots" => 1,
            "stores-length" => 4,
            _ => 3,
        };
        assert_eq!(results.claims.len(), 4 + about_the_axis, "{}", listed.key);
    }
    // What needs no sample to be known: in a list twice as long a search goes twice as far.
    let mut run = ExperimentRun::new("stores-reservations", Options { runs: 3, requests: 400, seed: 5 }).unwrap();
    run.finish().unwrap();
    let list = run.results().claims.into_iter().find(|claim| claim.words.contains("search of the linked list")).unwrap();
    assert_eq!(list.verdict, ClaimVerdict::Held);
}

#[test]
fn the_command_line_knows_the_stores() {
    let text = ok(&["experiment", "stores-load", "--runs", "2", "--jobs", "100"], "");
    assert!(text.starts_with("Slot stores: nodes visited against load"), "{text}");
    assert!(text.contains("GarQ"), "{text}");
    let csv = ok(&["experiment", "stores-slots", "--runs", "2", "--jobs", "60", "--csv"], "");
    assert!(csv.contains("search_calendar-queue") && csv.contains("4096"), "{csv}");
    fails(
        &["experiment", "stores-load", "--jobs", "200000"],
        "",
        "--jobs: 200000 is not allowed; must be at most 100000 for stores-load",
    );
}

/// One node. A stands in slot 1 and may start up to slot 3; B must start in slot 1. A is moved to slot 2.
#[test]
fn a_search_that_moves_is_counted_by_hand() {
    let mut store = MovingStore::<SlotArray>::new(Extent { nodes: 1, slots: 9, ahead: 9 }, ShiftRule::Hold, 1);
    store.add(Reservation { id: 0, start: 1, duration: 1, nodes: 1 }, 3, &mut ());
    let wanted = Wanted { earliest: 1, latest: 1, duration: 1, nodes: 1 };
    let mut visited = Count::default();
    let (start, moved) = store.first_start(0, wanted, &mut visited);
    assert_eq!((start, store.start_of(0), moved.len()), (Some(1), Some(2), 1));
    // Slot 1, twice; A in its list; slot 2 for A; A and slot 1 for deleting it, A and slot 2 for adding it; slot 1 again.
    assert_eq!(visited.0, 2 + 1 + 1 + 2 + 2 + 1);
    store.put_back(moved, &mut ());
    assert_eq!((store.start_of(0), store.store().starting(1)), (Some(1), vec![0]));
    // Who starts now has begun, and stays.
    let (start, moved) = store.first_start(1, wanted, &mut ());
    assert_eq!((start, moved.len(), store.start_of(0)), (None, 0, Some(1)));
}
