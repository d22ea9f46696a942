//! The real binary, run as a user runs it.

use crate::samples::GOLDEN_1A;
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run printed and how it ended.
struct Ran {
    out: String,
    err: String,
    code: Option<i32>,
}

fn run_with(args: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bookahead"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.as_bytes().to_vec();
    // A command that reads nothing may be gone before this is written.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("no panic");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// How a command ended, what it printed and what it told on standard error.
pub fn ran(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let Ran { out, err, code } = run_with(args, input);
    (code, out, err)
}

#[track_caller]
pub fn ok(args: &[&str], input: &str) -> String {
    let ran = run_with(args, input);
    assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.err);
    ran.out
}

/// What a command that succeeds tells on standard error.
#[track_caller]
pub fn told(args: &[&str], input: &str) -> String {
    let ran = run_with(args, input);
    assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.err);
    ran.err
}

/// A command that fails tells so in one line on standard error and prints nothing else.
#[track_caller]
pub fn fails(args: &[&str], input: &str, message: &str) {
    let ran = run_with(args, input);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{args:?}");
    assert_eq!(ran.err, format!("bookahead: {message}\n"), "{args:?}");
}

/// What a command prints that ends with this code: on standard output, and on standard error.
#[track_caller]
pub fn ended(args: &[&str], input: &str, code: i32) -> (String, String) {
    let ran = run_with(args, input);
    assert_eq!(ran.code, Some(code), "{args:?}: {}", ran.err);
    (ran.out, ran.err)
}

/// What a command that fails says.
#[track_caller]
pub fn refusal(args: &[&str], input: &str) -> String {
    let ran = run_with(args, input);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{args:?}");
    ran.err
}

/// A file of this test's own.
fn temporary(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("bookahead-test-{}-{name}", std::process::id()))
}

fn starts(plan: &Value, user: u64) -> Vec<Option<u64>> {
    let decisions = plan["decisions"].as_array().expect("a list");
    decisions.iter().filter(|decision| decision["user"] == user).map(|decision| decision["start"].as_u64()).collect()
}

#[test]
fn compare_tells_what_differs_and_where_first() {
    let text = ok(&["plan", "-", "--compare", "rigid"], GOLDEN_1A);
    assert!(text.contains("differences   3 of 15 decisions: 2 only A, 0 only B, 1 moved\n"), "{text}");
    assert!(
        text.contains("first         request 11 (job 11.2): A accepts it at 13; B refuses it: rigid reservation tries start 12 only; slot 12 is full"),
        "{text}"
    );
    let told: Value = serde_json::from_str(&ok(&["plan", "-", "--compare", "rigid", "--json"], GOLDEN_1A)).expect("JSON");
    assert_eq!((&told["a"]["policy"], &told["b"]["policy"]), (&Value::from("fcfs-eds:hold"), &Value::from("rigid")));
    assert_eq!((&told["only_a"], &told["same"], &told["first"]["request"]), (&Value::from(2), &Value::from(12), &Value::from(10)));
    assert_eq!(told["change"]["accepted"], Value::from(-2.0));
    assert_eq!(told["differences"].as_array().map(Vec::len), Some(3));
    // With itself, and with a rule of a planner.
    assert!(ok(&["plan", "-", "--compare", "fcfs-eds"], GOLDEN_1A).contains("first         none"));
    assert!(ok(&["plan", "-", "--compare", "fcfs-lrh:release"], GOLDEN_1A).contains("B             fcfs-lrh:release"));
    let allowed = "rigid, first-fit, first-fit-physical, fcfs-eds:hold, fcfs-eds:release, fcfs-lrh:hold, fcfs-lrh:release, osp, osp-eds:hold, osp-eds:release, overlapping, first-fifo, first-min-slack, first-min-min, first-min-max, first-sufferage, netto-shuffle, netto-fifo, netto-bjf, netto-lff, netto-edf, gelsar, genetic";
    fails(&["plan", "-", "--compare", "eds"], GOLDEN_1A, &format!("standard input: --compare must be one of {allowed}"));
}

