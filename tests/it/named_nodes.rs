//! Jobs that ask for nodes by their numbers, and what a user books of a range search: by hand, against scans, in plans that follow edits.

use crate::oracle::coalloc as oracle;
use crate::support::jobs::any_job;
use crate::support::random::cases;
use bookahead::engine::Scenario;
use bookahead::engine::batch::booking::{Holder, booked, nodes_text, not_free, read_nodes, size, who_has};
use bookahead::engine::batch::check::verify_cluster;
use bookahead::engine::batch::explain::scheduler_at_work;
use bookahead::engine::batch::job::{Job, NEVER};
use bookahead::engine::batch::nodes::Stretch;
use bookahead::engine::batch::reservations::ReservationRule;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::BatchWorkload;
use bookahead::engine::batch::{BatchOutcome, BatchQuery, BatchRun, BatchScenario};
use bookahead::engine::core::error::FieldPath;
use bookahead::engine::core::run::{Answer, StudyRun};
use bookahead::formats::json;
use proptest::prelude::*;

fn policy() -> BatchPolicy {
    BatchPolicy { step: 60, ..BatchPolicy::of(Scheduler::CoAllocation) }
}

/// Eight nodes: job 1 has node 5 for 400 s, job 2 asks for nodes 4 to 7, job 3 for any three.
fn three_jobs(policy: BatchPolicy) -> BatchScenario {
    let job = |submitted, length, nodes, first_node| Job {
        user: submitted + 1,
        submitted,
        estimate: length,
        runtime: length,
        nodes,
        first_node,
        ..Job::SMALLEST
    };
    let jobs = vec![job(0, 400, 1, Some(5)), job(1, 100, 4, Some(4)), job(2, 50, 3, None)];
    BatchScenario::new(8, BatchWorkload::of_jobs(jobs), policy)
}

fn stretches(outcome: &BatchOutcome, row: usize) -> Vec<Stretch> {
    outcome.nodes.of_row(row).collect()
}

fn planned(scenario: &BatchScenario) -> BatchRun {
    let mut run = BatchRun::open(scenario.clone()).unwrap();
    while !run.advance(usize::MAX).is_done {}
    drop(run.update());
    run
}

#[test]
fn named_nodes_are_waited_for_and_no_others_are_taken() {
    let scenario = three_jobs(policy());
    let mut run = planned(&scenario);
    let outcome = run.outcome();
    // Every minute from 1 s on it is tried again, until job 1 has ended.
    assert_eq!(outcome.decisions.start, [0, 421, 2]);
    assert_eq!(outcome.decisions.retries, [0, 7, 0]);
    assert_eq!((stretches(&outcome, 0), stretches(&outcome, 1)), (vec![(5, 5)], vec![(4, 7)]));
    assert_eq!(stretches(&outcome, 2), [(4, 4), (6, 7)], "the rest of its nodes is used before");
    assert_eq!(verify_cluster(&scenario, &outcome).violations, Vec::<String>::new());
    let verdict = run.explain(1).unwrap();
    assert_eq!(
        verdict.sentences,
        [
            "It starts at 421 s, 7 min after its submission.",
            "It asks for nodes 4 to 7, and no others: its start was put off seven times by 1 min until they were all free throughout.",
            "When it was submitted, others had nodes that it names: job 1 has node 5 from 0 s to 400 s."
        ]
    );
    let verdict = run.explain(0).unwrap();
    assert_eq!(verdict.sentences[1..], ["It asks for node 5, and no other: it was free throughout from the first start on."]);
    // The lines of the algorithm: which of its servers is missing.
    run.query(BatchQuery { selected: Some(1), ..BatchQuery::default() });
    let Answer::Ready(snapshot) = run.snapshot(100) else { panic!("an answer") };
    let lines = scheduler_at_work(run.jobs(), &outcome.decisions, scenario.policy, 1, &snapshot.attempts);
    let named: Vec<_> = lines.iter().filter(|line| line.line == "named").collect();
    assert_eq!(named.len(), 8);
    assert_eq!((named[0].value("lasting"), named[0].value("missing")), (Some("3"), Some("5")));
    assert_eq!((named[7].value("lasting"), named[7].value("missing")), (Some("4"), None));
}

