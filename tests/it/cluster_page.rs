//! What the page asks of a cluster beside its plan: logs brought in, ranges searched, the tree of an attempt, curves of all schedulers; and edits.

use crate::batch_queues::options;
use crate::support::jobs::any_job;
use crate::support::random::cases;
use bookahead::engine::batch::coalloc::session::Coallocation;
use bookahead::engine::batch::coalloc::tree::QuantumTree;
use bookahead::engine::batch::job::{Job, Jobs};
use bookahead::engine::batch::metrics::curves::BATCH_CURVES;
use bookahead::engine::batch::queue::Queue;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::generator::LublinWorkload;
use bookahead::engine::batch::workload::{BatchSource, BatchWorkload};
use bookahead::engine::batch::{BatchQuery, BatchRun, BatchScenario};
use bookahead::engine::convert::{SlotsWanted, slots_from_cluster};
use bookahead::engine::core::compare::Comparable;
use bookahead::engine::core::compared::{Beside, ComparedRun, Seen};
use bookahead::engine::core::run::{Answer, Recipe, StudyRun};
use bookahead::formats::sacct::{SacctReader, read_sacct};
use bookahead::formats::swf::{SwfOptions, read_log, to_workload};
use bookahead::papers::batch::ClusterInput;
use bookahead::papers::experiment::{ExperimentRun, Options, Paper, Results, catalogue};
use bookahead::worker::dispatcher::Dispatcher;
use bookahead::worker::log_import::{LogImport, LogStep};
use bookahead::worker::messages::{
    ClusterShape, Command, ExperimentShape, LogMessage, Reply, ShapeMessage, SlotsShape, Update, Work,
};
use proptest::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

const SACCT: &str = "JobID|User|Submit|Start|End|Timelimit|NNodes|State\r\n\
    70|u|2024-03-01T08:00:00|2024-03-01T08:00:00|2024-03-01T09:00:00|02:00:00|2|COMPLETED\r\n\
    70.batch||2024-03-01T08:00:00|2024-03-01T08:00:00|2024-03-01T09:00:00||1|COMPLETED\r\n\
    71|u|2024-03-01T08:10:00|2024-03-01T09:00:00|2024-03-01T09:30:00|UNLIMITED|3|CANCELLED by 1000\r\n\
    72|u|2024-03-01T08:20:00|Unknown|Unknown|01:00:00|3|PENDING\r\n";

const SWF: &str = "; Computer: Test\n; UnixStartTime: 843465000\n; MaxProcs: 10\n\
    11 0 0 10 6 -1 -1 6 10 -1 1 1 1 -1 1 -1 -1 -1\n\
    12 1 9 10 8 -1 -1 8 10 -1 1 1 1 -1 1 -1 -1 -1\n\
    bad line\n\
    14 2 0 25 2 -1 -1 2 25 -1 1 1 1 -1 1 -1 -1 -1\n";

fn read(bytes: &[u8]) -> Result<(LogImport, LogMessage), String> {
    let mut import = LogImport::default();
    import.open(bytes.to_vec());
    loop {
        match import.step(1) {
            LogStep::Reading(progress) => assert!(progress.bytes_read <= progress.bytes_total),
            LogStep::Read(read) => return read.map(|message| (import, message)),
            LogStep::Idle => panic!("nothing to read"),
        }
    }
}

fn shape(import: &LogImport, machine_nodes: u32, processors_per_node: u32) -> Result<(BatchScenario, Vec<(u32, String)>), String> {
    let scheduler = Scheduler::Conservative;
    let shape =
        ClusterShape { machine_nodes, processors_per_node, scheduler, advance_percent: 0, window: None, seed: 1, clip: false };
    let shaped = import.shape(ShapeMessage::Cluster(shape))?;
    Ok((shaped.study.cluster().expect("a cluster").clone(), shaped.notes))
}