#[test]
fn plan_prints_the_documented_json() {
    let plan: Value = serde_json::from_str(&ok(&["plan", "-", "--json"], GOLDEN_1A)).expect("JSON");
    let decisions = plan["decisions"].as_array().expect("a list");
    assert_eq!(decisions.len(), 15);
    assert_eq!(starts(&plan, 11), [Some(12), Some(13), Some(14)]);
    let expected = serde_json::json!({"user": 4, "job": 1, "accepted": true, "start": 16, "end": 17, "nodes": 1, "physical": [0],
        "first_start": 15, "reason": null});
    assert_eq!(decisions[4], expected);
    assert_eq!(plan["metrics"]["accepted"], 15);
    assert_eq!(plan["metrics"]["shifts"], 1);
    assert_eq!(plan["violations"], serde_json::json!([]));
}

#[test]
fn planner_and_shift_can_be_named() {
    let plan = |args: &[&str]| serde_json::from_str::<Value>(&ok(args, GOLDEN_1A)).expect("JSON");
    let release = plan(&["plan", "-", "--shift", "release", "--json"]);
    assert_eq!(starts(&release, 11), [Some(12), Some(14), Some(13)]);
    assert_eq!(starts(&release, 4), [Some(16)]);
    let rigid = plan(&["plan", "-", "--planner", "rigid", "--json"]);
    assert_eq!(starts(&rigid, 11), [Some(12), None, None]);
    let refused = &rigid["decisions"][14];
    assert_eq!((&refused["end"], &refused["physical"], &refused["first_start"]), (&Value::Null, &Value::Null, &Value::Null));
    assert!(refused["reason"].as_str().expect("a reason").starts_with("rigid reservation tries start 12 only; slot 12 is full"));
    let ran = run_with(&["plan", "-", "--planner", "fifo"], GOLDEN_1A);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("must be one of rigid, first-fit, first-fit-physical, fcfs-eds, fcfs-lrh"), "{}", ran.err);
    let text = ok(&["plan", "-", "--planner", "genetic:population=12:seed=7"], GOLDEN_1A);
    assert!(text.contains("planner       genetic\nsearch        population 12, generations 4, seed 7\n"), "{text}");
    assert!(ok(&["plan", "-", "--planner", "fcfs-lrh:release"], GOLDEN_1A).contains("planner       fcfs-lrh (release)"));
    for (planner, allowed) in [
        ("gelsar:population=1", "gelsar may be followed by :population= and a whole number from 2 to 100"),
        ("fcfs-eds:keep", "must be one of fcfs-eds:hold, fcfs-eds:release"),
        ("rigid:hold", "rigid has no options"),
        (
            "overlapping:confidence=101",
            "overlapping may be followed by :confidence= and a whole number from 0 to 100, :free_share= and",
        ),
    ] {
        let ran = run_with(&["plan", "-", "--planner", planner], GOLDEN_1A);
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.contains(allowed), "{}", ran.err);
    }
}

#[test]
fn plan_draws_what_is_small() {
    let text = ok(&["plan", "-"], GOLDEN_1A);
    let chart = "\
Eleven requests, five nodes

    11  12  13  14  15  16  17
cn4 |9.1....|11.2.......|
cn3 |6.1....|7.1|   |10.1.......|
cn2 |2.1........|11.3.......|
cn1 |1.2|11.1.......|5.2|8.1....|
cn0 |1.1|3.1........|5.1|4.1|

planner       fcfs-eds (hold)
jobs          15 of 15 accepted (100.0 %)
";
    assert!(text.starts_with(chart), "{text}");
    let rigid = ok(&["plan", "-", "--planner", "rigid"], GOLDEN_1A);
    assert!(rigid.contains("\nrefused 11.3: rigid reservation tries start 12 only; slot 12 is full"), "{rigid}");
    let large = r#"{"version":1,"machine":{"nodes":30},"workload":{"generator":{}}}"#;
    assert!(ok(&["plan", "-"], large).starts_with("The plan is too large to draw here; --json lists every job."));
    let empty = r#"{"version":1,"machine":{"nodes":30},"workload":{"requests":[]}}"#;
    assert!(ok(&["plan", "-"], empty).starts_with("The plan is empty."));
}

