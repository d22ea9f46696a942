//! A cluster in files, links and logs; what the checker finds; replaying a real log.

use crate::batch_queues::options;
use crate::priority::weights;
use crate::support::random::cases;
use crate::user_limits::limits;
use crate::windows::offer_rules;
use bookahead::engine::batch::check::verify_cluster;
use bookahead::engine::batch::cost::Measure;
use bookahead::engine::batch::cost::map::MapAxis;
use bookahead::engine::batch::decisions::How;
use bookahead::engine::batch::explain::batch_verdict;
use bookahead::engine::batch::explain::step::{BatchStep, events_around};
use bookahead::engine::batch::forecast::past::Past;
use bookahead::engine::batch::forecast::run_times::RunTimes;
use bookahead::engine::batch::job::Job;
use bookahead::engine::batch::metrics::wait;
use bookahead::engine::batch::names::Names;
use bookahead::engine::batch::reservations::ReservationRule;
use bookahead::engine::batch::scheduler::{BatchPolicy, Scheduler};
use bookahead::engine::batch::workload::BatchWorkload;
use bookahead::engine::batch::workload::ask_ahead::AskAhead;
use bookahead::engine::batch::{BatchOutcome, BatchScenario};
use bookahead::engine::core::calendar::ClockStart;
use bookahead::engine::{Scenario, Study};
use bookahead::formats::json;
use bookahead::formats::link::{
    AxisUnit, ClusterView, CompareLayout, ForecastView, Panel, ReserveView, Shared, TimeWindow, View, decode, encode,
};
use bookahead::formats::sacct::{looks_like_sacct, read_sacct};
use bookahead::formats::studies::Planned;
use bookahead::formats::studies::cluster::{ClusterOptions, to_cluster};
use bookahead::formats::swf::read_log;
use proptest::prelude::*;
use serde_json::json;
use std::sync::Arc;

const FOUR_JOBS: &str = r#"{"version":2,"study":"cluster","machine":{"nodes":10},"workload":{"jobs":[
    {"user":1,"submitted":0,"estimate":10,"runtime":10,"nodes":6},{"submitted":1,"estimate":10,"nodes":8},
    {"submitted":1,"estimate":10,"nodes":10},{"submitted":2,"estimate":25,"nodes":2}]},"policy":{"scheduler":"easy"}}"#;

fn read(text: &str) -> Result<BatchScenario, String> {
    match json::read(text).map_err(|error| error.to_string())?.scenario.study {
        Study::Cluster(cluster) => Ok(cluster),
        _ => Err("another study".to_string()),
    }
}

#[track_caller]
fn refused(text: &str, message: &str) {
    assert_eq!(
        read(text).and_then(|cluster| cluster.run().map_err(|error| error.to_string())).map(|_| ()),
        Err(message.to_string())
    );
}

fn report(cluster: BatchScenario) -> serde_json::Value {
    let planned = Planned::new(cluster.into()).unwrap();
    let mut out = Vec::new();
    planned.report(&planned.provenance(), &planned.violations()).write(&mut out).unwrap();
    serde_json::from_slice(&out).unwrap()
}

#[test]
fn a_file_is_planned_as_by_hand() {
    let cluster = read(FOUR_JOBS).unwrap();
    for (scheduler, starts) in [("easy", [0, 10, 27, 2]), ("fcfs", [0, 10, 20, 30]), ("conservative", [0, 10, 20, 30])] {
        let policy = BatchPolicy::of(Scheduler::from_name(scheduler).unwrap());
        let report = report(BatchScenario { policy, ..cluster.clone() });
        let decisions = report["decisions"].as_array().unwrap();
        let found: Vec<u64> = decisions.iter().map(|decision| decision["start"].as_u64().unwrap()).collect();
        assert_eq!(found, starts, "{scheduler}");
        assert_eq!((&report["scheduler"], &report["violations"]), (&scheduler.into(), &serde_json::json!([])));
        assert_eq!((&decisions[0]["end"], &decisions[0]["nodes"], &decisions[3]["user"]), (&10.into(), &6.into(), &4.into()));
    }
    assert_eq!(report(cluster)["metrics"]["wait"], serde_json::json!({ "mean": 8.75, "median": 0, "p95": 26, "max": 26 }));
}

