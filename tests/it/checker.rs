//! The checker finds what is broken: a sound run, broken in one way at a time.

use crate::support::{in_words, plan, policies, policy, table, violations};
use bookahead::engine::Outcome;
use bookahead::engine::slots::check::{Violation, check};
use bookahead::engine::slots::decisions::{Decisions, Move, Obstacle, REFUSED};
use bookahead::engine::slots::nodes::NodeTable;
use bookahead::engine::slots::request::Request;
use bookahead::engine::slots::scenario::Machine;
use bookahead::engine::slots::workload::Preset;
use std::time::Instant;

/// Two nodes: user 1 (row 0) is moved from 3 to 4 for user 3 (row 2), who needs both; user 4 (row 3) is refused.
fn sound() -> Outcome {
    let mut requests = table(&[(1, 3, 9, 2, 1, 1), (2, 1, 2, 2, 1, 1), (3, 3, 3, 1, 2, 1), (4, 3, 3, 2, 1, 1)]);
    requests[3].submitted = 2;
    let outcome = plan(2, &requests, policy("fcfs-eds", "hold"));
    assert_eq!(outcome.decisions.start, [4, 1, 3, REFUSED]);
    assert_eq!(outcome.decisions.first_start, [3, 1, 3, REFUSED]);
    assert_eq!(outcome.decisions.moves, [Move { job: 0, from: 3, to: 4, beneficiary: 2, short_slot: 3 }]);
    outcome
}

/// Breaks the sound run and hands back what the checker says.
#[track_caller]
fn broken(change: impl FnOnce(&mut Outcome)) -> Vec<Violation> {
    let mut outcome = sound();
    change(&mut outcome);
    let found = violations(&outcome, 2);
    assert!(!found.is_empty(), "nothing was found");
    for violation in &found {
        assert!(violation.to_string().len() > 20, "{violation}");
    }
    found
}

/// The checker says `sentence`, among others perhaps.
#[track_caller]
fn assert_says(sentence: &str, change: impl FnOnce(&mut Outcome)) {
    let found = broken(change);
    assert!(found.iter().any(|violation| violation.to_string() == sentence), "wanted: {sentence}\n{}", in_words(&found));
}

fn renode(outcome: &mut Outcome, of: &[&[u32]]) {
    outcome.nodes = NodeTable { first: vec![0], ids: Vec::new() };
    for ids in of {
        outcome.nodes.ids.extend_from_slice(ids);
        outcome.nodes.first.push(outcome.nodes.ids.len() as u32);
    }
}

fn first_move(outcome: &mut Outcome) -> &mut Move {
    &mut outcome.decisions.moves[0]
}

#[test]
fn columns_of_the_wrong_length() {
    assert_says("column start has 3 rows instead of 4", |o| o.decisions.start.truncate(3));
    assert_says("column first_start has 5 rows instead of 4", |o| o.decisions.first_start.push(1));
    assert_says("column nodes.first has 4 rows instead of 5", |o| o.nodes.first.truncate(4));
    assert_says("the bounds of the node table do not rise from 0 to 3", |o| o.nodes.ids.truncate(3));
    assert_says("the bounds of the node table do not rise from 0 to 4", |o| o.nodes.first[1] = 9);
}

#[test]
fn starts_outside_the_window() {
    assert_says("job 1.1 stands at slot 10, outside its window 3 to 9", |o| o.decisions.start[0] = 10);
    assert_says("job 2.1 stands at slot 0, outside its window 1 to 2", |o| o.decisions.start[1] = 0);
    assert_says("job 1.1 was first placed at slot 2, outside its window 3 to 9", |o| o.decisions.first_start[0] = 2);
}

#[test]
fn refused_and_accepted_mixed_up() {
    assert_says("job 1.1 has only one of first start and start", |o| o.decisions.start[0] = REFUSED);
    assert_says("job 4.1 has only one of first start and start", |o| o.decisions.first_start[3] = 4);
    assert_says("job 4.1 has 0 refusals instead of 1", |o| o.decisions.refusals.clear());
    assert_says("job 4.1 has 2 refusals instead of 1", |o| o.decisions.refusals.push(o.decisions.refusals[0]));
    assert_says("refusal 1 is not listed by job", |o| o.decisions.refusals.push(o.decisions.refusals[0]));
    assert_says("job 2.1 has 1 refusals instead of 0", |o| o.decisions.refusals[0].job = 1);
    assert_says("refusal 0 names row 77, which is no job", |o| o.decisions.refusals[0].job = 77);
    assert_says("job 4.1 has 1 nodes instead of 0", |o| renode(o, &[&[0], &[0], &[0, 1], &[1]]));
}