#[test]
fn the_same_scenario_gives_the_same_bytes() {
    let scenario = r#"{"version":1,"machine":{"nodes":30},"workload":{"generator":{"requests":2000,"seed":7}}}"#;
    let first = ok(&["plan", "-", "--json"], scenario);
    assert_eq!(first, ok(&["plan", "-", "--json"], scenario));
    assert_eq!(serde_json::from_str::<Value>(&first).expect("JSON")["decisions"].as_array().map(Vec::len), Some(2000));
}

#[test]
fn a_seed_keeps_all_its_digits() {
    let seed = u64::MAX;
    let generator =
        format!(r#"{{"version":1,"machine":{{"nodes":30}},"workload":{{"generator":{{"seed":{seed},"requests":1}}}}}}"#);
    let opened = ok(&["open", ok(&["link", "-"], &generator).trim()], "");
    assert!(opened.contains(&format!("\"seed\": {seed},")), "{opened}");
    let experiment =
        ok(&["experiment", "castillo-3.4", "--runs", "1", "--jobs", "1000", "--seed", &seed.to_string(), "--json"], "");
    assert!(experiment.contains(&format!("\"seed\":{seed},")), "{experiment}");
}

#[test]
fn link_and_open_are_inverse() {
    let fragment = ok(&["link", "-"], GOLDEN_1A);
    let scenario = ok(&["open", fragment.trim()], "");
    assert!(scenario.contains("\"title\": \"Eleven requests, five nodes\""), "{scenario}");
    assert_eq!(ok(&["link", "-"], &scenario), fragment);
    let link = ok(&["link", "-", "--base", "https://example.org/bookahead/#old"], GOLDEN_1A);
    assert_eq!(link, format!("https://example.org/bookahead/#{fragment}"));
    assert_eq!(ok(&["open", link.trim()], ""), scenario);
    assert_eq!(ok(&["open", "-"], &link), scenario);
}

#[test]
fn import_makes_a_scenario_and_tells_of_bad_lines() {
    let log = "; MaxProcs: 8\n1 0 1 600 4 -1 -1 4 900 -1 1 1 1 1 1 1 -1 -1\n2 10 1 600 4 -1 -1 4 900 -1 1 1 1 1 1 1 -1 -1 0 0\n\
               3 20 1 600 9 -1 -1 9 900 -1 1 1 1 1 1 1 -1 -1\n4 400 1 600 4 -1 -1 2 300 -1 1 1 1 1 1 1 -1 -1\n";
    let (input, output) = (temporary("log.swf"), temporary("scenario.json"));
    std::fs::write(&input, log).expect("a temporary file");
    let (log_name, scenario_name) = (input.to_str().expect("UTF-8"), output.to_str().expect("UTF-8"));
    let ran =
        run_with(&["import", log_name, "--nodes", "6", "--relax-slots", "2", "--relax-percent", "0", "-o", scenario_name], "");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""), "{}", ran.err);
    let told = "1 line has more than 18 fields: the further ones are passed over\nline 4: left out: 9 processors on a machine of 6\n3 requests on 6 nodes\n";
    assert_eq!(ran.err, told);
    let scenario = std::fs::read_to_string(&output).expect("written");
    assert!(
        scenario.contains(
            r#"{"user": 4, "submitted": 1, "earliest_start": 1, "latest_start": 3, "duration": 1, "nodes": 2, "jobs": 1}"#
        )
    );
    assert!(ok(&["plan", scenario_name], "").contains("2 of 3 accepted"));
    let clipped = run_with(&["import", log_name, "--nodes", "6", "--oversize", "clip"], "");
    assert_eq!(clipped.out.matches("\"nodes\": 6,").count(), 2, "the machine and the cut job: {}", clipped.out);
    assert!(clipped.err.contains("\n1 job larger than the machine was cut to 6 nodes\n"), "{}", clipped.err);
    for file in [input, output] {
        std::fs::remove_file(file).expect("a temporary file");
    }
}

