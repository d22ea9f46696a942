//! Experiments divided among machines: parts, their files, and the whole put together, byte for byte that of one run.

use crate::cli::{fails, ok};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SMALL: [&[&str]; 4] = [
    &["castillo-3.4", "--runs", "2", "--jobs", "1000", "--seed", "11"],
    &["revenue-parametric-2", "--runs", "3", "--jobs", "2500", "--seed", "7"],
    &["who-wins", "--runs", "5", "--jobs", "30", "--seed", "3"],
    &["how-far", "--runs", "5", "--jobs", "12", "--seed", "3"],
];

/// A folder of this test's own, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bookahead-shards-{}-{name}", std::process::id()));
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn part(folder: &Path, index: u32) -> String {
    folder.join(format!("part{index}.json")).to_str().expect("UTF-8").to_string()
}

fn run_shard(experiment: &[&str], shard: &str, path: &str) {
    assert_eq!(ok(&[&["experiment"], experiment, &["--shard", shard, "-o", path]].concat(), ""), "");
}

fn all_shards(folder: &Path, experiment: &[&str], count: u32) -> Vec<String> {
    let paths: Vec<String> = (1..=count).map(|index| part(folder, index)).collect();
    for (index, path) in (1..).zip(&paths) {
        run_shard(experiment, &format!("{index}/{count}"), path);
    }
    paths
}

