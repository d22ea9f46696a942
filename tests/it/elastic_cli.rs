//! `bookahead query`, and plans with elastic requests, run as a user runs them.

use crate::cli::{ended, fails, ok, refusal};
use bookahead::formats::json::write;
use bookahead::state::Example;
use serde_json::{Value, json};

/// Golden 7: of three nodes 1, 1, 2, 2, 3 are free in slots 11 to 15.
pub const FIGURE_1: &str = r#"{
  "version": 1,
  "title": "Sulistio, Figure 1",
  "machine": {"nodes": 3},
  "workload": {"requests": [
    {"user": 1, "earliest_start": 11, "latest_start": 11, "duration": 2, "nodes": 1},
    {"user": 2, "earliest_start": 11, "latest_start": 11, "duration": 4, "nodes": 1}
  ]},
  "policy": {"planner": "osp"}
}"#;

fn query(arguments: &[&str], scenario: &str) -> Value {
    let arguments: Vec<&str> = ["query", "-"].iter().chain(arguments).chain(&["--json"]).copied().collect();
    serde_json::from_str(&ok(&arguments, scenario)).expect("JSON")
}

#[test]
fn the_steps_of_a_query_and_of_a_decision_are_told_line_by_line() {
    let scenario = FIGURE_1;
    let words = ok(&["query", "-", "--from", "11", "--to", "16", "--duration", "2", "--nodes", "2", "--steps"], scenario);
    assert!(words.starts_with("Strip packing (Sulistio, Algorithm 1)"), "{words}");
    assert!(words.contains("end with the solution"), "{words}");
    let listed =
        |order: &str| ok(&["query", "-", "--from", "11", "--to", "16", "--order", order, "--choose", "first", "--json"], scenario);
    let starts = |order: &str| -> Vec<u64> {
        let told: Value = serde_json::from_str(&listed(order)).expect("JSON");
        assert_eq!((told["order"].as_str(), told["chosen"].as_u64()), (Some(order), Some(0)));
        told["offers"].as_array().expect("a list").iter().map(|offer| offer["start"].as_u64().expect("a slot")).collect()
    };
    assert!(starts("earliest").is_sorted());
    assert_ne!(starts("earliest"), starts("most"));
    let cluster = write(&Example::find("two-reservations").expect("an example").open().scenario);
    let words = ok(&["trace", "-", "--request", "4"], &cluster);
    assert!(words.contains("that is behind its latest start? Refuse j"), "{words}");
    let told: Value = serde_json::from_str(&ok(&["trace", "-", "--request", "6", "--json"], &cluster)).expect("JSON");
    let last = told["steps"].as_array().and_then(|steps| steps.last()).expect("steps");
    assert_eq!(
        (told["algorithm"].as_str(), last["values"]["h"].as_str(), last["values"]["start"].as_str()),
        (Some("EASY"), Some("5"), Some("42 s"))
    );
    assert!(refusal(&["trace", "-", "--request", "99"], &cluster).contains("no request \"99\""));
    let plan: Value = serde_json::from_str(&ok(
        &["plan", "-", "--reservations", "osp", "--offers", "choice=earliest,order=found", "--json"],
        &cluster,
    ))
    .expect("JSON");
    let job = &plan["decisions"][3];
    assert_eq!((job["how"].as_str(), job["nodes"].as_u64(), job["end"].as_u64()), (Some("took-offer"), Some(6), Some(130)));
    assert_eq!((job["offered"]["taken"].as_u64(), job["offered"]["asked"]["estimate"].as_u64()), (Some(1), Some(60)));
    assert_eq!(plan["metrics"]["reservations"]["offers_taken"].as_u64(), Some(1));
    let (_, said) = ended(&["plan", "-", "--offers", "choice=weighted"], &cluster, 2);
    assert!(said.contains("choice must be one of paper, cheapest, earliest, largest, first"));
}

