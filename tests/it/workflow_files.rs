//! Task graphs as files, scenario files and links of workflows, and the command line as a user runs it.

use crate::cli::{fails, ok};
use bookahead::engine::core::error::FieldPath;
use bookahead::engine::study::StudyKind;
use bookahead::engine::workflow::generator::{GraphGenerator, Shape};
use bookahead::engine::workflow::graph::{Communication, Edge, TaskGraph};
use bookahead::engine::workflow::policy::{Method, WorkflowPolicy};
use bookahead::engine::workflow::scenario::{
    Application, BusyPeriod, FailedPlace, Failure, Hours, Pin, Preload, Provider, WorkflowScenario, WorkflowSource,
};
use bookahead::engine::{Scenario, Study};
use bookahead::formats::json::{read, write};
use bookahead::formats::link::{Panel, Shared, TimeWindow, View, WorkflowPart, WorkflowView, decode, encode};
use bookahead::formats::workflow::{looks_like_graph, read_graph};
use bookahead::state::{EXAMPLES, Example};
use serde_json::{Value, json};
use std::sync::Arc;

/// Mondol, Figure 2.2, as it stands there.
const FIGURE_2_2: &str = "9\t\t# total subtasks\n0\t5\t0\t# subtask index, node weight, and num of parents\n1\t7\t0\n2\t5\t1\n\t\t0\t2\n\
    3\t9\t1\n\t\t0\t1\n4\t6\t2\n\t\t1\t1\n\t\t2\t2\n5\t7\t1\n\t\t3\t1\n6\t5\t2\n\t\t4\t2\n\t\t5\t2\n7\t8\t2\n\t\t4\t1\n\t\t6\t1\n8\t6\t2\n\t\t1\t2\n\t\t7\t2\n";

/// The same graph with dummy tasks and folded costs, as the Kasahara laboratory writes graphs.
const KASAHARA: &str =
    "9\n0 0 0\n1 7 1 0\n2 9 1 0\n3 7 1 1\n4 11 1 1\n5 8 2 2 3\n6 9 1 4\n7 7 2 5 6\n8 10 2 5 7\n9 6 2 2 8\n10 0 1 9\n# a comment\n";

const WF_14: &str = r#"{"name": "two", "schemaVersion": "1.4", "workflow": {"makespanInSeconds": 3, "tasks": [
    {"name": "a", "id": "ID1", "type": "compute", "parents": [], "children": ["b"], "runtimeInSeconds": 1.5,
     "files": [{"link": "output", "name": "f", "sizeInBytes": 1000}]},
    {"name": "b", "id": "ID2", "type": "compute", "parents": ["a"], "runtimeInSeconds": 2,
     "files": [{"link": "input", "name": "f", "sizeInBytes": 1000}]}]}}"#;

const WF_15: &str = r#"{"name": "two", "schemaVersion": "1.5", "workflow": {
    "specification": {"tasks": [
        {"name": "a", "id": "ID1", "parents": [], "children": ["ID2"], "outputFiles": ["f"]},
        {"name": "b", "id": "ID2", "parents": ["ID1"], "children": [], "inputFiles": ["f"]}],
        "files": [{"id": "f", "sizeInBytes": 1000}]},
    "execution": {"makespanInSeconds": 3, "tasks": [{"id": "ID1", "runtimeInSeconds": 1.5}, {"id": "ID2", "runtimeInSeconds": 2}]}}}"#;

const DAX: &str = r#"<?xml version="1.0"?>
<adag xmlns="http://pegasus.isi.edu/schema/DAX" version="2.1">
  <job id="ID1" name="a" runtime="1.5"><uses file="f" link="output" size="1000"/></job>
  <job id="ID2" name="b" runtime="2"><uses file="f" link="input" size="1000"/></job>
  <child ref="ID2"><parent ref="ID1"/></child>
</adag>"#;

