//! `bookahead plan` for scenarios with servers, run as a user runs it.

use crate::cli::{fails, ok};
use crate::samples::GOLDEN_1A;
use bookahead::formats::json::write;
use bookahead::state::Example;
use serde_json::{Value, json};

fn example(key: &str) -> String {
    write(&Example::find(key).expect("an example").open().scenario)
}

#[test]
fn plan_prints_the_plan_of_the_servers() {
    let figure = example("figure-3-3");
    let plan: Value = serde_json::from_str(&ok(&["plan", "-", "--json"], &figure)).expect("JSON");
    assert_eq!(plan["strategy"], "min-lip");
    assert_eq!(plan["decisions"][8], json!({"request": 9, "accepted": true, "server": 3, "start": 17, "end": 20}));
    assert_eq!((&plan["metrics"]["accepted"], &plan["violations"]), (&json!(9), &json!([])));
    assert_eq!((&plan["metrics"]["measured"], &plan["metrics"]["measured_accepted"]), (&json!(9), &json!(9)));
    assert_eq!(plan["metrics"]["idle_periods"]["open"], 4);
    let other: Value = serde_json::from_str(&ok(&["plan", "-", "--json", "--strategy", "lact"], &figure)).expect("JSON");
    let refused = &other["decisions"][8];
    assert_eq!((&refused["accepted"], &refused["server"]), (&json!(false), &Value::Null));
    assert_eq!(refused["reason"], "no server that could run it in time is idle between 17 and 20");
    let csv = ok(&["plan", "-", "--csv"], &figure);
    assert!(csv.starts_with("# Bookahead "), "{csv}");
    assert_eq!(csv.lines().nth(1), Some("request,job,node,submitted,earliest_start,size,deadline,accepted,server,start,end,delay"));
    assert_eq!(csv.lines().nth(10), Some("9,,,0,17,3,20,yes,3,17,20,0"));
}

#[test]
fn accepted_counts_all_requests_and_measured_accepted_those_that_are_measured() {
    // The first ten ticks are not measured; of two requests for the only server in tick 20 one is refused.
    let text = r#"{"version": 1, "machine": {"nodes": 1}, "workload": {"requests": []}, "servers": {"count": 1, "look_ahead": 10,
        "workload": {"requests": [{"earliest_start": 0, "size": 1}, {"submitted": 20, "earliest_start": 20, "size": 1},
        {"submitted": 20, "earliest_start": 20, "size": 1}, {"submitted": 30, "earliest_start": 30, "size": 1}]}}}"#;
    let plan: Value = serde_json::from_str(&ok(&["plan", "-", "--json"], text)).expect("JSON");
    let figures = ["requests", "accepted", "measured", "measured_accepted"].map(|name| plan["metrics"][name].clone());
    assert_eq!(figures, [json!(4), json!(3), json!(3), json!(2)]);
}

#[test]
fn plan_draws_the_servers() {
    let text = ok(&["plan", "-", "--strategy", "lact"], &example("figure-3-3"));
    assert!(text.starts_with("Four idle periods, one job\n\n   0 to 60, 1/2 tick a column\ns3 |7"), "{text}");
    assert!(text.contains("refused 9: no server that could run it in time is idle between 17 and 20\n"), "{text}");
    assert!(text.contains("strategy      lact\nrequests      9, of which 9 are measured and 8 of these accepted\n"), "{text}");
    let many = ok(&["plan", "-"], &example("three-rates"));
    assert!(many.contains("strategy      ff-ha+\n"), "{many}");
}

#[test]
fn the_slot_plan_stays_what_it_is() {
    // As older files had it: servers beside a plan in slots, asked for its jobs.
    let servers = r#""servers": {"count": 5, "look_ahead": 100, "workload": {"slots": true}}, "workload""#;
    let both = GOLDEN_1A.replacen("\"workload\"", servers, 1);
    let slots: Value = serde_json::from_str(&ok(&["plan", "-", "--slots", "--json"], &both)).expect("JSON");
    assert_eq!(slots["decisions"].as_array().map(Vec::len), Some(15));
    assert_eq!(slots["decisions"][12]["start"], 12);
    fails(
        &["plan", "-", "--planner", "rigid"],
        &both,
        "standard input: --planner, --shift and --report belong to the slot plan; this scenario has servers, so add --slots",
    );
    let servers: Value = serde_json::from_str(&ok(&["plan", "-", "--json"], &both)).expect("JSON");
    assert_eq!(servers["decisions"].as_array().map(Vec::len), Some(15));
    fails(&["plan", "-", "--slots"], &example("figure-3-3"), "standard input: --slots needs a scenario with a plan in slots");
    fails(&["plan", "-", "--strategy", "lact"], GOLDEN_1A, "standard input: --strategy needs a scenario with servers");
    let far = both.replace("\"look_ahead\": 100", "\"look_ahead\": 16");
    fails(
        &["plan", "-"],
        &far,
        "standard input: servers.workload.slots[3].deadline: 17 is not allowed; must be a tick from 16 (earliest start + size) to 16 (the \
         look-ahead of 16 ends)",
    );
}

#[test]
fn a_link_carries_the_servers() {
    for key in ["figure-3-3", "pareto-class", "dual-deceives", "three-rates", "eleven-servers"] {
        let text = example(key);
        let link = ok(&["link", "-"], &text);
        // What keeps the numbers of the plan that it was made of takes the newest version.
        assert!(link.starts_with(if key == "eleven-servers" { "v3." } else { "v2." }), "{link}");
        assert_eq!(ok(&["open", link.trim()], ""), text);
    }
}

#[test]
fn plan_tells_what_adapts() {
    let text = r#"{"version": 1, "machine": {"nodes": 1}, "workload": {"requests": []}, "servers": {"count": 1, "look_ahead": 100,
        "replanning": true, "opportunistic": true, "events": [{"submitted": 0, "size": 8, "earliest_start": 5}, {"submitted": 4, "id": 0,
        "by": 2}], "workload": {"requests": [{"earliest_start": 0, "size": 10}, {"earliest_start": 12, "size": 5, "deadline": 40},
        {"submitted": 1, "earliest_start": 12, "size": 5}]}}}"#;
    let plan = ok(&["plan", "-"], text);
    assert!(
        plan.contains("s0 |1..............................................|3..................|2..................|o1"),
        "{plan}"
    );
    assert!(plan.contains("request 2 moved from server 0 at 12 to server 0 at 17"), "{plan}");
    let json: Value = serde_json::from_str(&ok(&["plan", "-", "--json"], text)).expect("JSON");
    assert_eq!(json["pieces"][0], json!({"job": 0, "server": 0, "start": 0, "end": 12}));
    assert_eq!(json["happened"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["violations"], json!([]));
}

#[test]
fn a_plan_in_slots_is_converted_into_named_servers() {
    let servers = ok(&["convert", "-", "--study", "idle"], GOLDEN_1A);
    let file: Value = serde_json::from_str(&servers).expect("JSON");
    assert_eq!(
        (&file["version"], &file["study"], &file["title"]),
        (&json!(2), &json!("idle"), &json!("Eleven requests, five nodes"))
    );
    let plan: Value = serde_json::from_str(&ok(&["plan", "-", "--json"], &servers)).expect("JSON");
    assert_eq!(plan["decisions"].as_array().map(Vec::len), Some(15));
    fails(
        &["convert", "-", "--study", "idle"],
        &servers,
        "standard input: is a study of named servers; idle is made of a plan in slots",
    );
}