#[test]
fn what_is_searched_is_told_with_its_cost() {
    let idle = write(&Example::find("figure-3-3").expect("an example").open().scenario);
    let told: Value = serde_json::from_str(&ok(&["trace", "-", "--searches", "--json"], &idle)).expect("JSON");
    let steps = told["searches"]["steps"].as_array().expect("steps");
    let read: u64 = steps.iter().map(|step| step["read"].as_u64().expect("a number")).sum();
    assert!(!steps.is_empty() && read <= told["searches"]["read"].as_u64().expect("a number"));
    assert!(steps.iter().any(|step| step["found"]["server"].is_u64()), "{steps:?}");
    let words = ok(&["trace", "-", "--searches"], &idle);
    assert!(words.contains("nodes and list entries read") && words.contains("start before r (R1)"), "{words}");

    // Four servers are busy, two of them until 30: the second try of the last request finds its two.
    let cluster = |scheduler: &str| {
        format!(
            r#"{{"version": 2, "study": "cluster", "machine": {{"nodes": 4}},
  "policy": {{"scheduler": "{scheduler}", "horizon": 200, "quantum": 10, "step": 20}},
  "workload": {{"jobs": [
    {{"user": 1, "submitted": 0, "estimate": 30, "runtime": 30, "nodes": 2}},
    {{"user": 2, "submitted": 0, "estimate": 90, "runtime": 90, "nodes": 2}},
    {{"user": 3, "submitted": 15, "estimate": 10, "runtime": 10, "nodes": 2}}
  ]}}}}"#
        )
    };
    let scenario = cluster("co-allocation");
    let told = |arguments: &[&str]| -> Value {
        let all: Vec<&str> = ["trace", "-", "--searches", "--json"].iter().chain(arguments).copied().collect();
        serde_json::from_str(&ok(&all, &scenario)).expect("JSON")
    };
    let (last, first) = (&told(&[])["searches"], &told(&["--attempt", "1"])["searches"]);
    assert_eq!((last["attempt"].as_u64(), last["attempts"].as_u64()), (Some(2), Some(2)));
    assert_eq!((last["window"]["from"].as_u64(), &last["taken"]), (Some(35), &json!([0, 1])));
    assert_eq!((first["window"]["from"].as_u64(), &first["taken"]), (Some(15), &json!([])));
    let words = ok(&["trace", "-", "--searches", "--attempt", "2"], &scenario);
    assert!(words.contains("Try 2 of 2: 2 nodes from 35 s to 45 s, two-level tree of quantum 3"), "{words}");
    assert!(words.contains("marked in phase 1"), "{words}");
    assert!(refusal(&["trace", "-", "--searches", "--attempt", "3"], &scenario).contains("--attempt must be 1 to 2"));
    assert!(refusal(&["trace", "-", "--searches"], &cluster("easy")).contains("by co-allocation alone"));
    assert!(refusal(&["trace", "-", "--searches"], FIGURE_1).contains("named servers and for co-allocation"));
}

#[test]
fn golden_7_is_answered() {
    let answer = query(&["--from", "11", "--to", "16", "--duration", "2", "--nodes", "2"], FIGURE_1);
    let first = &answer["offers"][0];
    for (field, expected) in
        [("start", json!(13)), ("end", json!(15)), ("nodes", json!(2)), ("price", json!(4.0)), ("solution", json!(true))]
    {
        assert_eq!(first[field], expected, "{field}");
    }
    assert_eq!((&answer["chosen"], answer["offers"].as_array().unwrap().len()), (&json!(0), 1));
    let text = ok(&["query", "-", "--from", "11", "--to", "16", "--duration", "2", "--nodes", "2"], FIGURE_1);
    assert!(text.contains("2 slots on 2 nodes in slots 11 to 15") && text.contains("solution"), "{text}");
    assert!(text.contains("the paper's user: takes offer 1"), "{text}");
}