#[test]
fn every_kind_of_file_becomes_its_graph() {
    let stg = read_graph(FIGURE_2_2.as_bytes(), 1.0).expect("the figure");
    assert_eq!((stg.graph.len(), stg.graph.edges.len(), stg.ticks), (9, 11, 1));
    assert_eq!(stg.graph.edges[4], Edge { parent: 3, child: 5, cost: 1 });
    let dummies = read_graph(KASAHARA.as_bytes(), 1.0).expect("a graph");
    assert_eq!((dummies.graph.len(), dummies.graph.durations[0], dummies.graph.names.len()), (11, 0, 0));
    for (text, names) in [(WF_14, ["a", "b"]), (WF_15, ["a", "b"]), (DAX, ["a_ID1", "b_ID2"])] {
        let read = read_graph(text.as_bytes(), 500.0).expect("a graph");
        let expected = TaskGraph {
            durations: vec![1_500, 2_000],
            edges: vec![Edge { parent: 0, child: 1, cost: 2_000 }],
            names: names.map(str::to_string).to_vec(),
            ..TaskGraph::default()
        };
        assert_eq!((read.graph, read.ticks), (expected, 1_000));
    }
    for text in [FIGURE_2_2, KASAHARA, WF_14, WF_15, DAX] {
        assert!(looks_like_graph(text.as_bytes()), "{text}");
    }
    let scenario = write(&Example::find("six-tasks").unwrap().open().scenario);
    let log = "; MaxProcs: 10\n1 0 0 10 6 -1 -1 6 10 -1 1 1 1 -1 1 -1 -1 -1\n";
    for other in [scenario.as_str(), log, "1 0 0 10 6 -1 -1 6 10 -1 1 1 1 -1 1 -1 -1 -1\n", "JobID|State\n"] {
        assert!(!looks_like_graph(other.as_bytes()), "{other}");
    }
}

#[track_caller]
fn refused(text: &str, message: &str) {
    let error = read_graph(text.as_bytes(), 1.0).expect_err("a bad file").to_string();
    assert!(error.contains(message), "{error}\nshould say\n{message}");
}