#[test]
fn errors_stand_on_one_line_with_exit_code_1() {
    let bad = r#"{"version":1,"machine":{"nodes":5},"workload":{"requests":[{"earliest_start":1,"duration":1,"nodes":7}]}}"#;
    let message = "standard input: workload.requests[0].nodes: 7 is not allowed; must be a whole number from 1 to 5";
    for command in ["plan", "link"] {
        fails(&[command, "-"], bad, message);
    }
    fails(&["open", "v4.x"], "", "the link has version v4, made by a newer version of Bookahead; this one reads v1, v2 and v3");
    fails(
        &["open", "-"],
        "hello",
        "standard input: this is not a Bookahead link: after the # it must start with \"v1.\", \"v2.\" or \"v3.\"",
    );
    fails(&["import", "-"], "1 2 3\n", "standard input: this does not look like an SWF log: line 1: 3 fields; a job line has 18");
    fails(
        &["import", "-", "--slot-seconds", "0"],
        "1 0 1 6 4 -1 -1 4 9 -1 1 1 1 1 1 1 -1 -1\n",
        "standard input: slot_seconds: 0 is not allowed; must be a whole number from 1 to 86400",
    );
    let ran = run_with(&["plan", "/nowhere/at/all.json"], "");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.starts_with("bookahead: /nowhere/at/all.json: cannot be read: ") && ran.err.lines().count() == 1,
        "{}",
        ran.err
    );
    for usage in [&["plan"][..], &[], &["fly"], &["import", "x", "--nodes", "-3"]] {
        assert_eq!(run_with(usage, "").code, Some(2), "{usage:?}");
    }
}