#[test]
fn what_is_out_of_range_is_refused_with_its_place() {
    let with = |from: &str, to: &str| FOUR_JOBS.replacen(from, to, 1);
    let range = "must be a whole number from";
    refused(&with("\"nodes\":6", "\"nodes\":11"), &format!("workload.jobs[0].nodes: 11 is not allowed; {range} 1 to 10"));
    refused(&with("\"nodes\":10}", "\"nodes\":1048577}"), &format!("machine.nodes: 1048577 is not allowed; {range} 1 to 1048576"));
    refused(
        &with("\"estimate\":10", "\"estimate\":0"),
        &format!("workload.jobs[0].estimate: 0 is not allowed; {range} 1 to 1000000000"),
    );
    let negative = read(&with("\"submitted\":0", "\"submitted\":-1")).unwrap_err();
    assert!(negative.contains("-1") && negative.contains("a whole number from 0"), "{negative}");
    let early = with("\"submitted\":1,", "\"submitted\":5,\"earliest_start\":4,");
    refused(&early, &format!("workload.jobs[1].earliest_start: 4 is not allowed; {range} 5 to 4000000000"));
    let quantum = with("\"scheduler\":\"easy\"", "\"scheduler\":\"co-allocation\",\"quantum\":0");
    refused(&quantum, &format!("policy.quantum: 0 is not allowed; {range} 1 to 604800"));
    let depth = with("\"scheduler\":\"easy\"", "\"scheduler\":\"backfill\",\"backfill\":{\"depth\":10001}");
    refused(&depth, &format!("policy.backfill.depth: 10001 is not allowed; {range} 0 to 10000"));
    let horizon = with("\"scheduler\":\"easy\"", "\"scheduler\":\"co-allocation\",\"horizon\":20,\"quantum\":5");
    refused(&horizon, "policy.horizon: 20 is not allowed; must be at least 25, the time reserved for job 4");
    refused(
        &with("\"easy\"", "\"as-logged\""),
        "policy.scheduler: \"as-logged\", while job 1 has no logged_start is not allowed; must be another scheduler, or a logged start for every job",
    );
    let none = r#"{"version":2,"study":"cluster","machine":{"nodes":10},"workload":{}}"#;
    refused(none, "workload: a workload without a source is not allowed; must be an object with one of jobs, lublin");
}

/// Jobs of every kind; the estimate may be exceeded.
pub fn jobs(nodes: u32) -> impl Strategy<Value = Vec<Job>> {
    let optional = || prop::option::of(0..5_000_u32);
    let named = (0..u32::MAX, prop::option::of(0..6_u32), prop_oneof![Just(0), 0..90_000_u32]);
    let (window, most) = (|| prop::option::of(0..20_000_u32), nodes);
    let job = (named, 0..100_000_u32, 1..50_000_u32, 1..50_000_u32, 1..=nodes, (optional(), window()), optional()).prop_map(
        move |((user, owner, age), submitted, estimate, runtime, nodes, (ahead, window), waited)| Job {
            // One in eight names its nodes.
            first_node: user.is_multiple_of(8).then(|| user / 8 % (most - nodes + 1)),
            user,
            owner,
            age,
            submitted,
            estimate,
            runtime,
            nodes,
            earliest_start: ahead.map(|ahead| submitted + ahead),
            latest_start: ahead.zip(window).map(|(ahead, window)| submitted + ahead + window),
            logged_start: waited.map(|waited| submitted + waited),
        },
    );
    prop::collection::vec(job, 0..60)
}

/// Jobs of two days before the present.
fn past() -> impl Strategy<Value = Option<Arc<Past>>> {
    let job = (0..172_800_u32, 1..9_000_u32, 1..9_000_u32, 1..5_000_u32).prop_map(|(submitted, estimate, runtime, nodes)| Job {
        user: 1,
        submitted,
        estimate,
        runtime,
        nodes,
        ..Job::SMALLEST
    });
    prop::option::of(prop::collection::vec(job, 1..20).prop_map(|jobs| Arc::new(Past::of(172_800, &jobs))))
}

/// What two users and up to five jobs are called.
fn names() -> impl Strategy<Value = Option<Arc<Names>>> {
    let name = || prop::sample::select(vec!["train", "ä 2", "<b>x</b>"]).prop_map(str::to_string);
    let (users, jobs) =
        (prop::collection::btree_map(0..6_u32, name(), 0..2), prop::collection::btree_map(0..u32::MAX, name(), 0..5));
    prop::option::of((users, jobs).prop_map(|(users, jobs)| Arc::new(Names { users, jobs })))
}

