//! Snapshots of running machines: what a real Slurm printed (`scripts/record-snapshot`), what other versions print, and what is damaged.

use crate::cli::{fails, ok, told};
use crate::oracle::batch as oracle;
use bookahead::engine::batch::BatchScenario;
use bookahead::engine::batch::limits::UserLimits;
use bookahead::engine::batch::scheduler::Scheduler;
use bookahead::engine::core::error::FieldPath;
use bookahead::formats::sacct::{looks_like_sacct, read_sacct};
use bookahead::formats::snapshot::{
    SnapshotFile, SnapshotOptions, SnapshotRemarks, is_snapshot, looks_like_snapshot, read_snapshot,
};
use std::collections::BTreeMap;
use std::time::Instant;

const RECORDED: &str = include_str!("../snapshots/snapshot.txt");
const JOBS: &str = include_str!("../snapshots/jobs.txt");
const ONE_LINE: &str = include_str!("../snapshots/jobs-one-line.txt");
const PARTITIONS: &str = include_str!("../snapshots/partitions.txt");
const SINFO: &str = include_str!("../snapshots/sinfo.json");
const STARTS: &str = include_str!("../snapshots/start.txt");
/// Second 0 of the recorded snapshot on the clock there: when its first jobs started.
const FIRST: &str = "2026-11-29T02:51:27";

fn options(partition: &str) -> SnapshotOptions {
    SnapshotOptions { partition: Some(partition.to_string()), ..SnapshotOptions::default() }
}

fn read(texts: &[&str], options: &SnapshotOptions) -> Result<(BatchScenario, SnapshotRemarks), String> {
    let files: Vec<SnapshotFile<'_>> = texts.iter().map(|text| SnapshotFile { name: "", bytes: text.as_bytes() }).collect();
    read_snapshot(&files, options)
}

/// The part of the recorded text from a word on.
fn from(word: &str) -> &'static str {
    &RECORDED[RECORDED.find(word).expect("a word of the recording")..]
}

/// The line of the recording that tells its moment.
fn date() -> &'static str {
    RECORDED.lines().next().expect("a line")
}

/// Start by job number.
fn starts(cluster: &BatchScenario) -> BTreeMap<u32, u64> {
    let outcome = cluster.run().expect("a plan");
    outcome.jobs.user.iter().copied().zip(outcome.decisions.start.iter().copied()).collect()
}

/// Seconds from the first of two times of day to the second, both on the same day.
fn seconds(first: &str, second: &str) -> u64 {
    let of = |time: &str| -> u64 {
        let parts: Vec<u64> = time[11..19].split(':').map(|part| part.parse().expect("a number")).collect();
        parts[0] * 3_600 + parts[1] * 60 + parts[2]
    };
    assert_eq!(first[..10], second[..10]);
    of(second) - of(first)
}

#[test]
fn a_recorded_snapshot_becomes_a_cluster() {
    assert!(is_snapshot(RECORDED.as_bytes()));
    let (cluster, remarks) = read(&[RECORDED], &options("whole")).unwrap();
    // n8 is drained, n7 is being drained.
    assert_eq!((cluster.nodes, cluster.now), (6, Some(11)));
    let start = cluster.start.unwrap();
    assert_eq!((start.utc_offset, start.unix_seconds), (25_200, 1_795_895_487));
    assert_eq!(remarks.partitions, ["shared", "whole"]);
    assert_eq!(remarks.summary(), "17 jobs on 6 nodes: 5 run, 12 wait, 2 reservations");
    let words = remarks.words().join("\n");
    for expected in [
        "5 jobs left out: in another partition.",
        "1 job left out: held.",
        "1 job left out: in a reservation, whose nodes are kept as a whole.",
        "1 job left out: running on nodes that are down or being drained.",
        "The moment is Sun 29 Nov 2026 02:51:38 (the date in it).",
        "Nodes are counted",
        "2 jobs are submitted when the jobs they wait for end by their limits.",
        "1 job is joined to another",
        "4 jobs are of arrays with a limit",
        "Reservation course keeps 3 nodes as job 24.",
    ] {
        assert!(words.contains(expected), "{expected}: {words}");
    }
    assert!(!words.contains("mira") && !remarks.problems.kept.iter().any(|problem| problem.what.contains("mira")));
    let jobs = cluster.workload.arrivals(cluster.nodes).unwrap();
    assert!(jobs.is_named, "every job has a number of its own");
    // Reservations begin when they do, running jobs when they did.
    let starts = starts(&cluster);
    assert_eq!((starts[&24], starts[&25]), (10_803, 32_403));
    assert_eq!([1, 2, 7, 8, 10].map(|job| starts[&job]), [0, 0, 0, 0, 4]);
    // The one waits for a job that runs, the other for one that waits: it is planned to end at 9,000 s.
    let submitted = |job: u32| jobs.submitted[jobs.row_called(job).unwrap()];
    assert_eq!((submitted(11), submitted(12), submitted(15)), (5_400, 9_000, 14_403));
}

