//! `bookahead import --study cluster` and `bookahead plan` of a cluster, run as a user runs them.

use crate::cli::{ended, fails, ok, refusal};
use crate::samples::GOLDEN_1A;
use bookahead::engine::Study;
use bookahead::engine::batch::decisions::How;
use bookahead::engine::batch::explain::batch_verdict;
use bookahead::engine::study::StudyKind;
use bookahead::formats::json::{self, FileContent};
use bookahead::formats::link::{Panel, decode};
use bookahead::formats::studies::Planned;
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
    for (scheduler, expected) in
        [("easy", [0, 10, 27, 2]), ("conservative", [0, 10, 20, 30]), ("co-allocation", [0, 901, 1_801, 2])]
    {
        assert_eq!(starts(&ok(&["plan", "-", "--scheduler", scheduler, "--json"], &scenario)), expected, "{scheduler}");
    }
    // As logged, the fourth job holds two nodes while the third wants all ten: 12 of 10.
    let (logged, _) = ended(&["plan", "-", "--scheduler", "as-logged", "--json"], &scenario, 1);
    let logged: Value = serde_json::from_str(&logged).expect("JSON");
    let starts_of: Vec<u64> =
        logged["decisions"].as_array().expect("a list").iter().filter_map(|one| one["start"].as_u64()).collect();
    assert_eq!((starts_of, logged["violations"].as_array().map(Vec::is_empty)), (vec![0, 10, 20, 2], Some(false)));
    let one = ["plan", "-", "--scheduler", "backfill:depth=1", "--json"];
    assert_eq!(starts(&ok(&one, &scenario)), starts(&ok(&["plan", "-", "--scheduler", "easy", "--json"], &scenario)));
    let text = ok(&["plan", "-", "--scheduler", "backfill:depth=4,window=86400,resolution=60"], &scenario);
    assert!(text.contains("options       four promised starts, a window of 1 d, a resolution of 1 min\n"), "{text}");
    assert!(text.contains("Not modelled: fair share"), "{text}");
    let compared = ok(&["plan", "-", "--compare", "backfill:depth=0"], &scenario);
    assert!(compared.contains("B             backfill:depth=0\n"), "{compared}");
    for (wrong, why) in [
        ("easy:depth=4", "only backfill takes options, as in backfill:depth=4; easy has none"),
        ("backfill:depth", "\"depth\" is not allowed; depth must be a whole number from 0 to 10000"),
        (
            "backfill:depth=4,speed=1",
            "\"speed=1\" is no option of backfill; allowed are depth=, window=, resolution=, per_moment=, per_user= with a number behind it",
        ),
        ("backfill:window=0", "\"window=0\" is not allowed; window must be a whole number from 1 to 1000000000"),
        ("maui", "must be one of co-allocation, fcfs, easy, backfill, conservative, as-logged"),
    ] {
        let (_, told) = ended(&["plan", "-", "--scheduler", wrong], &scenario, 2);
        assert!(told.contains(why), "{told}");
    }
    let text = ok(&["plan", "-", "--scheduler", "easy"], &scenario);
    assert!(text.contains("scheduler     easy\n") && text.contains("The checker found nothing wrong."), "{text}");
    let compared = ok(&["plan", "-", "--compare", "easy"], &scenario);
    assert!(compared.contains("differences   2 of 4 decisions"), "{compared}");
    fails(
        &["plan", "-", "--scheduler", "easy"],
        GOLDEN_1A,
        "standard input: --scheduler, --user-jobs, --user-nodes, --priority, --reservations and --offers need a scenario with a cluster; this scenario has plans in slots",
    );
    fails(
        &["plan", "-", "--planner", "rigid"],
        &scenario,
        "standard input: --planner, --shift and --report belong to plans in slots; this scenario has a cluster",
    );
    let link = ok(&["link", "-"], &scenario);
    assert_eq!(starts(&ok(&["plan", "-", "--json"], &ok(&["open", link.trim()], ""))), [0, 10, 20, 30]);
}