#[test]
fn a_refusal_says_who_has_the_nodes() {
    let mut scenario = three_jobs(policy());
    let asks = Job { user: 2, earliest_start: Some(20), latest_start: Some(90), ..scenario.run().unwrap().jobs.row(1) };
    scenario.workload = scenario.workload.with_edit(1, Some(asks));
    let verdict = planned(&scenario).explain(1).unwrap();
    assert_eq!(
        verdict.sentences,
        [
            "It asks for nodes 4 to 7, and no others. There was no start, of those that were tried from 20 s to 90 s, from which they were all free for 1 min 40 s.",
            "On its submission others held nodes in that time: job 1 runs.",
            "When it was submitted, others had nodes that it names: job 1 has node 5 from 0 s to 400 s."
        ]
    );
}

#[test]
fn a_job_that_was_on_hold_for_its_nodes_says_so() {
    let scenario = three_jobs(BatchPolicy { retries: Some(0), horizon: 500, quantum: 100, ..policy() });
    let mut run = planned(&scenario);
    assert_eq!((run.outcome().decisions.start[1], run.outcome().decisions.retries[1]), (501, 0));
    let words = "It asks for nodes 4 to 7, and no others: it was on hold until they were all free throughout.";
    assert_eq!(run.explain(1).unwrap().sentences[1], words);
}

#[test]
fn a_refusal_with_one_start_says_so() {
    let mut scenario = three_jobs(policy());
    let asks = |first_node, nodes| Job {
        user: 2,
        submitted: 1,
        nodes,
        first_node,
        earliest_start: Some(20),
        latest_start: Some(20),
        ..Job::SMALLEST
    };
    for (job, words) in [
        (
            asks(Some(4), 4),
            "It asks for nodes 4 to 7, and no others. From 20 s on, its only start, not all of them were free for 1 s.",
        ),
        (asks(Some(5), 1), "It asks for node 5, and no other. From 20 s on, its only start, it was not free for 1 s."),
    ] {
        scenario.workload = scenario.workload.with_edit(1, Some(job));
        assert_eq!(planned(&scenario).explain(1).unwrap().sentences[0], words);
    }
    scenario.policy.reservations = ReservationRule::Rigid;
    scenario.workload = scenario.workload.with_edit(1, Some(Job { latest_start: Some(30), ..asks(Some(5), 1) }));
    let words = "It asks for node 5, and no other. From 20 s on, the only start that the policy looks at, it was not free for 1 s.";
    assert_eq!(planned(&scenario).explain(1).unwrap().sentences[0], words);
}

#[test]
fn queues_count_nodes_and_name_none() {
    for scheduler in [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Backfill, Scheduler::Conservative] {
        let scenario = three_jobs(BatchPolicy::of(scheduler));
        let mut run = planned(&scenario);
        assert_eq!(run.outcome().decisions.start, [0, 1, 2], "{}", scheduler.name());
        assert_eq!(stretches(&run.outcome(), 0), [(0, 0)]);
        assert_eq!(verify_cluster(&scenario, &run.outcome()).violations, Vec::<String>::new());
        let words = run.explain(0).unwrap().sentences.join(" ");
        assert!(
            words.ends_with("It asks for node 5, but this scheduler counts nodes and names none: it gets any nodes."),
            "{words}"
        );
    }
}

#[test]
fn the_nodes_that_are_named_must_be_there() {
    let said = |first, nodes| {
        let job = Job { first_node: Some(first), nodes, ..Job::SMALLEST };
        job.check(8, &FieldPath::new("job")).map_err(|error| error.to_string())
    };
    assert_eq!((said(7, 1), said(4, 4), said(0, 8)), (Ok(()), Ok(()), Ok(())));
    assert_eq!(said(5, 4).unwrap_err(), "job.first_node: 5 is not allowed; must be a whole number from 0 to 4");
    let text = json::write(&Scenario::new("", three_jobs(policy())));
    assert_eq!(text.matches("\"first_node\"").count(), 2, "{text}");
    let wrong = json::read(&text.replace("\"first_node\": 4", "\"first_node\": 5")).unwrap_err().to_string();
    assert!(wrong.contains("first_node: 5 is not allowed; must be a whole number from 0 to 4"), "{wrong}");
}