/// What `squeue --start` of the real Slurm said, and where the plan says something else. docs/real-files.md explains the differences.
#[test]
fn the_plan_starts_jobs_when_slurm_says_but_for_known_reasons() {
    let said: BTreeMap<&str, Option<u64>> = STARTS
        .lines()
        .map(|line| {
            let mut columns = line.split('|');
            let (job, start) = (columns.next().unwrap(), columns.next().unwrap());
            (job, (start != "N/A").then(|| seconds(FIRST, start)))
        })
        .collect();
    let plan =
        |partition: &str, scheduler| starts(&read(&[RECORDED], &SnapshotOptions { scheduler, ..options(partition) }).unwrap().0);
    let (whole, easy) = (plan("whole", Scheduler::Conservative), plan("whole", Scheduler::Easy));
    let shared = plan("shared", Scheduler::Conservative);
    for (job, plan) in [(9, &whole), (17, &whole), (18, &whole), (19, &shared), (21, &shared), (9, &easy), (15, &easy), (17, &easy)]
    {
        assert_eq!(Some(plan[&job]), said[job.to_string().as_str()], "job {job}");
    }
    // Slurm starts job 13 when the next limit ends, not at the first; the parts of job 22 are told one by one.
    assert_eq!((whole[&13], said["13"]), (1_200, Some(1_504)));
    assert_eq!((whole[&22], said["22+0"], said["22+1"]), (1_800, Some(1_504), Some(1_800)));
    // Slurm plans neither the rest of the array nor what waits for others, so nothing is before job 15.
    assert_eq!((whole[&15], said["15"], said["4_3"], said["11"]), (16_203, Some(14_403), None, None));
}

#[test]
fn the_plan_of_a_snapshot_is_that_of_a_slow_replay() {
    for partition in ["whole", "shared"] {
        for scheduler in [Scheduler::Fcfs, Scheduler::Easy, Scheduler::Conservative] {
            let (cluster, _) = read(&[RECORDED], &SnapshotOptions { scheduler, ..options(partition) }).unwrap();
            let jobs = cluster.workload.arrivals(cluster.nodes).unwrap();
            let slow: Vec<u64> = oracle::plan(cluster.nodes, &jobs, scheduler, None).iter().map(|told| told.start).collect();
            assert_eq!(cluster.run().unwrap().decisions.start, slow, "{partition}, {scheduler:?}");
        }
    }
}

