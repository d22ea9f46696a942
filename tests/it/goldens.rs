//! The worked examples of the papers, exactly as published.

use crate::support::gantt::gantt;
use crate::support::{plan, policy, table};
use bookahead::engine::Outcome;
use bookahead::engine::slots::decisions::{Move, REFUSED};
use bookahead::engine::slots::nodes::Lemma;
use bookahead::engine::slots::request::{Request, Slot};
use std::collections::BTreeSet;

/// Umar, Table 3.4: users 1 to 10 are in the plan of Figure 3.6, user 11 asks for three jobs.
fn umar_table_3_4() -> Vec<Request> {
    table(&[
        (1, 11, 11, 1, 1, 2),
        (2, 11, 11, 3, 1, 1),
        (3, 12, 12, 3, 1, 1),
        (4, 15, 16, 1, 1, 1),
        (5, 15, 15, 1, 1, 2),
        (6, 11, 11, 2, 1, 1),
        (7, 13, 13, 1, 1, 1),
        (8, 16, 16, 2, 1, 1),
        (9, 11, 11, 2, 1, 1),
        (10, 15, 15, 3, 1, 1),
        (11, 12, 14, 3, 1, 3),
    ])
}

/// Umar, Table 3.5: the same with users 1 and 5 as one two-node job each; user 11 wants two nodes at once.
fn umar_table_3_5() -> Vec<Request> {
    let mut requests = umar_table_3_4();
    for row in [0, 4, 10] {
        (requests[row].nodes, requests[row].jobs) = (2, 1);
    }
    requests
}

/// Pujiyanta, Table I, and user 12 who asks for three jobs.
fn pujiyanta_table_1() -> Vec<Request> {
    table(&[
        (1, 3, 3, 2, 1, 1),
        (2, 3, 3, 3, 1, 2),
        (3, 3, 3, 4, 1, 1),
        (4, 3, 3, 2, 1, 1),
        (5, 6, 6, 1, 1, 1),
        (6, 6, 6, 5, 1, 1),
        (7, 7, 7, 2, 1, 1),
        (8, 9, 9, 1, 1, 1),
        (9, 9, 9, 2, 1, 1),
        (10, 10, 10, 2, 1, 1),
        (11, 9, 9, 3, 1, 1),
        (12, 5, 10, 3, 1, 3),
    ])
}

/// Row of a job.
fn row(outcome: &Outcome, user: u32, number: u32) -> usize {
    let is = |job: &usize| {
        outcome.arrivals.user[outcome.arrivals.request[*job] as usize] == user && outcome.arrivals.number[*job] == number
    };
    (0..outcome.arrivals.jobs()).find(is).expect("the job is in the table")
}

fn starts(outcome: &Outcome, user: u32) -> Vec<Slot> {
    let of_user = |job: &usize| outcome.arrivals.user[outcome.arrivals.request[*job] as usize] == user;
    (0..outcome.arrivals.jobs()).filter(of_user).map(|job| outcome.decisions.start[job]).collect()
}

fn accepted(outcome: &Outcome, user: u32) -> usize {
    starts(outcome, user).into_iter().filter(|&start| start != REFUSED).count()
}

/// Everyone but the last user stands at the earliest start, except those named with their start.
#[track_caller]
fn assert_others_at_earliest_start(outcome: &Outcome, nodes: u32, except: &[(u32, Slot)]) {
    let arrivals = &outcome.arrivals;
    let last = arrivals.requests() - 1;
    for job in 0..arrivals.first_job[last] as usize {
        let request = arrivals.row(arrivals.request[job] as usize);
        let expected = except.iter().find(|(user, _)| *user == request.user).map_or(request.earliest_start, |(_, start)| *start);
        let chart = gantt(outcome, nodes);
        assert_eq!(outcome.decisions.first_start[job], request.earliest_start, "first start of user {}\n{chart}", request.user);
        assert_eq!(outcome.decisions.start[job], expected, "start of user {}\n{chart}", request.user);
    }
}

#[test]
fn golden_1a_hold_gives_the_published_figure() {
    let outcome = plan(5, &umar_table_3_4(), policy("fcfs-eds", "hold"));
    assert_eq!(starts(&outcome, 11), [12, 13, 14], "\n{}", gantt(&outcome, 5));
    assert_others_at_earliest_start(&outcome, 5, &[(4, 16)]);
    let moved =
        Move { job: row(&outcome, 4, 1) as u32, from: 15, to: 16, beneficiary: row(&outcome, 11, 3) as u32, short_slot: 15 };
    assert_eq!(outcome.decisions.moves, [moved], "user 4 makes room for 11.3: slot 15 was full with 11.2");
    assert_eq!(outcome.decisions.refusals, []);
}

#[test]
fn golden_1a_release_changes_the_order_of_the_newcomers() {
    let outcome = plan(5, &umar_table_3_4(), policy("fcfs-eds", "release"));
    assert_eq!(starts(&outcome, 11), [12, 14, 13], "\n{}", gantt(&outcome, 5));
    assert_others_at_earliest_start(&outcome, 5, &[(4, 16)]);
}

#[test]
fn golden_1a_rigid_accepts_one_of_three() {
    let outcome = plan(5, &umar_table_3_4(), policy("rigid", "hold"));
    assert_eq!(starts(&outcome, 11), [12, REFUSED, REFUSED], "\n{}", gantt(&outcome, 5));
    assert_eq!(outcome.metrics.requests_partly, 1);
}