#[test]
fn reasons_that_cannot_be_true() {
    let reason = "job 4.1 was refused for a reason that cannot be true for it";
    let obstacle = |o: &mut Outcome, change: &dyn Fn(&mut Obstacle)| change(&mut o.decisions.refusals[0].obstacle);
    assert_says(reason, |o| {
        obstacle(o, &|it| {
            if let Obstacle::ShortSlot { slot, .. } = it {
                *slot = 6
            }
        })
    });
    assert_says(reason, |o| {
        obstacle(o, &|it| {
            if let Obstacle::ShortSlot { free, .. } = it {
                *free = 1
            }
        })
    });
    assert_says(reason, |o| {
        obstacle(o, &|it| {
            if let Obstacle::ShortSlot { starts, .. } = it {
                *starts = 2
            }
        })
    });
    assert_says(reason, |o| {
        obstacle(o, &|it| {
            if let Obstacle::ShortSlot { begun, .. } = it {
                *begun += 9
            }
        })
    });
    assert_says(reason, |o| obstacle(o, &|it| *it = Obstacle::NoNodeThroughout { best_start: 9, free: 0, scattered: false }));
    assert_says("job 4.1 was refused with 0 free nodes in slot 4, where 1 were free", |o| {
        obstacle(o, &|it| {
            if let Obstacle::ShortSlot { slot, .. } = it {
                *slot = 4
            }
        });
    });
}

#[test]
fn too_many_nodes_in_use() {
    assert_says("slots 3 to 3 use 3 of 2 nodes", |o| o.decisions.start[0] = 3);
    // 1.1 never made room, so that both of its plans are too full: the final one and the one after 3.1.
    assert_says("after the decision on job 3.1 slot 3 uses 3 of 2 nodes", |o| {
        o.decisions.moves.clear();
        o.decisions.start[0] = 3;
    });
    // The final plan is sound, but while 4.1 was refused the plan was not: 1.1 made room too late.
    assert_says("after the decision on job 3.1 slot 3 uses 3 of 2 nodes", |o| first_move(o).beneficiary = 3);
}

#[test]
fn moves_that_lead_elsewhere() {
    assert_says("job 1.1 stands at slot 6, but its moves lead to 4", |o| o.decisions.start[0] = 6);
    assert_says("job 1.1 stands at slot 4, but its moves lead to 3", |o| o.decisions.moves.clear());
    assert_says("job 1.1 was moved for job 3.1, from slot 4, but it stood at 3", |o| first_move(o).from = 4);
    assert_says("job 3.1 was moved for job 3.1, from slot 3, but it was not in the plan", |o| first_move(o).job = 2);
    assert_says("job 4.1 was moved for job 3.1, from slot 3, but it was not in the plan", |o| first_move(o).job = 3);
}

#[test]
fn moves_nobody_may_make() {
    assert_says("job 1.1 was moved for job 3.1, to slot 11, outside its window 3 to 9", |o| {
        first_move(o).to = 11;
        o.decisions.start[0] = 11;
    });
    assert_says("job 1.1 was moved for job 3.1, in slot 3, but it had begun in slot 3", |o| o.arrivals.submitted[2] = 3);
    assert_says("job 1.1 was moved for job 3.1, to slot 4, which had passed in slot 6", |o| o.arrivals.submitted[2] = 6);
    assert_says("job 1.1 was moved for job 4.1, which was refused", |o| first_move(o).beneficiary = 3);
    assert_says("job 1.1 was moved for job 3.1, from slot 3 to 4, which frees nothing it could use in slot 5", |o| {
        first_move(o).short_slot = 5;
    });
    assert_says("job 1.1 was moved for job 3.1, from slot 3 to 4, which frees nothing it could use in slot 4", |o| {
        o.arrivals.duration[2] = 2;
        first_move(o).short_slot = 4;
    });
    assert_says("job 1.1 was moved for job 2.1, though slot 3 had 1 nodes free, as many as it needs", |o| {
        first_move(o).beneficiary = 1
    });
    assert_says("move 0 names rows 99 and 2, of which one is no job", |o| first_move(o).job = 99);
    assert_says("move 0 names rows 0 and 99, of which one is no job", |o| first_move(o).beneficiary = 99);
    assert_says("move 1 is listed after moves for later jobs", |o| {
        let again = *first_move(o);
        first_move(o).beneficiary = 3;
        o.decisions.moves.push(again);
    });
}