#[test]
fn logs_of_both_kinds_become_clusters() {
    let (import, message) = read(SACCT.as_bytes()).unwrap();
    assert!(message.is_accounting && message.counts_nodes);
    assert_eq!((message.jobs, message.steps, message.problems.total), (2, 1, 1));
    assert_eq!(message.problems.first[0].0, 5, "the line of the job that never started");
    let (cluster, notes) = shape(&import, 4, 7).unwrap();
    assert_eq!((cluster.nodes, cluster.policy.scheduler), (4, Scheduler::Conservative));
    let jobs = cluster.workload.arrivals(4).unwrap();
    assert_eq!(
        (&jobs.nodes[..], jobs.number(0), jobs.number(1)),
        (&[2, 3][..], 70, 71),
        "nodes are nodes, jobs keep their numbers"
    );
    assert!(notes.iter().any(|(count, what)| *count == 1 && what.contains("without a requested time")), "{notes:?}");

    let (import, message) = read(SWF.as_bytes()).unwrap();
    assert_eq!((message.is_accounting, message.machine_nodes, message.computer.as_deref()), (false, Some(10), Some("Test")));
    let (cluster, _) = shape(&import, 5, 2).unwrap();
    let jobs = cluster.workload.arrivals(5).unwrap();
    assert_eq!((&jobs.nodes[..], jobs.number(2)), (&[3, 4, 1][..], 14));
    assert_eq!(cluster.start.map(|start| start.unix_seconds), Some(843_465_000));
    // The same log as a plan in slots.
    let slots = SlotsShape { machine_nodes: 10, slot_seconds: 300, book_ahead: 0, relax_slots: 1, relax_percent: 0, clip: false };
    assert!(import.shape(ShapeMessage::Slots(slots)).unwrap().study.slots().is_some());
    // The wrong machine is told with what would help.
    let error = shape(&import, 1, 1).unwrap_err();
    assert!(error.contains("another machine"), "{error}");
}

#[test]
fn bad_files_are_refused_with_their_place() {
    let told = |text: &[u8]| read(text).map(|_| ()).unwrap_err();
    assert!(told(b"12|u|2024-03-01T08:00:00\n").contains("does not name the columns"), "no header");
    assert!(read(SACCT.replace('|', ";").as_bytes()).is_ok(), "any separator that the first line shows");
    assert!(told(SACCT.replace("Submit", "Elapsed").as_bytes()).contains("no column Submit"));
    let mut packed = std::io::Read::bytes(flate2::read::GzEncoder::new(SACCT.as_bytes(), flate2::Compression::default()))
        .collect::<Result<Vec<u8>, _>>()
        .unwrap();
    assert!(read(&packed).is_ok());
    packed.truncate(packed.len() - 9);
    assert!(told(&packed).contains("damaged or cut off"), "{}", told(&packed));
    assert!(told(b"\x1f\x8b\x08").contains("damaged or cut off"));
}

#[test]
fn reading_in_steps_is_reading_at_once() {
    for lines in [1, 2, 100] {
        let mut reader = SacctReader::new(SACCT.as_bytes().to_vec(), false);
        while !reader.step(lines).unwrap().done {}
        assert_eq!(reader.finish(), read_sacct(SACCT.as_bytes().to_vec(), false), "{lines} lines at a time");
    }
}

#[test]
fn jobs_are_called_by_their_numbers_in_the_log_or_by_position() {
    let job = |user| Job { user, submitted: 0, estimate: 5, runtime: 5, nodes: 1, ..Job::SMALLEST };
    let named = Jobs::numbered((0..).zip([job(40), job(7)]));
    assert_eq!((named.number(0), named.number(1), named.row_called(7), named.row_called(2)), (40, 7, Some(1), None));
    let alike = Jobs::numbered((0..).zip([job(7), job(7)]));
    assert_eq!((alike.number(0), alike.number(1), alike.row_called(2)), (1, 2, Some(1)));
}

