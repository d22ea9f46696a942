//! Workloads of Batsim: what its documents say of jobs and profiles, by hand; damaged and hostile files.

use bookahead::formats::batsim::{looks_like_batsim, read_batsim};
use bookahead::formats::swf::SwfLog;
use std::time::{Duration, Instant};

const WORKLOAD: &str = r#"{
  "nb_res": 4,
  "jobs": [
    {"id": 7, "subtime": 0, "walltime": 100, "res": 1, "profile": "ten"},
    {"id": "8", "subtime": 3.5, "walltime": 5, "res": 4, "profile": "ten"},
    {"id": "w0!a", "subtime": 6, "res": 2, "profile": "twice"},
    {"id": 10, "subtime": 9, "walltime": 60, "res": 2, "profile": "computes"},
    {"id": 11, "subtime": 9, "walltime": -1, "res": 2, "profile": "computes"},
    {"id": 12, "subtime": 9, "walltime": 60, "res": 0, "profile": "ten"},
    {"id": 13, "subtime": 9, "walltime": 60, "res": 2, "profile": "nowhere"},
    {"id": 14, "subtime": 9, "walltime": 60, "res": 2, "profile": "round"},
    {"id": 15, "subtime": -9, "walltime": 60, "res": 2, "profile": "ten"},
    {"id": 16, "walltime": 60, "res": 2, "profile": "ten"},
    {"id": 17, "subtime": 20, "walltime": 90, "res": 2, "profile": "mixed"}
  ],
  "profiles": {
    "ten": {"type": "DelayProfile", "delay": 10},
    "twice": {"type": "composed", "repeat": 2, "seq": ["ten", "older", "ten"]},
    "older": {"type": "composed", "nb": 3, "seq": ["ten"]},
    "computes": {"type": "ParallelTaskHomogeneousProfile", "cpu": 10e9, "com": 0, "expected_execution_time": 10},
    "mixed": {"type": "SequentialCompositionProfile", "seq": ["ten", "computes"]},
    "round": {"type": "composed", "seq": ["ten", "about"]},
    "about": {"type": "composed", "seq": ["round"]}
  }
}"#;

fn read(text: &str) -> SwfLog {
    read_batsim(text.as_bytes()).expect("a workload")
}

#[test]
fn jobs_run_as_long_as_their_delays_and_no_longer_than_their_walltime() {
    assert!(looks_like_batsim(WORKLOAD.as_bytes()));
    let log = read(WORKLOAD);
    assert_eq!(log.header.max_procs, Some(4));
    assert_eq!(log.jobs.number, [7, 8, 3, 10, 17], "a name becomes the place in the file");
    assert_eq!(log.jobs.line, [4, 5, 6, 7, 14]);
    assert_eq!(log.jobs.submit, [0.0, 3.5, 6.0, 9.0, 20.0]);
    // 2 × (10 + 3 × 10 + 10).
    assert_eq!(log.jobs.run, [10.0, 5.0, 100.0, -1.0, -1.0]);
    assert_eq!(log.jobs.requested_time, [100.0, 5.0, -1.0, 60.0, 90.0]);
    assert_eq!(log.jobs.requested, [1, 4, 2, 2, 2]);
    assert_eq!((log.notes.without_run_time, log.notes.renumbered), (2, 1));
    let told: Vec<(u32, &str)> = log.problems.kept.iter().map(|problem| (problem.line, problem.what.as_str())).collect();
    let wanted = [
        (8, "profile \"computes\" does not tell how long it runs, and it has no walltime"),
        (9, "res is 0; must be from 1 to 1000000000 hosts"),
        (10, "there is no profile \"nowhere\""),
        (11, "profile \"round\" contains itself, or more than 64 profiles within each other"),
        (12, "subtime is -9; must be from 0 to 10000000000 seconds"),
        (13, "missing field `subtime`"),
    ];
    assert_eq!(told, wanted);
}

#[test]
fn rigid_jobs_of_elastisim_are_read_with_their_walltime() {
    let text = r#"{"jobs": [
        {"type": "rigid", "submit_time": 5, "num_nodes": 4, "walltime": 600, "application_model": "a.json", "arguments": {"n": 1}},
        {"type": "malleable", "submit_time": 6, "num_nodes_min": 2, "num_nodes_max": 8, "walltime": 60, "application_model": "a.json"},
        {"type": "rigid", "submit_time": 7, "num_nodes": 4, "application_model": "a.json"}
    ]}"#;
    assert!(looks_like_batsim(text.as_bytes()));
    let log = read(text);
    assert_eq!((&log.jobs.number[..], &log.jobs.submit[..], &log.jobs.requested[..]), (&[1][..], &[5.0][..], &[4][..]));
    assert_eq!((&log.jobs.run[..], &log.jobs.requested_time[..]), (&[-1.0][..], &[600.0][..]));
    let told: Vec<(u32, &str)> = log.problems.kept.iter().map(|problem| (problem.line, problem.what.as_str())).collect();
    let wanted = [
        (3, "it has no fixed number of hosts: neither res nor num_nodes"),
        (4, "it does not tell how long it runs, and it has no walltime"),
    ];
    assert_eq!(told, wanted);
}

#[test]
fn what_is_no_workload_is_told_with_its_place() {
    for (text, wanted) in [
        ("{\"nb_res\": 4}", "missing field `jobs` at line 1 column 13"),
        ("{\"nb_res\": \"x\", \"jobs\": []}", "nb_res: invalid type: string \"x\", expected u32 at line 1 column 14"),
        ("{\"nb_res\": 4, \"jobs\": []}", "there is no job in it"),
        ("{\"nb_res\": 4, \"jobs\": [3]}", "no job can be used; the first: line 1: invalid type: integer `3`, expected struct Job"),
    ] {
        assert_eq!(read_batsim(text.as_bytes()).unwrap_err().to_string(), wanted, "{text}");
    }
    assert!(!looks_like_batsim(b"{\"schemaVersion\": \"1.5\"}"));
    assert!(!looks_like_batsim(b"; Version: 2.2\n1 0 0 10 1"));
}

#[test]
fn damaged_files_are_refused_without_a_panic() {
    for cut in 0..WORKLOAD.len() {
        assert!(read_batsim(&WORKLOAD.as_bytes()[..cut]).is_err(), "cut to {cut}");
        let mut changed = WORKLOAD.as_bytes().to_vec();
        changed[cut] ^= 0x15;
        let _ = read_batsim(&changed);
    }
}

#[test]
fn profiles_that_double_each_other_are_summed_once() {
    // Each is twice the one before: added up one by one it would take until the end of the world.
    let mut profiles = String::from("\"p0\": {\"delay\": 1e-9}");
    for i in 1..60 {
        profiles += &format!(", \"p{i}\": {{\"seq\": [\"p{0}\", \"p{0}\"]}}", i - 1);
    }
    let text =
        format!("{{\"jobs\": [{{\"id\": 1, \"subtime\": 0, \"res\": 1, \"profile\": \"p59\"}}], \"profiles\": {{{profiles}}}}}");
    let began = Instant::now();
    assert_eq!(read(&text).jobs.run, [(1_u64 << 59) as f64 * 1e-9]);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}