#[test]
fn bad_files_are_refused_with_their_place() {
    refused("", "the file is empty");
    refused("3 4\n", "line 1: the file must begin with the number of its tasks");
    refused("1000000\n", "line 1: 1000000 is not the number of tasks; must be a whole number from 0 to 20000");
    refused("2\n0 1 0\n1 -3 0\n", "line 3: -3 is not a duration");
    refused("2\n0 1 0\n1 2.5 0\n", "line 3: 2.5 is not a duration");
    refused("2\n0 1 0\n1\n", "line 3: a task has an id, a duration and a number of parents");
    refused("2\n0 1 0\n1 1 1 7\n", "line 3: there is no task 7, which is said to be a parent");
    refused("2\n0 1 0\n0 1 0\n", "line 3: a second task with the id 0");
    refused("2\n0 1 1 1\n1 1 1 0\n", "the cycle ");
    refused("2\n0 1 0\n1 1 2 0 0\n", "a second edge from 0 to 1");
    refused("2\n0 1 0\n1 1 2 0\n", "line 3: task 1 has 2 parents, but 1 follow");
    refused("2\n0 1 0\n1 1 1\n", "line 3: the file ends before the parents of task 1");
    refused("7\n0 1 0\n1 1 1 0\n", "line 1 says 7 tasks, but there are 2");
    refused("0\n", "there is no task in it");
    refused(&WF_14.replace("1.4", "1.6"), "schemaVersion: version \"1.6\" of WfFormat is not read; this program reads 1.0 to 1.5");
    refused(r#"{"name": "x"}"#, "it has no \"schemaVersion\"");
    refused(&WF_14.replace("\"runtimeInSeconds\": 2,", ""), "workflow.tasks[1]: it has no \"runtimeInSeconds\", which is needed");
    refused(
        &WF_14.replace("\"parents\": [\"a\"]", "\"parents\": [\"z\"]"),
        "workflow.tasks[1].parents[0]: no task is called \"z\"",
    );
    refused(
        &WF_14.replace("\"runtimeInSeconds\": 2", "\"runtimeInSeconds\": 2e6"),
        "workflow.tasks[1]: a run time of 2000000 s is not allowed; must be a number from 0 to 1000000",
    );
    refused(&WF_14.replace("\"link\": \"input\"", "\"link\": \"in\""), "workflow.tasks[1]: the link \"in\" is not allowed");
    refused(&WF_14.replace("\"id\": \"ID2\"", "\"id\": \"ID1\""), "workflow.tasks[1]: a second task with the id \"ID1\"");
    refused(
        &WF_15.replace("{\"id\": \"ID2\", \"runtime", "{\"id\": \"ID3\", \"runtime"),
        "workflow.execution has no run of \"ID2\"",
    );
    refused(&WF_14[..100], "EOF");
    refused(&DAX.replace(" runtime=\"2\"", ""), "line 4: <job> has no \"runtime\" and no profile with the key \"runtime\"");
    refused(&DAX.replace("runtime=\"2\"", "runtime=\"soon\""), "line 4: a run time of \"soon\" is not allowed; must be a number");
    refused(
        &DAX.replace("runtime=\"2\"", "runtime=\"3,5\""),
        "line 4: a run time of \"3,5\" is not allowed; must be a number of seconds",
    );
    refused(&DAX.replace("link=\"input\"", "link=\"in\""), "line 4: the link \"in\" is not allowed; must be input, output, inout");
    refused(
        "x-pegasus:\n  apiLang: python\npegasus: \"5.0\"\nname: w\njobs:\n- id: A\n",
        "this is YAML of Pegasus 5, which is not read",
    );
    refused(&DAX.replace("<parent ref=\"ID1\"", "<parent ref=\"ID9\""), "line 5: no task is called \"ID9\"");
    refused(&DAX.replace("</adag>", ""), "the file is not well-formed XML");
    refused("<html/>", "line 1: the root element is <html>; a DAX file has <adag>");
    let bomb = r#"<!DOCTYPE adag [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><adag>&b;</adag>"#;
    refused(bomb, "a document type declaration is refused");
    assert_eq!(read_graph(&[b'4', 0xff], 1.0).expect_err("no text").to_string(), "the file is not UTF-8 text");
    refused(&"<a>".repeat(100_000), "the file is not well-formed XML");
}

fn scenarios() -> Vec<Scenario> {
    let graph = TaskGraph {
        durations: vec![3, 0, 7],
        edges: vec![
            Edge { parent: 0, child: 1, cost: 0 },
            Edge { parent: 0, child: 2, cost: 4 },
            Edge { parent: 1, child: 2, cost: 0 },
        ],
        names: vec!["first".to_string(), "1".to_string(), "l\u{e4}st \"one\"".to_string()],
        ..TaskGraph::default()
    };
    let two = TaskGraph::of_parents(&[5, 6], &[&[], &[0]]);
    let given = vec![Application { deadline: Some(90), ..Application::new(7, 4, graph) }, Application::new(8, 6, two)];
    let whole = WorkflowScenario {
        providers: vec![Provider { refuses: Some(1), ..Provider::of(2) }, Provider::of(3)],
        busy: Arc::new(vec![BusyPeriod { node: 4, start: 9, end: 14 }, BusyPeriod { node: 0, start: 1, end: 2 }]),
        preload: Preload { percent: 25, seed: u64::MAX },
        source: WorkflowSource::Given(Arc::new(given)),
        pins: Arc::new(vec![Pin { task: 2, node: 1, start: 11 }, Pin { task: 4, node: 0, start: 0 }]),
        policy: WorkflowPolicy {
            method: Method::Sufferage,
            iterations: 7,
            alpha: 0.25,
            communication: Communication::BetweenNodes,
            seed: 99,
            ..WorkflowPolicy::default()
        },
        failures: Arc::default(),
        orders: Arc::default(),
        ticks: 1_000,
    };
    let mut failing = whole.clone();
    let hours = Some(Hours { from: 3, length: 8, period: 24 });
    failing.providers[1] = Provider { from: 2, until: Some(90), hours, ..failing.providers[1] };
    failing.failures = Arc::new(vec![
        Failure { place: FailedPlace::Provider(1), at: 7, until: None },
        Failure { place: FailedPlace::Node(4), at: 9, until: Some(12) },
    ]);
    failing.orders = Arc::new(vec![vec![0, 1, 2], vec![3, 4]]);
    let mut busy_broker = whole.clone();
    (busy_broker.policy.mapping_ticks, busy_broker.policy.least_iterations) = (3, Some(2));
    let mut applications = whole.applications().to_vec();
    (applications[0].asked, applications[1].asked) = (2, 9);
    busy_broker.source = WorkflowSource::Given(Arc::new(applications));
    let drawn = GraphGenerator { shape: Shape::Chains, applications: 2, tasks: 30, cost_max: 5, ..GraphGenerator::default() };
    let drawn = WorkflowScenario::of(4, WorkflowSource::Drawn(drawn));
    let examples = EXAMPLES.iter().map(|example| example.open().scenario).filter(|scenario| scenario.study.workflow().is_some());
    [
        Scenario::new("whole", whole),
        Scenario::new("failing", failing),
        Scenario::new("busy broker", busy_broker),
        Scenario::new("", drawn),
    ]
    .into_iter()
    .chain(examples)
    .collect()
}

#[test]
fn files_and_links_give_back_what_they_were_made_of() {
    for scenario in scenarios() {
        scenario.check().expect("in bounds");
        let text = write(&scenario);
        assert_eq!(read(&text).map(|content| content.scenario), Ok(scenario.clone()), "{text}");
        let seen = WorkflowView {
            selected: Some(2),
            time: Some(TimeWindow { first: -3.0, slots: 44.5 }),
            part: WorkflowPart::Search,
            application: 1,
            mapping: Some(3),
            step: Some(5),
            other: None,
        };
        let view = View { panel: Panel::Study(StudyKind::Workflow), workflow: seen, ..View::default() };
        let shared = Shared { scenario, view };
        let opened = decode(&encode(&shared)).expect("a link");
        assert_eq!((opened.scenario, opened.view), (shared.scenario, shared.view));
    }
}

#[test]
fn a_file_of_a_task_to_a_line_is_read_without_what_can_be_left_out() {
    let text = r#"{"version": 2, "study": "workflow", "providers": [{"nodes": 2}],
        "tasks": [{"duration": 2}, {"duration": 3, "parents": [0]}, {"duration": 1, "parents": [0, 1], "costs": [4, 0]}]}"#;
    let scenario = read(text).expect("a file").scenario;
    let workflow = scenario.study.workflow().expect("workflows");
    assert_eq!(workflow.policy, WorkflowPolicy::default());
    assert_eq!(workflow.applications()[0].graph.edges[1], Edge { parent: 0, child: 2, cost: 4 });
    let refused = |from: &str, to: &str, message: &str| {
        let bad = text.replace(from, to);
        let error = read(&bad).expect_err("a bad file").to_string();
        assert!(error.contains(message), "{error}\nshould say\n{message}");
    };
    refused("[0, 1]", "[0, 9]", "tasks[2].parents[1]: 9 is not allowed; must be the number of a task of its application, 0 to 2");
    refused("[4, 0]", "[4]", "tasks[2].costs: 1 costs for 2 parents is not allowed");
    refused("{\"duration\": 2}", "{\"duration\": 2, \"parents\": [2]}", "the cycle ");
    refused("{\"duration\": 2}", "{\"duration\": -2}", "tasks[0].duration: ");
    refused("{\"nodes\": 2}", "{\"nodes\": 0}", "providers[0].nodes: 0 is not allowed; must be a whole number from 1 to 1000");
    refused("\"providers\"", "\"pins\": [{\"task\": 3, \"node\": 0}], \"providers\"", "pins[0].task: 3 is not allowed");
    refused(
        "\"providers\"",
        "\"busy\": [{\"node\": 2, \"start\": 1, \"end\": 4}], \"providers\"",
        "busy[0].node: 2 is not allowed",
    );
    refused("\"providers\"", "\"busy\": [{\"node\": 1, \"start\": 4, \"end\": 4}], \"providers\"", "busy[0].end: 4 is not allowed");
    refused("\"providers\"", "\"drawn\": {}, \"providers\"", "drawn: a second source of tasks is not allowed");
    refused("\"providers\"", "\"policy\": {\"method\": \"luck\"}, \"providers\"", "policy.method: \"luck\" is not allowed");
    refused(
        "\"providers\"",
        "\"policy\": {\"alpha\": 2}, \"providers\"",
        "policy.alpha: 2 is not allowed; must be a number from 0 to 1",
    );
    let mut out_of_range = scenario.clone();
    let Study::Workflow(workflow) = &mut out_of_range.study else { panic!("workflows") };
    workflow.preload.percent = 91;
    assert!(out_of_range.check().is_err());
    assert!(scenario.study.workflow().expect("workflows").check(&FieldPath::new("")).is_ok());
}