#[test]
fn the_same_machine_in_other_words_is_the_same_cluster() {
    let (first, _) = read(&[RECORDED], &options("whole")).unwrap();
    let (reservations, nodes) = (from("ReservationName="), from("NodeName="));
    let reservations = &reservations[..reservations.find("NodeName=").unwrap()];
    for jobs in [JOBS, ONE_LINE] {
        assert!(looks_like_snapshot(jobs.as_bytes()));
        for nodes in [nodes, SINFO] {
            // Files in any order; the name above one is as `tail` prints it.
            let named = format!("==> jobs.txt <==\n{jobs}");
            let (cluster, remarks) = read(&[nodes, PARTITIONS, &named, reservations, date()], &options("whole")).unwrap();
            assert_eq!(remarks.problems.total, 0, "{:?}", remarks.problems);
            assert_eq!(cluster, first);
        }
    }
    // Without a date the run times of jobs tell it, and the zone is not known.
    let (cluster, remarks) = read(&[JOBS, nodes], &options("whole")).unwrap();
    // They were written down a second later.
    assert_eq!((cluster.now, first.now), (Some(12), Some(11)));
    assert!(remarks.words().join("\n").contains("by the clock there, whose zone is not told"), "{:?}", remarks.notes);
    let asked = SnapshotOptions { now: Some("2026-11-29T02:52:27+07:00".to_string()), ..options("whole") };
    assert_eq!(read(&[JOBS, nodes], &asked).unwrap().0.now, Some(60));
}

#[test]
fn where_jobs_share_nodes_processors_are_counted() {
    let (cluster, remarks) = read(&[RECORDED], &options("shared")).unwrap();
    assert_eq!((cluster.nodes, remarks.counts_processors), (32, true));
    let halves = SnapshotOptions { processors_per_node: Some(16), ..options("shared") };
    assert_eq!(read(&[RECORDED], &halves).unwrap().0.nodes, 2);
    // All partitions are one pool: 32 processors and six nodes of two.
    let (all, remarks) = read(&[RECORDED], &SnapshotOptions::default()).unwrap();
    assert_eq!(all.nodes, 44);
    assert!(remarks.words().join("\n").contains("2 partitions are planned as one pool (shared, whole)"));
}

/// Two jobs as a newer Slurm prints them: numbers as objects, states as lists.
const NEWER: &str = r#"{"jobs":[
 {"job_id":7,"job_state":["RUNNING"],"partition":"a","node_count":{"set":true,"infinite":false,"number":2},"cpus":{"set":true,"infinite":false,"number":8},
  "submit_time":{"set":true,"infinite":false,"number":1700000000},"start_time":{"set":true,"infinite":false,"number":1700000100},
  "time_limit":{"set":false,"infinite":true,"number":0},"priority":{"set":true,"infinite":false,"number":5},"nodes":"n[1-2]","shared":["none"],"accrue_time":1},
 {"job_id":8,"job_state":["PENDING"],"partition":"a","node_count":{"set":true,"infinite":false,"number":3},"submit_time":1700000050,
  "time_limit":{"set":true,"infinite":false,"number":30},"priority":{"set":true,"infinite":false,"number":9},"dependency":"","state_reason":"Resources"}
],"nodes":[{"name":"n1","state":["ALLOCATED"],"cpus":4},{"name":"n2","state":["MIXED"],"cpus":4},{"name":"n3","state":["IDLE"],"cpus":4},{"name":"n4","state":["IDLE","DRAIN"],"cpus":4},{"name":"n5","state":["DOWN","NOT_RESPONDING"],"cpus":4}],
"last_update":{"set":true,"infinite":false,"number":1700000400},"meta":{"plugin":{"data_parser":"data_parser/v0.0.41"}}}"#;

#[test]
fn newer_data_parsers_are_read() {
    assert!(looks_like_snapshot(NEWER.as_bytes()));
    let (cluster, remarks) = read(&[NEWER], &SnapshotOptions::default()).unwrap();
    assert_eq!((cluster.nodes, cluster.now, remarks.running, remarks.waiting), (3, Some(300), 1, 1));
    assert!(remarks.words().join("\n").contains("1 job is without a time limit"), "{:?}", remarks.words());
    // The running job has no limit: what needs its nodes waits for a year.
    assert_eq!(starts(&cluster)[&8], 365 * 86_400);
}