fn cluster() -> impl Strategy<Value = BatchScenario> {
    let schedulers = [Scheduler::CoAllocation, Scheduler::Fcfs, Scheduler::Easy, Scheduler::Backfill, Scheduler::Conservative];
    let start =
        (0..32_000_000_000_i64, -64_800..64_800_i32).prop_map(|(unix_seconds, utc_offset)| ClockStart { unix_seconds, utc_offset });
    let now = prop::option::of(0..1_000_000_u32);
    (
        1..=1_048_576_u32,
        prop::sample::select(schedulers.to_vec()),
        prop::option::of(0..500_u32),
        prop::option::of(start),
        now,
        (options(), limits(), prop::option::of(weights()), prop::sample::select(ReservationRule::ALL.to_vec()), offer_rules()),
    )
        .prop_flat_map(|(nodes, scheduler, retries, start, now, (backfill, limits, priority, reservations, offers))| {
            (jobs(nodes), past(), names()).prop_map(move |(jobs, past, names)| BatchScenario {
                past,
                names,
                nodes,
                start,
                now,
                workload: BatchWorkload::of_jobs(jobs),
                policy: BatchPolicy { retries, backfill, limits, priority, reservations, offers, ..BatchPolicy::of(scheduler) },
            })
        })
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn files_and_links_give_back_what_they_were_made_of(
        cluster in cluster(),
        selected in prop::option::of(0..60_u32),
        other in prop::option::of(prop::sample::select(Scheduler::ALL.to_vec())),
        attempt in prop::option::of(0..9_u32),
        range in prop::option::of((0..1_000_u64, 1..1_000_u64)),
        step in prop::option::of(0..60_u32),
        reserve in prop::option::of((1..60_u32, prop::sample::select(Measure::ALL.to_vec()), prop::bool::ANY, prop::option::of(0..2_000_u32))),
        forecast in prop::option::of((0..99_u32, 0..9_u64, prop::option::of(prop::array::uniform32(0..10_000_u16)))),
    ) {
        // A job that is not there is not selected any more.
        let selected = selected.filter(|&selected| selected < cluster.workload.source.len());
        let scenario = Scenario::new("A log", cluster.clone());
        let text = json::write(&scenario);
        prop_assert_eq!(json::read(&text).map(|content| content.scenario), Ok(scenario.clone()));
        let time = selected.map(|selected| TimeWindow { first: f64::from(selected), slots: 1e6 });
        let panel = Panel::Study(scenario.study.kind());
        let range = range.map(|(from, length)| (from, from + length));
        let axis = AxisUnit::first(&scenario.study);
        let reserve =
            reserve.map(|(nodes, measure, has_map, latest)| ReserveView { nodes, measure, axis: MapAxis::Length, has_map, latest });
        let forecast = forecast.map(|(within, seed, knots)| {
            let run_times = knots.map_or(RunTimes::AsGiven, |mut knots| {
                knots.sort_unstable();
                RunTimes::Ratios(knots)
            });
            ForecastView { within, seed, run_times }
        });
        let compare_layout = other.map(|_| CompareLayout::Overlaid);
        let cluster = ClusterView { selected, time, other, attempt, range, step, reserve, forecast };
        let view = View { panel, axis, compare_layout, cluster, ..View::default() };
        let shared = Shared { scenario, view };
        let opened = decode(&encode(&shared)).expect("a link of ours");
        prop_assert_eq!(opened.into_shared(), shared);
    }

    #[test]
    fn a_step_is_the_plan_of_a_run_that_stopped_there(cluster in cluster()) {
        // So far ahead that co-allocation puts nobody on hold: it tells everybody a start at once.
        let policy = BatchPolicy { horizon: 100_000_000, retries: None, ..cluster.policy };
        let cluster = BatchScenario { policy, ..cluster };
        let Ok(outcome) = cluster.run() else { return Ok(()) };
        let BatchOutcome { jobs, decisions, nodes, .. } = &outcome;
        let mut waited = 0;
        for row in 0..jobs.len() {
            let now = jobs.submitted[row];
            // Jobs of one second are decided together.
            if jobs.submitted.get(row + 1) == Some(&now) {
                continue;
            }
            let first = (0..=row).map(|row| jobs.row(row)).collect();
            let stopped = BatchScenario { workload: BatchWorkload::of_jobs(first), ..cluster.clone() }.run().expect("legal");
            let step = BatchStep { jobs, decisions, row };
            let of_stopped = BatchStep { jobs: &stopped.jobs, decisions: &stopped.decisions, row };
            for other in 0..jobs.len() {
                prop_assert_eq!(step.has_start(other), other <= row && of_stopped.has_start(other), "job {} at step {}", other, row + 1);
                if step.has_start(other) {
                    prop_assert_eq!(decisions.start[other], stopped.decisions.start[other]);
                }
                // Nodes are given when a job starts; those of a later reservation depend on who starts before it.
                if step.has_start(other) && decisions.start[other] <= step.moment() {
                    let [whole, part] = [nodes, &stopped.nodes].map(|nodes| nodes.of_row(other).collect::<Vec<_>>());
                    prop_assert_eq!(whole, part);
                }
            }
            prop_assert!(step.running().eq(of_stopped.running()));
            prop_assert!(step.waiting().eq(of_stopped.waiting()));
            let busy: u32 = step.running().map(|row| jobs.nodes[row]).sum();
            prop_assert!(busy <= cluster.nodes);
            waited += step.waiting().count();
            let lines = step.lines(cluster.nodes, cluster.policy);
            let verdict = batch_verdict(jobs, decisions, cluster.policy, row);
            prop_assert!(lines.last().is_some_and(|(_, text)| text.starts_with(&verdict.headline)));
        }
        // Whoever waits or goes ahead is found by going from event to event.
        let (mut step, mut found) = (0, Vec::new());
        while let Some(next) = events_around(jobs, decisions, step).after {
            prop_assert_eq!(events_around(jobs, decisions, next).before, found.last().copied());
            found.push(next);
            step = next;
        }
        let is_event = |row: &usize| {
            if decisions.is_refused(*row) {
                return true;
            }
            wait(jobs, decisions, *row) > 0 || decisions.retries[*row] > 0 || decisions.how(*row) == How::Backfilled
        };
        prop_assert_eq!(found, (0..jobs.len()).filter(is_event).map(|row| row as u32 + 1).collect::<Vec<_>>());
        prop_assert!(waited == 0 || cluster.policy.scheduler != Scheduler::CoAllocation, "co-allocated jobs have their starts at once");
    }

    #[test]
    fn the_checker_finds_nothing_wrong_and_whatever_is_changed(cluster in cluster(), at in 0..60_usize, kind in 0..5_u8) {
        let Ok(outcome) = cluster.run() else { return Ok(()) };
        prop_assert_eq!(verify_cluster(&cluster, &outcome).violations, Vec::<String>::new());
        if outcome.jobs.is_empty() {
            return Ok(());
        }
        let row = at % outcome.jobs.len();
        if outcome.decisions.is_refused(row) {
            return Ok(());
        }
        let mut wrong: BatchOutcome = outcome.clone();
        match kind {
            0 => wrong.decisions.start[row] = outcome.jobs.ready(row).wrapping_sub(1).min(u64::MAX - 1),
            1 => wrong.decisions.end[row] += 1,
            2 => drop(wrong.decisions.how.pop()),
            3 => wrong.metrics.mean_wait += 1.0,
            _ => {
                let stretch = wrong.nodes.from[row] as usize;
                wrong.nodes.last[stretch] = cluster.nodes;
            }
        }
        prop_assert!(!verify_cluster(&cluster, &wrong).violations.is_empty(), "{}", kind);
    }
}

