//! `bookahead import --study cluster` and `bookahead plan` of a cluster, run as a user runs them.

use crate::cli::{fails, ok};
use crate::samples::GOLDEN_1A;
use serde_json::{Value, json};

const LOG: &str = "; MaxProcs: 10\n\
    1 0 0 10 6 -1 -1 6 10 -1 1 1 1 -1 1 -1 -1 -1\n\
    2 1 9 10 8 -1 -1 8 10 -1 1 1 1 -1 1 -1 -1 -1\n\
    3 1 19 10 10 -1 -1 10 10 -1 1 1 1 -1 1 -1 -1 -1\n\
    4 2 0 25 2 -1 -1 2 25 -1 1 1 1 -1 1 -1 -1 -1\n";

const SACCT: &str = "JobID|Submit|Start|End|NNodes\n\
    7|2024-03-01T08:00:00|2024-03-01T08:00:00|2024-03-01T09:00:00|2\n\
    7.batch|2024-03-01T08:00:00|2024-03-01T08:00:00|2024-03-01T09:00:00|1\n\
    8|2024-03-01T08:10:00|2024-03-01T09:00:00|2024-03-01T09:30:00|3\n";

fn starts(plan: &str) -> Vec<u64> {
    let plan: Value = serde_json::from_str(plan).expect("JSON");
    assert_eq!(plan["violations"], json!([]));
    plan["decisions"].as_array().expect("a list").iter().map(|decision| decision["start"].as_u64().expect("a start")).collect()
}

#[test]
fn a_log_is_imported_and_planned_under_every_scheduler() {
    let scenario = ok(&["import", "-", "--study", "cluster", "--nodes", "10", "--scheduler", "fcfs"], LOG);
    assert!(scenario.contains("\"scheduler\": \"fcfs\""), "{scenario}");
    assert_eq!(starts(&ok(&["plan", "-", "--json"], &scenario)), [0, 10, 20, 30]);
    for (scheduler, expected) in [
        ("easy", [0, 10, 27, 2]),
        ("conservative", [0, 10, 20, 30]),
        ("as-logged", [0, 10, 20, 2]),
        ("co-allocation", [0, 901, 1_801, 2]),
    ] {
        assert_eq!(starts(&ok(&["plan", "-", "--scheduler", scheduler, "--json"], &scenario)), expected, "{scheduler}");
    }
    let text = ok(&["plan", "-", "--scheduler", "easy"], &scenario);
    assert!(text.contains("scheduler     easy\n") && text.contains("The checker found nothing wrong."), "{text}");
    let compared = ok(&["plan", "-", "--compare", "easy"], &scenario);
    assert!(compared.contains("differences   2 of 4 decisions"), "{compared}");
    fails(
        &["plan", "-", "--scheduler", "easy"],
        GOLDEN_1A,
        "standard input: --scheduler needs a scenario with a cluster; this scenario has plans in slots",
    );
    fails(
        &["plan", "-", "--planner", "rigid"],
        &scenario,
        "standard input: --planner, --shift and --report belong to plans in slots; this scenario has a cluster",
    );
    let link = ok(&["link", "-"], &scenario);
    assert_eq!(starts(&ok(&["plan", "-", "--json"], &ok(&["open", link.trim()], ""))), [0, 10, 20, 30]);
}

#[test]
fn what_sacct_prints_is_imported() {
    let scenario = ok(&["import", "-", "--study", "cluster", "--nodes", "4"], SACCT);
    assert_eq!(starts(&ok(&["plan", "-", "--scheduler", "as-logged", "--json"], &scenario)), [0, 3_600]);
    assert_eq!(starts(&ok(&["plan", "-", "--json"], &scenario)), [0, 3_600]);
    // Without the name of a study a log is a plan in slots.
    assert!(ok(&["import", "-"], SACCT).contains("\"version\": 1"));
    let headless = SACCT.split_once('\n').expect("lines").1;
    fails(
        &["import", "-", "--study", "cluster"],
        headless,
        "standard input: line 1 does not name the columns; print them without --noheader: \
         sacct --parsable2 --format=JobID,User,Submit,Start,End,Timelimit,AllocNodes,NCPUS,State",
    );
    fails(
        &["import", "-", "--study", "cluster", "--share", "2"],
        LOG,
        "standard input: share: 2 is not allowed; must be a number from 0 to 1",
    );
}

#[test]
fn a_cluster_becomes_a_plan_in_slots() {
    let scenario = ok(&["import", "-", "--study", "cluster", "--nodes", "10"], LOG);
    let slots =
        ok(&["convert", "-", "--study", "slots", "--slot-seconds", "10", "--relax-slots", "3", "--relax-percent", "0"], &scenario);
    let direct = ok(&["import", "-", "--nodes", "10", "--slot-seconds", "10", "--relax-slots", "3", "--relax-percent", "0"], LOG);
    assert_eq!(slots, direct, "what reservations would have done with the log");
    let message = "standard input: is a cluster; idle is made of a plan in slots";
    fails(&["convert", "-", "--study", "idle"], &scenario, message);
}