const SACCT: &str = "JobID|Submit|Start|End|Timelimit|NNodes|NCPUS|State|Priority|NodeList|Elapsed\n\
    70|2024-03-01T08:00:00|2024-03-01T08:00:00|2024-03-01T09:00:00|02:00:00|2|8|COMPLETED|3|n[1-2]|01:00:00\n\
    71|2024-03-01T08:10:00|2024-03-01T09:00:00|Unknown|02:00:00|3|12|RUNNING|3|n[1-3]|00:30:00\n\
    71.batch|2024-03-01T08:10:00|2024-03-01T09:00:00|Unknown||1|4|RUNNING||n1|00:30:00\n\
    72|2024-03-01T09:10:00|Unknown|Unknown|01:00:00|2|8|PENDING|4|None assigned|00:00:00\n\
    73_[1-3%1]|2024-03-01T09:11:00|Unknown|Unknown|00:10:00|1|4|PENDING|9|None assigned|00:00:00\n";

#[test]
fn accounting_data_of_a_machine_that_runs_is_a_snapshot() {
    assert!(looks_like_sacct(SACCT.as_bytes()) && is_snapshot(SACCT.as_bytes()) && !looks_like_snapshot(SACCT.as_bytes()));
    let (cluster, remarks) = read(&[SACCT], &SnapshotOptions { nodes: Some(4), ..SnapshotOptions::default() }).unwrap();
    assert_eq!((cluster.now, remarks.running, remarks.waiting), (Some(1_800), 1, 4));
    assert_eq!(remarks.left_out, [(1, "ended".to_string())]);
    assert_eq!(starts(&cluster)[&72], 7_200);
    // A log in which most jobs have ended stays one, and is read as ever.
    let ended = SACCT.replace("RUNNING", "COMPLETED").replace("PENDING", "CANCELLED");
    assert!(!is_snapshot(ended.as_bytes()));
    assert_eq!(read_sacct(ended.into_bytes(), false).unwrap().log.jobs.len(), 1);
}

#[test]
fn what_is_damaged_or_empty_is_told_with_its_place() {
    let refusal = |texts: &[&str]| read(texts, &SnapshotOptions::default()).unwrap_err();
    let cut = &RECORDED[..RECORDED.len() / 2];
    let line = cut.lines().count();
    // In the page a blank line is put behind every file, and the name of the next one may follow.
    for (before, behind) in
        [("", ""), ("", "\n"), ("==> queue.txt <==\n", "\n==> nodes.txt <==\nNodeName=n1 CPUTot=2 State=IDLE\n")]
    {
        // After a line, within one, and within a text in quotes.
        for cut in
            [cut, cut.trim_end(), cut.trim_end_matches(|c| c != '"'), cut.trim_end_matches(|c| c != '"').trim_end_matches('"')]
        {
            let message = refusal(&[&format!("{before}{cut}{behind}")]);
            let file = if before.is_empty() { "" } else { "queue.txt: " };
            assert!(
                message.starts_with(&format!("{file}line {line}: this begins like what squeue --json prints, but ")),
                "{message}"
            );
            assert!(message.ends_with("the file seems to be cut off"), "{message}");
        }
    }
    // What is wrong in the middle is not told as cut off.
    let message = refusal(&["{\"jobs\": [\n  {\"job_id\" 7}\n]}\n"]);
    assert!(message.starts_with("line 2: ") && !message.contains("cut off"), "{message}");
    assert_eq!(
        refusal(&["{\"jobs\":[]}", "No reservations in the system\n"]),
        "no job runs or waits, and nothing is reserved: there is nothing to plan"
    );
    let table = refusal(&["JOBID PARTITION NAME USER ST TIME NODES NODELIST(REASON)\n 2 all wrap x PD 0:00 6 (Resources)\n"]);
    assert!(table.contains("line 1: this is the table that squeue prints") && table.contains("squeue --json"), "{table}");
    let unknown = read(&[RECORDED], &options("<b>")).unwrap_err();
    assert_eq!(unknown, "partition: \"<b>\" is not allowed here; must be one of shared, whole");
    let wrong = SnapshotOptions { now: Some("soon".to_string()), ..SnapshotOptions::default() };
    assert!(read(&[RECORDED], &wrong).unwrap_err().starts_with("now: \"soon\" is not allowed here; must be a time such as"));
    // A record that is wrong is told with its line, and the others are read.
    let odd = JOBS.replacen("TimeLimit=00:30:00", "TimeLimit=soon", 1);
    let (_, remarks) = read(&[&odd, from("NodeName="), date()], &options("whole")).unwrap();
    assert_eq!(remarks.problems.total, 1);
    assert!(remarks.problems.kept[0].what.starts_with("TimeLimit is \"soon\"; must be"), "{:?}", remarks.problems);
}