const SWF: &str = "; MaxProcs: 64\n\
    3 100 20 50 8 -1 -1 8 60 -1 1 7 1 -1 1 -1 -1 -1\n\
    1 90 0 30 16 -1 -1 -1 -1 -1 1 7 1 -1 1 -1 -1 -1\n\
    2 95 5 0 65 -1 -1 65 60 -1 1 7 1 -1 1 -1 -1 -1\n\
    4 110 1 0 64 -1 -1 64 60 -1 1 7 1 -1 1 -1 -1 -1\n\
    5 120 -1 -1 4 -1 -1 4 60 -1 1 7 1 -1 1 -1 -1 -1\n\
    6 130 9 99 4 -1 -1 4 60 -1 1 7 1 -1 1 -1 -1 -1\n";

#[test]
fn a_log_becomes_jobs_and_says_what_was_wrong_with_them() {
    let log = read_log(SWF.as_bytes().to_vec()).unwrap();
    let options = ClusterOptions { processors_per_node: 8, ..ClusterOptions::default() };
    let (cluster, report) = to_cluster(&log, &options).unwrap();
    assert_eq!((cluster.nodes, report.jobs, report.first_submit_seconds), (8, 4, 90.0));
    let jobs = cluster.workload.arrivals(8).unwrap();
    assert_eq!(jobs.user, [1, 3, 4, 6]);
    assert_eq!((&jobs.submitted[..], &jobs.nodes[..]), (&[0, 10, 20, 40][..], &[2, 1, 8, 1][..]));
    assert_eq!((&jobs.estimate[..], &jobs.runtime[..]), (&[30, 60, 60, 60][..], &[30, 50, 1, 99][..]));
    assert_eq!(jobs.logged_start, [0, 30, 21, 49]);
    let counts = (report.out_of_order, report.without_estimate, report.overrun, report.instant, report.logged);
    assert_eq!(counts, (1, 1, 1, 1, 4));
    let told: Vec<(u32, &str)> = report.skipped.kept.iter().map(|problem| (problem.line, problem.what.as_str())).collect();
    assert_eq!(told, [(4, "9 nodes on a machine of 8"), (6, "its run time is not known")]);
    // A job of ten days lengthens the horizon of co-allocation, which is a week otherwise.
    let long = read_log(SWF.replace("99 4 -1 -1 4 60", "99 4 -1 -1 4 864001").into_bytes()).unwrap();
    let horizon = |log| to_cluster(log, &options).unwrap().0.policy.horizon;
    assert_eq!((horizon(&log), horizon(&long)), (604_800, 864_900));
    // Everybody asks for a start within three hours, the same ones for the same seed.
    let ahead = ClusterOptions { asks_ahead: AskAhead::share(1.0), seed: 3, ..options };
    let asked = to_cluster(&log, &ahead).unwrap().0.workload.arrivals(8).unwrap();
    assert!((0..4).all(|row| asked.is_advance(row) && asked.earliest_start[row] - asked.submitted[row] <= 3 * 3_600));
    assert_eq!(to_cluster(&log, &ahead).unwrap().0.workload.arrivals(8).unwrap(), asked);
    // Jobs that ran for less than a given time can be left out.
    let (longer, left_out) = to_cluster(&log, &ClusterOptions { least_length: 50, ..options }).unwrap();
    assert_eq!(longer.workload.arrivals(8).unwrap().runtime, [50, 99]);
    let told: Vec<&str> = left_out.skipped.kept.iter().map(|problem| problem.what.as_str()).collect();
    assert!(told.contains(&"it ran for 30 s, less than 50 s") && told.contains(&"it ran for 0 s, less than 50 s"), "{told:?}");
    let tiny = to_cluster(&log, &ClusterOptions { nodes: Some(1), ..ClusterOptions::default() }).unwrap_err().to_string();
    assert!(
        tiny.starts_with("no job can be used; the first: line 2: 8 nodes on a machine of 1. Is this the log of another"),
        "{tiny}"
    );
    let huge = to_cluster(&log, &ClusterOptions { nodes: Some(2_000_000), ..ClusterOptions::default() }).unwrap_err().to_string();
    assert!(huge.contains("1048576") && huge.contains("processors per node"), "{huge}");
    let share = to_cluster(&log, &ClusterOptions { asks_ahead: AskAhead::share(1.5), ..ClusterOptions::default() })
        .unwrap_err()
        .to_string();
    assert_eq!(share, "share: 1.5 is not allowed; must be a number from 0 to 1");
}