#[test]
fn a_cluster_in_slots_is_its_log_in_slots() {
    let log = read_log(SWF.as_bytes().to_vec()).unwrap();
    let (import, _) = read(SWF.as_bytes()).unwrap();
    let (cluster, _) = shape(&import, 10, 1).unwrap();
    let slots = slots_from_cluster(&cluster, &SlotsWanted::default()).unwrap();
    let (machine, workload, _) = to_workload(&log, &SwfOptions::default()).unwrap();
    assert_eq!((slots.machine, &slots.workload), (machine, &workload));
    assert!(
        slots_from_cluster(&BatchScenario { nodes: 1_000_000, ..cluster }, &SlotsWanted::default()).is_err(),
        "beyond what slots allow"
    );
}

fn small() -> impl Strategy<Value = BatchScenario> {
    let schedulers = [Scheduler::CoAllocation, Scheduler::Fcfs, Scheduler::Easy, Scheduler::Backfill, Scheduler::Conservative];
    let job = any_job(0..120_u32, 1..40_u32, 1..=6_u32, (0.2, 0..30_u32));
    (prop::sample::select(schedulers.to_vec()), prop::collection::vec(job, 1..40), options()).prop_map(
        |(scheduler, jobs, backfill)| BatchScenario {
            policy: BatchPolicy { horizon: 200, quantum: 10, step: 7, backfill, ..BatchPolicy::of(scheduler) },
            ..BatchScenario::of_jobs(6, jobs, scheduler)
        },
    )
}

fn planned(cluster: &BatchScenario) -> BatchRun {
    let mut run = BatchRun::open(cluster.clone()).unwrap();
    while !run.advance(7).is_done {}
    run
}