#[test]
fn the_command_maps_a_graph_and_prints_what_is_asked_for() {
    let printed =
        ok(&["workflow", "-", "--nodes", "8", "--method", "slack", "--iterations", "50", "--seed", "3", "--json"], FIGURE_2_2);
    let plan: Value = serde_json::from_str(&printed).expect("JSON");
    assert!(
        printed.starts_with("{\"critical_path_length\":50,\"makespan\":50,\"delay\":0,\"tasks\":[{\"task\":0,\"node\":"),
        "{printed}"
    );
    let tasks = plan["tasks"].as_array().expect("tasks");
    assert_eq!((tasks.len(), &tasks[8]["start"], &tasks[8]["end"]), (9, &json!(44), &json!(50)));
    assert_eq!(
        printed,
        ok(&["workflow", "-", "--nodes", "8", "--iterations", "50", "--seed", "3", "--json"], FIGURE_2_2),
        "the same again"
    );
    for method in Method::ALL {
        let one = ok(&["workflow", "-", "--nodes", "1", "--method", method.name(), "--json"], FIGURE_2_2);
        let plan: Value = serde_json::from_str(&one).expect("JSON");
        assert_eq!((&plan["makespan"], &plan["delay"]), (&json!(74), &json!(24)), "{}: all one after the other", method.name());
        ok(&["workflow", "-", "--nodes", "4", "--preload", "0.5", "--method", method.name()], FIGURE_2_2);
    }
    let dax: Value = serde_json::from_str(&ok(&["workflow", "-", "--nodes", "2", "--json"], DAX)).expect("JSON");
    assert_eq!((&dax["critical_path_length"], &dax["tasks"][1]["start"]), (&json!(3.5), &json!(1.5)), "in seconds");
    fails(&["workflow", "-", "--preload", "2"], FIGURE_2_2, "--preload 2: must be a number from 0 to 0.9");
    fails(
        &["workflow", "-"],
        "2\n0 1 1 1\n1 1 1 0\n",
        "standard input: edges: the cycle 0 → 1 → 0 is not allowed; must be a graph without cycles",
    );
}