fn merge<'a>(paths: &'a [String], options: &[&'a str]) -> Vec<&'a str> {
    [&["merge"][..], &paths.iter().map(String::as_str).collect::<Vec<_>>(), options].concat()
}

#[test]
fn any_split_gives_byte_for_byte_the_result_of_one_run() {
    let folder = folder("split");
    for experiment in SMALL {
        let whole = |options: &[&str]| ok(&[&["experiment"], experiment, options].concat(), "");
        for count in [1, 2, 5, 40] {
            let mut paths = all_shards(&folder, experiment, count);
            // The order of the parts does not matter.
            paths.reverse();
            for options in [&[][..], &["--json"], &["--csv"], &["--svg"]] {
                assert_eq!(ok(&merge(&paths, options), ""), whole(options), "{experiment:?} in {count} parts, {options:?}");
            }
            paths.iter().for_each(|path| fs::remove_file(path).expect("the part is there"));
        }
    }
    drop(fs::remove_dir_all(folder));
}

#[test]
fn an_interrupted_shard_is_continued() {
    let folder = folder("continued");
    let (experiment, path) = (SMALL[0], part(&folder, 1));
    run_shard(experiment, "1/2", &path);
    let done = fs::read_to_string(&path).expect("the part");
    // As an interrupted run leaves it: some units are there, some are not.
    let mut begun: Value = serde_json::from_str(&done).expect("JSON");
    let found = begun["found"].as_object_mut().expect("units");
    assert_eq!(found.len(), 11);
    found.retain(|unit, _| unit != "4" && unit != "20");
    fs::write(&path, begun.to_string()).expect("written");
    let other = part(&folder, 2);
    run_shard(experiment, "2/2", &other);
    let paths = [path.clone(), other];
    let unfinished = format!(
        "{path}: 2 of its 11 units are not done; the same command that began it finishes it: `bookahead experiment castillo-3.4 … --shard 1/2`"
    );
    fails(&merge(&paths, &[]), "", &unfinished);
    run_shard(experiment, "1/2", &path);
    assert_eq!(fs::read_to_string(&path).expect("the part"), done);
    // What is there is not computed again.
    let stopped = [&["experiment"], experiment, &["--shard", "1/2", "-o", &path, "--limit-seconds", "0"]].concat();
    assert_eq!(ok(&stopped, ""), "");
    assert_eq!(fs::read_to_string(&path).expect("the part"), done);
    assert_eq!(ok(&merge(&paths, &["--json"]), ""), ok(&[&["experiment"], experiment, &["--json"]].concat(), ""));
    drop(fs::remove_dir_all(folder));
}

#[test]
fn missing_and_foreign_parts_are_refused_by_name() {
    let folder = folder("refused");
    let experiment = SMALL[0];
    let [one, two, three] = all_shards(&folder, experiment, 3).try_into().expect("three parts");
    let merged = |paths: &[&String], message: &str| {
        let paths: Vec<String> = paths.iter().map(ToString::to_string).collect();
        fails(&merge(&paths, &["--json"]), "", message);
    };
    merged(&[&one, &three], "the part of shard 2/3 is missing");
    merged(&[&two], "2 parts are missing; the first is that of shard 1/3");
    merged(&[&one, &two, &two], &format!("{two}: shard 2/3 is in {two}, too"));
    let size = "2 runs of 1000 requests and seed";
    let foreign = part(&folder, 9);
    let of = |seed: &str, shard: &str| {
        let other = ["castillo-3.4", "--runs", "2", "--jobs", "1000", "--seed", seed];
        run_shard(&other, shard, &foreign);
    };
    of("12", "2/3");
    let (holds, known) =
        (format!("the file holds shard 2/3 of castillo-3.4 with {size} 12"), format!("shard 1/3 of castillo-3.4 with {size} 11"));
    merged(&[&one, &foreign, &three], &format!("{foreign}: {holds}, but {one} holds {known}"));
    // A file of another shard is not overwritten.
    let (kept, stays) = (fs::read(&foreign).expect("the part"), "it is not overwritten: remove it or give another file");
    let begin = [&["experiment"], experiment, &["--shard", "2/3", "-o", &foreign]].concat();
    fails(&begin, "", &format!("{foreign}: {holds}, not shard 2/3 of castillo-3.4 with {size} 11; {stays}"));
    assert_eq!(fs::read(&foreign).expect("the part"), kept);
    fs::write(&foreign, "{\"version\":1}").expect("written");
    fails(
        &begin,
        "",
        &format!("{foreign}: this is no part of an experiment: version: 1 is not allowed; must be a text in quotes; {stays}"),
    );

    let damaged = |change: &dyn Fn(&mut Value), message: &str| {
        let mut part: Value = serde_json::from_str(&fs::read_to_string(&two).expect("the part")).expect("JSON");
        change(&mut part);
        fs::write(&foreign, part.to_string()).expect("written");
        merged(&[&one, &foreign, &three], &format!("{foreign}: {message}"));
    };
    let no_part = "this is no part of an experiment: ";
    damaged(
        &|part| part["version"] = "0.0.0".into(),
        &format!("{no_part}version: \"0.0.0\" is not allowed; must be {:?}", env!("CARGO_PKG_VERSION")),
    );
    damaged(
        &|part| part["part"] = "4/3".into(),
        &format!("{no_part}shard: 4/3 is not allowed; must be I/N with N from 1 to 65535 and I from 1 to N"),
    );
    damaged(
        &|part| part["found"]["1"] = "BAAA".into(),
        &format!("{no_part}found.1: something else is not allowed; must be what this program wrote"),
    );
    // A point without curves.
    damaged(&|part| part["found"]["1"] = "AQA=".into(), "the results of its units do not have the form of this experiment");
    drop(fs::remove_dir_all(folder));
}

/// A log of so many jobs on 16 processors.
fn log(jobs: u32, run_time: u32) -> String {
    let line = |i: u32| {
        let (submit, run, processors) = (i * 700, 300 + i * run_time % 9_000, 1 + i * 7 % 16);
        format!("{} {submit} 0 {run} {processors} -1 -1 {processors} {} -1 1 1 1 1 1 1 -1 -1\n", i + 1, 2 * run)
    };
    format!("; MaxNodes: 16\n; MaxProcs: 16\n{}", (0..jobs).map(line).collect::<String>())
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("written");
    path.to_str().expect("UTF-8").to_string()
}

#[test]
fn any_split_of_a_log_or_of_graphs_gives_byte_for_byte_the_result_of_one_run() {
    let folder = folder("input");
    let log = file(&folder, "log.swf", &log(60, 977));
    let graphs = folder.join("graphs");
    fs::create_dir_all(&graphs).expect("a folder");
    file(&graphs, "a.stg", "3\n0 4 0\n1 5 1 0\n2 6 1 0\n");
    file(&graphs, "b.stg", "4\n0 4 0\n1 5 1 0\n2 6 1 0\n3 2 2 1 2\n");
    let graphs = graphs.to_str().expect("UTF-8");
    let cases: [(&[&str], &[&str]); 5] = [
        (&["castillo-table-5.3"], &["--log", &log]),
        (&["castillo-5.8", "--jobs", "40"], &["--log", &log, "--nodes", "20", "--estimates"]),
        (&["sulistio-5", "--runs", "3"], &["--log", &log]),
        (&["who-wins", "--runs", "4", "--jobs", "15"], &["--log", &log]),
        (&["mondol-4.8", "--runs", "5"], &["--graphs", graphs]),
    ];
    for (experiment, input) in cases {
        let experiment = [experiment, input].concat();
        let whole = |options: &[&str]| ok(&[&["experiment"], &experiment[..], options].concat(), "");
        for count in [1, 3] {
            let mut paths = all_shards(&folder, &experiment, count);
            paths.reverse();
            for options in [&["--json"][..], &["--csv"]] {
                let more = [input, options].concat();
                assert_eq!(ok(&merge(&paths, &more), ""), whole(options), "{experiment:?} in {count} parts, {options:?}");
            }
            paths.iter().for_each(|path| fs::remove_file(path).expect("the part is there"));
        }
    }
    drop(fs::remove_dir_all(folder));
}

#[test]
fn parts_of_another_log_are_refused_by_name() {
    let folder = folder("other-log");
    let (log_a, log_b) = (file(&folder, "a.swf", &log(60, 977)), file(&folder, "b.swf", &log(60, 978)));
    let experiment = |log: &str| ["castillo-table-5.3", "--log", log].map(String::from).to_vec();
    let run = |log: &str, index: u32| {
        let (of, path) = (experiment(log), part(&folder, index));
        run_shard(&of.iter().map(String::as_str).collect::<Vec<_>>(), &format!("{index}/2"), &path);
        path
    };
    let (one, two) = (run(&log_a, 1), run(&log_b, 2));
    let mark = |path: &str| {
        let part: Value = serde_json::from_str(&fs::read_to_string(path).expect("the part")).expect("JSON");
        let mark = part["input"].as_str().expect("what it was run on").to_string();
        assert!(mark.starts_with("log ") && mark.len() == 36, "{mark}");
        mark
    };
    let (a, b) = (mark(&one), mark(&two));
    assert_ne!(a, b);
    let of =
        |shard: &str, mark: &str| format!("shard {shard} of castillo-table-5.3 with 1 run of 60 requests and seed 1 on {mark}");
    let both = [one.clone(), two.clone()];
    fails(
        &merge(&both, &["--log", &log_a]),
        "",
        &format!("{two}: the file holds {}, but {one} holds {}", of("2/2", &b), of("1/2", &a)),
    );
    // The same log, but other nodes or estimates are other jobs.
    let again =
        [&["experiment", "castillo-table-5.3", "--log", &log_b, "--shard", "2/2", "-o", &two][..], &["--nodes", "20"]].concat();
    let refused = crate::cli::refusal(&again, "");
    assert!(refused.contains(&format!("the file holds {}, not shard 2/2 of castillo-table-5.3", of("2/2", &b))), "{refused}");
    assert!(refused.contains("it is not overwritten"), "{refused}");
    // Parts go together, but what is given to the merge is something else.
    fs::remove_file(&two).expect("the part is there");
    run(&log_a, 2);
    let with = |given: &[&str], words: &str| {
        // What is told of the log stands before it.
        let refused = crate::cli::refusal(&merge(&both, given), "");
        assert!(refused.ends_with(&format!("bookahead: {one}: the file holds {}; {words}\n", of("1/2", &a))), "{refused}");
    };
    with(&[], "give the log with --log, and --nodes, --processors-per-node, --least-length and --estimates as the shards had them");
    with(
        &["--log", &log_b],
        &format!("but what is given is {b}; --nodes, --processors-per-node, --least-length and --estimates count, too"),
    );
    assert_eq!(
        ok(&merge(&both, &["--log", &log_a, "--json"]), ""),
        ok(&["experiment", "castillo-table-5.3", "--log", &log_a, "--json"], "")
    );
    // And parts of drawn jobs take no log.
    let drawn = part(&folder, 7);
    run_shard(&["castillo-table-5.3", "--runs", "1", "--jobs", "60"], "1/1", &drawn);
    let refused = crate::cli::refusal(&merge(std::slice::from_ref(&drawn), &["--log", &log_a]), "");
    let words = format!(
        "bookahead: {drawn}: the file holds shard 1/1 of castillo-table-5.3 with 1 run of 60 requests and seed 1; its jobs are drawn: neither --log nor \
         --graphs belongs here\n"
    );
    assert!(refused.ends_with(&words), "{refused}");
    drop(fs::remove_dir_all(folder));
}

#[test]
fn wrong_shards_are_refused() {
    let with = |shard, rest: &[&'static str]| [&["experiment"], SMALL[0], &["--shard", shard], rest].concat();
    fails(&with("0/4", &["-o", "x.json"]), "", "--shard: 0/4 is not allowed; must be I/N with N from 1 to 65535 and I from 1 to N");
    fails(&with("half", &["-o", "x.json"]), "", "--shard: \"half\" is not allowed; must be I/N, such as 2/8");
    let nowhere = "/there/is/no/such/folder/part.json";
    fails(&with("1/4", &["-o", nowhere]), "", &format!("{nowhere}: cannot be written: No such file or directory (os error 2)"));
}

/// The recipe of docs/many-machines.md.
#[test]
fn gnu_parallel_does_the_shards() {
    if Command::new("parallel").arg("--version").output().is_err() {
        println!("skipped: GNU parallel is not installed");
        return;
    }
    let folder = folder("parallel");
    let experiment = SMALL[1];
    let command = [env!("CARGO_BIN_EXE_bookahead"), "experiment"].iter().chain(experiment).copied().collect::<Vec<_>>().join(" ");
    let done = Command::new("parallel")
        .args([
            "--will-cite",
            "--halt",
            "now,fail=1",
            &format!("{command} --threads 1 --shard {{}}/4 -o part{{}}.json"),
            ":::",
            "1",
            "2",
            "3",
            "4",
        ])
        .current_dir(&folder)
        .env("HOME", &folder)
        .output()
        .expect("parallel runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let paths: Vec<String> = (1..=4).map(|index| part(&folder, index)).collect();
    assert_eq!(ok(&merge(&paths, &["--csv"]), ""), ok(&[&["experiment"], experiment, &["--csv"]].concat(), ""));
    drop(fs::remove_dir_all(folder));
}
