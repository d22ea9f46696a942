//! `bookahead cost` of a plan in slots, run as a user runs it.

use crate::cli::{ended, ok, refusal};
use serde_json::{Value, json};

/// One node. User 1 holds slots 4 and 5 and may start until 6.
fn one_job(more: &Value) -> String {
    let request = json!({ "user": 1, "submitted": 0, "earliest_start": 4, "latest_start": 6, "duration": 2 });
    let mut scenario = json!({ "version": 1, "machine": { "nodes": 1 }, "workload": { "requests": [request] } });
    scenario.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    scenario.to_string()
}

fn cost(args: &[&str], input: &str) -> String {
    ok(&[&["cost", "-", "--nodes", "1", "--slots", "2"], args].concat(), input)
}

#[test]
fn it_tells_who_moves_and_the_cheapest_start() {
    let plain = one_job(&json!({}));
    let words = cost(&["--from", "4", "--until", "9"], &plain);
    for part in [
        "Accepted; one job moved by 2 slots",
        "The request for 2 slots on 1 node comes at 0 and has to start at 4.",
        "Job 1.1 starts at 6 instead of 4.",
        "The cheapest of its starts is 6: slots moved 0 slots.",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert!(!words.contains("pays"), "{words}");
    let refused = cost(&["--from", "4", "--planner", "first-fit"], &plain);
    assert!(refused.contains("Refused\n") && refused.contains("It is refused: "), "{refused}");
    let later = cost(&["--from", "4", "--relax", "2", "--planner", "first-fit"], &plain);
    assert!(later.contains("may start in 4–6.") && later.contains("It starts at 6."), "{later}");
    let told: Value = serde_json::from_str(&cost(&["--from", "4", "--until", "6", "--map", "9", "--json"], &plain)).unwrap();
    assert_eq!(told["request"]["changed"][0]["to"], json!(6), "{told}");
    assert_eq!((&told["map"]["starts"], &told["map"]["nodes"]), (&json!([4, 5, 6]), &json!([1])));
    let moved: Vec<&Value> = told["map"]["cells"].as_array().unwrap().iter().map(|cell| &cell["moved_slots"]).collect();
    assert_eq!((moved, &told["map"]["cheapest_column"]), (vec![&json!(2), &json!(0), &json!(0)], &json!([2])));
    assert_eq!(told["map"]["cells"][1]["start"], Value::Null, "slot 5 cannot be cleared");
    let rows = cost(&["--from", "4", "--csv"], &plain);
    assert_eq!(rows, "request,job,from,to,slots_before,nodes_before,slots,nodes\n0,1.1,4,6,2,1,2,1\n");
    let cells = cost(&["--from", "4", "--until", "6", "--map", "3", "--csv"], &plain);
    assert!(cells.contains("\n4,2,1,4,1,2,0,0,0,0,0,\n5,2,1,,0,0,"), "{cells}");
}

#[test]
fn with_a_market_it_tells_the_money() {
    let class = |price: u32, limit: u32| json!({ "name": "", "price": price, "limit": limit, "mean": 1.0, "deviation": 0.01 });
    let mut dear = class(100, 1);
    dear["book_ahead_max"] = json!(5);
    let market = json!({ "classes": [dear, class(40, 0)], "method": "fixed", "demand": "given" });
    let words = cost(&["--from", "1", "--measure", "displaced"], &one_job(&json!({ "market": market })));
    assert!(words.contains("It pays 200; the others bring as much as without it."), "{words}");
    assert!(words.contains("is expected to bring 200: the bid price is 100.0 for a node and slot."), "{words}");
}

#[test]
fn what_is_wrong_is_told_with_what_is_allowed() {
    let plain = one_job(&json!({}));
    let refused = |args: &[&str]| refusal(&[&["cost", "-"], args].concat(), &plain);
    for (args, parts) in [
        (&["--nodes", "2", "--slots", "1"][..], &["--nodes 2", "1 to 1 nodes"][..]),
        (&["--nodes", "1", "--slots", "0"], &["--slots 0", "from 1 to 1000000"]),
        (&["--nodes", "1", "--slots", "1", "--measure", "wait"], &["--measure wait", "slots, moved, refused, lost, displaced"]),
        (&["--nodes", "1", "--slots", "1", "--measure", "lost"], &["--measure lost", "market"]),
        (&["--nodes", "1", "--slots", "1", "--svg"], &["--svg", "for clusters"]),
        (&["--nodes", "1", "--slots", "1", "--from", "+2h"], &["--from and --until are slots"]),
        (&["--nodes", "1", "--slots", "1", "--from", "5", "--until", "4"], &["--until lies before --from"]),
        (&["--nodes", "1", "--slots", "1", "--submitted", "9", "--from", "4"], &["--from 4", "slot 9"]),
        (&["--nodes", "1", "--slots", "1", "--from", "4000001"], &["a start must be"]),
        (&["--nodes", "1", "--slots", "1", "--relax", "4294967295"], &["a start must be"]),
        (&["--nodes", "1", "--hours", "1"], &["a scenario with a cluster is needed"]),
    ] {
        let told = refused(args);
        assert!(parts.iter().all(|part| told.contains(part)), "{args:?}: {told}");
    }
    for (args, part) in [
        (&["--nodes", "1"][..], "--hours"),
        (&["--nodes", "1", "--hours", "1", "--slots", "1"], "cannot be used with"),
        (&["--nodes", "1", "--hours", "1", "--relax", "1"], "cannot be used with"),
        (&["--nodes", "1", "--slots", "1", "--scheduler", "easy"], "cannot be used with"),
        (&["--nodes", "1", "--slots", "1", "--measure", "money"], "displaced"),
    ] {
        let told = ended(&[&["cost", "-"], args].concat(), &plain, 2).1;
        assert!(told.contains(part), "{args:?}: {told}");
    }
    let cluster = json!({ "version": 2, "study": "cluster", "machine": { "nodes": 1 }, "workload": { "jobs": [] } }).to_string();
    let told = refusal(&["cost", "-", "--nodes", "1", "--slots", "1"], &cluster);
    assert!(told.contains("--hours"), "{told}");
}