/// A job of `scontrol show job`, with what its user calls it.
fn record(number: u32, name: &str, rest: &str) -> String {
    format!("JobId={number} JobName={name}\n   UserId=x(1) Priority=5\n   {rest}\n   SubmitTime=2026-01-01T08:00:00\n\n")
}

#[test]
fn jobs_past_their_limit_too_wide_or_with_odd_names_lose_nothing() {
    let node = |number: u32| format!("NodeName=n{number}\n   CPUTot=4 State=IDLE\n   Partitions=a\n\n");
    let machine: String = (1..=4).map(node).collect();
    let overdue = "JobState=RUNNING Reason=None RunTime=02:00:00 TimeLimit=01:00:00 StartTime=2026-01-01T08:00:00 EndTime=2026-01-01T09:00:00 NodeList=n1 NumNodes=1 NumCPUs=4 Partition=a";
    let waits = |nodes: u32, more: &str| {
        format!(
            "JobState=PENDING Reason=Resources TimeLimit=01:00:00 StartTime=Unknown NodeList=(null) NumNodes={nodes}-{nodes} NumCPUs={nodes} Partition=a {more}"
        )
    };
    let text = machine
        + &record(1, "<script>alert(1)</script> NumNodes=9 JobState=FAILED", overdue)
        + &record(2, "x", &waits(5, ""))
        + &record(3, "y", &waits(4, ""))
        + &record(4, "z", &waits(1, "Dependency=afterok:2(unfulfilled)"))
        + &record(5, "z", &waits(1, "Dependency=afterok:6(unfulfilled)"))
        + &record(6, "z", &waits(1, "Dependency=afterok:5(unfulfilled)"))
        + &record(7, "limited", &waits(1, "").replace("Resources", "QOSMaxJobsPerUserLimit"));
    let (cluster, remarks) = read(&[&text], &SnapshotOptions::default()).unwrap();
    assert_eq!((cluster.nodes, cluster.now, remarks.running, remarks.waiting), (4, Some(7_200), 1, 2));
    assert_eq!(starts(&cluster)[&3], 7_201, "the job past its limit ends in a second");
    // The user of job 7 runs one job: that is the limit which it waits for, and which the other jobs of this user are under as well.
    assert_eq!(cluster.policy.limits, UserLimits { jobs: Some(1), nodes: None });
    assert_eq!(starts(&cluster)[&7], 7_201 + 3_600);
    let words = remarks.words().join("\n");
    for expected in [
        "1 job left out: wider than the machine.",
        "1 job left out: waits for a job that is not told or not planned.",
        "2 jobs left out: waits for a job that waits for it, or in a chain of more than 8.",
        "1 job waits for a limit per user; each of their users runs 1 job: planned with",
        "1 job is past the limit, and planned to end in a second.",
    ] {
        assert!(words.contains(expected), "{expected}: {words}");
    }
    assert!(!words.contains("script"));
    // Another user waits for a limit and runs nothing: no one number explains both. A limit that is given is planned with.
    let other = record(8, "other", &waits(1, "").replace("Resources", "AssocMaxJobsLimit")).replace("UserId=x(1)", "UserId=y(2)");
    let (cluster, remarks) = read(&[&text, &other], &SnapshotOptions::default()).unwrap();
    assert_eq!((cluster.policy.limits, remarks.waiting), (UserLimits::default(), 1));
    let words = remarks.words().join("\n");
    for expected in [
        "2 jobs wait for a limit per user; each of their users runs 0 to 1 jobs: no one limit of running jobs explains it.",
        "2 jobs left out: a limit of the user, account or quality of service is reached, which is not planned.",
    ] {
        assert!(words.contains(expected), "{expected}: {words}");
    }
    let limits = UserLimits { jobs: Some(2), nodes: None };
    let (cluster, remarks) = read(&[&text, &other], &SnapshotOptions { limits, ..SnapshotOptions::default() }).unwrap();
    assert_eq!((cluster.policy.limits, remarks.waiting), (limits, 3));
}