const SACCT: &str = "\
JobID|User|Submit|Start|End|Timelimit|AllocNodes|NCPUS|State\n\
100|ann|2024-03-01T08:00:00|2024-03-01T08:10:00|2024-03-01T09:10:00|02:00:00|4|64|COMPLETED\n\
100.batch||2024-03-01T08:10:00|2024-03-01T08:10:00|2024-03-01T09:10:00||1|16|COMPLETED\n\
100.0||2024-03-01T08:10:00|2024-03-01T08:10:00|2024-03-01T09:10:00||4|64|COMPLETED\n\
101_7|bob|2024-03-01T07:59:00|2024-03-01T08:00:00|2024-03-01T08:00:30|UNLIMITED|1|16|CANCELLED by 1000\n\
102|bob|2024-03-01T08:05:00|Unknown|Unknown|1-00:00:00|0|0|PENDING\n\
103|bob|2024-03-01T08:06:00|2024-03-01T08:06:00|Unknown|1-00:00:00|1|16|RUNNING\n\
104|bob|yesterday|2024-03-01T08:06:00|2024-03-01T08:16:00|1-00:00:00|1|16|COMPLETED\n\
105|bob|2024-03-01T08:06:00\n";

#[test]
fn what_operators_have_becomes_jobs() {
    assert!(looks_like_sacct(SACCT.as_bytes()) && !looks_like_sacct(SWF.as_bytes()));
    let read = read_sacct(SACCT.as_bytes().to_vec(), false).unwrap();
    assert_eq!((read.steps, read.counts_nodes, read.log.jobs.len()), (2, true, 2));
    let told: Vec<(u32, &str)> = read.log.problems.kept.iter().map(|problem| (problem.line, problem.what.as_str())).collect();
    let time = "Submit is \"yesterday\"; must be a time such as 2024-03-01T12:00:00";
    assert_eq!(told, [(6, "it never started"), (7, "it has not ended"), (8, time), (9, "3 fields; the header names 9 columns")]);
    let (cluster, report) = to_cluster(&read.log, &ClusterOptions { nodes: Some(8), ..ClusterOptions::default() }).unwrap();
    let jobs = cluster.workload.arrivals(8).unwrap();
    assert_eq!((&jobs.user[..], &jobs.submitted[..], &jobs.nodes[..]), (&[101, 100][..], &[0, 60][..], &[1, 4][..]));
    assert_eq!(
        (&jobs.estimate[..], &jobs.runtime[..], &jobs.logged_start[..]),
        (&[30, 7_200][..], &[30, 3_600][..], &[60, 660][..])
    );
    assert_eq!((report.out_of_order, report.without_estimate), (1, 1));
    // The trailing bar of --parsable, and processors where they are wanted.
    let barred: String = SACCT.lines().map(|line| format!("{line}|\n")).collect();
    assert_eq!(read_sacct(barred.into_bytes(), false).unwrap().log.jobs, read.log.jobs);
    assert_eq!(read_sacct(SACCT.as_bytes().to_vec(), true).unwrap().log.jobs.allocated, [64, 16]);
}