#[test]
fn nodes_that_do_not_hold() {
    assert_says("job 3.1 has 1 nodes instead of 2", |o| renode(o, &[&[0], &[0], &[1], &[]]));
    assert_says("job 1.1 has 0 nodes instead of 1", |o| renode(o, &[&[], &[0], &[0, 1], &[]]));
    assert_says("job 3.1 lists node 0 after node 1", |o| renode(o, &[&[0], &[0], &[1, 0], &[]]));
    assert_says("job 3.1 lists node 1 after node 1", |o| renode(o, &[&[0], &[0], &[1, 1], &[]]));
    assert_says("job 1.1 is on node 2, but nodes are numbered 0 to 1", |o| renode(o, &[&[2], &[0], &[0, 1], &[]]));
    // 2.1 goes from 1 to 2; make it last until 3.
    assert_says("jobs 2.1 and 3.1 are both on node 0 in slot 3", |o| o.arrivals.duration[1] = 3);
}

/// Whatever one number of a run is changed to, the checker answers; and it notices every change of a start, a node or a move.
#[test]
fn any_single_number_may_be_wrong() {
    let outcome = sound();
    let Outcome { arrivals, decisions, nodes, .. } = &outcome;
    let machine = Machine { nodes: 2, ..Machine::default() };
    let values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, u32::MAX - 1, u32::MAX];
    let noticed = |decisions: &Decisions, nodes: &NodeTable| !check(arrivals, decisions, nodes, machine).is_empty();
    let columns: [fn(&mut Decisions) -> &mut Vec<u32>; 2] = [|d| &mut d.start, |d| &mut d.first_start];
    for column in columns {
        for job in 0..4 {
            for value in values {
                let mut changed = decisions.clone();
                column(&mut changed)[job] = value;
                assert_eq!(noticed(&changed, nodes), changed != *decisions, "row {job} set to {value}");
            }
        }
    }
    let fields: [fn(&mut Move) -> &mut u32; 4] = [|m| &mut m.job, |m| &mut m.from, |m| &mut m.to, |m| &mut m.beneficiary];
    for field in fields {
        for value in values {
            let mut changed = decisions.clone();
            *field(&mut changed.moves[0]) = value;
            assert_eq!(noticed(&changed, nodes), changed != *decisions, "{:?}", changed.moves[0]);
        }
    }
    for place in 0..nodes.ids.len() {
        for value in values.into_iter().filter(|&value| value >= 2) {
            let mut changed = nodes.clone();
            changed.ids[place] = value;
            assert!(noticed(decisions, &changed), "{changed:?}");
        }
    }
    for place in 0..nodes.first.len() {
        for value in values {
            let mut changed = nodes.clone();
            changed.first[place] = value;
            assert_eq!(noticed(decisions, &changed), changed != *nodes, "{changed:?}");
        }
    }
}

#[test]
fn an_empty_run_is_sound() {
    for policy in policies() {
        plan(1, &[], policy);
    }
}

/// Slots far ahead and long jobs cost the checker nothing.
#[test]
fn limits_of_the_slots_are_no_trouble() {
    let far = Request {
        user: 1,
        submitted: 0,
        earliest_start: 4_000_000,
        latest_start: 4_000_000,
        duration: 1_000_000,
        nodes: 65_535,
        jobs: 1,
    };
    let outcome = plan(65_535, &[far], policy("rigid", "hold"));
    assert_eq!(outcome.decisions.start, [4_000_000]);
}

/// Two hundred thousand jobs: the command line checks every plan it prints.
#[test]
fn large_plans_are_checked_in_no_time() {
    let preset = Preset { mpi: true, rate: 3, flexible_percent: 100 };
    let requests = preset.generator(7, 200_000).generate().expect("within bounds");
    let outcome = plan(Preset::NODES, &requests, policy("fcfs-eds", "hold"));
    let before = Instant::now();
    let found = violations(&outcome, Preset::NODES);
    let took = before.elapsed();
    println!("checked {} jobs and {} moves in {took:?}", outcome.metrics.jobs, outcome.metrics.shifts);
    assert!(found.is_empty() && outcome.metrics.shifts > 10_000);
    assert!(took.as_secs() < 5, "{took:?}");
}