#[test]
fn names_are_kept_only_where_one_asks_for_it() {
    let keeping = SnapshotOptions { keeps_names: true, ..options("whole") };
    let ((without, _), (with, remarks)) = (read(&[RECORDED], &options("whole")).unwrap(), read(&[RECORDED], &keeping).unwrap());
    assert_eq!(without.names, None);
    assert_eq!(BatchScenario { names: None, ..with.clone() }, without);
    let names = with.names.clone().expect("names");
    let jobs = with.workload.arrivals(with.nodes).unwrap();
    let called = |number: u32| names.words(&jobs, jobs.row_called(number).unwrap());
    // A job of the fixture, and a reservation, which nobody owns.
    assert_eq!((called(1), called(24)), (Some("wrap (mira)".to_string()), Some("course".to_string())));
    let words = remarks.words().join("\n");
    assert!(words.contains("The names of 1 user and 19 jobs are kept") && !words.contains("mira"), "{words}");
    // Without JSON, the same names.
    let (reservations, nodes) = (from("ReservationName="), from("NodeName="));
    let reservations = &reservations[..reservations.find("NodeName=").unwrap()];
    let (other, _) = read(&[nodes, PARTITIONS, JOBS, reservations, date()], &keeping).unwrap();
    assert_eq!(other.names, with.names);
    // What would turn the text around it is left out.
    let odd = record(
        1,
        "\u{202e}<b>\u{7}x",
        "JobState=PENDING Reason=Resources TimeLimit=01:00:00 NodeList=(null) NumNodes=1-1 NumCPUs=1",
    );
    let asked =
        SnapshotOptions { nodes: Some(4), now: Some("2026-01-01T09:00:00".into()), keeps_names: true, ..Default::default() };
    let names = read(&[&odd], &asked).unwrap().0.names.expect("names");
    assert_eq!((names.jobs[&1].as_str(), names.users[&1].as_str()), ("<b>x", "x"));
}

#[test]
fn overlapping_reservations_keep_a_node_once() {
    let node = |number: u32| format!("NodeName=n{number}\n   CPUTot=4 State=IDLE\n   Partitions=a\n\n");
    let machine: String = (1..=4).map(node).collect();
    let kept = |name: &str, from: u32, to: u32, nodes: &str| {
        format!(
            "ReservationName={name} StartTime=2026-01-01T{from:02}:00:00 EndTime=2026-01-01T{to:02}:00:00\n   Nodes={nodes} NodeCnt=4 Flags=MAINT\n\n"
        )
    };
    let text = machine
        + &kept("course", 10, 12, "n[1-2]")
        + &kept("service", 11, 14, "n[1-4]")
        + &kept("past", 1, 2, "n1")
        + "2026-01-01T09:00:00Z\n";
    let (cluster, remarks) = read(&[&text], &SnapshotOptions::default()).unwrap();
    let jobs = cluster.workload.arrivals(cluster.nodes).unwrap();
    let blocks: Vec<(u32, u32, u32)> =
        (0..jobs.len()).map(|row| (jobs.earliest_start[row], jobs.estimate[row], jobs.nodes[row])).collect();
    assert_eq!(blocks, [(3_600, 7_200, 2), (7_200, 10_800, 2), (10_800, 7_200, 2)]);
    assert_eq!(remarks.left_out, [(1, "reservation: over".to_string())]);
    assert_eq!(starts(&cluster).len(), 3);
    cluster.check(&FieldPath::new("")).unwrap();
}