/// Jobs as `sacct --json` prints them: numbers and states as newer versions of Slurm do, or as older ones.
fn sacct_json(is_new: bool) -> String {
    let number = |value: Option<i64>| match value {
        Some(value) if is_new => json!({ "set": true, "infinite": false, "number": value }),
        None if is_new => json!({ "set": false, "infinite": true, "number": 0 }),
        value => json!(value),
    };
    let state = |state: &str| if is_new { json!([state, "NODE_FAIL"]) } else { json!(state) };
    let job = |id: u32,
               (submission, start, end): (i64, i64, i64),
               limit: Option<i64>,
               (nodes, processors): (i64, i64),
               words: &str| {
        let elapsed = if end > 0 { end - start } else { 0 };
        json!({
            "account": "a|b", "allocation_nodes": nodes, "array": { "job_id": 0, "task_id": number(None) }, "het": { "job_id": 0, "job_offset": number(None) },
            "job_id": id, "nodes": "c[1-4]", "partition": "debug", "state": { "current": state(words), "reason": "None" }, "steps": [{}, {}],
            "time": { "submission": submission, "start": start, "end": end, "elapsed": elapsed, "limit": number(limit) },
            "tres": { "allocated": [{ "type": "cpu", "count": processors }, { "type": "node", "count": nodes }], "requested": [] },
        })
    };
    let mut element = job(205, (1_709_279_940, 1_709_280_000, 1_709_280_030), None, (1, 16), "CANCELLED");
    element["array"] = json!({ "job_id": 101, "task_id": number(Some(7)) });
    let mut parts = [0, 1].map(|_| job(301, (1_709_280_400, 1_709_280_500, 1_709_280_600), Some(10), (2, 32), "COMPLETED"));
    for (offset, part) in (0..).zip(&mut parts) {
        part["het"] = json!({ "job_id": 300, "job_offset": number(Some(offset)) });
    }
    let [one, two] = parts;
    let jobs = [
        job(100, (1_709_280_000, 1_709_280_600, 1_709_284_200), Some(120), (4, 64), "COMPLETED"),
        element,
        job(102, (1_709_280_300, 0, 0), Some(1_440), (0, 0), "PENDING"),
        job(103, (1_709_280_360, 1_709_280_360, 0), Some(1_440), (1, 16), "RUNNING"),
        one,
        two,
        json!({ "job_id": 104, "allocation_nodes": 1, "time": { "submission": "yesterday" } }),
    ];
    let jobs: Vec<String> = jobs.iter().map(ToString::to_string).collect();
    format!("{{\"meta\": {{ \"Slurm\": {{}} }},\n\"jobs\": [\n{}\n] }}", jobs.join(",\n"))
}

#[test]
fn sacct_json_is_read_like_its_lines() {
    for is_new in [true, false] {
        let text = sacct_json(is_new);
        assert!(looks_like_sacct(text.as_bytes()));
        let read = read_sacct(text.clone().into_bytes(), false).unwrap();
        assert_eq!((read.steps, read.counts_nodes, read.log.notes.joined_parts), (12, true, 1));
        let jobs = &read.log.jobs;
        assert_eq!((&jobs.number[..], &jobs.line[..], &jobs.allocated[..]), (&[100, 101, 300][..], &[3, 4, 7][..], &[4, 1, 4][..]));
        assert_eq!(
            (&jobs.submit[..], &jobs.wait[..], &jobs.run[..]),
            (&[60.0, 0.0, 460.0][..], &[600.0, 60.0, 100.0][..], &[3_600.0, 30.0, 100.0][..])
        );
        assert_eq!(jobs.requested_time, [7_200.0, -1.0, 600.0]);
        let told: Vec<(u32, &str)> = read.log.problems.kept.iter().map(|problem| (problem.line, problem.what.as_str())).collect();
        let (started, ended) = ((5, "it never started"), (6, "it has not ended"));
        assert_eq!(told[..2], [started, ended]);
        assert!(told.len() == 3 && told[2].0 == 9, "{told:?}");
        assert_eq!(read_sacct(text.into_bytes(), true).unwrap().log.jobs.allocated, [64, 16, 64]);
    }
    let cut = &sacct_json(true)[..600];
    let refusal = read_sacct(cut.as_bytes().to_vec(), false).unwrap_err().to_string();
    assert!(refusal.starts_with("this begins like what sacct --json prints, but EOF while parsing"), "{refusal}");
}

#[test]
fn sacct_without_a_header_or_with_another_delimiter_is_told() {
    let refusal = |text: &str| read_sacct(text.as_bytes().to_vec(), false).unwrap_err().to_string();
    let (_, headless) = SACCT.split_once('\n').unwrap();
    assert!(looks_like_sacct(headless.as_bytes()));
    assert!(refusal(headless).starts_with("line 1 does not name the columns; print them without --noheader: sacct --parsable2"));
    assert!(
        refusal(&SACCT.replace('|', "  "))
            .starts_with("line 1: the columns are separated by ' ', which their content may hold, too")
    );
    let other = read_sacct(SACCT.replace('|', ";").into_bytes(), false).unwrap();
    assert_eq!(other.log, read_sacct(SACCT.as_bytes().to_vec(), false).unwrap().log);
    assert!(refusal(&SACCT.replace("|Submit|", "|Sent|")).starts_with("line 1: there is no column Submit; print it"));
    let waiting: String =
        SACCT.lines().filter(|line| line.starts_with("JobID") || line.starts_with("102")).map(|line| format!("{line}\n")).collect();
    assert_eq!(refusal(&waiting), "no line is a job that ran; the first line that was left out: line 2: it never started");
    assert_eq!(refusal("JobID|Submit|Start|End|NNodes\n"), "there is no job in it");
}

/// The log of accounting data, counted in nodes.
fn accounting(text: &str) -> bookahead::formats::swf::SwfLog {
    read_sacct(text.as_bytes().to_vec(), false).unwrap().log
}