#[test]
fn the_checker_finds_other_nodes_than_those_that_are_named() {
    let scenario = three_jobs(policy());
    let mut outcome = scenario.run().unwrap();
    let at = outcome.nodes.from[1] as usize;
    (outcome.nodes.first[at], outcome.nodes.last[at]) = (0, 3);
    let found = verify_cluster(&scenario, &outcome).violations;
    assert_eq!(found, ["job 2 holds other nodes than those it names"]);
}

#[test]
fn nodes_are_read_as_one_types_them() {
    let read = |text: &str| read_nodes(text, 10, &FieldPath::new("--book")).map_err(|error| error.to_string());
    for (text, nodes) in [
        ("", vec![]),
        ("  ", vec![]),
        ("4-7, 9", vec![(4, 7), (9, 9)]),
        ("9,4–5 , 6", vec![(4, 6), (9, 9)]),
        ("3-6,1,5-8,6", vec![(1, 1), (3, 8)]),
        ("0-9", vec![(0, 9)]),
    ] {
        assert_eq!(read(text), Ok(nodes.clone()), "{text}");
        assert_eq!(read(&nodes_text(&nodes)), Ok(nodes), "{text}");
    }
    for part in ["10", "7-4", "a", "-1", "1-", "99999999999"] {
        let said = read(&format!("2,{part}")).unwrap_err();
        let allowed = "must be numbers of nodes from 0 to 9, and ranges of them, such as \"4-7, 9\"";
        assert_eq!(said, format!("--book: \"{part}\" is not allowed; {allowed}"));
    }
    assert!(read("2,,3").is_err());
}

#[test]
fn who_has_the_nodes_is_told() {
    let outcome = three_jobs(policy()).run().unwrap();
    let plan = (&*outcome.jobs, &outcome.decisions, &outcome.nodes);
    let found = who_has(plan, (40, 450), &[(0, 0), (4, 6)]);
    let holder = |node, job, start, end| Holder { node, job, start, end };
    assert_eq!(found, [holder(4, 3, 2, 52), holder(5, 1, 0, 400), holder(6, 3, 2, 52)]);
    assert_eq!(
        not_free(&found[..2], |at| format!("{at} s")).as_deref(),
        Some("These nodes are not all free: node 4 is taken by job 3 from 2 s to 52 s; node 5 is taken by job 1 from 0 s to 400 s")
    );
    let many: Vec<Holder> = (0..9).map(|node| holder(node, 1, 0, 1)).collect();
    assert!(not_free(&many, |at| at.to_string()).unwrap().ends_with("node 5 is taken by job 1 from 0 to 1; 3 more are taken"));
    assert_eq!(not_free(&[], |at| at.to_string()), None);
}

/// Jobs of a small machine, some of which name their nodes.
fn jobs(servers: u32) -> impl Strategy<Value = Vec<Job>> {
    let job = (any_job(0..150_u32, 1..40_u32, 1..=servers, (0.3, 0..60_u32)), prop::option::of(0..servers));
    let named = move |(job, first): (Job, Option<u32>)| {
        let latest_start = job.earliest_start.filter(|start| start % 2 == 0).map(|start| start + 30);
        Job { first_node: first.map(|first| first % (servers - job.nodes + 1)), latest_start, ..job }
    };
    prop::collection::vec(job.prop_map(named), 1..50)
}

fn cluster() -> impl Strategy<Value = BatchScenario> {
    (1..=9_u32, 1..20_u32, 1..30_u32, prop::option::of(0..8_u32)).prop_flat_map(|(servers, quantum, step, retries)| {
        let policy = BatchPolicy { horizon: 700, quantum, step, retries, ..BatchPolicy::of(Scheduler::CoAllocation) };
        jobs(servers).prop_map(move |jobs| BatchScenario::new(servers, BatchWorkload::of_jobs(jobs), policy))
    })
}