#[test]
fn a_graph_is_imported_and_planned() {
    let scenario = ok(&["import", "-", "--study", "workflow", "--nodes", "3"], KASAHARA);
    assert!(
        scenario.contains("\"study\": \"workflow\"") && scenario.contains("{\"duration\": 8, \"parents\": [2, 3]}"),
        "{scenario}"
    );
    let plan: Value = serde_json::from_str(&ok(&["plan", "-", "--json"], &scenario)).expect("JSON");
    assert_eq!((&plan["violations"], &plan["applications"][0]["critical_path_length"]), (&json!([]), &json!(50)));
    assert_eq!(plan["decisions"].as_array().map(Vec::len), Some(11));
    let text = ok(&["plan", "-", "--method", "heft"], &scenario);
    assert!(text.contains("method          heft") && text.contains("The checker found nothing wrong."), "{text}");
    let csv = ok(&["plan", "-", "--csv"], &scenario);
    assert!(csv.contains("task,application,node,provider,start,end,") && csv.lines().count() > 11, "{csv}");
    let compared = ok(&["plan", "-", "--compare", "random"], &scenario);
    assert!(compared.contains("mean_delay") || compared.contains("Mean delay"), "{compared}");
    fails(
        &["plan", "-", "--scheduler", "easy"],
        &scenario,
        "standard input: --scheduler, --user-jobs, --user-nodes, --priority, --reservations and --offers need a scenario with a cluster; this scenario has workflows",
    );
}
