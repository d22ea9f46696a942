//! The worked examples that only cards of the gallery open: what the documents say of them.

use bookahead::engine::batch::worked::figure_5_1;
use bookahead::engine::idle::moment::{Moment, MomentQuery};
use bookahead::engine::idle::worked::{figure_3_1, figure_3_2, figure_4_1};
use bookahead::engine::idle::{IdleScenario, Period, Strategy};
use bookahead::engine::slots::decisions::REFUSED;
use bookahead::engine::slots::metrics::busy_per_slot;
use bookahead::engine::slots::worked::{bandwidth, five_reservations, two_slots, user_6};
use bookahead::engine::workflow::worked::{failing_node, reserved_node, six_tasks, two_mappings};
use bookahead::papers::experiment::{FilledStore, Shown, gallery};
use bookahead::papers::slots::store::{Operation, StoreKind};

/// The store on a card.
fn store(key: &str) -> FilledStore {
    let card = gallery().into_iter().find(|card| card.key() == key).expect("a card");
    let Shown::Store(store) = card.shown else { panic!("{key} has no store") };
    store
}

/// What the nodes of its picture say, row by row from the left.
fn texts(store: &FilledStore, row: u32) -> Vec<String> {
    let picture = store.stage().expect("a stage").picture;
    let mut nodes: Vec<_> = picture.nodes.iter().filter(|node| node.row == row && node.is_node).collect();
    nodes.sort_by_key(|node| node.span.0);
    nodes.into_iter().map(|node| node.text.clone()).collect()
}

/// Umar 2.2.4: one node is free between 7 and 8, so that nobody can have two from 6 to 8.
#[test]
fn user_6_is_refused_by_the_plan_and_by_every_store() {
    let five = bookahead::engine::run(&five_reservations()).expect("a plan");
    assert_eq!(five.metrics.accepted, 5);
    assert_eq!(busy_per_slot(&five.arrivals, &five.decisions)[5..12], [3, 5, 4, 1, 1, 2, 2]);
    let six = bookahead::engine::run(&user_6()).expect("a plan");
    assert_eq!(six.decisions.start, [5, 6, 5, 7, 10, REFUSED]);
    let garq = store("umar-2.9");
    assert_eq!(texts(&garq, 0)[5..], ["3", "5", "4", "1", "1", "2", "2"], "nodes reserved in each bucket");
    for kind in StoreKind::ALL {
        assert_eq!(FilledStore { kind, ..garq }.walk().start, None, "{}", kind.key());
    }
}

/// Umar 2.2.1 to 2.2.3: 80, 60 and 40 of 100; 20 more fit, throughout one half and in a part of the other.
#[test]
fn a_bandwidth_of_twenty_fits_into_the_tree_and_the_list() {
    let plan = bookahead::engine::run(&bandwidth()).expect("a plan");
    assert_eq!(busy_per_slot(&plan.arrivals, &plan.decisions), [80, 60, 40, 40, 60, 60, 30, 30]);
    let before = store("umar-2.2");
    // nv + mv of the root and of its halves; then of the quarters.
    assert_eq!(texts(&before, 0), ["0+80"]);
    let after = store("umar-2.3");
    assert_eq!(after.walk().start, Some(0));
    assert_eq!(texts(&after, 0), ["0+100"]);
    for kind in StoreKind::ALL {
        assert_eq!(FilledStore { kind, ..before }.walk().start, Some(0), "{}", kind.key());
    }
}

/// Umar 4.2: the lists of Figures 4.2 and 4.4 by the slots in which their jobs start; the jobs of Table 4.1 are numbered through.
#[test]
fn the_tables_of_chapter_4_in_the_array() {
    let starts = |key: &str| {
        let picture = store(key).stage().expect("a stage").picture;
        let of = |slot: u32| picture.nodes.iter().filter(|node| node.row > 0 && node.span.0 == slot && node.is_node).count();
        (11..18).map(of).collect::<Vec<_>>()
    };
    assert_eq!(starts("umar-4.2"), [5, 1, 1, 0, 4, 1, 0], "the thesis says three for slot 12; user 3 alone starts there");
    assert_eq!(starts("umar-4.4"), [4, 1, 1, 0, 3, 1, 0]);
    assert!(gallery().iter().all(|card| !matches!(card.shown, Shown::Store(store) if store.operation == Operation::Delete)));
}

/// Umar 3.3.3: two, nine and six go on, one and four end, three starts.
#[test]
fn the_two_slots_of_the_lemma() {
    let plan = bookahead::engine::run(&two_slots()).expect("a plan");
    let users = |slot: u32| {
        let jobs = 0..plan.arrivals.jobs();
        let is_there = |job: &usize| {
            let start = plan.decisions.start[*job];
            (start..start + plan.arrivals.duration[*job]).contains(&slot)
        };
        let mut users: Vec<u32> = jobs.filter(is_there).map(|job| plan.arrivals.user[job]).collect();
        users.sort_unstable();
        users
    };
    assert_eq!((users(1), users(2)), (vec![1, 2, 4, 6, 9], vec![2, 3, 6, 9]));
}