proptest! {
    #![proptest_config(cases(120))]

    #[test]
    fn a_range_search_finds_exactly_the_nodes_on_which_nothing_runs(cluster in small(), from in 0..200_u64, length in 1..60_u64) {
        let run = planned(&cluster);
        let plan = cluster.run().unwrap();
        let to = from + length;
        let is_busy = |node: u32| (0..plan.jobs.len()).any(|row| {
            plan.decisions.start[row] < to && plan.decisions.end[row] > from
                && plan.nodes.of_row(row).any(|(first, last)| (first..=last).contains(&node))
        });
        let free: Vec<u32> = run.free_throughout(from, to).into_iter().flat_map(|(first, last)| first..=last).collect();
        prop_assert_eq!(free, (0..6).filter(|node| !is_busy(*node)).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_booked_of_a_range_starts_when_it_was_asked_for(cluster in small(), from in 0..200_u64, length in 1..60_u64) {
        let nodes = cluster.nodes;
        let first = cluster.workload.arrivals(nodes).unwrap().submitted[0];
        prop_assume!(from >= u64::from(first) && cluster.policy.scheduler != Scheduler::CoAllocation || from < 150);
        let from = from.max(u64::from(first)) as u32;
        let job = Job {
            user: 9, submitted: first, estimate: length as u32, runtime: length as u32, nodes: 2,
            earliest_start: Some(from), ..Job::SMALLEST
        };
        // Nobody is before it but jobs of the same second, which come first in the list.
        let only_later = cluster.workload.arrivals(nodes).unwrap().submitted.iter().skip(1).all(|&submitted| submitted > first);
        prop_assume!(only_later && cluster.workload.arrivals(nodes).unwrap().nodes[0] <= 4);
        let id = cluster.workload.next_id();
        let booked = BatchScenario { workload: cluster.workload.with_edit(id, Some(job)), ..cluster };
        let plan = booked.run().unwrap();
        let row = plan.jobs.row_of(id).unwrap();
        prop_assert_eq!(plan.decisions.start[row], u64::from(from));
    }

    #[test]
    fn every_attempt_is_shown_with_the_tree_it_was_made_in(cluster in small(), at in 0..40_usize, attempt in prop::option::of(0..5_u32)) {
        prop_assume!(cluster.policy.scheduler == Scheduler::CoAllocation);
        let mut run = planned(&cluster);
        let id = run.jobs().id[at % run.jobs().len()];
        drop(run.update());
        run.query(BatchQuery { selected: Some(id), attempt, ..BatchQuery::default() });
        let Answer::Ready(snapshot) = run.snapshot(1) else { panic!("an answer") };
        let tree = snapshot.tree.expect("a tree");
        let last = snapshot.attempts.len() as u32 - 1;
        prop_assert_eq!(tree.attempt, attempt.map_or(last, |attempt| attempt.min(last)));
        let shown = &snapshot.attempts[tree.attempt as usize];
        let rebuilt = QuantumTree::new(tree.periods.clone());
        prop_assert_eq!(rebuilt.periods(), &tree.periods[..], "in the order of the leaves");
        prop_assert_eq!(&rebuilt.search(shown.window), &shown.search);
    }

    #[test]
    fn an_edit_gives_the_plan_from_scratch(
        cluster in small(),
        edits in prop::collection::vec((0..45_u32, 0..140_u32, 1..40_u32, 1..=6_u32, 0..4_u8), 1..6),
    ) {
        let mut run = planned(&cluster);
        let mut now = cluster;
        for (id, submitted, length, nodes, kind) in edits {
            let job = Job { user: 1, submitted, estimate: length, runtime: length, nodes, ..Job::SMALLEST };
            let id = id.min(now.workload.next_id());
            let ahead = Job { earliest_start: Some(submitted + 5), estimate: length + 3, ..job };
            let change = match kind {
                0 => None,
                1 => Some(ahead),
                _ => Some(job),
            };
            now.workload = now.workload.with_edit(id, change);
            if now.check(&bookahead::engine::core::error::FieldPath::new("")).is_err() {
                return Ok(());
            }
            run.edit(now.clone()).unwrap();
            while !run.advance(3).is_done {}
            let fresh = now.run().unwrap();
            prop_assert_eq!(run.simulation().decisions(), &fresh.decisions);
            prop_assert_eq!(run.metrics(), fresh.metrics);
            let told = run.simulation().nodes(now.nodes, run.jobs());
            for row in 0..fresh.jobs.len() {
                prop_assert_eq!(told.of_row(row).collect::<Vec<_>>(), fresh.nodes.of_row(row).collect::<Vec<_>>());
            }
            // What the queue expected is the same too, from whichever checkpoint it is found.
            drop(run.update());
            for row in 0..fresh.jobs.len() {
                run.query(BatchQuery { selected: Some(fresh.jobs.id[row]), ..BatchQuery::default() });
                let Answer::Ready(snapshot) = run.snapshot(1) else { panic!("an answer") };
                let submitted = u64::from(fresh.jobs.submitted[row]);
                let expected = Queue::new(now.policy, now.nodes, Arc::clone(&fresh.jobs)).map(|mut queue| {
                    while queue.next_moment().is_some_and(|moment| moment < submitted) {
                        queue.step();
                    }
                    queue.profile().all_from(submitted)
                });
                prop_assert_eq!(snapshot.profile, expected.unwrap_or_default());
                // So is the search in the paper's structure, which holds what the fast one held at that moment.
                if now.policy.scheduler == Scheduler::CoAllocation {
                    let mut paper = Coallocation::reference(now.nodes, now.policy, Arc::clone(&fresh.jobs), Some(row as u32));
                    while paper.step() {}
                    prop_assert_eq!(snapshot.attempts, paper.attempts());
                }
            }
        }
    }
}

#[test]
fn the_table_of_schedulers_has_their_curves() {
    let workload = BatchWorkload::of(BatchSource::Lublin(LublinWorkload { jobs: 200, ..LublinWorkload::default() }));
    let cluster = BatchScenario::new(32, workload, BatchPolicy::of(Scheduler::Easy));
    let mut run = ComparedRun::new(BatchRun::open(cluster.clone()).unwrap());
    run.put_beside(Beside { other: None, other_is_a: false, with_table: true }).unwrap();
    while !run.advance(50).is_done {}
    let mut rows = Vec::new();
    loop {
        match run.snapshot(50) {
            Answer::Ready(Seen::Policy(row)) if row.figures.is_some() => rows.push(row),
            Answer::Nothing => break,
            _ => {}
        }
    }
    let policies = cluster.policies();
    assert_eq!(rows.len(), policies.len());
    for (row, (name, policy)) in rows.iter().zip(policies) {
        assert_eq!(row.curves, planned(&policy).curves(), "{name}");
        assert_eq!(row.curves.len(), BATCH_CURVES.len());
    }
}

#[test]
fn every_figure_of_chapter_5_is_computed_on_drawn_jobs_and_on_a_log() {
    let options = Options { runs: 2, requests: 300, seed: 4 };
    let job = |i: u32| Job {
        user: i,
        submitted: 90 * i,
        estimate: 9_000,
        runtime: 600 + i * 977 % 8_000,
        nodes: 1 + i * 31 % 100,
        logged_start: Some(90 * i + i % 500),
        ..Job::SMALLEST
    };
    let jobs: std::sync::Arc<Vec<Job>> = std::sync::Arc::new((0..300).map(job).collect());
    for listed in catalogue().into_iter().filter(|listed| listed.paper == Paper::CoAllocation) {
        let mut drawn = ExperimentRun::new(&listed.key, options).unwrap();
        assert_eq!(drawn.units(), 2 * listed.units_per_run, "{}", listed.key);
        drawn.finish().unwrap();
        let results = drawn.results();
        assert!(results.panels[0].curves.iter().all(|curve| curve.points.iter().any(|point| point.y.runs == 2)), "{}", listed.key);
        assert!(!results.claims.is_empty() && results.claims.iter().all(|claim| claim.measured.runs > 0), "{results:?}");
        let input = ClusterInput { nodes: 100, jobs: jobs.clone(), users: Vec::new(), with_estimates: false };
        let mut logged = ExperimentRun::with_log(&listed.key, Options { runs: 1, ..options }, input).unwrap();
        logged.finish().unwrap();
        let labels: Vec<String> = logged.results().panels[0].curves.iter().map(|curve| curve.label.clone()).collect();
        let compares = matches!(listed.key.as_str(), "castillo-5.3" | "castillo-5.4" | "castillo-5.6" | "castillo-5.7");
        assert_eq!(labels.contains(&"As logged".to_string()), compares, "{}: {labels:?}", listed.key);
        assert!(logged.results().beside.is_empty(), "{}: a log that is none of the paper's stands beside its numbers", listed.key);
    }
    let input = ClusterInput { nodes: 100, jobs, users: Vec::new(), with_estimates: false };
    let error = ExperimentRun::with_log("castillo-3.4", options, input).unwrap_err().to_string();
    assert!(error.contains("used with one of castillo-5.3"), "{error}");
}

/// A verdict speaks for all runs, not for their mean; who stands for the batch scheduler is said where no log tells its waits.
#[test]
fn claims_about_a_cluster_have_intervals_and_say_their_baseline() {
    let options = Options { runs: 3, requests: 300, seed: 8 };
    for key in ["castillo-5.3", "castillo-5.4"] {
        let mut run = ExperimentRun::new(key, options).unwrap();
        run.finish().unwrap();
        let claims = run.results().claims;
        assert!(claims.iter().all(|claim| claim.measured.runs == 3), "{claims:?}");
        assert!(claims.iter().any(|claim| claim.measured.half > 0.0), "{claims:?}");
        for claim in claims.iter().filter(|claim| claim.words.contains("batch scheduler")) {
            assert!(claim.reading.as_deref().is_some_and(|reading| reading.contains("EASY")), "{claim:?}");
        }
    }
}

/// The paper's numbers stand beside its own logs alone, in its groups of fifty; HPC2N's machine is larger than KTH's, and no CTC.
#[test]
fn only_the_papers_logs_stand_beside_its_numbers() {
    let options = Options { runs: 1, requests: 200, seed: 8 };
    let results = |key: &str, nodes: u32, count: u32| {
        let job = |i: u32| Job {
            user: 1,
            submitted: 400 * i,
            estimate: 3_000,
            runtime: 1_000 + i * 7_919 % 20_000,
            nodes: 1 + i * 31 % 100,
            logged_start: Some(400 * i + i % 500),
            ..Job::SMALLEST
        };
        let input = ClusterInput {
            nodes,
            jobs: std::sync::Arc::new((0..count).map(job).collect()),
            users: Vec::new(),
            with_estimates: false,
        };
        let mut run = ExperimentRun::with_log(key, options, input).unwrap();
        run.finish().unwrap();
        run.results()
    };
    let kth = results("castillo-table-5.3", 100, 28_475);
    let places: Vec<f64> = kth.panels[0].curves[0].points.iter().map(|point| point.x).collect();
    assert_eq!(places, [50.0, 100.0]);
    let words: Vec<&str> = kth.beside.iter().map(|value| value.words.as_str()).collect();
    assert_eq!(words, ["KTH, 1 to 50 nodes: retries", "KTH, 51 to 100 nodes: retries"]);
    assert!(results("castillo-table-5.3", 512, 39_782).beside[0].words.starts_with("CTC"));
    assert!(results("castillo-table-5.3", 240, 40_000).beside.is_empty(), "HPC2N");
    let said = |nodes, count| results("castillo-5.5", nodes, count).claims[0].words.clone();
    assert_eq!(said(100, 28_475), "Most jobs of KTH run for less than two hours");
    assert_eq!(said(338, 77_222), "At most 14 % of the jobs of CTC run for less than two hours");
    assert_eq!(said(240, 40_000), "Most jobs run for less than two hours (said of KTH)");
    let longest = results("castillo-5.4", 100, 28_475).beside;
    assert_eq!(longest.iter().map(|value| value.paper).collect::<Vec<_>>(), [75.0, 272.5]);
}

/// One job of the log has no start there: the others' waits are still the batch scheduler's, and the results say how many are left out.
#[test]
fn a_job_without_a_start_leaves_the_other_recorded_waits_as_they_are() {
    let job = |i: u32| Job {
        user: i,
        submitted: 60 * i,
        estimate: 600,
        runtime: 600,
        nodes: 1 + i % 3,
        logged_start: (i != 7).then_some(60 * i + 3_600 * (i % 4)),
        ..Job::SMALLEST
    };
    let options = Options { runs: 1, requests: 100, seed: 1 };
    let results = |jobs: Vec<Job>| {
        let input = ClusterInput { nodes: 8, jobs: std::sync::Arc::new(jobs), users: Vec::new(), with_estimates: false };
        let mut run = ExperimentRun::with_log("castillo-5.4", options, input).unwrap();
        run.finish().unwrap();
        run.results()
    };
    let logged = |results: &Results| -> Option<Vec<f64>> {
        let curve = results.panels[0].curves.iter().find(|curve| curve.label == "As logged")?;
        Some(curve.points.iter().map(|point| point.y.mean).collect())
    };
    let left_out = |results: &Results| -> Option<f64> {
        results.measures.iter().find(|(measure, _)| measure.key == "without_logged_start").map(|(_, count)| count.mean)
    };
    let all = results((0..100).map(job).collect());
    let known = results((0..100).map(job).filter(|job| job.logged_start.is_some()).collect());
    assert!(logged(&known).is_some_and(|waits| waits[0] < 1.0), "some wait");
    assert_eq!(logged(&all), logged(&known));
    assert_eq!((left_out(&all), left_out(&known)), (Some(1.0), None));
    let none = results((0..100).map(job).map(|job| Job { logged_start: None, ..job }).collect());
    assert_eq!((logged(&none), left_out(&none)), (None, None), "nothing is recorded");
}

#[test]
fn points_are_what_the_runs_say() {
    // The mean wait of a figure is that of a run by hand.
    let options = Options { runs: 1, requests: 250, seed: 8 };
    let mut run = ExperimentRun::new("castillo-5.8", options).unwrap();
    run.finish().unwrap();
    let results = run.results();
    let lublin =
        LublinWorkload { seed: 8, jobs: 250, load: 0.7, overestimate: 0.0, advance_percent: 50, ..LublinWorkload::default() };
    let curve = results.panels[0].curves.iter().find(|curve| curve.label == "EASY").unwrap();
    let workload = BatchWorkload::of(BatchSource::Lublin(lublin));
    let plan = BatchScenario::new(128, workload, BatchPolicy::of(Scheduler::Easy)).run().unwrap();
    assert!(
        (curve.points[2].y.mean - plan.metrics.mean_wait / 3_600.0).abs() < 1e-9,
        "{} for {}",
        curve.points[2].y.mean,
        plan.metrics.mean_wait
    );
}

#[test]
fn the_page_has_an_experiment_done_on_the_jobs_of_a_log() {
    let place = |key: &str| catalogue().iter().position(|listed| listed.key == key).unwrap() as u32;
    let (mut import, _) = read(SWF.as_bytes()).unwrap();
    let shape = |experiment: u32, machine_nodes: Option<u32>| {
        import.shape(ShapeMessage::Experiment(ExperimentShape { experiment, machine_nodes, processors_per_node: None }))
    };
    let refused = shape(place("castillo-3.4"), None).unwrap_err();
    assert!(refused.contains("used with one of castillo-5.3"), "{refused}");
    assert_eq!(shape(place("castillo-5.4"), Some(7)).unwrap().skipped.total, 1, "eight nodes are more than seven");
    let shaped = shape(place("castillo-5.4"), None).unwrap();
    let cluster = shaped.study.cluster().unwrap();
    let jobs = cluster.workload.source_jobs(cluster.nodes).unwrap();
    let input = ClusterInput { nodes: cluster.nodes, jobs, users: Vec::new(), with_estimates: true };
    assert_eq!((input.nodes, input.jobs.len()), (10, 3));
    import = LogImport::Empty;
    assert!(matches!(import.step(1), LogStep::Idle));

    // The engine does the same units on them, whatever was asked of it before.
    let options = Options { runs: 1, requests: 3, seed: 1 };
    let mut expected = ExperimentRun::with_log("castillo-5.4", options, input.clone()).unwrap();
    expected.finish().unwrap();
    let replies: Rc<RefCell<Vec<Reply>>> = Rc::default();
    let received = Rc::clone(&replies);
    let mut engine = Dispatcher::new(Box::new(move |reply| received.borrow_mut().push(reply)), Box::new(|| 0.0));
    let unit = |index: u32| Work::Unit { experiment: "castillo-5.4".to_string(), options, index, on_log: true };
    engine.receive(Command::Open(0, unit(0)));
    // How long the next word may take is no answer.
    let answers = || replies.take().into_iter().filter(|reply| !matches!(reply, Reply::Busy(_))).collect::<Vec<_>>();
    let failed = answers();
    assert!(matches!(&failed[..], [Reply::Failed(0, _, why)] if why.contains("before the units")), "{failed:?}");
    engine.receive(Command::Open(0, Work::Jobs(Box::new(input.clone()))));
    let mut found = ExperimentRun::with_log("castillo-5.4", options, input).unwrap();
    for index in 0..found.units() {
        engine.receive(Command::Open(index, unit(index)));
        while engine.work_until(1.0) {}
        for reply in answers() {
            let Reply::Update(_, Update::Unit(index, result)) = reply else { panic!("{reply:?}") };
            found.take_in(index, result);
        }
    }
    assert_eq!(found.results(), expected.results());
    assert_eq!(found.results().progress.done, found.units());
}