proptest! {
    #![proptest_config(cases(400))]

    /// Server by server, as a scan has it; whoever names servers has exactly these.
    #[test]
    fn named_servers_are_had_and_no_others(cluster in cluster()) {
        let outcome = cluster.run().expect("in bounds");
        let told = oracle::plan(cluster.nodes, cluster.policy, &outcome.jobs);
        for (row, told) in told.iter().enumerate() {
            let (decisions, held) = (&outcome.decisions, stretches(&outcome, row));
            prop_assert_eq!((decisions.start[row], decisions.retries[row]), (told.start, told.retries), "row {}", row);
            let mut servers: Vec<u32> = held.iter().flat_map(|&(first, last)| first..=last).collect();
            servers.sort_unstable();
            prop_assert_eq!(&servers, &told.servers, "row {}", row);
            if let Some(named) = outcome.jobs.named(row).filter(|_| decisions.start[row] != NEVER) {
                prop_assert_eq!(held, vec![named]);
            }
        }
        prop_assert_eq!(verify_cluster(&cluster, &outcome).violations, Vec::<String>::new());
    }

    #[test]
    fn a_plan_that_follows_edits_of_names_is_the_one_from_scratch(
        (mut cluster, edits) in cluster().prop_flat_map(|cluster| {
            let servers = cluster.nodes;
            (Just(cluster), prop::collection::vec((0..50_usize, prop::option::of(0..servers)), 1..6))
        }),
    ) {
        let jobs = cluster.run().expect("in bounds").jobs;
        let mut run = BatchRun::open(cluster.clone()).expect("in bounds");
        for (at, first) in edits {
            while !run.advance(7).is_done {}
            let row = at % jobs.len();
            let job = jobs.row(row);
            let first_node = first.map(|first| first % (cluster.nodes - job.nodes + 1));
            cluster.workload = cluster.workload.with_edit(jobs.id[row], Some(Job { first_node, ..job }));
            run.edit(cluster.clone()).expect("in bounds");
        }
        while !run.advance(7).is_done {}
        prop_assert_eq!(run.outcome(), cluster.run().expect("in bounds"));
    }

    /// What is free throughout and booked is had from its first second on, around which the others are planned. What is not free is told with who has it.
    #[test]
    fn what_is_picked_of_a_range_search_is_had(mut cluster in cluster(), from in 0..300_u64, length in 1..40_u64, picks in any::<u16>()) {
        let mut run = planned(&cluster);
        let (outcome, range) = (run.outcome(), (from, from + length));
        let free = run.free_throughout(range.0, range.1);
        let is_free = |node: u32| free.iter().any(|&(first, last)| (first..=last).contains(&node));
        let plan = (&*outcome.jobs, &outcome.decisions, &outcome.nodes);
        let held = who_has(plan, range, &[(0, cluster.nodes - 1)]);
        prop_assert!(held.is_sorted_by_key(|holder| holder.node));
        for node in 0..cluster.nodes {
            let holder = held.iter().find(|holder| holder.node == node);
            prop_assert_eq!(holder.is_none(), is_free(node));
            // The first one in the range.
            let has = |row: &usize| stretches(&outcome, *row).iter().any(|&(first, last)| (first..=last).contains(&node));
            let there = (0..outcome.jobs.len()).filter(has).filter(|&row| outcome.decisions.start[row] < range.1 && outcome.decisions.end[row] > from);
            prop_assert_eq!(holder.map(|holder| holder.start), there.map(|row| outcome.decisions.start[row]).min());
        }
        let picked: Vec<String> = (0..cluster.nodes).filter(|node| is_free(*node) && picks >> node & 1 == 1).map(|node| node.to_string()).collect();
        prop_assume!(!picked.is_empty());
        let named = read_nodes(&picked.join(","), cluster.nodes, &FieldPath::new("picked")).expect("they are there");
        prop_assert_eq!(size(&named) as usize, picked.len());
        let before = cluster.workload.next_id();
        for job in booked(&cluster, &outcome.jobs, range, 1, &named) {
            cluster.workload = cluster.workload.with_edit(cluster.workload.next_id(), Some(job));
        }
        run.edit(cluster.clone()).expect("in bounds");
        while !run.advance(usize::MAX).is_done {}
        let plan = run.outcome();
        let rows = (0..plan.jobs.len()).filter(|&row| plan.jobs.id[row] >= before);
        let had: Vec<Stretch> = rows.clone().flat_map(|row| stretches(&plan, row)).collect();
        prop_assert_eq!(had, named);
        for row in rows {
            // Announced before everybody, where the first job leaves a second for that.
            if plan.jobs.submitted[row] < outcome.jobs.submitted[0] {
                prop_assert_eq!((plan.decisions.start[row], plan.decisions.end[row]), range);
            }
        }
        prop_assert_eq!(verify_cluster(&cluster, &plan).violations, Vec::<String>::new());
    }
}