/// The decision on the last request: the closed idle periods before it, and the one that is taken.
fn last(scenario: &IdleScenario) -> (Moment, Vec<(u32, u32, u32)>) {
    let outcome = scenario.run().expect("a plan");
    let mut session = scenario.session(scenario.strategy, outcome.arrivals.clone());
    session.finish();
    let row = outcome.arrivals.jobs() as u32 - 1;
    let moment = Moment::of(scenario, &session, MomentQuery { row, tree: None }).expect("a decision");
    let closed = moment.periods.iter().filter(|period| !period.is_open());
    let mut closed: Vec<_> = closed.map(|&Period { start, server, end }| (server, start, end)).collect();
    closed.sort_unstable();
    (moment, closed)
}

/// Castillo 3.1: Y between A and D takes the job, which LACT refuses.
#[test]
fn figure_3_1_has_a_period_that_lact_does_not_see() {
    let (moment, closed) = last(&figure_3_1());
    assert_eq!(closed, [(0, 1, 3), (0, 5, 9), (1, 2, 4), (1, 7, 8)]);
    assert_eq!(moment.taken().map(|taken| (taken.period.server, taken.period.start, taken.start)), Some((0, 5, 6)));
    let lact = IdleScenario { strategy: Strategy::Lact, ..figure_3_1() }.run().expect("a plan");
    assert_eq!(lact.decisions.refusals.len(), 1);
}

/// Castillo 3.2: Y and V in R1, Z in R2.
#[test]
fn figure_3_2_has_two_periods_in_r1_and_one_in_r2() {
    let (moment, closed) = last(&figure_3_2());
    for period in [(0, 1, 3), (0, 5, 10), (2, 4, 11), (1, 7, 9)] {
        assert!(closed.contains(&period), "{period:?} in {closed:?}");
    }
    assert_eq!(
        moment.taken().map(|taken| (taken.period.server, taken.start)),
        Some((1, 7)),
        "Z leaves nothing idle before the job"
    );
}

/// Castillo 4.1, 4.3: z and w can take the job; y passes the test of the dual plane.
#[test]
fn figure_4_1_has_four_periods_of_which_two_do() {
    let (moment, closed) = last(&figure_4_1());
    assert_eq!(closed, [(0, 1, 4), (0, 6, 11), (0, 13, 16), (1, 2, 12)]);
    assert_eq!(moment.taken().map(|taken| (taken.period.server, taken.start)), Some((1, 3)), "the slow server first");
}

/// Castillo 5.1, 5.2: the four idle periods, of which R takes Y and Z.
#[test]
fn figure_5_1_leaves_its_four_periods_and_r_takes_two() {
    let outcome = figure_5_1().run().expect("a plan");
    let last = outcome.jobs.len() - 1;
    assert_eq!((outcome.decisions.start[last], outcome.decisions.retries[last]), (17, 0));
    let runs_on = |job: usize, server: u32| outcome.nodes.of_row(job).any(|(from, to)| (from..=to).contains(&server));
    assert_eq!([0, 1, 2, 3].map(|server| runs_on(last, server)), [false, false, true, true]);
    let of = |server: u32| {
        let jobs = (0..last).filter(|&job| runs_on(job, server));
        let mut times: Vec<(u64, u64)> = jobs
            .map(|job| (outcome.decisions.start[job], outcome.decisions.start[job] + u64::from(outcome.jobs.runtime[job])))
            .collect();
        times.sort_unstable();
        (times[0].1, times[1].0)
    };
    assert_eq!([0, 1, 2, 3].map(of), [(4, 25), (2, 27), (16, 35), (14, 31)], "X, V, Y and Z");
}

/// Node 1 fails at 12, while T1 runs there: its 3 ticks are lost. T0 has ended and stays. Node 0 is free from 14 on for the other five, which take 21 in all: the
/// application ends at 35, 10 late.
#[test]
fn a_node_fails_and_what_is_left_is_mapped_again() {
    let outcome = failing_node().run().expect("a plan");
    assert_eq!((outcome.tasks.start[0], outcome.tasks.node.as_slice()), (5, &[0; 6][..]));
    assert!(outcome.tasks.start[1..].iter().all(|start| *start >= 14));
    assert_eq!((outcome.metrics.end, outcome.served[0].delay), (35, 10));
    let metrics = outcome.metrics;
    assert_eq!((metrics.lost, metrics.lost_work, metrics.mapped_again), (1, 3, 5));
    assert_eq!((outcome.lost[0].node, outcome.lost[0].start, outcome.lost[0].end), (1, 9, 12));
}

/// Mondol 3.6.1 ends 5 late, the best of several mappings 1; 3.3.1: the node of Table 3.2 is free from 495 to 870.
#[test]
fn the_mappings_of_six_tasks_and_a_reserved_node() {
    let delay = |scenario: bookahead::engine::workflow::scenario::WorkflowScenario| {
        let outcome = scenario.run().expect("a plan");
        (outcome.tasks.start.clone(), outcome.served[0].delay)
    };
    let mut first = two_mappings();
    first.policy.iterations = 1;
    assert_eq!(delay(first), (vec![5, 14, 9, 20, 12, 27], 5));
    assert_eq!(delay(two_mappings()), (vec![5, 9, 18, 15, 21, 23], 1));
    assert_eq!(delay(six_tasks()).1, 1);
    let (starts, _) = delay(reserved_node());
    assert_eq!(starts, [495], "an hour from 8:00 on begins at 8:15");
}
