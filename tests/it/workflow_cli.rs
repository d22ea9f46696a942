//! `bookahead plan` and `bookahead workflow` for workflows, run as a user runs them: steps of a mapping, the broker's time, mappings by load.

use crate::cli::{ended, fails, ok};
use bookahead::engine::Scenario;
use bookahead::engine::workflow::worked::{six_tasks, two_mappings};
use bookahead::formats::json::write;
use serde_json::{Value, json};

fn two() -> String {
    write(&Scenario::new("Two mappings", two_mappings()))
}

#[test]
fn the_steps_of_a_mapping_are_told_in_words_and_as_json() {
    let first = ok(&["plan", "-", "--mapping=1"], &two());
    assert!(first.starts_with("Two mappings\n\nmapping 1 of application 1 by slack: delay 5\n\n   1  T0 is mapped."), "{first}");
    assert!(first.contains(
        "   2  T2 is mapped: it comes next in the given order. 2 nodes were tried; it starts at 9 on node 1, as early as it can."
    ));
    assert!(first.contains("it starts at 14 on node 0, 5 after its earliest start. That pushes on T3 to 20, T5 to 27."), "{first}");
    assert_eq!(first.lines().filter(|line| line.contains(" it starts at ")).count(), 6);
    let best = ok(&["plan", "-", "--mapping"], &two());
    assert!(best.contains("mapping 2 of application 1 by slack: delay 1, the best\n"), "{best}");
    let steps: Value = serde_json::from_str(&ok(&["plan", "-", "--mapping=2", "--json"], &two())).expect("JSON");
    let order: Vec<&Value> = steps["steps"].as_array().expect("steps").iter().map(|step| &step["task"]).collect();
    assert_eq!(order, [0, 1, 3, 2, 4, 5].map(|task| json!(task)).iter().collect::<Vec<_>>());
    assert_eq!((&steps["mapping"], &steps["delay"], &steps["steps"][3]["slack_lifted"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!(steps["steps"][3]["start"], 18);
}

#[test]
fn a_mapping_that_is_not_there_is_told() {
    fails(
        &["plan", "-", "--mapping=3"],
        &two(),
        "standard input: --mapping 3: must be a whole number from 1 to 2; so many were made",
    );
    fails(
        &["plan", "-", "--mapping", "--application", "2"],
        &two(),
        "standard input: --application 2: must be a whole number from 1 to 1",
    );
    assert!(ended(&["plan", "-", "--mapping=none"], &two(), 2).1.contains("must be best, or a whole number from 1 to 10000"));
    let files = "standard input: comparisons and the steps of a mapping are printed as text or with --json; they have no files";
    fails(&["plan", "-", "--mapping", "--csv"], &two(), files);
}

#[test]
fn the_broker_takes_time_and_makes_fewer_mappings_under_load() {
    let six = write(&Scenario::new("", six_tasks()));
    let plan: Value =
        serde_json::from_str(&ok(&["plan", "-", "--mapping-ticks", "1", "--least-iterations", "5", "--json"], &six)).expect("JSON");
    let application = &plan["applications"][0];
    // 8 of 40 ticks are reserved from 5 to 25: 5 + 45 · 32 ÷ 40.
    let allowed = json!({"mappings": 41, "requests_waiting": 0, "window_end": 25, "reserved_node_time": 8, "node_time": 40});
    assert_eq!(application["allowed"], allowed);
    let made = application["iterations"].as_u64().expect("a number");
    assert_eq!(application["request"], json!({"came": 0, "taken": 0, "answered": made}));
    assert_eq!(plan["violations"], json!([]));
    let text = ok(&["plan", "-", "--mapping-ticks", "1", "--least-iterations", "5"], &six);
    assert!(
        text.contains(
            "  41 of 50 mappings were allowed: 20 % of the nodes’ time from 5 to 25 was reserved, and no request waited.\n"
        ),
        "{text}"
    );
    assert!(
        text.contains("1  request, against when it came, when it was answered, and how many mappings were allowed\n"),
        "{text}"
    );
    fails(
        &["plan", "-", "--least-iterations", "51"],
        &six,
        "standard input: policy.least_iterations: 51 is not allowed; must be a whole number from 1 to 50",
    );
    let usual: Value = serde_json::from_str(&ok(&["plan", "-", "--json"], &six)).expect("JSON");
    let application = usual["applications"][0].as_object().expect("an object");
    assert!(!application.contains_key("request") && !application.contains_key("allowed"));
    // It is to start at once, but a mapping takes 3; another one would come too late to be better.
    let late: Value =
        serde_json::from_str(&ok(&["workflow", "-", "--nodes", "2", "--mapping-ticks", "3", "--json"], "2\n0 4 0\n1 5 1 0\n"))
            .expect("JSON");
    assert_eq!((&late["makespan"], &late["delay"]), (&json!(12), &json!(3)));
}