#[test]
fn what_is_open_stays_open_and_rules_choose() {
    let answer = query(&["--from", "11", "--to", "16", "--choose", "earliest"], FIGURE_1);
    let starts: Vec<u64> = answer["offers"].as_array().unwrap().iter().map(|offer| offer["start"].as_u64().unwrap()).collect();
    assert_eq!((starts, &answer["chosen"]), (vec![13, 15, 11], &json!(2)));
    let text = ok(&["query", "-", "--from", "11", "--to", "16"], FIGURE_1);
    assert!(text.contains("any number of slots on any number of nodes in slots 11 to 15"), "{text}");
    // The prices of the file count.
    let dearer = FIGURE_1.replace("\"policy\"", "\"tariff\": {\"base_cost\": 0.1, \"factor\": 2.5},\n  \"policy\"");
    let answer = query(&["--from", "11", "--to", "16", "--duration", "2", "--nodes", "2"], &dearer);
    assert_eq!(answer["offers"][0]["price"], json!(5.0));
}

#[test]
fn what_cannot_be_asked_is_told() {
    let of = |more: &[&'static str]| [&["query", "-", "--from", "11"][..], more].concat();
    fails(
        &of(&["--to", "11"]),
        FIGURE_1,
        "standard input: query.to: 11 is not allowed; must be a whole number from 12 to 1000011, after the first slot of the interval",
    );
    fails(
        &of(&["--to", "16", "--nodes", "4"]),
        FIGURE_1,
        "standard input: query.nodes: 4 is not allowed; must be a whole number from 1 to 3, the nodes of the machine",
    );
    fails(
        &of(&["--to", "16", "--duration", "9"]),
        FIGURE_1,
        "standard input: query.duration: 9 is not allowed; must be a whole number from 1 to 5, the slots of the interval",
    );
    let negative = FIGURE_1.replace("\"policy\"", "\"tariff\": {\"base_cost\": -1},\n  \"policy\"");
    fails(
        &of(&["--to", "16"]),
        &negative,
        "standard input: tariff.base_cost: -1 is not allowed; must be a number from 0 to 1000000",
    );
    let huge = FIGURE_1.replace("\"policy\"", "\"tariff\": {\"factor\": 1e300},\n  \"policy\"");
    fails(
        &["plan", "-"],
        &huge,
        &format!("standard input: tariff.factor: {} is not allowed; must be a number from 1 to 1000", 1e300),
    );
}

#[test]
fn elastic_requests_are_planned() {
    // The last request asks for three slots on two nodes where two are free for two slots.
    let scenario = FIGURE_1.replace(
        "\n  ]}",
        ",\n    {\"user\": 3, \"earliest_start\": 12, \"latest_start\": 12, \"duration\": 3, \"nodes\": 2}\n  ]}",
    );
    let plan: Value = serde_json::from_str(&ok(&["plan", "-", "--json"], &scenario)).expect("JSON");
    assert_eq!(plan["violations"], json!([]));
    let last = &plan["decisions"][2];
    assert_eq!((&last["start"], &last["end"], &last["nodes"]), (&json!(13), &json!(15), &json!(2)));
    assert_eq!(last["asked"], json!({"duration": 3, "nodes": 2}));
    let text = ok(&["plan", "-"], &scenario);
    assert!(text.contains("planner       osp\n") && text.contains("1 smaller than asked for taken"), "{text}");
    for planner in ["rigid", "first-fit", "fcfs-eds", "fcfs-lrh"] {
        let plan: Value = serde_json::from_str(&ok(&["plan", "-", "--planner", planner, "--json"], &scenario)).expect("JSON");
        assert_eq!(plan["decisions"][2]["accepted"], json!(false), "{planner}");
    }
    // File and link keep the planner and the prices.
    let dear = scenario.replace("\"policy\"", "\"tariff\": {\"base_cost\": 0.1},\n  \"policy\"");
    let link = ok(&["link", "-"], &dear);
    let opened = ok(&["open", link.trim()], "");
    assert!(
        opened.contains("\"planner\": \"osp\"") && opened.contains("\"tariff\": {\"base_cost\": 0.1, \"factor\": 4.0}"),
        "{opened}"
    );
}