#[test]
fn jobs_cancelled_while_they_waited_never_ran() {
    let log = accounting(
        "JobID|User|Submit|Start|End|Elapsed|Timelimit|AllocNodes|NCPUS|State|NodeList|AllocTRES\n\
         901|ua|2021-01-04T08:00:00|2021-01-04T08:00:05|2021-01-04T09:00:05|01:00:00|02:00:00|1|12|COMPLETED|c1|cpu=12,node=1\n\
         902_7|ub|2020-12-18T22:12:16|2021-01-06T14:09:15|2021-01-06T14:09:15|00:00:00|2-00:00:00|1|12|CANCELLED by 1000|None assigned|\n\
         902_8|ub|2020-12-18T22:12:16|2021-01-06T14:09:15|2021-01-06T14:09:15|00:00:00|2-00:00:00|4|48|CANCELLED by 1000|None assigned|\n\
         903|ub|2021-01-04T08:00:00|2021-01-04T08:00:05|2021-01-04T08:00:05|00:00:00|02:00:00|1|12|COMPLETED|c1|cpu=12,node=1\n",
    );
    assert_eq!((&log.jobs.number[..], log.notes.never_ran), (&[901, 903][..], 2));
    assert_eq!(log.notes.words(), ["2 jobs were cancelled before the start and left out"]);
}

#[test]
fn a_name_that_holds_the_delimiter_never_changes_a_number() {
    let header = "JobID|JobName|NNodes|Submit|Start|End|Comment\n";
    let times = "2024-03-01T08:00:00|2024-03-01T08:00:00|2024-03-01T09:00:00";
    let log = accounting(&format!("{header}11|plain|3|{times}|\n12|run|64|2|{times}|\n"));
    assert_eq!((&log.jobs.number[..], &log.jobs.requested[..]), (&[11][..], &[3][..]));
    assert!(
        log.problems.kept[0].what.starts_with("8 fields; the header names 7 columns: a name in it holds"),
        "{:?}",
        log.problems
    );
    // A second header with another order counts for what follows.
    let joined = format!("{header}11|plain|3|{times}|\nJobID|Submit|Start|End|NNodes|NCPUS\n12|{times}|2|64\n");
    assert_eq!(accounting(&joined).jobs.requested, [3, 2]);
}

#[test]
fn nodes_are_counted_as_sacct_prints_them() {
    let log = accounting(
        "JobID|Submit|Start|End|Timelimit|AllocNodes|NCPUS\n\
         1|2024-05-02T08:00:00|2024-05-02T09:00:00|2024-05-02T10:00:00|60|2K|131072\n\
         2|2024-05-02T08:00:00|2024-05-02T10:00:00|2024-05-02T11:00:00|60|1.50K|98304\n\
         3|2024-05-02T08:00:00|2024-05-02T11:00:00|2024-05-02T12:00:00|60|9K|589824\n",
    );
    assert_eq!(log.jobs.requested, [2_048, 1_536, 9_216]);
    let listed = "JobID|Submit|Start|End|ReqTRES|AllocTRES|NCPUS\n\
         1|2024-05-02T08:00|2024-05-02T09:00|2024-05-02T10:00|cpu=4,node=9|billing=8,cpu=8,node=2|8\n";
    assert_eq!(
        (accounting(listed).jobs.requested, read_sacct(listed.into(), true).unwrap().log.jobs.requested),
        (vec![2], vec![8])
    );
}

#[test]
fn parts_of_a_heterogeneous_job_are_one_job() {
    let log = accounting(
        "JobID|Submit|Start|End|Elapsed|Timelimit|AllocNodes\n\
         705+0|2024-05-02T08:04:00|2024-05-02T08:20:00|2024-05-02T08:30:00|00:10:00|01:00:00|1\n\
         705+0.batch|2024-05-02T08:20:00|2024-05-02T08:20:00|2024-05-02T08:30:00|00:10:00||1\n\
         705+1|2024-05-02T08:04:00|2024-05-02T08:20:00|2024-05-02T08:31:00|00:11:00|01:00:00|2\n",
    );
    assert_eq!((&log.jobs.number[..], &log.jobs.requested[..], &log.jobs.run[..]), (&[705][..], &[3][..], &[660.0][..]));
    assert_eq!(
        log.notes.words(),
        ["1 part of a heterogeneous job was joined to the part before: the parts of a job start at once and count as one job"]
    );
}

#[test]
fn over_a_change_of_the_clock_the_elapsed_time_counts() {
    let log = accounting(
        "JobID|Submit|Start|End|Elapsed|AllocNodes\n\
         1|2024-10-27T02:00:00|2024-10-27T02:50:00|2024-10-27T02:30:00|00:40:00|1\n\
         2|2024-03-31T01:00:00|2024-03-31T01:30:00|2024-03-31T03:30:00|01:00:00|1\n",
    );
    assert_eq!((&log.jobs.run[..], log.notes.clock_changes), (&[2_400.0, 3_600.0][..], 2));
}