#[test]
fn totals_are_errors_too() {
    let jobs = r#"{"earliest_start":1,"duration":1,"jobs":10000},"#.repeat(401);
    let text = format!(r#"{{"version":1,"machine":{{"nodes":5}},"workload":{{"requests":[{}]}}}}"#, jobs.trim_end_matches(','));
    let message =
        "standard input: workload.requests: a total of 4010000 jobs is not allowed; must be a whole number from 0 to 4000000";
    fails(&["plan", "-"], &text, message);
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let scenario = r#"{"version":1,"machine":{"nodes":30},"workload":{"generator":{"requests":20000}}}"#;
    let mut child = Command::new(env!("CARGO_BIN_EXE_bookahead"))
        .args(["plan", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    child.stdin.take().expect("piped").write_all(scenario.as_bytes()).expect("read before it prints");
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

/// The options of the paper's example (Umar 5.4) with this method.
fn umar_limits<'a>(method: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let example = ["limits", "--capacity", "40", "--prices", "100,60,40", "--means", "10,13,20", "--deviations", "1.5,1.7,2.3"];
    [&example[..], &["--method", method], more].concat()
}

#[test]
fn limits_prints_the_documented_json_for_every_method() {
    let found = |method: &str, more: &[&str]| -> (Value, Value, f64) {
        let text = ok(&umar_limits(method, &[more, &["--json"]].concat()), "");
        let found: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(found.as_object().expect("an object").len(), 3);
        (found["protection_levels"].clone(), found["booking_limits"].clone(), found["expected_revenue"].as_f64().expect("a number"))
    };
    let value = |a: &[u32], b: &[u32]| (serde_json::json!(a), serde_json::json!(b));
    let cases = [
        ("emsr-a", value(&[9, 22], &[40, 31, 18])),
        ("emsr-b", value(&[9, 22], &[40, 31, 18])),
        ("optimal", value(&[10, 23], &[40, 30, 17])),
        ("none", value(&[0, 0], &[40, 40, 40])),
    ];
    let best = found("optimal", &[]).2;
    for (method, (levels, limits)) in cases {
        let (found_levels, found_limits, revenue) = found(method, &[]);
        assert_eq!((found_levels, found_limits), (levels, limits), "{method}");
        assert!(revenue <= best && revenue > 0.9 * best, "{method}: {revenue}");
    }
    let (levels, limits, _) = found("fixed", &["--limits", "40,35,30"]);
    assert_eq!((levels, limits), value(&[5, 10], &[40, 35, 30]));
    let (levels, limits, apart) = found("emsr-b", &["--partitioned"]);
    assert_eq!((levels, limits), value(&[9, 22], &[9, 13, 18]));
    assert!(apart < best, "{apart}");
    let two = [
        "limits",
        "--capacity",
        "20",
        "--prices",
        "100,50",
        "--means",
        "8,30",
        "--deviations",
        "2,5",
        "--method",
        "littlewood",
        "--json",
    ];
    assert!(ok(&two, "").starts_with("{\"protection_levels\":[8],\"booking_limits\":[20,12],\"expected_revenue\":"));
}

#[test]
fn limits_prints_a_table() {
    let text = ok(&umar_limits("emsr-b", &[]), "");
    assert!(text.contains("\n3               40        20        2.3        18          -\n"), "{text}");
    assert!(text.contains("fall short of it by 0.301 %"), "{text}");
}

#[test]
fn limits_names_the_option_that_is_wrong() {
    let with = |change: [&str; 2]| {
        let mut args = umar_limits("emsr-b", &[]).into_iter().map(str::to_string).collect::<Vec<_>>();
        match args.iter().position(|arg| arg == change[0]) {
            Some(at) => args[at + 1] = change[1].to_string(),
            None => args.extend(change.map(str::to_string)),
        }
        args
    };
    for (change, message) in [
        (
            ["--prices", "100,60,60"],
            "--prices[2]: 60 is not allowed; must be a whole number from 1 to 59, below the price of the class before",
        ),
        (
            ["--prices", "2,1,1"],
            "--prices[2]: 1 is not allowed; must be below the price of the class before, which is too low for that",
        ),
        (["--prices", "100"], "--means: a list of 3 is not allowed; must be a list of 1, one for each price"),
        (["--prices", "200000,60,40"], "--prices[0]: 200000 is not allowed; must be a whole number from 1 to 100000"),
        (["--means", "10,NaN,20"], "--means[1]: NaN is not allowed; must be a number from 0 to 1000000"),
        (["--means", "10,-1,20"], "--means[1]: -1 is not allowed; must be a number from 0 to 1000000"),
        (["--deviations", "1.5,-1,2.3"], "--deviations[1]: -1 is not allowed; must be a number of at least 0, at most 1000000"),
        (["--capacity", "0"], "--capacity: 0 is not allowed; must be a whole number from 1 to 65535"),
        (
            ["--method", "littlewood"],
            "--method: littlewood with 3 classes is not allowed; must be emsr-a, emsr-b or optimal for more than two classes",
        ),
        (["--limits", "40,35,30"], "--limits: a list is not allowed; must be left out: method emsr-b finds the limits"),
    ] {
        let args = with(change);
        fails(&args.iter().map(String::as_str).collect::<Vec<_>>(), "", message);
    }
    fails(
        &umar_limits("fixed", &["--limits", "40,30,35"]),
        "",
        "--limits[2]: 35 is not allowed; must be a whole number from 0 to 30; limits never rise from class to class",
    );
    fails(
        &umar_limits("fixed", &["--limits", "41,30,20"]),
        "",
        "--limits[0]: 41 is not allowed; must be a whole number from 0 to 40; the machine has no more nodes",
    );
    fails(&umar_limits("fixed", &[]), "", "--limits: a list of 0 is not allowed; must be a list of 3, one for each price");
    let one = ["limits", "--capacity", "4", "--prices", "9", "--means", "3", "--deviations", "1"];
    fails(&one, "", "--prices: a list of 1 is not allowed; must be a list of 2 to 8 classes");
    let large =
        ["limits", "--capacity", "10001", "--prices", "9,8", "--means", "3,3", "--deviations", "1,1", "--method", "optimal"];
    fails(&large, "", "--method: optimal with 10001 nodes is not allowed; must be emsr-a or emsr-b for more than 10000 nodes");
}

#[test]
fn plan_applies_a_market() {
    let scenario = crate::samples::golden_with_market();
    let plan: Value = serde_json::from_str(&ok(&["plan", "-", "--json"], &scenario)).expect("JSON");
    let decisions = plan["decisions"].as_array().expect("a list");
    // Book-ahead 12 is class 2, 15 class 3.
    let class = |user: u64| decisions.iter().find(|d| d["user"] == user).map(|d| (d["class"].as_u64(), d["charged"].as_u64()));
    assert_eq!((class(1), class(3), class(10)), (Some((Some(1), Some(100))), Some((Some(2), Some(180))), Some((Some(3), Some(0)))));
    let closed = decisions.iter().find(|d| d["user"] == 10).expect("it is there");
    assert_eq!(closed["reason"], "class 3 closed for slot 15: 2 of 2 used; 3 nodes are kept for classes 1 and 2");
    let revenue = &plan["revenue"];
    let classes = revenue["classes"].as_array().expect("a list");
    let sum: u64 = classes.iter().map(|class| class["revenue"].as_u64().expect("a number")).sum();
    assert_eq!(revenue["revenue"].as_u64(), Some(sum));
    assert_eq!(sum, decisions.iter().map(|d| d["charged"].as_u64().expect("a number")).sum::<u64>());
    assert_eq!((&classes[0]["name"], &classes[2]["name"]), (&serde_json::json!("Premium"), &serde_json::json!("Class 3")));
    assert_eq!(revenue["booking_limits"], serde_json::json!([5, 4, 2]));
    assert_eq!(plan["violations"], serde_json::json!([]));
    let text = ok(&["plan", "-"], &scenario);
    assert!(
        text.contains(&format!("\nrevenue       {sum} (")) && text.contains("\nlimits        fixed (nested), 0 forecasts made\n"),
        "{text}"
    );
    // Without a market the JSON is what it was.
    let plain = ok(&["plan", "-", "--json"], GOLDEN_1A);
    assert!(!plain.contains("charged") && !plain.contains("\"revenue\""));
}

#[test]
fn plan_reports_revenue_as_csv() {
    let scenario = crate::samples::golden_with_market();
    let report = ok(&["plan", "-", "--report", "12"], &scenario);
    let lines: Vec<&str> = report.lines().collect();
    let lines = &lines[1..];
    assert_eq!(lines[0], "first_slot,last_slot,class,name,price,jobs,confirmed,closed,unplaced,node_slots,revenue,forgone,missed");
    assert_eq!(lines.len(), 5);
    assert!(lines[1].starts_with("0,11,1,Premium,100,5,") && lines[4].starts_with("0,11,all,,,15,"), "{report}");
    fails(&["plan", "-", "--report", "12"], GOLDEN_1A, "standard input: --report needs a scenario with a market");
    let named = scenario.replace("Business", "=cmd,\\\"x\\\"");
    assert!(ok(&["plan", "-", "--report", "12"], &named).contains(",2,\"'=cmd,\"\"x\"\"\",60,"), "a name is no formula");
}

#[test]
fn experiments_are_listed_and_run() {
    let list = ok(&["experiment"], "");
    assert_eq!(ok(&["experiment", "--list"], ""), list);
    assert_eq!(list.lines().count(), 96);
    assert!(
        list.starts_with(
            "revenue-parametric-1    Revenue of parametric jobs, experiment #1 (spoilage; Umar, Figure 6.18); 10 runs"
        )
    );
    let small = ["experiment", "revenue-parametric-2", "--runs", "2", "--jobs", "2500", "--seed", "7"];
    let with = |option: &str| ok(&[&small[..], &[option]].concat(), "");
    let results: Value = serde_json::from_str(&with("--json")).expect("JSON");
    assert_eq!(
        (&results["runs"], &results["jobs"], &results["seed"]),
        (&serde_json::json!(2), &serde_json::json!(2500), &serde_json::json!(7))
    );
    assert_eq!(results["claims"].as_array().map(Vec::len), Some(10));
    assert_eq!(results["paper"][1]["paper"], 29.0);
    let limit = &results["measures"]["limit_3_last"];
    assert!(limit["low"].as_f64() <= limit["mean"].as_f64() && limit["runs"] == 2, "{limit}");
    let csv = with("--csv");
    let mut lines = csv.lines().skip(1);
    let head = lines.next().expect("a head");
    assert!(head.starts_with("slot,window_none,window_none_low,window_none_high,window_fixed,"), "{head}");
    assert!(lines.clone().count() > 700 && lines.all(|line| line.split(',').count() == 22));
    let text = ok(&small, "");
    assert!(
        text.contains("the paper's claims\n  ") && text.contains("updated limits earn at least as much as fixed ones"),
        "{text}"
    );
    // Threads do not show; curves of few points are in the text and in the JSON.
    let figure = ["experiment", "castillo-3.4", "--runs", "2", "--jobs", "1000"];
    let one = ok(&[&figure[..], &["--threads", "1"]].concat(), "");
    assert_eq!(ok(&[&figure[..], &["--threads", "5"]].concat(), ""), one);
    assert!(one.contains("loss rate\nsystem load ρ") && one.contains("Min-LIP"), "{one}");
    let results: Value = serde_json::from_str(&ok(&[&figure[..], &["--json"]].concat(), "")).expect("JSON");
    assert_eq!(results["curves"]["loss_rate_lact"].as_array().map(Vec::len), Some(11));
    assert_eq!(results["units_done"], 22);
    let csv = ok(&[&figure[..], &["--csv"]].concat(), "");
    let head = csv.lines().nth(1).expect("a head");
    assert!(head.starts_with("load,loss_rate_min-lip,loss_rate_min-lip_low,loss_rate_min-lip_high,loss_rate_min-tip,"), "{csv}");
    // Time runs out before anything is done: nothing is claimed.
    let stopped = ok(&["experiment", "castillo-3.4", "--full", "--limit-seconds", "0"], "");
    assert!(stopped.contains(" of 330 parts done") && stopped.contains("  open "), "{stopped}");
    fails(&["experiment", "revenue-mpi-9"], "", &format!("name: revenue-mpi-9 is not allowed; must be one of {}", names(&list)));
    fails(&["experiment", "revenue-mpi-1", "--runs", "0"], "", "--runs: 0 is not allowed; must be a whole number from 1 to 1000");
}

fn names(list: &str) -> String {
    list.lines().filter_map(|line| line.split_whitespace().next()).collect::<Vec<_>>().join(", ")
}

/// What a scenario or a log says cannot reach the terminal as a command.
#[test]
fn control_characters_of_a_file_are_replaced() {
    let escape = "\u{1b}]0;owned\u{7}\u{9b}31m";
    let titled = GOLDEN_1A.replace("\"Eleven requests, five nodes\"", &serde_json::to_string(escape).expect("JSON"));
    let is_clean = |text: &str| text.chars().all(|char| !char.is_control() || char == '\n' || char == '\t');
    let out = ok(&["plan", "-"], &titled);
    assert!(out.contains("\u{fffd}]0;owned\u{fffd}\u{fffd}31m") && is_clean(&out), "{out:?}");
    for output in ["--json", "--csv", "--figures", "--trace", "--svg"] {
        assert!(is_clean(&ok(&["plan", "-", output], &titled)), "{output}");
    }
    // The line in question is quoted.
    let ran = run_with(&["import", "-"], &format!("1 0 0 10 1 0 0 1 10 0 1 1 1 1 1 1 -1 -1\n{escape} {escape}\n"));
    assert!(is_clean(&ran.err) && ran.err.contains("line 2"), "{:?}", ran.err);
    let ran = run_with(&["plan", "-"], &format!("{{\"version\": 1, \"{escape}\": 3}}"));
    assert!(ran.code == Some(1) && is_clean(&ran.err), "{:?}", ran.err);
}