/// A queue of 100,000 jobs is read in seconds, not in minutes.
#[test]
fn a_hundred_thousand_jobs_are_read() {
    let mut text = String::from("{\"jobs\":[\n");
    for number in 1..=100_000_u32 {
        let (state, start, nodes) = if number <= 2_000 {
            ("RUNNING", 1_700_000_000, format!("n[{}-{}]", number * 4 - 3, number * 4))
        } else {
            ("PENDING", 0, String::new())
        };
        let end = if number == 100_000 { "" } else { ",\n" };
        let dependency = if number % 1_000 == 0 { format!("afterany:{}", number - 999) } else { String::new() };
        text += &format!(
            "{{\"job_id\":{number},\"job_state\":\"{state}\",\"partition\":\"a\",\"node_count\":{},\"cpus\":16,\"submit_time\":1699999000,\"start_time\":{start},\
             \"time_limit\":{},\"priority\":{},\"nodes\":\"{nodes}\",\"dependency\":\"{dependency}\"}}{end}",
            1 + number % 4 * u32::from(number > 2_000) + 3 * u32::from(number <= 2_000),
            60 + number % 900,
            200_000 - number,
        );
    }
    text += "],\"last_update\":1700000600}";
    let begun = Instant::now();
    let asked = SnapshotOptions { nodes: Some(10_000), scheduler: Scheduler::Easy, ..SnapshotOptions::default() };
    let (cluster, remarks) = read(&[&text], &asked).unwrap();
    let time = begun.elapsed();
    assert_eq!((remarks.running, cluster.nodes), (2_000, 10_000));
    assert!(remarks.waiting > 97_000, "{}", remarks.waiting);
    println!("{} MB, 100,000 jobs: {time:?}", text.len() / 1_000_000);
    assert!(time.as_secs() < 60, "{time:?}");
}

#[test]
fn the_command_line_imports_a_snapshot() {
    let text = ok(&["import", "-", "--partition", "whole"], RECORDED);
    assert!(text.contains("\"now\": 11") && text.contains("\"scheduler\": \"conservative\""), "{text}");
    let words = told(&["import", "-", "--partition", "whole"], RECORDED);
    assert!(words.contains("17 jobs on 6 nodes: 5 run, 12 wait, 2 reservations"), "{words}");
    assert!(!text.contains("mira"), "{text}");
    let named = ok(&["import", "-", "--partition", "whole", "--keep-names"], RECORDED);
    assert!(named.contains("\"names\"") && named.contains("mira"), "{named}");
    let when = ok(&["when", "-", "--job", "11", "--draws", "2"], &named);
    assert!(when.lines().next().is_some_and(|line| line.contains("(mira)")), "{when}");
    fails(
        &["when", "-", "--job", "11", "--keep-names"],
        &named,
        "standard input: --keep-names, --machine-nodes and --partition belong to a snapshot; this is none",
    );
    let plan = ok(&["plan", "-", "--json"], &text);
    assert!(plan.contains("\"violations\": []") || plan.contains("\"violations\":[]"), "{plan}");
    fails(&["import", "-", "--study", "slots"], RECORDED, "a snapshot of a running machine becomes a cluster; leave out --study");
    fails(
        &["import", "-", "--share", "0.5"],
        RECORDED,
        "of a snapshot only --keep-names, --nodes, --now, --partition, --processors-per-node and --scheduler can be chosen; the other options belong to a log",
    );
    fails(
        &["import", "-", "--partition", "none"],
        RECORDED,
        "standard input: partition: \"none\" is not allowed here; must be one of shared, whole",
    );
}