#[test]
fn times_of_accounting_data_give_dates() {
    let start = |text: &str| {
        to_cluster(&accounting(text), &ClusterOptions::default())
            .unwrap()
            .0
            .start
            .map(|start| (start.unix_seconds, start.utc_offset))
    };
    let minutes = "JobID|Submit|Start|End|ReqNodes|Timelimit|Elapsed|User|JobName|\n\
        9001|2019-03-01T08:27|2019-03-01T08:30|2019-03-02T08:30|7|1-00:00|1-00:00|aa01|bb01\n";
    assert_eq!(start(minutes), Some((1_551_428_820, 0)));
    let zone = "JobID|Submit|Start|End|Elapsed|ElapsedRaw|NNodes\n\
        1479|2023-02-21T14:37:02+0100|2023-02-21T14:37:07+0100|2023-02-21T15:26:29+0100|00:49:22|2962|2\n";
    assert_eq!(start(zone), Some((1_676_986_622, 3_600)));
    let epoch = "JobID|Submit|Start|End|NNodes\n1|1676986622|1676986627|1676989589|2\n";
    assert_eq!(start(epoch), Some((1_676_986_622, 0)));
    let mixed = accounting(&format!(
        "{epoch}2|2024-02-28T10:00:00|2024-02-28T10:00:00|2024-02-28T11:00:00|2\n3|2024-02-30T10:00:00|0|0|2\n"
    ));
    let told: Vec<&str> = mixed.problems.kept.iter().map(|problem| problem.what.as_str()).collect();
    let zones = "some of the times tell a zone (or are seconds since 1970) and others do not";
    assert_eq!(told, [zones, "Submit is \"2024-02-30T10:00:00\"; must be a time such as 2024-03-01T12:00:00"]);
}

#[test]
fn fractions_of_seconds_make_no_overlap() {
    let log = read_log(
        b"; MaxProcs: 4\n1 0 0 10.5 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1\n2 5 5.5 10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1\n\
          3 6.9 13.6 10 4 -1 -1 4 20 -1 1 1 1 1 1 1 -1 -1\n"
            .to_vec(),
    )
    .unwrap();
    let (cluster, report) = to_cluster(&log, &ClusterOptions::default()).unwrap();
    let jobs = cluster.workload.arrivals(4).unwrap();
    assert_eq!((&jobs.logged_start[..], &jobs.runtime[..]), (&[0, 10, 20][..], &[10, 10, 10][..]));
    assert!(
        report.notes().contains(&(3, "with fractions of seconds: submission, start and end are rounded down".to_string())),
        "{report:?}"
    );
}

#[test]
fn a_truncated_gzip_is_told() {
    use std::io::Read;
    let mut packed = Vec::new();
    let text = SACCT.repeat(50);
    flate2::read::GzEncoder::new(text.as_bytes(), flate2::Compression::fast()).read_to_end(&mut packed).unwrap();
    assert!(looks_like_sacct(&packed) && read_sacct(packed.clone(), false).is_ok());
    packed.truncate(packed.len() / 2);
    assert_eq!(read_sacct(packed, false).unwrap_err().to_string(), "the gzip data is damaged or cut off");
}

/// KTH SP2, where it is there: the plan as logged has the log's own waits, and the checker finds nothing wrong with any scheduler.
#[test]
fn a_real_log_is_replayed() {
    let Some(folder) = std::env::var_os("BOOKAHEAD_DATA") else {
        eprintln!("skipped: set BOOKAHEAD_DATA to the folder that holds swf/KTH-SP2-1996-2.1-cln.swf.gz to replay a real log");
        return;
    };
    let bytes = std::fs::read(std::path::Path::new(&folder).join("swf/KTH-SP2-1996-2.1-cln.swf.gz")).unwrap();
    let log = read_log(bytes).unwrap();
    let waits: std::collections::BTreeMap<u32, u64> =
        (0..log.jobs.len()).map(|row| (log.jobs.number[row], log.jobs.wait[row] as u64)).collect();
    for scheduler in Scheduler::ALL {
        let (cluster, report) = to_cluster(&log, &ClusterOptions { scheduler, ..ClusterOptions::default() }).unwrap();
        assert_eq!((cluster.nodes, report.jobs), (100, 28_475), "one of 28,476 jobs has no known run time");
        let outcome = cluster.run().unwrap();
        let violations = verify_cluster(&cluster, &outcome).violations;
        if scheduler == Scheduler::AsLogged {
            // The log itself runs 101 nodes of 100 from here on; twelve jobs in all have fewer nodes than they want.
            assert_eq!(violations.len(), 13, "{violations:?}");
            assert_eq!(violations[0], "from second 1889398 on, 101 nodes of 100 are needed at once, by jobs 1807, 1881, 1885");
        } else {
            assert_eq!(violations, Vec::<String>::new(), "{}", scheduler.name());
        }
        if scheduler == Scheduler::AsLogged {
            for row in 0..outcome.jobs.len() {
                let waited = outcome.decisions.start[row] - outcome.jobs.ready(row);
                assert_eq!(waited, waits[&outcome.jobs.user[row]]);
                assert!(matches!(outcome.decisions.how(row), How::Logged | How::Overbooked));
            }
        }
    }
}