#[test]
fn golden_1b_mpi_starts_at_13_after_user_4_moved() {
    for shift in ["hold", "release"] {
        let outcome = plan(5, &umar_table_3_5(), policy("fcfs-eds", shift));
        assert_eq!(starts(&outcome, 11), [13], "{shift}\n{}", gantt(&outcome, 5));
        assert_others_at_earliest_start(&outcome, 5, &[(4, 16)]);
    }
}

#[test]
fn golden_1b_rigid_refuses_user_11() {
    let outcome = plan(5, &umar_table_3_5(), policy("rigid", "hold"));
    assert_eq!(accepted(&outcome, 11), 0, "\n{}", gantt(&outcome, 5));
}

#[test]
fn golden_1c_the_lemma_keeps_jobs_on_their_nodes() {
    let lemma = Lemma::new(&[Some(1), Some(4), Some(2), Some(9), Some(6)], &[Some(3), Some(6), None, Some(2), Some(9)]);
    assert_eq!(lemma.reordered, [Some(3), None, Some(2), Some(9), Some(6)]);
    let ones: Vec<(usize, usize)> =
        (0..5).flat_map(|i| (0..5).map(move |j| (i, j))).filter(|&(i, j)| lemma.assignment[i][j]).collect();
    assert_eq!(ones, [(2, 3), (3, 4), (4, 1)], "users 2, 9 and 6 go on");
    assert_eq!(lemma.permutation, [0, 2, 3, 4, 1]);
}

/// The jobs that share each node, as a set of sets: numbering the nodes otherwise is as good.
#[test]
fn golden_1d_nodes_up_to_relabelling() {
    let outcome = plan(5, &umar_table_3_4(), policy("fcfs-eds", "hold"));
    let published: [&[(u32, u32)]; 5] = [
        &[(1, 1), (3, 1), (5, 1), (4, 1)],
        &[(1, 2), (11, 1), (5, 2), (8, 1)],
        &[(2, 1), (11, 3)],
        &[(6, 1), (7, 1), (10, 1)],
        &[(9, 1), (11, 2)],
    ];
    // Jobs of equal times may be told apart by name only; compare what happens on each node: (start, end) in order.
    let on_node = |jobs: &mut dyn Iterator<Item = usize>| {
        let end = |job: usize| outcome.decisions.start[job] + outcome.arrivals.duration[outcome.arrivals.request[job] as usize];
        jobs.map(|job| (outcome.decisions.start[job], end(job))).collect::<BTreeSet<_>>()
    };
    let jobs = outcome.arrivals.jobs();
    let mut ours: Vec<_> = (0..5).map(|node| on_node(&mut (0..jobs).filter(|&job| outcome.nodes.of(job) == [node]))).collect();
    let mut theirs: Vec<_> =
        published.iter().map(|names| on_node(&mut names.iter().map(|&(user, number)| row(&outcome, user, number)))).collect();
    let busy = |nodes: &[BTreeSet<(Slot, Slot)>]| nodes.iter().flatten().map(|(start, end)| end - start).sum::<Slot>();
    assert_eq!(busy(&ours), busy(&theirs), "every job once\n{}", gantt(&outcome, 5));
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs, "\n{}", gantt(&outcome, 5));
}

#[test]
fn golden_2_finds_room_without_moving_anyone() {
    for shift in ["hold", "release"] {
        let outcome = plan(5, &pujiyanta_table_1(), policy("fcfs-lrh", shift));
        assert_eq!(starts(&outcome, 12), [5, 5, 7], "{shift}\n{}", gantt(&outcome, 5));
        assert_others_at_earliest_start(&outcome, 5, &[]);
        assert_eq!(outcome.decisions.moves, []);
    }
}

#[test]
fn golden_2_rigid_accepts_two_of_three() {
    let outcome = plan(5, &pujiyanta_table_1(), policy("rigid", "hold"));
    assert_eq!(starts(&outcome, 12), [5, 5, REFUSED], "\n{}", gantt(&outcome, 5));
}

/// The published example never shifts; the next two do.
#[test]
fn lrh_takes_the_right_hole() {
    // Slot 3 is taken, so user 1 goes from 2 to 4 for user 2.
    let outcome = plan(1, &table(&[(3, 3, 3, 1, 1, 1), (1, 2, 4, 1, 1, 1), (2, 2, 2, 1, 1, 1)]), policy("fcfs-lrh", "hold"));
    assert_eq!((starts(&outcome, 1), starts(&outcome, 2)), (vec![4], vec![2]), "\n{}", gantt(&outcome, 1));
}

#[test]
fn lrh_takes_the_left_hole_first() {
    // User 3 sends user 1 (three slots) from 1 to 5 and needs only slot 1 of what that frees; so when user 4 wants slot 4, user 2,
    // who stands there, goes left to 3, the nearest, though 8 to its right is free as well.
    let rows = [(1, 1, 10, 3, 1, 1), (2, 1, 10, 1, 1, 1), (3, 1, 1, 1, 1, 1), (4, 4, 4, 1, 1, 1)];
    let outcome = plan(1, &table(&rows), policy("fcfs-lrh", "hold"));
    let all: Vec<Slot> = (1..=4).flat_map(|user| starts(&outcome, user)).collect();
    assert_eq!(all, [5, 3, 1, 4], "\n{}", gantt(&outcome, 1));
    // Ejecting knows the right hole only.
    let outcome = plan(1, &table(&rows), policy("fcfs-eds", "hold"));
    let all: Vec<Slot> = (1..=4).flat_map(|user| starts(&outcome, user)).collect();
    assert_eq!(all, [5, 8, 1, 4], "\n{}", gantt(&outcome, 1));
}