/// Three jobs of 4, 4 and 3 nodes on a machine of 4, none of which waited.
#[test]
fn a_log_that_uses_more_nodes_than_there_are_is_told_everywhere() {
    const OVERBOOKED: &str = "; MaxProcs: 4\n\
        1 0 0 10 4 -1 -1 4 10 -1 1 1 1 -1 1 -1 -1 -1\n\
        2 0 0 10 4 -1 -1 4 10 -1 1 1 1 -1 1 -1 -1 -1\n\
        3 5 0 10 3 -1 -1 3 10 -1 1 1 1 -1 1 -1 -1 -1\n";
    let import = ["import", "-", "--study", "cluster", "--scheduler", "as-logged"];
    let (scenario, told) = ended(&import, OVERBOOKED, 0);
    assert_eq!(
        told.lines().collect::<Vec<_>>(),
        [
            "2 jobs without room when the log starts them: it uses up to 11 nodes at once on a machine of 4, for the first time at second 0",
            "--nodes 11 makes room for all; if the log counts processors, --processors-per-node says how many a node has; if jobs share nodes, count processors as nodes",
            "3 jobs on 4 nodes"
        ]
    );
    let FileContent { scenario: read, .. } = json::read(&scenario).unwrap();
    let Study::Cluster(cluster) = read.study else { panic!("a cluster") };
    let outcome = cluster.run().unwrap();
    let hows: Vec<How> = (0..3).map(|row| outcome.decisions.how(row)).collect();
    assert_eq!((hows, outcome.metrics.overbooked), (vec![How::Logged, How::Overbooked, How::Overbooked], 2));
    let planned = Planned::new(cluster.clone().into()).unwrap();
    assert_eq!(
        planned.verify().violations,
        [
            "from second 0 on, 8 nodes of 4 are needed at once, by jobs 1, 2",
            "job 2 holds 0 nodes and wants 4",
            "job 3 holds 0 nodes and wants 3"
        ]
    );
    let (plan, _) = ended(&["plan", "-", "--json"], &scenario, 1);
    let plan: Value = serde_json::from_str(&plan).unwrap();
    let accepted: Vec<&Value> = plan["decisions"].as_array().unwrap().iter().map(|decision| &decision["accepted"]).collect();
    assert_eq!(accepted, [&json!(true), &json!(false), &json!(false)]);
    assert_eq!(plan["metrics"]["overbooked"], json!({"jobs": 2, "first_second": 0, "most_nodes": 11}));
    assert_eq!(plan["violations"].as_array().map(Vec::len), Some(3));
    let (text, error) = ended(&["plan", "-"], &scenario, 1);
    assert_eq!(error, "bookahead: the log uses more nodes at once than the machine has\n");
    assert!(text.contains("without room  2 jobs: the log uses up to 11 of 4 nodes at once, first at 0 s\n"), "{text}");
    // Four jobs of a processor each share two nodes: the machine that the import assumes has the nodes of the largest job, one.
    const SHARED: &str = "JobID|Submit|Start|End|Timelimit|NNodes\n\
        1|2024-03-01T08:00:00|2024-03-01T08:00:01|2024-03-01T09:00:01|01:00:00|1\n\
        2|2024-03-01T08:00:10|2024-03-01T08:00:11|2024-03-01T09:00:11|01:00:00|1\n";
    let (_, told) = ended(&import, SHARED, 0);
    assert!(
        told.starts_with("1 job without room when the log starts them: it uses up to 2 nodes at once on a machine of 1, "),
        "{told}"
    );
    // With the nodes that it needs, nothing is wrong.
    let wide = ok(&["import", "-", "--study", "cluster", "--scheduler", "as-logged", "--nodes", "11"], OVERBOOKED);
    assert_eq!(starts(&ok(&["plan", "-", "--json"], &wide)), [0, 0, 5]);
    let words = batch_verdict(&outcome.jobs, &outcome.decisions, cluster.policy, 1);
    assert!(words.headline == "Has no room" && words.sentences[1].contains("it finds 0 of its four nodes free"), "{words:?}");
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

#[test]
fn import_refuses_options_of_another_study() {
    let cluster = "--processors-per-node, --scheduler, --least-length, --share, --ahead, --window and --seed belong to a cluster; this becomes a plan in slots, so add --study cluster";
    for option in [["--processors-per-node", "4"], ["--scheduler", "easy"], ["--share", "0.5"], ["--seed", "7"]] {
        fails(&[&["import", "-"][..], &option].concat(), LOG, cluster);
    }
    let slots = "--slot-seconds, --book-ahead, --relax-slots and --relax-percent belong to a plan in slots; this becomes a cluster";
    fails(&["import", "-", "--study", "cluster", "--relax-slots", "3"], LOG, slots);
    let log = "--partition, --estimate-factor and --oversize belong to a log; this becomes a workflow";
    fails(&["import", "-", "--study", "workflow", "--oversize", "clip"], "", log);
    let graph = refusal(&["import", "-"], "<adag/>");
    assert!(graph.ends_with("; a task graph needs --study workflow\n"), "{graph}");
    assert!(refusal(&["plan", "-"], LOG).ends_with("; a log or a task graph becomes a scenario by `bookahead import`\n"));
}

#[test]
fn estimates_can_follow_run_times() {
    let scenario = ok(&["import", "-", "--study", "cluster", "--estimate-factor", "2"], LOG);
    assert!(scenario.contains("\"estimate\": 50"), "{scenario}");
}

#[test]
fn charts_of_a_cluster_are_drawn() {
    let scenario = ok(&["import", "-", "--study", "cluster", "--nodes", "10"], LOG);
    for (chart, words) in [("nodes", "Jobs on their nodes"), ("waiting", "Jobs waiting"), ("idle", "Nodes idle")] {
        let svg = ok(&["plan", "-", "--svg", "--chart", chart], &scenario);
        assert!(svg.contains("<svg") && svg.contains(words), "{chart}: {svg}");
    }
    fails(&["plan", "-", "--svg", "--chart", "servers"], &scenario, "--chart must be one of nodes, waiting, idle");
}

#[test]
fn a_link_opens_on_its_own_study() {
    let scenario = ok(&["import", "-", "--study", "cluster"], LOG);
    let link = ok(&["link", "-"], &scenario);
    assert_eq!(decode(link.trim()).expect("a link").view.panel, Panel::Study(StudyKind::Cluster));
}

#[test]
fn no_file_is_written_over_that_is_read_or_was_there() {
    let folder = std::env::temp_dir().join(format!("bookahead-over-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let name = |name: &str| folder.join(name).display().to_string();
    let (input, alias, output) = (name("log.swf"), name("alias.json"), name("out.json"));
    std::fs::write(&input, LOG).expect("a file");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&input, &alias).expect("a link");
    for target in [&input, &alias] {
        let message = format!("{target}: this file is read by the same command; give the output another name");
        fails(&["import", &input, "-o", target, "--force"], "", &message);
    }
    assert_eq!(std::fs::read_to_string(&input).expect("a file"), LOG);
    ok(&["import", &input, "-o", &output], "");
    let first = std::fs::read_to_string(&output).expect("a file");
    fails(&["import", &input, "-o", &output, "--nodes", "20"], "", &format!("{output}: the file exists; --force writes over it"));
    assert_eq!(std::fs::read_to_string(&output).expect("a file"), first);
    ok(&["import", &input, "-o", &output, "--nodes", "20", "--force"], "");
    assert_ne!(std::fs::read_to_string(&output).expect("a file"), first);
    let json = format!("--json={output}");
    fails(
        &["plan", &output, &json, "--force"],
        "",
        &format!("{output}: this file is read by the same command; give the output another name"),
    );
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 3, "nothing is left beside them");
    std::fs::remove_dir_all(&folder).expect("a folder");
}

#[test]
fn shells_and_man_know_the_commands() {
    assert!(ok(&["completions", "bash"], "").contains("--estimate-factor"));
    assert!(ok(&["man"], "").contains("bookahead") && ok(&["man", "import"], "").contains("partition"));
    assert!(
        refusal(&["man", "plam"], "")
            .starts_with("bookahead: there is no command \"plam\"; there is plan, when, cost, free, query")
    );
}
